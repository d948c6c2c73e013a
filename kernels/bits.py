"""64-bit machine words: the few operations that Python integers and Numba disagree on.

Each has a compiled form and a Python twin used when the JIT is off; a test holds them equal.
All words are uint64: an int64 mixed in would turn the result into a float64.
"""

from __future__ import annotations

import numpy as np
from numba.core import types
from numba.extending import intrinsic

from kernels._jit import JIT, kernel

_ALL = (1 << 64) - 1

if JIT:

    @intrinsic
    def popcount(typingctx, word):  # pragma: no cover - generates code
        """Number of set bits of a uint64, int64."""
        return types.int64(types.uint64), lambda context, builder, signature, args: builder.ctpop(args[0])

    @intrinsic
    def trailing_zeros(typingctx, word):  # pragma: no cover - generates code
        """Index of the lowest set bit of a uint64, int64; 64 for 0."""
        return types.int64(types.uint64), lambda context, builder, signature, args: builder.cttz(
            args[0], context.get_constant(types.boolean, False)
        )

    @intrinsic
    def leading_zeros(typingctx, word):  # pragma: no cover - generates code
        """Number of zero bits above the highest set bit of a uint64, int64; 64 for 0."""
        return types.int64(types.uint64), lambda context, builder, signature, args: builder.ctlz(
            args[0], context.get_constant(types.boolean, False)
        )

    @kernel
    def wrapping_add(a, b):  # pragma: no cover - compiled; the twin below is covered
        """(a + b) modulo 2**64, uint64."""
        return a + b

    @kernel
    def wrapping_multiply(a, b):  # pragma: no cover - compiled; the twin below is covered
        """(a * b) modulo 2**64, uint64."""
        return a * b

else:

    def popcount(word):  # type: ignore[misc]  # the twin of the intrinsic
        """Number of set bits of a uint64, int64."""
        return int(word).bit_count()

    def trailing_zeros(word):  # type: ignore[misc]  # the twin of the intrinsic
        """Index of the lowest set bit of a uint64, int64; 64 for 0."""
        word = int(word)
        return (word & -word).bit_length() - 1 if word else 64

    def leading_zeros(word):  # type: ignore[misc]  # the twin of the intrinsic
        """Number of zero bits above the highest set bit of a uint64, int64; 64 for 0."""
        return 64 - int(word).bit_length()

    def wrapping_add(a, b):
        """(a + b) modulo 2**64, uint64."""
        return np.uint64((int(a) + int(b)) & _ALL)

    def wrapping_multiply(a, b):
        """(a * b) modulo 2**64, uint64."""
        return np.uint64((int(a) * int(b)) & _ALL)


@kernel
def highest_bit(word):
    """Index of the highest set bit of a uint64, int64; -1 for 0."""
    return 63 - leading_zeros(word)


@kernel
def slot_bit(index):
    """The uint64 with only bit ``index`` (0 to 63) set."""
    return np.uint64(1) << np.uint64(index)
