"""Comparisons and sweeps of solo games: four games counted by hand, a plain recount of single games, the documentation, the text."""

import re
from fractions import Fraction
from math import hypot, sqrt
from pathlib import Path
from statistics import mean, stdev

import numpy as np
import polars as pl
import pytest

from kernels import catalog
from kernels._jit import JIT
from kernels.codes import CARDS
from kernels.engine import play_solo_block
from kernels.masks import ranks_of
from kernels.solo_tally import SOLO_PAIR, SOLO_TALLY
from kernels.state import SOLO_GAME
from sim import runner
from sim.config import ComparisonConfig
from sim.operands import Operand
from sim.rule_sets import RuleSet
from sim.runner import Comparison
from sim.show_solo import solo_comparison_text, solo_sweep_text
from sim.solo_comparison import solo_comparison_tables, solo_sweep_table
from sim.stats import critical
from sim.sweeps import Sweep

QUANTITIES = ("human_win_rate", "human_score", "automa_score", "margin", "ties", "no_effect_ranks")
T_1, T_2 = 12.7062047, 4.3026527
T_3 = float(critical(4)[0])


def rules_of(*settings, setup=None):
    return RuleSet.from_settings(settings, setup, solo=True)


def row(frame, **where):
    """The one row of a frame with these values."""
    (found,) = frame.filter(**where).iter_rows(named=True)
    return found


def assert_row(found, **expected):
    for name, value in expected.items():
        exact = value is None or isinstance(value, int | str)
        assert found[name] == (value if exact else pytest.approx(value, rel=1e-6, abs=1e-9)), name


def estimate(name, value, se, reach):
    low, high = (None, None) if reach is None else (value - reach, value + reach)
    return {name: value, f"{name}_se": se, f"{name}_low": low, f"{name}_high": high}


# Four games, under the base and under the variant:
#
#        human, Automa, winner        margin     no-effect ranks  the human plays the Preacher (7)
# game 1 50, 40 h    50, 60 A         +10, -10   1, 1             under the base
# game 2 30, 60 A    30, 60 A         -30, -30   0, 0             under both
# game 3 45, 45 h    45, 45 h         0, 0       2, 2             under both
# game 4 20, 70 A    40, 30 h         -50, +10   1, 3             under the variant
#
# The Automa plays the Preacher in game 4 under the base. Four other games under the base: the human has 40, 40, 40 and 60
# points and wins one of them, the Automa always 50; margins -10, -10, -10, 10, no ties, no no-effect ranks.


def counted_by_hand():
    tallies, pairs, control = np.zeros(2, SOLO_TALLY), np.zeros(2, SOLO_PAIR), np.zeros(1, SOLO_TALLY)
    tallies["games"], control["games"] = 4, 4
    tallies["human_wins"], control["human_wins"] = 2, 1
    tallies["score"] = [(145, 215), (165, 195)]
    tallies["score_square"] = [(5825, 12125), (7025, 10125)]
    tallies["margin"], tallies["margin_square"] = (-70, -30), (3500, 1100)
    tallies["ties"] = 1
    tallies["no_effect"], tallies["no_effect_square"] = (4, 6), (6, 14)
    tallies["card_plays"][:, 0, 0, 7], tallies["card_wins"][:, 0, 0, 7] = 3, 2
    tallies["card_margin"][:, 0, 0, 7], tallies["card_margin_square"][:, 0, 0, 7] = -20, 1000
    base = tallies[0]
    for name, value in (("plays", 1), ("wins", 1), ("margin", 50), ("margin_square", 2500)):
        base[f"card_{name}"][1, 0, 7] = value
    pair = pairs[1]
    pair["games"], pair["same_winner"], pair["human_wins"] = 4, 2, 1
    pair["score"] = 2500 + 900 + 2025 + 800, 2400 + 3600 + 2025 + 2100
    pair["margin"], pair["ties"], pair["no_effect"] = -100 + 900 - 500, 1, 1 + 4 + 3
    for name, value in (
        ("wins_wins", 1),
        ("wins_plays", 1),
        ("plays_wins", 1),
        ("plays_plays", 2),
        ("margin_margin", 900),
        ("margin_plays", -30),
        ("plays_margin", -30),
    ):
        pair[f"card_{name}"][0, 7] = value
    control["score"], control["score_square"] = (180, 200), (8400, 10000)
    control["margin"], control["margin_square"] = -20, 400
    return Comparison(tallies, pairs, control)


