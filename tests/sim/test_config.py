"""What can be asked for, and what is said of the rest."""

import numpy as np
import pytest

from sim.config import RunConfig, usable_cores
from sim.errors import GalecrestError
from sim.options import whole_number
from sim.rule_sets import RuleSet


def test_the_defaults_are_those_of_the_help_page():
    config = RunConfig()
    assert (config.games, config.players, config.seed) == (100_000, 4, 0)
    assert config.threads == usable_cores()
    assert config.rule_set == RuleSet.standard()


@pytest.mark.parametrize("value", [1_000_000, 1e6, np.int32(10**6), "1000000", "1_000_000", "1e6", "1E+6", "0.1e7"])
def test_ways_to_write_a_million(value):
    million = RunConfig(games=value).games
    assert million == 10**6
    assert type(million) is int


@pytest.mark.parametrize(
    ("name", "least", "greatest"),
    [
        ("games", 1, 10**12),
        ("players", 2, 6),
        ("seed", 0, 2**63 - 1),
        ("threads", 1, 1024),
        ("block_size", 1, 10**6),
    ],
)
def test_ranges(name, least, greatest):
    for good in (least, str(greatest)):
        assert getattr(RunConfig(**{name: good}), name) == int(good)
    for bad in (least - 1, greatest + 1, str(greatest + 1), -(10**40)):
        with pytest.raises(GalecrestError) as caught:
            RunConfig(**{name: bad})
        message = str(caught.value)
        assert message.startswith(f"--{name.replace('_', '-')} '{bad}': must be a whole number from {least} to ")
        assert int(message.rpartition(" ")[2]) == greatest


@pytest.mark.parametrize(
    "nonsense",
    [
        "",
        "x",
        "nan",
        "sNaN",
        "-inf",
        "1e999999999",
        "1e-999999999",
        "1.5",
        "0x10",
        "4\n5",
        "\udcff",
        True,
        "9" * 9000,
    ],
    ids=range(13),
)
def test_nonsense_is_refused_in_one_line(nonsense):
    with pytest.raises(GalecrestError) as caught:
        RunConfig(players=nonsense)
    message = str(caught.value)
    assert message.endswith(": must be a whole number from 2 to 6")
    assert message.isprintable()
    assert len(message) < 130


def test_a_rule_set_that_so_many_players_cannot_play():
    rule_set = RuleSet({"voyage.days": (4, 5, 8), "day.tokens": (3, 3, 4, 5, 7)})
    RunConfig(players=5, rule_set=rule_set)
    with pytest.raises(GalecrestError, match="with 6 players"):
        RunConfig(players=6, rule_set=rule_set)


def test_whole_number_is_exact():
    assert whole_number("9223372036854775807") == 2**63 - 1
    assert whole_number(2**63 - 1) == 2**63 - 1
