"""The anchor: ANC-1 to ANC-4, Q-09, Q-13, END-1 and the anchor abilities of the characters. Tiles are in test_loot.

``gained`` is what the dial went up by less the doubloons that were there (20 each unless a scene says otherwise).
"""

from itertools import permutations

import pytest
from scenes import hook, hook_card, order_anchor, scene

from kernels.codes import Event, Loot

CHEST, HOOK, MAP, SABER, AMULET, BARREL, RELIC = Loot

ANCHOR_CARDS = [7, 8, 10, 11, 15, 32, 33, 34, 35, 36, 38]
"""The characters with an anchor ability by the rules' table of characters."""


@pytest.mark.rule("ANC-1")
def test_anc_1_every_seat_runs_the_abilities_of_its_ship_and_its_loot():
    """Seat 0: Carpenter 10, chest 5; seat 1: amulet 3; seat 2 nothing. Seats in order, in the trace."""
    out = scene(ship={0: [11]}, loot={0: [CHEST], 1: [AMULET]}).anchor()
    assert out.gained == [15, 3, 0]
    assert [row.seat for row in out.told(Event.BANKED)] == [0, 1, 2]


@pytest.mark.rule("ANC-1")
def test_anc_1_in_the_owners_order():
    """Items: two cards, chests and relics: asked three times, each item once; 11 gives 10, 33 6, the chest 5, relics -6."""
    out = scene(ship={0: [11, 33]}, loot={0: [CHEST, RELIC, RELIC]}, asks_everything=True).anchor(
        [order_anchor(0, RELIC, of=4), order_anchor(0, 33, of=3), order_anchor(0, CHEST, of=2)]
    )
    assert [(row.a, row.b) for row in out.told(Event.ANCHOR_ITEM)] == [(47, -6), (33, 6), (41, 5), (11, 10)]
    assert out.gained[0] == 15


@pytest.mark.rule("ANC-1")
def test_anc_1_the_list_holds_no_saber_and_with_an_explorer_no_maps():
    """The Explorer's item counts the maps himself: two and one more make 12."""
    out = scene(ship={0: [10]}, loot={0: [SABER, MAP, MAP]}, asks_everything=True).anchor()
    assert [(row.a, row.b) for row in out.told(Event.ANCHOR_ITEM)] == [(10, 12)]


@pytest.mark.rule("ANC-1")
@pytest.mark.rule("LC-hook")
def test_anc_1_each_hook_is_an_item():
    """Two hooks and a chest: three items, then two, then one."""
    out = scene(loot={0: [HOOK, HOOK, CHEST]}, asks_everything=True).anchor(
        [
            order_anchor(0, HOOK, of=3),
            hook(0, keep=False, of=1),
            order_anchor(0, CHEST, of=2),
            hook(0, keep=False, of=1),
        ]
    )
    assert out.gained[0] == 2 + 5 + 2


@pytest.mark.rule("ANC-1")
def test_anc_1_two_hooks_alone_are_two_items():
    out = scene(loot={0: [HOOK, HOOK]}, asks_everything=True).anchor(
        [order_anchor(0, HOOK, of=2), hook(0, keep=False, of=1), hook(0, keep=False, of=1)]
    )
    assert out.gained[0] == 4


@pytest.mark.rule("ANC-1")
@pytest.mark.rule("CHR-15")
def test_anc_1_the_list_is_drawn_up_once():
    """The Witch goes home first and is not back; the First Mate, listed, still scores: himself only."""
    out = scene(ship={0: [15, 38]}).anchor([order_anchor(0, 15, of=2)])
    assert [row.a for row in out.told(Event.ANCHOR_ITEM)] == [15, 38]


@pytest.mark.rule("ANC-2")
@pytest.mark.parametrize("order", list(permutations([RELIC, CHEST, 36])))
def test_anc_2_order_cannot_dodge_a_loss(order):
    """4 doubloons, two relics -6, a chest +5, Quartermaster -6: max(0, 4 - 6 + 5 - 6) = 0, in every order; 30 on the dial stay."""
    answers = [order_anchor(0, order[0], of=3), order_anchor(0, order[1], of=2)]
    out = scene(ship={0: [36]}, loot={0: [RELIC, RELIC, CHEST]}, doubloons={0: 4}, dial={0: 30}, asks_everything=True)
    assert out.anchor(answers).dial[0] == 30


@pytest.mark.rule("ANC-2")
@pytest.mark.parametrize("order", list(permutations([RELIC, CHEST, 11])))
def test_anc_2_losses_are_paid_from_later_gains(order):
    """0 doubloons, eight relics -24, four chests +20, Carpenter +10: 6, also with the relics first."""
    answers = [order_anchor(0, order[0], of=3), order_anchor(0, order[1], of=2)]
    out = scene(ship={0: [11]}, loot={0: [RELIC] * 8 + [CHEST] * 4}, doubloons=0, asks_everything=True).anchor(answers)
    assert out.dial[0] == 6


