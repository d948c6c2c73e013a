"""The command line: what it prints where, its exit codes, and one line for all that a user can get wrong."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars
import pytest

import sim
from kernels._jit import JIT
from kernels.catalog import CHARACTERS
from sim import progress, runner
from sim.cli import galecrest, main
from sim.policies import Answers

ROOT = Path(__file__).parents[2]


def galecrest_process(*arguments, program=("-m", "sim"), **options):
    return subprocess.Popen(
        [sys.executable, *program, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options},
    )


@pytest.fixture
def no_game(monkeypatch):
    """Nothing may be played."""
    monkeypatch.setattr(runner, "prepare", lambda entry: pytest.fail("a game was played"))


def refusal(capsys, *arguments):
    """The one line, without the program's name, that a command line is refused with."""
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("galecrest: ")
    assert captured.err.endswith("\n")
    assert captured.err[:-1].isprintable()
    return captured.err[len("galecrest: ") : -1]


# ---------------------------------------------------------------------------------------------- what it gives


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_help(capsys, arguments):
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("Usage: galecrest ")
    assert captured.err == ""
    for command in galecrest.commands:
        assert f"\n  {command} " in captured.out


@pytest.mark.parametrize("command", galecrest.commands)
def test_help_of_commands(capsys, command):
    assert main([command, "--help"]) == 0
    assert capsys.readouterr().out.startswith(f"Usage: galecrest {command} ")


