"""The greedy policy: a hand-written value for every choice; it takes the option with the highest, the first of equals, and never draws.

The values are in 16ths of a doubloon and come from ``greedy_values``; what depends on the position is added here. Of the position
it reads what lies open, and the seat's own hand: never another's hand or pick, the deck, or a stream.
"""

from __future__ import annotations

import numpy as np

from kernels._jit import inlined, kernel
from kernels.bits import trailing_zeros
from kernels.catalog import HAS_NIGHT
from kernels.choices import (
    adjacent_ship_card_at,
    island_card_at,
    left_neighbour,
    neighbour_token_at,
    other_ship_card_at,
    right_neighbour,
    ship_card_at,
    swap_at,
)
from kernels.codes import ITEM_LOOT, KINDS, Card, Choice, Effect, Loot, When
from kernels.masks import EMPTY, ONE, above, lowest_rank, size
from kernels.policies.features import days_left
from kernels.policies.greedy_values import (
    ANCHOR,
    ARMS,
    ARMS_TODAY,
    BARRELS,
    DOUBLOON,
    DOUBLOONS,
    KINDS_HELD,
    MAPS,
    MISSING,
    NIGHT,
    NIGHT_CARDS,
    NOTHING,
    RELICS,
    SHIP,
    SHIP_ABOVE_20,
    SHIP_BELOW_21,
    SPACE,
    TOKENS,
    TREASURE,
)
from kernels.tokens import count, first_place, kinds, kinds_mask, total

_LOWEST = np.int64(-(1 << 40))
"""Lower than any value."""
_MOST_OWN = np.int64(7)
"""Tables by the tokens that a seat holds end here."""


@inlined
def _ranked(value, place):
    """A value and a place (0 to 63) as one number: a higher value is higher, and of equal ones the first place."""
    return value * 64 + 63 - place


@inlined
def _place(ranked):
    return 63 - (ranked & 63)


@kernel
def best_of(values, cards):
    """The place of the card of a mask, not empty, whose rank has the highest value in an array, int64."""
    best, place = _LOWEST, 0
    while cards != EMPTY:
        best = max(best, _ranked(np.int64(values[lowest_rank(cards)]), place))
        cards &= cards - ONE
        place += 1
    return _place(best)


@inlined
def see(game, rules, seat, views):
    """Fill ``views`` with the circumstances that cards share (``greedy_values``)."""
    held, ship, doubloons = game["loot"][seat], game["ship"][seat], game["doubloons"][seat]
    today = game["rows"][game["day"]]
    ship_size, above_20 = size(ship), size(above(ship, Card.FREED_PRISONER))
    barrels = count(held, Loot.BARREL)
    views[NOTHING] = 0
    views[DOUBLOONS] = doubloons
    views[MISSING] = max(0, rules["officer_fill"] - doubloons)
    views[SPACE] = game["space"][seat]
    views[TOKENS] = total(held)
    views[SHIP] = ship_size
    views[SHIP_BELOW_21] = ship_size - above_20
    views[SHIP_ABOVE_20] = above_20
    views[ARMS_TODAY] = count(today, Loot.SABER) + count(today, Loot.HOOK)
    views[TREASURE] = barrels + count(held, Loot.AMULET) + count(held, Loot.CHEST)
    views[KINDS_HELD] = kinds(held)
    views[BARRELS] = barrels
    views[ARMS] = count(held, Loot.SABER) + count(held, Loot.HOOK)
    views[NIGHT_CARDS] = size(ship & HAS_NIGHT)
    views[RELICS] = count(held, Loot.RELIC)
    views[MAPS] = count(held, Loot.MAP)


@inlined
def token_worth(game, knowledge, kind, left, own):
    """What one more token of a kind is worth to a seat that holds ``own`` of it, without its dusk ability."""
    return np.int64(knowledge["token_value"][game["voyage"], left, game["face"][kind], kind, min(own, _MOST_OWN)])


@kernel
def stolen_worth(game, knowledge, seat, owner, kind, left):
    """What it is worth to take a token of another seat: what the seat gains, and its share of what the owner loses."""
    gained = token_worth(game, knowledge, kind, left, count(game["loot"][seat], kind))
    lost = token_worth(game, knowledge, kind, left, count(game["loot"][owner], kind) - 1)
    return gained + lost // (game["players"] - 1)


