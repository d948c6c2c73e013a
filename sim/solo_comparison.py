"""The tables of ``galecrest compare --solo`` and ``sweep --solo``, from tallies and pairs. docs/solo.md defines every column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from kernels.catalog import CHARACTERS
from kernels.codes import CARDS
from kernels.solo_tally import SIDES
from sim.comparison import compared_columns, difference_columns, frame_of, mean_columns, weakest
from sim.operands import Operand
from sim.paired import Products, Sums, difference, unpaired
from sim.runner import Comparison
from sim.solo_tables import QUANTITIES, SIDE_NAMES
from sim.sweeps import Point, Sweep, frame_of_points, point_columns, point_labels

GAME_QUANTITIES = (*QUANTITIES, "ties", "no_effect_ranks")
"""What the table ``games`` compares."""

SHARES = ("human_win_rate", "ties")
"""Those of them that are shares of games."""


def solo_comparison_tables(counted: Comparison, compared: Sequence[Operand]) -> dict[str, pl.DataFrame]:
    """The tables of a comparison of solo games.

    Args:
        counted: what the games counted, with a control; SOLO_TALLY and SOLO_PAIR arrays.
        compared: the rule sets by the index of their tallies, the base first.

    Returns:
        ``cards`` and ``games`` with rows for each variant, and ``control``. What cannot be told is null.
    """
    base, *variants = compared
    frames: dict[str, list[pl.DataFrame]] = {"cards": [], "games": []}
    a = counted.tallies[0]
    for at, variant in enumerate(variants, start=1):
        b, pair = counted.tallies[at], counted.pairs[at]
        labels = {"base": base.label, "variant": variant.label}
        source = {"provenance": weakest(base.rule_set, variant.rule_set)}
        frames["cards"].append(frame_of(labels | cards_columns(a, b, pair) | source))
        frames["games"].append(frame_of(labels | games_columns(a, b, pair) | source))
    control = {"base": base.label} | control_columns(a, counted.control[0]) | {"provenance": weakest(base.rule_set)}
    return {name: pl.concat(rows) for name, rows in frames.items()} | {"control": frame_of(control)}


def card_sums(tally: np.void) -> tuple[Sums, Sums]:
    """The sums of win rate and margin of each card over whole games, of the human and then of the Automa, shape (80,).

    A side plays a card in a game or does not: x is 0 or 1, and so its own square; y is 0 where x is.
    """
    plays, wins, margin, margin_square = (
        tally[f"card_{name}"][:, 0, 1:].ravel() for name in ("plays", "wins", "margin", "margin_square")
    )
    return Sums(wins, plays, wins, wins, plays, plays), Sums(margin, plays, margin_square, margin, plays, plays)


def card_products(pair: np.void) -> tuple[Products, Products]:
    """The products for both, shape (80,)."""
    win_rate, margin = (
        [pair[f"card_{name}"][:, 1:].ravel() for name in names]
        for names in (
            ("wins_wins", "wins_plays", "plays_wins", "plays_plays"),
            ("margin_margin", "margin_plays", "plays_margin", "plays_plays"),
        )
    )
    return Products(*win_rate), Products(*margin)


def game_sums(tally: np.void) -> Sums:
    """The sums of GAME_QUANTITIES, shape (6,)."""
    names = ("human_wins", "score", "margin", "ties", "no_effect")
    # a share's 0 or 1 is its own square
    squares = ("human_wins", "score_square", "margin_square", "ties", "no_effect_square")
    y, yy = (np.hstack([tally[name] for name in of]) for of in (names, squares))
    return Sums.of_means(y, yy, np.full(y.size, tally["games"]))


def game_products(pair: np.void, a: Sums, b: Sums) -> Products:
    """The products for them, of the sums of both sides."""
    return Products.of_means(np.hstack([pair[name] for name in ("human_wins", "score", "margin", "ties", "no_effect")]), a, b)


def cards_columns(a: np.void, b: np.void, pair: np.void) -> dict[str, Any]:
    """Columns of ``cards`` for one variant: 80 rows."""
    (rate_a, margin_a), (rate_b, margin_b) = card_sums(a), card_sums(b)
    rate, margin = card_products(pair)
    return {
        "side": np.repeat(SIDE_NAMES, CARDS).tolist(),
        "rank": np.tile(np.arange(1, CARDS + 1), SIDES),
        "card": [character.name for character in CHARACTERS] * SIDES,
        "plays_base": rate_a.x,
        "plays_variant": rate_b.x,
        "wins_base": rate_a.y,
        "wins_variant": rate_b.y,
        **compared_columns("win_rate", rate_a, rate_b, rate),
        **compared_columns("margin", margin_a, margin_b, margin),
    }


def games_columns(a: np.void, b: np.void, pair: np.void) -> dict[str, Any]:
    """Columns of ``games`` for one variant: 6 rows."""
    sums_a, sums_b = game_sums(a), game_sums(b)
    return {
        "quantity": list(GAME_QUANTITIES),
        "games": np.full(len(GAME_QUANTITIES), a["games"]),
        "same_winner": np.full(len(GAME_QUANTITIES), pair["same_winner"]),
        "count_base": _counts(sums_a),
        "count_variant": _counts(sums_b),
        **mean_columns(sums_a, sums_b, difference(sums_a, sums_b, game_products(pair, sums_a, sums_b))),
    }


def control_columns(a: np.void, other: np.void) -> dict[str, Any]:
    """Columns of ``control``: 6 rows."""
    sums_a, sums_b = game_sums(a), game_sums(other)
    return {
        "quantity": list(GAME_QUANTITIES),
        "games": np.full(len(GAME_QUANTITIES), a["games"]),
        "count_base": _counts(sums_a),
        "count_other": _counts(sums_b),
        "base_value": sums_a.estimate.value,
        "other_value": sums_b.estimate.value,
        **difference_columns("", unpaired(sums_a, sums_b)),
    }


def _counts(sums: Sums) -> pl.Series:
    """The games in which it happened, for shares; else null."""
    pairs = zip(GAME_QUANTITIES, np.asarray(sums.y).tolist(), strict=True)
    return pl.Series([int(count) if name in SHARES else None for name, count in pairs], dtype=pl.Int64)


def solo_sweep_table(counted: Comparison, sweep: Sweep) -> pl.DataFrame:
    """The table ``sweep`` of solo games: a row for each point, in their order.

    Args:
        counted: what the games counted under the reference and then under the others; SOLO_TALLY and SOLO_PAIR arrays.
        sweep: the amount and its values.
    """
    tallied = {point.label: at for at, point in enumerate((sweep.reference, *sweep.others))}
    return frame_of_points([_row(counted, sweep, point, tallied[point.label]) for point in sweep.points])


def _row(counted: Comparison, sweep: Sweep, point: Point, at: int) -> dict[str, object]:
    pair, a, b = counted.pairs[at], game_sums(counted.tallies[0]), game_sums(counted.tallies[at])
    is_reference = at == 0
    row = point_labels(counted, sweep, point, at)
    found = None if is_reference else difference(a, b, game_products(pair, a, b))
    for place, name in enumerate(QUANTITIES):
        row |= point_columns(name, b.estimate, found, place)
    row["provenance"] = weakest(sweep.reference.rule_set, point.rule_set)
    return row
