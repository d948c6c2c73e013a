"""The tables: three games counted by hand, and their shape, which is that of the documentation."""

import re
from dataclasses import replace
from math import sqrt
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from attrs import evolve

from kernels.codes import CARDS, Loot
from kernels.tally import TALLY
from sim.output import TABLES
from sim.policies import LineUp
from sim.rule_sets import RuleSet
from sim.show import cards_table
from sim.tables import METRICS_VERSION, tables

STORMY = RuleSet.from_settings([], "stormy")
UNCHARTED = RuleSet.from_settings([], "uncharted")
DOCUMENTATION = Path(__file__).parents[2] / "docs" / "tables.md"
Z = 1.959963984540054


def row(frame, **where):
    """The one row of a frame with these values."""
    (found,) = frame.filter(**where).iter_rows(named=True)
    return found


def assert_row(found, **expected):
    for name, value in expected.items():
        exact = value is None or isinstance(value, int | str)
        assert found[name] == (value if exact else pytest.approx(value, rel=1e-6)), name


# Three games of three seats:
#
#        scores      winner  margins        start on spaces  leader after 1, 2
# game 1 50, 40, 30  0       +10, -10, -20  0, 1, 2          0, 0
# game 2 45, 45, 20  1       0, 0, -25      3, 4, 5          0, 1      a tie, decided by reputation
# game 3 10, 20, 60  2       -50, -40, +40  0, 2, 4          2, 2
#
# Preacher (7): game 1 dealt in voyage 1, played by seat 0 in voyage 1, by seat 1 in 2, where it is discarded;
#               game 2 dealt in voyage 2, played by seat 2 in voyage 2;
#               game 3 dealt in voyage 1, played by all in voyage 1.
# Bosun (21):   game 1 dealt in voyage 3, played by seat 0 in voyage 3.
# Cook (26):    game 3 dealt in voyage 2, not played.
# Maps:         game 1: seat 0 held 3, seat 1 held 1; game 3: seat 0 held 2. 9 dealt, 7 taken.
# Hooks:        game 2: seat 0 held 1, seat 2 held 1; game 3: seat 1 held 1.
# Sabers:       game 2: seat 0 held 1, seat 2 held 1.


@pytest.fixture
def by_hand():
    tally = np.zeros(1, TALLY)
    total = tally[0]
    total["games"] = 3
    for voyage, card, games in ((1, 7, 2), (2, 7, 1), (3, 21, 1), (2, 26, 1)):
        total["card_dealt"][[0, voyage], card] += games
    total["card_unplayed"][[0, 1], 7] += 1  # game 1, seat 2
    total["card_unplayed"][[0, 2], 7] += 2  # game 2, seats 0 and 1
    total["card_unplayed"][[0, 3], 21] = 2
    total["card_unplayed"][[0, 2], 26] = 3
    for scope, card, plays, won in (
        *((0, 7, 2, 1), (0, 7, 1, 0), (0, 7, 3, 1)),
        *((1, 7, 1, 1), (1, 7, 3, 1), (2, 7, 1, 0), (2, 7, 1, 0)),
        *((0, 21, 1, 1), (3, 21, 1, 1)),
    ):
        total["card_joint"][scope, card, plays, won] += 1
    total["card_without"][7, 1] = 1  # game 2
    total["card_without"][26, 0] = 1
    total["card_discarded"][[0, 2], 7] = 1
    for scope, card, margins in (
        (0, 7, ((0, 2), (-25, 1), (-50, 3))),
        (1, 7, ((10, 1), (-50, 3))),
        (2, 7, ((-10, 1), (-25, 1))),
        (0, 21, ((10, 1),)),
        (3, 21, ((10, 1),)),
    ):
        for margin, plays in margins:
            total["card_margin"][scope, card] += margin
            total["card_margin_square"][scope, card] += margin * margin
            total["card_margin_plays"][scope, card] += margin * plays
    total["loot_games"][0] = 3
    total["loot_dealt"][0, Loot.MAP], total["loot_taken"][0, Loot.MAP] = 9, 7
    total["loot_held"][0, [Loot.MAP, Loot.HOOK, Loot.SABER]] = 4 + 2, 2 + 1, 2
    total["loot_won"][0, Loot.MAP] = 3
    total["loot_held_square"][0, [Loot.MAP, Loot.HOOK, Loot.SABER]] = 16 + 4, 4 + 1, 4
    total["loot_won_square"][0, Loot.MAP] = 9
    total["loot_won_held"][0, Loot.MAP] = 12
    total["seat_games"][:3] = 3
    total["seat_wins"][:3] = 1
    total["seat_score"][:3] = 105, 105, 110
    total["seat_score_square"][:3] = 4625, 4025, 4900
    total["space_games"] = 2, 1, 2, 1, 2, 1
    total["space_wins"] = 1, 0, 0, 0, 2, 0
    total["space_score"] = 60, 40, 50, 45, 105, 20
    total["space_score_square"] = 2600, 1600, 1300, 2025, 5625, 400
    for score in (50, 40, 30, 45, 45, 20, 10, 20, 60):
        total["score_seats"][score] += 1
    total["seats_margin"] = -20 - 25 - 50
    total["seats_margin_square"] = 20**2 + 25**2 + 50**2
    total["score_square"] = 13550
    total["score_game_square"] = 120**2 + 110**2 + 90**2
    total["winner_score"][[50, 45, 60]] = 1
    total["winner_score_sum"], total["winner_score_square"] = 155, 2500 + 2025 + 3600
    total["margin"][[10, 0, 40]] = 1
    total["margin_sum"], total["margin_square"] = 50, 100 + 1600
    total["ties"] = 1
    total["leader_wins"] = 2, 3
    return tables(tally, 3)


