"""``tally.count_game`` on records made by hand; every counter is computed here from the meaning in ``tally.FIELDS``."""

import numpy as np
import pytest

from kernels._jit import entry
from kernels.catalog import CALM, STORMY
from kernels.masks import mask_of
from kernels.rule_record import rules_record
from kernels.state import GAME
from kernels.tally import FIELDS, SCORES, TALLY, add, count_game, count_players
from kernels.tokens import packed


@entry
def count_one(games, rules, tally):
    """``count_game`` has no entry point of its own."""
    count_game(games[0], rules[0], tally[0])


@entry
def count_with_players(games, rules, tallies):
    count_game(games[0], rules[0], tallies[0])
    count_players(games[0], tallies)


RULES = rules_record()
DRAWN = rules_record(None, (CALM, STORMY))


def record():
    """Three seats, 40, 55 and 70 points, seat 2 wins. Margins: 40 - 70 = -30, 55 - 70 = -15, 70 - 55 = 15."""
    games = np.zeros(1, GAME)
    game = games[0]
    game["players"] = 3
    game["dial"][:3] = [40, 55, 70]
    game["log_leader"] = [2, 0, 2]
    game["log_space"] = [4, 0, 2, 1, 3, 5]
    for voyage, dealt in enumerate([[1, 2, 3], [4], [5, 40]]):
        game["log_deal"][voyage] = mask_of(dealt)
    for voyage, seat, cards in [(1, 0, [1]), (1, 1, [1, 2]), (2, 2, [1]), (3, 0, [4, 40]), (3, 2, [40])]:
        game["log_played"][voyage, seat] = mask_of(cards)
    # seat 0's 1 as played; seat 1's 3, which it never played; seat 2's 1 in the voyage after it was played
    for voyage, seat, cards in [(1, 0, [1]), (1, 1, [3]), (3, 2, [1])]:
        game["log_discarded"][voyage, seat] = mask_of(cards)
    for voyage, counts in enumerate([[1, 2, 3, 4, 5, 6, 7], [1, 0, 0, 0, 0, 0, 0], [0, 0, 2, 0, 0, 0, 1]]):
        game["log_dealt"][voyage] = packed(counts)
    for voyage, counts in enumerate([[1, 1, 1, 1, 1, 1, 1], [1, 0, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0, 0]]):
        game["log_taken"][voyage] = packed(counts)
    game["log_held"][0, 0] = packed([2, 0, 0, 0, 0, 0, 1])
    game["log_held"][1, 0] = packed([1, 0, 0, 0, 0, 0, 0])
    game["log_held"][2, 1] = packed([0, 3, 0, 0, 0, 0, 0])
    game["log_held"][0, 2] = packed([1, 0, 0, 0, 0, 0, 4])
    game["log_held"][2, 2] = packed([1, 0, 0, 0, 0, 0, 0])
    return games


