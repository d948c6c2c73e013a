"""Transcripts replay without a difference, and what differs is said where."""

import gzip
import json
from pathlib import Path

import pytest

import sim
from kernels._jit import JIT
from sim.errors import GalecrestError
from sim.rule_sets import RuleSet

FOLDER = Path(__file__).parents[1] / "conformance"
FILES = sorted(FOLDER.glob("*.jsonl.gz"))
LIKE_TRANSCRIPTS = RuleSet.from_settings(["cook.blocked_by=discarding_hook"])


def first_games(file, number):
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for _, line in zip(range(number), lines, strict=False)]


def a_cook_took_a_hook_first(game):
    """Whether the transcript holds what Q-03 is about: a Cook on the island whose first token is a hook."""
    for voyage in game["voyages"]:
        for day in voyage["days"]:
            choices = day["choices"]
            for at, choice in enumerate(choices):
                if choice["kind"] == "loot_take" and choice["source"] == "dusk" and choice["loot"] == "hook":
                    following = choices[at + 1 : at + 2]
                    if following and following[0].get("source") == "cook" and following[0]["seat"] == choice["seat"]:
                        return True
    return False


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_all_transcripts_replay_without_a_difference(file, tmp_path):
    if not JIT:
        part = tmp_path / "part.jsonl"
        part.write_text("\n".join(json.dumps(game) for game in first_games(file, 4)))
        file = part
    report = sim.conform([file], rule_set=LIKE_TRANSCRIPTS)
    assert report.games == (60 if "calm" in file.name else 40) or not JIT
    assert not report.differences, str(report.differences[0])


@pytest.mark.rule("Q-03")
@pytest.mark.skipif(not JIT, reason="plays all transcripts; the JIT only makes it quick")
def test_as_printed_only_games_differ_in_which_a_cook_took_a_hook_first():
    report = sim.conform(FILES)
    games = [game for file in FILES for game in first_games(file, 60)]
    assert {found.game for found in report.differences} == {game["id"] for game in games if a_cook_took_a_hook_first(game)}
    assert report.differences
    for found in report.differences:
        assert "Q-03" in str(found)
        assert f"{found.game}, voyage " in str(found)


def changed(change):
    """The first transcript with something made wrong, as lines of a file."""
    game = first_games(FOLDER / "calm-3p.jsonl.gz", 1)[0]
    change(game)
    return json.dumps(game)


def set_at(*path, value):
    def change(game):
        for key in path[:-1]:
            game = game[key]
        game[path[-1]] = value

    return change


def another_seat(game):
    choice = game["voyages"][0]["days"][0]["choices"][0]
    choice["seat"] = (choice["seat"] + 1) % 3


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (set_at("voyages", 0, "start", "doubloons", value=[0, 0, 0]), "voyage 1, start: doubloons"),
        (set_at("voyages", 1, "days", 2, "after", "bag", value=[0] * 7), "voyage 2, day 3: bag"),
        (set_at("voyages", 2, "end", "score", value=[1, 2, 3]), "voyage 3, anchor: score"),
        (set_at("voyages", 0, "days", 0, "choices", 0, "n", value=17), "voyage 1, day 1: choice 1 of"),
        (another_seat, "voyage 1, day 1: choice 1 of"),
        (set_at("voyages", 1, "reputation", value=[None] * 6), "voyage 2: reputation"),
        (set_at("voyages", 0, "days", 0, "select", 0, value=41), "voyage 1, day 1: card selection"),
        (set_at("voyages", 0, "days", 0, "choices", value=[]), "voyage 1, day 1: after the last choice"),
        (set_at("scores", value=[1, 2, 3]), "end: scores [1, 2, 3]"),
        (set_at("winners", value=[7]), "end: scores"),
    ],
)
def test_a_difference_is_said_with_its_place(tmp_path, change, where):
    file = tmp_path / "game.jsonl"
    file.write_text(changed(change) + "\n")
    report = sim.conform([file], rule_set=LIKE_TRANSCRIPTS)
    assert [str(found)[: len(f"{file}:1: calm-3p-000001, {where}")] for found in report.differences] == [
        f"{file}:1: calm-3p-000001, {where}"
    ]


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "3",
        '{"id": 1}',
        changed(set_at("players", value=9)),
        changed(set_at("players", value="x")),
        changed(set_at("voyages", value=[])),
        changed(set_at("voyages", value=None)),
        changed(set_at("reputation", value=[0, 0, 1, 2, None, None])),
        changed(set_at("reputation", value=[[], None, 0, 1, 2, None])),
        changed(set_at("voyages", 0, "deal", value=[0, 1, 2, 3, 4, 5])),
        changed(set_at("voyages", 0, "deal", value=[1, 1, 2, 3, 4, 5])),
        changed(set_at("voyages", 0, "loot_days", 0, value=["chest"] * 48)),
        changed(set_at("voyages", 0, "loot_days", 0, value=["gold", "map", "map"])),
        changed(set_at("voyages", 0, "loot_days", 0, value=["chest"] * 5)),
        changed(lambda game: game["voyages"][1].update(deal=game["voyages"][0]["deal"])),
        changed(set_at("voyages", 0, "days", 0, "choices", 0, value={"kind": "dance"})),
        changed(set_at("voyages", 0, "days", 0, "choices", 0, value={"seat": 1e300, "kind": "loot_take", "loot": "map", "source": "dusk", "n": 3})),
        changed(set_at("voyages", 0, "days", 0, "select", value="abc")),
        changed(set_at("voyages", 0, "start", value={})),
        *(changed(set_at("voyages", 0, "days", 0, "choices", 0, "n", value=n)) for n in (0, -1, False, "0", 0.5, 3.0, 10**400)),
        *(changed(set_at("voyages", 0, "days", 0, "choices", 0, "seat", value=seat)) for seat in ("1", 1.0, True, -1)),
        changed(set_at("voyages", 0, "reputation", value=None)).replace('"reputation": null', '"reputatio": 0', 1),
    ],
)  # fmt: skip
def test_a_broken_transcript_is_refused_with_its_line(tmp_path, line):
    file = tmp_path / "game.jsonl"
    file.write_text(changed(lambda game: None) + "\n\n" + line + "\n")
    with pytest.raises(GalecrestError, match=r"^[^\n]*game\.jsonl, line 3: [^\n]+$"):
        sim.conform([file], rule_set=LIKE_TRANSCRIPTS)


