"""The learned policy: cards and loot by a linear softmax over the features of the choice, everything else as the greedy policy.

A choice is drawn, not the best taken: opponents who always play the same card are read and beaten. Scores are in 256ths of a
doubling of the odds, and the odds integers.
"""

from __future__ import annotations

import numpy as np

from kernels._jit import inlined, kernel
from kernels.bits import trailing_zeros
from kernels.codes import KINDS, Choice, Stream
from kernels.masks import EMPTY, ONE
from kernels.policies import greedy
from kernels.policies.features import card_words, days_left, loot_words, seen_cards_of_others, with_card
from kernels.policies.knowledge import MOST_DECISIONS, MOST_OPTIONS, OWN_COUNTS
from kernels.policies.vectors import weighted
from kernels.rng import below
from kernels.tokens import count, first_place, kinds_mask

UNIT = 256
"""Of scores: so many double the odds."""
ODDS = np.array([round(2.0 ** (16 - step / UNIT)) for step in range(UNIT)], np.int64)
"""The odds of a score that is ``step`` below the best, in 65536ths."""
CRITIC_SHIFT = 6
"""The critic's weights are in 64ths (``knowledge.LEARNER``)."""


@inlined
def odds_of(below_best):
    """The odds of a score so far below the best: 65536 for 0, halved every ``UNIT``, int64."""
    return ODDS[below_best & (UNIT - 1)] >> min(below_best // UNIT, 63)


@kernel
def drawn_by_scores(game, knowledge, seat, n):
    """A place, 0 to n - 1, drawn by the scores in ``knowledge``, which become the odds."""
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
def pick_card(game, knowledge, log, kind, seat, cards):
    """The place of the card of a mask, of more than one, that the seat takes from its hand, int64."""
    rules = knowledge["rules"]
    left = days_left(game, rules)
    start = knowledge["card_start"][game["voyage"], left]
    a, b, c, d, e, last = card_words(game, rules, seat)
    seen = seen_cards_of_others(game, seat)
    waiting, n = cards, 0
    while waiting != EMPTY:
        card = trailing_zeros(waiting) + 1
        words = (a, b, c, d, e, with_card(game, seat, last, card, seen))
        knowledge["scores"][n] = start[card] + weighted(knowledge["card_weight"][card], words)
        if log is not None:
            note_option(log, n, card, 0, words[5])
        waiting &= waiting - ONE
        n += 1
    at = drawn_by_scores(game, knowledge, seat, n)
    if log is not None:
        words = (a, b, c, d, e, last)
        weights = log["critic_weight"][game["voyage"], left]
        value = log["critic_start"][game["voyage"], left] + (weighted(weights, words) >> CRITIC_SHIFT)
        note_choice(log, game, seat, left, 0, words, value, n, at)
    return at


@kernel
def pick_loot(game, knowledge, log, kind, seat, row):
    """The place of the token of a row, of more than one, that the seat takes, int64."""
    left = days_left(game, knowledge["rules"])
    held = game["loot"][seat]
    kinds = kinds_mask(row)
    if kinds & (kinds - ONE) == EMPTY:
        return 0
    words = loot_words(game, kind, seat)
    waiting, n = kinds, 0
    while waiting != EMPTY:
        loot = trailing_zeros(waiting)
        face = game["face"][loot]
        own = min(count(held, loot), OWN_COUNTS - 1)
        knowledge["scores"][n] = (
            knowledge["loot_start"][game["voyage"], left, face, loot]
            + knowledge["loot_held"][face, loot, own]
            + weighted(knowledge["loot_weight"][face, loot], words)
        )
        if log is not None:
            note_option(log, n, face * KINDS + loot, own, EMPTY)
        waiting &= waiting - ONE
        n += 1
    at = drawn_by_scores(game, knowledge, seat, n)
    if log is not None:
        value = 0
        for before in range(log["decisions"]):
            if log["seat"][before] == seat:
                value = log["value"][before]
        note_choice(log, game, seat, left, 1, words, value, n, at)
    for _ in range(at):
        kinds &= kinds - ONE
    return first_place(row, trailing_zeros(kinds))


@kernel
def note_option(log, at, option, own, last_word):
    """Remember an option of the choice that is being made."""
    decision = log["decisions"]
    if decision < MOST_DECISIONS and at < MOST_OPTIONS:
        log["option"][decision, at] = option
        log["held"][decision, at] = own
        log["last_word"][decision, at] = last_word


@kernel
def note_choice(log, game, seat, left, of_loot, words, value, n, at):
    """Remember a choice whose options have been noted; ``scores`` hold their odds."""
    decision = log["decisions"]
    if decision < MOST_DECISIONS and n <= MOST_OPTIONS:
        log["seat"][decision] = seat
        log["voyage"][decision] = game["voyage"]
        log["days_left"][decision] = left
        log["of_loot"][decision] = of_loot
        for place in range(len(words)):
            log["words"][decision, place] = words[place]
        log["value"][decision] = value
        log["options"][decision] = n
        log["taken"][decision] = at
        for place in range(n):
            log["odds"][decision, place] = log["knowledge"]["scores"][place]
        log["decisions"] = decision + 1


@kernel
def pick(game, knowledge, log, kind, seat, options, n):
    """The place of the option that the seat takes, int64.

    Args:
        knowledge: KNOWLEDGE record.
        log: LEARNER record that the knowledge belongs to, which remembers the choice, or None.
        kind, seat, options, n: as for ``choices.choose``; n at least 2.
    """
    if kind == Choice.SELECT or kind == Choice.SCOUT_PLAY:
        return pick_card(game, knowledge, log, kind, seat, options)
    if kind == Choice.TAKE_DUSK or kind == Choice.TAKE_SMUGGLER or kind == Choice.TAKE_COOK:
        return pick_loot(game, knowledge, log, kind, seat, options)
    return greedy.pick(game, knowledge, kind, seat, options, n)
