"""The learned policy's weights as a file: TOML that people can read and compare (docs/weights.md).

A file says for which features its numbers are, and names cards and tiles by their keys. So one that was trained for other
features is refused, not misread.
"""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from attrs import frozen

from kernels.catalog import CHARACTERS
from kernels.codes import FACES, MAX_DAYS, VOYAGES
from kernels.policies.features import CARD_FEATURE_NAMES, LOOT_FEATURE_NAMES
from kernels.policies.knowledge import OWN_COUNTS, WEIGHTS
from kernels.policies.learned import UNIT
from sim.errors import GalecrestError, nearest, shown
from sim.rule_sets import RuleSet
from sim.setups import AUTOMA, KINDS

FORMAT = 1
"""Of the file; raised when a key changes its meaning."""

MANIFEST: dict[str, tuple[type, str]] = {
    "format": (int, "of this file"),
    "galecrest": (str, "version that trained"),
    "players": (int, "at the table in training; 1 in solo games"),
    "setup": (str, "in training"),
    "solo": (bool, "whether solo games were trained"),
    "rules": (str, "hash of the rule set in training"),
    "seed": (int, "of the training"),
    "rounds": (int, "of training"),
    "games": (int, "played in training"),
    "trained": (str, "how"),
}
"""What each file says of itself, with its type and meaning. It may say more: texts, numbers, true and false."""

LEARNED = Path(__file__).with_name("learned")
"""The folder of the weights that come with galecrest."""

LEAST, GREATEST = (int(bound) for bound in (np.iinfo(np.int16).min, np.iinfo(np.int16).max))
_ROW = 8
"""Numbers in a line: a word of features."""
_CARDS = {character.key: character.rank for character in CHARACTERS}
_NO_SIDE = ""
_LARGE = 1e18
"""No number of a manifest is as large."""

_HEAD = f"""\
# Weights of the learned policy (docs/weights.md). A score is the sum of a start, by voyage and days left, and of weight x feature;
# {UNIT} more double the odds. Weights stand in the order of the features here. Of days, the last number stands for all further ones.
"""

Sides = tuple[tuple[str, ...], ...]
"""By face and kind: the side whose tile the face shows; an empty text where it shows none of its own."""


def sides_of(rule_set: RuleSet) -> Sides:
    """The sides of a rule set: of the faces that its games show. A second face only where the kind is drawn."""
    first, *rest = [tuple(tile.side for tile in face) for face in rule_set.faces()]
    second = rest[0] if rest else first
    return first, tuple(_NO_SIDE if side == other else side for side, other in zip(second, first, strict=True))


def family_of(rule_set: RuleSet) -> str:
    """The setup, calm, stormy or uncharted, whose shipped weights fit a rule set best.

    Calm or stormy if every kind shows that side (in solo games every kind that has sides), else uncharted: those weights know both.
    A tile that a user put in place of a standard one counts as that.
    """
    sides = {side for side in rule_set.setup if side != AUTOMA}
    for name in ("calm", "stormy"):
        if sides == {name}:
            return name
    return "uncharted"


