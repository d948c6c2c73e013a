"""Rule sets: the standard rules of ``kernels.catalog`` with a user's amounts, tiles and setup laid over them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from attrs import evolve, field, frozen

from kernels.catalog import AMOUNTS, CHARACTERS, SIDES, Amount, Tile, TileEffect, Value
from kernels.codes import RULES_VERSION, VOYAGES, Effect, Loot, When
from kernels.rule_record import COUNTED, rules_record
from kernels.tokens import MOST
from sim.errors import GalecrestError, nearest, shown
from sim.setups import CALM, DRAWN, KINDS, Setup, parse_setup, setup_name
from sim.tiles import tile_as_data

Tiles = dict[tuple[str, Loot], Tile]
"""Tiles by side and kind."""

YES_NO = ("no", "yes")
STANDARD_TILES: Tiles = {(side, kind): tile for side, tiles in SIDES.items() for kind, tile in tiles.items()}


def _changed(values: Mapping[str, Value]) -> dict[str, Value]:
    for key, value in values.items():
        if key not in AMOUNTS:
            raise GalecrestError(f"no amount is called {shown(key)}{nearest(str(key), AMOUNTS)}")
        amount = AMOUNTS[key]
        plain = list(value) if isinstance(value, tuple) else value
        check_value(amount, readable(amount, plain) if amount.names and plain in (0, 1) else plain, value)
    return {key: values[key] for key in AMOUNTS if key in values and values[key] != AMOUNTS[key].value}


def _own(tiles: Tiles) -> Tiles:
    return {place: tile for place, tile in tiles.items() if tile != STANDARD_TILES.get(place)}


@frozen
class RuleSet:
    """A complete rule set.

    Attributes:
        changes: amounts by key that differ from the standard ones, in the order of the catalog.
        tiles: tiles that a user wrote, by side and kind.
        setup: the side that each kind shows, or ``drawn``.
    """

    changes: dict[str, Value] = field(factory=dict, converter=_changed)
    tiles: Tiles = field(factory=dict, converter=_own)
    setup: Setup = CALM

    @classmethod
    def standard(cls) -> RuleSet:
        """The calm game of docs/rules.md."""
        return cls()

    @classmethod
    def from_settings(cls, settings: Iterable[str], setup: str | None = None, base: RuleSet | None = None) -> RuleSet:
        """A rule set with settings like ``"beggar.payment=3"`` laid over it, later ones over earlier ones.

        Tables take their numbers separated by commas: ``"merchant.gain=1,4,9"``.

        Args:
            settings: texts KEY=VALUE.
            setup: as for ``parse_setup``; None leaves it.
            base: what they are laid over; None for the standard rules.

        Raises:
            GalecrestError: unknown key, value of the wrong shape or out of range, or a rule set that cannot be played.
        """
        rule_set = base or cls()
        values = dict(rule_set.changes)
        for setting in settings:
            key, equals, text = setting.partition("=")
            key = key.strip()
            if not equals:
                raise GalecrestError(f"--set {shown(setting)}: write KEY=VALUE, as in beggar.payment=3")
            if key not in AMOUNTS:
                raise GalecrestError(f"--set {shown(setting)}: no amount is called {shown(key)}{nearest(key, AMOUNTS)}")
            values[key] = parse_value(AMOUNTS[key], text.strip())
        rule_set = evolve(rule_set, changes=values)
        if setup is not None:
            rule_set = evolve(rule_set, setup=parse_setup(setup, rule_set.sides))
        rule_set.check()
        return rule_set

    @property
    def sides(self) -> list[str]:
        """The names of all sides that a kind may show."""
        return list(dict.fromkeys([*SIDES, *(side for side, _ in self.tiles)]))

    def tile(self, side: str, kind: Loot) -> Tile | None:
        """The tile of a side, if it has one of this kind."""
        return self.tiles.get((side, kind), STANDARD_TILES.get((side, kind)))

    def faces(self) -> tuple[tuple[Tile, ...], ...]:
        """The seven tiles of a game; two sevens if sides are drawn: where a kind is not, both have the same tile.

        Raises:
            GalecrestError: a kind has no tile of its side.
        """
        seconds = {DRAWN: ("calm", "stormy")}
        choices = [seconds.get(side, (side, side)) for side in self.setup]
        found = []
        for face in range(2):
            row = []
            for kind, sides in zip(Loot, choices, strict=True):
                tile = self.tile(sides[face], kind)
                if tile is None:
                    raise GalecrestError(f"setup: {KINDS[kind]} has no side {sides[face]!r}")
                row.append(tile)
            found.append(tuple(row))
        return tuple(found) if found[0] != found[1] else (found[0],)

    def shown_tiles(self) -> list[Tile]:
        """The tiles that games may show, by kind; of a drawn kind both."""
        return [tile for pair in zip(*self.faces(), strict=True) for tile in dict.fromkeys(pair)]

    @property
    def reconstructed(self) -> list[str]:
        """Ids of the tiles in play whose printed text could not be found (docs/rules.md, R)."""
        return [tile.rule for tile in self.shown_tiles() if tile.provenance == "reconstructed"]

    @property
    def provenance(self) -> str:
        """The weakest source of what is in play: reconstructed, user (a tile), changed (an amount), or standard."""
        if self.reconstructed:
            return "reconstructed"
        if any(tile.provenance == "user" for tile in self.shown_tiles()):
            return "user"
        return "changed" if self.changes else "standard"

    def value(self, key: str) -> Value:
        """The amount in force."""
        return self.changes.get(key, AMOUNTS[key].value)

    def table(self, key: str) -> tuple[int, ...]:
        """The amount in force as a tuple; a single number is a table of one."""
        value = self.value(key)
        return value if isinstance(value, tuple) else (value,)

    def as_dict(self) -> dict[str, Any]:
        """Every amount in force by key, switches by name, in catalog order; for manifests."""
        return {key: readable(amount, self.value(key)) for key, amount in AMOUNTS.items()}

    def tiles_as_dict(self) -> dict[str, dict[str, Any]]:
        """Every tile in force, by side and kind, as rule files say it."""
        tiles: dict[str, dict[str, Any]] = {}
        for (side, kind), tile in sorted({**STANDARD_TILES, **self.tiles}.items()):
            tiles.setdefault(side, {})[KINDS[kind]] = tile_as_data(tile)
        return tiles

    @property
    def hash(self) -> str:
        """sha256 (hex) of the rules version, setup, amounts and tiles in force: equal for rule sets that play alike."""
        text = json.dumps([RULES_VERSION, self.setup, self.as_dict(), self.tiles_as_dict()], separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def name(self) -> str:
        """The setup and the number of changes, for headings."""
        changes = len(self.changes) + len(self.tiles)
        return setup_name(self.setup) + (f", {changes} change{'s' * (changes != 1)}" if changes else "")

    def record(self) -> np.ndarray:
        """The RULES array of shape (1,) that kernels read."""
        return rules_record(self.changes, self.faces())

    def check(self, players: Iterable[int] = ()) -> None:
        """Refuse a rule set with which a game would run out of tokens or cards, or whose tiles cannot work.

        Args:
            players: the table sizes at which it is to be played.

        Raises:
            GalecrestError: with the reason.
        """
        counts = self.table("loot.count")
        tokens = sum(counts)
        if tokens > MOST:
            raise GalecrestError(f"loot.count adds up to {tokens} tokens: at most {MOST} are possible")
        cards = self.table("voyage.cards")[0] * VOYAGES
        there = sum(self.value(f"{row.key}.in_game") == 1 for row in CHARACTERS)
        if cards > there:
            raise GalecrestError(f"voyage.cards deals {cards} cards in a game: {there} are in it (voyage.cards, *.in_game)")
        try:
            self.record()
        except ValueError as error:
            raise GalecrestError(str(error)) from None
        tiles = self.shown_tiles()
        for tile in tiles:
            self._check_tables(tile, counts[tile.kind])
        kept = sum(counts[kind] for kind in {tile.kind for tile in tiles if _keeps(tile)})
        for number in players:
            for voyage, days in enumerate(self.table("voyage.days")):
                needed = days * self.table("day.tokens")[number - 2]
                left = tokens - (kept if voyage else 0)
                if needed > left:
                    raise GalecrestError(
                        f"with {number} players a voyage of {days} days needs {needed} tokens: the bag may hold only {left} "
                        "(voyage.days, day.tokens, loot.count, and tiles that keep tokens)"
                    )
            if number != 2:
                for tile in tiles:
                    if any(effect.do == Effect.DISCARD_OPPONENTS_LOWEST_OR_GAIN for effect in tile.effects):
                        raise GalecrestError(
                            f"tiles.{tile.side}.{KINDS[tile.kind]}: 'the opponent' needs exactly two seats, not {number} (Q-15)"
                        )

    def _check_tables(self, tile: Tile, count: int) -> None:
        where = f"tiles.{tile.side}.{KINDS[tile.kind]}"
        for effect in tile.effects:
            most = count
            if effect.when == When.ANCHOR and tile.kind == Loot.MAP and effect.do in COUNTED:
                most += self.table("explorer.maps")[0]
            table = self._table_of(effect)
            if table and len(table) < most:
                raise GalecrestError(f"{where}: a table of {len(table)} is too short: up to {most} tokens may be counted")

    def _table_of(self, effect: TileEffect) -> tuple[int, ...]:
        return self.table(effect.table) if isinstance(effect.table, str) else effect.table


def _keeps(tile: Tile) -> bool:
    return any(effect.do == Effect.CASH_ALL_OR_KEEP_ALL for effect in tile.effects)


def readable(amount: Amount, value: Value) -> Any:
    """A value as manifests and rule files say it: a switch by its name."""
    if amount.names:
        return amount.names[value]  # type: ignore[index]
    return list(value) if isinstance(value, tuple) else value


def parse_value(amount: Amount, text: str) -> Value:
    """The value that a user wrote for an amount.

    Raises:
        GalecrestError: if it is no number, no known name, of the wrong length or out of range.
    """
    if amount.names:
        return check_value(amount, text, text)
    try:
        numbers: Any = [int(part) for part in text.split(",")]
    except ValueError:
        numbers = text
    if isinstance(numbers, list) and len(numbers) == 1 and not isinstance(amount.value, tuple):
        numbers = numbers[0]
    return check_value(amount, numbers, text)


def check_value(amount: Amount, value: object, given: object) -> Value:
    """A value of a rule file or a setting, if it fits the amount.

    Args:
        value: a whole number, a list of them, or the name of a switch.
        given: what the user wrote, for the message.

    Raises:
        GalecrestError: it does not fit.
    """
    if amount.names:
        if amount.names == YES_NO and isinstance(value, bool):
            return int(value)
        if isinstance(value, str) and value in amount.names:
            return amount.names.index(value)
        advice = nearest(value, amount.names) if isinstance(value, str) else ""
        raise GalecrestError(f"{amount.key} {shown(given)}: must be {' or '.join(amount.names)}{advice}")
    length = len(amount.value) if isinstance(amount.value, tuple) else 1
    numbers: list[Any] = value if isinstance(value, list) else [value]
    fits = all(type(number) is int and amount.low <= number <= amount.high for number in numbers)
    if not fits or len(numbers) != length or isinstance(value, list) != isinstance(amount.value, tuple):
        shape = f"{length} whole numbers, each" if length > 1 else "a whole number"
        raise GalecrestError(f"{amount.key} {shown(given)}: must be {shape} from {amount.low} to {amount.high} ({amount.text})")
    return tuple(numbers) if isinstance(amount.value, tuple) else int(numbers[0])
