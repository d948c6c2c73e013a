"""Training: the same options give the same file, whatever threads and interruptions; and it learns."""

import io
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve

import sim
from kernels._jit import JIT
from kernels.policies.features import CARD_FEATURE_NAMES, LOOT_FEATURE_NAMES
from kernels.policies.training import GRADIENT
from sim import checkpoints, runner, training
from sim.checkpoints import SUFFIX, WeightsFile
from sim.cli import main
from sim.config import RunConfig
from sim.errors import GalecrestError
from sim.policies import Policy
from sim.progress import Display
from sim.rule_sets import RuleSet
from sim.training import LEARNED, Course, Trainer, Training
from sim.weights import MANIFEST, read_weights

ROOT = Path(__file__).parents[2]
SMALL = {"rounds": 4, "games_per_round": 12, "players": 3, "seed": 5}
"""A training that takes no time."""

needs_speed = pytest.mark.skipif(not JIT, reason="too many games")


def trained(path, **changes):
    sim.train(path, **{**SMALL, **changes})
    return path.read_bytes()


def small(**changes):
    games = RunConfig(games=12, players=3, seed=5, threads=1)
    return Training(**{"games": games, "rounds": 4, **changes})


# ------------------------------------------------------------------------------------------------- the same bytes


@pytest.mark.parametrize("against", [None, "greedy"])
def test_threads_do_not_change_a_byte(tmp_path, against):
    one, three = (trained(tmp_path / f"{threads}.toml", threads=threads, against=against) for threads in (1, 3))
    assert one == three


def test_another_seed_or_number_of_rounds_gives_other_weights(tmp_path):
    found = [trained(tmp_path / f"{at}.toml", **changes) for at, changes in enumerate(({}, {"seed": 6}, {"rounds": 5}))]
    assert len({text.split(b"[card.scout]")[1] for text in found}) == 3


class Interruption:
    """Progress that presses Ctrl-C when the last complete round is this one."""

    def __init__(self, after):
        self.after = after
        self.seen = []

    def __call__(self, played, last):
        self.seen.append((played, last and last.number))
        if last and last.number == self.after:
            raise KeyboardInterrupt


@pytest.mark.parametrize("against", [None, "random"])
def test_an_interrupted_training_ends_as_an_undisturbed_one(tmp_path, against):
    undisturbed = trained(tmp_path / "undisturbed.toml", against=against)
    path, told = tmp_path / "mine.toml", []
    for after in (1, 3):
        with pytest.raises(KeyboardInterrupt):
            trained(path, progress=Interruption(after), report=told.append, against=against)
        assert [file.name for file in tmp_path.glob("mine*")] == ["mine.toml.training"]
    seen = Interruption(None)
    assert trained(path, progress=seen, report=told.append, threads=2, against=against) == undisturbed
    assert sorted(file.name for file in tmp_path.iterdir()) == ["mine.toml", "undisturbed.toml"]
    state = f"{str(path)!r}"[:-1] + SUFFIX + "'"
    assert told == [
        f"1 of 4 rounds are kept in {state}: the same command goes on from there",
        f"goes on after round 1 of 4, from {state}",
        f"3 of 4 rounds are kept in {state}: the same command goes on from there",
        f"goes on after round 3 of 4, from {state}",
    ]
    assert seen.seen[0] == (36, None)


def test_the_state_is_written_now_and_then(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoints, "KEEP_EVERY", 0.0)
    states = []
    keep = WeightsFile._keep

    def kept(file, course, trained_):
        keep(file, course, trained_)
        states.append((course.rounds, file.state.read_bytes()))

    monkeypatch.setattr(WeightsFile, "_keep", kept)
    whole = trained(tmp_path / "mine.toml")
    assert [rounds for rounds, _ in states] == [1, 2, 3, 4]
    for _, state in states:  # as if the machine had been switched off then
        (tmp_path / "again.toml.training").write_bytes(state)
        (tmp_path / "again.toml").unlink(missing_ok=True)
        assert trained(tmp_path / "again.toml") == whole


def test_a_course_is_never_half_a_round_further():
    trainer = Trainer(small())
    before = trainer.course
    gradient = np.zeros(1, GRADIENT)
    gradient["card_weight"], gradient["seats"] = 3, 1
    after = before.after(gradient[0], trainer.training)
    assert (before.rounds, after.rounds) == (0, 1)
    assert not any(before.weights[name].any() or before.means[name].any() for name in LEARNED)


