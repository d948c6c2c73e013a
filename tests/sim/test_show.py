"""The card table as text."""

import numpy as np
import polars as pl
import pytest

from kernels.tally import TALLY
from sim.show import cards_table
from sim.show_table import number_text
from sim.tables import tables


@pytest.fixture
def cards():
    """A table with three cards that have been played: Beggar (3), Bosun (21) and Cook (26)."""
    frame = tables(np.zeros(1, TALLY), 4)["cards"]
    known = {3: (1.25, 0.3125), 21: (0.5, 0.125), 26: (1.25, 0.3125)}
    for rank, (lift, win_rate) in known.items():
        here = (pl.col("rank") == rank) & (pl.col("voyage") == 0)
        values = {
            "plays": 1234567,
            "win_rate": win_rate,
            "lift": lift,
            "lift_low": lift - 0.1,
            "lift_high": lift + 0.3,
        }
        values |= {
            "edge": 0.0125,
            "edge_low": -0.0125,
            "edge_high": 0.0225,
            "margin": -2.5,
            "discarded_share": 0.5,
            "never_played_share": 0.0625,
        }
        frame = frame.with_columns(pl.when(here).then(value).otherwise(name).alias(name) for name, value in values.items())
    return frame


def test_whole_games_by_lift_then_rank_and_what_is_not_known_last(cards):
    heading, *lines = cards_table(cards).splitlines()
    assert heading.split()[0] == "rank"
    assert [line.split()[0] for line in lines] == [
        "3",
        "26",
        "21",
        *(str(r) for r in range(1, 41) if r not in (3, 21, 26)),
    ]


def test_a_line(cards):
    heading, line, *_, last = cards_table(cards).splitlines()
    assert line.split() == [
        "3",
        "Beggar",
        "1,234,567",
        "31.25%",
        "1.2500",
        "0.2000",
        "+1.25%",
        "1.75%",
        "-2.50",
        "50.0%",
        "6.2%",
    ]
    assert last.split() == ["40", "Governor", "0", *"--------"]
    assert heading.split() == [
        "rank",
        "card",
        "plays",
        "win",
        "rate",
        "lift",
        "±",
        "edge",
        "±",
        "margin",
        "discarded",
        "unplayed",
    ]


def test_plain_aligned_text_without_a_terminal(cards):
    text = cards_table(cards)
    assert "\x1b" not in text
    lines = text.splitlines()
    assert len({len(line) for line in lines}) == 1
    assert len(lines[0]) <= 100


def test_a_run_of_ten_thousand_million_games_fits(cards):
    lines = cards_table(cards.with_columns(plays=pl.lit(35_000_000_000))).splitlines()
    assert "35,000,000,000" in lines[1]
    assert lines[1].endswith("6.2%")
    assert len(lines[1]) <= 100


def test_what_rounds_to_zero_has_no_minus_sign():
    assert number_text(-0.00001, "+.2%") == "+0.00%"
    assert number_text(-0.00001, ".2%") == "0.00%"
    assert number_text(-0.0001, "+.2%") == "-0.01%"
    assert number_text(-0.0004, "+.3f") == "+0.000"


def test_limit(cards):
    assert [line.split()[1] for line in cards_table(cards, limit=2).splitlines()] == [
        "card",
        "Beggar",
        "Cook",
    ]
