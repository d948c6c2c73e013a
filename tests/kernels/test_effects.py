"""The vocabulary of the tiles (Q-14, Q-15), each effect at each time at which it may happen, on tiles made for it.

Numbers that RULINGS.md settles where the rules are silent are marked with its number. Conventions as in test_stormy.
"""

import numpy as np
import pytest
from scenes import (
    cash,
    discard_adjacent,
    discard_any,
    hook,
    hook_card,
    order_anchor,
    order_dusk,
    order_night,
    saber,
    scene,
    steal,
    take_cook,
    take_dusk,
)

from kernels._jit import entry
from kernels.catalog import AUTOMA, STORMY, Tile, TileEffect
from kernels.codes import ITEM_LOOT, MOST_EFFECTS, Effect, Event, Loot, When
from kernels.loot import worth
from kernels.rule_record import rules_record

CHEST, HOOK, MAP, SABER, AMULET, BARREL, RELIC = Loot
DUSK, NIGHT, ANCHOR = When
TABLE = (1, 5, 9)


def made(kind, *effects, before_map=False):
    """A tile by (when, effect, amount or keywords)."""
    rows = [
        TileEffect(when, do, **(rest[0] if rest and isinstance(rest[0], dict) else {"amount": rest[0]} if rest else {}))
        for when, do, *rest in effects
    ]
    return Tile(kind, "made", tuple(rows), "user", before_map)


def take(*tiles, kind=CHEST, answers=(), card=35, others=(None, None), players=3, **arguments):
    """Seat 0's Collector takes a token of this kind at dusk."""
    position = scene(players, today=[kind], tiles=tiles, **arguments)
    return position.play([card, *others], [take_dusk(0, kind, of=1), *answers])


def items(out):
    return [row.a if row.a < ITEM_LOOT else Loot(row.a - int(ITEM_LOOT)) for row in out.told(Event.ANCHOR_ITEM)]


BRING = {
    # two chests and two sabers held (at dusk: one chest just taken), two ship characters, space 1 of 0 to 5:
    # each chest, or the chest just taken, brings 3 for what it counts; tables pay once for the two chests
    "gain": (Effect.GAIN, {"amount": 3}, 3, 6),
    "lose": (Effect.GAIN, {"amount": -3}, -3, -6),
    "per token": (Effect.GAIN_PER_TOKEN, {"amount": 3}, 3 * 4, 2 * 3 * 4),
    "per token lost": (Effect.GAIN_PER_TOKEN, {"amount": -1}, -4, -2 * 4),
    "per token of a kind": (Effect.GAIN_PER_TOKEN, {"amount": 3, "of": SABER}, 3 * 2, 2 * 3 * 2),
    "per token of its kind": (Effect.GAIN_PER_TOKEN, {"amount": 3, "of": CHEST}, 3 * 2, 2 * 3 * 2),
    "per token of a kind not held": (Effect.GAIN_PER_TOKEN, {"amount": 3, "of": MAP}, 0, 0),
    "by count": (Effect.GAIN_BY_COUNT, {"table": TABLE}, 5, 5),
    "by count, a loss": (Effect.GAIN_BY_COUNT, {"table": (4, -7)}, -7, -7),
    "by count beyond the end of the table": (Effect.GAIN_BY_COUNT, {"table": (4,)}, 4, 4),
    "best split": (Effect.GAIN_BY_BEST_SPLIT, {"sets": ((2, 7), (3, 12))}, 7, 7),
    "best split into singles": (Effect.GAIN_BY_BEST_SPLIT, {"sets": ((1, 4), (2, 7))}, 8, 8),
    "per ship character": (Effect.GAIN_PER_SHIP_CHARACTER, {"amount": 3}, 3 * 2, 2 * 3 * 2),
    "to the right": (Effect.GAIN_PER_SPACE_TO_THE_RIGHT, {"amount": 3}, 3 * 4, 2 * 3 * 4),
    "to the left": (Effect.GAIN_PER_SPACE_TO_THE_LEFT, {"amount": 3}, 3 * 1, 2 * 3 * 1),
}
"""Effects that bring doubloons: what at dusk, and what at night and at the anchor."""
ROUND = {"ship": {0: [12, 30]}, "doubloons": 40}