@pytest.fixture
def by_hand():
    compared = [Operand("base", rules_of()), Operand("other", rules_of("solo.automa_start=5"))]
    return solo_comparison_tables(counted_by_hand(), compared)


def test_games_by_hand(by_hand):
    games = by_hand["games"]
    assert games["quantity"].to_list() == list(QUANTITIES)
    for found in games.iter_rows(named=True):
        assert_row(found, base="base", variant="other", games=4, same_winner=2, provenance="reconstructed")
    rate = row(games, quantity="human_win_rate")
    # -1, 0, 0, 1: SE^2 = 2 / 3 / 4, and unpaired twice 1 / 3 / 4
    assert_row(rate, count_base=2, count_variant=2, base_value=0.5, variant_value=0.5, unpaired_se=sqrt(1 / 6))
    assert_row(rate, **estimate("difference", 0.0, sqrt(1 / 6), T_3 * sqrt(1 / 6)))
    # 0, 0, 0, 20; 20, 0, 0, -40; -20, 0, 0, 60; 0, 0, 0, 2
    score = row(games, quantity="human_score")
    assert_row(score, count_base=None, count_variant=None, base_value=36.25, variant_value=41.25)
    assert_row(score, **estimate("difference", 5.0, 5.0, T_3 * 5))
    # 50, 30, 45, 20 and 50, 30, 45, 40
    assert_row(score, unpaired_se=hypot(stdev([50, 30, 45, 20]), stdev([50, 30, 45, 40])) / 2)
    automa = row(games, quantity="automa_score")
    error = sqrt(1900 / 12)
    assert_row(automa, base_value=53.75, variant_value=48.75, **estimate("difference", -5.0, error, T_3 * error))
    margin = row(games, quantity="margin")
    assert_row(margin, base_value=-17.5, variant_value=-7.5, **estimate("difference", 10.0, sqrt(300), T_3 * sqrt(300)))
    ties = row(games, quantity="ties")
    assert_row(ties, count_base=1, count_variant=1, base_value=0.25, **estimate("difference", 0.0, 0.0, None))
    idle = row(games, quantity="no_effect_ranks")
    assert_row(idle, count_base=None, base_value=1.0, variant_value=1.5, **estimate("difference", 0.5, 0.5, T_3 / 2))


def test_cards_by_hand(by_hand):
    found = row(by_hand["cards"], side="human", rank=7)
    assert_row(found, base="base", variant="other", card="Preacher", provenance="reconstructed")
    assert_row(found, plays_base=3, plays_variant=3, wins_base=2, wins_variant=2)
    # games 1 and 4 add -(1 - 2/3) / 3 and (1 - 2/3) / 3: SE^2 = 3 / 2 * 2 / 81; unpaired twice 2 / 9 / 2
    assert_row(found, win_rate_base=2 / 3, win_rate_variant=2 / 3, win_rate_unpaired_se=sqrt(2 / 9))
    assert_row(found, **estimate("win_rate_difference", 0.0, sqrt(1 / 27), T_2 * sqrt(1 / 27)))
    # 10, -30, 0 and -30, 0, 10: games 1 and 4 add -50 / 9 and 50 / 9
    error = sqrt(3 * 2500 / 81)
    assert_row(found, margin_base=-20 / 3, margin_variant=-20 / 3, **estimate("margin_difference", 0.0, error, T_2 * error))
    assert_row(found, margin_unpaired_se=sqrt(2 * 1300 / 9))


def test_a_card_of_one_side_is_not_compared(by_hand):
    found = row(by_hand["cards"], side="automa", rank=7)
    assert_row(found, plays_base=1, plays_variant=0, win_rate_base=1.0, win_rate_variant=None, margin_base=50.0)
    differences = [name for name in found if "difference" in name or "unpaired" in name]
    assert len(differences) == 10
    assert_row(found, **dict.fromkeys(differences))


def test_rows(by_hand):
    cards = by_hand["cards"]
    assert cards.select("side", "rank").rows() == [(side, rank) for side in ("human", "automa") for rank in range(1, CARDS + 1)]
    assert cards["card"].to_list() == [character.name for character in catalog.CHARACTERS] * 2
    assert list(by_hand) == ["cards", "games", "control"]


