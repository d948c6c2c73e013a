"""``pairs.count_pair`` on two records made by hand, and ``engine.compare_block`` against single blocks."""

import numpy as np
import pytest

from kernels import engine
from kernels._jit import JIT, entry
from kernels.catalog import CALM, STORMY
from kernels.masks import mask_of
from kernels.pairs import FIELDS, PAIR, count_pair
from kernels.rule_record import rules_record
from kernels.state import GAME
from kernels.tally import TALLY
from kernels.tokens import packed

GAMES = 40 if JIT else 3


@entry
def pair_of(a, b, pairs):
    """``count_pair`` has no entry point of its own."""
    count_pair(a[0], b[0], pairs[0])


def record(dial, leaders, played, held):
    """A finished game of three seats: cards by seat; (voyage, seat): counts of tokens."""
    games = np.zeros(1, GAME)
    game = games[0]
    game["players"] = 3
    game["dial"][:3] = dial
    game["log_leader"] = leaders
    game["log_margin"][:3] = [score - max(dial[:seat] + dial[seat + 1 :]) for seat, score in enumerate(dial)]
    for seat, cards in enumerate(played):
        game["log_played"][0, seat] = mask_of(cards)
    for place, counts in held.items():
        game["log_held"][place] = packed(counts)
    return games


A = record(
    [40, 55, 70],
    [2, 0, 2],
    [[1, 4, 40], [1, 2], [1, 40]],
    {(0, 0): [2, 0, 0, 0, 0, 0, 1], (1, 0): [1, 0, 0, 0, 0, 0, 0], (2, 1): [0, 3, 0, 0, 0, 0, 0],
     (0, 2): [1, 0, 0, 0, 0, 0, 4], (2, 2): [1, 0, 0, 0, 0, 0, 0]},
)  # fmt: skip
"""Seat 2 wins with a margin of 15; margins of the others -30, -15. Chests 5, of the winner 2; hooks 3, 0; relics 5, 4."""
B = record(
    [60, 50, 30],
    [0, 0, 0],
    [[1, 4], [2, 5], [1, 40]],
    {(0, 0): [1, 0, 0, 0, 0, 0, 0], (1, 1): [0, 2, 0, 0, 0, 0, 0], (2, 0): [0, 0, 0, 0, 0, 0, 3], (2, 2): [0, 0, 0, 0, 0, 0, 1]},
)  # fmt: skip
"""Seat 0 wins with a margin of 10; the others -10, -30. Chests 1, 1; hooks 2, 0; relics 4, 3."""

# card: A plays, wins, margins; B plays, wins, margins
# 1: 3, 1, -30; 2, 1, -20    2: 1, 0, -15; 1, 0, -10    4: 1, 0, -30; 1, 1, 10    5: not in A    40: 2, 1, -15; 1, 0, -30
EXPECTED = {
    "games": {(): 1},
    "same_winner": {},
    "card_wins_wins": {1: 1},
    "card_wins_plays": {1: 2, 40: 1},
    "card_plays_wins": {1: 3, 4: 1},
    "card_plays_plays": {1: 6, 2: 1, 4: 1, 40: 2},
    "card_margin_margin": {1: 600, 2: 150, 4: -300, 40: 450},
    "card_margin_plays": {1: -60, 2: -15, 4: -30, 40: -15},
    "card_plays_margin": {1: -60, 2: -10, 4: 10, 40: -60},
    "loot_won_won": {0: 2, 6: 12},
    "loot_won_held": {0: 2, 6: 16},
    "loot_held_won": {0: 5, 6: 15},
    "loot_held_held": {0: 5, 1: 6, 6: 20},
    "score": {(): 165 * 140},
    "winner_score": {(): 70 * 60},
    "margin": {(): 15 * 10},
    "ties": {},
    "seat_wins": {},
    "leader_wins": {0: 1},  # A: led after voyage 1, not 2; B: both
}


def counted(a, b):
    pairs = np.zeros(1, PAIR)
    pair_of(a, b, pairs)
    return pairs


