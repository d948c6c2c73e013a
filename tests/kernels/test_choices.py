"""The door to the policies: what the options of each question are, in which order they count, and how scripts answer.

The table of options in ``kernels.choices`` is gone through kind by kind: a script answers by place (n = BY_PLACE), the
trace says which option that was. Placed answers before and after the question take place 0.
"""

import numpy as np
import pytest
from scenes import PRISONER_COPY, scene, take_dusk

from kernels import engine
from kernels.catalog import STORMY, Tile, TileEffect
from kernels.choices import BY_PLACE, SCRIPT
from kernels.codes import CHOICE_RULE, Choice, Effect, Event, Fault, Loot, Rule, When
from kernels.trace import EVENT

CHEST, HOOK, MAP, SABER, AMULET, BARREL, RELIC = Loot

MADE = [
    Tile(kind, "made", (TileEffect(When.DUSK, effect),), "user")
    for kind, effect in ((AMULET, Effect.DISCARD_ANY_SHIP_CHARACTER), (RELIC, Effect.STEAL_ADJACENT_TOKEN))
]
"""Tiles with the questions that no standard tile asks."""

QUESTIONS = {
    # kind: (scene, picks or None for the anchor, codes of the options in their order)
    Choice.SELECT: (dict(hand={0: [12, 3, 40]}), [3, None, None], [3, 12, 40]),
    Choice.SCOUT_PLAY: (dict(hand={0: [1, 32, 10]}), [1, None, None], [10, 32]),
    Choice.APPRENTICE_COPY: (dict(ship={0: [34, 8, 12]}), [2, None, None], [12, 34]),
    Choice.INNKEEPER_RETURN: (dict(ship={0: [34, 10]}), [4, None, None], [10, 34]),
    Choice.PREACHER_KEEP: (dict(loot={0: [MAP, CHEST, MAP, RELIC]}), [7, None, None], [CHEST, MAP, MAP, RELIC]),
    Choice.STOWAWAY_DRAW: (dict(bag=[AMULET, MAP, HOOK, MAP]), [9, None, None], [HOOK, MAP, MAP, AMULET]),
    Choice.TAKE_DUSK: (dict(today=[RELIC, CHEST, CHEST]), [32, None, None], [CHEST, CHEST, RELIC]),
    Choice.TAKE_SMUGGLER: (dict(today=[RELIC, CHEST, CHEST]), [13, None, None], [CHEST, CHEST, RELIC]),
    Choice.TAKE_COOK: (dict(today=[CHEST, RELIC, AMULET]), [26, None, None], [AMULET, RELIC]),
    Choice.MIDSHIPMAN_REMOVE: (dict(players=2, today=[RELIC, CHEST, CHEST]), [10, None], [CHEST, CHEST, RELIC]),
    # island, left to right: 10 (seat 1), 10 (seat 2), 12 (seat 3), 32 (seat 0), who takes the saber
    Choice.SABER: (
        dict(players=4, today=[SABER]),
        [32, 10, 10, 12],
        [1 * 64 + 10, 2 * 64 + 10, 3 * 64 + 12],
    ),
    Choice.GUNNER: (
        dict(ship={0: [35, 3], 2: [10]}),
        [None, 18, None],
        [0 * 64 + 3, 0 * 64 + 35, 2 * 64 + 10],
    ),
    Choice.NECROMANCER_RELIC: (dict(loot={0: [RELIC, CHEST, RELIC]}), [19, None, None], [RELIC, RELIC]),
    Choice.NECROMANCER_RETURN: (dict(loot={0: [RELIC]}, graveyard={0: [12, 3]}), [19, None, None], [3, 12]),
    Choice.BRAWLER: (dict(players=4, ship={3: [22], 0: [22], 2: [22]}), [None, 22, None, None], [0 + 1, 2 + 1, 3 + 1]),
    # seat 0: left neighbour 3, then right neighbour 1
    Choice.THIEF: (
        dict(players=4, loot={1: [CHEST, RELIC], 2: [HOOK], 3: [MAP, CHEST]}),
        [23, None, None, None],
        [3 * 8 + CHEST, 3 * 8 + MAP, 1 * 8 + CHEST, 1 * 8 + RELIC],
    ),
    Choice.RECRUITER: (dict(hand={0: [25, 32, 10]}), [25, None, None], [10, 32]),
    Choice.WATCHMAN: (
        dict(today=[MAP, CHEST], tomorrow=[RELIC, HOOK, HOOK]),
        [27, None, None],
        [CHEST * 8 + HOOK, CHEST * 8 + HOOK, CHEST * 8 + RELIC, MAP * 8 + HOOK, MAP * 8 + HOOK, MAP * 8 + RELIC],
    ),
    Choice.MERCHANT: (
        dict(loot={0: [CHEST] + [MAP] * 4 + [RELIC] * 2}),
        [30, None, None],
        [CHEST * 4 + 1, MAP * 4 + 1, MAP * 4 + 2, MAP * 4 + 3, RELIC * 4 + 1, RELIC * 4 + 2],
    ),
    Choice.SURGEON: (dict(graveyard={0: [12, 3]}), [31, None, None], [3, 12]),
    Choice.WITCH_COPY: (dict(ship={0: [37, 15, 8, 32]}), [None] * 3, [8, 37]),
    Choice.HOOK: (dict(ship={0: [3]}, loot={0: [HOOK]}), None, [0, 1]),
    Choice.HOOK_CARD: (dict(ship={0: [26, 3]}, loot={0: [HOOK]}), None, [3, 26]),
    # seat 0: left neighbour 3, then right neighbour 1
    Choice.DISCARD_ADJACENT: (
        dict(players=4, ship={0: [12], 1: [35, 3], 2: [10], 3: [34]}, today=[SABER], tiles=STORMY),
        [32, None, None, None],
        [3 * 64 + 34, 1 * 64 + 3, 1 * 64 + 35],
    ),
    # seat 1: all ships but its own
    Choice.DISCARD_ANY: (
        dict(players=4, ship={0: [35, 3], 1: [12], 3: [10]}, today=[AMULET], tiles=MADE),
        [None, 32, None, None],
        [0 * 64 + 3, 0 * 64 + 35, 3 * 64 + 10],
    ),
    Choice.STEAL: (
        dict(players=4, loot={0: [MAP], 1: [CHEST, HOOK], 2: [HOOK], 3: [MAP, CHEST]}, today=[RELIC], tiles=MADE),
        [32, None, None, None],
        [3 * 8 + CHEST, 3 * 8 + MAP, 1 * 8 + CHEST, 1 * 8 + HOOK],
    ),
    Choice.CASH: (dict(loot={0: [MAP]}, tiles=STORMY), None, [0, 1]),
    Choice.ORDER_DUSK: (dict(today=[BARREL]), [26, None, None], [26, 41 + BARREL]),
    Choice.ORDER_NIGHT: (dict(ship={0: [37, 16, 8]}), [None] * 3, [8, 16, 37]),
    Choice.ORDER_NIGHT_END: (dict(ship={0: [15, 20]}), [None] * 3, [20, PRISONER_COPY]),
    # cards, kinds, and two hooks beyond the first
    Choice.ORDER_ANCHOR: (
        dict(ship={0: [33, 11]}, loot={0: [RELIC, HOOK, HOOK, HOOK, CHEST, SABER]}, asks_everything=True),
        None,
        [11, 33, 41 + CHEST, 41 + HOOK, 41 + RELIC, 41 + HOOK, 41 + HOOK],
    ),
}
"""One question of each kind."""

