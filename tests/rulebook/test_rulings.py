"""The rulings of the calm side: Q-01 to Q-10, Q-12, Q-13."""

import pytest

from .island import Character, Island
from .rules import CONFORMANCE
from .seats import Tokens
from .table import Script, anchor, asks, coins, day, graves, hands, held, night, ships, spaces, table


@pytest.mark.rule("Q-01")
def test_q_01_an_empty_hand_sits_out_the_nights_go_on():
    game = table(3, ships=[[8], [24], []], rows=[["chest"]])
    night(game)
    assert coins(game) == [1, 3, 0]
    assert game.days[0].total() == 0
    game.anchor(Script())
    assert game.scores() == [1, 3, 0]


@pytest.mark.rule("Q-02")
def test_q_02_left_of_the_first_equal_rank_with_more_reputation():
    def inserted(row, seat):
        game = table(4, row=row)
        others = [Character(30, other) for other in game.seats if other.number != seat]
        island = Island([*others, Character(35, game.seats[0])], game.track)
        # the reputation changes after the placing
        game.track.put(seat, 2)
        island.insert(Character(30, game.seats[seat]), game.track)
        return [card.seat.number for card in island.cards if card.rank == 30]

    # spaces: 0, 1, 3, 4 for seats 0, 1, 2, 3 once seat 1 lies on 2 ...
    assert inserted([0, None, 1, 2, 3, None], 1) == [0, 1, 2, 3]
    assert inserted([2, None, 1, 3, 0, None], 1) == [2, 1, 3, 0]
    assert inserted([2, 3, 1, None, None, 0], 1) == [2, 3, 1, 0]


@pytest.mark.rule("Q-02")
def test_q_02_others_keep_their_order_and_right_of_equals_with_less():
    game = table(4, row=[None, 0, 1, 2, 3, None])
    island = Island([Character(30, game.seats[0]), Character(30, game.seats[1])], game.track)  # 0, 1
    game.track.put(0, 5)  # 1, 2, 3, 0
    island.insert(Character(30, game.seats[2]), game.track)  # left of seat 0's, the first with more
    assert [card.seat.number for card in island.cards] == [2, 0, 1]
    island.insert(Character(12, game.seats[3]), game.track)
    assert [card.rank for card in island.cards] == [12, 30, 30, 30]


@pytest.mark.rule("Q-02")
def test_q_02_a_scout_with_no_other_card_is_discarded():
    game = day(table(3), [1, None, None])
    assert graves(game)[0] == [1]


@pytest.mark.rule("Q-03")
def test_q_03_any_hook_blocks_the_cook_by_default():
    game = table(3, rows=[["hook", "map"]])
    day(game, [26, None, None], asks(0, "loot_take", 2, loot="hook", source="dusk"))
    assert held(game, 0) == ["hook"]
    # a hook as the second token is no matter
    game = table(3, rows=[["hook", "map"]])
    day(
        game,
        [26, None, None],
        asks(0, "loot_take", 2, loot="map", source="dusk"),
        asks(0, "loot_take", 1, loot="hook", source="cook"),
    )
    assert held(game, 0) == ["hook", "map"]


@pytest.mark.rule("Q-03")
def test_q_03_the_switch_lets_him_cook_after_a_calm_hook():
    game = table(3, rows=[["hook", "map"]], rules=CONFORMANCE)
    day(
        game,
        [26, None, None],
        asks(0, "loot_take", 2, loot="hook", source="dusk"),
        asks(0, "loot_take", 1, loot="map", source="cook"),
    )
    assert held(game, 0) == ["hook", "map"]


@pytest.mark.rule("Q-04")
def test_q_04_copied_scout_discards_the_scout_in_the_ship():
    game = table(3, hands=[[12], [], []], ships=[[1], [], []])
    day(game, [2, None, None], asks(0, "apprentice_copy", 1, card=1), asks(0, "scout_play", 1, card=12))
    assert (graves(game)[0], ships(game)[0], coins(game)[0]) == ([1], [2, 12], 12)


@pytest.mark.rule("Q-04")
def test_q_04_copied_stowaway_and_smuggler():
    game = table(3, ships=[[9], [], []], bag=["map"])
    day(game, [2, None, None], asks(0, "apprentice_copy", 1, card=9), asks(0, "stowaway_draw", 1, loot="map"))
    assert (graves(game)[0], ships(game)[0], held(game, 0)) == ([9], [2], ["map"])
    game = table(3, ships=[[13], [], []], rows=[["map", "relic"]])
    day(
        game,
        [2, None, None],
        asks(0, "apprentice_copy", 1, card=13),
        asks(0, "loot_take", 2, loot="map", source="smuggler"),
        asks(0, "loot_take", 1, loot="relic", source="dusk"),
    )
    assert (ships(game)[0], held(game, 0)) == ([2, 13], ["map", "relic"])


@pytest.mark.rule("Q-04")
def test_q_04_copied_cabin_boy_and_infantry_give_nothing():
    for rank in (5, 29):
        game = day(table(3, ships=[[rank], [], []]), [2, None, None], asks(0, "apprentice_copy", 1, card=rank))
        assert coins(game)[0] == 0


@pytest.mark.rule("Q-05")
def test_q_05_nymphs_are_counted_once_at_the_start_of_the_night():
    # seat 0's is gone when seat 2's turn comes, which goes all the same
    game = night(table(3, ships=[[37], [], [37]]))
    assert graves(game) == [[37], [], [37]]
    # in the owner's order: the Topman before or after she left
    for first, gained in ((24, 2), (37, 3)):
        game = night(table(3, ships=[[24, 37], [37], []]), asks(0, "order", 2, phase="night", next=first))
        assert coins(game)[0] == gained


