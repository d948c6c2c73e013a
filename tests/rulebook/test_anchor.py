"""The anchor and the end of the game: ANC-1 to ANC-4, END-1."""

import pytest

from .table import anchor, asks, graves, hands, ships, table


@pytest.mark.rule("ANC-1")
def test_anc_1_one_list_of_ship_and_loot_in_the_owners_order():
    game = table(3, ships=[[7, 11, 12], [], []], loot=[["chest", "chest", "saber", "relic"], [], []])
    # items: 7, 11, chest, relic; neither the Officer nor the saber
    anchor(
        game,
        asks(0, "order", 4, phase="anchor", next="chest"),
        asks(0, "order", 3, phase="anchor", next=11),
        asks(0, "order", 2, phase="anchor", next="relic"),
    )
    assert game.scores()[0] == 10 + 10 - 3 + 6


@pytest.mark.rule("ANC-1")
def test_anc_1_the_list_is_drawn_up_once():
    # the Witch goes home first; nothing else changes for the Preacher
    game = table(3, ships=[[7, 15], [], []])
    anchor(game, asks(0, "order", 2, phase="anchor", next=15))
    assert (hands(game)[0], game.scores()[0]) == ([15], 6)


@pytest.mark.rule("ANC-2")
def test_anc_2_order_cannot_dodge_a_loss():
    for first in (36, "chest"):
        game = table(3, ships=[[36], [], []], loot=[["chest"], [], []], coins=[2, 0, 0])
        anchor(game, asks(0, "order", 2, phase="anchor", next=first))
        assert game.scores()[0] == 2 + 5 - 6
    # only the sum is floored
    assert anchor(table(3, ships=[[36], [], []], coins=[2, 0, 0])).scores()[0] == 0


@pytest.mark.rule("ANC-3")
def test_anc_3_doubloons_to_the_dial():
    game = table(3, coins=[3, 0, 9])
    game.seats[0].score = 20
    anchor(game)
    assert game.state()["score"] == [23, 0, 9]
    assert game.state()["doubloons"] == [0, 0, 0]


@pytest.mark.rule("ANC-4")
def test_anc_4_loot_to_the_bag_ships_to_the_graveyards_hands_stay():
    game = table(3, hands=[[8], [], []], ships=[[3], [5], []], graves=[[1], [], []], loot=[["map"], ["saber"], []], bag=[])
    anchor(game)
    assert (hands(game), ships(game), graves(game)) == ([[8], [], []], [[], [], []], [[1, 3], [5], []])
    assert game.bag.singly() == ["map", "saber"]


@pytest.mark.rule("END-1")
def test_end_1_highest_dial_then_more_reputation():
    game = table(3)
    for scores, winner in (([5, 90, 110], 2), ([50, 50, 3], 1), ([50, 3, 50], 2), ([0, 0, 0], 2)):
        for seat, score in zip(game.seats, scores):
            seat.score = score
        assert game.winners() == [winner]
