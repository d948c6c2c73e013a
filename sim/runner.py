"""Plays the games of a run on all threads and adds up what they counted."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait

import numpy as np

from kernels import _cache
from kernels._jit import JIT
from kernels.engine import play_block
from kernels.state import GAME
from kernels.tally import TALLY, add
from sim.config import RunConfig
from sim.errors import GalecrestError

TICK = 0.1
"""Seconds between two reports of progress."""

Progress = Callable[[int], None]
"""Called with the number of games played so far, always in the thread that called ``play``."""


def must_compile() -> bool:
    """Whether ``prepare`` will take half a minute: the first time after an installation or an update."""
    return JIT and not _cache.is_warm("play_block")


def prepare() -> None:
    """Load the kernel, or compile it.

    In a thread of its own: a Ctrl-C that LLVM happens to take is lost, or ends in a crash.

    Raises:
        KeyboardInterrupt: on Ctrl-C, at once; a compilation goes on until it is done or the process ends.
    """
    prepared: Future[None] = Future()

    def work() -> None:
        try:
            play_block(0, 0, 0, 2, RunConfig().rule_set.record(), np.zeros(2, GAME), np.zeros(1, TALLY))
        except BaseException as error:
            prepared.set_exception(error)
        else:
            prepared.set_result(None)

    threading.Thread(target=work, daemon=True).start()
    prepared.result()


def play(config: RunConfig, progress: Progress | None = None) -> np.ndarray:
    """Play the games of a run.

    Threads and block size do not change it: games are keyed by seed and index, and counters are integers.

    Args:
        config: what to play.
        progress: called with 0 before the first game, then about ten times a second, and at the end.

    Returns:
        A TALLY array of shape (1,).

    Raises:
        GalecrestError: the system does not allow so many threads.
        KeyboardInterrupt: on Ctrl-C, as soon as each worker has played its block to the end.
    """
    rules = config.rule_set.record()
    starts = iter(range(0, config.games, config.block_size))  # shared by the workers: next() on it is atomic
    workers = min(config.threads, -(-config.games // config.block_size))
    played = [0] * workers
    stop = threading.Event()
    if progress:
        progress(0)

    def work(worker: int) -> np.ndarray:
        games, tally = np.zeros(2, GAME), np.zeros(1, TALLY)
        try:
            while not stop.is_set() and (first := next(starts, None)) is not None:
                count = min(config.block_size, config.games - first)
                play_block(config.seed, first, count, config.players, rules, games, tally)
                played[worker] += count
        finally:
            stop.set()  # no blocks are left, or this worker failed and the others need not go on
        return tally

    with ThreadPoolExecutor(workers) as pool:
        try:
            try:
                tallies = [pool.submit(work, worker) for worker in range(workers)]
            except RuntimeError:  # "can't start new thread"
                raise GalecrestError(f"--threads {config.threads}: the system allows fewer") from None
            while wait(tallies, timeout=TICK).not_done:
                if progress:
                    progress(sum(played))
        finally:
            stop.set()
    total = np.zeros(1, TALLY)
    for tally in tallies:
        add(total, tally.result())
    if progress:
        progress(config.games)
    return total