EXPECTED = {
    "games": {(): 1},
    "card_dealt": {(0, 1): 1, (0, 2): 1, (0, 3): 1, (0, 4): 1, (0, 5): 1, (0, 40): 1, (1, 1): 1, (1, 2): 1, (1, 3): 1,
                   (2, 4): 1, (3, 5): 1, (3, 40): 1},
    # in the whole game: 1 by all, 2 by one, 3 and 5 by nobody, 4 by one, 40 by two of three
    "card_unplayed": {(0, 2): 2, (0, 3): 3, (0, 4): 2, (0, 5): 3, (0, 40): 1, (1, 2): 2, (1, 3): 3, (2, 4): 2, (3, 5): 3,
                      (3, 40): 1},
    # scope, card, seats that played it, whether the winner did
    "card_joint": {
        (0, 1, 3, 1): 1, (0, 2, 1, 0): 1, (0, 4, 1, 0): 1, (0, 40, 2, 1): 1,
        (1, 1, 2, 0): 1, (1, 2, 1, 0): 1, (2, 1, 1, 1): 1, (3, 4, 1, 0): 1, (3, 40, 2, 1): 1,
    },
    # card, seats that played it: those that the winner, seat 2, was dealt and did not play
    "card_without": {(2, 1): 1, (3, 0): 1, (4, 1): 1, (5, 0): 1},
    "card_discarded": {(0, 1): 1, (1, 1): 1},
    # card 1: -30 - 15 + 15 = -30 in the game, -45 in voyage 1, 15 in voyage 2; card 40: -30 + 15 = -15
    "card_margin": {(0, 1): -30, (0, 2): -15, (0, 4): -30, (0, 40): -15, (1, 1): -45, (1, 2): -15, (2, 1): 15, (3, 4): -30,
                    (3, 40): -15},
    "card_margin_square": {(0, 1): 900, (0, 2): 225, (0, 4): 900, (0, 40): 225, (1, 1): 2025, (1, 2): 225, (2, 1): 225,
                           (3, 4): 900, (3, 40): 225},
    "card_margin_plays": {(0, 1): -90, (0, 2): -15, (0, 4): -30, (0, 40): -30, (1, 1): -90, (1, 2): -15, (2, 1): 15,
                          (3, 4): -30, (3, 40): -30},
    # face, kind
    "loot_games": {(0, kind): 1 for kind in range(7)},
    "loot_dealt": {(0, 0): 2, (0, 1): 2, (0, 2): 5, (0, 3): 4, (0, 4): 5, (0, 5): 6, (0, 6): 8},
    "loot_taken": {(0, 0): 2, (0, 1): 1, (0, 2): 2, (0, 3): 1, (0, 4): 1, (0, 5): 1, (0, 6): 1},
    # chests 2 + 1 + 1 + 1 = 5, of the winner 2; hooks 3, 0; relics 1 + 4 = 5, 4
    "loot_held": {(0, 0): 5, (0, 1): 3, (0, 6): 5},
    "loot_won": {(0, 0): 2, (0, 6): 4},
    "loot_held_square": {(0, 0): 25, (0, 1): 9, (0, 6): 25},
    "loot_won_square": {(0, 0): 4, (0, 6): 16},
    "loot_won_held": {(0, 0): 10, (0, 6): 20},
    "seat_games": {0: 1, 1: 1, 2: 1},
    "seat_wins": {2: 1},
    "seat_score": {0: 40, 1: 55, 2: 70},
    "seat_score_square": {0: 1600, 1: 3025, 2: 4900},
    "space_games": {4: 1, 0: 1, 2: 1},
    "space_wins": {2: 1},
    "space_score": {4: 40, 0: 55, 2: 70},
    "space_score_square": {4: 1600, 0: 3025, 2: 4900},
    "score_seats": {40: 1, 55: 1, 70: 1},
    "score_square": {(): 1600 + 3025 + 4900},
    "score_game_square": {(): 165 * 165},
    "seats_margin": {(): -30 - 15 + 15},
    "seats_margin_square": {(): 30 * 30},
    "winner_score": {70: 1},
    "winner_score_sum": {(): 70},
    "winner_score_square": {(): 4900},
    "margin": {15: 1},
    "margin_sum": {(): 15},
    "margin_square": {(): 225},
    "ties": {},
    "leader_wins": {0: 1},  # seat 2 led after voyage 1, seat 0 after voyage 2
    **{name: {} for name in TALLY.names if name.startswith("mix_")},  # no side was drawn
    **{name: {} for name in ("seats_place", "seats_lead", "seats_lead_square")},  # of a player's seats alone: test_standings
}  # fmt: skip


OF_NO_GROUP = ("winner_score", "margin", "ties", "leader_wins", "mix_")
"""Starts of the names of counters that are of all seats alone."""

OF_SEATS_0_AND_2 = {
    "card_unplayed": {(0, 2): 2, (0, 3): 2, (0, 4): 1, (0, 5): 2, (1, 2): 2, (1, 3): 2, (2, 4): 1, (3, 5): 2},
    "card_joint": {
        (0, 1, 2, 1): 1, (0, 4, 1, 0): 1, (0, 40, 2, 1): 1,
        (1, 1, 1, 0): 1, (2, 1, 1, 1): 1, (3, 4, 1, 0): 1, (3, 40, 2, 1): 1,
    },
    "card_without": {(2, 0): 1, (3, 0): 1, (4, 1): 1, (5, 0): 1},
    "card_margin": {(0, 1): -15, (0, 4): -30, (0, 40): -15, (1, 1): -30, (2, 1): 15, (3, 4): -30, (3, 40): -15},
    "card_margin_square": {(0, 1): 225, (0, 4): 900, (0, 40): 225, (1, 1): 900, (2, 1): 225, (3, 4): 900, (3, 40): 225},
    "card_margin_plays": {(0, 1): -30, (0, 4): -30, (0, 40): -30, (1, 1): -30, (2, 1): 15, (3, 4): -30, (3, 40): -30},
    "loot_held": {(0, 0): 5, (0, 6): 5},
    "loot_held_square": {(0, 0): 25, (0, 6): 25},
    "seat_games": {0: 1, 2: 1},
    "seat_score": {0: 40, 2: 70},
    "seat_score_square": {0: 1600, 2: 4900},
    "space_games": {4: 1, 2: 1},
    "space_score": {4: 40, 2: 70},
    "space_score_square": {4: 1600, 2: 4900},
    "score_seats": {40: 1, 70: 1},
    "score_square": {(): 1600 + 4900},
    "score_game_square": {(): 110 * 110},
    "seats_place": {(0, 0): 1, (0, 2): 1},  # seats 0 and 2 are third and first; 3 x 110 - 2 x 165 = 0: they lead nobody
    "seats_margin": {(): -15},
    "seats_margin_square": {(): 225},
}  # fmt: skip
"""What differs for the seats of one policy, the winner's among them."""