@kernel
def best_trade(game, knowledge, seat, left):
    """The Merchant's best trade: kind and number."""
    held = game["loot"][seat]
    best, best_kind, best_number = _LOWEST, 0, 0
    for kind in range(KINDS):
        own, lost = count(held, kind), 0
        for number in range(1, min(own, 3) + 1):
            lost += token_worth(game, knowledge, kind, left, own - number)
            worth = DOUBLOON * knowledge["rules"]["merchant_gain"][number - 1] - lost
            if worth > best:
                best, best_kind, best_number = worth, kind, number
    return best_kind, best_number


@kernel
def best_theft(game, knowledge, seat, left):
    """THIEF, STEAL: the place of the neighbours' token that is worth most."""
    near, far = left_neighbour(game, seat), right_neighbour(game, seat)
    n = total(game["loot"][near]) + (total(game["loot"][far]) if far != near else 0)
    best, place = _LOWEST, 0
    for index in range(n):
        owner, kind = neighbour_token_at(game, seat, index)
        worth = stolen_worth(game, knowledge, seat, owner, kind, left)
        if worth > best:
            best, place = worth, index
    return place


@kernel
def best_in(values, cards):
    """The highest value of the cards of a mask, 0 for none or if all are below."""
    best = 0
    while cards != EMPTY:
        best = max(best, np.int64(values[lowest_rank(cards)]))
        cards &= cards - ONE
    return best


@kernel
def best_copy(game, knowledge, seat, cards, left):
    """APPRENTICE_COPY: the ship character whose daytime ability is worth most now."""
    views = knowledge["scores"]
    see(game, knowledge["rules"], seat, views)
    best, place = _LOWEST, 0
    while cards != EMPTY:
        card = lowest_rank(cards)
        worth = knowledge["copied_value"][card] + knowledge["card_each"][left, card] * views[knowledge["card_sees"][card]]
        best = max(best, _ranked(worth, place))
        cards &= cards - ONE
        place += 1
    return _place(best)


@kernel
def pick_card(game, knowledge, seat, cards):
    """SELECT, SCOUT_PLAY: the card of the hand that is worth most to be played today."""
    left = days_left(game, knowledge["rules"])
    views = knowledge["scores"]
    see(game, knowledge["rules"], seat, views)
    values, weights, sees = knowledge["card_value"][game["voyage"], left], knowledge["card_each"][left], knowledge["card_sees"]
    best, place = _LOWEST, 0
    while cards != EMPTY:
        card = trailing_zeros(cards) + 1
        best = max(best, _ranked(values[card] + weights[card] * views[sees[card]], place))
        cards &= cards - ONE
        place += 1
    return _place(best)


@inlined
def gained_worth(game, knowledge, seat, kind, left):
    """What a token of today's row is worth to the seat, with its dusk ability."""
    worth = token_worth(game, knowledge, kind, left, count(game["loot"][seat], kind))
    return worth + knowledge["dusk_value"][game["players"], game["face"][kind], kind]


@kernel
def pick_token(game, knowledge, seat, row):
    """TAKE_*: the token of the row that is worth most."""
    left = days_left(game, knowledge["rules"])
    waiting, best = kinds_mask(row), _LOWEST
    while waiting != EMPTY:
        kind = trailing_zeros(waiting)
        waiting &= waiting - ONE
        best = max(best, _ranked(gained_worth(game, knowledge, seat, kind, left), kind))
    return first_place(row, _place(best))


@kernel
def pick_kept_token(game, knowledge, held):
    """PREACHER_KEEP: the token that is worth most by itself."""
    left = days_left(game, knowledge["rules"])
    best, best_kind = _LOWEST, 0
    for kind in range(KINDS):
        if count(held, kind) > 0:
            worth = token_worth(game, knowledge, kind, left, 0)
            if worth > best:
                best, best_kind = worth, kind
    return first_place(held, best_kind)


@kernel
def harm(game, knowledge, owner, card, nights):
    """What it costs another seat to lose a character, and a little more for who leads, in 16ths of a doubloon."""
    return knowledge["ship_value"][nights, card] + game["dial"][owner] + game["doubloons"][owner]