RULES = {
    Choice.SELECT: "DAY-1", Choice.SCOUT_PLAY: "CHR-01", Choice.APPRENTICE_COPY: "CHR-02", Choice.INNKEEPER_RETURN: "CHR-04",
    Choice.PREACHER_KEEP: "CHR-07", Choice.STOWAWAY_DRAW: "CHR-09", Choice.TAKE_DUSK: "DSK-1", Choice.TAKE_SMUGGLER: "CHR-13",
    Choice.TAKE_COOK: "CHR-26", Choice.MIDSHIPMAN_REMOVE: "MID-2", Choice.SABER: "LC-saber", Choice.GUNNER: "CHR-18",
    Choice.NECROMANCER_RELIC: "CHR-19", Choice.NECROMANCER_RETURN: "CHR-19", Choice.BRAWLER: "CHR-22", Choice.THIEF: "CHR-23",
    Choice.RECRUITER: "CHR-25", Choice.WATCHMAN: "CHR-27", Choice.MERCHANT: "CHR-30", Choice.SURGEON: "CHR-31",
    Choice.WITCH_COPY: "CHR-15", Choice.HOOK: "LC-hook", Choice.HOOK_CARD: "LC-hook", Choice.DISCARD_ADJACENT: "LS-saber",
    Choice.DISCARD_ANY: "Q-14", Choice.STEAL: "Q-14", Choice.CASH: "LS-map", Choice.ORDER_DUSK: "DSK-1",
    Choice.ORDER_NIGHT: "NGT-1", Choice.ORDER_NIGHT_END: "NGT-2", Choice.ORDER_ANCHOR: "ANC-1",
}  # fmt: skip
"""The clause that asks each kind of question."""


