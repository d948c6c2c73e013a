"""Policies by name, who sits where, and that policies change nothing but choices."""

import json
from collections import Counter

import numpy as np
import pytest

import sim
from kernels import engine
from kernels.codes import Policy as Kind
from kernels.policies import greedy_values
from kernels.policies.knowledge import GREEDY, KNOWLEDGE, WEIGHTS
from kernels.state import GAME
from kernels.tally import TALLY
from sim import runner
from sim import weights as weights_files
from sim.cli import main
from sim.config import ComparisonConfig, RunConfig
from sim.errors import GalecrestError
from sim.policies import Answers, LineUp, Policy, answers_named
from sim.rule_sets import RuleSet
from sim.weights import LEARNED, family_of, shipped

SOLO = RuleSet(solo=True)


def seat_names(line_up, game_index):
    return [policy.name for policy in line_up.at_table(game_index)]


# ------------------------------------------------------------------------------------------------------ by name


def test_one_name_is_for_all_seats():
    line_up = LineUp.of(" greedy ", 3)
    assert line_up.names == ["greedy"] * 3
    assert line_up.distinct == (Policy("greedy", Kind.GREEDY),)
    assert line_up.counted_apart == ()


def test_distinct_policies_in_the_order_in_which_they_appear():
    line_up = LineUp.of("learned,random, learned,greedy", 4)
    assert [policy.name for policy in line_up.distinct] == ["learned", "random", "greedy"]
    assert line_up.counted_apart == line_up.distinct
    assert line_up.orders(4)[0].tolist() == [0, 1, 0, 2]
    assert line_up.orders(4).dtype == np.int64


@pytest.mark.parametrize(
    ("text", "players", "answers"),
    [
        ("random", 4, Answers.CHANCE),
        (" random, random", 2, Answers.CHANCE),
        ("random,greedy", 2, Answers.POLICIES),
        ("learned", 3, Answers.POLICIES),
        ("random,greedy, search:2", 3, Answers.SEARCH),
        ("search:2+loot", 2, Answers.SEARCH),
    ],
)
def test_who_answers(text, players, answers):
    """Games at random need no table, and where one seat searches, search must be there too."""
    assert LineUp.of(text, players).answers is answers_named(text) is answers


def test_search_by_its_samples_and_with_loot():
    assert Policy.named("search:1_000") == Policy("search:1000", Kind.SEARCH, 1000)
    assert Policy.named(" search:1e3+loot") == Policy("search:1000+loot", Kind.SEARCH, 1000, True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "gredy",
            "no such policy; there are random, greedy, learned, learned:FILE, search:N, search:N+loot; did you mean 'greedy'?",
        ),
        ("uniform", "no such policy; there are random, greedy, learned, learned:FILE, search:N, search:N+loot"),
        ("", "no such policy; there are random, greedy, learned, learned:FILE, search:N, search:N+loot"),
        (
            "greedy:3",
            "no such policy; there are random, greedy, learned, learned:FILE, search:N, search:N+loot; did you mean 'greedy'?",
        ),
        ("random,random", "2 policies for 4 players; name one for all seats, or 4"),
        ("random,random,random,random,random", "5 policies for 4 players; name one for all seats, or 4"),
        *(
            (text, "search needs its number of samples, 1 to 100_000, as in 'search:64' or 'search:64+loot'")
            for text in ("search", "search:0", "search:1e6", "search:many", "search:+loot", "search:64+lot", "search:64:loot")
        ),
        (
            "search64",
            "no such policy; there are random, greedy, learned, learned:FILE, search:N, search:N+loot; did you mean 'search:64'?",
        ),
        ("learned:", "name a weights file after the colon, or leave the colon out"),
    ],
)
def test_what_cannot_play_is_refused(text, message):
    with pytest.raises(GalecrestError) as caught:
        RunConfig(policy=text)
    assert str(caught.value) == f"--policy {text!r}: {message}"


