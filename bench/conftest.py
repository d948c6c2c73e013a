"""Options and markers of the suites."""


def pytest_addoption(parser):
    parser.addoption(
        "--memory-games",
        type=lambda text: [int(float(number)) for number in text.split(",")],
        default=[100_000, 2_000_000],
        help="numbers of games for bench_memory, such as 1e5,1e7",
    )


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: takes half a minute and more; left out by `bench/suite quick`")