@pytest.mark.rule("Q-14")
@pytest.mark.parametrize("name", BRING)
def test_what_effects_bring_at_dusk(name):
    """For the one token just taken; a count table by the number now held, that one included (ruling 5)."""
    do, numbers, brings, _ = BRING[name]
    out = take(made(CHEST, (DUSK, do, numbers)), loot={0: [CHEST, SABER, SABER]}, **ROUND)
    assert (out.gained, out.moved) == ([brings, 0, 0], [0] * 3)


@pytest.mark.rule("Q-14")
@pytest.mark.parametrize("name", BRING)
def test_what_effects_bring_at_night(name):
    """For all tokens of the kind together."""
    do, numbers, _, brings = BRING[name]
    out = scene(tiles=[made(CHEST, (NIGHT, do, numbers))], loot={0: [CHEST, CHEST, SABER, SABER]}, **ROUND).night()
    assert out.gained == [brings, 0, 0]
    assert out.position.anchor().gained == [0] * 3


@pytest.mark.rule("Q-14")
@pytest.mark.parametrize("name", BRING)
def test_what_effects_bring_at_the_anchor(name):
    do, numbers, _, brings = BRING[name]
    out = scene(tiles=[made(CHEST, (ANCHOR, do, numbers))], loot={0: [CHEST, CHEST, SABER, SABER]}, **ROUND)
    assert out.anchor().gained == [brings, 0, 0]


@pytest.mark.rule("COI-1")
@pytest.mark.rule("ANC-2")
def test_losses_end_at_zero_at_dusk_and_night_and_only_the_sum_at_the_anchor():
    loss = {"amount": -9}
    assert take(made(CHEST, (DUSK, Effect.GAIN, loss)), doubloons={0: 4}).doubloons[0] == 0
    position = {"loot": {0: [CHEST, AMULET]}, "doubloons": {0: 4}, "dial": {0: 30}}
    out = scene(tiles=[made(CHEST, (NIGHT, Effect.GAIN, loss))], **position).night()
    assert (out.doubloons[0], out.dial[0]) == (0, 30)
    # 4 - 9 + 3 of the amulet: 0
    assert scene(tiles=[made(CHEST, (ANCHOR, Effect.GAIN, loss))], **position).anchor().dial[0] == 30
    # 8 - 9 + 3: 2
    position["doubloons"] = {0: 8}
    assert scene(tiles=[made(CHEST, (ANCHOR, Effect.GAIN, loss))], **position).anchor().dial[0] == 32


@pytest.mark.rule("Q-14")
@pytest.mark.parametrize("when", [NIGHT, ANCHOR])
@pytest.mark.parametrize("do", [Effect.GAIN_BY_COUNT, Effect.GAIN_BY_BEST_SPLIT, Effect.GAIN])
def test_an_effect_of_a_kind_not_held_brings_nothing(do, when):
    numbers = {"table": TABLE, "sets": ((1, 3),), "amount": 2}
    key = {Effect.GAIN_BY_COUNT: "table", Effect.GAIN_BY_BEST_SPLIT: "sets", Effect.GAIN: "amount"}[do]
    position = scene(tiles=[made(CHEST, (when, do, {key: numbers[key]}))], loot={0: [SABER], 1: [CHEST]})
    out = position.night() if when == NIGHT else position.anchor()
    assert (out.gained[0], out.gained[1] > 0) == (0, True)


@pytest.mark.rule("REP-2")
@pytest.mark.parametrize(("amount", "moved", "gained"), [(2, 2, 0), (5, 4, 1), (-1, -1, 0), (-3, -1, -2), (0, 0, 0)])
def test_reputation_at_dusk(amount, moved, gained):
    """From space 1, per token taken; steps beyond an end are doubloons."""
    out = take(made(CHEST, (DUSK, Effect.REPUTATION, amount)), loot={0: [CHEST]})
    assert (out.moved[0], out.gained[0]) == (moved, gained)


@pytest.mark.rule("REP-2")
@pytest.mark.parametrize("when", [NIGHT, ANCHOR])
@pytest.mark.parametrize(("amount", "moved", "gained"), [(1, 2, 0), (3, 4, 2), (-1, -1, -1)])
def test_reputation_at_night_and_at_the_anchor(amount, moved, gained, when):
    """From space 1, for two tokens; at the anchor steps beyond an end go into the sum (ruling 15)."""
    position = scene(tiles=[made(CHEST, (when, Effect.REPUTATION, amount))], loot={0: [CHEST, CHEST]})
    out = position.night() if when == NIGHT else position.anchor()
    assert (out.moved[0], out.gained[0]) == (moved, gained)


