"""The tiles that are not calm: LS-*, LA-*, Q-11, and Q-03, Q-08, Q-14 for them. Everybody has 20 doubloons unless a scene says otherwise."""

import pytest
from scenes import (
    apprentice_copy,
    cash,
    discard_adjacent,
    hook,
    hook_card,
    merchant,
    order_anchor,
    order_dusk,
    order_night,
    scene,
    stowaway_draw,
    take_cook,
    take_dusk,
    take_smuggler,
    thief,
)

from kernels.catalog import AUTOMA, STORMY, Tile
from kernels.codes import ITEM_LOOT, Event, Loot, Phase

CHEST, HOOK, MAP, SABER, AMULET, BARREL, RELIC = Loot
CASH = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66]
"""LS-map: 1 to 10 maps, and 11 with the Explorer."""


def anchor_items(out):
    """Items in time: ranks, or kinds of loot; and what each brought."""
    return [(row.a if row.a < ITEM_LOOT else Loot(row.a - int(ITEM_LOOT)), row.b) for row in out.told(Event.ANCHOR_ITEM)]


@pytest.mark.rule("LS-chest")
@pytest.mark.parametrize("chests", range(5))
@pytest.mark.parametrize("others", [[], [SABER], [RELIC, AMULET, HOOK]])
def test_ls_chest_one_per_token_held_this_chest_included(chests, others):
    """Each chest counts all chests and the others, which bring nothing themselves; other seats' tokens do not count."""
    out = scene(loot={0: [CHEST] * chests + others, 1: [SABER] * 2}, tiles=STORMY).anchor()
    assert out.gained == [chests * (chests + len(others)), 0, 0]


@pytest.mark.rule("LS-chest")
@pytest.mark.parametrize("asks_everything", [False, True])
def test_ls_chest_before_the_map(asks_everything):
    """A chest and two maps: the chest still counts three tokens, 3; only then are the maps cashed for 3. No order is asked."""
    out = scene(loot={0: [CHEST, MAP, MAP]}, tiles=STORMY, asks_everything=asks_everything).anchor([cash(0, keep=False, of=2)])
    assert anchor_items(out) == [(CHEST, 3), (MAP, 3)]
    assert out.gained[0] == 6


@pytest.mark.rule("LS-chest")
def test_ls_chest_before_a_calm_map_too():
    """All chests resolve before the map item, whatever side the map shows: two maps bring 7."""
    out = scene(loot={0: [CHEST, MAP, MAP]}, tiles=[STORMY[CHEST]], asks_everything=True).anchor()
    assert anchor_items(out) == [(CHEST, 3), (MAP, 7)]


@pytest.mark.rule("LS-chest")
def test_ls_chest_a_calm_chest_may_come_after_the_map():
    out = scene(loot={0: [CHEST, MAP, MAP]}, tiles=[STORMY[MAP]], asks_everything=True).anchor(
        [order_anchor(0, MAP, of=2), cash(0, keep=False, of=2)]
    )
    assert anchor_items(out) == [(MAP, 3), (CHEST, 5)]


@pytest.mark.rule("LS-chest")
@pytest.mark.rule("Q-14")
def test_ls_chest_all_else_in_the_owners_order():
    """The Gambler (6) may come before the chest, between chest and map, or last; the map is no option before the chest is done."""
    position = {"ship": {0: [33]}, "loot": {0: [CHEST, MAP, MAP]}, "tiles": STORMY, "asks_everything": True}
    cashed = cash(0, keep=False, of=2)
    out = scene(**position).anchor([order_anchor(0, 33, of=2), cashed])
    assert anchor_items(out) == [(33, 6), (CHEST, 3), (MAP, 3)]
    out = scene(**position).anchor([order_anchor(0, CHEST, of=2), order_anchor(0, 33, of=2), cashed])
    assert anchor_items(out) == [(CHEST, 3), (33, 6), (MAP, 3)]
    out = scene(**position).anchor([order_anchor(0, CHEST, of=2), order_anchor(0, MAP, of=2), cashed])
    assert anchor_items(out) == [(CHEST, 3), (MAP, 3), (33, 6)]


