"""The league: which matches, what is counted of them, and the tables made of it."""

import json
import re
from math import exp, sqrt
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from attrs import evolve

import sim
from kernels import engine
from kernels.codes import SPACES
from kernels.codes import Policy as Kind
from kernels.state import GAME
from kernels.tally import TALLY
from sim import exploitability, leagues, policies, runner, weights
from sim.cli import main
from sim.config import RunConfig
from sim.errors import GalecrestError
from sim.exploitability import BestResponses
from sim.leagues import league_tables, pairings
from sim.options import DEFAULT_GAMES_PER_ROUND
from sim.policies import Policy
from sim.show_league import league_text
from sim.training import CONSTANTS

NAMES = ("random", "greedy", "learned")
ENTRANTS = [Policy.named(name) for name in NAMES]


def tally_of(*batches, lead=0, lead_square=0):
    """A tally of a match: in each batch the games by place of the one seat; players as many as places."""
    tally = np.zeros(2, TALLY)
    tally["games"] = np.sum(batches)
    tally["seats_place"][1, : len(batches), : len(batches[0])] = batches
    tally["seats_lead"][1], tally["seats_lead_square"][1] = lead, lead_square
    return tally


def tables_of(results, players):
    return league_tables(results, ENTRANTS[: 1 + max(map(max, results))], RunConfig(players=players))


def row_of(frame, **where):
    (row,) = frame.filter(**where).to_dicts()
    return row


def test_every_two_meet_with_each_of_them_alone():
    assert pairings(3, 4) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]


def test_two_players_meet_once():
    assert pairings(2, 2) == [(0, 1)]
    assert pairings(3, 2) == [(0, 1), (1, 2), (2, 0)]


@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 8, 9])
def test_two_players_have_the_one_seat_in_half_of_their_matches(entrants):
    found = pairings(entrants, 2)
    assert sorted(map(sorted, found)) == [[one, other] for one in range(entrants) for other in range(one + 1, entrants)]
    for entrant in range(entrants):
        seats = [(pairing.index(entrant)) for pairing in found if entrant in pairing]
        assert abs(seats.count(0) - seats.count(1)) <= (entrants - 1) % 2


@pytest.mark.parametrize("players", [2, 3, 6])
def test_places_and_leads_are_those_of_the_final_scores(players):
    config = RunConfig(games=40, players=players, seed=5, policy=",".join(["random", *["greedy"] * (players - 1)]))
    tally = runner.play(config)
    rules, table, line_up = config.rule_set.record(), config.line_up.table(config.rule_set), config.line_up.orders(players)
    places, leads = np.zeros(6, int), []
    for index in range(config.games):
        games = np.zeros(2, GAME)
        engine.play_policy_block(5, index, 1, players, rules, games, np.zeros(3, TALLY), table, line_up)
        dial, space = (games[0][name][:players].tolist() for name in ("dial", "space"))
        (own,) = np.flatnonzero(games[0]["player"][:players] == 0)
        # END-1: the highest dial, on a tie the most reputation
        order = sorted(range(players), key=lambda seat: (dial[seat], space[seat]), reverse=True)
        places[order.index(own)] += 1
        leads.append(sum(dial[own] - score for score in dial))
        assert own == -index % players  # seats move on
    assert tally["seats_place"][1].sum(axis=0).tolist() == places.tolist()
    assert tally["seats_lead"][1] == sum(leads)
    assert tally["seats_lead_square"][1] == sum(lead**2 for lead in leads)
    # the others take the places that are left, and lead by as much less
    assert (tally["seats_place"][2].sum(axis=0) + places)[:players].tolist() == [config.games] * players
    assert tally["seats_lead"][2] == -sum(leads)


def test_a_tie_of_scores_goes_by_reputation_also_in_the_order_of_finish():
    # enough games of two players for ties: a winner with the loser's score must have the higher place
    config = RunConfig(games=3000, players=2, policy="random,greedy")
    tally = runner.play(config)
    assert tally["ties"][0] > 0
    assert tally["seats_place"][1, :, 0].sum() == tally["seat_wins"][1].sum()
    assert SPACES == 6


