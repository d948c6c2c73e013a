"""A game by number of players, setup and policy: process time of one thread. OPS is games per second and core."""

import pytest
from measure import Games, seconds, show

from kernels.engine import play_block, play_policy_block
from sim.policies import LineUp
from sim.rule_sets import RuleSet
from sim.setups import NAMED

GAMES = 10_000
ROUNDS = 7

POLICIES = ("random", "greedy", "learned")


def block_of(policy, players, rule_set):
    """The entry point that plays a block of games in which this policy has every seat."""
    if policy == "random":
        return play_block
    line_up = LineUp.of(policy, players)
    table, orders = line_up.table(rule_set), line_up.orders(players)
    return lambda *arguments: play_policy_block(*arguments, table, orders)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("setup", NAMED)
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.benchmark(group="game")
def test_game(benchmark, policy, setup, players):
    rule_set = RuleSet.from_settings([], setup)
    games = Games(players, rule_set.record(), GAMES, block_of(policy, players, rule_set))
    show(benchmark, lambda: seconds(games.play) / GAMES, ROUNDS)
