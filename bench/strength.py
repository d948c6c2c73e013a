"""One seat of each rung among seats of the rung below, at every table size and setup: win shares with their intervals, and games/s.

Every step of the ladder is significant if the low end of each interval lies above a fair share.
"""

from __future__ import annotations

import sys

import polars as pl

import sim
from sim.rule_sets import RuleSet
from sim.setups import NAMED

STEPS = (
    ("greedy", "random", 20_000),
    ("learned", "greedy", 20_000),
    ("search:64", "learned", 1_000),
    ("search:256", "search:64", 600),
)
"""Who sits alone, who has all other seats, and games."""


def main(arguments: list[str]) -> None:
    """``strength [PLAYERS,... [SETUP,... [FIRST_STEP-LAST_STEP]]]``: all of 2 to 6, all setups and all steps by default."""
    players = [int(text) for text in (arguments[0] if arguments else "2,3,4,5,6").split(",")]
    setups = (arguments[1] if len(arguments) > 1 else ",".join(NAMED)).split(",")
    first, last = (arguments[2] if len(arguments) > 2 else f"1-{len(STEPS)}").split("-")
    print("| players | setup | one | among | games | win share | 95 % | fair | games/s |")
    print("|--:|---|---|---|--:|--:|---|--:|--:|")
    for number in players:
        for setup in setups:
            for one, others, games in STEPS[int(first) - 1 : int(last)]:
                policy = ",".join([one, *[others] * (number - 1)])
                found = sim.run(games, number, rule_set=RuleSet.from_settings([], setup), policy=policy)
                row = found.tables["policies"].row(by_predicate=pl.col("policy") == one, named=True)
                print(
                    f"| {number} | {setup} | {one} | {others} | {games} | {row['win_share']:.1%} "
                    f"| {row['win_share_low']:.1%} to {row['win_share_high']:.1%} | {1 / number:.1%} "
                    f"| {found.timing['games_per_second']} |",
                    flush=True,
                )


if __name__ == "__main__":
    main(sys.argv[1:])
