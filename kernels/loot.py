"""Loot: tokens that move (DSK-1 to DSK-3, DIS-1) and the effects of the tiles (LC-*, LS-*, Q-14, Q-15).

A tile is a list of effects in the RULES record (``catalog.Tile``). Effects that bring doubloons are all in ``worth``; the others
are functions of their name.
"""

from __future__ import annotations

import numpy as np

from kernels._jit import inlined, kernel
from kernels.bits import slot_bit
from kernels.choices import (
    NO_OPTIONS,
    adjacent_ship_card_at,
    choose,
    choose_card,
    choose_island_card,
    choose_token,
    left_neighbour,
    neighbour_token_at,
    other_ship_card_at,
    right_neighbour,
)
from kernels.codes import ITEM_LOOT, MOST_COUNTED, SPACES, VOYAGES, Choice, Effect, Event, Source, When
from kernels.masks import EMPTY, card_bit, lowest_rank, size
from kernels.placement import discard_actor, discard_from_island, discard_from_ship, lies
from kernels.reputation import change, gain_reputation, move_token
from kernels.tokens import NONE, count, kinds_mask, of_kind, some, total
from kernels.trace import BLANK, emit


@inlined
def gain_from_row(game, answers, trace, rule, kind_of_choice, seat):
    """DSK-1: a seat takes a token of its choice from today's row, which is not empty; the kind, int64.

    Its dusk ability is for the caller to run. Writes rows, loot, log_taken.
    """
    kind = choose_token(game, answers, trace, kind_of_choice, seat, game["rows"][game["day"]])
    game["rows"][game["day"]] -= some(kind, 1)
    receive(game, trace, rule, seat, kind, Source.ROW)
    return kind


@kernel
def gain_from_bag(game, trace, rule, seat, kind):
    """A seat gets a token of this kind from the bag, which holds one. Writes bag, loot, log_taken."""
    game["bag"] -= some(kind, 1)
    receive(game, trace, rule, seat, kind, Source.BAG)


@inlined
def receive(game, trace, rule, seat, kind, source):
    """A seat gets a token that was just taken from a row or the bag. Writes loot, log_taken."""
    game["loot"][seat] += some(kind, 1)
    game["log_taken"][game["voyage"]] += some(kind, 1)
    emit(trace, game, rule, Event.TOKEN_GAINED, seat, BLANK, kind, source, BLANK)


@kernel
def discard_tokens(game, trace, rule, seat, kind, number):
    """DIS-1: tokens that the seat holds go to the bag. Writes loot, bag."""
    if number > 0:
        game["loot"][seat] -= some(kind, number)
        game["bag"] += some(kind, number)
        emit(trace, game, rule, Event.TOKEN_DISCARDED, seat, BLANK, kind, number, BLANK)


@kernel
def steal_adjacent(game, answers, trace, rule, kind_of_choice, seat):
    """Q-08, DSK-2: take a token of an adjacent seat, without its dusk ability; whether there was one, bool. Writes loot."""
    left, right = left_neighbour(game, seat), right_neighbour(game, seat)
    n = total(game["loot"][left])
    if right != left:
        n += total(game["loot"][right])
    if n == 0:
        return False
    owner, kind = neighbour_token_at(game, seat, choose(game, answers, trace, kind_of_choice, seat, NO_OPTIONS, n))
    game["loot"][owner] -= some(kind, 1)
    game["loot"][seat] += some(kind, 1)
    emit(trace, game, rule, Event.TOKEN_GAINED, seat, BLANK, kind, Source.SEAT, owner)
    return True


@kernel
def held_items(word):
    """The kinds of which there is a token as a mask of order items, uint64."""
    return kinds_mask(word) << np.uint64(40)


@kernel
def tile_rule(game, rules, kind):
    """The codes.Rule of the tile that the kind shows, int64."""
    return rules["face_rule"][game["face"][kind], kind]


@kernel
def has_dusk_ability(game, kind):
    """Q-14: whether the tile of the kind has any effect at dusk, bool."""
    return game["dusk_items"] & card_bit(ITEM_LOOT + kind) != EMPTY


@kernel
def discards_taker(game, rules, kind):
    """Whether the tile of the kind discards, at dusk, the card that took the token, bool (LS-hook, Q-03)."""
    return rules["taker_items"][game["face"][kind]] & card_bit(ITEM_LOOT + kind) != EMPTY


