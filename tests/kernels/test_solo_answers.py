"""The Automa's orders and other choices: SOL-7, SOL-10, Q-20, through scenes; ``automa.answer`` itself for every kind of question."""

import numpy as np
import pytest
from called import called
from scenes import (
    apprentice_copy,
    back,
    brawler,
    cash,
    discard_adjacent,
    discard_any,
    gunner,
    hook,
    innkeeper_return,
    merchant,
    necromancer_relic,
    necromancer_return,
    order_anchor,
    order_dusk,
    order_night,
    order_night_end,
    preacher_keep,
    recruiter,
    saber,
    scene,
    scout_play,
    steal,
    stowaway_draw,
    surgeon,
    take_cook,
    take_dusk,
    take_smuggler,
    thief,
    witch_copy,
)

from kernels.automa import answer
from kernels.catalog import CALM, STORMY, Tile, TileEffect
from kernels.codes import AUTOMA, HUMAN, ITEM_LOOT, Choice, Effect, Loot, When
from kernels.masks import mask_of
from kernels.state import SOLO_GAME
from kernels.tokens import packed

answer = called(answer)

CHEST, HOOK, MAP, SABER, AMULET, BARREL, RELIC = Loot


def made(kind, *effects, **others):
    """A tile of a user, put in play in place of the kind's own."""
    return Tile(kind, "made", tuple(TileEffect(*effect) for effect in effects), "user", **others)


def play(turned, automa, answers=(), **others):
    """A day without a card of the human's, the Pilferer turning one; hers is the only one in her hand, or the lowest."""
    hand = {1: [automa, *others.pop("hand", ())]}
    position = scene(solo=True, deck=[turned, 31], hand=hand, rules=back(31, "L1"), **others)
    return position.play([None], answers)


def night(**others):
    """A night without a day, every order asked."""
    return scene(solo=True, asks_everything=True, **others).night()


def anchor(day=3, **others):
    """An anchor, every order asked."""
    return scene(solo=True, asks_everything=True, day=day, **others).anchor()


# SOL-7


@pytest.mark.rule("SOL-7")
@pytest.mark.rule("DSK-1")
def test_sol_7_at_dusk_the_token_then_the_character():
    """Her Armorer's saber brings 3 doubloons, then he 2 reputation, and 1 doubloon at night; her Cook's barrel comes before him."""
    out = play(1, 28, today=[SABER])
    assert out.answered(1) == [take_dusk(1, SABER, of=1), order_dusk(1, SABER, of=2)]
    assert (out.gained, out.moved) == ([0, 3 + 1], [0, 2])
    out = play(1, 26, today=[BARREL, RELIC])
    assert out.answered(1) == [take_dusk(1, BARREL, of=2), order_dusk(1, BARREL, of=2), take_cook(1, RELIC, of=1)]
    assert [row.event.name for row in out.events if row.event.name in ("REPUTATION", "TOKEN_GAINED")] == [
        "TOKEN_GAINED",
        "REPUTATION",
        "TOKEN_GAINED",
    ]


@pytest.mark.rule("SOL-7")
@pytest.mark.rule("DSK-1")
def test_sol_7_a_map_that_moves_reputation_before_her_explorer():
    """On space 4 a map of a user loses 1: to 3; then the Explorer's 2: to 5. The other way round: 5, a doubloon more, and 4."""
    tile = made(MAP, (When.DUSK, Effect.REPUTATION, -1))
    out = play(1, 10, today=[MAP], tiles=[tile], track=[None, None, 0, None, 1, None])
    assert (out.space[1], out.gained) == (5, [0, 0])


@pytest.mark.rule("SOL-7")
@pytest.mark.rule("NGT-1")
def test_sol_7_at_night_characters_in_ascending_rank_then_loot_by_kind():
    """0 doubloons: Barkeep 1; Topman 4 - 3; Armorer 1 for the saber: 3. Chests lose 5: 0 left. Amulets bring 2, the relic takes 1."""
    tiles = [made(CHEST, (When.NIGHT, Effect.GAIN, -5)), made(AMULET, (When.NIGHT, Effect.GAIN, 2)), STORMY[RELIC]]
    out = night(doubloons=0, ship={1: [28, 24, 8]}, loot={1: [RELIC, SABER, AMULET, CHEST]}, tiles=tiles)
    orders = [order_night(1, item, of=6 - at) for at, item in enumerate([8, 24, 28, CHEST, AMULET])]
    assert (out.answered(1), out.gained) == (orders, [0, 2 - 1])


