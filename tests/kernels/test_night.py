"""Night: NGT-1, NGT-2, Q-05, Q-06, Q-13 and the night abilities of the characters. Conventions as in test_day.

``scene(...).night()`` is a day on which nobody has a card. Everybody has 20 doubloons unless a scene says otherwise.
"""

import pytest
from scenes import PRISONER_COPY, order_night, order_night_end, scene, take_dusk, witch_copy

from kernels.codes import Event, Loot, Phase

CHEST, HOOK, MAP, SABER, AMULET, BARREL, RELIC = Loot

NIGHT_CARDS = [8, 15, 16, 20, 22, 24, 28, 37]
"""The characters with a night ability by the rules' table of characters."""


@pytest.mark.rule("NGT-1")
@pytest.mark.rule("Q-13")
def test_ngt_1_every_seat_from_seat_0_on():
    out = scene(4, ship={0: [22], 1: [8], 3: [8, 24]}).night()
    # Topman: 4 less 2 ship characters
    assert out.gained == [1, 1, 0, 1 + 2]
    assert [seat for seat, _ in out.acted(Phase.NIGHT)] == [0, 1, 3, 3]


@pytest.mark.rule("NGT-1")
def test_ngt_1_arrivals_and_tokens_of_today_take_part():
    """The Armorer arrives with the hook that he has just taken (and 2 reputation for it): 1; the Barkeep: 1."""
    out = scene(today=[HOOK]).play([28, 8, None], [take_dusk(0, HOOK, of=1)])
    assert (out.gained, out.moved[0]) == ([1, 1, 0], 2)


@pytest.mark.rule("NGT-1")
@pytest.mark.parametrize(("first", "gained"), [(16, 2), (8, 3)])
def test_ngt_1_in_the_owners_order_and_who_left_before_his_turn_does_nothing(first, gained):
    """The Mutineer (2) discards the Barkeep (1): before or after the Barkeep's turn."""
    out = scene(ship={0: [8, 16, 35]}).night([order_night(0, first, of=2)])
    assert (out.gained[0], out.graveyard[0], out.ship[0]) == (gained, [8], [16, 35])


@pytest.mark.rule("NGT-1")
def test_ngt_1_every_order_can_be_asked_for():
    """Barkeep, Brawler and Armorer (no arms): three orders deep."""
    out = scene(ship={0: [8, 22, 28]}, asks_everything=True).night([order_night(0, 28, of=3), order_night(0, 22, of=2)])
    assert out.acted(Phase.NIGHT) == [(0, 28), (0, 22), (0, 8)]
    assert out.gained[0] == 2


@pytest.mark.rule("NGT-2")
def test_ngt_2_the_freed_prisoner_resolves_after_all_other_night_abilities_of_all_seats():
    """Seat 0's prisoner after seat 1's Barkeep; by then the clashing Nymphs have gone, so he counts only the Collector."""
    out = scene(ship={0: [20, 35, 37], 1: [8, 37]}).night()
    assert out.gained == [1, 1, 0]
    assert (out.graveyard, out.ship[0]) == ([[37], [37], []], [20, 35])
    assert [row.phase for row in out.told(Event.GAIN) if row.rule == "CHR-20"] == [Phase.NIGHT_END]


@pytest.mark.rule("CHR-08")
def test_chr_08_barkeep_gains_one_each_night():
    out = scene(ship={0: [8]}).night()
    assert out.gained == [1, 0, 0]
    assert out.position.next_day([None] * 3).gained == [1, 0, 0]


@pytest.mark.rule("CHR-15")
@pytest.mark.parametrize("card", [8, 22, 24, 28, 37])
def test_chr_15_witch_runs_another_characters_night_ability(card):
    """Twice what the card brings: 1, 1, 4 less 2 ship characters, 1 per saber and hook (3), 2 for the only Nymph."""
    once = {8: 1, 22: 1, 24: 4 - 2, 28: 3, 37: 2}[card]
    out = scene(ship={0: [15, card]}, loot={0: [SABER, HOOK, HOOK]}).night(
        [order_night(0, 15, of=2), witch_copy(0, card, of=1)]
    )
    assert (out.gained[0], out.ship[0]) == (2 * once, sorted([15, card]))


