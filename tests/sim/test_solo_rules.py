"""The rules of solo games on the command line and in files: what is taken, what is refused, and how it is told."""

import json
import re
import shlex
from pathlib import Path

import pytest

import sim
from kernels._jit import JIT
from kernels.catalog import SOLO_AMOUNTS
from sim import runner
from sim.cli import main
from sim.errors import GalecrestError
from sim.operands import operands
from sim.rule_files import export_rules, read_rules, rules_from
from sim.rule_sets import NOT_IN_SOLO, RuleSet
from sim.show_solo import solo_text

DOCUMENTATION = Path(__file__).parents[2] / "docs" / "solo.md"
FILES = {
    "amounts": "[automa_beggar]\npayment = 4",
    "solo": "solo_game = true\n[automa_beggar]\npayment = 4\n[solo]\nhuman_start = 5",
    "ordinary": "solo_game = false\n[beggar]\npayment = 4",
    "hook": 'solo_game = true\n[setup]\nhook = "calm"',
    "sides": '[setup]\nhook = "stormy"',
    "cook": '[cook]\nblocked_by = "discarding_hook"',
    "printed_cook": '[cook]\nblocked_by = "any_hook"',
}


@pytest.fixture
def files(tmp_path, monkeypatch):
    """The files, by name in the current folder."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / f"{name}.toml").write_text(text, "utf-8")


def refusal(capsys, line):
    """The one line that a command line is refused with, before a game is played."""
    assert main(shlex.split(line)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err[:-1].isprintable()
    return captured.err[len("galecrest: ") : -1]


def printed(capsys, line):
    assert main(shlex.split(line)) == 0
    return capsys.readouterr().out


# ------------------------------------------------------------------------------------------------------------ files


@pytest.mark.parametrize("setup", ["calm", "stormy", "uncharted", "chest=stormy,relic=drawn"])
def test_an_export_of_solo_games_is_read_back_as_one(setup):
    rule_set = RuleSet.from_settings(["solo.human_start=3", "automa_beggar.back=L1,L1,L1,L1,S3"], setup, solo=True)
    text = export_rules(rule_set)
    back = rules_from(text)
    assert (back, back.hash) == (rule_set, rule_set.hash)
    assert text.count("solo_game = true") == 1
    (sides,) = re.findall(r"^\[setup\].*?\n(.*?)\n\n", text, re.MULTILINE | re.DOTALL)
    assert [line.split()[0] for line in sides.splitlines()] == ["chest", "map", "relic"]


def test_an_export_of_other_games_says_nothing_of_solo_games():
    text = export_rules(RuleSet())
    assert "solo" not in text
    assert "automa_beggar" not in text


def test_a_file_of_solo_games_needs_no_option(capsys, files):
    (Path("all.toml")).write_text(printed(capsys, "rules --solo --export"), "utf-8")
    whole = printed(capsys, "run --rules all.toml --games 50 --json --quiet")
    assert whole == printed(capsys, "run --solo --games 50 --json --quiet")
    assert "solo, policy random, seed 0, human starts with 5: calm" in printed(
        capsys, "run --rules solo.toml --games 5 --quiet"
    )
    assert "human starts with 7:" in printed(capsys, "run --rules solo.toml --human-start 7 --games 5 --quiet")
    assert "automa_beggar.payment = 4 " in printed(capsys, "rules --rules solo.toml beggar")


@pytest.mark.parametrize(
    "line",
    [
        "run --rules amounts.toml",
        "replay --rules amounts.toml",
        "compare calm stormy --rules amounts.toml",
        "sweep --set chest.gain=4:5 --rules amounts.toml",
        "rules beggar --rules amounts.toml",
        "rules --export --rules amounts.toml",
    ],
)
def test_amounts_of_solo_games_alone_are_refused_by_every_command(capsys, files, line):
    assert refusal(capsys, line) == "amounts.toml: automa_beggar.payment is of solo games alone: add --solo"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("compare base amounts.toml", "'amounts.toml': automa_beggar.payment is of solo games alone: add --solo"),
        ("compare base solo.toml", "'solo.toml': a file of solo games alone: add --solo"),
        ("run --set solo.human_start=3", "--set 'solo.human_start=3': solo.human_start is of solo games alone: add --solo"),
        (
            "conform --rules amounts.toml x",
            "amounts.toml: automa_beggar.payment is of solo games alone; conform replays games of 2 to 6 players",
        ),
        ("conform --rules solo.toml x", "these rules are of solo games; conform replays games of 2 to 6 players"),
        ("run --rules solo.toml --players 3", "--players '3': a solo game has one human; leave it out"),
        ("run --rules ordinary.toml --human-start 3", "--human-start '3': only together with --solo"),
        ("run --solo --rules cook.toml", "cook.toml: cook.blocked_by has no effect in solo games (Q-03)"),
        ("compare --solo base cook.toml", "'cook.toml': cook.blocked_by has no effect in solo games (Q-03)"),
    ],
)
def test_files_and_games_that_do_not_go_together(capsys, files, line, message):
    assert refusal(capsys, line) == message


NO_SIDES = "in a solo game only chest, map and relic have sides; hook, saber, amulet, barrel show the Automa's (SET-3)"


@pytest.mark.rule("SET-3")
@pytest.mark.parametrize(
    ("line", "start"),
    [
        ("run --rules hook.toml", "hook.toml: setup.hook 'calm'"),
        ("run --solo --rules sides.toml --setup calm", "sides.toml: setup.hook 'stormy'"),
        ("compare --solo base hook.toml", "'hook.toml': setup.hook 'calm'"),
        ("run --solo --setup hook=calm", "--setup 'hook=calm'"),
    ],
)
def test_the_automas_kinds_have_no_sides(capsys, files, line, start):
    assert refusal(capsys, line) == f"{start}: {NO_SIDES}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("solo = true", "solo 'True': must be a table, as in [solo]; a file of solo games says solo_game = true"),
        ('solo_game = "yes"', "solo_game 'yes': must be true or false, without quotes"),
        ("solo_game = 1", "solo_game '1': must be true or false, without quotes"),
        ("solo_gam = true", "no table 'solo_gam'; did you mean 'solo_game'?"),
        ("[automa_wind_nymph]", "no table 'automa_wind_nymph'; the Wind Nymph is not in the solo deck (SOL-2)"),
        (
            "[automa_watchman]\nno_effect_rank = 3",
            "no amount is called 'automa_watchman.no_effect_rank'; automa_watchman has symbol, back",
        ),
    ],
)
def test_what_a_file_cannot_say(text, message):
    with pytest.raises(GalecrestError) as error:
        rules_from(text)
    assert str(error.value) == message


def test_a_file_of_other_games_is_used_in_solo_games(files):
    """An export of calm games names hook and its like, and the Cook's switch as printed: both change nothing."""
    assert rules_from(export_rules(RuleSet()), solo=True) == RuleSet(solo=True)
    assert read_rules("printed_cook.toml", solo=True) == RuleSet(solo=True)
    assert read_rules("ordinary.toml") == RuleSet({"beggar.payment": 4})


