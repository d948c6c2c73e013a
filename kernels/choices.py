"""choose(): the only door to a policy. Every decision of a game passes here; chance passes ``rng``.

A question has a kind (codes.Choice), the seat that answers, its options as one word, and their number n. What the word
holds, the order in which options count from 0, and the code that stands for an option in scripts and traces:

| kinds | options | order | code |
|---|---|---|---|
| SELECT, SCOUT_PLAY, APPRENTICE_COPY, INNKEEPER_RETURN, NECROMANCER_RETURN, RECRUITER, SURGEON, WITCH_COPY, HOOK_CARD | mask of ranks | ascending | rank |
| PREACHER_KEEP, TAKE_*, MIDSHIPMAN_REMOVE, NECROMANCER_RELIC, STOWAWAY_DRAW (chance) | packed counts; each token is an option | by kind | kind |
| BRAWLER | mask of seats + 1 | ascending | seat + 1 |
| SABER | bits of island slots | left to right | seat x 64 + rank |
| GUNNER | none: all ships | by seat, ascending | seat x 64 + rank |
| THIEF, STEAL | none: supplies of the neighbours | left neighbour (seat - 1) first, by kind | seat x 8 + kind |
| WATCHMAN | none: rows of today and tomorrow | by today's token, then tomorrow's | today x 8 + tomorrow |
| MERCHANT | packed, each kind up to 3 | by kind, then number | kind x 4 + number |
| DISCARD_ADJACENT, DISCARD_ANY | none: ships of the neighbours, of all others | by seat (neighbours: left first), ascending | seat x 64 + rank |
| HOOK | none | 0: doubloons, 1: keep | the same |
| CASH | packed: the tokens to be cashed or kept | 0: cash, 1: keep | the same |
| ORDER_* | mask of items (codes.ITEM_LOOT) | ascending; then further single items (``more_items``), by kind | item |
"""

from __future__ import annotations

import numpy as np

from kernels._jit import ANSWERS, by_answers, inlined, kernel
from kernels.automa import answered
from kernels.codes import CHOICE_RULE, ITEM_LOOT, Choice, Event, Fault, Rule, Stream
from kernels.masks import nth, size
from kernels.policies import uniform
from kernels.rng import below
from kernels.tokens import first_place, token_at, total
from kernels.trace import BLANK, emit

SCRIPT = np.dtype([(name, "i8") for name in ("kind", "seat", "n", "code")], align=True)
"""One answer: codes.Choice, the seat asked, how many options it should have (0: any number), the option's code.

With n = BY_PLACE any question of any seat is answered, and the code is the option's place, from 0."""

ANY_NUMBER = 0
BY_PLACE = np.int64(-1)

NO_OPTIONS = np.uint64(0)


@kernel
def left_neighbour(game, seat):
    """The adjacent seat with the number before (Q-08), int64."""
    return seat - 1 if seat > 0 else game["players"] - 1


@kernel
def right_neighbour(game, seat):
    """The adjacent seat with the number after (Q-08), int64; with two players the same as the left one."""
    return seat + 1 if seat + 1 < game["players"] else 0


@kernel
def ship_card_at(game, index):
    """Seat and rank at place ``index`` among the cards of all ships."""
    seat = 0
    while index >= size(game["ship"][seat]):
        index -= size(game["ship"][seat])
        seat += 1
    return seat, nth(game["ship"][seat], index)


@kernel
def adjacent_ship_card_at(game, seat, index):
    """Seat and rank at place ``index`` among the cards in the ships of the seat's neighbours."""
    left = left_neighbour(game, seat)
    if index < size(game["ship"][left]):
        return left, nth(game["ship"][left], index)
    right = right_neighbour(game, seat)
    return right, nth(game["ship"][right], index - size(game["ship"][left]))


@kernel
def other_ship_card_at(game, seat, index):
    """Seat and rank at place ``index`` among the cards in the ships of all other seats."""
    before = 0
    for owner in range(seat):
        before += size(game["ship"][owner])
    return ship_card_at(game, index if index < before else index + size(game["ship"][seat]))


