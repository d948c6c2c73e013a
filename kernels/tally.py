"""Counters of finished games: integers only, so that sums do not depend on the order of games, blocks or threads.

A game, not a seat, is the unit of every standard error: the seats of a game share one winner. So where a table needs a
ratio of sums over games (wins per play), the counters keep the joint counts, or the sums of squares and products, of what
each game adds above and below the line (docs/tables.md).

What is about seats can be counted of some seats alone: those of one policy (``count_some``). ``seats`` below is the mask of the seats
that are counted, int64, bit s for seat s; None for all of them, which costs nothing.
"""

from __future__ import annotations

import numpy as np

from kernels._jit import inlined, kernel
from kernels.anchor import standing
from kernels.bits import trailing_zeros
from kernels.codes import CARDS, FACES, KINDS, MAX_SEATS, SPACES, VOYAGES
from kernels.masks import EMPTY, ONE, bit_of, has
from kernels.tokens import NONE, count

SCORES = 1024
"""Bins of the score histograms, one a doubloon; the last one holds all higher scores too."""

MIXES = 1 << KINDS
"""Mixes of two faces a kind (SET-3)."""

BATCHES = 128
"""Into which games are dealt by their keys: the game of an index is in the same batch in every run with the seed."""

_SCOPES = VOYAGES + 1
"""Counters per card exist for the whole game (0) and for what was played in voyage 1, 2, 3."""

FIELDS: tuple[tuple[str, tuple[int, ...], str], ...] = (
    ("games", (), "games"),
    ("card_dealt", (_SCOPES, CARDS + 1), "games in which the card was dealt (in the voyage)"),
    ("card_unplayed", (_SCOPES, CARDS + 1), "seats that were dealt it (in the voyage) and never played it in the game"),
    (
        "card_joint",
        (_SCOPES, CARDS + 1, MAX_SEATS + 1, 2),
        "games by number of seats that played it and whether the winner did",
    ),
    (
        "card_without",
        (CARDS + 1, MAX_SEATS + 1),
        "games by number of seats that played it, won by a seat that was dealt it and did not play it",
    ),
    ("card_discarded", (_SCOPES, CARDS + 1), "seats that played it and had it discarded before that voyage's anchor"),
    ("card_margin", (_SCOPES, CARDS + 1), "sum over games of m, the margins of the seats that played it"),
    ("card_margin_square", (_SCOPES, CARDS + 1), "sum of m x m"),
    ("card_margin_plays", (_SCOPES, CARDS + 1), "sum of m x number of seats that played it"),
    ("loot_games", (FACES, KINDS), "games by the face that the kind showed"),
    ("loot_dealt", (FACES, KINDS), "tokens put on day rows"),
    ("loot_taken", (FACES, KINDS), "tokens gained from row or bag"),
    ("loot_held", (FACES, KINDS), "sum over games of t, the tokens held by all seats when the three anchors began"),
    ("loot_won", (FACES, KINDS), "sum of w, those of the winner"),
    ("loot_held_square", (FACES, KINDS), "sum of t x t"),
    ("loot_won_square", (FACES, KINDS), "sum of w x w"),
    ("loot_won_held", (FACES, KINDS), "sum of w x t"),
    ("seat_games", (MAX_SEATS,), "games by seat that is counted"),
    ("seat_wins", (MAX_SEATS,), "games won by seat"),
    ("seat_score", (MAX_SEATS,), "sum of final scores by seat"),
    ("seat_score_square", (MAX_SEATS,), "sum of squared final scores by seat"),
    ("space_games", (SPACES,), "games in which a seat started on the space"),
    ("space_wins", (SPACES,), "games won from the space"),
    ("space_score", (SPACES,), "sum of final scores by starting space"),
    ("space_score_square", (SPACES,), "sum of squared final scores by starting space"),
    ("score_seats", (SCORES,), "seats by final score"),
    ("score_square", (), "sum of squared final scores over seats"),
    ("score_game_square", (), "sum over games of the squared sum of the seats' scores"),
    ("seats_margin", (), "sum over games of m, the sum of the seats' margins"),
    ("seats_margin_square", (), "sum of m x m"),
    (
        "seats_place",
        (BATCHES, MAX_SEATS),
        "seats by batch of the game and place, the winner's first; counted of a player's seats alone",
    ),
    (
        "seats_lead",
        (),
        "sum over games of d, seats at the table x scores of these seats - these seats x scores of all; in the same way",
    ),
    ("seats_lead_square", (), "sum of d x d"),
    ("winner_score", (SCORES,), "games by the winner's score"),
    ("winner_score_sum", (), "sum of the winners' scores"),
    ("winner_score_square", (), "sum of their squares"),
    ("margin", (SCORES,), "games by the winner's score less the best other one"),
    ("margin_sum", (), "sum of these margins"),
    ("margin_square", (), "sum of their squares"),
    ("ties", (), "games with two or more seats on the highest score"),
    ("leader_wins", (VOYAGES - 1,), "games won by the leader after voyage 1, 2"),
    ("mix_games", (MIXES,), "games by mix, if faces are drawn: bit k is the face of kind k"),
    ("mix_score", (MIXES,), "sum over games of s, the sum of the seats' scores, by mix"),
    ("mix_score_square", (MIXES,), "sum of s x s"),
    ("mix_winner_score", (MIXES,), "sum of the winners' scores"),
    ("mix_winner_score_square", (MIXES,), "sum of their squares"),
    ("mix_margin", (MIXES,), "sum of the winners' margins"),
    ("mix_margin_square", (MIXES,), "sum of their squares"),
    ("mix_card_games", (MIXES, CARDS + 1), "games in which somebody played the card, by mix"),
    ("mix_card_plays", (MIXES, CARDS + 1), "sum of p, the seats that played it"),
    ("mix_card_plays_square", (MIXES, CARDS + 1), "sum of p x p"),
    ("mix_card_wins", (MIXES, CARDS + 1), "games in which the winner played it"),
    ("mix_card_wins_plays", (MIXES, CARDS + 1), "sum of p over these games"),
)
"""Name, shape and meaning of each counter, int64."""

