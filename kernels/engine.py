"""All that ``sim`` calls: whole games in blocks, and single steps of one game for replays and scripts."""

from __future__ import annotations

from kernels._jit import by_game, entry, kernel
from kernels.anchor import leader
from kernels.codes import VOYAGES, Event, Phase, Rule
from kernels.pairs import count_pair
from kernels.policies import players as _players  # noqa: F401  # enters its policies into choices.decided
from kernels.policies import search
from kernels.policies.training import add_game, count_seats
from kernels.setup import begin_game, begin_voyage, deal_cards, deal_loot
from kernels.solo_tally import count_human, count_solo_game, count_solo_pair
from kernels.tally import count_game, count_players
from kernels.trace import BLANK, emit
from kernels.voyage import end_voyage, play_day, play_voyage

count = by_game(count_game, count_solo_game)
count_both = by_game(count_pair, count_solo_pair)
count_each = by_game(count_players, count_human)
"""The counting of a finished game, of one under two rule sets, and of each player's seats, by the type of its record."""


@kernel
def play_game(game, rules, answers, trace, seed, game_index, players):
    """A whole game on a record that is all zero."""
    begin_game(game, rules, seed, game_index, players)
    for voyage in range(VOYAGES):
        game["voyage"] = voyage
        deal_cards(game, rules)
        deal_loot(game, rules)
        play_voyage(game, rules, answers, trace)
    game["phase"] = Phase.END


def _play_block(seed, first, number, players, rules, games, tally):
    """Play games ``first`` to ``first + number - 1`` of a seed and add them to a tally.

    Args:
        seed, first, number, players: int64; a solo game has 2 players.
        rules: RULES array of shape (1,).
        games: GAME or SOLO_GAME array of shape (2,): a worker's own scratch; element 1 is all zero and stays so.
        tally: TALLY or SOLO_TALLY array of shape (1,): the worker's own; added to.
    """
    for game_index in range(first, first + number):
        games[0] = games[1]
        play_game(games[0], rules[0], None, None, seed, game_index, players)
        count(games[0], rules[0], tally[0])


