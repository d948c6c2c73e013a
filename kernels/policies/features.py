"""What the learned policy looks at: features of a choice, each a byte, from what the seat may see.

Cards in others' hands are known by deduction, all but what a Surgeon took back (``seen_hand``). ``CARD_FEATURE_NAMES`` and
``LOOT_FEATURE_NAMES`` are the order of the bytes.
"""

from __future__ import annotations

import numpy as np

from kernels._jit import inlined, kernel
from kernels.catalog import HAS_NIGHT
from kernels.choices import left_neighbour, right_neighbour
from kernels.codes import MAX_DAYS, Card, Choice
from kernels.masks import above, bit_of, has, size
from kernels.placement import leftmost
from kernels.tokens import NONE, kinds, total

_KIND_NAMES = ("chest", "hook", "map", "saber", "amulet", "barrel", "relic")

CARD_FEATURE_NAMES = (
    *(f"held_{kind}" for kind in _KIND_NAMES), "held_tokens",
    *(f"today_{kind}" for kind in _KIND_NAMES), "held_kinds",
    *(f"tomorrow_{kind}" for kind in _KIND_NAMES), "space",
    "doubloons", "officer_mark", "ship_cards", "ship_above_20", "ship_below_21", "ship_night_cards", "graveyard_cards", "cards_to_spare",
    "opponents_ahead", "brawlers_in_other_ships", "aristocrats_in_other_ships", "nymphs_in_other_ships",
    "neighbours_tokens", "opponents_doubloons", "opponents_ship_cards", "opponents_right_of_me",
    "opponents_with_it", "opponents_cards_above", "own_cards_above", "opponents_cards_below",
    "topman_in_ship", "first_mate_in_ship", "freed_prisoner_in_ship", "bosun_in_hand",
)  # fmt: skip
"""Features of a card that might be played."""

LOOT_FEATURE_NAMES = (
    *(f"held_{kind}" for kind in _KIND_NAMES), "held_tokens",
    *(f"today_{kind}" for kind in _KIND_NAMES), "space",
    "ship_cards", "treasurer", "barkeep", "collector", "merchant", "preacher", "gambler", "quartermaster",
    "explorer_takes", "armorer_takes", "cook_takes", "rank_of_taker", "characters_to_come", "doubloons", "necromancer",
    "opponents_ship_cards",
)  # fmt: skip
"""Features of a token that might be taken."""


@inlined
def _byte(value, at):
    """A value from 0 to 255 as the feature at place ``at`` (0 to 7) of a word."""
    return np.uint64(value) << np.uint64(8 * at)


@inlined
def seen_hand(game, seat):
    """The cards in a seat's hand that every seat knows of, uint64."""
    return game["hand"][seat] & ~game["secret"][seat]


@inlined
def days_left(game, rules):
    """Days of the voyage with today's, 1 to MAX_DAYS, int64."""
    return rules["voyage_days"][game["voyage"]] - game["day"]


@inlined
def tomorrows_row(game):
    """Packed counts; none on the last day."""
    return game["rows"][game["day"] + 1] if game["day"] + 1 < MAX_DAYS else NONE


