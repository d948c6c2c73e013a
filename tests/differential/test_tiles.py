"""Every setup, and tiles that nobody has seen, are played alike by kernels and oracle."""

import os

import pytest
from against_rulebook import GAMES, differences
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_tiles import parsed, tile_sets

from kernels._jit import JIT
from kernels.codes import Loot
from sim.errors import GalecrestError
from sim.rule_sets import RuleSet
from sim.setups import DRAWN, NAMED

TILE_SETS = int(os.environ.get("GALECREST_TEST_TILE_SETS", "300" if JIT else "12"))
"""Random sets of seven tiles; raise it for a longer search."""

SETUPS = {name: RuleSet(setup=setup) for name, setup in NAMED.items() if name != "calm"}


@pytest.mark.rule("SET-3")
@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("asks_everything", [True, False])
def test_setups_are_played_alike(setup, players, asks_everything):
    found = [line for game in range(GAMES) for line in differences(21, game, players, SETUPS[setup], asks_everything)]
    assert not found, found[0]


@pytest.mark.rule("Q-14", "Q-15")
@settings(max_examples=TILE_SETS, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), players=st.integers(2, 6), seed=st.integers(0, 2**63 - 1), asks_everything=st.booleans())
def test_random_tiles_are_played_alike(data, players, seed, asks_everything):
    tiles = parsed(data.draw(tile_sets(players)))
    setup = tuple("made" if ("made", kind) in tiles else data.draw(st.sampled_from(["calm", "stormy", DRAWN])) for kind in Loot)
    rule_set = RuleSet(tiles=tiles, setup=setup)
    try:
        rule_set.check([players])
    except GalecrestError:
        return
    for game in range(2):
        found = differences(seed, game, players, rule_set, asks_everything)
        assert not found, found[0]
