"""Tables as text for people: the columns to look at first. Files have all of them (docs/tables.md)."""

from __future__ import annotations

import polars as pl

from kernels.codes import CARDS
from sim.tables import WHOLE_GAME

_WIDTH = 100
"""Columns of text. Not the terminal's: in a narrow one rich would cut digits off."""


def cards_table(cards: pl.DataFrame, limit: int = CARDS) -> str:
    """The characters over whole games, highest lift first, as aligned text; in colour for a terminal.

    Args:
        cards: the table ``cards``.
        limit: number of characters to show.
    """
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("rank", "card", "plays", "win rate", "lift", "±", "edge", "margin", "discarded", "unplayed"):
        table.add_column(heading, justify="left" if heading == "card" else "right", no_wrap=True)
    rows = cards.filter(pl.col("voyage") == WHOLE_GAME).sort("lift", "rank", descending=[True, False], nulls_last=True)
    half_width = (pl.col("lift_high") - pl.col("lift_low")) / 2
    for row in rows.head(limit).with_columns(half_width=half_width).iter_rows(named=True):
        table.add_row(
            str(row["rank"]),
            row["card"],
            f"{row['plays']:,}",
            number_text(row["win_rate"], ".2%"),
            number_text(row["lift"], ".4f"),
            number_text(row["half_width"], ".4f"),
            number_text(row["edge"], "+.2%"),
            number_text(row["margin"], "+.2f"),
            number_text(row["discarded_share"], ".1%"),
            number_text(row["never_played_share"], ".1%"),
        )
    console = Console(width=_WIDTH)
    with console.capture() as capture:
        console.print(table)
    return capture.get()


def number_text(value: float | None, form: str) -> str:
    """A number with a point in its form; what rounds to zero has no minus sign."""
    return "-" if value is None else format(value, form.replace(".", "z."))
