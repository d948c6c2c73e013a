"""Asks the policy of the seat: where policies meet ``choices.decided``."""

from __future__ import annotations

from kernels._jit import elsewhere, inlined, kernel
from kernels.choices import decided
from kernels.codes import Policy
from kernels.policies import greedy, learned, search, uniform

searched = elsewhere(search.pick)
"""``search.pick`` with the address of its entry point before its arguments: it plays whole voyages, so it has all the rules in it."""


@kernel
def _asked(game, table, player, kind, seat, options, n):
    if search.searches(player, kind):
        return searched(table["search"], game, table["room"], player, kind, seat, options, n)
    if player["policy"] == Policy.LEARNED or player["policy"] == Policy.SEARCH:
        return learned.pick(game, player["knowledge"], None, kind, seat, options, n)
    if player["policy"] == Policy.GREEDY:
        return greedy.pick(game, player["knowledge"], kind, seat, options, n)
    return uniform.pick(game, seat, n)


@inlined
def pick(game, table, kind, seat, options, n):
    """The place of the option that the seat's player takes, int64.

    Args:
        table: TABLE or SOLO_TABLE record.
        kind, seat, options, n: as for ``choices.choose``.
    """
    return 0 if n == 1 else _asked(game, table, table["seated"][game["player"][seat]], kind, seat, options, n)


@kernel
def _in_copy(game, knowledge, kind, seat, options, n):
    """In a game that search plays every seat is played by the learned policy, but for the choice that is forced."""
    if game["forced"] != 0 and seat == game["forced_seat"]:
        place = game["forced"] - 1
        game["forced"] = 0
        return place
    return 0 if n == 1 else learned.pick(game, knowledge, None, kind, seat, options, n)


decided.by["players"] = pick
decided.by["knowledge"] = _in_copy
