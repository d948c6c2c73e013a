"""Plackett-Luce ratings of policies, from how often their seats finished in which order.

The model (Luce, Individual Choice Behavior, 1959; Plackett, Applied Statistics 24, 1975): every seat has a strength g above 0, that of
its policy. The first place is taken by each seat with chance g / sum of g over all seats, the second in the same way among the seats
that are left, and so on. So policy a finishes ahead of b, one seat each, with chance g_a / (g_a + g_b), whoever else plays.

Seats of one policy cannot be told apart: an order of finish is a sequence of policies, in which a policy stands once for each of
its seats. Where m seats of a policy are left, one of them is next with chance m g / sum of m g.

Strengths are found by maximum likelihood. A rating is log g, less the mean of all; standard errors are from the inverse of the
observed information, games taken as independent, or from batches of games (``Ratings.with_errors_of``). The log-likelihood is concave in the ratings, and Newton's method with short steps
always climbs: along a step v its curvature changes by a factor of at most exp(2 max |v|) (Bach, Electronic Journal of Statistics 4,
2010, proposition 1), so that with max |v| of 1/2 a quarter at least of the gain that the curvature promises is had. (The MM algorithm
of Hunter, Annals of Statistics 32, 2004, needs some 1 / p times as many iterations where a policy wins with a small chance p.)
A finite maximum exists if and only if, however the policies are put into two groups, one of each group has finished ahead of one
of the other (Hunter's assumption 1). Where that fails, each largest group that meets it is rated by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import exp, fsum

import numpy as np
from attrs import evolve, frozen

from sim.stats import Estimate, Z, critical

LONGEST_STEP = 0.5
"""Of a rating in one iteration."""
LAST_STEP = 1e-9
"""Once no rating moves by more, what is left is far less: the error of a step of Newton's method is squared by the next."""
MOST_STEPS = 1000
"""More than the ratings of any counts can need; rounding may keep them from ever moving by less than ``LAST_STEP``."""

Order = tuple[int, ...]
"""Policies by place, the winner first, as numbers from 0; one entry for each seat."""
Stage = tuple[tuple[int, int], ...]
"""The seats that one of the places is decided among: policy and number of its seats, of at least two policies."""
Decisions = Mapping[tuple[Stage, int], int]
"""How often which policy took the place at each stage: all that the likelihood depends on."""


@frozen(eq=False)
class Ratings:
    """Ratings by policy.

    Attributes:
        rating: log of strength, float64 of shape (policies,); the mean of a group is 0. NaN for a policy that is a group of its own.
        covariance: of the ratings, with the mean held at 0, shape (policies, policies); between groups 0.
        group: int64: policies with the same number are rated against each other. If all seats of one group finished ahead of
            all of another, its number is lower; groups that never met stand in the order of their first policies.
        reach: half of a 95 % interval in standard errors.
    """

    rating: np.ndarray
    covariance: np.ndarray
    group: np.ndarray
    reach: float = Z

    def less(self, policy: int) -> Estimate:
        """The ratings less that of a policy; NaN for that one and for other groups than its."""
        variance = np.diagonal(self.covariance)
        known = (self.group == self.group[policy]) & (np.arange(len(variance)) != policy)
        return self._estimate(
            np.where(known, self.rating - self.rating[policy], np.nan),
            np.where(known, variance + variance[policy] - 2 * self.covariance[policy], np.nan),
        )

    @property
    def estimate(self) -> Estimate:
        """The ratings with standard errors and intervals; no interval where the error is 0, which is no certainty."""
        return self._estimate(self.rating, np.diagonal(self.covariance))

    def _estimate(self, value: np.ndarray, variance: np.ndarray) -> Estimate:
        se = np.sqrt(np.maximum(variance, 0))
        half = self.reach * np.where(se > LAST_STEP, se, np.nan)
        return Estimate(value, se, value - half, value + half)

    def with_errors_of(self, batches: Sequence[Mapping[Order, int]]) -> Ratings:
        """The same ratings with errors that hold also where games depend on each other, and where the model is not true.

        What a batch adds to the slopes of the log-likelihood is taken as one observation: covariance J V J, with J the inverse
        information and V = B / (B - 1) sum of u u' over B batches (White, Econometrica 50, 1982; Liang and Zeger, Biometrika 73,
        1986). Intervals are by Student's t with B - 1 degrees of freedom.

        Args:
            batches: the orders of the games that were rated, so divided that games of different batches are independent.
        """
        batches = [batch for batch in batches if any(batch.values())]
        slopes = np.zeros((len(batches), len(self.rating)))
        for number in range(self.group.max() + 1):
            (members,) = np.nonzero(self.group == number)
            if len(members) > 1:
                for row, batch in zip(slopes, batches, strict=True):
                    row[members] = _slopes(self.rating[members], _decisions(batch, members.tolist()))
        scale = len(batches) / (len(batches) - 1) if len(batches) > 1 else np.nan
        alone = np.isnan(self.rating)
        inverse = np.where(alone[:, None] | alone, 0, self.covariance)
        covariance = scale * inverse @ slopes.T @ slopes @ inverse
        covariance[alone, alone] = np.nan
        return evolve(self, covariance=covariance, reach=float(critical(len(batches))[0]))


