"""Whole games of a seed at the engine's entry points, step by step, by the uniform policy or a script."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kernels import engine
from kernels.catalog import CALM, SIDES, Tile, Value
from kernels.choices import SCRIPT
from kernels.codes import VOYAGES, Event
from kernels.rule_record import rules_record
from kernels.state import GAME, SOLO_GAME
from kernels.trace import EVENT, MOST_EVENTS

NO_SCRIPT = np.zeros(0, SCRIPT)


def with_automa_tiles(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """The tiles with the Automa's four in place of theirs (SET-3)."""
    return tuple(SIDES["automa"].get(tile.kind, tile) for tile in tiles)


class SeededGame:
    """One game of a seed.

    Attributes:
        rules, games: arrays of shape (1,), as ``engine.step`` takes them.
        trace: EVENT rows; the first ``game["trace_at"]`` are written.
        script: the answers, if the record is marked as scripted.
    """

    def __init__(
        self,
        players: int,
        seed: int = 1,
        game_index: int = 0,
        rules: dict[str, Value] | None = None,
        faces: tuple[tuple[Tile, ...], ...] = (CALM,),
        solo: bool = False,
    ) -> None:
        self.rules = rules_record(rules, tuple(map(with_automa_tiles, faces)) if solo else faces, solo)
        self.games = np.zeros(1, SOLO_GAME if solo else GAME)
        self.trace = np.zeros(MOST_EVENTS, EVENT)
        self.script = NO_SCRIPT
        engine.begin_traced(seed, game_index, players, self.rules, self.games)

    @property
    def game(self) -> np.void:
        """The GAME record."""
        return self.games[0]

    @property
    def days(self) -> int:
        """Days of the running voyage."""
        return int(self.rules["voyage_days"][0, self.game["voyage"]])

    def step(self, what: int) -> np.ndarray:
        """One of the engine's steps; the EVENT rows that it wrote."""
        first = int(self.game["trace_at"])
        engine.step(what, self.rules, self.games, self.script, self.trace)
        return self.trace[first : int(self.game["trace_at"])]

    def deal(self, voyage: int) -> np.ndarray:
        """Deal the cards and the loot of a voyage."""
        self.game["voyage"] = voyage
        return np.concatenate([self.step(engine.DEAL), self.step(engine.BEGIN)])

    def sail(self, after: Callable[[], None] = lambda: None) -> None:
        """Play the voyage that was dealt; ``after`` is called after each day and after the anchor."""
        for day in range(self.days):
            self.game["day"] = day
            self.step(engine.DAY)
            after()
        self.step(engine.ANCHOR)
        after()

    def play(self, after: Callable[[], None] = lambda: None) -> SeededGame:
        """Play all voyages; ``after`` is called after each step."""
        for voyage in range(VOYAGES):
            self.deal(voyage)
            after()
            self.sail(after)
        return self

    @property
    def events(self) -> np.ndarray:
        """All EVENT rows so far."""
        return self.trace[: int(self.game["trace_at"])]

    @property
    def choices(self) -> np.ndarray:
        """The choices and draws so far as a SCRIPT array."""
        rows = self.events[self.events["event"] == Event.CHOICE]
        script = np.zeros(len(rows), SCRIPT)
        script["kind"], script["seat"], script["n"], script["code"] = rows["a"], rows["seat"], rows["b"], rows["c"]
        return script