def test_a_solo_game_has_one_policy():
    assert RunConfig(rule_set=SOLO, policy="learned").line_up.names == ["learned"]
    with pytest.raises(GalecrestError, match="'greedy,random': a solo game has one human; name one policy"):
        RunConfig(rule_set=SOLO, policy="greedy,random")


@pytest.mark.parametrize("command", ["run", "compare calm stormy", "sweep --set map.pair=5:6:1", "replay"])
def test_all_commands_that_play_take_it(capsys, command):
    assert main([*command.split(), "--policy", "x"]) == 2
    assert capsys.readouterr().err.startswith("galecrest: --policy 'x': no such policy; there are random, ")


@pytest.mark.parametrize("command", ["run", "sweep --set map.pair=5:6:1", "replay"])
def test_a_second_policy_option_is_not_dropped(capsys, command):
    assert main([*command.split(), "--policy", "learned", "--policy", "greedy"]) == 2
    assert capsys.readouterr() == (
        "",
        "galecrest: --policy: given 2 times; put commas between the policies of seats; only compare has one for each rule set\n",
    )


# -------------------------------------------------------------------------------------------------- at the table


@pytest.mark.parametrize("players", range(2, 7))
def test_every_policy_has_every_seat_equally_often(players):
    names = ["greedy", *["random"] * (players - 1)]
    line_up = LineUp.of(",".join(names), players)
    assert seat_names(line_up, 0) == names
    tables = [seat_names(line_up, game_index) for game_index in range(2 * players)]
    assert [table.index("greedy") for table in tables] == 2 * [0, *range(players - 1, 0, -1)]


@pytest.mark.parametrize(
    ("names", "orders"),
    [
        (["a", "b"], 1),
        (["a", "b", "b", "b"], 1),
        (["a", "b", "c"], 2),
        (["a", "b", "c", "d"], 6),
        (["a", "a", "b", "c"], 3),  # the three others of an a are as likely in any order: aabc, aacb and abac
        (["a", "a", "b", "b"], 3),  # aabb twice for abab: beside an a sits the other one in one of three games
        (["a", "a", "b", "b", "c", "c"], 30),
        (["a", "b", "c", "d", "e", "f"], 120),
    ],
)
def test_every_policy_has_every_other_beside_it_as_often_as_by_chance(names, orders):
    """Each seat to the left of an entry is held by each of the other entries equally often."""
    players = len(names)
    line_up = LineUp(tuple(Policy(name, Kind.RANDOM) for name in names))
    found = line_up.orders(players)
    assert found.shape == (orders, players)
    assert [line_up.distinct[place].name for place in found[0]] == names
    left_of = Counter()
    for game_index in range(orders * players):
        table = seat_names(line_up, game_index)
        assert Counter(table) == Counter(names)
        left_of.update((seat, table[seat - 1], table[seat]) for seat in range(players))
    number = Counter(names)
    for seat in range(players):
        for one in number:
            for other in number:
                pairs = number[one] * (number[other] - (one == other))
                assert left_of[seat, other, one] * players * (players - 1) == pairs * orders * players


def record_of(policy, players, game_index, rule_set=None):
    """One game by the block that runs use."""
    config = RunConfig(players=players, policy=policy, **({"rule_set": rule_set} if rule_set else {}))
    games, tally = np.zeros(2, GAME), np.zeros(1, TALLY)
    line_up = config.line_up
    who = [] if line_up.answers == Answers.CHANCE else [runner.seat(line_up, config.rule_set), line_up.orders(players)]
    block = getattr(engine, runner.entry_points(answers=line_up.answers)[0])
    block(5, game_index, 1, players, config.rule_set.record(), games, tally, *who)
    return games[0]