def test_a_file_that_leaves_the_setup_standard_leaves_that_of_the_base(files):
    base = RuleSet.from_settings([], "map=stormy", solo=True)
    Path("all.toml").write_text(export_rules(RuleSet({"chest.gain": 7}, solo=True)), "utf-8")
    _, amounts, whole = (operand.rule_set for operand in operands(["base", "amounts.toml", "all.toml"], base))
    assert amounts == RuleSet.from_settings(["automa_beggar.payment=4"], base=base)
    assert whole == RuleSet.from_settings(["chest.gain=7"], base=base)


# ------------------------------------------------------------------------------------------ amounts and start doubloons


@pytest.mark.rule("Q-03")
def test_what_blocks_the_cook_is_no_amount_of_solo_games(capsys):
    assert NOT_IN_SOLO == {"cook.blocked_by": "Q-03"}
    assert "cook.blocked_by" in RuleSet().as_dict()
    assert "cook.blocked_by" not in RuleSet(solo=True).as_dict()
    assert RuleSet(solo=True).as_dict().keys() >= SOLO_AMOUNTS.keys()
    assert "blocked_by" not in export_rules(RuleSet(solo=True))
    message = "cook.blocked_by has no effect in solo games (Q-03)"
    for value in ("any_hook", "discarding_hook"):
        assert refusal(capsys, f"run --solo --set cook.blocked_by={value}") == f"--set 'cook.blocked_by={value}': {message}"
    with pytest.raises(GalecrestError, match=re.escape(message)):
        RuleSet({"cook.blocked_by": 1}, solo=True).check()


@pytest.mark.rule("SOL-9")
@pytest.mark.parametrize(("text", "doubloons"), [("28", 28), ("1e1", 10), ("1_0", 10)])
def test_start_doubloons_are_numbers_as_elsewhere(capsys, text, doubloons):
    (human,) = printed(capsys, f"run --solo --human-start {text} --games 1 --quiet").splitlines()[-1:]
    assert human == f"1 games, solo, policy random, seed 0, human starts with {doubloons}: calm (reconstructed)"
    assert f"Automa starts with {doubloons}:" in printed(capsys, f"run --solo --automa-start {text} --games 1 --quiet")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("run --solo --human-start x", "--human-start 'x': must be a whole number from 0 to 99"),
        ("run --solo --automa-start 100", "--automa-start '100': must be a whole number from 0 to 99"),
        ("replay --human-start 5", "--human-start '5': only together with --solo"),
        ("run --solo --human-start 5 --set solo.human_start=6", "--human-start '5': --set gives solo.human_start too; give one of them"),
        ("sweep --solo --automa-start 5 --set solo.automa_start=0:6", "--automa-start '5': --set gives solo.automa_start too; give one of them"),
        ("run --solo --players abc", "--players 'abc': must be a whole number from 2 to 6"),
        ("run --solo --players 3", "--players '3': a solo game has one human; leave it out"),
        ("compare --solo base solo.automa_start=10", "'solo.automa_start=10': no setup; for an amount write base:solo.automa_start=10"),
        ("run --solo --setup chest=automa", "--setup 'chest=automa': chest has no side 'automa'; there are calm, stormy, drawn"),
        (
            "run --solo --set automa_watchman.no_effect_rank=3",
            "--set 'automa_watchman.no_effect_rank=3': no amount is called 'automa_watchman.no_effect_rank'; automa_watchman has symbol, back",
        ),
        (
            "run --solo --set automa_wind_nymph.symbol=yes",
            "--set 'automa_wind_nymph.symbol=yes': no amount is called 'automa_wind_nymph.symbol'; the Wind Nymph is not in the solo deck (SOL-2)",
        ),
        (
            "run --solo --set automa_beggar.paymnt=3",
            "--set 'automa_beggar.paymnt=3': no amount is called 'automa_beggar.paymnt'; did you mean 'automa_beggar.payment'?",
        ),
        (
            "run --solo --set voyage.days=8,8,3 --set loot.count=1,1,1,1,1,1,14",
            "in a solo game a voyage of 8 days needs 24 tokens: the bag may hold only 20 "
            "(voyage.days, day.tokens, loot.count, and tiles that keep tokens)",
        ),
    ],
)  # fmt: skip
def test_refusals(capsys, monkeypatch, line, message):
    monkeypatch.setattr(runner, "prepare", lambda entry: pytest.fail("a game was played"))
    assert refusal(capsys, line) == message


