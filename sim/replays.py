"""One game of a run as readable text or as JSON: the same events, in order, each with its rule."""

from __future__ import annotations

from typing import Any

import numpy as np
from attrs import frozen

from kernels import catalog
from kernels.codes import (
    AUTOMA,
    BACK_ENTRIES,
    HUMAN,
    ITEM_LOOT,
    ITEM_PRISONER_COPY,
    VOYAGES,
    Card,
    Choice,
    Event,
    Loot,
    Phase,
    Rule,
    Source,
)
from kernels.masks import ranks_of
from kernels.tokens import counts_of
from sim.config import GameConfig
from sim.policies import AUTOMA_POLICY, Answers
from sim.rule_sets import SOLO_RECONSTRUCTED
from sim.setups import KINDS
from sim.steps import TracedGame
from sim.transcripts import reputation_row, shown_tiles, transcript

_ASKED = {
    Choice.SELECT: "selects", Choice.SCOUT_PLAY: "plays by the Scout", Choice.APPRENTICE_COPY: "lets the Apprentice copy",
    Choice.INNKEEPER_RETURN: "takes back by the Innkeeper", Choice.PREACHER_KEEP: "keeps", Choice.STOWAWAY_DRAW: "draws from the bag",
    Choice.TAKE_DUSK: "takes", Choice.TAKE_SMUGGLER: "takes by the Smuggler", Choice.TAKE_COOK: "takes by the Cook", Choice.TAKE_WATCHMAN: "takes by the Watchman",
    Choice.MIDSHIPMAN_REMOVE: "removes", Choice.SABER: "aims a saber at", Choice.GUNNER: "aims the Gunner at",
    Choice.NECROMANCER_RELIC: "spends", Choice.NECROMANCER_RETURN: "brings back", Choice.BRAWLER: "challenges the Brawler of",
    Choice.THIEF: "steals", Choice.RECRUITER: "recruits", Choice.WATCHMAN: "swaps", Choice.MERCHANT: "sells",
    Choice.SURGEON: "takes from the graveyard", Choice.WITCH_COPY: "lets the Witch copy", Choice.HOOK: "uses a hook for",
    Choice.HOOK_CARD: "hooks", Choice.DISCARD_ADJACENT: "discards", Choice.DISCARD_ANY: "discards", Choice.STEAL: "takes",
    Choice.CASH: "chooses", Choice.ORDER_DUSK: "resolves first", Choice.ORDER_NIGHT: "resolves next",
    Choice.ORDER_NIGHT_END: "resolves next", Choice.ORDER_ANCHOR: "resolves next",
}  # fmt: skip
_PHASES = {
    Phase.SETUP: "setup", Phase.DAY: "day", Phase.DUSK: "dusk", Phase.NIGHT: "night", Phase.NIGHT_END: "night",
    Phase.ANCHOR: "anchor", Phase.END: "end",
}  # fmt: skip


def card_name(rank: int) -> str:
    """A card as lines of text call it: name and rank."""
    return "Midshipman (20.5)" if rank == Card.MIDSHIPMAN else f"{catalog.CHARACTERS[rank - 1].name} ({rank})"


def loot_name(kind: int) -> str:
    """A loot kind as lines of text call it."""
    return Loot(kind).name.lower()


def a_loot(kind: int) -> str:
    """One token of a kind with its article: "a map", "an amulet"."""
    name = loot_name(kind)
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def loot_list(word: int) -> str:
    """Packed counts as text: "2 map, 1 relic"."""
    return ", ".join(f"{number} {loot_name(kind)}" for kind, number in enumerate(counts_of(word)) if number) or "nothing"


def item_name(item: int) -> str:
    """An order item as text."""
    if item == ITEM_PRISONER_COPY:
        return "the copy of the Freed Prisoner"
    return loot_name(item - int(ITEM_LOOT)) if item >= ITEM_LOOT else card_name(item)


def rule_id(rule: int) -> str:
    """The id of a codes.Rule in docs/rules.md."""
    name: str = Rule(rule).name
    return name.replace("_", "-")


def seat_name(seat: int, solo: bool) -> str:
    """A seat as lines of text call it."""
    if solo:
        return {int(HUMAN): "the human", int(AUTOMA): "the Automa"}.get(seat, "the Pilferer")
    return f"seat {seat}"


_BACK_ROWS = ("all tokens in one class", "at least two bad", "bad and good", "some good", "anything else")
"""SOL-4, by row."""


def back_entry(code: int) -> str:
    """An entry of a back (codes.BACK_ENTRIES) in words."""
    entry = BACK_ENTRIES[code]
    return f"{entry[1]}. from the {'right' if entry[0] == 'R' else 'left'}{' with the symbol' if entry[0] == 'S' else ''}"