TALLY = np.dtype([(name, "i8", shape) for name, shape, _ in FIELDS], align=True)
"""The record of counters; tallies of disjoint games add up field by field."""


def add(total: np.ndarray, part: np.ndarray) -> None:
    """Add ``part`` to ``total``, both TALLY arrays of shape (1,), in place."""
    for name in TALLY.names or ():
        total[name] += part[name]


@inlined
def counted(seats, seat):
    """1 if the seat is one of those that are counted, else 0, int64."""
    if seats is None:
        return np.int64(1)
    return seats >> seat & 1


@kernel
def seats_with(masks, players, card):
    """How many of the first ``players`` masks hold the card, int64."""
    number = 0
    for seat in range(players):
        number += bit_of(masks[seat], card)
    return number


@kernel
def margin_of(game, seat):
    """A seat's final score less the best other score, int64: not negative for the winner."""
    best = np.int64(-1)
    for other in range(game["players"]):
        if other != seat:
            best = max(best, game["dial"][other])
    return game["dial"][seat] - best


@kernel
def complete_logs(game):
    """Add to the logs of a finished game what follows from them. Writes log_margin, log_discarded, and whole games in log_played."""
    played, discarded = game["log_played"], game["log_discarded"]
    for seat in range(game["players"]):
        game["log_margin"][seat] = margin_of(game, seat)
        for scope in range(1, _SCOPES):
            # a discard counts for the voyage in which the card was played, not for one that it was kept into
            discarded[scope, seat] &= played[scope, seat]
            played[0, seat] |= played[scope, seat]
            discarded[0, seat] |= discarded[scope, seat]


