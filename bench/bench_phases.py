"""The phases of a game: process time of one thread for each time a phase is run, in random calm games with four players.

A few hundred games go through their phases side by side: all set up, all deal, all choose their cards, and so on; the clock
runs for one of the phases, less what it takes to call a phase that does nothing. Every round plays other games. (Recorded
states, copied and run again and again, are learned by the processor's branch prediction: with 600 of them the phases added up
to two thirds of a game.) What a line says times the number in its name adds up to a game.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from measure import SEED, Games, seconds, show

from kernels._jit import entry, kernel
from kernels.day import run_day
from kernels.dusk import run_dusk
from kernels.engine import end_voyage
from kernels.night import run_night, run_night_end
from kernels.setup import begin_game, begin_voyage, deal_cards, deal_loot, renew_streams
from kernels.solo import pick_and_place
from kernels.state import GAME
from kernels.tally import TALLY, count_game
from sim.rule_sets import RuleSet

PLAYERS = 4
BATCH = 256
"""Games side by side: few enough for their records to stay in the second-level cache."""
BATCHES = 40
ROUNDS = 7

NOTHING, SET_UP, DEAL, CARDS, DAY, DUSK, NIGHT, ANCHOR, COUNT = range(9)


@kernel
def run_phase(what, game, rules, tally):
    """One phase of a game on a record that is about to begin it; before SET_UP ``game["key"]`` is the index of the game."""
    if what == SET_UP:
        begin_game(game, rules, SEED, game["key"], PLAYERS)
    elif what == DEAL:
        deal_cards(game, rules)
        deal_loot(game, rules)
        begin_voyage(game, rules, None)
    elif what == CARDS:
        renew_streams(game, game["day"])
        pick_and_place(game, rules, None, None)
    elif what == DAY:
        run_day(game, rules, None, None)
    elif what == DUSK:
        run_dusk(game, rules, None, None)
    elif what == NIGHT:
        run_night(game, rules, None, None)
        run_night_end(game, rules, None, None)
    elif what == ANCHOR:
        end_voyage(game, rules, None, None)
    elif what == COUNT:
        count_game(game, rules, tally)


@entry
def run_phases(what, games, rules, tally):
    """Run a phase of all ``games`` (GAME array); ``rules`` and ``tally`` as for ``play_block``."""
    for at in range(games.size):
        run_phase(what, games[at], rules[0], tally[0])


def steps(rules):
    """The phases of a game in turn, each with its voyage and day."""
    yield SET_UP, 0, 0
    for voyage, days in enumerate(rules["voyage_days"][0]):
        yield DEAL, voyage, 0
        for day in range(days):
            for what in (CARDS, DAY, DUSK, NIGHT):
                yield what, voyage, day
        yield ANCHOR, voyage, 0
    yield COUNT, 0, 0


def play_batch(first, rules, tally, timed):
    """Play games ``first`` to ``first + BATCH - 1``; process time of the phase ``timed``, in seconds for each time it is run."""
    games = np.zeros(BATCH, GAME)
    games["key"] = np.arange(first, first + BATCH)
    times = []
    for what, voyage, day in steps(rules):
        games["voyage"] = voyage
        games["day"] = day
        spent = seconds(lambda what=what: run_phases(what, games, rules, tally))
        if what == timed:
            times.append(spent - seconds(lambda: run_phases(NOTHING, games, rules, tally)))
    return sum(times) / (len(times) * BATCH)


@pytest.fixture(scope="module")
def rules():
    """The calm rules, once it is sure that the phases make up the games that ``play_block`` plays."""
    record, tally = RuleSet.from_settings([], "calm").record(), np.zeros(1, TALLY)
    whole = Games(PLAYERS, record, BATCH)
    whole.play()
    play_batch(0, record, tally, SET_UP)
    assert tally.tobytes() == whole.tally.tobytes()
    return record


@pytest.mark.parametrize(
    "what",
    [
        pytest.param(SET_UP, id="1 set-up"),
        pytest.param(DEAL, id="3 deal"),
        pytest.param(CARDS, id="15 cards"),
        pytest.param(DAY, id="15 day"),
        pytest.param(DUSK, id="15 dusk"),
        pytest.param(NIGHT, id="15 night"),
        pytest.param(ANCHOR, id="3 anchor"),
        pytest.param(COUNT, id="1 tally"),
    ],
)
@pytest.mark.benchmark(group="phase, 4 players calm")
def test_phase(benchmark, rules, what):
    tally, firsts = np.zeros(1, TALLY), itertools.count(0, BATCH)

    def cost():
        return sum(play_batch(next(firsts), rules, tally, what) for _ in range(BATCHES)) / BATCHES

    show(benchmark, cost, ROUNDS)
