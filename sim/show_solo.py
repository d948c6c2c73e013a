"""Solo games as text for people: the columns to look at first. Files have all of them (docs/solo.md)."""

from __future__ import annotations

import polars as pl

from kernels.catalog import SOLO_DECK
from sim.show_comparison import SEVERAL, games_text, points_text
from sim.show_table import half_text, new_table, number_text, table_text, vague, wrapped
from sim.solo_tables import QUANTITIES, SIDE_NAMES
from sim.tables import WHOLE_GAME

_DECK = [card.rank for card in SOLO_DECK]

_ERRORS = pl.col("win_rate_difference").abs() / pl.when(pl.col("win_rate_difference_se") > 0).then("win_rate_difference_se")


def solo_text(tables: dict[str, pl.DataFrame]) -> str:
    """A few lines on the games, then the characters over whole games, highest edge of the human first, and last where it is vague.

    Args:
        tables: as ``solo_tables`` makes them.
    """
    found = tables["games"].rows_by_key("quantity", named=True, unique=True)
    rate, margin = found["human_win_rate"], found["margin"]
    starts = [rate[f"{name}_start"] for name in SIDE_NAMES]
    ends = f"{number_text(rate['mean_low'], '.2%')} to {number_text(rate['mean_high'], '.2%')}"
    scores = (number_text(found[f"{name}_score"]["mean"], ".2f") for name in SIDE_NAMES)
    lines = [
        f"the human wins {number_text(rate['mean'], '.2%')} (95 % interval {ends}) of {rate['games']:,} games",
        "mean scores: human {}, Automa {}; ".format(*scores)
        + f"margin {number_text(margin['mean'], '+.2f')} ± {half_text(margin, 'mean', '.2f')}",
    ]
    if any(starts):
        lines.append("the human starts with {} doubloons, the Automa with {}".format(*starts))
        lines.append("start doubloons make the Carpenter's edge an artefact: he takes half of them (docs/solo.md)")
    return "\n".join([*lines, "", _cards_text(tables["cards"])])


def _cards_text(cards: pl.DataFrame) -> str:
    rows = _side_by_side(cards.filter(voyage=WHOLE_GAME)).with_columns(vague=vague("edge"))
    rows = rows.sort("vague", -pl.col("edge"), "rank", nulls_last=True)
    both = ("\nwins", "\nedge", "\n±")
    table = new_table("\nrank", "\ncard", "human\nplays", *both, "Automa\nplays", *both, "no\neffect")
    for row in rows.iter_rows(named=True):
        cells = []
        for of in ("", "_automa"):
            cells += [
                f"{row[f'plays{of}']:,}",
                number_text(row[f"win_rate{of}"], ".2%"),
                number_text(row[f"edge{of}"], "+.2%"),
                half_text(row, "edge", ".2%", of),
            ]
        table.add_row(str(row["rank"]), row["card"], *cells, number_text(row["no_effect_share_automa"], ".1%"))
    number = rows["vague"].sum()
    note = f"edges of the last {number}: vague or none (played nearly always, hardly ever, or not in these games)\n"
    return table_text(table) + (note if number else "")


def solo_comparison_text(tables: dict[str, pl.DataFrame]) -> str:
    """For each variant the games, and the cards whose win rate changed most in standard errors; then the noise."""
    variants = tables["games"]["variant"].unique(maintain_order=True)
    parts = [_variant_text(tables, variant, len(variants) > 1) for variant in variants]
    noise = tables["control"].rows_by_key("quantity", named=True, unique=True)
    forms = dict.fromkeys(QUANTITIES, ".3f") | {"human_win_rate": ".2%"}
    differences = ", ".join(
        f"{name.replace('_', ' ')} {number_text(noise[name]['difference'], f'+{form}')} ± {half_text(noise[name], 'difference', form)}"
        for name, form in forms.items()
    )
    first = noise["human_win_rate"]
    return "\n".join(
        [
            *parts,
            "cards come by |less base| / SE; left out here: standard errors and margins (with --json or --out)",
            wrapped(f"control: {first['base']} on {first['games']:,} other games, less the same, unpaired: {differences}"),
        ]
    )


def _variant_text(tables: dict[str, pl.DataFrame], variant: str, several: bool) -> str:
    games, cards = (tables[name].filter(pl.col("variant") == variant) for name in ("games", "cards"))
    cards = cards.with_columns(errors=_ERRORS)
    rows = _side_by_side(cards).with_columns(most=pl.max_horizontal("errors", "errors_automa"))
    rows = rows.sort("most", "rank", descending=[True, False], nulls_last=True)
    both = ("\nwins", "\nvariant", "\nless base", "\n±")
    table = new_table("\nrank", "\ncard", f"human{both[0]}", *both[1:], f"Automa{both[0]}", *both[1:])
    for row in rows.head(SEVERAL if several else rows.height).iter_rows(named=True):
        cells = []
        for of in ("", "_automa"):
            cells += [
                number_text(row[f"win_rate_base{of}"], ".2%"),
                number_text(row[f"win_rate_variant{of}"], ".2%"),
                number_text(row[f"win_rate_difference{of}"], "+.2%"),
                half_text(row, "win_rate_difference", ".2%", of),
            ]
        table.add_row(str(row["rank"]), row["card"], *cells)
    first = games.row(0, named=True)
    heading = (
        f"{variant} less {first['base']}, the same {first['games']:,} games: "
        f"{first['same_winner'] / first['games']:.2%} have the same winner"
    )
    rest = rows.height - table.row_count
    more = [f"and {rest} cards whose win rate changed less (all with --json or --out)\n"] if rest else []
    return "\n".join([heading, "", games_text(games), table_text(table), *more])


def solo_sweep_text(sweep: pl.DataFrame) -> str:
    """The rows of a sweep with the differences to its reference."""
    headings = {"human_win_rate": "human\nwins", "human_score": "human's\nscore", "margin": "\nmargin"}
    return points_text(sweep, headings, "the Automa's score")


def _side_by_side(cards: pl.DataFrame) -> pl.DataFrame:
    """The cards of the solo deck (SOL-2) in rank order: the human's columns, then the Automa's with ``_automa`` after their names."""
    human, automa = (cards.filter(pl.col("rank").is_in(_DECK), side=name) for name in SIDE_NAMES)
    return human.join(automa, on="rank", suffix="_automa", maintain_order="left")
