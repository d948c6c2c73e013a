"""Kernel games are replayed by the oracle of tests/rulebook, choice by choice and state by state."""

import pytest
import rulebook
from against_rulebook import GAMES, KEYS, NOT_IN_ORACLE, differences, oracle_amounts
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kernels._jit import JIT
from kernels.catalog import AMOUNTS
from sim.errors import GalecrestError
from sim.rule_sets import ALL_AMOUNTS, RuleSet


def test_every_amount_has_a_name_in_the_oracle():
    assert set(KEYS) | NOT_IN_ORACLE == set(ALL_AMOUNTS)
    standard = oracle_amounts(RuleSet.standard())
    oracle = dict(rulebook.STANDARD)
    assert {name: oracle[name] for name in standard} == {
        name: tuple(value) if isinstance(value, list) else value for name, value in standard.items()
    }


@pytest.mark.parametrize("players", range(2, 7))
def test_games_agree_when_everything_is_asked(players):
    found = [line for game in range(GAMES) for line in differences(11, game, players, RuleSet.standard(), True)]
    assert not found, found[0]


@pytest.mark.parametrize("players", range(2, 7))
def test_orders_that_the_kernels_do_not_ask_for_cannot_matter(players):
    """The oracle orders them at random and must end in the same states."""
    found = [line for game in range(GAMES) for line in differences(12, game, players, RuleSet.standard(), False)]
    assert not found, found[0]


def amounts():
    """Random changes of a few amounts, within their ranges; small numbers are likelier, as in real variants."""

    def value_of(amount):
        size = len(amount.value) if isinstance(amount.value, tuple) else 1
        number = st.integers(amount.low, min(amount.high, 15)) if size == 1 else st.integers(amount.low, amount.high)
        return number if size == 1 else st.tuples(*[number] * size)

    tunable = {key: amount for key, amount in AMOUNTS.items() if key not in NOT_IN_ORACLE}
    return st.lists(st.sampled_from(sorted(tunable)), max_size=12, unique=True).flatmap(
        lambda keys: st.fixed_dictionaries({key: value_of(tunable[key]) for key in keys})
    )


@settings(max_examples=150 if JIT else 8, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**63 - 1), players=st.integers(2, 6), changes=amounts(), asks_everything=st.booleans())
def test_any_amounts_are_played_alike(seed, players, changes, asks_everything):
    rule_set = RuleSet({key: value for key, value in changes.items() if value != AMOUNTS[key].value})
    try:
        rule_set.check([players])
    except GalecrestError:
        return
    found = differences(seed, 0, players, rule_set, asks_everything)
    assert not found, found[0]