# ---------------------------------------------------------------------------------------------------- the steps


def gradients(rounds):
    draw = np.random.default_rng(3)
    for _ in range(rounds):
        gradient = np.zeros(1, GRADIENT)
        gradient["seats"] = 12
        for name in LEARNED:
            gradient[name] = draw.integers(-(10**6), 10**6, GRADIENT[name].shape)
        yield gradient[0]


def test_steps_are_those_of_adam_and_the_last_half_is_averaged():
    """Against the algorithm as Kingma and Ba print it, for one weight of scale 1 and one of a large feature."""
    plan = small(rounds=6)
    course, found = Course.of(plan), []
    for gradient in gradients(6):
        course = course.after(gradient, plan)
        found.append(gradient)
    at = CARD_FEATURE_NAMES.index("doubloons")
    for name, place, scale in (("card_start", (1, 2, 30), 1), ("card_weight", (30, at), 10)):
        weight = mean = square = 0.0
        weights = []
        for time, gradient in enumerate(found, start=1):
            slope = gradient[name][place] / 12
            mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
            rate = 16 * (1 - (time - 1) / 6) / scale
            weight += rate * (mean / (1 - 0.9**time)) / (square / (1 - 0.99**time)) ** 0.5
            weights.append(weight)
        assert course.weights[name][place] == pytest.approx(weight, rel=1e-9)
        assert course.averaged(plan)[name][place] == pytest.approx(sum(weights[3:]) / 3, rel=1e-9)


def test_a_single_round_is_a_training(tmp_path):
    trained(tmp_path / "one.toml", rounds=1)
    assert any(array.any() for array in read_weights(tmp_path / "one.toml").arrays.values())


def test_what_no_game_teaches_stays_zero(tmp_path):
    sim.train(tmp_path / "calm.toml", **SMALL)
    assert not read_weights(tmp_path / "calm.toml").arrays["loot_start"][:, :, 1].any()


def test_typical_values_are_of_features():
    assert set(training.TYPICAL) <= {*CARD_FEATURE_NAMES, *LOOT_FEATURE_NAMES}


def test_wins_and_surprise_are_worth_what_is_said(monkeypatch):
    worths, learn = [], runner.learn

    def noted(games, first, lesson, line_up, for_win, for_surprise, progress):
        worths.append((first, for_win, for_surprise))
        return learn(games, first, lesson, line_up, for_win, for_surprise, progress)

    monkeypatch.setattr(runner, "learn", noted)
    monkeypatch.setattr(training, "WIN", 2.5)
    monkeypatch.setattr(training, "SURPRISE", 0.5)
    Trainer(small()).run()
    assert [first for first, *_ in worths] == [0, 12, 24, 36]
    assert {worth[1:] for worth in worths} == {(10, 512)}


# ------------------------------------------------------------------------------------------------- what it learns


@needs_speed
def test_a_few_rounds_beat_random(tmp_path):
    """Of 2000 games one of four seats wins a quarter by luck, with a standard error of 1 %."""
    path = tmp_path / "mine.toml"
    sim.train(path, 40, 4, games_per_round=500)
    results = sim.run(2000, policy=f"learned:{path},random,random,random")
    share = results.tables["policies"].filter(policy=f"learned:{path}")["win_share"][0]
    assert share > 0.6


@needs_speed
@pytest.mark.parametrize("against", ["random", "greedy"])
def test_a_best_response_beats_what_it_was_trained_against(against):
    games = RunConfig(games=1500, players=4, threads=2)
    trainer = Trainer(Training(games=games, rounds=60, against=Policy.named(against)))
    trainer.run()
    assert trainer.last.number == 60
    assert trainer.wins(evolve(games, games=2000)) / 2000 > 0.32
    assert trainer.last.win_share > 0.3


def test_solo_games_can_be_trained(tmp_path):
    sim.train(tmp_path / "solo.toml", **{**SMALL, "players": None}, rule_set=RuleSet(solo=True))
    manifest = read_weights(tmp_path / "solo.toml").manifest
    assert (manifest["players"], manifest["solo"]) == (1, True)
    sim.run(5, rule_set=RuleSet(solo=True), policy=f"learned:{tmp_path / 'solo.toml'}")


