"""One small example or more of each character, ranks 21 to 40 (CHR-21 to CHR-40)."""

import pytest

from .table import anchor, asks, coins, day, graves, hands, held, night, ships, spaces, table


@pytest.mark.rule("CHR-21")
def test_chr_21_bosun_two_per_lower_ship_character():
    # 3 and 20: 4; and the Freed Prisoner's night: 21 and 35 are above him, 2
    assert coins(day(table(3, ships=[[3, 20, 35], [], []]), [21, None, None]))[0] == 4 + 2
    # copied, he lies in the ship, but 21 is not below 21
    game = table(3, ships=[[19, 21, 35], [], []])
    day(game, [2, None, None], asks(0, "apprentice_copy", 2, card=21))
    assert coins(game)[0] == 2


@pytest.mark.rule("CHR-22")
def test_chr_22_brawler_discards_another_ships_brawler():
    # two of them on the island do not see each other; seat 0 acts first, nobody has one in a ship
    game = day(table(3), [22, 22, None])
    assert coins(game) == [1, 1, 0]
    game = table(3, ships=[[], [22], [22]])
    day(game, [22, None, None], asks(0, "brawler", 2, target=2))
    assert (graves(game), spaces(game)[0]) == ([[], [], [22]], 3)
    assert coins(game) == [1, 1, 0]


@pytest.mark.rule("CHR-23")
def test_chr_23_thief_takes_from_a_neighbour_and_loses_two_reputation():
    # four seats: 0 and 2 are seat 1's neighbours, not 3
    game = table(4, loot=[["map", "map"], [], ["chest"], ["amulet"]])
    day(game, [None, 23, None, None], asks(1, "thief", 3, target=2, loot="chest"))
    assert (held(game, 1), held(game, 2)) == (["chest"], [])
    assert spaces(game)[1] == 0
    game = day(table(4, loot=[[], [], [], ["amulet"]]), [None, 23, None, None])
    assert spaces(game)[1] == 2


@pytest.mark.rule("CHR-24")
def test_chr_24_topman_four_less_one_per_ship_character():
    assert coins(night(table(3, ships=[[24, 33], [], []])))[0] == 2
    # six characters: 4 gained, 6 lost: with 1 beforehand nothing is left, with 10 it is 8
    ship = [1, 3, 5, 24, 33, 35]
    assert coins(night(table(3, ships=[ship, [], []], coins=[1, 0, 0])))[0] == 0
    assert coins(night(table(3, ships=[ship, [], []], coins=[10, 0, 0])))[0] == 8


@pytest.mark.rule("CHR-25")
def test_chr_25_recruiter_puts_a_card_from_the_hand_into_the_ship():
    game = day(table(3, hands=[[12, 34], [], []]), [25, None, None], asks(0, "recruiter", 2, card=12))
    assert (ships(game)[0], hands(game)[0], coins(game)[0]) == ([12, 25], [34], 0)
    day(table(3), [25, None, None])


@pytest.mark.rule("CHR-26")
def test_chr_26_cook_takes_a_second_token_with_its_dusk_ability():
    game = table(3, rows=[["chest", "barrel"]])
    day(
        game,
        [26, None, None],
        asks(0, "loot_take", 2, loot="chest", source="dusk"),
        asks(0, "loot_take", 1, loot="barrel", source="cook"),
    )
    assert (held(game, 0), spaces(game)[0]) == (["chest", "barrel"], 2)
    # a barrel first: the order is the owner's
    game = table(3, rows=[["chest", "barrel"]])
    day(
        game,
        [26, None, None],
        asks(0, "loot_take", 2, loot="barrel", source="dusk"),
        asks(0, "order", 2, phase="dusk", next=26),
        asks(0, "loot_take", 1, loot="chest", source="cook"),
    )
    assert spaces(game)[0] == 2
    # no second token: still an item of the order
    game = table(3, rows=[["barrel"]])
    day(
        game,
        [26, None, None],
        asks(0, "loot_take", 1, loot="barrel", source="dusk"),
        asks(0, "order", 2, phase="dusk", next="loot"),
    )


