"""Two commits, interleaved: process time of one game, and the ratio with its spread over the rounds.

Each round starts a new process for each commit, warms it up, and takes the best of four blocks. Ratios hold on a noisy machine
where absolute times do not, because both commits meet the same noise. Before the first round each commit has a process that
compiles it: with commits up to 3c54627 a process that had compiled played some 15 % slower than one that loaded.
"""

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

GAMES = 20_000
MEASURE = f"""
from measure import Games, best_in_turn
try:
    from kernels.rule_record import rules_record
except ImportError:  # the base may be older than that module
    from kernels.catalog import rules_record
runs = [Games(players, rules_record(), {GAMES}) for players in range(2, 7)]
for seconds in best_in_turn([run.play for run in runs], 4):
    print(seconds / {GAMES} * 1e6)
"""


def microseconds(folder: Path) -> list[float]:
    """Process time of a calm game with 2, 3, 4, 5 and 6 players, in microseconds, in a new process."""
    path = os.pathsep.join([str(folder), str(Path(__file__).parent)])  # the kernels of the commit, measured as here
    run = subprocess.run([sys.executable, "-c", MEASURE], cwd=folder, env={"PYTHONPATH": path}, capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr)
    return [float(line) for line in run.stdout.split()]


def main(root: Path, base: str, rounds: int) -> None:
    """Print a line for each player count: both times (best round) and the ratio (median, least, greatest)."""
    with tempfile.TemporaryDirectory() as folder:
        there = Path(folder) / "base"
        subprocess.run(["git", "-C", str(root), "worktree", "add", "--quiet", "--detach", str(there), base], check=True)
        try:
            for commit in (there, root):
                microseconds(commit)
            pairs = [(microseconds(there), microseconds(root)) for _ in range(rounds)]
        finally:
            subprocess.run(["git", "-C", str(root), "worktree", "remove", "--force", str(there)], check=True)
    print(f"{'players':>7}{'base us':>9}{'here us':>9}{'ratio':>8}{'least':>8}{'most':>8}")
    for at, players in enumerate(range(2, 7)):
        old, new = ([times[side][at] for times in pairs] for side in (0, 1))
        ratios = [new / old for old, new in zip(old, new, strict=True)]
        print(
            f"{players:>7}{min(old):>9.2f}{min(new):>9.2f}{statistics.median(ratios):>8.3f}{min(ratios):>8.3f}{max(ratios):>8.3f}"
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 5)