def _option(kind: Choice, code: int, solo: bool) -> str:
    if kind >= Choice.ORDER_DUSK:
        return item_name(code)
    if kind == Choice.HOOK:
        return "keeping a character" if code else "doubloons"
    if kind == Choice.CASH:
        return "keeping all" if code else "cashing all"
    if kind in (Choice.SABER, Choice.GUNNER, Choice.DISCARD_ADJACENT, Choice.DISCARD_ANY):
        return f"{seat_name(code // 64, solo)}'s {card_name(code % 64)}"
    if kind == Choice.BRAWLER:
        return seat_name(code - 1, solo)
    if kind in (Choice.THIEF, Choice.STEAL):
        return f"{a_loot(code % 8)} of {seat_name(code // 8, solo)}"
    if kind == Choice.WATCHMAN:
        return f"today's {loot_name(code // 8)} for tomorrow's {loot_name(code % 8)}"
    if kind == Choice.MERCHANT:
        return f"{code % 4} {loot_name(code // 4)}"
    if kind in (
        Choice.PREACHER_KEEP, Choice.STOWAWAY_DRAW, Choice.TAKE_DUSK, Choice.TAKE_SMUGGLER, Choice.TAKE_COOK, Choice.TAKE_WATCHMAN,
        Choice.MIDSHIPMAN_REMOVE, Choice.NECROMANCER_RELIC,
    ):  # fmt: skip
        return a_loot(code)
    return card_name(code)


def _moved(spaces: int, space: int) -> str:
    return f"moves {abs(spaces)} {'right' if spaces > 0 else 'left'} on the reputation track, to space {space}"


def sentence(event: np.void, solo: bool = False) -> str:
    """What an EVENT row says, in words; ``solo`` if it is of a solo game."""
    kind = Event(int(event["event"]))
    a, b, c, rank = (int(event[name]) for name in ("a", "b", "c", "card"))
    seat = seat_name(int(event["seat"]), solo)
    everyone = "both are" if solo else "every seat is"
    says = {
        Event.VOYAGE_BEGINS: lambda: f"voyage of {a} days begins",
        Event.ROW_FILLED: lambda: f"loot of day {a + 1}: {loot_list(b)}",
        Event.CARDS_DEALT: lambda: f"{everyone} dealt {', '.join(map(card_name, ranks_of(a)))}",
        Event.CHOICE: lambda: f"{seat} {_ASKED[Choice(a)]} {_option(Choice(a), c, solo)}, of {b} option{'s' * (b != 1)}",
        Event.PLACED: lambda: f"{seat}'s {card_name(rank)} lies on the island, place {a + 1}" if rank else f"the {card_name(0)} lies on the island, place {a + 1}",
        Event.ACTS: lambda: f"{seat}'s {card_name(rank)} acts",
        Event.COPIES: lambda: f"{seat}'s {card_name(rank)} copies the {card_name(a)}",
        Event.GAIN: lambda: f"{seat} gains {a}, has {b}",
        Event.LOSE: lambda: f"{seat} loses {a}, has {b}",
        Event.REPUTATION: lambda: f"{seat} {_moved(a, b)}",
        Event.TOKEN_GAINED: lambda: f"{seat} gets {a_loot(a)} "
        + {Source.ROW: "of today's row", Source.BAG: "from the bag", Source.TOMORROW: "of tomorrow's row"}.get(
            Source(b), f"of {seat_name(c, solo)}"
        ),
        Event.TOKEN_DISCARDED: lambda: f"{seat} puts {b} {loot_name(a)} into the bag",
        Event.TOKENS_SWAPPED: lambda: f"{seat} moves {a_loot(a)} to tomorrow and {a_loot(b)} to today",
        Event.CARD_DISCARDED: lambda: f"{seat}'s {card_name(rank)} is discarded",
        Event.CARD_TO_SHIP: lambda: f"{seat}'s {card_name(rank)} goes to the ship",
        Event.CARD_TO_HAND: lambda: f"{seat}'s {card_name(rank)} goes to the hand",
        Event.CARD_KEPT: lambda: f"{seat} keeps the {card_name(rank)} for the next voyage",
        Event.TOKENS_KEPT: lambda: f"{seat} keeps {b} {loot_name(a)} for the next voyage",
        Event.ANCHOR_ITEM: lambda: f"{seat}: {item_name(a)} brings {b}",
        Event.BANKED: lambda: f"{seat} moves {a} to the dial, now {b}",
        Event.WINS: lambda: f"{seat} wins with {a}",
        Event.PILFERER_TURNS: lambda: f"the Pilferer turns up the {card_name(rank)}",
        Event.BACK_READ: lambda: f"the back of the {card_name(rank)}, row {a} ({_BACK_ROWS[a - 1]}): {back_entry(b)}, so the Automa plays the {card_name(c)}",
        Event.PILFERED: lambda: f"the Pilferer {f'puts {a_loot(a)} into the bag' if a >= 0 else 'finds nothing'}, his {card_name(rank)} is gone",
        Event.NO_EFFECT_RANK: lambda: f"the Automa's {card_name(rank)} changed nothing: it lies at rank {a} now, place {b + 1}",
    }  # fmt: skip
    return says[kind]()


