"""``rng``: SplitMix64 as published, keys, and bounded draws without bias."""

from itertools import product

import numpy as np
import pytest
from called import called

from kernels._jit import JIT
from kernels.codes import MAX_SEATS, Stream
from kernels.rng import below, game_key, mix, stream_key
from kernels.setup import _LOOT

below, game_key, mix, stream_key = map(called, (below, game_key, mix, stream_key))

GOLDEN = 0x9E37_79B9_7F4A_7C15
WORD = 2**64
PUBLISHED = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]
"""The first outputs of SplitMix64 from seed 1234567, as published with the algorithm."""


def splitmix64(state):
    """The published algorithm in Python integers: its outputs from a state on."""
    while True:
        state = (state + GOLDEN) % WORD
        word = (state ^ state >> 30) * 0xBF58_476D_1CE4_E5B9 % WORD
        word = (word ^ word >> 27) * 0x94D0_49BB_1331_11EB % WORD
        yield word ^ word >> 31


def lemire(words, n):
    """A draw below n by the published method on the upper 32 bits; also the number of words that it used."""
    for used, word in enumerate(words, 1):
        product = (word >> 32) * n
        if product % 2**32 >= 2**32 % n:
            return product >> 32, used
    raise AssertionError


def key_of(seed, index, purpose):
    """The start of a stream; compiled kernels return words as Python integers, which must go back in as uint64."""
    return np.uint64(stream_key(np.uint64(game_key(seed, index)), purpose))


def streams_from(*states):
    return np.array(states, np.uint64)


def test_the_published_vectors():
    outputs = splitmix64(1234567)
    assert [next(outputs) for _ in range(5)] == PUBLISHED
    assert [int(mix(np.uint64((1234567 + step * GOLDEN) % WORD))) for step in range(1, 6)] == PUBLISHED


def test_below_takes_the_published_words_in_turn():
    """With n = 2**32 - 1 the upper halves of the words come out all but unchanged: w x (2**32 - 1) >> 32 is w - 1 (0 for 0)."""
    streams = streams_from(1234567)
    n = 2**32 - 1
    assert [below(streams, 0, n) for _ in range(5)] == [(word >> 32) * n >> 32 for word in PUBLISHED]
    assert int(streams[0]) == (1234567 + 5 * GOLDEN) % WORD


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 40, 48, 1000, 2**31 - 1, 2**31, 2**31 + 1, 3 * 2**30, 2**32 - 1])
def test_below_is_the_published_method(n):
    """Against Python integers over 200 draws, the state included. At n = 2**31 + 1 about every other word is rejected."""
    streams, words, used = streams_from(99), splitmix64(99), 0
    for _ in range(200):
        expected, more = lemire(words, n)
        used += more
        assert below(streams, 0, n) == expected
        assert int(streams[0]) == (99 + used * GOLDEN) % WORD
    rejected = used - 200
    assert (rejected > 100) == (n == 2**31 + 1)
    assert rejected > 0 or n not in (2**31 + 1, 3 * 2**30)


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 13, 40, 48])
def test_below_is_uniform(n):
    """Every value is reached, and chi-square is within five standard deviations of its mean n - 1 (variance 2 (n - 1))."""
    streams, number = streams_from(2024), (20_000 if JIT else 4_000)
    counts = np.bincount([below(streams, 0, n) for _ in range(number)], minlength=n)
    assert counts.size == n
    assert counts.min() > 0
    chi_square = ((counts - number / n) ** 2 / (number / n)).sum()
    assert chi_square <= n - 1 + 5 * (2 * (n - 1)) ** 0.5


def test_below_is_uniform_where_it_rejects():
    """Three equal parts of 3 x 2**30: without rejection the first would get half of the draws."""
    streams, number = streams_from(7), (20_000 if JIT else 4_000)
    counts = np.bincount([below(streams, 0, 3 * 2**30) >> 30 for _ in range(number)], minlength=3)
    assert (np.abs(counts - number / 3) < 5 * (number * 2 / 9) ** 0.5).all()


def test_drawing_from_one_stream_changes_no_other():
    streams = streams_from(*range(9))
    alone = streams_from(4)
    expected = [below(alone, 0, 1000) for _ in range(20)]
    assert [below(streams, 4, 1000) for _ in range(20)] == expected
    assert [int(word) for word in streams[[0, 1, 2, 3, 5, 6, 7, 8]]] == [0, 1, 2, 3, 5, 6, 7, 8]


def test_keys_of_different_seed_game_and_purpose_differ():
    """Purposes: the streams (seats included) and the loot orders of three voyages."""
    purposes = [*range(Stream.POLICY + MAX_SEATS), _LOOT, _LOOT + 1, _LOOT + 2]
    values = [0, 1, 2, 3, 1000, 2**31, 2**32, 2**63 - 1]
    keys = {int(key_of(seed, index, purpose)) for seed, index, purpose in product(values, values, purposes)}
    assert len(keys) == len(values) ** 2 * len(purposes)


def test_streams_of_neighbouring_keys_share_no_words():
    """The first 50 words of 9 streams of 20 games: all different."""
    words = set()
    for index in range(20):
        for purpose in range(9):
            outputs = splitmix64(int(key_of(1, index, purpose)))
            words |= {next(outputs) for _ in range(50)}
    assert len(words) == 20 * 9 * 50


def test_the_streams_of_a_game_are_uncorrelated():
    """Draws below 2 of one stream against those of another, and of one game against the next: half agree, within 5 sigma."""
    number = 2_000

    def draws(index, purpose):
        streams = np.array([key_of(3, index, purpose)], np.uint64)
        return np.array([below(streams, 0, 2) for _ in range(number)])

    first = draws(0, 0)
    for other in (draws(0, 1), draws(0, 2), draws(1, 0)):
        assert abs((first == other).sum() - number / 2) < 5 * (number / 4) ** 0.5


def test_mix_changes_about_half_of_the_bits_for_each_bit_of_the_input():
    """64 input bits x 64 output bits over 200 words: each flips in half of the cases, within 6 sigma of 200 x 1/2."""
    rng = np.random.default_rng(1)
    words = rng.integers(0, 2**64, 200, np.uint64)
    for bit in range(0, 64, 9):
        flips = np.zeros(64)
        for word in words:
            change = int(mix(word)) ^ int(mix(word ^ np.uint64(1 << bit)))
            flips += [change >> place & 1 for place in range(64)]
        assert (np.abs(flips - 100) < 6 * 50**0.5).all()
