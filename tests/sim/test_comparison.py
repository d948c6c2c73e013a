"""galecrest compare: its tables, its manifest, what it prints and what it refuses."""

import io
import json
import re
from pathlib import Path

import polars as pl
import pytest

import sim
from sim import runner
from sim.cli import main
from sim.errors import GalecrestError
from sim.operands import operands
from sim.rule_sets import RuleSet

TABLES = ("cards", "loot", "games", "orders", "control")


def refusal(capsys, *arguments):
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("galecrest: ")
    assert captured.err[:-1].isprintable()
    return captured.err[len("galecrest: ") : -1]


@pytest.fixture(scope="module")
def found():
    return sim.compare(["base", "base:carpenter.anchor=6", "stormy"], games=300, players=3, seed=2)


def test_rows(found):
    assert tuple(found.tables) == TABLES
    heights = {name: frame.height for name, frame in found.tables.items()}
    assert heights == {"cards": 80, "loot": 14, "games": 2 * (6 + 3), "orders": 3, "control": 40}
    for name in ("cards", "loot", "games"):
        assert found.tables[name]["base"].unique().to_list() == ["base"]
        assert found.tables[name]["variant"].unique(maintain_order=True).to_list() == ["base:carpenter.anchor=6", "stormy"]
        sources = found.tables[name].group_by("variant", maintain_order=True).agg(pl.col("provenance").unique())
        assert sources["provenance"].to_list() == [["changed"], ["reconstructed"]]
    assert found.tables["control"]["provenance"].unique().to_list() == ["standard"]


def test_both_sides_are_those_of_a_run(found):
    """Same seed, same games: each side is what ``run`` finds under its rules."""
    for label, setup in (("base", None), ("stormy", "stormy")):
        run = sim.run(300, 3, 2, rule_set=RuleSet.from_settings([], setup)).tables
        side = "base" if label == "base" else "variant"
        own = {name: found.tables[name].filter(pl.col("variant") == "stormy") for name in ("cards", "loot", "games")}
        cards = run["cards"].filter(pl.col("voyage") == 0)
        for column in ("plays", "wins", "win_rate", "lift", "edge", "margin", "games_played"):
            assert own["cards"][f"{column}_{side}"].to_list() == cards[column].to_list(), column
        for column, name in (("held", "held"), ("winners_held", "winners_held"), ("lift", "lift")):
            assert own["loot"][f"{name}_{side}"].to_list() == run["loot"][column].to_list(), column
        assert own["games"][f"{side}_value"].to_list()[:6] == run["games"]["mean"].to_list()
        seats = run["seats"].filter(pl.col("by") == "seat")["win_rate"]
        assert own["games"][f"{side}_value"].to_list()[6:] == seats.to_list()
        for column in ("min", "q05", "q50", "q95", "max"):
            assert own["games"][f"{column}_{side}"].to_list()[:6] == run["games"][column].to_list()


def test_differences_are_of_variant_less_base(found):
    for name, columns in {
        "cards": ("win_rate", "lift", "edge", "margin"),
        "loot": ("win_rate", "lift", "mean_held_winner"),
    }.items():
        frame = found.tables[name].drop_nulls([f"{columns[0]}_difference"])
        for column in columns:
            direct = frame[f"{column}_variant"] - frame[f"{column}_base"]
            assert frame[f"{column}_difference"].to_list() == pytest.approx(direct.to_list(), abs=1e-12)
            known = frame.drop_nulls(f"{column}_difference_low")
            assert (known[f"{column}_difference_low"] < known[f"{column}_difference"]).all()
            assert (known[f"{column}_difference"] < known[f"{column}_difference_high"]).all()


def test_edges_are_not_compared_over_other_deals():
    cards = sim.compare(["base", "base:voyage.cards=5", "base:carpenter.in_game=no"], games=40).tables["cards"]
    assert cards["edge_difference"].null_count() == 80
    assert cards["edge_base"].null_count() < 40
    assert cards["lift_difference"].null_count() < 40


def test_the_control_is_of_the_next_games(found):
    both = sim.run(600, 3, 2).tables["cards"].filter(pl.col("voyage") == 0)
    control = found.tables["control"]
    assert (control["plays_base"] + control["plays_other"]).to_list() == both["plays"].to_list()
    assert found.manifest["control"] == [300, 599]


def test_orders(found):
    carpenter, stormy, control = found.tables["orders"].iter_rows(named=True)
    assert [row["by"] for row in (carpenter, stormy, control)] == ["variant", "variant", "control"]
    assert carpenter["spearman"] > stormy["spearman"]
    assert carpenter["same_winner_share"] > 0.9 > stormy["same_winner_share"]
    assert control["same_winner"] is None
    assert 0 <= control["intervals_with_0"] <= control["intervals"] <= control["cards"] == 40
    assert control["lift_difference_rms"] > carpenter["lift_difference_rms"] > 0


