"""Rule sets: the standard amounts of ``kernels.catalog`` with a user's settings laid over them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from attrs import field, frozen

from kernels.catalog import AMOUNTS, Amount, Value, rules_record
from kernels.codes import CARDS, RULES_VERSION, VOYAGES
from kernels.tokens import MOST
from sim.errors import GalecrestError, nearest, shown


def _ordered(values: Mapping[str, Value]) -> dict[str, Value]:
    return {key: values[key] for key in AMOUNTS if key in values}


@frozen
class RuleSet:
    """A complete rule set.

    Attributes:
        changes: amounts by key that differ from the standard ones, in the order of the catalog.
    """

    changes: dict[str, Value] = field(factory=dict, converter=_ordered)

    @classmethod
    def standard(cls) -> RuleSet:
        """The rules as in docs/rules.md."""
        return cls()

    @classmethod
    def from_settings(cls, settings: Iterable[str]) -> RuleSet:
        """The standard rules with settings like ``"beggar.payment=3"`` laid over them, later ones over earlier ones.

        Tables take their numbers separated by commas: ``"merchant.gain=1,4,9"``.

        Raises:
            GalecrestError: unknown key, value of the wrong shape or out of range, or a rule set that cannot be played.
        """
        values: dict[str, Value] = {}
        for setting in settings:
            key, equals, text = setting.partition("=")
            key = key.strip()
            if not equals:
                raise GalecrestError(f"--set {shown(setting)}: write KEY=VALUE, as in beggar.payment=3")
            if key not in AMOUNTS:
                raise GalecrestError(f"--set {shown(setting)}: no amount is called {shown(key)}{nearest(key, AMOUNTS)}")
            values[key] = parse_value(AMOUNTS[key], text.strip())
        rule_set = cls({key: value for key, value in values.items() if value != AMOUNTS[key].value})
        rule_set.check()
        return rule_set

    def value(self, key: str) -> Value:
        """The amount in force."""
        return self.changes.get(key, AMOUNTS[key].value)

    def table(self, key: str) -> tuple[int, ...]:
        """The amount in force as a tuple; a single number is a table of one."""
        value = self.value(key)
        return value if isinstance(value, tuple) else (value,)

    def as_dict(self) -> dict[str, Any]:
        """Every amount in force by key, switches by name, in catalog order; for manifests."""
        return {key: _readable(amount, self.value(key)) for key, amount in AMOUNTS.items()}

    @property
    def hash(self) -> str:
        """sha256 (hex) of the rules version and all amounts in force: equal for rule sets that play alike."""
        text = json.dumps([RULES_VERSION, self.as_dict()], separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def record(self) -> np.ndarray:
        """The RULES array of shape (1,) that kernels read."""
        return rules_record(self.changes)

    def check(self, players: Iterable[int] = ()) -> None:
        """Refuse a rule set with which a game would run out of tokens or cards.

        Args:
            players: the table sizes at which it is to be played.

        Raises:
            GalecrestError: with the reason.
        """
        tokens = sum(self.table("loot.count"))
        if tokens > MOST:
            raise GalecrestError(f"loot.count adds up to {tokens} tokens: at most {MOST} are possible")
        cards = self.table("voyage.cards")[0] * VOYAGES
        if cards > CARDS:
            raise GalecrestError(f"voyage.cards deals {cards} cards in a game: there are {CARDS}")
        longest = max(self.table("voyage.days"))
        for number in players:
            needed = longest * self.table("day.tokens")[number - 2]
            if needed > tokens:
                raise GalecrestError(
                    f"with {number} players a voyage of {longest} days needs {needed} tokens: the bag holds {tokens} "
                    "(voyage.days, day.tokens, loot.count)"
                )


def _readable(amount: Amount, value: Value) -> Any:
    if amount.names:
        return amount.names[value]  # type: ignore[index]
    return list(value) if isinstance(value, tuple) else value


def parse_value(amount: Amount, text: str) -> Value:
    """The value that a user wrote for an amount.

    Raises:
        GalecrestError: if it is no number, no known name, of the wrong length or out of range.
    """
    if amount.names:
        if text not in amount.names:
            allowed = " or ".join(amount.names)
            raise GalecrestError(f"{amount.key} {shown(text)}: must be {allowed}{nearest(text, amount.names)}")
        return amount.names.index(text)
    length = len(amount.value) if isinstance(amount.value, tuple) else 1
    parts = text.split(",")
    shape = f"{length} whole numbers separated by commas, each" if length > 1 else "a whole number"
    allowed = f"{shape} from {amount.low} to {amount.high} ({amount.text})"
    try:
        numbers = tuple(int(part) for part in parts)
    except ValueError:
        raise GalecrestError(f"{amount.key} {shown(text)}: must be {allowed}") from None
    if len(numbers) != length or not all(amount.low <= number <= amount.high for number in numbers):
        raise GalecrestError(f"{amount.key} {shown(text)}: must be {allowed}")
    return numbers if isinstance(amount.value, tuple) else numbers[0]
