"""Rule sets: the standard rules of ``kernels.catalog`` with a user's amounts, tiles and setup laid over them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from attrs import evolve, field, frozen

from kernels.catalog import AMOUNTS, CHARACTERS, SIDES, SOLO_AMOUNTS, SOLO_DECK, Amount, Tile, TileEffect, Value
from kernels.codes import RULES_VERSION, VOYAGES, Effect, Loot, When
from kernels.rule_record import COUNTED, rules_record
from kernels.tokens import MOST
from sim.errors import GalecrestError, SoloAlone, nearest, shown
from sim.setups import CALM, DRAWN, KINDS, Setup, parse_setup, setup_name, solo_setup
from sim.tiles import tile_as_data

Tiles = dict[tuple[str, Loot], Tile]
"""Tiles by side and kind."""

YES_NO = ("no", "yes")
ALL_AMOUNTS = AMOUNTS | SOLO_AMOUNTS
"""Every amount by key: of all games, then of solo games alone."""
NOT_IN_SOLO = {"cook.blocked_by": "Q-03"}
"""Amounts that have no effect in solo games, with the rule that says so."""
OF_SOLO_GAMES = {key: amount for key, amount in ALL_AMOUNTS.items() if key not in NOT_IN_SOLO}
"""The amounts of solo games by key."""
SOLO_RECONSTRUCTED = ("SOL-8", "SOL-10")
"""Clauses of solo games that are reconstructed in part, whatever the tiles: the deck's ranks, symbols and backs; her choices."""
NOT_IN_DECK = {
    f"automa_{row.key}": f"the {row.name} is not in the solo deck (SOL-2)"
    for row in CHARACTERS
    if row.rank not in {card.rank for card in SOLO_DECK}
}
"""What is said of the Automa's card of a character that she has none of, by the owner that its amounts would have."""
STANDARD_TILES: Tiles = {(side, kind): tile for side, tiles in SIDES.items() for kind, tile in tiles.items()}


def _changed(values: Mapping[str, Value]) -> dict[str, Value]:
    for key, value in values.items():
        if key not in ALL_AMOUNTS:
            raise GalecrestError(no_amount(str(key)))
        amount = ALL_AMOUNTS[key]
        numbers = value if isinstance(value, tuple) else (value,)
        named = amount.names and all(type(number) is int and 0 <= number < len(amount.names) for number in numbers)
        plain = list(value) if isinstance(value, tuple) else value
        check_value(amount, readable(amount, value) if named else plain, value)
    return {key: values[key] for key, amount in ALL_AMOUNTS.items() if key in values and values[key] != amount.value}


def _own(tiles: Tiles) -> Tiles:
    return {place: tile for place, tile in tiles.items() if tile != STANDARD_TILES.get(place)}