def run(position, what, rows):
    """A step by raw script rows on a copy of the position: the record, and the trace."""
    games, trace = position.games.copy(), np.zeros(256, EVENT)
    script = np.array(rows, SCRIPT) if rows else np.zeros(0, SCRIPT)
    engine.step(what, position.rules, games, script, trace)
    return games[0], trace[: games["trace_at"][0]]


def by_place(place):
    return (0, 0, BY_PLACE, place)


def ask(kind, answer):
    """Play the scene of a kind of question: ``answer(seat, n)`` is the script row for the first question of that kind.

    Cards are selected as the scene says; all other questions are answered by place 0, a hook keeps if a card is to be asked.

    Returns:
        The record, and the trace's row of that question.
    """
    arguments, picks, _ = QUESTIONS[kind]
    position = scene(**arguments).lay(picks or ())
    rows, at = [], None
    while True:
        game, trace = run(position, engine.ANCHOR if picks is None else engine.DAY, rows)
        if game["fault"] == Fault.NONE:
            return game, [row for row in trace if row["event"] == Event.CHOICE][at]
        assert game["fault"] == Fault.SCRIPT_ENDED
        question, seat, n = Choice(int(game["fault_choice"])), int(game["fault_seat"]), int(game["fault_options"])
        if question == kind and at is None:
            at = len(rows)
            rows.append(answer(seat, n))
        elif question == Choice.SELECT:
            rows.append((question, seat, n, picks[seat]))
        else:
            rows.append(by_place(int(question == Choice.HOOK and kind == Choice.HOOK_CARD)))


ASKED = [kind for kind in Choice if kind != Choice.TAKE_WATCHMAN]
"""Kinds that a policy or a script is asked; how the Automa's Watchman takes is no question to anybody (SOL-8)."""


def test_every_kind_of_question_is_in_the_table():
    assert set(QUESTIONS) == set(ASKED) == set(RULES)


@pytest.mark.parametrize("kind", ASKED, ids=lambda kind: kind.name)
def test_options_count_once_each_in_the_documented_order(kind):
    codes = [int(code) for code in QUESTIONS[kind][2]]
    for place, code in enumerate(codes):
        _, told = ask(kind, lambda seat, n, place=place: by_place(place))
        assert (told["a"], told["b"], told["c"]) == (kind, len(codes), code)
        rule = Rule(int(told["rule"])).name.replace("_", "-")
        assert rule == RULES[kind] == Rule(int(CHOICE_RULE[kind])).name.replace("_", "-")


@pytest.mark.parametrize("kind", ASKED, ids=lambda kind: kind.name)
def test_every_option_can_be_named_by_its_code(kind):
    """Of options with one code (tokens of a kind) the first is meant: same record as by its place, same line in the trace."""
    codes = [int(code) for code in QUESTIONS[kind][2]]
    for code in codes:
        named, told = ask(kind, lambda seat, n, code=code: (kind, seat, n, code))
        placed, told_placed = ask(kind, lambda seat, n, code=code: by_place(codes.index(code)))
        assert named.tobytes() == placed.tobytes()
        assert told == told_placed


def test_a_script_row_with_n_0_accepts_any_number_of_options():
    position = scene(today=[CHEST, MAP]).lay([32, None, None])
    game, _ = run(position, engine.DAY, [(Choice.SELECT, 0, 0, 32), (Choice.TAKE_DUSK, 0, 0, MAP)])
    assert (game["fault"], game["script_at"]) == (Fault.NONE, 2)


