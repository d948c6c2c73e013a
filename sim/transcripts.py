"""Transcripts: games choice by choice, in the format of docs/transcripts.md, to and from the kernels' records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kernels import engine
from kernels.catalog import Tile
from kernels.choices import ANY_NUMBER, SCRIPT
from kernels.codes import (
    CARDS,
    ITEM_LOOT,
    ITEM_PRISONER_COPY,
    MAX_SEATS,
    PILFERER,
    SPACES,
    VOYAGES,
    Card,
    Choice,
    Event,
    Loot,
    Rule,
    Source,
)
from kernels.masks import mask_of, ranks_of
from kernels.tokens import counts_of, packed
from sim.errors import shown
from sim.policies import LineUp
from sim.rule_sets import RuleSet
from sim.setups import CALM, KINDS
from sim.steps import TracedGame
from sim.tiles import tile_as_data

_KIND = {name: kind for kind, name in enumerate(KINDS)}
_TAKE = {"dusk": Choice.TAKE_DUSK, "smuggler": Choice.TAKE_SMUGGLER, "cook": Choice.TAKE_COOK}
_ORDER = {
    "dusk": Choice.ORDER_DUSK,
    "night": Choice.ORDER_NIGHT,
    "night_end": Choice.ORDER_NIGHT_END,
    "anchor": Choice.ORDER_ANCHOR,
}
_PHASE = {choice: phase for phase, choice in _ORDER.items()}
_SOURCE = {choice: source for source, choice in _TAKE.items()}
_PRISONER_COPY = f"copy:{int(Card.FREED_PRISONER)}"
_CARD_KINDS = {
    Choice.SCOUT_PLAY, Choice.APPRENTICE_COPY, Choice.INNKEEPER_RETURN, Choice.NECROMANCER_RETURN, Choice.RECRUITER,
    Choice.SURGEON, Choice.WITCH_COPY, Choice.HOOK_CARD,
}  # fmt: skip
_CARD_TARGETS = {Choice.SABER, Choice.GUNNER, Choice.DISCARD_ADJACENT, Choice.DISCARD_ANY}
_NAMES = {Choice.DISCARD_ADJACENT: "discard_ship", Choice.DISCARD_ANY: "discard_ship", Choice.CASH: "map_cash"}
_LOOT_KINDS = {Choice.PREACHER_KEEP, Choice.STOWAWAY_DRAW, Choice.MIDSHIPMAN_REMOVE}


_MOST = 1_000_000
"""No number of a transcript comes near it."""


class TranscriptError(ValueError):
    """A transcript that is not in the format; the message says what is wrong."""


def state_of(game: np.void, days: int) -> dict[str, Any]:
    """The STATE of a record between two days: what a transcript says of it."""
    seats = range(int(game["players"]))
    return {
        "doubloons": [int(game["doubloons"][seat]) for seat in seats],
        "score": [int(game["dial"][seat]) for seat in seats],
        "reputation": reputation_row(game),
        "hand": [ranks_of(game["hand"][seat]) for seat in seats],
        "ship": [ranks_of(game["ship"][seat]) for seat in seats],
        "graveyard": [ranks_of(game["graveyard"][seat]) for seat in seats],
        "loot": [counts_of(game["loot"][seat]) for seat in seats],
        "bag": counts_of(game["bag"]),
        "days": [counts_of(game["rows"][day]) for day in range(days)],
    }


def reputation_row(game: np.void) -> list[int | None]:
    """The seat on each of the six spaces, left to right; None for an idle token."""
    row: list[int | None] = [None] * SPACES
    for seat in range(int(game["players"])):
        row[int(game["space"][seat])] = seat
    return row


def shown_tiles(game: np.void, rule_set: RuleSet) -> list[Tile]:
    """The tile that each kind shows in this game, in the order of kinds (SET-3)."""
    faces = rule_set.faces()
    return [faces[min(int(face), len(faces) - 1)][kind] for kind, face in enumerate(game["face"])]


def _tiles(game: np.void, rule_set: RuleSet) -> dict[str, Any]:
    """The tiles as transcripts say them: the name of a standard side, or a user's tile as rule files say it."""
    return {
        KINDS[tile.kind]: tile_as_data(tile) if tile.source == "user" else tile.side for tile in shown_tiles(game, rule_set)
    }


def set_reputation(game: np.void, row: Sequence[int | None]) -> None:
    """Lay the six tokens as a transcript says. Writes space, log_space."""
    idle = iter(range(int(game["players"]), MAX_SEATS))
    for space, seat in enumerate(row):
        game["space"][next(idle) if seat is None else seat] = space
    game["log_space"] = game["space"]