OF_SEAT_1 = {
    "card_unplayed": {(0, 3): 1, (0, 4): 1, (0, 5): 1, (0, 40): 1, (1, 3): 1, (2, 4): 1, (3, 5): 1, (3, 40): 1},
    "card_joint": {(0, 1, 1, 0): 1, (0, 2, 1, 0): 1, (1, 1, 1, 0): 1, (1, 2, 1, 0): 1},
    "card_without": {},
    "card_discarded": {},
    "card_margin": {(0, 1): -15, (0, 2): -15, (1, 1): -15, (1, 2): -15},
    "card_margin_square": {(0, 1): 225, (0, 2): 225, (1, 1): 225, (1, 2): 225},
    "card_margin_plays": {(0, 1): -15, (0, 2): -15, (1, 1): -15, (1, 2): -15},
    "loot_held": {(0, 1): 3},
    "loot_held_square": {(0, 1): 9},
    "loot_won": {},
    "loot_won_square": {},
    "loot_won_held": {},
    "seat_games": {1: 1},
    "seat_wins": {},
    "seat_score": {1: 55},
    "seat_score_square": {1: 3025},
    "space_games": {0: 1},
    "space_wins": {},
    "space_score": {0: 55},
    "space_score_square": {0: 3025},
    "score_seats": {55: 1},
    "score_square": {(): 3025},
    "score_game_square": {(): 3025},
    "seats_margin": {(): -15},
    "seats_margin_square": {(): 225},
    "seats_place": {(0, 1): 1},  # 3 x 55 - 165 = 0
}
"""The same for those of a policy that did not win."""

MIXED = {
    # chest and relic show face 1, of seven drawn: mix 1 + 64
    "loot_games": {(0, 1): 1, (0, 2): 1, (0, 3): 1, (0, 4): 1, (0, 5): 1, (1, 0): 1, (1, 6): 1},
    "loot_dealt": {(1, 0): 2, (0, 1): 2, (0, 2): 5, (0, 3): 4, (0, 4): 5, (0, 5): 6, (1, 6): 8},
    "loot_taken": {(1, 0): 2, (0, 1): 1, (0, 2): 2, (0, 3): 1, (0, 4): 1, (0, 5): 1, (1, 6): 1},
    "loot_held": {(1, 0): 5, (0, 1): 3, (1, 6): 5},
    "loot_won": {(1, 0): 2, (1, 6): 4},
    "loot_held_square": {(1, 0): 25, (0, 1): 9, (1, 6): 25},
    "loot_won_square": {(1, 0): 4, (1, 6): 16},
    "loot_won_held": {(1, 0): 10, (1, 6): 20},
    "mix_games": {65: 1},
    "mix_score": {65: 165},
    "mix_score_square": {65: 165 * 165},
    "mix_winner_score": {65: 70},
    "mix_winner_score_square": {65: 4900},
    "mix_margin": {65: 15},
    "mix_margin_square": {65: 225},
    # card 1 by three seats, 40 by two, the winner among them; 2 and 4 by one other seat
    "mix_card_games": {(65, 1): 1, (65, 2): 1, (65, 4): 1, (65, 40): 1},
    "mix_card_plays": {(65, 1): 3, (65, 2): 1, (65, 4): 1, (65, 40): 2},
    "mix_card_plays_square": {(65, 1): 9, (65, 2): 1, (65, 4): 1, (65, 40): 4},
    "mix_card_wins": {(65, 1): 1, (65, 40): 1},
    "mix_card_wins_plays": {(65, 1): 3, (65, 40): 2},
}
"""What differs if the sides were drawn."""