@pytest.mark.rule("CHR-15")
def test_chr_15_witch_chooses_among_the_others_whether_they_have_acted_or_not():
    """Options 8 and 22 each time: the Barkeep has acted, is copied all the same: 1 + 1 + 1."""
    out = scene(ship={0: [8, 15, 22, 33]}).night([order_night(0, 8, of=3), order_night(0, 15, of=2), witch_copy(0, 8, of=2)])
    assert out.gained[0] == 3


@pytest.mark.rule("CHR-15")
def test_chr_15_witch_with_nobody_to_copy_does_nothing():
    """Characters of other ships and those without a night ability cannot be copied, nor she herself."""
    out = scene(ship={0: [15, 33], 1: [8]}).night()
    assert (out.gained, out.told(Event.COPIES)) == ([0, 1, 0], [])


@pytest.mark.rule("CHR-16")
def test_chr_16_mutineer_discards_the_lowest_and_gains_two():
    out = scene(ship={0: [3, 16, 35], 1: [1]}).night()
    assert (out.graveyard[0], out.ship, out.gained) == ([3], [[16, 35], [1], []], [2, 0, 0])


@pytest.mark.rule("CHR-16")
def test_chr_16_mutineer_as_the_lowest_discards_himself():
    out = scene(ship={0: [16, 35]}).night()
    assert (out.graveyard[0], out.ship[0], out.gained[0]) == ([16], [35], 2)


@pytest.mark.rule("CHR-20")
@pytest.mark.parametrize(
    ("others", "gained", "stays"),
    [([], 0, True), ([3, 19], 0, True), ([21], 1, True), ([3, 33, 35], 2, True), ([21, 33, 35], 3, False),
     ([21, 33, 35, 40], 4, False)],
)  # fmt: skip
def test_chr_20_freed_prisoner_gains_per_character_above_20_and_goes_at_three(others, gained, stays):
    out = scene(ship={0: [20, *others]}).night()
    assert (out.gained[0], 20 in out.ship[0], 20 in out.graveyard[0]) == (gained, stays, not stays)


@pytest.mark.rule("CHR-22")
def test_chr_22_brawler_gains_one_each_night():
    assert scene(ship={0: [22], 1: [22]}).night().gained == [1, 1, 0]


@pytest.mark.rule("CHR-24")
@pytest.mark.parametrize(("others", "gained"), [([], 3), ([32], 2), ([32, 33, 35], 0), ([10, 26, 32, 33, 35], -2)])
def test_chr_24_topman_gains_four_and_loses_one_per_ship_character_himself_included(others, gained):
    assert scene(ship={0: [24, *others], 1: [32]}).night().gained[0] == gained


@pytest.mark.rule("CHR-24")
@pytest.mark.rule("COI-1")
@pytest.mark.parametrize(("has", "left"), [(0, 0), (1, 0), (2, 0), (3, 1)])
def test_chr_24_topman_first_gains_then_loses_down_to_zero(has, left):
    """Six characters: 4 less 6."""
    out = scene(ship={0: [10, 24, 26, 32, 33, 35]}, doubloons={0: has}).night()
    assert out.doubloons[0] == left


@pytest.mark.rule("CHR-24")
@pytest.mark.rule("NGT-1")
@pytest.mark.parametrize(("first", "left"), [(8, 0), (24, 1)])
def test_chr_24_the_order_is_asked_when_the_loss_is_cut_off(first, left):
    """From 0: Barkeep 1, then 4 less 6: 0; or 4 less 6, cut off at 0, then 1."""
    out = scene(ship={0: [8, 24, 26, 32, 33, 35]}, doubloons=0).night([order_night(0, first, of=2)])
    assert out.doubloons[0] == left


