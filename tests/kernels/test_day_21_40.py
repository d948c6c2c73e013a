"""The daytime abilities of ranks 21 to 40, clause by clause (CHR-21 to CHR-40). Conventions as in test_day."""

import pytest
from scenes import (
    brawler,
    gunner,
    merchant,
    recruiter,
    scene,
    surgeon,
    take_dusk,
    take_smuggler,
    thief,
    watchman,
)

from kernels.codes import Event, Loot

CHEST, HOOK, MAP, SABER, AMULET, BARREL, RELIC = Loot


@pytest.mark.rule("CHR-21")
def test_chr_21_bosun_gains_two_per_ship_character_below_21():
    """3, 10 and 19 are below, 32 and 35 above; other ships do not count: 3 x 2."""
    out = scene(ship={0: [3, 10, 19, 32, 35], 1: [4, 5]}).play([21, None, None])
    assert out.gained == [6, 0, 0]


@pytest.mark.rule("CHR-21")
def test_chr_21_the_freed_prisoner_is_below_and_the_bosun_on_the_island_is_not_there():
    """The prisoner (20): 2; at the end of the night he gains 1 for the Bosun, by then in the ship."""
    assert scene(ship={0: [20]}).play([21, None, None]).gained[0] == 2 + 1


@pytest.mark.rule("CHR-22")
def test_chr_22_brawler_discards_one_of_the_other_brawlers_for_two_reputation():
    """Two opponents have one: two options. By night he and the one that is left gain 1 each."""
    out = scene(4, ship={1: [22], 3: [22, 35]}).play([22, None, None, None], [brawler(0, 3, of=2)])
    assert (out.graveyard[3], out.ship[3], out.ship[1]) == ([22], [35], [22])
    assert (out.moved[0], out.gained) == (2, [1, 1, 0, 0])


@pytest.mark.rule("CHR-22")
def test_chr_22_a_brawler_on_the_island_or_in_a_hand_is_no_target():
    """Both Brawlers of the day lie on the island; the left one, less reputation, acts first."""
    out = scene(4, hand={2: [22, 35]}).play([22, 22, 35, None])
    assert (out.moved, out.graveyard[:3]) == ([0] * 4, [[], [], []])


@pytest.mark.rule("CHR-23")
def test_chr_23_thief_takes_a_token_of_a_neighbour_and_loses_two_reputation():
    """Four seats: seat 0's neighbours are 3 and 1 with two tokens and one; seat 2's are out of reach. From space 3 to 1."""
    loot = {1: [MAP], 2: [CHEST], 3: [RELIC, RELIC]}
    out = scene(4, track=[None, 1, 2, 0, 3, None], loot=loot).play([23, None, None, None], [thief(0, 1, MAP, of=3)])
    assert (out.loot, out.space[0]) == ([[MAP], [], [CHEST], [RELIC, RELIC]], 1)
    assert [(row.seat, row.c) for row in out.told(Event.TOKEN_GAINED)] == [(0, 1)]


@pytest.mark.rule("CHR-23")
@pytest.mark.rule("REP-2")
def test_chr_23_thief_near_the_left_end_pays_doubloons():
    """From space 1: one step, then 1 doubloon; from space 0: 2."""
    out = scene(loot={1: [MAP]}).play([23, None, None], [thief(0, 1, MAP, of=1)])
    assert (out.space[0], out.gained[0]) == (0, -1)
    out = scene(track=[0, 1, 2, None, None, None], loot={1: [MAP]}).play([23, None, None], [thief(0, 1, MAP, of=1)])
    assert (out.space[0], out.gained[0]) == (0, -2)


@pytest.mark.rule("CHR-23")
def test_chr_23_thief_without_a_token_to_take_loses_nothing():
    """Only seat 2, no neighbour of seat 0 with four seats, holds one."""
    out = scene(4, loot={0: [MAP], 2: [CHEST]}).play([23, None, None, None])
    assert (out.loot[0], out.moved[0], out.gained[0]) == ([MAP], 0, 0)


@pytest.mark.rule("CHR-23")
@pytest.mark.rule("DSK-2")
def test_dsk_2_a_stolen_barrel_or_saber_does_nothing():
    """The barrel would bring 1 reputation, the saber would discard seat 1's Collector."""
    out = scene(loot={2: [BARREL]}).play([23, 35, None], [thief(0, 2, BARREL, of=1)])
    assert (out.space[0], out.gained[0]) == (0, -1)
    out = scene(loot={2: [SABER]}).play([23, 35, None], [thief(0, 2, SABER, of=1)])
    assert (out.ship[1], out.loot[0]) == ([35], [SABER])