@pytest.mark.rule("ANC-2")
def test_anc_2_without_asking_the_sum_is_the_same():
    assert scene(ship={0: [11]}, loot={0: [RELIC] * 8 + [CHEST] * 4}, doubloons=0).anchor().dial[0] == 6
    assert scene(ship={0: [36]}, doubloons={0: 5}, dial=3).anchor().dial[0] == 3


@pytest.mark.rule("ANC-3")
def test_anc_3_the_doubloons_are_added_to_the_dial_and_put_back():
    out = scene(doubloons={0: 7, 1: 0, 2: 12}, dial={0: 20, 1: 5, 2: 0}).anchor()
    assert (out.dial, out.doubloons) == ([27, 5, 12], [0, 0, 0])


@pytest.mark.rule("ANC-4")
def test_anc_4_loot_to_the_bag_ships_to_the_graveyards_hands_stay():
    out = scene(hand={0: [4, 10]}, ship={0: [3, 26], 1: [5]}, graveyard={2: [1]}, loot={0: [CHEST, MAP], 2: [RELIC]}).anchor()
    assert (out.loot, out.to_bag) == ([[], [], []], [CHEST, MAP, RELIC])
    assert (out.hand[0], out.ship, out.graveyard[:2]) == ([4, 10], [[], [], []], [[3, 26], [5]])
    assert out.graveyard[2] == [1]


@pytest.mark.rule("CHR-07")
@pytest.mark.rule("CHR-11")
@pytest.mark.rule("CHR-33")
@pytest.mark.rule("CHR-36")
@pytest.mark.parametrize(("card", "gained"), [(7, 6), (11, 10), (33, 6), (36, -6)])
def test_characters_with_a_fixed_amount(card, gained):
    assert scene(ship={1: [card]}).anchor().gained == [0, gained, 0]


@pytest.mark.rule("CHR-08")
@pytest.mark.parametrize("barrels", [0, 1, 3])
def test_chr_08_barkeep_gains_one_per_barrel_on_top_of_the_barrels_own(barrels):
    assert scene(ship={0: [8]}, loot={0: [BARREL] * barrels, 1: [BARREL]}).anchor().gained[0] == 2 * barrels


@pytest.mark.rule("CHR-10")
@pytest.mark.parametrize(("maps", "worth"), [(0, 0), (1, 7), (2, 12), (3, 14), (4, 19), (5, 24), (9, 38), (10, 43)])
def test_chr_10_explorer_counts_one_map_more_if_there_is_one(maps, worth):
    """The table of LC-map, one further; nothing without a map."""
    assert scene(ship={0: [10]}, loot={0: [MAP] * maps}).anchor().gained == [worth, 0, 0]


@pytest.mark.rule("CHR-15")
def test_chr_15_witch_goes_home_if_she_is_the_only_one_with_a_night_ability():
    out = scene(ship={0: [15, 33]}).anchor()
    assert (out.hand[0], out.graveyard[0]) == ([15], [33])


@pytest.mark.rule("CHR-15")
@pytest.mark.parametrize("other", [8, 16, 20, 22, 24, 28, 37])
def test_chr_15_witch_stays_with_any_other_character_with_a_night_ability(other):
    """Characters of other ships do not count."""
    out = scene(ship={0: [15, other], 1: [15]}).anchor()
    assert (out.hand[0], out.graveyard[0], out.hand[1]) == ([], [15, other] if other > 15 else [other, 15], [15])


@pytest.mark.rule("CHR-15")
def test_chr_15_witch_in_hand_can_be_played_in_the_next_voyage():
    out = scene(day=3, ship={0: [15]}).anchor()
    out = out.position.next_voyage([35])
    assert out.hand[0] == [15, 35]


@pytest.mark.rule("CHR-32")
def test_chr_32_treasurer_gains_one_per_barrel_amulet_and_chest():
    """2 barrels, 1 amulet, 1 chest: 4; the tokens' own: 2 + 3 + 5; hook 2, relic -3, saber and map 0."""
    loot = [BARREL, BARREL, AMULET, CHEST, HOOK, RELIC, SABER, MAP]
    out = scene(loot={0: loot, 1: [CHEST]}, ship={0: [32]}).anchor([hook(0, keep=False, of=2)])
    assert out.gained[0] == 4 + 2 + 3 + 5 + 2 - 3


@pytest.mark.rule("CHR-34")
@pytest.mark.rule("Q-13")
def test_chr_34_aristocrat_gains_five_alone_and_loses_three_each_otherwise():
    assert scene(ship={1: [34]}).anchor().gained == [0, 5, 0]
    assert scene(4, ship={0: [34], 2: [34], 3: [34]}).anchor().gained == [-3, 0, -3, -3]
    # in hand or graveyard he does not count
    assert scene(ship={0: [34]}, graveyard={1: [34]}, hand={2: [34]}).anchor().gained == [5, 0, 0]