@pytest.mark.rule("CHR-27")
def test_chr_27_watchman_swaps_a_token_of_today_with_one_of_tomorrow():
    game = table(3, rows=[["map", "map"], ["chest"], ["relic"]])
    day(
        game,
        [27, None, None],
        asks(0, "watchman", 2, today="map", tomorrow="chest"),
        asks(0, "loot_take", 2, loot="chest", source="dusk"),
    )
    assert game.days[1].singly() == ["map"]
    day(table(3, rows=[[], ["chest"]]), [27, None, None])
    game = table(3, rows=[["map"]])  # the last day
    day(game, [27, None, None], asks(0, "loot_take", 1, loot="map", source="dusk"))


@pytest.mark.rule("CHR-28")
def test_chr_28_armorer_two_reputation_for_a_hook_taken_one_a_night_for_each_weapon():
    game = table(3, rows=[["hook", "map"]], loot=[["saber", "hook", "map"], [], []])
    day(game, [28, None, None], asks(0, "loot_take", 2, loot="hook", source="dusk"))
    assert (spaces(game)[0], coins(game)[0]) == (3, 3)
    game = table(3, rows=[["map"]], loot=[["saber"], [], []])
    day(game, [28, None, None], asks(0, "loot_take", 1, loot="map", source="dusk"))
    assert (spaces(game)[0], coins(game)[0]) == (1, 1)


@pytest.mark.rule("CHR-29")
def test_chr_29_infantry_five_if_rightmost():
    assert coins(day(table(3), [29, 12, None])) == [5, 12, 0]
    assert coins(day(table(3), [29, None, 30])) == [0, 0, 0]
    assert coins(day(table(3), [29, 29, None])) == [0, 5, 0]


@pytest.mark.rule("CHR-30")
def test_chr_30_merchant_one_four_nine():
    for count, gain in ((1, 1), (2, 4), (3, 9)):
        game = table(3, loot=[["map"] * 4 + ["relic"], [], []])
        day(game, [30, None, None], asks(0, "merchant", 4, loot="map", count=count))
        assert (coins(game)[0], held(game, 0).count("map")) == (gain, 4 - count)
    game = table(3, loot=[["map"] * 2 + ["relic"], [], []])
    day(game, [30, None, None], asks(0, "merchant", 3, loot="relic", count=1))


@pytest.mark.rule("CHR-31")
def test_chr_31_surgeon_takes_a_character_from_the_graveyard_into_the_hand():
    game = day(table(3, graves=[[3, 12], [], []]), [31, None, None], asks(0, "surgeon", 2, card=3))
    assert (hands(game)[0], graves(game)[0]) == ([3], [12])


@pytest.mark.rule("CHR-32")
def test_chr_32_treasurer_one_per_barrel_amulet_and_chest():
    game = table(3, ships=[[32], [], []], loot=[["barrel", "barrel", "amulet", "chest", "map"], [], []])
    anchor(
        game,
        asks(0, "order", 5, phase="anchor", next=32),
        asks(0, "order", 4, phase="anchor", next="chest"),
        asks(0, "order", 3, phase="anchor", next="map"),
        asks(0, "order", 2, phase="anchor", next="barrel"),
    )
    assert game.scores()[0] == 4 + 5 + 0 + 2 + 3


@pytest.mark.rule("CHR-33")
def test_chr_33_gambler_one_per_token_and_six_at_the_anchor():
    game = day(table(3, loot=[["map", "map", "relic"], [], []], coins=[8, 0, 0]), [33, None, None])
    assert coins(game)[0] == 5
    assert anchor(table(3, ships=[[33], [], []])).scores()[0] == 6


@pytest.mark.rule("CHR-34")
def test_chr_34_aristocrat_two_reputation_five_alone_else_minus_three():
    assert spaces(day(table(3), [34, None, None]))[0] == 3
    assert anchor(table(3, ships=[[34], [], []])).scores() == [5, 0, 0]
    assert anchor(table(3, ships=[[34], [], [34]], coins=[4, 0, 2])).scores() == [1, 0, 0]


