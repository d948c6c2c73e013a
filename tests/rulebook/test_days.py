"""The course of a day: DAY-*, DSK-*, NGT-*, DIS-1, COI-1 and the Midshipman, MID-*."""

import pytest

from .island import Character, Island
from .reputation import Track
from .table import asks, coins, day, graves, hands, held, night, ships, spaces, table


@pytest.mark.rule("DAY-1")
def test_day_1_a_card_from_the_hand_or_none_with_an_empty_hand():
    game = table(3, hands=[[12], [12], []])
    day(game, [12, 12, None])  # Officer: to 12 each
    assert coins(game) == [12, 12, 0]
    for select in ([40, 12, None], [None, 12, None], [12, 12, 12]):
        with pytest.raises(ValueError):
            table(3, hands=[[12], [12], []]).play_day(select, None)


@pytest.mark.rule("DAY-2")
def test_day_2_ascending_rank_and_equal_ranks_by_reputation():
    game = table(4, row=[None, 2, 0, 1, 3, None])
    cards = [Character(rank, seat) for rank, seat in zip([30, 30, 30, 5], game.seats)]
    island = Island(cards, game.track)
    assert [(card.rank, card.seat.number) for card in island.cards] == [(5, 3), (30, 2), (30, 0), (30, 1)]


@pytest.mark.rule("DAY-3")
def test_day_3_not_sorted_again_when_reputation_changes():
    # seats 0, 1, 2 lie 39 39 39; seat 0 goes to the right end, then 1, then 2: each acts in the first order
    game = table(3, coins=[9, 9, 9])
    day(game, [39, 39, 39])
    assert spaces(game) == [3, 4, 5]  # seat 0 first: 5; seat 1: 5, 0 slides to 4; seat 2: 5, the others 3 and 4
    assert coins(game) == [5, 5, 5]  # 4 spaces each: 1 to 5; 1 to 5 (it slid); 1 to 5


@pytest.mark.rule("DAY-3")
def test_day_3_rightmost_means_now():
    # the Brute takes the Captain away, so the Infantry is rightmost when it acts
    game = day(table(3), [17, 29, 39])
    assert coins(game) == [0, 5, 0]
    assert graves(game) == [[], [], [39]]


@pytest.mark.rule("DAY-4")
def test_day_4_a_card_that_left_does_nothing_and_one_that_joined_acts():
    # the Scout's new Cabin Boy lies at 5, left of the Governor, and is leftmost
    game = table(3, hands=[[5], [], []])
    day(game, [1, 12, 40], asks(0, "scout_play", 1, card=5))
    assert coins(game) == [3, 12, 0]
    # the Brute discards the Quartermaster before he gains
    game = day(table(3, loot=[[], [], ["map", "map"]]), [17, 12, 36])
    assert coins(game) == [0, 12, 0]


@pytest.mark.rule("DAY-4")
def test_day_4_leftmost_that_has_not_acted_even_left_of_the_one_that_did():
    # the Apprentice (2) copies the Scout in the ship and plays an Innkeeper (4), who acts next and takes the 20
    game = table(3, hands=[[4], [], []], ships=[[1, 20], [], []])
    day(
        game,
        [2, None, 31],
        asks(0, "apprentice_copy", 1, card=1),
        asks(0, "scout_play", 1, card=4),
        asks(0, "innkeeper_return", 1, card=20),
    )
    assert hands(game) == [[20], [], []]


@pytest.mark.rule("DAY-5")
def test_day_5_mandatory_owner_chooses_none_nothing_happens():
    game = day(table(3), [18, 30, 31])  # Gunner, Merchant, Surgeon: nobody to shoot, nothing to sell, empty graveyard
    assert coins(game) == [0, 0, 0]
    assert ships(game) == [[18], [30], [31]]
    # one target, one option, asked all the same: even the last own card is shot
    game = day(table(3, ships=[[33], [], []]), [18, 12, 12], asks(0, "gunner", 1, target=0, card=33))
    assert graves(game) == [[33], [], []]


@pytest.mark.rule("DSK-1")
def test_dsk_1_from_the_right_a_token_each_then_to_the_ship():
    game = table(3, rows=[["chest", "map"]])
    day(
        game,
        [6, 6, 35],
        asks(2, "loot_take", 2, loot="map", source="dusk"),
        asks(1, "loot_take", 1, loot="chest", source="dusk"),
    )
    # Bandits by the day: seat 0 from 1 to 0 (1 coin), then seat 1 from 2 to 0 (2 coins); at dusk seat 1's lies right
    assert coins(game) == [1, 2, 0]
    assert [held(game, seat) for seat in range(3)] == [[], ["chest"], ["map"]]
    assert ships(game) == [[6], [6], [35]]


