"""Who plays which seat in the blocks of games with policies, and what is counted there."""

import numpy as np
import pytest
from observed import blank_table

from kernels import engine
from kernels.codes import VOYAGES, Policy
from kernels.pairs import PAIR
from kernels.rule_record import rules_record
from kernels.solo_tally import SOLO_PAIR, SOLO_TALLY
from kernels.state import GAME, SOLO_GAME
from kernels.tally import TALLY
from kernels.trace import EVENT, MOST_EVENTS

CALM, CHANGED = rules_record(), rules_record({"chest.gain": 9})
SOLO, SOLO_CHANGED = rules_record(None, solo=True), rules_record({"chest.gain": 9}, solo=True)


def table_of(rules, *policies, solo=False):
    """TABLE or SOLO_TABLE array of shape (1,): they know these rules and have values and weights of zero."""
    table = blank_table(solo)
    players = table[0]["seated"]
    players["policy"][: len(policies)], players["knowledge"]["rules"], players["samples"] = policies, rules[0], 2
    return table


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_line_up_moves_on_by_a_seat_from_game_to_game(players):
    """Seat s of game g has entry s + g of an order; after as many games as there are players the next order takes its turn."""
    orders = np.array([range(players), [0, *reversed(range(1, players))]])
    for game_index in (*range(2 * players + 1), 10**12 + 1):
        games, tally = np.zeros(2, GAME), np.zeros(1, TALLY)
        table = table_of(CALM, *[Policy.RANDOM] * players)
        engine.play_policy_block(3, game_index, 1, players, CALM, games, tally, table, orders)
        order = orders[(game_index // players) % 2]
        assert games["player"][0, :players].tolist() == [order[(seat + game_index) % players] for seat in range(players)]


def test_random_players_play_the_games_of_random_play():
    tally, other = np.zeros(1, TALLY), np.zeros(1, TALLY)
    engine.play_block(3, 0, 6, 4, CALM, np.zeros(2, GAME), tally)
    engine.play_policy_block(
        3, 0, 6, 4, CALM, np.zeros(2, GAME), other, table_of(CALM, Policy.RANDOM), np.zeros((1, 4), np.int64)
    )
    assert tally.tobytes() == other.tobytes()


def test_each_players_seats_are_counted_apart():
    tallies = np.zeros(3, TALLY)
    table, orders = table_of(CALM, Policy.RANDOM, Policy.LEARNED), np.array([[0, 1, 1]])
    engine.play_policy_block(3, 0, 6, 3, CALM, np.zeros(2, GAME), tallies, table, orders)
    assert tallies["games"].tolist() == [6, 6, 6]
    assert tallies["seat_games"][:, :3].tolist() == [[6, 6, 6], [2, 2, 2], [4, 4, 4]]
    assert tallies["seat_wins"][1:].sum() == 6


@pytest.mark.parametrize("policy", [Policy.LEARNED, Policy.SEARCH], ids=["learned", "search"])
def test_a_game_step_by_step_is_the_game_of_a_block(policy):
    """Its trace, of which policies know nothing, changes no choice."""
    games, table, orders = np.zeros(2, GAME), table_of(CALM, policy, Policy.RANDOM), np.array([[0, 1]])
    engine.play_policy_block(3, 0, 1, 2, CALM, games, np.zeros(3, TALLY), table, orders)
    stepped, trace = np.zeros(1, GAME), np.zeros(MOST_EVENTS, EVENT)
    engine.begin_traced(3, 0, 2, CALM, stepped)
    stepped["player"][0, :2] = orders[0]
    for voyage in range(VOYAGES):
        stepped["voyage"] = voyage
        days = range(CALM["voyage_days"][0, voyage])
        for what, day in [(engine.DEAL, 0), (engine.BEGIN, 0), *((engine.DAY, day) for day in days), (engine.ANCHOR, days[-1])]:
            stepped["day"] = day
            engine.policy_step(what, CALM, stepped, table, trace)
    assert stepped["dial"].tolist() == games["dial"][:1].tolist()
    assert stepped["log_played"][:, 1:].tolist() == games["log_played"][:1, 1:].tolist()  # 0: once the game is counted
    assert stepped["streams"].tolist() == games["streams"][:1].tolist()


@pytest.mark.parametrize("policy", [Policy.LEARNED, Policy.SEARCH], ids=["learned", "search"])
@pytest.mark.parametrize("solo", [False, True])
def test_a_comparison_plays_each_rule_set_as_a_run_of_it(solo, policy):
    dtypes = (SOLO_GAME, SOLO_TALLY, SOLO_PAIR) if solo else (GAME, TALLY, PAIR)
    game, counters, pair = dtypes
    both = (SOLO, SOLO_CHANGED) if solo else (CALM, CHANGED)
    block = f"{'solo_' if solo else ''}policy_block"
    compares, plays = (getattr(engine, f"{verb}_{block}") for verb in ("compare", "play"))
    tables = np.concatenate([table_of(rules, policy, Policy.RANDOM, solo=solo) for rules in both])
    orders = np.array([[0, 0]]) if solo else np.array([[0, 1]])
    tallies, pairs = np.zeros(2, counters), np.zeros(2, pair)
    compares(3, 0, 5, 2, np.concatenate(both), np.zeros(3, game), tallies, pairs, tables, orders)
    for rules, own, counted in zip(both, np.split(tables, 2), tallies, strict=True):
        alone = np.zeros(1, counters)
        plays(3, 0, 5, 2, rules, np.zeros(2, game), alone, own.copy(), orders)
        assert counted.tobytes() == alone.tobytes()
    assert pairs["games"].tolist() == [0, 5]