@pytest.mark.rule("LS-chest")
@pytest.mark.rule("CHR-10")
def test_ls_chest_before_the_explorer_who_counts_the_maps():
    """Three tokens, 3; then two maps and one more, 6. Without a map the Explorer waits for nothing."""
    out = scene(ship={0: [10]}, loot={0: [CHEST, MAP, MAP]}, tiles=STORMY).anchor([cash(0, keep=False, of=2)])
    assert anchor_items(out) == [(CHEST, 3), (10, 6)]
    out = scene(ship={0: [10]}, loot={0: [CHEST]}, tiles=STORMY, asks_everything=True).anchor([order_anchor(0, 10, of=2)])
    assert anchor_items(out) == [(10, 0), (CHEST, 1)]


@pytest.mark.rule("LS-hook")
@pytest.mark.rule("Q-14")
def test_ls_hook_discards_the_character_that_took_it_and_gains_four():
    """The token stays; it does nothing at the anchor and is no item there."""
    out = scene(today=[HOOK], tiles=STORMY).play([32, None, None], [take_dusk(0, HOOK, of=1)])
    assert (out.gained[0], out.graveyard[0], out.ship[0], out.loot[0]) == (4, [32], [], [HOOK])
    out = out.position.anchor()
    assert (out.gained, anchor_items(out)) == ([0] * 3, [])


@pytest.mark.rule("LS-hook")
@pytest.mark.rule("CHR-13")
def test_ls_hook_a_smuggler_discarded_so_does_not_go_to_the_ship():
    """Nor does he take part in dusk: the chest is left for seat 1."""
    out = scene(today=[HOOK, CHEST], tiles=STORMY).play(
        [13, 35, None], [take_smuggler(0, HOOK, of=2), take_dusk(1, CHEST, of=1)]
    )
    assert (out.gained[0], out.graveyard[0], out.ship[0], out.loot[0]) == (4, [13], [], [HOOK])


@pytest.mark.rule("LS-hook")
@pytest.mark.rule("CHR-26")
def test_ls_hook_as_the_cooks_second_token_discards_the_cook():
    """Chest first (no effect at dusk, so no order), then the hook: he does not sail."""
    out = scene(today=[CHEST, HOOK], tiles=STORMY).play([26, None, None], [take_dusk(0, CHEST, of=2), take_cook(0, HOOK, of=1)])
    assert (out.gained[0], out.graveyard[0], out.ship[0], out.loot[0]) == (4, [26], [], [CHEST, HOOK])


@pytest.mark.rule("LS-hook")
@pytest.mark.rule("DSK-1")
@pytest.mark.parametrize("first", [26, BARREL])
def test_ls_hook_the_first_tokens_ability_runs_though_the_cook_is_gone(first):
    """Barrel first, hook second: the barrel's reputation is lost in either order."""
    out = scene(today=[BARREL, HOOK], tiles=STORMY).play(
        [26, None, None], [take_dusk(0, BARREL, of=2), order_dusk(0, first, of=2), take_cook(0, HOOK, of=1)]
    )
    assert (out.gained[0], out.moved[0], out.graveyard[0]) == (4, -1, [26])


@pytest.mark.rule("Q-03")
@pytest.mark.rule("LS-hook")
@pytest.mark.parametrize("blocked_by", [0, 1])
def test_q_03_a_discarding_hook_blocks_the_cook_under_either_switch(blocked_by):
    """It is no item of the order either: the map goes to the bag."""
    out = scene(today=[HOOK, MAP], tiles=STORMY, rules={"cook.blocked_by": blocked_by}).play(
        [26, None, None], [take_dusk(0, HOOK, of=2)]
    )
    assert (out.loot[0], out.graveyard[0], out.to_bag, out.gained[0]) == ([HOOK], [26], [MAP], 4)


@pytest.mark.rule("LS-hook")
@pytest.mark.rule("CHR-28")
@pytest.mark.parametrize(("first", "moved"), [(28, 2), (HOOK, 0)])
def test_ls_hook_and_the_armorer_in_the_owners_order(first, moved):
    """The hook first: he is gone before his two reputation."""
    out = scene(today=[HOOK], tiles=STORMY).play([28, None, None], [take_dusk(0, HOOK, of=1), order_dusk(0, first, of=2)])
    assert (out.gained[0], out.moved[0], out.graveyard[0]) == (4, moved, [28])


