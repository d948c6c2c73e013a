"""The island: DAY-2, Q-02 and the Midshipman (MID-1 to MID-3)."""

from itertools import permutations

import pytest
from scenes import (
    apprentice_copy,
    midshipman_remove,
    saber,
    scene,
    scout_play,
    stowaway_draw,
    take_dusk,
    take_smuggler,
)

from kernels.codes import NOBODY, Card, Event, Loot, Phase

CHEST, HOOK, MAP, SABER, AMULET, BARREL, RELIC = Loot
MIDSHIPMAN = (int(NOBODY), int(Card.MIDSHIPMAN))


@pytest.mark.rule("DAY-2")
def test_day_2_cards_lie_in_ascending_rank():
    assert scene(4).play([35, 10, 32, 26]).placed == [(1, 10), (3, 26), (2, 32), (0, 35)]


@pytest.mark.rule("DAY-2")
@pytest.mark.parametrize("track", list(permutations([0, 1, 2])))
def test_day_2_of_equal_ranks_the_owner_with_more_reputation_lies_further_right(track):
    """All three play the Collector: left to right as on the reputation track."""
    out = scene(track=[None, *track, None, None]).play([35, 35, 35])
    assert out.placed == [(seat, 35) for seat in track]


@pytest.mark.rule("DAY-2")
def test_day_2_equal_ranks_among_others():
    """Six seats on spaces 0 to 5: two tens, two Collectors and two single cards."""
    out = scene(6, track=[5, 4, 3, 2, 1, 0]).play([35, 10, 26, 10, 35, 32])
    assert out.placed == [(3, 10), (1, 10), (2, 26), (5, 32), (4, 35), (0, 35)]


@pytest.mark.rule("Q-02")
def test_q_02_an_inserted_card_goes_to_its_rank():
    """Scout of seat 0 with a Cook (26) between Explorer (10) and Collector (35), shown by who loots first at dusk."""
    takes = [take_dusk(2, MAP, of=3), take_dusk(0, CHEST, of=2), take_dusk(1, RELIC, of=1)]
    out = scene(hand={0: [32]}, today=[CHEST, MAP, RELIC]).play([1, 10, 35], [scout_play(0, 32, of=1), *takes])
    assert out.takers == [(2, MAP), (0, CHEST), (1, RELIC)]


@pytest.mark.rule("Q-02")
@pytest.mark.parametrize(
    ("track", "order"),
    [
        ([0, 1, 2, None, None, None], [0, 1, 2]),  # both equals have more: left of the first
        ([1, 0, 2, None, None, None], [1, 0, 2]),  # left of the one with more
        ([2, 0, 1, None, None, None], [2, 0, 1]),
        ([1, 2, 0, None, None, None], [1, 2, 0]),  # none has more: right of both
    ],
)
def test_q_02_among_equals_left_of_the_first_with_more_reputation(track, order):
    """Seats 1 and 2 have played the Collector, seat 0's Scout brings his; dusk goes from the right."""
    kinds = [CHEST, MAP, RELIC]
    takes = [take_dusk(seat, kind, of=3 - turn) for turn, (seat, kind) in enumerate(zip(order[::-1], kinds, strict=True))]
    out = scene(track=track, hand={0: [35]}, today=kinds).play([1, 35, 35], [scout_play(0, 35, of=1), *takes])
    assert [seat for seat, _ in out.takers] == order[::-1]


@pytest.mark.rule("Q-02")
@pytest.mark.parametrize("begged", [False, True])
def test_q_02_the_reputation_of_the_moment_decides(begged):
    """Seat 0 (space 2) has more reputation than seat 1 (space 1), whose Collector lies on the island.

    Seat 3 (space 0, so its Apprentice acts before seat 0's) copies the Beggar: seat 1, rightmost, pays 2, gains 1 reputation
    and passes seat 0. Then seat 0's copied Scout puts its own Collector: left of seat 1's; without the Beggar right of it.
    """
    first, second = (1, 0) if begged else (0, 1)
    copy = [apprentice_copy(3, 3, of=1)] if begged else []
    out = scene(
        4,
        track=[3, 1, 0, 2, None, None],
        ship={0: [1], 3: [3] if begged else []},
        hand={0: [35]},
        today=[CHEST, MAP],
    ).play(
        [2, 35, None, 2],
        [
            *copy,
            apprentice_copy(0, 1, of=1),
            scout_play(0, 35, of=1),
            take_dusk(first, MAP, of=2),
            take_dusk(second, CHEST, of=1),
        ],
    )
    assert out.takers == [(first, MAP), (second, CHEST)]
    assert out.gained == ([0, -2, 0, 2] if begged else [0] * 4)


@pytest.mark.rule("Q-02")
def test_q_02_slots_of_cards_that_left_do_not_count():
    """Two Scouts go; the inserted Explorers lie by reputation: seat 0 (space 1) left of seat 1 (space 2)."""
    out = scene(hand={0: [10], 1: [10]}, today=[CHEST, RELIC]).play(
        [1, 1, None],
        [scout_play(0, 10, of=1), scout_play(1, 10, of=1), take_dusk(1, CHEST, of=2), take_dusk(0, RELIC, of=1)],
    )
    assert out.ship[:2] == [[10], [10]]