def test_drawn_sides_and_changed_amounts_can_be_trained(tmp_path):
    rule_set = RuleSet.from_settings(["chest.gain=9"], "map=drawn,relic=stormy", RuleSet(), False)
    sim.train(tmp_path / "mine.toml", **SMALL, rule_set=rule_set)
    weights = read_weights(tmp_path / "mine.toml")
    assert weights.manifest["rules"] == rule_set.hash
    assert {side for row in weights.sides for side in row} == {"calm", "stormy", ""}
    sim.run(5, 3, rule_set=rule_set, policy=f"learned:{tmp_path / 'mine.toml'}")


def test_tiles_of_ones_own_can_be_trained(tmp_path):
    rules = tmp_path / "rules.toml"
    rules.write_text(
        '[tiles.harbour.amulet]\neffects = [{ when = "dusk", do = "gain", amount = 2 }]\n[setup]\namulet = "harbour"\n'
        '[tiles.calm.map]\neffects = [{ when = "anchor", do = "gain", amount = 4 }]\n'
    )
    path = tmp_path / "mine.toml"
    small_training = ["--rounds", "2", "--games-per-round", "20", "--quiet"]
    assert main(["train", str(path), "--rules", str(rules), *small_training]) == 0
    assert {side for row in read_weights(path).sides for side in row} == {"calm", "harbour", ""}
    assert main(["run", "--games", "5", "--rules", str(rules), "--policy", f"learned:{path}", "--quiet"]) == 0


def test_games_by_trained_weights_replay_by_script(tmp_path):
    """A transcript names every choice: the rules take each of them, and end in the same scores."""
    path = tmp_path / "mine.toml"
    trained(path)
    told = sim.replay(players=3, policy=f"learned:{path}")
    (tmp_path / "game.json").write_text(json.dumps(told.transcript()))
    report = sim.conform([tmp_path / "game.json"])
    assert (report.games, report.differences) == (1, [])


# ---------------------------------------------------------------------------------------------------- the start


def test_it_can_start_from_weights(tmp_path):
    trained(tmp_path / "first.toml")
    more = trained(tmp_path / "more.toml", start=str(tmp_path / "first.toml"))
    manifest = tomllib.loads(more.decode())["manifest"]
    assert manifest["from_sha256"] == read_weights(tmp_path / "first.toml").sha256
    assert more != trained(tmp_path / "again.toml", seed=6, start=str(tmp_path / "first.toml"))
    start = Course.of(small(start=read_weights(tmp_path / "first.toml"))).weights
    assert start["card_start"].tolist() == read_weights(tmp_path / "first.toml").arrays["card_start"].tolist()
    assert not start["critic_weight"].any()


def test_against_learned_it_starts_from_its_weights_and_says_so(tmp_path):
    trained(tmp_path / "first.toml")
    told = []
    name = f"learned:{tmp_path / 'first.toml'}"
    manifest = tomllib.loads(trained(tmp_path / "best.toml", against=name, report=told.append).decode())["manifest"]
    sha = read_weights(tmp_path / "first.toml").sha256
    assert (manifest["against"], manifest["against_sha256"], manifest["from_sha256"]) == (name, sha, sha)
    assert told == [f"starts from the weights of {name!r}"]
    trained(tmp_path / "other.toml", seed=6)
    told.clear()
    trained(tmp_path / "third.toml", against=name, start=str(tmp_path / "other.toml"), report=told.append)
    assert told == []


def test_learned_means_the_weights_that_come_with_galecrest(tmp_path, monkeypatch):
    trained(tmp_path / "calm_3.toml")
    monkeypatch.setattr("sim.weights.LEARNED", tmp_path)
    by_name = trained(tmp_path / "one.toml", start="learned")
    assert by_name == trained(tmp_path / "two.toml", start=str(tmp_path / "calm_3.toml"))
    manifest = tomllib.loads(trained(tmp_path / "best.toml", against="learned").decode())["manifest"]
    assert manifest["against_sha256"] == read_weights(tmp_path / "calm_3.toml").sha256


