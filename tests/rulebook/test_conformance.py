"""The transcripts of tests/conformance: every game, every choice, every state; and the random policy's means."""

import copy
import gzip
import json
import random
from pathlib import Path

import pytest

from .rules import CONFORMANCE, RuleSet
from .transcript import random_game, replay

FOLDER = Path(__file__).resolve().parent.parent / "conformance"
FILES = sorted(FOLDER.glob("*.jsonl.gz"))


def games(path):
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def test_the_ten_files_are_there():
    names = [path.name.split(".")[0] for path in FILES]
    assert names == [f"{what}-{n}p" for what in ("calm", "edge") for n in range(2, 7)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.split(".")[0])
def test_transcripts_replay_without_a_difference(path):
    number = 0
    for game in games(path):
        number += 1
        assert replay(game, CONFORMANCE) == []
    assert number == (60 if path.name.startswith("calm") else 40)


def test_the_standard_rule_set_differs_only_by_the_cook():
    # every difference is a Cook's second token after a hook
    differences = [found for path in FILES for game in games(path) for found in replay(game, RuleSet())]
    assert differences
    for found in differences:
        assert "'cook'" in found or "'next': 26" in found


@pytest.mark.parametrize("players", range(2, 7))
def test_random_games_replay(players):
    for seed in range(12):
        for rules in (RuleSet(), CONFORMANCE):
            game = json.loads(json.dumps(random_game(players, random.Random(seed), rules)))
            assert replay(game, rules) == []


@pytest.mark.rule("Q-12")
@pytest.mark.parametrize("players", range(2, 7))
def test_q_12_the_random_policy_has_the_published_means(players):
    published = json.loads((FOLDER / "random-play.json").read_text())["players"][str(players)]["score"]
    rng, number = random.Random(players), 300
    means = [sum(random_game(players, rng, CONFORMANCE)["scores"]) / players for _ in range(number)]
    mean = sum(means) / number
    spread = (sum((value - mean) ** 2 for value in means) / (number - 1) / number) ** 0.5
    assert abs(mean - published["mean"]) < 4 * (spread**2 + published["se"] ** 2) ** 0.5


def first_game():
    return next(games(FILES[2]))


def test_a_changed_state_is_found_and_named():
    game = first_game()
    game["voyages"][1]["days"][2]["after"]["doubloons"][1] += 1
    found = replay(game, CONFORMANCE)
    assert len(found) == 1
    assert "calm-4p-000001 voyage 2 day 3" in found[0]
    assert "after: doubloons" in found[0]


def test_changed_choices_are_found():
    def changed(change):
        game = copy.deepcopy(first_game())
        day = next(day for day in game["voyages"][0]["days"] if day["choices"])
        change(day["choices"])
        return replay(game, CONFORMANCE)

    assert "number of options" in changed(lambda choices: choices[0].update(n=99))[0]
    assert ": choice: recorded" in changed(lambda choices: choices[0].update(seat=9))[0]
    assert "no record left" in changed(lambda choices: choices.clear())[0]
    assert "did not ask" in changed(lambda choices: choices.append(choices[-1]))[0]


def test_changed_results_and_impossible_records_are_found():
    game = first_game()
    game["winners"] = [9]
    assert "winners" in replay(game, CONFORMANCE)[0]
    game = first_game()
    game["voyages"][0]["days"][0]["select"][0] = 99
    assert "the oracle refuses" in replay(game, CONFORMANCE)[0]


def test_missing_orders_are_made_up_where_the_order_cannot_matter():
    # at a calm anchor only the Witch's going home makes a difference: drop all other anchor orders
    dropped = 0
    for path in FILES:
        for game in games(path):
            for voyage in game["voyages"]:
                ships = voyage["days"][-1]["after"]["ship"]
                kept = [c for c in voyage["anchor"] if c["kind"] != "order" or 15 in ships[c["seat"]]]
                dropped += len(voyage["anchor"]) - len(kept)
                voyage["anchor"] = kept
            assert replay(game, CONFORMANCE, missing_orders="any", rng=random.Random(game["id"])) == []
    assert dropped > 1000


def test_missing_orders_are_refused_by_default():
    game = first_game()
    for voyage in game["voyages"]:
        voyage["anchor"] = [c for c in voyage["anchor"] if c["kind"] != "order"]
    assert replay(game, CONFORMANCE)
    assert replay(game, CONFORMANCE, missing_orders="any") == []