def test_the_control_by_hand(by_hand):
    control = by_hand["control"]
    assert control["quantity"].to_list() == list(QUANTITIES)
    rate = row(control, quantity="human_win_rate")
    # variances 1 / 3 and 1 / 4 of a game
    error = sqrt((1 / 3 + 1 / 4) / 4)
    assert_row(rate, base="base", games=4, count_base=2, count_other=1, base_value=0.5, other_value=0.25)
    assert_row(rate, **estimate("difference", -0.25, error, T_3 * error), provenance="reconstructed")
    score = row(control, quantity="human_score")
    error = hypot(stdev([50, 30, 45, 20]), stdev([40, 40, 40, 60])) / 2
    assert_row(score, count_base=None, count_other=None, base_value=36.25, other_value=45.0)
    assert_row(score, **estimate("difference", 8.75, error, T_3 * error))
    assert_row(row(control, quantity="ties"), count_base=1, count_other=0)


def test_a_sweep_by_hand():
    sweep = Sweep.of("solo.automa_start", "5:0:-5", rules_of())
    assert sweep.reference.text == "0"
    frame = solo_sweep_table(counted_by_hand(), sweep)
    other, reference = frame.iter_rows(named=True)
    assert_row(reference, key="solo.automa_start", value="0", number=0, reference="0", games=4, same_winner=4)
    assert_row(reference, human_win_rate=0.5, human_win_rate_se=sqrt(1 / 12), human_score=36.25, margin=-17.5)
    assert_row(reference, automa_score=53.75, automa_score_se=stdev([40, 60, 45, 70]) / 2, provenance="reconstructed")
    assert_row(reference, **dict.fromkeys(name for name in reference if "difference" in name))
    assert_row(other, value="5", number=5, reference="0", games=4, same_winner=2, provenance="reconstructed")
    assert_row(other, **estimate("human_win_rate_difference", 0.0, sqrt(1 / 6), T_3 * sqrt(1 / 6)))
    assert_row(other, human_score=41.25, human_score_se=stdev([50, 30, 45, 40]) / 2)
    assert_row(other, **estimate("human_score_difference", 5.0, 5.0, T_3 * 5))
    assert_row(other, margin=-7.5, **estimate("margin_difference", 10.0, sqrt(300), T_3 * sqrt(300)))


def test_a_sweep_of_switches_has_no_numbers():
    sweep = Sweep.of("carpenter.in_game", "yes|no", rules_of())
    frame = solo_sweep_table(counted_by_hand(), sweep)
    assert frame["value"].to_list() == ["yes", "no"]
    assert frame["number"].to_list() == [None, None]


# -------------------------------------------------------------------------------------- a recount of single games

GAMES = 150 if JIT else 4


def played(rule_set, first):
    games = []
    for game_index in range(first, first + GAMES):
        records = np.zeros(2, SOLO_GAME)
        play_solo_block(5, game_index, 1, 2, rule_set.record(), records, np.zeros(1, SOLO_TALLY))
        games.append(records[0])
    return games


def values_of(game):
    """The quantities of a game."""
    human, automa = (int(score) for score in game["dial"][:2])
    won = int(game["log_leader"][2] == 0)
    return won, human, automa, human - automa, int(human == automa), len(ranks_of(game["log_no_effect"]))


def played_and_won(game, side, card):
    """x, and y of the win rate and of the margin."""
    if card not in ranks_of(game["log_played"][0, side]):
        return 0, 0, 0
    return 1, int(game["log_leader"][2] == side), int(game["dial"][side]) - int(game["dial"][1 - side])


def model_difference(name, a, b):
    """Of the ratios of sums of (y, x) over the same games: SE^2 = G / (G - 1) times the sum of u^2, in fractions."""
    (y_a, x_a), (y_b, x_b) = ((sum(y for y, _ in side), sum(x for _, x in side)) for side in (a, b))
    if not x_a or not x_b:
        return estimate(name, None, None, None)
    rates = Fraction(y_a, x_a), Fraction(y_b, x_b)
    value = float(rates[1] - rates[0])
    number = min(sum(x > 0 for _, x in side) for side in (a, b))
    if number < 2:
        return estimate(name, value, None, None)
    parts = [
        Fraction(two[0] - rates[1] * two[1], x_b) - Fraction(one[0] - rates[0] * one[1], x_a)
        for one, two in zip(a, b, strict=True)
    ]
    se = sqrt(Fraction(number, number - 1) * sum(part**2 for part in parts))
    return estimate(name, value, se, float(critical(number)[0]) * se if se else None)


