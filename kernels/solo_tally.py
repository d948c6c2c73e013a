"""Counters of finished solo games (SOL-9), and of solo games played under two rule sets: integers only, as in ``tally`` and ``pairs``.

The human and the Automa are counted apart, as they play by different rules. Side 0 is the human, side 1 the Automa. A side plays
a card in a game or does not, and wins or does not: so for each side a game is one independent trial.
"""

from __future__ import annotations

import numpy as np

from kernels._jit import kernel
from kernels.bits import trailing_zeros
from kernels.codes import AUTOMA, CARDS, FACES, HUMAN, KINDS, SPACES, VOYAGES
from kernels.masks import EMPTY, ONE, has, size
from kernels.tally import MIXES, SCORES
from kernels.tokens import count

SIDES = 2
_SCOPES = VOYAGES + 1

FIELDS: tuple[tuple[str, tuple[int, ...], str], ...] = (
    ("games", (), "games"),
    ("human_wins", (), "games that the human won"),
    ("card_dealt", (_SCOPES, CARDS + 1), "games in which the card was dealt to both (in voyage 1, 2, 3; 0: in the game)"),
    ("card_dealt_wins", (CARDS + 1,), "those that the human won"),
    ("card_plays", (SIDES, _SCOPES, CARDS + 1), "games in which the side played it"),
    ("card_wins", (SIDES, _SCOPES, CARDS + 1), "those that the side won"),
    ("card_discarded", (SIDES, _SCOPES, CARDS + 1), "those in which it was discarded before that voyage's anchor"),
    ("card_margin", (SIDES, _SCOPES, CARDS + 1), "sum over these games of m, the side's score less the other's"),
    ("card_margin_square", (SIDES, _SCOPES, CARDS + 1), "sum of m x m"),
    ("card_no_effect", (CARDS + 1,), "games in which the Automa's took its no-effect rank"),
    ("loot_games", (FACES, KINDS), "games by the face that the kind showed"),
    ("loot_wins", (FACES, KINDS), "those that the human won"),
    ("loot_dealt", (FACES, KINDS), "tokens put on day rows"),
    ("loot_pilfered", (FACES, KINDS), "tokens that the Pilferer took"),
    ("loot_held", (SIDES, FACES, KINDS), "sum over games of t, the tokens that the side held when the three anchors began"),
    ("loot_held_square", (SIDES, FACES, KINDS), "sum of t x t"),
    ("loot_held_wins", (SIDES, FACES, KINDS), "sum of t over the games that the side won"),
    ("loot_held_square_wins", (SIDES, FACES, KINDS), "sum of t x t over these"),
    ("score_games", (SIDES, SCORES), "games by the side's final score; the last bin holds all higher scores too"),
    ("score", (SIDES,), "sum of final scores"),
    ("score_square", (SIDES,), "sum of their squares"),
    ("margin_games", (2 * SCORES,), "games by SCORES + m, m the human's score less the Automa's, cut off at both ends"),
    ("margin", (), "sum of m"),
    ("margin_square", (), "sum of m x m"),
    ("ties", (), "games with equal scores"),
    ("leader_wins", (VOYAGES - 1,), "games won by the leader after voyage 1, 2"),
    ("space_games", (SPACES,), "games by the human's starting space"),
    ("space_wins", (SPACES,), "those that the human won"),
    ("no_effect", (), "sum over games of k, the different cards that took their no-effect rank"),
    ("no_effect_square", (), "sum of k x k"),
    ("mix_games", (MIXES,), "games by mix, if faces are drawn: bit k is the face of kind k"),
    ("mix_wins", (MIXES,), "those that the human won"),
    ("mix_score", (SIDES, MIXES), "sum of scores by mix"),
    ("mix_score_square", (SIDES, MIXES), "sum of their squares"),
    ("mix_margin", (MIXES,), "sum of m"),
    ("mix_margin_square", (MIXES,), "sum of m x m"),
)
"""Name, shape and meaning of each counter, int64."""