def set_deal(game: np.void, deal: Sequence[int], loot_days: Sequence[Sequence[str]]) -> None:
    """Deal a voyage's cards and loot as a transcript says. Writes log_deal, rows, bag.

    Raises:
        TranscriptError: cards that do not exist or were dealt before, or loot that is not in the bag.
    """
    before = {rank for mask in game["log_deal"] for rank in ranks_of(mask)}
    if len(set(deal)) != len(deal) or not set(deal) <= set(range(1, CARDS + 1)) - before:
        raise TranscriptError(f"deal {list(deal)}: must be different ranks from 1 to {CARDS}, none of them dealt before")
    for day, row in enumerate(loot_days):
        counts = [row.count(kind) for kind in KINDS]
        if sum(counts) != len(row) or any(number > held for number, held in zip(counts, counts_of(game["bag"]), strict=True)):
            raise TranscriptError(
                f"loot of day {day + 1} {list(row)}: must be tokens that the bag holds, of {', '.join(KINDS)}"
            )
        game["rows"][day] = packed(counts)
        game["bag"] -= packed(counts)
    game["log_deal"][game["voyage"]] = mask_of(deal)


def script_of(select: Sequence[int | None], choices: Sequence[Mapping[str, Any]]) -> np.ndarray:
    """The answers of one day, or of one anchor (with an empty ``select``), as a SCRIPT array.

    Raises:
        TranscriptError: a choice that the format does not know, or a number that is none.
    """
    try:
        rows = [(Choice.SELECT, seat, ANY_NUMBER, _whole(card)) for seat, card in enumerate(select) if card is not None]
    except TypeError:
        raise TranscriptError(f"select {shown(select)}: must be a rank or null for each seat") from None
    taken = 0
    for choice in choices:
        try:
            kind, code = _code_of(choice, taken)
            n = _whole(choice["n"])
            if n < 1:
                raise TranscriptError(f"not a choice of the format: n must be at least 1 in {shown(choice)}")
            rows.append((kind, _whole(choice["seat"]), n, code))
        except (KeyError, TypeError, AttributeError):
            raise TranscriptError(f"not a choice of the format: {shown(choice)}") from None
        if kind == Choice.TAKE_DUSK:
            taken = code
    return np.array(rows, SCRIPT) if rows else np.zeros(0, SCRIPT)


def _whole(value: object) -> int:
    """A number of a transcript: a whole one that fits a card, a seat or a count; true, 1.0 and "1" are none."""
    if type(value) is not int or not 0 <= value <= _MOST:
        raise TypeError(value)
    return value


def _truth(value: object) -> bool:
    if type(value) is not bool:
        raise TypeError(value)
    return value


def _code_of(choice: Mapping[str, Any], taken: int) -> tuple[Choice, int]:
    """Kind and option code of a transcript's choice; ``taken`` is the kind of the token last taken at dusk."""
    name = choice["kind"]
    if name == "loot_take":
        return _TAKE[choice["source"]], _KIND[choice["loot"]]
    if name == "order":
        return _ORDER[choice["phase"]], _item_of(choice["next"], taken)
    if name == "map_cash":
        return Choice.CASH, int(not _truth(choice["cash"]))
    kind = Choice.DISCARD_ADJACENT if name == "discard_ship" else Choice[name.upper()]
    if kind in _CARD_KINDS:
        return kind, _whole(choice["card"])
    if kind in _LOOT_KINDS:
        return kind, _KIND[choice["loot"]]
    if kind == Choice.NECROMANCER_RELIC:
        return kind, int(Loot.RELIC)
    if kind in _CARD_TARGETS:
        return kind, _whole(choice["target"]) * 64 + _whole(choice["card"])
    if kind == Choice.BRAWLER:
        return kind, _whole(choice["target"]) + 1
    if kind in (Choice.THIEF, Choice.STEAL):
        return kind, _whole(choice["target"]) * 8 + _KIND[choice["loot"]]
    if kind == Choice.WATCHMAN:
        return kind, _KIND[choice["today"]] * 8 + _KIND[choice["tomorrow"]]
    if kind == Choice.MERCHANT:
        return kind, _KIND[choice["loot"]] * 4 + _whole(choice["count"])
    if kind == Choice.HOOK:
        return kind, int(_truth(choice["keep"]))
    raise KeyError(name)


def _item_of(following: int | str, taken: int) -> int:
    if following == "loot":
        return int(ITEM_LOOT) + taken
    if following == _PRISONER_COPY:
        return int(ITEM_PRISONER_COPY)
    return int(ITEM_LOOT) + _KIND[following] if isinstance(following, str) else _whole(following)


