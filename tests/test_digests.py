"""The games themselves have not moved, on any machine and Python."""

import json

import pytest
from game_digests import FILE, SETUPS, digest

from kernels._jit import JIT


@pytest.mark.skipif(not JIT, reason="a million games")
@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("players", range(2, 7))
def test_games_are_as_they_were(setup, players):
    assert digest(players, SETUPS[setup]) == json.loads(FILE.read_text("utf-8"))[setup][str(players)]
