"""Dusk (DSK-1 to DSK-3), with the dusk abilities of characters and the Midshipman's toll (MID-2)."""

from __future__ import annotations

import numpy as np

from kernels._jit import by_game, inlined
from kernels.bits import slot_bit
from kernels.choices import choose_order, choose_token
from kernels.codes import AUTOMA, ITEM_LOOT, ITEM_RULE, NOBODY, Card, Choice, CookBlockedBy, Event, Loot, Rule, Source
from kernels.loot import discards_taker, gain_from_row, has_dusk_ability, receive, run_dusk_ability
from kernels.masks import EMPTY, card_bit
from kernels.placement import lies_at, rightmost, sail_from_island
from kernels.reputation import gain_reputation
from kernels.tokens import NONE, count, some, token_at
from kernels.trace import BLANK, emit


@inlined
def dusk_midshipman(game, answers, trace, midshipman):
    """MID-2, MID-3: the opponent of the owner of the card directly left of him, if that card is still there, removes a
    token of today's row to the bag. Writes rows, bag."""
    slot = game["midshipman_left"]
    row = game["rows"][game["day"]]
    if slot >= 0 and lies_at(game, slot) and row != NONE:
        remover = 1 - game["island_seat"][slot]
        kind = choose_token(game, answers, trace, Choice.MIDSHIPMAN_REMOVE, remover, row)
        game["rows"][game["day"]] -= some(kind, 1)
        game["bag"] += some(kind, 1)
        emit(trace, game, Rule.MID_2, Event.TOKEN_DISCARDED, remover, BLANK, kind, 1, BLANK)


@inlined
def dusk_pilferer(game, answers, trace, slot):
    """SOL-5, Q-17: one token of today's row by the standard preference to the bag, without effect; his card is gone.

    Writes rows, bag, log_pilfered, island_here.
    """
    row = game["rows"][game["day"]]
    kind = np.int64(-1)
    if row != NONE:
        kind = token_at(row, 0)
        game["rows"][game["day"]] -= some(kind, 1)
        game["bag"] += some(kind, 1)
        game["log_pilfered"] += some(kind, 1)
    emit(trace, game, Rule.SOL_5, Event.PILFERED, NOBODY, game["island_card"][slot], kind, BLANK, BLANK)
    game["island_here"] ^= slot_bit(slot)


_turn_of_nobody = by_game(dusk_midshipman, dusk_pilferer)


@inlined
def dusk_10_explorer(game, rules, trace, seat):
    """Explorer: gain reputation; run only if the token he just took is a map. CHR-10. Writes space, doubloons."""
    gain_reputation(game, trace, Rule.CHR_10, seat, rules["explorer_reputation"])


@inlined
def dusk_26_cook(game, rules, answers, trace, seat, at):
    """Cook: gain a second token of today's row and run its dusk ability. CHR-26. Writes rows, loot and what the token does."""
    if game["rows"][game["day"]] != NONE:
        kind = gain_from_row(game, answers, trace, Rule.CHR_26, Choice.TAKE_COOK, seat)
        run_dusk_ability(game, rules, answers, trace, seat, kind, Card.COOK, at)


@inlined
def dusk_28_armorer(game, rules, trace, seat):
    """Armorer: gain reputation; run only if the token he just took is a saber or hook. CHR-28. Writes space, doubloons."""
    gain_reputation(game, trace, Rule.CHR_28, seat, rules["armorer_reputation"])


@inlined
def has_dusk_item(game, rules, card, kind):
    """Whether the character's dusk ability is due after it took this token, bool (CHR-10, CHR-26, CHR-28, Q-03)."""
    if card == Card.EXPLORER:
        return kind == Loot.MAP
    if card == Card.COOK:
        by = rules["cook_blocked_by"]
        blocks = by == CookBlockedBy.ANY_HOOK or (by == CookBlockedBy.DISCARDING_HOOK and discards_taker(game, rules, kind))
        return not (kind == Loot.HOOK and blocks)
    return card == Card.ARMORER and (kind == Loot.SABER or kind == Loot.HOOK)