def error_of(side):
    """The standard error of one side alone."""
    values = [y for y, x in side if x]
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else None


def model_compared(name, a, b):
    means = [mean(y for y, x in side if x) if any(x for _, x in side) else None for side in (a, b)]
    errors = error_of(a), error_of(b)
    return {
        f"{name}_base": means[0],
        f"{name}_variant": means[1],
        **model_difference(f"{name}_difference", a, b),
        f"{name}_unpaired_se": None if None in errors else hypot(*errors),
    }


def assert_rows(frame, expected):
    rows, expected = frame.to_dicts(), list(expected)
    assert len(rows) == len(expected)
    for line, values in zip(rows, expected, strict=True):
        assert list(line) == list(values)
        assert_row(line, **values)


@pytest.fixture(scope="module")
def recounted():
    """Operands with their games, the other games under the base, and the tables of the comparison."""
    base = rules_of("solo.human_start=27")
    compared = [
        Operand("base", base),
        Operand("base:solo.human_start=32", RuleSet.from_settings(["solo.human_start=32"], base=base)),
        Operand("uncharted", RuleSet.from_settings([], "uncharted", base)),
        Operand("base:carpenter.in_game=no", RuleSet.from_settings(["carpenter.in_game=no"], base=base)),
    ]
    config = ComparisonConfig(
        games=GAMES, seed=5, rule_set=base, variants=[operand.rule_set for operand in compared[1:]], control=True
    )
    found = solo_comparison_tables(runner.compare(config), compared)
    games = {operand.label: played(operand.rule_set, 0) for operand in compared}
    return games, played(base, GAMES), found


def test_games_are_those_of_the_single_games(recounted):
    games, _, found = recounted

    def expected():
        for variant in list(games)[1:]:
            values = [list(zip(*map(values_of, games[label]), strict=True)) for label in ("base", variant)]
            winners = [[of_game[0] for of_game in map(values_of, games[label])] for label in ("base", variant)]
            for place, quantity in enumerate(QUANTITIES):
                a, b = ([(value, 1) for value in of[place]] for of in values)
                counts = [sum(of[place]) if quantity in ("human_win_rate", "ties") else None for of in values]
                model = model_compared("e", a, b)
                yield {
                    "base": "base",
                    "variant": variant,
                    "quantity": quantity,
                    "games": GAMES,
                    "same_winner": sum(one == two for one, two in zip(*winners, strict=True)),
                    "count_base": counts[0],
                    "count_variant": counts[1],
                    "base_value": float(model["e_base"]),
                    "variant_value": float(model["e_variant"]),
                    **{name.removeprefix("e_"): value for name, value in model.items() if "difference" in name},
                    "unpaired_se": model["e_unpaired_se"],
                    "provenance": "reconstructed",
                }

    assert_rows(found["games"], expected())


def test_cards_are_those_of_the_single_games(recounted):
    games, _, found = recounted

    def expected():
        for variant in list(games)[1:]:
            for side in (0, 1):
                for card in range(1, CARDS + 1):
                    a, b = ([played_and_won(game, side, card) for game in games[label]] for label in ("base", variant))
                    rates, margins = ([[(of[part], of[0]) for of in games] for games in (a, b)] for part in (1, 2))
                    yield {
                        "base": "base",
                        "variant": variant,
                        "side": ("human", "automa")[side],
                        "rank": card,
                        "card": catalog.CHARACTERS[card - 1].name,
                        "plays_base": sum(of[0] for of in a),
                        "plays_variant": sum(of[0] for of in b),
                        "wins_base": sum(of[1] for of in a),
                        "wins_variant": sum(of[1] for of in b),
                        **{name: value and float(value) for name, value in model_compared("win_rate", *rates).items()},
                        **{name: value and float(value) for name, value in model_compared("margin", *margins).items()},
                        "provenance": "reconstructed",
                    }

    assert_rows(found["cards"], expected())


def test_the_control_is_that_of_the_next_games(recounted):
    games, other, found = recounted

    def expected():
        values = [list(zip(*map(values_of, of), strict=True)) for of in (games["base"], other)]
        for place, quantity in enumerate(QUANTITIES):
            a, b = (of[place] for of in values)
            counts = [sum(of) if quantity in ("human_win_rate", "ties") else None for of in (a, b)]
            error = hypot(stdev(a), stdev(b)) / sqrt(GAMES)
            reach = float(critical(GAMES)[0]) * error
            yield {
                "base": "base",
                "quantity": quantity,
                "games": GAMES,
                "count_base": counts[0],
                "count_other": counts[1],
                "base_value": sum(a) / GAMES,
                "other_value": sum(b) / GAMES,
                **estimate("difference", (sum(b) - sum(a)) / GAMES, error, reach if error else None),
                "provenance": "reconstructed",
            }

    assert_rows(found["control"], expected())


