"""The same games with every seat by one policy, then by the next: which cards are strong only among the weak."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
import polars as pl

from sim.config import RunConfig
from sim.errors import GalecrestError, shown
from sim.policies import Policy
from sim.rule_sets import RuleSet
from sim.tables import tables

TABLES = ("cards", "loot", "policies")
"""What a ladder has of each run."""


def several(names: Iterable[str], command: str) -> list[Policy]:
    """The policies that a command plays one after another.

    Raises:
        GalecrestError: no such policy, one twice, or fewer than two.
    """
    found: list[Policy] = []
    for name in [names] if isinstance(names, str) else names:
        policy = Policy.named(name, command)
        if policy in found:
            raise GalecrestError(f"{command} {shown(name)}: named twice; each must be another policy")
        found.append(policy)
    if len(found) < 2:
        given = shown(found[0].name) if found else "without a policy"
        raise GalecrestError(f"{command} {given}: must be two policies or more, as in '{command} random greedy'")
    return found


def check(rule_set: RuleSet, command: str) -> None:
    """Refuse what such a command cannot play.

    Raises:
        GalecrestError: solo games.
    """
    if rule_set.solo:
        raise GalecrestError(f"{command}: is of games of 2 to 6 players; for one human use run --solo --policy NAME")


def progress_of(at: int, config: RunConfig, progress: Callable[[int], None] | None) -> Callable[[int], None] | None:
    """The progress of the run ``at``, from 0, told as that of all runs."""
    return progress and (lambda played: progress(at * config.games + played))


def ladder_tables(tallies: Sequence[np.ndarray], configs: Sequence[RunConfig]) -> dict[str, pl.DataFrame]:
    """The tables of all runs under each other, in their order.

    Args:
        tallies: what each run counted, as ``runner.play`` returns it.
        configs: what each run played; the same but for the policy.
    """
    made = [
        tables(tally, config.players, config.rule_set, config.line_up) for tally, config in zip(tallies, configs, strict=True)
    ]
    return {name: pl.concat([frames[name] for frames in made]) for name in TABLES}
