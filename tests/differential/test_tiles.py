"""Every setup, and tiles that nobody has seen, are played alike by kernels and oracle."""

import contextlib
import os

import pytest
from against_rulebook import GAMES, differences
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kernels._jit import JIT
from kernels.codes import Effect, Loot
from sim.errors import GalecrestError
from sim.rule_sets import RuleSet
from sim.setups import DRAWN, NAMED
from sim.tiles import GRAMMAR, KINDS, parse_tile

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


def _numbers(do):
    amounts = st.integers(-6, 8)
    tables = st.lists(st.integers(-5, 20), min_size=20, max_size=22)  # as long as any count: 10 maps and an Explorer's 10
    values = {
        "amount": amounts,
        "table": tables,
        "sets": st.dictionaries(st.integers(1, 5).map(str), st.integers(0, 15), min_size=1, max_size=3),
    }
    needed = {key: values[key] for key in GRAMMAR[do].numbers}
    return st.fixed_dictionaries(needed, optional={"of": st.sampled_from(KINDS)} if "of" in GRAMMAR[do].options else {})


def _effects(players):
    def one(do):
        when = st.sampled_from([time.name.lower() for time in GRAMMAR[do].when])
        return st.tuples(when, _numbers(do)).map(lambda parts: {"when": parts[0], "do": do.name.lower(), **parts[1]})

    allowed = [do for do in Effect if do != Effect.DISCARD_OPPONENTS_LOWEST_OR_GAIN or players == 2]
    return st.sampled_from(allowed).flatmap(one)


def _tile_sets(players):
    tile = st.fixed_dictionaries(
        {"effects": st.lists(_effects(players), max_size=4)}, optional={"order": st.just("before_map")}
    )
    return st.fixed_dictionaries({kind: tile for kind in KINDS})


def _parsed(tiles):
    """The legal ones; combinations that make no sense are refused, and the calm tile stays in their place."""
    found = {}
    for kind, data in tiles.items():
        with contextlib.suppress(GalecrestError):
            found["made", Loot(KINDS.index(kind))] = parse_tile("made", Loot(KINDS.index(kind)), data)
    return found


@pytest.mark.rule("Q-14", "Q-15")
@settings(max_examples=TILE_SETS, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), players=st.integers(2, 6), seed=st.integers(0, 2**63 - 1), asks_everything=st.booleans())
def test_random_tiles_are_played_alike(data, players, seed, asks_everything):
    tiles = _parsed(data.draw(_tile_sets(players)))
    setup = tuple("made" if ("made", kind) in tiles else data.draw(st.sampled_from(["calm", "stormy", DRAWN])) for kind in Loot)
    rule_set = RuleSet(tiles=tiles, setup=setup)
    try:
        rule_set.check([players])
    except GalecrestError:
        return
    for game in range(2):
        found = differences(seed, game, players, rule_set, asks_everything)
        assert not found, found[0]
