"""Random streams: chance and policies draw here and nowhere else.

A stream is one uint64 of the game record that starts at a key made from (master seed, game index, purpose) and advances by
a constant at each draw; the drawn word is the SplitMix64 finaliser of it (Steele, Lea, Flood: "Fast splittable
pseudorandom number generators", OOPSLA 2014, with the constants of Stafford's variant 13). So a stream is a counter: a
game can be played alone, in any order, on any thread. Bounded draws are unbiased: Lemire, "Fast random integer
generation in an interval", ACM TOMACS 29 (2019), here on the upper 32 bits of a word.
"""

from __future__ import annotations

import numpy as np

from kernels._jit import inlined
from kernels.bits import wrapping_add, wrapping_multiply

_GOLDEN = np.uint64(0x9E37_79B9_7F4A_7C15)
_MIX_1 = np.uint64(0xBF58_476D_1CE4_E5B9)
_MIX_2 = np.uint64(0x94D0_49BB_1331_11EB)
_FAR = np.uint64(24)
_LOW_32 = np.uint64(0xFFFF_FFFF)
_TWO_32 = np.uint64(1 << 32)


@inlined
def mix(word):
    """A bijection of uint64 in which each output bit depends on each input bit."""
    word = wrapping_multiply(word ^ (word >> np.uint64(30)), _MIX_1)
    word = wrapping_multiply(word ^ (word >> np.uint64(27)), _MIX_2)
    return word ^ (word >> np.uint64(31))


@inlined
def game_key(seed, game_index):
    """The key of one game of a run (uint64 of a seed and an index, both at least 0)."""
    return mix(wrapping_add(mix(wrapping_add(np.uint64(seed), _GOLDEN)), wrapping_multiply(np.uint64(game_index), _GOLDEN)))


@inlined
def stream_key(key, purpose):
    """The start of one of the streams of the game with this key; ``purpose`` is any number from 0."""
    return mix(key ^ mix(wrapping_multiply(np.uint64(purpose + 1), _GOLDEN)))


@inlined
def jump(places):
    """What takes a stream 2**24 draws further for each of ``places``: to be added to it, uint64."""
    return wrapping_multiply(_GOLDEN, np.uint64(places) << _FAR)


@inlined
def draw(state, n):
    """A uniform int64 from 0 to n - 1 (1 <= n < 2**32) of the stream whose state is ``state``, and its state after that."""
    bound = np.uint64(n)
    state = wrapping_add(state, _GOLDEN)
    product = (mix(state) >> np.uint64(32)) * bound
    if product & _LOW_32 < bound:
        threshold = (_TWO_32 - bound) % bound
        while product & _LOW_32 < threshold:
            state = wrapping_add(state, _GOLDEN)
            product = (mix(state) >> np.uint64(32)) * bound
    return np.int64(product >> np.uint64(32)), state


@inlined
def below(streams, stream, n):
    """A uniform int64 from 0 to n - 1 (1 <= n < 2**32) from ``streams[stream]`` (uint64 array), which advances."""
    value, streams[stream] = draw(streams[stream], n)
    return value
