"""The tables of ``galecrest compare``, from tallies and pairs. docs/comparing.md defines every column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from kernels.catalog import CHARACTERS
from kernels.codes import CARDS, MAX_SEATS, VOYAGES
from sim.operands import Operand
from sim.paired import Products, Sums, combination, difference, rank_correlation, root_mean_square, unpaired, unpaired_error
from sim.rule_sets import RuleSet
from sim.runner import Comparison
from sim.setups import KINDS
from sim.stats import Estimate, quantile

PROVENANCES = ("reconstructed", "user", "changed", "standard")
"""Sources of a rule set, the weakest first."""

QUANTILES = {"min": 0, "q05": 5, "q25": 25, "q50": 50, "q75": 75, "q95": 95, "max": 100}

NOTHING = Estimate(*(np.full(CARDS, np.nan) for _ in range(4)))
"""Estimates of the cards where there are none."""


def comparison_tables(counted: Comparison, players: int, compared: Sequence[Operand]) -> dict[str, pl.DataFrame]:
    """The tables of a comparison.

    Args:
        counted: what the games counted, with a control.
        players: number of seats in every game, 2 to 6.
        compared: the rule sets by the index of their tallies, the base first.

    Returns:
        ``cards``, ``loot`` and ``games`` with rows for each variant, ``orders`` with one row for each and one for the
        control, and ``control``. What cannot be told is null.
    """
    base, *variants = compared
    frames: dict[str, list[pl.DataFrame]] = {"cards": [], "loot": [], "games": [], "orders": []}
    a, other = counted.tallies[0], counted.control[0]
    for at, variant in enumerate(variants, start=1):
        b, pair = counted.tallies[at], counted.pairs[at]
        labels = {"base": base.label, "variant": variant.label}
        source = {"provenance": weakest(base.rule_set, variant.rule_set)}
        deals_alike = same_deal(base.rule_set, variant.rule_set)
        frames["cards"].append(frame_of(labels | cards_columns(a, b, pair, players, deals_alike) | source))
        frames["loot"].append(frame_of(labels | loot_columns(a, b, pair, players) | source))
        frames["games"].append(frame_of(labels | games_columns(a, b, pair, players) | source))
        same = {"same_winner": int(pair["same_winner"]), "same_winner_share": int(pair["same_winner"]) / int(pair["games"])}
        frames["orders"].append(_order(labels | {"by": "variant"}, frames["cards"][-1], int(pair["games"]), same | source))
    source = {"provenance": weakest(base.rule_set)}
    control = frame_of({"base": base.label} | _control_columns(a, other, players) | source)
    nobody = {"same_winner": None, "same_winner_share": None}
    labels = {"base": base.label, "variant": base.label, "by": "control"}
    frames["orders"].append(_order(labels, control, int(other["games"]), nobody | source))
    return {name: pl.concat(rows, how="vertical_relaxed") for name, rows in frames.items()} | {"control": control}


def weakest(*rule_sets: RuleSet) -> str:
    """The weakest source of anything in play under any of the rule sets."""
    return min((rule_set.provenance for rule_set in rule_sets), key=PROVENANCES.index)


def card_sums(tally: np.void) -> tuple[Sums, Sums]:
    """The sums of win rate and margin of each card over whole games, shape (40,): x is the seats that played it."""
    seats = np.arange(MAX_SEATS + 1)
    joint = tally["card_joint"][0, 1:]
    won, by_seats = joint[:, :, 1], joint.sum(axis=2)
    games, plays, plays_square = by_seats.sum(axis=1), by_seats @ seats, by_seats @ seats**2
    wins = won.sum(axis=1)
    margins = (tally[name][0, 1:] for name in ("card_margin", "card_margin_square", "card_margin_plays"))
    margin, margin_square, margin_plays = margins
    return (
        Sums(wins, plays, wins, won @ seats, plays_square, games),  # a game adds 0 or 1 to the wins, its own square
        Sums(margin, plays, margin_square, margin_plays, plays_square, games),
    )


def card_products(pair: np.void) -> tuple[Products, Products]:
    """The products for win rate and margin of each card, shape (40,)."""
    both = pair["card_plays_plays"][1:]
    win_rate = Products(pair["card_wins_wins"][1:], pair["card_wins_plays"][1:], pair["card_plays_wins"][1:], both)
    margin = Products(pair["card_margin_margin"][1:], pair["card_margin_plays"][1:], pair["card_plays_margin"][1:], both)
    return win_rate, margin


def loot_sums(tally: np.void) -> tuple[Sums, Sums]:
    """The sums of win rate per token held, and of tokens held by winners, by kind whatever its face, shape (7,)."""
    held, won, held_square, won_square, won_held = (
        tally[f"loot_{name}"].sum(axis=0) for name in ("held", "won", "held_square", "won_square", "won_held")
    )
    games = np.full(len(KINDS), tally["games"])
    return Sums(won, held, won_square, won_held, held_square, games), Sums.of_means(won, won_square, games)


def loot_products(pair: np.void, a: Sums, b: Sums) -> tuple[Products, Products]:
    """The products for both; a and b are the second sums of ``loot_sums``."""
    win_rate = Products(pair["loot_won_won"], pair["loot_won_held"], pair["loot_held_won"], pair["loot_held_held"])
    return win_rate, Products.of_means(pair["loot_won_won"], a, b)


def game_sums(tally: np.void, name: str, players: int) -> Sums:
    """The sums of ``score``, ``winner_score`` or ``winner_margin``."""
    if name == "score":
        return Sums.of_means(tally["seat_score"].sum(), tally["score_game_square"], tally["games"], players)
    field = {"winner_score": "winner_score", "winner_margin": "margin"}[name]
    return Sums.of_means(tally[f"{field}_sum"], tally[f"{field}_square"], tally["games"])


def game_difference(a: np.void, b: np.void, pair: np.void, name: str, players: int) -> Estimate:
    """The paired difference of one of the three means of ``game_sums``."""
    sums_a, sums_b = game_sums(a, name, players), game_sums(b, name, players)
    product = pair[{"score": "score", "winner_score": "winner_score", "winner_margin": "margin"}[name]]
    return difference(sums_a, sums_b, Products.of_means(product, sums_a, sums_b, players if name == "score" else 1))


def unplayed_sums(tally: np.void, rate: Sums, players: int) -> Sums:
    """The sums of the win rate of seats that were dealt a card and did not play it, shape (40,).

    What a game adds is v = d - y and u = p d - x, where y and x are those of the win rate when played (``rate``, the
    first of ``card_sums``), p is players, and d is 1 if the card was dealt, else 0; who plays a card was dealt it.
    """
    dealt = tally["card_dealt"][0, 1:]
    wins, plays = np.asarray(rate.y), np.asarray(rate.x)
    by_all = tally["card_joint"][0, 1:, players].sum(axis=1)
    return Sums(
        dealt - wins,
        players * dealt - plays,
        dealt - wins,
        players * dealt - plays - players * wins + rate.xy,
        players**2 * dealt - 2 * players * plays + rate.xx,
        dealt - by_all,
    )


def edge_difference(a: np.void, b: np.void, pair: np.void, players: int) -> Estimate:
    """The paired difference of the edge of each card, shape (40,): of four ratios over the same games.

    All products follow from those of the win rate, as the deal is the same on both sides (``same_deal``).
    """
    (rate_a, _), (rate_b, _), (rate, _) = card_sums(a), card_sums(b), card_products(pair)
    rest_a, rest_b = unplayed_sums(a, rate_a, players), unplayed_sums(b, rate_b, players)
    dealt = a["card_dealt"][0, 1:]
    own = [
        Products(0, players * np.asarray(r.y) - r.xy, np.asarray(r.x) - r.xy, players * np.asarray(r.x) - r.xx)
        for r in (rate_a, rate_b)
    ]
    y_a, x_a, y_b, x_b = (np.asarray(part) for part in (rate_a.y, rate_a.x, rate_b.y, rate_b.x))
    products = {
        (0, 1): own[0],
        (2, 3): own[1],
        (0, 2): rate,
        (0, 3): Products(y_a - rate.y_y, players * y_a - rate.y_x, x_a - rate.x_y, players * x_a - rate.x_x),
        (1, 2): Products(y_b - rate.y_y, x_b - rate.y_x, players * y_b - rate.x_y, players * x_b - rate.x_x),
        (1, 3): Products(
            dealt - y_a - y_b + rate.y_y,
            players * (dealt - y_a) - x_b + rate.y_x,
            players * (dealt - y_b) - x_a + rate.x_y,
            players * (players * dealt - x_a - x_b) + rate.x_x,
        ),
    }
    return combination((rate_a, rest_a, rate_b, rest_b), (-1, 1, 1, -1), products)


def same_deal(one: RuleSet, other: RuleSet) -> bool:
    """Whether both deal the same cards in the same game."""
    keys = ("voyage.cards", *(f"{character.key}.in_game" for character in CHARACTERS))
    return all(one.value(key) == other.value(key) for key in keys)


def cards_columns(a: np.void, b: np.void, pair: np.void, players: int, deals_alike: bool = True) -> dict[str, Any]:
    """Columns of ``cards`` for one variant: 40 rows; the difference of edges is null if the deals are not alike."""
    (rate_a, margin_a), (rate_b, margin_b) = card_sums(a), card_sums(b)
    rate, margin = card_products(pair)
    edges = {
        f"edge_{side}": rate.estimate.value - unplayed_sums(tally, rate, players).estimate.value
        for side, tally, rate in (("base", a, rate_a), ("variant", b, rate_b))
    }
    edge = edge_difference(a, b, pair, players) if deals_alike else NOTHING
    return {
        **_card_counts(rate_a, rate_b),
        **compared_columns("win_rate", rate_a, rate_b, rate),
        **compared_columns("lift", rate_a, rate_b, rate, players),
        **edges,
        **difference_columns("edge", edge),
        **compared_columns("margin", margin_a, margin_b, margin),
    }


def loot_columns(a: np.void, b: np.void, pair: np.void, players: int) -> dict[str, Any]:
    """Columns of ``loot`` for one variant: 7 rows."""
    (rate_a, held_a), (rate_b, held_b) = loot_sums(a), loot_sums(b)
    rate, held = loot_products(pair, held_a, held_b)
    return {
        "loot": KINDS,
        "games": rate_a.games,
        "held_base": rate_a.x,
        "held_variant": rate_b.x,
        "winners_held_base": rate_a.y,
        "winners_held_variant": rate_b.y,
        **compared_columns("win_rate", rate_a, rate_b, rate),
        **compared_columns("lift", rate_a, rate_b, rate, players),
        **compared_columns("mean_held_winner", held_a, held_b, held),
    }


def games_columns(a: np.void, b: np.void, pair: np.void, players: int) -> dict[str, Any]:
    """Columns of ``games`` for one variant: three means, then shares of games."""
    means = ("score", "winner_score", "winner_margin")
    shares = ["ties", *(f"leader_after_voyage_{voyage}_wins" for voyage in range(1, VOYAGES))]
    shares += [f"seat_{seat}_wins" for seat in range(players)]
    count_a, count_b, both = (
        np.array([tally["ties"], *tally["leader_wins"], *tally["seat_wins"][:players]]) for tally in (a, b, pair)
    )
    sums_a, sums_b = (Sums.of_means(count, count, np.full(count.size, a["games"])) for count in (count_a, count_b))
    blocks = []
    for name in means:
        mean_a, mean_b = game_sums(a, name, players), game_sums(b, name, players)
        blocks.append(mean_columns(mean_a, mean_b, game_difference(a, b, pair, name, players)))
    share = difference(sums_a, sums_b, Products.of_means(both, sums_a, sums_b))
    blocks.append(mean_columns(sums_a, sums_b, share))
    values = {column: np.concatenate([block[column] for block in blocks]) for column in blocks[0]}
    histograms = ("score_seats", "winner_score", "margin")
    none = [None] * len(shares)
    quantiles = {
        f"{column}_{side}": pl.Series([*(quantile(tally[name], percent) for name in histograms), *none], dtype=pl.Int64)
        for side, tally in (("base", a), ("variant", b))
        for column, percent in QUANTILES.items()
    }
    return {
        "quantity": [*means, *shares],
        "games": np.full(len(means) + len(shares), a["games"]),
        "count_base": pl.Series([*[None] * len(means), *count_a.tolist()], dtype=pl.Int64),
        "count_variant": pl.Series([*[None] * len(means), *count_b.tolist()], dtype=pl.Int64),
        **values,
        **quantiles,
    }


def _control_columns(a: np.void, other: np.void, players: int) -> dict[str, Any]:
    (rate_a, _), (rate_b, _) = card_sums(a), card_sums(other)
    lift = unpaired(rate_a, rate_b).times(players)
    return {
        **_card_counts(rate_a, rate_b, "other"),
        "lift_base": rate_a.estimate.value * players,
        "lift_other": rate_b.estimate.value * players,
        **difference_columns("lift", lift),
    }


def _order(labels: dict[str, Any], cards: pl.DataFrame, games: int, rest: dict[str, Any]) -> pl.DataFrame:
    """The row of ``orders`` that sums up a comparison of the 40 cards."""
    second = "lift_variant" if "lift_variant" in cards.columns else "lift_other"
    both = cards.drop_nulls(["lift_base", second])
    known = cards.drop_nulls("lift_difference_low")
    covers = int(((known["lift_difference_low"] <= 0) & (known["lift_difference_high"] >= 0)).sum())
    found = {
        "games": games,
        "cards": both.height,
        "spearman": rank_correlation(both["lift_base"].to_list(), both[second].to_list()),
        "intervals": known.height,
        "intervals_with_0": covers,
        "intervals_with_0_share": covers / known.height if known.height else None,
        "lift_difference_rms": root_mean_square(both["lift_difference"].to_list()),
    }
    types: dict[str, Any] = {"spearman": pl.Float64, "intervals_with_0_share": pl.Float64, "lift_difference_rms": pl.Float64}
    types |= {"same_winner": pl.Int64, "same_winner_share": pl.Float64}
    return pl.DataFrame({name: [value] for name, value in (labels | found | rest).items()}, schema_overrides=types)


def _card_counts(a: Sums, b: Sums, second: str = "variant") -> dict[str, Any]:
    counts: dict[str, Any] = {}
    for name, part in (("games_played", "games"), ("plays", "x"), ("wins", "y")):
        counts |= {f"{name}_base": getattr(a, part), f"{name}_{second}": getattr(b, part)}
    return {"rank": np.arange(1, CARDS + 1), "card": [character.name for character in CHARACTERS], **counts}


def compared_columns(name: str, a: Sums, b: Sums, products: Products, times: int = 1) -> dict[str, np.ndarray]:
    """The columns of a ratio under both rule sets and of its difference."""
    return {
        f"{name}_base": a.estimate.value * times,
        f"{name}_variant": b.estimate.value * times,
        **difference_columns(name, difference(a, b, products).times(times)),
        f"{name}_unpaired_se": unpaired_error(a, b) * times,
    }


def mean_columns(a: Sums, b: Sums, found: Estimate) -> dict[str, np.ndarray]:
    values = {"base_value": a.estimate.value, "variant_value": b.estimate.value, **difference_columns("", found)}
    return values | {"unpaired_se": unpaired_error(a, b)}


def difference_columns(name: str, found: Estimate) -> dict[str, np.ndarray]:
    start = f"{name}_difference" if name else "difference"
    return {start: found.value, f"{start}_se": found.se, f"{start}_low": found.low, f"{start}_high": found.high}


def frame_of(columns: dict[str, Any]) -> pl.DataFrame:
    """A frame with null for NaN; a text stands for a column of it."""
    height = max(len(values) for values in columns.values() if not isinstance(values, str))
    return pl.DataFrame(
        {
            name: [values] * height if isinstance(values, str) else pl.Series(values, nan_to_null=True)
            for name, values in columns.items()
        }
    )
