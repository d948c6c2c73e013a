"""Every line of play of some tiny voyages is counted, and leads to as many different ends, in both engines."""

import pytest
from perft_counts import POSITIONS, kernel_counts, oracle_counts

from kernels._jit import JIT

MOST_LINES = 30_000 if JIT else 500
"""Positions with more lines are left to the compiled run."""
SMALL = [position for position in POSITIONS if position["lines"] <= MOST_LINES]


@pytest.mark.parametrize("position", SMALL, ids=lambda position: position["name"])
@pytest.mark.parametrize("count", [kernel_counts, oracle_counts])
def test_perft(position, count):
    assert count(position) == (position["lines"], position["ends"])
