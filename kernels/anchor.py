"""The anchor (ANC-1 to ANC-4): one function per character, the dispatcher, the order of items, and clearing up."""

from __future__ import annotations

import numpy as np

from kernels._jit import by_game, inlined, kernel
from kernels.catalog import HAS_ANCHOR, HAS_NIGHT
from kernels.choices import choose_order
from kernels.codes import AUTOMA, ITEM_LOOT, ITEM_RULE, KINDS, SPACES, Card, Choice, Event, Loot, Rule
from kernels.loot import held_items, run_anchor_tile, tile_rule
from kernels.masks import EMPTY, ONE, bit_of, card_bit, has, lowest_rank, mask_of, size
from kernels.tokens import NONE, count, kinds, of_kind, some, total
from kernels.trace import BLANK, emit

_WITCH = mask_of([Card.WITCH])
_EXPLORER = mask_of([Card.EXPLORER])
_MAP = mask_of([ITEM_LOOT + Loot.MAP])
_PAYING = HAS_ANCHOR & ~(_WITCH | _EXPLORER)
"""Characters whose anchor ability only pays, or costs, doubloons (``worth_of_characters``)."""


@inlined
def anchor_07_preacher(rules):
    """Preacher: doubloons. CHR-07."""
    return rules["preacher_anchor"]


@inlined
def anchor_08_barkeep(game, rules, seat):
    """Barkeep: doubloons per barrel held. CHR-08."""
    return count(game["loot"][seat], Loot.BARREL) * rules["barkeep_anchor"]


@inlined
def anchor_10_explorer(game, rules, answers, trace, seat):
    """Explorer: the maps, counted as some more if there is one; they are no item of their own then. CHR-10, Q-15.

    Writes what the map tile writes.
    """
    if not explorer_counts_maps(game, rules, seat):
        return 0
    return run_anchor_tile(game, rules, answers, trace, seat, np.int64(Loot.MAP), rules["explorer_maps"])


@inlined
def anchor_11_carpenter(rules):
    """Carpenter: doubloons. CHR-11."""
    return rules["carpenter_anchor"]


@kernel
def anchor_15_witch(game, trace, seat):
    """Witch: she returns to the hand if no other ship character has a night ability, even if kept. CHR-15, Q-07.

    Writes ship, hand, kept, secret.
    """
    if game["ship"][seat] & HAS_NIGHT == _WITCH:
        game["ship"][seat] ^= _WITCH
        game["kept"][seat] &= ~_WITCH
        game["hand"][seat] |= _WITCH
        game["secret"][seat] &= ~_WITCH
        emit(trace, game, Rule.CHR_15, Event.CARD_TO_HAND, seat, Card.WITCH, BLANK, BLANK, BLANK)
    return 0


@inlined
def anchor_32_treasurer(game, rules, seat):
    """Treasurer: doubloons per barrel, amulet and chest held. CHR-32."""
    held = game["loot"][seat]
    return (count(held, Loot.BARREL) + count(held, Loot.AMULET) + count(held, Loot.CHEST)) * rules["treasurer_anchor"]


@inlined
def anchor_33_gambler(rules):
    """Gambler: doubloons. CHR-33."""
    return rules["gambler_anchor"]


@inlined
def anchor_34_aristocrat(game, rules):
    """Aristocrat: doubloons if no other ship held one when the anchor began, else a loss. CHR-34, Q-13."""
    return rules["aristocrat_alone"] if game["aristocrats"] == 1 else -rules["aristocrat_shared"]


@inlined
def anchor_35_collector(game, rules, seat):
    """Collector: doubloons for 2, 3, 4, 5 or more different kinds held. CHR-35."""
    held = kinds(game["loot"][seat])
    return rules["collector_anchor"][min(held, 5) - 2] if held >= 2 else 0


@inlined
def anchor_36_quartermaster(rules):
    """Quartermaster: a loss. CHR-36."""
    return -rules["quartermaster_anchor"]


@inlined
def anchor_38_first_mate(game, rules, seat):
    """First Mate: doubloons per ship character now, himself included. CHR-38, Q-09."""
    return size(game["ship"][seat]) * rules["first_mate_anchor"]