@pytest.mark.parametrize("game", [0, 1, 2, 3, 10**9 + 1])
@pytest.mark.parametrize("names", [["learned", "greedy", "random"], ["search:2+loot", "search:3", "learned"]])
def test_a_replay_is_the_game_that_a_run_counts(game, names):
    """Who sits where, what everybody does and who wins."""
    policy = ",".join(names)
    record, told = record_of(policy, 3, game), sim.replay(5, game, 3, policy=policy)
    order = (names, [names[0], names[2], names[1]])[game // 3 % 2]
    assert told.policies == [order[(seat + game) % 3] for seat in range(3)]
    assert [names[place] for place in record["player"][:3]] == told.policies
    assert told.scores == record["dial"][:3].tolist()
    assert told.winner == record["log_leader"][2]
    assert told.as_dict()["policies"] == told.policies
    assert told.lines()[1] == "policies: " + ", ".join(f"seat {seat} {name}" for seat, name in enumerate(told.policies))
    assert told.transcript()["scores"] == told.scores


def test_the_transcript_of_a_mixed_game_replays_without_a_difference(tmp_path):
    file = tmp_path / "games.jsonl"
    games = [sim.replay(5, game, 3, policy="learned,greedy,random").transcript() for game in range(3)]
    file.write_text("".join(json.dumps(game) + "\n" for game in games))
    report = sim.conform([file])
    assert (report.games, report.differences) == (3, [])


def test_a_replay_of_random_play_says_so_in_json_alone():
    told = sim.replay(5, 0, 2)
    assert told.as_dict()["policies"] == ["random", "random"]
    assert not told.text().count("polic")


def test_a_run_is_the_sum_of_its_replays():
    policy, scores, wins = "random,learned", {"random": 0, "learned": 0}, {"random": 0, "learned": 0}
    for game in range(30):
        told = sim.replay(5, game, 2, policy=policy)
        for name, score in zip(told.policies, told.scores, strict=True):
            scores[name] += score
        wins[told.policies[told.winner]] += 1
    found = sim.run(30, 2, 5, policy=policy).tables["policies"]
    assert dict(found.select("policy", "wins").rows()) == wins
    assert {name: round(score * 30) for name, score in found.select("policy", "score").rows()} == scores


@pytest.mark.parametrize("policy", ["learned", "search:2"])
def test_solo_replays(policy):
    told = sim.replay(5, 7, rule_set=SOLO, policy=policy)
    assert told.policies == told.as_dict()["policies"] == [policy, "SOL-10"]
    assert told.lines()[1] == f"policies: the human {policy}, the Automa SOL-10"
    plays = [sim.replay(5, game, rule_set=SOLO, policy=policy) for game in range(20)]
    (rate,) = sim.run(20, seed=5, rule_set=SOLO, policy=policy).tables["games"].filter(quantity="human_win_rate").to_dicts()
    assert rate["count"] == sum(told.winner == 0 for told in plays)


@pytest.mark.parametrize("policy", ["learned", "random,learned,greedy,greedy", "search:2,random,search:2+loot,random"])
def test_policies_change_choices_and_nothing_else(policy):
    """Deals, rows of the first voyage, the start and the faces are chance; later rows come from what the bag holds."""
    differs = 0
    for game in range(10):
        uncharted = RuleSet.from_settings([], "uncharted")
        one, other = (record_of(name, 4, game, uncharted) for name in ("random", policy))
        assert one["log_deal"].tolist() == other["log_deal"].tolist()
        assert one["log_dealt"][0] == other["log_dealt"][0]
        assert one["log_space"].tolist() == other["log_space"].tolist()
        assert one["face"].tolist() == other["face"].tolist()
        differs += one["dial"].tolist() != other["dial"].tolist()
    assert differs


def test_random_at_every_seat_plays_the_games_of_random_play():
    """Also through the entry points of policies."""
    config = RunConfig(games=50, players=3, seed=9)
    table, line_up = config.line_up.table(config.rule_set), config.line_up.orders(3)
    games, tally = np.zeros(2, GAME), np.zeros(1, TALLY)
    engine.play_policy_block(9, 0, 50, 3, config.rule_set.record(), games, tally, table, line_up)
    assert tally.tobytes() == runner.play(config).tobytes()


def test_equal_policies_have_equal_shares():
    """The same policy at every seat, random at places of its own in the line-up: nobody is favoured, within 5 sigma."""
    config = RunConfig(games=24_000, policy="greedy,random,greedy,random", seed=3)
    table = config.line_up.table(config.rule_set)
    table["seated"]["policy"] = Kind.RANDOM
    tallies = np.zeros(3, TALLY)
    engine.play_policy_block(
        3, 0, 24_000, 4, config.rule_set.record(), np.zeros(2, GAME), tallies, table, config.line_up.orders(4)
    )
    wins = tallies["seat_wins"].sum(axis=1)
    assert wins[1] + wins[2] == wins[0] == 24_000
    assert abs(wins[1] - 12_000) < 5 * (24_000 / 4) ** 0.5
    # each policy had each seat in half of the games
    assert tallies["seat_games"][1:, :4].tolist() == [[12_000] * 4] * 2


@pytest.mark.parametrize(
    ("policy", "games"), [("random,learned,greedy,learned", 300), ("learned", 300), ("random,greedy,search:2,random", 20)]
)
def test_threads_and_blocks_do_not_change_what_is_counted(policy, games):
    one, other = (
        runner.play(RunConfig(games=games, policy=policy, threads=threads, block_size=size))
        for threads, size in ((1, 300), (3, 7))
    )
    assert one.tobytes() == other.tobytes()
    assert one.shape == (4 if "," in policy else 1,)


def test_a_game_with_search_is_a_block_of_its_own():
    """It takes as long as thousands of others: they would all be one thread's work, and Ctrl-C would wait for them."""
    assert [RunConfig(policy=policy, block_size=500).block for policy in ("learned", "search:1")] == [500, 1]


def test_what_is_of_seats_adds_up_to_all_seats():
    tallies = runner.play(RunConfig(games=300, policy="random,greedy,learned,greedy"))
    for name in ("card_unplayed", "card_discarded", "card_margin", "loot_held", "loot_won", "seat_games", "seat_wins", "seat_score",
                 "space_games", "space_wins", "score_seats", "score_square", "seats_margin"):  # fmt: skip
        assert np.array_equal(tallies[name][1:].sum(axis=0), tallies[name][0]), name
    assert tallies["games"].tolist() == [300] * 4


# ------------------------------------------------------------------------------------------- several rule sets


@pytest.mark.parametrize(
    ("rule_set", "policy", "games"),
    [
        (RuleSet.standard(), "learned,random,greedy,random", 100),
        (RuleSet.standard(), "learned,search:2,greedy,random", 10),
        (SOLO, "learned", 100),
        (SOLO, "search:2", 20),
    ],
    ids=["4 players", "4 players, search", "solo", "solo, search"],
)
def test_each_rule_set_of_a_comparison_is_played_as_a_run_of_it(rule_set, policy, games):
    """By players who know its rules; a rule set compared with itself changes nothing."""
    changed = RuleSet.from_settings(["chest.gain=9"], "calm", rule_set, rule_set.solo)
    config = ComparisonConfig(games=games, rule_set=rule_set, variants=[changed, rule_set], control=True, policy=policy)
    counted = runner.compare(config)
    for at, rules in enumerate((rule_set, changed, rule_set)):
        alone = runner.play(RunConfig(games=games, rule_set=rules, policy=policy))
        assert counted.tallies[at].tobytes() == alone[0].tobytes()
    assert counted.pairs["same_winner"].tolist()[2] == games
    assert counted.control["games"].tolist() == [games]


@pytest.mark.parametrize(
    ("rule_set", "policies", "games"),
    [
        (RuleSet.standard(), ["learned,random,greedy,random", "greedy,learned,random,learned"], 100),
        (RuleSet.standard(), ["random", "learned"], 100),
        (RuleSet.standard(), ["greedy", "search:2"], 10),
        (SOLO, ["learned", "greedy"], 100),
        (SOLO, ["random", "search:2"], 20),
    ],
)
def test_each_rule_set_may_have_its_own_policy(rule_set, policies, games):
    changed = RuleSet.from_settings(["chest.gain=9"], "calm", rule_set, rule_set.solo)
    policy, other = policies
    config = ComparisonConfig(
        games=games, rule_set=rule_set, variants=[changed], control=True, policy=policy, variant_policies=[other]
    )
    counted = runner.compare(config)
    for at, (rules, who) in enumerate(((rule_set, policy), (changed, other))):
        alone = runner.play(RunConfig(games=games, rule_set=rules, policy=who))
        assert counted.tallies[at].tobytes() == alone[0].tobytes()


def test_a_comparison_says_who_plays_under_which_rules(capsys):
    arguments = ["compare", "calm", "base:chest.gain=9", "--players", "2", "--games", "20", "--policy", "random"]
    assert main([*arguments, "--policy", "learned,greedy", "--quiet"]) == 2
    assert capsys.readouterr().err == (
        "galecrest: --policy 'random' and 'learned,greedy': seats that share a policy in one must share one in the other\n"
    )
    assert main([*arguments, "--policy", "greedy", "--policy", "learned"]) == 2
    assert capsys.readouterr().err == "galecrest: --policy: given 3 times for 2 rule sets; give one for all, or one for each\n"
    assert main([*arguments, "--policy", "learned"]) == 0
    captured = capsys.readouterr()
    assert "20 games, 2 players, calm by policy random, base:chest.gain=9 by policy learned, seed 0" in captured.out
    assert "learned plays by weights that were trained under other rules (setup calm) than base:chest.gain=9" in captured.err
    assert main([*arguments, "--policy", "learned", "--json", "--quiet"]) == 0
    rule_sets = json.loads(capsys.readouterr().out)["manifest"]["rule_sets"]
    assert [rules["policy"]["line_up"] for rules in rule_sets] == [["random"] * 2, ["learned"] * 2]
    assert [list(rules["weights"]) for rules in rule_sets] == [[], ["learned"]]


def test_players_know_the_rules_that_they_play_by():
    """Amounts, what greedy makes of them, and for a setup the weights that were trained for it."""
    for settings, setup in (([], "calm"), (["chest.gain=9"], "stormy"), ([], "chest=drawn")):
        rule_set = RuleSet.from_settings(settings, setup)
        (table,) = LineUp.of("greedy,learned", 2).table(rule_set)
        known = table["seated"]["knowledge"][:2]
        assert table["seated"]["policy"].tolist()[:2] == [Kind.GREEDY, Kind.LEARNED]
        assert all(rules.tobytes() == rule_set.record()[0].tobytes() for rules in known["rules"])
        values, weights = np.zeros(1, KNOWLEDGE), np.zeros(1, KNOWLEDGE)
        values["rules"] = rule_set.record()[0]
        greedy_values.fill(values[0])
        shipped(2, family_of(rule_set), False).fill(weights[0], rule_set)
        for name, *_ in GREEDY:
            assert known[name].tobytes() == 2 * values[name].tobytes()
        for name, *_ in WEIGHTS:
            assert known[name][1].tobytes() == weights[name].tobytes()
            assert not known[name][0].any()


def test_searchers_are_told_how_much_to_search():
    (table,) = LineUp.of("search:5,learned,search:7+loot", 3).table(RuleSet.standard())
    seated = table["seated"]
    assert seated["policy"].tolist()[:3] == [Kind.SEARCH, Kind.LEARNED, Kind.SEARCH]
    assert seated["samples"].tolist()[:3] == [5, 0, 7]
    assert seated["of_loot"].tolist()[:3] == [0, 0, 1]
    knows = seated["knowledge"]["card_weight"]
    assert knows[0].any()
    assert (knows[0] == knows[1]).all()
    assert (knows[0] == knows[2]).all()


@pytest.mark.parametrize("command", ["run", "compare calm base:chest.gain=9", "replay", "ladder", "league"])
@pytest.mark.parametrize("policy", ["learned", "search:4"])
def test_without_weights_nothing_is_compiled(capsys, monkeypatch, tmp_path, command, policy):
    monkeypatch.setattr(weights_files, "LEARNED", tmp_path)
    monkeypatch.setattr(runner, "prepare", lambda *entries: pytest.fail("compiled"))
    named = ["random", policy] if command in ("ladder", "league") else ["--policy", policy]
    assert main([*command.split(), *named]) == 2
    assert capsys.readouterr() == (
        "",
        f"galecrest: --policy {policy!r}: no weights 'calm_4' come with this version; there are none\n",
    )


# -------------------------------------------------------------------------------------------------- on the screen


def test_a_mixed_table_on_the_screen(capsys):
    assert main(["run", "--games", "200", "--policy", "random,greedy,learned,learned", "--quiet"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["policy", "seats", "win", "share", *["from", "to", "lift", "score", "±", "margin", "±"]]
    assert [line.split()[:2] for line in lines[1:4]] == [["random", "1"], ["greedy", "1"], ["learned", "2"]]
    assert lines[6].split() == ["rank", "card", "plays", "random", "greedy", "learned"]
    assert len(lines) == 7 + 40 + 3
    note = " ".join(lines[-3:-1])
    assert note.startswith("± of the edges (median): random ")
    assert note.endswith("; those first that are high for learned, last those that are vague for it")
    assert max(map(len, lines[:-1])) <= 100
    assert (
        lines[-1] == "200 games, 4 players, policies random, greedy, learned, learned, seats in turn, seed 0: calm (standard)"
    )


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("run --players 2", []),
        ("run --players 3", ["in games of 2"]),
        ("run --players 2 --set chest.gain=9", ["under other rules (setup calm) than chest.gain=9"]),
        ("run --players 2 --setup chest=calm --set relic.loss=3", []),
        ("run --players 3 --set chest.gain=9", ["in games of 2, under other rules (setup calm) than chest.gain=9"]),
        ("compare --players 2 calm base:chest.gain=9", ["under other rules (setup calm) than base:chest.gain=9"]),
        (
            "compare --players 3 calm base:chest.gain=9",
            ["in games of 2", "in games of 2, under other rules (setup calm) than base:chest.gain=9"],
        ),
        ("sweep --players 2 --set relic.loss=3:5:1", ["under other rules (setup calm) than relic.loss=4, relic.loss=5"]),
        (
            "sweep --players 2 --set relic.loss=4:8:1",
            ["under other rules (setup calm) than relic.loss=4, relic.loss=5, relic.loss=6 and 2 more"],
        ),
    ],
)
def test_it_says_where_weights_were_trained_for_other_games(capsys, options, told):
    name = f"learned:{LEARNED / 'calm_2.toml'}"
    assert main([*options.split(), "--games", "10", "--policy", name]) == 0
    lines = [line for line in capsys.readouterr().err.splitlines() if "weights" in line]
    assert lines == [f"galecrest: {name} plays by weights that were trained {how}" for how in told]


@pytest.mark.parametrize("setup", ["calm", "stormy", "uncharted"])
@pytest.mark.parametrize("players", range(2, 7))
def test_nothing_is_said_of_weights_that_were_trained_for_such_games(capsys, setup, players):
    assert main(["run", "--games", "10", "--policy", "learned", "--setup", setup, "--players", str(players)]) == 0
    assert "weights" not in capsys.readouterr().err


def test_a_mixed_table_as_json(capsys):
    assert main(["run", "--games", "20", "--players", "2", "--policy", "random,greedy", "--json", "--quiet"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["policy"] for row in found["policies"]] == ["random", "greedy"]
    assert {row["policy"] for row in found["cards"]} == {"all", "random", "greedy"}
    assert found["manifest"]["policy"]["line_up"] == ["random", "greedy"]


@pytest.mark.parametrize("name", ["a\nb.toml", "\x1b[31m.toml", "\udcff.toml"])
def test_the_name_of_a_weights_file_is_text(name):
    with pytest.raises(GalecrestError, match="the name of a weights file must be printable text"):
        Policy.named(f"learned:{name}")


@pytest.mark.parametrize("given", [["learned", "random"], ("learned", Policy("random", Kind.RANDOM)), "learned, random"])
def test_a_line_up_may_be_a_list(given):
    assert LineUp.of(given, 2) == LineUp((Policy.named("learned"), Policy.named("random")))
