"""A league of policies: one seat of a policy against another policy at all other seats, for every two; and their ratings.

All matches play the same games of the seed: the same cards, loot and seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from attrs import evolve, frozen

from kernels.tally import BATCHES
from sim import plackett_luce
from sim.config import RunConfig
from sim.policies import Policy
from sim.stats import Estimate, mean, proportion
from sim.tables import estimate_columns, labelled

Pairing = tuple[int, int]
"""The entrant that has one seat and the entrant that has all others, as places in the list of entrants."""


def pairings(entrants: int, players: int) -> list[Pairing]:
    """All matches of a league.

    With two players both have one seat, and either order of them is the same match: it is played once. All matches share the luck
    of a deal for the one seat; so each entrant has it in half of its matches, or one more or less, as it has with more players.
    """
    ones = range(entrants)
    every = [(one, other) for one in ones for other in ones if one != other]
    return [(one, other) for one, other in every if players != 2 or (one < other) == (one - other) % 2]


def match(config: RunConfig, one: Policy, other: Policy) -> RunConfig:
    """The games of a config with one seat for a policy and all others for another."""
    return evolve(config, policy=(one, *[other] * (config.players - 1)))


@frozen(eq=False)
class Result:
    """What a match counted of the one seat; integers.

    Attributes:
        games: how many.
        places: games by batch (kernels.tally) and its place, the first first; int64 of shape (BATCHES, players).
        lead, lead_square: sum over games of d, and of d x d: (players - 1) x its score less the scores of all others.
    """

    games: int
    places: np.ndarray
    lead: int
    lead_square: int

    @classmethod
    def of(cls, tally: np.ndarray, players: int) -> Result:
        """From the TALLY array of a match, whose element 1 counts the one seat."""
        one = tally[1]
        return cls(int(one["games"]), one["seats_place"][:, :players], int(one["seats_lead"]), int(one["seats_lead_square"]))

    @property
    def reversed(self) -> Result:
        """The same match of two players, seen from the other seat."""
        return Result(self.games, self.places[:, ::-1], -self.lead, self.lead_square)

    @property
    def by_place(self) -> list[int]:
        """Games by place, of all batches."""
        games: list[int] = self.places.sum(axis=0).tolist()
        return games


def league_tables(
    tallies: Mapping[Pairing, np.ndarray], entrants: Sequence[Policy], config: RunConfig
) -> dict[str, pl.DataFrame]:
    """The tables of a league.

    Args:
        tallies: what each of ``pairings`` counted, as ``runner.play`` returns it.
        entrants: the policies.
        config: the rules and the number of players.

    Returns:
        ``matches``, ``places`` and ``ratings`` (docs/league.md).
    """
    players, names = config.players, [policy.name for policy in entrants]
    results = {pairing: Result.of(tally, players) for pairing, tally in tallies.items()}
    batches = [Counter[plackett_luce.Order]() for _ in range(BATCHES)]
    for (one, other), result in results.items():
        for batch, places in zip(batches, result.places.tolist(), strict=True):
            for place, games in enumerate(places):
                batch[(*[other] * place, one, *[other] * (players - 1 - place))] += games
    # games of one index share their deal, and are in the same batch, whatever the match
    ratings = plackett_luce.rate(sum(batches, Counter()), len(names)).with_errors_of(batches)
    if players == 2:
        results |= {(other, one): result.reversed for (one, other), result in results.items()}
    results = dict(sorted(results.items()))
    made = {
        "matches": _matches(results, names, players),
        "places": _places(results, names, players),
        "ratings": _ratings(ratings, names),
    }
    return labelled(made, config.rule_set)


def _matches(results: Mapping[Pairing, Result], names: Sequence[str], players: int) -> pl.DataFrame:
    games, wins, lead, lead_square = (
        np.array(column)
        for column in zip(
            *((each.games, each.by_place[0], each.lead, each.lead_square) for each in results.values()),
            strict=True,
        )
    )
    return pl.DataFrame(
        {
            **_who(results, names),
            "games": games,
            "wins": wins,
            **estimate_columns("win_share", proportion(wins, games)),
            "neutral_share": np.full(games.size, 1 / players),
            **estimate_columns("score_difference", mean(lead, lead_square, games, players - 1)),
        }
    )


def _places(results: Mapping[Pairing, Result], names: Sequence[str], players: int) -> pl.DataFrame:
    every = [pairing for pairing in results for _ in range(players)]
    return pl.DataFrame(
        {
            **_who(every, names),
            "place": np.tile(np.arange(1, players + 1), len(results)),
            "games": [games for result in results.values() for games in result.by_place],
        }
    )


def _who(pairings: Iterable[Pairing], names: Sequence[str]) -> dict[str, Any]:
    ones, others = zip(*pairings, strict=True)
    return {"policy": [names[one] for one in ones], "against": [names[other] for other in others]}


def _ratings(ratings: plackett_luce.Ratings, names: Sequence[str]) -> pl.DataFrame:
    more = ratings.less(0)
    odds = Estimate(np.exp(more.value), np.exp(more.value) * more.se, np.exp(more.low), np.exp(more.high))
    return pl.DataFrame(
        {
            "policy": names,
            "group": ratings.group + 1,
            **estimate_columns("rating", ratings.estimate),
            **estimate_columns("odds", odds),
        }
    )