@inlined
def card_words(game, rules, seat):
    """The features of a choice of a card that are the same for all cards: six words, of which ``with_card`` completes the last."""
    players = game["players"]
    held, ship = game["loot"][seat], game["ship"][seat]
    ahead, brawlers, aristocrats, nymphs, coins, ships, right = 0, 0, 0, 0, 0, 0, 0
    for other in range(players):
        if other != seat:
            theirs = game["ship"][other]
            ahead += game["dial"][other] > game["dial"][seat]
            brawlers += bit_of(theirs, Card.BRAWLER)
            aristocrats += bit_of(theirs, Card.ARISTOCRAT)
            nymphs += bit_of(theirs, Card.WIND_NYMPH)
            coins += game["doubloons"][other]
            ships += size(theirs)
            right += game["space"][other] > game["space"][seat]
    near = total(game["loot"][left_neighbour(game, seat)]) + total(game["loot"][right_neighbour(game, seat)])
    own = game["doubloons"][seat]
    spare = max(0, size(game["hand"][seat]) - days_left(game, rules))
    above_20 = size(above(ship, Card.FREED_PRISONER))
    return (
        held | _byte(total(held), 7),
        game["rows"][game["day"]] | _byte(kinds(held), 7),
        tomorrows_row(game) | _byte(game["space"][seat], 7),
        _byte(min(own, 31), 0)
        | _byte(8 * (own >= rules["officer_threshold"]), 1)
        | _byte(size(ship), 2)
        | _byte(above_20, 3)
        | _byte(size(ship) - above_20, 4)
        | _byte(size(ship & HAS_NIGHT), 5)
        | _byte(min(size(game["graveyard"][seat]), 15), 6)
        | _byte(spare, 7),
        _byte(ahead, 0)
        | _byte(brawlers, 1)
        | _byte(aristocrats, 2)
        | _byte(nymphs, 3)
        | _byte(min(near, 63), 4)
        | _byte(min(coins // (players - 1), 63), 5)
        | _byte(min(ships, 63), 6)
        | _byte(right, 7),
        _byte(8 * bit_of(ship, Card.TOPMAN), 4)
        | _byte(8 * bit_of(ship, Card.FIRST_MATE), 5)
        | _byte(8 * bit_of(ship, Card.FREED_PRISONER), 6)
        | _byte(8 * bit_of(game["hand"][seat], Card.BOSUN), 7),
    )


@inlined
def seen_cards_of_others(game, seat):
    """How many cards are in the hands of the others that the seat knows of, int64."""
    number = 0
    for other in range(game["players"]):
        if other != seat:
            number += size(seen_hand(game, other))
    return number


@inlined
def with_card(game, seat, last, card, seen):
    """The last word of ``card_words`` for one card of the hand.

    Args:
        last: that word.
        seen: ``seen_cards_of_others``.
    """
    same, higher = 0, 0
    for other in range(game["players"]):
        if other != seat:
            hand = seen_hand(game, other)
            same += bit_of(hand, card)
            higher += size(above(hand, card))
    own, lower = size(above(game["hand"][seat], card)), min(seen - higher - same, 63)
    return last | _byte(same, 0) | _byte(min(higher, 63), 1) | _byte(own, 2) | _byte(lower, 3)


@kernel
def taker(game, kind):
    """The rank of the character that takes the token, int64."""
    if kind == Choice.TAKE_SMUGGLER:
        return Card.SMUGGLER
    if kind == Choice.TAKE_COOK:
        return Card.COOK
    # dusk goes from the right: of those that had their turn it is the leftmost
    return game["island_card"][leftmost(game["island_done"])]


@inlined
def loot_words(game, kind, seat):
    """The features of a choice of a loot token (TAKE_*): four words."""
    held, ship, hand = game["loot"][seat], game["ship"][seat], game["hand"][seat]
    mine = ship | hand
    card = taker(game, kind)
    ships = 0
    for other in range(game["players"]):
        if other != seat:
            ships += size(game["ship"][other])
    to_come = size(game["island_here"] & ~game["island_done"])
    return (
        held | _byte(total(held), 7),
        game["rows"][game["day"]] | _byte(game["space"][seat], 7),
        _byte(size(ship), 0)
        | _byte(8 * has(mine, Card.TREASURER), 1)
        | _byte(8 * has(mine, Card.BARKEEP), 2)
        | _byte(8 * has(mine, Card.COLLECTOR), 3)
        | _byte(8 * has(hand, Card.MERCHANT), 4)
        | _byte(8 * has(hand, Card.PREACHER), 5)
        | _byte(8 * has(hand, Card.GAMBLER), 6)
        | _byte(8 * has(hand, Card.QUARTERMASTER), 7),
        _byte(8 * (card == Card.EXPLORER), 0)
        | _byte(8 * (card == Card.ARMORER), 1)
        | _byte(8 * (card == Card.COOK), 2)
        | _byte(card // 2, 3)
        | _byte(to_come, 4)
        | _byte(min(game["doubloons"][seat], 31), 5)
        | _byte(8 * has(hand, Card.NECROMANCER), 6)
        | _byte(min(ships, 63), 7),
    )