SOLO_TALLY = np.dtype([(name, "i8", shape) for name, shape, _ in FIELDS], align=True)
"""The record of counters; those of disjoint games add up field by field."""

PAIR_FIELDS: tuple[tuple[str, tuple[int, ...], str], ...] = (
    ("games", (), "games"),
    ("same_winner", (), "games with the same winner"),
    ("human_wins", (), "games that the human won in both"),
    ("score", (SIDES,), "sum of s x s, the side's scores in A and in B"),
    ("margin", (), "sum of m x m, the human's score less the Automa's"),
    ("ties", (), "games with a tie in both"),
    ("no_effect", (), "sum of k x k, the cards that took their no-effect rank"),
    ("card_wins_wins", (SIDES, CARDS + 1), "games that the side won in both, having played the card in both"),
    ("card_wins_plays", (SIDES, CARDS + 1), "games that it played it in both and won in A"),
    ("card_plays_wins", (SIDES, CARDS + 1), "games that it played it in both and won in B"),
    ("card_plays_plays", (SIDES, CARDS + 1), "games that it played it in both"),
    ("card_margin_margin", (SIDES, CARDS + 1), "sum over these of m x m, the side's score less the other's"),
    ("card_margin_plays", (SIDES, CARDS + 1), "sum over these of the m of A"),
    ("card_plays_margin", (SIDES, CARDS + 1), "sum over these of the m of B"),
)
"""Name, shape and meaning of each sum of products, int64; the first factor is of A, the second of B."""

SOLO_PAIR = np.dtype([(name, "i8", shape) for name, shape, _ in PAIR_FIELDS], align=True)
"""The record; pairs of disjoint games add up field by field."""


@kernel
def margin_of_side(game, side):
    """The side's final score less the other's, int64."""
    return game["dial"][side] - game["dial"][1 - side]


@kernel
def count_side(game, tally, side, won):
    """Add the cards and the loot of one side of a finished game."""
    margin = margin_of_side(game, side)
    played, discarded = game["log_played"], game["log_discarded"]
    for scope in range(1, _SCOPES):
        # a discard counts for the voyage in which the card was played, not for one that it was kept into
        discarded[scope, side] &= played[scope, side]
        played[0, side] |= played[scope, side]
        discarded[0, side] |= discarded[scope, side]
    for scope in range(_SCOPES):
        cards = played[scope, side]
        while cards != EMPTY:
            card = trailing_zeros(cards) + 1
            cards &= cards - ONE
            tally["card_plays"][side, scope, card] += 1
            tally["card_wins"][side, scope, card] += won
            tally["card_discarded"][side, scope, card] += has(discarded[scope, side], card)
            tally["card_margin"][side, scope, card] += margin
            tally["card_margin_square"][side, scope, card] += margin * margin
    for kind in range(KINDS):
        face = game["face"][kind]
        held = 0
        for voyage in range(VOYAGES):
            held += count(game["log_held"][voyage, side], kind)
        tally["loot_held"][side, face, kind] += held
        tally["loot_held_square"][side, face, kind] += held * held
        tally["loot_held_wins"][side, face, kind] += won * held
        tally["loot_held_square_wins"][side, face, kind] += won * held * held
    score = game["dial"][side]
    tally["score_games"][side, min(score, SCORES - 1)] += 1
    tally["score"][side] += score
    tally["score_square"][side] += score * score


@kernel
def count_solo_mix(game, tally, human_won):
    """Add one finished game of a run that draws faces to the counters of its mix."""
    mix = 0
    for kind in range(KINDS):
        mix |= game["face"][kind] << kind
    margin = margin_of_side(game, HUMAN)
    tally["mix_games"][mix] += 1
    tally["mix_wins"][mix] += human_won
    for side in range(SIDES):
        score = game["dial"][side]
        tally["mix_score"][side, mix] += score
        tally["mix_score_square"][side, mix] += score * score
    tally["mix_margin"][mix] += margin
    tally["mix_margin_square"][mix] += margin * margin