@pytest.mark.rule("DSK-1")
def test_dsk_1_token_and_character_in_the_owners_order():
    # the Armorer takes a saber: order, either first
    for first in ("loot", 28):
        game = table(3, rows=[["saber"]])
        records = [asks(1, "saber", 1, target=0, card=12)]
        day(
            game,
            [12, 28, None],
            asks(1, "loot_take", 1, loot="saber", source="dusk"),
            asks(1, "order", 2, phase="dusk", next=first),
            *records,
        )
        assert spaces(game)[1] == 4
        assert graves(game)[0] == [12]


@pytest.mark.rule("DSK-1")
def test_dsk_1_tokens_single_options_and_a_discarded_card_gets_none():
    game = table(3, rows=[["map", "map", "saber"]])
    day(
        game,
        [29, 12, 35],
        asks(2, "loot_take", 3, loot="saber", source="dusk"),
        asks(2, "saber", 2, target=0, card=29),
        asks(1, "loot_take", 2, loot="map", source="dusk"),
    )
    assert held(game, 0) == []
    assert ships(game) == [[], [12], [35]]


@pytest.mark.rule("DSK-2")
def test_dsk_2_no_dusk_ability_when_a_token_changes_hands():
    # the stolen barrel gives no reputation: seat 0 from 1 loses 2, one step is missing and costs 1 of 3
    game = table(3, loot=[[], ["barrel"], []], coins=[3, 0, 0])
    day(game, [23, None, None], asks(0, "thief", 1, target=1, loot="barrel"))
    assert held(game, 0) == ["barrel"]
    assert (spaces(game)[0], coins(game)[0]) == (0, 2)


@pytest.mark.rule("DSK-2")
def test_dsk_2_from_the_bag_it_runs():
    game = table(3, bag=["barrel"])
    day(game, [9, None, None], asks(0, "stowaway_draw", 1, loot="barrel"))
    assert spaces(game)[0] == 2


@pytest.mark.rule("DSK-3")
def test_dsk_3_what_is_left_goes_to_the_bag():
    game = table(3, rows=[["chest", "map", "relic"], ["map"]], bag=[])
    day(game, [None, 12, None], asks(1, "loot_take", 3, loot="map", source="dusk"))
    assert game.bag.singly() == ["chest", "relic"]
    assert game.state()["days"] == [[0] * 7, [0, 0, 1, 0, 0, 0, 0]]


@pytest.mark.rule("NGT-1")
def test_ngt_1_seat_by_seat_in_the_owners_order_arrivals_too():
    # seat 1's Topman arrives at dusk; Mutineer first: 24 and 8 left, then 4 - 2, then 1
    game = table(3, ships=[[8], [8, 16], []])
    game.seats[1].ship.add(3)
    day(game, [None, 24, None], asks(1, "order", 3, phase="night", next=16), asks(1, "order", 2, phase="night", next=24))
    assert graves(game)[1] == [3]
    assert coins(game) == [1, 2 + (4 - 3) + 1, 0]


@pytest.mark.rule("NGT-1")
def test_ngt_1_one_that_left_before_its_turn_does_nothing():
    # the Mutineer discards the Barkeep, the lowest
    game = night(table(3, ships=[[8, 16], [], []]), asks(0, "order", 2, phase="night", next=16))
    assert coins(game) == [2, 0, 0]
    assert ships(game)[0] == [16]


@pytest.mark.rule("NGT-1")
def test_ngt_1_todays_tokens_take_part():
    # the Armorer counts the saber taken this dusk
    game = table(3, rows=[["saber"]])
    day(
        game, [28, None, None], asks(0, "loot_take", 1, loot="saber", source="dusk"), asks(0, "order", 2, phase="dusk", next=28)
    )
    assert coins(game) == [1, 0, 0]


@pytest.mark.rule("NGT-2")
def test_ngt_2_freed_prisoner_after_all_others_of_all_seats():
    # seat 0: the Nymph (37) clashes and goes, the Brawler gains 1; then 20 counts 21 and 22 only: 2, and stays
    game = table(3, ships=[[20, 21, 22, 37], [37], []])
    night(game, asks(0, "order", 2, phase="night", next=37))
    assert coins(game) == [3, 0, 0]
    assert ships(game) == [[20, 21, 22], [], []]


