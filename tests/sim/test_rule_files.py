"""Rule sets as TOML: read, refused in one line, and written so that they are read back as they were."""

import contextlib
import io
import json
import os
import re
import sys
from pathlib import Path

import pytest
import tomlkit
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels.catalog import AMOUNTS, CALM
from kernels.codes import Effect, Loot
from sim.cli import main
from sim.errors import GalecrestError
from sim.rule_files import export_rules, read_rules, rules_from
from sim.rule_sets import RuleSet
from sim.setups import DRAWN, NAMED
from sim.tiles import GRAMMAR, KINDS, parse_tile
from sim.weights import LEARNED


def refusal(text):
    with pytest.raises(GalecrestError) as error:
        rules_from(text)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_an_empty_file_is_the_standard_rule_set():
    assert rules_from("") == rules_from("# nothing\n") == RuleSet()


def test_a_file_changes_what_it_names_and_nothing_else():
    rule_set = rules_from(
        """
        rules_version = "1"
        [beggar]
        payment = 3
        in_game = false
        [merchant]
        gain = [2, 5, 8]
        [cook]
        blocked_by = "discarding_hook"
        [setup]
        chest = "stormy"
        relic = "mine"
        map = "drawn"
        [tiles.mine.relic]
        effects = [{ when = "dusk", do = "steal_adjacent_token" }]
        """
    )
    changes = {"beggar.payment": 3, "beggar.in_game": 0, "merchant.gain": (2, 5, 8), "cook.blocked_by": 1}
    assert rule_set.changes == changes
    assert rule_set.setup == ("stormy", "calm", "drawn", "calm", "calm", "calm", "mine")
    assert list(rule_set.tiles) == [("mine", Loot.RELIC)]
    assert rules_from(export_rules(rule_set)) == rule_set


CALM_IN_THE_VOCABULARY = """
[tiles.calm.chest]
effects = [{ when = "anchor", do = "gain", amount = "chest.gain" }]
[tiles.calm.hook]
effects = [{ when = "anchor", do = "keep_or_gain", amount = "hook.gain" }]
[tiles.calm.map]
effects = [{ when = "anchor", do = "gain_by_best_split", sets = { 2 = "map.pair", 3 = "map.triple" } }]
[tiles.calm.saber]
effects = [{ when = "dusk", do = "discard_others_island_character" }]
[tiles.calm.amulet]
effects = [{ when = "anchor", do = "gain", amount = "amulet.gain" }]
[tiles.calm.barrel]
effects = [
  { when = "dusk", do = "reputation", amount = "barrel.reputation" },
  { when = "anchor", do = "gain", amount = "barrel.gain" },
]
[tiles.calm.relic]
effects = [{ when = "anchor", do = "gain", amount = "-relic.loss" }]
"""
"""LC-*, word by word."""


@pytest.mark.rule("Q-14")
def test_calm_written_out_in_the_vocabulary_is_the_standard_rule_set():
    rule_set = rules_from(CALM_IN_THE_VOCABULARY)
    assert (rule_set, rule_set.hash) == (RuleSet(), RuleSet().hash)
    assert rule_set.record().tobytes() == RuleSet().record().tobytes()


def test_calm_written_out_in_numbers_plays_alike():
    """Another rule set, for a changed chest.gain would not reach it; but every table is the same."""
    numbers = CALM_IN_THE_VOCABULARY
    for key in ("chest.gain", "hook.gain", "map.pair", "map.triple", "amulet.gain", "barrel.reputation", "barrel.gain"):
        numbers = numbers.replace(f'"{key}"', str(AMOUNTS[key].value))
    rule_set = rules_from(numbers.replace('"-relic.loss"', "-3"))
    assert len(rule_set.tiles) == 6  # the saber has no number
    standard, record = RuleSet().record(), rule_set.record()
    assert all((record[name] == standard[name]).all() for name in record.dtype.names if name != "face_rule")


@pytest.mark.parametrize("setup", NAMED)
def test_the_export_of_a_setup_names_every_amount_and_every_tile(setup):
    rule_set = RuleSet(setup=NAMED[setup])
    text = export_rules(rule_set)
    data = tomlkit.parse(text)
    assert rules_from(text) == rule_set
    assert all(key.split(".")[1] in data[key.split(".")[0]] for key in AMOUNTS)
    assert {side: set(tiles) for side, tiles in data["tiles"].items()} == {
        "calm": set(KINDS), "stormy": set(KINDS), "automa": {"hook", "saber", "amulet", "barrel"},
    }  # fmt: skip
    assert [line for line in text.splitlines() if "source R" in line and "LS-" in line]


