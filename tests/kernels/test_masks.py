"""``masks`` against Python sets of ranks."""

import numpy as np
from called import called
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels.masks import (
    above,
    below_rank,
    card_bit,
    has,
    highest_rank,
    lowest_rank,
    mask_of,
    nth,
    ranks_of,
    size,
)

above, below_rank, card_bit, has, highest_rank, lowest_rank, nth, size = map(
    called, (above, below_rank, card_bit, has, highest_rank, lowest_rank, nth, size)
)

RANKS = st.sets(st.integers(1, 40))
RANK = st.integers(1, 40)


@settings(max_examples=50, deadline=None)
@given(RANKS)
def test_a_mask_is_a_set_of_ranks(ranks):
    mask = mask_of(ranks)
    assert isinstance(mask, np.uint64)
    assert ranks_of(mask) == sorted(ranks)
    assert int(mask) == sum(2 ** (rank - 1) for rank in ranks)
    assert size(mask) == len(ranks)
    assert [rank for rank in range(1, 41) if has(mask, rank)] == sorted(ranks)
    assert mask_of([*ranks, *ranks]) == mask


@settings(max_examples=50, deadline=None)
@given(RANKS.filter(bool))
def test_nth_counts_ascending(ranks):
    mask = mask_of(ranks)
    assert [nth(mask, index) for index in range(len(ranks))] == sorted(ranks)
    assert (lowest_rank(mask), highest_rank(mask)) == (min(ranks), max(ranks))


@settings(max_examples=50, deadline=None)
@given(RANKS, RANK)
def test_above_and_below_leave_the_rank_itself_out(ranks, rank):
    mask = mask_of(ranks)
    assert ranks_of(above(mask, rank)) == sorted(other for other in ranks if other > rank)
    assert ranks_of(below_rank(mask, rank)) == sorted(other for other in ranks if other < rank)


def test_every_card_bit():
    assert [ranks_of(card_bit(rank)) for rank in range(1, 41)] == [[rank] for rank in range(1, 41)]
    assert ranks_of(mask_of(range(1, 41))) == list(range(1, 41))
    # order items go up to bit 47 (codes.ITEM_PRISONER_COPY), the highest is 64
    assert ranks_of(card_bit(48)) == [48]
    assert ranks_of(card_bit(64)) == [64]