@pytest.mark.rule("CHR-24")
def test_chr_24_the_order_is_not_asked_when_it_cannot_matter():
    """From 2: 2 + 4 - 6 + 1 = 1 in any order."""
    assert scene(ship={0: [8, 24, 26, 32, 33, 35]}, doubloons=2).night().doubloons[0] == 1


@pytest.mark.rule("CHR-24")
@pytest.mark.rule("CHR-37")
@pytest.mark.parametrize(("first", "gained"), [(37, 4 - 1), (24, 4 - 2)])
def test_chr_24_a_clashing_nymph_may_leave_before_topman_counts(first, gained):
    out = scene(ship={0: [24, 37], 1: [37]}).night([order_night(0, first, of=2)])
    assert out.gained[0] == gained


@pytest.mark.rule("CHR-24")
@pytest.mark.rule("CHR-37")
def test_chr_24_with_the_only_nymph_no_order_is_asked():
    """4 less 2 and 2: she stays, so Topman counts her in any order."""
    assert scene(ship={0: [24, 37]}).night().gained[0] == 4


@pytest.mark.rule("CHR-28")
@pytest.mark.parametrize(("loot", "gained"), [([], 0), ([SABER], 1), ([HOOK], 1), ([SABER, HOOK, HOOK], 3), ([MAP] * 4, 0)])
def test_chr_28_armorer_gains_one_per_saber_and_hook_held(loot, gained):
    assert scene(ship={0: [28]}, loot={0: loot, 1: [SABER]}).night().gained[0] == gained


@pytest.mark.rule("CHR-37")
def test_chr_37_the_only_wind_nymph_gains_two():
    """A Nymph in a hand or a graveyard does not count."""
    out = scene(ship={1: [37]}, graveyard={0: [37]}).play([None, None, None])
    assert (out.gained, out.ship[1]) == ([0, 2, 0], [37])


@pytest.mark.rule("CHR-37")
@pytest.mark.rule("Q-05")
def test_q_05_clashing_nymphs_are_all_discarded_the_last_one_too():
    """Counted once, at the start: seat 2's is discarded though she is by then the only one. Next night none is left."""
    out = scene(ship={0: [37], 1: [37, 35], 2: [37]}).night()
    assert (out.gained, out.ship, out.graveyard) == ([0] * 3, [[], [35], []], [[37], [37], [37]])


@pytest.mark.rule("Q-05")
def test_q_05_one_that_arrives_the_night_after_a_clash_is_alone():
    out = scene(4, ship={0: [37], 1: [37]}, hand={2: [37, 35], 3: [35]}).play([None, None, 35, 35])
    assert out.graveyard[:2] == [[37], [37]]
    assert out.position.next_day([None, None, 37, None]).gained == [0, 0, 2, 0]


@pytest.mark.rule("Q-05")
@pytest.mark.rule("CHR-15")
def test_q_05_a_copied_clash_discards_the_nymph_too():
    """The Witch first: she copies the Nymph, who is discarded and has no turn of her own."""
    out = scene(ship={0: [15, 37], 1: [37]}).night([order_night(0, 15, of=2), witch_copy(0, 37, of=1)])
    assert (out.gained, out.ship[:2], out.graveyard[:2]) == ([0] * 3, [[15], []], [[37], [37]])


@pytest.mark.rule("Q-05")
@pytest.mark.rule("CHR-15")
def test_q_05_a_discarded_nymph_cannot_be_copied():
    out = scene(ship={0: [15, 37], 1: [37]}).night([order_night(0, 37, of=2)])
    assert out.told(Event.COPIES) == []