@pytest.mark.rule("MID-1")
@pytest.mark.rule("SET-5")
@pytest.mark.parametrize(
    ("picks", "placed"),
    [
        ([10, 20], [(0, 10), (1, 20), MIDSHIPMAN]),
        ([10, 21], [(0, 10), MIDSHIPMAN, (1, 21)]),
        ([32, 35], [MIDSHIPMAN, (0, 32), (1, 35)]),
        ([20, 20], [(0, 20), (1, 20), MIDSHIPMAN]),
        ([None, 32], [MIDSHIPMAN, (1, 32)]),
        ([None, None], [MIDSHIPMAN]),
    ],
)
def test_mid_1_the_midshipman_lies_at_rank_20_and_a_half(picks, placed):
    out = scene(2).play(picks)
    assert out.placed == placed
    # never acts, owns nothing, gives and gains nothing (the 1 of a Freed Prisoner is not his)
    assert all(row.seat != NOBODY for row in out.events if row.event != Event.PLACED)


@pytest.mark.rule("MID-1")
def test_mid_1_there_is_no_midshipman_with_three_or_more_seats():
    for players in range(3, 7):
        out = scene(players).play([35] * players)
        assert MIDSHIPMAN not in out.placed


@pytest.mark.rule("MID-1")
def test_mid_1_a_saber_cannot_hit_the_midshipman():
    """Seat 1's saber has one target beside him; seat 0's, with seat 1 absent, none, and nothing is asked."""
    out = scene(2, today=[SABER]).play([10, 32], [take_dusk(1, SABER, of=1), saber(1, 0, 10, of=1)])
    assert out.graveyard[0] == [10]
    out = scene(2, today=[SABER]).play([10, None], [midshipman_remove(1, SABER, of=1)])
    assert out.to_bag == [SABER]
    out = scene(2, today=[SABER]).play([32, None], [take_dusk(0, SABER, of=1)])
    assert (out.ship[0], out.loot[0]) == ([32], [SABER])


@pytest.mark.rule("MID-1")
@pytest.mark.rule("CHR-05")
@pytest.mark.rule("CHR-29")
def test_mid_1_a_cabin_boy_is_left_of_him_an_infantry_right_of_him():
    """A Cabin Boy (5) is always left of him, an Infantry (29) always right of him."""
    assert scene(2).play([5, None]).gained == [3, 0]
    assert scene(2).play([29, None]).gained == [5, 0]


@pytest.mark.rule("MID-2")
@pytest.mark.parametrize(("picks", "remover"), [([10, 32], 1), ([32, 10], 0), ([10, 20], 0), ([20, 10], 1)])
def test_mid_2_the_opponent_of_the_card_left_of_him_removes_a_token_without_effect(picks, remover):
    """The highest card below 20.5 is seat 0's or seat 1's; the other one removes a barrel: no reputation from it.

    Dusk: cards right of him first, then he, then those left of him.
    """
    right = [seat for seat, card in enumerate(picks) if card > 20]
    left = sorted((card, seat) for seat, card in enumerate(picks) if card <= 20)
    answers = [take_dusk(seat, CHEST, of=4) for seat in right]
    tokens = 4 - len(right)
    answers.append(midshipman_remove(remover, BARREL, of=tokens))
    for turn, (_, seat) in enumerate(reversed(left)):
        answers.append(take_dusk(seat, RELIC, of=tokens - 1 - turn))
    out = scene(2, today=[CHEST, BARREL, RELIC, RELIC]).play(picks, answers)
    assert out.moved == [0, 0]
    assert BARREL in out.to_bag


@pytest.mark.rule("MID-2")
def test_mid_2_with_no_card_left_of_him_nothing_is_removed():
    out = scene(2, today=[CHEST, MAP]).play([32, 35], [take_dusk(1, MAP, of=2), take_dusk(0, CHEST, of=1)])
    assert out.to_bag == []


@pytest.mark.rule("MID-2")
def test_mid_2_with_an_empty_row_nothing_is_removed():
    out = scene(2, today=[CHEST]).play([10, 32], [take_dusk(1, CHEST, of=1)])
    assert (out.to_bag, out.loot) == ([], [[], [CHEST]])


@pytest.mark.rule("MID-3")
def test_mid_3_a_cabin_boy_left_of_him_still_costs_a_token():
    out = scene(2, today=[CHEST, MAP, RELIC]).play([5, 35], [take_dusk(1, MAP, of=3), midshipman_remove(1, CHEST, of=2)])
    assert (out.to_bag, out.loot) == ([CHEST, RELIC], [[], [MAP]])


@pytest.mark.rule("MID-3")
def test_mid_3_if_that_card_is_gone_nobody_pays_and_the_next_does_not_move_up():
    """Smuggler (13, seat 1) lies left of him and sails by day; the Explorer (10, seat 0) does not take his place."""
    out = scene(2, today=[CHEST, MAP, RELIC]).play([10, 13], [take_smuggler(1, RELIC, of=3), take_dusk(0, CHEST, of=2)])
    assert (out.loot, out.to_bag) == ([[CHEST], [RELIC]], [MAP])