def test_version(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"galecrest {sim.__version__}\n"


def test_the_card_table_goes_to_standard_output_and_the_rest_does_not(capsys):
    assert main(["run", "--games", "3e1", "--players", "2"]) == 0
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert lines[0].startswith("rank  card ")
    assert len(lines) == 1 + len(CHARACTERS) + 1
    assert lines[-1] == "30 games, 2 players, policy random, seed 0: calm (standard)"
    assert "galecrest: 30 games in " in captured.err


def test_json_is_one_object_with_a_list_of_rows_for_each_table(capsys):
    assert main(["run", "--games", "1", "--json", "--set", "chest.gain=7"]) == 0

    def no_constant(name):
        pytest.fail(f"{name} is not JSON")

    found = json.loads(capsys.readouterr().out, parse_constant=no_constant)
    tables = sim.run(1).tables
    assert found.keys() == {*tables, "manifest"}
    for name, table in tables.items():
        assert len(found[name]) == table.height
        assert list(found[name][0]) == table.columns
    assert any(row["win_rate"] is None for row in found["cards"])
    assert found["manifest"]["rule_set"]["amounts"]["chest.gain"] == 7


def test_quiet(capsys, tmp_path):
    assert main(["run", "--games", "20", "--quiet", "--out", str(tmp_path / "new"), "--format", "csv"]) == 0
    assert capsys.readouterr().err == ""
    assert polars.read_csv(tmp_path / "new" / "games.csv")["games"][0] == 20


def test_run_is_the_function_run(capsys, tmp_path):
    assert main(["run", "--games=25", "--players=5", "--seed=9", "--threads=1", f"--out={tmp_path / 'new'}"]) == 0
    results = sim.run(25, 5, 9, threads=2, block_size=4)
    for name, table in results.tables.items():
        assert polars.read_parquet(tmp_path / "new" / f"{name}.parquet").equals(table)
    assert json.loads((tmp_path / "new" / "manifest.json").read_text()) == results.manifest
    assert f"results in {tmp_path / 'new'}\n" in capsys.readouterr().err


def test_lines_of_progress_where_there_is_no_terminal(capsys, monkeypatch):
    monkeypatch.setattr(progress, "LINE_EVERY", 0)
    display = progress.Display(1_000_000)
    for played in (0, 400_000, 1_000_000):
        display(played)
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("galecrest: 400,000 of 1,000,000 games, ")
    assert line.endswith(" left")


def test_a_bar_on_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr(progress, "_is_animated", lambda: True)
    monkeypatch.setattr(progress, "BAR_AFTER", 0)
    monkeypatch.setenv("TTY_COMPATIBLE", "1")  # for rich, which looks for itself
    with progress.Display(1_000_000) as display:
        for played in (0, 300_000, 400_000, 1_000_000):
            display(played)
        assert "400,000 of 1,000,000 games, " in capsys.readouterr().err
    assert capsys.readouterr().err.endswith("\x1b[2K")  # the bar is gone


def test_it_says_that_it_compiles_and_where_to(capsys, monkeypatch):
    monkeypatch.setattr(runner, "seconds_to_compile", lambda: 15)
    monkeypatch.setattr("kernels.NOTICE", "compiled kernels are kept elsewhere")
    display = progress.Display(10)
    for played in (0, 0, 10):
        display(played)
    assert capsys.readouterr().err.splitlines() == [
        "galecrest: compiled kernels are kept elsewhere",
        "galecrest: compiling this kind of run, once for each version: some 15 seconds (galecrest warm: all kinds)",
    ]


def test_replays_and_conformance_say_that_they_compile(capsys, monkeypatch, tmp_path):
    entries = []
    monkeypatch.setattr(runner, "seconds_to_compile", lambda entry: entries.append(entry) or 15)
    assert main(["replay"]) == main(["replay", "--solo"]) == 0
    file = tmp_path / "game.json"
    file.write_text(json.dumps(sim.replay().transcript()))
    capsys.readouterr()
    assert main(["conform", str(file)]) == 0
    assert capsys.readouterr().err.count("compiling this kind of run, once for each version: some 15 seconds (") == 1
    assert entries == ["step", *runner.step_entry_points(solo=True), "step"]
    refusal(capsys, "replay", "--game", "x")
    assert len(entries) == 3


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00:00"), (59.6, "0:01:00"), (36_061, "10:01:01")])
def test_clock(seconds, text):
    assert progress.clock(seconds) == text


# -------------------------------------------------------------------------------------------- what it refuses


@pytest.mark.usefixtures("no_game")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("run --players 1", "--players '1': must be a whole number from 2 to 6"),
        ("run --players 7", "--players '7': must be a whole number from 2 to 6"),
        ("run --games 0", "--games '0': must be a whole number from 1 to 1_000_000_000_000"),
        ("run --games -5", "--games '-5': must be a whole number from 1 to 1_000_000_000_000"),
        ("run --games 1e30", "--games '1e30': must be a whole number from 1 to 1_000_000_000_000"),
        ("run --games many", "--games 'many': must be a whole number from 1 to 1_000_000_000_000"),
        ("run --seed -1", "--seed '-1': must be a whole number from 0 to 9_223_372_036_854_775_807"),
        ("run --threads 0", "--threads '0': must be a whole number from 1 to 1_024"),
        ("run --block-size 0", "--block-size '0': must be a whole number from 1 to 1_000_000"),
        ("run --set map.par=3", "--set 'map.par=3': no amount is called 'map.par'; did you mean 'map.pair'?"),
        ("run --format csv", "--format: only together with --out DIR"),
        ("run --replace", "--replace: only together with --out DIR"),
        ("run --out new --format cvs", "--format 'cvs': must be parquet or csv; did you mean 'csv'?"),
        ("rum", "'rum': no such command; did you mean 'run'?"),
        ("run --player 3", "--player: no such option; did you mean '--players'?"),
        ("--foo", "--foo: no such option"),
        ("run --games", "Option '--games' requires an argument."),
        ("run 1000", "Got unexpected extra argument (1000)"),
    ],
)  # fmt: skip
def test_refusals(capsys, arguments, message):
    assert refusal(capsys, *arguments.split()) == message


@pytest.mark.usefixtures("no_game")
@pytest.mark.parametrize("text", ["=", "chest.gain=\n", "chest.gain=x\ny", "ß=ß", "chest.gain=1e30", "x" * 5000])
def test_nonsense_settings_are_refused(capsys, text):
    refusal(capsys, "run", "--set", text)


@pytest.mark.usefixtures("no_game")
def test_unknown_commands_are_told_the_known_ones(capsys):
    message = refusal(capsys, "xyzzy\n")
    assert message.startswith("'xyzzy\\n': no such command; there are ")
    for command in galecrest.commands:
        assert command in message


