"""The random policy: every option with the same chance (Q-12)."""

from __future__ import annotations

from kernels._jit import inlined
from kernels.codes import Stream
from kernels.rng import below


@inlined
def pick(game, seat, n):
    """The place (0 to n - 1) of the option that the seat takes, from the seat's own stream; no draw for one option."""
    if n == 1:
        return 0
    return below(game["streams"], Stream.POLICY + seat, n)
