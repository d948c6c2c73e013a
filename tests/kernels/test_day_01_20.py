"""The daytime abilities of ranks 1 to 20, clause by clause (CHR-01 to CHR-19). Conventions as in test_day."""

import pytest
from called import called
from scenes import (
    apprentice_copy,
    gunner,
    innkeeper_return,
    necromancer_relic,
    necromancer_return,
    preacher_keep,
    recruiter,
    saber,
    scene,
    scout_play,
    stowaway_draw,
    take_dusk,
    take_smuggler,
)

from kernels.codes import Event, Loot, Phase, Stream
from kernels.setup import renew_streams

CHEST, HOOK, MAP, SABER, AMULET, BARREL, RELIC = Loot


@pytest.mark.rule("CHR-01")
def test_chr_01_scout_is_discarded_and_a_card_of_the_hand_comes_to_the_island():
    """Two cards in the hand: two options. The Officer acts the same day: 0 up to 12; he loots and sails, the Scout does not."""
    out = scene(hand={0: [12, 33]}, doubloons=0, today=[MAP, CHEST]).play(
        [1, None, None], [scout_play(0, 12, of=2), take_dusk(0, CHEST, of=2)]
    )
    assert (out.gained[0], out.ship[0], out.hand[0], out.graveyard[0]) == (12, [12], [33], [1])


@pytest.mark.rule("CHR-01")
@pytest.mark.rule("Q-02")
def test_q_02_scout_with_no_other_card_is_discarded_all_the_same():
    out = scene(today=[MAP]).play([1, None, None])
    assert (out.ship[0], out.graveyard[0], out.loot[0]) == ([], [1], [])


@pytest.mark.rule("CHR-01")
@pytest.mark.rule("CHR-02")
def test_chr_01_scout_may_put_the_apprentice_who_acts_too():
    """Scout (1), then the Apprentice (2) from the hand, who copies the Aristocrat in the ship: 2 reputation."""
    out = scene(hand={0: [2]}, ship={0: [34]}).play([1, None, None], [scout_play(0, 2, of=1), apprentice_copy(0, 34, of=1)])
    assert (out.moved[0], out.ship[0]) == (2, [2, 34])


@pytest.mark.rule("CHR-02")
def test_chr_02_apprentice_chooses_among_the_ship_characters_with_a_daytime_ability():
    """12, 34 and 38 have one, 8 and 35 have none. 34: 2 reputation. The Barkeep's 1 is the night's."""
    out = scene(ship={0: [8, 12, 34, 35, 38]}).play([2, None, None], [apprentice_copy(0, 34, of=3)])
    assert (out.moved[0], out.gained[0], out.ship[0]) == (2, 1, [2, 8, 12, 34, 35, 38])
    assert out.acted(Phase.DAY) == [(0, 34)]


@pytest.mark.rule("CHR-02")
def test_chr_02_apprentice_copies_from_his_own_ship_only():
    out = scene(ship={1: [12]}).play([2, None, None])
    assert out.told(Event.COPIES) == []


@pytest.mark.rule("CHR-03")
def test_chr_03_beggar_takes_two_of_the_rightmost_owner_who_gains_one_reputation():
    out = scene().play([3, 32, 35])
    assert (out.gained, out.moved[2]) == ([2, 0, -2], 1)


