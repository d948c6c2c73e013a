"""The stormy tiles (LS-*), the Automa's tiles, mixes of sides (SET-3), and the rulings Q-03, Q-11, Q-14 for them."""

import random

import pytest

from .game import Game
from .loot import AUTOMA, CALM, STORMY, tiles_from, uncharted
from .rules import CONFORMANCE
from .seats import KINDS
from .table import anchor, asks, coins, day, graves, held, night, ships, spaces, table

ALL_STORMY = dict.fromkeys(KINDS, "stormy")


@pytest.mark.rule("SET-3")
def test_set_3_any_mix_of_sides():
    assert tiles_from({"hook": "stormy"}, 4) == {**CALM, "hook": STORMY["hook"]}
    assert tiles_from(ALL_STORMY, 6) == STORMY
    mixes = {tuple(uncharted(random.Random(seed)).values()) for seed in range(2000)}
    assert len(mixes) == 128
    for mix in ({"map": "automa"}, {"map": "rough"}, {"rope": "calm"}):
        with pytest.raises(ValueError):
            tiles_from(mix, 2)


@pytest.mark.rule("LS-chest")
def test_ls_chest_one_per_token_held_this_one_included():
    game = table(3, loot=[["chest", "chest", "saber"], [], []], tiles={"chest": "stormy"})
    assert anchor(game).scores() == [2 * 3, 0, 0]


@pytest.mark.rule("LS-chest")
def test_ls_chest_before_the_map_item_all_else_in_the_owners_order():
    # chest, map, 33: first the chest or 33 (2 open of 3); then chest and map are left: the chest runs unasked
    game = table(3, ships=[[33], [], []], loot=[["chest", "map", "map"], [], []], tiles=ALL_STORMY)
    anchor(game, asks(0, "order", 2, phase="anchor", next=33), asks(0, "map_cash", 2, cash=True))
    assert game.scores()[0] == 6 + 3 + 3
    # once the chest is done, the map is open too
    game = table(3, ships=[[33], [], []], loot=[["chest", "map", "map"], [], []], tiles=ALL_STORMY)
    anchor(
        game,
        asks(0, "order", 2, phase="anchor", next="chest"),
        asks(0, "order", 2, phase="anchor", next="map"),
        asks(0, "map_cash", 2, cash=True),
    )
    assert game.scores()[0] == 6 + 3 + 3
    # with the Explorer, his item is the map item
    game = table(3, ships=[[10], [], []], loot=[["chest", "map", "map"], [], []], tiles=ALL_STORMY)
    anchor(game, asks(0, "map_cash", 2, cash=True))
    assert game.scores()[0] == 3 + 6
    # but not without a map
    game = table(3, ships=[[10], [], []], loot=[["chest"], [], []], tiles=ALL_STORMY)
    anchor(game, asks(0, "order", 2, phase="anchor", next=10))
    # a calm chest may come after
    game = table(3, loot=[["chest", "map", "map"], [], []], tiles={"map": "stormy"})
    anchor(game, asks(0, "order", 2, phase="anchor", next="map"), asks(0, "map_cash", 2, cash=True))
    assert game.scores()[0] == 3 + 5


@pytest.mark.rule("LS-hook")
def test_ls_hook_discards_its_taker_and_gains_four():
    game = table(3, rows=[["hook"]], tiles=ALL_STORMY)
    day(game, [33, None, None], asks(0, "loot_take", 1, loot="hook", source="dusk"))
    assert (graves(game)[0], ships(game)[0], coins(game)[0], held(game, 0)) == ([33], [], 4, ["hook"])
    # nothing at the anchor, and no item there
    anchor(game)
    assert game.scores()[0] == 4


@pytest.mark.rule("LS-hook")
def test_ls_hook_smuggler_does_not_go_to_the_ship():
    game = table(3, rows=[["hook"]], tiles=ALL_STORMY)
    day(game, [13, None, None], asks(0, "loot_take", 1, loot="hook", source="smuggler"))
    assert (graves(game)[0], ships(game)[0], coins(game)[0]) == ([13], [], 4)


