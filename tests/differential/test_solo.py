"""Solo games are played alike by kernels and oracle: the Automa's every decision, the Pilferer, and the state after each day."""

import contextlib

import pytest
from against_rulebook import GAMES, differences
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_tiles import parsed, tile_sets

from kernels._jit import JIT
from kernels.catalog import AMOUNTS, SOLO_AMOUNTS
from kernels.codes import Loot
from sim.errors import GalecrestError
from sim.rule_sets import NOT_IN_SOLO, RuleSet
from sim.setups import AUTOMA_KINDS, DRAWN

SEATS = 2
SIDED = [kind for kind in Loot if kind not in AUTOMA_KINDS]


@pytest.mark.rule("SOL-1", "SOL-2", "SOL-3", "SOL-4", "SOL-5", "SOL-6", "SOL-7", "SOL-8", "SOL-10", "SET-3")
@pytest.mark.parametrize("setup", ["calm", "stormy", "uncharted"])
@pytest.mark.parametrize("asks_everything", [True, False])
def test_solo_games_agree(setup, asks_everything):
    rule_set = RuleSet.from_settings([], setup, solo=True)
    found = [line for game in range(2 * GAMES) for line in differences(31, game, SEATS, rule_set, asks_everything)]
    assert not found, found[0]


def _changes(data):
    """Some amounts of all games and some of the deck, within their ranges."""
    keys = [key for key in (*AMOUNTS, *SOLO_AMOUNTS) if key.split(".")[0] not in ("loot", "voyage", "day")]
    keys = [key for key in keys if key not in NOT_IN_SOLO]
    changes = {}
    for key in data.draw(st.lists(st.sampled_from(keys), max_size=25, unique=True)):
        amount = (AMOUNTS | SOLO_AMOUNTS)[key]
        number = st.integers(amount.low, min(amount.high, max(amount.low, 40)))
        size = len(amount.value) if isinstance(amount.value, tuple) else 0
        changes[key] = data.draw(st.tuples(*[number] * size) if size else number)
    return changes


@pytest.mark.rule("SOL-4", "SOL-6", "SOL-8", "SOL-9")
@settings(max_examples=200 if JIT else 8, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), seed=st.integers(0, 2**63 - 1), asks_everything=st.booleans())
def test_any_amounts_and_any_deck_are_played_alike(data, seed, asks_everything):
    setup = tuple(data.draw(st.sampled_from(["calm", "stormy", DRAWN])) if kind in SIDED else "calm" for kind in Loot)
    rule_set = RuleSet(_changes(data), setup=setup, solo=True)
    with contextlib.suppress(GalecrestError):
        rule_set.check([SEATS])
        found = differences(seed, 0, SEATS, rule_set, asks_everything)
        assert not found, found[0]


@pytest.mark.rule("Q-20", "Q-14")
@settings(max_examples=150 if JIT else 6, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), seed=st.integers(0, 2**63 - 1), asks_everything=st.booleans())
def test_tiles_of_users_are_played_alike(data, seed, asks_everything):
    """A user may write the Automa's four tiles anew, and sides of his own for the other kinds."""
    tiles = parsed(data.draw(tile_sets(SEATS)), lambda kind: "automa" if kind in AUTOMA_KINDS else "made")
    setup = tuple("made" if ("made", kind) in tiles else "calm" for kind in Loot)
    rule_set = RuleSet(tiles=tiles, setup=setup, solo=True)
    with contextlib.suppress(GalecrestError):
        rule_set.check([SEATS])
        found = differences(seed, 0, SEATS, rule_set, asks_everything)
        assert not found, found[0]