def test_the_manifest_says_all_that_determines_the_weights(tmp_path):
    manifest = tomllib.loads(trained(tmp_path / "mine.toml", against="greedy").decode())["manifest"]
    assert list(manifest)[: len(MANIFEST)] == list(MANIFEST)
    assert (manifest["players"], manifest["seed"], manifest["rounds"], manifest["games"]) == (3, 5, 4, 48)
    assert (manifest["games_per_round"], manifest["against"], manifest["step"]) == (12, "greedy", training.STEP)
    assert manifest["rules"] == RuleSet.standard().hash
    assert set(training.CONSTANTS) <= set(manifest)
    assert not any("thread" in key for key in manifest)


# ------------------------------------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--rounds 0", "--rounds '0': must be a whole number from 1 to 1_000_000"),
        ("--games-per-round many", "--games-per-round 'many': must be a whole number from 1 to 1_000_000"),
        ("--players 7", "--players '7': must be a whole number from 2 to 6"),
        ("--against gredy", "--against 'gredy': no such policy; there are random, greedy, learned"),
        (
            "--against search:8",
            "--against 'search:8': search is too slow to be trained against; name random, greedy or learned",
        ),
        ("--against greedy,random", "--against 'greedy,random': no such policy"),
        ("--solo --against greedy", "--against 'greedy': a solo game has one human; leave it out"),
        ("--from nowhere.toml", "--from: 'nowhere.toml': cannot be read: No such file or directory"),
        ("--fron x", "--fron: no such option; did you mean '--from'?"),
    ],
)
def test_what_cannot_be_trained_is_refused(capsys, tmp_path, arguments, message):
    assert main(["train", str(tmp_path / "x.toml"), *arguments.split()]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"galecrest: {message}")
    assert list(tmp_path.iterdir()) == []


def test_weights_without_a_tile_are_refused(capsys, tmp_path):
    trained(tmp_path / "calm.toml")
    path = str(tmp_path / "calm.toml")
    for option, given in (("--from", path), ("--against", f"learned:{path}")):
        assert main(["train", str(tmp_path / "x.toml"), option, given, "--setup", "stormy", "--players", "3"]) == 2
        err = capsys.readouterr().err
        assert "no weights for the tile stormy.chest" in err
        assert err.count("\n") == 1


def test_a_file_that_is_there_is_replaced_only_if_asked(capsys, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("precious")
    arguments = ["train", str(path), "--rounds", "2", "--games-per-round", "8", "--players", "2"]
    assert main(arguments) == 2
    assert (
        capsys.readouterr().err
        == f"galecrest: {str(path)!r}: is there already; add --replace to replace it, or name another file\n"
    )
    assert path.read_text() == "precious"
    assert main([*arguments, "--replace", "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")
    assert read_weights(path).manifest["rounds"] == 2


@pytest.mark.parametrize(
    ("name", "reason"), [("folder", "is not a file"), ("none/x.toml", "there is no folder"), ("x" * 300, "cannot be")]
)
def test_what_cannot_be_written_is_refused_before_anything_is_played(tmp_path, monkeypatch, name, reason):
    monkeypatch.setattr(runner, "learn", lambda *_: pytest.fail("played"))
    (tmp_path / "folder").mkdir()
    with pytest.raises(GalecrestError, match=reason):
        trained(tmp_path / name)
    with pytest.raises(GalecrestError, match="null"):
        trained(tmp_path / "a\0b")


def test_a_folder_that_is_write_protected_is_refused(tmp_path, monkeypatch):
    def protected(path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(checkpoints, "probe_folder", protected)
    with pytest.raises(GalecrestError, match=r"x.toml': cannot be written: Permission denied"):
        trained(tmp_path / "x.toml")


@pytest.fixture
def interrupted(tmp_path):
    """A training that was interrupted after its second round."""
    path = tmp_path / "mine.toml"
    with pytest.raises(KeyboardInterrupt):
        trained(path, progress=Interruption(2))
    return path


def changed_state(content, **changes):
    with np.load(io.BytesIO(content)) as file:
        arrays = {name: file[name] for name in file.files}
    out = io.BytesIO()
    np.savez(out, **{name: array for name, array in (arrays | changes).items() if array is not None})
    return out.getvalue()


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: b"no archive",
        lambda content: content[: len(content) // 2],
        lambda content: content[:2000] + bytes([content[2000] ^ 1]) + content[2001:],
        lambda content: changed_state(content, masses=None),
        lambda content: changed_state(content, masses=np.zeros(3)),
        lambda content: changed_state(content, rounds=np.array(0)),
        lambda content: changed_state(content, manifest=np.array("[]x")),
        lambda content: changed_state(content, **{"sums.card_start": np.zeros((2, 2))}),
        lambda content: changed_state(content, **{"means.card_start": np.full(GRADIENT["card_start"].shape, np.nan)}),
        lambda content: changed_state(content, **{"means.card_start": np.zeros(GRADIENT["card_start"].shape, np.int64)}),
    ],
)
def test_a_damaged_state_is_refused(interrupted, damage):
    state = Path(f"{interrupted}{SUFFIX}")
    state.write_bytes(damage(state.read_bytes()))
    before = state.read_bytes()
    with pytest.raises(GalecrestError) as caught:
        trained(interrupted)
    reason = "is no state of a training, or damaged; remove it, or name another weights file"
    assert str(caught.value) == f"{str(state)!r}: {reason}"
    assert state.read_bytes() == before


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seed": 6}, "seed '5', not '6'"),
        ({"rounds": 3}, "rounds '4', not '3'"),
        ({"players": 2}, "players '3', not '2'"),
        ({"games_per_round": 13}, "games '48', not '52'"),
        ({"against": "greedy"}, "trained 'against itself (docs/training.md)', not"),
    ],
)
def test_the_state_of_another_training_is_refused(interrupted, changes, reason):
    with pytest.raises(GalecrestError) as caught:
        trained(interrupted, **changes)
    assert str(caught.value).startswith(f"{f'{interrupted}{SUFFIX}'!r}: is of another training ({reason}")
    assert not interrupted.exists()