@inlined
def run_anchor_ability(game, rules, answers, trace, seat, card):
    """The dispatcher: doubloons that the anchor ability brings, negative for a loss, int64."""
    if card == Card.PREACHER:
        return anchor_07_preacher(rules)
    if card == Card.BARKEEP:
        return anchor_08_barkeep(game, rules, seat)
    if card == Card.EXPLORER:
        return anchor_10_explorer(game, rules, answers, trace, seat)
    if card == Card.CARPENTER:
        return anchor_11_carpenter(rules)
    if card == Card.WITCH:
        return anchor_15_witch(game, trace, seat)
    if card == Card.TREASURER:
        return anchor_32_treasurer(game, rules, seat)
    if card == Card.GAMBLER:
        return anchor_33_gambler(rules)
    if card == Card.ARISTOCRAT:
        return anchor_34_aristocrat(game, rules)
    if card == Card.COLLECTOR:
        return anchor_35_collector(game, rules, seat)
    if card == Card.QUARTERMASTER:
        return anchor_36_quartermaster(rules)
    return anchor_38_first_mate(game, rules, seat)


@inlined
def worth_of_characters(game, rules, seat, ship):
    """Doubloons that the characters of a ship bring whose ability only pays, all at once and without a branch, int64."""
    return (
        bit_of(ship, Card.PREACHER) * anchor_07_preacher(rules)
        + bit_of(ship, Card.BARKEEP) * anchor_08_barkeep(game, rules, seat)
        + bit_of(ship, Card.CARPENTER) * anchor_11_carpenter(rules)
        + bit_of(ship, Card.TREASURER) * anchor_32_treasurer(game, rules, seat)
        + bit_of(ship, Card.GAMBLER) * anchor_33_gambler(rules)
        + bit_of(ship, Card.ARISTOCRAT) * anchor_34_aristocrat(game, rules)
        + bit_of(ship, Card.COLLECTOR) * anchor_35_collector(game, rules, seat)
        + bit_of(ship, Card.QUARTERMASTER) * anchor_36_quartermaster(rules)
        + bit_of(ship, Card.FIRST_MATE) * anchor_38_first_mate(game, rules, seat)
    )


@inlined
def explorer_counts_maps(game, rules, seat):
    """CHR-10, Q-15: a map is held whose tile counts maps by a table, so that an Explorer in the ship counts them, bool."""
    counted = rules["counted_items"][game["face"][Loot.MAP]] & _MAP != EMPTY
    return counted and count(game["loot"][seat], Loot.MAP) > 0


@kernel
def order_matters(game, ship, tiles):
    """Whether the order of anchor items can change anything, bool.

    Amounts add up in any order (ANC-2). Only a Witch who goes home changes what others find in the ship: the First Mate's
    count (Q-09), a tile's, and the characters that may be kept; tiles that move reputation; and maps that are cashed, which the
    Collector and tiles that count tokens find or do not, unless those come first anyway (LS-chest). Of two kinds that ask for a
    choice (to keep or gain, to cash or keep) the owner settles which he is asked first.
    """
    singles, cashed = tiles & game["single_items"], tiles & game["cash_items"]
    if tiles & game["meddling_items"] != EMPTY or cashed & ~_MAP != EMPTY or size(singles | cashed) > 1:
        return True
    if cashed != EMPTY and (has(ship, Card.COLLECTOR) or tiles & game["counting_items"] & ~game["first_items"] != EMPTY):
        return True
    return ship & HAS_NIGHT == _WITCH and (tiles & game["ship_items"] != EMPTY or has(ship, Card.FIRST_MATE))


@inlined
def open_items(game, items):
    """LS-chest: the items that may come next; the maps, or the Explorer who counts them, wait for those before them."""
    if items & game["first_items"] == EMPTY:
        return items
    waits = _MAP | _EXPLORER if game["maps_within"] != 0 else _MAP
    return items & ~waits


@inlined
def _may_choose(game, seat):
    return False


@inlined
def _is_automa(game, seat):
    """SOL-7: her order is fixed, and told as it is where it cannot matter too."""
    return seat == AUTOMA


has_fixed_order = by_game(_may_choose, _is_automa)
"""``has_fixed_order(game, seat)``: whether the seat's order of anchor items is settled by a rule, bool."""


