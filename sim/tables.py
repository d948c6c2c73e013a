"""The output tables, from the tally of a run. docs/tables.md defines every column; a test compares them."""

from __future__ import annotations

import numpy as np
import polars as pl

from kernels.catalog import CHARACTERS, TILES
from kernels.codes import CARDS, MAX_SEATS, SPACES, VOYAGES
from sim.stats import Estimate, mean, proportion, quantile, quotient, ratio, share, standard_deviation

METRICS_VERSION = "1"
"""Raised when a column changes its meaning, its name or its place; it goes into every manifest."""

WHOLE_GAME = 0
"""In the column ``voyage`` of ``cards``: the row is about the whole game."""


def tables(tally: np.ndarray, players: int, provenance: str = "printed") -> dict[str, pl.DataFrame]:
    """The tables of a run.

    Args:
        tally: TALLY array of shape (1,): the sum over all games.
        players: number of seats in every game, 2 to 6.
        provenance: where the rules come from, for the column of that name.

    Returns:
        ``cards``, ``loot``, ``seats`` and ``games``. Columns, dtypes and rows do not depend on the tally;
        what it cannot tell is null.

    Raises:
        ValueError: the tally is not one of games with so many players.
    """
    total = tally[0]
    if total["score_seats"].sum() != players * total["games"]:
        raise ValueError(
            f"not a tally of games with {players} players: {total['score_seats'].sum()} seats in {total['games']} games"
        )
    return {
        "cards": _cards(total, players, provenance),
        "loot": _loot(total, players, provenance),
        "seats": _seats(total, players),
        "games": _games(total, players),
    }


def _cards(total: np.void, players: int, provenance: str) -> pl.DataFrame:
    counters = ("card_dealt", "card_unplayed", "card_discarded")
    sums = ("card_margin", "card_margin_square", "card_margin_plays")
    dealt, unplayed, discarded = (total[name][:, 1:].ravel() for name in counters)
    margins, margins_square, margins_plays = (total[name][:, 1:].ravel() for name in sums)
    seats = np.arange(MAX_SEATS + 1)
    joint = total["card_joint"][:, 1:].reshape(-1, seats.size, 2)
    won, games = joint[:, :, 1], joint.sum(axis=2)
    games_played, plays, plays_square = games.sum(axis=1), games @ seats, games @ seats**2
    wins = won.sum(axis=1)
    # a game adds 0 or 1 to the wins, which is its own square
    win_rate = share(wins, plays, wins, won @ seats, plays_square, games_played, trials=plays)
    margin = ratio(margins, plays, margins_square, margins_plays, plays_square, games_played)
    scopes = np.arange(VOYAGES + 1)
    return pl.DataFrame(
        {
            "rank": np.tile(np.arange(1, CARDS + 1), scopes.size),
            "card": [character.name for character in CHARACTERS] * scopes.size,
            "voyage": np.repeat(scopes, CARDS),
            "games_dealt": dealt,
            "deals": dealt * players,
            "games_played": games_played,
            "plays": plays,
            "wins": wins,
            **_columns("win_rate", win_rate),
            **_columns("lift", win_rate.times(players)),
            **_columns("margin", margin),
            "discarded": discarded,
            "discarded_share": _floats(quotient(discarded, plays)),
            "never_played": unplayed,
            "never_played_share": _floats(quotient(unplayed, dealt * players)),
            "provenance": [provenance] * dealt.size,
        }
    )


