"""``solo_tally`` on records made by hand; every counter is computed here from the meaning in ``FIELDS`` and ``PAIR_FIELDS``."""

import numpy as np
import pytest

from kernels import engine
from kernels._jit import JIT, entry
from kernels.catalog import CALM, STORMY
from kernels.masks import mask_of
from kernels.rule_record import rules_record
from kernels.solo_tally import FIELDS, PAIR_FIELDS, SOLO_PAIR, SOLO_TALLY, count_solo_game, count_solo_pair
from kernels.state import SOLO_GAME
from kernels.tally import SCORES
from kernels.tokens import packed

GAMES = 40 if JIT else 2


@entry
def count_one(games, rules, tally):
    """``count_solo_game`` has no entry point of its own."""
    count_solo_game(games[0], rules[0], tally[0])


@entry
def pair_of(a, b, pairs):
    """Nor has ``count_solo_pair``."""
    count_solo_pair(a[0], b[0], pairs[0])


RULES = rules_record(solo=True)
DRAWN = rules_record(None, (CALM, STORMY), True)


def record():
    """The human has 40 points, the Automa 70 and wins: margins -30 and 30."""
    games = np.zeros(1, SOLO_GAME)
    game = games[0]
    game["players"] = 2
    game["dial"][:2] = [40, 70]
    game["log_leader"] = [0, 1, 1]
    game["log_space"] = [3, 2, 0, 1, 4, 5]
    for voyage, dealt in enumerate([[1, 2, 3], [4], [5, 40]]):
        game["log_deal"][voyage] = mask_of(dealt)
    # the human plays 1 twice
    for voyage, seat, cards in [(1, 0, [1]), (2, 0, [1]), (3, 0, [4, 40]), (1, 1, [1, 2]), (3, 1, [40])]:
        game["log_played"][voyage, seat] = mask_of(cards)
    # the human's 1 as played; the Automa's 3, which she never played, and her 1 two voyages after it was played
    for voyage, seat, cards in [(1, 0, [1]), (1, 1, [3]), (3, 1, [1])]:
        game["log_discarded"][voyage, seat] = mask_of(cards)
    game["log_no_effect"] = mask_of([2, 40])
    for voyage, counts in enumerate([[1, 2, 3, 4, 5, 6, 7], [1, 0, 0, 0, 0, 0, 0], [0, 0, 2, 0, 0, 0, 1]]):
        game["log_dealt"][voyage] = packed(counts)
    game["log_pilfered"] = packed([1, 0, 2, 0, 0, 0, 0])
    game["log_held"][0, 0] = packed([2, 0, 0, 0, 0, 0, 1])
    game["log_held"][1, 0] = packed([1, 0, 0, 0, 0, 0, 0])
    game["log_held"][0, 1] = packed([0, 1, 0, 0, 0, 0, 4])
    game["log_held"][2, 1] = packed([0, 3, 0, 0, 0, 0, 0])
    return games


# side, scope, card
HUMAN_PLAYS = ((0, 0, 1), (0, 0, 4), (0, 0, 40), (0, 1, 1), (0, 2, 1), (0, 3, 4), (0, 3, 40))
AUTOMA_PLAYS = ((1, 0, 1), (1, 0, 2), (1, 0, 40), (1, 1, 1), (1, 1, 2), (1, 3, 40))
DEALT = {(0, 1): 1, (0, 2): 1, (0, 3): 1, (0, 4): 1, (0, 5): 1, (0, 40): 1, (1, 1): 1, (1, 2): 1, (1, 3): 1, (2, 4): 1,
         (3, 5): 1, (3, 40): 1}  # fmt: skip