@pytest.mark.rule("CHR-25")
def test_chr_25_recruiter_puts_a_card_of_the_hand_into_the_ship():
    """Two cards: two options. The Officer would fill 0 doubloons up to 12; he does not act. Only the Recruiter loots."""
    out = scene(hand={0: [12, 35]}, doubloons=0, today=[MAP, MAP]).play(
        [25, None, None], [recruiter(0, 12, of=2), take_dusk(0, MAP, of=2)]
    )
    assert (out.ship[0], out.hand[0], out.gained[0], out.loot[0]) == ([12, 25], [35], 0, [MAP])


@pytest.mark.rule("CHR-27")
def test_chr_27_watchman_swaps_a_token_of_today_with_one_of_tomorrow():
    """Two by three tokens: six pairs. The relic goes to tomorrow, a chest comes; he then takes it."""
    out = scene(today=[MAP, RELIC], tomorrow=[CHEST, CHEST, BARREL]).play(
        [27, None, None], [watchman(0, RELIC, CHEST, of=6), take_dusk(0, CHEST, of=2)]
    )
    assert (out.loot[0], out.to_bag, out.row(1)) == ([CHEST], [MAP], [CHEST, BARREL, RELIC])


@pytest.mark.rule("CHR-27")
@pytest.mark.parametrize(
    "arguments",
    [
        {"tomorrow": [CHEST]},  # today's row is empty
        {"today": [CHEST]},  # tomorrow's is
        {"today": [CHEST], "voyage": 0, "day": 3},  # the last of 4 days
        {"today": [CHEST], "voyage": 1, "day": 4},  # of 5
        {"today": [CHEST], "voyage": 2, "day": 5},  # of 6
    ],
)
def test_chr_27_watchman_does_nothing_without_a_pair_or_on_the_last_day(arguments):
    takes = [take_dusk(0, CHEST, of=1)] if "today" in arguments else []
    out = scene(**arguments).play([27, None, None], takes)
    assert out.told(Event.TOKENS_SWAPPED) == []


@pytest.mark.rule("CHR-27")
def test_chr_27_watchman_on_the_last_day_ignores_a_row_beyond_it():
    """A rule set of 4 days: nothing of a fifth row, even if one lay there."""
    out = scene(day=3, today=[MAP], tomorrow=[CHEST]).play([27, None, None], [take_dusk(0, MAP, of=1)])
    assert (out.loot[0], out.row(4)) == ([MAP], [CHEST])


@pytest.mark.rule("CHR-29")
@pytest.mark.parametrize(("picks", "gained"), [([29, 10, 26], 5), ([29, 32, None], 0), ([29, None, None], 5)])
def test_chr_29_infantry_gains_five_if_rightmost(picks, gained):
    assert scene().play(picks).gained[0] == gained


@pytest.mark.rule("CHR-29")
def test_chr_29_of_two_infantries_the_one_with_more_reputation_is_rightmost():
    assert scene().play([29, 29, None]).gained == [0, 5, 0]


@pytest.mark.rule("CHR-29")
@pytest.mark.rule("MID-1")
def test_chr_29_right_of_the_midshipman_the_infantry_is_rightmost():
    assert scene(2).play([29, 20]).gained == [5, 0]


@pytest.mark.rule("CHR-30")
@pytest.mark.parametrize(("number", "gained"), [(1, 1), (2, 4), (3, 9)])
def test_chr_30_merchant_discards_one_two_or_three_of_a_kind(number, gained):
    """Four maps and two relics: 1, 2 or 3 maps, 1 or 2 relics: five options."""
    out = scene(loot={0: [MAP] * 4 + [RELIC] * 2}).play([30, None, None], [merchant(0, MAP, number, of=5)])
    assert (out.gained[0], out.to_bag) == (gained, [MAP] * number)
    assert out.loot[0] == [MAP] * (4 - number) + [RELIC] * 2


@pytest.mark.rule("CHR-30")
def test_chr_30_merchant_must_trade_if_he_holds_a_token():
    out = scene(loot={0: [CHEST], 1: [MAP, MAP]}).play([30, None, None], [merchant(0, CHEST, 1, of=1)])
    assert (out.gained[0], out.loot[0]) == (1, [])


@pytest.mark.rule("CHR-31")
def test_chr_31_surgeon_takes_a_character_of_the_graveyard_into_the_hand():
    out = scene(graveyard={0: [3, 12], 1: [35]}).play([31, 10, None], [surgeon(0, 12, of=2)])
    assert (out.hand[0], out.graveyard) == ([12], [[3], [35], []])


