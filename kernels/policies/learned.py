"""The learned policy: cards and loot by a linear softmax over the features of the choice, everything else as the greedy policy.

A choice is drawn, not the best taken: opponents who always play the same card are read and beaten. Scores are in 256ths of a
doubling of the odds, and the odds integers.
"""

from __future__ import annotations

import numpy as np

from kernels._jit import inlined, kernel
from kernels.bits import trailing_zeros
from kernels.codes import Choice, Stream
from kernels.masks import EMPTY, ONE
from kernels.policies import greedy
from kernels.policies.features import card_words, days_left, loot_words, with_card
from kernels.policies.vectors import weighted
from kernels.rng import below
from kernels.tokens import count, first_place, kinds_mask

UNIT = 256
"""Of scores: so many double the odds."""
ODDS = np.array([round(2.0 ** (16 - step / UNIT)) for step in range(UNIT)], np.int64)
"""The odds of a score that is ``step`` below the best, in 65536ths."""


@inlined
def odds_of(below_best):
    """The odds of a score so far below the best: 65536 for 0, halved every ``UNIT``, int64."""
    return ODDS[below_best & (UNIT - 1)] >> min(below_best // UNIT, 63)


@kernel
def _drawn(game, knowledge, seat, n):
    """The place, 0 to n - 1, drawn by the scores; ``scores`` become the odds."""
    scores = knowledge["scores"]
    best = scores[0]
    for at in range(1, n):
        best = max(best, scores[at])
    total = 0
    for at in range(n):
        odds = odds_of(best - scores[at])
        scores[at] = odds
        total += odds
    left = below(game["streams"], Stream.POLICY + seat, total)
    at = 0
    while left >= scores[at]:
        left -= scores[at]
        at += 1
    return at


@kernel
def pick_card(game, knowledge, kind, seat, cards):
    """The place of the card of a mask, of more than one, that the seat takes from its hand, int64."""
    rules = knowledge["rules"]
    left = days_left(game, rules)
    start = knowledge["card_start"][game["voyage"], left]
    a, b, c, d, e, last = card_words(game, rules, seat)
    waiting, n = cards, 0
    while waiting != EMPTY:
        card = trailing_zeros(waiting) + 1
        words = (a, b, c, d, e, with_card(game, seat, last, card))
        knowledge["scores"][n] = start[card] + weighted(knowledge["card_weight"][card], words)
        waiting &= waiting - ONE
        n += 1
    return _drawn(game, knowledge, seat, n)


@kernel
def pick_loot(game, knowledge, kind, seat, row):
    """The place of the token of a row, of more than one, that the seat takes, int64."""
    left = days_left(game, knowledge["rules"])
    words = loot_words(game, kind, seat)
    held = game["loot"][seat]
    waiting, n = kinds_mask(row), 0
    while waiting != EMPTY:
        loot = trailing_zeros(waiting)
        face = game["face"][loot]
        knowledge["scores"][n] = (
            knowledge["loot_start"][game["voyage"], left, face, loot]
            + knowledge["loot_held"][face, loot, min(count(held, loot), 7)]
            + weighted(knowledge["loot_weight"][face, loot], words)
        )
        waiting &= waiting - ONE
        n += 1
    waiting = kinds_mask(row)
    for _ in range(_drawn(game, knowledge, seat, n) if n > 1 else 0):
        waiting &= waiting - ONE
    return first_place(row, trailing_zeros(waiting))


@kernel
def pick(game, knowledge, kind, seat, options, n):
    """The place of the option that the seat takes, int64."""
    if kind == Choice.SELECT or kind == Choice.SCOUT_PLAY:
        return pick_card(game, knowledge, kind, seat, options)
    if kind == Choice.TAKE_DUSK or kind == Choice.TAKE_SMUGGLER or kind == Choice.TAKE_COOK:
        return pick_loot(game, knowledge, kind, seat, options)
    return greedy.pick(game, knowledge, kind, seat, options, n)