@frozen(eq=False)
class Weights:
    """The weights of a learned policy and where they come from.

    Attributes:
        manifest: what the file says of itself; at least the keys of ``MANIFEST``.
        sides: whose tiles the faces of ``arrays`` are.
        arrays: int16 by the names and shapes of ``kernels.policies.knowledge.WEIGHTS``. Zero where nothing reads them: rank 0, 0 days
            left, faces without a side.
    """

    manifest: dict[str, Any]
    sides: Sides
    arrays: dict[str, np.ndarray]

    @classmethod
    def of(cls, knowledge: np.void, rule_set: RuleSet, manifest: Mapping[str, Any]) -> Weights:
        """The weights of a KNOWLEDGE record that was trained under a rule set.

        A voyage that lasts longer than there takes, for its first days, what was learned for the most days left.

        Args:
            manifest: the keys of ``MANIFEST`` without ``format``, and more.
        """
        sides, arrays = sides_of(rule_set), _empty()
        for name, array in arrays.items():
            array[...] = knowledge[name]
        arrays["card_start"][:, :, 0] = arrays["card_weight"][0] = 0
        for start in (arrays["card_start"], arrays["loot_start"]):
            start[:, 0] = 0
            for voyage, days in enumerate(rule_set.table("voyage.days")):
                start[voyage, days + 1 :] = start[voyage, days]
        for face, kind in np.ndindex(FACES, len(KINDS)):
            if sides[face][kind] == _NO_SIDE:
                arrays["loot_start"][:, :, face, kind] = arrays["loot_held"][face, kind] = arrays["loot_weight"][face, kind] = 0
        return cls({"format": FORMAT, **manifest}, sides, arrays)

    def fill(self, knowledge: np.void, rule_set: RuleSet) -> None:
        """Write the weights into a KNOWLEDGE record: those of each tile to the face that shows it under a rule set.

        Raises:
            GalecrestError: the rule set shows a tile of a side that was not trained.
        """
        knowledge["card_start"][...] = self.arrays["card_start"]
        knowledge["card_weight"][...] = self.arrays["card_weight"]
        for face, kind, own in self.faces_for(rule_set):
            knowledge["loot_start"][:, :, face, kind] = self.arrays["loot_start"][:, :, own, kind]
            knowledge["loot_held"][face, kind] = self.arrays["loot_held"][own, kind]
            knowledge["loot_weight"][face, kind] = self.arrays["loot_weight"][own, kind]

    def faces_for(self, rule_set: RuleSet) -> list[tuple[int, int, int]]:
        """For each face and kind that a rule set shows, the face here that has the weights of that tile.

        Raises:
            GalecrestError: as for ``fill``.
        """
        found = []
        for face, kind in _places(sides_of(rule_set)):
            side, known = sides_of(rule_set)[face][kind], [own[kind] for own in self.sides]
            if side not in known:
                there = ", ".join(filter(None, known))
                raise GalecrestError(
                    f"no weights for the tile {side}.{KINDS[kind]}: trained under setup {self.manifest['setup']}, they know of "
                    f"{KINDS[kind]} only {there}; galecrest train --setup makes others"
                )
            found.append((face, kind, known.index(side)))
        return found

    @property
    def sha256(self) -> str:
        """Of ``text()`` (hex): the same for equal weights, however a file is laid out."""
        return hashlib.sha256(self.text().encode()).hexdigest()

    def text(self) -> str:
        """The weights as TOML: equal weights give equal texts, and ``weights_from`` reads them back to the last bit."""
        lines = [_HEAD, *_name_lines("card_features", CARD_FEATURE_NAMES), *_name_lines("loot_features", LOOT_FEATURE_NAMES)]
        lines += ["", "[manifest]", *(f"{key} = {_scalar(value)}" for key, value in self.manifest.items())]
        for key, rank in _CARDS.items():
            lines += ["", f"[card.{key}]", _start_line(self.arrays["card_start"][:, 1:, rank])]
            lines += _block_lines(self.arrays["card_weight"][rank])
        for face, kind in _places(self.sides):
            lines += ["", f"[loot.{self.sides[face][kind]}.{KINDS[kind]}]"]
            lines.append(_start_line(self.arrays["loot_start"][:, 1:, face, kind]))
            lines.append(f"held = [{_numbers(self.arrays['loot_held'][face, kind])}]")
            lines += _block_lines(self.arrays["loot_weight"][face, kind])
        return "\n".join(lines) + "\n"