def nonzero(pairs, name):
    values = pairs[name][0]
    if values.shape == ():
        return {(): int(values)} if values else {}
    return {int(place): int(values[place]) for place in np.flatnonzero(values)}


def test_the_table_of_sums_is_the_dtype():
    assert [row[0] for row in FIELDS] == list(PAIR.names) == list(EXPECTED)
    assert all(PAIR[name].shape == shape and PAIR[name].base == np.int64 and meaning for name, shape, meaning in FIELDS)


@pytest.mark.parametrize("name", PAIR.names)
def test_every_sum_of_two_games_made_by_hand(name):
    assert nonzero(counted(A, B), name) == EXPECTED[name]


SWAPPED = {
    "card_wins_plays": "card_plays_wins",
    "card_plays_wins": "card_wins_plays",
    "card_margin_plays": "card_plays_margin",
    "card_plays_margin": "card_margin_plays",
    "loot_won_held": "loot_held_won",
    "loot_held_won": "loot_won_held",
}


@pytest.mark.parametrize("name", PAIR.names)
def test_the_pair_the_other_way_round(name):
    """The first factor is of the first game."""
    assert nonzero(counted(B, A), name) == EXPECTED[SWAPPED.get(name, name)]


def test_a_game_with_itself():
    """Seat 2 wins in both; squares of what the game adds."""
    pairs = counted(A, A)
    assert nonzero(pairs, "same_winner") == {(): 1}
    assert nonzero(pairs, "seat_wins") == {2: 1}
    assert nonzero(pairs, "card_margin_margin") == {1: 900, 2: 225, 4: 900, 40: 225}
    assert nonzero(pairs, "loot_held_held") == {0: 25, 1: 9, 6: 25}
    assert nonzero(pairs, "leader_wins") == {0: 1}


def test_ties_in_both_games():
    tie = record([50, 50, 20], [1, 1, 1], [[], [], []], {})
    assert nonzero(counted(tie, tie), "ties") == {(): 1}
    assert nonzero(counted(tie, A), "ties") == nonzero(counted(A, tie), "ties") == {}
    assert nonzero(counted(tie, tie), "margin") == {}


def test_pairs_add_up():
    pairs = counted(A, B)
    pair_of(A, B, pairs)
    assert all((pairs[name] == 2 * counted(A, B)[name]).all() for name in PAIR.names)


@pytest.mark.parametrize("players", [2, 5])
def test_compare_block_plays_the_games_of_each_rule_set_and_pairs_them_with_the_first(players):
    """Tallies as ``play_block`` makes them one by one; pairs as the finished games give them; pair 0 stays zero."""
    sets = [rules_record(), rules_record({"chest.gain": 9}), rules_record(None, (CALM, STORMY)), rules_record()]
    rules, games = np.concatenate(sets), np.zeros(len(sets) + 1, GAME)
    tallies, pairs = np.zeros(len(sets), TALLY), np.zeros(len(sets), PAIR)
    engine.compare_block(7, 3, GAMES, players, rules, games, tallies, pairs)
    assert games[-1].tobytes() == bytes(GAME.itemsize)
    assert pairs[0].tobytes() == bytes(PAIR.itemsize)
    expected = np.zeros(len(sets), PAIR)
    for at, one in enumerate(sets):
        tally = np.zeros(1, TALLY)
        engine.play_block(7, 3, GAMES, players, one, np.zeros(2, GAME), tally)
        assert tallies[at].tobytes() == tally[0].tobytes()
        for index in range(3, 3 + GAMES):
            both = []
            for rule_set in (sets[0], one):
                scratch = np.zeros(2, GAME)
                engine.play_block(7, index, 1, players, rule_set, scratch, np.zeros(1, TALLY))
                both.append(scratch[:1])
            if at:
                pair_of(*both, expected[at : at + 1])
    assert pairs.tobytes() == expected.tobytes()
    assert pairs["games"].tolist() == [0, GAMES, GAMES, GAMES]
    assert pairs["same_winner"][3] == GAMES
