"""The example in the README is what the command prints."""

from pathlib import Path

import pytest

import sim
from kernels._jit import JIT
from sim.show import cards_table

README = Path(__file__).parents[1] / "README.md"
COMMAND = "$ galecrest run --games 1000000"


@pytest.mark.skipif(not JIT, reason="a million games")
def test_the_example_is_what_the_command_prints():
    block = README.read_text("utf-8").split(COMMAND)[1].split("\n## ")[0]
    shown = [line[4:].rstrip() for line in block.splitlines() if line.startswith("    ") and line.strip() != "..."]
    printed = [line.rstrip() for line in cards_table(sim.run(1_000_000).tables["cards"]).splitlines()]
    assert shown[:-1] == [line for line in printed if line in shown]
    assert len(shown) == 7
    assert shown[-1] == "1,000,000 games, 4 players, policy random, seed 0: calm (standard)"
