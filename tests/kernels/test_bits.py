"""``bits`` against Python's own integers, compiled or not."""

import numpy as np
import pytest
from called import called
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import bits
from kernels._jit import entry
from kernels.bits import (
    _nth_bit_by_counting,
    highest_bit,
    leading_zeros,
    nth_bit,
    popcount,
    slot_bit,
    trailing_zeros,
    wrapping_add,
    wrapping_multiply,
)

nth, by_counting = map(called, (nth_bit, _nth_bit_by_counting))

WORDS = st.integers(0, 2**64 - 1)
EDGES = [0, 1, 2, 3, 2**31, 2**32 - 1, 2**32, 2**63, 2**63 - 1, 2**64 - 1, 0x0123_4567_89AB_CDEF]


@entry
def all_of(word, other):
    """The operations in one compiled function, as kernels use them (intrinsics cannot be called from Python)."""
    return (
        popcount(word),
        trailing_zeros(word),
        leading_zeros(word),
        highest_bit(word),
        wrapping_add(word, other),
        wrapping_multiply(word, other),
    )


def expected(word, other):
    bits = f"{word:064b}"
    return (
        bits.count("1"),
        64 if word == 0 else 63 - bits.rindex("1"),
        64 if word == 0 else bits.index("1"),
        word.bit_length() - 1,
        (word + other) % 2**64,
        word * other % 2**64,
    )


@pytest.mark.parametrize("word", EDGES)
@pytest.mark.parametrize("other", EDGES)
def test_operations_at_the_edges(word, other):
    assert tuple(map(int, all_of(np.uint64(word), np.uint64(other)))) == expected(word, other)


@settings(max_examples=50, deadline=None)
@given(WORDS, WORDS)
def test_operations_on_any_words(word, other):
    assert tuple(map(int, all_of(np.uint64(word), np.uint64(other)))) == expected(word, other)


def test_every_single_bit():
    for index in range(64):
        word = called(slot_bit)(index)
        assert int(word) == 1 << index
        assert tuple(map(int, all_of(np.uint64(word), np.uint64(0))))[:4] == (1, index, 63 - index, index)


@given(st.integers(1, 2**64 - 1), st.data())
def test_nth_bit_counts_from_the_lowest(word, data):
    """Both ways: with the instruction for it, where the processor has one, and by counting."""
    set_bits = [place for place in range(64) if word >> place & 1]
    index = data.draw(st.integers(0, len(set_bits) - 1))
    assert nth(np.uint64(word), index) == by_counting(np.uint64(word), index) == set_bits[index]


@pytest.mark.parametrize("chosen", [("CPU_NAME", "generic"), ("CPU_FEATURES", "-bmi2")])
def test_no_instruction_that_numba_may_not_use(monkeypatch, chosen):
    """LLVM aborts the process at one that the chosen processor has not."""
    monkeypatch.setattr(bits.numba.config, *chosen)
    assert not bits._has_pdep()
