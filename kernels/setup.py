"""Set-up of a game (SET-2 to SET-5) and of a voyage (VOY-1 to VOY-4). All deals come from streams that no choice touches."""

from __future__ import annotations

import numpy as np

from kernels._jit import by_game, inlined, kernel
from kernels.bits import wrapping_add
from kernels.codes import CARDS, ITEM_LOOT, KINDS, MAX_DAYS, MAX_SEATS, NOBODY, SPACES, Event, Phase, Rule, Stream
from kernels.masks import EMPTY, card_bit
from kernels.reputation import gain
from kernels.rng import below, draw, game_key, jump, stream_key
from kernels.tokens import NONE, count, some
from kernels.tokens import total as tokens_in
from kernels.trace import BLANK, emit

_DEAL, _CHANCE, _POLICY, _SIDES = (np.int64(stream) for stream in (Stream.DEAL, Stream.CHANCE, Stream.POLICY, Stream.SIDES))
_LOOT = np.int64(64)
"""Purpose of the first voyage's loot order; the purposes below it are the streams."""


@inlined
def begin_game(game, rules, seed, game_index, players):
    """SET-1 to SET-5: a fresh record (all zero) becomes the set-up of one game. Writes all fields."""
    key = game_key(seed, game_index)
    game["key"] = key
    game["players"] = players
    stream = stream_key(key, _DEAL)  # a variable, which is quicker than a field for many draws in a row
    game["streams"][Stream.SIDES] = stream_key(key, _SIDES)
    game["origins"][_CHANCE] = stream_key(key, _CHANCE)
    for seat in range(players):
        game["origins"][_POLICY + seat] = stream_key(key, _POLICY + seat)
    space = game["space"]
    for seat in range(SPACES):
        space[seat] = seat
    if players == 2:
        # SET-5: the two on spaces 2 and 3; where the idle four lie makes no difference
        right, stream = draw(stream, 2)
        space[0], space[1] = 2 + right, 3 - right
        space[2], space[3] = 0, 1
    else:
        for seat in range(SPACES - 1):
            further, stream = draw(stream, SPACES - seat)
            other = seat + further
            space[seat], space[other] = space[other], space[seat]
    for seat in range(MAX_SEATS):
        game["log_space"][seat] = space[seat]
    deck = game["deck"]
    for place in range(CARDS):
        deck[place] = rules["deck"][place]
    for place in range(rules["deck_drawn"]):
        further, stream = draw(stream, rules["deck_size"] - place)
        other = place + further
        deck[place], deck[other] = deck[other], deck[place]
    for kind in range(KINDS):
        game["bag"] += some(kind, rules["loot_count"][kind])
    show_faces(game, rules)


@kernel
def show_faces(game, rules):
    """SET-3: each loot kind shows one tile; drawn half and half where the rule set leaves it open. Writes face, *_items, flat_gain."""
    drawn = EMPTY
    for kind in range(KINDS):
        if rules["drawn"][kind] != 0 and below(game["streams"], Stream.SIDES, 2) == 1:
            game["face"][kind] = 1
            drawn |= card_bit(ITEM_LOOT + kind)
        game["flat_gain"][kind] = rules["flat_gain"][game["face"][kind], kind]
        game["flat_night_gain"][kind] = rules["flat_night_gain"][game["face"][kind], kind]
    game["dusk_items"] = (rules["dusk_items"][0] & ~drawn) | (rules["dusk_items"][1] & drawn)
    game["flat_items"] = (rules["flat_items"][0] & ~drawn) | (rules["flat_items"][1] & drawn)
    game["flat_night_items"] = (rules["flat_night_items"][0] & ~drawn) | (rules["flat_night_items"][1] & drawn)
    game["night_items"] = (rules["night_items"][0] & ~drawn) | (rules["night_items"][1] & drawn)
    game["anchor_items"] = (rules["anchor_items"][0] & ~drawn) | (rules["anchor_items"][1] & drawn)
    game["single_items"] = (rules["single_items"][0] & ~drawn) | (rules["single_items"][1] & drawn)
    game["meddling_items"] = (rules["meddling_items"][0] & ~drawn) | (rules["meddling_items"][1] & drawn)
    game["cash_items"] = (rules["cash_items"][0] & ~drawn) | (rules["cash_items"][1] & drawn)
    game["counting_items"] = (rules["counting_items"][0] & ~drawn) | (rules["counting_items"][1] & drawn)
    game["ship_items"] = (rules["ship_items"][0] & ~drawn) | (rules["ship_items"][1] & drawn)
    game["first_items"] = (rules["first_items"][0] & ~drawn) | (rules["first_items"][1] & drawn)