def test_cards_by_hand(by_hand):
    whole = row(by_hand["cards"], rank=7, voyage=0)
    assert_row(whole, card="Preacher", games_dealt=3, deals=9, games_played=3, plays=6, wins=2, provenance="standard")
    # wins less expected wins: 1/3, -1/3, 0; SE^2 = 3/2 * 2/9 / 36
    assert_row(whole, win_rate=1 / 3, win_rate_se=sqrt(1 / 108), lift=1.0, lift_se=3 * sqrt(1 / 108))
    # R (1 - R) / SE^2 = 24, t = 4.302653: p^2 (1 + c) - p (2 R + c) + R^2 = 0 with c = t^2 / 24 = 0.7713676
    root = sqrt((2 / 3 + 0.7713676) ** 2 - 4 * 1.7713676 / 9)
    low, high = ((2 / 3 + 0.7713676 + sign * root) / 2 / 1.7713676 for sign in (-1, 1))
    assert_row(whole, win_rate_low=low, win_rate_high=high, lift_low=3 * low, lift_high=3 * high)
    # margins less the expected ones: 25, -12.5, -12.5; SE^2 = 3/2 * 937.5 / 36
    assert_row(whole, margin=-12.5, margin_se=6.25)
    assert_row(whole, margin_low=-12.5 - 6.25 * 4.302653, margin_high=-12.5 + 6.25 * 4.302653)
    assert_row(whole, discarded=1, discarded_share=1 / 6, never_played=3, never_played_share=1 / 3)


def test_edges_by_hand(by_hand):
    whole = row(by_hand["cards"], rank=7, voyage=0)
    # not played by 1, 2 and 0 seats, one of which won game 2; less the expected wins: -1/3, 1/3, 0
    assert_row(whole, never_played=3, games_unplayed=2, win_rate_unplayed=1 / 3, win_rate_unplayed_se=sqrt(4 / 81))
    # R (1 - R) / SE^2 = 4.5, t = 12.70620
    c = 12.70620**2 / 4.5
    root = sqrt((2 / 3 + c) ** 2 - 4 * (1 + c) / 9)
    low, high = ((2 / 3 + c + sign * root) / 2 / (1 + c) for sign in (-1, 1))
    assert_row(whole, win_rate_unplayed_low=low, win_rate_unplayed_high=high)
    # a game adds 1/3 / 6 + 1/3 / 3, the same below 0, and 0; the parts have a correlation of -1
    assert whole["edge"] == pytest.approx(0, abs=1e-15)
    assert_row(
        whole, edge_se=sqrt(3 / 2 * 2 / 36), edge_low=whole["win_rate_low"] - high, edge_high=whole["win_rate_high"] - low
    )
    # played by the winner alone, in one game: so much for the values, and nothing of their errors
    missing = [f"{name}_{what}" for name in ("win_rate_unplayed", "edge") for what in ("se", "low", "high")]
    bosun = row(by_hand["cards"], rank=21, voyage=0)
    assert_row(bosun, games_unplayed=1, win_rate_unplayed=0.0, edge=1.0, **dict.fromkeys(missing))
    # dealt in one game, in which nobody played it
    cook = row(by_hand["cards"], rank=26, voyage=0)
    assert_row(cook, games_unplayed=1, win_rate_unplayed=1 / 3, edge=None, **dict.fromkeys(missing))
    never_dealt = row(by_hand["cards"], rank=40, voyage=0)
    assert_row(never_dealt, games_unplayed=0, win_rate_unplayed=None, edge=None)


def test_edges_are_of_whole_games(by_hand):
    voyages = by_hand["cards"].filter(pl.col("voyage") > 0).select("games_unplayed", pl.col("^(win_rate_unplayed|edge).*$"))
    assert voyages.width == 9
    assert voyages.null_count().row(0) == (120,) * 9


