"""Scenes: a position by name, a step of ``kernels.engine``, and the outcome.

A scene fails if an answer is left over or missing, if a question has another kind, seat or number of options than the
answer says, and if the record that comes out violates ``state.invariants``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from kernels import engine
from kernels.catalog import AMOUNTS, AUTOMA, CALM, SOLO_DECK, Tile, Value
from kernels.choices import SCRIPT
from kernels.codes import KINDS, MAX_SEATS, SPACES, Choice, Event, Fault, Loot, Phase, Rule
from kernels.masks import mask_of, ranks_of
from kernels.rule_record import rules_record
from kernels.state import GAME, SOLO_GAME, Violation, invariants
from kernels.tokens import counts_of, packed
from kernels.trace import EVENT
from scenes.answers import Answer

TRACE_ROWS = 2048
"""More than any scene of one step writes."""

TRACKS: dict[int, list[int | None]] = {
    2: [None, None, 0, 1, None, None],
    3: [None, 0, 1, 2, None, None],
    4: [None, 0, 1, 2, 3, None],
    5: [0, 1, 2, 3, 4, None],
    6: [0, 1, 2, 3, 4, 5],
}
"""The reputation track, left to right, where a scene does not name one."""

Cards = Mapping[int, Iterable[int]]
Tokens = Iterable[int]


class SceneError(AssertionError):
    """The scene was laid out or scripted wrongly, or the engine did something else than the script expected."""


class Told(NamedTuple):
    """One row of the trace, with names."""

    phase: Phase
    rule: str
    event: Event
    seat: int
    card: int
    a: int
    b: int
    c: int


def scene(
    players: int = 3,
    *,
    track: Sequence[int | None] | None = None,
    doubloons: Mapping[int, int] | int = 20,
    dial: Mapping[int, int] | int = 0,
    hand: Cards | None = None,
    ship: Cards | None = None,
    graveyard: Cards | None = None,
    loot: Mapping[int, Tokens] | None = None,
    today: Tokens = (),
    tomorrow: Tokens = (),
    bag: Tokens | None = None,
    voyage: int = 0,
    day: int = 0,
    rules: Mapping[str, Value] | None = None,
    tiles: Iterable[Tile] = (),
    asks_everything: bool = False,
    solo: bool = False,
    deck: Iterable[int] = (),
) -> Scene:
    """Lay out a position in the middle of a voyage. What is not named is empty.

    Args:
        players: 2 to 6; 2 if ``solo``.
        track: the seats on the six spaces of the reputation track, None for an idle token; default: TRACKS.
        doubloons, dial: by seat, or one number for all; a seat that is not named has 0.
        hand, ship, graveyard: cards by seat. Every seat is dealt the same cards (VOY-3): a card that is named for one
            seat only lies in the graveyard of the others, or in the hand if their graveyard is named too. Outcomes
            leave such cards out.
        loot: tokens by seat.
        today, tomorrow: rows of tokens.
        bag: default: all tokens that lie nowhere else; if named, there are no others in the game.
        voyage, day: from 0.
        rules: amounts that differ from the standard, by key.
        tiles: those that are not calm, for example ``STORMY``.
        asks_everything: also ask for orders that cannot matter.
        solo: a solo game: seat 0 the human, seat 1 the Automa, with the Automa's four tiles. What she plays follows from a
            back, so her cards are named by ``hand``, and ``play`` is told the human's pick alone.
        deck: of a solo game, the solo cards from the one that the Pilferer turns today on; the back read today is the second's.
    """
    players = 2 if solo else players
    return Scene(
        players,
        list(track or TRACKS[players]),
        _by_seat(doubloons),
        _by_seat(dial),
        {"hand": _cards(hand), "ship": _cards(ship), "graveyard": _cards(graveyard)},
        {seat: list(held) for seat, held in (loot or {}).items()},
        list(today),
        list(tomorrow),
        None if bag is None else list(bag),
        voyage,
        day,
        dict(rules or {}),
        tuple({tile.kind: tile for tile in (*CALM, *(AUTOMA if solo else ()), *tiles)}.values()),
        asks_everything,
        solo,
        list(map(int, deck)),
    )


def _by_seat(number: Mapping[int, int] | int) -> dict[int, int]:
    return dict.fromkeys(range(MAX_SEATS), number) if isinstance(number, int) else dict(number)


def _cards(cards: Cards | None) -> dict[int, list[int]]:
    return {seat: list(map(int, ranks)) for seat, ranks in (cards or {}).items()}


def tokens(kinds: Tokens) -> np.uint64:
    """Some tokens as packed counts."""
    row = list(kinds)
    return packed([row.count(kind) for kind in range(KINDS)])


@dataclass
class Scene:
    """What ``scene`` was told; the cards that are picked join it in ``lay``."""

    players: int
    track: list[int | None]
    doubloons: dict[int, int]
    dial: dict[int, int]
    zones: dict[str, dict[int, list[int]]]
    loot: dict[int, list[int]]
    today: list[int]
    tomorrow: list[int]
    bag: list[int] | None
    voyage: int
    day: int
    rules: dict[str, Value]
    tiles: tuple[Tile, ...]
    asks_everything: bool
    solo: bool
    deck: list[int]

    def play(self, picks: Sequence[int | None], answers: Sequence[Answer] = ()) -> Outcome:
        """Play one day: a card of each seat, None for a seat with an empty hand, and the answers in order.

        In a solo game: the human's card alone.
        """
        return self.lay(picks).play(picks, answers)

    def night(self, answers: Sequence[Answer] = ()) -> Outcome:
        """Play a day on which nobody has a card: only its night happens (Q-01)."""
        return self.play([None] * (1 if self.solo else self.players), answers)

    def anchor(self, answers: Sequence[Answer] = ()) -> Outcome:
        """Play the anchor, the voyage's days being over."""
        return self.lay().anchor(answers)

    def lay(self, picks: Sequence[int | None] = ()) -> Position:
        """The record, with the cards to be picked in the hands."""
        values = dict(self.rules)
        if self.bag is not None:
            everywhere = [*self.bag, *self.today, *self.tomorrow, *(kind for held in self.loot.values() for kind in held)]
            values["loot.count"] = tuple(everywhere.count(kind) for kind in range(KINDS))
        rules = rules_record(values, (self.tiles,), self.solo)
        games = np.zeros(1, SOLO_GAME if self.solo else GAME)
        game = games[0]
        _show_faces(rules, game)
        game["players"] = self.players
        game["voyage"], game["day"] = self.voyage, self.day
        game["scripted"] = 1
        game["asks_everything"] = self.asks_everything
        self._lay_track(game)
        unnamed = self._lay_cards(game, picks)
        self._lay_tokens(game, values.get("loot.count", AMOUNTS["loot.count"].value))
        if self.solo:
            self._lay_deck(game, rules[0], picks)
        for seat in range(self.players):
            game["doubloons"][seat] = self.doubloons.get(seat, 0)
            game["dial"][seat] = self.dial.get(seat, 0)
        position = Position(rules, games, unnamed)
        position.check("laid out")
        return position

    def _lay_track(self, game: np.void) -> None:
        if len(self.track) != SPACES or sorted(s for s in self.track if s is not None) != list(range(self.players)):
            raise SceneError(f"track {self.track}: must be six spaces with each seat once")
        idle = iter(range(self.players, MAX_SEATS))
        for space, seat in enumerate(self.track):
            game["space"][next(idle) if seat is None else seat] = space
        game["log_space"] = game["space"]

    def _lay_cards(self, game: np.void, picks: Sequence[int | None]) -> list[set[int]]:
        seats = range(self.players)
        picked = dict(enumerate(picks))
        named = {}
        for seat in seats:
            cards = [card for zone in self.zones.values() for card in zone.get(seat, ())]
            pick = picked.get(seat)
            if pick is not None and pick not in self.zones["hand"].get(seat, ()):
                cards.append(int(pick))
            if len(set(cards)) != len(cards):
                raise SceneError(f"seat {seat} has a card twice: {sorted(cards)}")
            named[seat] = set(cards)
        dealt = set().union(*named.values())
        game["log_deal"][self.voyage] = mask_of(dealt)
        unnamed = []
        for seat in seats:
            zones = {name: set(zone.get(seat, ())) for name, zone in self.zones.items()}
            pick = picked.get(seat)
            if pick is not None:
                zones["hand"].add(int(pick))
            rest = dealt - named[seat]
            if rest and seat not in self.zones["graveyard"]:
                zones["graveyard"] |= rest
            elif rest and (not picks or pick is not None) and seat not in self.zones["hand"]:
                zones["hand"] |= rest
            elif rest:
                raise SceneError(f"name a place for the cards {sorted(rest)} of seat {seat}")
            for name, cards in zones.items():
                game[name][seat] = mask_of(cards)
            unnamed.append(rest)
        return unnamed

    def _lay_deck(self, game: np.void, rules: np.void, picks: Sequence[int | None]) -> None:
        """The solo deck; what was dealt and turned before is of no consequence."""
        plays = picks and (picks[0] is not None or game["hand"][1])
        if len(picks) > 1 or (plays and not self.deck):
            raise SceneError("in a solo game the human alone picks, and the deck says what the Pilferer turns")
        turned = rules["deal_first"][self.voyage] + rules["voyage_cards"] + self.day
        deck = [card.rank for card in SOLO_DECK if card.rank not in self.deck]
        deck[turned:turned] = self.deck
        game["deck"][: len(deck)] = deck

    def _lay_tokens(self, game: np.void, count: Value) -> None:
        left = packed(count)
        for seat, held in self.loot.items():
            game["loot"][seat] = tokens(held)
        game["rows"][self.day] = tokens(self.today)
        if self.tomorrow:
            game["rows"][self.day + 1] = tokens(self.tomorrow)
        for word in (*game["loot"], *game["rows"]):
            if any(some > most for some, most in zip(counts_of(word), counts_of(left), strict=True)):
                raise SceneError(f"more tokens than the {counts_of(packed(count))} of the game")
            left -= word
        game["bag"] = left


