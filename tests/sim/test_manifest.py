"""Equal runs give equal bytes, and the manifest says what they are of."""

import json

import pytest

import sim
from kernels._cache import fingerprint
from kernels.catalog import AMOUNTS
from sim.config import ComparisonConfig, RunConfig
from sim.manifest import comparison_manifest, manifest
from sim.rule_sets import RuleSet
from sim.weights import shipped


@pytest.mark.parametrize("format", ["parquet", "csv"])
def test_equal_runs_give_equal_bytes(tmp_path, format):
    for name, threads, block_size in (("a", 1, 60), ("b", 3, 7)):
        sim.run(60, 2, 5, threads=threads, block_size=block_size, out=tmp_path / name, format=format)
    files = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert len(files) == 7
    for file in set(files) - {"timing.json"}:
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes(), file
    timing = json.loads((tmp_path / "b" / "timing.json").read_text())
    assert (timing["threads"], timing["block_size"]) == (3, 7)


def test_the_manifest_determines_the_run():
    rule_set = RuleSet.from_settings(["beggar.payment=3"])
    found = manifest(RunConfig(games=10, players=3, seed=4, rule_set=rule_set))
    assert (found["games"], found["players"], found["seed"]) == (10, 3, 4)
    assert found["rule_set"]["changed"] == ["beggar.payment"]
    assert found["rule_set"]["amounts"]["beggar.payment"] == 3
    assert found["rule_set"]["amounts"].keys() == AMOUNTS.keys()
    assert found["rule_set"]["hash"] == rule_set.hash
    assert found["kernels_sha256"] == fingerprint()
    assert found["rule_set"]["provenance"] == "changed"
    assert json.loads(json.dumps(found)) == found


def test_the_manifest_says_who_plays_how():
    seating = (
        "in game g seat s is played by orders[(g // players) % len(orders)][(s + g) % players], "
        "where orders are those in which line_up can sit around a table (docs/policies.md)"
    )
    assert manifest(RunConfig(players=3))["policy"] == {"line_up": ["random"] * 3, "seating": seating}
    mixed = RunConfig(players=2, policy="greedy, random")
    assert manifest(mixed)["policy"] == {"line_up": ["greedy", "random"], "seating": seating}
    solo = RuleSet(solo=True)
    assert manifest(RunConfig(rule_set=solo))["policy"] == {"human": "random", "automa": "SOL-10"}
    assert manifest(RunConfig(rule_set=solo, policy="greedy"))["policy"] == {"human": "greedy", "automa": "SOL-10"}


def test_the_manifest_says_by_which_weights_policies_play():
    found = manifest(RunConfig(players=3, policy="learned,greedy,search:2"))["weights"]
    weights = shipped(3, "calm", False)
    assert found == {name: {"sha256": weights.sha256, **weights.manifest} for name in ("learned", "search:2")}
    assert found["learned"]["players"] == 3
    assert manifest(RunConfig(policy="random,greedy,random,random"))["weights"] == {}
    human = manifest(RunConfig(rule_set=RuleSet(solo=True), policy="search:2"))["weights"]
    assert human["search:2"]["sha256"] == shipped(1, "calm", True).sha256


def test_a_comparison_has_the_weights_of_each_of_its_rule_sets():
    setups = ("calm", "stormy")
    base, variant = (RuleSet.from_settings([], setup) for setup in setups)
    found = comparison_manifest(ComparisonConfig(rule_set=base, variants=[variant], policy="learned"), setups)
    assert [rules["weights"]["learned"]["setup"] for rules in found["rule_sets"]] == list(setups)
    assert "weights" not in found
    assert json.loads(json.dumps(found)) == found


def test_the_manifest_knows_nothing_of_threads():
    assert manifest(RunConfig(threads=1, block_size=1)) == manifest(RunConfig(threads=2, block_size=2))
    assert manifest(RunConfig())["rule_set"]["provenance"] == "standard"