@pytest.mark.rule("LS-hook")
@pytest.mark.rule("Q-04")
def test_ls_hook_of_a_copied_smuggler_discards_the_smuggler_in_the_ship():
    """The Apprentice stays on the island, takes his own token at dusk and sails."""
    out = scene(ship={0: [13]}, today=[HOOK, CHEST], tiles=STORMY).play(
        [2, None, None], [apprentice_copy(0, 13, of=1), take_smuggler(0, HOOK, of=2), take_dusk(0, CHEST, of=1)]
    )
    assert (out.gained[0], out.graveyard[0], out.ship[0], out.loot[0]) == (4, [13], [2], [CHEST, HOOK])


@pytest.mark.rule("LS-hook")
@pytest.mark.rule("CHR-09")
def test_ls_hook_from_the_bag_discards_the_stowaway_once():
    """His own discard then finds him gone; copied, it is the Stowaway in the ship."""
    out = scene(bag=[HOOK], tiles=STORMY).play([9, None, None], [stowaway_draw(0, HOOK, of=1)])
    assert (out.gained[0], out.graveyard[0], out.ship[0], len(out.told(Event.CARD_DISCARDED))) == (4, [9], [], 1)
    out = scene(ship={0: [9]}, bag=[HOOK], tiles=STORMY).play(
        [2, None, None], [apprentice_copy(0, 9, of=1), stowaway_draw(0, HOOK, of=1)]
    )
    assert (out.gained[0], out.graveyard[0], out.ship[0], len(out.told(Event.CARD_DISCARDED))) == (4, [9], [2], 1)


@pytest.mark.rule("LS-hook")
def test_ls_hook_already_gone_only_the_gain():
    """A barrel with the hook's effects, then a hook as the Cook's second token, which runs first: 4 and 4, one discard."""
    tiles = [*STORMY, Tile(BARREL, "made", STORMY[HOOK].effects, "user")]
    out = scene(today=[BARREL, HOOK], tiles=tiles).play(
        [26, None, None], [take_dusk(0, BARREL, of=2), order_dusk(0, 26, of=2), take_cook(0, HOOK, of=1)]
    )
    assert (out.gained[0], out.graveyard[0], len(out.told(Event.CARD_DISCARDED))) == (8, [26], 1)


@pytest.mark.rule("LS-hook")
@pytest.mark.rule("DSK-2")
def test_ls_hook_stolen_does_nothing():
    out = scene(track=[None, None, None, 0, 1, 2], loot={1: [HOOK]}, tiles=STORMY).play(
        [23, None, None], [thief(0, 1, HOOK, of=1)]
    )
    assert (out.gained[0], out.graveyard[0], out.ship[0]) == (0, [], [23])


@pytest.mark.rule("LS-map")
@pytest.mark.parametrize("number", range(1, 11))
def test_ls_map_cashed_pay_by_how_many_and_go_to_the_bag(number):
    out = scene(loot={0: [MAP] * number}, tiles=STORMY).anchor([cash(0, keep=False, of=2)])
    assert (out.gained, out.loot[0], out.to_bag) == ([CASH[number], 0, 0], [], [MAP] * number)


@pytest.mark.rule("LS-map")
@pytest.mark.rule("Q-11")
@pytest.mark.parametrize("number", [1, 4, 10])
def test_ls_map_kept_pay_nothing_and_stay_while_other_loot_goes(number):
    out = scene(loot={0: [MAP] * number + [SABER]}, tiles=STORMY).anchor([cash(0, keep=True, of=2)])
    assert (out.gained[0], out.loot[0], out.to_bag) == (0, [MAP] * number, [SABER])


@pytest.mark.rule("LS-map")
def test_ls_map_each_seat_for_itself_and_no_question_without_a_map():
    out = scene(loot={0: [MAP] * 2, 2: [MAP] * 3}, tiles=STORMY).anchor([cash(0, keep=False, of=2), cash(2, keep=True, of=2)])
    assert (out.gained, out.loot) == ([3, 0, 0], [[], [], [MAP] * 3])
    assert scene(loot={0: [SABER]}, tiles=STORMY).anchor().gained == [0] * 3


