"""Blocks, threads and what must not depend on them."""

import threading
import time

import numpy as np
import pytest

from kernels import engine
from kernels.engine import play_block
from kernels.state import GAME
from kernels.tally import TALLY, add
from sim import runner
from sim.config import RunConfig
from sim.errors import GalecrestError
from sim.runner import play, prepare

GAMES = 150


@pytest.fixture(scope="module")
def reference():
    return play(RunConfig(games=GAMES, players=3, seed=7, threads=1, block_size=GAMES))


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("block_size", [1, 64])
def test_threads_and_block_size_do_not_change_the_tally(reference, threads, block_size):
    tally = play(RunConfig(games=GAMES, players=3, seed=7, threads=threads, block_size=block_size))
    assert tally.tobytes() == reference.tobytes()
    assert tally["games"] == GAMES


def test_seeds_differ(reference):
    other = play(RunConfig(games=GAMES, players=3, seed=8))
    assert other["games"] == GAMES
    assert (other["score_seats"] != reference["score_seats"]).any()


def test_parts_add_up_to_the_whole(reference):
    rules, total = RunConfig().rule_set.record(), np.zeros(1, TALLY)
    for first, count in ((100, GAMES - 100), (0, 1), (1, 99)):
        part = np.zeros(1, TALLY)
        play_block(7, first, count, 3, rules, np.zeros(2, GAME), part)
        add(total, part)
    assert total.tobytes() == reference.tobytes()


def test_a_changed_rule_is_played():
    rich = RunConfig(games=20, rule_set=RunConfig().rule_set.from_settings(["chest.gain=50"]))
    assert play(rich)["winner_score_sum"] > play(RunConfig(games=20))["winner_score_sum"]


def test_progress_goes_from_none_to_all_in_the_calling_thread(monkeypatch):
    monkeypatch.setattr(runner, "TICK", 0.001)
    seen = []

    def progress(played):
        assert threading.current_thread() is threading.main_thread()
        seen.append(played)

    play(RunConfig(games=GAMES, threads=2, block_size=10), progress)
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (0, GAMES)


def test_an_interrupt_stops_all_workers(monkeypatch):
    monkeypatch.setattr(runner, "TICK", 0.01)

    def progress(played):
        if played:
            raise KeyboardInterrupt

    threads = threading.active_count()
    start = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        play(RunConfig(games=10**12, threads=2, block_size=5), progress)
    assert time.perf_counter() - start < 5
    assert threading.active_count() == threads


def test_more_threads_than_the_system_allows(monkeypatch):
    start, started = threading.Thread.start, []

    def start_two(thread):
        if len(started) == 2:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_two)
    with pytest.raises(GalecrestError, match=r"^--threads 3: the system allows fewer$"):
        play(RunConfig(games=10**12, threads=3, block_size=5))
    assert not any(thread.is_alive() for thread in started)


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
def test_an_error_of_the_compiler_is_raised_where_it_was_called(monkeypatch, error):
    def broken(*arguments):
        raise error

    monkeypatch.setattr(engine, "play_block", broken)
    with pytest.raises(error):
        prepare()


def test_the_error_of_a_worker_ends_the_run(monkeypatch):
    def broken(seed, first, *rest):
        if first:
            raise MemoryError
        play_block(seed, first, *rest)

    monkeypatch.setattr(engine, "play_block", broken)
    with pytest.raises(MemoryError):
        play(RunConfig(games=10**12, threads=2, block_size=5))
