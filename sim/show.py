"""Tables as text for people: the columns to look at first. Files have all of them (docs/tables.md)."""

from __future__ import annotations

import polars as pl

from kernels.codes import CARDS
from sim.policies import ALL
from sim.show_table import half_text, new_table, number_text, table_text
from sim.tables import WHOLE_GAME

_HALF_WIDTH = ((pl.col("lift_high") - pl.col("lift_low")) / 2).alias("half_width")


def run_text(tables: dict[str, pl.DataFrame]) -> str:
    """What a run shows: the characters, and, where several policies play, first how these fare.

    Args:
        tables: as ``sim.tables`` makes them.
    """
    policies = tables["policies"]
    if policies.height == 1:
        return cards_table(tables["cards"])
    return "\n".join([_policies_text(policies), _cards_by_policy(tables["cards"], policies["policy"].to_list())])


def _policies_text(policies: pl.DataFrame) -> str:
    table = new_table("policy", "seats", "win share", "from", "to", "lift", "score", "±", "margin", "±")
    for row in policies.iter_rows(named=True):
        table.add_row(
            row["policy"],
            str(row["seats"]),
            number_text(row["win_share"], ".2%"),
            number_text(row["win_share_low"], ".2%"),
            number_text(row["win_share_high"], ".2%"),
            number_text(row["lift"], ".4f"),
            number_text(row["score"], ".2f"),
            half_text(row, "score", ".2f"),
            number_text(row["margin"], "+.2f"),
            half_text(row, "margin", ".2f"),
        )
    return table_text(table)


def _cards_by_policy(cards: pl.DataFrame, names: list[str]) -> str:
    """The characters over whole games: of all seats, then the lift of each policy's seats."""
    whole = cards.filter(voyage=WHOLE_GAME).with_columns(_HALF_WIDTH)
    of_each = {name: whole.filter(policy=name).rows_by_key("rank", named=True, unique=True) for name in names}
    rows = whole.filter(policy=ALL).sort("lift", "rank", descending=[True, False], nulls_last=True)
    table = new_table("\nrank", "\ncard", "\nplays", "\nlift", "\n±", *(f"lift by\n{name}" for name in names))
    for row in rows.iter_rows(named=True):
        table.add_row(
            str(row["rank"]),
            row["card"],
            f"{row['plays']:,}",
            number_text(row["lift"], ".4f"),
            number_text(row["half_width"], ".4f"),
            *(number_text(of_each[name][row["rank"]]["lift"], ".4f") for name in names),
        )
    halves = (whole.filter(policy=name).select(pl.median("half_width")).item() for name in names)
    told = ", ".join(f"{name} {number_text(half, '.4f')}" for name, half in zip(names, halves, strict=True))
    return f"{table_text(table)}± of the lifts by policy (median): {told}\n"


def ladder_text(tables: dict[str, pl.DataFrame]) -> str:
    """The mean scores, then characters and loot with their lifts on each rung, those first that are strong on the last one.

    Args:
        tables: as ``ladders.ladder_tables`` makes them.
    """
    rungs = tables["policies"]["policy"].to_list()
    scores = ", ".join(
        f"{row['policy']} {number_text(row['score'], '.2f')} ± {half_text(row, 'score', '.2f')}"
        for row in tables["policies"].iter_rows(named=True)
    )
    cards = tables["cards"].filter(voyage=WHOLE_GAME)
    cards = cards.with_columns(key=pl.format("{} ({})", "card", "rank"), played=1 - pl.col("never_played_share"))
    loot = tables["loot"].with_columns(key=pl.format("{} {}", "side", "loot"))
    return "\n".join(
        [
            f"mean score: {scores}",
            "",
            _rungs_text(cards, "card", rungs),
            _rungs_text(loot, "loot", rungs),
            "played: share of the seats that were dealt the card; the more play it, the closer its lift is to 1\n"
            f"up: places that the row rises from {rungs[0]} to {rungs[-1]}\n",
        ]
    )


def _rungs_text(frame: pl.DataFrame, heading: str, rungs: list[str]) -> str:
    """Lift and half width under each rung of what the column ``key`` names, and of cards the share of seats that played them."""
    has_played = "played" in frame.columns
    frame = frame.with_columns(_HALF_WIDTH, place=pl.col("lift").rank("min", descending=True).over("policy"))
    of_each = [frame.filter(policy=rung).rows_by_key("key", named=True, unique=True) for rung in rungs]
    first, last = of_each[0], of_each[-1]
    headings = [part for rung in rungs for part in (f"lift by\n{rung}", "\n±", *(["\nplayed"] if has_played else []))]
    table = new_table(f"\n{heading}", *headings, "\nplace", "\nup")
    for key in sorted(last, key=lambda key: (last[key]["lift"] is None, -(last[key]["lift"] or 0))):
        cells = []
        for row in (rung[key] for rung in of_each):
            cells += [number_text(row["lift"], ".4f"), number_text(row["half_width"], ".4f")]
            cells += [number_text(row["played"], ".0%")] if has_played else []
        before, after = first[key]["place"], last[key]["place"]
        up = None if before is None or after is None else int(before) - int(after)
        table.add_row(key, *cells, "-" if after is None else str(after), "-" if up is None else f"{up:+d}")
    return table_text(table)


def cards_table(cards: pl.DataFrame, limit: int = CARDS) -> str:
    """The characters over whole games, highest lift first, as aligned text; in colour for a terminal.

    Args:
        cards: the table ``cards``.
        limit: number of characters to show.
    """
    table = new_table("rank", "card", "plays", "win rate", "lift", "±", "edge", "margin", "discarded", "unplayed")
    rows = cards.filter(pl.col("voyage") == WHOLE_GAME).sort("lift", "rank", descending=[True, False], nulls_last=True)
    for row in rows.head(limit).with_columns(_HALF_WIDTH).iter_rows(named=True):
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
    return table_text(table)