def choice_of(event: np.void) -> dict[str, Any]:
    """A CHOICE or UNASKED_ORDER row of a trace, other than SELECT, as a transcript says it."""
    kind, n, code = Choice(int(event["a"])), int(event["b"]), int(event["c"])
    choice: dict[str, Any] = {"seat": int(event["seat"])}
    if kind == Choice.TAKE_WATCHMAN:
        choice |= {"kind": "loot_take", "loot": KINDS[code], "source": "watchman"}
    elif kind in _SOURCE:
        choice |= {"kind": "loot_take", "loot": KINDS[code], "source": _SOURCE[kind]}
    elif kind in _PHASE:
        choice |= {"kind": "order", "phase": _PHASE[kind], "next": _next_of(kind, code)}
    else:
        choice["kind"] = _NAMES.get(kind, kind.name.lower())
        if kind in _CARD_KINDS:
            choice["card"] = code
        elif kind in _LOOT_KINDS:
            choice["loot"] = KINDS[code]
        elif kind in _CARD_TARGETS:
            choice |= {"target": code // 64, "card": code % 64}
        elif kind == Choice.BRAWLER:
            choice["target"] = code - 1
        elif kind in (Choice.THIEF, Choice.STEAL):
            choice |= {"target": code // 8, "loot": KINDS[code % 8]}
        elif kind == Choice.WATCHMAN:
            choice |= {"today": KINDS[code // 8], "tomorrow": KINDS[code % 8]}
        elif kind == Choice.MERCHANT:
            choice |= {"loot": KINDS[code // 4], "count": code % 4}
        elif kind == Choice.HOOK:
            choice["keep"] = bool(code)
        elif kind == Choice.CASH:
            choice["cash"] = not code
    return choice | {"n": n}


def _next_of(kind: Choice, item: int) -> int | str:
    if item == ITEM_PRISONER_COPY:
        return _PRISONER_COPY
    if item < ITEM_LOOT:
        return item
    return "loot" if kind == Choice.ORDER_DUSK else KINDS[item - int(ITEM_LOOT)]


def choices_in(events: np.ndarray, unasked_orders: bool = True) -> list[dict[str, Any]]:
    """The choices, without card selections, among EVENT rows, in order.

    Args:
        unasked_orders: also the orders that nobody was asked for, because they cannot matter: as they were carried out.
    """
    said = events["event"] == Event.CHOICE
    if unasked_orders:
        said |= events["event"] == Event.UNASKED_ORDER
    found = [choice_of(event) for event in events[said & (events["a"] != Choice.SELECT)]]
    # from which row the Automa's Watchman took his token is not a part of the choice
    sources = events["b"][(events["event"] == Event.TOKEN_GAINED) & (events["rule"] == Rule["SOL_8"])]
    for choice, source in zip((row for row in found if row.get("source") == "watchman"), sources, strict=True):
        choice |= {"day": "tomorrow" if source == Source.TOMORROW else "today", "n": choice.pop("n")}
    return found


def transcript(
    seed: int,
    game_index: int,
    seats: int,
    rule_set: RuleSet,
    asks_everything: bool = False,
    unasked_orders: bool = True,
    line_up: LineUp | None = None,
) -> dict[str, Any]:
    """A game of a seed as a transcript (docs/transcripts.md).

    Args:
        seats: players; in a solo game 2, the human and the Automa.
        asks_everything: ask also for orders that cannot matter; random play then draws differently from the game that a run
            counts.
        unasked_orders: as for ``choices_in``; without them the transcript is not complete.
        line_up: who plays; None for random play.
    """
    traced = TracedGame(rule_set, line_up)
    traced.begin(seed, game_index, seats)
    game = traced.game
    game["asks_everything"] = asks_everything
    table = "solo" if rule_set.solo else f"{seats}p"
    record: dict[str, Any] = {"id": f"galecrest-{table}-{seed}-{game_index}", "players": seats}
    if rule_set.solo:
        drawn = int(traced.rules["deck_drawn"][0])
        starts = [rule_set.table(f"solo.{side}_start")[0] for side in ("human", "automa")]
        record["solo"] = {"deck": game["deck"][:drawn].tolist(), "start": starts}
    record |= {"reputation": reputation_row(game), "voyages": []}
    if rule_set.setup != CALM or rule_set.tiles:
        record["tiles"] = _tiles(game, rule_set)
    voyage: dict[str, Any] = {}
    for what, events in traced.play():
        if what == engine.DEAL:
            rows = [counts_of(game["rows"][day]) for day in range(traced.days)]
            voyage = {
                "deal": ranks_of(game["log_deal"][game["voyage"]]),
                "reputation": reputation_row(game),
                "loot_days": [[KINDS[kind] for kind in range(7) for _ in range(row[kind])] for row in rows],
            }
            record["voyages"].append(voyage)
        elif what == engine.BEGIN:
            voyage |= {"start": state_of(game, traced.days), "days": []}
        elif what == engine.DAY:
            day: dict[str, Any] = {"select": [int(game["pick"][seat]) or None for seat in range(seats)]}
            if rule_set.solo:
                taken = [kind for kind in events["a"][events["event"] == Event.PILFERED].tolist() if kind >= 0]
                day["pilferer"] = {"card": int(game["pick"][PILFERER]), "token": KINDS[taken[0]] if taken else None}
            day |= {"choices": choices_in(events, unasked_orders), "after": state_of(game, traced.days)}
            voyage["days"].append(day)
        else:
            voyage |= {"anchor": choices_in(events, unasked_orders), "end": state_of(game, traced.days)}
    record["scores"] = [int(game["dial"][seat]) for seat in range(seats)]
    record["winners"] = [int(game["log_leader"][VOYAGES - 1])]
    return record