FAULTS = {
    Fault.SCRIPT_ENDED: ([(Choice.SELECT, 0, 1, 32)], 1),
    Fault.OTHER_KIND: ([(Choice.SELECT, 0, 1, 32), (Choice.SABER, 0, 2, CHEST)], 1),
    Fault.OTHER_SEAT: ([(Choice.SELECT, 0, 1, 32), (Choice.TAKE_DUSK, 1, 2, CHEST)], 1),
    Fault.OTHER_COUNT: ([(Choice.SELECT, 0, 1, 32), (Choice.TAKE_DUSK, 0, 3, CHEST)], 1),
    Fault.NOT_AN_OPTION: ([(Choice.SELECT, 0, 1, 32), (Choice.TAKE_DUSK, 0, 2, RELIC)], 1),
}


@pytest.mark.parametrize("fault", list(FAULTS), ids=lambda fault: fault.name)
def test_a_script_that_does_not_fit_leaves_a_fault_and_what_was_asked(fault):
    """Seat 0 is asked TAKE_DUSK with 2 options; the rows before it are used up."""
    rows, used = FAULTS[fault]
    game, _ = run(scene(today=[CHEST, MAP]).lay([32, None, None]), engine.DAY, rows)
    assert (game["fault"], game["fault_choice"], game["fault_seat"], game["fault_options"]) == (fault, Choice.TAKE_DUSK, 0, 2)
    assert game["script_at"] == used


def test_a_place_beyond_the_options_is_not_an_option():
    game, _ = run(scene(today=[CHEST, MAP]).lay([32, None, None]), engine.DAY, [by_place(0), by_place(2)])
    assert (game["fault"], game["fault_options"], game["script_at"]) == (Fault.NOT_AN_OPTION, 2, 1)


def test_a_negative_place_is_not_an_option():
    game, _ = run(scene(today=[MAP]).lay([32, None, None]), engine.DAY, [by_place(0), by_place(-1)])
    assert (game["fault"], game["fault_options"], game["script_at"]) == (Fault.NOT_AN_OPTION, 1, 1)


def test_after_a_fault_the_first_options_are_taken_and_the_first_fault_stays():
    """Two seats with two tokens: the first take is refused, then chest and map are taken; nothing more of the script is used."""
    position = scene(today=[CHEST, MAP]).lay([32, 35, None])
    rows = [by_place(0), by_place(0), (Choice.SABER, 1, 2, MAP), (Choice.TAKE_DUSK, 0, 1, MAP)]
    game, trace = run(position, engine.DAY, rows)
    assert (game["fault"], game["fault_seat"], game["script_at"]) == (Fault.OTHER_KIND, 1, 2)
    assert [(row["seat"], row["a"]) for row in trace if row["event"] == Event.TOKEN_GAINED] == [(1, CHEST), (0, MAP)]


def test_a_bad_draw_from_the_bag_is_a_fault_too():
    position = scene(bag=[CHEST]).lay([9, None, None])
    game, _ = run(position, engine.DAY, [by_place(0), (Choice.STOWAWAY_DRAW, 0, 1, MAP)])
    assert (game["fault"], game["fault_choice"]) == (Fault.NOT_AN_OPTION, Choice.STOWAWAY_DRAW)


def test_without_the_mark_in_the_record_the_script_is_ignored():
    position = scene(today=[CHEST]).lay([32, None, None])
    position.game["scripted"] = 0
    game, _ = run(position, engine.DAY, [(Choice.SABER, 5, 9, 99)])
    assert (game["fault"], game["script_at"]) == (Fault.NONE, 0)


def test_forced_orders_are_not_asked():
    """One item is no order: dusk with a chest, night with one ability, anchor with one item."""
    out = scene(ship={0: [8]}, today=[CHEST], asks_everything=True).play([32, None, None], [take_dusk(0, CHEST, of=1)])
    assert [row.a for row in out.told(Event.CHOICE)] == [Choice.SELECT, Choice.TAKE_DUSK]
    assert scene(loot={0: [CHEST] * 3}, asks_everything=True).anchor().told(Event.CHOICE) == []