def test_win_share_and_score_difference_by_hand():
    # A 30 against 20, 25 and 10 against 20, 24: d = 2 x 30 - 45 = 15 and 2 x 10 - 44 = -24
    tables = tables_of({(0, 1): tally_of((1, 0, 1), lead=-9, lead_square=801), (1, 0): tally_of((8, 5, 7))}, 3)
    row = row_of(tables["matches"], policy="random")
    assert (row["against"], row["games"], row["wins"]) == ("greedy", 2, 1)
    # 7.5 and -12 above the mean of the others: mean -2.25, standard deviation 19.5 / sqrt(2)
    assert row["score_difference"] == pytest.approx(-2.25)
    assert row["score_difference_se"] == pytest.approx(19.5 / 2)
    row = row_of(tables["matches"], policy="greedy")
    assert row["win_share"] == 0.4
    assert row["neutral_share"] == pytest.approx(1 / 3)
    # Wilson's interval of 8 in 20
    assert row["win_share_low"] == pytest.approx(0.21880, abs=1e-5)
    assert row["win_share_high"] == pytest.approx(0.61342, abs=1e-5)
    places = tables["places"].filter(policy="greedy")
    assert places["place"].to_list() == [1, 2, 3]
    assert places["games"].to_list() == [8, 5, 7]


def test_two_players_have_both_rows_of_their_match():
    tables = tables_of(
        {
            (0, 1): tally_of((2, 2), (1, 7), lead=-50, lead_square=900),
            (0, 2): tally_of((1, 3), (5, 3)),
            (1, 2): tally_of((4, 0), (5, 3)),
        },
        2,
    )
    one, other = (row_of(tables["matches"], policy=a, against=b) for a, b in (("random", "greedy"), ("greedy", "random")))
    assert tables["matches"].height == 6
    assert (one["wins"], other["wins"]) == (3, 9)
    assert one["score_difference"] == pytest.approx(-50 / 12)
    assert other["score_difference"] == pytest.approx(50 / 12)
    assert other["win_share_low"] == pytest.approx(1 - one["win_share_high"])
    # the match counts once: log odds 1/3 to 1, 1 to 1 and 3 to 1; by symmetry random and learned are equal
    ratings = {row["policy"]: row for row in tables["ratings"].to_dicts()}
    assert ratings["random"]["rating"] == pytest.approx(ratings["learned"]["rating"])
    assert ratings["greedy"]["odds"] == pytest.approx(3)
    assert ratings["learned"]["odds"] == pytest.approx(1)
    # Wins in the first of two batches, less their share of its 4 games: random of greedy 2 - 1 = 1, of learned 1 - 2 = -1, greedy of
    # learned 4 - 3 = 1. Slopes of random, greedy: 1 - 1 = 0, -1 + 1 = 0, and so in the other batch: no error is known.
    assert ratings["greedy"]["odds_se"] == pytest.approx(0, abs=1e-9)
    assert ratings["greedy"]["odds_high"] is None


def test_errors_of_ratings_come_from_batches():
    # Two players, wins of the first policy 5 of 8 and 1 of 4: in all 1/2. Slopes 5 - 4 = 1 and 1 - 2 = -1, information 12 / 4 = 3
    ratings = tables_of({(0, 1): tally_of((5, 3), (1, 3))}, 2)["ratings"]
    se = sqrt(2 * (1 + 1)) / 3
    assert row_of(ratings, policy="greedy")["odds"] == pytest.approx(1)
    assert row_of(ratings, policy="greedy")["odds_se"] == pytest.approx(se)
    assert row_of(ratings, policy="greedy")["odds_high"] == pytest.approx(exp(12.7062 * se), rel=1e-4)  # Student's t, 1 degree
    assert row_of(ratings, policy="greedy")["rating_se"] == pytest.approx(se / 2)


def test_ratings_use_every_place_of_both_line_ups():
    # the example of test_plackett_luce, one against two, and its mirror with no weight of its own: g = (-2 + sqrt(2020)) / 36
    tables = tables_of({(0, 1): tally_of((8, 6, 6)), (1, 0): tally_of((0, 0, 0))}, 3)
    g = (-2 + sqrt(2020)) / 36
    assert row_of(tables["ratings"], policy="greedy")["odds"] == pytest.approx(1 / g)
    assert row_of(tables["ratings"], policy="random")["odds"] is None


def test_a_policy_that_never_loses_is_a_group_of_its_own_and_the_text_says_so():
    tables = tables_of({(0, 1): tally_of((10, 0)), (1, 2): tally_of((3, 1)), (2, 0): tally_of((0, 10))}, 2)
    assert tables["ratings"]["group"].to_list() == [1, 2, 2]
    assert tables["ratings"]["rating"].to_list()[0] is None
    assert tables["ratings"]["odds"].to_list() == [None, None, None]
    text = league_text(tables)
    assert "ratings are within a group" in text
    assert max(map(len, text.splitlines())) <= 100


def test_columns_do_not_depend_on_what_was_counted():
    full = tables_of({(0, 1): tally_of((8, 6, 6), lead=5, lead_square=50), (1, 0): tally_of((1, 2, 3))}, 3)
    few = tables_of({(0, 1): tally_of((1, 0, 0)), (1, 0): tally_of((0, 1, 0))}, 3)
    for name in full:
        assert full[name].schema == few[name].schema


