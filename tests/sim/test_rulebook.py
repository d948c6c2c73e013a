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
        ("Cabin Boy", ["CHR-05"]),
        ("cabin_boy", ["CHR-05"]),
        ("hook", ["LC-hook", "LS-hook", "LA-hook"]),
        ("ngt", ["NGT-1", "NGT-2"]),
        ("q-3", ["Q-03"]),
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


def test_amounts_in_force_are_shown():
    text = sim.rules("beggar", rule_set=RuleSet.from_settings(["beggar.payment=5"]))
    assert "beggar.payment = 5  (doubloons taken; standard: 2)" in text


def test_the_overview_has_a_line_for_each_clause():
    assert len(sim.rules().splitlines()) == len(clauses())