@pytest.mark.rule("ANC-2")
def test_reputation_lost_beyond_the_end_at_the_anchor_is_paid_from_later_gains():
    """From space 0 without doubloons: -2, and a calm amulet's 3: 1 in either order, which is asked."""
    position = {"loot": {0: [CHEST, AMULET]}, "doubloons": 0, "track": [0, 1, 2, None, None, None]}
    for first in (CHEST, AMULET):
        out = scene(tiles=[made(CHEST, (ANCHOR, Effect.REPUTATION, -2))], **position).anchor([order_anchor(0, first, of=2)])
        assert out.dial[0] == 1


@pytest.mark.rule("Q-13")
@pytest.mark.parametrize("when", [NIGHT, ANCHOR])
def test_reputation_moves_others_before_their_turn(when):
    """Seat 0 from space 1 to 2, so seat 1 slides to 1: four spaces to its right, not three (ruling 16)."""
    tiles = [made(CHEST, (when, Effect.REPUTATION, 1)), made(RELIC, (when, Effect.GAIN_PER_SPACE_TO_THE_RIGHT, 1))]
    position = scene(tiles=tiles, loot={0: [CHEST], 1: [RELIC]})
    out = position.night() if when == NIGHT else position.anchor()
    assert (out.gained, out.space) == ([0, 4, 0], [2, 1, 3])


@pytest.mark.rule("NGT-1")
@pytest.mark.rule("ANC-1")
@pytest.mark.parametrize("when", [NIGHT, ANCHOR])
@pytest.mark.parametrize(("first", "gained"), [(RELIC, 1), (CHEST, 3)])
def test_the_order_with_a_tile_that_moves_reputation_is_asked(first, gained, when):
    """Spaces to the left: 1 before the chest's two steps, 3 after them."""
    tiles = [made(CHEST, (when, Effect.REPUTATION, 2)), made(RELIC, (when, Effect.GAIN_PER_SPACE_TO_THE_LEFT, 1))]
    position = scene(tiles=tiles, loot={0: [CHEST, RELIC]})
    if when == NIGHT:
        out = position.night([order_night(0, first, of=2)])
    else:
        out = position.anchor([order_anchor(0, first, of=2)])
    assert out.gained[0] == gained


@pytest.mark.rule("NGT-1")
@pytest.mark.parametrize(("first", "gained"), [(16, 2 + 1), (CHEST, 2 + 2)])
def test_the_order_with_a_mutineer_and_a_tile_that_counts_the_ship_is_asked(first, gained):
    """The Mutineer discards the Officer: one ship character left to be counted, or two."""
    position = scene(tiles=[made(CHEST, (NIGHT, Effect.GAIN_PER_SHIP_CHARACTER, 1))], loot={0: [CHEST]}, ship={0: [12, 16]})
    assert position.night([order_night(0, first, of=2)]).gained[0] == gained


@pytest.mark.rule("NGT-1")
@pytest.mark.parametrize(("first", "gained"), [(37, 1), (CHEST, 2)])
def test_the_order_with_a_clashing_nymph_and_a_tile_that_counts_the_ship_is_asked(first, gained):
    position = scene(
        tiles=[made(CHEST, (NIGHT, Effect.GAIN_PER_SHIP_CHARACTER, 1))], loot={0: [CHEST]}, ship={0: [12, 37], 1: [37]}
    )
    assert position.night([order_night(0, first, of=2)]).gained[0] == gained


@pytest.mark.rule("CHR-15")
@pytest.mark.parametrize(("first", "gained"), [(15, 1), (CHEST, 2)])
def test_the_order_with_a_witch_going_home_and_a_tile_that_counts_the_ship_is_asked(first, gained):
    position = scene(tiles=[made(CHEST, (ANCHOR, Effect.GAIN_PER_SHIP_CHARACTER, 1))], loot={0: [CHEST]}, ship={0: [12, 15]})
    assert position.anchor([order_anchor(0, first, of=2)]).gained[0] == gained


@pytest.mark.rule("Q-14")
@pytest.mark.parametrize(("amounts", "left"), [((3, -5), 0), ((-5, 3), 3)])
def test_effects_at_dusk_run_in_the_tiles_order(amounts, left):
    tile = made(CHEST, *((DUSK, Effect.GAIN, amount) for amount in amounts))
    assert take(tile, doubloons=0).doubloons[0] == left


