"""Tables and sentences as text for people, as all pages of a terminal have them."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import fill
from typing import TYPE_CHECKING, Any

import polars as pl

if TYPE_CHECKING:
    from rich.table import Table

WIDTH = 100
"""Columns of text. Not the terminal's: in a narrow one rich would cut digits off."""
_ROOM = 2 * WIDTH
"""Columns that rich may use."""
_WORDS = ("policy", "card", "loot", "quantity", "the one", "best entrant")
"""Headings of columns of words, flush left."""


def new_table(*headings: str) -> Table:
    """A table with these headings, in the style of all of them."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        table.add_column(heading, justify="left" if heading.strip() in _WORDS else "right", no_wrap=True)
    return table


def table_text(table: Table) -> str:
    """The table as text, with less between its columns if it would be wider than ``WIDTH``; in colour for a terminal."""
    from rich.console import Console

    console = Console(width=_ROOM)
    if console.measure(table).maximum > WIDTH:
        table.padding = (0, 1, 0, 0)
    with console.capture() as capture:
        console.print(table)
    return capture.get()


def wrapped(sentence: str) -> str:
    """A sentence in lines that fit, each ended."""
    return fill(sentence, WIDTH, break_long_words=False, break_on_hyphens=False) + "\n"


def number_text(value: float | None, form: str) -> str:
    """A number with a point in its form; what rounds to zero has no minus sign."""
    return "-" if value is None else format(value, form.replace(".", "z."))


def half_text(row: Mapping[str, Any], name: str, form: str, end: str = "") -> str:
    """Half of the interval of an estimate, whose ends are the columns NAME_low and NAME_high, and ``end`` after them."""
    low, high = row[f"{name}_low{end}"], row[f"{name}_high{end}"]
    return number_text(None if low is None else (high - low) / 2, form)


_TIMES = 2


def vague(name: str, by: str | None = None) -> pl.Expr:
    """Whether the interval of an estimate is more than twice as wide as the median one, or there is none.

    A card that nearly every seat plays has a vague edge: hardly a game tells what it costs not to play it. Beside the others it
    would stand at the top or at the end of a table by chance.

    Args:
        name: of the estimate.
        by: the column that says which rows are compared; None for all.
    """
    width = pl.col(f"{name}_high") - pl.col(f"{name}_low")
    median = width.median() if by is None else width.median().over(by)
    return (width > _TIMES * median).fill_null(True)  # an edge of a single game has no interval