@kernel
def count_card(game, tally, scope, card, winner, seats):
    """Add one card as it was played in a scope (0: the game; 1, 2, 3: a voyage); the seats that played it, int64."""
    plays, gone, margin = 0, 0, 0
    for seat in range(game["players"]):
        # no branch: whether a seat played a card cannot be predicted
        one = bit_of(game["log_played"][scope, seat], card) * counted(seats, seat)
        plays += one
        gone += bit_of(game["log_discarded"][scope, seat], card) * counted(seats, seat)
        margin += one * game["log_margin"][seat]
    won = bit_of(game["log_played"][scope, winner], card) * counted(seats, winner)
    tally["card_joint"][scope, card, plays, won] += plays > 0
    tally["card_discarded"][scope, card] += gone
    tally["card_margin"][scope, card] += margin
    tally["card_margin_square"][scope, card] += margin * margin
    tally["card_margin_plays"][scope, card] += margin * plays
    return plays


@kernel
def count_cards(game, tally, winner, seats):
    """Add the cards of one finished game."""
    number = 0
    for seat in range(game["players"]):
        number += counted(seats, seat)
    played = game["log_played"]
    for scope in range(1, _SCOPES):
        union = EMPTY
        for seat in range(MAX_SEATS):
            union |= played[scope, seat]
        while union != EMPTY:
            count_card(game, tally, scope, trailing_zeros(union) + 1, winner, seats)
            union &= union - ONE
        dealt = game["log_deal"][scope - 1]
        while dealt != EMPTY:
            card = trailing_zeros(dealt) + 1
            dealt &= dealt - ONE
            plays = count_card(game, tally, 0, card, winner, seats)
            tally["card_without"][card, plays] += counted(seats, winner) * (1 - bit_of(played[0, winner], card))
            tally["card_dealt"][0, card] += 1
            tally["card_unplayed"][0, card] += number - plays
            tally["card_dealt"][scope, card] += 1
            tally["card_unplayed"][scope, card] += number - plays


@kernel
def held_and_won(game, winner, seats):
    """Tokens held when the three anchors began, by the seats and by the winner if he is one of them.

    Packed: of a kind at most 3 x 24 in a byte.
    """
    held, won = NONE, NONE
    for voyage in range(VOYAGES):
        if counted(seats, winner) != 0:
            won += game["log_held"][voyage, winner]
        for seat in range(game["players"]):
            if counted(seats, seat) != 0:
                held += game["log_held"][voyage, seat]
    return held, won


@kernel
def count_loot(game, tally, winner, seats):
    """Add the loot of one finished game; what was dealt and taken is that of all seats."""
    held_by_all, held_by_winner = held_and_won(game, winner, seats)
    dealt, taken = NONE, NONE
    for voyage in range(VOYAGES):
        dealt += game["log_dealt"][voyage]
        taken += game["log_taken"][voyage]
    for kind in range(KINDS):
        face = game["face"][kind]
        held, won = count(held_by_all, kind), count(held_by_winner, kind)
        tally["loot_dealt"][face, kind] += count(dealt, kind)
        tally["loot_taken"][face, kind] += count(taken, kind)
        tally["loot_games"][face, kind] += 1
        tally["loot_held"][face, kind] += held
        tally["loot_won"][face, kind] += won
        tally["loot_held_square"][face, kind] += held * held
        tally["loot_won_square"][face, kind] += won * won
        tally["loot_won_held"][face, kind] += won * held


@kernel
def count_seats(game, tally, winner, seats):
    """Add the scores of one finished game by seat."""
    sum_of_scores, sum_of_margins = 0, 0
    for seat in range(game["players"]):
        if counted(seats, seat) != 0:
            score = game["dial"][seat]
            space = game["log_space"][seat]
            sum_of_scores += score
            sum_of_margins += game["log_margin"][seat]
            tally["score_seats"][min(score, SCORES - 1)] += 1
            tally["score_square"] += score * score
            tally["seat_games"][seat] += 1
            tally["seat_score"][seat] += score
            tally["seat_score_square"][seat] += score * score
            tally["space_games"][space] += 1
            tally["space_score"][space] += score
            tally["space_score_square"][space] += score * score
    tally["score_game_square"] += sum_of_scores * sum_of_scores
    tally["seats_margin"] += sum_of_margins
    tally["seats_margin_square"] += sum_of_margins * sum_of_margins
    tally["seat_wins"][winner] += counted(seats, winner)
    tally["space_wins"][game["log_space"][winner]] += counted(seats, winner)