@pytest.mark.rule("Q-14")
def test_effects_at_night_run_one_by_one_for_all_tokens_of_the_kind():
    """3 doubloons, two tokens of "lose 2, gain 1": 0 after the losses of 4, then 2 (ruling 2); token by token it would be 1."""
    tile = made(CHEST, (NIGHT, Effect.GAIN, -2), (NIGHT, Effect.GAIN, 1))
    assert scene(tiles=[tile], loot={0: [CHEST, CHEST]}, doubloons={0: 3}).night().doubloons[0] == 2


@pytest.mark.rule("Q-14")
@pytest.mark.parametrize(("first", "left"), [(8, 1), (CHEST, 2)])
def test_the_order_with_a_tile_of_several_night_effects_is_asked(first, left):
    """From 0, "gain 1, lose 2, gain 1" and the Barkeep's 1: he first: 1, 2, 0, 1; the tile first: 1, 0, 1, then 2."""
    tile = made(CHEST, (NIGHT, Effect.GAIN, 1), (NIGHT, Effect.GAIN, -2), (NIGHT, Effect.GAIN, 1))
    out = scene(tiles=[tile], loot={0: [CHEST]}, ship={0: [8]}, doubloons=0).night([order_night(0, first, of=2)])
    assert out.doubloons[0] == left


@pytest.mark.rule("Q-14")
def test_effects_at_the_anchor_run_in_the_tiles_order():
    """To space 3 first, then 1 for each of two spaces to the right; or 4 spaces first."""
    moves, gains = (ANCHOR, Effect.REPUTATION, 2), (ANCHOR, Effect.GAIN_PER_SPACE_TO_THE_RIGHT, 1)
    assert scene(tiles=[made(CHEST, moves, gains)], loot={0: [CHEST]}).anchor().gained[0] == 2
    assert scene(tiles=[made(CHEST, gains, moves)], loot={0: [CHEST]}).anchor().gained[0] == 4


def test_one_tile_may_act_at_all_three_times_and_as_often_as_is_possible():
    """1, 2 and 4 doubloons, each as often as a tile may: at dusk, the night after, and the anchor."""
    tile = made(CHEST, *((when, Effect.GAIN, 1 << when) for when in When for _ in range(MOST_EFFECTS)))
    out = take(tile)
    assert out.gained[0] == (1 + 2) * MOST_EFFECTS
    assert out.position.anchor().gained[0] == 4 * MOST_EFFECTS


def test_a_tile_without_effects_does_nothing():
    out = take(made(CHEST), answers=())
    assert out.gained == [0] * 3
    out = out.position.anchor()
    assert (out.gained, items(out), out.to_bag) == ([0] * 3, [35], [CHEST])


@pytest.mark.rule("CHR-10")
@pytest.mark.rule("Q-15")
@pytest.mark.parametrize(
    ("do", "numbers", "brings"),
    [
        (Effect.GAIN_BY_COUNT, {"table": TABLE}, 9),  # two and one (ruling 6)
        (Effect.GAIN_BY_BEST_SPLIT, {"sets": ((3, 10),)}, 10),
        (Effect.GAIN, {"amount": 3}, 6),
        (Effect.GAIN_PER_TOKEN, {"amount": 3}, 12),
    ],
)
def test_the_explorer_adds_to_count_tables_of_the_map_only(do, numbers, brings):
    """Two maps. Where he adds, his item is the map's; else the maps are an item of their own (ruling 7)."""
    out = scene(tiles=[made(MAP, (ANCHOR, do, numbers))], ship={0: [10]}, loot={0: [MAP, MAP]}, asks_everything=True)
    within = do in (Effect.GAIN_BY_COUNT, Effect.GAIN_BY_BEST_SPLIT)
    out = out.anchor([] if within else [order_anchor(0, 10, of=2)])
    assert (out.gained[0], items(out)) == (brings, [10] if within else [10, MAP])


@pytest.mark.rule("CHR-10")
@pytest.mark.rule("Q-15")
def test_the_explorer_adds_to_no_other_kind_and_only_at_the_anchor():
    out = scene(tiles=[made(CHEST, (ANCHOR, Effect.GAIN_BY_COUNT, {"table": TABLE}))], ship={0: [10]}, loot={0: [CHEST, MAP]})
    assert out.anchor().gained[0] == 1 + 7  # one map and one are a set of two
    out = scene(tiles=[made(MAP, (NIGHT, Effect.GAIN_BY_COUNT, {"table": TABLE}))], ship={0: [10]}, loot={0: [MAP, MAP]})
    assert out.night().gained[0] == 5


