"""Digests of 100 000 games per player count and of solo games: a change that is meant to be neutral must not move them.

Run as a program it prints digests.json anew, for the one commit that changes the order of draws or a rule, and says so.
"""

import hashlib
import json
from pathlib import Path

import sim.runner
from sim.config import RunConfig
from sim.rule_sets import RuleSet

FILE = Path(__file__).with_name("digests.json")
GAMES = 100_000
COUNTERS = ("games", "seat_wins", "seat_score", "seat_score_square", "score_seats", "space_wins", "card_joint", "card_discarded",
            "card_margin_square", "loot_dealt", "loot_taken", "loot_held_square", "loot_won", "leader_wins", "ties")  # fmt: skip
"""Counters of the tally that a different game would change; others may be added without moving a digest."""

SOLO_COUNTERS = ("games", "human_wins", "score_games", "margin_games", "space_wins", "card_plays", "card_wins", "card_discarded",
                 "card_margin_square", "card_no_effect", "loot_dealt", "loot_pilfered", "loot_held_square", "leader_wins")  # fmt: skip
"""The same of solo games."""

SETUPS: dict[str, RuleSet] = {
    "calm": RuleSet.standard(),
    "calm, cook.blocked_by=discarding_hook": RuleSet.from_settings(["cook.blocked_by=discarding_hook"]),
    "stormy": RuleSet.from_settings([], "stormy"),
    "uncharted": RuleSet.from_settings([], "uncharted"),
}
SOLO_SETUPS = {f"solo {setup}": RuleSet.from_settings([], setup, solo=True) for setup in ("calm", "stormy", "uncharted")}

CASES = [
    *((name, str(players), rule_set) for name, rule_set in SETUPS.items() for players in range(2, 7)),
    *((name, "1", rule_set) for name, rule_set in SOLO_SETUPS.items()),
]
"""Setup, players, rule set."""


def digest(players: str, rule_set: RuleSet) -> str:
    """sha256 of the counters of the first games of seed 1."""
    config = RunConfig(games=GAMES, players=players, seed=1, rule_set=rule_set)
    tally = sim.runner.play(config)
    state = hashlib.sha256()
    for name in SOLO_COUNTERS if rule_set.solo else COUNTERS:
        # over both faces of a kind
        counter = tally[name].sum(axis=-2) if name.startswith("loot_") else tally[name]
        state.update(name.encode() + counter.tobytes())
    return state.hexdigest()


def digests() -> dict[str, dict[str, str]]:
    """By setup and player count."""
    found: dict[str, dict[str, str]] = {}
    for name, players, rule_set in CASES:
        found.setdefault(name, {})[players] = digest(players, rule_set)
    return found


if __name__ == "__main__":
    print(json.dumps(digests(), indent=2))