EXPECTED = {
    "games": {(): 1},
    "human_wins": {},
    "card_dealt": DEALT,
    "card_dealt_wins": {},
    "card_plays": dict.fromkeys(HUMAN_PLAYS + AUTOMA_PLAYS, 1),
    "card_wins": dict.fromkeys(AUTOMA_PLAYS, 1),
    "card_discarded": {(0, 0, 1): 1, (0, 1, 1): 1},
    "card_margin": dict.fromkeys(HUMAN_PLAYS, -30) | dict.fromkeys(AUTOMA_PLAYS, 30),
    "card_margin_square": dict.fromkeys(HUMAN_PLAYS + AUTOMA_PLAYS, 900),
    "card_no_effect": {2: 1, 40: 1},
    # face, kind
    "loot_games": {(0, kind): 1 for kind in range(7)},
    "loot_wins": {},
    "loot_dealt": {(0, 0): 2, (0, 1): 2, (0, 2): 5, (0, 3): 4, (0, 4): 5, (0, 5): 6, (0, 6): 8},
    "loot_pilfered": {(0, 0): 1, (0, 2): 2},
    # the human: chests 2 + 1, 1 relic; the Automa: hooks 1 + 3, 4 relics
    "loot_held": {(0, 0, 0): 3, (0, 0, 6): 1, (1, 0, 1): 4, (1, 0, 6): 4},
    "loot_held_square": {(0, 0, 0): 9, (0, 0, 6): 1, (1, 0, 1): 16, (1, 0, 6): 16},
    "loot_held_wins": {(1, 0, 1): 4, (1, 0, 6): 4},
    "loot_held_square_wins": {(1, 0, 1): 16, (1, 0, 6): 16},
    "score_games": {(0, 40): 1, (1, 70): 1},
    "score": {0: 40, 1: 70},
    "score_square": {0: 1600, 1: 4900},
    "margin_games": {1024 - 30: 1},
    "margin": {(): -30},
    "margin_square": {(): 900},
    "ties": {},
    "leader_wins": {1: 1},  # the human led after voyage 1, the Automa after voyage 2
    "space_games": {3: 1},
    "space_wins": {},
    "no_effect": {(): 2},
    "no_effect_square": {(): 4},
    **{name: {} for name in SOLO_TALLY.names if name.startswith("mix_")},  # no side was drawn
}

WON = {
    # the human has 75 and wins: margins 5 and -5
    "human_wins": {(): 1},
    "card_dealt_wins": {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 40: 1},
    "card_wins": dict.fromkeys(HUMAN_PLAYS, 1),
    "card_margin": dict.fromkeys(HUMAN_PLAYS, 5) | dict.fromkeys(AUTOMA_PLAYS, -5),
    "card_margin_square": dict.fromkeys(HUMAN_PLAYS + AUTOMA_PLAYS, 25),
    "loot_wins": {(0, kind): 1 for kind in range(7)},
    "loot_held_wins": {(0, 0, 0): 3, (0, 0, 6): 1},
    "loot_held_square_wins": {(0, 0, 0): 9, (0, 0, 6): 1},
    "score_games": {(0, 75): 1, (1, 70): 1},
    "score": {0: 75, 1: 70},
    "score_square": {0: 5625, 1: 4900},
    "margin_games": {1024 + 5: 1},
    "margin": {(): 5},
    "margin_square": {(): 25},
    "leader_wins": {0: 1},
    "space_wins": {3: 1},
}
"""What differs if the human wins."""

MIXED = {
    # chest and relic show face 1: mix 1 + 64
    "loot_games": {(0, 1): 1, (0, 2): 1, (0, 3): 1, (0, 4): 1, (0, 5): 1, (1, 0): 1, (1, 6): 1},
    "loot_dealt": {(1, 0): 2, (0, 1): 2, (0, 2): 5, (0, 3): 4, (0, 4): 5, (0, 5): 6, (1, 6): 8},
    "loot_pilfered": {(1, 0): 1, (0, 2): 2},
    "loot_held": {(0, 1, 0): 3, (0, 1, 6): 1, (1, 0, 1): 4, (1, 1, 6): 4},
    "loot_held_square": {(0, 1, 0): 9, (0, 1, 6): 1, (1, 0, 1): 16, (1, 1, 6): 16},
    "loot_held_wins": {(1, 0, 1): 4, (1, 1, 6): 4},
    "loot_held_square_wins": {(1, 0, 1): 16, (1, 1, 6): 16},
    "mix_games": {65: 1},
    "mix_score": {(0, 65): 40, (1, 65): 70},
    "mix_score_square": {(0, 65): 1600, (1, 65): 4900},
    "mix_margin": {65: -30},
    "mix_margin_square": {65: 900},
}
"""What differs if the sides were drawn."""


def counted(games, rules=RULES):
    tally = np.zeros(1, SOLO_TALLY)
    count_one(games, rules, tally)
    return tally


def nonzero(counters, name):
    values = counters[name][0]
    if values.shape == ():
        return {(): int(values)} if values else {}
    places = [tuple(map(int, place)) for place in np.argwhere(values)]
    return {place if len(place) > 1 else place[0]: int(values[place]) for place in places}