def test_of_two_trainings_to_one_file_the_second_to_write_ends(tmp_path, monkeypatch):
    """Neither state nor weights of another training are overwritten, also if it began after this one."""
    out, other = tmp_path / "w.toml", trained(tmp_path / "other.toml", seed=6)
    run = Trainer.run

    def meanwhile(trainer, *arguments):
        run(trainer, *arguments)
        out.write_bytes(other)

    monkeypatch.setattr(Trainer, "run", meanwhile)
    with pytest.raises(GalecrestError, match="is there already; add --replace"):
        trained(out)
    assert out.read_bytes() == other
    state = Path(f"{out}{SUFFIX}")
    kept = state.read_bytes()  # the weights are lost to nobody
    out.unlink()
    with pytest.raises(GalecrestError, match="is of another training"):
        trained(out, seed=7)
    assert state.read_bytes() == kept


def test_a_state_that_says_more_than_this_training_is_refused(interrupted):
    state = Path(f"{interrupted}{SUFFIX}")
    for changes in ({"rounds": np.array(9)}, {"manifest": None}):
        content = state.read_bytes()
        if "manifest" in changes:
            with np.load(io.BytesIO(content)) as file:
                changes = {"manifest": np.array(str(file["manifest"])[:-1] + ', "more": 1}')}
        state.write_bytes(changed_state(content, **changes))
        with pytest.raises(GalecrestError, match="is of another training; remove it"):
            trained(interrupted)
        state.write_bytes(content)


def test_a_state_that_cannot_be_read_is_refused(tmp_path):
    Path(f"{tmp_path / 'mine.toml'}{SUFFIX}").mkdir()
    with pytest.raises(GalecrestError, match="cannot be read: Is a directory"):
        trained(tmp_path / "mine.toml")


def test_a_full_disk_at_the_end_keeps_what_was_learned(tmp_path, monkeypatch):
    replace_file = checkpoints.replace_file

    def full(path, content):
        if path.suffix == ".toml":
            raise OSError(28, "No space left on device")
        replace_file(path, content)

    path = tmp_path / "mine.toml"
    with monkeypatch.context() as patch:
        patch.setattr(checkpoints, "replace_file", full)
        with pytest.raises(GalecrestError, match="cannot be written: No space left on device"):
            trained(path)
        patch.setattr(checkpoints, "replace_file", lambda path, content: full(Path("x.toml"), content))
        with pytest.raises(GalecrestError, match=r"mine.toml.training': cannot be written: No space left"):
            WeightsFile.at(path)._keep(Course(1), small())
    assert [file.name for file in tmp_path.iterdir()] == ["mine.toml.training"]
    monkeypatch.setattr(runner, "learn", lambda *_: pytest.fail("nothing is left to be played"))
    trained(path)
    assert [file.name for file in tmp_path.iterdir()] == ["mine.toml"]


