"""A day in general: DAY-1, DAY-3 to DAY-5, and what every daytime ability obeys (Q-01, Q-04, Q-08, Q-10, DIS-1).

Placing is in test_placement, the characters are in test_day_01_20 and test_day_21_40. Where a scene names no row, nobody
takes loot; Explorer (10), Cook (26), Treasurer (32) and Collector (35) then do nothing by day, dusk and night. Seats 0, 1, 2
of three lie on spaces 1, 2, 3 unless a scene says otherwise, and have 20 doubloons.
"""

import pytest
from scenes import (
    apprentice_copy,
    brawler,
    gunner,
    innkeeper_return,
    merchant,
    necromancer_relic,
    necromancer_return,
    preacher_keep,
    recruiter,
    saber,
    scene,
    scout_play,
    stowaway_draw,
    surgeon,
    take_dusk,
    take_smuggler,
    thief,
    watchman,
)

from kernels.codes import Card, Choice, Event, Loot, Phase


@pytest.mark.rule("DAY-1")
def test_day_1_every_seat_picks_before_any_card_is_placed():
    out = scene(hand={0: [10, 35], 1: [26, 32], 2: [10]}).play([10, 26, 10])
    events = [row.event for row in out.events]
    assert events[:6] == [Event.CHOICE] * 3 + [Event.PLACED] * 3
    # each seat is asked once, out of its hand: two cards, two cards, one
    assert [(row.a, row.seat, row.b, row.c) for row in out.events[:3]] == [
        (Choice.SELECT, 0, 2, 10),
        (Choice.SELECT, 1, 2, 26),
        (Choice.SELECT, 2, 1, 10),
    ]
    assert (out.hand, out.ship) == ([[35], [32], []], [[10], [26], [10]])


@pytest.mark.rule("DAY-1")
@pytest.mark.rule("Q-01")
def test_q_01_a_seat_with_an_empty_hand_sits_out_and_forfeits_nothing():
    """Seat 0 has no card: no question, no loot, no loss; its Barkeep still gains 1 at night."""
    out = scene(ship={0: [8]}, today=[Loot.CHEST] * 2).play([None, 32, None], [take_dusk(1, Loot.CHEST, of=2)])
    assert (out.gained, out.loot[0], out.ship[0]) == ([1, 0, 0], [], [8])
    assert [row.seat for row in out.told(Event.CHOICE)] == [1, 1]


@pytest.mark.rule("Q-01")
def test_q_01_a_day_on_which_nobody_can_play_has_its_night_and_clears_its_row():
    out = scene(ship={0: [8], 2: [22]}, today=[Loot.MAP]).night()
    assert out.gained == [1, 0, 1]
    assert (out.row(0), out.to_bag) == ([], [Loot.MAP])


@pytest.mark.rule("DAY-3")
def test_day_3_cards_are_not_re_sorted_when_reputation_changes():
    """Both Officers have 12 or more: seat 0, left, passes seat 1 (space 1 to 3), and is still left of it at dusk."""
    out = scene(today=[Loot.CHEST, Loot.MAP]).play(
        [12, 12, None], [take_dusk(1, Loot.CHEST, of=2), take_dusk(0, Loot.MAP, of=1)]
    )
    # 0 to space 3 (1 and 2 slide to 1 and 2), then 1 from 1 to 3 (2 and 0 slide to 1 and 2)
    assert (out.acted(Phase.DAY), out.space) == ([(0, 12), (1, 12)], [2, 3, 1])


@pytest.mark.rule("DAY-3")
@pytest.mark.rule("CHR-05")
def test_day_3_leftmost_is_looked_at_when_the_ability_runs():
    """The Scout, left of the Cabin Boy, is gone when he acts: leftmost, gain 3."""
    assert scene().play([5, 1, None]).gained == [3, 0, 0]
    # an Apprentice with nothing to copy stays: not leftmost
    assert scene().play([5, 2, None]).gained == [0, 0, 0]


@pytest.mark.rule("DAY-3")
@pytest.mark.rule("CHR-29")
def test_day_3_rightmost_is_looked_at_when_the_ability_runs():
    """The Brute discards the Collector; then the Infantry is rightmost: gain 5. Its owner gains 1 reputation: 3 to 4."""
    out = scene().play([17, 29, 35])
    assert (out.gained, out.graveyard[2], out.moved[2]) == ([0, 5, 0], [35], 1)


@pytest.mark.rule("DAY-4")
def test_day_4_the_leftmost_that_has_not_acted_runs_next():
    out = scene(4, hand={1: [32]}).play([12, 3, 34, 12])
    assert out.acted(Phase.DAY) == [(1, 3), (0, 12), (3, 12), (2, 34)]