def test_card_rows_of_voyages_by_hand(by_hand):
    first, second, third = (row(by_hand["cards"], rank=7, voyage=voyage) for voyage in (1, 2, 3))
    assert_row(first, games_dealt=2, deals=6, games_played=2, plays=4, wins=2, never_played=1)
    assert_row(first, win_rate=0.5, win_rate_se=0.25, margin=-10.0, discarded=0)
    assert_row(second, games_dealt=1, deals=3, games_played=2, plays=2, wins=0, never_played=2)
    # no win in two plays of two games: t^2 / (2 + t^2) with t = 12.70620
    assert_row(second, win_rate=0.0, win_rate_se=0.0, win_rate_low=0.0, win_rate_high=161.4476 / 163.4476)
    assert_row(second, margin=-17.5, margin_se=7.5, discarded=1, discarded_share=0.5)
    assert_row(third, games_dealt=0, deals=0, games_played=0, plays=0, wins=0, discarded=0, never_played=0)
    names = ("win_rate", "lift", "margin", "discarded_share", "never_played_share")
    assert_row(third, **dict.fromkeys(names), lift_se=None, lift_low=None, lift_high=None)


def test_a_card_of_one_game_has_no_standard_error(by_hand):
    found = row(by_hand["cards"], rank=21, voyage=0)
    assert_row(found, plays=1, wins=1, win_rate=1.0, lift=3.0, margin=10.0, never_played_share=2 / 3)
    missing = [f"{name}_{what}" for name in ("win_rate", "lift", "margin") for what in ("se", "low", "high")]
    assert_row(found, **dict.fromkeys(missing))


def test_a_card_that_nobody_played_has_no_win_rate(by_hand):
    found = row(by_hand["cards"], rank=26, voyage=0)
    assert_row(found, games_dealt=1, deals=3, plays=0, never_played=3, never_played_share=1.0)
    assert_row(found, win_rate=None, lift=None, margin=None, discarded_share=None)


def test_loot_by_hand(by_hand):
    found = row(by_hand["loot"], loot="map")
    assert_row(found, side="calm", games=3, dealt=9, taken=7, held=6, winners_held=3, provenance="standard")
    # per game 3, 0, 0 with the winner: SE = sd / sqrt(3) = 1; with an other 1/2, 0, 1
    assert_row(found, mean_held_winner=1.0, mean_held_winner_se=1.0, mean_held_winner_high=1 + 4.302653)
    assert_row(found, mean_held_other=0.5, mean_held_other_se=sqrt(1 / 12))
    # the winner's less the expected ones: 1, 0, -1; SE^2 = 3/2 * 2 / 36
    assert_row(found, win_rate=0.5, win_rate_se=sqrt(1 / 12), lift=1.5, lift_se=3 * sqrt(1 / 12))
    # never with the winner: as many equal games as (2 + 1)^2 / (4 + 1) = 1.8, t^2 / (1.8 + t^2)
    lost = row(by_hand["loot"], loot="hook")
    assert_row(lost, held=3, win_rate=0.0, win_rate_se=0.0, win_rate_low=0.0, win_rate_high=18.512822 / 20.312822)
    one_game, never = row(by_hand["loot"], loot="saber"), row(by_hand["loot"], loot="chest")
    assert_row(one_game, held=2, win_rate=0.0, win_rate_se=None, win_rate_high=None, mean_held_other=1 / 3)
    assert_row(never, held=0, win_rate=None, lift=None, mean_held_winner=0.0, mean_held_other=0.0)


# Three games of three seats, each seat the winner of one; cards and maps of which every game has the same share of wins:
#
# Preacher (7):  played by all seats in games 1 and 2, by nobody in game 3.
# Bosun (21):    played by all seats in all games.
# Cook (26):     played by the winner and another seat in games 1 and 2, by nobody in game 3.
# Governor (40): played by the winner alone in games 1 and 2, not dealt in game 3.
# Maps:          two held in games 1 and 2, one of them by the winner.
# Hooks:         three held by the winner of games 1 and 2.


@pytest.fixture
def of_one_ratio():
    tally = np.zeros(1, TALLY)
    total = tally[0]
    total["games"] = 3
    total["score_seats"][50] = 9
    for card, dealt, seats, games in ((7, 3, 3, 2), (21, 3, 3, 3), (26, 3, 2, 2), (40, 2, 1, 2)):
        total["card_dealt"][0, card] = dealt
        total["card_unplayed"][0, card] = 3 * dealt - seats * games
        total["card_joint"][0, card, seats, 1] = games
    total["card_without"][[7, 26], 0] = 1
    total["loot_games"][0] = 3
    total["loot_held"][0, [Loot.MAP, Loot.HOOK]] = 2 + 2, 3 + 3
    total["loot_won"][0, [Loot.MAP, Loot.HOOK]] = 1 + 1, 3 + 3
    total["loot_held_square"][0, [Loot.MAP, Loot.HOOK]] = 4 + 4, 9 + 9
    total["loot_won_square"][0, [Loot.MAP, Loot.HOOK]] = 1 + 1, 9 + 9
    total["loot_won_held"][0, [Loot.MAP, Loot.HOOK]] = 2 + 2, 9 + 9
    return tables(tally, 3)