@inlined
def run_dusk_item(game, rules, answers, trace, seat, card, at):
    """DSK-1 (2): the dusk ability of the character; the dispatcher."""
    if trace is not None:
        emit(trace, game, ITEM_RULE + card, Event.ACTS, seat, card, BLANK, BLANK, BLANK)
    if card == Card.EXPLORER:
        dusk_10_explorer(game, rules, trace, seat)
    elif card == Card.COOK:
        dusk_26_cook(game, rules, answers, trace, seat, at)
    else:
        dusk_28_armorer(game, rules, trace, seat)


@inlined
def dusk_turn(game, rules, answers, trace, slot):
    """DSK-1: one character takes its token, it and the token act in the owner's order, and it sails."""
    seat, card = game["island_seat"][slot], game["island_card"][slot]
    if card != Card.CABIN_BOY and game["rows"][game["day"]] != NONE:
        kind = gain_from_row(game, answers, trace, Rule.DSK_1, Choice.TAKE_DUSK, seat)
        token_acts, card_acts = has_dusk_ability(game, kind), has_dusk_item(game, rules, card, kind)
        card_first = False
        if token_acts and card_acts:
            items = card_bit(card) | card_bit(ITEM_LOOT + kind)
            card_first = choose_order(game, answers, trace, Choice.ORDER_DUSK, seat, items) == card
        if card_first:
            run_dusk_item(game, rules, answers, trace, seat, card, slot)
        if token_acts:
            run_dusk_ability(game, rules, answers, trace, seat, kind, card, slot)
        if card_acts and not card_first and lies_at(game, slot):
            run_dusk_item(game, rules, answers, trace, seat, card, slot)
    if lies_at(game, slot):
        sail_from_island(game, trace, Rule.DSK_1, slot)


@inlined
def dusk_of_automas_watchman(game, rules, answers, trace, slot):
    """SOL-8, Q-19: she takes one token of today's and tomorrow's rows, whose dusk ability runs, and he sails.

    Writes rows, loot, log_taken, island, ship, and what the token does.
    """
    day = game["day"]
    if day + 1 < rules["voyage_days"][game["voyage"]]:
        today, both = game["rows"][day], game["rows"][day] + game["rows"][day + 1]
    else:
        today, both = game["rows"][day], game["rows"][day]
    if both != NONE:
        kind = choose_token(game, answers, trace, Choice.TAKE_WATCHMAN, AUTOMA, both)
        from_day = day if count(today, kind) > 0 else day + 1
        game["rows"][from_day] -= some(kind, 1)
        receive(game, trace, Rule.SOL_8, AUTOMA, kind, Source.ROW if from_day == day else Source.TOMORROW)
        if has_dusk_ability(game, kind):
            run_dusk_ability(game, rules, answers, trace, AUTOMA, kind, Card.WATCHMAN, slot)
    if lies_at(game, slot):
        sail_from_island(game, trace, Rule.DSK_1, slot)


@inlined
def solo_dusk_turn(game, rules, answers, trace, slot):
    """DSK-1, SOL-8: as ``dusk_turn``; the Automa's Watchman takes his token in another way."""
    if game["island_seat"][slot] == AUTOMA and game["island_card"][slot] == Card.WATCHMAN:
        dusk_of_automas_watchman(game, rules, answers, trace, slot)
    else:
        dusk_turn(game, rules, answers, trace, slot)


_turn = by_game(dusk_turn, solo_dusk_turn)


@inlined
def run_dusk(game, rules, answers, trace):
    """DSK-1 to DSK-3: from the right, each character on the island that has not had its turn; then the row's rest goes to the bag."""
    while True:
        waiting = game["island_here"] & ~game["island_done"]
        if waiting == EMPTY:
            break
        slot = rightmost(waiting)
        game["island_done"] |= slot_bit(slot)
        if game["island_seat"][slot] == NOBODY:
            _turn_of_nobody(game, answers, trace, slot)
        else:
            _turn(game, rules, answers, trace, slot)
    game["bag"] += game["rows"][game["day"]]
    game["rows"][game["day"]] = NONE