@pytest.mark.rule("DAY-4")
@pytest.mark.rule("CHR-17")
def test_day_4_a_card_that_left_the_island_does_nothing():
    """The Captain would move seat 2 from space 3 to 5 and cost 2; discarded by the Brute he only gains 1 reputation."""
    out = scene().play([17, None, 39])
    assert (out.acted(Phase.DAY), out.moved[2], out.gained[2]) == ([(0, 17)], 1, 0)


@pytest.mark.rule("DAY-4")
@pytest.mark.rule("CHR-01")
def test_day_4_a_card_that_joined_the_island_has_its_turn():
    """The Scout puts the Officer (12) between Beggar (3) and Collector (35): he acts after the Beggar and fills 0 up to 12.

    The Beggar of seat 1 takes 2 of seat 2 (rightmost), who gains 1 reputation.
    """
    out = scene(hand={0: [12]}, doubloons={2: 5}).play([1, 3, 35], [scout_play(0, 12, of=1)])
    assert out.acted(Phase.DAY) == [(0, 1), (1, 3), (0, 12)]
    assert (out.doubloons, out.moved[2]) == ([12, 2, 3], 1)


@pytest.mark.rule("DAY-5")
def test_day_5_an_ability_must_run_if_there_is_a_target_and_the_owner_chooses():
    """A Gunner with only his own seat's card to hit must hit it; with three there are three options."""
    out = scene(ship={0: [35]}).play([18, None, None], [gunner(0, 0, 35, of=1)])
    assert out.graveyard[0] == [35]
    out = scene(ship={0: [35], 1: [10, 26]}).play([18, None, None], [gunner(0, 1, 26, of=3)])
    assert out.graveyard[1] == [26]


@pytest.mark.rule("DAY-5")
@pytest.mark.parametrize(
    ("card", "rule"),
    [(card, f"CHR-{card:02}") for card in (2, 4, 7, 14, 18, 19, 21, 22, 23, 25, 27, 30, 31, 33, 36, 38, 40)],
)
def test_day_5_without_a_target_nothing_happens(card, rule):
    """No ships, no hands, no graveyards, no loot, an empty row: nothing is asked, gained, lost or moved by day.

    (The Brawler's 1 is his night's.)
    """
    out = scene(graveyard={0: []}).play([card, None, None])
    assert (out.gained, out.moved) == ([1 if card == Card.BRAWLER else 0, 0, 0], [0, 0, 0])
    assert (out.hand[0], out.ship[0], out.graveyard[0]) == ([], [card], [])
    assert not [row for row in out.events if row.rule == rule and row.event not in (Event.ACTS, Event.GAIN)]


@pytest.mark.rule("DIS-1")
def test_dis_1_a_discarded_character_goes_to_its_owners_graveyard_and_a_token_to_the_bag():
    out = scene(ship={1: [35]}).play([18, None, None], [gunner(0, 1, 35, of=1)])
    assert out.graveyard == [[], [35], []]
    out = scene(loot={0: [Loot.AMULET]}).play([30, None, None], [merchant(0, Loot.AMULET, 1, of=1)])
    assert (out.loot[0], out.to_bag) == ([], [Loot.AMULET])


@pytest.mark.rule("Q-08")
@pytest.mark.parametrize(
    ("players", "thief_seat", "neighbours"),
    [(2, 0, [1]), (2, 1, [0]), (3, 0, [2, 1]), (4, 0, [3, 1]), (4, 3, [2, 0]), (5, 2, [1, 3]), (6, 5, [4, 0])],
)
def test_q_08_adjacent_are_the_left_and_right_neighbour_the_one_opponent_once(players, thief_seat, neighbours):
    """Every seat holds one token: the Thief has as many options as neighbours; options count from the left neighbour."""
    loot = {seat: [Loot.AMULET] for seat in range(players)}
    for target in neighbours:
        picks = [23 if seat == thief_seat else None for seat in range(players)]
        out = scene(players, loot=loot).play(picks, [thief(thief_seat, target, Loot.AMULET, of=len(neighbours))])
        assert (out.loot[thief_seat], out.loot[target]) == ([Loot.AMULET] * 2, [])


