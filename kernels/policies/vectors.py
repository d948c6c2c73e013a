"""Products of features and weights. Features are bytes, eight to a uint64; the sums are exact, in whatever order they are taken.

Each has a compiled form, on the processor's vectors, and a Python twin that is used when the JIT is off; a test holds them equal.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from kernels._jit import JIT

if JIT:

    def _bytes(builder, words):  # pragma: no cover - generates code
        """The words of a tuple as one vector of bytes; its length."""
        number = words.type.count
        vector = ir.Constant(ir.VectorType(ir.IntType(64), number), ir.Undefined)
        for at in range(number):
            word = builder.extract_value(words, at)
            vector = builder.insert_element(vector, word, ir.Constant(ir.IntType(32), at))
        return builder.bitcast(vector, ir.VectorType(ir.IntType(8), 8 * number)), 8 * number

    def _vector_at(context, builder, array_type, array, number):  # pragma: no cover - generates code
        """A pointer to the first ``number`` elements of an array as a vector."""
        element = context.get_value_type(array_type.dtype)
        data = context.make_array(array_type)(context, builder, array).data
        return builder.bitcast(data, ir.VectorType(element, number).as_pointer())

    @intrinsic
    def weighted(typingctx, weights, words):  # pragma: no cover - generates code
        """The sum of weight x feature, int64.

        Args:
            weights: int16 array, one for each feature, contiguous.
            words: tuple of uint64, eight features each, the first in the lowest byte. The sum must fit 32 bits.
        """

        def generate(context, builder, signature, args):
            features, number = _bytes(builder, args[1])
            wide = ir.VectorType(ir.IntType(32), number)
            place = _vector_at(context, builder, signature.args[0], args[0], number)
            products = builder.mul(builder.zext(features, wide), builder.sext(builder.load(place, align=2), wide))
            kind = ir.FunctionType(ir.IntType(32), (wide,))
            add_up = cgutils.get_or_insert_function(builder.module, kind, f"llvm.vector.reduce.add.v{number}i32")
            return builder.sext(builder.call(add_up, (products,)), ir.IntType(64))

        return types.int64(weights, words), generate

    @intrinsic
    def add_weighted(typingctx, sums, words, factor):  # pragma: no cover - generates code
        """Add factor x feature to each sum.

        Args:
            sums: int64 array, one for each feature, contiguous.
            words: as for ``weighted``.
            factor: int64.
        """

        def generate(context, builder, signature, args):
            features, number = _bytes(builder, args[1])
            wide = ir.VectorType(ir.IntType(64), number)
            place = _vector_at(context, builder, signature.args[0], args[0], number)
            one = ir.Constant(ir.VectorType(ir.IntType(64), 1), ir.Undefined)
            one = builder.insert_element(one, args[2], ir.Constant(ir.IntType(32), 0))
            factors = builder.shuffle_vector(
                one, ir.Constant(one.type, ir.Undefined), ir.Constant(ir.VectorType(ir.IntType(32), number), [0] * number)
            )
            added = builder.add(builder.load(place, align=8), builder.mul(builder.zext(features, wide), factors))
            builder.store(added, place, align=8)
            return context.get_dummy_value()

        return types.void(sums, words, factor), generate

else:

    def _features(words):
        return np.array([int(word) >> (8 * byte) & 0xFF for word in words for byte in range(8)])

    def weighted(weights, words):  # type: ignore[misc]  # to mypy the compiled form is of another type
        return int(_features(words) @ np.asarray(weights, np.int64))

    def add_weighted(sums, words, factor):  # type: ignore[misc]
        sums += _features(words) * factor
