"""Dusk: DSK-1 to DSK-3, Q-03, and the dusk abilities of CHR-05, CHR-10, CHR-26 and CHR-28. Conventions as in test_day."""

import pytest
from scenes import order_dusk, saber, scene, stowaway_draw, take_cook, take_dusk, take_smuggler, thief

from kernels.codes import Event, Loot, Phase

CHEST, HOOK, MAP, SABER, AMULET, BARREL, RELIC = Loot
DISCARDING_HOOK = 1
"""Value of cook.blocked_by; 0 is any_hook."""


@pytest.mark.rule("DSK-1")
def test_dsk_1_from_the_right_each_takes_one_token_of_its_choice_and_sails():
    out = scene(today=[CHEST, MAP, RELIC]).play(
        [10, 32, 35], [take_dusk(2, MAP, of=3), take_dusk(1, RELIC, of=2), take_dusk(0, CHEST, of=1)]
    )
    assert out.takers == [(2, MAP), (1, RELIC), (0, CHEST)]
    assert (out.loot, out.ship) == ([[CHEST], [RELIC], [MAP]], [[10], [32], [35]])
    assert [(row.seat, row.phase) for row in out.told(Event.CARD_TO_SHIP)] == [(seat, Phase.DUSK) for seat in (2, 1, 0)]


@pytest.mark.rule("DSK-1")
def test_dsk_1_with_no_token_left_none_is_gained_but_the_card_sails():
    out = scene(today=[CHEST]).play([10, 32, 35], [take_dusk(2, CHEST, of=1)])
    assert (out.loot, out.ship) == ([[], [], [CHEST]], [[10], [32], [35]])


@pytest.mark.rule("DSK-1")
def test_dsk_1_a_card_that_left_the_island_by_day_gains_nothing():
    """Brute (17) discards the Collector: the one token is left for the Brute."""
    out = scene(today=[CHEST]).play([17, None, 35], [take_dusk(0, CHEST, of=1)])
    assert out.loot == [[CHEST], [], []]


@pytest.mark.rule("DSK-1")
@pytest.mark.rule("LC-barrel")
@pytest.mark.rule("CHR-26")
@pytest.mark.parametrize("cook_first", [True, False])
def test_dsk_1_token_and_character_act_in_the_owners_order(cook_first):
    """Cook with a barrel first: his second token, then the barrel's reputation, or the other way round."""
    item = 26 if cook_first else BARREL
    out = scene(today=[BARREL, MAP]).play(
        [26, None, None], [take_dusk(0, BARREL, of=2), order_dusk(0, item, of=2), take_cook(0, MAP, of=1)]
    )
    events = [row.event for row in out.events if row.event in (Event.REPUTATION, Event.TOKEN_GAINED)]
    second = [Event.TOKEN_GAINED, Event.REPUTATION] if cook_first else [Event.REPUTATION, Event.TOKEN_GAINED]
    assert events == [Event.TOKEN_GAINED, *second]
    assert (out.moved[0], out.loot[0]) == (1, [MAP, BARREL])


@pytest.mark.rule("DSK-1")
@pytest.mark.rule("CHR-28")
@pytest.mark.parametrize("armorer_first", [True, False])
def test_dsk_1_the_order_of_saber_and_armorer_is_asked_even_without_a_target(armorer_first):
    """The Armorer alone on the island takes a saber: two items, no target; 2 reputation. At night 1 for the saber."""
    item = 28 if armorer_first else SABER
    out = scene(today=[SABER]).play([28, None, None], [take_dusk(0, SABER, of=1), order_dusk(0, item, of=2)])
    assert (out.moved[0], out.gained[0]) == (2, 1)


@pytest.mark.rule("DSK-1")
@pytest.mark.rule("CHR-26")
def test_dsk_1_a_cook_with_an_empty_row_is_an_item_that_does_nothing():
    out = scene(today=[BARREL]).play([26, None, None], [take_dusk(0, BARREL, of=1), order_dusk(0, 26, of=2)])
    assert (out.loot[0], out.moved[0]) == ([BARREL], 1)


@pytest.mark.rule("DSK-2")
@pytest.mark.rule("LC-barrel")
def test_dsk_2_a_token_acts_when_gained_from_row_or_bag_not_from_a_seat():
    """Barrels: from the row at dusk, from the row by day, from the bag by day: 1 reputation each; from a seat: none."""
    assert scene(today=[BARREL]).play([32, None, None], [take_dusk(0, BARREL, of=1)]).moved[0] == 1
    assert scene(today=[BARREL]).play([13, None, None], [take_smuggler(0, BARREL, of=1)]).moved[0] == 1
    assert scene(bag=[BARREL]).play([9, None, None], [stowaway_draw(0, BARREL, of=1)]).moved[0] == 1
    # the Thief, from space 3, only loses his two
    out = scene(track=[None, 1, 2, 0, None, None], loot={1: [BARREL]}).play([23, None, None], [thief(0, 1, BARREL, of=1)])
    assert out.moved[0] == -2


@pytest.mark.rule("DSK-3")
def test_dsk_3_tokens_left_in_the_row_go_to_the_bag():
    out = scene(today=[CHEST, MAP, MAP], tomorrow=[RELIC]).play([32, None, None], [take_dusk(0, MAP, of=3)])
    assert (out.to_bag, out.row(0), out.row(1)) == ([CHEST, MAP], [], [RELIC])


