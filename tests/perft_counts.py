"""Counts all lines of play of a tiny voyage, with the kernels and with the oracle."""

import tomllib
from pathlib import Path

import numpy as np
import rulebook
from against_rulebook import oracle_amounts

from kernels import engine
from kernels.choices import BY_PLACE, SCRIPT
from kernels.codes import Fault
from kernels.state import GAME
from sim.rule_sets import RuleSet
from sim.steps import TracedGame
from sim.transcripts import set_deal, set_reputation, state_of

POSITIONS = tomllib.loads((Path(__file__).parent / "perft" / "positions.toml").read_text("utf-8"))["position"]


def rules_of(position) -> RuleSet:
    """The standard rules with as many days and cards as the position has."""
    days = len(position["rows"])
    return RuleSet({"voyage.days": (days, 1, 1), "voyage.cards": len(position["cards"])})


def players_of(position) -> int:
    """Seats with a token on the track."""
    return sum(seat >= 0 for seat in position["reputation"])


def track_of(position):
    """The track with None for idle tokens."""
    return [None if seat < 0 else seat for seat in position["reputation"]]


def kernel_counts(position) -> tuple[int, int]:
    """Lines and different ends by the kernels: every step is taken again with each place of each question."""
    traced = TracedGame(rules_of(position))
    traced.begin(0, 0, players_of(position))
    traced.game["scripted"] = traced.game["asks_everything"] = 1
    set_reputation(traced.game, track_of(position))
    set_deal(traced.game, position["cards"], position["rows"])
    traced.step(engine.BEGIN)
    steps = [*((engine.DAY, day) for day in range(len(position["rows"]))), (engine.ANCHOR, len(position["rows"]) - 1)]
    ends: dict[str, int] = {}

    def count(step: int, before: np.ndarray, places: list[int]) -> None:
        if step == len(steps):
            state = str(state_of(before[0], traced.days))
            ends[state] = ends.get(state, 0) + 1
            return
        what, day = steps[step]
        traced.games[0] = before[0]
        game = traced.game
        game["day"], game["script_at"], game["trace_at"] = day, 0, 0
        script = np.zeros(len(places), SCRIPT)
        script["n"], script["code"] = BY_PLACE, places
        traced.step(what, script)
        if game["fault"] == Fault.NONE:
            count(step + 1, traced.games.copy(), [])
        else:
            assert game["fault"] == Fault.SCRIPT_ENDED
            for place in range(int(game["fault_options"])):
                count(step, before, [*places, place])

    before = np.zeros(1, GAME)
    before[0] = traced.game
    count(0, before, [])
    return sum(ends.values()), len(ends)


class _Asked(Exception):
    """The script of places has ended at a question with so many options."""


def oracle_counts(position) -> tuple[int, int]:
    """The same by the oracle, from the deal on for each line."""
    players, ends = players_of(position), {}

    def play(places: list[int]) -> str:
        left = list(places)

        def chooser(seat, kind, options, **context):
            if not left:
                raise _Asked(len(options))
            return left.pop(0)

        game = rulebook.Game(players, track_of(position), rulebook.RuleSet().changed(oracle_amounts(rules_of(position))))
        game.start_voyage(position["cards"], position["rows"])
        for _ in position["rows"]:
            hands = [sorted(hand) for hand in game.state()["hand"]]
            picks = [hand[chooser(seat, "select", hand)] if hand else None for seat, hand in enumerate(hands)]
            game.play_day(picks, chooser)
        game.anchor(chooser)
        return str(game.state())

    def count(places: list[int]) -> None:
        try:
            state = play(places)
        except _Asked as asked:
            for place in range(asked.args[0]):
                count([*places, place])
        else:
            ends[state] = ends.get(state, 0) + 1

    count([])
    return sum(ends.values()), len(ends)


if __name__ == "__main__":
    for position in POSITIONS:
        print(position["name"], "oracle", oracle_counts(position), "kernels", kernel_counts(position))
