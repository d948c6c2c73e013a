"""Tiles that nobody has seen: Hypothesis strategies for the data of random tiles."""

import contextlib

from hypothesis import strategies as st

from kernels.codes import Effect, Loot
from sim.errors import GalecrestError
from sim.tiles import GRAMMAR, KINDS, parse_tile


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


def tile_sets(players):
    tile = st.fixed_dictionaries(
        {"effects": st.lists(_effects(players), max_size=4)}, optional={"order": st.just("before_map")}
    )
    return st.fixed_dictionaries({kind: tile for kind in KINDS})


def parsed(tiles, side_of=lambda kind: "made"):
    """The legal ones; combinations that make no sense are refused, and the calm tile stays in their place."""
    found = {}
    for name, data in tiles.items():
        kind = Loot(KINDS.index(name))
        with contextlib.suppress(GalecrestError):
            found[side_of(kind), kind] = parse_tile(side_of(kind), kind, data)
    return found
