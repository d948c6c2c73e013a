"""The weights that come with galecrest: for every number of players and setup, and for solo games."""

import subprocess
import tomllib
from pathlib import Path

import pytest

import sim
from kernels.policies.knowledge import WEIGHTS
from sim.policies import LineUp
from sim.rule_sets import RuleSet
from sim.weights import LEARNED, shipped, sides_of

ROOT = Path(__file__).parents[2]
SETUPS = ("calm", "stormy", "uncharted")
SHIPPED = [(players, setup) for setup in SETUPS for players in range(1, 7)]
"""1: the human of a solo game."""


def rules_of(players, setup):
    return RuleSet.from_settings([], setup, RuleSet(solo=players == 1), players == 1)


@pytest.mark.parametrize(("players", "setup"), SHIPPED)
def test_weights_come_with_galecrest_and_say_what_was_trained(players, setup):
    solo, rule_set = players == 1, rules_of(players, setup)
    weights = shipped(players, setup, solo)
    manifest = weights.manifest
    assert (manifest["players"], manifest["setup"], manifest["solo"]) == (players, setup, solo)
    assert manifest["rules"] == rule_set.hash, "trained under the standard rules of this version"
    assert manifest["rounds"] > 0
    assert manifest["games"] > 0
    assert weights.sides == sides_of(rule_set)
    assert all(weights.arrays[name].any() for name, *_ in WEIGHTS)


@pytest.mark.parametrize(("players", "setup"), SHIPPED)
def test_plain_learned_and_search_play_by_them(players, setup):
    """In every game of their setup; mixes of calm and stormy go by those of uncharted games."""
    rule_set = rules_of(players, setup)
    mixed = RuleSet.from_settings([], "chest=stormy,map=calm", RuleSet(solo=players == 1), players == 1)
    for name in ("learned", "search:2"):
        line_up = LineUp.of(name, players, players == 1)
        for rules, family in ((rule_set, setup), (mixed, "uncharted")):
            (weights,) = line_up.weights(rules).values()
            assert weights is shipped(players, family, players == 1)


def test_no_others_come_with_galecrest():
    names = {f"solo_{setup}" if players == 1 else f"{setup}_{players}" for players, setup in SHIPPED}
    assert {path.name for path in LEARNED.iterdir()} == {f"{name}.toml" for name in names}


def test_they_are_packed():
    """Hatchling packs what a listed package has and git does not ignore."""
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert Path(sim.__file__).parent.name in wheel["packages"]
    files = [str(path) for path in LEARNED.iterdir()]
    ignored = subprocess.run(["git", "check-ignore", *files], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ignored.stdout == ""