@frozen
class RuleSet:
    """A complete rule set.

    Attributes:
        changes: amounts by key that differ from the standard ones, in the order of the catalog.
        tiles: tiles that a user wrote, by side and kind.
        setup: the side that each kind shows, or ``drawn``; in a solo game four of them show the Automa's (SET-3).
        solo: the rules of solo games (SOL-1 to SOL-10).

    Raises:
        GalecrestError: an amount that cannot be, or a solo game with a side for one of the four.
    """

    changes: dict[str, Value] = field(factory=dict, converter=_changed)
    tiles: Tiles = field(factory=dict, converter=_own)
    setup: Setup = CALM
    solo: bool = False

    def __attrs_post_init__(self) -> None:
        if self.solo:
            object.__setattr__(self, "setup", solo_setup(self.setup))

    @classmethod
    def standard(cls) -> RuleSet:
        """The calm game of docs/rules.md."""
        return cls()

    @classmethod
    def from_settings(
        cls, settings: Iterable[str], setup: str | None = None, base: RuleSet | None = None, solo: bool = False
    ) -> RuleSet:
        """A rule set with settings like ``"beggar.payment=3"`` laid over it, later ones over earlier ones.

        Tables take their numbers separated by commas: ``"merchant.gain=1,4,9"``.

        Args:
            settings: texts KEY=VALUE.
            setup: as for ``parse_setup``; None leaves it.
            base: what they are laid over; None for the standard rules.
            solo: make it the rules of solo games.

        Raises:
            GalecrestError: unknown key, value of the wrong shape or out of range, or a rule set that cannot be played.
        """
        rule_set = base or cls()
        solo = solo or rule_set.solo
        values = dict(rule_set.changes)
        for setting in settings:
            key, equals, text = setting.partition("=")
            key = key.strip()
            if not equals:
                raise GalecrestError(f"--set {shown(setting)}: write KEY=VALUE, as in beggar.payment=3")
            values[key] = parse_value(amount_called(key, solo, setting), text.strip())
        rule_set = evolve(rule_set, changes=values, solo=solo)
        if setup is not None:
            sides = [rule_set.sides_of(kind) for kind in Loot]
            rule_set = evolve(rule_set, setup=parse_setup(setup, sides, solo))
        rule_set.check()
        return rule_set

    @property
    def sides(self) -> list[str]:
        """The names of all sides that a kind may show."""
        return list(dict.fromkeys([*SIDES, *(side for side, _ in self.tiles)]))

    def sides_of(self, kind: Loot) -> list[str]:
        """Those of them that have a tile of this kind."""
        return [side for side in self.sides if self.tile(side, kind) is not None]

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
        """Ids of the rules in play whose printed text could not be found (docs/rules.md, R): tiles, and in solo the deck's."""
        tiles = [tile.rule for tile in self.shown_tiles() if tile.provenance == "reconstructed"]
        return [*tiles, *SOLO_RECONSTRUCTED] if self.solo else tiles

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
        return self.changes.get(key, ALL_AMOUNTS[key].value)

    @property
    def amounts(self) -> dict[str, Amount]:
        """The amounts that these rules have, by key."""
        return OF_SOLO_GAMES if self.solo else AMOUNTS

    def table(self, key: str) -> tuple[int, ...]:
        """The amount in force as a tuple; a single number is a table of one."""
        value = self.value(key)
        return value if isinstance(value, tuple) else (value,)

    def as_dict(self) -> dict[str, Any]:
        """Every amount in force by key, switches by name, in catalog order; for manifests."""
        return {key: readable(amount, self.value(key)) for key, amount in self.amounts.items()}

    def tiles_as_dict(self) -> dict[str, dict[str, Any]]:
        """Every tile in force, by side and kind, as rule files say it."""
        tiles: dict[str, dict[str, Any]] = {}
        for (side, kind), tile in sorted({**STANDARD_TILES, **self.tiles}.items()):
            tiles.setdefault(side, {})[KINDS[kind]] = tile_as_data(tile)
        return tiles

    @property
    def hash(self) -> str:
        """sha256 (hex) of the rules version, setup, amounts and tiles in force: equal for rule sets that play alike."""
        setup = [*self.setup, "solo"] if self.solo else self.setup
        text = json.dumps([RULES_VERSION, setup, self.as_dict(), self.tiles_as_dict()], separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def name(self) -> str:
        """The setup and the number of changes, for headings."""
        changes = len(self.changes) + len(self.tiles)
        return self.setup_name + (f", {changes} change{'s' * (changes != 1)}" if changes else "")

    @property
    def setup_name(self) -> str:
        """The shortest text that ``parse_setup`` reads as this setup."""
        return setup_name(self.setup, self.solo)

    def record(self) -> np.ndarray:
        """The RULES array of shape (1,) that kernels read."""
        return rules_record(self.changes, self.faces(), self.solo)

    def check(self, players: Sequence[int] = ()) -> None:
        """Refuse a rule set with which a game would run out of tokens or cards, or whose tiles or amounts cannot work.

        Args:
            players: the numbers of seats at which it is to be played; in a solo game 2.

        Raises:
            GalecrestError: with the reason.
        """
        for key in self.changes:
            require_amount(key, self.solo)
        counts = self.table("loot.count")
        tokens = sum(counts)
        if tokens > MOST:
            raise GalecrestError(f"loot.count adds up to {tokens} tokens: at most {MOST} are possible")
        cards = self.table("voyage.cards")[0] * VOYAGES
        deck = [card.rank for card in SOLO_DECK] if self.solo else [row.rank for row in CHARACTERS]
        there = sum(self.value(f"{CHARACTERS[rank - 1].key}.in_game") == 1 for rank in deck)
        if self.solo:
            cards += sum(self.table("voyage.days")) + 1
            if cards > there:
                raise GalecrestError(
                    f"a solo game takes {cards} cards of the solo deck: {there} are in it "
                    "(voyage.cards, voyage.days, *.in_game; SOL-2)"
                )
        elif cards > there:
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
                    table = "in a solo game" if self.solo else f"with {number} players"
                    raise GalecrestError(
                        f"{table} a voyage of {days} days needs {needed} tokens: the bag may hold only {left} "
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
    if isinstance(value, tuple):
        return [amount.names[number] for number in value] if amount.names else list(value)
    return amount.names[value] if amount.names else value


def amount_called(key: str, solo: bool, setting: str = "") -> Amount:
    """The amount of that key, for a message about ``setting`` (the key, if there is none).

    Raises:
        GalecrestError: there is none, or games of this kind do not have it.
    """
    try:
        if key not in ALL_AMOUNTS:
            raise GalecrestError(no_amount(key, solo))
        require_amount(key, solo)
    except GalecrestError as error:
        raise error.of(f"--set {shown(setting or key)}") from None
    return ALL_AMOUNTS[key]


def require_amount(key: str, solo: bool) -> None:
    """Refuse an amount that games of this kind do not have.

    Raises:
        GalecrestError: it is of solo games and this is none, or it has no effect in a solo game.
    """
    if key in SOLO_AMOUNTS and not solo:
        raise SoloAlone(f"{key} is of solo games alone")
    if key in NOT_IN_SOLO and solo:
        raise GalecrestError(f"{key} has no effect in solo games ({NOT_IN_SOLO[key]})")


def no_amount(key: str, solo: bool = True) -> str:
    """What is said of a key that no amount has: its owner's amounts, or the nearest key of all."""
    owner, _, name = key.partition(".")
    if owner in NOT_IN_DECK:
        return f"no amount is called {shown(key)}; {NOT_IN_DECK[owner]}"
    own = [amount.split(".")[1] for amount in ALL_AMOUNTS if amount.split(".")[0] == owner]
    if own:
        return f"no amount is called {shown(key)}{nearest(name, own, f'{owner}.') or f'; {owner} has ' + ', '.join(own)}"
    return f"no amount is called {shown(key)}{nearest(key, OF_SOLO_GAMES if solo else AMOUNTS)}"


def parse_value(amount: Amount, text: str) -> Value:
    """The value that a user wrote for an amount.

    Raises:
        GalecrestError: if it is no number, no known name, of the wrong length or out of range.
    """
    if amount.names:
        return check_value(amount, text.split(",") if isinstance(amount.value, tuple) else text, text)
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
    if amount.names and isinstance(amount.value, tuple):
        named = [entry.strip() if isinstance(entry, str) else entry for entry in value] if isinstance(value, list) else []
        if len(named) != len(amount.value) or any(entry not in amount.names for entry in named):
            raise GalecrestError(
                f"{amount.key} {shown(given)}: must be {len(amount.value)} entries from {amount.names[0]} to {amount.names[-1]}, "
                f"as in {','.join(readable(amount, amount.value))} ({amount.text})"
            )
        return tuple(map(amount.names.index, named))
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