def test_an_export_is_commented_with_ids_and_words():
    text = export_rules(RuleSet({"beggar.payment": 3}))
    (line,) = [line for line in text.splitlines() if line.startswith("payment")]
    assert line == "payment = 3 # CHR-03: doubloons taken"
    assert 'blocked_by = "any_hook" # CHR-26: which first token blocks the second (any_hook or discarding_hook)' in text


def _value(amount):
    numbers = st.integers(amount.low, amount.high)
    if isinstance(amount.value, tuple):
        return st.lists(numbers, min_size=len(amount.value), max_size=len(amount.value)).map(tuple)
    return numbers


CHANGES = st.lists(
    st.sampled_from(list(AMOUNTS.values())).flatmap(lambda row: st.tuples(st.just(row.key), _value(row))), max_size=8
).map(dict)
SCALARS = [key for key, amount in AMOUNTS.items() if not isinstance(amount.value, tuple)]
NUMBERS = st.one_of(st.integers(-99, 99), st.sampled_from(SCALARS), st.sampled_from(["-" + key for key in SCALARS]))
KEYS = {
    "amount": NUMBERS,
    "table": st.one_of(st.lists(st.integers(-99, 99), min_size=22, max_size=34), st.sampled_from(["stormy_map.cash"])),
    "sets": st.dictionaries(st.integers(1, 34).map(str), NUMBERS, min_size=1, max_size=4),
}


def _effect(do):
    grammar = GRAMMAR[do]
    fixed = {"when": st.sampled_from([when.name.lower() for when in grammar.when]), "do": st.just(do.name.lower())}
    fixed |= {key: KEYS[key] for key in grammar.numbers}
    return st.fixed_dictionaries(fixed, optional={"of": st.sampled_from(KINDS)} if grammar.options else {})


TILE = st.fixed_dictionaries(
    {"effects": st.lists(st.sampled_from(list(Effect)).flatmap(_effect), max_size=4)}, optional={"order": st.just("before_map")}
)
SIDE = st.sampled_from(["calm", "stormy", "automa", "mine", "a-b", "my_2"])
PLACE = st.tuples(SIDE, st.sampled_from(list(Loot)))