@pytest.mark.rule("Q-14")
def test_keep_or_gain_on_another_kind_is_an_item_for_each_token():
    """Two chests, 4 each or a character; a further effect runs in each item: 1 and 1 (ruling 3)."""
    tile = made(CHEST, (ANCHOR, Effect.KEEP_OR_GAIN, 4), (ANCHOR, Effect.GAIN, 1))
    out = scene(tiles=[tile], ship={0: [12]}, loot={0: [CHEST, CHEST]}, asks_everything=True).anchor(
        [order_anchor(0, CHEST, of=2), hook(0, keep=True, of=2), hook_card(0, 12, of=1), hook(0, keep=False, of=1)]
    )
    assert (out.gained[0], out.ship[0], items(out)) == (4 + 1 + 1, [12], [CHEST, CHEST])


@pytest.mark.rule("Q-14")
def test_the_order_of_two_kinds_that_keep_is_asked_and_counts_each_token():
    """A chest (4) and two hooks (2) and one character: which of them keeps it is a choice; here the chest."""
    tiles = [made(CHEST, (ANCHOR, Effect.KEEP_OR_GAIN, 4))]
    out = scene(tiles=tiles, ship={0: [12]}, loot={0: [CHEST, HOOK, HOOK]}).anchor(
        [
            order_anchor(0, CHEST, of=3),
            hook(0, keep=True, of=2),
            hook_card(0, 12, of=1),
            order_anchor(0, HOOK, of=2),
            hook(0, keep=False, of=1),
            hook(0, keep=False, of=1),
        ]
    )
    assert (out.gained[0], out.ship[0]) == (4, [12])


@pytest.mark.rule("Q-14")
@pytest.mark.rule("Q-11")
def test_cash_or_keep_on_another_kind_each_kind_for_itself():
    """Chests kept, maps cashed for 3 (ruling 11)."""
    tiles = [STORMY[MAP], made(CHEST, (ANCHOR, Effect.CASH_ALL_OR_KEEP_ALL, {"table": TABLE}))]
    position = {"tiles": tiles, "loot": {0: [CHEST, CHEST, MAP, MAP]}}
    out = scene(**position).anchor([order_anchor(0, CHEST, of=2), cash(0, keep=True, of=2), cash(0, keep=False, of=2)])
    assert (out.gained[0], out.loot[0], out.to_bag) == (3, [CHEST, CHEST], [MAP, MAP])
    out = scene(**position).anchor([order_anchor(0, MAP, of=2), cash(0, keep=True, of=2), cash(0, keep=True, of=2)])
    assert (out.gained[0], out.loot[0]) == (0, [CHEST, CHEST, MAP, MAP])
    out = scene(**position, voyage=2).anchor([order_anchor(0, MAP, of=2), cash(0, keep=False, of=1), cash(0, keep=False, of=1)])
    assert (out.gained[0], out.loot[0]) == (3 + 5, [])


@pytest.mark.rule("Q-14")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_cashed_tokens_are_gone_for_the_tiles_later_effects(order):
    """Cash (5 for two) and "1 per token held" for each of two chests: before 2 x 2, afterwards nothing is held."""
    effects = [(ANCHOR, Effect.CASH_ALL_OR_KEEP_ALL, {"table": TABLE}), (ANCHOR, Effect.GAIN_PER_TOKEN, 1)]
    tile = made(CHEST, *(effects[place] for place in order))
    out = scene(tiles=[tile], loot={0: [CHEST, CHEST]}).anchor([cash(0, keep=False, of=2)])
    assert out.gained[0] == 5 + (4 if order == (1, 0) else 0)


@pytest.mark.rule("Q-14")
def test_a_later_count_table_finds_no_cashed_tokens():
    effects = [(ANCHOR, Effect.CASH_ALL_OR_KEEP_ALL, {"table": TABLE}), (ANCHOR, Effect.GAIN_BY_COUNT, {"table": TABLE})]
    position = {"tiles": [made(CHEST, *effects)], "loot": {0: [CHEST, CHEST]}}
    assert scene(**position).anchor([cash(0, keep=False, of=2)]).gained[0] == 5
    assert scene(**position).anchor([cash(0, keep=True, of=2)]).gained[0] == 5


