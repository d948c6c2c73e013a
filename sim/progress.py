"""How far a run is, on standard error: a bar on a terminal, else a line now and then."""

from __future__ import annotations

import os
import sys
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.progress import Progress

BAR_AFTER = 0.5
"""Seconds before which a run is over without a bar."""

LINE_EVERY = 10.0
"""Seconds between two lines where there is no terminal."""


def say(line: str) -> None:
    """Write a line to standard error; a reader who has gone away must not end a run."""
    try:
        click.echo(f"galecrest: {line}", err=True)
    except BrokenPipeError:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115  (for the rest of the process)


def clock(seconds: float) -> str:
    """A duration as h:mm:ss."""
    minutes, second = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{second:02}"


def _is_animated() -> bool:
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") not in (None, "dumb", "unknown")


class Display:
    """Shows a run: to be called with the number of games played. Leaving its context removes the bar."""

    def __init__(self, games: int, *entries: str) -> None:
        """For so many games, played by entry points of the kernels (as for ``runner.seconds_to_compile``)."""
        self._games = games
        self._entries = entries
        self._animated = _is_animated()
        self._bar: Progress | None = None
        self._first: int | None = None
        self._start = self._shown = perf_counter()

    def __enter__(self) -> Display:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar:
            self._bar.stop()

    def __call__(self, played: int, note: str = "") -> None:
        """Show that so many games have been played, and a note; the first call says how many were when the run began."""
        now = perf_counter()
        if self._first is None:
            self._first = played
            _say_what_is_unusual(*self._entries)
        if played == self._first:
            self._start = self._shown = now
        elif played < self._games:
            self._show(played, (played - self._first) / (now - self._start), note, now)

    def _show(self, played: int, rate: float, note: str, now: float) -> None:
        left = clock((self._games - played) / rate)
        text = f"{played:,} of {self._games:,} games, {rate:,.0f} games/s, {left} left{note}"
        if not self._animated:
            if now - self._shown >= LINE_EVERY:
                self._shown = now
                say(text)
        elif self._bar:
            self._bar.update(self._bar.task_ids[0], completed=played, description=text, refresh=True)
        elif now - self._start >= BAR_AFTER:
            self._bar = _bar(self._games)


def _bar(games: int) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    bar = Progress(
        BarColumn(),
        TextColumn("{task.description}"),
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,
    )
    bar.add_task("", total=games)
    bar.start()
    return bar


def _say_what_is_unusual(*entries: str) -> None:
    from kernels import NOTICE
    from sim.runner import seconds_to_compile

    if NOTICE:
        say(NOTICE)
    if seconds := seconds_to_compile(*entries):
        say(f"compiling this kind of run, once for each version: some {seconds} seconds (galecrest warm: all kinds)")