def test_a_large_league_fits_a_page():
    names = [f"learned:/home/somebody/experiments/weights-{number:02}.toml" for number in range(11)]
    matches = [{"policy": a, "against": b, "win_share": 1.0, "win_share_low": 0.9, "win_share_high": 1.0, "neutral_share": 0.25}
               for a in names for b in names if a != b]  # fmt: skip
    ratings = [{"policy": name, "group": 1, "rating": -12.3456, "rating_low": -13.0, "rating_high": -12.0,
                "odds": 1e-5, "odds_low": 1e-6, "odds_high": 1.234e-5} for name in names]  # fmt: skip
    text = league_text({"matches": pl.DataFrame(matches), "ratings": pl.DataFrame(ratings)})
    assert max(map(len, text.splitlines())) <= 100
    assert text.count("weights-10.toml") == 3  # two parts of the cross table, and the ratings


def test_a_league_does_not_depend_on_threads_and_blocks():
    one = sim.league(["random", "greedy"], 200, 3, threads=1, block_size=7)
    other = sim.league(["random", "greedy"], 200, 3, threads=2, block_size=100)
    assert one.manifest == other.manifest
    assert one.manifest["policy"]["league"] == ["random", "greedy"]
    for name in ("matches", "places", "ratings"):
        assert one.tables[name].equals(other.tables[name])