def test_the_tables_of_counters_are_the_dtypes():
    for fields, dtype in ((FIELDS, SOLO_TALLY), (PAIR_FIELDS, SOLO_PAIR)):
        assert [row[0] for row in fields] == list(dtype.names)
        assert all(dtype[name].shape == shape and dtype[name].base == np.int64 and meaning for name, shape, meaning in fields)
    assert set(EXPECTED) == set(SOLO_TALLY.names)


@pytest.mark.parametrize("name", SOLO_TALLY.names)
def test_every_counter_of_a_game_that_the_automa_won(name):
    assert nonzero(counted(record()), name) == EXPECTED[name]


@pytest.mark.parametrize("name", SOLO_TALLY.names)
def test_every_counter_of_a_game_that_the_human_won(name):
    games = record()
    games["dial"][0, 0] = 75
    games["log_leader"][0] = [0, 1, 0]
    assert nonzero(counted(games), name) == WON.get(name, EXPECTED[name])


@pytest.mark.parametrize("name", SOLO_TALLY.names)
def test_counters_by_face_and_mix(name):
    games = record()
    games["face"][0, [0, 6]] = 1
    assert nonzero(counted(games, DRAWN), name) == MIXED.get(name, EXPECTED[name])


def test_wins_by_mix():
    games = record()
    games["log_leader"] = 0
    assert nonzero(counted(games, DRAWN), "mix_wins") == {0: 1}


def test_the_records_logs_are_completed():
    """Played in the game: the union of the voyages; discarded: only what was played in the same voyage."""
    games = record()
    counted(games)
    assert [int(games["log_played"][0, 0, seat]) for seat in (0, 1)] == [int(mask_of([1, 4, 40])), int(mask_of([1, 2, 40]))]
    assert [int(games["log_discarded"][0, 0, seat]) for seat in (0, 1)] == [int(mask_of([1])), 0]


def finished(human, automa, winner):
    games = np.zeros(1, SOLO_GAME)
    games["players"] = 2
    games["dial"][0, :2] = [human, automa]
    games["log_leader"] = winner
    return games


def test_a_tie():
    tally = counted(finished(50, 50, 1))
    assert nonzero(tally, "ties") == {(): 1}
    assert nonzero(tally, "margin_games") == {SCORES: 1}
    assert (nonzero(tally, "margin"), nonzero(tally, "human_wins")) == ({}, {})


@pytest.mark.parametrize(
    ("human", "automa", "bin_of_margin", "bins_of_scores"),
    [
        (1023, 0, 2047, (1023, 0)),  # the last bin: this margin and all above it
        (1500, 3, 2047, (1023, 3)),
        (1022, 0, 2046, (1022, 0)),
        (0, 1023, 1, (0, 1023)),
        (0, 1024, 0, (0, 1023)),  # the first bin: this one and all below
        (7, 5007, 0, (7, 1023)),
    ],
)
def test_scores_and_margins_beyond_the_histograms(human, automa, bin_of_margin, bins_of_scores):
    tally = counted(finished(human, automa, int(human < automa)))
    assert nonzero(tally, "margin_games") == {bin_of_margin: 1}
    assert nonzero(tally, "score_games") == {(0, bins_of_scores[0]): 1, (1, bins_of_scores[1]): 1}
    assert nonzero(tally, "margin") == {(): human - automa}
    assert tally["score"][0].tolist() == [human, automa]


def test_counting_adds_to_a_tally():
    twice = counted(record())
    count_one(record(), RULES, twice)
    once = counted(record())
    assert all((twice[name] == 2 * once[name]).all() for name in SOLO_TALLY.names)


# ------------------------------------------------------------------------------------------------------- pairs


def played_by(human, automa, winner, cards, idle=()):
    """A finished game: cards of the human and of the Automa."""
    games = finished(human, automa, winner)
    for seat in (0, 1):
        games["log_played"][0, 0, seat] = mask_of(cards[seat])
    games["log_no_effect"] = mask_of(idle)
    return games


A = played_by(40, 70, 1, ([1, 4, 40], [1, 2, 40]), [2, 40])
"""Margins of the human and of the Automa: -30 and 30."""
B = played_by(60, 50, 0, ([1, 4, 5], [2, 5, 40]), [40])
"""10 and -10. The human plays 1 and 4 in both, the Automa 2 and 40."""

