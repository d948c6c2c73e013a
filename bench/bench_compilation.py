"""Compiling or loading ``play_block`` in a fresh process, and a whole short run of the command.

Compilation is process time without imports. A cold one says how much it compiles, and what a game takes in the process that
compiled and in one that loads.
"""

import os
import subprocess
import sys
import time

import pytest
from measure import show

from sim import runner

PREPARE = """
import sys, time
from numba.core.dispatcher import Dispatcher
from sim import runner
start = time.process_time()
runner.prepare()
print(time.process_time() - start)
modules = [module for name, module in sys.modules.items() if name.startswith("kernels")]
functions = {value for module in modules for value in vars(module).values() if isinstance(value, Dispatcher)}
print(sum(len(function.signatures) for function in functions), sum(bool(function.signatures) for function in functions))
from measure import Games, best_in_turn
from kernels.rule_record import rules_record
print(best_in_turn([Games(4, rules_record(), 20_000).play], 7)[0] / 20_000)
"""


def prepare() -> list[str]:
    """What the program prints in a fresh process: seconds, specialisations, functions that have any, seconds of a game."""
    return subprocess.run([sys.executable, "-c", PREPARE], check=True, capture_output=True, text=True).stdout.split()


@pytest.mark.slow
@pytest.mark.benchmark(group="compilation of play_block")
def test_cold(benchmark, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    answers = []

    def cost():
        answers[:] = prepare()
        return float(answers[0])

    show(benchmark, cost, rounds=1, warmup_rounds=0)
    compiled, loaded = (float(seconds) * 1e6 for seconds in (answers[3], prepare()[3]))
    with capsys.disabled():
        print(f"\nplay_block: {answers[1]} specialisations of {answers[2]} functions")
        print(f"a game where it was compiled: {compiled:.2f} us, where it is loaded: {loaded:.2f} us")


@pytest.mark.benchmark(group="compilation of play_block")
def test_warm(benchmark):
    runner.prepare()
    show(benchmark, lambda: float(prepare()[0]), rounds=5)


def command() -> float:
    """Wall time of ``galecrest run --games 1000``, with Python's own bytecode kept as usual, in seconds."""
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "sim", "run", "--games", "1000"], check=True, capture_output=True, env=usual)
    return time.perf_counter() - start


@pytest.mark.slow
@pytest.mark.benchmark(group="galecrest run --games 1000")
def test_first_run(benchmark, tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    show(benchmark, command, rounds=1, warmup_rounds=0)


@pytest.mark.benchmark(group="galecrest run --games 1000")
def test_later_runs(benchmark):
    show(benchmark, command, rounds=7, warmup_rounds=1)