def test_tables_say_who_starts_with_what(capsys):
    def footer(line):
        return printed(capsys, f"{line} --games 5 --quiet").splitlines()[-1].partition(": ")[0]

    assert footer("run --solo") == "5 games, solo, policy random, seed 0"
    two = "compare --solo base base:solo.automa_start=10 --human-start 28"
    assert footer(two) == "5 games, solo, policy random, seed 0, human starts with 28, Automa starts with 0 or 10"
    assert (
        footer("sweep --solo --set solo.automa_start=5:20:5")
        == "5 games, solo, policy random, seed 0, Automa starts with 5 to 20"
    )


# ---------------------------------------------------------------------------------------------------- documentation


def test_the_example_of_a_file_is_read():
    (text,) = re.findall(r"```toml\n(.*?)```", DOCUMENTATION.read_text("utf-8"), re.DOTALL)
    rule_set = rules_from(text)
    assert rule_set.solo
    assert set(rule_set.changes) == {"solo.automa_start", "automa_beggar.symbol", "automa_beggar.back"}
    (setting,) = re.findall(r"`--set (automa_beggar\.\S+)`", DOCUMENTATION.read_text("utf-8"))
    assert RuleSet.from_settings([setting], solo=True).changes["automa_beggar.back"] == rule_set.changes["automa_beggar.back"]


@pytest.mark.skipif(not JIT, reason="two million games")
def test_the_numbers_of_the_documentation_are_what_the_commands_print():
    text = DOCUMENTATION.read_text("utf-8")
    rows = {cells[0]: cells[1:] for cells in re.findall(r"^\| ([^|`]+) \| ([^|]+) \| ([^|]+) \|$", text, re.MULTILINE)}
    for place, start in enumerate((0, 28)):
        run = sim.run(1_000_000, rule_set=RuleSet.from_settings([f"solo.human_start={start}"], solo=True)).tables
        lines = solo_text(run).splitlines()
        scores = re.search(r"human (\S+), Automa ([^;]+);", lines[1])
        cards = [re.split(r"  +", line.strip()) for line in lines if re.match(r" +\d+  [A-Z]", line)]
        shown = {"the human wins": lines[0].split()[3], "mean score, human": scores[1], "mean score, Automa": scores[2]}
        for side, column in (("human", 4), ("Automa", 8)):
            by_edge = sorted(cards, key=lambda cells: float(cells[column][:-1]))
            for which, cells in (("lowest", by_edge[0]), ("highest", by_edge[-1])):
                shown[f"{which} edge, {side}"] = f"{cells[column]} ({cells[1]})"
            (carpenter,) = [cells for cells in cards if cells[1] == "Carpenter"]
            shown[f"edge of the Carpenter, {side}"] = carpenter[column]
        assert {name: rows[name][place] for name in shown} == shown
        whole = run["cards"].filter(side="automa", voyage=0)
        shares = [whole.filter(card=card)["never_played_share"][0] for card in ("Governor", "Scout")]
        assert "it is {:.3f} for the Governor and {:.3f} for the Scout".format(*shares) in text
    human = run["cards"].filter(side="human", card="Carpenter")
    of_voyages = [f"{human.filter(voyage=voyage)['win_rate'][0]:.2%}" for voyage in (1, 2, 3)]
    words = " ".join(text.split())
    assert "in voyage 1 wins {} of his games, in voyage 2 {} and in voyage 3 {} ".format(*of_voyages) in words


def test_the_manifest_of_solo_games(capsys):
    found = json.loads(printed(capsys, "run --solo --games 1 --json --quiet"))["manifest"]
    assert found["rule_set"]["solo"] is True
    assert "cook.blocked_by" not in found["rule_set"]["amounts"]