def counted(games, rules=RULES):
    tally = np.zeros(1, TALLY)
    count_one(games, rules, tally)
    return tally


def nonzero(tally, name):
    values = tally[name][0]
    if values.shape == ():
        return {(): int(values)} if values else {}
    places = [tuple(map(int, place)) for place in np.argwhere(values)]
    return {place if len(place) > 1 else place[0]: int(values[place]) for place in places}


def test_the_table_of_counters_is_the_dtype():
    assert [row[0] for row in FIELDS] == list(TALLY.names)
    assert set(EXPECTED) == set(TALLY.names)
    assert all(TALLY[name].shape == shape and TALLY[name].base == np.int64 and meaning for name, shape, meaning in FIELDS)


@pytest.mark.parametrize("name", TALLY.names)
def test_every_counter_of_a_game_made_by_hand(name):
    assert nonzero(counted(record()), name) == EXPECTED[name]


@pytest.mark.parametrize("name", TALLY.names)
def test_counters_by_face_and_mix(name):
    games = record()
    games["face"][0, [0, 6]] = 1
    assert nonzero(counted(games, DRAWN), name) == MIXED.get(name, EXPECTED[name])


@pytest.mark.parametrize("name", TALLY.names)
def test_the_seats_of_each_player_alone(name):
    """Player 0 has seats 0 and 2, player 1 seat 1."""
    games, tallies = record(), np.zeros(3, TALLY)
    games["player"][0, :3] = [0, 1, 0]
    count_with_players(games, RULES, tallies)
    for tally, differs in zip(tallies, ({}, OF_SEATS_0_AND_2, OF_SEAT_1)):
        expected = {} if differs and name.startswith(OF_NO_GROUP) else differs.get(name, EXPECTED[name])
        assert nonzero(tally.reshape(1), name) == expected


def test_one_player_is_not_counted_apart():
    tallies = np.zeros(1, TALLY)
    count_with_players(record(), RULES, tallies)
    assert tallies.tobytes() == counted(record()).tobytes()


def test_the_records_logs_are_completed():
    """Played in the game: the union of the voyages; discarded: only what was played in the same voyage."""
    games = record()
    counted(games)
    played = [int(games["log_played"][0, 0, seat]) for seat in range(3)]
    assert played == [int(mask_of(cards)) for cards in ([1, 4, 40], [1, 2], [1, 40])]
    assert [int(games["log_discarded"][0, 0, seat]) for seat in range(3)] == [int(mask_of([1])), 0, 0]


def test_a_tie_and_scores_beyond_the_histogram():
    """Seats 0 and 1 on 1500, the winner (by reputation) is seat 1: margin 0; 1500 and 1023 both lie in the last bin."""
    games = np.zeros(1, GAME)
    game = games[0]
    game["players"] = 3
    game["dial"][:3] = [1500, 1500, SCORES - 1]
    game["log_leader"] = [1, 1, 1]
    game["log_space"] = range(6)
    tally = counted(games)
    assert nonzero(tally, "score_seats") == {SCORES - 1: 3}
    assert nonzero(tally, "winner_score") == {SCORES - 1: 1}
    assert nonzero(tally, "winner_score_sum") == {(): 1500}
    assert (nonzero(tally, "margin"), nonzero(tally, "margin_sum")) == ({0: 1}, {})
    assert nonzero(tally, "ties") == {(): 1}
    assert nonzero(tally, "leader_wins") == {0: 1, 1: 1}


def test_a_margin_beyond_the_histogram():
    games = np.zeros(1, GAME)
    games["players"] = 2
    games["dial"][0, 1] = 5000
    games["log_leader"] = 1
    tally = counted(games)
    assert (nonzero(tally, "margin"), nonzero(tally, "margin_sum")) == ({SCORES - 1: 1}, {(): 5000})
    # the other one scored nothing: not on the highest score
    assert nonzero(tally, "ties") == {}


def test_counting_adds_to_a_tally_and_tallies_add_up():
    twice = counted(record())
    count_one(record(), RULES, twice)
    total = np.zeros(1, TALLY)
    add(total, counted(record()))
    add(total, counted(record()))
    assert total.tobytes() == twice.tobytes()
    assert total["games"][0] == 2
    assert nonzero(total, "card_margin_square")[1, 1] == 2 * 2025
