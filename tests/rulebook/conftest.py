"""Registers the marker, so that this folder runs alone."""


def pytest_configure(config):
    config.addinivalue_line("markers", "rule(id): the clause of RULES.md a test is an example of")
