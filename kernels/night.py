"""Night (NGT-1, NGT-2): one function per character, the dispatcher, and the end of the night."""

from __future__ import annotations

from kernels._jit import inlined, kernel
from kernels.bits import slot_bit
from kernels.catalog import HAS_NIGHT
from kernels.choices import choose_card, choose_order
from kernels.codes import ITEM_LOOT, ITEM_PRISONER_COPY, ITEM_RULE, KINDS, Card, Choice, Event, Loot, Rule, When
from kernels.loot import held_items, night_meddles, run_night_tile, tile_worth
from kernels.masks import EMPTY, ONE, above, bit_of, card_bit, has, lowest_rank, mask_of, size
from kernels.placement import discard_from_ship
from kernels.reputation import gain, lose
from kernels.tokens import count
from kernels.trace import BLANK, emit

_PRISONER = mask_of([Card.FREED_PRISONER])
_ITEMS = HAS_NIGHT & ~_PRISONER
"""Characters whose night ability is an order item; the Freed Prisoner comes after all others (NGT-2)."""
_WITCH = mask_of([Card.WITCH])
_MEDDLERS = mask_of([Card.WITCH, Card.MUTINEER])
"""Characters whose night ability changes what others find."""
_CHANGERS = mask_of([Card.WITCH, Card.MUTINEER, Card.TOPMAN])
"""Characters whose night ability does more than gain."""


@inlined
def night_08_barkeep(game, rules, trace, seat):
    """Barkeep: gain. CHR-08. Writes doubloons."""
    gain(game, trace, Rule.CHR_08, seat, rules["barkeep_night"])


@inlined
def night_15_witch(game, answers, trace, seat):
    """Witch: the rank of another ship character whose night ability she runs, 0 for none. CHR-15, Q-06."""
    cards = game["ship"][seat] & HAS_NIGHT & ~_WITCH
    if cards == EMPTY:
        return 0
    card = choose_card(game, answers, trace, Choice.WITCH_COPY, seat, cards)
    emit(trace, game, Rule.CHR_15, Event.COPIES, seat, Card.WITCH, card, BLANK, BLANK)
    return card


@inlined
def night_16_mutineer(game, rules, trace, seat):
    """Mutineer: discard the ship's lowest-ranked character, himself included, then gain. CHR-16.

    Writes ship, graveyard, doubloons.
    """
    discard_from_ship(game, trace, Rule.CHR_16, seat, lowest_rank(game["ship"][seat]))
    gain(game, trace, Rule.CHR_16, seat, rules["mutineer_gain"])


@inlined
def night_20_freed_prisoner(game, rules, trace, seat):
    """Freed Prisoner: gain per ship character above him; a large gain discards him if he is there. CHR-20, NGT-2, Q-06.

    Writes doubloons, ship, graveyard.
    """
    emit(trace, game, Rule.CHR_20, Event.ACTS, seat, Card.FREED_PRISONER, BLANK, BLANK, BLANK)
    amount = size(above(game["ship"][seat], Card.FREED_PRISONER)) * rules["freed_prisoner_gain"]
    gain(game, trace, Rule.CHR_20, seat, amount)
    if amount >= rules["freed_prisoner_limit"] and has(game["ship"][seat], Card.FREED_PRISONER):
        discard_from_ship(game, trace, Rule.CHR_20, seat, Card.FREED_PRISONER)


@inlined
def night_22_brawler(game, rules, trace, seat):
    """Brawler: gain. CHR-22. Writes doubloons."""
    gain(game, trace, Rule.CHR_22, seat, rules["brawler_night"])


@inlined
def night_24_topman(game, rules, trace, seat):
    """Topman: gain, then lose per ship character, himself included. CHR-24. Writes doubloons."""
    gain(game, trace, Rule.CHR_24, seat, rules["topman_gain"])
    lose(game, trace, Rule.CHR_24, seat, size(game["ship"][seat]) * rules["topman_loss"])


@inlined
def night_28_armorer(game, rules, trace, seat):
    """Armorer: gain per saber and hook held. CHR-28. Writes doubloons."""
    arms = count(game["loot"][seat], Loot.SABER) + count(game["loot"][seat], Loot.HOOK)
    gain(game, trace, Rule.CHR_28, seat, arms * rules["armorer_night"])


@inlined
def night_37_wind_nymph(game, rules, trace, seat):
    """Wind Nymph: gain if she was the only one when the night began, else discard her. CHR-37, Q-05.

    Writes doubloons, ship, graveyard.
    """
    if game["nymphs"] == 1:
        gain(game, trace, Rule.CHR_37, seat, rules["wind_nymph_night"])
    else:
        discard_from_ship(game, trace, Rule.CHR_37, seat, Card.WIND_NYMPH)


@kernel
def run_night_ability(game, rules, trace, seat, card):
    """The dispatcher: the night ability of a card other than the Witch; a copied Freed Prisoner waits (Q-06)."""
    if trace is not None and card != 0 and card != Card.FREED_PRISONER:
        emit(trace, game, ITEM_RULE + card, Event.ACTS, seat, card, BLANK, BLANK, BLANK)
    if card == Card.BARKEEP:
        night_08_barkeep(game, rules, trace, seat)
    elif card == Card.MUTINEER:
        night_16_mutineer(game, rules, trace, seat)
    elif card == Card.FREED_PRISONER:
        game["prisoner_copies"] |= slot_bit(seat)
    elif card == Card.BRAWLER:
        night_22_brawler(game, rules, trace, seat)
    elif card == Card.TOPMAN:
        night_24_topman(game, rules, trace, seat)
    elif card == Card.ARMORER:
        night_28_armorer(game, rules, trace, seat)
    elif card == Card.WIND_NYMPH:
        night_37_wind_nymph(game, rules, trace, seat)


