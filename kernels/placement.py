"""The island: placing cards (DAY-2), inserting one (Q-02), the Midshipman (MID-1, MID-3), and cards that leave (DIS-1).

Slots run from left to right. A card that leaves keeps its slot, empty; ``island_here`` says which slots hold a card.
"""

from __future__ import annotations

from kernels._jit import by_game, inlined, kernel
from kernels.bits import highest_bit, slot_bit, trailing_zeros
from kernels.choices import choose_card
from kernels.codes import AUTOMA, IN_SHIP, NOBODY, Card, Choice, Event, Rule
from kernels.masks import EMPTY, ONE, card_bit, has, size
from kernels.trace import BLANK, emit


@inlined
def leftmost(slots):
    """The leftmost of some slots (uint64, not 0), int64."""
    return trailing_zeros(slots)


@inlined
def rightmost(slots):
    """The rightmost of some slots (uint64, not 0), int64."""
    return highest_bit(slots)


@inlined
def lies_at(game, slot):
    """Whether the card of the slot still lies on the island, bool."""
    return game["island_here"] & slot_bit(slot) != EMPTY


@inlined
def select_cards(game, answers, trace):
    """DAY-1, Q-01: every seat picks a card of its hand, unseen. Writes pick."""
    for seat in range(game["players"]):
        hand = game["hand"][seat]
        game["pick"][seat] = choose_card(game, answers, trace, Choice.SELECT, seat, hand) if hand != EMPTY else 0


@inlined
def place_cards(game, trace):
    """DAY-2, MID-1, MID-3: the picked cards go from the hands to the island, ascending, ties by reputation.

    Writes island_*, hand, log_played, midshipman_left.
    """
    players = game["players"]
    played = game["log_played"][game["voyage"] + 1]
    size = 0
    for seat in range(players):
        card = game["pick"][seat]
        if card != 0:
            key = card * 8 + game["space"][seat]
            slot = 0
            for other in range(players):
                rival = game["pick"][other]
                if rival != 0 and rival * 8 + game["space"][other] < key:
                    slot += 1
            if players == 2 and card > Card.FREED_PRISONER:
                slot += 1
            game["island_card"][slot] = card
            game["island_seat"][slot] = seat
            game["hand"][seat] ^= card_bit(card)
            played[seat] |= card_bit(card)
            size += 1
    if players == 2:
        slot = 0
        for seat in range(players):
            if game["pick"][seat] != 0 and game["pick"][seat] <= Card.FREED_PRISONER:
                slot += 1
        game["island_card"][slot] = Card.MIDSHIPMAN
        game["island_seat"][slot] = NOBODY
        size += 1
        game["midshipman_left"] = slot - 1
    game["island_size"] = size
    game["island_here"] = slot_bit(size) - ONE
    if trace is not None:
        for slot in range(size):
            emit(
                trace, game, Rule.DAY_2, Event.PLACED, game["island_seat"][slot], game["island_card"][slot], slot, BLANK, BLANK
            )


@inlined
def _own_rank(game, slot):
    return game["island_card"][slot]


@inlined
def _rank_in_solo(game, slot):
    """SOL-6: a card of the Automa may have its no-effect rank."""
    card = game["island_card"][slot]
    moved = game["island_rank"][card]
    return moved if game["island_seat"][slot] == AUTOMA and moved != 0 else card


rank_at = by_game(_own_rank, _rank_in_solo)
"""``rank_at(game, slot)``: the rank at which the card of the slot lies on the island, 0 for the Midshipman, int64."""


@kernel
def make_room(game, seat, card, rank):
    """Q-02, SOL-6: put a card on the island at a rank; it has its turn in this phase. The slot, int64.

    Left of the first equal rank whose owner has more reputation now, else right of the equals; right of the Pilferer's, who
    has none. With the Midshipman, the card left of him is noted anew (MID-3). Writes island_*, midshipman_left.
    """
    size = game["island_size"]
    at = size
    for back in range(size):
        slot = size - 1 - back
        other = rank_at(game, slot)
        if lies_at(game, slot):
            owner = game["island_seat"][slot]
            if other == Card.MIDSHIPMAN:
                later = rank <= Card.FREED_PRISONER
            elif other == rank:
                later = owner != NOBODY and game["space"][owner] > game["space"][seat]
            else:
                later = other > rank
            if later:
                at = slot
    for back in range(size - at):
        slot = size - back
        game["island_card"][slot] = game["island_card"][slot - 1]
        game["island_seat"][slot] = game["island_seat"][slot - 1]
    left = slot_bit(at) - ONE
    here, done = game["island_here"], game["island_done"]
    game["island_here"] = (here & left) | slot_bit(at) | ((here & ~left) << ONE)
    game["island_done"] = (done & left) | ((done & ~left) << ONE)
    game["island_card"][at] = card
    game["island_seat"][at] = seat
    game["island_size"] = size + 1
    if game["players"] == 2:
        for slot in range(size + 1):
            if game["island_card"][slot] == Card.MIDSHIPMAN:
                game["midshipman_left"] = highest_bit(game["island_here"] & (slot_bit(slot) - ONE))
    return at


@inlined
def cards_left_of(game, slot):
    """The cards that lie left of a slot, those that left the island not counted, int64."""
    return size(game["island_here"] & (slot_bit(slot) - ONE))


@inlined
def insert_card(game, trace, seat, card):
    """Q-02: put a card on the island at its own rank. Writes island_*, midshipman_left."""
    at = make_room(game, seat, card, card)
    emit(trace, game, Rule.DAY_2, Event.PLACED, seat, card, cards_left_of(game, at), BLANK, BLANK)


@kernel
def bury(game, trace, rule, seat, card):
    """DIS-1: a card that was just taken from island or ship goes to its owner's graveyard."""
    game["graveyard"][seat] |= card_bit(card)
    game["log_discarded"][game["voyage"] + 1, seat] |= card_bit(card)
    emit(trace, game, rule, Event.CARD_DISCARDED, seat, card, BLANK, BLANK, BLANK)


@inlined
def discard_from_island(game, trace, rule, slot):
    """Discard the character at a slot where one lies; not for the Midshipman."""
    game["island_here"] ^= slot_bit(slot)
    bury(game, trace, rule, game["island_seat"][slot], game["island_card"][slot])


@inlined
def discard_from_ship(game, trace, rule, seat, card):
    """Discard a character that lies in the ship."""
    game["ship"][seat] ^= card_bit(card)
    bury(game, trace, rule, seat, card)


@inlined
def discard_actor(game, trace, rule, seat, card, at):
    """Discard the character whose ability runs: at its island slot, or in the ship if it is copied (Q-04)."""
    if at == IN_SHIP:
        discard_from_ship(game, trace, rule, seat, card)
    else:
        discard_from_island(game, trace, rule, at)


@inlined
def lies(game, seat, card, at):
    """Whether the character is still at its island slot, or in the ship if ``at`` is IN_SHIP, bool."""
    return has(game["ship"][seat], card) if at == IN_SHIP else lies_at(game, at)


@inlined
def sail_from_island(game, trace, rule, slot):
    """A character goes from its slot to its owner's ship."""
    seat, card = game["island_seat"][slot], game["island_card"][slot]
    game["island_here"] ^= slot_bit(slot)
    game["ship"][seat] |= card_bit(card)
    emit(trace, game, rule, Event.CARD_TO_SHIP, seat, card, BLANK, BLANK, BLANK)