@kernel
def pick_island_card(game, knowledge, slots):
    """SABER: the character that costs its owner most; those further right would take the better tokens."""
    left = days_left(game, knowledge["rules"])
    best = _LOWEST
    for index in range(size(slots)):
        slot = island_card_at(slots, index)
        worth = harm(game, knowledge, game["island_seat"][slot], game["island_card"][slot], left)
        best = max(best, _ranked(worth + DOUBLOON * index, index))
    return _place(best)


@kernel
def pick_ship_card(game, knowledge, kind, seat, n):
    """GUNNER, DISCARD_ADJACENT, DISCARD_ANY: the character that costs its owner most; one's own if it costs more than it brings."""
    left = days_left(game, knowledge["rules"])
    best, place = _LOWEST, 0
    for index in range(n):
        if kind == Choice.GUNNER:
            owner, card = ship_card_at(game, index)
        elif kind == Choice.DISCARD_ADJACENT:
            owner, card = adjacent_ship_card_at(game, seat, index)
        else:
            owner, card = other_ship_card_at(game, seat, index)
        if owner == seat:
            worth = -np.int64(knowledge["ship_value"][left, card]) * (game["players"] - 1)
        else:
            worth = harm(game, knowledge, owner, card, left)
        if worth > best:
            best, place = worth, index
    return place


@kernel
def pick_seat(game, seats):
    """BRAWLER: the seat, of a mask of seats + 1, that has most on its dial and at hand."""
    best = _LOWEST
    for index in range(size(seats)):
        owner = island_card_at(seats, index)
        best = max(best, _ranked(game["dial"][owner] + game["doubloons"][owner], index))
    return _place(best)


@kernel
def pick_swap(game, knowledge, seat, n):
    """WATCHMAN: the swap that improves today's row most for the seat."""
    left = days_left(game, knowledge["rules"])
    best, place = _LOWEST, 0
    for index in range(n):
        today, tomorrow = swap_at(game, index)
        worth = gained_worth(game, knowledge, seat, tomorrow, left) - gained_worth(game, knowledge, seat, today, left)
        if worth > best:
            best, place = worth, index
    return place


@kernel
def night_worth(game, rules, seat, card):
    """What a night ability brings to the Witch who copies it, in doubloons."""
    ship = game["ship"][seat]
    if card == Card.BARKEEP:
        return rules["barkeep_night"]
    if card == Card.MUTINEER:
        return rules["mutineer_gain"] - 1  # and a character less
    if card == Card.FREED_PRISONER:
        return size(above(ship, Card.FREED_PRISONER)) * rules["freed_prisoner_gain"]
    if card == Card.BRAWLER:
        return rules["brawler_night"]
    if card == Card.TOPMAN:
        return rules["topman_gain"] - size(ship) * rules["topman_loss"]
    if card == Card.ARMORER:
        return (count(game["loot"][seat], Loot.SABER) + count(game["loot"][seat], Loot.HOOK)) * rules["armorer_night"]
    return rules["wind_nymph_night"] if game["nymphs"] == 1 else 0


@kernel
def pick_night_copy(game, knowledge, seat, cards):
    """WITCH_COPY: the night ability that brings most."""
    best = _LOWEST
    for index in range(size(cards)):
        best = max(best, _ranked(night_worth(game, knowledge["rules"], seat, lowest_rank(cards)), index))
        cards &= cards - ONE
    return _place(best)


@kernel
def pick_keep_or_gain(game, knowledge, seat):
    """HOOK: keep (1) if the best character that nothing keeps yet brings more next voyage than the tile pays now.

    With several tiles that keep or gain, it is measured by the first that is held.
    """
    rules = knowledge["rules"]
    kind = lowest_rank(kinds_mask(game["loot"][seat]) & game["single_items"] >> np.uint64(ITEM_LOOT - 1)) - 1
    face, pays = game["face"][kind], 0
    for at in range(rules["effects"][When.ANCHOR, face, kind]):
        if rules["effect"][When.ANCHOR, face, kind, at] == Effect.KEEP_OR_GAIN:
            pays += rules["effect_amount"][When.ANCHOR, face, kind, at]
    free = game["ship"][seat] & ~game["kept"][seat]
    return np.int64(best_in(knowledge["keep_value"][game["voyage"]], free) > DOUBLOON * pays)


@kernel
def pick_cash_or_keep(game, knowledge, cashed):
    """CASH: keep (1) what promises more on later voyages than it pays now."""
    kind = trailing_zeros(cashed) >> 3
    return np.int64(knowledge["keeps_tokens"][game["voyage"], game["face"][kind], kind, min(count(cashed, kind), _MOST_OWN)])


