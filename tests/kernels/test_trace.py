"""The trace: each event with its columns as documented in ``kernels.trace``, a full trace, and every fault."""

import numpy as np
import pytest
from called import called
from scenes import (
    SeededGame,
    Told,
    apprentice_copy,
    back,
    cash,
    hook,
    hook_card,
    innkeeper_return,
    order_night,
    recruiter,
    scene,
    stowaway_draw,
    surgeon,
    take_dusk,
    thief,
    watchman,
    witch_copy,
)

from kernels import engine
from kernels.catalog import STORMY
from kernels.choices import SCRIPT
from kernels.codes import BACK_ENTRIES, Choice, Event, Fault, Loot, Phase, Rule, Source
from kernels.masks import mask_of
from kernels.state import SOLO_GAME
from kernels.tokens import packed
from kernels.trace import BLANK, EVENT, MOST_EVENTS, emit

emit = called(emit)

CHEST, HOOK, MAP, SABER, AMULET, BARREL, RELIC = Loot


def begun():
    """Voyage 2 with two cards and two rows."""
    position = scene(day=3).lay([])
    position.anchor()
    return position.next_voyage([3, 35], rows=[[CHEST, MAP], [RELIC]])


def play(*picks, answers=(), **arguments):
    return scene(**arguments).play([*picks, None, None, None][:3], answers)


def solo(human, *hers, answers=(), **arguments):
    return scene(solo=True, hand={1: hers}, **arguments).play([human], answers)