@pytest.mark.rule("CHR-34")
@pytest.mark.rule("Q-07")
def test_chr_34_a_kept_aristocrat_counts():
    """Kept by a hook in voyage 1, he meets seat 1's, held back until voyage 2: 3 lost each."""
    out = scene(day=3, hand={1: [34]}, ship={0: [34]}, loot={0: [HOOK]}).anchor(
        [hook(0, keep=True, of=2), hook_card(0, 34, of=1)]
    )
    assert out.gained == [5, 0, 0]
    position = out.position
    position.next_voyage([35])
    position.play([35, 34, 35])
    assert position.anchor().gained == [-3, -3, 0]


@pytest.mark.rule("CHR-35")
@pytest.mark.parametrize(("kinds", "gained"), list(enumerate([0, 0, 1, 3, 5, 10, 10, 10])))
def test_chr_35_collector_gains_by_the_number_of_different_kinds(kinds, gained):
    """Kinds from the relic on (two of each): relics -6, barrels 2, amulets 6, sabers 0, maps 7, hooks 4, chests 10."""
    own = [-6, 2, 6, 0, 7, 4, 10]
    held = [kind for kind in list(Loot)[::-1][:kinds] for _ in range(2)]
    hooks = [hook(0, keep=False, of=2)] * held.count(HOOK)
    out = scene(ship={0: [35]}, loot={0: held}).anchor(hooks)
    assert out.gained[0] == gained + sum(own[:kinds])


@pytest.mark.rule("CHR-38")
def test_chr_38_first_mate_gains_one_per_ship_character_himself_included():
    assert scene(ship={0: [3, 26, 38], 1: [3]}).anchor().gained == [3, 0, 0]


@pytest.mark.rule("Q-09")
@pytest.mark.rule("CHR-38")
@pytest.mark.parametrize(("first", "gained"), [(15, 2), (38, 3)])
def test_q_09_a_witch_gone_home_before_is_not_counted(first, gained):
    """Ship of Witch, Cook and First Mate: three, or two once she is home."""
    out = scene(ship={0: [15, 26, 38]}).anchor([order_anchor(0, first, of=2)])
    assert (out.gained[0], out.hand[0]) == (gained, [15])


@pytest.mark.rule("Q-09")
@pytest.mark.rule("CHR-38")
def test_q_09_kept_characters_are_counted():
    """Hook and First Mate in either order: three characters."""
    out = scene(ship={0: [3, 26, 38]}, loot={0: [HOOK]}, asks_everything=True).anchor(
        [order_anchor(0, HOOK, of=2), hook(0, keep=True, of=2), hook_card(0, 3, of=3)]
    )
    assert out.gained[0] == 3


@pytest.mark.rule("ANC-1")
@pytest.mark.parametrize("card", [rank for rank in range(1, 41) if rank not in ANCHOR_CARDS])
def test_anc_1_characters_without_an_anchor_ability_are_no_items(card):
    out = scene(ship={0: [card]}).anchor()
    assert (out.gained, out.told(Event.ANCHOR_ITEM), out.graveyard[0]) == ([0] * 3, [], [card])


@pytest.mark.rule("END-1")
@pytest.mark.parametrize(
    ("dial", "track", "winner"),
    [
        ({0: 30, 1: 40, 2: 35}, [0, 1, 2, None, None, None], 1),
        ({0: 40, 1: 40, 2: 35}, [0, 1, 2, None, None, None], 1),
        ({0: 40, 1: 40, 2: 35}, [1, 0, 2, None, None, None], 0),
        ({0: 40, 1: 40, 2: 40}, [1, 2, 0, None, None, None], 0),
        ({0: 0, 1: 0, 2: 0}, [2, 0, None, None, None, 1], 1),
        ({0: 41, 1: 40, 2: 40}, [0, None, None, None, 1, 2], 0),  # reputation only on a tie
    ],
)
def test_end_1_the_highest_dial_wins_ties_go_to_reputation(dial, track, winner):
    out = scene(voyage=2, day=5, doubloons=0, dial=dial, track=track).anchor()
    (wins,) = out.told(Event.WINS)
    assert (wins.seat, wins.a, int(out.new["log_leader"][0][2])) == (winner, dial[winner], winner)


@pytest.mark.rule("END-1")
def test_end_1_the_last_anchor_counts_and_the_dial_has_no_cap():
    """Seat 1 passes seat 0 with four chests: 98 + 20 = 118 against 99."""
    out = scene(voyage=2, day=5, doubloons=0, dial={0: 99, 1: 98}, loot={1: [CHEST] * 4}).anchor()
    assert (out.dial[:2], out.told(Event.WINS)[0].seat) == ([99, 118], 1)


@pytest.mark.rule("END-1")
@pytest.mark.parametrize("voyage", [0, 1])
def test_end_1_nobody_wins_before_the_third_voyage_is_over(voyage):
    """The leader is noted all the same."""
    out = scene(voyage=voyage, doubloons=0, dial={1: 5}).anchor()
    assert (out.told(Event.WINS), int(out.new["log_leader"][0][voyage])) == ([], 1)