def test_the_same_rules_differ_in_nothing():
    tables = sim.compare(["base", "base:"], games=50).tables
    for name in ("cards", "loot", "games"):
        for column in tables[name].columns:
            if column.endswith(("difference", "difference_se")):
                assert set(tables[name][column].drop_nulls()) == {0}, (name, column)
    first = tables["orders"].row(0, named=True)
    assert (first["spearman"], first["same_winner"], first["intervals"]) == (1, 50, 0)


@pytest.mark.parametrize("format", ["parquet", "csv"])
def test_equal_comparisons_give_equal_bytes(tmp_path, format):
    for name, threads, block_size in (("a", 1, 10_000), ("b", 3, 7), ("c", 2, 1)):
        options = {"threads": threads, "block_size": block_size, "out": tmp_path / name, "format": format}
        sim.compare(["calm", "stormy", "base:chest.gain=7"], 60, 2, 5, **options)
    files = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert files == sorted([*(f"{table}.{format}" for table in TABLES), "manifest.json", "timing.json"])
    for file in set(files) - {"timing.json"}:
        for other in ("b", "c"):
            assert (tmp_path / "a" / file).read_bytes() == (tmp_path / other / file).read_bytes(), file


def test_the_manifest_names_all_rule_sets(found):
    first, second, third = found.manifest["rule_sets"]
    assert [first["label"], second["label"], third["label"]] == ["base", "base:carpenter.anchor=6", "stormy"]
    assert first["hash"] == RuleSet.standard().hash
    assert (second["amounts"]["carpenter.anchor"], second["changed"]) == (6, ["carpenter.anchor"])
    assert third["setup"] == "stormy"
    assert "LS-hook" in third["reconstructed"]
    assert third["tiles"]["stormy"]["hook"]
    assert "rule_set" not in found.manifest
    assert json.loads(json.dumps(found.manifest)) == found.manifest


def test_progress_counts_every_game_that_is_played():
    seen = []
    sim.compare(["calm", "stormy"], games=40, progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 120


# ------------------------------------------------------------------------------------------------- operands


def parsed(*texts, base=None):
    return [operand.rule_set for operand in operands(texts, base or RuleSet.standard())]


def test_operands(tmp_path):
    file = tmp_path / "variant.toml"
    file.write_text("[carpenter]\nanchor = 9\n[setup]\nmap = 'stormy'\n")
    for text, settings, setup in (
        ("base", [], None),
        ("stormy", [], "stormy"),
        ("chest=stormy,map=calm", [], "chest=stormy"),
        ("base:carpenter.anchor=9", ["carpenter.anchor=9"], None),
        ("stormy:stormy_hook.gain=3", ["stormy_hook.gain=3"], "stormy"),
        ("base:merchant.gain=1,2,3,chest.gain=7", ["merchant.gain=1,2,3", "chest.gain=7"], None),
        ("chest=stormy:chest.gain=1", ["chest.gain=1"], "chest=stormy"),
        (str(file), ["carpenter.anchor=9"], "map=stormy"),
        (f"{file}:chest.gain=7", ["carpenter.anchor=9", "chest.gain=7"], "map=stormy"),
        (f"{file}:carpenter.anchor=10", [], "map=stormy"),
    ):
        found, _ = parsed(text, "base:chest.gain=99")
        assert found == RuleSet.from_settings(settings, setup), text


def test_operands_are_laid_over_the_base(tmp_path):
    file = tmp_path / "variant.toml"
    file.write_text("[carpenter]\nanchor = 9\n")
    base = RuleSet.from_settings(["hook.gain=5"], "map=stormy")
    same, setup, amount, from_file = parsed("base", "calm", "base:chest.gain=7", str(file), base=base)
    assert same == base
    assert setup == RuleSet.from_settings(["hook.gain=5"])
    assert amount == RuleSet.from_settings(["chest.gain=7"], base=base)
    assert from_file == RuleSet.from_settings(["carpenter.anchor=9"], base=base)


def test_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"[carpenter]\nanchor = 9\n")))
    first, second = parsed("-", "-:chest.gain=7")
    assert first == RuleSet.from_settings(["carpenter.anchor=9"])
    assert second == RuleSet.from_settings(["carpenter.anchor=9", "chest.gain=7"])


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ("calm", "compare takes at least two rule sets, as in: compare calm stormy; 1 given"),
        ("", "compare takes at least two rule sets, as in: compare calm stormy; 0 given"),
        ("calm calm", "'calm': named twice; each rule set once (base: changes nothing, for a test)"),
        (
            "calm stromy",
            "'stromy': must be base, calm, stormy, uncharted, a mix such as chest=stormy,map=calm, a rule file, "
            "or one of these with :KEY=VALUE; did you mean 'stormy'?",
        ),
        (
            "calm bsae:chest.gain=7",
            "'bsae': must be base, calm, stormy, uncharted, a mix such as chest=stormy,map=calm, a rule file, "
            "or one of these with :KEY=VALUE; did you mean 'base'?",
        ),
        ("calm carpenter.anchor=9", "'carpenter.anchor=9': no setup; for an amount write base:carpenter.anchor=9"),
        ("calm chst=stormy", "'chst=stormy': no loot kind 'chst'; did you mean 'chest'?"),
        ("calm base:carpenter.ancor=9", "'base:carpenter.ancor=9': no amount is called 'carpenter.ancor'; did you mean 'carpenter.anchor'?"),
        ("calm base:carpenter", "'base:carpenter': write KEY=VALUE, as in beggar.payment=3"),
        (
            "calm base:carpenter.anchor=100",
            "'base:carpenter.anchor=100': carpenter.anchor '100': must be a whole number from 0 to 99 (doubloons at the anchor)",
        ),
        ("calm no/such.toml", "'no/such.toml': cannot be read: No such file or directory"),
        ("calm stormy --set chst.gain=1", "--set 'chst.gain=1': no amount is called 'chst.gain'; did you mean 'chest.gain'?"),
        ("calm stormy --games 0", "--games '0': must be a whole number from 1 to 1_000_000_000_000"),
        ("calm stormy --format csv", "--format: only together with --out DIR"),
        ("calm - --rules -", "standard input can be read once: as --rules or as one of the rule sets"),
    ],
)  # fmt: skip
def test_refusals(capsys, monkeypatch, texts, message):
    monkeypatch.setattr(runner, "prepare", lambda entry: pytest.fail("a game was played"))
    assert refusal(capsys, "compare", *texts.split()) == message


