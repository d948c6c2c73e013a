"""A league as text for people: who beats whom, the ratings, and how far each can be beaten. Files have more (docs/league.md)."""

from __future__ import annotations

import polars as pl

from sim.show_table import half_text, new_table, number_text, table_text, wrapped

COLUMNS = 7
"""Opponents side by side."""
LONGEST_NAME = 30
"""Characters shown of a policy's name beside a cross table."""


def league_text(tables: dict[str, pl.DataFrame]) -> str:
    """The win shares as a cross table, then the ratings, best first.

    Args:
        tables: as ``leagues.league_tables`` makes them.
    """
    matches, ratings = tables["matches"], tables["ratings"]
    numbers = {name: at for at, name in enumerate(ratings["policy"].to_list(), start=1)}
    half = matches.select((pl.col("win_share_high") - pl.col("win_share_low")).max() / 2).item()
    head = f"win share of one seat (row) against all others (column); {matches['neutral_share'][0]:.1%} is neutral"
    parts = [f"{head}, ± at most {number_text(half, '.2%')}", ""]
    names = list(numbers)
    parts += [_cross_text(matches, numbers, names[at : at + COLUMNS]) for at in range(0, len(names), COLUMNS)]
    parts.append(_ratings_text(ratings, numbers))
    if "exploitability" in tables:
        parts.append(_exploitability_text(tables["exploitability"], numbers))
    return "\n".join(parts)


def _cross_text(matches: pl.DataFrame, numbers: dict[str, int], others: list[str]) -> str:
    shares = {(row["policy"], row["against"]): row["win_share"] for row in matches.iter_rows(named=True)}
    table = new_table("", "the one", *(f"{numbers[other]}" for other in others))
    for name, number in numbers.items():
        table.add_row(str(number), _short(name), *(number_text(shares.get((name, other)), ".2%") for other in others))
    return table_text(table)


def _ratings_text(ratings: pl.DataFrame, numbers: dict[str, int]) -> str:
    several = ratings["group"].n_unique() > 1
    heads = ("", "policy", *(["group"] if several else []), "rating", "±", "odds", "from", "to")
    table = new_table(*heads)
    for row in ratings.sort("group", "rating", descending=[False, True], nulls_last=True).iter_rows(named=True):
        table.add_row(
            str(numbers[row["policy"]]),
            _short(row["policy"]),
            *([str(row["group"])] if several else []),
            number_text(row["rating"], "+.4f"),
            half_text(row, "rating", ".4f"),
            *(number_text(row[column], ".4g") for column in ("odds", "odds_low", "odds_high")),
        )
    first = ratings["policy"][0]
    notes = [f"rating: log of strength (Plackett-Luce), mean 0; odds: of finishing ahead of {_short(first)}, one seat each"]
    if several:
        notes.append(
            "ratings are within a group: no seat of it ever finished behind a later group, or they never met, and no finite number "
            "says how much stronger it is"
        )
    return table_text(table) + wrapped("; ".join(notes))


def _exploitability_text(exploitability: pl.DataFrame, numbers: dict[str, int]) -> str:
    table = new_table("", "\npolicy", "response\nwins", "\nfrom", "\nto", "\nbest entrant", "its\nshare")
    for row in exploitability.iter_rows(named=True):
        shares = (number_text(row[f"response_share{end}"], ".2%") for end in ("", "_low", "_high"))
        entrant = row["best_entrant"]
        best = "-" if entrant is None else _short(entrant)
        table.add_row(
            str(numbers[row["policy"]]), _short(row["policy"]), *shares, best, number_text(row["best_entrant_share"], ".2%")
        )
    notes = []
    for row in exploitability.drop_nulls("rounds").head(1).iter_rows(named=True):
        trained = f"one seat that was trained against the policy for {row['rounds']:,} rounds"
        notes.append(f"response wins: of {trained}; {row['neutral_share']:.1%} is neutral")
    if exploitability.filter(pl.col("response_share_high") < pl.col("neutral_share")).height:
        notes.append("a response that wins less than that was not trained long enough to say how far the policy can be beaten")
    notes.append("best entrant: the other policy whose one seat wins most against it, as in the cross table")
    notes.append(
        "both shares say how far the policy can be beaten at least: but for their errors the true value is no lower than the larger "
        "of them and the neutral share"
    )
    if exploitability["rounds"].has_nulls():
        notes.append("search is too slow to be trained against")
    return table_text(table) + wrapped("; ".join(notes))


def _short(name: str) -> str:
    """A policy's name; of a long one, a file's, the end."""
    return name if len(name) <= LONGEST_NAME else "..." + name[3 - LONGEST_NAME :]