@pytest.mark.rule("LS-hook")
def test_ls_hook_copied_the_copied_card_in_the_ship():
    game = table(3, ships=[[13], [], []], rows=[["hook"]], tiles=ALL_STORMY)
    day(game, [2, None, None], asks(0, "apprentice_copy", 1, card=13), asks(0, "loot_take", 1, loot="hook", source="smuggler"))
    assert (graves(game)[0], ships(game)[0], coins(game)[0]) == ([13], [2], 4)
    for ship, select, records in (([], 9, []), ([9], 2, [asks(0, "apprentice_copy", 1, card=9)])):
        game = table(3, ships=[ship, [], []], bag=["hook"], tiles=ALL_STORMY)
        day(game, [select, None, None], *records, asks(0, "stowaway_draw", 1, loot="hook"))
        assert (graves(game)[0], coins(game)[0]) == ([9], 4)


@pytest.mark.rule("LS-hook")
def test_ls_hook_and_the_armorer_in_the_owners_order():
    for first, space in ((28, 3), ("loot", 1)):
        game = table(3, rows=[["hook"]], tiles=ALL_STORMY)
        day(
            game,
            [28, None, None],
            asks(0, "loot_take", 1, loot="hook", source="dusk"),
            asks(0, "order", 2, phase="dusk", next=first),
        )
        # hook first: he is gone before his two reputation
        assert (spaces(game)[0], graves(game)[0], coins(game)[0]) == (space, [28], 4)


@pytest.mark.rule("LS-hook")
def test_ls_hook_as_the_cooks_second_token():
    # barrel first: -1 reputation by the token, whatever becomes of the Cook
    for first in (26, "loot"):
        game = table(3, rows=[["hook", "barrel"]], tiles=ALL_STORMY)
        day(
            game,
            [26, None, None],
            asks(0, "loot_take", 2, loot="barrel", source="dusk"),
            asks(0, "order", 2, phase="dusk", next=first),
            asks(0, "loot_take", 1, loot="hook", source="cook"),
        )
        assert (graves(game)[0], coins(game)[0], spaces(game)[0]) == ([26], 4, 0)


@pytest.mark.rule("Q-03")
def test_q_03_a_discarding_hook_blocks_the_cook_under_either_switch():
    for rules in (None, CONFORMANCE):
        game = table(3, rows=[["hook", "map"]], tiles=ALL_STORMY, rules=rules)
        day(game, [26, None, None], asks(0, "loot_take", 2, loot="hook", source="dusk"))
        assert (held(game, 0), graves(game)[0]) == (["hook"], [26])


@pytest.mark.rule("LS-map")
@pytest.mark.rule("Q-11")
def test_ls_map_cash_all_or_keep_all():
    for count, pays in zip(range(1, 11), (1, 3, 6, 10, 15, 21, 28, 36, 45, 55), strict=True):
        game = table(3, loot=[["map"] * count, [], []], tiles=ALL_STORMY, bag=[])
        anchor(game, asks(0, "map_cash", 2, cash=True))
        assert (game.scores()[0], held(game, 0), game.bag["map"]) == (pays, [], count)
    game = table(3, loot=[["map", "map", "amulet"], [], []], tiles=ALL_STORMY, bag=[])
    anchor(game, asks(0, "map_cash", 2, cash=False))
    assert (game.scores()[0], held(game, 0), game.bag.singly()) == (0, ["map", "map"], ["amulet"])


@pytest.mark.rule("LS-map")
def test_ls_map_always_cash_after_the_third_voyage():
    game = table(3, loot=[["map", "map"], [], []], tiles=ALL_STORMY, voyage=2)
    anchor(game, asks(0, "map_cash", 1, cash=True))
    assert game.scores()[0] == 3