@pytest.mark.rule("CHR-35")
def test_chr_35_collector_by_different_kinds():
    # the relics and maps bring nothing or -3; amulets 3; chests 5; barrels 1; sabers nothing
    for kinds, collected, own in (
        (["map"], 0, 0),
        (["map", "saber"], 1, 0),
        (["map", "saber", "barrel"], 3, 1),
        (["map", "saber", "barrel", "amulet"], 5, 4),
        (["map", "saber", "barrel", "amulet", "chest"], 10, 9),
        (["map", "saber", "barrel", "amulet", "chest", "relic"], 10, 6),
    ):
        game = table(3, ships=[[35], [], []], loot=[kinds, [], []])
        game.day = 0
        game.anchor(lambda seat, kind, options, **context: 0)
        assert game.scores()[0] == collected + own


@pytest.mark.rule("CHR-36")
def test_chr_36_quartermaster_one_per_token_and_minus_six():
    assert coins(day(table(3, loot=[["map", "map", "relic"], [], []]), [36, None, None]))[0] == 3
    assert anchor(table(3, ships=[[36], [], []], coins=[10, 0, 0])).scores()[0] == 4


@pytest.mark.rule("CHR-37")
def test_chr_37_wind_nymph_two_if_the_only_one_else_discarded():
    game = night(table(3, ships=[[37], [], []]))
    assert (coins(game)[0], ships(game)[0]) == (2, [37])
    game = night(table(3, ships=[[37], [], [37]]))
    assert (coins(game), graves(game)) == ([0, 0, 0], [[37], [], [37]])


@pytest.mark.rule("CHR-38")
def test_chr_38_first_mate_one_lost_per_ship_character_and_gained_at_the_anchor():
    assert coins(day(table(3, ships=[[3, 35], [], []], coins=[5, 0, 0]), [38, None, None]))[0] == 3
    game = table(3, ships=[[3, 5, 38], [], []])
    assert anchor(game).scores()[0] == 3  # himself included


@pytest.mark.rule("CHR-39")
def test_chr_39_captain_to_space_5_one_lost_per_space():
    game = day(table(3, coins=[9, 0, 0]), [39, None, None])
    assert game.track.row == [None, 1, 2, None, None, 0]
    assert coins(game)[0] == 5


@pytest.mark.rule("CHR-40")
def test_chr_40_governor_discards_the_ship_one_reputation_each():
    game = day(table(3, ships=[[3, 8, 35], [], []]), [40, None, None])
    assert (graves(game)[0], ships(game)[0], spaces(game)[0]) == ([3, 8, 35], [40], 4)
    # six of them from space 1: four steps and two coins
    game = day(table(3, ships=[[3, 5, 8, 32, 33, 35], [], []]), [40, None, None])
    assert (spaces(game)[0], coins(game)[0]) == (5, 2)


@pytest.mark.rule("CHR-38")
def test_ship_characters_of_the_same_day_count_and_the_actor_does_not():
    game = table(3, hands=[[38], [], []], ships=[[1, 35], [], []], coins=[9, 0, 0])
    day(game, [2, None, None], asks(0, "apprentice_copy", 1, card=1), asks(0, "scout_play", 1, card=38))
    assert coins(game)[0] == 8  # only the 35: the Scout is gone, 2 and 38 lie on the island


@pytest.mark.rule("CHR-40")
def test_copied_characters_lie_in_the_ship_and_count():
    game = day(table(3, ships=[[38, 35], [], []], coins=[9, 0, 0]), [2, None, None], asks(0, "apprentice_copy", 1, card=38))
    assert coins(game)[0] == 7
    game = day(table(3, ships=[[35, 40], [], []]), [2, None, None], asks(0, "apprentice_copy", 1, card=40))
    assert (graves(game)[0], spaces(game)[0]) == ([35, 40], 3)
    game = day(
        table(3, ships=[[4], [], []]),
        [2, None, None],
        asks(0, "apprentice_copy", 1, card=4),
        asks(0, "innkeeper_return", 1, card=4),
    )
    assert hands(game)[0] == [4]
