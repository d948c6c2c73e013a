"""The whole-number options of a run: one row each, for command line, configuration and messages.

Imports nothing heavy, so that ``galecrest --help`` is quick.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from attrs import Attribute, frozen

from sim.errors import GalecrestError, shown


@frozen
class WholeNumber:
    """An option that takes a whole number.

    Attributes:
        option: its name on the command line.
        low, high: the least and the greatest value allowed.
        text: what it is, for the help page.
    """

    option: str
    low: int
    high: int
    text: str

    @property
    def allowed(self) -> str:
        """The range in words."""
        return f"{self.low} to {self.high:_}"

    def check(self, instance: object, attribute: Attribute[Any], value: object) -> None:
        """An attrs validator.

        Raises:
            GalecrestError: the value is no whole number from low to high.
        """
        self.require(value)

    def require(self, value: object) -> None:
        """Refuse a value that the option does not take.

        Raises:
            GalecrestError: the value is no whole number from low to high.
        """
        if not isinstance(value, int) or not self.low <= value <= self.high:
            raise GalecrestError(f"{self.option} {shown(value)}: must be a whole number from {self.allowed}")


GAME = WholeNumber("--game", 0, 10**12 - 1, "Index of the game in the run")
GAMES = WholeNumber("--games", 1, 10**12, "Games to play")
PLAYERS = WholeNumber("--players", 2, 6, "Players")
SEED = WholeNumber("--seed", 0, 2**63 - 1, "Seed of all chance and all choices")
THREADS = WholeNumber("--threads", 1, 1024, "Threads; results do not depend on it")
BLOCK_SIZE = WholeNumber("--block-size", 1, 10**6, "Games between two looks for Ctrl-C, with search 1; no results depend on it")
HUMAN_START = WholeNumber("--human-start", 0, 99, "Doubloons that the human starts a solo game with")
AUTOMA_START = WholeNumber("--automa-start", 0, 99, "Doubloons that the Automa starts a solo game with")
ROUNDS = WholeNumber("--rounds", 1, 10**6, "Rounds of training; the last ones are averaged")
GAMES_PER_ROUND = WholeNumber("--games-per-round", 1, 10**6, "Games that each round plays before the weights move")
RESPOND = WholeNumber(
    "--respond", 1, 10**6, "Rounds of training for a best response to each policy, to see how far it can be beaten"
)
SAMPLES = WholeNumber("search:N", 1, 100_000, "Futures that search plays for each option of a choice")

DEFAULT_GAMES = 100_000
DEFAULT_PLAYERS = 4
DEFAULT_ROUNDS = 1000
DEFAULT_GAMES_PER_ROUND = 6000
DEFAULT_SEED = 0
DEFAULT_POLICY = "random"
DEFAULT_RUNGS = ("random", "greedy", "learned")
DEFAULT_BLOCK_SIZE = 4096
"""About 30 ms: the hand-over between blocks costs nothing, and all threads end at nearly the same time."""


def whole_number(value: float | str) -> Any:
    """The int that is meant by a number or a text such as ``1000000``, ``1_000_000`` or ``1e6``.

    An attrs converter for fields that ``WholeNumber.check`` validates: what means no int comes back as text.
    """
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return str(value)
    # 1e999999999 must not be written out as an int; all limits lie far below.
    if number.is_finite() and -(10**30) < number < 10**30 and number == int(number):
        return int(number)
    return str(value)