@pytest.mark.rule("LS-map")
@pytest.mark.parametrize(("voyage", "options"), [(0, 2), (1, 2), (2, 1)])
def test_ls_map_after_the_third_voyage_always_cash(voyage, options):
    out = scene(voyage=voyage, loot={0: [MAP] * 2}, tiles=STORMY).anchor([cash(0, keep=False, of=options)])
    assert (out.gained[0], out.loot[0]) == (3, [])


@pytest.mark.rule("LS-map")
@pytest.mark.rule("CHR-10")
@pytest.mark.parametrize("number", [1, 2, 10])
def test_ls_map_the_explorer_adds_one_to_the_count(number):
    """Without a map he has nothing to add to, and nothing is asked; kept maps are kept under him too."""
    out = scene(ship={0: [10]}, loot={0: [MAP] * number}, tiles=STORMY).anchor([cash(0, keep=False, of=2)])
    assert out.gained[0] == CASH[number + 1]
    out = scene(ship={0: [10]}, loot={0: [MAP] * number}, tiles=STORMY).anchor([cash(0, keep=True, of=2)])
    assert (out.gained[0], out.loot[0]) == (0, [MAP] * number)
    assert scene(ship={0: [10]}, tiles=STORMY).anchor().gained[0] == 0


@pytest.mark.rule("LS-map")
@pytest.mark.parametrize(("first", "collected"), [(35, 1), (MAP, 0)])
def test_ls_map_cashed_maps_go_to_the_bag_at_once(first, collected):
    """The Collector after them finds one kind only, the saber. The order is asked: it matters."""
    out = scene(ship={0: [35]}, loot={0: [MAP, SABER]}, tiles=STORMY).anchor(
        [order_anchor(0, first, of=2), cash(0, keep=False, of=2)]
    )
    assert out.gained[0] == 1 + collected


@pytest.mark.rule("Q-11")
def test_q_11_kept_maps_are_loot_in_the_next_voyage_and_may_be_cashed_or_kept_again():
    """Three kept maps, counted by the Quartermaster (3), kept again with a fourth, and cashed after the third voyage for 10."""
    out = scene(day=3, loot={0: [MAP] * 3}, tiles=STORMY).anchor([cash(0, keep=True, of=2)])
    out = out.position.next_voyage([36], rows=[[MAP]])
    assert out.loot[0] == [MAP] * 3
    out = out.position.play([36, 36, 36], [take_dusk(2, MAP, of=1)])
    assert (out.gained, out.loot[0]) == ([3, 0, 0], [MAP] * 3)
    out = out.position.anchor([cash(0, keep=True, of=2), cash(2, keep=False, of=2)])
    # the Quartermasters' 6 lost; seat 2 cashes one map
    assert (out.gained, out.loot, out.to_bag) == ([-6, -6, -5], [[MAP] * 3, [], []], [MAP])
    out = out.position.next_voyage([33])
    out = out.position.anchor([cash(0, keep=False, of=1)])
    assert (out.gained, out.loot[0], out.to_bag) == ([6, 0, 0], [], [MAP] * 3)


@pytest.mark.rule("LS-map")
def test_ls_map_the_collectors_order_matters():
    """A chest and a map are two kinds, 1 for the Collector: counted before the map is cashed, or after, when one kind is left."""
    for first, brings in ((35, 1), (MAP, 0)):
        out = scene(ship={0: [35]}, loot={0: [CHEST, MAP]}, tiles=[STORMY[MAP]]).anchor(
            [order_anchor(0, first, of=3), *([] if first == 35 else [cash(0, keep=False, of=2)]),
             order_anchor(0, MAP if first == 35 else 35, of=2), *([cash(0, keep=False, of=2)] if first == 35 else [])]
        )  # fmt: skip
        assert out.gained[0] == 5 + 1 + brings