@pytest.mark.rule("MID-3")
def test_mid_3_a_card_discarded_by_a_saber_at_dusk_does_not_pay():
    """Seat 1's Collector takes the saber and discards the Explorer left of the Midshipman: nothing is removed."""
    out = scene(2, today=[SABER, MAP]).play([10, 35], [take_dusk(1, SABER, of=2), saber(1, 0, 10, of=1)])
    assert (out.graveyard[0], out.to_bag) == ([10], [MAP])


@pytest.mark.rule("MID-3")
def test_mid_3_after_an_insertion_the_card_left_of_him_is_noted_anew():
    """Seat 0's Scout puts the Barkeep (8) left of seat 1's Explorer (10): the Explorer still pays (seat 0 removes).

    With the Freed Prisoner (20) put right of the Explorer it is seat 0 that pays (seat 1 removes).
    """
    out = scene(2, hand={0: [8]}, today=[CHEST, MAP, RELIC]).play(
        [1, 10],
        [scout_play(0, 8, of=1), midshipman_remove(0, CHEST, of=3), take_dusk(1, RELIC, of=2), take_dusk(0, MAP, of=1)],
    )
    assert (out.loot, out.to_bag) == ([[MAP], [RELIC]], [CHEST])
    out = scene(2, hand={0: [20]}, today=[CHEST, MAP, RELIC]).play(
        [1, 10],
        [scout_play(0, 20, of=1), midshipman_remove(1, CHEST, of=3), take_dusk(0, MAP, of=2), take_dusk(1, RELIC, of=1)],
    )
    assert (out.loot, out.to_bag) == ([[MAP], [RELIC]], [CHEST])


@pytest.mark.rule("MID-3")
def test_mid_3_an_insertion_right_of_him_changes_nothing():
    """The Collector comes right of the Midshipman, the Explorer of seat 1 stays the card left of him."""
    out = scene(2, hand={0: [35]}, today=[CHEST, MAP, RELIC]).play(
        [1, 10],
        [scout_play(0, 35, of=1), take_dusk(0, MAP, of=3), midshipman_remove(0, CHEST, of=2), take_dusk(1, RELIC, of=1)],
    )
    assert (out.loot, out.to_bag) == ([[MAP], [RELIC]], [CHEST])


@pytest.mark.rule("MID-3")
def test_mid_3_the_scout_left_of_him_goes_and_with_no_card_to_put_nobody_pays():
    """The Scout alone is left of him and is discarded; his hand is empty, so nothing is noted anew."""
    out = scene(2, today=[CHEST, MAP]).play([1, 35], [take_dusk(1, MAP, of=2)])
    assert out.to_bag == [CHEST]


@pytest.mark.rule("MID-3")
def test_mid_3_the_scout_alone_left_of_him_puts_a_card_to_the_right_and_nobody_pays():
    """Noted anew after the insertion: no card is left of the Midshipman then."""
    out = scene(2, hand={0: [32]}, today=[CHEST, MAP, RELIC]).play(
        [1, 35], [scout_play(0, 32, of=1), take_dusk(1, MAP, of=3), take_dusk(0, CHEST, of=2)]
    )
    assert out.to_bag == [RELIC]


@pytest.mark.rule("MID-3")
def test_mid_3_a_card_discarded_by_a_saber_by_day_does_not_pay():
    """Seat 0's Apprentice (2) copies the Stowaway, draws the saber and discards the Explorer (10), the card left of him."""
    out = scene(2, ship={0: [9]}, bag=[SABER], today=[CHEST, MAP]).play(
        [2, 10],
        [apprentice_copy(0, 9, of=1), stowaway_draw(0, SABER, of=1), saber(0, 1, 10, of=1), take_dusk(0, MAP, of=2)],
    )
    assert (out.graveyard, out.to_bag) == ([[9], [10]], [CHEST])


@pytest.mark.rule("MID-2")
@pytest.mark.rule("DSK-1")
def test_mid_2_dusk_reaches_the_midshipman_in_his_place():
    """Order of takers and of the removal by the trace: seat 1 (35), the Midshipman, seat 0 (10: its map brings 2)."""
    out = scene(2, today=[CHEST, MAP, BARREL]).play(
        [10, 35],
        [take_dusk(1, BARREL, of=3), midshipman_remove(1, CHEST, of=2), take_dusk(0, MAP, of=1)],
    )
    dusk = [row.event for row in out.events if row.phase == Phase.DUSK and row.event != Event.CHOICE]
    assert dusk == [
        Event.TOKEN_GAINED,  # barrel, seat 1: 1 reputation, from space 3 to 4
        Event.REPUTATION,
        Event.CARD_TO_SHIP,
        Event.TOKEN_DISCARDED,
        Event.TOKEN_GAINED,  # map, seat 0: Explorer, 2 reputation, from space 2 to 4
        Event.ACTS,
        Event.REPUTATION,
        Event.CARD_TO_SHIP,
    ]
    assert out.space == [4, 3]