def _show_faces(rules: np.ndarray, game: np.void) -> None:
    """The faces of a game that begins, and the masks and amounts that go with them (SET-3)."""
    begun = np.zeros(1, GAME)
    engine.begin_traced(1, 0, 2, rules, begun)
    for name in GAME.names or ():
        if name == "face" or name.endswith(("_items", "_gain")):
            game[name] = begun[name][0]


@dataclass
class Position:
    """A record between two steps.

    Attributes:
        rules, games: arrays of shape (1,), as ``engine.step`` takes them.
        unnamed: by seat, the cards that the scene did not name.
    """

    rules: np.ndarray
    games: np.ndarray
    unnamed: list[set[int]]

    @property
    def game(self) -> np.void:
        """The GAME record."""
        return self.games[0]

    def play(self, picks: Sequence[int | None], answers: Sequence[Answer] = ()) -> Outcome:
        """Play the day ``game["day"]``; picks as for ``Scene.play``."""
        game = self.game
        script = []
        for seat, card in enumerate(picks):
            held = len(ranks_of(game["hand"][seat]))
            if card is not None:
                script.append(Answer(Choice.SELECT, seat, held, int(card)))
            elif held:
                raise SceneError(f"seat {seat} must pick one of {ranks_of(game['hand'][seat])}")
        return self.step(engine.DAY, script, answers)

    def anchor(self, answers: Sequence[Answer] = ()) -> Outcome:
        """Play the anchor of the voyage."""
        return self.step(engine.ANCHOR, [], answers)

    def next_day(self, picks: Sequence[int | None], answers: Sequence[Answer] = ()) -> Outcome:
        """Go on to the next day and play it."""
        self.game["day"] += 1
        return self.play(picks, answers)

    def next_voyage(self, deal: Iterable[int], rows: Sequence[Tokens] = ()) -> Outcome:
        """Begin the next voyage with these cards and rows of tokens."""
        game = self.game
        game["voyage"] += 1
        game["log_deal"][game["voyage"]] = mask_of(deal)
        for day, row in enumerate(rows):
            self.fill(day, row)
        return self.step(engine.BEGIN, [], [])

    def fill(self, day: int, row: Tokens) -> None:
        """Lay tokens of the bag on the empty row of a day."""
        self.game["rows"][day] = tokens(row)
        self.game["bag"] -= tokens(row)

    def step(self, what: int, picks: Sequence[Answer], answers: Sequence[Answer]) -> Outcome:
        """Carry out one step of the engine by the script; anything unforeseen is an error."""
        game = self.game
        before = self.games.copy()
        script = np.array([*picks, *answers], SCRIPT) if [*picks, *answers] else np.zeros(0, SCRIPT)
        trace = np.zeros(TRACE_ROWS, EVENT)
        game["script_at"] = game["trace_at"] = 0
        engine.step(what, self.rules, self.games, script, trace)
        told = [_told(row) for row in trace[: game["trace_at"]]]
        at = int(game["script_at"])
        if game["fault"] != Fault.NONE:
            fault, asked = Fault(int(game["fault"])), Choice(int(game["fault_choice"]))
            given = str([*picks, *answers][at]) if at < len(script) else "nothing"
            raise SceneError(
                f"answer {at - len(picks) + 1} of {len(answers)}: {fault.name}: {given} is given, but seat "
                f"{int(game['fault_seat'])} is asked {asked.name} with {int(game['fault_options'])} options"
            )
        if at < len(script):
            raise SceneError(f"answer {at - len(picks) + 1} of {len(answers)} is left over: {[*picks, *answers][at]}")
        self.check("afterwards")
        return Outcome(self, before, self.games.copy(), told)

    def check(self, when: str) -> None:
        """Refuse a record that violates an invariant."""
        found = invariants(self.game, self.rules[0])
        if found != Violation.VALID:
            raise SceneError(f"{when}: {found!r}")