@pytest.mark.rule("CHR-05")
def test_chr_05_cabin_boy_gains_no_loot_but_sails():
    """He is leftmost: 3. Both tokens are left for the other, the second one goes to the bag."""
    out = scene(today=[CHEST, MAP]).play([5, 35, None], [take_dusk(1, CHEST, of=2)])
    assert (out.loot[0], out.ship[0], out.gained[0], out.to_bag) == ([], [5], 3, [MAP])


@pytest.mark.rule("CHR-10")
@pytest.mark.parametrize(("kind", "moved"), [(MAP, 2), (CHEST, 0), (AMULET, 0), (RELIC, 0), (HOOK, 0)])
def test_chr_10_explorer_gains_two_reputation_for_a_map_just_taken(kind, moved):
    out = scene(today=[kind]).play([10, None, None], [take_dusk(0, kind, of=1)])
    assert out.moved[0] == moved


@pytest.mark.rule("CHR-10")
def test_chr_10_explorer_gains_nothing_for_maps_taken_before():
    out = scene(loot={0: [MAP, MAP]}, today=[CHEST]).play([10, None, None], [take_dusk(0, CHEST, of=1)])
    assert out.moved[0] == 0
    assert scene(loot={0: [MAP]}).play([10, None, None]).moved[0] == 0


@pytest.mark.rule("CHR-26")
def test_chr_26_cook_gains_a_second_token_and_runs_its_dusk_ability():
    """A chest, then the barrel: 1 reputation at once. Two of three tokens; the third is left for seat 0."""
    out = scene(today=[CHEST, BARREL, RELIC]).play(
        [10, 26, None], [take_dusk(1, CHEST, of=3), take_cook(1, BARREL, of=2), take_dusk(0, RELIC, of=1)]
    )
    assert (out.loot[1], out.moved[1], out.loot[0]) == ([CHEST, BARREL], 1, [RELIC])


@pytest.mark.rule("CHR-26")
@pytest.mark.rule("LC-saber")
def test_chr_26_the_cooks_second_saber_hits_too():
    """Two sabers, two cards hit: the first runs before or after the second is taken (here before)."""
    out = scene(today=[SABER, SABER]).play(
        [10, 26, 12],
        [
            take_dusk(1, SABER, of=2),
            order_dusk(1, SABER, of=2),
            saber(1, 0, 10, of=2),
            take_cook(1, SABER, of=1),
            saber(1, 2, 12, of=1),
        ],
    )
    assert (out.graveyard, out.loot[1]) == ([[10], [], [12]], [SABER, SABER])


@pytest.mark.rule("CHR-26")
def test_chr_26_with_one_token_the_cook_gains_no_second():
    out = scene(today=[CHEST]).play([26, None, None], [take_dusk(0, CHEST, of=1)])
    assert out.loot[0] == [CHEST]


@pytest.mark.rule("Q-03")
@pytest.mark.rule("CHR-26")
def test_q_03_a_hook_taken_first_blocks_the_second_token():
    """As printed (cook.blocked_by = any_hook, the default): the map is left. A hook as the second token blocks nothing."""
    out = scene(today=[HOOK, MAP]).play([26, None, None], [take_dusk(0, HOOK, of=2)])
    assert (out.loot[0], out.to_bag) == ([HOOK], [MAP])
    out = scene(today=[HOOK, MAP]).play([26, None, None], [take_dusk(0, MAP, of=2), take_cook(0, HOOK, of=1)])
    assert out.loot[0] == [HOOK, MAP]


@pytest.mark.rule("Q-03")
def test_q_03_switched_to_discarding_hook_a_calm_hook_does_not_block():
    out = scene(today=[HOOK, MAP], rules={"cook.blocked_by": DISCARDING_HOOK}).play(
        [26, None, None], [take_dusk(0, HOOK, of=2), take_cook(0, MAP, of=1)]
    )
    assert out.loot[0] == [HOOK, MAP]


@pytest.mark.rule("CHR-28")
@pytest.mark.parametrize(("kind", "moved", "gained"), [(HOOK, 2, 1), (MAP, 0, 0), (CHEST, 0, 0), (BARREL, 1, 0)])
def test_chr_28_armorer_gains_two_reputation_for_arms_just_taken(kind, moved, gained):
    """A hook: 2 reputation; a barrel only its own 1. At night 1 per saber and hook held."""
    out = scene(today=[kind]).play([28, None, None], [take_dusk(0, kind, of=1)])
    assert (out.moved[0], out.gained[0]) == (moved, gained)


@pytest.mark.rule("CHR-28")
def test_chr_28_armorer_gains_no_reputation_for_arms_held_before():
    out = scene(loot={0: [SABER, HOOK]}, today=[MAP]).play([28, None, None], [take_dusk(0, MAP, of=1)])
    assert (out.moved[0], out.gained[0]) == (0, 2)


@pytest.mark.rule("DSK-1")
def test_dsk_1_what_a_saber_hits_at_dusk_neither_loots_nor_sails():
    """The Collector's saber hits the Treasurer: two tokens are left for seat 0 only."""
    out = scene(today=[SABER, MAP, CHEST]).play(
        [10, 32, 35], [take_dusk(2, SABER, of=3), saber(2, 1, 32, of=2), take_dusk(0, CHEST, of=2)]
    )
    assert (out.loot, out.ship, out.graveyard) == ([[CHEST], [], [SABER]], [[10], [], [35]], [[], [32], []])
