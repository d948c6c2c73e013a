"""The one error that a user may cause."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any, Self

LONGEST_SHOWN = 60
"""Characters of a user's value that a message repeats."""


class GalecrestError(Exception):
    """Something that was asked for cannot be done; the message is one line that names what was given and what is allowed.

    The command line prints it and exits with 2.
    """

    def of(self, name: str) -> Self:
        """The same error with the name of what it is about before its message."""
        self.args = (f"{name}: {self.args[0]}",)
        return self


class SoloAlone(GalecrestError):
    """Something of solo games alone where others are played: its first argument; the message says what to add."""

    def __str__(self) -> str:
        return f"{self.args[0]}: add --solo"


class ResultsNotWritten(GalecrestError):
    """The games were played, but the folder cannot be written.

    Attributes:
        results: the sim.Results, which are not lost.
    """

    def __init__(self, reason: str, results: Any) -> None:
        super().__init__(reason)
        self.results = results


def nearest(name: str, allowed: Iterable[str], before: str = "") -> str:
    """``"; did you mean 'x'?"`` for the most similar allowed name, or an empty string if none is similar.

    Args:
        before: stands before the name that is told, as in ``beggar.`` before the name of an amount.
    """
    matches = difflib.get_close_matches(name.lower(), list(allowed), n=1, cutoff=0.5)
    return f"; did you mean {before + matches[0]!r}?" if matches else ""


def shown(value: object) -> str:
    """A value as messages repeat it: quoted, on one line, cut if long."""
    text = str(value)
    return repr(text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "...")
