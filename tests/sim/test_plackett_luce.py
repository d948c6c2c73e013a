"""Plackett-Luce ratings: a closed form, an independent maximisation, known strengths recovered, and what has no finite maximum."""

from itertools import permutations
from math import exp, log, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.plackett_luce import rate

Z = 1.959964


def log_likelihood(ratings, orders):
    """From the model's words: seat by seat, every seat with the strength of its policy, no seats taken together.

    Orders of seats that look alike add up: each order of policies stands for the product of m! of them, which are equally
    likely.
    """
    total = 0.0
    for order, games in orders.items():
        strengths = [exp(ratings[policy]) for policy in order]
        for place in range(len(order)):
            total += games * log(strengths[place] / sum(strengths[place:]))
    return total


def climbed(orders, policies):
    """The maximum by trying steps along each rating, ever smaller ones: slow, and without a derivative."""
    ratings, step = [0.0] * policies, 1.0
    best = log_likelihood(ratings, orders)
    while step > 1e-7:
        found = False
        for policy in range(1, policies):
            for change in (step, -step):
                tried = [*ratings]
                tried[policy] += change
                if (value := log_likelihood(tried, orders)) > best:
                    ratings, best, found = tried, value, True
        if not found:
            step /= 2
    return np.array(ratings) - np.mean(ratings)


def drawn_orders(strengths, line_ups, games, seed):
    """Orders drawn by exponential times: the first of several has a chance in proportion to its rate."""
    drawn, orders = np.random.default_rng(seed), {}
    for line_up in line_ups:
        times = drawn.exponential(1 / np.array([strengths[policy] for policy in line_up]), (games, len(line_up)))
        for row in np.argsort(times, axis=1):
            order = tuple(line_up[seat] for seat in row)
            orders[order] = orders.get(order, 0) + 1
    return orders


def test_two_policies_have_the_log_odds_of_their_wins():
    ratings = rate({(0, 1): 30, (1, 0): 10}, 2)
    assert ratings.rating == pytest.approx([log(3) / 2, -log(3) / 2])
    # the variance of log(30 / 10) is 1/30 + 1/10, and each rating is half of it
    se = sqrt(1 / 30 + 1 / 10) / 2
    assert ratings.estimate.se == pytest.approx([se, se])
    assert ratings.estimate.low[0] == pytest.approx(log(3) / 2 - Z * se)
    assert ratings.estimate.high[0] == pytest.approx(log(3) / 2 + Z * se)
    assert ratings.covariance[0, 1] == pytest.approx(-(se**2))
    assert list(ratings.group) == [0, 0]


def test_one_against_two_of_another_policy():
    # one stage with (1, 2) seats: a first of three; if not, one with (1, 1). With odds g of a: first g / (g + 2), else second g / (g + 1).
    # 20 games: a is first in 8, second in 6, third in 6. d log L / d log g = 14 - 20 g / (g + 2) - 12 g / (g + 1) = 0:
    # 14 (g + 2)(g + 1) = 20 g (g + 1) + 12 g (g + 2), so 18 g^2 + 2 g - 28 = 0, g = (-2 + sqrt(2020)) / 36
    g = (-2 + sqrt(2020)) / 36
    ratings = rate({(0, 1, 1): 8, (1, 0, 1): 6, (1, 1, 0): 6}, 2)
    assert ratings.rating[0] - ratings.rating[1] == pytest.approx(log(g))
    information = 20 * 2 * g / (g + 2) ** 2 + 12 * g / (g + 1) ** 2
    assert ratings.estimate.se[0] == pytest.approx(1 / sqrt(information) / 2)


