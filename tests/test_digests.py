"""The games themselves have not moved, on any machine and Python."""

import json

import pytest
from game_digests import CASES, FILE, digest

from kernels._jit import JIT


@pytest.mark.skipif(not JIT, reason="a million games")
@pytest.mark.parametrize(("setup", "players", "rule_set"), CASES, ids=lambda part: part if isinstance(part, str) else "")
def test_games_are_as_they_were(setup, players, rule_set):
    assert digest(players, rule_set) == json.loads(FILE.read_text("utf-8"))[setup][players]