@pytest.mark.rule("Q-05")
def test_q_05_a_copied_clash_discards_her_too():
    game = table(3, ships=[[15, 37], [37], []])
    night(game, asks(0, "order", 2, phase="night", next=15), asks(0, "witch_copy", 1, card=37))
    assert graves(game) == [[37], [37], []]
    # alone, the copy pays as well
    game = table(3, ships=[[15, 37], [], []])
    night(game, asks(0, "order", 2, phase="night", next=15), asks(0, "witch_copy", 1, card=37))
    assert coins(game)[0] == 4


@pytest.mark.rule("Q-06")
def test_q_06_copied_freed_prisoner_is_paid_at_the_end_and_he_goes_not_she():
    # 33, 35 and 36: 3 for the prisoner, who goes; 3 for the copy, though he has left
    game = table(3, ships=[[15, 20, 33, 35, 36], [], []])
    night(game, asks(0, "witch_copy", 1, card=20), asks(0, "order", 2, phase="night_end", next=20))
    assert (coins(game)[0], graves(game)[0], ships(game)[0]) == (6, [20], [15, 33, 35, 36])
    # the copy first: he goes and his own turn is gone
    game = table(3, ships=[[15, 20, 33, 35, 36], [], []])
    night(game, asks(0, "witch_copy", 1, card=20), asks(0, "order", 2, phase="night_end", next="copy:20"))
    assert (coins(game)[0], graves(game)[0]) == (3, [20])
    # two higher ones: nobody goes
    game = table(3, ships=[[15, 20, 33, 35], [], []])
    night(game, asks(0, "witch_copy", 1, card=20), asks(0, "order", 2, phase="night_end", next="copy:20"))
    assert (coins(game)[0], graves(game)[0]) == (4, [])


@pytest.mark.rule("Q-06")
def test_q_06_a_copied_mutineer_may_discard_the_witch():
    game = table(3, ships=[[15, 16, 33], [], []])
    night(game, asks(0, "order", 2, phase="night", next=15), asks(0, "witch_copy", 1, card=16))
    assert (graves(game)[0], coins(game)[0]) == ([15, 16], 4)  # then the Mutineer is the lowest himself


@pytest.mark.rule("Q-07")
def test_q_07_a_kept_character_scores_now_and_lies_in_the_ship_as_any_other():
    game = table(3, ships=[[33], [], []], loot=[["hook"], [], []])
    anchor(
        game, asks(0, "order", 2, phase="anchor", next="hook"), asks(0, "hook", 2, keep=True), asks(0, "hook_card", 1, card=33)
    )
    assert (game.scores()[0], ships(game)[0]) == (6, [33])
    # needs a new hook to stay longer
    anchor(game)
    assert (game.scores()[0], graves(game)[0]) == (12, [33])


@pytest.mark.rule("Q-07")
def test_q_07_offered_in_the_third_voyage_and_acts_from_the_first_night():
    game = table(3, ships=[[8], [], []], loot=[["hook"], [], []], voyage=2)
    anchor(game, asks(0, "order", 2, phase="anchor", next=8), asks(0, "hook", 2, keep=True), asks(0, "hook_card", 1, card=8))
    game.days, game.day = [Tokens()], -1
    assert coins(night(game))[0] == 1


@pytest.mark.rule("Q-07")
def test_q_07_a_witch_returning_to_hand_wastes_the_hook():
    game = table(3, ships=[[15], [], []], loot=[["hook"], [], []])
    anchor(
        game, asks(0, "order", 2, phase="anchor", next="hook"), asks(0, "hook", 2, keep=True), asks(0, "hook_card", 1, card=15)
    )
    assert (hands(game)[0], ships(game)[0], game.scores()[0]) == ([15], [], 0)


@pytest.mark.rule("Q-08")
def test_q_08_neighbours_left_and_right_the_one_opponent_once():
    game = table(4)
    neighbours = [[other.number for other in game.neighbours(seat)] for seat in game.seats]
    assert neighbours == [[1, 3], [0, 2], [1, 3], [0, 2]]
    game = table(2, loot=[[], ["map", "map"]])
    day(game, [23, None], asks(0, "thief", 2, target=1, loot="map"))
    assert spaces(game)[0] == 0


@pytest.mark.rule("Q-09")
def test_q_09_first_mate_counts_when_he_resolves():
    for first, gained in ((38, 2), (15, 1)):
        game = anchor(table(3, ships=[[15, 38], [], []]), asks(0, "order", 2, phase="anchor", next=first))
        assert game.scores()[0] == gained


@pytest.mark.rule("Q-10")
def test_q_10_two_cards_of_one_seat_act_and_loot():
    game = table(3, hands=[[34], [], []], ships=[[1], [], []], rows=[["map", "chest", "saber"]])
    day(
        game,
        [2, None, 12],
        asks(0, "apprentice_copy", 1, card=1),
        asks(0, "scout_play", 1, card=34),
        asks(0, "loot_take", 3, loot="saber", source="dusk"),
        asks(0, "saber", 1, target=2, card=12),
        asks(0, "loot_take", 2, loot="map", source="dusk"),
    )
    assert (held(game, 0), spaces(game)[0], ships(game)[0]) == (["map", "saber"], 3, [2, 34])


@pytest.mark.rule("Q-13")
def test_q_13_counts_of_other_ships_when_the_phase_begins():
    # two Aristocrats: both lose 3, though the seats resolve one after the other
    game = anchor(table(3, ships=[[34], [34], []], coins=[9, 9, 0]))
    assert game.scores() == [6, 6, 0]
    # two Nymphs: seat 1's is the only one left when her turn comes, and still gains nothing
    game = night(table(3, ships=[[37], [37], []]))
    assert coins(game) == [0, 0, 0]
