"""One small example or more of each character, ranks 1 to 20 (CHR-01 to CHR-20)."""

import pytest

from .rules import RuleSet
from .table import anchor, asks, coins, day, graves, hands, held, night, ships, spaces, table


@pytest.mark.rule("CHR-01")
def test_chr_01_scout_is_discarded_and_puts_a_card_from_the_hand_on_the_island():
    game = table(3, hands=[[12, 33], [], []])
    day(game, [1, None, None], asks(0, "scout_play", 2, card=12))
    assert coins(game)[0] == 12  # the Officer acts the same day
    assert (graves(game)[0], ships(game)[0], hands(game)[0]) == ([1], [12], [33])


@pytest.mark.rule("CHR-02")
def test_chr_02_apprentice_runs_the_daytime_ability_of_a_ship_character():
    # 8 has no daytime symbol; 12 or 34 may be copied
    game = table(3, ships=[[8, 12, 34], [], []])
    day(game, [2, None, None], asks(0, "apprentice_copy", 2, card=12))
    assert coins(game)[0] == 12 + 1  # and the Barkeep's 1 at night
    assert ships(game)[0] == [2, 8, 12, 34]
    day(table(3, ships=[[8], [], []]), [2, None, None])  # nothing to copy, nothing asked


@pytest.mark.rule("CHR-03")
def test_chr_03_beggar_takes_two_from_the_rightmost_who_gains_reputation():
    game = day(table(3, coins=[0, 0, 5]), [3, 8, 35])
    assert coins(game) == [2, 1, 3]  # seat 1's Barkeep: 1 at night
    assert spaces(game)[2] == 4


@pytest.mark.rule("CHR-03")
def test_chr_03_beggar_takes_what_there_is_and_may_hit_his_owner():
    game = day(table(3, coins=[0, 0, 1], row=[0, 1, None, None, None, 2]), [3, None, 35])
    assert coins(game) == [1, 0, 1]  # paid 1 of 1; the reputation at the right end is a coin, after the payment
    game = day(table(3, coins=[4, 0, 0]), [3, None, None])
    assert (coins(game)[0], spaces(game)[0]) == (4, 2)


@pytest.mark.rule("CHR-04")
def test_chr_04_innkeeper_takes_a_ship_character_into_the_hand():
    game = day(table(3, ships=[[8, 33], [], []]), [4, None, None], asks(0, "innkeeper_return", 2, card=33))
    assert (hands(game)[0], ships(game)[0]) == ([33], [4, 8])
    day(table(3), [4, None, None])


@pytest.mark.rule("CHR-05")
def test_chr_05_cabin_boy_gains_three_if_leftmost_and_takes_no_loot():
    game = table(3, rows=[["chest", "map"]])
    day(game, [5, 12, None], asks(1, "loot_take", 2, loot="map", source="dusk"))
    assert coins(game) == [3, 12, 0]
    assert held(game, 0) == []
    assert ships(game)[0] == [5]
    # equal ranks: the one with less reputation is leftmost; with a Bandit to the left nobody is
    assert coins(day(table(3), [5, 5, None])) == [3, 0, 0]
    assert coins(day(table(3), [5, None, 3]))[0] == 0


@pytest.mark.rule("CHR-06")
def test_chr_06_bandit_to_space_0_one_per_space():
    game = day(table(3), [None, None, 6])
    assert game.track.row == [2, None, 0, 1, None, None]
    assert coins(game)[2] == 3


@pytest.mark.rule("CHR-07")
def test_chr_07_preacher_keeps_one_token_and_gains_reputation_for_the_others():
    game = table(3, loot=[["chest", "map", "map", "relic"], [], []], bag=[])
    day(game, [7, None, None], asks(0, "preacher_keep", 4, loot="map"))
    assert held(game, 0) == ["map"]
    assert game.bag.singly() == ["chest", "map", "relic"]
    assert spaces(game)[0] == 4
    game = day(table(3, loot=[["chest"], [], []]), [7, None, None], asks(0, "preacher_keep", 1, loot="chest"))
    assert spaces(game)[0] == 1
    day(table(3), [7, None, None])


@pytest.mark.rule("CHR-07")
def test_chr_07_preacher_gains_six_at_the_anchor():
    assert anchor(table(3, ships=[[7], [], []])).scores() == [6, 0, 0]


