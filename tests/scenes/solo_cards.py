"""The solo deck as a scene tells it: amounts by key, to be put together with ``|`` and given as ``rules``."""

from __future__ import annotations

from kernels.catalog import SOLO_DECK, Value
from kernels.codes import BACK_ENTRIES, BACK_ROWS, Card


def back(rank: int, *rows: str) -> dict[str, Value]:
    """The back of a solo card: five entries such as "L1", "R2", "S1", or one for all rows."""
    entries = rows * BACK_ROWS if len(rows) == 1 else rows
    return {f"automa_{Card(rank).name.lower()}.back": tuple(map(BACK_ENTRIES.index, entries))}


def no_effect_rank(rank: int, new: int) -> dict[str, Value]:
    """The no-effect rank of a solo card."""
    return {f"automa_{Card(rank).name.lower()}.no_effect_rank": new}


def symbols(*ranks: int) -> dict[str, Value]:
    """The solo cards with the symbol, and no others."""
    return {f"automa_{Card(card.rank).name.lower()}.symbol": int(card.rank in ranks) for card in SOLO_DECK}
