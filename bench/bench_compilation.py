"""Compiling or loading ``play_block`` in a fresh process: process time, without imports. A cold one says how much it compiles."""

import subprocess
import sys

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
"""


def prepare() -> list[str]:
    """What the program prints in a fresh process: seconds, specialisations, functions that have any."""
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
    with capsys.disabled():
        print(f"\nplay_block: {answers[1]} specialisations of {answers[2]} functions")


@pytest.mark.benchmark(group="compilation of play_block")
def test_warm(benchmark):
    runner.prepare()
    show(benchmark, lambda: float(prepare()[0]), rounds=5)
