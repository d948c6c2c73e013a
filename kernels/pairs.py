"""Sums of products over games that were played under two rule sets, A and B: what the error of a difference needs.

With the tallies of A and B they give the covariance of any two estimates, game by game: the games share their random
numbers, so most of what happens in both cancels (docs/tables.md).
"""

from __future__ import annotations

import numpy as np

from kernels._jit import kernel
from kernels.codes import CARDS, KINDS, MAX_SEATS, VOYAGES
from kernels.masks import has
from kernels.tally import held_and_won, seats_with
from kernels.tokens import count

FIELDS: tuple[tuple[str, tuple[int, ...], str], ...] = (
    ("games", (), "games"),
    ("same_winner", (), "games with the same winner"),
    ("card_wins_wins", (CARDS + 1,), "games in which the winners of both played the card"),
    ("card_wins_plays", (CARDS + 1,), "sum of w x p: whether the winner of A played it, and seats that did in B"),
    ("card_plays_wins", (CARDS + 1,), "sum of p x w"),
    ("card_plays_plays", (CARDS + 1,), "sum of p x p"),
    ("card_margin_margin", (CARDS + 1,), "sum of m x m, the margins of the seats that played it"),
    ("card_margin_plays", (CARDS + 1,), "sum of m x p"),
    ("card_plays_margin", (CARDS + 1,), "sum of p x m"),
    ("loot_won_won", (KINDS,), "sum of w x w: tokens that the winner held at the anchors in A and in B"),
    ("loot_won_held", (KINDS,), "sum of w x t, t: tokens that all seats held"),
    ("loot_held_won", (KINDS,), "sum of t x w"),
    ("loot_held_held", (KINDS,), "sum of t x t"),
    ("score", (), "sum of s x s, the sums of all seats' scores"),
    ("winner_score", (), "sum of the winners' scores multiplied"),
    ("margin", (), "sum of the winners' margins multiplied"),
    ("ties", (), "games with a tie in both"),
    ("seat_wins", (MAX_SEATS,), "games that the seat won in both"),
    ("leader_wins", (VOYAGES - 1,), "games that the leader after voyage 1, 2 won in both"),
)
"""Name, shape and meaning of each sum, int64; the first factor is of A, the second of B."""

PAIR = np.dtype([(name, "i8", shape) for name, shape, _ in FIELDS], align=True)
"""The record; pairs of disjoint games add up field by field."""


@kernel
def scores_in(game):
    """Sum of all seats' final scores, and whether two or more have the highest, int64."""
    winner = game["log_leader"][VOYAGES - 1]
    total, on_best = 0, 0
    for seat in range(game["players"]):
        total += game["dial"][seat]
        on_best += game["dial"][seat] == game["dial"][winner]
    return total, np.int64(on_best > 1)


@kernel
def margin_with(game, card):
    """Sum of the margins of the seats that played the card in the game, int64."""
    margin = 0
    for seat in range(game["players"]):
        if has(game["log_played"][0, seat], card):
            margin += game["log_margin"][seat]
    return margin


@kernel
def count_pair(a, b, pair):
    """Add one game, finished under both rule sets and counted in both tallies, to the pair."""
    won_a, won_b = a["log_leader"][VOYAGES - 1], b["log_leader"][VOYAGES - 1]
    pair["games"] += 1
    pair["same_winner"] += won_a == won_b
    for card in range(1, CARDS + 1):
        plays_a = seats_with(a["log_played"][0], a["players"], card)
        plays_b = seats_with(b["log_played"][0], b["players"], card)
        if plays_a > 0 and plays_b > 0:
            wins_a = np.int64(has(a["log_played"][0, won_a], card))
            wins_b = np.int64(has(b["log_played"][0, won_b], card))
            margin_a, margin_b = margin_with(a, card), margin_with(b, card)
            pair["card_wins_wins"][card] += wins_a * wins_b
            pair["card_wins_plays"][card] += wins_a * plays_b
            pair["card_plays_wins"][card] += plays_a * wins_b
            pair["card_plays_plays"][card] += plays_a * plays_b
            pair["card_margin_margin"][card] += margin_a * margin_b
            pair["card_margin_plays"][card] += margin_a * plays_b
            pair["card_plays_margin"][card] += plays_a * margin_b
    all_a, winner_a = held_and_won(a, won_a, None)
    all_b, winner_b = held_and_won(b, won_b, None)
    for kind in range(KINDS):
        held_a, has_a = count(all_a, kind), count(winner_a, kind)
        held_b, has_b = count(all_b, kind), count(winner_b, kind)
        pair["loot_won_won"][kind] += has_a * has_b
        pair["loot_won_held"][kind] += has_a * held_b
        pair["loot_held_won"][kind] += held_a * has_b
        pair["loot_held_held"][kind] += held_a * held_b
    total_a, tie_a = scores_in(a)
    total_b, tie_b = scores_in(b)
    pair["score"] += total_a * total_b
    pair["winner_score"] += a["dial"][won_a] * b["dial"][won_b]
    pair["margin"] += a["log_margin"][won_a] * b["log_margin"][won_b]
    pair["ties"] += tie_a * tie_b
    pair["seat_wins"][won_a] += won_a == won_b
    for voyage in range(VOYAGES - 1):
        pair["leader_wins"][voyage] += (a["log_leader"][voyage] == won_a) * (b["log_leader"][voyage] == won_b)