@kernel
def count_solo_game(game, rules, tally):
    """Add one finished solo game to the tally. Completes the record's logs of whole games."""
    winner = game["log_leader"][VOYAGES - 1]
    human_won = np.int64(winner == HUMAN)
    tally["games"] += 1
    tally["human_wins"] += human_won
    count_side(game, tally, HUMAN, human_won)
    count_side(game, tally, AUTOMA, 1 - human_won)
    for voyage in range(VOYAGES):
        dealt = game["log_deal"][voyage]
        while dealt != EMPTY:
            card = trailing_zeros(dealt) + 1
            dealt &= dealt - ONE
            tally["card_dealt"][0, card] += 1
            tally["card_dealt"][voyage + 1, card] += 1
            tally["card_dealt_wins"][card] += human_won
    idle = game["log_no_effect"]
    number = size(idle)
    while idle != EMPTY:
        tally["card_no_effect"][trailing_zeros(idle) + 1] += 1
        idle &= idle - ONE
    tally["no_effect"] += number
    tally["no_effect_square"] += number * number
    for kind in range(KINDS):
        face = game["face"][kind]
        tally["loot_games"][face, kind] += 1
        tally["loot_wins"][face, kind] += human_won
        tally["loot_pilfered"][face, kind] += count(game["log_pilfered"], kind)
        for voyage in range(VOYAGES):
            tally["loot_dealt"][face, kind] += count(game["log_dealt"][voyage], kind)
    margin = margin_of_side(game, HUMAN)
    tally["margin_games"][min(max(margin + SCORES, 0), 2 * SCORES - 1)] += 1
    tally["margin"] += margin
    tally["margin_square"] += margin * margin
    tally["ties"] += margin == 0
    for voyage in range(VOYAGES - 1):
        tally["leader_wins"][voyage] += game["log_leader"][voyage] == winner
    space = game["log_space"][HUMAN]
    tally["space_games"][space] += 1
    tally["space_wins"][space] += human_won
    if rules["draws"] != 0:
        count_solo_mix(game, tally, human_won)


@kernel
def count_human(game, tallies):
    """Nothing: one policy plays, and its side is counted apart anyway."""


@kernel
def count_solo_pair(a, b, pair):
    """Add one solo game, finished under both rule sets and counted in both tallies, to the pair."""
    winner_a, winner_b = a["log_leader"][VOYAGES - 1], b["log_leader"][VOYAGES - 1]
    pair["games"] += 1
    pair["same_winner"] += winner_a == winner_b
    pair["human_wins"] += winner_a == HUMAN and winner_b == HUMAN
    pair["margin"] += margin_of_side(a, HUMAN) * margin_of_side(b, HUMAN)
    pair["ties"] += a["dial"][HUMAN] == a["dial"][AUTOMA] and b["dial"][HUMAN] == b["dial"][AUTOMA]
    pair["no_effect"] += size(a["log_no_effect"]) * size(b["log_no_effect"])
    for side in range(SIDES):
        pair["score"][side] += a["dial"][side] * b["dial"][side]
        won_a, won_b = np.int64(winner_a == side), np.int64(winner_b == side)
        margin_a, margin_b = margin_of_side(a, side), margin_of_side(b, side)
        cards = a["log_played"][0, side] & b["log_played"][0, side]
        while cards != EMPTY:
            card = trailing_zeros(cards) + 1
            cards &= cards - ONE
            pair["card_wins_wins"][side, card] += won_a * won_b
            pair["card_wins_plays"][side, card] += won_a
            pair["card_plays_wins"][side, card] += won_b
            pair["card_plays_plays"][side, card] += 1
            pair["card_margin_margin"][side, card] += margin_a * margin_b
            pair["card_margin_plays"][side, card] += margin_a
            pair["card_plays_margin"][side, card] += margin_b