@pytest.mark.rule("Q-14")
def test_discard_own_character_then_further_effects():
    """On a barrel: the Collector goes, and the reputation comes all the same."""
    out = take(made(BARREL, (DUSK, Effect.DISCARD_OWN_CHARACTER), (DUSK, Effect.REPUTATION, 1)), kind=BARREL)
    assert (out.graveyard[0], out.ship[0], out.moved[0], out.loot[0]) == ([35], [], 1, [BARREL])


@pytest.mark.rule("Q-14")
@pytest.mark.rule("Q-03")
def test_a_discarding_token_that_is_no_hook_does_not_block_the_cook():
    """Cook first: his second token, then he goes. The token first: he is gone, and so is his item (ruling 13)."""
    tile = made(BARREL, (DUSK, Effect.DISCARD_OWN_CHARACTER))
    for first, answers, loot in ((26, [take_cook(0, MAP, of=1)], [MAP, BARREL]), (BARREL, [], [BARREL])):
        out = scene(tiles=[tile], today=[BARREL, MAP]).play(
            [26, None, None], [take_dusk(0, BARREL, of=2), order_dusk(0, first, of=2), *answers]
        )
        assert (out.loot[0], out.graveyard[0], out.ship[0]) == (loot, [26], [])


@pytest.mark.rule("Q-14")
def test_discard_others_island_character_on_another_kind():
    answers = [saber(0, 1, 10, of=1)]
    out = take(made(CHEST, (DUSK, Effect.DISCARD_OTHERS_ISLAND_CHARACTER)), answers=answers, others=(10, None))
    assert out.graveyard[1] == [10]
    assert take(made(CHEST, (DUSK, Effect.DISCARD_OTHERS_ISLAND_CHARACTER))).graveyard == [[], [], []]


@pytest.mark.rule("Q-14")
@pytest.mark.rule("Q-08")
def test_discard_adjacent_ship_character_twice():
    """Two such effects on one tile: two questions, the second with one card fewer; seat 2 is not adjacent."""
    tile = made(CHEST, *[(DUSK, Effect.DISCARD_ADJACENT_SHIP_CHARACTER)] * 2)
    answers = [discard_adjacent(0, 3, 12, of=3), discard_adjacent(0, 1, 4, of=2)]
    out = take(tile, players=4, others=(None,) * 3, ship={1: [3, 4], 2: [30], 3: [12]}, answers=answers)
    assert out.graveyard == [[], [4], [], [12]]


@pytest.mark.rule("Q-14")
@pytest.mark.rule("Q-15")
@pytest.mark.parametrize(("target", "card"), [(1, 3), (1, 4), (2, 30), (3, 12)])
def test_discard_any_ship_character_but_the_own(target, card):
    """All other seats' ships, seat 2's too (ruling 17)."""
    tile = made(CHEST, (DUSK, Effect.DISCARD_ANY_SHIP_CHARACTER))
    answers = [discard_any(0, target, card, of=4)]
    out = take(tile, players=4, others=(None,) * 3, ship={0: [32], 1: [3, 4], 2: [30], 3: [12]}, answers=answers)
    assert out.graveyard[target] == [card]


@pytest.mark.rule("Q-14")
def test_discard_any_ship_character_of_the_last_seat():
    """Seats before and after: the options count seat 0's and seat 1's cards."""
    tile = made(CHEST, (DUSK, Effect.DISCARD_ANY_SHIP_CHARACTER))
    out = scene(tiles=[tile], today=[CHEST], ship={0: [3], 1: [4], 2: [30]}).play(
        [None, None, 35], [take_dusk(2, CHEST, of=1), discard_any(2, 1, 4, of=2)]
    )
    assert out.graveyard == [[], [4], []]


@pytest.mark.rule("Q-14")
def test_discard_any_ship_character_without_a_target_does_nothing():
    assert take(made(CHEST, (DUSK, Effect.DISCARD_ANY_SHIP_CHARACTER)), ship={0: [3]}).ship[0] == [3, 35]


@pytest.mark.rule("LA-saber")
@pytest.mark.parametrize(("amount", "gained"), [(5, 5), (0, 0), (-2, -2)])
def test_discard_opponents_lowest_or_gain_on_another_kind(amount, gained):
    tile = made(CHEST, (DUSK, Effect.DISCARD_OPPONENTS_LOWEST_OR_GAIN, amount))
    assert take(tile, players=2, others=(None,)).gained == [gained, 0]
    out = take(tile, players=2, others=(None,), ship={1: [40, 39]})
    assert (out.gained, out.ship[1]) == ([0, 0], [40])