@settings(max_examples=200, deadline=None)
@given(CHANGES, st.dictionaries(PLACE, TILE, max_size=4), st.data())
def test_any_rule_set_is_read_back_as_it_was_written(changes, tiles, data):
    made = {}
    for (side, kind), tile in tiles.items():
        with contextlib.suppress(GalecrestError):  # what does not go together
            made[side, kind] = parse_tile(side, kind, tile)
    there = [["calm", "stormy", DRAWN, *(side for side, of in made if of == kind)] for kind in Loot]
    rule_set = RuleSet(changes, made, tuple(data.draw(st.sampled_from(sides)) for sides in there))
    try:
        rule_set.check()
    except GalecrestError:
        return
    back = rules_from(export_rules(rule_set))
    assert (back, back.hash) == (rule_set, rule_set.hash)
    assert export_rules(back) == export_rules(rule_set)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("beggar = \n", "not TOML: Invalid value (at line 1, column 10)"),
        ("[beggar]\npayment = @\n", "not TOML: Invalid value (at line 2, column 11)"),
        ("[beggar\npayment = 1\n", "not TOML: Expected ']' at the end of a table declaration (at line 1, column 8)"),
        ("[chest]\ngain = 1\ngain = 2\n", "not TOML: Cannot overwrite a value (at line 3, column 9)"),
        ("[chest]\ngain = [1,", "not TOML: Invalid value (at line 2, column 11)"),
        ("[chest]\ngain", "not TOML: Expected '=' after a key in a key/value pair (at line 2, column 5)"),
        ("a = " + "[" * 5000, "not TOML that can be read: nested too deeply"),
    ],
)
def test_what_is_no_toml_is_refused_with_line_and_column(text, message):
    assert refusal(text) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('rules_version = "2"', "rules_version '2': this is a program for rules version '1'"),
        ("[begar]\npayment = 3", "no table 'begar'; did you mean 'beggar'?"),
        ("[tile.calm.chest]\neffects = []", "no table 'tile'; did you mean 'tiles'?"),
        ("beggar = 3", "beggar '3': must be a table, as in [beggar]"),
        ("[beggar]\npay = 3", "no amount is called 'beggar.pay'; did you mean 'beggar.payment'?"),
        ("[beggar]\nzzzz = 3", "no amount is called 'beggar.zzzz'; beggar has payment, reputation, in_game"),
        ("[beggar]\npayment = 100", "beggar.payment '100': must be a whole number from 0 to 99 (doubloons taken)"),
        ("[beggar]\npayment = true", "beggar.payment 'True': must be a whole number from 0 to 99 (doubloons taken)"),
        ("[beggar]\npayment = 1.0", "beggar.payment '1.0': must be a whole number"),
        ("[beggar]\npayment = [3]", "beggar.payment '[3]': must be a whole number"),
        ("[beggar]\npayment = 2020-01-01", "beggar.payment '2020-01-01': must be a whole number"),
        ("[beggar]\nin_game = 1", "beggar.in_game '1': must be no or yes"),
        ("[merchant]\ngain = [1, 2]", "merchant.gain '[1, 2]': must be 3 whole numbers, each from 0 to 99"),
        ("[merchant]\ngain = 3", "merchant.gain '3': must be 3 whole numbers, each from 0 to 99"),
        ('[cook]\nblocked_by = "hook"', "cook.blocked_by 'hook': must be any_hook or discarding_hook; did you mean 'any_hook'?"),
        ("[cook]\nblocked_by = 1", "cook.blocked_by '1': must be any_hook or discarding_hook"),
        ("setup = 'stormy'", "setup 'stormy': must be a table, as in [setup] with chest = 'stormy'"),
        ("[setup]\nmaps = 'stormy'", "setup: no loot kind 'maps'; did you mean 'map'?"),
        ("[setup]\nmap = 'strmy'", "setup: map has no side 'strmy'; did you mean 'stormy'?; there are calm, stormy, drawn"),
        ("[setup]\nmap = 5", "setup: map has no side '5'; there are calm, stormy, drawn"),
        ("[setup]\nmap = 'automa'", "setup: map has no side 'automa'; there are calm, stormy, drawn"),
        ("tiles = 5", "tiles '5': must be tables, as in [tiles.calm.chest]"),
        ("[tiles]\ncalm = 5", "tiles.calm '5': must be tables, as in [tiles.calm.chest]"),
        ("[tiles.drawn.chest]", "tiles.drawn: 'drawn' stands for a side that is drawn and cannot be the name of one"),
        ("[tiles.calm.chst]", "tiles.calm: no loot kind 'chst'; did you mean 'chest'?"),
        ("[tiles.calm]\nchest = 5", "tiles.calm.chest: must be a table with effects, not '5'"),
        ("[tiles.mine.map]\neffects = [{ when = 'dusk', do = 'keep_or_gain', amount = 1 }]",
         "tiles.mine.map.effects[1]: keep_or_gain at dusk cannot work: only the end of a voyage gives up what can be kept; "
         "allowed at anchor"),
        ("[tiles.mine.map]\neffects = [{ when = 'night', do = 'gain_by_count', table = [1] }]\n[setup]\nmap = 'mine'",
         "tiles.mine.map: a table of 1 is too short: up to 10 tokens may be counted"),
        ("[voyage]\ncards = 13\n[scout]\nin_game = false\n[thief]\nin_game = false",
         "voyage.cards deals 39 cards in a game: 38 are in it (voyage.cards, *.in_game)"),
        ("[loot]\ncount = [24, 24, 24, 24, 24, 24, 24]", "loot.count adds up to 168 tokens: at most 127 are possible"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_one_line(text, message):
    """The place, what was given, what is allowed, and the nearest name."""
    assert refusal(text).startswith(message)


@pytest.mark.parametrize("text", ['["x\\ny"]\na = 1', '[tiles."a\\nb".chest]\neffects = 5', '[tiles]\n"a\\nb" = 5'])
def test_a_name_with_a_line_break_is_told_in_one_line(text):
    refusal(text)


def test_the_version_as_a_number_is_read_or_the_message_says_what_is_wrong():
    with contextlib.suppress(GalecrestError):
        rules_from("rules_version = 1")
        return
    assert refusal("rules_version = 1") != "rules_version '1': this is a program for rules version '1'"


def test_a_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("[beggar]\npayment = 3\n", "utf-8")
    assert read_rules(str(path)).changes == {"beggar.payment": 3}
    path.write_text("[begar]\n", "utf-8")
    with pytest.raises(GalecrestError) as error:
        read_rules(str(path))
    assert str(error.value) == f"{path}: no table 'begar'; did you mean 'beggar'?"


def test_a_weights_file_is_refused_with_where_it_belongs(capsys):
    path = str(LEARNED / "calm_4.toml")
    told = f"{path!r}: a weights file, not a rule set; use it as --policy learned:FILE\n"
    assert main(["run", "--rules", path]) == 2
    assert capsys.readouterr() == ("", f"galecrest: {told}".replace("'", ""))
    assert main(["compare", "base", path]) == 2
    assert capsys.readouterr() == ("", f"galecrest: {told}")


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(GalecrestError, match=r"^--rules 'none.toml': cannot be read: No such file or directory$"):
        read_rules("none.toml")
    with pytest.raises(GalecrestError, match="cannot be read: Is a directory"):
        read_rules(str(tmp_path))
    (tmp_path / "bytes.toml").write_bytes(b"a = '\xff'")
    with pytest.raises(GalecrestError, match=r"not UTF-8 text \(invalid start byte at byte 5\)"):
        read_rules(str(tmp_path / "bytes.toml"))


def test_standard_input(monkeypatch):
    def given_bytes(data):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "ascii"))

    given_bytes("# Ünd\n[beggar]\npayment = 3".encode())
    assert read_rules("-").changes == {"beggar.payment": 3}
    given_bytes(b"[beggar]\npayment = x")
    with pytest.raises(GalecrestError, match=r"^standard input: not TOML: Invalid value \(at line 2, column 11\)$"):
        read_rules("-")
    given_bytes(b"\xff")
    with pytest.raises(GalecrestError, match=r"^--rules 'standard input': not UTF-8 text"):
        read_rules("-")


