"""Estimators of differences over the same games: against sums over single games, against simulation, and by hand."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from kernels._jit import JIT
from kernels.codes import KINDS
from kernels.engine import compare_block
from kernels.masks import ranks_of
from kernels.pairs import PAIR
from kernels.state import GAME
from kernels.tally import TALLY
from kernels.tokens import counts_of
from sim.comparison import card_sums, cards_columns, games_columns, loot_columns
from sim.config import ComparisonConfig
from sim.paired import Products, Sums, difference, rank_correlation, root_mean_square, unpaired, unpaired_error
from sim.rule_sets import RuleSet
from sim.runner import compare
from sim.stats import critical

BASE = RuleSet.standard()
CARPENTER = 10  # row of the card of rank 11


def with_settings(*settings, setup=None):
    return RuleSet.from_settings(settings, setup)


def counted(variant, *, games, seed=5, first=0, players=4):
    """Tallies and pair of some games under the standard rules and a variant."""
    rules = np.concatenate([BASE.record(), variant.record()])
    tallies, pairs = np.zeros(2, TALLY), np.zeros(2, PAIR)
    compare_block(seed, first, games, players, rules, np.zeros(3, GAME), tallies, pairs)
    return tallies[0], tallies[1], pairs[1]


class Side:
    """What one game adds under one rule set, read from its record."""

    def __init__(self, record):
        players = int(record["players"])
        winner = int(record["log_leader"][2])
        scores = [int(score) for score in record["dial"][:players]]
        margins = [score - max(scores[:seat] + scores[seat + 1 :]) for seat, score in enumerate(scores)]
        played = [set(ranks_of(mask)) for mask in record["log_played"][0][:players]]
        held = [
            [sum(col) for col in zip(*(counts_of(record["log_held"][v, seat]) for v in range(3)))] for seat in range(players)
        ]
        self.dealt = {card for voyage in range(3) for card in ranks_of(record["log_deal"][voyage])}
        self.parts = {}
        for card in range(1, 41):
            seats = [seat for seat in range(players) if card in played[seat]]
            self.parts["win_rate", card - 1] = (int(winner in seats), len(seats))
            self.parts["margin", card - 1] = (sum(margins[seat] for seat in seats), len(seats))
        for kind in range(KINDS):
            self.parts["loot", kind] = (held[winner][kind], sum(row[kind] for row in held))
            self.parts["mean_held_winner", kind] = (held[winner][kind], 1)
        happened = {
            "ties": scores.count(max(scores)) > 1,
            "leader_after_voyage_1_wins": int(record["log_leader"][0]) == winner,
            "leader_after_voyage_2_wins": int(record["log_leader"][1]) == winner,
            **{f"seat_{seat}_wins": seat == winner for seat in range(players)},
        }
        self.parts |= {("games", name): (int(flag), 1) for name, flag in happened.items()}
        self.parts["games", "score"] = (sum(scores), players)
        self.parts["games", "winner_score"] = (scores[winner], 1)
        self.parts["games", "winner_margin"] = (margins[winner], 1)


def direct_edge(sides, card, players):
    """As ``direct``, for the edge."""
    rows = []
    for game in sides:
        dealt = card + 1 in game[0].dealt
        assert dealt == (card + 1 in game[1].dealt)
        for side in game:
            y, x = side.parts["win_rate", card]
            rows.append([(y, x), (dealt - y, players * dealt - x)])
    games = [[rows[2 * at][0], rows[2 * at][1], rows[2 * at + 1][0], rows[2 * at + 1][1]] for at in range(len(sides))]
    totals = [[sum(game[term][part] for game in games) for part in (0, 1)] for term in range(4)]
    if any(x == 0 for _, x in totals):
        return None, None
    rates = [Fraction(y, x) for y, x in totals]
    signs = (-1, 1, 1, -1)
    value = sum(sign * rate for sign, rate in zip(signs, rates))
    u = [sum(signs[t] * (g[t][0] - rates[t] * g[t][1]) / totals[t][1] for t in range(4)) for g in games]
    number = min(sum(game[term][1] > 0 for game in games) for term in range(4))
    if number < 2:
        return float(value), None
    return float(value), sqrt(Fraction(number, number - 1) * sum(part * part for part in u))


def direct(sides, key, *, counts_all=False):
    """Value and standard error of the difference from u_g of each game, in fractions."""
    rows = [(a.parts[key], b.parts[key]) for a, b in sides]
    (y_a, x_a), (y_b, x_b) = [[sum(row[side][part] for row in rows) for part in (0, 1)] for side in (0, 1)]
    if 0 in (x_a, x_b):
        return None, None
    r_a, r_b = Fraction(y_a, x_a), Fraction(y_b, x_b)
    u = [(b[0] - r_b * b[1]) / x_b - (a[0] - r_a * a[1]) / x_a for a, b in rows]
    with_x = [len(rows) if counts_all else sum(row[side][1] > 0 for row in rows) for side in (0, 1)]
    number = min(with_x)
    if number < 2:
        return float(r_b - r_a), None
    return float(r_b - r_a), sqrt(Fraction(number, number - 1) * sum(part * part for part in u))


@pytest.mark.parametrize(
    ("players", "games", "setup"), [(2, 60, None), (4, 120, None), (3, 80, "stormy"), (6, 30, "uncharted")]
)
def test_differences_are_those_of_the_single_games(players, games, setup):
    variant = with_settings("carpenter.anchor=3", "hook.gain=9", "beggar.payment=5", setup=setup)
    rules = np.concatenate([BASE.record(), variant.record()])
    tallies, pairs, sides = np.zeros(2, TALLY), np.zeros(2, PAIR), []
    for game in range(games):
        records = np.zeros(3, GAME)
        compare_block(9, game, 1, players, rules, records, tallies, pairs)
        sides.append((Side(records[0]), Side(records[1])))
    a, b, pair = tallies[0], tallies[1], pairs[1]
    cards, loot, in_games = (make(a, b, pair, players) for make in (cards_columns, loot_columns, games_columns))

    def check(columns, name, at, key, times=1, counts_all=False):
        value, se = direct_edge(sides, at, players) if name == "edge" else direct(sides, key, counts_all=counts_all)
        start = f"{name}_difference" if name else "difference"
        for column, expected in ((start, value), (f"{start}_se", se)):
            if expected is None:
                assert np.isnan(columns[column][at]), (key, column)
            else:
                assert columns[column][at] == pytest.approx(times * expected, rel=1e-9, abs=1e-12), (key, column)

    for row in range(40):
        check(cards, "win_rate", row, ("win_rate", row))
        check(cards, "lift", row, ("win_rate", row), players)
        check(cards, "margin", row, ("margin", row))
        check(cards, "edge", row, ("edge", row))
    for kind in range(KINDS):
        check(loot, "lift", kind, ("loot", kind), players, counts_all=True)
        check(loot, "mean_held_winner", kind, ("mean_held_winner", kind))
    for row, quantity in enumerate(in_games["quantity"]):
        check(in_games, "", row, ("games", quantity))


def test_equal_rules_differ_in_nothing():
    a, b, pair = counted(BASE, games=200)
    for make in (cards_columns, loot_columns, games_columns):
        columns = make(a, b, pair, 4)
        for name, values in columns.items():
            if name.endswith("difference"):
                assert (values == 0).all(), name
                assert (columns[f"{name}_se"] == 0).all(), name
                assert np.isnan(columns[f"{name}_low"]).all(), name


def test_a_difference_by_hand():
    # y, x of three games under A: (1, 1) (0, 1) (1, 2); under B: (1, 1) (1, 1) (0, 2)
    a, b = Sums(2, 4, 2, 3, 6, 3), Sums(2, 4, 2, 2, 6, 3)
    found = difference(a, b, Products(1, 2, 3, 6))
    # R is 1/2 under both; u = (1/2 - 1/2) / 4, (1/2 + 1/2) / 4, (-1 - 0) / 4; SE^2 = 3/2 * 2/16
    assert found.value == 0
    assert found.se == pytest.approx(sqrt(3 / 16))
    assert found.high == pytest.approx(critical(3) * sqrt(3 / 16))
    # S: 0.5^2 + 0.5^2 + 0 under A, 0.5^2 + 0.5^2 + 1 under B
    assert unpaired_error(a, b) == pytest.approx(sqrt(3 / 2 * (0.5 + 1.5) / 16))
    assert unpaired(a, b).se == unpaired_error(a, b)


def test_what_cannot_be_told():
    never = Sums(0, 0, 0, 0, 0, 0)
    once = Sums(1, 2, 1, 2, 4, 1)
    often = Sums(2, 4, 2, 3, 6, 3)
    none = Products(0, 0, 0, 0)
    assert np.isnan(difference(often, never, none).value)
    assert difference(often, once, none).value == 0
    assert np.isnan(difference(often, once, none).se)
    assert np.isnan(unpaired(once, often).se)


def test_sums_do_not_overflow():
    large = 10**12
    a = Sums.of_means(60 * large, 3600 * large + 100 * large, large)
    b = Sums.of_means(61 * large, 3721 * large + 100 * large, large)
    found = difference(a, b, Products.of_means(3660 * large + 99 * large, a, b))
    assert found.value == 1
    assert found.se == pytest.approx(sqrt(2 / large))


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ([1.0, 2.0, 3.0], [10.0, 20.0, 30.0], 1),
        ([1.0, 2.0, 3.0], [3.0, 2.0, 1.0], -1),
        ([1.0, 2.0, 2.0, 4.0], [1.0, 3.0, 2.0, 4.0], 4.5 / sqrt(4.5 * 5)),  # ranks 1, 2.5, 2.5, 4
        ([1.0, None, 3.0, 2.0], [1.0, 5.0, 2.0, None], 1),
        ([1.0, 1.0], [1.0, 2.0], None),
        ([1.0], [1.0], None),
        ([], [], None),
    ],
)
def test_rank_correlation(a, b, expected):
    assert rank_correlation(a, b) == (expected if expected is None else pytest.approx(expected))


def test_root_mean_square():
    assert root_mean_square([3.0, -4.0]) == sqrt(12.5)
    assert root_mean_square([]) is None


@pytest.mark.skipif(not JIT, reason="many games")
def test_the_paired_error_of_a_small_change_is_at_most_a_third():
    columns = cards_columns(*counted(with_settings("carpenter.anchor=9"), games=20_000), 4)
    ratio = columns["lift_difference_se"][CARPENTER] / columns["lift_unpaired_se"][CARPENTER]
    print(f"carpenter.anchor=9: paired / unpaired standard error of the lift's difference: {ratio:.3f}")
    assert ratio <= 1 / 3


@pytest.mark.skipif(not JIT, reason="many games")
@pytest.mark.parametrize("variant", [with_settings("carpenter.anchor=9"), with_settings(setup="stormy")])
def test_errors_are_the_spread_over_many_seeds(variant):
    """A run's standard error against the deviation of the difference over runs; its own error is about 5 % here."""
    runs, games = 200, 1000
    found = [cards_columns(*counted(variant, games=games, seed=100 + run), 4) for run in range(runs)]
    for name in ("lift", "edge", "margin"):
        values = np.array([columns[f"{name}_difference"] for columns in found])
        errors = np.array([columns[f"{name}_difference_se"] for columns in found])
        ratios = values.std(axis=0, ddof=1) / np.sqrt((errors**2).mean(axis=0))
        assert ratios.mean() == pytest.approx(1, abs=0.05), name
        assert ratios[CARPENTER] == pytest.approx(1, abs=0.15), name
    scores = [games_columns(*counted(variant, games=games, seed=100 + run), 4) for run in range(100)]
    for row in range(3):
        spread = np.std([columns["difference"][row] for columns in scores], ddof=1)
        error = sqrt(np.mean([columns["difference_se"][row] ** 2 for columns in scores]))
        assert spread == pytest.approx(error, rel=0.25), row


@pytest.mark.skipif(not JIT, reason="a million games")
def test_intervals_of_the_control_hold_0_as_often_as_they_say():
    held, seeds = [], 200
    for seed in range(seeds):
        counts = compare(ComparisonConfig(games=2000, seed=seed, rule_set=BASE, variants=[], control=True))
        (a, _), (b, _) = card_sums(counts.tallies[0]), card_sums(counts.control[0])
        found = unpaired(a, b)
        held += ((found.low <= 0) & (found.high >= 0)).tolist()
    print(f"A/A: {np.mean(held):.2%} of {len(held)} intervals hold 0")
    assert 0.93 <= np.mean(held) <= 0.97
