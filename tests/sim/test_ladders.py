"""``galecrest ladder``: the runs of single policies, side by side."""

import json

import polars
import pytest

import sim
from sim.cli import main
from sim.errors import GalecrestError
from sim.rule_sets import RuleSet
from sim.show import ladder_text
from sim.weights import shipped


def test_a_ladder_is_the_runs_of_its_rungs(tmp_path):
    seen = []
    found = sim.ladder(["random", "learned"], 200, 3, 4, threads=2, out=tmp_path / "new", progress=seen.append)
    assert list(found.tables) == ["cards", "loot", "policies"]
    runs = [sim.run(200, 3, 4, policy=policy).tables for policy in ("random", "learned")]
    for name, frame in found.tables.items():
        assert frame.equals(polars.concat([tables[name] for tables in runs]))
        assert polars.read_parquet(tmp_path / "new" / f"{name}.parquet").equals(frame)
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (0, 400)
    assert found.manifest["policy"] == {"rungs": ["random", "learned"]}
    assert found.manifest["weights"]["learned"]["sha256"] == shipped(3, "calm", False).sha256


def test_the_same_rung_is_the_same_whatever_stands_beside_it():
    one, other = (
        sim.ladder(rungs, 50).tables["cards"].filter(policy="greedy") for rungs in (["greedy", "random"], ["learned", "greedy"])
    )
    assert one.equals(other)


@pytest.fixture
def tables():
    """Three cards with lifts, by random 1.3, 1.2, 1.1, by greedy 1.0, 1.25, 1.1; each ± 0.05, played by 3 of 4 who were dealt it."""
    found = sim.ladder(["random", "greedy"], 2).tables
    lifts = {
        ("random", 3): 1.3,
        ("random", 7): 1.2,
        ("random", 9): 1.1,
        ("greedy", 3): 1.0,
        ("greedy", 7): 1.25,
        ("greedy", 9): 1.1,
    }
    cards = found["cards"].with_columns(
        polars.lit(None, polars.Float64).alias(name) for name in ("lift", "lift_low", "lift_high")
    )
    for (policy, rank), lift in lifts.items():
        here = (polars.col("policy") == policy) & (polars.col("rank") == rank) & (polars.col("voyage") == 0)
        values = {"lift": lift, "lift_low": lift - 0.04, "lift_high": lift + 0.06}
        cards = cards.with_columns(polars.when(here).then(value).otherwise(name).alias(name) for name, value in values.items())
    return found | {"cards": cards.with_columns(never_played_share=polars.lit(0.25))}


def test_cards_by_the_last_rung_with_the_places_that_they_rise(tables):
    lines = ladder_text(tables).splitlines()
    assert lines[0].startswith("mean score: random ")
    assert lines[3].split() == ["card", "random", "±", "played", "greedy", "±", "played", "place", "up"]
    assert [line.split() for line in lines[4:7]] == [
        ["Preacher", "(7)", "1.2000", "0.0500", "75%", "1.2500", "0.0500", "75%", "1", "+1"],
        ["Stowaway", "(9)", "1.1000", "0.0500", "75%", "1.1000", "0.0500", "75%", "2", "+1"],
        ["Beggar", "(3)", "1.3000", "0.0500", "75%", "1.0000", "0.0500", "75%", "3", "-2"],
    ]
    assert lines[7].split()[2:] == ["-", "-", "75%", "-", "-", "75%", "-", "-"]
    assert max(map(len, lines)) <= 100


def test_on_the_screen(capsys):
    assert main(["ladder", "--games", "50", "--players", "2", "--quiet"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "50 games, 2 players, policies random, greedy, learned one after another, seed 0: calm (standard)"
    assert len([line for line in lines if line.startswith("calm ")]) == 7
    assert max(map(len, lines)) <= 100
    assert main(["ladder", "greedy", "random", "--games", "5", "--json"]) == 0
    captured = capsys.readouterr()
    assert "galecrest: 5 games, each 2 times, in " in captured.err
    assert [row["policy"] for row in json.loads(captured.out)["policies"]] == ["greedy", "random"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("random", "ladder 'random': must be two policies or more, as in 'ladder random greedy'"),
        ("random greedy random", "ladder 'random': named twice; each must be another policy"),
        ("random gredy", "ladder 'gredy': no such policy; there are random, greedy, learned, learned:FILE, search:N, search:N+loot; did you mean 'greedy'?"),
        ("--solo", "ladder: is of games of 2 to 6 players; for one human use run --solo --policy NAME"),
        ("--players 7", "--players '7': must be a whole number from 2 to 6"),
    ],
)  # fmt: skip
def test_what_is_refused(capsys, arguments, message):
    assert main(["ladder", *arguments.split()]) == 2
    assert capsys.readouterr() == ("", f"galecrest: {message}\n")


def test_a_ladder_without_a_rung():
    with pytest.raises(GalecrestError, match="ladder without a policy: must be two policies or more"):
        sim.ladder([], rule_set=RuleSet.standard())