def test_equal_policies_in_any_numbers_have_equal_ratings():
    orders = {order: 5 for order in set(permutations((0, 1, 1, 1)))} | {order: 2 for order in set(permutations((0, 0, 1, 2)))}
    assert rate(orders, 3).rating == pytest.approx([0, 0, 0], abs=1e-9)


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_the_maximum_is_that_of_a_climb(data):
    line_ups = [(0, 1, 1), (1, 0, 0), (0, 2, 2, 2), (2, 1), (2, 1, 0)]
    orders = {}
    for line_up in line_ups:
        for order in sorted(set(permutations(line_up))):
            orders[order] = orders.get(order, 0) + data.draw(st.integers(1, 9))
    ratings = rate(orders, 3)
    assert ratings.rating == pytest.approx(climbed(orders, 3), abs=1e-5)
    assert ratings.rating.sum() == pytest.approx(0, abs=1e-9)
    # the curvature of the likelihood between policies 0 and 1, by differences, against the covariance on all ratings
    step, curvature = 1e-4, np.zeros((3, 3))
    for one in range(3):
        for other in range(3):
            moved = [
                ratings.rating + step * (a * np.eye(3)[one] + b * np.eye(3)[other])
                for a, b in ((1, 1), (1, -1), (-1, 1), (-1, -1))
            ]
            values = [log_likelihood(at, orders) for at in moved]
            curvature[one, other] = (values[0] - values[1] - values[2] + values[3]) / (4 * step**2)
    assert ratings.covariance == pytest.approx(np.linalg.pinv(-curvature, rcond=1e-4), abs=1e-4)


def test_known_strengths_are_recovered_and_the_intervals_hold_them():
    strengths = [1.0, 2.0, 0.5, 6.0]
    truth = np.log(strengths) - np.log(strengths).mean()
    line_ups = [(one, other, other, other) for one in range(4) for other in range(4) if one != other]
    held, runs = np.zeros(4), 200
    for seed in range(runs):
        ratings = rate(drawn_orders(strengths, line_ups, 100, seed), 4)
        held += (ratings.estimate.low <= truth) & (truth <= ratings.estimate.high)
    # 200 runs at 95 %: 190, standard deviation 3.1
    assert (np.abs(held - 190) <= 11).all()
    many = rate(drawn_orders(strengths, line_ups, 40_000, 1), 4)
    assert many.rating == pytest.approx(truth, abs=0.02)


def test_a_policy_that_always_wins_has_no_finite_rating_and_the_others_keep_theirs():
    orders = {(0, 1): 50, (0, 2): 50, (1, 2): 30, (2, 1): 10}
    ratings = rate(orders, 3)
    assert list(ratings.group) == [0, 1, 1]
    assert np.isnan([ratings.rating[0], ratings.estimate.se[0], ratings.estimate.low[0], ratings.estimate.high[0]]).all()
    assert ratings.rating[1:] == pytest.approx([log(3) / 2, -log(3) / 2])


def test_groups_stand_in_the_order_of_finish():
    # 2 and 3 beat each other and both beat 0 and 1, which beat each other
    orders = {(2, 3): 4, (3, 2): 1, (0, 1): 1, (1, 0): 1, (3, 0): 5, (2, 1): 5}
    ratings = rate(orders, 4)
    assert list(ratings.group) == [1, 1, 0, 0]
    assert ratings.rating[2] - ratings.rating[3] == pytest.approx(log(4))
    assert ratings.rating[:2] == pytest.approx([0, 0], abs=1e-9)


def test_a_circle_of_wins_is_one_group():
    ratings = rate({(0, 1): 10, (1, 2): 10, (2, 0): 10}, 3)
    assert list(ratings.group) == [0, 0, 0]
    assert ratings.rating == pytest.approx([0, 0, 0], abs=1e-9)


def test_policies_that_never_met_are_groups_of_their_own():
    ratings = rate({(0, 1): 1, (1, 0): 1, (2, 3): 1, (3, 2): 3, (2, 1): 0}, 4)
    assert list(ratings.group) == [0, 0, 1, 1]
    assert list(rate({}, 2).group) == [0, 1]


def test_the_order_of_the_data_does_not_matter():
    orders = drawn_orders([1.0, 2.0, 0.5], [(0, 1, 1), (1, 2, 2), (2, 0, 0)], 100, 5)
    one, other = rate(orders, 3), rate(dict(reversed(orders.items())), 3)
    assert one.rating.tobytes() == other.rating.tobytes()
    assert one.covariance.tobytes() == other.covariance.tobytes()


def test_far_apart_policies_converge():
    # between neighbours one win in 10**9; between 0 and 2, 10**18 to 1 by the model, and none was seen
    orders = {(0, 1): 10**9, (1, 0): 1, (1, 2): 10**9, (2, 1): 1, (0, 2): 10}
    ratings = rate(orders, 3)
    assert ratings.rating == pytest.approx([9 * log(10), 0, -9 * log(10)])
    assert ratings.estimate.se[1] == pytest.approx(sqrt(2) / 3, rel=1e-6)  # (x - y) / 3, x and y both of variance 1