@pytest.mark.rule("SOL-7")
@pytest.mark.rule("NGT-2")
def test_sol_7_the_freed_prisoner_after_the_loot():
    """0 doubloons: the relic takes what is not there, then he brings 2 for 35 and 36."""
    out = night(doubloons=0, ship={1: [20, 35, 36]}, loot={1: [RELIC]}, tiles=[STORMY[RELIC]])
    assert out.gained == [0, 2]


@pytest.mark.rule("SOL-7")
@pytest.mark.rule("Q-20")
@pytest.mark.rule("Q-06")
def test_q_20_the_freed_prisoner_before_the_witchs_copy_of_him():
    """33, 35 and 36: 3 doubloons and he is discarded; then the copy of him, who has left, 3 more."""
    out = night(ship={1: [15, 20, 33, 35, 36]})
    assert out.answered(1) == [witch_copy(1, 20, of=1), order_night_end(1, 20, of=2)]
    assert (out.gained, out.graveyard[1]) == ([0, 6], [20])


@pytest.mark.rule("SOL-7")
@pytest.mark.rule("ANC-1")
@pytest.mark.rule("LA-hook")
def test_sol_7_at_the_anchor_loot_by_kind_then_characters_in_ascending_rank():
    """Chest 5, hooks 4 each, one map 0, barrel 1, relic -3, Preacher 6, Treasurer 2 for chest and barrel."""
    out = anchor(doubloons=0, ship={1: [32, 7]}, loot={1: [RELIC, BARREL, MAP, CHEST, HOOK, HOOK]})
    pay = hook(1, keep=False, of=2)
    assert out.answered(1) == [
        order_anchor(1, CHEST, of=8),
        order_anchor(1, HOOK, of=7),
        pay,
        order_anchor(1, HOOK, of=6),
        pay,
        order_anchor(1, MAP, of=5),
        order_anchor(1, BARREL, of=4),
        order_anchor(1, RELIC, of=3),
        order_anchor(1, 7, of=2),
    ]
    assert (out.gained, out.ship) == ([0, 5 + 8 + 0 + 1 - 3 + 6 + 2], [[], []])


@pytest.mark.rule("SOL-7")
@pytest.mark.rule("LS-chest")
@pytest.mark.rule("LS-map")
def test_sol_7_stormy_chests_before_stormy_maps():
    """The chest counts 5 tokens, before the three maps are cashed for 6; the amulet 3."""
    out = anchor(doubloons=0, loot={1: [MAP, MAP, MAP, CHEST, AMULET]}, tiles=STORMY[:1] + STORMY[2:3])
    assert out.answered(1) == [order_anchor(1, CHEST, of=2), order_anchor(1, MAP, of=2), cash(1, keep=False, of=2)]
    assert out.gained == [0, 5 + 6 + 3]


@pytest.mark.rule("SOL-7")
@pytest.mark.rule("CHR-10")
def test_sol_7_maps_within_the_explorer_come_with_the_characters():
    """Chest 5, amulet 3, four maps 10; a Barkeep (8) goes before the Explorer, a Treasurer (32: 2 for amulet, chest) after him."""
    out = anchor(doubloons=0, ship={1: [8, 10, 32]}, loot={1: [MAP, MAP, MAP, CHEST, AMULET]}, tiles=STORMY[:1] + STORMY[2:3])
    assert out.answered(1) == [
        order_anchor(1, CHEST, of=4),  # the Explorer waits for it
        order_anchor(1, AMULET, of=4),
        order_anchor(1, 8, of=3),
        order_anchor(1, 10, of=2),
        cash(1, keep=False, of=2),
    ]
    assert out.gained == [0, 5 + 3 + 0 + 10 + 2]


