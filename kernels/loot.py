"""Loot: tokens that move (DSK-1 to DSK-3, DIS-1) and what the tiles do at dusk and at the anchor (LC-*)."""

from __future__ import annotations

from kernels._jit import kernel
from kernels.bits import slot_bit
from kernels.choices import choose_island_card, choose_token
from kernels.codes import Event, Loot, Rule, Source
from kernels.masks import EMPTY
from kernels.placement import discard_from_island
from kernels.reputation import gain_reputation
from kernels.tokens import count, some
from kernels.trace import BLANK, emit


@kernel
def gain_from_row(game, script, trace, rule, kind_of_choice, seat):
    """DSK-1: a seat takes a token of its choice from today's row, which is not empty; the kind, int64.

    Its dusk ability is for the caller to run. Writes rows, loot, log_taken.
    """
    kind = choose_token(game, script, trace, kind_of_choice, seat, game["rows"][game["day"]])
    game["rows"][game["day"]] -= some(kind, 1)
    _receive(game, trace, rule, seat, kind, Source.ROW)
    return kind


@kernel
def gain_from_bag(game, trace, rule, seat, kind):
    """A seat gets a token of this kind from the bag, which holds one. Writes bag, loot, log_taken."""
    game["bag"] -= some(kind, 1)
    _receive(game, trace, rule, seat, kind, Source.BAG)


@kernel
def _receive(game, trace, rule, seat, kind, source):
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
def has_dusk_ability(kind):
    """Whether the tile of the kind does something at dusk, bool."""
    return kind == Loot.SABER or kind == Loot.BARREL


@kernel
def run_dusk_ability(game, rules, script, trace, seat, kind):
    """DSK-2: the dusk ability of a token that the seat has just gained from row or bag."""
    if kind == Loot.SABER:
        dusk_saber(game, script, trace, seat)
    elif kind == Loot.BARREL:
        gain_reputation(game, trace, Rule.LC_barrel, seat, rules["barrel_reputation"])


@kernel
def dusk_saber(game, script, trace, seat):
    """LC-saber: discard another seat's character from the island; never the Midshipman (MID-1)."""
    targets = EMPTY
    for slot in range(game["island_size"]):
        owner = game["island_seat"][slot]
        if owner >= 0 and owner != seat:
            targets |= slot_bit(slot)
    targets &= game["island_here"]
    if targets != EMPTY:
        discard_from_island(game, trace, Rule.LC_saber, choose_island_card(game, script, trace, seat, targets))


@kernel
def map_worth(rules, maps):
    """LC-map: doubloons for this many maps, int64."""
    return rules["map_table"][min(maps, rules["map_table"].size - 1)]


@kernel
def anchor_amount(game, rules, seat, kind):
    """What all the seat's tokens of a kind other than hook bring at the anchor, negative for a loss, int64 (LC-*)."""
    number = count(game["loot"][seat], kind)
    if kind == Loot.CHEST:
        return number * rules["chest_gain"]
    if kind == Loot.MAP:
        return map_worth(rules, number)
    if kind == Loot.AMULET:
        return number * rules["amulet_gain"]
    if kind == Loot.BARREL:
        return number * rules["barrel_gain"]
    return -number * rules["relic_loss"]
