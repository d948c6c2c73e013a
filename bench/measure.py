"""What the measurements share: games and nothing else, the best of several times, and a clock for pytest-benchmark.

Times are process time, which other programs on the machine disturb least. Nothing of ``sim`` is imported: ``compare`` runs
this module with the kernels of older commits.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from attrs import define, field

from kernels.engine import play_block
from kernels.state import GAME
from kernels.tally import TALLY

SEED = 1


@define
class Games:
    """The first games of a seed, to be played any number of times.

    Attributes:
        players: 2 to 6.
        rules: RULES array of shape (1,).
        count: games played by one call of ``play``.
        block: the entry point that plays them: ``play_block``, or one with the same arguments.
        tally: TALLY array of shape (1,): counts the games of all calls.
    """

    players: int
    rules: np.ndarray
    count: int
    block: Callable[..., None] = play_block
    tally: np.ndarray = field(factory=lambda: np.zeros(1, TALLY), init=False)
    scratch: np.ndarray = field(factory=lambda: np.zeros(2, GAME), init=False)

    def play(self) -> None:
        """Play the games."""
        self.block(SEED, 0, self.count, self.players, self.rules, self.scratch, self.tally)

    def cards_played(self) -> float:
        """Cards played in a game, mean of the games played so far; one that comes back and is played again counts once."""
        games_by_seats = self.tally["card_joint"][0, 0].sum(axis=(0, 2))
        return float(games_by_seats @ np.arange(games_by_seats.size) / self.tally["games"][0])


def seconds(work: Callable[[], object]) -> float:
    """Process time of one call, in seconds."""
    start = time.process_time()
    work()
    return time.process_time() - start


def best_in_turn(works: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """Least process time of a call of each work, in seconds.

    Each is called once first, to compile or load it and warm up. Then every round calls all of them in turn: what slows the machine
    down for a while slows all of them down, and ratios hold.
    """
    for work in works:
        work()
    times = [[seconds(work) for work in works] for _ in range(rounds)]
    return [min(column) for column in zip(*times, strict=True)]


_shown = 0.0


def clock() -> float:
    """The timer of pytest-benchmark, in seconds: it stands still but for what ``show`` adds."""
    return _shown


def show(benchmark: Any, cost: Callable[[], float], rounds: int, warmup_rounds: int = 1) -> None:
    """Have pytest-benchmark's table show what ``cost()`` returns, in seconds, instead of how long the call took.

    So works measure themselves, and a table shows the cost of one game of many, or of a phase less that of a copy.
    """

    def work() -> None:
        global _shown
        _shown += cost()

    benchmark.pedantic(work, rounds=rounds, warmup_rounds=warmup_rounds)
