"""Solo games (SOL-1 to SOL-10): the Automa's card of the day, the Pilferer's, and no-effect ranks.

What else differs stands beside the rule that it changes, joined by ``_jit.by_game``: day (SOL-6, SOL-8), dusk (SOL-5, SOL-8), setup
(SOL-9), placement (SOL-6), trace (SOL-6). Her answers are in ``automa``. The deck is data: solo_deck.toml.
"""

from __future__ import annotations

import numpy as np

from kernels._jit import by_game, kernel
from kernels.bits import slot_bit
from kernels.choices import choose_card
from kernels.codes import AUTOMA, HUMAN, NOBODY, PILFERER, Choice, Event, Loot, Rule
from kernels.masks import EMPTY, ONE, card_bit, has, highest_rank, nth, size
from kernels.placement import cards_left_of, leftmost, lies_at, make_room, place_cards, select_cards
from kernels.tokens import count, total
from kernels.trace import BLANK, emit

_NUMBERS = np.int64(9)
"""Entries of codes.BACK_ENTRIES for each side."""
_FROM_LEFT, _FROM_RIGHT = 0, 1


@kernel
def back_row(tokens):
    """SOL-4: the row of a back, from 0, that fits the tokens of the day (packed counts), int64."""
    bad = count(tokens, Loot.RELIC)
    good = count(tokens, Loot.CHEST) + count(tokens, Loot.HOOK) + count(tokens, Loot.MAP)
    of_day = total(tokens)
    if bad == of_day or good == of_day or bad + good == 0:
        return 0
    if bad >= 2:
        return 1
    if bad == 1 and good >= 1:
        return 2
    if good >= 1:
        return 3
    return 4


@kernel
def card_by_back(hand, symbols, entry):
    """SOL-4: the rank that a back's entry (codes.BACK_ENTRIES) names in a hand that is not empty, int64.

    Args:
        hand: mask of her cards.
        symbols: mask of the cards with the symbol.
    """
    side, number = entry // _NUMBERS, entry % _NUMBERS
    if side == _FROM_LEFT:
        return nth(hand, min(number, size(hand) - 1))
    if side == _FROM_RIGHT:
        return nth(hand, max(size(hand) - 1 - number, 0))
    marked = hand & symbols
    if marked == EMPTY:
        return highest_rank(hand)
    return nth(marked, min(number, size(marked) - 1))


@kernel
def select_solo_cards(game, rules, answers, trace):
    """SOL-3, Q-16: the human picks, the Pilferer turns a card every day, and the next card's back makes the Automa play.

    An empty hand plays nothing. Writes pick.
    """
    hand = game["hand"][HUMAN]
    game["pick"][HUMAN] = choose_card(game, answers, trace, Choice.SELECT, HUMAN, hand) if hand != EMPTY else 0
    turned = rules["deal_first"][game["voyage"]] + rules["voyage_cards"] + game["day"]
    game["pick"][PILFERER] = game["deck"][turned]
    emit(trace, game, Rule.SOL_3, Event.PILFERER_TURNS, NOBODY, game["pick"][PILFERER], BLANK, BLANK, BLANK)
    hand = game["hand"][AUTOMA]
    game["pick"][AUTOMA] = 0
    if hand != EMPTY:
        back = game["deck"][turned + 1]
        row = back_row(game["rows"][game["day"]])
        entry = rules["automa_backs"][back, row]
        card = card_by_back(hand, rules["automa_symbols"], entry)
        game["pick"][AUTOMA] = card
        emit(trace, game, Rule.SOL_4, Event.BACK_READ, AUTOMA, np.int64(back), row + 1, entry, card)


@kernel
def _place_key(game, who):
    """Sorts the day's three cards: by rank, then reputation; the Pilferer's left of every equal (SOL-3)."""
    return game["pick"][who] * 8 + (0 if who == PILFERER else game["space"][who] + 1)


@kernel
def place_solo_cards(game, trace):
    """DAY-2, SOL-1, SOL-3: the day's three cards on the island. Writes island_*, hand, log_played, island_rank."""
    game["island_rank"][:] = 0
    played = game["log_played"][game["voyage"] + 1]
    placed = 0
    for who in range(PILFERER + 1):
        card = game["pick"][who]
        if card != 0:
            slot = 0
            for other in range(PILFERER + 1):
                slot += game["pick"][other] != 0 and _place_key(game, other) < _place_key(game, who)
            game["island_card"][slot] = card
            game["island_seat"][slot] = NOBODY if who == PILFERER else who
            placed += 1
            if who != PILFERER:
                game["hand"][who] ^= card_bit(card)
                played[who] |= card_bit(card)
    game["island_size"] = placed
    game["island_here"] = slot_bit(placed) - ONE
    if trace is not None:
        for slot in range(placed):
            owner, card = game["island_seat"][slot], game["island_card"][slot]
            emit(trace, game, Rule.SOL_3, Event.PLACED, owner, card, slot, BLANK, BLANK)


@kernel
def _pick_and_place(game, rules, answers, trace):
    select_cards(game, answers, trace)
    place_cards(game, trace)


@kernel
def _pick_and_place_in_solo(game, rules, answers, trace):
    select_solo_cards(game, rules, answers, trace)
    place_solo_cards(game, trace)


pick_and_place = by_game(_pick_and_place, _pick_and_place_in_solo)
"""``pick_and_place(game, rules, answers, trace)``: DAY-1 and DAY-2, or SOL-3."""


@kernel
def _all_keep_their_ranks(game, rules, trace):
    """No card has a no-effect rank."""


@kernel
def take_no_effect_ranks(game, rules, trace):
    """SOL-6, Q-18: the Automa's cards whose turn changed nothing are moved, from left to right as they lie now.

    Writes island_*, island_rank, log_no_effect.
    """
    due = EMPTY
    for slot in range(game["island_size"]):
        hers = game["island_seat"][slot] == AUTOMA and lies_at(game, slot)
        if hers and has(game["automa_idle"], game["island_card"][slot]):
            due |= slot_bit(slot)
    while due != EMPTY:
        slot = leftmost(due)
        card = game["island_card"][slot]
        rank = rules["automa_no_effect"][card]
        game["island_here"] ^= slot_bit(slot)
        game["island_rank"][card] = rank
        at = make_room(game, AUTOMA, card, rank)
        game["log_no_effect"] |= card_bit(card)
        emit(trace, game, Rule.SOL_6, Event.NO_EFFECT_RANK, AUTOMA, card, rank, cards_left_of(game, at), BLANK)
        # what lies right of its new place is pushed one slot further
        left = slot_bit(at) - ONE
        due &= due - ONE
        due = (due & left) | ((due & ~left) << ONE)


take_idle_ranks = by_game(_all_keep_their_ranks, take_no_effect_ranks)
"""``take_idle_ranks(game, rules, trace)``: the end of daytime (SOL-6)."""
