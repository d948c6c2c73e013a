"""The search policy: each card of the hand is tried in copies of the game, which the learned policy plays to the end of the voyage.

The copies know no more than the seat: chance, other seats' choices and what a Surgeon took back unseen are drawn anew, from keys of
search's own; all options share them (common random numbers). Each sample is a round of a game of own options against sampled
replies, and the choice is by regret matching over these rounds (Hart and Mas-Colell, Econometrica 68, 2000).
"""

from __future__ import annotations

import numpy as np

from kernels._jit import by_game, inlined, kernel
from kernels.anchor import leader
from kernels.bits import slot_bit, trailing_zeros
from kernels.choices import decided
from kernels.codes import VOYAGES, Choice, Phase, Policy, Stream
from kernels.masks import EMPTY, ONE, card_bit, nth, size
from kernels.placement import leftmost
from kernels.policies import greedy, learned, uniform
from kernels.policies.learned import odds_of
from kernels.rng import below, draw, stream_key
from kernels.state import GAME, SOLO_GAME
from kernels.tokens import first_place, kinds_mask
from kernels.voyage import end_day, end_voyage, play_day

_CHANCE, _POLICY = np.int64(Stream.CHANCE), np.int64(Stream.POLICY)
_HIDDEN = np.int64(32)
"""Purpose of the stream that draws what the seat does not see; those below are the game's own."""
_WORD = np.int64(1 << 31)
_WHOLE = np.int64(1 << 12)

SPREAD = (24, 16, 4)
"""By voyage: doubloons of lead that double the odds of winning the game, seen from the voyage's end; in the last it is over."""


@kernel
def _blank(game):
    return np.empty(1, GAME)


@kernel
def _solo_blank(game):
    return np.empty(1, SOLO_GAME)


blank = by_game(_blank, _solo_blank)
"""``blank(game)``: an array for one copy of the game."""


@kernel
def _nothing_else(game, rules, stream):
    """In games of 2 to 6 players the deck is not used before the next voyage."""


@kernel
def _shuffle_solo_deck(game, rules, stream):
    """SOL-3: the human knows neither the order of the solo deck nor a back. Writes deck.

    From the set of what is left, not from its order: two games that differ in nothing else have the same copies.
    """
    deck = game["deck"]
    turned = rules["deal_first"][game["voyage"]] + rules["voyage_cards"] + game["day"] + (game["phase"] == Phase.DUSK)
    left = EMPTY
    for place in range(turned, rules["deck_size"]):
        left |= card_bit(deck[place])
    for place in range(turned, rules["deck_size"]):
        further, stream = draw(stream, size(left))
        card = nth(left, further)
        deck[place] = card
        left ^= card_bit(card)


_draw_the_deck = by_game(_nothing_else, _shuffle_solo_deck)


@kernel
def draw_the_unseen(game, rules, seat, key):
    """Give a copy other facts where the seat does not see them, from a key. Writes origins, hand, graveyard, secret, deck.

    A card that a Surgeon took back is any of those that it could be.
    """
    game["origins"][_CHANCE] = stream_key(key, _CHANCE)
    for other in range(game["players"]):
        game["origins"][_POLICY + other] = stream_key(key, _POLICY + other)
    stream = stream_key(key, _HIDDEN)
    for other in range(game["players"]):
        secret = game["hand"][other] & game["secret"][other]
        if other != seat and secret != EMPTY:
            among = game["secret_among"][other] & (game["graveyard"][other] | secret)
            game["graveyard"][other] |= secret
            game["hand"][other] &= ~secret
            drawn = EMPTY
            for _ in range(size(secret)):
                place, stream = draw(stream, size(among))
                drawn |= card_bit(nth(among, place))
                among &= ~drawn
            game["graveyard"][other] &= ~drawn
            game["hand"][other] |= drawn
            game["secret"][other] = drawn
    _draw_the_deck(game, rules, stream)