@pytest.mark.rule("Q-11")
def test_q_11_kept_maps_can_be_stolen_and_sold():
    out = scene(day=3, loot={0: [MAP] * 3}, tiles=STORMY).anchor([cash(0, keep=True, of=2)])
    out = out.position.next_voyage([23, 30])
    # both Thieves come before the Merchant; seat 2's token lies right of seat 1's. The bought-out Merchant sells the last map for 1
    out = out.position.play([30, 23, 23], [thief(1, 0, MAP, of=3), thief(2, 0, MAP, of=3), merchant(0, MAP, 1, of=1)])
    assert out.loot == [[], [MAP], [MAP]]


@pytest.mark.rule("LS-saber")
@pytest.mark.rule("Q-08")
@pytest.mark.rule("Q-14")
def test_ls_saber_reaches_the_ships_of_the_neighbours_only():
    """Four seats: those of 3 and 1, not the own nor that of 2 opposite; each card is a target."""
    position = {"ship": {0: [33], 1: [35, 3], 2: [38], 3: [34]}, "today": [SABER], "tiles": STORMY}
    for target, card in ((3, 34), (1, 3), (1, 35)):
        out = scene(4, **position).play(
            [32, None, None, None], [take_dusk(0, SABER, of=1), discard_adjacent(0, target, card, of=3)]
        )
        expected = [[], [], [], []]
        expected[target] = [card]
        assert out.graveyard == expected


@pytest.mark.rule("LS-saber")
@pytest.mark.rule("Q-08")
def test_ls_saber_with_two_players_the_opponent_once():
    out = scene(2, ship={1: [3, 35]}, today=[SABER], tiles=STORMY).play(
        [32, None], [take_dusk(0, SABER, of=1), discard_adjacent(0, 1, 35, of=2)]
    )
    assert (out.graveyard[1], out.ship[1]) == ([35], [3])


@pytest.mark.rule("LS-saber")
def test_ls_saber_without_a_target_does_nothing_but_is_an_item():
    """Cards on the island and in the own ship are safe; with the Armorer the order is asked all the same."""
    out = scene(ship={0: [33]}, today=[SABER], tiles=STORMY).play([10, 5, None], [take_dusk(0, SABER, of=1)])
    assert (out.graveyard, out.ship) == ([[], [], []], [[10, 33], [5], []])
    out = scene(today=[SABER], tiles=STORMY).play([28, None, None], [take_dusk(0, SABER, of=1), order_dusk(0, 28, of=2)])
    assert (out.moved[0], out.ship[0]) == (2, [28])


@pytest.mark.rule("LS-saber")
def test_ls_saber_hits_a_character_that_sailed_this_dusk():
    out = scene(today=[SABER, CHEST], tiles=STORMY).play(
        [10, 32, None], [take_dusk(1, CHEST, of=2), take_dusk(0, SABER, of=1), discard_adjacent(0, 1, 32, of=1)]
    )
    assert (out.ship, out.graveyard) == ([[10], [], []], [[], [32], []])


@pytest.mark.rule("LS-amulet")
@pytest.mark.parametrize("number", range(7))
def test_ls_amulet_one_each_night_and_nothing_at_the_anchor(number):
    out = scene(loot={0: [AMULET] * number}, tiles=STORMY).night()
    assert out.gained == [number, 0, 0]
    assert out.position.anchor().gained == [0] * 3


@pytest.mark.rule("LS-amulet")
@pytest.mark.rule("NGT-1")
def test_ls_amulet_todays_takes_part():
    assert scene(today=[AMULET], tiles=STORMY).play([32, None, None], [take_dusk(0, AMULET, of=1)]).gained == [1, 0, 0]


@pytest.mark.rule("LS-relic")
@pytest.mark.rule("COI-1")
@pytest.mark.parametrize(("relics", "has", "left"), [(1, 5, 4), (3, 5, 2), (3, 3, 0), (3, 2, 0), (8, 0, 0)])
def test_ls_relic_one_lost_each_night_down_to_zero(relics, has, left):
    out = scene(loot={0: [RELIC] * relics}, doubloons={0: has}, dial={0: 30}, tiles=STORMY).night()
    assert (out.doubloons[0], out.dial[0]) == (left, 30)
    assert out.position.anchor().dial[0] == 30 + left