SEEN = {
    # event: (outcome, rows that it must tell, in full)
    Event.VOYAGE_BEGINS: (begun, [Told(Phase.SETUP, "VOY-1", Event.VOYAGE_BEGINS, -1, 0, 5, 0, 0)]),
    Event.ROW_FILLED: (
        begun,
        [
            Told(Phase.SETUP, "VOY-2", Event.ROW_FILLED, -1, 0, 0, int(packed([1, 0, 1, 0, 0, 0, 0])), 0),
            Told(Phase.SETUP, "VOY-2", Event.ROW_FILLED, -1, 0, 1, int(packed([0, 0, 0, 0, 0, 0, 1])), 0),
            *[Told(Phase.SETUP, "VOY-2", Event.ROW_FILLED, -1, 0, day, 0, 0) for day in (2, 3, 4)],
        ],
    ),
    Event.CARDS_DEALT: (begun, [Told(Phase.SETUP, "VOY-3", Event.CARDS_DEALT, -1, 0, int(mask_of([3, 35])), 0, 0)]),
    Event.GAIN: (
        begun,
        [Told(Phase.SETUP, "VOY-4", Event.GAIN, seat, 0, amount, amount, 0) for seat, amount in enumerate([11, 10, 9])],
    ),
    Event.CHOICE: (
        lambda: play(32, today=[CHEST, MAP], answers=[take_dusk(0, MAP, of=2)]),
        [
            Told(Phase.DAY, "DAY-1", Event.CHOICE, 0, 0, Choice.SELECT, 1, 32),
            Told(Phase.DUSK, "DSK-1", Event.CHOICE, 0, 0, Choice.TAKE_DUSK, 2, MAP),
        ],
    ),
    Event.PLACED: (
        lambda: scene(2).play([10, 32]),
        [
            Told(Phase.DAY, "DAY-2", Event.PLACED, 0, 10, 0, 0, 0),
            Told(Phase.DAY, "DAY-2", Event.PLACED, -1, 0, 1, 0, 0),  # the Midshipman
            Told(Phase.DAY, "DAY-2", Event.PLACED, 1, 32, 2, 0, 0),
        ],
    ),
    Event.ACTS: (
        lambda: play(5, 22, today=[]),
        [
            Told(Phase.DAY, "CHR-05", Event.ACTS, 0, 5, 0, 0, 0),
            Told(Phase.DAY, "CHR-22", Event.ACTS, 1, 22, 0, 0, 0),
            Told(Phase.NIGHT, "CHR-22", Event.ACTS, 1, 22, 0, 0, 0),
        ],
    ),
    Event.COPIES: (
        lambda: play(2, ship={0: [12, 15, 22]}, answers=[
            apprentice_copy(0, 22, of=2), order_night(0, 15, of=2), witch_copy(0, 22, of=1)]),
        [
            Told(Phase.DAY, "CHR-02", Event.COPIES, 0, 2, 22, 0, 0),
            Told(Phase.NIGHT, "CHR-15", Event.COPIES, 0, 15, 22, 0, 0),
        ],
    ),
    Event.LOSE: (
        lambda: play(39, doubloons={0: 3}, track=[0, 1, 2, None, None, None]),
        [Told(Phase.DAY, "CHR-39", Event.LOSE, 0, 0, 3, 0, 0)],  # five spaces, but only 3 doubloons
    ),
    Event.REPUTATION: (
        lambda: play(6, 34, track=[None, None, 0, None, 1, 2]),
        [
            Told(Phase.DAY, "CHR-06", Event.REPUTATION, 0, 0, -2, 0, 0),
            Told(Phase.DAY, "CHR-34", Event.REPUTATION, 1, 0, 1, 5, 0),
        ],
    ),
    Event.TOKEN_GAINED: (
        lambda: play(23, 9, loot={2: [MAP]}, bag=[RELIC], today=[CHEST], track=[None, None, None, 1, 2, 0], answers=[
            stowaway_draw(1, RELIC, of=1), thief(0, 2, MAP, of=2), take_dusk(0, CHEST, of=1)]),
        [
            Told(Phase.DAY, "CHR-09", Event.TOKEN_GAINED, 1, 0, RELIC, Source.BAG, 0),
            Told(Phase.DAY, "CHR-23", Event.TOKEN_GAINED, 0, 0, MAP, Source.SEAT, 2),
            Told(Phase.DUSK, "DSK-1", Event.TOKEN_GAINED, 0, 0, CHEST, Source.ROW, 0),
        ],
    ),
    Event.TOKEN_DISCARDED: (
        lambda: play(14, today=[HOOK, HOOK, SABER]),
        [
            Told(Phase.DAY, "CHR-14", Event.TOKEN_DISCARDED, 0, 0, HOOK, 2, 0),
            Told(Phase.DAY, "CHR-14", Event.TOKEN_DISCARDED, 0, 0, SABER, 1, 0),
        ],
    ),
    Event.TOKENS_SWAPPED: (
        lambda: play(27, today=[MAP], tomorrow=[CHEST], answers=[watchman(0, MAP, CHEST, of=1), take_dusk(0, CHEST, of=1)]),
        [Told(Phase.DAY, "CHR-27", Event.TOKENS_SWAPPED, 0, 27, MAP, CHEST, 0)],
    ),
    Event.CARD_DISCARDED: (
        lambda: play(17, None, 35),
        [Told(Phase.DAY, "CHR-17", Event.CARD_DISCARDED, 2, 35, 0, 0, 0)],
    ),
    Event.CARD_TO_SHIP: (
        lambda: play(25, hand={0: [10]}, answers=[recruiter(0, 10, of=1)]),
        [
            Told(Phase.DAY, "CHR-25", Event.CARD_TO_SHIP, 0, 10, 0, 0, 0),
            Told(Phase.DUSK, "DSK-1", Event.CARD_TO_SHIP, 0, 25, 0, 0, 0),
        ],
    ),
    Event.CARD_TO_HAND: (
        lambda: play(4, 31, ship={0: [10]}, graveyard={1: [3]}, answers=[
            innkeeper_return(0, 10, of=1), surgeon(1, 3, of=1)]),
        [
            Told(Phase.DAY, "CHR-04", Event.CARD_TO_HAND, 0, 10, 0, 0, 0),
            Told(Phase.DAY, "CHR-31", Event.CARD_TO_HAND, 1, 3, 0, 0, 0),
        ],
    ),
    Event.CARD_KEPT: (
        lambda: scene(ship={0: [3]}, loot={0: [HOOK]}).anchor([hook(0, keep=True, of=2), hook_card(0, 3, of=1)]),
        [Told(Phase.ANCHOR, "LC-hook", Event.CARD_KEPT, 0, 3, 0, 0, 0)],
    ),
    Event.UNASKED_ORDER: (
        lambda: scene(ship={0: [7, 11]}, asks_everything=False).anchor(),
        [Told(Phase.ANCHOR, "ANC-1", Event.UNASKED_ORDER, 0, 0, Choice.ORDER_ANCHOR, 2, 7)],
    ),
    Event.TOKENS_KEPT: (
        lambda: scene(loot={0: [MAP, MAP, RELIC]}, tiles=STORMY).anchor([cash(0, keep=True, of=2)]),
        [Told(Phase.ANCHOR, "LS-map", Event.TOKENS_KEPT, 0, 0, MAP, 2, 0)],
    ),
    Event.ANCHOR_ITEM: (
        lambda: scene(ship={0: [36]}, loot={1: [RELIC, RELIC, CHEST]}).anchor(),
        [
            Told(Phase.ANCHOR, "CHR-36", Event.ANCHOR_ITEM, 0, 0, 36, -6, 0),
            Told(Phase.ANCHOR, "LC-chest", Event.ANCHOR_ITEM, 1, 0, 41 + CHEST, 5, 0),
            Told(Phase.ANCHOR, "LC-relic", Event.ANCHOR_ITEM, 1, 0, 41 + RELIC, -6, 0),
        ],
    ),
    Event.BANKED: (
        lambda: scene(doubloons={0: 4, 2: 1}, dial={0: 10, 1: 20}).anchor(),
        [
            Told(Phase.ANCHOR, "ANC-3", Event.BANKED, 0, 0, 4, 14, 0),
            Told(Phase.ANCHOR, "ANC-3", Event.BANKED, 1, 0, 0, 20, 0),
            Told(Phase.ANCHOR, "ANC-3", Event.BANKED, 2, 0, 1, 1, 0),
        ],
    ),
    Event.WINS: (
        lambda: scene(voyage=2, day=5, dial={1: 33}).anchor(),
        [Told(Phase.END, "END-1", Event.WINS, 1, 0, 53, 0, 0)],
    ),
    Event.PILFERER_TURNS: (
        lambda: solo(None, deck=[13]),
        [Told(Phase.DAY, "SOL-3", Event.PILFERER_TURNS, -1, 13, 0, 0, 0)],
    ),
    Event.BACK_READ: (
        # a chest and a relic: row 3
        lambda: solo(None, 8, 10, 35, deck=[13, 14], today=[CHEST, RELIC], rules=back(14, "L1", "L1", "R2", "L1", "L1")),
        [Told(Phase.DAY, "SOL-4", Event.BACK_READ, 1, 14, 3, BACK_ENTRIES.index("R2"), 10)],
    ),
    Event.PILFERED: (
        lambda: solo(None, deck=[13], today=[RELIC, SABER]),
        [Told(Phase.DUSK, "SOL-5", Event.PILFERED, -1, 13, SABER, 0, 0)],
    ),
    Event.NO_EFFECT_RANK: (
        # right of the human's 14 and of the Pilferer's 18, whose card was the rightmost
        lambda: solo(14, 3, deck=[18]),
        [Told(Phase.DAY, "SOL-6", Event.NO_EFFECT_RANK, 1, 3, 18, 2, 0)],
    ),
}  # fmt: skip