@pytest.mark.usefixtures("no_game")
def test_folders_are_refused_before_a_game_is_played(capsys, tmp_path):
    def reason(folder, *options):
        return refusal(capsys, "run", "--out", str(folder), *options).removeprefix(f"--out {str(folder)!r}: ")

    half = tmp_path / "half"
    half.mkdir()
    (half / "cards.parquet").touch()
    assert reason(half).startswith("holds half-written results (no manifest.json)")
    (half / "manifest.json").touch()
    assert reason(half).startswith("holds results already")
    (half / "notes").touch()
    assert reason(half, "--replace").startswith("holds 'notes', no file of galecrest")
    assert reason(tmp_path / "no" / "new").startswith("there is no folder ")
    assert reason("/proc/new").startswith("cannot be written: ")
    assert sorted(os.listdir(half)) == ["cards.parquet", "manifest.json", "notes"]
    assert os.listdir(tmp_path) == ["half"]


# --------------------------------------------------------------------------------------- a process as a whole


@pytest.mark.skipif(not JIT, reason="a search takes much longer without the compiler, and so does what is left of it")
def test_interrupting_does_not_wait_for_the_end_of_a_search():
    """A game with search:100000 takes minutes."""
    runner.prepare(*runner.entry_points(answers=Answers.SEARCH))
    program = (
        "import sys; from sim import runner; from sim.cli import main; "
        "play = runner._on_all_threads; runner._on_all_threads = lambda *given: (print('playing', flush=True), play(*given))[1]; "
        "sys.exit(main())"
    )
    with galecrest_process("run", "--games", "4", "--policy", "search:100000", "--quiet", program=("-c", program)) as process:
        assert process.stdout.readline() == "playing\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        start = time.perf_counter()
        _, err = process.communicate(timeout=60)
    assert time.perf_counter() - start < 5
    assert (process.returncode, err) == (130, "galecrest: interrupted\n")


def test_interrupting_leaves_nothing(tmp_path):
    chatty = "import sys, sim.progress; sim.progress.LINE_EVERY = 0; from sim.cli import main; sys.exit(main())"
    arguments = ("run", "--games", "1e12", "--block-size", "10", "--out", str(tmp_path / "new"))
    with galecrest_process(*arguments, program=("-c", chatty)) as process:
        while " of 1,000,000,000,000 games" not in process.stderr.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        start = time.perf_counter()
        out, err = process.communicate(timeout=30)
    assert time.perf_counter() - start < 2
    assert process.returncode == 130
    assert out == ""
    assert err.splitlines()[-1] == "galecrest: interrupted"
    assert "Traceback" not in err
    assert os.listdir(tmp_path) == []


def test_a_reader_that_goes_away_ends_it_quietly():
    read, write = os.pipe()
    os.close(read)
    with galecrest_process("run", "--games", "20", "--quiet", "--json", stdout=write) as process:
        os.close(write)
        assert process.stderr.read() == ""
    assert process.returncode == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_behind_standard_output():
    with (
        open("/dev/full", "w") as full,
        galecrest_process("run", "--games", "20", "--json", "--quiet", stdout=full) as process,
    ):
        assert process.stderr.read() == "galecrest: [Errno 28] No space left on device\n"
    assert process.returncode == 2


def test_results_are_kept_when_nobody_reads_the_messages(tmp_path):
    read, write = os.pipe()
    os.close(read)
    with galecrest_process("run", "--games", "20", "--out", str(tmp_path / "new"), stderr=write) as process:
        os.close(write)
        assert process.stdout.read().startswith("rank ")
    assert process.returncode == 0
    assert (tmp_path / "new" / "manifest.json").exists()


def test_nothing_slow_is_imported_before_it_is_needed():
    seen = "import sys, sim, sim.cli; print({'numba', 'numpy', 'polars', 'rich'} & sys.modules.keys())"
    with galecrest_process(program=("-c", seen)) as process:
        assert process.stdout.read() == "set()\n"
