"""``galecrest sweep``: one amount at several values. docs/comparing.md defines every column."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import polars as pl
from attrs import evolve, frozen

from kernels.catalog import CHARACTERS
from kernels.codes import Loot
from sim.comparison import (
    card_products,
    card_sums,
    edge_difference,
    game_difference,
    game_sums,
    loot_products,
    loot_sums,
    same_deal,
    unplayed_sums,
    weakest,
)
from sim.errors import GalecrestError, shown
from sim.operands import MOST
from sim.paired import difference
from sim.rule_sets import ALL_AMOUNTS, STANDARD_TILES, RuleSet, amount_called, parse_value
from sim.runner import Comparison
from sim.stats import Estimate

MEANS = ("score", "winner_score", "winner_margin")


@frozen
class Point:
    """One value of a sweep.

    Attributes:
        text: the value as --set takes it.
        label: the whole setting, ``KEY=VALUE``.
        rule_set: the rules with it.
    """

    text: str
    label: str
    rule_set: RuleSet


@frozen
class Sweep:
    """An amount and the values that it takes.

    Attributes:
        key: the amount.
        points: its values in the order in which they were given, two or more.
        reference: the one that differences are to: the value that the rules have without the sweep if it is among the
            points, else the first.
    """

    key: str
    points: tuple[Point, ...]
    reference: Point

    @classmethod
    def of(cls, key: str, values: str | Iterable[str], rule_set: RuleSet) -> Sweep:
        """A sweep over values, laid over a rule set.

        Args:
            key: the amount.
            values: as ``parse_values`` reads them, or texts as --set takes them.
            rule_set: everything else.

        Raises:
            GalecrestError: an unknown amount, a bad range, fewer than two or too many values, one that is given twice,
                out of range, or with which no game can be played.
        """
        amount = amount_called(key, rule_set.solo)
        texts = parse_values(values) if isinstance(values, str) else list(values)
        if len(texts) < 2:
            raise GalecrestError(f"--set {key}: a sweep needs at least two values, as in {key}=FROM:TO:STEP or {key}=A|B")
        if len(texts) > MOST:
            raise GalecrestError(f"--set {key}: {len(texts):,} values; a sweep takes at most {MOST}")
        points, found = [], []
        for text in texts:
            value = parse_value(amount, text)
            if value in found:
                raise GalecrestError(f"--set {key}: the value {text} is given twice")
            found.append(value)
            changed = evolve(rule_set, changes={**rule_set.changes, key: value})
            changed.check()
            points.append(Point(text, f"{key}={text}", changed))
        at = found.index(rule_set.value(key)) if rule_set.value(key) in found else 0
        return cls(key, tuple(points), points[at])

    @property
    def others(self) -> list[Point]:
        """All points but the reference."""
        return [point for point in self.points if point is not self.reference]

    @property
    def owner(self) -> tuple[str, int] | None:
        """Whose amount it is: a table and its row, ``("cards", rank - 1)`` or ``("loot", kind)``; None for the set-up's."""
        for place, character in enumerate(CHARACTERS):
            if self.key.split(".")[0] == character.key:
                return "cards", place
        for (_, kind), tile in STANDARD_TILES.items():
            if any(amount.key == self.key for amount in tile.amounts):
                return "loot", int(kind)
        return None

    @property
    def owner_name(self) -> str | None:
        """The name of the owner: a character's, or a loot kind's."""
        if self.owner is None:
            return None
        table, place = self.owner
        return CHARACTERS[place].name if table == "cards" else Loot(place).name.lower()


def parse_values(text: str) -> list[str]:
    """The values that ``FROM:TO``, ``FROM:TO:STEP`` or ``A|B|C`` stands for, as texts; both ends of a range are in it.

    Raises:
        GalecrestError: a range that is none.
    """
    if ":" not in text:
        return [part.strip() for part in text.split("|")]
    advice = "write FROM:TO or FROM:TO:STEP in whole numbers, as in 6:14:2"
    try:
        numbers = [int(part) for part in text.split(":")]
    except ValueError:
        raise GalecrestError(f"{shown(text)}: no range; {advice}") from None
    if len(numbers) not in (2, 3):
        raise GalecrestError(f"{shown(text)}: no range; {advice}")
    first, last, step = numbers if len(numbers) == 3 else [*numbers, 1]
    if step == 0 or (last - first) * step < 0:
        raise GalecrestError(f"{shown(text)}: a step of {step} does not lead from {first} to {last}")
    if (last - first) % step:
        raise GalecrestError(f"{shown(text)}: steps of {step} from {first} do not reach {last}")
    number = (last - first) // step + 1
    if number > MOST:
        raise GalecrestError(f"{shown(text)}: {number:,} values; a sweep takes at most {MOST}")
    return [str(first + place * step) for place in range(number)]


def is_range(setting: str) -> bool:
    """Whether a setting KEY=... gives several values."""
    value = setting.partition("=")[2]
    return ":" in value or "|" in value


_WANTED = "sweep takes one --set with several values, KEY=FROM:TO:STEP as in 6:14:2 or KEY=A|B|C as in '8|10'"