@kernel
def order_matters(game, rules, seat, items):
    """Whether the order of these night items can change anything, bool.

    Without Witch and Mutineer, and with tiles that do not move reputation, all items gain or lose a fixed amount, but for
    two: losses may be cut off at 0 (COI-1), and a clashing Wind Nymph leaves the ship that is counted.
    """
    if items & _MEDDLERS != EMPTY:
        return True
    losses = 0
    tiles = items & game["night_items"]
    while tiles != EMPTY:
        kind = lowest_rank(tiles) - ITEM_LOOT
        tiles &= tiles - ONE
        if night_meddles(game, rules, kind):
            return True
        losses += max(0, -tile_worth(game, rules, When.NIGHT, seat, kind, count(game["loot"][seat], kind), 0))
    topman = has(items, Card.TOPMAN)
    loss = size(game["ship"][seat]) * rules["topman_loss"] if topman else 0
    if losses > 0 and game["doubloons"][seat] < losses + loss:
        return True
    if not topman:
        return False
    if game["nymphs"] > 1 and has(items, Card.WIND_NYMPH):
        return True
    return game["doubloons"][seat] + rules["topman_gain"] < loss


@inlined
def pays_at_once(game, rules, seat, ship):
    """Pay a night whose order cannot matter and in which nobody chooses, all at once; whether it is one, bool. Writes doubloons.

    No Witch, Mutineer or Topman; a Wind Nymph alone or none; and tiles that only gain or lose fixed doubloons, no more than
    there are.
    """
    if ship & _CHANGERS != EMPTY or (game["nymphs"] > 1 and has(ship, Card.WIND_NYMPH)):
        return False
    arms = count(game["loot"][seat], Loot.SABER) + count(game["loot"][seat], Loot.HOOK)
    gains = (
        bit_of(ship, Card.BARKEEP) * rules["barkeep_night"]
        + bit_of(ship, Card.BRAWLER) * rules["brawler_night"]
        + bit_of(ship, Card.ARMORER) * arms * rules["armorer_night"]
        + bit_of(ship, Card.WIND_NYMPH) * rules["wind_nymph_night"]
    )
    losses = 0
    if game["night_items"] != EMPTY:
        held = game["loot"][seat]
        if held_items(held) & game["night_items"] & ~game["flat_night_items"] != EMPTY:
            return False
        for kind in range(KINDS):
            brings = count(held, kind) * game["flat_night_gain"][kind]
            gains += max(brings, 0)
            losses += max(-brings, 0)
        if losses > game["doubloons"][seat]:
            return False
    game["doubloons"][seat] += gains - losses
    return True


@kernel
def night_of_seat(game, rules, answers, trace, seat):
    """NGT-1, Q-14: the night abilities of one ship and one supply, in the owner's order; who left the ship does nothing."""
    if trace is None:  # nobody reads about it
        at_once = game["asks_everything"] == 0 and pays_at_once(game, rules, seat, game["ship"][seat])
        if at_once:
            return
    items = game["ship"][seat] & _ITEMS
    if game["night_items"] != EMPTY:
        items |= game["night_items"] & held_items(game["loot"][seat])
    asks = game["asks_everything"] != 0 or order_matters(game, rules, seat, items)
    while items != EMPTY:
        item = lowest_rank(items)
        if size(items) > 1:
            if asks:
                item = choose_order(game, answers, trace, Choice.ORDER_NIGHT, seat, items)
            else:
                emit(trace, game, Rule.NGT_1, Event.UNASKED_ORDER, seat, BLANK, Choice.ORDER_NIGHT, size(items), item)
        items ^= card_bit(item)
        if item >= ITEM_LOOT:
            run_night_tile(game, rules, trace, seat, item - ITEM_LOOT)
        elif item == Card.WITCH:
            run_night_ability(game, rules, trace, seat, night_15_witch(game, answers, trace, seat))
        else:
            run_night_ability(game, rules, trace, seat, item)
        items &= game["ship"][seat] | game["night_items"]


@kernel
def end_of_night(game, rules, answers, trace, seat):
    """NGT-2, Q-06: the Freed Prisoner and the Witch's copy of him, in the owner's order."""
    copied = game["prisoner_copies"] & slot_bit(seat) != EMPTY
    freed = has(game["ship"][seat], Card.FREED_PRISONER)
    copy_first = False
    if copied and freed:
        items = _PRISONER | card_bit(ITEM_PRISONER_COPY)
        copy_first = choose_order(game, answers, trace, Choice.ORDER_NIGHT_END, seat, items) == ITEM_PRISONER_COPY
    if copy_first:
        night_20_freed_prisoner(game, rules, trace, seat)
    if has(game["ship"][seat], Card.FREED_PRISONER):
        night_20_freed_prisoner(game, rules, trace, seat)
    if copied and not copy_first:
        night_20_freed_prisoner(game, rules, trace, seat)


@inlined
def run_night(game, rules, answers, trace):
    """NGT-1, Q-05, Q-13: every seat's night, from seat 0 on; the Wind Nymphs are counted before the first."""
    nymphs = 0
    for seat in range(game["players"]):
        if has(game["ship"][seat], Card.WIND_NYMPH):
            nymphs += 1
    game["nymphs"] = nymphs
    game["prisoner_copies"] = EMPTY
    for seat in range(game["players"]):
        night_of_seat(game, rules, answers, trace, seat)


@inlined
def run_night_end(game, rules, answers, trace):
    """NGT-2: the end of the night, from seat 0 on."""
    prisoners = game["prisoner_copies"]
    for seat in range(game["players"]):
        prisoners |= game["ship"][seat] & _PRISONER
    if prisoners == EMPTY:
        return
    for seat in range(game["players"]):
        end_of_night(game, rules, answers, trace, seat)