def rate(orders: Mapping[Order, int], policies: int) -> Ratings:
    """The ratings of policies 0 to ``policies - 1``.

    Args:
        orders: how many games finished in each order, of any line-ups.
        policies: how many there are.
    """
    groups = _groups(orders, policies)
    rating, group = np.full(policies, np.nan), np.zeros(policies, np.int64)
    covariance = np.zeros((policies, policies))
    for number, members in enumerate(groups):
        group[members] = number
        if len(members) == 1:
            covariance[members, members] = np.nan
            continue
        rating[members], covariance[np.ix_(members, members)] = _maximum(_decisions(orders, members), len(members))
    return Ratings(rating, covariance, group)


def _decisions(orders: Mapping[Order, int], members: Sequence[int]) -> Decisions:
    """What the orders say of the members of a group, which are numbered anew, in their order.

    The others can be left out: what the model says of the order of some of the seats is the same model.
    """
    decisions = Counter[tuple[Stage, int]]()
    place_of = {policy: at for at, policy in enumerate(members)}
    for order, games in orders.items():
        own = [place_of[policy] for policy in order if policy in place_of]
        left = Counter(own)
        for policy in own:
            if len(left) == 1:
                break
            decisions[tuple(sorted(left.items())), policy] += games
            left[policy] -= 1
            left += Counter()  # drops a policy that has no seat left
    return decisions


def _maximum(decisions: Decisions, size: int) -> tuple[np.ndarray, np.ndarray]:
    """The ratings of a group of ``size`` policies, with mean 0, and their covariance."""
    ratings = np.zeros(size)
    for _ in range(MOST_STEPS):
        step = _covariance(ratings, decisions) @ _slopes(ratings, decisions)
        length = np.abs(step).max()
        ratings = ratings + step * min(1, LONGEST_STEP / max(length, LONGEST_STEP))
        if length <= LAST_STEP:
            break
    return ratings - ratings.mean(), _covariance(ratings, decisions)


def _shares(ratings: np.ndarray, stage: Stage) -> list[tuple[int, float]]:
    """The chance of each policy to take the place of a stage."""
    weights = [(policy, seats * exp(ratings[policy])) for policy, seats in stage]
    whole = fsum(weight for _, weight in weights)
    return [(policy, weight / whole) for policy, weight in weights]


def _slopes(ratings: np.ndarray, decisions: Decisions) -> np.ndarray:
    """The gradient of the log-likelihood. Sums are rounded once (fsum), so that the order of the data does not matter."""
    terms: list[list[float]] = [[] for _ in ratings]
    for (stage, taker), games in decisions.items():
        for policy, share in _shares(ratings, stage):
            if policy != taker:  # what it loses its taker gains: 1 - share would lose the digits of a small chance
                terms[policy].append(-games * share)
                terms[taker].append(games * share)
    return np.array([fsum(cell) for cell in terms])


def _covariance(ratings: np.ndarray, decisions: Decisions) -> np.ndarray:
    """The inverse of the observed information among ratings with the same mean, shape (size, size)."""
    size = len(ratings)
    terms: list[list[list[float]]] = [[[] for _ in range(size)] for _ in range(size)]
    for (stage, _), games in decisions.items():
        shares = _shares(ratings, stage)
        for policy, share in shares:
            for other, its_share in shares:
                if other != policy:
                    terms[policy][other].append(-games * share * its_share)
                    terms[policy][policy].append(games * share * its_share)
    information = np.array([[fsum(cell) for cell in row] for row in terms])
    # it is blind to what all ratings have in common: give it as much of that as it has of the rest, and take it out again
    common, weight = np.full((size, size), 1 / size), np.trace(information) / size
    covariance: np.ndarray = np.linalg.inv(information + weight * common) - common / weight
    return covariance


def _groups(orders: Mapping[Order, int], policies: int) -> list[list[int]]:
    """The largest groups that can be rated: everyone in it has finished ahead of every other, directly or through others."""
    ahead = np.eye(policies, dtype=bool)
    for order, games in orders.items():
        for place, policy in enumerate(order if games > 0 else ()):
            ahead[policy, list(order[place + 1 :])] = True
    for through in range(policies):
        ahead |= np.outer(ahead[:, through], ahead[through])
    return list(_in_order(ahead))


def _in_order(ahead: np.ndarray) -> Iterator[list[int]]:
    """The groups of mutual ``ahead`` (bool, transitive), each after all that are ahead of it."""
    left = list(range(len(ahead)))
    while left:
        first = next(policy for policy in left if all(ahead[policy, other] for other in left if ahead[other, policy]))
        members = [policy for policy in left if ahead[first, policy] and ahead[policy, first]]
        yield members
        left = [policy for policy in left if policy not in members]
