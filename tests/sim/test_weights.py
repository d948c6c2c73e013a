"""Weights files: what is written is read back, what is wrong is told in one line, and each tile gets its own weights."""

import re
import tomllib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sim
from kernels.policies.features import CARD_FEATURE_NAMES, LOOT_FEATURE_NAMES
from kernels.policies.knowledge import CARD_FEATURES, KNOWLEDGE, LOOT_FEATURES, WEIGHTS
from sim import weights
from sim.cli import main
from sim.errors import GalecrestError
from sim.policies import LineUp, Policy
from sim.rule_files import export_rules, rules_from
from sim.rule_sets import RuleSet
from sim.weights import Weights, family_of, read_weights, shipped, weights_from

NAMES = [name for name, *_ in WEIGHTS]
MANIFEST = {
    "galecrest": "0.1.0",
    "players": 4,
    "setup": "calm",
    "solo": False,
    "rules": "ab" * 32,
    "seed": 7,
    "rounds": 3,
    "games": 5000,
    "trained": "by hand",
}
CHEST, HOOK, MAP = 0, 1, 2
SCOUT = 1
SETUPS = ["calm", "stormy", "uncharted", "chest=stormy,map=drawn"]


def random_knowledge(seed, low=-(2**15), high=2**15):
    knowledge = np.zeros(1, KNOWLEDGE)
    drawn = np.random.default_rng(seed)
    for name, _, shape, _ in WEIGHTS:
        knowledge[name][0] = drawn.integers(low, high, shape)
    return knowledge[0]


def random_weights(setup="calm", seed=0, **more):
    return Weights.of(random_knowledge(seed), RuleSet.from_settings([], setup), MANIFEST | more)


def same(one, other):
    return one.sides == other.sides and all((one.arrays[name] == other.arrays[name]).all() for name in NAMES)


def own_side():
    return rules_from('[setup]\nchest = "gale"\n[tiles.gale.chest]\neffects = [{ when = "anchor", do = "gain", amount = 2 }]\n')


def test_every_feature_has_a_name_of_its_own():
    assert len(set(CARD_FEATURE_NAMES)) == CARD_FEATURES
    assert len(set(LOOT_FEATURE_NAMES)) == LOOT_FEATURES


@settings(max_examples=30, deadline=None)
@given(
    st.integers(0, 2**32),
    st.sampled_from(SETUPS),
    st.booleans(),
    st.sampled_from([1, 3, 2**15]),
    st.dictionaries(
        st.from_regex(r"[A-Za-z0-9_-]{1,9}", fullmatch=True),
        st.text(st.characters(exclude_categories=["Cs"]))
        | st.integers(1 - 10**18, 10**18 - 1)
        | st.booleans()
        | st.floats(-1e17, 1e17),
    ),
)
def test_what_is_written_is_read_back(seed, setup, solo, bound, more):
    setup = setup.replace("chest=stormy,map=drawn", "chest=stormy,map=drawn,relic=drawn")
    rule_set = RuleSet.from_settings([], setup, solo=solo)
    written = Weights.of(random_knowledge(seed, -bound, bound), rule_set, more | MANIFEST)
    read = weights_from(written.text())
    assert same(read, written)
    assert read.manifest == written.manifest
    assert read.text() == written.text()
    assert read.sha256 == written.sha256


def test_a_text_is_of_the_form_that_the_page_describes():
    knowledge = np.zeros(1, KNOWLEDGE)
    knowledge["card_start"][0, 2, 1:7, 32] = [10, 20, 30, 40, 50, 60]
    knowledge["card_weight"][0, 32, CARD_FEATURE_NAMES.index("held_barrel")] = -123
    knowledge["loot_start"][0, 0, 1:5, 0, CHEST] = [1, 2, 3, 4]
    knowledge["loot_held"][0, 0, CHEST] = range(8)
    knowledge["loot_weight"][0, 0, CHEST, LOOT_FEATURE_NAMES.index("treasurer")] = 32767
    text = Weights.of(knowledge[0], RuleSet.standard(), MANIFEST).text()
    assert max(map(len, text.splitlines())) < 220
    assert len(text) < 40_000
    data = tomllib.loads(text)
    assert data["manifest"] == {"format": 1, **MANIFEST}
    assert data["card"]["treasurer"]["start"] == [[0], [0], [10, 20, 30, 40, 50, 60]]
    assert dict(zip(data["card_features"], data["card"]["treasurer"]["weights"], strict=True))["held_barrel"] == -123
    assert list(data["loot"]) == ["calm"]
    chest = data["loot"]["calm"]["chest"]
    assert chest["start"] == [[1, 2, 3, 4], [0], [0]]
    assert chest["held"] == [0, 1, 2, 3, 4, 5, 6, 7]
    assert dict(zip(data["loot_features"], chest["weights"], strict=True))["treasurer"] == 32767


