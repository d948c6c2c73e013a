"""Estimators for games that were played under two rule sets, A and B, with the same seeds.

Each side has a ratio of sums over games (``sim.stats``): R = sum of y / sum of x. The games are paired, so the error of
R_B - R_A comes from what each game g adds to it by linearisation:

    u_g = (y_B - R_B x_B) / X_B - (y_A - R_A x_A) / X_A          X: sum of x
    SE^2 = G / (G - 1) * sum of u_g^2

and not from the errors of both sides as if they were independent. The sum of squares is expanded into the sums that the
tallies of A and B and their pair keep, and taken in Python integers:

    sum of u^2 = S_A / X_A^4 + S_B / X_B^4 - 2 C / (X_A X_B)^2
    S = X^2 sum of yy - 2 X Y sum of xy + Y^2 sum of xx                                                  each side
    C = X_A X_B sum of y_A y_B - X_A Y_B sum of y_A x_B - Y_A X_B sum of x_A y_B + Y_A Y_B sum of x_A x_B

G is the smaller of the two sides' numbers of games with x > 0: n / (n - 1) and Student's t are then never too small,
whether the games of the sides agree or not. It works for paired and unpaired differences alike.

Arguments broadcast; results have at least one dimension. NaN stands for what the sums cannot tell.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    """R_B - R_A over the same games, with the interval R_B - R_A +- t SE (Student's t, G - 1 degrees of freedom).

    Returns:
        Estimates. The value is NaN if x is 0 on a side, the rest also if a side has one game with x > 0. If the standard
        error is 0 the interval is NaN, as in ``ratio``: no game told the two apart, which is no certainty that none would.
    """
    squares_a, squares_b = _squares(a), _squares(b)
    a_y, a_x, b_y, b_x = (_exact(part) for part in (a.y, a.x, b.y, b.x))
    y_y, y_x, x_y, x_x = (_exact(part) for part in (products.y_y, products.y_x, products.x_y, products.x_x))
    cross = a_x * b_x * y_y - a_x * b_y * y_x - a_y * b_x * x_y + a_y * b_y * x_x
    games = _fewest(a, b)
    above = squares_b * a_x**4 + squares_a * b_x**4 - 2 * cross * a_x**2 * b_x**2
    known = (a_x * a_x != _exact(a.xx)) & (b_x * b_x != _exact(b.xx))
    error = np.sqrt(quotient(games * above, np.where(known, (games - 1) * a_x**4 * b_x**4, 0)))
    return _with_interval(a, b, error)


def unpaired_error(a: Sums, b: Sums) -> np.ndarray:
    """The standard error that R_B - R_A would have if the games of B were not those of A: sqrt(SE_A^2 + SE_B^2)."""
    error_a, error_b = a.estimate.se, b.estimate.se
    error: np.ndarray = np.sqrt(error_a * error_a + error_b * error_b)
    return error


def unpaired(a: Sums, b: Sums) -> Estimate:
    """R_B - R_A over different games: as ``difference``, with ``unpaired_error``."""
    return _with_interval(a, b, unpaired_error(a, b))


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


def _with_interval(a: Sums, b: Sums, error: np.ndarray) -> Estimate:
    a_y, a_x, b_y, b_x = (_exact(part) for part in (a.y, a.x, b.y, b.x))
    value = quotient(b_y * a_x - a_y * b_x, a_x * b_x)
    reach = critical(_fewest(a, b).astype(float)) * np.where(error > 0, error, np.nan)
    return Estimate(value, error, value - reach, value + reach)


def _squares(side: Sums) -> np.ndarray:
    """X^2 times the sum over games of (y - R x)^2, exact."""
    y, x, yy, xy, xx = (_exact(part) for part in (side.y, side.x, side.yy, side.xy, side.xx))
    squares: np.ndarray = x * x * yy - 2 * x * y * xy + y * y * xx
    return squares


def _fewest(a: Sums, b: Sums) -> np.ndarray:
    fewest: np.ndarray = np.minimum(_exact(a.games), _exact(b.games))
    return fewest


def _exact(values: ArrayLike) -> np.ndarray:
    """As Python integers, which do not overflow, in an array of at least one dimension."""
    return np.atleast_1d(np.asarray(values)).astype(object)
