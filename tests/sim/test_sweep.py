"""galecrest sweep: values, reference, table and what it refuses."""

import json

import polars as pl
import pytest

import sim
from sim import runner
from sim.cli import main
from sim.errors import GalecrestError
from sim.rule_sets import RuleSet
from sim.sweeps import Sweep, parse_values


def test_a_range_whose_end_is_not_reached_is_refused():
    with pytest.raises(GalecrestError, match="steps of 4 from 6 do not reach 13"):
        parse_values("6:13:4")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("6:14:4", ["6", "10", "14"]),
        ("3:1:-1", ["3", "2", "1"]),
        ("1:3", ["1", "2", "3"]),
        ("yes|no", ["yes", "no"]),
        ("1,2,3| 4,5,6", ["1,2,3", "4,5,6"]),
    ],
)
def test_values(text, values):
    assert parse_values(text) == values


def test_the_reference_is_the_value_of_the_rules_or_the_first():
    standard = RuleSet.standard()
    assert Sweep.of("carpenter.anchor", "8:12:2", standard).reference.text == "10"
    assert Sweep.of("carpenter.anchor", "11:13:2", standard).reference.text == "11"
    changed = RuleSet.from_settings(["carpenter.anchor=12"])
    assert Sweep.of("carpenter.anchor", "8:12:2", changed).reference.text == "12"
    assert Sweep.of("merchant.gain", "1,2,3|1,4,9", standard).reference.text == "1,4,9"


@pytest.mark.parametrize(
    ("key", "values", "owner"),
    [
        ("carpenter.anchor", "9:10", "Carpenter"),
        ("chest.gain", "4:5", "chest"),
        ("stormy_hook.gain", "4:5", "hook"),
        ("day.tokens", "3,3,4,5,6|4,4,5,6,7", None),
    ],
)
def test_owner(key, values, owner):
    assert Sweep.of(key, values, RuleSet.standard()).owner_name == owner


def test_a_row_is_a_comparison_with_the_reference():
    swept = sim.sweep("carpenter.anchor", "6:14:4", 300, 3, 2)
    compared = sim.compare(["base", *(f"base:carpenter.anchor={value}" for value in (6, 14))], 300, 3, 2)
    sweep = swept.tables["sweep"]
    assert sweep["number"].to_list() == [6, 10, 14]
    assert sweep["reference"].unique().to_list() == ["10"]
    for value in (6, 14):
        row = sweep.row(by_predicate=pl.col("number") == value, named=True)
        own = pl.col("variant") == f"base:carpenter.anchor={value}"
        games = compared.tables["games"].filter(own).rows_by_key("quantity", named=True, unique=True)
        card = compared.tables["cards"].filter(own & (pl.col("card") == "Carpenter")).row(0, named=True)
        for name in ("score", "winner_score", "winner_margin"):
            assert row[name] == games[name]["variant_value"]
            for column in ("difference", "difference_se", "difference_low", "difference_high"):
                assert row[f"{name}_{column}"] == games[name][column]
        assert (row["owner"], row["lift"], row["plays"], row["held"]) == (
            "Carpenter",
            card["lift_variant"],
            card["plays_variant"],
            None,
        )
        assert row["lift_difference"] == card["lift_difference"]
        assert row["lift_difference_se"] == card["lift_difference_se"]
        assert (row["edge"], row["edge_difference"]) == (card["edge_variant"], card["edge_difference"])
    middle = sweep.row(1, named=True)
    assert middle["score"] == games["score"]["base_value"]
    assert middle["score_difference"] is None
    assert middle["same_winner"] == 300


def test_a_loot_kind():
    sweep = sim.sweep("chest.gain", ["4", "5"], 200).tables["sweep"]
    low, standard = sweep.iter_rows(named=True)
    compared = sim.compare(["base", "base:chest.gain=4"], 200).tables["loot"].row(0, named=True)
    assert (low["owner"], low["held"], low["plays"]) == ("chest", compared["held_variant"], None)
    assert (low["lift"], low["lift_difference_se"]) == (compared["lift_variant"], compared["lift_difference_se"])
    assert low["score"] < standard["score"]


def test_what_belongs_to_nobody_has_no_lift():
    sweep = sim.sweep("voyage.cards", "5:6", 30).tables["sweep"]
    assert sweep["owner"].to_list() == [None, None]
    assert sweep["lift"].to_list() == [None, None]


def test_switches_and_tables():
    sweep = sim.sweep("carpenter.in_game", "yes|no", 50).tables["sweep"]
    assert sweep["value"].to_list() == ["yes", "no"]
    assert sweep["number"].to_list() == [None, None]
    assert sweep["lift"].to_list()[1] is None  # it is not there to be played


def test_equal_sweeps_give_equal_bytes(tmp_path):
    for name, threads, block_size in (("a", 1, 10_000), ("b", 3, 7)):
        sim.sweep("chest.gain", "3:6", 50, 2, threads=threads, block_size=block_size, out=tmp_path / name, format="csv")
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == ["manifest.json", "sweep.csv", "timing.json"]
    for file in ("manifest.json", "sweep.csv"):
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()