def test_every_event_is_shown():
    assert set(SEEN) == set(Event)


@pytest.mark.parametrize("event", list(Event), ids=lambda event: event.name)
def test_each_event_with_its_columns(event):
    outcome, expected = SEEN[event]
    assert outcome().told(event) == expected


@pytest.mark.rule("SOL-3")
@pytest.mark.rule("DAY-2")
def test_a_solo_games_placing_is_told_by_sol_3():
    assert solo(14, 35, deck=[18]).told(Event.PLACED) == [
        Told(Phase.DAY, "SOL-3", Event.PLACED, 0, 14, 0, 0, 0),
        Told(Phase.DAY, "SOL-3", Event.PLACED, -1, 18, 1, 0, 0),
        Told(Phase.DAY, "SOL-3", Event.PLACED, 1, 35, 2, 0, 0),
    ]


CHANGES = {
    # doubloons, reputation, tokens, cards that move
    Event.GAIN,
    Event.LOSE,
    Event.REPUTATION,
    Event.TOKEN_GAINED,
    Event.TOKEN_DISCARDED,
    Event.TOKENS_SWAPPED,
    Event.CARD_DISCARDED,
    Event.CARD_TO_SHIP,
    Event.CARD_TO_HAND,
}


@pytest.mark.rule("SOL-6")
@pytest.mark.rule("Q-18")
@pytest.mark.parametrize("event", list(Event), ids=lambda event: event.name)
@pytest.mark.parametrize("traced", [False, True])
def test_which_events_count_as_a_change_in_a_solo_game(event, traced):
    """Written to a trace or not, and in a full one too; a choice, a copy and a card that is placed are none."""
    game = np.zeros(1, SOLO_GAME)[0]
    trace = np.zeros(1, EVENT) if traced else None
    for times in (1, 2):
        emit(trace, game, Rule.SOL_6, event, 1, BLANK, BLANK, BLANK, BLANK)
        assert game["changes"] == times * (event in CHANGES)
    assert game["trace_at"] == traced


