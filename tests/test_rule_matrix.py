"""Rule id, catalog row, function, dispatcher branch and test exist for each other."""

import pytest
import rule_matrix
from rule_matrix import STATEMENTS, calls_in, kernel_functions, matrix

from kernels.catalog import CHARACTERS

PLAYED = [row for row in matrix().values() if row.played]
FUNCTIONS = kernel_functions()
DISPATCHERS = {
    "day": ("day.run_day_ability", "day.day_turn"),
    "dusk": ("dusk.run_dusk_item",),
    "night": ("night.run_night_ability", "night.night_of_seat", "night.end_of_night"),
    "anchor": ("anchor.run_anchor_ability",),
}
WITHOUT_FUNCTION = {("dusk", 5)}
"""The Cabin Boy's dusk is that he takes no loot: a condition in dusk.dusk_turn."""


def ability_functions(phase):
    prefix = f"{phase}.{phase}_"
    return {name for name in FUNCTIONS if name.startswith(prefix) and name[len(prefix) :][:2].isdigit()}


@pytest.mark.parametrize("row", PLAYED, ids=lambda row: row.rule)
def test_each_rule_has_function_kernel_test_and_oracle_test(row):
    assert row.functions or row.rule in STATEMENTS
    assert row.kernel_tests
    assert row.oracle_tests


@pytest.mark.parametrize("row", [row for row in PLAYED if row.rule[:3] in ("CHR", "LC-")], ids=lambda row: row.rule)
def test_each_character_and_tile_has_a_catalog_row_and_a_golden_game(row):
    assert row.catalog.count("row") == 1
    assert row.golden_games


@pytest.mark.parametrize("phase", DISPATCHERS)
def test_abilities_and_dispatchers_match_the_catalog(phase):
    expected = {
        f"{phase}.{phase}_{row.rank:02}_{row.key}"
        for row in CHARACTERS
        if phase in row.when and (phase, row.rank) not in WITHOUT_FUNCTION
    }
    assert ability_functions(phase) == expected
    called = set().union(*(calls_in(FUNCTIONS[name]) for name in DISPATCHERS[phase]))
    assert {name.split(".")[1] for name in expected} <= called
    for name in expected:
        assert f"CHR-{name.split('_')[1]}" in (rule_matrix.ast.get_docstring(FUNCTIONS[name]) or "")


def test_the_matrix_names_every_rule():
    printed = rule_matrix.text().splitlines()
    assert len(printed) == 1 + len(matrix())