def test_the_maximum_is_a_fixed_point_of_hunters_iteration():
    orders = drawn_orders([1.0, 3.0, 0.2, 9.0], [(0, 1, 2, 3), (1, 1, 2, 0), (3, 0), (2, 3, 3)], 300, 9)
    strengths = np.exp(rate(orders, 4).rating)
    # g_i = w_i / sum over stages of m_i / (sum of m g): w_i places that i took while others were left (equation 30, with m seats)
    for policy in range(4):
        taken = sum(games for order, games in orders.items() for p in range(len(order) - 1) if order[p] == policy)
        below = 0.0
        for order, games in orders.items():
            for place in range(len(order) - 1):
                left = list(order[place:])
                below += games * left.count(policy) / sum(strengths[other] for other in left)
        assert strengths[policy] == pytest.approx(taken / below)


def test_errors_from_batches_by_hand():
    # wins of 0: 3 of 4, 1 of 4, 4 of 6, in all 8 of 14; less 4/7 of the games: 5/7, -9/7, 4/7. Information 14 x 4/7 x 3/7 = 24/7
    batches = [{(0, 1): 3, (1, 0): 1}, {(0, 1): 1, (1, 0): 3}, {}, {(0, 1): 4, (1, 0): 2}]
    ratings = rate({(0, 1): 8, (1, 0): 6}, 2).with_errors_of(batches)
    se_of_odds = sqrt(3 / 2 * (25 + 81 + 16) / 49) / (24 / 7)
    assert ratings.estimate.se == pytest.approx([se_of_odds / 2, se_of_odds / 2])
    more = ratings.less(1)
    assert more.value[0] == pytest.approx(log(8 / 6))
    assert more.se[0] == pytest.approx(se_of_odds)
    assert more.high[0] == pytest.approx(log(8 / 6) + 4.302653 * se_of_odds)  # Student's t, 2 degrees of freedom
    assert np.isnan([more.value[1], more.se[1], more.low[1]]).all()


def test_errors_from_batches_know_that_games_are_the_same_game():
    batches = [drawn_orders([1.0, 2.0, 0.5], [(0, 1, 1), (1, 2, 2), (2, 0, 0)], 5, seed) for seed in range(100)]
    four_times = [{order: 4 * games for order, games in batch.items()} for batch in batches]

    def rated(parts):
        orders = {}
        for part in parts:
            for order, games in part.items():
                orders[order] = orders.get(order, 0) + games
        return rate(orders, 3)

    once, often = rated(batches), rated(four_times)
    assert often.estimate.se == pytest.approx(once.estimate.se / 2)
    assert often.with_errors_of(four_times).estimate.se == pytest.approx(once.with_errors_of(batches).estimate.se)
    # these games are independent, and of the model: both kinds of errors are right
    assert once.with_errors_of(batches).estimate.se == pytest.approx(once.estimate.se, rel=0.25)


def test_errors_from_one_batch_are_not_known():
    ratings = rate({(0, 1): 8, (1, 0): 6}, 2).with_errors_of([{(0, 1): 8, (1, 0): 6}])
    assert ratings.rating[0] == pytest.approx(log(8 / 6) / 2)
    assert np.isnan([ratings.estimate.se, ratings.estimate.low]).all()


def test_errors_from_batches_leave_groups_apart():
    batches = [{(0, 1): 1, (1, 2): 3, (2, 1): 1}, {(0, 2): 1, (1, 2): 1, (2, 1): 2}]
    ratings = rate({(0, 1): 1, (0, 2): 1, (1, 2): 4, (2, 1): 3}, 3).with_errors_of(batches)
    assert list(ratings.group) == [0, 1, 1]
    # 3 - 4 x 4/7 = 5/7 and 1 - 3 x 4/7 = -5/7; information 7 x 12/49 = 12/7
    assert ratings.less(1).se[2] == pytest.approx(sqrt(2 * 50 / 49) / (12 / 7))
    assert np.isnan([ratings.estimate.se[0], ratings.less(1).value[0], ratings.less(0).value[2]]).all()