def test_a_sweep_is_a_comparison_with_its_reference():
    sweep = Sweep.of("solo.human_start", "10:30:10", rules_of("solo.human_start=20"))
    config = ComparisonConfig(
        games=GAMES,
        seed=5,
        rule_set=sweep.reference.rule_set,
        variants=[point.rule_set for point in sweep.others],
        control=True,
    )
    frame = solo_sweep_table(runner.compare(config), sweep)
    compared = [Operand("20", rules_of("solo.human_start=20"))]
    compared += [Operand(text, rules_of(f"solo.human_start={text}")) for text in ("10", "30")]
    variants = [operand.rule_set for operand in compared[1:]]
    tables = solo_comparison_tables(
        runner.compare(ComparisonConfig(games=GAMES, seed=5, rule_set=compared[0].rule_set, variants=variants, control=True)),
        compared,
    )
    assert frame["number"].to_list() == [10, 20, 30]
    assert set(frame["reference"]) == {"20"}
    for text in ("10", "30"):
        found = row(frame, value=text)
        for quantity in QUANTITIES[:4]:
            games = row(tables["games"], variant=text, quantity=quantity)
            assert found["same_winner"] == games["same_winner"]
            assert found[quantity] == games["variant_value"]
            for column in ("difference", "difference_se", "difference_low", "difference_high"):
                assert found[f"{quantity}_{column}"] == games[column]
    assert row(frame, value="20")["same_winner"] == GAMES


def test_the_same_rules_differ_in_nothing():
    base = rules_of()
    compared = [Operand("base", base), Operand("base:", base)]
    config = ComparisonConfig(games=GAMES, seed=1, rule_set=base, variants=[base], control=True)
    found = solo_comparison_tables(runner.compare(config), compared)
    for name in ("cards", "games"):
        for column in found[name].columns:
            if column.endswith(("difference", "difference_se")):
                assert set(found[name][column].drop_nulls()) == {0}, (name, column)
    assert set(found["games"]["same_winner"]) == {GAMES}


# --------------------------------------------------------------------------------------------- documentation


def documented(part):
    """The columns of each table of a part (``run``, ``compare``, ``sweep``) as docs/solo.md has them."""
    text = (Path(__file__).parents[2] / "docs" / "solo.md").read_text("utf-8")
    (text,) = (text for text in re.split(r"^## ", text, flags=re.MULTILINE) if re.match(rf"[\w ]*`{part}`\n", text))
    sections = re.findall(r"^### `(\w+)`\n(.*?)(?=^### |\Z)", text, re.MULTILINE | re.DOTALL)
    line = re.compile(r"^\| `(\w+)` \| (Int64|Float64|String) \|", re.MULTILINE)
    return {name: line.findall(section) for name, section in sections}


def test_columns_are_those_of_the_documentation(by_hand):
    def columns(frames):
        return {name: [(column, str(dtype)) for column, dtype in frame.schema.items()] for name, frame in frames.items()}

    sweep = Sweep.of("solo.human_start", "0:1", rules_of())
    empty = Comparison(np.zeros(2, SOLO_TALLY), np.zeros(2, SOLO_PAIR), np.zeros(1, SOLO_TALLY))
    compared = [Operand("base", rules_of()), Operand("other", rules_of())]
    assert documented("compare") == columns(by_hand) == columns(solo_comparison_tables(empty, compared))
    for counted in (counted_by_hand(), empty):
        assert documented("sweep") == columns({"sweep": solo_sweep_table(counted, sweep)})


# ------------------------------------------------------------------------------------------------------ the text