@pytest.mark.rule("CHR-03")
@pytest.mark.rule("COI-1")
@pytest.mark.parametrize(("has", "pays"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_chr_03_beggar_takes_what_there_is(has, pays):
    out = scene(doubloons={2: has}).play([3, None, 35])
    assert (out.gained, out.moved[2]) == ([pays, 0, -pays], 1)


@pytest.mark.rule("CHR-03")
@pytest.mark.rule("REP-2")
def test_chr_03_beggar_is_paid_before_the_giver_gains_reputation():
    """Seat 2 on space 5 has 1: pays it, then gains 1 for the step it cannot take. (Turned round it would have paid 2.)"""
    out = scene(track=[0, 1, None, None, None, 2], doubloons={2: 1}).play([3, None, 35])
    assert out.doubloons == [1, 0, 1]


@pytest.mark.rule("CHR-03")
def test_chr_03_beggar_as_the_rightmost_gives_to_himself_and_gains_reputation():
    out = scene().play([3, 1, None])
    assert (out.gained[0], out.moved[0]) == (0, 1)


@pytest.mark.rule("CHR-03")
@pytest.mark.rule("MID-1")
def test_chr_03_beggar_gets_nothing_from_the_midshipman():
    """Midshipman (20.5) right of Beggar and Freed Prisoner: he does nothing. With an Infantry (29) he is not rightmost."""
    out = scene(2).play([3, 20])
    assert (out.gained, out.moved) == ([0, 0], [0, 0])
    out = scene(2).play([3, 32])
    # seat 1 gives 2 and goes from space 3 to 4
    assert (out.gained, out.moved) == ([2, -2], [0, 1])


@pytest.mark.rule("CHR-04")
def test_chr_04_innkeeper_takes_a_character_of_his_own_ship_into_the_hand():
    out = scene(ship={0: [10, 33], 1: [35]}).play([4, None, None], [innkeeper_return(0, 33, of=2)])
    assert (out.hand[0], out.ship) == ([33], [[4, 10], [35], []])


@pytest.mark.rule("CHR-05")
@pytest.mark.parametrize(("picks", "gained"), [([5, 10, 32], 3), ([5, 4, None], 0), ([5, 6, None], 3), ([5, None, None], 3)])
def test_chr_05_cabin_boy_gains_three_if_leftmost(picks, gained):
    assert scene(track=[1, 0, None, 2, None, None]).play(picks).gained[0] == gained


@pytest.mark.rule("CHR-05")
def test_chr_05_of_two_cabin_boys_the_one_with_less_reputation_is_leftmost():
    assert scene(track=[1, 0, 2, None, None, None]).play([5, 5, None]).gained == [0, 3, 0]


@pytest.mark.rule("CHR-06")
@pytest.mark.parametrize("space", range(6))
def test_chr_06_bandit_goes_to_space_0_and_gains_one_per_space(space):
    track: list[int | None] = [1, 2, None, None, None]
    track.insert(space, 0)
    out = scene(track=track).play([6, None, None])
    assert (out.space[0], out.gained[0]) == (0, space)


@pytest.mark.rule("CHR-06")
@pytest.mark.rule("REP-1")
def test_chr_06_tokens_that_the_bandit_passes_slide_right():
    """Seat 2 from space 3 to 0: seats 0, 1 and the idle token of space 0 go one right."""
    out = scene(track=[None, 0, 1, 2, None, None]).play([None, None, 6])
    assert (out.space, out.idle) == ([2, 3, 0], [1, 4, 5])


@pytest.mark.rule("CHR-07")
def test_chr_07_preacher_keeps_one_token_and_gains_one_reputation_for_each_other():
    """Four tokens: four options; three go to the bag, 3 reputation: from space 1 to 4."""
    out = scene(loot={0: [CHEST, MAP, MAP, RELIC], 1: [HOOK]}).play([7, None, None], [preacher_keep(0, MAP, of=4)])
    assert (out.loot, out.to_bag) == ([[MAP], [HOOK], []], [CHEST, MAP, RELIC])
    assert (out.space[0], out.gained[0]) == (4, 0)


@pytest.mark.rule("CHR-07")
def test_chr_07_preacher_keeps_the_only_token_and_gains_nothing():
    out = scene(loot={0: [RELIC]}).play([7, None, None], [preacher_keep(0, RELIC, of=1)])
    assert (out.loot[0], out.moved[0], out.to_bag) == ([RELIC], 0, [])


@pytest.mark.rule("CHR-07")
@pytest.mark.rule("REP-2")
def test_chr_07_preacher_beyond_the_right_end_gains_doubloons():
    """Seven kinds, six discarded, from space 1: four steps to space 5 and 2 doubloons."""
    out = scene(loot={0: list(Loot)}).play([7, None, None], [preacher_keep(0, CHEST, of=7)])
    assert (out.space[0], out.gained[0], out.to_bag) == (5, 2, list(Loot)[1:])


@pytest.mark.rule("CHR-09")
def test_chr_09_stowaway_draws_from_the_bag_and_is_discarded():
    """Three tokens in the bag: the draw has three options. A map does nothing at dusk."""
    out = scene(bag=[MAP, MAP, BARREL]).play([9, None, None], [stowaway_draw(0, MAP, of=3)])
    assert (out.loot[0], out.from_bag, out.ship[0], out.graveyard[0]) == ([MAP], [MAP], [], [9])
    assert (out.moved[0], out.gained[0]) == (0, 0)


@pytest.mark.rule("CHR-09")
@pytest.mark.rule("LC-barrel")
def test_chr_09_stowaways_barrel_brings_its_reputation_at_once():
    out = scene(bag=[BARREL]).play([9, None, None], [stowaway_draw(0, BARREL, of=1)])
    assert (out.moved[0], out.loot[0]) == (1, [BARREL])


@pytest.mark.rule("CHR-09")
@pytest.mark.rule("LC-saber")
def test_chr_09_stowaways_saber_hits_before_he_is_discarded():
    """The saber hits the Officer of seat 1, who then does not act; the row's map goes to the bag: nobody is left."""
    out = scene(bag=[SABER, RELIC], today=[MAP], doubloons=0).play(
        [9, 12, None], [stowaway_draw(0, SABER, of=2), saber(0, 1, 12, of=1)]
    )
    assert (out.graveyard[:2], out.gained, out.loot[0], out.to_bag) == ([[9], [12]], [0] * 3, [SABER], [MAP])
    assert [row.card for row in out.told(Event.CARD_DISCARDED)] == [12, 9]


@pytest.mark.rule("CHR-09")
def test_chr_09_stowaway_with_an_empty_bag_is_only_discarded():
    out = scene(bag=[], today=[MAP]).play([9, None, None])
    assert (out.loot[0], out.graveyard[0]) == ([], [9])


@pytest.mark.rule("CHR-09")
def test_chr_09_the_draw_is_chance_when_nobody_scripts_it():
    """The token of the only kind in the bag, whatever the stream says; of all streams only chance is drawn from."""
    position = scene(bag=[CHEST]).lay([9, None, None])
    position.game["scripted"] = 0
    fresh = position.game.copy()
    called(renew_streams)(fresh, fresh["day"])
    out = position.step(2, [], [])
    assert (out.loot[0], out.graveyard[0]) == ([CHEST], [9])
    moved = position.game["streams"] != fresh["streams"]
    assert [int(stream) for stream in moved.nonzero()[0]] == [Stream.CHANCE]


@pytest.mark.rule("CHR-11")
@pytest.mark.parametrize(("has", "lost"), [(0, 0), (1, 0), (2, 1), (7, 3), (8, 4), (21, 10)])
def test_chr_11_carpenter_loses_half_rounded_down(has, lost):
    assert scene(doubloons={0: has}).play([11, None, None]).gained[0] == -lost


@pytest.mark.rule("CHR-12")
@pytest.mark.parametrize(("has", "gained", "moved"), [(0, 12, 0), (11, 1, 0), (12, 0, 2), (13, 0, 2)])
def test_chr_12_officer_up_to_twelve_or_two_reputation(has, gained, moved):
    out = scene(doubloons={0: has}).play([12, None, None])
    assert (out.gained[0], out.moved[0]) == (gained, moved)


@pytest.mark.rule("CHR-12")
def test_chr_12_an_officer_below_the_threshold_but_above_the_mark_gains_and_loses_nothing():
    """A rule set with a threshold of 15: 14 doubloons are too few for reputation, and more than the 12 to be brought up to."""
    out = scene(doubloons={0: 14}, rules={"officer.threshold": 15}).play([12, None, None])
    assert (out.gained[0], out.moved[0]) == (0, 0)


@pytest.mark.rule("CHR-13")
def test_chr_13_smuggler_loots_by_day_sails_and_takes_no_part_in_dusk():
    """Row of two: he takes one of two by day, nobody takes the other."""
    out = scene(today=[BARREL, MAP]).play([13, None, None], [take_smuggler(0, BARREL, of=2)])
    assert (out.loot[0], out.ship[0], out.to_bag, out.moved[0]) == ([BARREL], [13], [MAP], 1)
    assert [row.phase for row in out.told(Event.CARD_TO_SHIP)] == [Phase.DAY]


@pytest.mark.rule("CHR-13")
def test_chr_13_smuggler_sails_with_an_empty_row_too():
    out = scene().play([13, None, None])
    assert (out.ship[0], out.loot[0]) == ([13], [])


@pytest.mark.rule("CHR-13")
@pytest.mark.rule("CHR-18")
def test_chr_13_in_the_ship_the_smuggler_can_be_shot_the_same_day():
    """Cards that reached the ship earlier the same day are among the ship characters."""
    out = scene().play([13, 18, None], [gunner(1, 0, 13, of=1)])
    assert out.graveyard[0] == [13]


@pytest.mark.rule("CHR-14")
def test_chr_14_bodyguard_discards_all_sabers_and_hooks_of_todays_row_two_each():
    """Three tokens: 6. Tomorrow's saber and the ones that seats hold stay; he then takes the map."""
    out = scene(today=[SABER, HOOK, HOOK, MAP], tomorrow=[SABER], loot={1: [HOOK]}).play(
        [14, None, None], [take_dusk(0, MAP, of=1)]
    )
    assert (out.gained[0], out.to_bag, out.row(1), out.loot[:2]) == (6, [HOOK, HOOK, SABER], [SABER], [[MAP], [HOOK]])


@pytest.mark.rule("CHR-14")
@pytest.mark.parametrize(("row", "gained"), [([], 0), ([HOOK], 2), ([SABER, SABER], 4)])
def test_chr_14_bodyguard_gains_per_token(row, gained):
    out = scene(today=row).play([14, None, None])
    assert (out.gained[0], out.to_bag) == (gained, row)


@pytest.mark.rule("CHR-17")
def test_chr_17_brute_discards_the_rightmost_and_its_owner_gains_reputation():
    out = scene().play([17, 32, 35])
    assert (out.graveyard, out.moved[2], out.ship) == ([[], [], [35]], 1, [[17], [32], []])


@pytest.mark.rule("CHR-17")
def test_chr_17_brute_as_the_rightmost_discards_himself():
    out = scene(today=[MAP]).play([17, 10, None], [take_dusk(1, MAP, of=1)])
    # the Explorer (10) takes the map: 2 reputation; the Brute's owner gained 1 first: 0 to space 2, 1 to space 1, then 1 to 3
    assert (out.graveyard[0], out.ship[0], out.space) == ([17], [], [1, 3, 2])


@pytest.mark.rule("CHR-17")
@pytest.mark.rule("MID-1")
def test_chr_17_brute_does_nothing_to_the_midshipman():
    out = scene(2).play([17, 20])
    assert (out.graveyard, out.ship, out.moved) == ([[], []], [[17], [20]], [0, 0])
    assert scene(2).play([17, 32]).graveyard == [[], [32]]


@pytest.mark.rule("CHR-18")
def test_chr_18_gunner_hits_his_own_ship_for_one_reputation():
    out = scene(ship={0: [33], 1: [35, 36]}).play([18, None, None], [gunner(0, 0, 33, of=3)])
    assert (out.graveyard[0], out.moved[0], out.gained) == ([33], 1, [0] * 3)


@pytest.mark.rule("CHR-18")
def test_chr_18_gunner_hits_another_ship_and_loses_one_reputation():
    out = scene(ship={0: [33], 1: [35, 36]}).play([None, None, 18], [gunner(2, 1, 36, of=3)])
    assert (out.graveyard[1], out.ship[1], out.moved[2]) == ([36], [35], -1)


@pytest.mark.rule("CHR-18")
@pytest.mark.rule("REP-2")
def test_chr_18_gunner_at_space_0_pays_a_doubloon():
    out = scene(track=[0, 1, 2, None, None, None], ship={1: [35]}).play([18, None, None], [gunner(0, 1, 35, of=1)])
    assert (out.space[0], out.gained[0]) == (0, -1)


@pytest.mark.rule("CHR-19")
def test_chr_19_necromancer_spends_a_relic_and_a_dead_character_joins_the_ship():
    """Two relics: two options with no difference. The Officer does not act by day: 0 doubloons stay 0."""
    out = scene(loot={0: [RELIC, RELIC]}, graveyard={0: [3, 12]}, doubloons=0).play(
        [19, None, None], [necromancer_relic(0, of=2), necromancer_return(0, 12, of=2)]
    )
    assert (out.loot[0], out.to_bag, out.ship[0], out.graveyard[0]) == ([RELIC], [RELIC], [12, 19], [3])
    assert out.gained[0] == 0


@pytest.mark.rule("CHR-19")
def test_chr_19_necromancer_with_an_empty_graveyard_still_spends_the_relic():
    out = scene(loot={0: [RELIC, MAP]}).play([19, None, None], [necromancer_relic(0, of=1)])
    assert (out.loot[0], out.to_bag, out.ship[0]) == ([MAP], [RELIC], [19])


@pytest.mark.rule("CHR-19")
def test_chr_19_necromancer_without_a_relic_does_nothing():
    out = scene(loot={0: [MAP]}, graveyard={0: [3]}).play([19, None, None])
    assert (out.loot[0], out.graveyard[0]) == ([MAP], [3])


@pytest.mark.rule("CHR-19")
@pytest.mark.rule("NGT-1")
def test_chr_19_the_returned_character_acts_the_same_night():
    """The Barkeep comes back: 1 tonight."""
    out = scene(loot={0: [RELIC]}, graveyard={0: [8]}).play(
        [19, None, None], [necromancer_relic(0, of=1), necromancer_return(0, 8, of=1)]
    )
    assert (out.gained[0], out.ship[0]) == (1, [8, 19])


@pytest.mark.rule("CHR-04")
@pytest.mark.rule("NGT-1")
def test_chr_04_a_character_taken_home_by_day_has_no_night():
    """The Barkeep would gain 1."""
    out = scene(ship={0: [8]}).play([4, None, None], [innkeeper_return(0, 8, of=1)])
    assert (out.gained[0], out.hand[0]) == (0, [8])


@pytest.mark.rule("CHR-25")
@pytest.mark.rule("NGT-1")
def test_chr_25_a_recruit_does_not_act_by_day_but_at_night():
    """The Brawler would discard seat 1's Brawler by day; put into the ship he only gains his 1 at night, as seat 1's does."""
    out = scene(hand={0: [22]}, ship={1: [22]}).play([25, None, None], [recruiter(0, 22, of=1)])
    assert (out.ship, out.gained, out.moved) == ([[22, 25], [22], []], [1, 1, 0], [0] * 3)