@pytest.mark.rule("SOL-7")
def test_sol_7_her_witch_goes_home_after_the_loot():
    """A relic of a user counts the ship: Witch and First Mate, 2; then the Witch leaves, and the First Mate counts himself."""
    tile = made(RELIC, (When.ANCHOR, Effect.GAIN_PER_SHIP_CHARACTER, 1))
    out = anchor(doubloons=0, ship={1: [15, 38]}, loot={1: [RELIC]}, tiles=[tile])
    assert out.answered(1) == [order_anchor(1, RELIC, of=3), order_anchor(1, 15, of=2)]
    assert (out.gained, out.hand[1]) == ([0, 2 + 1], [15])


# SOL-10 and Q-20


@pytest.mark.rule("SOL-10")
@pytest.mark.rule("Q-20")
def test_sol_10_a_card_into_play_or_into_hand_the_highest():
    out = play(40, 1, hand=[8, 10])
    assert (out.answered(1), out.ship[1]) == ([scout_play(1, 10, of=2)], [10])
    out = play(40, 4, ship={1: [12, 14]})
    assert (out.answered(1), out.hand[1]) == ([innkeeper_return(1, 14, of=2)], [14])
    out = play(40, 25, hand=[26, 35])
    assert (out.answered(1), out.ship[1]) == ([recruiter(1, 35, of=2)], [25, 35])
    out = play(40, 31, graveyard={1: [2, 3]})
    assert (out.answered(1), out.hand[1]) == ([surgeon(1, 3, of=2)], [3])
    out = play(40, 19, graveyard={1: [2, 3]}, loot={1: [RELIC, RELIC]})
    assert out.answered(1) == [necromancer_relic(1, of=2), necromancer_return(1, 3, of=2)]
    assert (out.ship[1], out.loot[1]) == ([3, 19], [RELIC])


@pytest.mark.rule("SOL-10")
@pytest.mark.rule("Q-20")
@pytest.mark.rule("CHR-02")
def test_sol_10_the_apprentice_copies_the_highest_that_has_a_daytime_ability():
    """The Collector (35) has none: the Infantry (29), not the Cabin Boy."""
    assert play(40, 2, ship={1: [5, 29, 35]}).answered(1) == [apprentice_copy(1, 29, of=2)]


@pytest.mark.rule("SOL-10")
@pytest.mark.rule("Q-20")
@pytest.mark.rule("CHR-15")
def test_sol_10_the_witch_copies_the_highest_other_that_has_a_night_ability():
    """Topman (24) of Barkeep, Witch, Topman and Collector: 1 + (4 - 4) + (4 - 4)."""
    out = night(ship={1: [8, 15, 24, 35]})
    assert out.answered(1) == [order_night(1, 8, of=3), order_night(1, 15, of=2), witch_copy(1, 24, of=2)]
    assert out.gained == [0, 1]


@pytest.mark.rule("SOL-10")
@pytest.mark.rule("CHR-18")
def test_sol_10_the_gunner_hits_the_humans_highest_else_her_own_lowest():
    """His: she loses 1 reputation; her own: she gains 1."""
    out = play(40, 18, ship={0: [3, 33], 1: [9, 34]})
    assert (out.answered(1), out.graveyard, out.moved[1]) == ([gunner(1, 0, 33, of=4)], [[33], []], -1)
    out = play(40, 18, ship={1: [9, 34]})
    assert (out.answered(1), out.graveyard, out.moved[1]) == ([gunner(1, 1, 9, of=2)], [[], [9]], 1)


@pytest.mark.rule("SOL-10")
@pytest.mark.rule("CHR-30")
@pytest.mark.parametrize(
    ("loot", "kind", "number", "of"),
    [
        ([CHEST, BARREL, BARREL, RELIC], RELIC, 1, 4),
        ([CHEST, SABER, SABER], SABER, 2, 3),
        ([CHEST], CHEST, 1, 1),
        ([MAP] * 5, MAP, 3, 3),
    ],
)
def test_sol_10_the_merchant_gives_up_to_3_of_her_least_preferred_kind(loot, kind, number, of):
    """1, 4 or 9 doubloons."""
    out = play(40, 30, loot={1: loot})
    assert (out.answered(1), out.to_bag) == ([merchant(1, kind, number, of=of)], [kind] * number)
    assert out.gained == [0, {1: 1, 2: 4, 3: 9}[number]]


