"""The Automa's order and her other choices in solo games: SOL-7, SOL-10, Q-20."""

import pytest

from .loot import CALM, SOLO_KINDS
from .table import anchor, asks, coins, day, graves, held, hers, night, says, ships, solo, spaces
from .test_user_tiles import made, of

# SOL-7


@pytest.mark.rule("SOL-7")
def test_sol_7_dusk_the_token_then_the_character():
    game = solo(1, rows=[["saber"]])
    day(game, [None, 28], hers(1, "saber"), asks(1, "order", 2, phase="dusk", next="loot"))
    assert (coins(game)[1], spaces(game)[1]) == (3 + 1, 5)
    game = solo(1, rows=[["barrel", "relic"]])
    day(
        game,
        [None, 26],
        hers(2, "barrel"),
        asks(1, "order", 2, phase="dusk", next="loot"),
        hers(1, "relic", "cook"),
    )


@pytest.mark.rule("SOL-7")
def test_sol_7_night_characters_then_loot_then_the_freed_prisoner():
    tiles = {
        "relic": "stormy",
        **made("chest", of("night", "gain", amount=-5)),
        **made("amulet", of("night", "gain", amount=2)),
    }
    game = solo(tiles=tiles, ships=[[], [8, 20, 24, 28]], loot=[[], ["chest", "amulet", "relic", "saber"]])
    night(
        game,
        asks(1, "order", 6, phase="night", next=8),
        asks(1, "order", 5, phase="night", next=24),
        asks(1, "order", 4, phase="night", next=28),
        asks(1, "order", 3, phase="night", next="chest"),
        asks(1, "order", 2, phase="night", next="amulet"),
    )
    assert coins(game)[1] == 0 + 2 - 1 + 2  # 1 + 0 + 1 - 5: none; amulet, relic; then two above 20


@pytest.mark.rule("SOL-7")
@pytest.mark.rule("Q-20")
def test_q_20_the_freed_prisoner_before_the_copy_of_him():
    game = solo(ships=[[], [15, 20, 33, 35, 36]])
    night(game, asks(1, "witch_copy", 1, card=20), asks(1, "order", 2, phase="night_end", next=20))
    assert (coins(game)[1], graves(game)[1]) == (6, [20])


@pytest.mark.rule("SOL-7")
def test_sol_7_anchor_loot_by_kind_then_characters():
    game = solo(ships=[[], [7, 32]], loot=[[], ["relic", "barrel", "map", "chest", "hook", "hook"]])
    anchor(
        game,
        asks(1, "order", 8, phase="anchor", next="chest"),
        asks(1, "order", 7, phase="anchor", next="hook"),
        asks(1, "hook", 2, keep=False),
        asks(1, "order", 6, phase="anchor", next="hook"),
        asks(1, "hook", 2, keep=False),
        asks(1, "order", 5, phase="anchor", next="map"),
        asks(1, "order", 4, phase="anchor", next="barrel"),
        asks(1, "order", 3, phase="anchor", next="relic"),
        asks(1, "order", 2, phase="anchor", next=7),
    )
    assert game.scores()[1] == 5 + 8 + 0 + 1 - 3 + 6 + 2


