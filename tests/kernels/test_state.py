"""The GAME and SOLO_GAME records: their tables of fields, and every violation that ``invariants`` names."""

import numpy as np
import pytest
from called import called
from scenes import scene

from kernels._jit import SOLO_MARK
from kernels.codes import CARDS, ISLAND_SLOTS, MAX_DAYS, MAX_SEATS, SPACES, VOYAGES, Loot, Stream
from kernels.state import FIELDS, GAME, SOLO_FIELDS, SOLO_GAME, Violation, invariants
from kernels.tokens import MOST, packed, some

some = called(some)

ONE = np.uint64(1)


def test_the_table_of_fields_is_the_dtype():
    assert [row[0] for row in FIELDS] == list(GAME.names)
    for name, kind, shape, meaning in FIELDS:
        assert (GAME[name].base, GAME[name].shape) == (np.dtype(kind), shape)
        assert meaning


def test_a_solo_game_is_a_game_and_its_own_fields():
    """What no other game has, at other offsets (Numba must not take one record for the other); then all of GAME."""
    names = [row[0] for row in SOLO_FIELDS]
    assert list(SOLO_GAME.names) == [*names, *GAME.names]
    assert not any(SOLO_GAME.fields[name][1] == GAME.fields[name][1] for name in GAME.names)
    assert not set(names) & set(GAME.names)
    assert all(SOLO_GAME[name] == GAME[name] for name in GAME.names)
    for name, kind, shape, meaning in SOLO_FIELDS:
        assert (SOLO_GAME[name].base, SOLO_GAME[name].shape) == (np.dtype(kind), shape)
        assert meaning
    assert SOLO_MARK in names


def test_sizes():
    """Six seats with two cards each and the Midshipman fit the island; the most days, tokens and streams fit their fields."""
    assert (MAX_SEATS, SPACES, CARDS, VOYAGES) == (6, 6, 40, 3)
    assert ISLAND_SLOTS >= 2 * MAX_SEATS + 1
    assert GAME["rows"].shape == (MAX_DAYS,)
    streams = [stream for stream in Stream if stream != Stream.POLICY] + [Stream.POLICY + seat for seat in range(MAX_SEATS)]
    assert sorted(streams) == list(range(*GAME["streams"].shape))
    assert GAME["loot_order"].shape[0] >= MOST


@pytest.fixture
def position():
    """Three seats with cards everywhere, loot in a row, in the bag and held."""
    return scene(hand={0: [3, 4]}, ship={0: [10], 1: [11]}, loot={0: [Loot.MAP]}, today=[Loot.CHEST], doubloons=5, dial=7).lay()


def violations(position):
    return invariants(position.game, position.rules[0])


def test_a_valid_record(position):
    assert violations(position) == Violation.VALID == Violation(0)


@pytest.mark.parametrize(
    ("zone", "card"), [("hand", 10), ("hand", 40), ("ship", 3), ("ship", 40), ("graveyard", 3), ("graveyard", 10)]
)
def test_a_card_too_many_in_a_zone(position, zone, card):
    """A second one of the seat's 3 or 10, or a card (40) that was never dealt."""
    position.game[zone][0] |= np.uint64(1 << (card - 1))
    assert violations(position) == Violation.CARDS_NOT_CONSERVED


def test_a_card_that_is_missing(position):
    position.game["hand"][0] ^= np.uint64(1 << 2)
    assert violations(position) == Violation.CARDS_NOT_CONSERVED


def test_a_card_of_another_seat(position):
    """Seat 1's 11 taken by seat 0: seat 0 has it twice (in its graveyard too), seat 1 not at all."""
    position.game["ship"][1] ^= np.uint64(1 << 10)
    position.game["ship"][0] |= np.uint64(1 << 10)
    assert violations(position) == Violation.CARDS_NOT_CONSERVED


