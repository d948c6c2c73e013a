"""Estimates: small cases by hand, sums against definitions, and intervals against simulated truth."""

from fractions import Fraction
from math import ceil, isnan, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim import stats

GAMES = st.lists(st.tuples(st.integers(-60, 60), st.integers(0, 6)), min_size=1, max_size=12)
T_TABLE = {
    1: 12.70620,
    2: 4.30265,
    3: 3.18245,
    4: 2.77645,
    5: 2.57058,
    10: 2.22814,
    30: 2.04227,
    120: 1.97993,
}
"""97.5 % quantiles of Student's t by degrees of freedom, from a printed table."""


def sums(y, x):
    """Sums of y, x, y*y, x*y, x*x over the last axis."""
    return [part.sum(axis=-1) for part in (y, x, y * y, x * y, x * x)]


def only(values):
    (value,) = np.asarray(values)
    return value


# Three games in which 2, 1 and 3 seats played a card; in the first and third one of these won. R = 2 / 6;
# y - R x is 1/3, -1/3 and 0; SE^2 = 3/2 * 2/9 / 36 = 1/108; R (1 - R) / SE^2 = 24.
WON, PLAYED = np.array([1, 0, 1]), np.array([2, 1, 3])


def test_ratio_by_hand():
    found = stats.ratio(*sums(WON, PLAYED), 3)
    assert only(found.value) == pytest.approx(1 / 3, rel=1e-15)
    assert only(found.se) == pytest.approx(sqrt(1 / 108), rel=1e-15)
    assert only(found.high) - only(found.value) == pytest.approx(T_TABLE[2] * sqrt(1 / 108), rel=1e-5)
    assert only(found.value) - only(found.low) == pytest.approx(T_TABLE[2] * sqrt(1 / 108), rel=1e-5)


def test_share_has_the_interval_of_its_effective_sample():
    found = stats.share(*sums(WON, PLAYED), 3, trials=6)
    assert only(found.se) == pytest.approx(sqrt(1 / 108), rel=1e-15)
    for end in (only(found.low), only(found.high)):
        assert (end - 1 / 3) ** 2 == pytest.approx(T_TABLE[2] ** 2 * end * (1 - end) / 24, rel=1e-5)
    assert 0 < only(found.low) < 1 / 3 < only(found.high) < 1


def test_a_share_without_variance_takes_the_trials_that_it_is_given():
    # two games, five plays, no win: 0 to t^2 / (5 + t^2)
    found = stats.share(*sums(np.array([0, 0]), np.array([2, 3])), 2, trials=5)
    assert (only(found.value), only(found.se), only(found.low)) == (0, 0, 0)
    assert only(found.high) == pytest.approx(T_TABLE[1] ** 2 / (5 + T_TABLE[1] ** 2), rel=1e-5)


def test_a_share_of_one_has_its_interval_too():
    # three games, each with one play and its win: 3 / (3 + t^2) to 1
    found = stats.share(*sums(np.array([1, 1, 1]), np.array([1, 1, 1])), 3, trials=3)
    assert (only(found.value), only(found.se), only(found.high)) == (1, 0, 1)
    assert only(found.low) == pytest.approx(3 / (3 + T_TABLE[2] ** 2), rel=1e-5)


@pytest.mark.parametrize(
    ("y", "x"),
    [
        ([1, 1, 1], [4, 4, 4]),  # all four seats, of which one wins
        ([1, 1, 0], [2, 2, 0]),
        ([1, 2, 3], [2, 4, 6]),  # tokens
    ],
    ids=str,
)
def test_a_share_that_is_the_same_in_every_game_has_no_interval(y, x):
    found = stats.share(*sums(np.array(y), np.array(x)), 3, trials=sum(x))
    assert (only(found.value), only(found.se)) == (sum(y) / sum(x), 0)
    assert isnan(only(found.low))
    assert isnan(only(found.high))


