"""Comparisons and sweeps as text for people: the columns to look at first. Files have all of them (docs/comparing.md)."""

from __future__ import annotations

from typing import Any

import polars as pl

from sim.show_table import half_text, new_table, number_text, table_text, wrapped

SEVERAL = 12
"""Cards shown of each variant if there are several."""

_HALF = (pl.col("lift_difference_high") - pl.col("lift_difference_low")) / 2
_MARGIN_HALF = (pl.col("margin_difference_high") - pl.col("margin_difference_low")) / 2
_ERRORS = pl.col("lift_difference").abs() / pl.when(pl.col("lift_difference_se") > 0).then(pl.col("lift_difference_se"))


def comparison_text(tables: dict[str, pl.DataFrame]) -> str:
    """For each variant the cards, those first whose lift changed most in standard errors, and the games; then the noise."""
    orders, control = tables["orders"], tables["control"]
    variants = orders.filter(pl.col("by") == "variant").iter_rows(named=True)
    parts = [_variant_text(tables, row, orders.height > 2) for row in variants]
    (noise,) = orders.filter(pl.col("by") == "control").iter_rows(named=True)
    half = control.select(_HALF.median()).item()
    control_text = (
        f"control: {noise['base']} on {noise['games']:,} other games: lift differs by ±{number_text(half, '.4f')} (unpaired), "
        f"root mean square {number_text(noise['lift_difference_rms'], '.4f')}; "
        f"{noise['intervals_with_0']} of {noise['intervals']} intervals hold 0; "
        f"order of cards {number_text(noise['spearman'], '.3f')} (Spearman)"
    )
    return "\n".join([*parts, wrapped(control_text)])


def _variant_text(tables: dict[str, pl.DataFrame], order: dict[str, Any], several: bool) -> str:
    own = pl.col("variant") == order["variant"]
    cards = tables["cards"].filter(own).with_columns(half=_HALF, margin_half=_MARGIN_HALF, errors=_ERRORS)
    cards = cards.sort("errors", "rank", descending=[True, False], nulls_last=True)
    lifts = ("\nlift", "\nvariant", "\nless base", "\n±", "\nin SE")
    table = new_table("\nrank", "\ncard", "\nplays", *lifts, "margin\nless base", "\n±")
    for row in cards.head(SEVERAL if several else cards.height).iter_rows(named=True):
        table.add_row(
            str(row["rank"]),
            row["card"],
            f"{row['plays_variant']:,}",
            number_text(row["lift_base"], ".4f"),
            number_text(row["lift_variant"], ".4f"),
            number_text(row["lift_difference"], "+.4f"),
            number_text(row["half"], ".4f"),
            number_text(row["errors"], ".1f"),
            number_text(row["margin_difference"], "+.3f"),
            number_text(row["margin_half"], ".3f"),
        )
    heading = (
        f"{order['variant']} less {order['base']}, the same {order['games']:,} games: {order['same_winner_share']:.2%} have "
        f"the same winner, order of cards {number_text(order['spearman'], '.3f')} (Spearman)"
    )
    rest = cards.height - table.row_count
    more = [f"and {rest} cards whose lift changed less (all with --json or --out)\n"] if rest else []
    return "\n".join([heading, "", table_text(table), *more, games_text(tables["games"].filter(own))])


def games_text(games: pl.DataFrame) -> str:
    table = new_table("quantity", "base", "variant", "less base", "±")
    for row in games.iter_rows(named=True):
        form = ".2%" if row["count_base"] is not None else ".3f"
        table.add_row(
            row["quantity"],
            number_text(row["base_value"], form),
            number_text(row["variant_value"], form),
            number_text(row["difference"], f"+{form}"),
            half_text(row, "difference", form),
        )
    return table_text(table)


def sweep_text(sweep: pl.DataFrame) -> str:
    """The rows of a sweep with the differences to its reference."""
    owner = sweep["owner"][0]
    headings = {"score": "\nscore", "winner_margin": "winner's\nmargin"}
    if owner:
        headings["lift"] = f"lift of\n{owner}"
    has_edge = sweep["plays"][0] is not None
    return points_text(sweep, headings, "the winner's score and the edge" if has_edge else "the winner's score")


def points_text(sweep: pl.DataFrame, headings: dict[str, str], left_out: str) -> str:
    """The rows of a sweep with some of its quantities.

    Args:
        headings: of two lines, by quantity.
        left_out: what the sweep has besides.
    """
    key, reference = sweep.select("key", "reference").row(0)
    table = new_table(
        key.replace(".", "\n."), *(heading for name in headings for heading in (headings[name], "less\nat ref.", "\n±"))
    )
    for row in sweep.iter_rows(named=True):
        cells = []
        for name in headings:
            form = {"lift": ".4f", "human_win_rate": ".2%"}.get(name, ".3f")
            cells += [
                number_text(row[name], form),
                number_text(row[f"{name}_difference"], f"+{form}"),
                half_text(row, f"{name}_difference", form),
            ]
        table.add_row(row["value"], *cells)
    return "\n".join(
        [
            table_text(table),
            f"the same {sweep['games'][0]:,} games at each value; the reference (ref.) is {key}={reference}",
            f"left out here: {left_out} (all with --json or --out)",
            "",
        ]
    )