@kernel
def pick_item(game, knowledge, when, items):
    """ORDER_NIGHT, ORDER_ANCHOR: the item that comes first by ``greedy_values.order_value``. Further single items are like their first."""
    best, place = _LOWEST, 0
    while items != EMPTY:
        item = lowest_rank(items)
        face = game["face"][item - ITEM_LOOT] if item >= ITEM_LOOT else 0
        best = max(best, _ranked(np.int64(knowledge["order_value"][when, face, item]), place))
        items &= items - ONE
        place += 1
    return _place(best)


@kernel
def pick_hand_card(game, knowledge, kind, seat, cards):
    """RECRUITER, INNKEEPER_RETURN, SURGEON: the card that is worth most where it goes, less what it is worth where it lies."""
    left = days_left(game, knowledge["rules"])
    ship, hand = knowledge["ship_value"][left], knowledge["card_value"][game["voyage"], max(left - 1, 1)]
    best = _LOWEST
    for index in range(size(cards)):
        card = lowest_rank(cards)
        cards &= cards - ONE
        if kind == Choice.RECRUITER:
            worth = np.int64(ship[card]) - 2 * card
        elif kind == Choice.INNKEEPER_RETURN:
            worth = np.int64(hand[card]) - np.int64(ship[card])
        else:
            worth = np.int64(hand[card])
        best = max(best, _ranked(worth, index))
    return _place(best)


@kernel
def pick(game, knowledge, kind, seat, options, n):
    """The place of the option that the seat takes, int64; arguments as for ``choices.choose``, n at least 2."""
    if kind == Choice.SELECT or kind == Choice.SCOUT_PLAY:
        return pick_card(game, knowledge, seat, options)
    if kind == Choice.TAKE_DUSK or kind == Choice.TAKE_SMUGGLER or kind == Choice.TAKE_COOK or kind == Choice.TAKE_WATCHMAN:
        return pick_token(game, knowledge, seat, options)
    if kind == Choice.MIDSHIPMAN_REMOVE:
        return pick_token(game, knowledge, 1 - seat, options)  # what the opponent, whose card pays, would like most
    if kind == Choice.SABER:
        return pick_island_card(game, knowledge, options)
    if kind == Choice.GUNNER or kind == Choice.DISCARD_ADJACENT or kind == Choice.DISCARD_ANY:
        return pick_ship_card(game, knowledge, kind, seat, n)
    if kind == Choice.THIEF or kind == Choice.STEAL:
        return best_theft(game, knowledge, seat, days_left(game, knowledge["rules"]))
    if kind == Choice.MERCHANT:
        loot, number = best_trade(game, knowledge, seat, days_left(game, knowledge["rules"]))
        return first_place(options, loot) + number - 1
    if kind == Choice.RECRUITER or kind == Choice.INNKEEPER_RETURN or kind == Choice.SURGEON:
        return pick_hand_card(game, knowledge, kind, seat, options)
    if kind == Choice.APPRENTICE_COPY:
        return best_copy(game, knowledge, seat, options, days_left(game, knowledge["rules"]))
    if kind == Choice.WITCH_COPY:
        return pick_night_copy(game, knowledge, seat, options)
    if kind == Choice.PREACHER_KEEP:
        return pick_kept_token(game, knowledge, options)
    if kind == Choice.NECROMANCER_RETURN:
        return best_of(knowledge["ship_value"][days_left(game, knowledge["rules"])], options)
    if kind == Choice.BRAWLER:
        return pick_seat(game, options)
    if kind == Choice.WATCHMAN:
        return pick_swap(game, knowledge, seat, n)
    if kind == Choice.HOOK:
        return pick_keep_or_gain(game, knowledge, seat)
    if kind == Choice.HOOK_CARD:
        return best_of(knowledge["keep_value"][game["voyage"]], options)
    if kind == Choice.CASH:
        return pick_cash_or_keep(game, knowledge, options)
    if kind == Choice.ORDER_NIGHT:
        return pick_item(game, knowledge, NIGHT, options)
    if kind == Choice.ORDER_ANCHOR:
        return pick_item(game, knowledge, ANCHOR, options)
    # one relic is like another; at dusk the character before the token, which might discard it; the Freed Prisoner pays in any order
    return 0