def test_too_many_rule_sets():
    with pytest.raises(GalecrestError, match=r"^compare takes at most 64 rule sets; 65 given$"):
        parsed(*(f"base:chest.gain={gain}" for gain in range(65)))


# --------------------------------------------------------------------------------------------- command line


def test_what_it_prints(capsys):
    assert main(["compare", "calm", "stormy", "--games", "200"]) == 0
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert lines[0].startswith("stormy less calm, the same 200 games: ")
    assert lines[2].split() == ["margin"]
    headings = lines[3].split()
    assert headings == ["rank", "card", "plays", "lift", "variant", "less", "base", "±", "in", "SE", "less", "base", "±"]
    assert lines[2].index("margin") + len("margin") == lines[3].rindex("less base") + len("less base")  # one heading
    assert lines[-3].startswith("control: calm on 200 other games: lift differs by ±")
    assert max(map(len, lines)) <= 100
    assert lines[-1] == "200 games, 4 players, policy random, seed 0: calm (standard), stormy (reconstructed)"
    assert "reconstructed rules in play, not the printed ones: LS-chest" in captured.err
    assert "200 games, each 3 times, in " in captured.err


def test_cards_come_by_size_of_the_difference_in_standard_errors(capsys):
    assert main(["compare", "base", "base:carpenter.anchor=0", "--games", "2000", "--quiet"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.splitlines()[4].split()[:2] == ["11", "Carpenter"]


def test_json(capsys):
    assert main(["compare", "calm", "stormy", "--games", "20", "--json", "--quiet"]) == 0
    found = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert found.keys() == {*TABLES, "manifest"}
    assert len(found["cards"]) == 40


def test_compare_is_the_function_compare(capsys, tmp_path):
    out = tmp_path / "new"
    arguments = ["--games=25", "--players=5", "--seed=9", "--threads=1", "--set=chest.gain=6", f"--out={out}"]
    assert main(["compare", "base", "base:carpenter.anchor=9", *arguments]) == 0
    base = RuleSet.from_settings(["chest.gain=6"])
    results = sim.compare(["base", "base:carpenter.anchor=9"], 25, 5, 9, rule_set=base, threads=2)
    for name, table in results.tables.items():
        assert pl.read_parquet(out / f"{name}.parquet").equals(table)
    assert json.loads((out / "manifest.json").read_text()) == results.manifest
    assert results.manifest["rule_sets"][1]["changed"] == ["carpenter.anchor", "chest.gain"]
    assert f"results in {out}\n" in capsys.readouterr().err
    assert main(["compare", "base", "stormy", "--games=5", f"--out={out}", "--replace", "--quiet"]) == 0


# --------------------------------------------------------------------------------------------- documentation


def documented():
    """The columns of each table as docs/comparing.md has them."""
    text = (Path(__file__).parents[2] / "docs" / "comparing.md").read_text("utf-8")
    sections = {name: section for name, section in re.findall(r"^## `(\w+)`\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)}
    line = re.compile(r"^\| `(\w+)` \| (Int64|Float64|String) \|", re.MULTILINE)
    return {name: line.findall(section) for name, section in sections.items()}


def test_columns_are_those_of_the_documentation(found):
    frames = found.tables | {"sweep": sim.sweep("chest.gain", "4:5", 3).tables["sweep"]}
    few = sim.compare(["base", "base:carpenter.in_game=no"], games=1).tables
    assert documented() == {
        name: [(column, str(dtype)) for column, dtype in frame.schema.items()] for name, frame in frames.items()
    }
    for name, frame in few.items():
        assert frame.schema == frames[name].schema


def test_what_is_not_shown_of_several_variants_is_said(capsys):
    assert main(["compare", "calm", "stormy", "uncharted", "--games", "50"]) == 0
    assert capsys.readouterr().out.count("and 28 cards whose lift changed less (all with --json or --out)") == 2
