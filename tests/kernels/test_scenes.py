"""The harness itself: a scene that is told wrongly fails, and says why."""

import numpy as np
import pytest
from scenes import Answer, SceneError, preacher_keep, saber, scene, take_dusk

from kernels.codes import Card, Choice, Event, Loot, Phase


def test_a_scene_that_goes_as_told():
    out = scene(loot={0: [Loot.MAP, Loot.CHEST]}).play([Card.PREACHER, None, None], [preacher_keep(0, Loot.MAP, of=2)])
    assert (out.loot[0], out.to_bag, out.from_bag) == ([Loot.MAP], [Loot.CHEST], [])
    assert (out.doubloons, out.dial, out.gained) == ([20] * 3, [0] * 3, [0] * 3)
    assert (out.hand, out.ship, out.graveyard) == ([[], [], []], [[7], [], []], [[], [], []])
    assert out.acted(Phase.DAY) == [(0, 7)]
    assert [row.rule for row in out.told(Event.REPUTATION)] == ["CHR-07"]


def test_cards_that_are_not_named_lie_in_the_graveyard_or_the_hand_and_are_left_out():
    position = scene(ship={0: [35]}, graveyard={2: [10]}).lay([32, None, 26])
    ranks = {card - 1 for card in (10, 26, 32, 35)}
    everyone = np.uint64(sum(1 << rank for rank in ranks))
    game = position.game
    assert all(game["hand"][seat] | game["ship"][seat] | game["graveyard"][seat] == everyone for seat in range(3))
    assert game["graveyard"][1] == everyone
    assert game["hand"][2] == everyone - np.uint64(1 << 9)  # its graveyard is named
    out = position.play([32, None, 26])
    assert (out.ship, out.graveyard, out.hand) == ([[32, 35], [], [26]], [[], [], [10]], [[], [], []])


def test_an_answer_left_over_fails():
    with pytest.raises(SceneError, match=r"answer 1 of 1 is left over: seat 0 TAKE_DUSK 0 of 1"):
        scene().play([32, None, None], [take_dusk(0, Loot.CHEST, of=1)])


def test_an_answer_that_is_missing_fails():
    with pytest.raises(SceneError, match=r"SCRIPT_ENDED: nothing is given, but seat 0 is asked TAKE_DUSK with 1 option"):
        scene(today=[Loot.CHEST]).play([32, None, None])


def test_another_number_of_options_fails():
    with pytest.raises(SceneError, match=r"OTHER_COUNT: seat 0 TAKE_DUSK 0 of 3 is given, .* with 2 options"):
        scene(today=[Loot.CHEST, Loot.MAP]).play([32, None, None], [take_dusk(0, Loot.CHEST, of=3)])


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (take_dusk(1, Loot.CHEST, of=1), "OTHER_SEAT"),
        (saber(0, 1, 32, of=1), "OTHER_KIND"),
        (take_dusk(0, Loot.MAP, of=1), "NOT_AN_OPTION"),
    ],
)
def test_another_seat_kind_or_option_fails(answer, fault):
    with pytest.raises(SceneError, match=fault):
        scene(today=[Loot.CHEST]).play([32, None, None], [answer])


@pytest.mark.parametrize(
    ("arguments", "picks", "message"),
    [
        ({"ship": {0: [7]}}, [7, None, None], "seat 0 has a card twice"),
        ({"hand": {0: [7]}}, [None, None, None], "seat 0 must pick one of"),
        ({"graveyard": {1: []}}, [7, None, None], r"name a place for the cards \[7\] of seat 1"),
        ({"loot": {0: [Loot.CHEST] * 5}}, [7, None, None], "more tokens than"),
        ({"track": [0, 1, 2, None, None]}, [7, None, None], "must be six spaces"),
    ],
)
def test_an_impossible_position_is_refused(arguments, picks, message):
    with pytest.raises(SceneError, match=message):
        scene(**arguments).play(picks)


def test_a_record_that_violates_an_invariant_fails():
    position = scene().lay([32, None, None])
    position.game["bag"] += np.uint64(1)
    with pytest.raises(SceneError, match="TOKENS_NOT_CONSERVED"):
        position.play([32, None, None])


def test_going_on_with_a_position():
    """Day 1 and day 2 of voyage 1, its anchor, and the cards and doubloons of voyage 2 (space 1: 11)."""
    out = scene(hand={0: [32, 35]}).play([32, None, None])
    out = out.position.next_day([35, None, None])
    out = out.position.anchor()
    assert out.gained == [0, 0, 0]
    assert (out.dial, out.graveyard[0]) == ([20] * 3, [32, 35])
    out = out.position.next_voyage([10], rows=[[Loot.MAP]])
    assert (out.hand[0], out.doubloons, out.row(0)) == ([10], [11, 10, 9], [Loot.MAP])


def test_answers_say_what_they_are():
    assert str(Answer(Choice.SELECT, 1, 2, 7)) == "seat 1 SELECT 7 of 2"
