"""A whole run in a fresh process: the most memory that it held, printed, and its process time per game."""

import subprocess
import sys
from pathlib import Path

import pytest
from measure import show

STATUS = Path("/proc/self/status")

RUN = f"""
import sys, time
import sim
sim.run(games=int(sys.argv[1]))
peak = next(line.split()[1] for line in open("{STATUS}") if line.startswith("VmHWM"))
print(time.process_time(), int(peak) / 1024)
"""
"""Not ``resource.getrusage``: what it says of a new process begins with what the parent held."""


@pytest.mark.slow
@pytest.mark.skipif(not STATUS.exists(), reason="needs Linux")
@pytest.mark.benchmark(group="run in a fresh process")
def test_memory(benchmark, capsys, games):
    answers = []

    def cost():
        program = [sys.executable, "-c", RUN, str(games)]
        answers[:] = map(float, subprocess.run(program, check=True, capture_output=True, text=True).stdout.split())
        return answers[0] / games

    show(benchmark, cost, rounds=1, warmup_rounds=0)
    with capsys.disabled():
        print(f"\n{games:>12,} games: {answers[1]:.1f} MiB at most")


def pytest_generate_tests(metafunc):
    metafunc.parametrize("games", metafunc.config.getoption("memory_games"))