@pytest.mark.rule("SOL-10")
@pytest.mark.rule("SOL-5")
@pytest.mark.rule("CHR-07")
def test_sol_10_the_preacher_keeps_by_preference():
    """Three tokens go: from space 3 to 5, and a doubloon."""
    out = play(40, 7, loot={1: [RELIC, BARREL, MAP, SABER]})
    assert (out.answered(1), out.loot[1]) == ([preacher_keep(1, MAP, of=4)], [MAP])
    assert (out.moved[1], out.gained[1]) == (2, 1)


@pytest.mark.rule("SOL-5")
@pytest.mark.rule("CHR-13")
def test_sol_5_the_smuggler_takes_by_preference():
    out = play(40, 13, today=[RELIC, AMULET, SABER])
    assert out.answered(1) == [take_smuggler(1, SABER, of=3)]


@pytest.mark.rule("SOL-10")
@pytest.mark.rule("LS-map")
@pytest.mark.parametrize(
    ("voyage", "maps", "keeps", "of"),
    [(0, 1, True, 2), (0, 2, True, 2), (0, 3, False, 2), (1, 2, True, 2), (1, 3, False, 2), (1, 6, False, 2), (2, 2, False, 1)],
)
def test_sol_10_stormy_maps_are_kept_while_fewer_than_three(voyage, maps, keeps, of):
    """Cashed for 1, 3, 6, 10, 15, 21; after the third voyage always."""
    out = anchor(3 + voyage, voyage=voyage, doubloons=0, loot={1: [MAP] * maps}, tiles=[STORMY[MAP]])
    assert out.answered(1) == [cash(1, keep=keeps, of=of)]
    assert out.loot[1] == ([MAP] * maps if keeps else [])
    assert out.gained[1] == (0 if keeps else {2: 3, 3: 6, 6: 21}[maps])


@pytest.mark.rule("SOL-10")
@pytest.mark.rule("Q-20")
def test_sol_10_the_explorer_does_not_make_two_maps_three():
    """Nor is another kind counted: a relic of a user that is cashed or kept goes by the relics that she holds."""
    assert anchor(ship={1: [10]}, loot={1: [MAP, MAP]}, tiles=[STORMY[MAP]]).answered(1) == [cash(1, keep=True, of=2)]
    tile = made(RELIC, (When.ANCHOR, Effect.CASH_ALL_OR_KEEP_ALL, 0, None, (1,)))
    for relics, keeps in ((2, True), (3, False)):
        out = anchor(loot={1: [RELIC] * relics + [MAP] * 3}, tiles=[tile])
        assert cash(1, keep=keeps, of=2) in out.answered(1)


@pytest.mark.rule("SOL-10")
@pytest.mark.rule("CHR-22")
def test_sol_10_the_brawler_hits_the_humans():
    out = play(40, 22, ship={0: [22]})
    assert (out.answered(1), out.graveyard[0], out.moved[1]) == ([brawler(1, 0, of=1)], [22], 2)


@pytest.mark.rule("SOL-10")
@pytest.mark.rule("CHR-16")
def test_sol_10_her_mutineer_loses_her_lowest():
    """That is no choice: himself here."""
    out = night(ship={1: [16, 35]})
    assert (out.graveyard[1], out.answered(1)) == ([16], [])


@pytest.mark.rule("Q-20")
@pytest.mark.rule("CHR-23")
def test_q_20_the_thief_takes_by_preference_from_the_human():
    out = play(40, 23, loot={0: [RELIC, AMULET, MAP, MAP], 1: [CHEST]})
    assert (out.answered(1), out.loot) == ([thief(1, 0, MAP, of=4)], [[MAP, AMULET, RELIC], [CHEST, MAP]])


