"""The calm loot tiles (LC-*)."""

import pytest

from .effects import best_split
from .table import anchor, asks, coins, day, graves, held, ships, spaces, table


@pytest.mark.rule("LC-chest")
def test_lc_chest_five_each():
    assert anchor(table(3, loot=[["chest", "chest"], [], []])).scores() == [10, 0, 0]


@pytest.mark.rule("LC-hook")
def test_lc_hook_keeps_a_character_or_gains_two():
    game = table(3, ships=[[3, 35], [], []], loot=[["hook", "hook"], [], []])
    anchor(
        game,
        asks(0, "order", 3, phase="anchor", next="hook"),
        asks(0, "hook", 2, keep=True),
        asks(0, "hook_card", 2, card=3),
        asks(0, "order", 2, phase="anchor", next="hook"),
        asks(0, "hook", 2, keep=True),
        asks(0, "hook_card", 1, card=35),
    )
    # the Collector after the hooks: one kind, nothing
    assert (ships(game)[0], game.scores()[0]) == ([3, 35], 0)
    game = anchor(table(3, ships=[[3], [], []], loot=[["hook"], [], []]), asks(0, "hook", 2, keep=False))
    assert (ships(game)[0], graves(game)[0], game.scores()[0]) == ([], [3], 2)
    # nothing left to keep: one option, recorded
    game = table(3, ships=[[3], [], []], loot=[["hook", "hook"], [], []])
    anchor(
        game,
        asks(0, "order", 2, phase="anchor", next="hook"),
        asks(0, "hook", 2, keep=True),
        asks(0, "hook_card", 1, card=3),
        asks(0, "hook", 1, keep=False),
    )
    assert (ships(game)[0], game.scores()[0]) == ([3], 2)


@pytest.mark.rule("LC-map")
def test_lc_map_best_split_of_twos_and_threes():
    assert [best_split(count, {2: 7, 3: 12}) for count in range(12)] == [0, 0, 7, 12, 14, 19, 24, 26, 31, 36, 38, 43]
    for count, pays in ((1, 0), (4, 14), (7, 26), (10, 38)):
        assert anchor(table(3, loot=[["map"] * count, [], []])).scores()[0] == pays


@pytest.mark.rule("LC-saber")
def test_lc_saber_discards_anothers_character_from_the_island():
    game = table(3, rows=[["saber", "map", "map"]])
    day(
        game,
        [12, 29, 35],
        asks(2, "loot_take", 3, loot="saber", source="dusk"),
        asks(2, "saber", 2, target=1, card=29),
        asks(0, "loot_take", 2, loot="map", source="dusk"),
    )
    assert (graves(game), held(game, 1)) == ([[], [29], []], [])
    # those to the right are in their ships already, his own he must spare
    game = table(3, rows=[["saber"]])
    day(game, [12, None, None], asks(0, "loot_take", 1, loot="saber", source="dusk"))
    assert ships(game)[0] == [12]


@pytest.mark.rule("LC-amulet")
def test_lc_amulet_three_each():
    assert anchor(table(3, loot=[["amulet"] * 2, [], []])).scores()[0] == 6


@pytest.mark.rule("LC-barrel")
def test_lc_barrel_one_reputation_at_dusk_one_each_at_the_anchor():
    game = day(table(3, rows=[["barrel"]]), [12, None, None], asks(0, "loot_take", 1, loot="barrel", source="dusk"))
    assert (spaces(game)[0], coins(game)[0]) == (2, 12)
    assert anchor(table(3, loot=[["barrel"] * 3, [], []])).scores()[0] == 3


@pytest.mark.rule("LC-relic")
def test_lc_relic_three_lost_each():
    assert anchor(table(3, loot=[["relic"] * 2, [], []], coins=[10, 0, 0])).scores()[0] == 4
