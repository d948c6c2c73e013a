"""Which rule stands where: for each id of docs/rules.md the catalog row, the kernels, the tests and the golden games.

``scripts/rule_coverage`` prints the matrix; ``test_rule_matrix.py`` demands that nothing is missing.
"""

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path

from kernels.catalog import AMOUNTS, AUTOMA, CALM, CHARACTERS, SOLO_AMOUNTS, STORMY, Tile
from kernels.codes import Effect, When
from sim.rulebook import clauses

ROOT = Path(__file__).parents[1]
_ID = re.compile(r"\b(?:SET|VOY|DAY|DSK|NGT|ANC|COI|DIS|END|REP|MID|CHR|LC|LS|LA|Q|SOL)-(?:\d+|[a-z]+)\b")
_RANGE = re.compile(r"\b([A-Z]+)-(\d+) to \1-(\d+)\b")
_MARK = re.compile(r"mark\.rule\(([^)]*)\)")

STATEMENTS = {"Q-10", "Q-12", "DAY-3", "DAY-5"}
"""Clauses that no single function states: a promise about all of them (Q-10, DAY-3, DAY-5), or about policies (Q-12)."""

TILES = (*CALM, *STORMY, *AUTOMA)

FUNCTION_OF = {
    **dict.fromkeys(Effect, "loot.worth"),
    **{effect: f"loot.{effect.name.lower()}" for effect in (
        Effect.KEEP_OR_GAIN, Effect.CASH_ALL_OR_KEEP_ALL, Effect.DISCARD_OTHERS_ISLAND_CHARACTER,
        Effect.DISCARD_ADJACENT_SHIP_CHARACTER, Effect.DISCARD_ANY_SHIP_CHARACTER, Effect.DISCARD_OPPONENTS_LOWEST_OR_GAIN,
    )},
    Effect.REPUTATION: "reputation.gain_reputation",
    Effect.DISCARD_OWN_CHARACTER: "placement.discard_actor",
    Effect.STEAL_ADJACENT_TOKEN: "loot.steal_adjacent",
}  # fmt: skip
"""The function that does what an effect says. A tile has none of its own: its row in the catalog names effects, and these are them."""

RUNS = {When.DUSK: "loot.run_dusk_ability", When.NIGHT: "loot.run_night_tile", When.ANCHOR: "loot.run_anchor_tile"}
"""The dispatchers of effects."""


@dataclass
class Row:
    """Where one rule is found."""

    rule: str
    name: str
    catalog: list[str] = field(default_factory=list)
    functions: list[str] = field(default_factory=list)
    kernel_tests: int = 0
    oracle_tests: int = 0
    golden_games: int = 0


def kernel_functions() -> dict[str, ast.FunctionDef]:
    """Every function of kernels/ by ``module.name``."""
    found = {}
    for path in sorted((ROOT / "kernels").rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                found[f"{path.stem}.{node.name}"] = node
    return found


def calls_in(function: ast.FunctionDef) -> set[str]:
    """Names of the functions that a function calls."""
    return {node.func.id for node in ast.walk(function) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}


def ids_in(text: str) -> list[str]:
    """The ids that a text cites, each once; "SET-1 to SET-5" cites each id in between."""
    found = _ID.findall(text)
    for family, first, last in _RANGE.findall(text):
        found += [f"{family}-{number:0{len(first)}}" for number in range(int(first), int(last) + 1)]
    return list(dict.fromkeys(found))


def functions_of(tile: Tile) -> list[str]:
    """The functions of the effects that a tile's row in the catalog names, in its order."""
    return list(dict.fromkeys(FUNCTION_OF[effect.do] for effect in tile.effects))


def _marks(folder: Path) -> dict[str, int]:
    """How many test functions or cases of a folder are marked with each rule."""
    count: dict[str, int] = {}
    for path in folder.rglob("test_*.py"):
        for mark in _MARK.finditer(path.read_text("utf-8")):
            for rule in ids_in(mark[1]):
                count[rule] = count.get(rule, 0) + 1
    return count


def matrix() -> dict[str, Row]:
    """One row for each clause of the rulebook, in its order."""
    rows = {clause.id: Row(clause.id, clause.name) for clause in clauses().values()}
    for row in (*CHARACTERS, *TILES):
        rows[row.rule].catalog.append("row")
    for amount in (*AMOUNTS.values(), *SOLO_AMOUNTS.values()):
        rows[amount.rule].catalog.append(amount.key)
    for name, node in kernel_functions().items():
        for rule in ids_in(ast.get_docstring(node) or ""):
            rows[rule].functions.append(name)
    for tile in TILES:
        row = rows[tile.rule]
        row.functions += [name for name in functions_of(tile) if name not in row.functions]
    for rule, number in _marks(ROOT / "tests" / "kernels").items():
        rows[rule].kernel_tests = number
    for rule, number in _marks(ROOT / "tests" / "rulebook").items():
        rows[rule].oracle_tests = number
    for path in (ROOT / "tests" / "golden").glob("*.txt"):
        for rule in set(_ID.findall(path.read_text("utf-8"))):
            rows[rule].golden_games += 1
    return rows


def text() -> str:
    """The matrix as aligned columns."""
    lines = [f"{'rule':<11}{'name':<16}{'catalog':>8}{'kernels':>8}{'tests':>6}{'oracle':>7}{'golden':>7}  functions"]
    for row in matrix().values():
        counts = f"{len(row.catalog):>8}{len(row.functions):>8}{row.kernel_tests:>6}{row.oracle_tests:>7}{row.golden_games:>7}"
        lines.append(f"{row.rule:<11}{row.name:<16}{counts}  {', '.join(row.functions)}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(text())