@pytest.mark.rule("Q-20")
def test_q_20_a_stealing_tile_takes_by_preference_from_the_human():
    out = play(1, 35, today=[SABER], loot={0: [RELIC, AMULET]}, tiles=[made(SABER, (When.DUSK, Effect.STEAL_ADJACENT_TOKEN))])
    assert (out.answered(1)[1:], out.loot) == ([steal(1, 0, AMULET, of=2)], [[RELIC], [SABER, AMULET]])


@pytest.mark.rule("Q-20")
@pytest.mark.rule("LC-saber")
def test_q_20_a_calm_saber_hits_the_humans_highest_on_the_island():
    """He has two there, an Apprentice and what a copied Scout brought: the Mutineer. The Pilferer's 40 is no target."""
    position = scene(
        solo=True,
        deck=[40],
        hand={0: [16], 1: [35]},
        ship={0: [1]},
        today=[MAP, SABER, SABER],
        tiles=[CALM[SABER]],
    )
    answers = [apprentice_copy(0, 1, of=1), scout_play(0, 16, of=1), take_dusk(0, SABER, of=1)]
    out = position.play([2], answers)
    assert out.answered(1) == [take_dusk(1, SABER, of=2), saber(1, 0, 16, of=2)]
    assert (out.graveyard, out.ship) == ([[1, 16], []], [[2], [35]])


@pytest.mark.rule("Q-20")
@pytest.mark.parametrize(
    ("effect", "answer"),
    [(Effect.DISCARD_ADJACENT_SHIP_CHARACTER, discard_adjacent), (Effect.DISCARD_ANY_SHIP_CHARACTER, discard_any)],
)
def test_q_20_tiles_that_discard_from_a_ship_hit_the_humans_highest(effect, answer):
    out = play(1, 35, today=[SABER], ship={0: [3, 33], 1: [34]}, tiles=[made(SABER, (When.DUSK, effect))])
    assert (out.answered(1)[1:], out.graveyard) == ([answer(1, 0, 33, of=2)], [[33], []])


@pytest.mark.rule("Q-20")
@pytest.mark.rule("LA-hook")
def test_q_20_keep_or_gain_tiles_always_pay():
    """A chest of a user, 1 doubloon: she takes it, though she has a character to keep."""
    out = anchor(doubloons=0, ship={1: [3]}, loot={1: [CHEST]}, tiles=[made(CHEST, (When.ANCHOR, Effect.KEEP_OR_GAIN, 1))])
    assert (out.answered(1), out.gained, out.ship) == ([hook(1, keep=False, of=2)], [0, 1], [[], []])


@pytest.mark.rule("Q-20")
@pytest.mark.rule("SOL-10")
def test_q_20_what_comes_out_of_the_bag_is_chance():
    """Not hers to choose: the relic comes, though the bag holds a chest."""
    out = play(40, 9, [stowaway_draw(1, RELIC, of=2)], bag=[CHEST, RELIC])
    assert out.loot[1] == [RELIC]


# the answer itself


def record(voyage=0, ship=()):
    game = np.zeros(1, SOLO_GAME)[0]
    game["players"], game["voyage"] = 2, voyage
    game["ship"][HUMAN] = mask_of(ship)
    return game


THREE = mask_of([5, 20, 35])
ITEMS = mask_of([8, 24, ITEM_LOOT + CHEST, ITEM_LOOT + RELIC])
LOOT_ONLY = mask_of([ITEM_LOOT + CHEST, ITEM_LOOT + RELIC])
NO_OPTIONS = np.uint64(0)
FIRST, LAST = 0, 2