NO_WIN_RATE, NO_LIFT, NO_REST, NO_EDGE = (
    {f"{name}_{end}": None for end in ("low", "high")} for name in ("win_rate", "lift", "win_rate_unplayed", "edge")
)


def test_a_card_that_all_seats_play_has_no_interval(of_one_ratio):
    """Nothing is in doubt: one of them wins."""
    always = row(of_one_ratio["cards"], rank=21, voyage=0)
    assert_row(always, plays=9, wins=3, win_rate=1 / 3, win_rate_se=0.0, lift=1.0, lift_se=0.0, **NO_WIN_RATE, **NO_LIFT)
    assert_row(always, never_played=0, win_rate_unplayed=None, edge=None, **NO_EDGE)
    all_or_nobody = row(of_one_ratio["cards"], rank=7, voyage=0)
    assert_row(all_or_nobody, plays=6, wins=2, win_rate=1 / 3, win_rate_se=0.0, **NO_WIN_RATE, **NO_LIFT)
    assert_row(all_or_nobody, never_played=3, win_rate_unplayed=1 / 3, win_rate_unplayed_se=None, edge=0.0, **NO_EDGE)


def test_a_card_of_one_ratio_in_a_few_games_has_no_interval(of_one_ratio):
    found = row(of_one_ratio["cards"], rank=26, voyage=0)
    assert_row(found, plays=4, wins=2, win_rate=0.5, win_rate_se=0.0, **NO_WIN_RATE, **NO_LIFT)
    # not played by 1, 1 and 3 seats, of which one won game 3: less the expected wins -1/5, -1/5, 2/5; SE^2 = 3/2 * 6/25 / 25
    assert_row(found, never_played=5, win_rate_unplayed=0.2, win_rate_unplayed_se=0.12)
    # R (1 - R) / SE^2 = 100 / 9, t = 4.302653
    c = 4.302653**2 / (100 / 9)
    root = sqrt((0.4 + c) ** 2 - 4 * (1 + c) * 0.04)
    low, high = ((0.4 + c + sign * root) / 2 / (1 + c) for sign in (-1, 1))
    assert_row(found, win_rate_unplayed_low=low, win_rate_unplayed_high=high)
    # the games add nothing to the error of those who played it
    assert_row(found, edge=0.3, edge_se=0.12, **NO_EDGE)


def test_where_everybody_who_played_a_card_won_trials_are_plays(of_one_ratio):
    found = row(of_one_ratio["cards"], rank=40, voyage=0)
    # two wins in two plays of two games: 2 / (2 + t^2) to 1 with t = 12.70620; and no win in four other seats: t^2 / (4 + t^2)
    assert_row(found, win_rate=1.0, win_rate_se=0.0, win_rate_low=2 / 163.4476, win_rate_high=1.0, lift_low=6 / 163.4476)
    rest = 161.4476 / 165.4476
    assert_row(found, win_rate_unplayed=0.0, win_rate_unplayed_low=0.0, win_rate_unplayed_high=rest)
    # neither part varies, so they have no correlation
    assert_row(found, edge=1.0, edge_se=0.0, edge_low=1 - sqrt((161.4476 / 163.4476) ** 2 + rest**2), edge_high=1.0)


def test_loot_of_one_ratio_has_an_interval_only_at_the_ends(of_one_ratio):
    half = row(of_one_ratio["loot"], loot="map")
    assert_row(half, held=4, winners_held=2, win_rate=0.5, win_rate_se=0.0, **NO_WIN_RATE, **NO_LIFT)
    # always the winner's: as many equal games as (3 + 3)^2 / (9 + 9) = 2, with t = 4.302653 of all three
    always = row(of_one_ratio["loot"], loot="hook")
    assert_row(always, win_rate=1.0, win_rate_se=0.0, win_rate_low=2 / 20.512822, win_rate_high=1.0, lift_low=6 / 20.512822)


def test_the_screen_has_no_half_interval_where_there_is_none(of_one_ratio):
    lines = {cells[0]: cells for cells in map(str.split, cards_table(of_one_ratio["cards"]).splitlines())}
    # rank, card, plays, win rate, lift, ±
    assert lines["21"][:6] == ["21", "Bosun", "9", "33.33%", "1.0000", "-"]
    assert lines["40"][:5] == ["40", "Governor", "2", "100.00%", "3.0000"]
    assert lines["40"][5] != "-"