@pytest.mark.rule("SOL-7")
def test_sol_7_stormy_chests_before_stormy_maps_and_maps_within_the_explorer():
    tiles = dict.fromkeys(SOLO_KINDS, "stormy")
    game = solo(tiles=tiles, loot=[[], ["map", "map", "map", "chest", "amulet"]])
    anchor(
        game,
        # the maps are not open before the chest is done
        asks(1, "order", 2, phase="anchor", next="chest"),
        asks(1, "order", 2, phase="anchor", next="map"),
        asks(1, "map_cash", 2, cash=True),
    )
    assert game.scores()[1] == 5 + 6 + 3
    # with the Explorer they are his item: loot first
    game = solo(tiles=tiles, ships=[[], [10]], loot=[[], ["map", "map", "map", "chest", "amulet"]])
    anchor(
        game,
        asks(1, "order", 2, phase="anchor", next="chest"),
        asks(1, "order", 2, phase="anchor", next="amulet"),
        asks(1, "map_cash", 2, cash=True),
    )
    assert game.scores()[1] == 5 + 3 + 10
    # a kind that a user puts before the maps: the maps come as soon as they are open
    tiles = made("barrel", of("anchor", "gain", amount=1), order="before_map")
    game = solo(tiles=tiles, loot=[[], ["map", "map", "barrel", "amulet", "relic"]])
    anchor(
        game,
        asks(1, "order", 3, phase="anchor", next="amulet"),
        asks(1, "order", 2, phase="anchor", next="barrel"),
        asks(1, "order", 2, phase="anchor", next="map"),
    )


# SOL-10 and Q-20


@pytest.mark.rule("SOL-10")
def test_sol_10_a_card_into_play_or_into_hand_the_highest():
    day(solo(40, hands=[[], [12, 14]], cards={1: says("L1")}), [None, 1], asks(1, "scout_play", 2, card=14))
    day(solo(40, ships=[[], [12, 14]]), [None, 4], asks(1, "innkeeper_return", 2, card=14))
    day(solo(40, hands=[[], [2, 3]], cards={1: says("R1")}), [None, 25], asks(1, "recruiter", 2, card=3))
    day(solo(40, graves=[[], [2, 3]]), [None, 31], asks(1, "surgeon", 2, card=3))
    game = solo(40, graves=[[], [2, 3]], loot=[[], ["relic", "relic"]])
    day(game, [None, 19], asks(1, "necromancer_relic", 2), asks(1, "necromancer_return", 2, card=3))
    assert ships(game)[1] == [3, 19]


@pytest.mark.rule("SOL-10")
@pytest.mark.rule("Q-20")
def test_sol_10_copies_the_highest_that_has_such_an_ability():
    # 35 has none by day
    day(solo(40, ships=[[], [5, 29, 35]]), [None, 2], asks(1, "apprentice_copy", 2, card=29))
    # the Witch: neither herself nor the Collector; the Topman twice
    game = solo(ships=[[], [8, 15, 24, 35]], coins=[0, 9])
    night(
        game,
        asks(1, "order", 3, phase="night", next=8),
        asks(1, "order", 2, phase="night", next=15),
        asks(1, "witch_copy", 2, card=24),
    )


@pytest.mark.rule("SOL-10")
def test_sol_10_gunner():
    game = solo(40, ships=[[3, 33], [9, 34]])
    day(game, [None, 18], asks(1, "gunner", 4, target=0, card=33))
    assert (graves(game), spaces(game)) == ([[33], []], [3, 2])
    game = solo(40, ships=[[], [9, 34]])
    day(game, [None, 18], asks(1, "gunner", 2, target=1, card=9))
    assert (graves(game), spaces(game)) == ([[], [9]], [2, 4])


@pytest.mark.rule("SOL-10")
def test_sol_10_merchant():
    for loot, kind, count in (
        (["chest", "relic", "barrel", "barrel"], "relic", 1),
        (["chest", "saber", "saber"], "saber", 2),
        (["map"] * 5, "map", 3),
    ):
        kinds = {kind: loot.count(kind) for kind in loot}
        n = sum(min(3, number) for number in kinds.values())
        day(solo(40, loot=[[], loot]), [None, 30], asks(1, "merchant", n, loot=kind, count=count))


@pytest.mark.rule("SOL-10")
@pytest.mark.rule("SOL-5")
def test_sol_10_preacher_keeps_by_preference():
    game = solo(40, loot=[[], ["relic", "barrel", "map", "saber"]])
    day(game, [None, 7], asks(1, "preacher_keep", 4, loot="map"))
    assert (held(game, 1), spaces(game)[1], coins(game)[1]) == (["map"], 5, 1)