@pytest.mark.parametrize("kind", list(Loot), ids=lambda kind: kind.name)
def test_each_calm_tile_can_be_replaced_alone(kind):
    rule_set = rules_from(f"[tiles.calm.{KINDS[kind]}]\neffects = []\n")
    (faces,) = rule_set.faces()
    assert [tile for tile in faces if tile.kind != kind] == [tile for tile in CALM if tile.kind != kind]
    assert (faces[kind].effects, faces[kind].source) == ((), "user")


GUIDE = Path(__file__).parents[2] / "docs" / "tiles.md"
EXAMPLES = re.findall(r"```toml\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_example_of_the_guide_is_read(text):
    rule_set = rules_from(text)
    rule_set.check(range(2, 7))
    assert rules_from(export_rules(rule_set)) == rule_set


def test_the_guide_shows_every_standard_tile_and_every_effect():
    """The examples of the last section are the standard tiles, so they change nothing."""
    standard = EXAMPLES[-1]
    assert rules_from(standard) == RuleSet()
    assert len(re.findall(r"^\[tiles", standard, re.MULTILINE)) == 7 + 7 + 4
    rows = re.findall(r"^\| `(\w+)` \|([^|]*)\| (any|dusk|anchor) \|", GUIDE.read_text("utf-8"), re.MULTILINE)
    assert [name for name, _, _ in rows] == [effect.name.lower() for effect in Effect]
    for effect, (_, needs, when) in zip(Effect, rows, strict=True):
        grammar = GRAMMAR[effect]
        assert re.findall(r"`(\w+)`", needs) == [*grammar.numbers, *grammar.options]
        assert [time.name.lower() for time in grammar.when] == (["dusk", "night", "anchor"] if when == "any" else [when])


def test_lines_end_as_the_platform_likes(tmp_path):
    path = tmp_path / "crlf.toml"
    path.write_bytes(b"[beggar]\r\npayment = 3\r\n")
    assert read_rules(os.fspath(path)).changes == {"beggar.payment": 3}


@pytest.mark.parametrize("side", ["a,b", " a", "a b", "1", "", "drawn", "a=b", "\u00e4"])
def test_a_sides_name_that_a_setup_cannot_say_is_refused(side):
    refusal(f"[tiles.{json.dumps(side)}.chest]\neffects = []")
