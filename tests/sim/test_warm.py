"""``galecrest warm``: everything is compiled once, with the types that games are played with, and kept."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import numba
import pytest
from numba.core.caching import FunctionCache

import sim
from kernels import _cache, engine
from kernels._jit import JIT
from sim import runner
from sim.cli import main

ROOT = Path(__file__).parents[2]
ENTRY_POINTS = [
    *("play_block", "compare_block", "begin_traced", "step", "learn_block"),
    *("play_policy_block", "compare_policy_block", "policy_step", "search_choice"),
    *("play_solo_block", "compare_solo_block", "begin_solo_traced", "solo_step", "learn_solo_block"),
    *("play_solo_policy_block", "compare_solo_policy_block", "solo_policy_step", "solo_search_choice"),
]

needs_the_compiler = pytest.mark.skipif(not JIT, reason="nothing is compiled")


def process(*program, **environment):
    return subprocess.Popen(
        [sys.executable, *program],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_all_entry_points_are_known():
    assert list(runner.calls()) == ENTRY_POINTS
    if JIT:
        kept = {name for name, value in vars(engine).items() if isinstance(getattr(value, "_cache", None), FunctionCache)}
        assert kept == set(ENTRY_POINTS)


def test_no_game_is_played_for_it():
    for entry, arguments in runner.calls().items():
        getattr(engine, entry)(*arguments)
        if entry.endswith("_block"):
            counters = arguments[6 : 8 if "compare" in entry else 7]
            assert all((counted.view("i8") == 0).all() for counted in counters)


@needs_the_compiler
def test_it_says_what_it_compiles_and_what_is_there(capsys):
    assert main(["warm"]) == 0  # compiles here what no other test has
    captured = capsys.readouterr()
    assert captured.out == ""
    *lines, last = captured.err.splitlines()
    for line, entry in zip(lines, ENTRY_POINTS, strict=True):
        assert re.fullmatch(rf"galecrest: {entry}: (there already|compiled in \d+\.\d s)", line)
    folder = Path(last.removeprefix("galecrest: all compiled code is in "))
    for entry in ENTRY_POINTS:
        assert list(folder.rglob(f"engine.{entry}-*.nbc"))

    assert main(["warm"]) == 0
    assert [line.split(": ")[2] for line in capsys.readouterr().err.splitlines()[:-1]] == ["there already"] * len(ENTRY_POINTS)
    assert main(["warm", "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")


EVERYTHING = """
import json, sys
import numpy as np
import sim
from kernels import engine
from sim import runner
from sim.rule_sets import RuleSet

reports = []
assert sim.warm(lambda entry, seconds: reports.append((entry, seconds)))
solo = RuleSet(solo=True)
for rules in (None, solo):
    for policy, games in (("random", 20), ("greedy", 20), ("search:1", 4)):
        sim.run(games, rule_set=rules, policy=policy, threads=2, block_size=10)
        sim.compare(["base", "stormy"], games, rule_set=rules, policy=policy)
        told = sim.replay(rule_set=rules, policy=policy)
sim.run(20, policy="random,greedy,learned,learned")
with open(sys.argv[1], "w") as file:
    json.dump(sim.replay().transcript(), file)
assert not sim.conform([sys.argv[1]]).differences
compiled = {entry: sum(getattr(engine, entry).stats.cache_misses.values()) for entry in runner.calls()}
print(json.dumps([reports, compiled]))
"""


@needs_the_compiler
def test_after_it_nothing_is_compiled_any_more(tmp_path):
    """In a new process, which loads; games are then played with arguments of the same types."""
    sim.warm()
    with process("-c", EVERYTHING, str(tmp_path / "game.json")) as new:
        out, err = new.communicate(timeout=300)
    assert err == ""
    reports, compiled = json.loads(out)
    assert reports == [[entry, None] for entry in ENTRY_POINTS]
    assert compiled == dict.fromkeys(ENTRY_POINTS, 0)


BEGIN_FIRST = """
import sys
from sim import runner
from sim.cli import main
calls = runner.calls()
runner.calls = lambda: {entry: calls[entry] for entry in ("begin_traced", "play_block")}
sys.exit(main(["warm"]))
"""


@needs_the_compiler
def test_interrupting_leaves_what_is_done(tmp_path):
    with process("-c", BEGIN_FIRST, NUMBA_CACHE_DIR=str(tmp_path)) as new:
        assert re.fullmatch(r"galecrest: begin_traced: compiled in \d+\.\d s\n", new.stderr.readline())
        new.send_signal(signal.SIGINT)
        out, err = new.communicate(timeout=5)
    assert (out, err) == ("", "galecrest: interrupted\n")
    assert new.returncode == 130
    assert [path.name.split("-")[0] for path in tmp_path.rglob("*.nbc")] == ["engine.begin_traced"]


@needs_the_compiler
@pytest.mark.parametrize("notice", [None, "compiled kernels cannot be kept: /x cannot be written"])
def test_where_nothing_can_be_kept_nothing_is_compiled(capsys, monkeypatch, notice):
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    monkeypatch.setattr(runner, "NOTICE", notice)
    monkeypatch.setattr(runner, "prepare", lambda entry: pytest.fail("compiled"))
    assert main(["warm"]) == 2
    assert capsys.readouterr() == ("", f"galecrest: {notice or 'compiled kernels cannot be kept'}\n")


@needs_the_compiler
def test_what_could_not_be_kept_is_named(capsys, monkeypatch):
    is_warm = _cache.is_warm
    monkeypatch.setattr(_cache, "is_warm", lambda entry: entry != "step" and is_warm(entry))
    assert main(["warm", "--quiet"]) == 2
    assert capsys.readouterr().err == f"galecrest: compiled, but could not be kept in {numba.config.CACHE_DIR}: step\n"


def test_without_the_compiler_it_says_so(capsys, monkeypatch):
    monkeypatch.setattr(runner, "JIT", False)
    assert main(["warm"]) == 2
    assert capsys.readouterr().err == "galecrest: NUMBA_DISABLE_JIT is set: nothing is compiled\n"


LOADED = """
import hashlib, sys
from sim import runner
from sim.config import RunConfig
from sim.rule_sets import RuleSet
kinds = [kind == "solo" for kind in sys.argv[1:]]
for solo in kinds:
    runner.prepare(*runner.entry_points(solo))
for solo in kinds:
    tally = runner.play(RunConfig(games=50, threads=1, rule_set=RuleSet(solo=solo)))
    print(hashlib.sha256(tally.tobytes()).hexdigest())
"""


@needs_the_compiler
def test_what_different_processes_compiled_does_not_meet_in_a_third(tmp_path):
    """Numba numbers functions and record types anew in each process, so two entry points' parts can have one name."""

    def played(*kinds):
        with process("-c", LOADED, *kinds, NUMBA_CACHE_DIR=str(tmp_path)) as new:
            out, err = new.communicate(timeout=300)
        assert (new.returncode, err) == (0, "")
        return out.split()

    ordinary, solo = played("ordinary"), played("solo")
    assert played("ordinary", "solo") == ordinary + solo
    assert played("solo", "ordinary") == solo + ordinary