def test_seats_by_hand(by_hand):
    seat = row(by_hand["seats"], by="seat", number=0)
    assert_row(seat, games=3, wins=1, win_rate=1 / 3, win_rate_se=1 / 3, lift=1.0, lift_se=1.0)
    assert_row(seat, score=35.0, score_sd=sqrt(475), score_se=sqrt(475 / 3))
    assert_row(seat, score_low=35 - 4.302653 * sqrt(475 / 3))
    assert (round(seat["win_rate_low"], 4), round(seat["win_rate_high"], 4)) == (0.0615, 0.7923)
    space = row(by_hand["seats"], by="space", number=4)
    assert_row(space, games=2, wins=2, win_rate=1.0, win_rate_low=2 / (2 + Z * Z), win_rate_high=1.0, lift=3.0)
    assert_row(space, score=52.5, score_sd=sqrt(112.5), score_se=7.5)
    assert_row(row(by_hand["seats"], by="space", number=5), games=1, score=20.0, score_sd=None, score_se=None)
    assert by_hand["seats"].height == 3 + 6


def test_games_by_hand(by_hand):
    score = row(by_hand["games"], quantity="score")
    # per game 40, 110/3, 30
    assert_row(score, games=3, values=9, count=None, mean=320 / 9, mean_se=sqrt(233 + 1 / 3) / sqrt(3) / 3)
    assert_row(score, sd=sqrt((13550 - 320**2 / 9) / 8), min=10, q05=10, q25=20, q50=40, q75=45, q95=60, max=60)
    winner = row(by_hand["games"], quantity="winner_score")
    assert_row(winner, values=3, mean=155 / 3, sd=sqrt(175 / 3), mean_se=sqrt(175) / 3, min=45, q50=50, max=60)
    margin = row(by_hand["games"], quantity="winner_margin")
    assert_row(margin, values=3, mean=50 / 3, sd=sqrt(1300 / 3), q25=0, q50=10, q75=40)
    ties = row(by_hand["games"], quantity="ties")
    assert_row(ties, games=3, values=3, count=1, mean=1 / 3, mean_se=1 / 3, sd=None, min=None, q50=None, max=None)
    leader = row(by_hand["games"], quantity="leader_after_voyage_2_wins")
    assert_row(leader, count=3, mean=1.0, mean_low=3 / (3 + Z * Z), mean_high=1.0)
    assert_row(row(by_hand["games"], quantity="leader_after_voyage_1_wins"), count=2, mean=2 / 3)


def test_policies_by_hand(by_hand):
    (found,) = by_hand["policies"].to_dicts()
    assert_row(found, policy="random", seats=3, seats_played=9, wins=3, win_share=1 / 3, lift=1.0)
    # one of them always wins
    assert_row(found, **{f"{name}_{end}": None for name in ("win_share", "lift") for end in ("se", "low", "high")})
    assert_row(found, score=320 / 9, score_se=sqrt(233 + 1 / 3) / sqrt(3) / 3)
    # per game -20, -25, -50: less the mean 35/3, 20/3, -55/3
    error = sqrt((35**2 + 20**2 + 55**2) / 9 / 2 / 3) / 3
    assert_row(found, margin=-95 / 9, margin_se=error, margin_low=-95 / 9 - 4.302653 * error)


def test_the_seats_of_a_policy_by_hand():
    """Two of three seats are greedy's. It wins 3 games of 4, so a seat of it 3/8, a lift of 9/8."""
    tally = np.zeros(3, TALLY)
    for total, seats, wins in zip(tally, (3, 1, 2), (4, 1, 3)):
        total["games"], total["seat_wins"][0], total["score_seats"][30] = 4, wins, 4 * seats
    found = tables(tally, 3, None, LineUp.of("random,greedy,greedy", 3))
    random, greedy = found["policies"].to_dicts()
    assert_row(random, policy="random", seats=1, seats_played=4, wins=1, win_share=0.25, lift=0.75)
    assert_row(greedy, policy="greedy", seats=2, seats_played=8, wins=3, win_share=3 / 8, lift=9 / 8)
    # a game is one trial with a chance of 3/4, and half of that is a seat's share: SE^2 = 3/4 * 1/4 / 3
    assert_row(greedy, win_share_se=0.25 / 2, lift_se=3 * 0.25 / 2)
    ends = [(3 / 4 + Z * Z / 8 + sign * Z * sqrt(3 / 64 + Z * Z / 64)) / (1 + Z * Z / 4) / 2 for sign in (-1, 1)]
    assert_row(greedy, win_share_low=ends[0], win_share_high=ends[1], lift_high=3 * ends[1])
    for name in ("cards", "loot", "seats", "games"):
        assert found[name]["policy"].unique(maintain_order=True).to_list() == ["all", "random", "greedy"]
    assert found["games"].filter(policy="greedy")["quantity"].to_list() == ["score"]
    with pytest.raises(ValueError, match="not a tally of these policies: 2 are counted apart, of 0"):
        tables(tally, 3)


