"""``tokens`` against lists and Counters."""

from collections import Counter

import numpy as np
from called import called
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels.tokens import MOST, count, counts_of, first_place, kinds, of_kind, packed, some, token_at, total

count, first_place, kinds, of_kind, some, token_at, total = map(
    called, (count, first_place, kinds, of_kind, some, token_at, total)
)

COUNTS = st.lists(st.integers(0, 18), min_size=7, max_size=7)
"""Seven counts; together at most 126."""


def singly(counts):
    return [kind for kind, number in enumerate(counts) for _ in range(number)]


@settings(max_examples=50, deadline=None)
@given(COUNTS)
def test_packed_counts_are_a_multiset(counts):
    word = packed(counts)
    assert isinstance(word, np.uint64)
    assert counts_of(word) == counts
    assert [count(word, kind) for kind in range(7)] == counts
    assert total(word) == sum(counts)
    assert kinds(word) == len(Counter(singly(counts)))
    assert [counts_of(of_kind(word, kind))[kind] for kind in range(7)] == counts
    assert all(sum(counts_of(of_kind(word, kind))) == counts[kind] for kind in range(7))


@settings(max_examples=30, deadline=None)
@given(COUNTS)
def test_places_go_by_kind(counts):
    word, tokens = packed(counts), singly(counts)
    assert [token_at(word, index) for index in range(len(tokens))] == tokens
    assert [first_place(word, kind) for kind in range(7)] == [sum(counts[:kind]) for kind in range(7)]


@settings(max_examples=30, deadline=None)
@given(COUNTS, st.integers(0, 6))
def test_words_add_and_subtract_like_counters(counts, kind):
    word = packed(counts) + np.uint64(some(kind, 1))
    assert Counter(singly(counts_of(word))) == Counter(singly(counts)) + Counter([kind])
    assert word - np.uint64(some(kind, 1)) == packed(counts)


def test_up_to_the_most_tokens_of_one_kind_or_of_all():
    for kind in range(7):
        word = np.uint64(some(kind, MOST))
        assert (total(word), kinds(word), count(word, kind)) == (MOST, 1, MOST)
        assert [token_at(word, index) for index in (0, 1, 63, 126)] == [kind] * 4
    counts = [18, 18, 18, 18, 18, 18, 19]
    word = packed(counts)
    assert (total(word), kinds(word)) == (MOST, 7)
    assert [token_at(word, index) for index in range(MOST)] == singly(counts)


def test_nothing():
    word = packed([0] * 7)
    assert (total(word), kinds(word), counts_of(word)) == (0, 0, [0] * 7)
