"""Replays: the game that a run counts, told line by line; the rule that each line cites."""

import json
import re

import numpy as np
import pytest

import sim
from kernels import engine, rule_record
from kernels.state import GAME
from kernels.tally import TALLY
from sim.errors import GalecrestError
from sim.replays import rule_id
from sim.rule_sets import RuleSet
from sim.rulebook import clauses


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("game", [0, 1, 4097, 10**9])
def test_the_game_is_the_one_that_a_run_counts(players, game):
    games, tally = np.zeros(2, GAME), np.zeros(1, TALLY)
    engine.play_block(3, game, 1, players, rule_record.rules_record(), games, tally)
    told = sim.replay(3, game, players)
    assert told.scores == [int(games[0]["dial"][seat]) for seat in range(players)]
    assert told.winner == games[0]["log_leader"][2]


def test_a_run_of_n_games_is_the_sum_of_its_replays():
    scores = sum(sum(sim.replay(5, game, 3).scores) for game in range(40))
    cards = sim.run(40, 3, 5).tables["seats"].filter(by="seat")
    assert round((cards["score"] * cards["games"]).sum()) == scores


def test_every_line_has_voyage_day_phase_and_an_existing_rule():
    lines = sim.replay(2, 3, 4).lines()[2:-1]
    for line in lines:
        cells = re.fullmatch(r"V([123]) D(\d)  (setup|day|dusk|night|anchor|end)\s+([A-Z]+-\w+)\s+(\S.*)", line)
        assert cells, line
        assert cells[4] in clauses(), line


def test_json_and_text_tell_the_same():
    told = sim.replay(2, 3, 5)
    data = json.loads(json.dumps(told.as_dict()))
    assert data["scores"] == told.scores
    assert data["winner"] == told.winner
    for event, line in zip(data["events"], told.lines()[2:-1], strict=True):
        assert line.startswith(f"V{event['voyage']} D{event['day']}  {event['phase']}")
        assert line.endswith(event["text"])
        assert event["rule"] in line


def test_settings_are_in_force():
    """SET: 9 doubloons more for everybody at the start of each voyage."""
    told = sim.replay(1, 0, 2, rule_set=RuleSet.from_settings(["reputation.doubloons=21,20,19,18,17,16"]))
    coins = [int(event["a"]) for event in told.events if rule_id(int(event["rule"])) == "VOY-4"]
    plain = [int(event["a"]) for event in sim.replay(1, 0, 2).events if rule_id(int(event["rule"])) == "VOY-4"]
    assert coins[:2] == [amount + 9 for amount in plain[:2]]


@pytest.mark.parametrize(("argument", "value"), [("game", -1), ("players", 7), ("seed", "x"), ("seed", -1)])
def test_what_cannot_be_is_refused(argument, value):
    with pytest.raises(GalecrestError, match=f"--{argument} '{value}'"):
        sim.replay(**{argument: value})
