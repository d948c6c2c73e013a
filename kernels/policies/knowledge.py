"""What policies read besides the game: the rules, the greedy policy's values, and the learned policy's weights; and who plays.

All of it is integers, so that a choice is the same on every machine.
"""

from __future__ import annotations

import numpy as np

from kernels.codes import CARDS, FACES, ITEM_LOOT, KINDS, MAX_DAYS, MAX_SEATS, VOYAGES
from kernels.rule_record import RULES
from kernels.state import GAME, SOLO_GAME

CARD_FEATURES = 48
"""Features of a choice of a card, each a byte (``features.card_words``)."""
LOOT_FEATURES = 32
"""Features of a choice of a loot token (``features.loot_words``)."""
OWN_COUNTS = 8
"""Entries of tables by the tokens of a kind that the seat holds: 0 to 6, and more."""

WEIGHTS: tuple[tuple[str, str, tuple[int, ...], str], ...] = (
    ("card_start", "i2", (VOYAGES, MAX_DAYS + 1, CARDS + 1), "by voyage, days left with today's, rank"),
    ("card_weight", "i2", (CARDS + 1, CARD_FEATURES), "by rank and feature"),
    ("loot_start", "i2", (VOYAGES, MAX_DAYS + 1, FACES, KINDS), "by voyage, days left, face, kind"),
    ("loot_held", "i2", (FACES, KINDS, OWN_COUNTS), "by face, kind, and how many of it the seat holds"),
    ("loot_weight", "i2", (FACES, KINDS, LOOT_FEATURES), "by face, kind and feature"),
)
"""The learned policy: name, dtype, shape and meaning. A score is their sum, in 256ths of a doubling of the odds."""

GREEDY: tuple[tuple[str, str, tuple[int, ...], str], ...] = (
    ("card_value", "i4", (VOYAGES, MAX_DAYS + 1, CARDS + 1), "of playing it: by voyage, days left with today's, rank"),
    ("card_each", "i4", (MAX_DAYS + 1, CARDS + 1), "of each unit of what the card sees: by days left, rank"),
    ("card_sees", "u1", (CARDS + 1,), "the circumstance that counts for the card (greedy_values)"),
    ("copied_value", "i4", (CARDS + 1,), "of the daytime ability alone, for the Apprentice"),
    ("ship_value", "i4", (MAX_DAYS + 1, CARDS + 1), "of a card in the ship: by nights to come, rank"),
    ("keep_value", "i4", (VOYAGES, CARDS + 1), "of a card that is kept for the next voyage: by voyage, rank"),
    (
        "token_value",
        "i4",
        (VOYAGES, MAX_DAYS + 1, FACES, KINDS, OWN_COUNTS),
        "of one more token: by voyage, days left, face, kind, how many the seat holds",
    ),
    ("dusk_value", "i4", (MAX_SEATS + 1, FACES, KINDS), "of a token's dusk ability: by players, face, kind"),
    ("keeps_tokens", "i4", (VOYAGES, FACES, KINDS, OWN_COUNTS), "1: keep, not cash: by voyage, face, kind, how many"),
    ("order_value", "i4", (2, FACES, int(ITEM_LOOT) + KINDS), "the highest comes first: by night and anchor, face, order item"),
)
"""The greedy policy, in 16ths of a doubloon."""

KNOWLEDGE = np.dtype(
    [("rules", RULES), ("scores", "i8", (64,))] + [(name, kind, shape) for name, kind, shape, _ in (*WEIGHTS, *GREEDY)],
    align=True,
)
"""``rules``: the rules that are in force. ``scores`` is room to work in: a thread has its own copy."""

PLAYER = np.dtype([("policy", "i8"), ("knowledge", KNOWLEDGE), ("samples", "i8"), ("of_loot", "i8")], align=True)
"""Who plays: codes.Policy and what it knows. Search tries ``samples`` of each card, and if ``of_loot`` is 1 of each token at dusk too."""


def _search_room(game: np.dtype) -> np.dtype:
    by_option = [(name, "i8", (CARDS,)) for name in ("places", "worth", "regret", "weight")]
    return np.dtype([("copies", game, (1,)), *by_option, ("stop", "i8")], align=True)


SEARCH_ROOM, SOLO_SEARCH_ROOM = _search_room(GAME), _search_room(SOLO_GAME)
"""Room for search to work in: a copy of the game, and by option its place, its worth in a sample, and what regret matching needs.

``stop``: set to 1 from another thread, it ends all searches with the sample under way: the game counts no more.
"""


def _table(room: np.dtype) -> np.dtype:
    return np.dtype([("seated", PLAYER, (MAX_SEATS,)), ("search", "u8"), ("room", room)], align=True)


TABLE, SOLO_TABLE = _table(SEARCH_ROOM), _table(SOLO_SEARCH_ROOM)
"""The different players at a table, the first ones of ``seated``; ``game["player"]`` says who has which seat. A record, as Numba counts
references to an array at every question, which took an eighth of the time of a game. ``search``: the address of
``engine.search_choice`` or ``solo_search_choice``, if anybody searches."""

MOST_DECISIONS = 512
"""Choices of cards and loot of one game that a learner remembers; there are some 120 in a game of four."""
MOST_OPTIONS = 16
"""Options of a choice that a learner remembers; of a longer one it learns nothing."""

LEARNER = np.dtype(
    [
        ("policy", "i8"),
        ("knowledge", KNOWLEDGE),
        ("learns", "i8"),
        ("decisions", "i8"),
        ("banked", "i8", (VOYAGES + 1, MAX_SEATS)),
        ("seat", "i1", (MOST_DECISIONS,)),
        ("voyage", "i1", (MOST_DECISIONS,)),
        ("days_left", "i1", (MOST_DECISIONS,)),
        ("of_loot", "i1", (MOST_DECISIONS,)),
        ("words", "u8", (MOST_DECISIONS, CARD_FEATURES // 8)),
        ("value", "i4", (MOST_DECISIONS,)),
        ("options", "i1", (MOST_DECISIONS,)),
        ("taken", "i1", (MOST_DECISIONS,)),
        ("option", "i1", (MOST_DECISIONS, MOST_OPTIONS)),
        ("held", "i1", (MOST_DECISIONS, MOST_OPTIONS)),
        ("last_word", "u8", (MOST_DECISIONS, MOST_OPTIONS)),
        ("odds", "i4", (MOST_DECISIONS, MOST_OPTIONS)),
        ("critic_start", "i4", (VOYAGES, MAX_DAYS + 1)),
        ("critic_weight", "i2", (VOYAGES, MAX_DAYS + 1, CARD_FEATURES)),
    ],
    align=True,
)
"""A player that remembers its choices, for training (``training``).

``banked``: the dials before each voyage and after the last. By choice: the seat, voyage and days left; whether loot was chosen; the words of
its features; the critic's estimate, in quarters of a doubloon; how many options, the place of the one taken, and of each its rank or face x
KINDS + kind, how many of the kind were held, its own last word, and the odds. ``critic_*``: the estimate of what the seat will bank more
than the others from this voyage on, in quarters of a doubloon, the weights in 64ths of one.
"""
LESSON = np.dtype([("learners", LEARNER, (2,))], align=True)
"""A TABLE of one who learns, the first, and another whose play does not change."""