@kernel
def chance_to_win(game, voyage, seat):
    """The seat's chance to win the game from the end of a voyage, int64, in 65536ths: by the dials, a softmax."""
    if voyage == VOYAGES - 1:
        if leader(game) == seat:
            pass
    best = game["dial"][0]
    for other in range(1, game["players"]):
        best = max(best, game["dial"][other])
    total, own = 0, 0
    for other in range(game["players"]):
        odds = odds_of((best - game["dial"][other]) * 256 // SPREAD[voyage])
        total += odds
        if other == seat:
            own = odds
    return (own << 16) // total


@kernel
def tried(game, copies, knowledge, kind, seat, place, key):
    """What the option at a place is worth in one sample, int64: the chance to win in a copy played to the end of the voyage."""
    copies[0] = game
    copy, rules, voyage = copies[0], knowledge["rules"], game["voyage"]
    draw_the_unseen(copy, rules, seat, key)
    copy["forced"], copy["forced_seat"] = place + 1, seat
    if kind == Choice.SELECT:
        play_day(copy, rules, knowledge, None)
    else:
        copy["island_done"] ^= slot_bit(leftmost(copy["island_done"]))  # its turn begins anew, with this choice
        renew(copy)
        end_day(copy, rules, knowledge, None)
    for day in range(game["day"] + 1, rules["voyage_days"][voyage]):
        copy["day"] = day
        play_day(copy, rules, knowledge, None)
    end_voyage(copy, rules, knowledge, None)
    return chance_to_win(copy, voyage, seat)


@inlined
def renew(copy):
    """Streams of a day that is under way start at their origins. Writes streams."""
    copy["streams"][_CHANCE] = copy["origins"][_CHANCE]
    for stream in range(_POLICY, _POLICY + copy["players"]):
        copy["streams"][stream] = copy["origins"][stream]


@kernel
def matched(game, knowledge, seat, places, n, samples, kind):
    """The number of the option drawn by regret matching after all samples, int64.

    Args:
        places: int64 array: the options' places; the first ``n`` count.
    """
    streams, stream = game["streams"], _POLICY + seat
    key = np.uint64(below(streams, stream, _WORD)) << np.uint64(32) | np.uint64(below(streams, stream, _WORD))
    copies = blank(game)
    worth, regret, weight = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
    for at in range(n):
        regret[at] = 0
    for sample in range(samples):
        for at in range(n):
            worth[at] = tried(game, copies, knowledge, kind, seat, places[at], stream_key(key, 64 + sample))
        total = 0
        for at in range(n):
            weight[at] = max(regret[at], 0)
            total += weight[at]
        expected = 0
        if total == 0:
            for at in range(n):
                expected += worth[at]
            expected //= n
        else:
            # regrets reach 2**16 a sample: divide first, so that the products fit
            for at in range(n):
                expected += worth[at] * ((weight[at] * _WHOLE) // total)
            expected //= _WHOLE
        for at in range(n):
            regret[at] += worth[at] - expected
    total = 0
    for at in range(n):
        weight[at] = max(regret[at], 0)
        total += weight[at]
    if total == 0:
        return below(streams, stream, n)
    left = below(streams, stream, total)
    at = 0
    while left >= weight[at]:
        left -= weight[at]
        at += 1
    return at


@kernel
def _asked(game, player, kind, seat, options, n):
    knowledge = player["knowledge"]
    if player["policy"] == Policy.SEARCH and kind == Choice.SELECT:
        places = np.empty(n, np.int64)
        for place in range(n):
            places[place] = place
        return matched(game, knowledge, seat, places, n, player["samples"], kind)
    if player["policy"] == Policy.SEARCH and kind == Choice.TAKE_DUSK and player["of_loot"] != 0:
        kinds, number = kinds_mask(options), 0
        places = np.empty(n, np.int64)
        while kinds != EMPTY:
            places[number] = first_place(options, trailing_zeros(kinds))
            kinds &= kinds - ONE
            number += 1
        if number == 1:
            return 0
        return places[matched(game, knowledge, seat, places, number, player["samples"], kind)]
    if player["policy"] == Policy.LEARNED or player["policy"] == Policy.SEARCH:
        return learned.pick(game, knowledge, None, kind, seat, options, n)
    if player["policy"] == Policy.GREEDY:
        return greedy.pick(game, knowledge, kind, seat, options, n)
    return uniform.pick(game, seat, n)


@inlined
def pick(game, table, kind, seat, options, n):
    """As ``players.pick``, for a SEARCH_TABLE record."""
    return 0 if n == 1 else _asked(game, table["searchers"][game["player"][seat]], kind, seat, options, n)


decided.by["searchers"] = pick