@pytest.mark.rule("Q-10")
def test_q_10_two_cards_of_one_seat_both_act_and_both_loot():
    """A copied Scout: the Apprentice stays, the Officer (12) joins; both take a token, the right one first."""
    out = scene(ship={0: [1]}, hand={0: [12]}, doubloons=0, today=[Loot.CHEST, Loot.MAP, Loot.RELIC]).play(
        [2, None, None],
        [
            apprentice_copy(0, 1, of=1),
            scout_play(0, 12, of=1),
            take_dusk(0, Loot.CHEST, of=3),
            take_dusk(0, Loot.MAP, of=2),
        ],
    )
    assert (out.ship[0], out.graveyard[0]) == ([2, 12], [1])
    assert (out.loot[0], out.to_bag, out.gained[0]) == ([Loot.CHEST, Loot.MAP], [Loot.RELIC], 12)


DAY_CARDS = [
    1, 3, 4, 5, 6, 7, 9, 11, 12, 13, 14, 17, 18, 19, 21, 22, 23, 25, 27, 29, 30, 31, 33, 34, 36, 38, 39, 40,
]  # fmt: skip
"""The characters with a daytime ability by the rules' table of characters, but for the Apprentice."""

COPIES = {
    # rank: (arguments, answers after the copy, doubloons gained, spaces moved); seat 0 has 20 doubloons, space 1
    1: ({"hand": {0: [32]}}, [scout_play(0, 32, of=1)], 0, 0),
    3: ({}, [], 0, 1),  # he is rightmost himself: pays and takes 2, gains 1 reputation
    4: ({"also": [35]}, [innkeeper_return(0, 35, of=2)], 0, 0),
    5: ({}, [], 0, 0),  # nothing when copied, leftmost or not
    6: ({"track": [None, None, None, 1, 0, 2]}, [], 4, -4),
    7: ({"loot": {0: [Loot.MAP] * 3}}, [preacher_keep(0, Loot.MAP, of=3)], 0, 2),
    9: ({"bag": [Loot.CHEST]}, [stowaway_draw(0, Loot.CHEST, of=1)], 0, 0),
    11: ({"doubloons": {0: 9}}, [], -4, 0),
    12: ({}, [], 0, 2),
    13: ({"today": [Loot.CHEST]}, [take_smuggler(0, Loot.CHEST, of=1)], 0, 0),
    14: ({"today": [Loot.HOOK, Loot.SABER]}, [], 4, 0),
    17: ({}, [], 0, 1),  # the Apprentice is rightmost: he goes, his owner gains 1 reputation
    18: ({}, [gunner(0, 0, 18, of=1)], 0, 1),  # the copied Gunner may hit himself
    19: ({"loot": {0: [Loot.RELIC]}, "graveyard": {0: [3]}},
         [necromancer_relic(0, of=1), necromancer_return(0, 3, of=1)], 0, 0),
    21: ({"also": [5, 20]}, [], 4 + 1, 0),  # 5 and 20 are below 21; the 1: the Freed Prisoner's night, the Bosun above him
    22: ({"others": {1: [22]}}, [brawler(0, 1, of=1)], 1, 2),  # the 1: his own night; his own Brawler is no target
    23: ({"loot": {1: [Loot.MAP]}}, [thief(0, 1, Loot.MAP, of=1)], -1, -1),  # from space 1: one step, then 1 doubloon
    25: ({"hand": {0: [32]}}, [recruiter(0, 32, of=1)], 0, 0),
    27: ({"today": [Loot.MAP], "tomorrow": [Loot.CHEST]},
         [watchman(0, Loot.MAP, Loot.CHEST, of=1), take_dusk(0, Loot.CHEST, of=1)], 0, 0),
    29: ({}, [], 0, 0),  # nothing when copied, rightmost or not
    30: ({"loot": {0: [Loot.MAP] * 4}}, [merchant(0, Loot.MAP, 3, of=3)], 9, 0),
    31: ({"graveyard": {0: [3]}}, [surgeon(0, 3, of=1)], 0, 0),
    33: ({"loot": {0: [Loot.MAP] * 4}}, [], -4, 0),
    34: ({}, [], 0, 2),
    36: ({"loot": {0: [Loot.MAP] * 4}}, [], 4, 0),
    38: ({"also": [3, 32]}, [], -3, 0),  # counts himself
    39: ({}, [], -4, 4),
    40: ({"also": [3, 32]}, [], 0, 3),  # discards himself too
}  # fmt: skip


