"""Rule id, catalog row, function, dispatcher branch and test exist for each other."""

import pytest
import rule_matrix
from rule_matrix import FUNCTION_OF, RUNS, STATEMENTS, TILES, calls_in, functions_of, ids_in, kernel_functions, matrix

from kernels.catalog import CHARACTERS
from kernels.codes import Effect
from sim.tiles import GRAMMAR

ROWS = list(matrix().values())
FUNCTIONS = kernel_functions()
DISPATCHERS = {
    "day": ("day.run_day_ability", "day.day_turn"),
    "dusk": ("dusk.run_dusk_item",),
    "night": ("night.run_night_ability", "night.night_of_seat", "night.end_of_night"),
    "anchor": ("anchor.run_anchor_ability",),
}
MODULES = {"day": "day_characters"}
"""Where the abilities of a phase stand, if not with their dispatcher."""
WITHOUT_FUNCTION = {("dusk", 5)}
"""The Cabin Boy's dusk is that he takes no loot: a condition in dusk.dusk_turn."""


def solo_pairs():
    """Module and the two bodies of each ``by_game(ordinary, solo)`` of kernels/."""
    for path in sorted((rule_matrix.ROOT / "kernels").rglob("*.py")):
        for node in rule_matrix.ast.walk(rule_matrix.ast.parse(path.read_text("utf-8"))):
            if isinstance(node, rule_matrix.ast.Call) and getattr(node.func, "id", "") == "by_game":
                yield path.stem, *(body.id for body in node.args)


SOLO_PAIRS = list(solo_pairs())


def ability_functions(phase):
    prefix = f"{MODULES.get(phase, phase)}.{phase}_"
    return {name for name in FUNCTIONS if name.startswith(prefix) and name[len(prefix) :][:2].isdigit()}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.rule)
def test_each_rule_has_function_kernel_test_and_oracle_test(row):
    assert row.functions or row.rule in STATEMENTS
    assert row.kernel_tests
    assert row.oracle_tests


def test_the_solo_game_is_in_the_matrix():
    """All ten clauses and the five rulings about it."""
    solo = {f"SOL-{number}" for number in range(1, 11)} | {f"Q-{number}" for number in range(16, 21)}
    assert solo <= {row.rule for row in ROWS}
    assert not solo & STATEMENTS


@pytest.mark.parametrize(("module", "ordinary", "solo"), SOLO_PAIRS, ids=lambda name: name)
def test_ordinary_and_solo_bodies_take_the_same(module, ordinary, solo):
    """As many arguments, a game record first: only then is either the other in a game of its kind.

    A body is one of ``module``, or the only one of its name.
    """
    bodies = [
        [body for name, body in FUNCTIONS.items() if name == f"{module}.{wanted}"]
        or [body for name, body in FUNCTIONS.items() if name.split(".")[1] == wanted]
        for wanted in (ordinary, solo)
    ]
    arguments = [[argument.arg for argument in body.args.args] for (body,) in bodies]
    assert len(arguments[0]) == len(arguments[1])
    assert arguments[0][0] == arguments[1][0]


@pytest.mark.parametrize("row", [row for row in ROWS if row.rule[:3] in ("CHR", "LC-", "LS-", "LA-")], ids=lambda row: row.rule)
def test_each_character_and_tile_has_a_catalog_row_and_a_golden_game(row):
    """But for the Automa's tiles, which are the solo game's."""
    assert row.catalog.count("row") == 1
    assert row.golden_games or row.rule.startswith("LA-")


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.rule)
def test_each_tile_is_its_effects(tile):
    """Its rule is in the matrix with the functions of the effects that its catalog row names."""
    (row,) = [row for row in ROWS if row.rule == tile.rule]
    assert tile.effects
    assert set(functions_of(tile)) <= set(row.functions) <= set(FUNCTIONS)


@pytest.mark.parametrize("effect", Effect, ids=lambda effect: effect.name)
def test_each_effect_has_its_code_grammar_function_and_dispatcher_at_each_of_its_times(effect):
    """``worth`` and the dispatchers name it; a dispatcher reaches every function that it needs."""
    assert effect in GRAMMAR
    function = FUNCTION_OF[effect]
    assert function in FUNCTIONS
    for when in GRAMMAR[effect].when:
        called = calls_in(FUNCTIONS[RUNS[when]])
        names = {f"Effect.{effect.name}"} & {
            rule_matrix.ast.unparse(node)
            for name in (RUNS[when], "loot.worth")
            for node in rule_matrix.ast.walk(FUNCTIONS[name])
            if isinstance(node, rule_matrix.ast.Attribute)
        }
        assert names
        # at the anchor nothing is paid at once: there only the token moves, and what is beyond goes into the sum (ANC-2)
        needed = "move_token" if (effect, when.name) == (Effect.REPUTATION, "ANCHOR") else function.split(".")[1]
        assert needed in called


def test_ranges_cite_each_id_in_between():
    assert ids_in("SET-2 to SET-4, and LC-saber; DSK-1 to NGT-2") == ["SET-2", "SET-4", "LC-saber", "DSK-1", "NGT-2", "SET-3"]
    assert ids_in("CHR-09 to CHR-11") == ["CHR-09", "CHR-11", "CHR-10"]


@pytest.mark.parametrize("phase", DISPATCHERS)
def test_abilities_and_dispatchers_match_the_catalog(phase):
    expected = {
        f"{MODULES.get(phase, phase)}.{phase}_{row.rank:02}_{row.key}"
        for row in CHARACTERS
        if phase in row.when and (phase, row.rank) not in WITHOUT_FUNCTION
    }
    assert ability_functions(phase) == expected
    called = set().union(*(calls_in(FUNCTIONS[name]) for name in DISPATCHERS[phase]))
    assert {name.split(".")[1] for name in expected} <= called
    for name in expected:
        assert f"CHR-{name.split('.')[1].split('_')[1]}" in (rule_matrix.ast.get_docstring(FUNCTIONS[name]) or "")


def test_the_matrix_names_every_rule():
    printed = rule_matrix.text().splitlines()
    assert len(printed) == 1 + len(matrix())