@kernel
def worth(game, rules, at_when, at, seat, kind, number, more):
    """Doubloons that one effect of a tile brings, negative for a loss, int64; 0 for an effect that brings none.

    Args:
        at_when: codes.When.
        at: the effect's place among those of the tile.
        number: tokens of the kind that resolve together.
        more: tokens that an Explorer adds to a count (CHR-10, Q-15).
    """
    face = game["face"][kind]
    effect = rules["effect"][at_when, face, kind, at]
    amount = number * rules["effect_amount"][at_when, face, kind, at]
    if effect == Effect.GAIN:
        return amount
    if effect == Effect.GAIN_BY_COUNT or effect == Effect.GAIN_BY_BEST_SPLIT or effect == Effect.CASH_ALL_OR_KEEP_ALL:
        held = count(game["loot"][seat], kind)
        table = rules["effect_table"][at_when, face, kind, at]
        return rules["table"][table, min(held + more, MOST_COUNTED)] if held > 0 else 0
    if effect == Effect.GAIN_PER_TOKEN:
        of = rules["effect_of"][at_when, face, kind, at]
        return amount * (total(game["loot"][seat]) if of < 0 else count(game["loot"][seat], of))
    if effect == Effect.GAIN_PER_SHIP_CHARACTER:
        return amount * size(game["ship"][seat])
    if effect == Effect.GAIN_PER_SPACE_TO_THE_RIGHT:
        return amount * (SPACES - 1 - game["space"][seat])
    if effect == Effect.GAIN_PER_SPACE_TO_THE_LEFT:
        return amount * game["space"][seat]
    return 0


@kernel
def tile_worth(game, rules, at_when, seat, kind, number, more):
    """The sum of ``worth`` over the tile's effects of that time, int64."""
    brings = 0
    for at in range(rules["effects"][at_when, game["face"][kind], kind]):
        brings += worth(game, rules, at_when, at, seat, kind, number, more)
    return brings


@kernel
def run_dusk_ability(game, rules, answers, trace, seat, kind, card, at):
    """DSK-2, Q-14: the dusk effects of a token that the seat has just gained from row or bag, in the tile's order.

    ``card`` took it, and lies at the island slot ``at``, or in the ship if ``at`` is IN_SHIP (LS-hook). Writes what the effects
    write.
    """
    face = game["face"][kind]
    for step in range(rules["effects"][When.DUSK, face, kind]):
        effect = rules["effect"][When.DUSK, face, kind, step]
        amount = rules["effect_amount"][When.DUSK, face, kind, step]
        rule = tile_rule(game, rules, kind)
        if effect == Effect.DISCARD_OTHERS_ISLAND_CHARACTER:
            discard_others_island_character(game, answers, trace, rule, seat)
        elif effect == Effect.REPUTATION:
            gain_reputation(game, trace, rule, seat, amount)
        elif effect == Effect.DISCARD_OWN_CHARACTER:
            if lies(game, seat, card, at):
                discard_actor(game, trace, rule, seat, card, at)
        elif effect == Effect.DISCARD_ADJACENT_SHIP_CHARACTER:
            discard_adjacent_ship_character(game, answers, trace, rule, seat)
        elif effect == Effect.DISCARD_ANY_SHIP_CHARACTER:
            discard_any_ship_character(game, answers, trace, rule, seat)
        elif effect == Effect.DISCARD_OPPONENTS_LOWEST_OR_GAIN:
            discard_opponents_lowest_or_gain(game, trace, rule, seat, amount)
        elif effect == Effect.STEAL_ADJACENT_TOKEN:
            steal_adjacent(game, answers, trace, rule, Choice.STEAL, seat)
        else:
            change(game, trace, rule, seat, worth(game, rules, When.DUSK, step, seat, kind, 1, 0))


@kernel
def discard_others_island_character(game, answers, trace, rule, seat):
    """LC-saber: discard another seat's character from the island; never the Midshipman (MID-1)."""
    targets = EMPTY
    for slot in range(game["island_size"]):
        owner = game["island_seat"][slot]
        if owner >= 0 and owner != seat:
            targets |= slot_bit(slot)
    targets &= game["island_here"]
    if targets != EMPTY:
        discard_from_island(game, trace, rule, choose_island_card(game, answers, trace, seat, targets))


@kernel
def discard_adjacent_ship_character(game, answers, trace, rule, seat):
    """LS-saber, Q-08: discard a character of an adjacent seat's ship."""
    left, right = left_neighbour(game, seat), right_neighbour(game, seat)
    n = size(game["ship"][left])
    if right != left:
        n += size(game["ship"][right])
    if n > 0:
        index = choose(game, answers, trace, Choice.DISCARD_ADJACENT, seat, NO_OPTIONS, n)
        owner, card = adjacent_ship_card_at(game, seat, index)
        discard_from_ship(game, trace, rule, owner, card)


@kernel
def discard_any_ship_character(game, answers, trace, rule, seat):
    """Discard a character of any other seat's ship."""
    n = 0
    for owner in range(game["players"]):
        if owner != seat:
            n += size(game["ship"][owner])
    if n > 0:
        owner, card = other_ship_card_at(game, seat, choose(game, answers, trace, Choice.DISCARD_ANY, seat, NO_OPTIONS, n))
        discard_from_ship(game, trace, rule, owner, card)


