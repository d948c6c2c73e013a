"""A game by number of players, setup and policy: process time of one thread. OPS is games per second and core."""

import pytest
from measure import Games, seconds, show

from kernels.engine import play_block
from sim.rule_sets import RuleSet
from sim.setups import NAMED

GAMES = 10_000
ROUNDS = 7

POLICIES = {"random": play_block}
"""Entry points that play a block of games, by policy."""


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("setup", NAMED)
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.benchmark(group="game")
def test_game(benchmark, policy, setup, players):
    games = Games(players, RuleSet.from_settings([], setup).record(), GAMES, POLICIES[policy])
    show(benchmark, lambda: seconds(games.play) / GAMES, ROUNDS)
