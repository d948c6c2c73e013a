"""What policies read besides the game: the rules, the greedy policy's values, and the learned policy's weights; and who plays.

All of it is integers, so that a choice is the same on every machine.
"""

from __future__ import annotations

import numpy as np

from kernels.codes import CARDS, FACES, ITEM_LOOT, KINDS, MAX_DAYS, MAX_SEATS, VOYAGES
from kernels.rule_record import RULES

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

PLAYER = np.dtype([("policy", "i8"), ("knowledge", KNOWLEDGE)], align=True)
"""Who plays: codes.Policy and what it knows. An array of them is all players of a table; ``game["player"]`` says who has which seat."""