def test_the_manifest_has_every_value():
    manifest = sim.sweep("chest.gain", "3:6", 5, rule_set=RuleSet.from_settings(["hook.gain=1"])).manifest
    assert [rules["label"] for rules in manifest["rule_sets"]] == [f"chest.gain={gain}" for gain in (5, 3, 4, 6)]
    assert {rules["amounts"]["hook.gain"] for rules in manifest["rule_sets"]} == {1}
    assert manifest["control"] is None


def refusal(capsys, *arguments):
    assert main(["sweep", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err[:-1].isprintable()
    return captured.err[len("galecrest: ") : -1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "sweep takes one --set with several values, KEY=FROM:TO:STEP as in 6:14:2 or KEY=A|B|C as in '8|10'; given: no --set"),
        ("--set chest.gain=6", "sweep takes one --set with several values, KEY=FROM:TO:STEP as in 6:14:2 or KEY=A|B|C as in '8|10'; given: 'chest.gain=6', one value"),
        ("--set chest.gain=6 --set hook.gain=1", "sweep takes one --set with several values, KEY=FROM:TO:STEP as in 6:14:2 or KEY=A|B|C as in '8|10'; given: 'chest.gain=6', 'hook.gain=1', one value each"),
        ("--set chest.gain=6,8", "sweep takes one --set with several values, KEY=FROM:TO:STEP as in 6:14:2 or KEY=A|B|C as in '8|10'; given: 'chest.gain=6,8', one value; did you mean 'chest.gain=6|8'?"),
        ("--set merchant.gain=1,4,9", "sweep takes one --set with several values, KEY=FROM:TO:STEP as in 6:14:2 or KEY=A|B|C as in '8|10'; given: 'merchant.gain=1,4,9', one value"),
        ("--set chest.gain=1:2 --set hook.gain=1|2", "sweep takes one --set with several values, KEY=FROM:TO:STEP as in 6:14:2 or KEY=A|B|C as in '8|10'; given: 'chest.gain=1:2', 'hook.gain=1|2'"),
        ("--set chst.gain=1:3", "--set 'chst.gain': no amount is called 'chst.gain'; did you mean 'chest.gain'?"),
        ("--set chest.gain=a:b", "'a:b': no range; write FROM:TO or FROM:TO:STEP in whole numbers, as in 6:14:2"),
        ("--set chest.gain=1:2:3:4", "'1:2:3:4': no range; write FROM:TO or FROM:TO:STEP in whole numbers, as in 6:14:2"),
        ("--set chest.gain=1:9:0", "'1:9:0': a step of 0 does not lead from 1 to 9"),
        ("--set chest.gain=9:1", "'9:1': a step of 1 does not lead from 9 to 1"),
        ("--set chest.gain=0:99", "'0:99': 100 values; a sweep takes at most 64"),
        ("--set chest.gain=0:999999999999999999999", "'0:999999999999999999999': 1,000,000,000,000,000,000,000 values; a sweep takes at most 64"),
        ("--set chest.gain=98:100", "chest.gain '100': must be a whole number from 0 to 99 (doubloons per chest)"),
        ("--set chest.gain=5:5", "--set chest.gain: a sweep needs at least two values, as in chest.gain=FROM:TO:STEP or chest.gain=A|B"),
        ("--set chest.gain=5|5", "--set chest.gain: the value 5 is given twice"),
        ("--set chest.gain=4:5 --set hok.gain=1", "--set 'hok.gain=1': no amount is called 'hok.gain'; did you mean 'hook.gain'?"),
        ("--set chest.gain=4:5 --games 0", "--games '0': must be a whole number from 1 to 1_000_000_000_000"),
        ("--set chest.gain=4:5 --replace", "--replace: only together with --out DIR"),
    ],
)  # fmt: skip
def test_refusals(capsys, monkeypatch, arguments, message):
    monkeypatch.setattr(runner, "prepare", lambda entry: pytest.fail("a game was played"))
    assert refusal(capsys, *arguments.split()) == message


def test_values_given_as_a_list_are_limited_too():
    with pytest.raises(GalecrestError, match="65 values; a sweep takes at most 64"):
        Sweep.of("chest.gain", map(str, range(65)), RuleSet.standard())


def test_what_it_prints(capsys):
    assert main(["sweep", "--set", "carpenter.anchor=6:14:4", "--set", "chest.gain=6", "--games", "100"]) == 0
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert lines[0].split() == ["carpenter", "less", "winner's", "less", "lift", "of", "less"]
    assert lines[1].split()[:5] == [".anchor", "score", "at", "ref.", "±"]
    assert lines[1].split()[-4:] == ["Carpenter", "at", "ref.", "±"]
    assert [line.split()[0] for line in lines[2:5]] == ["6", "10", "14"]
    assert lines[-3] == "the same 100 games at each value; the reference (ref.) is carpenter.anchor=10"
    assert lines[-2] == "left out here: the winner's score and the edge (all with --json or --out)"
    assert max(map(len, lines)) <= 100
    assert lines[-1] == "100 games, 4 players, policy random, seed 0: calm (changed)"
    assert "100 games, each 3 times, in " in captured.err


def test_json(capsys):
    assert main(["sweep", "--set", "chest.gain=4|5", "--games", "20", "--json", "--quiet"]) == 0
    found = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert found.keys() == {"sweep", "manifest"}
    assert [row["number"] for row in found["sweep"]] == [4, 5]