def split_settings(settings: Sequence[str]) -> tuple[str, str, list[str]]:
    """The key and the values of the one setting with several values, and all other settings.

    Raises:
        GalecrestError: none or more than one has several values.
    """
    ranges = [setting for setting in settings if is_range(setting)]
    if len(ranges) != 1:
        raise GalecrestError(f"{_WANTED}; {_given(ranges, settings)}")
    key, _, values = ranges[0].partition("=")
    return key.strip(), values.strip(), [setting for setting in settings if setting not in ranges]


def _given(ranges: Sequence[str], settings: Sequence[str]) -> str:
    """What was given where one range was wanted, and how it must be written if that is likely."""
    if ranges:
        return f"given: {', '.join(map(shown, ranges))}"
    if not settings:
        return "given: no --set"
    told = f"given: {', '.join(map(shown, settings))}, {'one value' if len(settings) == 1 else 'one value each'}"
    for setting in settings:
        key, _, value = setting.partition("=")
        amount = ALL_AMOUNTS.get(key.strip())
        if amount and not isinstance(amount.value, tuple) and "," in value:  # commas are for tables, which are one value
            return f"{told}; did you mean {shown(setting.replace(',', '|'))}?"
    return told


def sweep_table(counted: Comparison, players: int, sweep: Sweep) -> pl.DataFrame:
    """The table ``sweep``: a row for each point, in their order.

    Args:
        counted: what the games counted under the reference and then under the others.
        players: number of seats in every game.
        sweep: the amount and its values.
    """
    tallied = {point.label: at for at, point in enumerate((sweep.reference, *sweep.others))}
    return frame_of_points([_row(counted, players, sweep, point, tallied[point.label]) for point in sweep.points])


def frame_of_points(rows: list[dict[str, object]]) -> pl.DataFrame:
    """The frame of the rows of a sweep."""
    whole = ("number", "games", "plays", "held", "same_winner")
    texts = ("key", "value", "reference", "owner", "provenance")
    types = {name: pl.String if name in texts else pl.Int64 if name in whole else pl.Float64 for name in rows[0]}
    return pl.DataFrame(rows, schema=types)


def point_labels(counted: Comparison, sweep: Sweep, point: Point, at: int) -> dict[str, object]:
    """The first columns of the row of a point, whose games are in tally ``at``."""
    games = int(counted.tallies[at]["games"])
    return {
        "key": sweep.key,
        "value": point.text,
        "number": int(point.text) if point.text.lstrip("+-").isdecimal() else None,
        "reference": sweep.reference.text,
        "games": games,
        "same_winner": games if at == 0 else int(counted.pairs[at]["same_winner"]),
    }


def _row(counted: Comparison, players: int, sweep: Sweep, point: Point, at: int) -> dict[str, object]:
    a, b, pair = counted.tallies[0], counted.tallies[at], counted.pairs[at]
    is_reference = at == 0
    row = point_labels(counted, sweep, point, at)
    for name in MEANS:
        found = None if is_reference else game_difference(a, b, pair, name, players)
        row |= point_columns(name, game_sums(b, name, players).estimate, found)
    row["owner"] = sweep.owner_name
    table, place = sweep.owner or ("none", 0)
    sums_a, sums_b = (card_sums(a)[0], card_sums(b)[0]) if table == "cards" else (loot_sums(a)[0], loot_sums(b)[0])
    found = None
    if table == "cards" and not is_reference:
        found = difference(sums_a, sums_b, card_products(pair)[0]).times(players)
    elif table == "loot" and not is_reference:
        found = difference(sums_a, sums_b, loot_products(pair, loot_sums(a)[1], loot_sums(b)[1])[0]).times(players)
    row["plays"] = int(np.asarray(sums_b.x)[place]) if table == "cards" else None
    row["held"] = int(np.asarray(sums_b.x)[place]) if table == "loot" else None
    row |= point_columns("lift", sums_b.estimate.times(players) if sweep.owner else None, found, place)
    found = None
    if table == "cards" and not is_reference and same_deal(sweep.reference.rule_set, point.rule_set):
        found = edge_difference(a, b, pair, players)
    edge = sums_b.estimate.value - unplayed_sums(b, sums_b, players).estimate.value if table == "cards" else None
    row["edge"] = _number(None if edge is None else edge[place])
    row |= {name: value for name, value in point_columns("edge", None, found, place).items() if "difference" in name}
    row["provenance"] = weakest(sweep.reference.rule_set, point.rule_set)
    return row


def point_columns(name: str, value: Estimate | None, found: Estimate | None, place: int = 0) -> dict[str, float | None]:
    """Value, its standard error and its difference to the reference: null for the reference itself."""
    columns = {name: _number(value.value[place] if value else None), f"{name}_se": _number(value.se[place] if value else None)}
    for part, column in (("value", ""), ("se", "_se"), ("low", "_low"), ("high", "_high")):
        columns[f"{name}_difference{column}"] = _number(getattr(found, part)[place] if found else None)
    return columns


def _number(value: float | None) -> float | None:
    return None if value is None or value != value else float(value)