@pytest.mark.parametrize(
    ("count", "games", "low", "high"),
    # method 3 in table I of Newcombe, Statistics in Medicine 17, 1998
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_proportions_have_wilson_s_interval(count, games, low, high):
    found = stats.proportion(count, games)
    assert only(found.value) == count / games
    assert only(found.se) == pytest.approx(sqrt(count / games * (1 - count / games) / (games - 1)), rel=1e-12)
    assert (round(only(found.low), 4), round(only(found.high), 4)) == (low, high)


def test_a_share_of_whole_games_is_a_proportion_with_student_s_t():
    y, x = np.array([1] * 7 + [0] * 23), np.ones(30, int)
    found, plain = stats.share(*sums(y, x), 30, trials=30), stats.proportion(7, 30)
    assert only(found.se) == only(plain.se)
    assert only(found.low) < only(plain.low)
    assert only(found.high) > only(plain.high)
    assert only(found.low) == pytest.approx(only(plain.low), abs=0.01)


def test_mean_by_hand():
    # two games of three seats: scores 1, 2, 3 and 4, 4, 7: means 2 and 5, so 3.5 with SE sqrt(4.5 / 2)
    found = stats.mean(21, 6**2 + 15**2, 2, per_game=3)
    assert only(found.value) == 3.5
    assert only(found.se) == 1.5
    assert only(found.high) == pytest.approx(3.5 + 1.5 * T_TABLE[1], rel=1e-5)


def test_standard_deviation_by_hand():
    assert only(stats.standard_deviation(9, 29, 3)) == 1  # 2, 3, 4
    assert isnan(only(stats.standard_deviation(7, 49, 1)))
    assert isnan(only(stats.standard_deviation(0, 0, 0)))


@pytest.mark.parametrize("estimate", [stats.ratio, lambda *sums: stats.share(*sums, trials=sums[1])])
def test_what_the_sums_cannot_tell_is_nan(estimate):
    nothing = estimate(*sums(np.array([0, 0]), np.array([0, 0])), 0)
    one_game = estimate(*sums(np.array([1, 0]), np.array([3, 0])), 1)
    one_of_many = estimate(*sums(np.array([1, 0]), np.array([3, 0])), 2)
    for found in (nothing, one_game, one_of_many):
        assert isnan(only(found.se))
        assert isnan(only(found.low))
        assert isnan(only(found.high))
    assert isnan(only(nothing.value))
    assert only(one_game.value) == only(one_of_many.value) == 1 / 3


def test_a_mean_without_variance_has_no_interval():
    found = stats.mean(14, 98, 2)
    assert (only(found.value), only(found.se)) == (7, 0)
    assert isnan(only(found.low))
    assert isnan(only(found.high))


def test_proportions_of_no_game_and_of_one():
    found = stats.proportion(np.array([0, 1]), np.array([0, 1]))
    assert np.isnan(found.value).tolist() == [True, False]
    assert np.isnan(found.se).tolist() == [True, True]
    assert np.isnan(found.low).tolist() == [True, False]
    assert found.low[1] == pytest.approx(1 / (1 + stats.Z**2))
    assert found.high[1] == 1


def test_times_is_in_every_field():
    found = stats.proportion(1, 2).times(4)
    plain = stats.proportion(1, 2)
    for name in ("value", "se", "low", "high"):
        assert only(getattr(found, name)) == 4 * only(getattr(plain, name))


@given(GAMES)
def test_ratio_is_its_definition(games):
    y, x = (np.array(column) for column in zip(*games, strict=True))
    playing = [(a, b) for a, b in games if b > 0]
    # a game that adds nothing below the line adds nothing above it
    y = np.where(x > 0, y, 0)
    found = stats.ratio(*sums(y, x), len(playing))
    if not playing:
        assert isnan(only(found.value))
        return
    total = sum(b for _, b in playing)
    ratio = Fraction(int(y.sum()), total)
    assert only(found.value) == float(ratio)
    if len(playing) == 1:
        assert isnan(only(found.se))
        return
    n = len(playing)
    variance = Fraction(n, n - 1) * sum((a - ratio * b) ** 2 for a, b in playing) / total**2
    assert only(found.se) == pytest.approx(sqrt(variance), rel=1e-14)


def test_large_sums_lose_nothing():
    # 10^8 games with y = 3 x, and two that miss it by 1: all the variance is theirs. float64 would see none
    n, y, x, yy, xy, xx = 10**8 + 2, 0, 0, 0, 0, 0
    for number, above, below in ((10**8, 3 * 10**3, 10**3), (1, 3001, 1000), (1, 2999, 1000)):
        y, x = y + number * above, x + number * below
        yy, xy, xx = yy + number * above**2, xy + number * above * below, xx + number * below**2
    found = stats.ratio(y, x, yy, xy, xx, n)
    assert only(found.value) == 3
    assert only(found.se) == pytest.approx(sqrt(n / (n - 1) * 2) / x, rel=1e-14)


def test_student_s_t():
    games = np.array([degrees + 1 for degrees in T_TABLE])
    assert stats.critical(games) == pytest.approx(list(T_TABLE.values()), rel=0.0013)
    assert stats.critical(games)[[0, 1, 4, 5, 6, 7]] == pytest.approx(
        [T_TABLE[degrees] for degrees in (1, 2, 5, 10, 30, 120)], rel=1.1e-4
    )
    assert stats.critical(10**9) == pytest.approx(1.959964, rel=1e-6)
    assert np.isnan(stats.critical(np.array([0, 1]))).all()


HISTOGRAM = st.lists(st.integers(0, 30), min_size=3, max_size=12)


@given(HISTOGRAM, st.integers(1, 100))
def test_quantiles_of_expanded_data(counts, percent):
    values = np.repeat(np.arange(len(counts)), counts).tolist()
    found = stats.quantile(np.array(counts), percent)
    if not values:
        assert found is None
        return
    value = values[ceil(Fraction(percent * len(values), 100)) - 1]
    assert found == (value if value < len(counts) - 1 else None)


@pytest.mark.parametrize("percent", [5, 25, 50, 75, 95])
def test_quantiles_as_numpy_s(percent):
    counts = np.random.default_rng(3).poisson(20, 50)
    counts[-1] = 0
    values = np.repeat(np.arange(50), counts)
    assert stats.quantile(counts, percent) == np.quantile(values, percent / 100, method="inverted_cdf")


def test_extremes_and_the_open_bin():
    counts = np.array([0, 2, 0, 1, 1])
    assert stats.quantile(counts, 0) == 1
    assert stats.quantile(counts, 50) == 1
    assert stats.quantile(counts, 75) == 3
    assert stats.quantile(counts, 76) is None
    assert stats.quantile(counts, 100) is None
    assert stats.quantile(np.array([0, 0, 5]), 0) is None


# Coverage. The shares of intervals that hold the truth have a standard error of 0.35 % at 4000 samples.
SAMPLES = 4000


def covered(found, truth):
    return np.mean((found.low <= truth) & (truth <= found.high))


def clustered(rng, games, chance_of_win):
    """Games in which 0 to 4 seats play a card; given k of them, one of these wins with chance_of_win[k]."""
    x = rng.choice(5, size=(SAMPLES, games), p=PLAYED_BY)
    return (rng.random((SAMPLES, games)) < np.array(chance_of_win)[x]).astype(int), x


PLAYED_BY = np.array([0.1, 0.15, 0.25, 0.3, 0.2])


@pytest.mark.parametrize("games", [40, 200, 1000])
@pytest.mark.parametrize("chance_of_win", [(0, 0.25, 0.5, 0.75, 1), (0, 0.4, 0.6, 0.8, 1), (0, 0.02, 0.05, 0.06, 0.1)], ids=str)
def test_intervals_of_a_clustered_share_cover(games, chance_of_win):
    truth = (PLAYED_BY @ chance_of_win) / (PLAYED_BY @ np.arange(5))
    y, x = clustered(np.random.default_rng(11), games, chance_of_win)
    found = stats.share(*sums(y, x), (x > 0).sum(axis=1), trials=x.sum(axis=1))
    assert 0.93 <= covered(found, truth) <= 0.97
    # to take the plays of a game, of which one wins at most, for independent would make intervals too wide
    if chance_of_win[4] == 1:
        assert covered(stats.proportion(y.sum(axis=1), x.sum(axis=1)), truth) > 0.98


def test_intervals_of_shares_that_come_in_lumps_cover():
    # a game has 0 to 6 tokens, half of the time all in one hand: to take tokens for independent is too narrow
    rng = np.random.default_rng(12)
    x = rng.integers(0, 7, (SAMPLES, 150))
    y = np.where(rng.random(x.shape) < 0.5, x * (rng.random(x.shape) < 0.25), rng.binomial(x, 0.25))
    found = stats.share(*sums(y, x), 150, trials=x.sum(axis=1) ** 2 / (x * x).sum(axis=1))
    assert 0.93 <= covered(found, 0.25) <= 0.97
    assert covered(stats.proportion(y.sum(axis=1), x.sum(axis=1)), 0.25) < 0.9


@pytest.mark.parametrize("games", [2, 3, 5, 10])
def test_intervals_of_a_few_games_do_not_claim_too_much(games):
    chance_of_win = (0, 0.25, 0.5, 0.75, 1)
    y, x = clustered(np.random.default_rng(13), games, chance_of_win)
    found = stats.share(*sums(y, x), (x > 0).sum(axis=1), trials=x.sum(axis=1))
    known = ~np.isnan(found.low)
    assert np.mean(((found.low <= 0.25) & (found.high >= 0.25))[known]) >= 0.945


@pytest.mark.parametrize("games", [2, 5, 100])
def test_intervals_of_means_cover(games):
    # seats of a game share what the game gave to all
    rng = np.random.default_rng(14)
    scores = np.rint(rng.normal(60, 8, (SAMPLES, games, 1)) + rng.normal(0, 10, (SAMPLES, games, 4))).astype(int)
    of_games = scores.sum(axis=2)
    found = stats.mean(of_games.sum(axis=1), (of_games**2).sum(axis=1), np.full(SAMPLES, games), per_game=4)
    assert 0.94 <= covered(found, 60) <= 0.96


@pytest.mark.parametrize(("chance", "games"), [(0.25, 100), (0.02, 200), (0.98, 200), (0.5, 20)])
def test_intervals_of_proportions_cover(chance, games):
    count = np.random.default_rng(15).binomial(games, chance, SAMPLES)
    assert 0.93 <= covered(stats.proportion(count, np.full(SAMPLES, games)), chance) <= 0.975


def estimates(y, x, v, u):
    """Both shares of simulated runs, games along the last axis."""
    pairs = ((y, x), (v, u))
    return [stats.share(*sums(of, among), (among > 0).sum(axis=-1), trials=among.sum(axis=-1)) for of, among in pairs]


# The three games of above, of three seats that all had the card. Who did not play it won the second one: Q = 1 / 3;
# v - Q u is -1/3, 1/3 and 0; SE^2 = 2/1 * 2/9 / 9 = 4/81, as the third game has no such seat.
LOST, UNPLAYED = 1 - WON, 3 - PLAYED


def test_a_difference_of_separate_games_by_hand():
    first, second = estimates(WON, PLAYED, LOST, UNPLAYED)
    found = stats.difference(first, second)
    assert only(found.value) == pytest.approx(0, abs=1e-15)
    assert only(found.se) == pytest.approx(sqrt(1 / 108 + 4 / 81), rel=1e-14)
    below, above = only(first.value) - only(first.low), only(second.high) - only(second.value)
    assert only(found.low) == pytest.approx(-sqrt(below**2 + above**2), rel=1e-12)
    below, above = only(second.value) - only(second.low), only(first.high) - only(first.value)
    assert only(found.high) == pytest.approx(sqrt(below**2 + above**2), rel=1e-12)


def test_a_difference_over_the_same_games_by_hand():
    first, second = estimates(WON, PLAYED, LOST, UNPLAYED)
    found = stats.paired_difference(first, second, WON, PLAYED, LOST, UNPLAYED, [1, 1, 1])
    # d is 1/18 + 1/9, the same below 0, and 0: SE^2 = 3/2 * 2/36, and one part falls as the other rises
    assert only(found.value) == pytest.approx(0, abs=1e-15)
    assert only(found.se) == pytest.approx(sqrt(1 / 12), rel=1e-14)
    assert only(found.low) == pytest.approx(only(first.low) - only(second.high), rel=1e-12)
    assert only(found.high) == pytest.approx(only(first.high) - only(second.low), rel=1e-12)


def test_a_difference_is_nan_where_a_part_is():
    nothing = stats.share(0, 0, 0, 0, 0, 0, trials=0)
    one_game = stats.share(1, 2, 1, 2, 4, 1, trials=2)
    known, _ = estimates(WON, PLAYED, LOST, UNPLAYED)
    for first, second in ((known, nothing), (nothing, known)):
        found = stats.difference(first, second)
        assert all(isnan(only(part)) for part in (found.value, found.se, found.low, found.high))
    for found in (
        stats.difference(known, one_game),
        stats.paired_difference(one_game, known, [1, 0], [2, 0], [0, 1], [1, 3], [1, 4]),
        stats.paired_difference(nothing, known, [0, 0], [0, 0], [0, 1], [1, 3], [1, 4]),
    ):
        assert all(isnan(only(part)) for part in (found.se, found.low, found.high))


def test_a_difference_of_parts_without_variance_has_no_correlation():
    # two games, each won by the one seat that played the card: 1, and 0 of the other three
    y, x, v, u = np.array([1, 1]), np.array([1, 1]), np.array([0, 0]), np.array([3, 3])
    first, second = estimates(y, x, v, u)
    found, apart = stats.paired_difference(first, second, y, x, v, u, [1, 1]), stats.difference(first, second)
    assert only(found.value) == 1
    assert only(found.se) == 0
    assert (only(found.low), only(found.high)) == (only(apart.low), only(apart.high))
    assert only(found.low) < only(found.high) == 1


def test_a_difference_from_a_share_without_interval_has_none():
    # two games, each won by one of the two seats that played the card, and by none of the other two
    y, x, v, u = np.array([1, 1]), np.array([2, 2]), np.array([0, 0]), np.array([2, 2])
    first, second = estimates(y, x, v, u)
    for found in (stats.paired_difference(first, second, y, x, v, u, [1, 1]), stats.difference(first, second)):
        assert (only(found.value), only(found.se)) == (0.5, 0)
        assert isnan(only(found.low))
        assert isnan(only(found.high))


SORTS = [(seats, won) for seats in range(5) for won in (0, 1) if (seats, won) not in ((0, 1), (4, 0))]


@given(st.lists(st.integers(0, 10**6), min_size=len(SORTS), max_size=len(SORTS)))
def test_a_paired_difference_is_its_definition(games):
    x, y = (np.array(part) for part in zip(*SORTS))
    u, v = 4 - x, 1 - y
    first, second = (
        stats.share(*(games @ part for part in (a, b, a * a, a * b, b * b)), games @ (b > 0), trials=games @ b)
        for a, b in ((y, x), (v, u))
    )
    found = stats.paired_difference(first, second, y, x, v, u, games)
    if isnan(only(first.se)) or isnan(only(second.se)):
        assert isnan(only(found.se))
        return
    number, of_x, of_u = sum(games), int(games @ x), int(games @ u)
    r, q = Fraction(int(games @ y), of_x), Fraction(int(games @ v), of_u)
    d = [(won - r * seats) / of_x - (1 - won - q * (4 - seats)) / of_u for seats, won in SORTS]
    squares = Fraction(number, number - 1) * sum(count * part**2 for count, part in zip(games, d))
    assert only(found.se) == pytest.approx(sqrt(squares), rel=1e-14)
    if isnan(only(first.low)) or isnan(only(second.low)):
        assert isnan(only(found.low))
        assert isnan(only(found.high))
        return
    assert -1 <= only(found.low) <= only(found.value) <= only(found.high) <= 1


def card_of_strength(rng, games, chance_of_play, strength):
    """Seats of four that played a card, and whether one of them won: they are ``strength`` times as likely to as another."""
    played = rng.binomial(4, rng.beta(4 * chance_of_play, 4 * (1 - chance_of_play), (SAMPLES, games)))
    won = rng.random(played.shape) * (played * strength + 4 - played) < played * strength
    return won.astype(int), played


def edge_of(won, played):
    """The estimate of every sample."""
    first, second = estimates(won, played, 1 - won, 4 - played)
    x, y = (np.array(part) for part in zip(*SORTS))
    games = np.stack([((played == seats) & (won == win)).sum(axis=1) for seats, win in SORTS], axis=1)
    return stats.paired_difference(first, second, y, x, 1 - y, 4 - x, games)


@pytest.mark.parametrize(
    ("games", "most"),
    [(3, 1), (10, 1), (100, 0.975), (400, 0.965)],
)
@pytest.mark.parametrize("chance_of_play", [0.3, 0.85])
@pytest.mark.parametrize("strength", [1, 1.5])
def test_intervals_of_paired_differences_cover(games, most, chance_of_play, strength):
    many, number = card_of_strength(np.random.default_rng(16), 1000, chance_of_play, strength)
    truth = many.sum() / number.sum() - (1 - many).sum() / (4 - number).sum()
    found = edge_of(*card_of_strength(np.random.default_rng(17), games, chance_of_play, strength))
    known = ~np.isnan(found.low)
    assert 0.93 <= np.mean(((found.low <= truth) & (truth <= found.high))[known]) <= most


def test_an_edge_depends_little_on_how_often_a_card_is_played_and_a_lift_much():
    edges, lifts = [], []
    for chance_of_play in (0.3, 0.9):
        won, played = card_of_strength(np.random.default_rng(18), 1000, chance_of_play, 1.1)
        edges.append(won.sum() / played.sum() - (1 - won).sum() / (4 - played).sum())
        lifts.append(4 * won.sum() / played.sum() - 1)
    assert edges[1] == pytest.approx(edges[0], rel=0.1)
    assert lifts[1] < lifts[0] / 3


@pytest.mark.parametrize("games", [(5, 8), (150, 60)])
def test_intervals_of_differences_of_separate_games_cover(games):
    rng = np.random.default_rng(19)
    means, shares = [], []
    for number, centre, chance in zip(games, (60, 64), (0.2, 0.25)):
        scores = np.rint(rng.normal(centre, 8, (SAMPLES, number, 1)) + rng.normal(0, 10, (SAMPLES, number, 4))).astype(int)
        of_games = scores.sum(axis=2)
        means.append(stats.mean(of_games.sum(axis=1), (of_games**2).sum(axis=1), np.full(SAMPLES, number), per_game=4))
        y, x = clustered(rng, number, chance * np.arange(5))
        shares.append(stats.share(*sums(y, x), (x > 0).sum(axis=1), trials=x.sum(axis=1)))
    assert 0.94 <= covered(stats.difference(*means), -4) <= 0.98
    shares = stats.difference(*shares)
    known = ~np.isnan(shares.low)
    assert 0.94 <= np.mean(((shares.low <= -0.05) & (shares.high >= -0.05))[known]) <= (1 if games[0] == 5 else 0.965)
