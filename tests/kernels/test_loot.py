"""The calm tiles: LC-*, DSK-2, DIS-1, Q-07, and the tables made from them. Anchors in test_anchor use them too."""

import pytest
from scenes import (
    hook,
    hook_card,
    order_anchor,
    saber,
    scene,
    take_dusk,
)

from kernels.codes import MOST_COUNTED, Event, Loot, When
from kernels.rule_record import best_split, rules_record

CHEST, HOOK, MAP, SABER, AMULET, BARREL, RELIC = Loot


@pytest.mark.rule("LC-chest")
@pytest.mark.parametrize("number", range(5))
def test_lc_chest_five_each(number):
    assert scene(loot={0: [CHEST] * number}).anchor().gained == [5 * number, 0, 0]


@pytest.mark.rule("LC-amulet")
@pytest.mark.parametrize("number", range(7))
def test_lc_amulet_three_each(number):
    assert scene(loot={0: [AMULET] * number}).anchor().gained == [3 * number, 0, 0]


@pytest.mark.rule("LC-barrel")
@pytest.mark.parametrize("number", range(9))
def test_lc_barrel_one_each_at_the_anchor(number):
    assert scene(loot={0: [BARREL] * number}).anchor().gained == [number, 0, 0]


@pytest.mark.rule("LC-barrel")
def test_lc_barrel_one_reputation_at_dusk():
    """From space 1 to 2, seat 1 slides to 1."""
    out = scene(today=[BARREL]).play([32, None, None], [take_dusk(0, BARREL, of=1)])
    assert (out.space, out.gained) == ([2, 1, 3], [0] * 3)


@pytest.mark.rule("LC-relic")
@pytest.mark.parametrize("number", range(9))
def test_lc_relic_costs_three_each(number):
    """Of 30 doubloons."""
    assert scene(loot={0: [RELIC] * number}, doubloons=30).anchor().gained == [-3 * number, 0, 0]


@pytest.mark.rule("LC-map")
@pytest.mark.parametrize(("number", "worth"), list(enumerate([0, 0, 7, 12, 14, 19, 24, 26, 31, 36, 38])))
def test_lc_map_best_split_into_twos_and_threes(number, worth):
    """7 for two, 12 for three: e.g. 7 = 3 + 2 + 2: 26; 8 = 3 + 3 + 2: 31; 10 = 3 + 3 + 2 + 2: 38."""
    assert scene(loot={0: [MAP] * number}).anchor().gained == [worth, 0, 0]


@pytest.mark.rule("LC-map")
@pytest.mark.rule("CHR-10")
def test_lc_map_eleven_with_the_explorer():
    """3 + 3 + 3 + 2: 36 + 7 = 43."""
    assert scene(loot={0: [MAP] * 10}, ship={0: [10]}).anchor().gained[0] == 43