def test_the_text_of_a_comparison(by_hand):
    lines = solo_comparison_text(by_hand).splitlines()
    assert lines[0] == "other less base, the same 4 games: 50.00% have the same winner"
    assert lines[2].split() == ["quantity", "base", "variant", "less", "base", "±"]
    assert lines[3].split() == ["human_win_rate", "50.00%", "50.00%", "+0.00%", f"{T_3 * sqrt(1 / 6):.2%}"]
    assert lines[4].split() == ["human_score", "36.250", "41.250", "+5.000", f"{T_3 * 5:.3f}"]
    assert lines[8].split() == ["no_effect_ranks", "1.000", "1.500", "+0.500", f"{T_3 / 2:.3f}"]
    assert lines[10].split() == ["human", "Automa"]
    assert lines[11].split() == ["rank", "card", *("wins", "variant", "less", "base", "±") * 2]
    half = f"{T_2 * sqrt(1 / 27):.2%}"
    assert lines[12].split() == f"7 Preacher 66.67% 66.67% +0.00% {half} 100.00% - - -".split()
    assert [int(line.split()[0]) for line in lines[13:51]] == [rank for rank in range(1, CARDS + 1) if rank not in (7, 37)]
    error = sqrt((1 / 3 + 1 / 4) / 4)
    assert lines[52] == "cards come by |less base| / SE; left out here: standard errors and margins (with --json or --out)"
    assert lines[53].startswith("control: base on 4 other games, less the same, unpaired: human win rate -25.00% ± ")
    assert f"-25.00% ± {T_3 * error:.2%}, human score +8.750 ± " in " ".join(lines[53:])
    assert max(map(len, lines)) <= 100


def test_cards_come_by_size_of_the_difference_in_standard_errors_on_either_side(by_hand):
    changes = {("human", 3): (0.1, 0.01), ("automa", 3): (0.01, 0.01), ("automa", 30): (-0.2, 0.01)}
    changes |= {("human", 9): (0.3, 0.1), ("automa", 9): (0.0, 0.0)}
    cards = by_hand["cards"]
    for (side, rank), values in changes.items():
        here = (pl.col("side") == side) & (pl.col("rank") == rank)
        for column, value in zip(("win_rate_difference", "win_rate_difference_se"), values, strict=True):
            cards = cards.with_columns(pl.when(here).then(value).otherwise(column).alias(column))
    lines = solo_comparison_text(by_hand | {"cards": cards}).splitlines()
    assert [int(line.split()[0]) for line in lines[12:17]] == [30, 3, 9, 7, 1]


def test_of_several_variants_the_text_says_what_it_does_not_show():
    compared = [Operand(name, rules_of()) for name in ("base", "one", "two")]
    one = counted_by_hand()
    counted = Comparison(one.tallies[[0, 1, 1]], one.pairs[[0, 1, 1]], one.control)
    text = solo_comparison_text(solo_comparison_tables(counted, compared))
    assert text.count("and 27 cards whose win rate changed less (all with --json or --out)") == 2
    assert "one less base" in text
    assert "two less base" in text
    assert "\x1b" not in text


def test_the_text_of_a_sweep():
    sweep = Sweep.of("solo.automa_start", "0:5:5", rules_of())
    lines = solo_sweep_text(solo_sweep_table(counted_by_hand(), sweep)).splitlines()
    assert lines[0].split() == ["solo", "human", "less", "human's", "less", "less"]
    assert lines[1].split() == [
        ".automa_start",
        *(word for name in ("wins", "score", "margin") for word in (name, "at", "ref.", "±")),
    ]
    assert lines[2].split() == ["0", "50.00%", "-", "-", "36.250", "-", "-", "-17.500", "-", "-"]
    assert lines[3].split()[:7] == ["5", "50.00%", "+0.00%", f"{T_3 * sqrt(1 / 6):.2%}", "41.250", "+5.000", f"{T_3 * 5:.3f}"]
    assert lines[-2] == "the same 4 games at each value; the reference (ref.) is solo.automa_start=0"
    assert lines[-1] == "left out here: the Automa's score (all with --json or --out)"


def test_a_terminal_gets_the_same_columns(by_hand, monkeypatch):
    """The marks of bold headings take no room."""
    plain = solo_comparison_text(by_hand)
    monkeypatch.setenv("FORCE_COLOR", "1")
    bold = solo_comparison_text(by_hand)
    assert bold != plain
    assert re.sub(r"\x1b\[[\d;]*m", "", bold) == plain


def test_a_sweep_of_the_longest_key_fits():
    sweep = Sweep.of("automa_freed_prisoner.back", "L3,L2,R1,R3,L2|R1,R1,R1,R1,R1", rules_of())
    table = solo_sweep_text(solo_sweep_table(counted_by_hand(), sweep)).partition("\n\n")[0]
    assert max(map(len, table.splitlines())) <= 100