# Six games of two seats in which chest and map show sides drawn at random, and the hook the stormy one:
#
#        scores  chest   map     Beggar (3) played by
# game 1 30, 20  calm    calm    the winner
# game 2 40, 30  stormy  calm    both
# game 3 50, 20  stormy  calm    the other one
# game 4 25, 15  calm    stormy  nobody
# game 5 60, 60  stormy  stormy  the winner
# game 6 20, 10  calm    stormy  both

TWO_DRAWN = RuleSet.from_settings([], "chest=drawn,hook=stormy,map=drawn")
CHEST, MAP = 1 << Loot.CHEST, 1 << Loot.MAP


@pytest.fixture
def drawn_by_hand():
    tally = np.zeros(1, TALLY)
    total = tally[0]
    for scores, mix, plays, won in (
        ((30, 20), 0, 1, 1),
        ((40, 30), CHEST, 2, 1),
        ((50, 20), CHEST, 1, 0),
        ((25, 15), MAP, 0, 0),
        ((60, 60), CHEST | MAP, 1, 1),
        ((20, 10), MAP, 2, 1),
    ):
        best, other = scores
        total["games"] += 1
        total["score_seats"][best] += 1
        total["score_seats"][other] += 1
        for name, value in (("score", best + other), ("winner_score", best), ("margin", best - other)):
            total[f"mix_{name}"][mix] += value
            total[f"mix_{name}_square"][mix] += value * value
        total["mix_games"][mix] += 1
        total["mix_card_games"][mix, 3] += plays > 0
        total["mix_card_plays"][mix, 3] += plays
        total["mix_card_plays_square"][mix, 3] += plays * plays
        total["mix_card_wins"][mix, 3] += won
        total["mix_card_wins_plays"][mix, 3] += won * plays
    return tables(tally, 2, TWO_DRAWN)


def assert_difference(found, name="difference"):
    """The interval as the documentation has it, from those of the two sides."""
    calm, stormy = ([found[f"{side}{end}"] for end in ("", "_low", "_high")] for side in ("calm", "stormy"))
    low, high = (sqrt((one[0] - one[1]) ** 2 + (two[2] - two[0]) ** 2) for one, two in ((stormy, calm), (calm, stormy)))
    assert_row(found, **{f"{name}_low": found[name] - low, f"{name}_high": found[name] + high})


def test_tiles_by_hand(drawn_by_hand):
    found = row(drawn_by_hand["tiles"], loot="chest", quantity="score")
    assert_row(found, rank=None, card=None, games_calm=3, games_stormy=3, values_calm=6, values_stormy=6)
    # games of 25, 20 and 15 a seat; of 35, 35 and 60
    assert_row(found, calm=20.0, calm_se=5 / sqrt(3), stormy=130 / 3, stormy_se=sqrt(625 / 9))
    assert_row(found, calm_low=20 - 4.302653 * 5 / sqrt(3), stormy_high=130 / 3 + 4.302653 * sqrt(625 / 9))
    assert_row(found, difference=70 / 3, difference_se=sqrt(25 / 3 + 625 / 9))
    assert_difference(found)
    # 30, 25, 20 and 40, 50, 60; 10, 10, 10 and 10, 30, 0
    winner = row(drawn_by_hand["tiles"], loot="chest", quantity="winner_score")
    assert_row(winner, values_calm=3, values_stormy=3, calm=25.0, stormy=50.0, difference=25.0)
    assert_row(winner, difference_se=sqrt(25 / 3 + 100 / 3))
    margin = row(drawn_by_hand["tiles"], loot="chest", quantity="winner_margin")
    assert_row(margin, calm=10.0, calm_se=0.0, calm_low=None, stormy=40 / 3, stormy_se=sqrt(700 / 9))
    assert_row(margin, difference=10 / 3, difference_se=sqrt(700 / 9), difference_low=None, difference_high=None)
    # of the map, games 1, 2, 3 against 4, 5, 6
    assert_row(row(drawn_by_hand["tiles"], loot="map", quantity="score"), calm=190 / 6, stormy=190 / 6, difference=0.0)


