"""Rule sets as TOML: ``galecrest rules --export`` writes it, ``--rules FILE`` reads it."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import tomlkit
from attrs import evolve

from kernels.catalog import CHARACTERS, DIFFICULTY, SETUP, SOLO_DECK, Amount, Tile
from kernels.codes import RULES_VERSION, Loot
from sim.errors import GalecrestError, nearest, shown
from sim.rule_sets import ALL_AMOUNTS, NOT_IN_DECK, STANDARD_TILES, YES_NO, RuleSet, Tiles, check_value, no_amount, readable
from sim.setups import AUTOMA_KINDS, KINDS, known_side, not_in_solo
from sim.tiles import parse_tile, tile_as_data

_HEAD = """\
A galecrest rule set, complete. Keep what you change and delete the rest: what is left out is standard.
Numbers are in the range that --set names when it refuses one. Ids and sources are explained in docs/rules.md;
what is marked R is a reconstruction: the printed text could not be found."""


SOLO_GAME = "solo_game"
"""The key that makes a file one of solo games. (``solo`` is the table of their difficulty.)"""

_OWNERS = {key.split(".")[0] for key in ALL_AMOUNTS}


def has_rules(data: dict[str, Any]) -> bool:
    """Whether a TOML file has a key of a rule set, for a message about a file that was given for something else."""
    return not data.keys().isdisjoint({*_OWNERS, "rules_version", SOLO_GAME, "setup", "tiles"})


def read_rules(file: str, solo: bool = False) -> RuleSet:
    """The rule set of a file, or of standard input for ``-``, laid over the standard one.

    Args:
        solo: as for ``rules_from``.

    Raises:
        GalecrestError: it cannot be read, is no TOML, or says what cannot be.
    """
    name = "standard input" if file == "-" else file
    try:
        text = sys.stdin.buffer.read().decode() if file == "-" else Path(file).read_text("utf-8")
    except OSError as error:
        raise GalecrestError(f"--rules {shown(name)}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise GalecrestError(f"--rules {shown(name)}: not UTF-8 text ({error.reason} at byte {error.start})") from None
    try:
        return rules_from(text, solo)
    except GalecrestError as error:
        raise error.of(name) from None


def rules_from(text: str, solo: bool = False) -> RuleSet:
    """The rule set that a TOML text lays over the standard one.

    Args:
        solo: it is used in solo games, though it may not say so itself.

    Raises:
        GalecrestError: no TOML (with line and column), or it says what cannot be.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        lines = text.split("\n")
        end = f"at line {len(lines)}, column {len(lines[-1]) + 1}"
        raise GalecrestError(f"not TOML: {str(error).replace('at end of document', end)}") from None
    except RecursionError:
        raise GalecrestError("not TOML that can be read: nested too deeply") from None
    if "card_features" in data:  # as in every weights file (sim.weights)
        raise GalecrestError("a weights file, not a rule set; use it as --policy learned:FILE")
    version = data.pop("rules_version", RULES_VERSION)
    if version != RULES_VERSION:
        kind = "" if isinstance(version, str) else " (as text, in quotes)"
        raise GalecrestError(f"rules_version {shown(version)}: this is a program for rules version {RULES_VERSION!r}{kind}")
    of_solo = data.pop(SOLO_GAME, False)
    if not isinstance(of_solo, bool):
        raise GalecrestError(f"{SOLO_GAME} {shown(of_solo)}: must be true or false, without quotes")
    rule_set = RuleSet(_amounts(data), _tiles(data.get("tiles", {})), solo=solo or of_solo)
    return _with_setup(rule_set, data.get("setup", {}), of_solo)


def _with_setup(rule_set: RuleSet, data: Any, of_solo: bool) -> RuleSet:
    """With the sides that a file gives; one of solo games itself gives none to the Automa's kinds (SET-3)."""
    if not isinstance(data, dict):
        raise GalecrestError(f"setup {shown(data)}: must be a table, as in [setup] with chest = 'stormy'")
    setup = dict(zip(KINDS, rule_set.setup, strict=True))
    for kind, side in data.items():
        if kind not in KINDS:
            raise GalecrestError(f"setup: no loot kind {shown(kind)}{nearest(kind, KINDS)}")
        if of_solo and KINDS.index(kind) in AUTOMA_KINDS:
            raise not_in_solo(f"setup.{kind} {shown(side)}")
        setup[kind] = known_side("setup", kind, side, rule_set.sides_of(Loot(KINDS.index(kind))))
    rule_set = evolve(rule_set, setup=tuple(setup.values()))
    rule_set.check()
    return rule_set


def _amounts(data: dict[str, Any]) -> dict[str, Any]:
    values = {}
    for owner, amounts in data.items():
        if owner in ("setup", "tiles"):
            continue
        if owner in NOT_IN_DECK:
            raise GalecrestError(f"no table {shown(owner)}; {NOT_IN_DECK[owner]}")
        if owner not in _OWNERS:
            raise GalecrestError(f"no table {shown(owner)}{nearest(owner, [*_OWNERS, 'setup', 'tiles', SOLO_GAME])}")
        if not isinstance(amounts, dict):
            advice = f"; a file of solo games says {SOLO_GAME} = true" if owner == "solo" else ""
            raise GalecrestError(f"{owner} {shown(amounts)}: must be a table, as in [{owner}]{advice}")
        for name, value in amounts.items():
            key = f"{owner}.{name}"
            if key not in ALL_AMOUNTS:
                raise GalecrestError(no_amount(key))
            values[key] = check_value(ALL_AMOUNTS[key], value, value)
    return values


