"""Estimators for games that were played under two rule sets, A and B, with the same seeds.

Each side has a ratio of sums over games (``sim.stats``): R = sum of y / sum of x. The games are paired, so the error of
R_B - R_A comes from what each game g adds to it by linearisation:

    u_g = (y_B - R_B x_B) / X_B - (y_A - R_A x_A) / X_A          X: sum of x
    SE^2 = G / (G - 1) * sum of u_g^2

and not from the errors of both sides as if they were independent. The sum of squares is expanded into the sums that the
tallies of A and B and their pair keep, and taken in Python integers:

    sum of u^2 = C_AA / X_A^4 + C_BB / X_B^4 - 2 C_AB / (X_A X_B)^2
    C_AB = X_A X_B sum of y_A y_B - X_A Y_B sum of y_A x_B - Y_A X_B sum of x_A y_B + Y_A Y_B sum of x_A x_B

and likewise for more than two ratios: an edge is itself a difference of two. G is the smallest number of games with x > 0
of any of them: G / (G - 1) and Student's t are then never too small, whether these games are the same or not.

Arguments broadcast; results have at least one dimension. NaN stands for what the sums cannot tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import fsum, sqrt

import numpy as np
from attrs import frozen
from numpy.typing import ArrayLike

from sim.stats import Estimate, critical, quotient, ratio


@frozen(eq=False)
class Sums:
    """Integer sums over the games of one side, arrays of one shape or numbers.

    Attributes:
        y, x: what games add above and below the line; no game has x < 0.
        yy, xy, xx: sums of products.
        games: number of games; with x > 0 where that number is known.
    """

    y: ArrayLike
    x: ArrayLike
    yy: ArrayLike
    xy: ArrayLike
    xx: ArrayLike
    games: ArrayLike

    @classmethod
    def of_means(cls, y: ArrayLike, yy: ArrayLike, games: ArrayLike, per_game: int = 1) -> Sums:
        """The sums of a mean: x is ``per_game`` in every game.

        Args:
            y: sum of all values.
            yy: sum over games of (the sum of the game's values) squared.
            games: number of games.
            per_game: values in a game.
        """
        y, games = _exact(y), _exact(games)
        return cls(y, per_game * games, yy, per_game * y, per_game**2 * games, games)

    @property
    def estimate(self) -> Estimate:
        """The ratio of this side alone."""
        return ratio(self.y, self.x, self.yy, self.xy, self.xx, self.games)


@frozen(eq=False)
class Products:
    """Integer sums over games of products, the first factor of A, the second of B; arrays of one shape or numbers."""

    y_y: ArrayLike
    y_x: ArrayLike
    x_y: ArrayLike
    x_x: ArrayLike

    @classmethod
    def of_means(cls, y_y: ArrayLike, a: Sums, b: Sums, per_game: int = 1) -> Products:
        """The products of two means (``Sums.of_means``), of which only those of y must be counted."""
        a_y, b_y, games = _exact(a.y), _exact(b.y), _exact(a.games)
        return cls(y_y, per_game * a_y, per_game * b_y, per_game**2 * games)


def difference(a: Sums, b: Sums, products: Products) -> Estimate:
    """R_B - R_A over the same games: ``combination`` of two."""
    return combination((a, b), (-1, 1), {(0, 1): products})


def combination(terms: Sequence[Sums], signs: Sequence[int], products: Mapping[tuple[int, int], Products]) -> Estimate:
    """A sum of ratios R_i over the same games, each with its sign, and the interval +- t SE (Student's t, G - 1 degrees).

    Args:
        terms: the sums of each ratio.
        signs: 1 or -1 for each.
        products: of each two ratios i < j, the first factor of i.

    Returns:
        Estimates. The value is NaN if an x is 0, the rest also if a ratio has one game with x > 0. If the standard error is
        0 the interval is NaN, as in ``ratio``: no game told the two sides apart, which is no certainty that none would.
    """
    above = _exact(0)
    known: ArrayLike = True
    for i, (one, sign) in enumerate(zip(terms, signs, strict=True)):
        known = known & (_exact(one.x) ** 2 != _exact(one.xx))
        others = _product(_exact(term.x) ** 2 for place, term in enumerate(terms) if place != i)
        above = above + _covariance(one, one, Products(one.yy, one.xy, one.xy, one.xx)) * others**2
        for j in range(i + 1, len(terms)):
            others_j = _product(_exact(term.x) ** 2 for place, term in enumerate(terms) if place != j)
            cross = _covariance(one, terms[j], products[i, j])
            above = above + 2 * sign * signs[j] * cross * others * others_j
    games = _fewest(terms)
    below = _product(_exact(term.x) ** 4 for term in terms)
    return _estimate(terms, signs, np.sqrt(quotient(games * above, np.where(known, (games - 1) * below, 0))))


def unpaired_error(a: Sums, b: Sums) -> np.ndarray:
    """The standard error that R_B - R_A would have if the games of B were not those of A: sqrt(SE_A^2 + SE_B^2)."""
    error_a, error_b = a.estimate.se, b.estimate.se
    error: np.ndarray = np.sqrt(error_a * error_a + error_b * error_b)
    return error


def unpaired(a: Sums, b: Sums) -> Estimate:
    """R_B - R_A over different games: as ``difference``, with ``unpaired_error``."""
    return _estimate((a, b), (-1, 1), unpaired_error(a, b))


def rank_correlation(a: Sequence[float | None], b: Sequence[float | None]) -> float | None:
    """Spearman's rank correlation: Pearson's of the ranks, where equal values share the mean of their ranks.

    Args:
        a, b: values of the same things; a thing without a value on a side is left out.

    Returns:
        From -1 to 1; None for fewer than two things, or if all values of a side are equal.
    """
    both = [pair for pair in zip(a, b, strict=True) if None not in pair]
    first, second = _doubled_ranks([pair[0] for pair in both]), _doubled_ranks([pair[1] for pair in both])
    number = len(both)
    spread = [number * sum(rank * rank for rank in ranks) - sum(ranks) ** 2 for ranks in (first, second)]
    if 0 in spread:
        return None
    products = sum(one * other for one, other in zip(first, second, strict=True))
    return (number * products - sum(first) * sum(second)) / sqrt(spread[0] * spread[1])


def root_mean_square(values: Sequence[float]) -> float | None:
    """The root of the mean of the squares; None without a value."""
    return sqrt(fsum(value * value for value in values) / len(values)) if values else None


def _doubled_ranks(values: Sequence[float | None]) -> list[int]:
    """Twice the rank from 1 of each value, integers: a mean of ranks may end in a half."""
    return [2 * sum(other < value for other in values) + values.count(value) + 1 for value in values]  # type: ignore[operator]


def _estimate(terms: Sequence[Sums], signs: Sequence[int], error: np.ndarray) -> Estimate:
    """The sum of the ratios with its error."""
    above = _exact(0)
    for i, (one, sign) in enumerate(zip(terms, signs, strict=True)):
        above = above + sign * _exact(one.y) * _product(_exact(term.x) for place, term in enumerate(terms) if place != i)
    value = quotient(above, _product(_exact(term.x) for term in terms))
    reach = critical(_fewest(terms).astype(float)) * np.where(error > 0, error, np.nan)
    return Estimate(value, error, value - reach, value + reach)


def _covariance(one: Sums, other: Sums, products: Products) -> np.ndarray:
    """X_1 X_2 times the sum over games of (y_1 - R_1 x_1) (y_2 - R_2 x_2), exact."""
    y_1, x_1, y_2, x_2 = (_exact(part) for part in (one.y, one.x, other.y, other.x))
    y_y, y_x, x_y, x_x = (_exact(part) for part in (products.y_y, products.y_x, products.x_y, products.x_x))
    covariance: np.ndarray = x_1 * x_2 * y_y - x_1 * y_2 * y_x - y_1 * x_2 * x_y + y_1 * y_2 * x_x
    return covariance


def _fewest(terms: Sequence[Sums]) -> np.ndarray:
    fewest = _exact(terms[0].games)
    for term in terms[1:]:
        fewest = np.minimum(fewest, _exact(term.games))
    return fewest


def _product(factors: Iterable[np.ndarray]) -> np.ndarray:
    product = _exact(1)
    for factor in factors:
        product = product * factor
    return product


def _exact(values: ArrayLike) -> np.ndarray:
    """As Python integers, which do not overflow, in an array of at least one dimension."""
    return np.atleast_1d(np.asarray(values)).astype(object)