@kernel
def discard_opponents_lowest_or_gain(game, trace, rule, seat, amount):
    """LA-saber: discard the lowest-ranked character of the one opponent's ship, or gain if there is none (Q-15)."""
    opponent = 1 - seat
    if game["ship"][opponent] != EMPTY:
        discard_from_ship(game, trace, rule, opponent, lowest_rank(game["ship"][opponent]))
    else:
        change(game, trace, rule, seat, amount)


@kernel
def night_meddles(game, rules, kind):
    """Whether the tile's night effects change, or look at, what others of that night change, bool."""
    face = game["face"][kind]
    for at in range(rules["effects"][When.NIGHT, face, kind]):
        effect = rules["effect"][When.NIGHT, face, kind, at]
        if (
            effect == Effect.REPUTATION
            or effect == Effect.GAIN_PER_SHIP_CHARACTER
            or rules["effects"][When.NIGHT, face, kind] > 1
        ):
            return True
    return False


@kernel
def run_night_tile(game, rules, trace, seat, kind):
    """NGT-1, Q-14: the night effects of all the seat's tokens of a kind, in the tile's order. Writes doubloons, space."""
    face = game["face"][kind]
    number = count(game["loot"][seat], kind)
    rule = tile_rule(game, rules, kind)
    for at in range(rules["effects"][When.NIGHT, face, kind]):
        if rules["effect"][When.NIGHT, face, kind, at] == Effect.REPUTATION:
            gain_reputation(game, trace, rule, seat, number * rules["effect_amount"][When.NIGHT, face, kind, at])
        else:
            change(game, trace, rule, seat, worth(game, rules, When.NIGHT, at, seat, kind, number, 0))


@kernel
def keep_or_gain(game, answers, trace, rule, seat, amount):
    """LC-hook, Q-07: keep a ship character that nothing keeps yet, or gain; the doubloons, int64. Writes kept."""
    free = game["ship"][seat] & ~game["kept"][seat]
    if choose(game, answers, trace, Choice.HOOK, seat, NO_OPTIONS, 2 if free != EMPTY else 1) == 0:
        return amount
    card = choose_card(game, answers, trace, Choice.HOOK_CARD, seat, free)
    game["kept"][seat] |= card_bit(card)
    emit(trace, game, rule, Event.CARD_KEPT, seat, card, BLANK, BLANK, BLANK)
    return 0


@kernel
def cash_all_or_keep_all(game, answers, trace, rule, seat, kind, brings):
    """LS-map, Q-11, Q-14: cash all tokens of the kind, or keep them; after the last voyage always cash; doubloons, int64.

    Writes loot, bag, kept_loot.
    """
    held = of_kind(game["loot"][seat], kind)
    if held == NONE:
        return 0
    if choose(game, answers, trace, Choice.CASH, seat, held, 2 if game["voyage"] < VOYAGES - 1 else 1) == 0:
        discard_tokens(game, trace, rule, seat, kind, count(held, kind))
        return brings
    game["kept_loot"][seat] |= held
    emit(trace, game, rule, Event.TOKENS_KEPT, seat, BLANK, kind, count(held, kind), BLANK)
    return 0


@kernel
def run_anchor_tile(game, rules, answers, trace, seat, kind, more):
    """ANC-1, Q-14: the anchor effects of one item, in the tile's order: all tokens of the kind, or one of those that keep or gain.

    Args:
        more: tokens that an Explorer adds to a count (CHR-10, Q-15).

    Returns:
        Doubloons, negative for a loss, int64; nothing is paid here (ANC-2).
    """
    face = game["face"][kind]
    number = count(game["loot"][seat], kind)
    if game["flat_items"] & card_bit(ITEM_LOOT + kind) != EMPTY:
        return number * rules["flat_gain"][face, kind]
    if game["single_items"] & card_bit(ITEM_LOOT + kind) != EMPTY:
        number = np.int64(1)
    brings = 0
    rule = tile_rule(game, rules, kind)
    for at in range(rules["effects"][When.ANCHOR, face, kind]):
        effect = rules["effect"][When.ANCHOR, face, kind, at]
        amount = rules["effect_amount"][When.ANCHOR, face, kind, at]
        if effect == Effect.KEEP_OR_GAIN:
            brings += keep_or_gain(game, answers, trace, rule, seat, amount)
        elif effect == Effect.REPUTATION:
            brings += move_token(game, trace, rule, seat, number * amount)
        else:
            doubloons = worth(game, rules, When.ANCHOR, at, seat, kind, number, more)
            if effect == Effect.CASH_ALL_OR_KEEP_ALL:
                doubloons = cash_all_or_keep_all(game, answers, trace, rule, seat, kind, doubloons)
            brings += doubloons
    return brings
