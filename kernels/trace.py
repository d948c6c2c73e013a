"""The trace of a game: one EVENT row for each thing that happens. ``trace=None`` compiles to nothing.

Columns a, b, c by event (codes.Event):

| event | a | b | c |
|---|---|---|---|
| VOYAGE_BEGINS | days | | |
| ROW_FILLED | day, from 0 | packed counts | |
| CARDS_DEALT | mask of ranks | | |
| CHOICE | codes.Choice | number of options | code of the option (``choices.option_at``) |
| PLACED | cards left of it | | |
| ACTS | | | |
| COPIES | rank copied | | |
| GAIN, LOSE | amount moved | doubloons after | |
| REPUTATION | spaces moved, negative: to the left | space after | |
| TOKEN_GAINED | kind | codes.Source | seat it came from (Source.SEAT) |
| TOKEN_DISCARDED | kind | number | |
| TOKENS_SWAPPED | kind to tomorrow | kind to today | |
| CARD_DISCARDED, CARD_TO_SHIP, CARD_TO_HAND, CARD_KEPT | | | |
| TOKENS_KEPT | kind | number | |
| UNASKED_ORDER | codes.Choice | number of items that were due | item that was carried out |
| ANCHOR_ITEM | item (rank, or 41 + kind) | amount, negative: a loss | |
| BANKED | doubloons moved to the dial | dial after | |
| WINS | final dial | | |
| PILFERER_TURNS | | | |
| BACK_READ | row, from 1 | its entry (codes.BACK_ENTRIES) | rank that it makes her play |
| PILFERED | kind, or -1 if the row was empty | | |
| NO_EFFECT_RANK | rank on the island | cards left of it | |
"""

from __future__ import annotations

import numpy as np

from kernels._jit import by_game, kernel
from kernels.codes import Event, Fault

EVENT = np.dtype(
    [(name, "i8") for name in ("voyage", "day", "phase", "rule", "event", "seat", "card", "a", "b", "c")], align=True
)
"""One thing that happened: voyage and day from 0, codes.Phase, codes.Rule, codes.Event, seat or -1, rank or 0."""

BLANK = np.int64(0)
"""For a column that an event does not use. (A bare 0 would compile another version of ``emit``.)"""

MOST_EVENTS = 16384
"""Rows to allocate for a whole game: several times what any standard game needs."""


@kernel
def _not_counted(game, event):
    """Nothing asks what a turn changed."""


@kernel
def _count_change(game, event):
    """SOL-6, Q-18: doubloons, reputation, tokens or cards moved. Writes changes."""
    game["changes"] += event >= Event.GAIN and event <= Event.CARD_TO_HAND


_note = by_game(_not_counted, _count_change)


@kernel
def emit(trace, game, rule, event, seat, card, a, b, c):
    """Write one row, or nothing if ``trace`` is None. A full trace sets ``Fault.TRACE_FULL``."""
    _note(game, event)
    if trace is not None:
        at = game["trace_at"]
        if at >= trace.size:
            game["fault"] = Fault.TRACE_FULL
        else:
            row = trace[at]
            row["voyage"] = game["voyage"]
            row["day"] = game["day"]
            row["phase"] = game["phase"]
            row["rule"] = rule
            row["event"] = event
            row["seat"] = seat
            row["card"] = card
            row["a"] = a
            row["b"] = b
            row["c"] = c
            game["trace_at"] = at + 1