@pytest.mark.rule("Q-06")
@pytest.mark.rule("CHR-20")
@pytest.mark.parametrize("first", [20, PRISONER_COPY])
def test_q_06_a_copied_prisoner_is_paid_at_the_end_of_the_night(first):
    """Two characters above 20: 2 for him and 2 for the copy; below three, so he stays."""
    out = scene(ship={0: [15, 20, 33, 35]}).night([witch_copy(0, 20, of=1), order_night_end(0, first, of=2)])
    assert (out.gained[0], out.ship[0]) == (4, [15, 20, 33, 35])
    assert {row.phase for row in out.told(Event.GAIN)} == {Phase.NIGHT_END}


@pytest.mark.rule("Q-06")
@pytest.mark.parametrize(("first", "gained"), [(20, 6), (PRISONER_COPY, 3)])
def test_q_06_a_copy_that_gains_three_discards_him_not_her_and_is_paid_even_if_he_left(first, gained):
    """Three above 20. He first: 3 and he goes; then the copy's 3. The copy first: 3 and he goes, without his own turn."""
    out = scene(ship={0: [15, 20, 33, 35, 36]}).night([witch_copy(0, 20, of=1), order_night_end(0, first, of=2)])
    assert (out.gained[0], out.ship[0], out.graveyard[0]) == (gained, [15, 33, 35, 36], [20])


@pytest.mark.rule("Q-06")
@pytest.mark.rule("CHR-16")
def test_q_06_the_copy_is_paid_when_the_witch_has_left():
    """She copies the prisoner, then the Mutineer discards her (15) and gains 2; one above 20: 1 for him, 1 for the copy."""
    out = scene(ship={0: [15, 16, 20, 33]}).night(
        [order_night(0, 15, of=2), witch_copy(0, 20, of=2), order_night_end(0, 20, of=2)]
    )
    assert (out.gained[0], out.graveyard[0]) == (2 + 1 + 1, [15])


@pytest.mark.rule("Q-06")
@pytest.mark.rule("CHR-16")
def test_q_06_a_copied_mutineer_may_discard_the_witch():
    """She is the lowest: 2 for the copy; then the Mutineer's own turn discards himself: 2."""
    out = scene(ship={0: [15, 16, 33]}).night([order_night(0, 15, of=2), witch_copy(0, 16, of=1)])
    assert (out.gained[0], out.graveyard[0], out.ship[0]) == (4, [15, 16], [33])


@pytest.mark.rule("Q-06")
@pytest.mark.rule("CHR-16")
def test_q_06_a_copied_mutineer_discards_the_lowest_as_he_would():
    """3 goes for the copy, 4 for the Mutineer himself."""
    out = scene(ship={0: [3, 4, 15, 16]}).night([order_night(0, 15, of=2), witch_copy(0, 16, of=1)])
    assert (out.gained[0], out.graveyard[0]) == (4, [3, 4])


@pytest.mark.rule("Q-06")
def test_q_06_last_nights_copy_is_forgotten():
    """A night later the Witch copies the Barkeep instead: 1 + 1, and 0 for the prisoner, who has nobody above him."""
    out = scene(ship={0: [8, 15, 20]}).night([order_night(0, 15, of=2), witch_copy(0, 20, of=2), order_night_end(0, 20, of=2)])
    assert out.gained[0] == 1
    out = out.position.next_day([None] * 3, [order_night(0, 8, of=2), witch_copy(0, 8, of=2)])
    assert out.gained[0] == 2


@pytest.mark.rule("NGT-1")
@pytest.mark.parametrize("card", [rank for rank in range(1, 41) if rank not in NIGHT_CARDS])
def test_ngt_1_characters_without_a_night_ability_do_nothing_at_night(card):
    """With the Witch in the same ship, who has nobody to copy then."""
    out = scene(ship={0: [15, card]}, loot={0: [SABER, HOOK, MAP]}, asks_everything=True).night()
    assert (out.gained, out.moved, out.acted(Phase.NIGHT)) == ([0] * 3, [0] * 3, [])