@pytest.mark.rule("LS-map")
def test_ls_map_the_explorer_adds_one_to_the_count():
    game = table(3, ships=[[10], [], []], loot=[["map"] * 10, [], []], tiles=ALL_STORMY)
    anchor(game, asks(0, "map_cash", 2, cash=True))
    assert game.scores()[0] == 66
    game = table(3, ships=[[10], [], []], loot=[["map"], [], []], tiles=ALL_STORMY)
    anchor(game, asks(0, "map_cash", 2, cash=False))
    assert (game.scores()[0], held(game, 0)) == (0, ["map"])
    anchor(table(3, ships=[[10], [], []], tiles=ALL_STORMY))  # no map, no choice


@pytest.mark.rule("LS-map")
def test_ls_map_cashed_maps_are_gone_for_what_comes_after():
    for first, collected in ((35, 1), ("map", 0)):
        game = table(3, ships=[[35], [], []], loot=[["map", "saber"], [], []], tiles=ALL_STORMY)
        records = [asks(0, "order", 2, phase="anchor", next=first), asks(0, "map_cash", 2, cash=True)]
        anchor(game, *records)
        assert game.scores()[0] == 1 + collected


@pytest.mark.rule("Q-11")
def test_q_11_kept_maps_are_loot_for_every_purpose_and_out_of_the_bag():
    game = table(3, loot=[["map"] * 9, [], []], tiles=ALL_STORMY)
    anchor(game, asks(0, "map_cash", 2, cash=False))
    assert game.bag.total() == 48 - 9
    with pytest.raises(ValueError):  # one map is left in the bag
        game.start_voyage([1, 2, 3, 4, 5, 6], [["map", "map", "chest"]] + [["relic", "barrel", "hook"]] * 4)
    game = table(3, loot=[["map"] * 3, [], []], tiles=ALL_STORMY)
    anchor(game, asks(0, "map_cash", 2, cash=False))
    game.start_voyage([30, 36, 3, 4, 5, 6], [["map", "relic", "chest"]] + [["relic", "barrel", "hook"]] * 4)
    for seat in game.seats:
        seat.doubloons = 0
        seat.hand = set()
    game.days[0].move_all_to(game.bag)
    day(game, [36, None, None])
    assert coins(game)[0] == 3  # the Quartermaster counts them
    game.days[1].move_all_to(game.bag)
    day(game, [None, 23, None], asks(1, "thief", 3, target=0, loot="map"))  # the Thief takes one
    game.days[2].move_all_to(game.bag)
    day(game, [30, None, None], asks(0, "merchant", 2, loot="map", count=2))  # the Merchant sells two
    assert [held(game, seat) for seat in range(3)] == [[], ["map"], []]


@pytest.mark.rule("LS-saber")
@pytest.mark.rule("Q-14")
def test_ls_saber_a_character_of_an_adjacent_ship():
    # seats 1 and 3 are adjacent to seat 0, seat 2 is not
    game = table(4, ships=[[33], [35, 36], [38], [34]], rows=[["saber"]], tiles=ALL_STORMY)
    day(
        game,
        [12, None, None, None],
        asks(0, "loot_take", 1, loot="saber", source="dusk"),
        asks(0, "discard_ship", 3, target=3, card=34),
    )
    assert graves(game) == [[], [], [], [34]]
    # no target: nothing; those on the island are none
    game = table(3, ships=[[33], [], []], rows=[["saber"]], tiles=ALL_STORMY)
    day(game, [12, 5, None], asks(0, "loot_take", 1, loot="saber", source="dusk"))
    # an item of the order all the same
    game = table(3, rows=[["saber"]], tiles=ALL_STORMY)
    day(
        game, [28, None, None], asks(0, "loot_take", 1, loot="saber", source="dusk"), asks(0, "order", 2, phase="dusk", next=28)
    )


@pytest.mark.rule("LS-amulet")
def test_ls_amulet_one_a_night_each_kept_or_not_and_nothing_at_the_anchor():
    game = night(table(3, loot=[["amulet", "amulet"], [], []], tiles=ALL_STORMY))
    assert coins(game)[0] == 2
    assert anchor(game).scores()[0] == 2


