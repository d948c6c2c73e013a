"""Loot tiles as users write them: checked, and turned into ``kernels.catalog.Tile``. docs/tiles.md is the vocabulary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any

from attrs import frozen

from kernels.catalog import AMOUNTS, SIDES, Tile, TileEffect
from kernels.codes import MOST_COUNTED, MOST_EFFECTS, Effect, Loot, When
from kernels.rule_record import COUNTED
from sim.errors import GalecrestError, nearest, shown

KINDS = tuple(kind.name.lower() for kind in Loot)
MOST_AMOUNT = 99
_SIZES = {str(size) for size in range(1, MOST_COUNTED + 1)}
_WHEN = {when.name.lower(): when for when in When}
_DO = {effect.name.lower(): effect for effect in Effect}


@frozen
class Grammar:
    """What an effect takes, and when it may happen.

    Attributes:
        numbers: keys that it needs besides ``when`` and ``do``.
        options: keys that it may have.
        when: times at which it makes sense.
        why: why not at other times.
    """

    numbers: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    when: tuple[When, ...] = tuple(When)
    why: str = ""


_END = "only the end of a voyage gives up what can be kept"
_OTHERS = "it touches another seat, and nights and anchors are simultaneous (Q-13, Q-15)"
GRAMMAR: dict[Effect, Grammar] = {
    Effect.GAIN: Grammar(("amount",)),
    Effect.REPUTATION: Grammar(("amount",)),
    Effect.GAIN_PER_TOKEN: Grammar(("amount",), ("of",)),
    Effect.GAIN_BY_COUNT: Grammar(("table",)),
    Effect.GAIN_BY_BEST_SPLIT: Grammar(("sets",)),
    Effect.GAIN_PER_SHIP_CHARACTER: Grammar(("amount",)),
    Effect.GAIN_PER_SPACE_TO_THE_RIGHT: Grammar(("amount",)),
    Effect.GAIN_PER_SPACE_TO_THE_LEFT: Grammar(("amount",)),
    Effect.KEEP_OR_GAIN: Grammar(("amount",), when=(When.ANCHOR,), why=_END),
    Effect.CASH_ALL_OR_KEEP_ALL: Grammar(("table",), when=(When.ANCHOR,), why=_END),
    Effect.DISCARD_OWN_CHARACTER: Grammar(when=(When.DUSK,), why="only at dusk has a card just taken the token"),
    Effect.DISCARD_OTHERS_ISLAND_CHARACTER: Grammar(when=(When.DUSK,), why=_OTHERS),
    Effect.DISCARD_ADJACENT_SHIP_CHARACTER: Grammar(when=(When.DUSK,), why=_OTHERS),
    Effect.DISCARD_ANY_SHIP_CHARACTER: Grammar(when=(When.DUSK,), why=_OTHERS),
    Effect.DISCARD_OPPONENTS_LOWEST_OR_GAIN: Grammar(("amount",), when=(When.DUSK,), why=_OTHERS),
    Effect.STEAL_ADJACENT_TOKEN: Grammar(when=(When.DUSK,), why=_OTHERS),
}
"""The vocabulary. A new effect needs a row here, a code, and its function in kernels/loot.py (CONTRIBUTING.md)."""


def parse_tile(side: str, kind: Loot, data: Any) -> Tile:
    """A tile from the table ``[tiles.SIDE.KIND]`` of a rule file.

    Args:
        side: the name of the side; calm, stormy and automa replace the standard tile.
        kind: the loot kind.
        data: {"effects": [...], "order": "before_map"}.

    Raises:
        GalecrestError: with the place, what was given, and what is allowed.
    """
    where = f"tiles.{side}.{kind.name.lower()}"
    if not isinstance(data, Mapping):
        raise GalecrestError(f"{where}: must be a table with effects, not {shown(data)}")
    _known(where, data, ("effects", "order"))
    order = data.get("order", "")
    if order not in ("", "before_map"):
        raise GalecrestError(f"{where}.order {shown(order)}: must be 'before_map' or left out")
    effects = data.get("effects", [])
    if not isinstance(effects, Sequence) or isinstance(effects, str):
        raise GalecrestError(f"{where}.effects: must be a list of effects, not {shown(effects)}")
    tile = Tile(
        kind,
        side,
        tuple(_effect(f"{where}.effects[{number}]", effect) for number, effect in enumerate(effects, 1)),
        "user",
        before_map=order == "before_map",
    )
    standard = SIDES.get(side, {}).get(kind)
    if standard and (tile.effects, tile.before_map) == (standard.effects, standard.before_map):
        return standard
    _check_together(where, tile)
    return tile


def _known(where: str, data: Mapping[str, Any], allowed: Sequence[str]) -> None:
    for key in data:
        if key not in allowed:
            raise GalecrestError(f"{where}: no key {shown(key)}{nearest(key, allowed)}; there are {', '.join(allowed)}")


def _named(where: str, value: Any, names: Mapping[str, Any]) -> Any:
    if not isinstance(value, str) or value not in names:
        advice = nearest(value, names) if isinstance(value, str) else ""
        raise GalecrestError(f"{where} {shown(value)}: must be one of {', '.join(names)}{advice}")
    return names[value]


def _effect(where: str, data: Any) -> TileEffect:
    if not isinstance(data, Mapping) or not {"when", "do"} <= data.keys():
        raise GalecrestError(f"{where}: must be a table with at least when and do, not {shown(data)}")
    when, do = _named(f"{where}.when", data["when"], _WHEN), _named(f"{where}.do", data["do"], _DO)
    grammar = GRAMMAR[do]
    if when not in grammar.when:
        allowed = " or ".join(time.name.lower() for time in grammar.when)
        raise GalecrestError(f"{where}: {data['do']} at {data['when']} cannot work: {grammar.why}; allowed at {allowed}")
    _known(where, data, ("when", "do", *grammar.numbers, *grammar.options))
    for key in grammar.numbers:
        if key not in data:
            raise GalecrestError(f"{where}: {data['do']} needs {key}")
    return TileEffect(
        when,
        do,
        amount=_amount(f"{where}.amount", data["amount"]) if "amount" in data else 0,
        of=_named(f"{where}.of", data["of"], dict(zip(KINDS, Loot, strict=True))) if "of" in data else None,
        table=_table(f"{where}.table", data["table"]) if "table" in data else (),
        sets=_sets(f"{where}.sets", data["sets"]) if "sets" in data else (),
    )


def _amount(where: str, value: Any) -> int | str:
    if isinstance(value, str):
        key = value.removeprefix("-")
        if key in AMOUNTS and isinstance(AMOUNTS[key].value, tuple):
            raise GalecrestError(f"{where} {shown(value)}: is a table of numbers, not a number")
        if key not in AMOUNTS:
            raise GalecrestError(f"{where} {shown(value)}: no amount is called so{nearest(key, AMOUNTS)}")
        return value
    if type(value) is not int or not -MOST_AMOUNT <= value <= MOST_AMOUNT:
        allowed = f"a whole number from -{MOST_AMOUNT} to {MOST_AMOUNT}, or the key of an amount"
        raise GalecrestError(f"{where} {shown(value)}: must be {allowed}")
    return value


def _table(where: str, value: Any) -> tuple[int, ...] | str:
    if isinstance(value, str):
        if value in AMOUNTS and not isinstance(AMOUNTS[value].value, tuple):
            raise GalecrestError(f"{where} {shown(value)}: is a number, not a table of numbers")
        if value not in AMOUNTS:
            raise GalecrestError(f"{where} {shown(value)}: no table is called so{nearest(value, AMOUNTS)}")
        return value
    good = isinstance(value, list) and 1 <= len(value) <= MOST_COUNTED
    if not good or not all(type(number) is int and abs(number) <= MOST_AMOUNT for number in value):
        raise GalecrestError(
            f"{where} {shown(value)}: must be 1 to {MOST_COUNTED} whole numbers from -{MOST_AMOUNT} to {MOST_AMOUNT}, "
            "for 1, 2, ... tokens"
        )
    return tuple(value)


def _sets(where: str, value: Any) -> tuple[tuple[int, int | str], ...]:
    if not isinstance(value, Mapping) or not value:
        raise GalecrestError(f"{where} {shown(value)}: must say what a set of each size pays, as in {{ 2 = 7, 3 = 12 }}")
    sets = []
    for size, pays in value.items():
        if str(size) not in _SIZES:
            raise GalecrestError(f"{where} {shown(size)}: the size of a set must be a whole number from 1 to {MOST_COUNTED}")
        sets.append((int(size), _amount(f"{where}.{size}", pays)))
    return tuple(sorted(sets, key=itemgetter(0)))


def _check_together(where: str, tile: Tile) -> None:
    for when in When:
        effects = [effect.do for effect in tile.effects if effect.when == when]
        if len(effects) > MOST_EFFECTS:
            raise GalecrestError(f"{where}: {len(effects)} effects at {when.name.lower()}: at most {MOST_EFFECTS} are possible")
        if Effect.KEEP_OR_GAIN in effects and any(effect in COUNTED for effect in effects):
            raise GalecrestError(
                f"{where}: keep_or_gain is resolved token by token, a count table for all tokens together: "
                "not both at the anchor (Q-14)"
            )
        if effects.count(Effect.CASH_ALL_OR_KEEP_ALL) > 1 or effects.count(Effect.KEEP_OR_GAIN) > 1:
            raise GalecrestError(f"{where}: what is kept or cashed once cannot be kept or cashed again")


def tile_as_data(tile: Tile) -> dict[str, Any]:
    """The tile as a rule file says it: the inverse of ``parse_tile``."""
    effects = []
    for effect in tile.effects:
        row: dict[str, Any] = {"when": effect.when.name.lower(), "do": effect.do.name.lower()}
        grammar = GRAMMAR[effect.do]
        if "amount" in grammar.numbers:
            row["amount"] = effect.amount
        if effect.of is not None:
            row["of"] = effect.of.name.lower()
        if "table" in grammar.numbers:
            row["table"] = effect.table if isinstance(effect.table, str) else list(effect.table)
        if "sets" in grammar.numbers:
            row["sets"] = {str(size): pays for size, pays in effect.sets}
        effects.append(row)
    data: dict[str, Any] = {"effects": effects}
    return data | {"order": "before_map"} if tile.before_map else data