@pytest.mark.rule("Q-14")
@pytest.mark.rule("DSK-2")
def test_steal_adjacent_token_without_its_dusk_ability():
    """A calm barrel of seat 3, or one of seat 1's: no reputation moves; seat 2 is not adjacent."""
    tile = made(CHEST, (DUSK, Effect.STEAL_ADJACENT_TOKEN))
    loot = {1: [MAP, BARREL], 2: [RELIC], 3: [BARREL]}
    for target, kind in ((3, BARREL), (1, MAP), (1, BARREL)):
        out = take(tile, players=4, others=(None,) * 3, loot=loot, answers=[steal(0, target, kind, of=3)])
        assert (out.loot[0], out.moved) == (sorted([CHEST, kind]), [0] * 4)
        assert sorted(out.loot[target] + [kind]) == loot[target]


@pytest.mark.rule("Q-08")
@pytest.mark.rule("NGT-1")
def test_steal_with_two_players_and_the_stolen_token_acts_at_night():
    """A stormy amulet: 1 for its new owner tonight (ruling 18)."""
    tiles = [made(CHEST, (DUSK, Effect.STEAL_ADJACENT_TOKEN)), STORMY[AMULET]]
    out = take(*tiles, players=2, others=(None,), loot={1: [AMULET]}, answers=[steal(0, 1, AMULET, of=1)])
    assert (out.loot, out.gained) == ([[CHEST, AMULET], []], [1, 0])


@pytest.mark.rule("Q-14")
def test_steal_without_a_token_to_take_does_nothing():
    out = take(made(CHEST, (DUSK, Effect.STEAL_ADJACENT_TOKEN)), players=4, others=(None,) * 3, loot={2: [MAP]})
    assert out.loot == [[CHEST], [], [MAP], []]


@pytest.mark.rule("LS-chest")
def test_before_map_on_any_kind():
    """Amulets before the map as well as the stormy chest, in the owner's order; then the maps, asked for by nobody."""
    tiles = [*STORMY, made(AMULET, (ANCHOR, Effect.GAIN, 1), before_map=True)]
    out = scene(tiles=tiles, loot={0: [CHEST, AMULET, MAP]}, asks_everything=True).anchor(
        [order_anchor(0, AMULET, of=2), cash(0, keep=False, of=2)]
    )
    assert (items(out), out.gained[0]) == ([AMULET, CHEST, MAP], 1 + 3 + 1)


@pytest.mark.rule("LS-chest")
def test_before_map_on_the_map_itself_says_nothing():
    """Ruling 9."""
    tiles = [made(MAP, (ANCHOR, Effect.CASH_ALL_OR_KEEP_ALL, {"table": TABLE}), before_map=True)]
    for order in ([MAP, CHEST], [CHEST, MAP]):
        out = scene(tiles=tiles, loot={0: [CHEST, MAP]}, asks_everything=True).anchor(
            [order_anchor(0, order[0], of=2), cash(0, keep=False, of=2)]
        )
        assert items(out) == order


@pytest.mark.rule("LS-chest")
def test_before_map_without_an_effect_at_the_anchor_is_no_item_to_wait_for():
    tiles = [STORMY[MAP], made(CHEST, (NIGHT, Effect.GAIN, 1), before_map=True)]
    out = scene(tiles=tiles, loot={0: [CHEST, MAP]}).anchor([cash(0, keep=False, of=2)])
    assert items(out) == [MAP]


@pytest.mark.rule("LS-chest")
@pytest.mark.rule("Q-14")
def test_before_map_and_maps_that_are_single_items():
    """Two maps of "keep or 1": neither is open before the chest; then either."""
    tiles = [STORMY[CHEST], made(MAP, (ANCHOR, Effect.KEEP_OR_GAIN, 1))]
    out = scene(tiles=tiles, loot={0: [CHEST, MAP, MAP]}, asks_everything=True).anchor(
        [order_anchor(0, MAP, of=2), hook(0, keep=False, of=1), hook(0, keep=False, of=1)]
    )
    assert (items(out), out.gained[0]) == ([CHEST, MAP, MAP], 3 + 1 + 1)