@pytest.mark.rule("CHR-08")
def test_chr_08_barkeep_one_a_night_and_one_per_barrel_at_the_anchor():
    assert coins(night(table(3, ships=[[8], [], []]))) == [1, 0, 0]
    game = table(3, ships=[[8], [], []], loot=[["barrel"] * 3, [], []])
    anchor(game, asks(0, "order", 2, phase="anchor", next=8))
    assert game.scores()[0] == 3 + 3  # on top of the barrels' own


@pytest.mark.rule("CHR-09")
def test_chr_09_stowaway_draws_from_the_bag_runs_the_dusk_ability_and_goes():
    game = table(3, bag=["saber", "barrel", "barrel"], rows=[["map"]])
    day(game, [9, 12, None], asks(0, "stowaway_draw", 3, loot="saber"), asks(0, "saber", 1, target=1, card=12))
    assert (held(game, 0), game.bag["saber"], game.bag["barrel"]) == (["saber"], 0, 2)
    assert graves(game) == [[9], [12], []]
    assert coins(game)[1] == 0  # the Officer did not come to act
    assert game.bag["map"] == 1  # nobody left to take it


@pytest.mark.rule("CHR-09")
def test_chr_09_stowaway_with_an_empty_bag_is_only_discarded():
    game = day(table(3, bag=[]), [9, None, None])
    assert (graves(game)[0], held(game, 0)) == ([9], [])


@pytest.mark.rule("CHR-10")
def test_chr_10_explorer_gains_two_reputation_for_a_map_just_taken():
    game = day(table(3, rows=[["map", "chest"]]), [10, None, None], asks(0, "loot_take", 2, loot="map", source="dusk"))
    assert spaces(game)[0] == 3
    game = table(3, rows=[["chest"]], loot=[["map"], [], []])
    day(game, [10, None, None], asks(0, "loot_take", 1, loot="chest", source="dusk"))
    assert spaces(game)[0] == 1


@pytest.mark.rule("CHR-10")
def test_chr_10_explorer_counts_one_map_more_but_only_with_a_map():
    # two maps and one are a set of three: 12; no order: the maps count within his item
    assert anchor(table(3, ships=[[10], [], []], loot=[["map", "map"], [], []])).scores()[0] == 12
    assert anchor(table(3, ships=[[10], [], []])).scores()[0] == 0
    assert anchor(table(3, ships=[[10], [], []], loot=[["map"] * 10, [], []])).scores()[0] == 43


@pytest.mark.rule("CHR-11")
def test_chr_11_carpenter_loses_half_rounded_down_and_gains_ten():
    assert [coins(day(table(3, coins=[have, 0, 0]), [11, None, None]))[0] for have in (0, 1, 7, 8)] == [0, 1, 4, 4]
    assert anchor(table(3, ships=[[11], [], []])).scores() == [10, 0, 0]


@pytest.mark.rule("CHR-12")
def test_chr_12_officer_up_to_twelve_or_two_reputation():
    game = day(table(3, coins=[11, 12, 13]), [12, 12, 12])
    assert coins(game) == [12, 12, 13]
    # seat 1 goes from 2 to 4, then seat 2, slid to 2, to 4
    assert spaces(game) == [1, 3, 4]
    # tuned so that the filling is below the threshold: nothing is taken away
    rules = RuleSet().changed({"officer.fill_up_to": 8})
    assert coins(day(table(3, coins=[7, 10, 12], rules=rules), [12, 12, 12])) == [8, 10, 12]


@pytest.mark.rule("CHR-13")
def test_chr_13_smuggler_loots_by_day_and_takes_no_part_in_dusk():
    game = table(3, rows=[["barrel", "map"]])
    day(game, [13, None, None], asks(0, "loot_take", 2, loot="barrel", source="smuggler"))
    assert held(game, 0) == ["barrel"]
    assert spaces(game)[0] == 2
    assert ships(game)[0] == [13]
    assert ships(day(table(3), [13, None, None]))[0] == [13]  # an empty row: to the ship all the same


