"""Set-up of a game (SET-2 to SET-5) and of a voyage (VOY-1 to VOY-4). All deals come from streams that no choice touches."""

from __future__ import annotations

from kernels._jit import kernel
from kernels.codes import CARDS, MAX_SEATS, NOBODY, SPACES, Event, Phase, Rule, Stream
from kernels.masks import EMPTY, card_bit
from kernels.reputation import gain
from kernels.rng import below, game_key, stream_key
from kernels.tokens import NONE, some
from kernels.trace import BLANK, emit

_POLICY = int(Stream.POLICY)
_LOOT = 64
"""Purpose of the first voyage's loot order; the purposes below it are the streams."""


@kernel
def begin_game(game, rules, seed, game_index, players):
    """SET-1 to SET-5: a fresh record (all zero) becomes the set-up of one game. Writes all fields."""
    key = game_key(seed, game_index)
    game["key"] = key
    game["players"] = players
    streams = game["streams"]
    for stream in range(_POLICY + players):
        streams[stream] = stream_key(key, stream)
    space = game["space"]
    for seat in range(SPACES):
        space[seat] = seat
    if players == 2:
        # SET-5: the two on spaces 2 and 3; where the idle four lie makes no difference
        space[0] = 2 + below(streams, Stream.DEAL, 2)
        space[1] = 5 - space[0]
        space[2], space[3] = 0, 1
    else:
        for seat in range(SPACES - 1):
            other = seat + below(streams, Stream.DEAL, SPACES - seat)
            space[seat], space[other] = space[other], space[seat]
    for seat in range(MAX_SEATS):
        game["log_space"][seat] = space[seat]
    deck = game["deck"]
    for place in range(CARDS):
        deck[place] = place + 1
    for place in range(3 * rules["voyage_cards"]):
        other = place + below(streams, Stream.DEAL, CARDS - place)
        deck[place], deck[other] = deck[other], deck[place]
    for kind in range(7):
        game["bag"] += some(kind, rules["loot_count"][kind])


@kernel
def deal_cards(game, rules):
    """VOY-3: the ranks that this voyage deals to every seat. Writes log_deal."""
    dealt = EMPTY
    first = game["voyage"] * rules["voyage_cards"]
    for place in range(first, first + rules["voyage_cards"]):
        dealt |= card_bit(game["deck"][place])
    game["log_deal"][game["voyage"]] = dealt


@kernel
def deal_loot(game, rules):
    """VOY-2: fill the day rows from the bag in this voyage's order of tokens. Writes rows, bag, loot_order.

    The order is one permutation of all tokens for each (seed, game, voyage), whatever the bag holds, drawn as far as
    needed: so rule sets that share a seed share their loot.
    """
    total = rules["loot_total"]
    order = game["loot_order"]
    for place in range(total):
        order[place] = place
    game["streams"][Stream.LOOT] = stream_key(game["key"], _LOOT + game["voyage"])
    place = 0
    for day in range(rules["voyage_days"][game["voyage"]]):
        row = NONE
        for _ in range(rules["day_tokens"][game["players"] - 2]):
            other = place + below(game["streams"], Stream.LOOT, total - place)
            token = order[other]
            order[other] = order[place]
            order[place] = token
            row += some(rules["token_kind"][token], 1)
            place += 1
        game["rows"][day] = row
        game["bag"] -= row


@kernel
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