@pytest.mark.rule("LC-map")
@pytest.mark.parametrize(("pair", "triple"), [(7, 12), (10, 12), (1, 12), (0, 0), (0, 5), (5, 0)])
def test_lc_map_the_table_is_the_best_of_all_splits(pair, triple):
    """Against every number of sets of two and three that fits; single maps bring nothing."""

    def best(maps):
        return max(
            twos * pair + threes * triple for twos in range(maps // 2 + 1) for threes in range((maps - 2 * twos) // 3 + 1)
        )

    expected = [best(maps) for maps in range(MOST_COUNTED + 1)]
    assert best_split({2: pair, 3: triple}) == expected
    rules = rules_record({"map.pair": pair, "map.triple": triple})[0]
    assert rules["table"][rules["effect_table"][When.ANCHOR, 0, MAP, 0]].tolist() == expected


@pytest.mark.rule("LC-map")
def test_lc_map_the_most_maps_that_may_be_counted():
    """A rule set with 24 maps, an Explorer who counts 10 more: 34: ten sets of three and two of two, 120 + 14."""
    counts = [4, 6, 24, 6, 6, 8, 8]
    rules = {"loot.count": tuple(counts), "explorer.maps": 10}
    assert scene(loot={0: [MAP] * 24}, ship={0: [10]}, rules=rules).anchor().gained[0] == 10 * 12 + 2 * 7


@pytest.mark.rule("LC-saber")
def test_lc_saber_discards_another_seats_character_from_the_island():
    """Seat 2's Collector takes it: seat 0's and seat 1's cards are targets, its own is not."""
    out = scene(today=[SABER]).play([10, 32, 35], [take_dusk(2, SABER, of=1), saber(2, 0, 10, of=2)])
    assert (out.graveyard, out.ship) == ([[10], [], []], [[], [32], [35]])


@pytest.mark.rule("LC-saber")
def test_lc_saber_options_lie_from_left_to_right_and_must_be_used():
    """Six seats; seat 5's Collector takes it: the five others' cards are targets."""
    picks = [7, 10, 26, 10, 12, 35]
    out = scene(6, today=[SABER]).play(picks, [take_dusk(5, SABER, of=1), saber(5, 3, 10, of=5)])
    assert out.graveyard[3] == [10]


@pytest.mark.rule("LC-saber")
def test_lc_saber_without_a_target_does_nothing():
    """The others have sailed: seat 0, leftmost, finds nobody; cards in ships are safe."""
    out = scene(today=[SABER, MAP]).play([10, 32, None], [take_dusk(1, MAP, of=2), take_dusk(0, SABER, of=1)])
    assert (out.ship, out.loot[0]) == ([[10], [32], []], [SABER])


@pytest.mark.rule("LC-saber")
@pytest.mark.parametrize("number", [1, 6])
def test_lc_saber_has_no_anchor_ability(number):
    out = scene(loot={0: [SABER] * number}).anchor()
    assert (out.gained, out.told(Event.ANCHOR_ITEM)) == ([0] * 3, [])


@pytest.mark.rule("LC-hook")
def test_lc_hook_brings_two_or_keeps_a_character():
    out = scene(ship={0: [3, 35]}, loot={0: [HOOK]}).anchor([hook(0, keep=False, of=2)])
    # the Collector holds one kind only: nothing
    assert (out.gained[0], out.ship[0], out.graveyard[0]) == (2, [], [3, 35])
    out = scene(ship={0: [3, 35]}, loot={0: [HOOK]}).anchor([hook(0, keep=True, of=2), hook_card(0, 3, of=2)])
    assert (out.gained[0], out.ship[0], out.graveyard[0]) == (0, [3], [35])


@pytest.mark.rule("LC-hook")
def test_lc_hook_each_hook_keeps_a_different_character():
    """Three hooks, two characters: two kept, the third hook has one option left: 2."""
    out = scene(ship={0: [3, 4]}, loot={0: [HOOK] * 3}).anchor(
        [
            hook(0, keep=True, of=2),
            hook_card(0, 4, of=2),
            hook(0, keep=True, of=2),
            hook_card(0, 3, of=1),
            hook(0, keep=False, of=1),
        ]
    )
    assert (out.gained[0], out.ship[0], out.graveyard[0]) == (2, [3, 4], [])


@pytest.mark.rule("LC-hook")
def test_lc_hook_with_an_empty_ship_brings_two():
    assert scene(loot={0: [HOOK] * 2}).anchor([hook(0, keep=False, of=1)] * 2).gained[0] == 4


@pytest.mark.rule("LC-hook")
def test_lc_hook_keeps_from_the_own_ship_only_and_only_for_its_seat():
    out = scene(ship={0: [3], 1: [3, 4]}, loot={0: [HOOK]}).anchor([hook(0, keep=True, of=2), hook_card(0, 3, of=1)])
    assert (out.ship, out.graveyard[1]) == ([[3], [], []], [3, 4])


@pytest.mark.rule("Q-07")
def test_q_07_a_kept_character_scores_its_anchor_now():
    """Carpenter 10, kept or not."""
    out = scene(ship={0: [11]}, loot={0: [HOOK]}).anchor([hook(0, keep=True, of=2), hook_card(0, 11, of=1)])
    assert (out.gained[0], out.ship[0]) == (10, [11])


@pytest.mark.rule("Q-07")
def test_q_07_a_kept_character_acts_from_the_next_voyages_first_night_and_needs_a_new_hook():
    """The Barkeep: 1 a night in voyage 2, and its anchor again; without a new hook it then goes to the graveyard."""
    out = scene(day=3, ship={0: [8]}, loot={0: [HOOK]}).anchor([hook(0, keep=True, of=2), hook_card(0, 8, of=1)])
    out = out.position.next_voyage([32, 35])
    assert (out.ship[0], out.hand[0]) == ([8], [32, 35])
    out = out.position.play([32, 32, 32])
    assert out.gained == [1, 0, 0]
    out = out.position.anchor()
    assert (out.ship[0], out.graveyard[0]) == ([], [8, 32])


@pytest.mark.rule("Q-07")
def test_q_07_keeping_is_offered_in_the_third_voyage_too():
    out = scene(voyage=2, day=5, ship={0: [3]}, loot={0: [HOOK]}).anchor([hook(0, keep=True, of=2), hook_card(0, 3, of=1)])
    assert (out.ship[0], out.gained[0]) == ([3], 0)


@pytest.mark.rule("Q-07")
@pytest.mark.rule("CHR-15")
def test_q_07_a_kept_witch_returning_to_the_hand_wastes_the_hook():
    """The hook first keeps the Witch; she, the only one with a night ability, then goes to the hand all the same."""
    out = scene(ship={0: [15]}, loot={0: [HOOK]}).anchor(
        [order_anchor(0, HOOK, of=2), hook(0, keep=True, of=2), hook_card(0, 15, of=1)]
    )
    assert (out.hand[0], out.ship[0], out.graveyard[0], out.gained[0]) == ([15], [], [], 0)
    # the other way round there is nobody left to keep: 2
    out = scene(ship={0: [15]}, loot={0: [HOOK]}).anchor([order_anchor(0, 15, of=2), hook(0, keep=False, of=1)])
    assert (out.hand[0], out.ship[0], out.gained[0]) == ([15], [], 2)


@pytest.mark.rule("DSK-2")
@pytest.mark.parametrize("kind", [CHEST, HOOK, MAP, AMULET, RELIC])
def test_dsk_2_the_other_kinds_do_nothing_at_dusk(kind):
    out = scene(today=[kind]).play([32, 10, None], [take_dusk(0, kind, of=1)])
    assert (out.gained, out.moved, out.graveyard) == ([0] * 3, [0] * 3, [[], [], []])
