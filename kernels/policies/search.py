"""The search policy: each card of the hand is tried in copies of the game, which the learned policy plays to the end of the voyage.

The copies know no more than the seat: chance, other seats' choices and what a Surgeon took back unseen are drawn anew, from keys of
search's own; all options share them (common random numbers). Each sample is a round of a game of own options against sampled
replies, and the choice is by regret matching over these rounds (Hart and Mas-Colell, Econometrica 68, 2000).
"""

from __future__ import annotations

import numpy as np

from kernels._jit import by_game, inlined, kernel
from kernels.bits import slot_bit, trailing_zeros
from kernels.codes import KINDS, VOYAGES, Choice, Phase, Policy, Stream
from kernels.masks import EMPTY, ONE, card_bit, nth, size
from kernels.placement import leftmost
from kernels.policies.knowledge import OWN_COUNTS
from kernels.policies.learned import UNIT, odds_of
from kernels.rng import below, draw, stream_key
from kernels.tokens import NONE, count, first_place, kinds_mask
from kernels.voyage import end_day, end_voyage, play_day

_CHANCE, _POLICY = np.int64(Stream.CHANCE), np.int64(Stream.POLICY)
_HIDDEN = np.int64(32)
"""Purpose of the stream that draws what the seat does not see; those below are the game's own."""
_SAMPLES = np.int64(64)
"""Purpose of the first sample's key."""
_WORD = np.int64(1 << 31)
_WHOLE = np.int64(1 << 12)

SPREAD = (24, 16, 4)
"""By voyage: doubloons of lead that double the odds of winning the game, seen from the voyage's end. After the last a lead of less than
any of the others' could still have been, which a sample says more of than who won it."""


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
def standing(game, knowledge, seat):
    """What a seat has at the end of a voyage, int64, in 16ths of a doubloon: its dial, and the tokens and cards that it keeps.

    Reputation and hand do not count: a space to the right is worth about the doubloon that it costs at VOY-4.
    """
    voyage = game["voyage"]
    stands = 16 * game["dial"][seat]
    if voyage + 1 < VOYAGES:
        cards = game["ship"][seat]
        while cards != EMPTY:
            stands += knowledge["keep_value"][voyage, trailing_zeros(cards) + 1]
            cards &= cards - ONE
        if game["loot"][seat] != NONE:
            for kind in range(KINDS):
                for own in range(min(count(game["loot"][seat], kind), OWN_COUNTS)):
                    days = knowledge["rules"]["voyage_days"][voyage + 1]
                    stands += knowledge["token_value"][voyage + 1, days, game["face"][kind], kind, own]
    return stands


@kernel
def chance_to_win(game, knowledge, seat):
    """The seat's chance to win the game from the end of a voyage, int64, in 65536ths: a softmax of what all seats have."""
    best, own = standing(game, knowledge, 0), standing(game, knowledge, seat)
    for other in range(1, game["players"]):
        best = max(best, standing(game, knowledge, other))
    total = 0
    for other in range(game["players"]):
        total += odds_of((best - standing(game, knowledge, other)) * (UNIT // 16) // SPREAD[game["voyage"]])
    return (odds_of((best - own) * (UNIT // 16) // SPREAD[game["voyage"]]) << 16) // total


@inlined
def renew(copy):
    """Streams of a day that is under way start at their origins. Writes streams."""
    copy["streams"][_CHANCE] = copy["origins"][_CHANCE]
    for stream in range(_POLICY, _POLICY + copy["players"]):
        copy["streams"][stream] = copy["origins"][stream]


@kernel
def tried(game, room, player, kind, seat, place, key):
    """What the option at a place is worth in one sample, int64: the chance to win in a copy played to the end of the voyage."""
    room["copies"][0] = game
    copy, knowledge = room["copies"][0], player["knowledge"]
    rules = knowledge["rules"]
    draw_the_unseen(copy, rules, seat, key)
    copy["forced"], copy["forced_seat"] = place + 1, seat
    if kind == Choice.SELECT:
        play_day(copy, rules, knowledge, None)
    else:
        copy["island_done"] ^= slot_bit(leftmost(copy["island_done"]))  # its turn begins anew, with this choice
        renew(copy)
        end_day(copy, rules, knowledge, None)
    for day in range(game["day"] + 1, rules["voyage_days"][game["voyage"]]):
        copy["day"] = day
        play_day(copy, rules, knowledge, None)
    end_voyage(copy, rules, knowledge, None)
    return chance_to_win(copy, knowledge, seat)


@kernel
def positive_regrets(room, n):
    """Weigh options by their regrets, where they are positive; the sum of the weights, int64. Writes weight."""
    total = 0
    for at in range(n):
        room["weight"][at] = max(room["regret"][at], 0)
        total += room["weight"][at]
    return total


@kernel
def matched(game, room, player, kind, seat, n):
    """The place of the option drawn by regret matching after all samples, int64.

    Args:
        room: its ``places`` are those of the n options.
    """
    streams, stream = game["streams"], _POLICY + seat
    worth, regret, weight = room["worth"], room["regret"], room["weight"]
    key = np.uint64(below(streams, stream, _WORD)) << np.uint64(32) | np.uint64(below(streams, stream, _WORD))
    for at in range(n):
        regret[at] = 0
    for sample in range(player["samples"]):
        if room["stop"] != 0:
            break
        for at in range(n):
            worth[at] = tried(game, room, player, kind, seat, room["places"][at], stream_key(key, _SAMPLES + sample))
        total = positive_regrets(room, n)
        expected = 0
        for at in range(n):
            # shares are cut to 4096ths, so that the products fit
            expected += worth[at] * ((weight[at] * _WHOLE) // total if total > 0 else 1)
        expected //= _WHOLE if total > 0 else n
        for at in range(n):
            regret[at] += worth[at] - expected
    total = positive_regrets(room, n)
    if total == 0:
        return room["places"][below(streams, stream, n)]
    left, at = below(streams, stream, total), 0
    while left >= weight[at]:
        left -= weight[at]
        at += 1
    return room["places"][at]


@kernel
def searches(player, kind):
    """Whether a player answers such a question by search."""
    return player["policy"] == Policy.SEARCH and (
        kind == Choice.SELECT or (kind == Choice.TAKE_DUSK and player["of_loot"] != 0)
    )


@kernel
def pick(game, room, player, kind, seat, options, n):
    """The place of the option that search takes, int64.

    Args:
        room: SEARCH_ROOM or SOLO_SEARCH_ROOM record: overwritten.
        player: PLAYER record.
        kind, seat, options, n: as for ``choices.choose``; SELECT or TAKE_DUSK.
    """
    places = room["places"]
    if kind == Choice.SELECT:
        for place in range(n):
            places[place] = place
        return matched(game, room, player, kind, seat, n)
    kinds, number = kinds_mask(options), 0
    while kinds != EMPTY:
        places[number] = first_place(options, trailing_zeros(kinds))
        kinds &= kinds - ONE
        number += 1
    return 0 if number == 1 else matched(game, room, player, kind, seat, number)