@pytest.mark.parametrize("place", ["bag", "rows", "loot"])
@pytest.mark.parametrize("kind", list(Loot))
def test_a_token_too_many(position, place, kind):
    if place == "bag":
        position.game["bag"] += np.uint64(some(kind, 1))
    else:
        position.game[place][2] += np.uint64(some(kind, 1))
    assert violations(position) == Violation.TOKENS_NOT_CONSERVED


def test_a_token_that_turned_into_another(position):
    """The total is right, the kinds are not."""
    position.game["loot"][0] = packed([1, 0, 0, 0, 0, 0, 0])
    assert violations(position) == Violation.TOKENS_NOT_CONSERVED


@pytest.mark.parametrize(("token", "space"), [(0, 2), (5, 0), (3, 6), (1, -1)])
def test_two_tokens_on_a_space_or_one_beyond_the_track(position, token, space):
    position.game["space"][token] = space
    assert violations(position) == Violation.REPUTATION_NOT_PERMUTED


@pytest.mark.parametrize("field", ["doubloons", "dial"])
def test_a_negative_number_of_doubloons(position, field):
    position.game[field][1] = -1
    assert violations(position) == Violation.DOUBLOONS_NEGATIVE


def test_violations_add_up(position):
    position.game["doubloons"][0] = -1
    position.game["space"][0] = 9
    position.game["bag"] += ONE
    position.game["hand"][0] ^= np.uint64(1 << 2)
    assert violations(position) == (
        Violation.CARDS_NOT_CONSERVED
        | Violation.TOKENS_NOT_CONSERVED
        | Violation.REPUTATION_NOT_PERMUTED
        | Violation.DOUBLOONS_NEGATIVE
    )


@pytest.mark.parametrize("rest", ["doubloons", "loot", "ship"])
def test_what_an_anchor_should_have_cleared(rest):
    """ANC-3, ANC-4: after an anchor, doubloons, loot, or a character in a ship that no hook keeps."""
    position = scene(day=3, ship={0: [11]}).anchor().position
    game = position.game
    assert violations(position) == Violation.VALID
    if rest == "doubloons":
        game["doubloons"][0] = 1
    elif rest == "loot":
        game["loot"][0] = packed([1, 0, 0, 0, 0, 0, 0])
        game["bag"] -= packed([1, 0, 0, 0, 0, 0, 0])
    else:
        game["graveyard"][0] ^= np.uint64(1 << 10)
        game["ship"][0] |= np.uint64(1 << 10)
    assert violations(position) == Violation.NOT_CLEARED


@pytest.fixture
def solo_position():
    """The human with a hand of one, the Automa with a card in each place, loot of both."""
    return scene(
        solo=True,
        deck=[30],
        hand={0: [3], 1: [3]},
        ship={1: [10]},
        graveyard={1: [11]},
        loot={0: [Loot.MAP], 1: [Loot.RELIC]},
        today=[Loot.CHEST],
    ).lay()


@pytest.mark.rule("SOL-1")
@pytest.mark.rule("Q-17")
def test_the_records_of_solo_games_are_held_to_the_same(solo_position):
    """Her cards and tokens are a seat's as any other's; the solo deck is nobody's."""
    game = solo_position.game
    assert game.dtype == SOLO_GAME
    assert violations(solo_position) == Violation.VALID
    game["deck"][:39] = game["deck"][:39][::-1].copy()
    assert violations(solo_position) == Violation.VALID
    for zone in ("hand", "ship", "graveyard"):
        game[zone][1] ^= np.uint64(1 << 29)  # the Pilferer's card
        assert violations(solo_position) == Violation.CARDS_NOT_CONSERVED
        game[zone][1] ^= np.uint64(1 << 29)
    game["loot"][1] += ONE
    assert violations(solo_position) == Violation.TOKENS_NOT_CONSERVED
    game["loot"][1] -= ONE
    game["doubloons"][1] = -1
    assert violations(solo_position) == Violation.DOUBLOONS_NEGATIVE
