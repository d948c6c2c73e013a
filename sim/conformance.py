"""Replaying transcripts of another engine, choice by choice, and saying where the rules here differ."""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from attrs import define, evolve, field, frozen

from kernels import engine
from kernels.codes import VOYAGES, Card, Choice, Fault, Loot
from sim.errors import GalecrestError, shown
from sim.rule_sets import RuleSet
from sim.setups import KINDS
from sim.steps import TracedGame
from sim.tiles import parse_tile
from sim.transcripts import TranscriptError, reputation_row, script_of, set_deal, set_reputation, state_of

LONGEST_LINE = 8_000_000
"""Bytes; a game takes some 30 000."""

_GAME_KEYS = {"id", "players", "reputation", "voyages", "scores", "winners"}


@frozen
class Difference:
    """The first place at which a transcript and the rules part.

    Attributes:
        file, line: where the transcript stands; line from 1.
        game: its id.
        where: voyage, day (from 1) or anchor.
        text: what the transcript says and what the rules say.
    """

    file: str
    line: int
    game: str
    where: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.game}, {self.where}: {self.text}"


@define
class Report:
    """What a conformance check found.

    Attributes:
        games, choices: games and choices replayed (card selections are not counted as choices).
        differences: the first difference of each game that differs.
    """

    games: int = 0
    choices: int = 0
    differences: list[Difference] = field(factory=list)