@inlined
def deal_cards(game, rules):
    """VOY-3: the ranks that this voyage deals to every seat. Writes log_deal."""
    dealt = EMPTY
    first = rules["deal_first"][game["voyage"]]
    for place in range(first, first + rules["voyage_cards"]):
        dealt |= card_bit(game["deck"][place])
    game["log_deal"][game["voyage"]] = dealt


@inlined
def deal_loot(game, rules):
    """VOY-2: fill the day rows from the bag in this voyage's order of tokens. Writes rows, bag, loot_order.

    The order is one permutation of all tokens for each (seed, game, voyage), whatever the bag holds, drawn as far as
    needed: so rule sets that share a seed share their loot. Tokens that are not in the bag are passed over by identity: of
    a kind of which some were kept (Q-11), those with the lowest identities are out. A bag too small leaves the last rows
    short.
    """
    total = rules["loot_total"]
    order = game["loot_order"]
    for place in range(total):
        order[place] = place
    stream = stream_key(game["key"], _LOOT + game["voyage"])
    bag = game["bag"]
    all_in = tokens_in(bag) == total
    place = 0
    for day in range(rules["voyage_days"][game["voyage"]]):
        row, wanted = NONE, rules["day_tokens"][game["players"] - 2]
        while wanted > 0 and place < total:
            further, stream = draw(stream, total - place)
            other = place + further
            token = order[other]
            order[other] = order[place]
            order[place] = token
            place += 1
            kind = rules["token_kind"][token]
            if all_in or token - rules["loot_first"][kind] >= rules["loot_count"][kind] - count(bag, kind):
                row += some(kind, 1)
                wanted -= 1
        game["rows"][day] = row
        game["bag"] -= row


@inlined
def renew_streams(game, moment):
    """Chance and every seat's policy go on at a place of their own on each day (``moment``: its number) and at each anchor (MAX_DAYS).

    So two games of the same key under different rules, which part over one choice, draw alike again from the next day on:
    comparisons are sharper (docs/comparing.md). A stream is a counter: its places are far enough apart that no day reaches the
    next one's. Writes streams.
    """
    place = jump(game["voyage"] * (MAX_DAYS + 1) + moment)
    game["streams"][_CHANCE] = wrapping_add(game["origins"][_CHANCE], place)
    for stream in range(_POLICY, _POLICY + game["players"]):
        game["streams"][stream] = wrapping_add(game["origins"][stream], place)


@inlined
def _no_start(game, rules, trace):
    """Games of 2 to 6 players have no starting doubloons but those of VOY-4."""


@inlined
def start_doubloons(game, rules, trace):
    """SOL-9: the difficulty, as doubloons of either side at the start of the first voyage. Writes doubloons."""
    if game["voyage"] == 0:
        for seat in range(game["players"]):
            gain(game, trace, Rule.SOL_9, seat, rules["start_doubloons"][seat])


_start = by_game(_no_start, start_doubloons)


@inlined
def begin_voyage(game, rules, trace):
    """VOY-2 to VOY-4: hands and doubloons, after rows and deal are fixed. Writes hand, doubloons, log_dealt, day, phase."""
    voyage = game["voyage"]
    game["day"] = 0
    game["phase"] = Phase.SETUP
    days = rules["voyage_days"][voyage]
    emit(trace, game, Rule.VOY_1, Event.VOYAGE_BEGINS, NOBODY, BLANK, days, BLANK, BLANK)
    for day in range(days):
        game["log_dealt"][voyage] += game["rows"][day]
        emit(trace, game, Rule.VOY_2, Event.ROW_FILLED, NOBODY, BLANK, day, game["rows"][day], BLANK)
    emit(trace, game, Rule.VOY_3, Event.CARDS_DEALT, NOBODY, BLANK, game["log_deal"][voyage], BLANK, BLANK)
    for seat in range(game["players"]):
        game["hand"][seat] |= game["log_deal"][voyage]
        gain(game, trace, Rule.VOY_4, seat, rules["reputation_doubloons"][game["space"][seat]])
    _start(game, rules, trace)