def test_days_beyond_those_of_training_repeat_the_nearest():
    knowledge = random_knowledge(1)
    trained = Weights.of(knowledge, RuleSet.standard(), MANIFEST)
    for voyage, days in enumerate((4, 5, 6)):
        for start in ("card_start", "loot_start"):
            assert (trained.arrays[start][voyage, days:] == trained.arrays[start][voyage, days]).all()
    assert (trained.arrays["card_start"][:, 1:5, 1:] == knowledge["card_start"][:, 1:5, 1:]).all()


def test_each_tile_gets_its_own_weights():
    both = random_weights("uncharted")
    stormy, mixed = np.zeros(1, KNOWLEDGE)[0], np.zeros(1, KNOWLEDGE)[0]
    both.fill(stormy, RuleSet.from_settings([], "stormy"))
    both.fill(mixed, RuleSet.from_settings([], "chest=stormy,map=drawn"))
    for name in ("loot_held", "loot_weight"):
        assert (stormy[name][0] == both.arrays[name][1]).all()
        assert (mixed[name][0, CHEST] == both.arrays[name][1, CHEST]).all()
        assert (mixed[name][0, HOOK] == both.arrays[name][0, HOOK]).all()
        assert (mixed[name][:, MAP] == both.arrays[name][:, MAP]).all()
    assert (stormy["loot_start"][:, :, 0] == both.arrays["loot_start"][:, :, 1]).all()
    assert (stormy["card_weight"] == both.arrays["card_weight"]).all()
    assert (stormy["card_start"] == both.arrays["card_start"]).all()


def test_what_was_filled_is_the_same_weights():
    rule_set = RuleSet.from_settings([], "uncharted")
    knowledge = np.zeros(1, KNOWLEDGE)
    random_weights("uncharted").fill(knowledge[0], rule_set)
    assert same(Weights.of(knowledge[0], rule_set, MANIFEST), random_weights("uncharted"))


def test_a_tile_that_was_not_trained_is_refused():
    knowledge = np.zeros(1, KNOWLEDGE)[0]
    with pytest.raises(GalecrestError, match=r"^no weights for the tile stormy.chest: .* they know of chest only calm; "):
        random_weights("calm").fill(knowledge, RuleSet.from_settings([], "stormy"))
    with pytest.raises(GalecrestError, match=r"^no weights for the tile gale.chest: .* they know of chest only calm, stormy; "):
        random_weights("uncharted").fill(knowledge, own_side())


def test_weights_of_a_users_side_know_it():
    trained = Weights.of(random_knowledge(3), own_side(), MANIFEST)
    read = weights_from(trained.text())
    assert "[loot.gale.chest]" in trained.text()
    knowledge = np.zeros(1, KNOWLEDGE)[0]
    read.fill(knowledge, own_side())
    assert (knowledge["loot_weight"][0] == trained.arrays["loot_weight"][0]).all()


@pytest.mark.parametrize(
    ("setup", "solo", "family"),
    [
        ("calm", False, "calm"),
        ("stormy", False, "stormy"),
        ("uncharted", False, "uncharted"),
        ("chest=stormy", False, "uncharted"),
        ("calm", True, "calm"),
        ("stormy", True, "stormy"),
        ("chest=stormy,map=stormy,relic=stormy", True, "stormy"),
        ("map=drawn", True, "uncharted"),
    ],
)
def test_the_family_of_a_setup(setup, solo, family):
    assert family_of(RuleSet.from_settings([], setup, solo=solo)) == family


def test_the_family_of_a_users_tiles_is_that_of_their_sides():
    assert family_of(rules_from('[tiles.calm.chest]\neffects = [{ when = "anchor", do = "gain", amount = 2 }]\n')) == "calm"
    assert family_of(own_side()) == "uncharted"


