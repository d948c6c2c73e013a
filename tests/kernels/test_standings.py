"""Places in the order of finish, and leads: ``tally.count_standings`` on records made by hand."""

import numpy as np
import pytest
from called import called

from kernels.state import GAME
from kernels.tally import TALLY, count_standings

count = called(count_standings)


def standings(dial, space, seats):
    """Places counted, lead and its square, of the seats of a mask."""
    game, tally = np.zeros(1, GAME)[0], np.zeros(1, TALLY)[0]
    game["players"] = len(dial)
    game["dial"][: len(dial)] = dial
    game["space"][: len(space)] = space
    game["key"] = 128 + 5
    count(game, tally, np.int64(seats))
    assert tally["seats_place"][5].sum() == tally["seats_place"].sum()
    return tally["seats_place"][5].tolist(), int(tally["seats_lead"]), int(tally["seats_lead_square"])


@pytest.mark.rule("END-1")
def test_places_go_by_the_dial():
    # seat 1 of 40, 55, 71 is second: 3 x 55 - 166 = -1
    assert standings([40, 55, 71], [4, 0, 2], 0b010) == ([0, 1, 0, 0, 0, 0], -1, 1)
    # the two others are first and third: 3 x 111 - 2 x 166 = 1
    assert standings([40, 55, 71], [4, 0, 2], 0b101) == ([1, 0, 1, 0, 0, 0], 1, 1)


@pytest.mark.rule("END-1")
def test_ties_go_by_reputation():
    # 50 on spaces 2 and 5, 40 on 0, 50 on 3: seats 1, 3, 0, 2
    dial, space = [50, 50, 40, 50], [2, 5, 0, 3]
    assert [standings(dial, space, 1 << seat)[0].index(1) for seat in range(4)] == [2, 0, 3, 1]


def test_all_seats_lead_nobody():
    assert standings([10, 20, 33, 40, 50, 60], [0, 1, 2, 3, 4, 5], 0b111111) == ([1, 1, 1, 1, 1, 1], 0, 0)


def test_leads_add_up_and_so_do_their_squares():
    game, tally = np.zeros(1, GAME)[0], np.zeros(1, TALLY)[0]
    game["players"] = 2
    for score in (7, 3):
        game["dial"][:2] = [score, 5]
        count(game, tally, np.int64(1))
    # 2 x 7 - 12 = 2 and 2 x 3 - 8 = -2
    assert (int(tally["seats_lead"]), int(tally["seats_lead_square"])) == (0, 8)
    assert tally["seats_place"][0].tolist() == [1, 1, 0, 0, 0, 0]