@frozen
class Replay:
    """One finished game.

    Attributes:
        config: which game, under which rules.
        tiles: the side that each loot kind shows.
        reconstructed: ids of the rules in play whose printed text could not be found.
        spaces: the seat on each reputation space at the start, None for idle tokens.
        scores: final dial by seat, points.
        winner: seat.
        events: EVENT array.
    """

    config: GameConfig
    tiles: dict[str, str]
    reconstructed: list[str]
    spaces: list[int | None]
    scores: list[int]
    winner: int
    events: np.ndarray

    @property
    def policies(self) -> list[str]:
        """Who played which seat, by name."""
        names = [policy.name for policy in self.config.line_up.at_table(self.config.game)]
        return [*names, AUTOMA_POLICY] if self.config.rule_set.solo else names

    def lines(self) -> list[str]:
        """One line an event: voyage, day, phase, rule, sentence. A heading first, the scores last."""
        track = " ".join("-" if seat is None else str(seat) for seat in self.spaces)
        config = self.config
        solo = config.rule_set.solo
        table = "solo" if solo else f"{config.players} players"
        head = f"game {config.game} of seed {config.seed}, {table}, {config.rule_set.name}"
        rows = [head]
        if config.line_up.answers != Answers.CHANCE:
            rows.append("policies: " + ", ".join(f"{seat_name(seat, solo)} {name}" for seat, name in enumerate(self.policies)))
        if any(side != "calm" for side in self.tiles.values()):
            rows.append("tiles: " + ", ".join(f"{kind} {side}" for kind, side in self.tiles.items()))
        if self.reconstructed:
            rows.append(f"reconstructed, not the printed {'rules' if solo else 'tiles'}: {', '.join(self.reconstructed)}")
        rows += [f"reputation track, left to right, by seat: {track}"]
        for event in self.events:
            day = f"V{event['voyage'] + 1} D{event['day'] + 1}"
            rows.append(
                f"{day}  {_PHASES[Phase(int(event['phase']))]:<6}  {rule_id(int(event['rule'])):<9}  {sentence(event, solo)}"
            )
        scores = ", ".join(f"{seat_name(seat, solo)}: {score}" for seat, score in enumerate(self.scores))
        return [*rows, f"scores: {scores}; winner: {seat_name(self.winner, solo)}"]

    def text(self) -> str:
        """The lines, each ended."""
        return "\n".join(self.lines()) + "\n"

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON: what the lines say, with codes by name and numbers as they are."""
        return {
            "seed": self.config.seed,
            "game": self.config.game,
            "players": self.config.players,
            "solo": self.config.rule_set.solo,
            "policies": self.policies,
            "rules": self.config.rule_set.hash,
            "tiles": self.tiles,
            "reconstructed": self.reconstructed,
            "reputation": self.spaces,
            "scores": self.scores,
            "winner": self.winner,
            "events": [_as_dict(event, self.config.rule_set.solo) for event in self.events],
        }

    def transcript(self) -> dict[str, Any]:
        """The same game as a transcript (docs/transcripts.md)."""
        config = self.config
        return transcript(config.seed, config.game, config.seats, config.rule_set, line_up=config.line_up)


def _as_dict(event: np.void, solo: bool) -> dict[str, Any]:
    seat, card = int(event["seat"]), int(event["card"])
    return {
        "voyage": int(event["voyage"]) + 1,
        "day": int(event["day"]) + 1,
        "phase": _PHASES[Phase(int(event["phase"]))],
        "rule": rule_id(int(event["rule"])),
        "event": Event(int(event["event"])).name.lower(),
        "seat": None if seat < 0 else seat,
        "card": card or None,
        "text": sentence(event, solo),
    }


def _told(events: np.ndarray) -> np.ndarray:
    """The events of a replay: all but the orders that nobody was asked for, which say nothing that the next line does not."""
    told: np.ndarray = events[events["event"] != Event.UNASKED_ORDER]
    return told


def tell(config: GameConfig) -> Replay:
    """Play the game again, exactly as a run counts it."""
    traced = TracedGame(config.rule_set, config.line_up)
    traced.begin(config.seed, config.game, config.seats)
    spaces = reputation_row(traced.game)
    for _ in traced.play():
        pass
    record = traced.game
    tiles = shown_tiles(record, config.rule_set)
    return Replay(
        config=config,
        tiles={KINDS[tile.kind]: tile.side for tile in tiles},
        reconstructed=[
            *(tile.rule for tile in tiles if tile.provenance == "reconstructed"),
            *(SOLO_RECONSTRUCTED if config.rule_set.solo else ()),
        ],
        spaces=spaces,
        scores=[int(record["dial"][seat]) for seat in range(config.seats)],
        winner=int(record["log_leader"][VOYAGES - 1]),
        events=_told(traced.trace[: int(record["trace_at"])]),
    )