def test_rows_carry_voyage_and_day():
    position = scene(voyage=1, day=2, today=[CHEST]).lay([32, None, None])
    trace = np.zeros(64, EVENT)
    position.game["scripted"] = 0
    engine.step(engine.DAY, position.rules, position.games, np.zeros(0, SCRIPT), trace)
    rows = trace[: position.game["trace_at"]]
    assert len(rows) > 3
    assert {(int(row["voyage"]), int(row["day"])) for row in rows} == {(1, 2)}


def test_what_does_not_change_anything_is_not_told():
    """A Bandit on space 0, a Captain on space 5 and a Gambler without loot: they act, and nothing else is said."""
    out = scene(track=[0, 2, None, None, None, 1]).play([6, 39, 33])
    assert [row.event for row in out.events if row.event in (Event.GAIN, Event.LOSE, Event.REPUTATION)] == []
    assert out.acted(Phase.DAY) == [(0, 6), (2, 33), (1, 39)]


@pytest.mark.parametrize("rows", [0, 1, 5])
def test_a_full_trace_sets_the_fault_and_the_game_goes_on(rows):
    """The rows that fit are those of a longer trace; the day is played to its end."""
    position = scene(today=[CHEST]).lay([32, 35, None])
    position.game["scripted"] = 0
    games, whole, short = position.games.copy(), np.zeros(64, EVENT), np.zeros(rows, EVENT)
    engine.step(engine.DAY, position.rules, position.games, np.zeros(0, SCRIPT), whole)
    engine.step(engine.DAY, position.rules, games, np.zeros(0, SCRIPT), short)
    assert (games["fault"][0], games["trace_at"][0]) == (Fault.TRACE_FULL, rows)
    assert short.tobytes() == whole[:rows].tobytes()
    assert position.game["fault"] == Fault.NONE
    for name in ("ship", "loot", "doubloons", "bag"):
        assert (games[name] == position.games[name]).all()


SCRIPTS = {
    # one token to be taken at dusk by seat 0, with place 0 for the card
    Fault.NONE: [(Choice.TAKE_DUSK, 0, 1, CHEST)],
    Fault.SCRIPT_ENDED: [],
    Fault.OTHER_KIND: [(Choice.TAKE_COOK, 0, 1, CHEST)],
    Fault.OTHER_SEAT: [(Choice.TAKE_DUSK, 1, 1, CHEST)],
    Fault.OTHER_COUNT: [(Choice.TAKE_DUSK, 0, 2, CHEST)],
    Fault.NOT_AN_OPTION: [(Choice.TAKE_DUSK, 0, 1, MAP)],
    Fault.TRACE_FULL: [(Choice.TAKE_DUSK, 0, 1, CHEST)],
}


@pytest.mark.parametrize("fault", list(Fault), ids=lambda fault: fault.name)
def test_every_fault(fault):
    position = scene(today=[CHEST]).lay([32, None, None])
    script = np.array([(Choice.SELECT, 0, 1, 32), *SCRIPTS[fault]], SCRIPT)
    trace = np.zeros(2 if fault == Fault.TRACE_FULL else 64, EVENT)
    engine.step(engine.DAY, position.rules, position.games, script, trace)
    assert position.game["fault"] == fault


def test_a_whole_game_fits_the_allocated_rows_several_times():
    """Random games with six seats that are asked everything."""
    for index in range(3):
        seeded = SeededGame(6, 3, index)
        seeded.game["asks_everything"] = 1
        seeded.play()
        assert seeded.game["fault"] == Fault.NONE
        assert int(seeded.game["trace_at"]) * 4 < MOST_EVENTS
    seeded = SeededGame(2, 3, solo=True).play()
    assert seeded.game["fault"] == Fault.NONE
    assert int(seeded.game["trace_at"]) * 4 < MOST_EVENTS
