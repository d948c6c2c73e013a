"""Tables as text for people: the columns to look at first. Files have all of them (docs/tables.md)."""

from __future__ import annotations

import polars as pl

from kernels.codes import CARDS
from sim.policies import ALL
from sim.show_table import half_text, new_table, number_text, table_text, vague, wrapped
from sim.tables import WHOLE_GAME


def run_text(tables: dict[str, pl.DataFrame]) -> str:
    """What a run shows: the characters, and, where several policies play, first how these fare.

    Args:
        tables: as ``sim.tables`` makes them.
    """
    policies = tables["policies"]
    if policies.height == 1:
        return cards_table(tables["cards"])
    return "\n".join([_policies_text(policies), _cards_by_policy(tables["cards"], policies)])


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


def _cards_by_policy(cards: pl.DataFrame, policies: pl.DataFrame) -> str:
    """The edges of the characters over whole games among each policy's seats, those first that are strong for the best policy."""
    names = policies["policy"].to_list()
    (best,) = policies.sort("win_share", descending=True, maintain_order=True)["policy"].head(1)
    whole = cards.filter(voyage=WHOLE_GAME).with_columns(vague=vague("edge", "policy"))
    of_each = {name: whole.filter(policy=name).rows_by_key("rank", named=True, unique=True) for name in names}
    table = new_table("\nrank", "\ncard", "\nplays", *(f"edge by\n{name}" for name in names))
    plays = dict(whole.filter(policy=ALL).select("rank", "plays").iter_rows())
    rows = whole.filter(policy=best).sort("vague", -pl.col("edge"), "rank", nulls_last=True)
    for row in rows.iter_rows(named=True):
        edges = (number_text(of_each[name][row["rank"]]["edge"], "+.2%") for name in names)
        table.add_row(str(row["rank"]), row["card"], f"{plays[row['rank']]:,}", *edges)
    half = (pl.col("edge_high") - pl.col("edge_low")).median() / 2
    halves = (whole.filter(policy=name).select(half).item() for name in names)
    told = ", ".join(f"{name} {number_text(half, '.2%')}" for name, half in zip(names, halves, strict=True))
    note = f"± of the edges (median): {told}; those first that are high for {best}, last those that are vague for it"
    return table_text(table) + wrapped(note)


def ladder_text(tables: dict[str, pl.DataFrame]) -> str:
    """The mean scores, then characters with their edges and loot with its lifts on each rung, those first that are strong on the last.

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
            wrapped(f"mean score: {scores}"),
            _rungs_text(cards, "card", "edge", "+.2%", rungs),
            _rungs_text(loot, "loot", "lift", ".4f", rungs),
            wrapped(
                "edge: win rate of the seats that played the card less that of those that were dealt it and did not; played: share of "
                "the seats that were dealt the card; where nearly all play it, hardly a game tells what it costs not to: the edge is "
                f"vague, and the card comes last; place: on the last rung; up: places that the row rises from {rungs[0]}; both among "
                "the rows that are vague on neither"
            ),
        ]
    )


def _rungs_text(frame: pl.DataFrame, heading: str, estimate: str, form: str, rungs: list[str]) -> str:
    """An estimate and half its interval under each rung for what the column ``key`` names, and of cards how many seats played them."""
    has_played = "played" in frame.columns
    frame = frame.with_columns(vague=vague(estimate, "policy"))
    of_each = [frame.filter(policy=rung).rows_by_key("key", named=True, unique=True) for rung in rungs]
    first, last = of_each[0], of_each[-1]
    sure = [key for key in last if not (first[key]["vague"] or last[key]["vague"])]
    before, after = (
        {key: 1 + sum(rung[other][estimate] > rung[key][estimate] for other in sure) for key in sure} for rung in (first, last)
    )
    headings = [part for rung in rungs for part in (f"{estimate} by\n{rung}", "\n±", *(["\nplayed"] if has_played else []))]
    table = new_table(f"\n{heading}", *headings, "\nplace", "\nup")
    for key in sorted(last, key=lambda key: (last[key]["vague"], -(last[key][estimate] or 0))):
        cells = []
        for row in (rung[key] for rung in of_each):
            cells += [number_text(row[estimate], form), half_text(row, estimate, form.lstrip("+"))]
            cells += [number_text(row["played"], ".0%")] if has_played else []
        places = (f"{after[key]}", f"{before[key] - after[key]:+d}") if key in after else ("-", "-")
        table.add_row(key, *cells, *places)
    return table_text(table)


def cards_table(cards: pl.DataFrame, limit: int = CARDS) -> str:
    """The characters over whole games, highest lift first, as aligned text; in colour for a terminal.

    Args:
        cards: the table ``cards``.
        limit: number of characters to show.
    """
    table = new_table("rank", "card", "plays", "win rate", "lift", "±", "edge", "±", "margin", "discarded", "unplayed")
    rows = cards.filter(pl.col("voyage") == WHOLE_GAME).sort("lift", "rank", descending=[True, False], nulls_last=True)
    for row in rows.head(limit).iter_rows(named=True):
        table.add_row(
            str(row["rank"]),
            row["card"],
            f"{row['plays']:,}",
            number_text(row["win_rate"], ".2%"),
            number_text(row["lift"], ".4f"),
            half_text(row, "lift", ".4f"),
            number_text(row["edge"], "+.2%"),
            half_text(row, "edge", ".2%"),
            number_text(row["margin"], "+.2f"),
            number_text(row["discarded_share"], ".1%"),
            number_text(row["never_played_share"], ".1%"),
        )
    return table_text(table)