def _tiles(data: Any) -> Tiles:
    if not isinstance(data, dict):
        raise GalecrestError(f"tiles {shown(data)}: must be tables, as in [tiles.calm.chest]")
    tiles = {}
    for side, kinds in data.items():
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,30}", side):
            raise GalecrestError(f"tiles {shown(side)}: the name of a side must be letters, digits, - and _, a letter first")
        if not isinstance(kinds, dict):
            raise GalecrestError(f"tiles.{side} {shown(kinds)}: must be tables, as in [tiles.{side}.chest]")
        if side == "drawn":
            raise GalecrestError("tiles.drawn: 'drawn' stands for a side that is drawn and cannot be the name of one")
        for kind, tile in kinds.items():
            if kind not in KINDS:
                raise GalecrestError(f"tiles.{side}: no loot kind {shown(kind)}{nearest(kind, KINDS)}")
            tiles[side, Loot(KINDS.index(kind))] = parse_tile(side, Loot(KINDS.index(kind)), tile)
    return tiles


def export_rules(rule_set: RuleSet) -> str:
    """The rule set in full as commented TOML: ``rules_from`` reads it back to an equal one."""
    document = tomlkit.document()
    for line in _HEAD.splitlines():
        document.add(tomlkit.comment(line))
    document.add("rules_version", tomlkit.item(RULES_VERSION))
    if rule_set.solo:
        document.add(SOLO_GAME, tomlkit.item(True).comment("SOL-1: one human against the Automa, as with --solo"))
    setup = tomlkit.table()
    setup.comment("SET-3: calm, stormy, drawn (calm or stormy, for each game), or a side of your own under [tiles]")
    for kind in Loot:
        if not (rule_set.solo and kind in AUTOMA_KINDS):
            setup.add(KINDS[kind], rule_set.setup[kind])
    document.add("setup", setup)
    for owner, note, amounts in _owners(rule_set):
        table = tomlkit.table()
        table.comment(note)
        for amount in amounts:
            value = readable(amount, rule_set.value(amount.key))
            item = tomlkit.item(value == "yes" if amount.names == YES_NO else value)
            switch = amount.names not in ((), YES_NO) and not isinstance(amount.value, tuple)
            names = f" ({' or '.join(amount.names)})" if switch else ""
            item.comment(f"{amount.rule}: {amount.text}{names}")
            table.add(amount.key.split(".")[1], item)
        document.add(owner, table)
    document.add("tiles", _tile_tables(rule_set))
    return tomlkit.dumps(document)


def _owners(rule_set: RuleSet) -> list[tuple[str, str, list[Amount]]]:
    """Each owner of amounts with a note on it, in the order of the rulebook; those of solo games only for one."""
    notes = {row.key: f"{row.rule} {row.name}, {', '.join(row.when)}; source {row.source}" for row in CHARACTERS}
    notes |= {amount.key.split(".")[0]: "set-up" for amount in SETUP}
    for tile in STANDARD_TILES.values():
        for amount in tile.amounts:
            notes[amount.key.split(".")[0]] = f"{tile.rule}; source {tile.source}"
    notes |= {amount.key.split(".")[0]: "solo games: difficulty" for amount in DIFFICULTY}
    for card in SOLO_DECK:
        known = f"printed: {', '.join(card.printed)}; the rest R" if card.printed else "source R"
        notes |= {amount.key.split(".")[0]: f"solo card of rank {card.rank}; {known}" for amount in card.amounts}
    found: dict[str, list[Amount]] = {}
    for amount in rule_set.amounts.values():
        found.setdefault(amount.key.split(".")[0], []).append(amount)
    return [(owner, notes[owner], amounts) for owner, amounts in found.items()]


def _tile_tables(rule_set: RuleSet) -> Any:
    sides = tomlkit.table(is_super_table=True)
    for side in rule_set.sides:
        kinds = tomlkit.table(is_super_table=True)
        for kind in Loot:
            tile = rule_set.tile(side, kind)
            if tile is not None:
                kinds.add(KINDS[kind], _tile_table(tile))
        sides.add(side, kinds)
    return sides


def _tile_table(tile: Tile) -> Any:
    table = tomlkit.table()
    table.comment("user" if tile.source == "user" else f"{tile.rule}; source {tile.source}")
    data = tile_as_data(tile)
    effects = tomlkit.array()
    effects.multiline(len(data["effects"]) > 1)
    for effect in data["effects"]:
        row = tomlkit.inline_table()
        for key, value in effect.items():
            row.add(key, value)
        effects.append(row)
    table.add("effects", effects)
    if "order" in data:
        table.add("order", data["order"])
    return table
