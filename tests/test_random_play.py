"""The random policy's means agree with 20 000 games per player count of an independent implementation.

``tests/conformance/random-play.json`` holds its means with their standard errors. The Cook plays on after a hook there
(Q-03). A difference is measured in standard errors of both sides together; 5 of them, over some 400 means, are exceeded by
chance once in ten thousand runs.
"""

import json
from pathlib import Path

import numpy as np
import pytest

from kernels import engine
from kernels._jit import JIT
from kernels.codes import VOYAGES, Choice, Event
from kernels.masks import ranks_of
from kernels.tokens import counts_of
from sim.rule_sets import RuleSet
from sim.steps import TracedGame
from sim.transcripts import KINDS, choice_of

PUBLISHED = json.loads((Path(__file__).parent / "conformance" / "random-play.json").read_text("utf-8"))["players"]
GAMES = 2000
SIGMAS = 5.0


def one_game(game_index, players, rule_set):
    """What the published file averages, of one game; names are its keys."""
    traced = TracedGame(rule_set)
    traced.begin(7, game_index, players)
    game = traced.game
    game["asks_everything"] = 1
    seats = range(players)
    value: dict[str, float] = {}

    def mean(name, numbers):
        value[name] = sum(map(float, numbers)) / players

    dial = [0] * players
    missed = 0
    for what, _ in traced.play():
        voyage = int(game["voyage"]) + 1
        if what == engine.BEGIN:
            mean(f"start_doubloons {voyage}", game["doubloons"][:players])
        elif what == engine.DAY:
            missed += sum(game["pick"][seat] == 0 for seat in seats)
            mean(f"doubloons {voyage}", game["doubloons"][:players])
            for zone in ("ship", "hand", "graveyard"):
                mean(f"{zone}_cards {voyage}", (len(ranks_of(game[zone][seat])) for seat in seats))
            for kind, name in enumerate(KINDS):
                mean(f"{name} {voyage}", (counts_of(game["loot"][seat])[kind] for seat in seats))
        elif what == engine.ANCHOR:
            mean(f"voyage_doubloons {voyage}", (game["dial"][seat] - dial[seat] for seat in seats))
            dial = [int(game["dial"][seat]) for seat in seats]
    mean("score", dial)
    mean("final_reputation_space", game["space"][:players])
    for seat in seats:
        value[f"score {seat}"] = dial[seat]
        value[f"win {seat}"] = game["log_leader"][VOYAGES - 1] == seat
    value["winner_score"] = max(dial)
    value["best_minus_worst"] = max(dial) - min(dial)
    value["ties"] = dial.count(max(dial)) > 1
    value["missed"] = missed
    events = traced.trace[: game["trace_at"]]
    asked = events[events["event"] == Event.CHOICE]
    selections = asked[asked["a"] == Choice.SELECT]
    chosen = asked[(asked["a"] != Choice.SELECT) & (asked["a"] != Choice.STOWAWAY_DRAW)]
    for name, rows in (("selections", selections), ("choices", chosen)):
        value[f"{name} all"] = len(rows)
        value[f"{name} two"] = np.count_nonzero(rows["b"] > 1)
    value["draws"] = np.count_nonzero(asked["a"] == Choice.STOWAWAY_DRAW)
    for row in chosen:
        choice = choice_of(row)
        detail = choice.get("source") or choice.get("phase")
        name = f"kind {choice['kind']} {detail}" if detail else f"kind {choice['kind']}"
        value[name] = value.get(name, 0) + 1
    return value


def published(players):
    """The published means by the same names, each with its standard error."""
    table = PUBLISHED[str(players)]
    found = {name: (table[name]["mean"], table[name]["se"]) for name in ("score", "winner_score", "best_minus_worst")}
    found["final_reputation_space"] = (table["final_reputation_space"]["mean"], table["final_reputation_space"]["se"])
    found["ties"] = (table["ties_for_the_win"]["share"], table["ties_for_the_win"]["se"])
    for seat in range(players):
        found[f"win {seat}"] = (table["win_share_by_seat"][seat], table["win_share_se"])
        found[f"score {seat}"] = (table["score_mean_by_seat"][seat]["mean"], table["score_mean_by_seat"][seat]["se"])
    for voyage, row in enumerate(table["before_anchor"], 1):
        for name in ("doubloons", "ship_cards", "hand_cards", "graveyard_cards"):
            found[f"{name} {voyage}"] = (row[name]["mean"], row[name]["se"])
        for kind, cell in row["loot"].items():
            found[f"{kind} {voyage}"] = (cell["mean"], cell["se"])
    for name in ("voyage_doubloons", "start_doubloons"):
        for voyage, row in enumerate(table[name], 1):
            found[f"{name} {voyage}"] = (row["mean"], row["se"])
    decisions = table["decisions_per_game"]
    for name, key in (("selections", "card_selections"), ("choices", "choices")):
        for short, column in (("all", "all"), ("two", "two_or_more_options")):
            found[f"{name} {short}"] = (decisions[key][column]["mean"], decisions[key][column]["se"])
    for kind, cell in decisions["choices_by_kind"].items():
        found[f"kind {kind}"] = (cell["all"]["mean"], cell["all"]["se"])
    found["draws"] = (table["stowaway_draws_per_game"]["mean"], table["stowaway_draws_per_game"]["se"])
    found["missed"] = (
        table["selections_missed_for_an_empty_hand_per_game"]["mean"],
        table["selections_missed_for_an_empty_hand_per_game"]["se"],
    )
    return found


@pytest.mark.rule("Q-12")
@pytest.mark.skipif(not JIT, reason="thousands of games")
@pytest.mark.parametrize("players", range(2, 7))
def test_means_of_random_play(players):
    rule_set = RuleSet.from_settings(["cook.blocked_by=discarding_hook"])
    games = [one_game(game, players, rule_set) for game in range(GAMES)]
    wrong = []
    for name, (mean, error) in published(players).items():
        values = np.array([game.get(name, 0) for game in games], float)
        spread = np.hypot(error, values.std(ddof=1) / np.sqrt(GAMES))
        # published to four decimals; rare events need the Poisson floor of one event in our games
        allowed = SIGMAS * spread + 1e-4 + 5 / GAMES * (values.mean() < 0.01)
        if abs(values.mean() - mean) > allowed:
            wrong.append(f"{name}: {values.mean():.4f}, published {mean}, allowed {allowed:.4f}")
    assert not wrong, wrong