def _told(row: np.void) -> Told:
    rule = Rule(int(row["rule"])).name.replace("_", "-")
    numbers = (int(row[name]) for name in ("seat", "card", "a", "b", "c"))
    return Told(Phase(int(row["phase"])), rule, Event(int(row["event"])), *numbers)


@dataclass
class Outcome:
    """What a step made of a position. Lists are by seat.

    Attributes:
        position: to go on from.
        old, new: the record before and after, arrays of shape (1,).
        events: the trace of the step.
    """

    position: Position
    old: np.ndarray
    new: np.ndarray
    events: list[Told] = field(repr=False)

    def _numbers(self, name: str, games: np.ndarray | None = None) -> list[int]:
        game = (self.new if games is None else games)[0]
        return [int(game[name][seat]) for seat in range(int(game["players"]))]

    def _zone(self, name: str) -> list[list[int]]:
        return [
            [rank for rank in ranks_of(self.new[name][0][seat]) if rank not in unnamed]
            for seat, unnamed in enumerate(self.position.unnamed)
        ]

    @property
    def doubloons(self) -> list[int]:
        """Doubloons of the voyage."""
        return self._numbers("doubloons")

    @property
    def dial(self) -> list[int]:
        """Banked score."""
        return self._numbers("dial")

    @property
    def gained(self) -> list[int]:
        """Doubloons and dial together, after less before."""
        before = zip(self._numbers("doubloons", self.old), self._numbers("dial", self.old), strict=True)
        after = zip(self.doubloons, self.dial, strict=True)
        return [sum(new) - sum(old) for old, new in zip(before, after, strict=True)]

    @property
    def space(self) -> list[int]:
        """Space of each seat's reputation token."""
        return self._numbers("space")

    @property
    def moved(self) -> list[int]:
        """Spaces that each seat's token moved, negative to the left."""
        return [new - old for old, new in zip(self._numbers("space", self.old), self.space, strict=True)]

    @property
    def idle(self) -> list[int]:
        """Spaces of the idle tokens."""
        game = self.new[0]
        return [int(game["space"][token]) for token in range(int(game["players"]), SPACES)]

    @property
    def hand(self) -> list[list[int]]:
        """Ranks, ascending, of the cards that the scene named."""
        return self._zone("hand")

    @property
    def ship(self) -> list[list[int]]:
        """As ``hand``."""
        return self._zone("ship")

    @property
    def graveyard(self) -> list[list[int]]:
        """As ``hand``."""
        return self._zone("graveyard")

    @property
    def loot(self) -> list[list[Loot]]:
        """Tokens held, in the order of kinds."""
        return [_loot(self.new["loot"][0][seat]) for seat in range(int(self.new["players"][0]))]

    def row(self, day: int) -> list[Loot]:
        """The row of a day."""
        return _loot(self.new["rows"][0][day])

    @property
    def to_bag(self) -> list[Loot]:
        """Tokens that the bag has more of than before."""
        return _loot(packed([max(0, change) for change in self._bag_change()]))

    @property
    def from_bag(self) -> list[Loot]:
        """Tokens that the bag has fewer of than before."""
        return _loot(packed([max(0, -change) for change in self._bag_change()]))

    def _bag_change(self) -> list[int]:
        before, after = counts_of(self.old["bag"][0]), counts_of(self.new["bag"][0])
        return [new - old for old, new in zip(before, after, strict=True)]

    def told(self, event: Event) -> list[Told]:
        """The rows of the trace with this event."""
        return [row for row in self.events if row.event == event]

    @property
    def placed(self) -> list[tuple[int, int]]:
        """Seat and rank of the cards as they were placed, left to right; then those inserted, in time."""
        return [(row.seat, row.card) for row in self.told(Event.PLACED)]

    def acted(self, phase: Phase) -> list[tuple[int, int]]:
        """Seat and rank of the characters whose abilities ran in a phase, in time."""
        return [(row.seat, row.card) for row in self.told(Event.ACTS) if row.phase == phase]

    @property
    def takers(self) -> list[tuple[int, Loot]]:
        """Seat and kind of the tokens gained, in time; -1 for what the Pilferer takes."""
        rows = [row for row in self.events if row.event in (Event.TOKEN_GAINED, Event.PILFERED) and row.a >= 0]
        return [(row.seat, Loot(row.a)) for row in rows]

    def answered(self, seat: int) -> list[Answer]:
        """What the seat was asked, but for its card of the day, and what it took."""
        rows = [row for row in self.told(Event.CHOICE) if row.seat == seat and row.a != Choice.SELECT]
        return [Answer(Choice(row.a), row.seat, row.b, row.c) for row in rows]

    @property
    def back(self) -> tuple[int, int, int] | None:
        """The card whose back was read, the row of it from 1, and the card that the Automa plays by it."""
        (read,) = [(row.card, row.a, row.c) for row in self.told(Event.BACK_READ)] or [None]
        return read

    @property
    def no_effect(self) -> dict[int, int]:
        """No-effect ranks by card, in time."""
        return {row.card: row.a for row in self.told(Event.NO_EFFECT_RANK)}


def _loot(word: np.uint64) -> list[Loot]:
    return [Loot(kind) for kind, number in enumerate(counts_of(word)) for _ in range(number)]
