"""The greedy policy: a hand-written value for every choice; it takes the best."""

from __future__ import annotations

from kernels._jit import kernel
from kernels.policies import uniform


@kernel
def pick(game, knowledge, kind, seat, options, n):
    """The place of the option that the seat takes, int64."""
    return uniform.pick(game, seat, n)