@pytest.mark.rule("CHR-14")
def test_chr_14_bodyguard_discards_the_rows_sabers_and_hooks_two_each():
    game = table(3, rows=[["saber", "hook", "hook", "map"], ["saber"]], bag=[])
    day(game, [14, None, None], asks(0, "loot_take", 1, loot="map", source="dusk"))
    assert coins(game)[0] == 6
    assert game.bag.singly() == ["hook", "hook", "saber"]
    assert game.days[1].singly() == ["saber"]


@pytest.mark.rule("CHR-15")
def test_chr_15_witch_runs_another_night_ability():
    game = table(3, ships=[[8, 15, 22, 33], [], []])
    night(
        game,
        asks(0, "order", 3, phase="night", next=15),
        asks(0, "witch_copy", 2, card=8),
        asks(0, "order", 2, phase="night", next=8),
    )
    assert coins(game) == [3, 0, 0]
    night(table(3, ships=[[15, 33], [], []]))  # nobody to copy


@pytest.mark.rule("CHR-15")
def test_chr_15_witch_returns_to_the_hand_if_alone_with_a_night_ability():
    game = anchor(table(3, ships=[[15], [], []]))
    assert (hands(game)[0], graves(game)[0]) == ([15], [])
    game = anchor(table(3, ships=[[15, 24], [], []]))
    assert (hands(game)[0], graves(game)[0]) == ([], [15, 24])


@pytest.mark.rule("CHR-16")
def test_chr_16_mutineer_discards_the_lowest_and_gains_two():
    game = night(table(3, ships=[[3, 16, 35], [], []]))
    assert (graves(game)[0], coins(game)[0]) == ([3], 2)
    game = night(table(3, ships=[[16, 35], [], []]))
    assert (graves(game)[0], coins(game)[0]) == ([16], 2)


@pytest.mark.rule("CHR-17")
def test_chr_17_brute_discards_the_rightmost_whose_owner_gains_reputation():
    game = day(table(3), [17, 12, 35])
    assert (graves(game), spaces(game)[2]) == ([[], [], [35]], 4)
    game = day(table(3), [17, 12, None])
    assert (graves(game)[0], spaces(game)[0], ships(game)[0]) == ([17], 2, [])


@pytest.mark.rule("CHR-18")
def test_chr_18_gunner_shoots_any_ships_character():
    game = table(3, ships=[[33], [35, 36], []])
    day(game, [None, None, 18], asks(2, "gunner", 3, target=1, card=36))
    assert (graves(game)[1], spaces(game)[2]) == ([36], 2)
    game = table(3, ships=[[33], [35], []])
    day(game, [18, None, None], asks(0, "gunner", 2, target=0, card=33))
    assert (graves(game)[0], spaces(game)[0]) == ([33], 2)


@pytest.mark.rule("CHR-19")
def test_chr_19_necromancer_spends_a_relic_and_fetches_from_the_graveyard():
    game = table(3, graves=[[3, 12], [], []], loot=[["relic", "relic"], [], []], bag=[])
    day(game, [19, None, None], asks(0, "necromancer_relic", 2), asks(0, "necromancer_return", 2, card=12))
    assert (ships(game)[0], graves(game)[0], coins(game)[0]) == ([12, 19], [3], 0)  # he does not act
    assert (held(game, 0), game.bag.singly()) == (["relic"], ["relic"])


@pytest.mark.rule("CHR-19")
def test_chr_19_necromancer_with_an_empty_graveyard_still_spends_without_a_relic_nothing():
    game = day(table(3, loot=[["relic"], [], []]), [19, None, None], asks(0, "necromancer_relic", 1))
    assert held(game, 0) == []
    game = day(table(3, graves=[[3], [], []], loot=[["map"], [], []]), [19, None, None])
    assert (held(game, 0), ships(game)[0]) == (["map"], [19])


@pytest.mark.rule("CHR-20")
def test_chr_20_freed_prisoner_one_per_higher_character_three_and_he_goes():
    game = night(table(3, ships=[[3, 20, 33, 35], [], []]))
    assert (coins(game)[0], ships(game)[0]) == (2, [3, 20, 33, 35])
    game = night(table(3, ships=[[20, 21, 33, 35], [], []]))
    assert (coins(game)[0], ships(game)[0], graves(game)[0]) == (3, [21, 33, 35], [20])