@pytest.mark.rule("CHR-02")
@pytest.mark.rule("Q-04")
@pytest.mark.parametrize("card", DAY_CARDS)
def test_q_04_the_apprentice_copies_every_daytime_ability(card):
    """What each copy brings is in COPIES, computed by the card's clause with seat 0 on space 1."""
    arguments, answers, gained, moved = COPIES[card]
    arguments = dict(arguments)
    ship = {0: [card, *arguments.pop("also", [])], **arguments.pop("others", {})}
    options = len([rank for rank in ship[0] if rank in DAY_CARDS])
    takes = [take_dusk(0, Loot.CHEST, of=1)] if card == Card.BODYGUARD else []
    if card == Card.BODYGUARD:
        arguments["today"] = [*arguments["today"], Loot.CHEST]
    out = scene(ship=ship, **arguments).play([2, None, None], [apprentice_copy(0, card, of=options), *answers, *takes])
    assert (out.gained[0], out.moved[0]) == (gained, moved)
    assert [(row.card, row.a) for row in out.told(Event.COPIES)] == [(2, card)]


@pytest.mark.rule("CHR-02")
@pytest.mark.parametrize("card", [rank for rank in range(3, 41) if rank not in DAY_CARDS])
def test_chr_02_characters_without_a_daytime_ability_cannot_be_copied(card):
    """8, 10, 15, 16, 20, 24, 26, 28, 32, 35, 37 have none: the Apprentice has nothing to copy and is not asked."""
    out = scene(ship={0: [card]}).play([2, None, None])
    assert out.told(Event.COPIES) == []
    assert out.acted(Phase.DAY) == []


@pytest.mark.rule("Q-04")
@pytest.mark.rule("CHR-01")
def test_q_04_a_copied_scout_is_discarded_in_the_ship_with_no_card_to_play_too():
    out = scene(ship={0: [1]}).play([2, None, None], [apprentice_copy(0, 1, of=1)])
    assert (out.ship[0], out.graveyard[0]) == ([2], [1])


@pytest.mark.rule("Q-04")
@pytest.mark.rule("CHR-09")
def test_q_04_a_copied_stowaway_is_discarded_in_the_ship_and_the_apprentice_stays():
    out = scene(ship={0: [9]}, bag=[]).play([2, None, None], [apprentice_copy(0, 9, of=1)])
    assert (out.ship[0], out.graveyard[0], out.loot[0]) == ([2], [9], [])


@pytest.mark.rule("Q-04")
@pytest.mark.rule("CHR-13")
def test_q_04_a_copied_smuggler_stays_in_the_ship_and_the_apprentice_loots_again_at_dusk():
    out = scene(ship={0: [13]}, today=[Loot.CHEST, Loot.MAP]).play(
        [2, None, None],
        [apprentice_copy(0, 13, of=1), take_smuggler(0, Loot.MAP, of=2), take_dusk(0, Loot.CHEST, of=1)],
    )
    assert (out.ship[0], out.loot[0]) == ([2, 13], [Loot.CHEST, Loot.MAP])


@pytest.mark.rule("Q-04")
@pytest.mark.rule("CHR-04")
def test_q_04_a_copied_innkeeper_may_take_himself():
    out = scene(ship={0: [4, 32]}).play([2, None, None], [apprentice_copy(0, 4, of=1), innkeeper_return(0, 4, of=2)])
    assert (out.hand[0], out.ship[0]) == ([4], [2, 32])


@pytest.mark.rule("Q-04")
@pytest.mark.rule("CHR-17")
def test_q_04_a_copied_brute_hits_the_rightmost_of_the_island_not_the_ship():
    out = scene(ship={0: [17]}).play([2, None, 35], [apprentice_copy(0, 17, of=1)])
    assert (out.ship[0], out.graveyard[0], out.graveyard[2], out.moved[2]) == ([2, 17], [], [35], 1)


@pytest.mark.rule("Q-04")
@pytest.mark.rule("CHR-25")
def test_q_04_a_copied_recruiter_puts_a_card_into_the_ship_where_it_does_not_act():
    """The Officer would fill 0 doubloons up to 12; put into the ship he does not act by day."""
    out = scene(ship={0: [25]}, hand={0: [12]}, doubloons=0).play(
        [2, None, None], [apprentice_copy(0, 25, of=1), recruiter(0, 12, of=1)]
    )
    assert (out.ship[0], out.gained[0]) == ([2, 12, 25], 0)


@pytest.mark.rule("DSK-2")
@pytest.mark.rule("LC-saber")
@pytest.mark.rule("CHR-13")
def test_a_saber_gained_by_day_discards_a_card_that_has_not_acted_yet():
    """Smuggler's saber hits the Captain (39) of seat 2, who then does not act: no loss, no move."""
    out = scene(today=[Loot.SABER]).play([13, None, 39], [take_smuggler(0, Loot.SABER, of=1), saber(0, 2, 39, of=1)])
    assert (out.graveyard[2], out.gained, out.moved) == ([39], [0] * 3, [0] * 3)