def test_the_command_prints_what_the_function_finds(capsys, tmp_path):
    folder = tmp_path / "found"
    arguments = ["league", "random", "greedy", "learned", "--games", "300", "--players", "2"]
    assert main([*arguments, "--json", "--quiet", "--out", str(folder)]) == 0
    printed = json.loads(capsys.readouterr().out)
    found = sim.league(NAMES, 300, 2)
    assert printed["matches"] == found.tables["matches"].to_dicts()
    assert printed["ratings"] == found.tables["ratings"].to_dicts()
    assert pl.read_parquet(folder / "places.parquet").equals(found.tables["places"])
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0].startswith("win share of one seat (row) against all others (column); 50.0% is neutral, ±")
    assert out.splitlines()[-1].startswith("300 games, 2 players, policies random, greedy, learned each against each, seed 0")
    assert "300 games, each 3 times, in" in err
    assert main([*arguments, "--out", str(folder), "--replace", "--quiet"]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "league without a policy: must be two policies or more, as in 'league random greedy'"),
        (["greedy"], "league 'greedy': must be two policies or more, as in 'league random greedy'"),
        (["greedy", "greedy"], "league 'greedy': named twice; each must be another policy"),
        (["greedy", "randm"], "did you mean 'random'?"),
        (["greedy", "random", "--players", "7"], "--players '7': must be a whole number from 2 to 6"),
        (["greedy", "random", "--players", "x"], "--players 'x': must be a whole number from 2 to 6"),
        (["greedy", "random", "--solo"], "league: is of games of 2 to 6 players; for one human use run --solo --policy NAME"),
        (["greedy", "random", "--policy", "greedy"], "--policy: no such option"),
    ],
)
def test_what_cannot_be_is_refused(capsys, arguments, message):
    assert main(["league", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert err.count("\n") == 1


def test_a_game_is_in_the_same_batch_in_every_match():
    batches = [
        runner.play(RunConfig(games=500, players=3, seed=2, policy=policy))["seats_place"][1].sum(axis=1).tolist()
        for policy in ("random,greedy,greedy", "greedy,random,random")
    ]
    assert batches[0] == batches[1]
    assert sum(batches[0]) == 500
    assert max(batches[0]) < 16  # 3.9 expected in each of 128: Poisson, 16 or more once in 40,000 tries of all


def test_a_match_keeps_everything_but_the_policies():
    config = RunConfig(games=10, players=3, seed=4)
    one = leagues.match(config, ENTRANTS[1], ENTRANTS[0])
    assert one.line_up.names == ["greedy", "random", "random"]
    assert (one.games, one.players, one.seed, one.rule_set) == (10, 3, 4, config.rule_set)


def test_a_weights_file_is_read_once(tmp_path, monkeypatch):
    """Whatever becomes of the file, all matches are by the weights that the manifest names."""
    path = tmp_path / "mine.toml"
    path.write_bytes((weights.LEARNED / "calm_2.toml").read_bytes())
    reads, read_weights = [], policies.read_weights
    monkeypatch.setattr(policies, "read_weights", lambda name: reads.append(name) or read_weights(name))
    sim.league(["random", "greedy", f"learned:{path}"], games=4, players=2)
    assert reads == [str(path)]
    sim.ladder(["greedy", f"learned:{path}"], games=4, players=2)
    assert reads == [str(path)] * 2


def test_policies_of_a_league_from_python_are_checked():
    with pytest.raises(GalecrestError, match="league 'random': named twice"):
        sim.league(["random", "random"])


# -------------------------------------------------------------------------------------------------- exploitability


@pytest.fixture
def small_rounds(monkeypatch):
    """Trainings of so few games that they take no time."""
    monkeypatch.setattr(exploitability, "GAMES_PER_ROUND", 30)


def test_a_best_response_is_measured_in_games_that_it_was_not_trained_on(small_rounds, monkeypatch):
    played, learn = [], runner.learn

    def noted(config, first, lesson, *rest):
        played.append((int(lesson["learners"]["learns"][0, 0]), first, config.games, config.seed))
        return learn(config, first, lesson, *rest)

    monkeypatch.setattr(runner, "learn", noted)
    seen = []
    found = sim.league(["random", "greedy"], 40, 3, 7, respond=2, progress=seen.append)
    assert played == 2 * [(1, 0, 30, 7), (1, 30, 30, 7), (0, 60, 40, 7)]
    assert (seen[0], seen[-1]) == (0, 2 * 40 + 2 * (2 * 30 + 40))
    assert seen == sorted(seen)
    assert found.manifest["respond"] == {"rounds": 2, "games_per_round": 30, **CONSTANTS}
    assert "respond" not in sim.league(["random", "greedy"], 10, 3).manifest


def test_the_share_of_a_response_by_hand():
    entrants = [Policy.named("random"), Policy("search:64", Kind.SEARCH, 64), Policy.named("greedy")]
    responses = BestResponses.of(entrants, RunConfig(games=400, players=4, seed=3), "50")
    assert [training and training.against.name for training in responses.trainings] == ["random", None, "greedy"]
    matches = league_tables(
        {
            (1, 0): tally_of((5, 5, 5, 5)),
            (2, 0): tally_of((19, 1, 0, 0)),
            (0, 1): tally_of((2, 6, 6, 6)),
            (2, 1): tally_of((2, 1, 1, 16)),
            (0, 2): tally_of((1, 9, 9, 1)),
            (1, 2): tally_of((8, 0, 0, 12)),
        },
        entrants,
        responses.config,
    )["matches"]
    table = responses.tables([300, None, 0], matches)["exploitability"]
    first = row_of(table, policy="random")
    assert (first["rounds"], first["games_per_round"], first["seed"]) == (50, DEFAULT_GAMES_PER_ROUND, 3)
    assert (first["games"], first["wins"], first["response_share"], first["neutral_share"]) == (400, 300, 0.75, 0.25)
    assert first["response_share_se"] == pytest.approx(sqrt(0.75 * 0.25 / 400), rel=0.01)
    assert first["response_share_low"] < 0.75 < first["response_share_high"]
    assert row_of(table, policy="greedy")["response_share"] == 0
    # the other one that wins more of 20 games, also where it is less than a quarter of them; of equal ones the first
    assert table["best_entrant"].to_list() == ["greedy", "random", "search:64"]
    assert table["best_entrant_share"].to_list() == [0.95, 0.1, 0.4]
    last = row_of(table, policy="greedy")
    assert last["best_entrant_share_se"] == pytest.approx(sqrt(0.4 * 0.6 / 19))
    # Wilson's interval of 8 in 20
    assert last["best_entrant_share_low"] == pytest.approx(0.21880, abs=1e-5)
    assert last["best_entrant_share_high"] == pytest.approx(0.61342, abs=1e-5)
    unknown = {"policy": "search:64", "neutral_share": 0.25, "provenance": "standard", "setup": "calm"}
    row = {key: value for key, value in row_of(table, policy="search:64").items() if value is not None}
    assert {key: value for key, value in row.items() if not key.startswith("best_entrant")} == unknown
    nobody = responses.tables([300, None, 0], matches.clear())["exploitability"]
    assert nobody.schema == table.schema
    assert nobody.select(pl.col("^best_entrant.*$").is_null().all()).row(0) == (True,) * 5


def test_the_best_entrants_of_two_players_by_hand():
    # of 12 games each greedy takes 9 from random and 9 from learned, and these two 6 from each other
    tables = tables_of({(0, 1): tally_of((3, 9)), (0, 2): tally_of((6, 6)), (1, 2): tally_of((9, 3))}, 2)
    responses = BestResponses.of(ENTRANTS, RunConfig(games=10, players=2), 5)
    table = responses.tables([9, 4, 5], tables["matches"])["exploitability"]
    assert table["best_entrant"].to_list() == ["greedy", "random", "greedy"]
    assert table["best_entrant_share"].to_list() == [0.75, 0.25, 0.75]
    text = league_text(tables | {"exploitability": table})
    shown = [line.split() for line in text.split("best entrant")[1].splitlines()[1:4]]
    assert [(*cells[:3], *cells[5:]) for cells in shown] == [
        ("1", "random", "90.00%", "greedy", "75.00%"),
        ("2", "greedy", "40.00%", "random", "25.00%"),
        ("3", "learned", "50.00%", "greedy", "75.00%"),
    ]
    words = " ".join(text.split())
    assert "best entrant: the other policy whose one seat wins most against it, as in the cross table" in words
    assert words.endswith(
        "how far the policy can be beaten at least: but for their errors the true value is no lower than the larger of them and the neutral share"
    )


def test_long_names_of_policies_that_can_be_beaten_fit_a_page():
    entrants = [evolve(ENTRANTS[1], name=f"learned:/home/somebody/experiments/weights-{number}.toml") for number in range(2)]
    tables = league_tables({(0, 1): tally_of((0, 20)), (1, 0): tally_of((0, 20))}, entrants, RunConfig(players=2))
    found = BestResponses.of(entrants, RunConfig(games=20, players=2), 1).tables([20, 20], tables["matches"])
    text = league_text(tables | found)
    assert "100.00%" in text
    assert max(map(len, text.splitlines())) <= 100


def test_search_is_left_out_and_the_text_says_so(small_rounds, monkeypatch):
    searchers = [Policy(f"search:{samples}", Kind.SEARCH, samples) for samples in (1, 2)]
    config = RunConfig(games=30, players=2)
    for entrants, rounds in (([Policy.named("random"), searchers[0]], 1), (searchers, 1)):
        responses = BestResponses.of(entrants, config, rounds)
        wins = responses.wins()
        assert [won is None for won in wins] == [entrant in searchers for entrant in entrants]
        tally = tally_of([20, 10])
        tables = league_tables({(0, 1): tally}, entrants, config)
        text = " ".join(league_text(tables | responses.tables(wins, tables["matches"])).split())
        assert text.endswith("search is too slow to be trained against")
        assert ("response wins: of one seat that was trained" in text) == (entrants[0] not in searchers)
        # it takes 20 of 30 games from the first
        assert f"{entrants[1].name} - - - {entrants[0].name} 66.67%" in text


def test_responses_do_not_depend_on_threads(small_rounds):
    one, other = (sim.league(["random", "greedy"], 50, 2, respond=2, threads=threads).tables for threads in (1, 3))
    assert one["exploitability"].equals(other["exploitability"])


def test_the_command_shows_how_far_each_can_be_beaten(small_rounds, capsys):
    arguments = ["league", "random", "greedy", "--games", "60", "--players", "2"]
    assert main([*arguments, "--respond", "2"]) == 0
    out = capsys.readouterr().out
    note = "response wins: of one seat that was trained against the policy for 2 rounds; 50.0% is neutral"
    *_, greedy = (line.split() for line in out.splitlines() if line.startswith("2  greedy"))
    assert len(greedy) == 7
    assert float(greedy[4].rstrip("%")) < 50
    (share,) = (line.split()[3] for line in out.splitlines() if line.startswith("1  random") and line.split()[2] == "-")
    assert greedy[5:] == ["random", share]
    text = " ".join(out.split())
    assert f"{note}; a response that wins less than that was not trained long enough" in text
    for value in ("0", "x"):
        assert main([*arguments, "--respond", value]) == 2
        err = capsys.readouterr().err
        assert err == f"galecrest: --respond {value!r}: must be a whole number from 1 to 1_000_000\n"
    assert main(["league", "random", "greedy", "--games", "x", "--respond", "2"]) == 2
    assert capsys.readouterr().err.startswith("galecrest: --games 'x': must be a whole number")


def test_the_page_has_every_column(small_rounds):
    found = sim.league(["random", "greedy"], 20, 2, respond=1).tables
    page = (Path(__file__).parents[2] / "docs" / "league.md").read_text("utf-8")
    for name, frame in found.items():
        section = page.split(f"## `{name}`\n")[1].split("\n## ")[0]
        rows = [tuple(re.findall(r"`?(\w+)`?", row)[:2]) for row in section.splitlines() if row.startswith("| `")]
        assert rows == [(column, str(dtype)) for column, dtype in frame.schema.items()][:-2]
        assert frame.columns[-2:] == ["provenance", "setup"]
