"""One game, step by step, with its trace: what replays, transcripts and tests are made from."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from attrs import define, field

from kernels import engine
from kernels.choices import SCRIPT
from kernels.codes import VOYAGES, Fault
from kernels.state import GAME, SOLO_GAME
from kernels.trace import EVENT, MOST_EVENTS
from sim.policies import Answers, LineUp
from sim.rule_sets import RuleSet
from sim.runner import begin_entry_point, seat, step_entry_points

NO_SCRIPT = np.zeros(0, SCRIPT)


@define
class TracedGame:
    """One game of a seed, or one that a script plays.

    Attributes:
        rule_set: the rules in force.
        line_up: who plays; None for a game of a script, or at random.
        games: GAME or SOLO_GAME array of shape (1,): the state.
        trace: EVENT array of shape (MOST_EVENTS,): what happened so far, ``game["trace_at"]`` rows of it.
    """

    rule_set: RuleSet
    line_up: LineUp | None = None
    games: np.ndarray = field(init=False)
    trace: np.ndarray = field(factory=lambda: np.zeros(MOST_EVENTS, EVENT))
    rules: np.ndarray = field(init=False)
    _table: np.ndarray | None = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        self.rules = self.rule_set.record()
        self.games = np.zeros(1, SOLO_GAME if self.rule_set.solo else GAME)
        if self._answers != Answers.CHANCE and self.line_up:
            self._table = seat(self.line_up, self.rule_set)

    @property
    def _answers(self) -> Answers:
        return self.line_up.answers if self.line_up else Answers.CHANCE

    @property
    def game(self) -> np.void:
        """The GAME record."""
        record: np.void = self.games[0]
        return record

    @property
    def days(self) -> int:
        """Days of the running voyage."""
        return int(self.rules["voyage_days"][0, self.game["voyage"]])

    def begin(self, seed: int, game_index: int, seats: int) -> None:
        """Set up game ``game_index`` of a seed: the one that a run with this seed, these rules and this line-up counts."""
        set_up = getattr(engine, begin_entry_point(self.rule_set.solo))
        set_up(seed, game_index, seats, self.rules, self.games)
        if self.line_up:
            orders = self.line_up.orders(seats)
            self.game["player"][:seats] = np.roll(orders[game_index // seats % len(orders)], -game_index)

    def step(self, what: int, script: np.ndarray = NO_SCRIPT) -> np.ndarray:
        """Carry out one of ``engine.DEAL``, ``BEGIN``, ``DAY`` and ``ANCHOR``; the EVENT rows that it wrote.

        Raises:
            RuntimeError: the trace is full.
        """
        first = int(self.game["trace_at"])
        carry_out = getattr(engine, step_entry_points(self.rule_set.solo, self._answers)[0])
        carry_out(what, self.rules, self.games, script if self._table is None else self._table, self.trace)
        if self.game["fault"] == Fault.TRACE_FULL:
            raise RuntimeError(f"a game wrote more than {MOST_EVENTS} events")
        return self.trace[first : int(self.game["trace_at"])]

    def play(self) -> Iterator[tuple[int, np.ndarray]]:
        """Play from the set-up to the end: each step's name and the EVENT rows that it wrote."""
        for voyage in range(VOYAGES):
            self.game["voyage"] = voyage
            yield engine.DEAL, self.step(engine.DEAL)
            yield engine.BEGIN, self.step(engine.BEGIN)
            for day in range(self.days):
                self.game["day"] = day
                yield engine.DAY, self.step(engine.DAY)
            yield engine.ANCHOR, self.step(engine.ANCHOR)
