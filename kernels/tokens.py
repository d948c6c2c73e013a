"""Loot as seven counts packed into one uint64: kind k (codes.Loot) is byte k. Counts and totals stay below 128.

Packed counts add and subtract like numbers, copy in one move, and the token at a place is found without a branch.
"""

from __future__ import annotations

import numpy as np

from kernels._jit import inlined
from kernels.bits import popcount, trailing_zeros, wrapping_multiply

NONE = np.uint64(0)
MOST = 127
"""The most tokens that any packed counts may hold together."""

_EACH = np.uint64(0x0101_0101_0101_0101)
_HIGH = np.uint64(0x8080_8080_8080_8080)
_LOW7 = np.uint64(0x7F7F_7F7F_7F7F_7F7F)
_BYTE = np.uint64(0xFF)
_GATHER = np.uint64(0x0102_0408_1020_4080)
"""Multiplied by it, the lowest bits of the eight bytes come together in the highest byte."""


def packed(counts) -> np.uint64:
    """Seven counts as one word; plain Python, for set-up and tests."""
    return np.uint64(sum(int(count) << (8 * kind) for kind, count in enumerate(counts)))


def counts_of(word) -> list[int]:
    """The seven counts of a word; plain Python, for printing and tests."""
    return [int(word) >> (8 * kind) & 0xFF for kind in range(7)]


@inlined
def some(kind, number):
    """``number`` tokens of one kind, packed."""
    return np.uint64(number) << np.uint64(8 * kind)


@inlined
def count(word, kind):
    """Number of tokens of one kind, int64."""
    return np.int64((word >> np.uint64(8 * kind)) & _BYTE)


@inlined
def total(word):
    """Number of tokens of all kinds, int64."""
    return np.int64(wrapping_multiply(word, _EACH) >> np.uint64(56))


@inlined
def kinds(word):
    """Number of different kinds, int64."""
    return popcount((word + _LOW7) & _HIGH)


@inlined
def kinds_mask(word):
    """Bit k set for each kind k of which there is a token, uint64."""
    some_of = ((word + _LOW7) & _HIGH) >> np.uint64(7)
    return wrapping_multiply(some_of, _GATHER) >> np.uint64(56)


@inlined
def of_kind(word, kind):
    """The part of the word that is of one kind, packed."""
    return word & (_BYTE << np.uint64(8 * kind))


@inlined
def token_at(word, index):
    """The kind of the token at place ``index`` (from 0, in the order of kinds) of a word that holds more, int64.

    The product holds in each byte the count up to that kind; the lowest byte above ``index`` is the one.
    """
    up_to = wrapping_multiply(word, _EACH)
    reached = ((up_to | _HIGH) - wrapping_multiply(np.uint64(index + 1), _EACH)) & _HIGH
    return trailing_zeros(reached) >> 3


@inlined
def first_place(word, kind):
    """The place (from 0) of the first token of a kind among all tokens of the word, int64."""
    return total(word & ((np.uint64(1) << np.uint64(8 * kind)) - np.uint64(1)))
