"""The rules as text."""

import pytest

import sim
from kernels.catalog import AMOUNTS, CHARACTERS
from sim.errors import GalecrestError
from sim.rule_sets import RuleSet
from sim.rulebook import clauses, find


def test_every_character_has_its_clause_and_every_amount_a_clause():
    for row in CHARACTERS:
        assert clauses()[row.rule].name == row.name
    assert {amount.rule for amount in AMOUNTS.values()} <= set(clauses())


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("CHR-07", ["CHR-07"]),
        ("chr-7", ["CHR-07"]),
        ("7", ["CHR-07"]),
        ("07", ["CHR-07"]),
        ("40", ["CHR-40"]),
        ("Cabin Boy", ["CHR-05"]),
        ("cabin_boy", ["CHR-05"]),
        ("hook", ["LC-hook", "LS-hook", "LA-hook"]),
        ("ngt", ["NGT-1", "NGT-2"]),
        ("q-3", ["Q-03"]),
        ("automa_beggar", ["CHR-03"]),
        ("Automa Cabin Boy", ["CHR-05"]),
        ("automa_hook", ["LA-hook"]),
        ("solo", [f"SOL-{number}" for number in range(1, 11)]),
        ("automa", ["LA-hook", "LA-saber", "LA-amulet", "LA-barrel", *(f"SOL-{number}" for number in range(1, 11))]),
    ],
)
def test_names_and_ids_are_found(name, ids):
    assert [clause.id for clause in find(name)] == ids


def test_the_automas_tiles_have_clauses_and_stormy_ones_say_that_they_are_reconstructed():
    assert (clauses()["LA-saber"].name, clauses()["LA-saber"].source) == ("saber", "S4")
    assert {clause.source for id_, clause in clauses().items() if id_.startswith("LS-")} == {"R"}


def test_an_unknown_name_is_refused_with_the_nearest():
    with pytest.raises(GalecrestError, match="did you mean 'beggar'"):
        sim.rules("begar")


@pytest.mark.parametrize("rank", ["0", "41", "9" * 5000])
def test_a_rank_that_no_character_has_is_refused(rank):
    with pytest.raises(GalecrestError, match=r"no character has this rank; ranks go from 1 to 40$"):
        find(rank)


def test_amounts_in_force_are_shown():
    text = sim.rules("beggar", rule_set=RuleSet.from_settings(["beggar.payment=5"]))
    assert "beggar.payment = 5  (doubloons taken; standard: 2)" in text


SOLO = RuleSet(solo=True)


def amounts_in(text):
    """By key, what is said of an amount."""
    return dict(line.strip().split(" = ") for line in text.splitlines() if " = " in line)


@pytest.mark.rule("SOL-8")
@pytest.mark.parametrize(
    "text", [sim.rules("beggar", rule_set=SOLO), sim.rules("automa_beggar"), sim.rules("CHR-03", rule_set=SOLO)]
)
def test_in_solo_games_a_character_has_the_automas_card_too(text):
    found = amounts_in(text)
    assert list(found) == [
        "beggar.payment", "beggar.reputation", "beggar.in_game",
        *(f"automa_beggar.{name}" for name in ("payment", "no_effect_rank", "symbol", "back")),
    ]  # fmt: skip
    assert found["automa_beggar.payment"] == "3  (doubloons taken by hers)"
    assert found["automa_beggar.back"].startswith("L3,L2,R1,R3,L2  (")
    assert [key for key, said in found.items() if said.endswith(", reconstructed)")] == [
        "automa_beggar.symbol",
        "automa_beggar.back",
    ]
    assert "the Automa's card: its text is in SOL-8" in text


def test_without_solo_a_character_is_the_human_ones():
    assert "utoma" not in sim.rules("beggar")


@pytest.mark.rule("SOL-8")
def test_which_texts_of_hers_are_known():
    known = [row.name for row in CHARACTERS if "its text is in SOL-8" in sim.rules(row.key, rule_set=SOLO)]
    assert known == ["Beggar", "Officer", "Cook", "Watchman"]
    assert "its text could not be found and is the human's (SOL-8)" in sim.rules("automa_thief")
    assert "the Wind Nymph is not in the solo deck (SOL-2)" in sim.rules("automa_wind_nymph")


@pytest.mark.rule("Q-03")
def test_nothing_blocks_the_cook_of_a_solo_game():
    assert amounts_in(sim.rules("cook"))["cook.blocked_by"].startswith("any_hook")
    text = sim.rules("cook", rule_set=SOLO)
    assert "cook.blocked_by: in solo games nothing blocks the second token (Q-03)" in text
    assert "any_hook" not in text


def test_the_clause_of_her_texts_points_to_the_cards():
    text = sim.rules("SOL-8")
    assert amounts_in(text) == {}
    assert "galecrest rules automa_NAME" in text


def test_the_overview_has_a_line_for_each_clause():
    assert len(sim.rules().splitlines()) == len(clauses())