@kernel
def count_winner(game, tally, winner):
    """Add the winner, the tie and the leaders of one finished game."""
    best, margin = game["dial"][winner], game["log_margin"][winner]
    on_best = 0
    for seat in range(game["players"]):
        on_best += game["dial"][seat] == best
    tally["winner_score"][min(best, SCORES - 1)] += 1
    tally["winner_score_sum"] += best
    tally["winner_score_square"] += best * best
    tally["margin"][min(margin, SCORES - 1)] += 1
    tally["margin_sum"] += margin
    tally["margin_square"] += margin * margin
    tally["ties"] += on_best > 1
    for voyage in range(VOYAGES - 1):
        tally["leader_wins"][voyage] += game["log_leader"][voyage] == winner


@kernel
def count_mix(game, tally, winner):
    """Add one finished game of a run that draws faces to the counters of its mix."""
    mix = 0
    for kind in range(KINDS):
        mix |= game["face"][kind] << kind
    sum_of_scores = 0
    for seat in range(game["players"]):
        sum_of_scores += game["dial"][seat]
    best, margin = game["dial"][winner], game["log_margin"][winner]
    tally["mix_games"][mix] += 1
    tally["mix_score"][mix] += sum_of_scores
    tally["mix_score_square"][mix] += sum_of_scores * sum_of_scores
    tally["mix_winner_score"][mix] += best
    tally["mix_winner_score_square"][mix] += best * best
    tally["mix_margin"][mix] += margin
    tally["mix_margin_square"][mix] += margin * margin
    for voyage in range(VOYAGES):
        dealt = game["log_deal"][voyage]
        while dealt != EMPTY:
            card = trailing_zeros(dealt) + 1
            dealt &= dealt - ONE
            plays = seats_with(game["log_played"][0], game["players"], card)
            if plays > 0:
                won = np.int64(has(game["log_played"][0, winner], card))
                tally["mix_card_games"][mix, card] += 1
                tally["mix_card_plays"][mix, card] += plays
                tally["mix_card_plays_square"][mix, card] += plays * plays
                tally["mix_card_wins"][mix, card] += won
                tally["mix_card_wins_plays"][mix, card] += won * plays


@kernel
def count_standings(game, tally, seats):
    """Add the places of some seats in the order of finish (END-1), and how far their scores lead those of the others."""
    players = game["players"]
    batch = np.int64(game["key"] & np.uint64(BATCHES - 1))
    number, own, of_all = 0, 0, 0
    for seat in range(players):
        of_all += game["dial"][seat]
        if counted(seats, seat) != 0:
            place = 0
            for other in range(players):
                place += standing(game, other) > standing(game, seat)
            tally["seats_place"][batch, place] += 1
            number += 1
            own += game["dial"][seat]
    lead = players * own - number * of_all
    tally["seats_lead"] += lead
    tally["seats_lead_square"] += lead * lead


@kernel
def count_some(game, tally, seats):
    """Add one finished game, as far as it is about some seats; its logs must be complete."""
    winner = game["log_leader"][VOYAGES - 1]
    tally["games"] += 1
    count_cards(game, tally, winner, seats)
    count_loot(game, tally, winner, seats)
    count_seats(game, tally, winner, seats)


@kernel
def count_game(game, rules, tally):
    """Add one finished game to the tally of all seats. Completes the record's logs."""
    complete_logs(game)
    count_some(game, tally, None)
    winner = game["log_leader"][VOYAGES - 1]
    count_winner(game, tally, winner)
    if rules["draws"] != 0:
        count_mix(game, tally, winner)


@kernel
def count_players(game, tallies):
    """Add one finished and counted game to the tallies of each player's seats alone: element 1 + place in the array of players."""
    for player in range(tallies.size - 1):
        seats = 0
        for seat in range(game["players"]):
            seats |= np.int64(game["player"][seat] == player) << seat
        count_some(game, tallies[player + 1], seats)
        count_standings(game, tallies[player + 1], seats)
