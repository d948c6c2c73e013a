"""Plackett-Luce ratings of policies, from how often their seats finished in which order.

The model (Luce, Individual Choice Behavior, 1959; Plackett, Applied Statistics 24, 1975): every seat has a strength g above 0, that of
its policy. The first place is taken by each seat with chance g / sum of g over all seats, the second in the same way among the seats
that are left, and so on. So policy a finishes ahead of b, one seat each, with chance g_a / (g_a + g_b), whoever else plays.

Seats of one policy cannot be told apart: an order of finish is a sequence of policies, in which a policy stands once for each of
its seats. Where m seats of a policy are left, one of them is next with chance m g / sum of m g.

Strengths are found by maximum likelihood. A rating is log g, less the mean of all; standard errors are from the inverse of the
observed information, games taken as independent. The log-likelihood is concave in the ratings, and Newton's method with short steps
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
from attrs import frozen

from sim.stats import Z

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
    """Ratings by policy, float64 arrays of shape (policies,).

    Attributes:
        rating: log of strength; the mean of a group is 0. NaN for a policy that is a group of its own.
        se: standard errors of these, with the mean held at 0.
        low, high: the ends of 95 % intervals, rating +- z SE.
        covariance: shape (policies, policies), of the ratings; between groups 0.
        group: int64: policies with the same number are rated against each other. If all seats of one group finished ahead of
            all of another, its number is lower; groups that never met stand in the order of their first policies.
    """

    rating: np.ndarray
    se: np.ndarray
    low: np.ndarray
    high: np.ndarray
    covariance: np.ndarray
    group: np.ndarray


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
    se = np.sqrt(np.diagonal(covariance))
    return Ratings(rating, se, rating - Z * se, rating + Z * se, covariance, group)


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
        slopes, covariance = _slopes_and_covariance(ratings, decisions)
        step = covariance @ slopes
        length = np.abs(step).max()
        ratings = ratings + step * min(1, LONGEST_STEP / max(length, LONGEST_STEP))
        if length <= LAST_STEP:
            break
    return ratings - ratings.mean(), _slopes_and_covariance(ratings, decisions)[1]


def _slopes_and_covariance(ratings: np.ndarray, decisions: Decisions) -> tuple[np.ndarray, np.ndarray]:
    """The gradient of the log-likelihood and the inverse of the observed information among ratings with the same mean.

    Sums are rounded once (fsum), so that the order of the data does not matter.

    Returns:
        Shapes (size,) and (size, size).
    """
    size = len(ratings)
    strengths = [exp(rating) for rating in ratings]
    slope_terms: list[list[float]] = [[] for _ in range(size)]
    terms: list[list[list[float]]] = [[[] for _ in range(size)] for _ in range(size)]
    for (stage, taker), games in decisions.items():
        whole = fsum(seats * strengths[policy] for policy, seats in stage)
        shares = [(policy, seats * strengths[policy] / whole) for policy, seats in stage]
        for policy, share in shares:
            if policy != taker:  # what it loses its taker gains: 1 - share would lose the digits of a small chance
                slope_terms[policy].append(-games * share)
                slope_terms[taker].append(games * share)
            for other, its_share in shares:
                if other != policy:
                    terms[policy][other].append(-games * share * its_share)
                    terms[policy][policy].append(games * share * its_share)
    information = np.array([[fsum(cell) for cell in row] for row in terms])
    # it is blind to what all ratings have in common: give it as much of that as it has of the rest, and take it out again
    common, weight = np.full((size, size), 1 / size), np.trace(information) / size
    covariance: np.ndarray = np.linalg.inv(information + weight * common) - common / weight
    return np.array([fsum(cell) for cell in slope_terms]), covariance


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