@pytest.mark.rule("DIS-1")
def test_dis_1_card_to_its_owners_graveyard_token_to_the_bag():
    game = table(3, ships=[[], [33], []], loot=[["map"], [], []], bag=[])
    day(game, [18, None, None], asks(0, "gunner", 1, target=1, card=33))
    assert graves(game) == [[], [33], []]
    game = table(3, loot=[["map"], [], []], bag=[])
    day(game, [30, None, None], asks(0, "merchant", 1, loot="map", count=1))
    assert game.bag.singly() == ["map"]


@pytest.mark.rule("COI-1")
def test_coi_1_never_below_zero_and_never_from_the_dial():
    game = table(3, loot=[["map", "map", "map"], [], []], coins=[2, 0, 0])
    game.seats[0].score = 30
    day(game, [33, None, None])  # Gambler: -3
    assert coins(game)[0] == 0
    assert game.scores()[0] == 30
    # the loss is forgotten: the night's coin stays
    game = table(3, ships=[[8], [], []], loot=[["map"] * 3, [], []], coins=[2, 0, 0])
    assert coins(day(game, [33, None, None])) == [1, 0, 0]


@pytest.mark.rule("MID-1")
def test_mid_1_rightmost_he_makes_beggar_and_brute_do_nothing():
    game = day(table(2, coins=[0, 5]), [3, 17])
    assert coins(game) == [0, 5]
    assert spaces(game) == [2, 3]
    assert graves(game) == [[], []]
    game = day(table(2, coins=[0, 5]), [3, 21])  # 21 lies right of him; the Bosun gains nothing
    assert coins(game) == [2, 3]


@pytest.mark.rule("MID-1")
def test_mid_1_no_target_of_a_saber_and_only_with_two_players():
    game = table(2, rows=[["saber"]])
    day(game, [None, 35], asks(1, "loot_take", 1, loot="saber", source="dusk"))
    assert ships(game) == [[], [35]]
    assert Island([], Track([0, 1, 2, None, None, None])).cards == []


@pytest.mark.rule("MID-2")
def test_mid_2_the_left_neighbours_opponent_removes_a_token():
    game = table(2, rows=[["map", "barrel", "barrel"]], bag=[])
    day(
        game,
        [12, 29],
        asks(1, "loot_take", 3, loot="barrel", source="dusk"),
        asks(1, "midshipman_remove", 2, loot="barrel"),
        asks(0, "loot_take", 1, loot="map", source="dusk"),
    )
    # seat 1: one barrel taken, +1; the removed one has no effect; Infantry 5
    assert spaces(game) == [2, 4]
    assert coins(game) == [12, 5]
    assert game.bag.singly() == ["barrel"]
    # no card left of him: none removed. An empty row: none removed
    game = table(2, rows=[["map", "barrel"]])
    day(game, [None, 29], asks(1, "loot_take", 2, loot="map", source="dusk"))
    day(table(2), [12, 29])


@pytest.mark.rule("MID-3")
def test_mid_3_a_neighbour_gone_at_dusk_costs_nothing_and_nobody_moves_up():
    # the Smuggler (13) was the neighbour and is in his ship; 12 does not move up
    game = table(2, rows=[["map", "map", "map"]])
    day(
        game,
        [12, 13],
        asks(1, "loot_take", 3, loot="map", source="smuggler"),
        asks(0, "loot_take", 2, loot="map", source="dusk"),
    )
    assert game.bag["map"] == 10 - 2


@pytest.mark.rule("MID-3")
def test_mid_3_a_cabin_boy_there_still_costs_a_token():
    game = table(2, rows=[["map", "chest"]])
    day(game, [5, 29], asks(1, "loot_take", 2, loot="map", source="dusk"), asks(1, "midshipman_remove", 1, loot="chest"))
    assert held(game, 0) == []


@pytest.mark.rule("MID-3")
def test_mid_3_fixed_again_after_an_insertion():
    # seat 0's Scout puts a 16 between 12 and the Midshipman: now seat 0's card is the neighbour, seat 1 removes
    game = table(2, hands=[[16], []], rows=[["map", "chest"]])
    day(
        game,
        [1, 12],
        asks(0, "scout_play", 1, card=16),
        asks(1, "midshipman_remove", 2, loot="chest"),
        asks(0, "loot_take", 1, loot="map", source="dusk"),
    )
    # the Mutineer is alone in his ship at night: he discards himself, 2
    assert coins(game) == [2, 12]
    assert graves(game) == [[1, 16], []]