@pytest.mark.rule("LS-relic")
@pytest.mark.rule("LS-amulet")
@pytest.mark.rule("Q-14")
@pytest.mark.parametrize(("order", "left"), [((RELIC, AMULET), 3), ((8, RELIC), 2), ((8, AMULET), 2)])
def test_q_14_night_items_by_kind_in_the_owners_order(order, left):
    """No doubloon, a Barkeep (1), one relic (-1), two amulets (2), a chest, which is no item.

    Relic first costs nothing: 3. Barkeep, relic: 1, 0, then 2. Barkeep, amulets, relic: 1, 3, 2.
    """
    out = scene(ship={0: [8]}, loot={0: [RELIC, AMULET, AMULET, CHEST]}, doubloons=0, tiles=STORMY).night(
        [order_night(0, order[0], of=3), order_night(0, order[1], of=2)]
    )
    assert out.doubloons[0] == left


@pytest.mark.rule("Q-14")
def test_q_14_the_order_of_night_items_is_asked_only_if_it_can_matter():
    """With one doubloon a relic is paid in any order; asked for everything, each kind is one item."""
    position = {"ship": {0: [8]}, "loot": {0: [RELIC, AMULET, AMULET]}, "doubloons": 1, "tiles": STORMY}
    assert scene(**position).night().doubloons[0] == 1 + 1 + 2 - 1
    out = scene(**position, asks_everything=True).night([order_night(0, AMULET, of=3), order_night(0, RELIC, of=2)])
    assert out.doubloons[0] == 3


@pytest.mark.rule("LS-relic")
@pytest.mark.rule("CHR-24")
@pytest.mark.parametrize(("first", "left"), [(RELIC, 3), (24, 2)])
def test_ls_relic_and_topman_in_the_owners_order(first, left):
    """From 0: relic (nothing to lose) and Topman 4 - 1 = 3; or 3, then less 1."""
    out = scene(ship={0: [24]}, loot={0: [RELIC]}, doubloons=0, tiles=STORMY).night([order_night(0, first, of=2)])
    assert out.doubloons[0] == left


@pytest.mark.rule("LS-barrel")
@pytest.mark.parametrize("space", range(6))
@pytest.mark.parametrize("number", [1, 2, 8])
def test_ls_barrel_one_per_space_to_the_right_at_the_anchor(space, number):
    track = [1, 2, None, None, None]
    track.insert(space, 0)
    out = scene(track=track, loot={0: [BARREL] * number}, tiles=STORMY).anchor()
    assert out.gained == [number * (5 - space), 0, 0]


@pytest.mark.rule("LS-barrel")
@pytest.mark.rule("REP-2")
@pytest.mark.parametrize(("space", "has", "moved", "gained"), [(5, 9, -1, 0), (1, 9, -1, 0), (0, 9, 0, -1), (0, 0, 0, 0)])
def test_ls_barrel_costs_a_reputation_at_dusk(space, has, moved, gained):
    """At the left end a doubloon instead, if there is one."""
    track = [1, 2, None, None, None]
    track.insert(space, 0)
    out = scene(track=track, doubloons={0: has}, today=[BARREL], tiles=STORMY).play(
        [32, None, None], [take_dusk(0, BARREL, of=1)]
    )
    assert (out.moved[0], out.gained[0]) == (moved, gained)


@pytest.mark.rule("Q-14")
@pytest.mark.parametrize("kind", [CHEST, MAP, AMULET, RELIC])
def test_q_14_stormy_kinds_without_an_effect_at_dusk_are_no_item_there(kind):
    """Taken by a Cook, whose second token is then asked at once."""
    out = scene(today=[kind, SABER], tiles=STORMY).play([26, None, None], [take_dusk(0, kind, of=2), take_cook(0, SABER, of=1)])
    assert out.acted(Phase.DUSK) == [(0, 26)]


@pytest.mark.rule("Q-14")
def test_q_14_stormy_kinds_without_an_effect_at_the_anchor_are_no_item_there():
    out = scene(ship={0: [33]}, loot={0: [HOOK, SABER, AMULET, RELIC]}, tiles=STORMY, asks_everything=True).anchor()
    assert anchor_items(out) == [(33, 6)]