def test_lifts_by_side_by_hand(drawn_by_hand):
    found = row(drawn_by_hand["tiles"], loot="chest", quantity="lift", rank=3)
    assert_row(found, card="Beggar", games_calm=2, games_stormy=3, values_calm=3, values_stormy=4)
    # wins less the expected ones: 1/3, -1/3; 0, -1/2, 1/2
    assert_row(found, calm=4 / 3, calm_se=2 * sqrt(4 / 81), stormy=1.0, stormy_se=2 * sqrt(3 / 64))
    assert_row(found, difference=-1 / 3, difference_se=2 * sqrt(4 / 81 + 3 / 64))
    assert_difference(found)
    other = row(drawn_by_hand["tiles"], loot="map", quantity="lift", rank=3)
    assert_row(other, games_calm=3, games_stormy=2, values_calm=4, values_stormy=3, difference=1 / 3)
    never = row(drawn_by_hand["tiles"], loot="map", quantity="lift", rank=4)
    assert_row(never, games_calm=0, values_stormy=0, calm=None, stormy=None, difference=None, difference_se=None)


def test_rows_of_tiles(drawn_by_hand):
    of_one = [
        ("score", None),
        ("winner_score", None),
        ("winner_margin", None),
        *(("lift", card) for card in range(1, CARDS + 1)),
    ]
    expected = [(kind, *line) for kind in ("chest", "map") for line in of_one]
    assert list(drawn_by_hand["tiles"].select("loot", "quantity", "rank").iter_rows()) == expected


def test_mixes_by_hand(drawn_by_hand):
    mixes = drawn_by_hand["mixes"]
    assert mixes["chest"].to_list() == ["calm", "stormy", "calm", "stormy"]
    assert mixes["map"].to_list() == ["calm", "calm", "stormy", "stormy"]
    assert mixes["hook"].to_list() == ["stormy"] * 4
    assert mixes["relic"].to_list() == ["calm"] * 4
    assert mixes["games"].to_list() == [1, 2, 2, 1]
    named = ["hook=stormy", "chest=stormy,hook=stormy", "hook=stormy,map=stormy", "chest=stormy,hook=stormy,map=stormy"]
    assert mixes["mix"].to_list() == named
    # games of 35 and 35 a seat; of 20 and 15
    assert_row(row(mixes, mix=named[1]), score=35.0, score_se=0.0, score_low=None, winner_score=45.0, winner_margin=20.0)
    assert_row(row(mixes, mix=named[2]), score=17.5, score_se=2.5, score_high=17.5 + 2.5 * 12.70620)
    assert_row(row(mixes, mix=named[2]), winner_score=22.5, winner_score_se=2.5, winner_margin=10.0, winner_margin_se=0.0)
    assert_row(row(mixes, mix=named[3]), score=60.0, score_se=None, winner_score=60.0, winner_margin=0.0)


def drawn_nothing(players, rule_set):
    return tables(np.zeros(1, TALLY), players, rule_set)


def test_all_mixes_of_an_uncharted_run():
    mixes = drawn_nothing(4, UNCHARTED)["mixes"]
    assert mixes.height == mixes["mix"].n_unique() == 128
    assert mixes["mix"].head(3).to_list() == ["calm", "chest=stormy", "hook=stormy"]
    assert mixes["mix"].tail(1).to_list() == ["stormy"]
    for line in mixes.iter_rows(named=True):
        kinds = [kind.name.lower() for kind in Loot]
        assert RuleSet.from_settings([], line["mix"]).setup == tuple(line[kind] for kind in kinds)


def documented():
    """The columns of each table as docs/tables.md has them."""
    sections = re.split(r"^## ", DOCUMENTATION.read_text(encoding="utf-8"), flags=re.MULTILINE)
    line = re.compile(r"^\| `(\w+)` \| (Int64|Float64|String) \|", re.MULTILINE)
    names = (re.match(r"`(\w+)`", section) for section in sections)
    return {name[1]: line.findall(section) for name, section in zip(names, sections, strict=True) if name}


def test_columns_are_those_of_the_documentation(by_hand, drawn_by_hand):
    of_all, of_drawn = ["cards", "loot", "seats", "games", "policies"], ["tiles", "mixes"]
    assert list(documented()) == list(TABLES) == of_all + of_drawn
    for found, names in (
        (by_hand, of_all),
        (tables(np.zeros(1, TALLY), 2), of_all),
        (drawn_by_hand, of_all + of_drawn),
        (drawn_nothing(6, UNCHARTED), of_all + of_drawn),
    ):
        columns = {name: [(c, str(dtype)) for c, dtype in frame.schema.items()] for name, frame in found.items()}
        assert columns == {name: documented()[name] for name in names}
        assert list(found) == names