@pytest.mark.parametrize(
    ("pattern", "put", "message"),
    [
        (r"\A", "x", "no weights file: not TOML (Expected '=' after a key"),
        (r"(?s)\A.*\Z", "", "no weights file: manifest is missing"),
        (r"(?s)\A.*\Z", "[begar]\npayment = 3\n", "no key 'begar'"),
        *(
            (r"(?s)\A.*\Z", rules, "a rule set, not weights; use it as --rules FILE")
            for rules in ("[beggar]\npayment = 3\n", "[loot]\ncount = [7]\n", "setup.map = 'stormy'", "rules_version = '1'", "solo_game = true")
        ),
        (r"\A", "[beggar]\npayment = 3\n", "no key 'beggar'"),
        (r"(?s)\[manifest\].*?\n\n", "", "no weights file: manifest is missing"),
        ("format = 1", "format = 2", "manifest.format '2': this version reads format 1"),
        ("seed = 7", "", "manifest.seed is missing"),
        ("seed = 7", "seed = true", "manifest.seed 'True': must be a whole number"),
        ("seed = 7", "seed = 7\nday = 2026-01-01", "manifest.day '2026-01-01': must be a text, a number, true or false"),
        *(
            ("seed = 7", f"seed = 7\nlarge = {large}", "manifest.large: numbers must lie between -1e+18 and 1e+18")
            for large in ("inf", "nan", "-1e400", f"0x{'f' * 5000}")
        ),
        ("seed = 7", 'seed = 7\n"a b" = 1', "manifest 'a b': keys must be letters, digits, - and _"),
        (r"\[card.scout\]", "[card.scot]", "no key 'card.scot'; did you mean 'card.scout'?"),
        (r"(?s)\[card.scout\].*?\n\n", "", "card.scout is missing"),
        (r"(?s)\[card.scout\].*?\n\n", "[card]\nscout = 3\n", "card.scout '3': must be a table, as in [card.scout]"),
        ('"officer_mark"', '"officer"', "card_features: trained for other features: no feature 'officer'; did you mean 'officer_mark'?"),
        ('"officer_mark", ', "", "card_features: trained for other features: without 'officer_mark'"),
        (r'"treasurer", "barkeep"', '"barkeep", "treasurer"', "loot_features: trained for other features: the same, in another order"),
        (r"\[loot.calm.chest\]", "[loot.calm.chet]", "loot.calm.chet: no loot kind 'chet'; did you mean 'chest'?"),
        (r"(?s)\[loot.calm.chest\].*?\n\n", "", "loot: no tile of chest, as in [loot.calm.chest]"),
        (r"held = \[", "held = [1, ", "loot.calm.chest.held: must be 8 whole numbers, not 9 of them"),
        (r"held = \[0", "held = [1.0", "loot.calm.chest.held '1.0': must be a whole number from -32768 to 32767"),
        (r"start = \[\[0", "start = [[32768", "card.scout.start '32768': must be a whole number from -32768 to 32767"),
        (r"start = \[\[0", "start = [[-32769", "card.scout.start '-32769': must be a whole number from -32768 to 32767"),
        (r"start = \[\[0\], ", "start = [", "card.scout.start '[[0], [0]]': must be 3 lists of numbers, one a voyage"),
        (r"start = \[\[0", "start = [[", "card.scout.start '[]': must be 1 to 8 numbers, by days left"),
        (r"start = \[\[0\]", "start = [[0,0,0,0,0,0,0,0,0]", "card.scout.start '[0, 0, 0, 0, 0, 0, 0, 0, 0]': must be 1 to 8 numbers, by days left"),
        (r"start = \[\[0", f"start = [[{'9' * 5000}", "no weights file: not TOML"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_in_one_line(tmp_path, pattern, put, message):
    text = Weights.of(np.zeros(1, KNOWLEDGE)[0], RuleSet.standard(), MANIFEST).text()
    wrong, number = re.subn(pattern, lambda _: put, text, count=1)
    assert number == 1
    path = tmp_path / "mine.toml"
    path.write_text(wrong, "utf-8")
    with pytest.raises(GalecrestError) as error:
        read_weights(path)
    assert str(error.value).startswith(f"{str(path)!r}: {message}")
    assert "\n" not in str(error.value)


def test_a_third_side_of_a_kind_is_refused():
    text = random_weights("uncharted").text()
    block = re.search(r"(?s)\[loot.calm.chest\].*?\n\n", text)[0]
    with pytest.raises(GalecrestError, match=r"^loot.tidal.chest: chest has calm and stormy already, at most 2 sides$"):
        weights_from(text + "\n" + block.replace("calm", "tidal"))


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(GalecrestError, match="cannot be read: No such file"):
        read_weights(tmp_path / "none.toml")
    with pytest.raises(GalecrestError, match="cannot be read: Is a directory"):
        read_weights(tmp_path)
    with pytest.raises(GalecrestError, match="cannot be read"):
        read_weights("a\0b")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(GalecrestError, match="no weights file: not UTF-8 text"):
        read_weights(tmp_path / "bytes.toml")


def test_shipped_weights_are_found_by_players_and_setup(tmp_path, monkeypatch):
    monkeypatch.setattr(weights, "LEARNED", tmp_path)
    with pytest.raises(GalecrestError, match=r"^no weights 'calm_4' come with this version; there are none$"):
        shipped(4, "calm", False)
    (tmp_path / "calm_4.toml").write_text(random_weights("calm", 1).text())
    (tmp_path / "solo_calm.toml").write_text(random_weights("calm", 2).text())
    assert same(shipped(4, "calm", False), random_weights("calm", 1))
    assert same(shipped(1, "calm", True), random_weights("calm", 2))
    with pytest.raises(GalecrestError, match=r"no weights 'stormy_4' come with this version; there are calm_4, solo_calm$"):
        shipped(4, "stormy", False)


def test_a_policy_plays_by_the_weights_of_its_file(tmp_path):
    knowledge = np.zeros(1, KNOWLEDGE)
    # 40 more doublings for a Scout than for anything else: whoever holds it plays it on the first day
    knowledge["card_start"][0, :, 1:, SCOUT] = 40 * 256 - 1
    trained = Weights.of(knowledge[0], RuleSet.standard(), MANIFEST)
    path = tmp_path / "scouts.toml"
    path.write_text(trained.text(), "utf-8")
    found = sim.run(2000, 3, policy=f"learned:{path},random,random")
    assert found.manifest["weights"] == {f"learned:{path}": {"sha256": trained.sha256, "format": 1, **MANIFEST}}
    scout = {row["policy"]: row["never_played"] for row in found.tables["cards"].filter(voyage=0, card="Scout").to_dicts()}
    assert scout[f"learned:{path}"] == 0
    assert scout["random"] > 0


def test_what_is_wrong_with_a_policys_file_is_told(tmp_path, capsys):
    path = tmp_path / "mine.toml"
    assert main(["run", "--policy", f"learned:{path}"]) == 2
    assert capsys.readouterr().err == f"galecrest: --policy: {str(path)!r}: cannot be read: No such file or directory\n"
    assert main(["league", "random", f"learned:{path}"]) == 2
    assert capsys.readouterr().err == f"galecrest: league: {str(path)!r}: cannot be read: No such file or directory\n"
    path.write_text(export_rules(RuleSet.standard()))
    told = f"{str(path)!r}: a rule set, not weights; use it as --rules FILE\n"
    assert main(["run", "--policy", f"learned:{path}"]) == 2
    assert capsys.readouterr().err == f"galecrest: --policy: {told}"
    assert main(["train", str(tmp_path / "new.toml"), "--from", str(path)]) == 2
    assert capsys.readouterr().err == f"galecrest: --from: {told}"
    path.write_text(random_weights("calm").text())
    for arguments in (["run", "--setup", "stormy"], ["compare", "calm", "stormy"], ["run", "--solo"]):
        assert main([*arguments, "--policy", f"learned:{path}"]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert "no weights for the tile" in err
        assert err.count("\n") == 1


def test_policies_of_one_file_are_the_same_policy(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(random_weights("calm").text())
    assert Policy.named(f"learned:{path}") == Policy.named(f"learned:{path}")
    assert LineUp.of(f"learned:{path},random,learned:{path}", 3).orders(3).tolist() == [[0, 1, 0]]