@pytest.mark.rule("LS-chest")
@pytest.mark.rule("Q-14")
def test_before_map_of_single_items():
    """Two chests of "keep or 4", both before the map."""
    tiles = [made(CHEST, (ANCHOR, Effect.KEEP_OR_GAIN, 4), before_map=True)]
    out = scene(tiles=tiles, loot={0: [CHEST, CHEST, MAP, MAP]}, asks_everything=True).anchor(
        [order_anchor(0, CHEST, of=2), hook(0, keep=False, of=1), hook(0, keep=False, of=1)]
    )
    assert (items(out), out.gained[0]) == ([CHEST, CHEST, MAP], 4 + 4 + 7)


def test_amounts_of_effects_follow_the_rule_set():
    """Keys of amounts in tiles, with the standard value and another one; a minus sign before the key is a loss."""
    tile = Tile(
        CHEST,
        "made",
        (
            TileEffect(ANCHOR, Effect.GAIN, "beggar.payment"),
            TileEffect(ANCHOR, Effect.GAIN, "-relic.loss"),
            TileEffect(ANCHOR, Effect.GAIN_BY_COUNT, table="merchant.gain"),
            TileEffect(ANCHOR, Effect.GAIN_BY_BEST_SPLIT, sets=((2, "map.pair"),)),
        ),
        "user",
    )
    position = {"tiles": [tile], "loot": {0: [CHEST, CHEST]}}
    assert scene(**position).anchor().gained[0] == 2 * 2 - 2 * 3 + 4 + 7
    rules = {"beggar.payment": 5, "relic.loss": 1, "merchant.gain": (0, 8, 0), "map.pair": 1}
    assert scene(**position, rules=rules).anchor().gained[0] == 2 * 5 - 2 * 1 + 8 + 1


def test_the_calm_tiles_in_plain_numbers_play_the_same():
    """Five maps, two chests, a relic, an amulet, barrels, hooks: as the amounts of LC-* say."""
    numbers = [
        made(CHEST, (ANCHOR, Effect.GAIN, 5)),
        made(HOOK, (ANCHOR, Effect.KEEP_OR_GAIN, 2)),
        made(MAP, (ANCHOR, Effect.GAIN_BY_BEST_SPLIT, {"sets": ((2, 7), (3, 12))})),
        made(SABER, (DUSK, Effect.DISCARD_OTHERS_ISLAND_CHARACTER)),
        made(AMULET, (ANCHOR, Effect.GAIN, 3)),
        made(BARREL, (DUSK, Effect.REPUTATION, 1), (ANCHOR, Effect.GAIN, 1)),
        made(RELIC, (ANCHOR, Effect.GAIN, -3)),
    ]
    standard, written = rules_record(), rules_record(None, (tuple(numbers),))
    for name in standard.dtype.names:
        if name != "face_rule":
            assert (standard[name] == written[name]).all(), name


def test_the_automa_tiles_leave_the_other_kinds_calm():
    out = scene(tiles=AUTOMA, loot={0: [CHEST, MAP, MAP, RELIC]}).anchor()
    assert out.gained[0] == 5 + 7 - 3


@entry
def worth_of(games, rules, when, at, kind):
    """``worth`` has no entry point of its own."""
    return worth(games[0], rules[0], when, at, 0, kind, 1, 0)


@pytest.mark.parametrize(
    ("when", "do"), [(NIGHT, Effect.REPUTATION), (ANCHOR, Effect.KEEP_OR_GAIN), (DUSK, Effect.STEAL_ADJACENT_TOKEN)]
)
def test_the_worth_of_an_effect_that_brings_no_doubloons_of_its_own_is_0(when, do):
    position = scene(tiles=[made(CHEST, (when, do, 5))], loot={0: [CHEST]}).lay()
    assert worth_of(position.games, position.rules, np.int64(when), np.int64(0), np.int64(CHEST)) == 0


@pytest.mark.rule("LS-map")
def test_what_is_cashed_once_is_not_asked_for_again():
    """A tile that cashes twice, which sim refuses: the second time nothing is held."""
    tile = made(CHEST, *[(ANCHOR, Effect.CASH_ALL_OR_KEEP_ALL, {"table": TABLE})] * 2)
    out = scene(tiles=[tile], loot={0: [CHEST, CHEST]}).anchor([cash(0, keep=False, of=2)])
    assert (out.gained[0], out.loot[0]) == (5, [])