def test_rows_do_not_depend_on_the_tally(by_hand):
    empty = tables(np.zeros(1, TALLY), 3)
    for name, keys in (("cards", ["rank", "voyage"]), ("loot", ["loot"]), ("seats", ["by", "number"])):
        assert by_hand[name].select(keys).equals(empty[name].select(keys))
        assert by_hand[name].select(keys).is_unique().all()
    assert by_hand["cards"]["voyage"].to_list() == [0] * 40 + [1] * 40 + [2] * 40 + [3] * 40
    assert by_hand["cards"]["rank"].to_list() == list(range(1, 41)) * 4
    assert by_hand["loot"]["loot"].to_list() == ["chest", "hook", "map", "saber", "amulet", "barrel", "relic"]


def test_without_games_all_that_is_no_count_is_null():
    for name, frame in drawn_nothing(4, UNCHARTED).items():
        floats = frame.select(pl.selectors.float())
        assert floats.null_count().row(0) == (frame.height,) * floats.width, name


def test_no_nan_ever(by_hand, drawn_by_hand):
    for frame in (*by_hand.values(), *drawn_by_hand.values()):
        assert not frame.select(pl.selectors.float().is_nan().any()).row(0).count(True)


def test_loot_has_a_row_for_each_side_shown():
    def sides(setup):
        return list(drawn_nothing(2, RuleSet.from_settings([], setup))["loot"].select("loot", "side").iter_rows())

    kinds = [kind.name.lower() for kind in Loot]
    assert sides("calm") == [(kind, "calm") for kind in kinds]
    assert sides("stormy") == [(kind, "stormy") for kind in kinds]
    assert sides("uncharted") == [(kind, side) for kind in kinds for side in ("calm", "stormy")]
    some = {"hook": ["automa"], "map": ["calm", "stormy"], "relic": ["stormy"]}
    assert sides("hook=automa,map=drawn,relic=stormy") == [(kind, side) for kind in kinds for side in some.get(kind, ["calm"])]


def provenances(frame):
    return set(frame["provenance"])


def test_provenance_of_the_rule_set():
    changed = RuleSet.from_settings(["beggar.payment=3"])
    for rule_set, provenance in (
        (None, "standard"),
        (changed, "changed"),
        (STORMY, "reconstructed"),
        (UNCHARTED, "reconstructed"),
    ):
        for name, frame in drawn_nothing(2, rule_set).items():
            if name not in ("loot", "mixes"):
                assert provenances(frame) == {provenance}, name


def test_provenance_of_a_tile_is_its_own():
    def of_rows(settings, setup):
        loot = drawn_nothing(2, RuleSet.from_settings(settings, setup))["loot"]
        return {(kind, side): provenance for kind, side, provenance in loot.select("loot", "side", "provenance").iter_rows()}

    found = of_rows(["map.pair=8", "stormy_relic.loss=2", "beggar.payment=3"], "map=drawn,relic=stormy,hook=automa")
    assert found.pop(("map", "calm")) == "changed"
    assert found.pop(("map", "stormy")) == found.pop(("relic", "stormy")) == "reconstructed"
    assert found.pop(("hook", "automa")) == "standard"
    assert set(found.values()) == {"standard"}
    assert len(found) == 4
    own = replace(STORMY.tile("stormy", Loot.CHEST), source="user", side="mine", amounts=())
    loot = drawn_nothing(2, evolve(RuleSet(tiles={("mine", Loot.CHEST): own}), setup=("mine", *["calm"] * 6)))["loot"]
    assert loot["provenance"].to_list() == ["user", *["standard"] * 6]


def test_provenance_of_a_mix_is_that_of_its_tiles():
    mixes = drawn_nothing(2, RuleSet.from_settings([], "map=drawn"))["mixes"]
    assert mixes.select("mix", "provenance").rows() == [("calm", "standard"), ("map=stormy", "reconstructed")]


def test_the_setup_is_in_every_row():
    for setup in ("calm", "stormy", "uncharted", "hook=automa,map=drawn"):
        for name, frame in drawn_nothing(2, RuleSet.from_settings([], setup)).items():
            assert set(frame["setup"]) == {setup}, name


def test_a_tally_of_other_players_is_refused():
    tally = np.zeros(1, TALLY)
    tally["games"], tally["score_seats"][0, 50] = 2, 8
    tables(tally, 4)
    with pytest.raises(ValueError, match="not a tally of games with 3 players: 8 seats in 2 games"):
        tables(tally, 3)


def test_a_tally_of_other_sides_is_refused():
    tally = np.zeros(1, TALLY)
    tally["games"], tally["score_seats"][0, 50] = 2, 4
    with pytest.raises(ValueError, match="not a tally of this rule set: sides were drawn in 0 of 2 games"):
        tables(tally, 2, UNCHARTED)
    tally["mix_games"][0, 5] = 2
    tables(tally, 2, UNCHARTED)
    with pytest.raises(ValueError, match="sides were drawn in 2 of 2 games"):
        tables(tally, 2, STORMY)


def test_metrics_version():
    assert METRICS_VERSION == "4"
