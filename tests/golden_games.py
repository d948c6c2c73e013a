"""Golden games: a dozen games as ``galecrest replay`` prints them, to be read by people and compared by a test."""

import difflib
import re
import sys
from pathlib import Path

import sim
from sim.rule_sets import RuleSet

FOLDER = Path(__file__).parent / "golden"
SEED = 2026
NAMES = (
    "2p-game210", "2p-game205", "2p-game37", "3p-game103", "3p-game127", "4p-game121", "4p-game163", "4p-game49",
    "5p-game31", "5p-game40", "6p-game35", "6p-game0", "2p-stormy-game0", "4p-stormy-game0",
    "3p-uncharted-game0", "6p-uncharted-game0", "solo-game35", "solo-stormy-game0",
)  # fmt: skip
"""Picked so that together they show every event, every choice, every rule that a line can cite and every copied ability."""


def text_of(name: str) -> str:
    """The game of that name, as the kernels play it now."""
    players, setup, game = re.fullmatch(r"(?:(\d)p|solo)-(?:(\w+)-)?game(\d+)", name).groups()  # type: ignore[union-attr]
    rule_set = RuleSet.from_settings([], setup, solo=players is None)
    return sim.replay(SEED, game, players, rule_set=rule_set).text()


def main(names: list[str]) -> int:
    """Write the named games; without names show the differences of all."""
    for name in names:
        if name not in NAMES:
            print(f"no golden game is called {name!r}; there are {', '.join(NAMES)}", file=sys.stderr)
            return 2
        (FOLDER / f"{name}.txt").write_text(text_of(name), "utf-8")
    status = 0
    for name in NAMES:
        path = FOLDER / f"{name}.txt"
        kept = path.read_text("utf-8").splitlines(keepends=True) if path.exists() else []
        changes = list(difflib.unified_diff(kept, text_of(name).splitlines(keepends=True), f"golden {name}", "now", n=1))
        sys.stdout.writelines(changes)
        status |= bool(changes)
    if not status:
        print(f"{len(NAMES)} golden games, no difference")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