@pytest.mark.rule("SOL-10")
def test_sol_10_stormy_maps():
    for voyage, maps, cash, n in ((0, 2, False, 2), (1, 2, False, 2), (1, 3, True, 2), (0, 5, True, 2), (2, 1, True, 1)):
        game = solo(tiles={"map": "stormy"}, loot=[[], ["map"] * maps], voyage=voyage)
        anchor(game, asks(1, "map_cash", n, cash=cash))
        assert held(game, 1) == ([] if cash else ["map"] * maps)
    # two with the Explorer are still two
    game = solo(tiles={"map": "stormy"}, ships=[[], [10]], loot=[[], ["map", "map"]])
    anchor(game, asks(1, "map_cash", 2, cash=False))


@pytest.mark.rule("SOL-10")
def test_sol_10_brawler():
    game = day(solo(40, ships=[[22], []]), [None, 22], asks(1, "brawler", 1, target=0))
    assert (graves(game), spaces(game)) == ([[22], []], [2, 5])


@pytest.mark.rule("Q-20")
def test_q_20_thief_and_stealing_tiles_by_preference():
    game = solo(40, loot=[["relic", "amulet", "map", "map"], ["chest"]])
    day(game, [None, 23], asks(1, "thief", 4, target=0, loot="map"))
    assert held(game, 1) == ["chest", "map"]
    game = solo(1, loot=[["relic", "amulet"], []], rows=[["saber"]], tiles=made("saber", of("dusk", "steal_adjacent_token")))
    day(game, [None, 35], hers(1, "saber"), asks(1, "steal", 2, target=0, loot="amulet"))


@pytest.mark.rule("Q-20")
def test_q_20_a_calm_saber_hits_the_humans_highest_on_the_island():
    # the human's Scout brought a second card; both are left of hers
    game = solo(40, rows=[["saber"]], hands=[[5], []], ships=[[1], []], tiles={"saber": CALM["saber"]})
    day(
        game,
        [2, 13],
        asks(0, "apprentice_copy", 1, card=1),
        asks(0, "scout_play", 1, card=5),
        hers(1, "saber", "smuggler"),
        asks(1, "saber", 2, target=0, card=5),
    )
    assert graves(game) == [[1, 5], []]


@pytest.mark.rule("Q-20")
def test_q_20_tiles_that_discard_from_a_ship_the_humans_highest():
    for do in ("discard_adjacent_ship_character", "discard_any_ship_character"):
        game = solo(1, rows=[["saber"]], ships=[[3, 33], [34]], tiles=made("saber", of("dusk", do)))
        day(game, [None, 35], hers(1, "saber"), asks(1, "discard_ship", 2, target=0, card=33))
        assert graves(game) == [[33], []]


@pytest.mark.rule("Q-20")
def test_q_20_keep_or_gain_tiles_always_pay():
    game = solo(ships=[[], [3]], loot=[[], ["chest"]], tiles=made("chest", of("anchor", "keep_or_gain", amount=1)))
    anchor(game, asks(1, "hook", 2, keep=False))
    assert (game.scores(), ships(game)) == ([0, 1], [[], []])


@pytest.mark.rule("Q-20")
def test_q_20_other_kinds_that_may_be_kept_go_by_how_many_she_holds():
    tiles = made("relic", of("anchor", "cash_all_or_keep_all", table=[1]))
    for relics, cash in ((2, False), (3, True)):
        anchor(solo(tiles=tiles, loot=[[], ["relic"] * relics]), asks(1, "map_cash", 2, cash=cash))


@pytest.mark.rule("Q-20")
def test_q_20_what_comes_out_of_the_bag_is_chance():
    game = day(solo(40, bag=["relic", "chest"]), [None, 9], asks(1, "stowaway_draw", 2, loot="relic"))
    assert held(game, 1) == ["relic"]