def test_an_anchor_item_cites_the_tile_that_is_shown():
    out = scene(loot={0: [BARREL]}, tiles=STORMY).anchor()
    assert [row.rule for row in out.told(Event.ANCHOR_ITEM)] == ["LS-barrel"]


def test_effects_cite_the_tile_that_is_shown():
    """The saber's discard, the barrel's reputation, the amulet's doubloon."""
    out = scene(today=[BARREL], loot={0: [AMULET]}, tiles=STORMY).play([32, None, None], [take_dusk(0, BARREL, of=1)])
    assert [row.rule for row in out.told(Event.REPUTATION)] == ["LS-barrel"]
    assert [row.rule for row in out.told(Event.GAIN)] == ["LS-amulet"]
    out = scene(2, ship={1: [3]}, today=[SABER], tiles=AUTOMA).play([32, None], [take_dusk(0, SABER, of=1)])
    assert [row.rule for row in out.told(Event.CARD_DISCARDED)] == ["LA-saber"]


@pytest.mark.rule("LA-hook")
def test_la_hook_keeps_a_character_or_brings_four():
    out = scene(ship={0: [3]}, loot={0: [HOOK, HOOK]}, tiles=AUTOMA).anchor(
        [hook(0, keep=True, of=2), hook_card(0, 3, of=1), hook(0, keep=False, of=1)]
    )
    assert (out.gained[0], out.ship[0]) == (4, [3])
    assert scene(loot={0: [HOOK]}, tiles=AUTOMA).anchor([hook(0, keep=False, of=1)]).gained[0] == 4


@pytest.mark.rule("LA-hook")
@pytest.mark.rule("Q-03")
@pytest.mark.parametrize(("blocked_by", "loot"), [(0, [HOOK]), (1, [HOOK, MAP])])
def test_la_hook_does_not_discard_its_taker(blocked_by, loot):
    """So with discarding_hook the Cook takes his second token, with any_hook he does not."""
    answers = [take_dusk(0, HOOK, of=2), *([take_cook(0, MAP, of=1)] if blocked_by else [])]
    out = scene(today=[HOOK, MAP], tiles=AUTOMA, rules={"cook.blocked_by": blocked_by}).play([26, None, None], answers)
    assert (out.loot[0], out.ship[0]) == (loot, [26])


@pytest.mark.rule("LA-saber")
@pytest.mark.parametrize(("ship", "gained", "left"), [([35, 3, 12], 0, [12, 35]), ([7], 0, []), ([], 3, [])])
def test_la_saber_discards_the_opponents_lowest_or_gains_three(ship, gained, left):
    """Nothing is asked; the own ship is safe."""
    out = scene(2, ship={0: [1], 1: ship}, today=[SABER], tiles=AUTOMA).play([32, None], [take_dusk(0, SABER, of=1)])
    assert (out.gained[0], out.ship) == (gained, [[1, 32], left])
    assert out.graveyard[1] == ([min(ship)] if ship else [])


@pytest.mark.rule("LA-saber")
def test_la_saber_of_the_other_seat():
    out = scene(2, ship={0: [4, 12]}, today=[SABER], tiles=AUTOMA).play([None, 32], [take_dusk(1, SABER, of=1)])
    assert (out.ship[0], out.graveyard[0], out.gained) == ([12], [4], [0, 0])


@pytest.mark.rule("LA-amulet")
@pytest.mark.parametrize("number", [1, 6])
def test_la_amulet_three_each_at_the_anchor_and_nothing_at_night(number):
    out = scene(loot={0: [AMULET] * number}, tiles=AUTOMA).night()
    assert out.gained[0] == 0
    assert out.position.anchor().gained == [3 * number, 0, 0]


@pytest.mark.rule("LA-barrel")
def test_la_barrel_a_reputation_at_dusk_and_one_each_at_the_anchor():
    out = scene(loot={0: [BARREL] * 2}, today=[BARREL], tiles=AUTOMA).play([35, None, None], [take_dusk(0, BARREL, of=1)])
    assert (out.moved[0], out.gained[0]) == (1, 0)
    assert out.position.anchor().gained[0] == 3
