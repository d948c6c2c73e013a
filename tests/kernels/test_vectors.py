"""Sums of weight x feature: what the processor's vectors give is what plain Python gives."""

import importlib.util

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import _jit
from kernels._jit import JIT
from kernels.policies import vectors
from kernels.policies.knowledge import CARD_FEATURES, LOOT_FEATURES


def weighted(weights, words):
    return vectors.weighted(weights, words)


def add_weighted(sums, words, factor):
    vectors.add_weighted(sums, words, factor)


if JIT:
    weighted, add_weighted = numba.njit(weighted), numba.njit(add_weighted)


@pytest.fixture(scope="module")
def twin():
    """The module as it is with the JIT off."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_jit, "JIT", False)
        spec = importlib.util.spec_from_file_location("vectors_without_the_compiler", vectors.__file__)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return module


def features(number):
    return st.lists(st.integers(0, 255), min_size=number, max_size=number)


def words_of(found):
    """A tuple of uint64, eight features each, the first in the lowest byte."""
    return tuple(np.uint64(int.from_bytes(bytes(found[at : at + 8]), "little")) for at in range(0, len(found), 8))


@pytest.mark.parametrize("number", [CARD_FEATURES, LOOT_FEATURES])
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_weighted_is_the_sum_of_weight_times_feature(twin, number, data):
    found = data.draw(features(number))
    weights = data.draw(st.lists(st.integers(-(2**15), 2**15 - 1), min_size=number, max_size=number))
    expected = sum(weight * feature for weight, feature in zip(weights, found))
    array = np.array(weights, np.int16)
    assert weighted(array, words_of(found)) == expected
    assert twin.weighted(array, words_of(found)) == expected


@pytest.mark.parametrize("number", [CARD_FEATURES, LOOT_FEATURES])
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_add_weighted_adds_factor_times_feature_to_each_sum(twin, number, data):
    found = data.draw(features(number))
    before = data.draw(st.lists(st.integers(-(2**50), 2**50), min_size=number, max_size=number))
    factor = data.draw(st.integers(-(2**50), 2**50))
    expected = [total + factor * feature for total, feature in zip(before, found)]
    # the sums lie in the middle of a table, whose other rows stay as they are
    tables = np.array([[7] * number, before, [7] * number]), np.array([[7] * number, before, [7] * number])
    add_weighted(tables[0][1], words_of(found), factor)
    twin.add_weighted(tables[1][1], words_of(found), factor)
    for table in tables:
        assert table.tolist() == [[7] * number, expected, [7] * number]


def test_the_largest_sum_fits():
    assert (
        weighted(np.full(CARD_FEATURES, -(2**15), np.int16), words_of([255] * CARD_FEATURES)) == -(2**15) * 255 * CARD_FEATURES
    )