ANSWERS = {
    # the place that she takes of three options, in the order of choices' table: ascending, by kind, the human's before hers
    Choice.SCOUT_PLAY: (THREE, LAST),
    Choice.APPRENTICE_COPY: (THREE, LAST),
    Choice.INNKEEPER_RETURN: (THREE, LAST),
    Choice.PREACHER_KEEP: (packed([1, 0, 1, 0, 0, 0, 1]), FIRST),
    Choice.TAKE_DUSK: (packed([1, 0, 1, 0, 0, 0, 1]), FIRST),
    Choice.TAKE_SMUGGLER: (packed([1, 0, 1, 0, 0, 0, 1]), FIRST),
    Choice.TAKE_COOK: (packed([1, 0, 1, 0, 0, 0, 1]), FIRST),
    Choice.TAKE_WATCHMAN: (packed([1, 0, 1, 0, 0, 0, 1]), FIRST),
    Choice.SABER: (THREE, LAST),
    Choice.NECROMANCER_RELIC: (packed([0, 0, 0, 0, 0, 0, 3]), FIRST),
    Choice.NECROMANCER_RETURN: (THREE, LAST),
    Choice.BRAWLER: (mask_of([1]), FIRST),
    Choice.THIEF: (NO_OPTIONS, FIRST),
    Choice.RECRUITER: (THREE, LAST),
    Choice.MERCHANT: (packed([0, 1, 0, 0, 0, 2, 0]), LAST),
    Choice.SURGEON: (THREE, LAST),
    Choice.WITCH_COPY: (THREE, LAST),
    Choice.HOOK: (NO_OPTIONS, FIRST),
    Choice.DISCARD_ADJACENT: (NO_OPTIONS, LAST),
    Choice.DISCARD_ANY: (NO_OPTIONS, LAST),
    Choice.STEAL: (NO_OPTIONS, FIRST),
    Choice.ORDER_DUSK: (mask_of([26, ITEM_LOOT + CHEST]), LAST),
    Choice.ORDER_NIGHT: (ITEMS, FIRST),
    Choice.ORDER_NIGHT_END: (ITEMS, FIRST),
}
"""SOL-5, SOL-7, SOL-10, Q-20. Gunner, cash and the order of an anchor are beneath."""

NEVER_HERS = {Choice.SELECT, Choice.STOWAWAY_DRAW, Choice.MIDSHIPMAN_REMOVE, Choice.WATCHMAN, Choice.HOOK_CARD}
"""Her card follows from a back (SOL-4), the bag is chance, there is no Midshipman (SOL-1), no day ability of her Watchman (SOL-8), and
she keeps no card (LA-hook)."""


def test_every_kind_of_question_has_its_answer():
    assert ANSWERS.keys() | NEVER_HERS | {Choice.GUNNER, Choice.CASH, Choice.ORDER_ANCHOR} == set(Choice)


@pytest.mark.rule("SOL-10")
@pytest.mark.rule("Q-20")
@pytest.mark.parametrize("kind", ANSWERS, ids=lambda kind: kind.name)
def test_each_answer(kind):
    options, place = ANSWERS[kind]
    assert answer(record(ship=[3, 4]), kind, AUTOMA, options, 3) == place
    assert answer(record(ship=[3, 4]), kind, AUTOMA, options, 1) == 0


@pytest.mark.rule("SOL-10")
def test_the_answers_that_look_at_the_game():
    """The Gunner's options are the human's cards, then hers: the place before hers, or the first."""
    nothing = NO_OPTIONS
    assert [answer(record(ship=ship), Choice.GUNNER, AUTOMA, nothing, 5) for ship in ([], [3], [3, 4, 5])] == [0, 0, 2]
    for voyage, maps, n, place in ((0, 2, 2, 1), (1, 2, 2, 1), (0, 3, 2, 0), (1, 7, 2, 0), (2, 1, 1, 0), (2, 3, 1, 0)):
        options = packed([0, 0, maps, 0, 0, 0, 0])
        assert answer(record(voyage), Choice.CASH, AUTOMA, options, n) == place
    # the first kind of loot, after two characters; characters alone, loot alone: the first
    for options, place in ((ITEMS, 2), (mask_of([8, 24]), 0), (LOOT_ONLY, 0)):
        assert answer(record(), Choice.ORDER_ANCHOR, AUTOMA, options, 4) == place


@pytest.mark.parametrize("kind", Choice, ids=lambda kind: kind.name)
def test_the_human_is_asked(kind):
    """-1: by a policy or a script."""
    assert answer(record(ship=[3, 4]), kind, HUMAN, THREE, 3) == -1