@pytest.mark.parametrize(
    "content", [b"\x1f\x8bnonsense", b"\xff\xfe\x00", b"\x1f\x8b", b"", b"\n\n", b'{"id":' + b"9" * 5000 + b"}"]
)
def test_a_file_that_holds_no_game_is_refused(tmp_path, content):
    file = tmp_path / "game.gz"
    file.write_bytes(content)
    with pytest.raises(GalecrestError, match=r"^[^\n]+$"):
        sim.conform([file])


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(GalecrestError, match="cannot be read: No such file"):
        sim.conform([tmp_path / "none"])


def test_own_transcripts_replay_without_a_difference(tmp_path):
    from sim.transcripts import transcript

    file = tmp_path / "own.jsonl"
    rules = RuleSet.from_settings(["carpenter.anchor=3", "voyage.days=2,3,4"])
    file.write_text("\n".join(json.dumps(transcript(9, game, 2 + game % 5, rules)) for game in range(10)))
    report = sim.conform([file], rule_set=rules)
    assert (report.games, report.differences) == (10, [])


@pytest.mark.parametrize("setup", ["calm", "stormy", "uncharted"])
def test_replayed_games_are_complete_transcripts(tmp_path, setup):
    """Orders that nobody was asked for are in them, as they were carried out, and the tiles that were shown."""
    rules = RuleSet.from_settings([], setup)
    file = tmp_path / "own.jsonl"
    games = [sim.replay(4, game, 2 + game % 5, rule_set=rules).transcript() for game in range(10)]
    file.write_text("\n".join(json.dumps(game) for game in games))
    report = sim.conform([file], rule_set=rules)
    assert (report.games, [str(found) for found in report.differences]) == (10, [])


def test_transcripts_of_solo_games_are_told_and_not_replayed(tmp_path):
    file = tmp_path / "solo.json"
    file.write_text(json.dumps(sim.replay(rule_set=RuleSet(solo=True)).transcript()))
    with pytest.raises(
        GalecrestError, match=r"solo\.json, line 1: a solo game: transcripts of solo games are told, but not replayed here$"
    ):
        sim.conform([file])


def test_rules_of_solo_games_are_refused():
    with pytest.raises(GalecrestError, match=r"^these rules are of solo games; conform replays games of 2 to 6 players$"):
        sim.conform(FILES, rule_set=RuleSet(solo=True))


def test_an_id_is_shown_on_one_line(tmp_path):
    file = tmp_path / "game.jsonl"
    game = json.loads(changed(set_at("scores", value=[0, 0, 0])))
    file.write_text(json.dumps(game | {"id": "\ud800\n" + "x" * 500}))
    [found] = sim.conform([file], rule_set=LIKE_TRANSCRIPTS).differences
    assert "\n" not in str(found)
    assert len(str(found)) < 400
    str(found).encode()
