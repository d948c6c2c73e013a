"""A game of a run on one thread and on all usable cores: wall time. OPS is games per second."""

import time

import pytest
from measure import show

from sim import runner
from sim.config import RunConfig, usable_cores

GAMES = 200_000
ROUNDS = 5


@pytest.mark.parametrize("threads", sorted({1, usable_cores()}))
@pytest.mark.benchmark(group="threads, 4 players calm")
def test_threads(benchmark, threads):
    config = RunConfig(games=GAMES, threads=threads)

    def cost():
        start = time.perf_counter()
        runner.play(config)
        return (time.perf_counter() - start) / GAMES

    show(benchmark, cost, ROUNDS)
