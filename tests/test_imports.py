"""Imports run one way, and the two doors are the only ones."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ALLOWED = {
    "kernels": {"kernels", "numba", "numpy", "llvmlite"},
    "sim": {
        "sim",
        "kernels",
        "numpy",
        "polars",
        "click",
        "rich",
        "attrs",
        "tomlkit",
        "numba",
        "llvmlite",
    },  # the last two: versions
    "tests/rulebook": {"rulebook", "pytest", "hypothesis"},
}
"""Third-party and own packages that each folder may import; the standard library is free."""

OURS = {
    "kernels",
    "sim",
    "rulebook",
    "numba",
    "numpy",
    "llvmlite",
    "polars",
    "click",
    "rich",
    "attrs",
    "pytest",
    "hypothesis",
    "scipy",
}
RANDOM_DRAWS = {"setup", "choices", "uniform", "learned", "search"}
"""Modules of kernels/ that may draw (rng.below, rng.draw): the deal, the bag, and the policies that are not the same each time."""

POLICIES = {"choices", "engine"}
"""Modules of kernels/ outside policies/ that may import from there. ``choices`` has the random policy; the engine imports the others, so that
they enter themselves into ``choices.decided``, and the training, which it calls when a game is over."""
PLAYS_ON = {"search"}
"""Policies that may play on: in copies of the game, with keys of their own."""


def imports_of(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module


@pytest.mark.parametrize("folder", ALLOWED)
def test_imports_run_one_way(folder):
    for path in (ROOT / folder).rglob("*.py"):
        tops = {name.split(".")[0] for name in imports_of(path)}
        assert tops & OURS <= ALLOWED[folder], path


def test_only_deals_the_bag_and_policies_draw():
    for path in (ROOT / "kernels").rglob("*.py"):
        names = {node.id for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Name)}
        assert not names & {"below", "draw"} or path.stem in RANDOM_DRAWS | {"rng"}, path
        assert not names & {"random", "secrets"}, path


def test_policies_are_called_by_choices_alone():
    for path in (ROOT / "kernels").rglob("*.py"):
        uses = any(name.startswith("kernels.policies") for name in imports_of(path))
        assert not uses or path.stem in POLICIES or path.parent.name == "policies", path


def test_no_policy_but_search_plays_on():
    """A policy reads the game and answers. What changes a game is the rules' part, and only search runs those, in copies."""
    changes = {
        f"kernels.{name}"
        for name in ("voyage", "setup", "day", "day_characters", "dusk", "night", "anchor", "loot", "reputation", "solo")
    }
    for path in (ROOT / "kernels" / "policies").rglob("*.py"):
        plays = set(imports_of(path)) & changes
        assert not plays or path.stem in PLAYS_ON, path
