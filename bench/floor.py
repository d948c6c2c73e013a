"""The floor of a game: what its random numbers alone would cost, and how far above it a game lies.

The floor is (decisions with two or more options + draws of the deal) x the cost of one bounded draw, measured in the same
run. The number of decisions is a mean of 20 000 random games per player count of an independent implementation, of the calm
side (``tests/conformance/random-play.json``), so it does not move with this project's code. Of other sides none are published:
those lines have no floor.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from measure import Games, best_in_turn

from kernels._jit import entry
from kernels.codes import Stream
from kernels.rng import below
from kernels.state import GAME
from sim.rule_sets import RuleSet

RANDOM_PLAY = Path(__file__).parents[1] / "tests" / "conformance" / "random-play.json"

DEAL_DRAWS = {2: 1 + 18 + 45, 3: 5 + 18 + 45, 4: 5 + 18 + 60, 5: 5 + 18 + 75, 6: 5 + 18 + 90}
"""By player count: draws that shuffle the reputation (six tokens; with two players one coin), the cards (three voyages of
six) and the loot (15 days of 3, 3, 4, 5 and 6 tokens)."""

GAMES = 20_000
BOUNDS = 1024
TIMES = 2000
ROUNDS = 9

ROWS = [(players, "calm") for players in DEAL_DRAWS] + [(4, "stormy"), (4, "uncharted")]
REFERENCE = ROWS.index((4, "calm"))


@entry
def draw(games, bounds, times):
    """Draw below each of ``bounds`` (int64 array), ``times`` over, from the streams of four seats of ``games[0]``; their sum.

    No draw waits for another one's result: what is timed is how many fit into a second, not how long one takes.
    """
    streams = games[0]["streams"]
    total = 0
    for _ in range(times):
        for at in range(bounds.size):
            total += below(streams, Stream.POLICY + (at & 3), bounds[at])
    return total


def decisions(players: int) -> float:
    """Decisions with two or more options in a calm game, card selections among them, mean."""
    published = json.loads(RANDOM_PLAY.read_text("utf-8"))["players"][str(players)]
    return float(published["decisions_per_game"]["total"]["two_or_more_options"]["mean"])


def main() -> None:
    """Measure draws and games in turn and print a line for each player count and setup."""
    games = np.zeros(1, GAME)
    bounds = np.random.default_rng(1).integers(2, 41, BOUNDS)
    runs = [Games(players, RuleSet.from_settings([], setup).record(), GAMES) for players, setup in ROWS]
    best = best_in_turn([lambda: draw(games, bounds, TIMES), *(run.play for run in runs)], ROUNDS)
    draw_ns = best[0] / (BOUNDS * TIMES) * 1e9
    game_ns = [time / GAMES * 1e9 for time in best[1:]]
    card_ns = [time / run.cards_played() for time, run in zip(game_ns, runs, strict=True)]

    print(f"one bounded draw: {draw_ns:.2f} ns; best of {ROUNDS} rounds, {GAMES} games each, process time of one thread")
    print(
        f"{'players':>7} {'setup':<9}{'draws':>7}{'floor ns':>10}{'game ns':>9}{'game/floor':>12}"
        f"{'games/s':>9}{'cards':>7}{'ns/card':>9}{'to 4 calm':>11}"
    )
    for (players, setup), run, time, per_card in zip(ROWS, runs, game_ns, card_ns, strict=True):
        draws, floor, ratio = "-", "-", "-"
        if setup == "calm":
            number = decisions(players) + DEAL_DRAWS[players]
            draws, floor, ratio = f"{number:.0f}", f"{number * draw_ns:.0f}", f"{time / (number * draw_ns):.2f}"
        print(
            f"{players:>7} {setup:<9}{draws:>7}{floor:>10}{time:>9.0f}{ratio:>12}"
            f"{1e9 / time:>9.0f}{run.cards_played():>7.1f}{per_card:>9.1f}{per_card / card_ns[REFERENCE]:>11.3f}"
        )


if __name__ == "__main__":
    main()
