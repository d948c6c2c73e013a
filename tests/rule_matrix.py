"""Which rule stands where: for each id of docs/rules.md the catalog row, the kernels, the tests and the golden games.

``scripts/rule_coverage`` prints the matrix; ``test_rule_matrix.py`` demands that nothing is missing.
"""

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path

from kernels.catalog import AMOUNTS, CHARACTERS, TILES
from sim.rulebook import clauses

ROOT = Path(__file__).parents[1]
_ID = re.compile(r"\b(?:SET|VOY|DAY|DSK|NGT|ANC|COI|DIS|END|REP|MID|CHR|LC|LS|Q|SOL)-(?:\d+|[a-z]+)\b")
_MARK = re.compile(r"mark\.rule\(([^)]*)\)")

STATEMENTS = {"SET-3", "Q-12", "DAY-3", "DAY-5"}
"""Clauses that no single function states: a promise about all of them (DAY-3, DAY-5), about policies (Q-12), or about setups."""


@dataclass
class Row:
    """Where one rule is found."""

    rule: str
    name: str
    played: bool
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


def _marks(folder: Path) -> dict[str, int]:
    """How many test functions or cases of a folder are marked with each rule."""
    count: dict[str, int] = {}
    for path in folder.rglob("test_*.py"):
        for mark in _MARK.finditer(path.read_text("utf-8")):
            for rule in _ID.findall(mark[1]):
                count[rule] = count.get(rule, 0) + 1
    return count


def matrix() -> dict[str, Row]:
    """One row for each clause of the rulebook, in its order."""
    rows = {clause.id: Row(clause.id, clause.name, clause.played) for clause in clauses().values()}
    for row in (*CHARACTERS, *TILES):
        rows[row.rule].catalog.append("row")
    for amount in AMOUNTS.values():
        rows[amount.rule].catalog.append(amount.key)
    for name, node in kernel_functions().items():
        for rule in dict.fromkeys(_ID.findall(ast.get_docstring(node) or "")):
            rows[rule].functions.append(name)
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
        functions = ", ".join(row.functions) if row.played else "(not played by this version)"
        lines.append(f"{row.rule:<11}{row.name:<16}{counts}  {functions}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(text())