@kernel
def seat_players(game, orders, game_index, players):
    """Who plays which seat: one order moved on by a seat from game to game, so that no player keeps a seat, then the next, so that none
    keeps his neighbours. Writes player.
    """
    order = (game_index // players) % orders.shape[0]
    for seat in range(players):
        game["player"][seat] = orders[order, (seat + game_index) % players]


def _play_policy_block(seed, first, number, players, rules, games, tallies, who, orders):
    """As ``play_block``, with policies.

    Args:
        tallies: TALLY array, the worker's own: element 0 counts all seats. With one element more for each player, his seats are
            counted alone, too. SOLO_TALLY: shape (1,).
        who: TABLE or SOLO_TABLE array of shape (1,), the worker's own, as policies work in it.
        orders: int64 array of shape (n, players): orders around the table, each of places of players at the table (``seat_players``).
    """
    for game_index in range(first, first + number):
        games[0] = games[1]
        seat_players(games[0], orders, game_index, players)
        play_game(games[0], rules[0], who[0], None, seed, game_index, players)
        count(games[0], rules[0], tallies[0])
        count_each(games[0], tallies)


def _learn_block(seed, first, number, players, rules, games, lessons, orders, gradient, for_win, for_surprise):
    """Play games and add up what they teach the learner, the first of the lesson (policies.training).

    Args:
        seed, first, number, players, rules, games: as for ``play_block``.
        lessons: LESSON array of shape (1,), the worker's own.
        orders: as for ``play_policy_block``.
        gradient: GRADIENT array of shape (1,): added to.
        for_win, for_surprise: int64, as for ``training.add_game``.
    """
    log = lessons[0]["learners"][0]
    for game_index in range(first, first + number):
        games[0] = games[1]
        game = games[0]
        seat_players(game, orders, game_index, players)
        log["decisions"] = 0
        begin_game(game, rules[0], seed, game_index, players)
        for voyage in range(VOYAGES):
            game["voyage"] = voyage
            deal_cards(game, rules[0])
            deal_loot(game, rules[0])
            play_voyage(game, rules[0], lessons[0], None)
            log["banked"][voyage + 1] = game["dial"]
        add_game(game, log, gradient[0], for_win, for_surprise)
        count_seats(game, gradient[0])


def _compare_block(seed, first, number, players, rules, games, tallies, pairs):
    """Play the same games under several rule sets, add each to its tally, and each after the first to its pair.

    All rule sets share every stream of a game (common random numbers), so differences between them are far sharper than
    those between different games.

    Args:
        seed, first, number, players: as for ``play_block``.
        rules: RULES array of shape (n,): the base first.
        games: GAME or SOLO_GAME array of shape (n + 1,): a worker's own scratch; element n is all zero and stays so.
        tallies: TALLY or SOLO_TALLY array of shape (n,): added to.
        pairs: PAIR or SOLO_PAIR array of shape (n,): added to; element i compares rule set i with the base, element 0 stays zero.
    """
    blank = rules.size
    for game_index in range(first, first + number):
        for at in range(rules.size):
            games[at] = games[blank]
            play_game(games[at], rules[at], None, None, seed, game_index, players)
            count(games[at], rules[at], tallies[at])
            if at > 0:
                count_both(games[0], games[at], pairs[at])


def _compare_policy_block(seed, first, number, players, rules, games, tallies, pairs, who, orders):
    """As ``compare_block``, with policies: the same under each rule set.

    Args:
        who: TABLE or SOLO_TABLE array of shape (n,), the worker's own: by rule set, which the players know.
        orders: as for ``play_policy_block``.
    """
    blank = rules.size
    for game_index in range(first, first + number):
        for at in range(rules.size):
            games[at] = games[blank]
            seat_players(games[at], orders, game_index, players)
            play_game(games[at], rules[at], who[at], None, seed, game_index, players)
            count(games[at], rules[at], tallies[at])
            if at > 0:
                count_both(games[0], games[at], pairs[at])


play_block, play_solo_block = entry(_play_block, "play_block"), entry(_play_block, "play_solo_block")
compare_block, compare_solo_block = entry(_compare_block, "compare_block"), entry(_compare_block, "compare_solo_block")
play_policy_block = entry(_play_policy_block, "play_policy_block")
play_solo_policy_block = entry(_play_policy_block, "play_solo_policy_block")
compare_policy_block = entry(_compare_policy_block, "compare_policy_block")
compare_solo_policy_block = entry(_compare_policy_block, "compare_solo_policy_block")
learn_block, learn_solo_block = entry(_learn_block, "learn_block"), entry(_learn_block, "learn_solo_block")
"""The same for GAME and for SOLO_GAME records: apart, so that it can be told which of them is compiled."""


def _search_choice(game, room, player, kind, seat, options, n):
    """``search.pick``, for ``players``, which calls it by its address; with n = 0 nothing is done."""
    return 0 if n == 0 else search.pick(game, room, player, kind, seat, options, n)


search_choice, solo_search_choice = entry(_search_choice, "search_choice"), entry(_search_choice, "solo_search_choice")
"""The same. Search plays games within a game: in an entry point of their own they are compiled once, not with every block."""


def _begin_traced(seed, game_index, players, rules, games):
    """The set-up of one game, to be gone on with by ``step``; arguments as for ``play_block``, games of shape (1,)."""
    begin_game(games[0], rules[0], seed, game_index, players)


DEAL, BEGIN, DAY, ANCHOR = range(4)
"""Steps of ``step``: draw cards and loot of the voyage; hands and doubloons; the day ``game["day"]``; the anchor."""


@kernel
def take_step(what, rules, game, answers, trace):
    """One step of a game, with every event written to ``trace``.

    Args:
        what: DEAL, BEGIN, DAY or ANCHOR.
        rules: RULES record.
        game: GAME record.
        answers: as for ``choices.choose``.
        trace: EVENT array.
    """
    if what == DEAL:
        deal_cards(game, rules)
        deal_loot(game, rules)
    elif what == BEGIN:
        begin_voyage(game, rules, trace)
    elif what == DAY:
        play_day(game, rules, answers, trace)
    else:
        end_voyage(game, rules, answers, trace)
        if game["voyage"] == VOYAGES - 1:
            game["phase"] = Phase.END
            winner = leader(game)
            emit(trace, game, Rule.END_1, Event.WINS, winner, BLANK, game["dial"][winner], BLANK, BLANK)


def _step(what, rules, games, script, trace):
    """``take_step`` of ``games[0]``.

    Args:
        what: DEAL, BEGIN, DAY or ANCHOR.
        rules: RULES array of shape (1,).
        games: GAME array of shape (1,).
        script: SCRIPT array; used if the record says that the game is scripted.
        trace: EVENT array.
    """
    take_step(what, rules[0], games[0], script, trace)


def _policy_step(what, rules, games, who, trace):
    """The same with policies: TABLE or SOLO_TABLE array of shape (1,); ``game["player"]`` says who has which seat."""
    take_step(what, rules[0], games[0], who[0], trace)


begin_traced, begin_solo_traced = entry(_begin_traced, "begin_traced"), entry(_begin_traced, "begin_solo_traced")
step, solo_step = entry(_step, "step"), entry(_step, "solo_step")
policy_step, solo_policy_step = entry(_policy_step, "policy_step"), entry(_policy_step, "solo_policy_step")
"""As for blocks: for GAME and for SOLO_GAME records; with a script, and with policies."""
