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
    """Five cards with edges, three of them ± 0.05 on both rungs; each played by 3 of 4 who were dealt it.

    Card 13 has no interval, card 11 has ± 0.06 and 0.2 and so is vague by greedy, card 12 has ± 0.2 and 0.04 and is vague by random.
    """
    found = sim.ladder(["random", "greedy"], 2).tables
    edges = {
        ("random", 3): (0.3, 0.05),
        ("random", 7): (0.2, 0.05),
        ("random", 9): (0.1, 0.05),
        ("random", 11): (0.25, 0.06),
        ("random", 12): (0.4, 0.2),
        ("greedy", 3): (0.0, 0.05),
        ("greedy", 7): (0.25, 0.05),
        ("greedy", 9): (0.1, 0.05),
        ("greedy", 11): (0.5, 0.2),
        ("greedy", 12): (0.15, 0.04),
        # of a single game: without an interval
        ("random", 13): (0.2, None),
        ("greedy", 13): (0.9, None),
    }
    cards = found["cards"].with_columns(
        polars.lit(None, polars.Float64).alias(name) for name in ("edge", "edge_low", "edge_high")
    )
    for (policy, rank), (edge, half) in edges.items():
        here = (polars.col("policy") == policy) & (polars.col("rank") == rank) & (polars.col("voyage") == 0)
        values = {"edge": edge, "edge_low": half and edge - half - 0.01, "edge_high": half and edge + half - 0.01}
        cards = cards.with_columns(polars.when(here).then(value).otherwise(name).alias(name) for name, value in values.items())
    return found | {"cards": cards.with_columns(never_played_share=polars.lit(0.25))}


def test_cards_by_the_last_rung_with_the_places_that_they_rise(tables):
    lines = ladder_text(tables).splitlines()
    assert lines[0].startswith("mean score: random ")
    assert lines[3].split() == ["card", "random", "±", "played", "greedy", "±", "played", "place", "up"]
    assert [line.split() for line in lines[4:10]] == [
        ["Preacher", "(7)", "+20.00%", "5.00%", "75%", "+25.00%", "5.00%", "75%", "1", "+1"],
        ["Officer", "(12)", "+40.00%", "20.00%", "75%", "+15.00%", "4.00%", "75%", "-", "-"],
        ["Stowaway", "(9)", "+10.00%", "5.00%", "75%", "+10.00%", "5.00%", "75%", "2", "+1"],
        ["Beggar", "(3)", "+30.00%", "5.00%", "75%", "+0.00%", "5.00%", "75%", "3", "-2"],
        ["Smuggler", "(13)", "+20.00%", "-", "75%", "+90.00%", "-", "75%", "-", "-"],
        ["Carpenter", "(11)", "+25.00%", "6.00%", "75%", "+50.00%", "20.00%", "75%", "-", "-"],
    ]
    assert lines[10].split()[2:] == ["-", "-", "75%", "-", "-", "75%", "-", "-"]
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