@pytest.mark.rule("LS-barrel")
def test_ls_barrel_a_reputation_lost_and_one_per_space_to_the_right():
    game = table(3, rows=[["barrel"]], tiles=ALL_STORMY, row=[None, None, 0, 1, 2, None])
    day(
        game,
        [26, None, None],
        asks(0, "loot_take", 1, loot="barrel", source="dusk"),
        asks(0, "order", 2, phase="dusk", next="loot"),
    )
    assert game.track.row == [None, 0, None, 1, 2, None]
    assert anchor(game).scores()[0] == 4
    game = table(3, loot=[["barrel", "barrel"], [], []], tiles=ALL_STORMY)
    assert anchor(game).scores()[0] == 2 * 4


@pytest.mark.rule("LS-relic")
def test_ls_relic_one_lost_a_night_each():
    game = night(table(3, loot=[["relic", "relic"], ["relic"], []], coins=[5, 0, 0], tiles=ALL_STORMY))
    assert coins(game) == [3, 0, 0]
    assert anchor(game).scores() == [3, 0, 0]


@pytest.mark.rule("NGT-1")
@pytest.mark.rule("Q-14")
def test_q_14_night_items_by_kind_in_the_owners_order():
    # one relic, two amulets, a Barkeep, no doubloon: the relic first costs nothing
    for order, left in ((["relic", "amulet"], 3), ([8, "relic"], 2)):
        game = table(3, ships=[[8], [], []], loot=[["relic", "amulet", "amulet", "chest"], [], []], tiles=ALL_STORMY)
        night(game, asks(0, "order", 3, phase="night", next=order[0]), asks(0, "order", 2, phase="night", next=order[1]))
        assert coins(game)[0] == left


@pytest.mark.rule("Q-14")
def test_q_14_a_kind_without_an_effect_in_a_phase_is_no_item():
    # stormy hook, saber, amulet and relic at the anchor: nothing to order
    anchor(table(3, loot=[["hook", "saber", "amulet", "relic", "barrel"], [], []], tiles=ALL_STORMY))
    # and a calm chest at dusk: the Armorer's item is alone
    game = table(3, rows=[["hook"]])
    day(game, [28, None, None], asks(0, "loot_take", 1, loot="hook", source="dusk"))


@pytest.mark.rule("LA-hook")
@pytest.mark.rule("LA-saber")
@pytest.mark.rule("LA-amulet")
@pytest.mark.rule("LA-barrel")
def test_automa_tiles_in_a_two_player_mix():
    tiles = dict.fromkeys(AUTOMA, "automa")
    game = table(2, ships=[[], [35, 36]], rows=[["saber"]], tiles=tiles)
    day(game, [33, None], asks(0, "loot_take", 1, loot="saber", source="dusk"))
    assert (graves(game)[1], coins(game)[0]) == ([35], 0)
    game = table(2, rows=[["saber"]], tiles=tiles)
    day(game, [33, None], asks(0, "loot_take", 1, loot="saber", source="dusk"))
    assert coins(game)[0] == 3
    game = table(2, loot=[["amulet"], []], rows=[["barrel"]], tiles=tiles)
    day(game, [33, None], asks(0, "loot_take", 1, loot="barrel", source="dusk"))
    assert (spaces(game)[0], coins(game)[0]) == (3, 0)
    game = table(2, ships=[[3], []], loot=[["amulet", "barrel", "hook"], []], tiles=tiles)
    anchor(
        game,
        asks(0, "order", 3, phase="anchor", next="hook"),
        asks(0, "hook", 2, keep=False),
        asks(0, "order", 2, phase="anchor", next="amulet"),
    )
    assert game.scores()[0] == 4 + 3 + 1
    with pytest.raises(ValueError):
        Game(3, [0, 1, 2, None, None, None], tiles={"saber": "automa"})