def check(
    files: Iterable[str | os.PathLike[str]],
    rule_set: RuleSet | None = None,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Replay all games of transcript files, plain or gzip, under a rule set (default: the standard one).

    Args:
        progress: called with 0 before the first game.

    Raises:
        GalecrestError: rules of solo games, a file that cannot be read, or a line that is no transcript or of a solo game.
    """
    if isinstance(files, (str, os.PathLike)):
        raise GalecrestError(f"files {shown(files)}: must be a list of files")
    if rule_set and rule_set.solo:
        raise GalecrestError("these rules are of solo games; conform replays games of 2 to 6 players")
    report = Report()
    for file in files:
        for line, record in _read(Path(file)):
            if progress and report.games == 0:
                progress(0)
            try:
                _replay(record, rule_set or RuleSet.standard(), report, str(file), line)
            except TranscriptError as error:
                raise GalecrestError(f"{file}, line {line}: {error}") from None
            except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
                raise GalecrestError(f"{file}, line {line}: not a transcript: {type(error).__name__} {error}") from None
    if report.games == 0:
        raise GalecrestError("no game in the files")
    return report


def _read(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Line numbers and games of a file, one line in memory at a time."""
    number = 0
    try:
        with file.open("rb") as plain:
            packed = plain.read(2) == b"\x1f\x8b"
        with gzip.open(file) if packed else file.open("rb") as lines:
            while line := lines.readline(LONGEST_LINE + 1):
                number += 1
                if len(line) > LONGEST_LINE:
                    raise GalecrestError(f"{file}, line {number}: longer than {LONGEST_LINE:,} bytes: not a transcript")
                if line.strip():
                    yield number, _parse(file, number, line)
    except (OSError, EOFError, zlib.error) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else f"not a whole gzip file ({error})"
        raise GalecrestError(f"{file}: cannot be read: {reason}") from None


def _parse(file: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        record = json.loads(line.decode())
    except UnicodeDecodeError as error:
        raise GalecrestError(f"{file}, line {number}: not UTF-8 text ({error.reason} at byte {error.start})") from None
    except (ValueError, RecursionError) as error:
        raise GalecrestError(f"{file}, line {number}: not JSON: {error}") from None
    missing = _GAME_KEYS - record.keys() if isinstance(record, dict) else _GAME_KEYS
    if missing:
        raise GalecrestError(f"{file}, line {number}: not a transcript: no {', '.join(sorted(missing))}")
    if "solo" in record:
        raise GalecrestError(f"{file}, line {number}: a solo game: transcripts of solo games are told, but not replayed here")
    game: dict[str, Any] = record
    return game


def _with_tiles(rule_set: RuleSet, tiles: dict[str, Any] | None) -> RuleSet:
    """The rule set with the tiles that a transcript names: sides, or tiles as rule files say them."""
    if tiles is None:
        return rule_set
    setup, own = dict(zip(KINDS, rule_set.setup, strict=True)), dict(rule_set.tiles)
    for name, tile in tiles.items():
        kind = Loot(KINDS.index(name))
        setup[name] = tile if isinstance(tile, str) else "transcript"
        if not isinstance(tile, str):
            own["transcript", kind] = parse_tile("transcript", kind, tile)
    return evolve(rule_set, tiles=own, setup=tuple(setup.values()))


def _replay(record: dict[str, Any], rule_set: RuleSet, report: Report, file: str, line: int) -> None:
    def differs(where: str, text: str) -> None:
        report.differences.append(Difference(file, line, shown(record["id"])[1:-1], where, text))

    players = record["players"]
    if type(players) is not int or not 2 <= players <= 6 or len(record["voyages"]) != VOYAGES:
        raise TranscriptError(f"{players} players and {len(record['voyages'])} voyages: must be 2 to 6 and {VOYAGES}")
    traced = TracedGame(_with_tiles(rule_set, record.get("tiles")))
    game = traced.game
    report.games += 1
    traced.begin(0, 0, players)
    game["scripted"] = game["asks_everything"] = 1
    if (
        sorted(seat for seat in record["reputation"] if seat is not None) != list(range(players))
        or len(record["reputation"]) != 6
    ):
        raise TranscriptError(f"reputation {record['reputation']}: must be six spaces with each seat once")
    set_reputation(game, record["reputation"])
    for number, voyage in enumerate(record["voyages"]):
        game["voyage"] = number
        name = f"voyage {number + 1}"
        if len(voyage["days"]) != traced.days or len(voyage["loot_days"]) != traced.days:
            return differs(name, f"{len(voyage['days'])} days, the rules say {traced.days} (VOY-1)")
        if voyage["reputation"] != reputation_row(game):
            return differs(name, f"reputation {voyage['reputation']}, the rules say {reputation_row(game)}")
        set_deal(game, voyage["deal"], voyage["loot_days"])
        traced.step(engine.BEGIN)
        found = _compare(voyage["start"], game, traced.days)
        if found:
            return differs(f"{name}, start", found)
        for day, played in enumerate(voyage["days"]):
            game["day"] = day
            found = _step(
                traced,
                engine.DAY,
                script_of(played["select"], played["choices"]),
                played["choices"],
                played["after"],
            )
            report.choices += len(played["choices"])
            if found:
                return differs(f"{name}, day {day + 1}", found)
        found = _step(traced, engine.ANCHOR, script_of([], voyage["anchor"]), voyage["anchor"], voyage["end"])
        report.choices += len(voyage["anchor"])
        if found:
            return differs(f"{name}, anchor", found)
    winners = [int(game["log_leader"][VOYAGES - 1])]
    if record["winners"] != winners or record["scores"] != state_of(game, 0)["score"]:
        differs("end", f"scores {record['scores']}, winners {record['winners']}; the rules say "
                f"{state_of(game, 0)['score']}, {winners} (END-1)")  # fmt: skip
    return None


def _step(traced: TracedGame, what: int, script: np.ndarray, choices: list[dict[str, Any]], state: dict[str, Any]) -> str:
    """Carry out one step by a script; the first difference, or an empty string."""
    game = traced.game
    game["script_at"] = 0
    traced.step(what, script)
    at = int(game["script_at"])
    skipped = len(script) - len(choices)
    if game["fault"] != Fault.NONE:
        return _fault(traced, at - skipped, choices)
    if at < len(script):
        return f"choice {at - skipped + 1} of {len(choices)}: {_told(choices[at - skipped])} is not asked{_cook(choices, at - skipped)}"
    return _compare(state, game, traced.days)


def _told(choice: dict[str, Any]) -> str:
    details = ", ".join(f"{key} {value}" for key, value in choice.items() if key not in ("seat", "kind", "n"))
    return f"seat {choice['seat']} {choice['kind']} ({details}{', ' if details else ''}{choice['n']} options)"


def _fault(traced: TracedGame, at: int, choices: list[dict[str, Any]]) -> str:
    game = traced.game
    kind, seat, n = Choice(int(game["fault_choice"])), int(game["fault_seat"]), int(game["fault_options"])
    asked = f"the rules ask seat {seat} for {kind.name.lower()} with {n} option{'s' * (n != 1)}"
    if at < 0:
        return f"card selection: {asked}"
    if at >= len(choices):
        return f"after the last choice {asked}{_cook(choices, at)}"
    why = ", in which it is not an option" if game["fault"] == Fault.NOT_AN_OPTION else ""
    return f"choice {at + 1} of {len(choices)}: {_told(choices[at])}, but {asked}{why}{_cook(choices, at)}"


def _cook(choices: list[dict[str, Any]], at: int) -> str:
    """A hint if the choice at which things part is about a Cook who took a hook first (Q-03)."""
    if at >= len(choices):
        return ""
    choice = choices[at]
    cook = choice["kind"] == "loot_take" and choice["source"] == "cook"
    cook |= choice["kind"] == "order" and choice["phase"] == "dusk" and int(Card.COOK) == choice["next"]
    first = [
        c["loot"] for c in choices[:at] if c["kind"] == "loot_take" and c["source"] == "dusk" and c["seat"] == choice["seat"]
    ]
    if cook and first and first[-1] == Loot.HOOK.name.lower():
        return "; this Cook took a hook first (Q-03: --set cook.blocked_by=discarding_hook lets him go on)"
    return ""


def _compare(expected: dict[str, Any], game: np.void, days: int) -> str:
    actual = state_of(game, days)
    parts = [f"{key} {expected[key]}, the rules say {actual[key]}" for key in actual if expected[key] != actual[key]]
    return "; ".join(parts)