def read_weights(path: str | os.PathLike[str]) -> Weights:
    """The weights of a file.

    Raises:
        GalecrestError: it cannot be read, or holds no weights for the features of this version.
    """
    name = os.fspath(path)
    try:
        text = Path(name).read_bytes().decode()
    except OSError as error:
        raise GalecrestError(f"{name!r}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise GalecrestError(f"{name!r}: no weights file: not UTF-8 text ({error.reason} at byte {error.start})") from None
    except ValueError as error:  # a NUL in the name
        raise GalecrestError(f"{name!r}: cannot be read: {error}") from None
    try:
        return weights_from(text)
    except GalecrestError as error:
        raise error.of(repr(name)) from None


def shipped(players: int, family: str, solo: bool) -> Weights:
    """The weights that come with galecrest for a number of players and a setup.

    Args:
        players: 2 to 6; has no meaning in solo games.
        family: as ``family_of`` says.

    Raises:
        GalecrestError: there are none.
    """
    name = f"solo_{family}" if solo else f"{family}_{players}"
    path = LEARNED / f"{name}.toml"
    if not path.is_file():
        there = ", ".join(sorted(file.stem for file in LEARNED.glob("*.toml")))
        raise GalecrestError(f"no weights {name!r} come with this version; there are {there or 'none'}")
    return _read_once(path)


@cache
def _read_once(path: Path) -> Weights:
    """As ``read_weights``. A sweep looks up the same weights for each of its rule sets."""
    return read_weights(path)


def weights_from(text: str) -> Weights:
    """The weights that a TOML text says.

    Raises:
        GalecrestError: no TOML, or no weights for the features of this version.
    """
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a ValueError also of a number with thousands of digits
        raise GalecrestError(f"no weights file: not TOML ({error})") from None
    keys = ("manifest", "card_features", "loot_features", "card", "loot")
    if data.keys().isdisjoint(set(keys) - {"loot"}):  # which is a table of rules too
        from sim.rule_files import has_rules  # here, as it imports tomlkit, which those who play do not need

        if has_rules(data):
            raise GalecrestError("a rule set, not weights; use it as --rules FILE")
    _require_keys("", data, keys)
    manifest = _manifest(data["manifest"])
    _require_features("card_features", data["card_features"], CARD_FEATURE_NAMES)
    _require_features("loot_features", data["loot_features"], LOOT_FEATURE_NAMES)
    arrays = _empty()
    cards = _table("card", data["card"])
    _require_keys("card", cards, _CARDS)
    for key, rank in _CARDS.items():
        card = _table(f"card.{key}", cards[key])
        _require_keys(f"card.{key}", card, ("start", "weights"))
        arrays["card_start"][:, 1:, rank] = _starts(f"card.{key}.start", card["start"])
        arrays["card_weight"][rank] = _row(f"card.{key}.weights", card["weights"], len(CARD_FEATURE_NAMES))
    sides = [[_NO_SIDE] * len(KINDS) for _ in range(FACES)]
    for side, kinds in sorted(_table("loot", data["loot"]).items()):  # so that calm is the first face, as where sides are drawn
        for key, tile in _table(f"loot.{side}", kinds).items():
            where = f"loot.{side}.{key}"
            if key not in KINDS:
                raise GalecrestError(f"{where}: no loot kind {shown(key)}{nearest(key, KINDS)}")
            kind = KINDS.index(key)
            face = 0 if sides[0][kind] == _NO_SIDE else 1
            if sides[face][kind] != _NO_SIDE:
                raise GalecrestError(f"{where}: {key} has {sides[0][kind]} and {sides[1][kind]} already, at most {FACES} sides")
            sides[face][kind] = side
            tile = _table(where, tile)
            _require_keys(where, tile, ("start", "held", "weights"))
            arrays["loot_start"][:, 1:, face, kind] = _starts(f"{where}.start", tile["start"])
            arrays["loot_held"][face, kind] = _row(f"{where}.held", tile["held"], OWN_COUNTS)
            arrays["loot_weight"][face, kind] = _row(f"{where}.weights", tile["weights"], len(LOOT_FEATURE_NAMES))
    missing = [name for name, side in zip(KINDS, sides[0], strict=True) if side == _NO_SIDE]
    if missing:
        raise GalecrestError(f"loot: no tile of {', '.join(missing)}, as in [loot.calm.{missing[0]}]")
    return Weights(manifest, tuple(map(tuple, sides)), arrays)


def _empty() -> dict[str, np.ndarray]:
    return {name: np.zeros(shape, dtype) for name, dtype, shape, _ in WEIGHTS}


def _places(sides: Sides) -> Iterator[tuple[int, int]]:
    """Face and kind of each tile in the order of a file: by side, then kind."""
    for name in sorted({side for row in sides for side in row} - {_NO_SIDE}):
        for face, row in enumerate(sides):
            yield from ((face, kind) for kind, side in enumerate(row) if side == name)


def _name_lines(key: str, names: Sequence[str]) -> list[str]:
    rows = [names[at : at + _ROW] for at in range(0, len(names), _ROW)]
    return [f"{key} = [", *("  " + ", ".join(f'"{name}"' for name in row) + "," for row in rows), "]"]


def _numbers(values: Iterable[int], width: int = 0) -> str:
    return ", ".join(f"{value:{width}}" for value in values)


def _start_line(start: np.ndarray) -> str:
    """Of shape (voyages, days), from one day left on; days at the end that repeat the one before are left out."""
    rows = []
    for row in start.tolist():
        while len(row) > 1 and row[-1] == row[-2]:
            row.pop()
        rows.append(f"[{_numbers(row)}]")
    return f"start = [{', '.join(rows)}]"


def _block_lines(weights: np.ndarray) -> list[str]:
    return ["weights = [", *(f"  {_numbers(row, 5)}," for row in weights.reshape(-1, _ROW).tolist()), "]"]


def _scalar(value: object) -> str:
    """A text, number, true or false in TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        plain = value.replace("\\", "\\\\").replace('"', '\\"')
        return '"' + "".join(char if char.isprintable() else f"\\U{ord(char):08X}" for char in plain) + '"'
    return repr(value)


def _table(where: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise GalecrestError(f"{where} {shown(value)}: must be a table, as in [{where}]")
    return value


def _require_keys(where: str, table: Mapping[str, Any], allowed: Iterable[str]) -> None:
    """Refuse a table that has another key, or lacks one."""
    names, before = list(allowed), f"{where}." if where else ""
    for key in table:
        if key not in names:
            raise GalecrestError(f"no key {shown(before + key)}{nearest(key, names, before)}")
    for name in names:
        if name not in table:
            raise GalecrestError(f"{'' if where else 'no weights file: '}{before}{name} is missing")


def _manifest(value: object) -> dict[str, Any]:
    manifest = _table("manifest", value)
    found = manifest.get("format", FORMAT)
    if found != FORMAT or isinstance(found, bool):
        raise GalecrestError(f"manifest.format {shown(found)}: this version reads format {FORMAT}")
    for key, (kind, _) in MANIFEST.items():
        if key not in manifest:
            raise GalecrestError(f"manifest.{key} is missing")
        if type(manifest[key]) is not kind:
            what = {int: "a whole number", str: "a text", bool: "true or false"}[kind]
            raise GalecrestError(f"manifest.{key} {shown(manifest[key])}: must be {what}")
    for key, entry in manifest.items():
        if not re.fullmatch(r"[A-Za-z0-9_-]+", key):
            raise GalecrestError(f"manifest {shown(key)}: keys must be letters, digits, - and _")
        if not isinstance(entry, (str, int, float)):
            raise GalecrestError(f"manifest.{key} {shown(entry)}: must be a text, a number, true or false")
        if not isinstance(entry, str) and not abs(entry) < _LARGE:  # JSON has no inf and nan, and Python writes no longer ones
            raise GalecrestError(f"manifest.{key}: numbers must lie between {-_LARGE:g} and {_LARGE:g}")
    return manifest


def _require_features(where: str, value: object, names: Sequence[str]) -> None:
    """Refuse a file of other features than this version has."""
    if value == list(names):
        return
    if not isinstance(value, list):
        raise GalecrestError(f"{where} {shown(value)}: must be a list of names")
    for name in value:
        if name not in names:
            raise GalecrestError(f"{where}: trained for other features: no feature {shown(name)}{nearest(str(name), names)}")
    for name in names:
        if name not in value:
            raise GalecrestError(f"{where}: trained for other features: without {name!r}")
    raise GalecrestError(f"{where}: trained for other features: the same, in another order")


def _row(where: str, value: object, length: int) -> list[int]:
    if not isinstance(value, list) or len(value) != length:
        given = f"{len(value)} of them" if isinstance(value, list) else shown(value)
        raise GalecrestError(f"{where}: must be {length} whole numbers, not {given}")
    return _whole(where, value)


def _starts(where: str, value: object) -> list[list[int]]:
    """Numbers by voyage and days left, the last of each voyage repeated up to the most days."""
    if not isinstance(value, list) or len(value) != VOYAGES or not all(isinstance(row, list) for row in value):
        raise GalecrestError(f"{where} {shown(value)}: must be {VOYAGES} lists of numbers, one a voyage")
    for row in value:
        if not 1 <= len(row) <= MAX_DAYS:
            raise GalecrestError(f"{where} {shown(row)}: must be 1 to {MAX_DAYS} numbers, by days left")
    return [_whole(where, row) + _whole(where, row[-1:]) * (MAX_DAYS - len(row)) for row in value]


def _whole(where: str, values: list[Any]) -> list[int]:
    for value in values:
        if type(value) is not int or not LEAST <= value <= GREATEST:
            raise GalecrestError(f"{where} {shown(value)}: must be a whole number from {LEAST} to {GREATEST}")
    return values