@kernel
def neighbour_token_at(game, seat, index):
    """Seat and kind at place ``index`` among the tokens of the seat's neighbours."""
    left = left_neighbour(game, seat)
    held = total(game["loot"][left])
    if index < held:
        return left, token_at(game["loot"][left], index)
    right = right_neighbour(game, seat)
    return right, token_at(game["loot"][right], index - held)


@kernel
def swap_at(game, index):
    """The kinds of today's and of tomorrow's row at place ``index`` among all pairs."""
    today, tomorrow = game["rows"][game["day"]], game["rows"][game["day"] + 1]
    across = total(tomorrow)
    return token_at(today, index // across), token_at(tomorrow, index % across)


@kernel
def trade_at(options, index):
    """Kind and number at place ``index`` among the Merchant's offers."""
    kind = token_at(options, index)
    return kind, index - first_place(options, kind) + 1


@kernel
def item_at(game, options, index):
    """The order item at place ``index``; places beyond the mask are further tokens that are items of their own."""
    if index < size(options):
        return nth(options, index)
    return ITEM_LOOT + token_at(game["more_items"], index - size(options))


@kernel
def island_card_at(options, index):
    """The island slot at place ``index`` among the slots of the word."""
    return nth(options, index) - 1


@kernel
def option_at(game, kind, seat, options, index):
    """The code of the option at place ``index``, int64; for scripts and traces."""
    if kind == Choice.HOOK or kind == Choice.CASH:
        return index
    if kind == Choice.SABER:
        slot = island_card_at(options, index)
        return game["island_seat"][slot] * 64 + game["island_card"][slot]
    if kind == Choice.GUNNER:
        owner, rank = ship_card_at(game, index)
        return owner * 64 + rank
    if kind == Choice.DISCARD_ADJACENT:
        owner, rank = adjacent_ship_card_at(game, seat, index)
        return owner * 64 + rank
    if kind == Choice.DISCARD_ANY:
        owner, rank = other_ship_card_at(game, seat, index)
        return owner * 64 + rank
    if kind == Choice.THIEF or kind == Choice.STEAL:
        owner, loot = neighbour_token_at(game, seat, index)
        return owner * 8 + loot
    if kind == Choice.WATCHMAN:
        today, tomorrow = swap_at(game, index)
        return today * 8 + tomorrow
    if kind == Choice.MERCHANT:
        loot, number = trade_at(options, index)
        return loot * 4 + number
    if kind >= Choice.ORDER_DUSK:
        return item_at(game, options, index)
    if (
        kind == Choice.PREACHER_KEEP
        or kind == Choice.NECROMANCER_RELIC
        or (kind >= Choice.STOWAWAY_DRAW and kind <= Choice.MIDSHIPMAN_REMOVE)
    ):
        return token_at(options, index)
    return nth(options, index)


@kernel
def _refuse(game, fault, kind, seat, n):
    game["fault"] = fault
    game["fault_choice"] = kind
    game["fault_seat"] = seat
    game["fault_options"] = n


@kernel
def _answer(game, script, kind, seat, options, n):
    """The place of the option that the next script row names; 0 and a fault in the record if it fits no option."""
    if game["fault"] != Fault.NONE:
        return 0
    if game["script_at"] >= script.size:
        _refuse(game, Fault.SCRIPT_ENDED, kind, seat, n)
        return 0
    row = script[game["script_at"]]
    if row["n"] == BY_PLACE:
        if row["code"] < 0 or row["code"] >= n:
            _refuse(game, Fault.NOT_AN_OPTION, kind, seat, n)
            return 0
        game["script_at"] += 1
        return row["code"]
    # a transcript has one word for both kinds of discard from a ship
    if row["kind"] != kind and not (row["kind"] == Choice.DISCARD_ADJACENT and kind == Choice.DISCARD_ANY):
        _refuse(game, Fault.OTHER_KIND, kind, seat, n)
        return 0
    if row["seat"] != seat:
        _refuse(game, Fault.OTHER_SEAT, kind, seat, n)
        return 0
    if row["n"] != n and row["n"] != ANY_NUMBER:
        _refuse(game, Fault.OTHER_COUNT, kind, seat, n)
        return 0
    for index in range(n):
        if option_at(game, kind, seat, options, index) == row["code"]:
            game["script_at"] += 1
            return index
    _refuse(game, Fault.NOT_AN_OPTION, kind, seat, n)
    return 0


@kernel
def _by_script(game, script, kind, seat, options, n):
    if game["scripted"] != 0:
        return _answer(game, script, kind, seat, options, n)
    return uniform.pick(game, seat, n)


@inlined
def _by_chance(game, answers, kind, seat, options, n):
    return uniform.pick(game, seat, n)


decided = by_answers("decided")
"""``decided(game, answers, kind, seat, options, n)``: the place of the option that whoever answers here takes, int64."""
decided.by["none"] = _by_chance
decided.by["script"] = _by_script


@inlined
def choose(game, answers, trace, kind, seat, options, n):
    """Ask a seat one question; the Automa of a solo game answers by rule (SOL-10).

    Args:
        game: GAME record.
        answers: who answers; the type says which of these it is. None: the random policy. Array of SCRIPT: the script, if the
            record says that the game is scripted, else the random policy. A record of
            policies.knowledge (TABLE, LESSON; KNOWLEDGE in a copy that search plays): policies.
        trace: array of EVENT, or None.
        kind: codes.Choice.
        seat: who answers.
        options: uint64 as in the table above.
        n: number of options, at least 1.

    Returns:
        The place of the option taken, 0 to n - 1, int64.
    """
    index = answered(game, kind, seat, options, n)
    if index < 0:
        index = decided(game, answers, kind, seat, options, n)
    if trace is not None:
        code = option_at(game, kind, seat, options, index)
        emit(trace, game, CHOICE_RULE[kind], Event.CHOICE, seat, BLANK, np.int64(kind), n, code)
    return index


@inlined
def choose_card(game, answers, trace, kind, seat, cards):
    """Ask for one rank of a mask that is not empty; the rank, int64."""
    return nth(cards, choose(game, answers, trace, kind, seat, cards, size(cards)))


@inlined
def choose_token(game, answers, trace, kind, seat, word):
    """Ask for one token of packed counts that are not empty; its kind, int64."""
    return token_at(word, choose(game, answers, trace, kind, seat, word, total(word)))


@kernel
def _drawn_by_script(game, script, seat, bag, n):
    if game["scripted"] != 0:
        return _answer(game, script, Choice.STOWAWAY_DRAW, seat, bag, n)
    return below(game["streams"], Stream.CHANCE, n)


@inlined
def _drawn_by_chance(game, answers, seat, bag, n):
    """A place below ``n`` from the stream of chance, int64."""
    return below(game["streams"], Stream.CHANCE, n)


drawn = by_answers("drawn")
"""``drawn(game, answers, seat, bag, n)``: the place of the token that comes out of the bag: chance, unless a script says which."""
drawn.by |= dict.fromkeys(("none", *ANSWERS), _drawn_by_chance) | {"script": _drawn_by_script}


@kernel
def draw_from_bag(game, answers, trace, seat):
    """Chance, no choice: the kind of a random token of a bag that is not empty, int64 (CHR-09)."""
    bag = game["bag"]
    n = total(bag)
    index = drawn(game, answers, seat, bag, n)
    if trace is not None:
        emit(trace, game, Rule.CHR_09, Event.CHOICE, seat, BLANK, np.int64(Choice.STOWAWAY_DRAW), n, token_at(bag, index))
    return token_at(bag, index)


@kernel
def choose_order(game, answers, trace, kind, seat, items):
    """Ask which of two or more items comes next: those of the mask, and the tokens in ``more_items``; the item, int64."""
    n = size(items) + total(game["more_items"])
    return item_at(game, items, choose(game, answers, trace, kind, seat, items, n))


@kernel
def choose_island_card(game, answers, trace, seat, slots):
    """Ask whose character a saber hits: one of some island slots (uint64, not 0); the slot, int64."""
    return island_card_at(slots, choose(game, answers, trace, Choice.SABER, seat, slots, size(slots)))
