"""The reputation track: REP-1 to REP-3."""

import pytest

from .reputation import Track
from .table import asks, coins, day, spaces, table


@pytest.mark.rule("REP-1")
def test_rep_1_those_passed_slide_the_other_way():
    track = Track([None, 0, 1, 2, None, None])
    assert track.move(0, 2) == 0
    assert track.row == [None, 1, 2, 0, None, None]
    assert track.move(2, -2) == 0
    assert track.row == [2, None, 1, 0, None, None]
    game = day(table(3), [34, None, None])  # Aristocrat: +2
    assert game.track.row == [None, 1, 2, 0, None, None]


@pytest.mark.rule("REP-2")
def test_rep_2_a_step_beyond_the_end_gains_or_costs_one():
    game = day(table(3, row=[None, 1, 2, None, 0, None]), [34, None, None])  # +2 from space 4: one step, one coin
    assert (spaces(game)[0], coins(game)[0]) == (5, 1)
    game = day(table(3, row=[1, 2, None, None, None, 0]), [34, None, None])
    assert (spaces(game)[0], coins(game)[0]) == (5, 2)
    game = table(3, row=[0, 1, 2, None, None, None], loot=[[], ["map"], []], coins=[1, 0, 0])
    day(game, [23, None, None], asks(0, "thief", 1, target=1, loot="map"))  # -2 from space 0: 2 due, 1 there
    assert (spaces(game)[0], coins(game)[0]) == (0, 0)
    assert Track([0, None, 1, None, None, None]).move(0, -2) == -2
    assert Track([None, None, 1, None, None, 0]).move(0, 3) == 3


@pytest.mark.rule("REP-3")
def test_rep_3_idle_tokens_count_as_spaces_and_slide():
    track = Track([None, None, 0, 1, None, None])
    assert track.move_to(1, 0) == 3
    assert track.row == [1, None, None, 0, None, None]
    assert track.move_to(1, 5) == 5
    assert track.row == [None, None, 0, None, None, 1]
    assert track.move(0, 2) == 0
    assert track.row == [None, None, None, None, 0, 1]
