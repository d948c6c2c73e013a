"""What a game teaches the learned policy: the gradient of what its seats win, over the weights; and the critic's.

Policy gradient (Williams, "Simple statistical gradient-following algorithms", Machine Learning 8, 1992) with a linear critic as
baseline and an entropy bonus (Williams and Peng, Connection Science 3, 1991). All sums are of integers: they do not depend on
the order of games, blocks or threads, so neither do the weights.
"""

from __future__ import annotations

import numpy as np

from kernels._jit import by_game, inlined, kernel
from kernels.bits import highest_bit
from kernels.choices import decided
from kernels.codes import HUMAN, KINDS, MAX_DAYS, VOYAGES, Policy
from kernels.policies import greedy, learned, uniform
from kernels.policies.knowledge import CARD_FEATURES, WEIGHTS
from kernels.policies.vectors import add_weighted

GRADIENT = np.dtype(
    [(name, "i8", shape) for name, _, shape, _ in WEIGHTS]
    + [
        ("critic_start", "i8", (VOYAGES, MAX_DAYS + 1)),
        ("critic_weight", "i8", (VOYAGES, MAX_DAYS + 1, CARD_FEATURES)),
        ("choices", "i8"),
        ("games", "i8"),
        ("wins", "i8"),
        ("seats", "i8"),
        ("surprise", "i8"),
    ],
    align=True,
)
"""Sums over choices: by weight, advantage (quarters of a doubloon) x (1 if taken, less the chance of it, in 4096ths) x feature; of the
critic, error x feature. ``seats``, ``wins``: seats that the learner had, and won with; ``surprise``: of the taken options, in
256ths of a bit."""

_CHANCE = 12
"""Chances are in 4096ths."""
_LOGARITHMS = np.array([round(256 * float(np.log2(1 + step / 256))) for step in range(256)], np.int64)


@inlined
def log2_256(value):
    """256 times the binary logarithm of an int64 of at least 1, int64."""
    top = highest_bit(np.uint64(value))
    rest = (value << (62 - top)) >> 54  # the 8 bits below the highest, and it
    return 256 * top + _LOGARITHMS[rest & 255]


@kernel
def _asked(game, player, kind, seat, options, n):
    if player["policy"] == Policy.LEARNED:
        if player["learns"] != 0:
            return learned.pick(game, player["knowledge"], player, kind, seat, options, n)
        return learned.pick(game, player["knowledge"], None, kind, seat, options, n)
    if player["policy"] == Policy.GREEDY:
        return greedy.pick(game, player["knowledge"], kind, seat, options, n)
    return uniform.pick(game, seat, n)


@inlined
def pick(game, lesson, kind, seat, options, n):
    """As ``players.pick``, for a LESSON record: who learns remembers its choices."""
    return 0 if n == 1 else _asked(game, lesson["learners"][game["player"][seat]], kind, seat, options, n)


decided.by["learners"] = pick


@kernel
def won_more(game, log, seat, voyage, for_win):
    """What a seat won more than the others from a voyage on, int64, in quarters of a doubloon.

    Its banked doubloons less the mean of the others', and ``for_win`` for the game, less a fair share of it.
    """
    players = game["players"]
    own, others = 0, 0
    for at in range(players):
        banked = log["banked"][VOYAGES, at] - log["banked"][voyage, at]
        if at == seat:
            own = banked
        else:
            others += banked
    won = np.int64(game["log_leader"][VOYAGES - 1] == seat)
    return 4 * own - (4 * others) // (players - 1) + for_win * (players * won - 1) // players


@kernel
def add_game(game, log, gradient, for_win, for_surprise):
    """Add what one finished game teaches.

    Args:
        game: GAME record, finished.
        log: LEARNER record with its choices.
        gradient: GRADIENT record, added to.
        for_win: what a win is worth, in quarters of a doubloon.
        for_surprise: what a bit of surprise is worth, in 256ths of a quarter.
    """
    gradient["games"] += 1
    for decision in range(log["decisions"]):
        seat, voyage, left = (
            np.int64(log["seat"][decision]),
            np.int64(log["voyage"][decision]),
            np.int64(log["days_left"][decision]),
        )
        n, taken = np.int64(log["options"][decision]), np.int64(log["taken"][decision])
        total = 0
        for at in range(n):
            total += np.int64(log["odds"][decision, at])
        more = won_more(game, log, seat, voyage, for_win)
        surprise = log2_256(total) - log2_256(max(np.int64(log["odds"][decision, taken]), 1))
        advantage = more - np.int64(log["value"][decision]) + ((surprise * for_surprise) >> 16)
        gradient["choices"] += 1
        gradient["surprise"] += surprise
        of_loot = log["of_loot"][decision] != 0
        words = log["words"][decision]
        for at in range(n):
            chance = (np.int64(log["odds"][decision, at]) << _CHANCE) // total
            factor = advantage * ((np.int64(at == taken) << _CHANCE) - chance)
            option = np.int64(log["option"][decision, at])
            if of_loot:
                face, kind = option // KINDS, option % KINDS
                gradient["loot_start"][voyage, left, face, kind] += factor
                gradient["loot_held"][face, kind, log["held"][decision, at]] += factor
                add_weighted(gradient["loot_weight"][face, kind], (words[0], words[1], words[2], words[3]), factor)
            else:
                last = log["last_word"][decision, at]
                gradient["card_start"][voyage, left, option] += factor
                features = (words[0], words[1], words[2], words[3], words[4], last)
                add_weighted(gradient["card_weight"][option], features, factor)
        if not of_loot:
            error = more - np.int64(log["value"][decision])
            gradient["critic_start"][voyage, left] += error
            features = (words[0], words[1], words[2], words[3], words[4], words[5])
            add_weighted(gradient["critic_weight"][voyage, left], features, error)


@kernel
def _count_learner(game, gradient):
    """How many seats the learner had in a finished game, and whether it won with one."""
    for seat in range(game["players"]):
        if game["player"][seat] == 0:
            gradient["seats"] += 1
            gradient["wins"] += game["log_leader"][VOYAGES - 1] == seat


@kernel
def _count_human(game, gradient):
    """The same of a solo game, where the learner is the human: the Automa plays by her rules, whoever's her seat."""
    gradient["seats"] += 1
    gradient["wins"] += game["log_leader"][VOYAGES - 1] == HUMAN


count_seats = by_game(_count_learner, _count_human)
"""``count_seats(game, gradient)``: adds to ``seats`` and ``wins``."""