@pytest.mark.rule("CHR-31")
def test_chr_31_the_card_can_be_picked_the_next_day():
    out = scene(graveyard={0: [12]}, doubloons={0: 5}).play([31, None, None], [surgeon(0, 12, of=1)])
    assert out.position.next_day([12, None, None]).doubloons[0] == 12


@pytest.mark.rule("CHR-33")
@pytest.mark.rule("COI-1")
@pytest.mark.parametrize(("has", "lost"), [(20, 4), (4, 4), (3, 3), (0, 0)])
def test_chr_33_gambler_loses_one_per_token_as_far_as_there_are_doubloons(has, lost):
    out = scene(loot={0: [CHEST, MAP, MAP, RELIC]}, doubloons={0: has}, dial=9).play([33, None, None])
    assert (out.gained[0], out.dial[0]) == (-lost, 9)


@pytest.mark.rule("CHR-34")
def test_chr_34_aristocrat_gains_two_reputation():
    out = scene().play([34, None, None])
    assert (out.space[0], out.gained[0]) == (3, 0)
    out = scene(track=[1, 2, None, None, 0, None]).play([34, None, None])
    # from space 4: one step and 1 doubloon
    assert (out.space[0], out.gained[0]) == (5, 1)


@pytest.mark.rule("CHR-36")
def test_chr_36_quartermaster_gains_one_per_token_held():
    """Held when he acts: today's map, taken at dusk, does not count."""
    out = scene(loot={0: [CHEST, MAP, MAP, RELIC]}, today=[MAP]).play([36, None, None], [take_dusk(0, MAP, of=1)])
    assert out.gained[0] == 4


@pytest.mark.rule("CHR-38")
@pytest.mark.rule("COI-1")
@pytest.mark.parametrize(("has", "lost"), [(20, 3), (3, 3), (2, 2), (0, 0)])
def test_chr_38_first_mate_loses_one_per_ship_character(has, lost):
    """Three in the ship; himself, on the island, not counted."""
    out = scene(ship={0: [3, 32, 35], 1: [10]}, doubloons={0: has}).play([38, None, None])
    assert out.gained[0] == -lost


@pytest.mark.rule("CHR-39")
@pytest.mark.rule("COI-1")
@pytest.mark.parametrize("space", range(6))
@pytest.mark.parametrize("has", [20, 2])
def test_chr_39_captain_goes_to_space_5_and_loses_one_per_space(space, has):
    track: list[int | None] = [1, 2, None, None, None]
    track.insert(space, 0)
    out = scene(track=track, doubloons={0: has}).play([39, None, None])
    assert (out.space[0], out.gained[0]) == (5, -min(has, 5 - space))


@pytest.mark.rule("CHR-40")
def test_chr_40_governor_discards_the_whole_ship_for_one_reputation_each():
    """Three characters, himself not among them: from space 1 to 4; he then sails into the empty ship."""
    out = scene(ship={0: [3, 32, 35], 1: [10]}).play([40, None, None])
    assert (out.graveyard[0], out.ship, out.space[0]) == ([3, 32, 35], [[40], [10], []], 4)


@pytest.mark.rule("CHR-40")
@pytest.mark.rule("REP-2")
def test_chr_40_governor_beyond_the_right_end_gains_doubloons():
    """Six characters from space 1: four steps and 2 doubloons; the discarded Barkeep has no night."""
    out = scene(ship={0: [3, 4, 5, 8, 32, 35]}).play([40, None, None])
    assert (out.space[0], out.gained[0]) == (5, 2)


@pytest.mark.rule("CHR-18")
@pytest.mark.rule("CHR-22")
def test_a_card_shot_by_day_has_no_night():
    """The Gunner hits the Brawler of seat 1, who would have gained 1."""
    out = scene(ship={1: [22]}).play([18, None, None], [gunner(0, 1, 22, of=1)])
    assert out.gained == [0, 0, 0]


@pytest.mark.rule("CHR-27")
def test_a_watchman_changes_what_the_others_find():
    """The Watchman (27) acts by day, so the Smuggler (13) before him finds the old row, dusk the new one."""
    out = scene(today=[MAP, RELIC], tomorrow=[CHEST]).play(
        [27, 13, None],
        [take_smuggler(1, MAP, of=2), watchman(0, RELIC, CHEST, of=1), take_dusk(0, CHEST, of=1)],
    )
    assert (out.loot[:2], out.row(1)) == ([[CHEST], [MAP]], [RELIC])