def test_interrupted_before_the_first_round_nothing_is_kept(tmp_path):
    def at_once(played, last):
        raise KeyboardInterrupt

    told = []
    with pytest.raises(KeyboardInterrupt):
        trained(tmp_path / "mine.toml", progress=at_once, report=told.append)
    with pytest.raises(KeyboardInterrupt):
        trained(tmp_path / "mine.toml", progress=lambda played, last: at_once(played, last) if played else None, rounds=1)
    assert (told, list(tmp_path.iterdir())) == ([], [])


# -------------------------------------------------------------------------------------------------- the command


def test_the_command_says_where_it_is(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("sim.progress.LINE_EVERY", 0.0)
    path = tmp_path / "mine.toml"
    arguments = ["train", str(path), "--rounds", "3", "--games-per-round", "20", "--players", "2", "--setup", "stormy"]
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    lines = [line for line in err.splitlines() if "compiling" not in line]
    assert out == ""
    assert lines[-1] == f"galecrest: weights in {path}"
    assert lines[-2].startswith("galecrest: reconstructed rules in play, not the printed ones: LS-")
    assert any("of 60 games, " in line and "; round 2, surprise " in line and line.endswith(" bits a choice") for line in lines)
    assert not any("win share" in line for line in lines)
    assert main([*arguments[:-2], "--replace", "--against", "random"]) == 0
    assert "; round 1, win share " in capsys.readouterr().err


def test_what_an_earlier_run_played_does_not_count_for_the_speed(capsys, monkeypatch):
    times = iter([0.0, 10.0, 20.0, 25.0])
    monkeypatch.setattr("sim.progress.perf_counter", lambda: next(times))
    display = Display(1000)
    display(400)  # found valid, at 10 s
    display(400)  # prepared, at 20 s
    monkeypatch.setattr("sim.progress.LINE_EVERY", 1.0)
    display(600, "; a note")
    line = "galecrest: 600 of 1,000 games, 40 games/s, 0:00:10 left; a note\n"
    assert capsys.readouterr().err.endswith(line)


CTRL_C_IN_ROUND_3 = """
import os, signal, sys
from sim import runner
from sim.cli import main
learn, rounds = runner.learn, []
def pressed(*arguments):
    rounds.append(arguments)
    if len(rounds) == 3:
        os.kill(os.getpid(), signal.SIGINT)
    return learn(*arguments)
runner.learn = pressed
sys.exit(main(sys.argv[1:]))
"""


def test_ctrl_c_keeps_the_rounds_and_the_same_command_goes_on(tmp_path):
    def process(*program):
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        run = subprocess.run(
            [sys.executable, *program], cwd=tmp_path, env=environment, text=True, capture_output=True, timeout=300, check=False
        )
        return run.returncode, run.stdout, run.stderr.splitlines()

    command = ["train", "mine.toml", "--rounds", "4", "--games-per-round", "20", "--threads", "1"]
    code, out, err = process("-c", CTRL_C_IN_ROUND_3, *command)
    state = str(Path(os.path.realpath(tmp_path)) / "mine.toml.training")
    kept = f"galecrest: 2 of 4 rounds are kept in {state!r}: the same command goes on from there"
    assert (code, out, err[-2:]) == (130, "", [kept, "galecrest: interrupted"])
    assert [file.name for file in tmp_path.iterdir()] == ["mine.toml.training"]
    code, out, err = process("-m", "sim", *command)
    assert (code, out) == (0, "")
    assert f"galecrest: goes on after round 2 of 4, from {state!r}" in err
    assert [file.name for file in tmp_path.iterdir()] == ["mine.toml"]


def test_the_page_has_every_option_and_constant():
    page = (ROOT / "docs" / "training.md").read_text("utf-8")
    for name in (*training.CONSTANTS, "--rounds", "--games-per-round", "--from", "--against", "--replace", SUFFIX):
        assert f"`{name}`" in page or f"{name} " in page, name