EXPECTED_PAIR = {
    "games": {(): 1},
    "same_winner": {},
    "human_wins": {},
    "score": {0: 2400, 1: 3500},
    "margin": {(): -300},
    "ties": {},
    "no_effect": {(): 2},
    "card_wins_wins": {},
    "card_wins_plays": {(1, 2): 1, (1, 40): 1},
    "card_plays_wins": {(0, 1): 1, (0, 4): 1},
    "card_plays_plays": {(0, 1): 1, (0, 4): 1, (1, 2): 1, (1, 40): 1},
    "card_margin_margin": {(0, 1): -300, (0, 4): -300, (1, 2): -300, (1, 40): -300},
    "card_margin_plays": {(0, 1): -30, (0, 4): -30, (1, 2): 30, (1, 40): 30},
    "card_plays_margin": {(0, 1): 10, (0, 4): 10, (1, 2): -10, (1, 40): -10},
}

SWAPPED = {
    "card_wins_plays": "card_plays_wins",
    "card_plays_wins": "card_wins_plays",
    "card_margin_plays": "card_plays_margin",
    "card_plays_margin": "card_margin_plays",
}


def paired(a, b):
    pairs = np.zeros(1, SOLO_PAIR)
    pair_of(a, b, pairs)
    return pairs


@pytest.mark.parametrize("name", SOLO_PAIR.names)
def test_every_sum_of_two_games_made_by_hand(name):
    assert nonzero(paired(A, B), name) == EXPECTED_PAIR[name]


@pytest.mark.parametrize("name", SOLO_PAIR.names)
def test_the_pair_the_other_way_round(name):
    """The first factor is of the first game."""
    assert nonzero(paired(B, A), name) == EXPECTED_PAIR[SWAPPED.get(name, name)]


def test_a_game_with_itself():
    """Squares of what the game adds."""
    lost, won = paired(A, A), paired(B, B)
    assert nonzero(lost, "same_winner") == nonzero(won, "same_winner") == {(): 1}
    assert (nonzero(lost, "human_wins"), nonzero(won, "human_wins")) == ({}, {(): 1})
    assert nonzero(lost, "no_effect") == {(): 4}
    assert nonzero(lost, "card_wins_wins") == {(1, 1): 1, (1, 2): 1, (1, 40): 1}
    assert nonzero(won, "card_wins_wins") == {(0, 1): 1, (0, 4): 1, (0, 5): 1}
    assert set(nonzero(lost, "card_margin_margin").values()) == {900}


def test_ties_in_both_games():
    tie = finished(50, 50, 1)
    assert nonzero(paired(tie, tie), "ties") == {(): 1}
    assert nonzero(paired(tie, A), "ties") == nonzero(paired(A, tie), "ties") == {}
    assert nonzero(paired(tie, tie), "margin") == {}


def test_pairs_add_up():
    pairs = paired(A, B)
    pair_of(A, B, pairs)
    assert all((pairs[name] == 2 * paired(A, B)[name]).all() for name in SOLO_PAIR.names)


def test_blocks_of_solo_games_under_several_rule_sets():
    """Tallies as single blocks make them; pairs as the finished games give them; pair 0 stays zero."""
    sets = [
        rules_record(solo=True),
        rules_record({"solo.automa_start": 9}, solo=True),
        rules_record(None, (CALM, STORMY), True),
        rules_record(solo=True),
    ]
    rules, games = np.concatenate(sets), np.zeros(len(sets) + 1, SOLO_GAME)
    tallies, pairs = np.zeros(len(sets), SOLO_TALLY), np.zeros(len(sets), SOLO_PAIR)
    engine.compare_solo_block(7, 3, GAMES, 2, rules, games, tallies, pairs)
    assert games[-1].tobytes() == bytes(SOLO_GAME.itemsize)
    assert pairs[0].tobytes() == bytes(SOLO_PAIR.itemsize)
    expected = np.zeros(len(sets), SOLO_PAIR)
    finals = []
    for at, one in enumerate(sets):
        total, of_set = np.zeros(1, SOLO_TALLY), []
        for index in range(3, 3 + GAMES):
            scratch = np.zeros(2, SOLO_GAME)
            engine.play_solo_block(7, index, 1, 2, one, scratch, total)
            of_set.append(scratch[:1])
        assert tallies[at].tobytes() == total[0].tobytes()
        finals.append(of_set)
        for first, game in zip(finals[0], of_set):
            if at:
                pair_of(first, game, expected[at : at + 1])
    assert pairs.tobytes() == expected.tobytes()
    assert pairs["games"].tolist() == [0, GAMES, GAMES, GAMES]
    assert pairs["same_winner"][3] == GAMES