def _loot(total: np.void, players: int, provenance: str) -> pl.DataFrame:
    games = np.full(len(TILES), total["games"])
    held, won = total["loot_held"], total["loot_won"]
    held_square, won_square, won_held = (total[name] for name in ("loot_held_square", "loot_won_square", "loot_won_held"))
    # a seat wins with all its tokens at once, so where no variance shows a game counts as one trial, and
    # games of unequal size as so many equal ones (Kish, Survey Sampling, 1965)
    trials = quotient(held.astype(object) ** 2, held_square)
    win_rate = share(won, held, won_square, won_held, held_square, games, trials=trials)
    others = mean(held - won, held_square - 2 * won_held + won_square, games, players - 1)
    return pl.DataFrame(
        {
            "loot": [tile.kind.name.lower() for tile in TILES],
            "side": [tile.side for tile in TILES],
            "games": games,
            "dealt": total["loot_dealt"],
            "taken": total["loot_taken"],
            "held": held,
            "winners_held": won,
            **_columns("mean_held_winner", mean(won, won_square, games)),
            **_columns("mean_held_other", others),
            **_columns("win_rate", win_rate),
            **_columns("lift", win_rate.times(players)),
            "provenance": [provenance] * len(TILES),
        }
    )


def _seats(total: np.void, players: int) -> pl.DataFrame:
    number = np.concatenate([np.arange(players), np.arange(SPACES)])
    games = np.concatenate([np.full(players, total["games"]), total["space_games"]])
    wins, score, score_square = (
        np.concatenate([total[f"seat_{name}"][:players], total[f"space_{name}"]]) for name in ("wins", "score", "score_square")
    )
    win_rate = proportion(wins, games)
    return pl.DataFrame(
        {
            "by": ["seat"] * players + ["space"] * SPACES,
            "number": number,
            "games": games,
            "wins": wins,
            **_columns("win_rate", win_rate),
            **_columns("lift", win_rate.times(players)),
            **_columns("score", mean(score, score_square, games)),
            "score_sd": _floats(standard_deviation(score, score_square, games)),
        }
    )


def _games(total: np.void, players: int) -> pl.DataFrame:
    counts = np.array([total["ties"], *total["leader_wins"]])
    games = np.full(counts.size, total["games"])
    shares = pl.DataFrame(
        {
            "quantity": ["ties"] + [f"leader_after_voyage_{voyage}_wins" for voyage in range(1, VOYAGES)],
            "games": games,
            "values": games,
            "count": counts,
            **_columns("mean", proportion(counts, games)),
        }
    )
    score = _measured(
        "score",
        total["score_seats"],
        total["seat_score"].sum(),
        total["score_square"],
        total["games"],
        mean(total["seat_score"].sum(), total["score_game_square"], total["games"], players),
    )
    once_a_game = [
        _measured(
            name,
            total[counter],
            total[f"{counter}_sum"],
            total[f"{counter}_square"],
            total["games"],
            mean(total[f"{counter}_sum"], total[f"{counter}_square"], total["games"]),
        )
        for name, counter in (("winner_score", "winner_score"), ("winner_margin", "margin"))
    ]
    # diagonal: what shares have not (deviation, quantiles) becomes null
    return pl.concat([score, *once_a_game, shares], how="diagonal")


def _measured(name: str, histogram: np.ndarray, total: int, square: int, games: int, estimate: Estimate) -> pl.DataFrame:
    """A row of ``games``; total and square are sums over all values of the histogram."""
    number = histogram.sum()
    percents = {"min": 0, "q05": 5, "q25": 25, "q50": 50, "q75": 75, "q95": 95, "max": 100}
    return pl.DataFrame(
        {
            "quantity": [name],
            "games": [games],
            "values": [number],
            "count": pl.Series([None], dtype=pl.Int64),
            **_columns("mean", estimate),
            "sd": _floats(standard_deviation(total, square, number)),
            **{column: pl.Series([quantile(histogram, percent)], dtype=pl.Int64) for column, percent in percents.items()},
        }
    )


def _columns(name: str, estimate: Estimate) -> dict[str, pl.Series]:
    """The four columns of an estimate."""
    return {
        name: _floats(estimate.value),
        f"{name}_se": _floats(estimate.se),
        f"{name}_low": _floats(estimate.low),
        f"{name}_high": _floats(estimate.high),
    }


def _floats(values: np.ndarray) -> pl.Series:
    """Float64 with null for NaN."""
    return pl.Series(values, nan_to_null=True)
