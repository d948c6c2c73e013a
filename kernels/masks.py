"""Sets of characters as 40-bit masks (uint64): rank r is bit r - 1.

Hand, ship, graveyard and undealt deck of a seat are four such masks; together they hold each rank once.
"""

from __future__ import annotations

import numpy as np

from kernels._jit import inlined
from kernels.bits import highest_bit, nth_bit, popcount, trailing_zeros

EMPTY = np.uint64(0)
ONE = np.uint64(1)


def mask_of(ranks) -> np.uint64:
    """The mask of some ranks (1 to 40); plain Python, for constants and tests."""
    return np.uint64(sum(1 << (int(rank) - 1) for rank in set(ranks)))


def ranks_of(mask) -> list[int]:
    """The ranks in a mask, ascending; plain Python, for printing and tests."""
    return [rank for rank in range(1, 65) if int(mask) >> (rank - 1) & 1]


@inlined
def card_bit(rank):
    """The mask of one rank."""
    return ONE << np.uint64(rank - 1)


@inlined
def has(mask, rank):
    """Whether the rank is in the mask, bool."""
    return (mask >> np.uint64(rank - 1)) & ONE != EMPTY


@inlined
def bit_of(mask, rank):
    """1 if the rank is in the mask, else 0, int64."""
    return np.int64((mask >> np.uint64(rank - 1)) & ONE)


@inlined
def size(mask):
    """Number of ranks in the mask, int64."""
    return popcount(mask)


@inlined
def nth(mask, index):
    """The rank at place ``index`` (from 0, ascending) of a mask that holds more than ``index`` ranks, int64."""
    return nth_bit(mask, index) + 1


@inlined
def lowest_rank(mask):
    """The lowest rank of a mask that is not empty, int64."""
    return trailing_zeros(mask) + 1


@inlined
def highest_rank(mask):
    """The highest rank of a mask that is not empty, int64."""
    return highest_bit(mask) + 1


@inlined
def above(mask, rank):
    """The part of the mask with ranks higher than ``rank`` (1 to 40)."""
    return mask >> np.uint64(rank) << np.uint64(rank)


@inlined
def below_rank(mask, rank):
    """The part of the mask with ranks lower than ``rank`` (1 to 40)."""
    return mask & (card_bit(rank) - ONE)