@inlined
def anchor_of_seat(game, rules, answers, trace, seat):
    """ANC-1 to ANC-3, Q-14: the list is drawn up once; then item by item; the floored sum goes to the dial.

    Writes kept, kept_loot, more_items, ship, hand, loot, bag, space, doubloons, dial.
    """
    ship, held = game["ship"][seat], game["loot"][seat]
    tiles = game["anchor_items"] & held_items(held)
    within = has(ship, Card.EXPLORER) and explorer_counts_maps(game, rules, seat)
    game["maps_within"] = within
    if within:
        tiles &= ~_MAP
    items = (ship & HAS_ANCHOR) | tiles
    more = NONE
    singles = tiles & game["single_items"]
    while singles != EMPTY:
        kind = lowest_rank(singles) - ITEM_LOOT
        singles &= singles - ONE
        more += some(kind, count(held, kind) - 1)
    game["kept"][seat] = EMPTY
    game["kept_loot"][seat] = NONE
    asks = game["asks_everything"] != 0 or order_matters(game, ship, held_items(held) & game["anchor_items"])
    if trace is not None:
        asks = asks or has_fixed_order(game, seat)
    sum_of_items = 0
    if trace is None and not asks:
        # nobody asks for the order or reads about it: what only pays fixed amounts is paid at once
        for kind in range(KINDS):
            sum_of_items += count(held, kind) * game["flat_gain"][kind]
        sum_of_items += worth_of_characters(game, rules, seat, ship)
        items &= ~(game["flat_items"] | (_PAYING if within else _PAYING | _EXPLORER))
    while items != EMPTY:
        now = open_items(game, items)
        item = lowest_rank(now)
        if asks or trace is not None:
            game["more_items"] = more if now == items else more - of_kind(more, Loot.MAP)
            if size(now) > 1 or game["more_items"] != NONE:
                if asks:
                    item = choose_order(game, answers, trace, Choice.ORDER_ANCHOR, seat, now)
                else:
                    due = size(now) + total(game["more_items"])
                    emit(trace, game, Rule.ANC_1, Event.UNASKED_ORDER, seat, BLANK, Choice.ORDER_ANCHOR, due, item)
            game["more_items"] = NONE
        if more != NONE and item >= ITEM_LOOT and count(more, item - ITEM_LOOT) > 0:
            more -= some(item - ITEM_LOOT, 1)
        else:
            items ^= card_bit(item)
        if item >= ITEM_LOOT:
            amount = run_anchor_tile(game, rules, answers, trace, seat, item - ITEM_LOOT, 0)
        else:
            amount = run_anchor_ability(game, rules, answers, trace, seat, item)
        if trace is not None:
            rule = tile_rule(game, rules, item - ITEM_LOOT) if item >= ITEM_LOOT else ITEM_RULE + item
            emit(trace, game, rule, Event.ANCHOR_ITEM, seat, BLANK, item, amount, BLANK)
        sum_of_items += amount
    banked = max(0, game["doubloons"][seat] + sum_of_items)
    game["doubloons"][seat] = 0
    game["dial"][seat] += banked
    emit(trace, game, Rule.ANC_3, Event.BANKED, seat, BLANK, banked, game["dial"][seat], BLANK)


@inlined
def clear_up(game, seat):
    """ANC-4, Q-11: loot to the bag, ship characters to the graveyard, except what is kept.

    Writes loot, bag, ship, graveyard.
    """
    game["bag"] += game["loot"][seat] - game["kept_loot"][seat]
    game["loot"][seat] = game["kept_loot"][seat]
    game["graveyard"][seat] |= game["ship"][seat] & ~game["kept"][seat]
    game["ship"][seat] = game["kept"][seat]


@inlined
def standing(game, seat):
    """END-1: a seat's dial, then its reputation, in one number, int64; no two seats have the same."""
    return game["dial"][seat] * SPACES + game["space"][seat]


@inlined
def leader(game):
    """END-1: the seat with the highest dial, ties by reputation, int64."""
    best = 0
    for seat in range(1, game["players"]):
        if standing(game, seat) > standing(game, best):
            best = seat
    return best


@inlined
def run_anchor(game, rules, answers, trace):
    """ANC-1 to ANC-4, Q-13: every seat's anchor from seat 0 on; Aristocrats are counted before the first."""
    aristocrats = 0
    for seat in range(game["players"]):
        game["log_held"][game["voyage"], seat] = game["loot"][seat]
        if has(game["ship"][seat], Card.ARISTOCRAT):
            aristocrats += 1
    game["aristocrats"] = aristocrats
    for seat in range(game["players"]):
        anchor_of_seat(game, rules, answers, trace, seat)
    for seat in range(game["players"]):
        clear_up(game, seat)
    game["log_leader"][game["voyage"]] = leader(game)
