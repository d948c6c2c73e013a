"""The uniform policy (Q-12): every option with the same chance, from the seat's own stream."""

import numpy as np
import pytest
from called import called
from scenes import scene

from kernels import engine
from kernels._jit import JIT, entry
from kernels.choices import SCRIPT
from kernels.codes import Choice, Event, Stream
from kernels.policies import uniform
from kernels.rng import stream_key
from kernels.state import GAME
from kernels.trace import EVENT

stream_key = called(stream_key)

DRAWS = 20_000 if JIT else 4_000


@entry
def picks(games, seat, n, out):
    """Fill ``out`` with picks of a seat among n options."""
    for place in range(out.size):
        out[place] = uniform.pick(games[0], seat, n)


def drawn(games, seat, n, number):
    out = np.zeros(number, np.int64)
    picks(games, seat, n, out)
    return out


@pytest.fixture
def games():
    record = np.zeros(1, GAME)
    record["players"] = 4
    for stream in range(9):
        record["streams"][0, stream] = stream_key(np.uint64(77), stream)
    return record


@pytest.mark.rule("Q-12")
@pytest.mark.parametrize("n", [2, 3, 4, 6, 7, 18, 36, 48])
def test_q_12_every_option_is_equally_likely(games, n):
    """Counts within 5 sigma of a binomial with chance 1/n."""
    counts = np.bincount(drawn(games, 2, n, DRAWS), minlength=n)
    assert counts.size == n
    assert (np.abs(counts - DRAWS / n) < 5 * (DRAWS / n * (1 - 1 / n)) ** 0.5).all()


@pytest.mark.rule("Q-12")
def test_q_12_one_option_is_taken_without_a_draw(games):
    before = games.copy()
    assert (drawn(games, 0, 1, 10) == 0).all()
    assert games.tobytes() == before.tobytes()


@pytest.mark.rule("Q-12")
@pytest.mark.parametrize("seat", range(4))
def test_q_12_a_seat_draws_from_its_own_stream_only(games, seat):
    before = games["streams"][0].copy()
    drawn(games, seat, 6, 3)
    changed = np.flatnonzero(games["streams"][0] != before)
    assert changed.tolist() == [Stream.POLICY + seat]


@pytest.mark.rule("Q-12")
def test_q_12_cards_are_picked_uniformly_by_the_engine():
    """Six cards in seat 0's hand (no abilities at hand); 1/6 each within 5 sigma."""
    number = 3_000 if JIT else 600
    position = scene(hand={0: [8, 10, 26, 32, 35, 37]}).lay([10, None, None])
    start, trace = position.games.copy(), np.zeros(64, EVENT)
    counts = dict.fromkeys([8, 10, 26, 32, 35, 37], 0)
    for draw in range(number):
        games = start.copy()
        games["scripted"] = 0
        games["origins"][0, Stream.POLICY] = stream_key(np.uint64(5), draw)
        engine.step(engine.DAY, position.rules, games, np.zeros(0, SCRIPT), trace)
        (choice,) = [row for row in trace[: games["trace_at"][0]] if row["event"] == Event.CHOICE]
        assert (choice["a"], choice["b"], games["pick"][0, 0]) == (Choice.SELECT, 6, choice["c"])
        counts[int(choice["c"])] += 1
    expected = number / 6
    assert all(abs(count - expected) < 5 * (expected * 5 / 6) ** 0.5 for count in counts.values())
