"""What a result is of (``manifest``) and how the run went (``timing``).

They are kept apart so that all but the timing is the same, byte for byte, for two runs of one configuration.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import llvmlite
import numba
import numpy as np
import polars

import sim
from kernels._cache import fingerprint
from kernels.codes import RULES_VERSION
from sim.config import ComparisonConfig, RunConfig
from sim.policies import AUTOMA_POLICY, SEATING, LineUp, Policy
from sim.rule_sets import RuleSet
from sim.tables import METRICS_VERSION


def rules_as_dict(rule_set: RuleSet) -> dict[str, Any]:
    """A rule set in full: its hash, its setup, every amount and tile in force, what is changed and what is reconstructed."""
    return {
        "hash": rule_set.hash,
        "solo": rule_set.solo,
        "setup": rule_set.setup_name,
        "provenance": rule_set.provenance,
        "reconstructed": rule_set.reconstructed,
        "changed": list(rule_set.changes),
        "amounts": rule_set.as_dict(),
        "tiles": rule_set.tiles_as_dict(),
    }


def who_plays(config: RunConfig) -> dict[str, Any]:
    """The policies by name: of a solo game's two sides; else by seat in game 0, and who sits where in the others."""
    return _seated(config.line_up, config.rule_set)


def _seated(line_up: LineUp, rule_set: RuleSet) -> dict[str, Any]:
    if rule_set.solo:
        return {"human": line_up.names[0], "automa": AUTOMA_POLICY}
    return {"line_up": line_up.names, "seating": SEATING}


def weights_of(policies: Iterable[Policy], rule_set: RuleSet, players: int) -> dict[str, dict[str, Any]]:
    """The weights that each policy plays by under a rule set, if it has any: what their file says of itself, and its sha256."""
    found = {policy.name: policy.weights_for(rule_set, players) for policy in policies}
    return {name: {"sha256": weights.sha256, **weights.manifest} for name, weights in found.items() if weights}


def manifest(config: RunConfig) -> dict[str, Any]:
    """All that determines the tables; nothing about time, threads or the machine."""
    return {
        "galecrest": sim.__version__,
        "games": config.games,
        "players": config.players,
        "seed": config.seed,
        "policy": who_plays(config),
        "weights": weights_of(config.line_up.distinct, config.rule_set, config.players),
        "rule_set": rules_as_dict(config.rule_set),
        "rules_version": RULES_VERSION,
        "metrics_version": METRICS_VERSION,
        "kernels_sha256": fingerprint(),
        "packages": {
            "python": platform.python_version(),
            "numpy": np.__version__,
            "numba": numba.__version__,
            "llvmlite": llvmlite.__version__,
            "polars": polars.__version__,
        },
    }


def comparison_manifest(config: ComparisonConfig, labels: Sequence[str]) -> dict[str, Any]:
    """As ``manifest``, with every rule set of a comparison, who plays under it, and by which weights.

    Args:
        config: what was played.
        labels: how the user named the rule sets, the base first.
    """
    rule_sets = [
        {
            "label": label,
            **rules_as_dict(rule_set),
            "policy": _seated(line_up, rule_set),
            "weights": weights_of(line_up.distinct, rule_set, config.players),
        }
        for label, rule_set, line_up in zip(labels, (config.rule_set, *config.variants), config.line_ups, strict=True)
    ]
    parts: dict[str, Any] = {}
    for name, value in manifest(config).items():
        if name != "weights":
            parts |= {"rule_sets": rule_sets} if name == "rule_set" else {name: value}
    # first and last game of the control
    return parts | {"control": [config.games, 2 * config.games - 1] if config.control else None}


def ladder_manifest(config: RunConfig, rungs: Sequence[Policy]) -> dict[str, Any]:
    """As ``manifest``; every seat is played by one rung after the other."""
    return manifest(config) | _policies("rungs", rungs, config)


def league_manifest(config: RunConfig, entrants: Sequence[Policy]) -> dict[str, Any]:
    """As ``manifest``; each entrant plays one seat against each other one at all other seats."""
    return manifest(config) | _policies("league", entrants, config, seating=SEATING)


def _policies(key: str, policies: Sequence[Policy], config: RunConfig, **more: str) -> dict[str, Any]:
    names = [policy.name for policy in policies]
    return {"policy": {key: names, **more}, "weights": weights_of(policies, config.rule_set, config.players)}


def timing(
    config: RunConfig, started: datetime, prepare_seconds: float, play_seconds: float, turns: float = 1
) -> dict[str, Any]:
    """How the run went.

    Args:
        config: what was played.
        started: in UTC.
        prepare_seconds: wall time to load or compile the kernel.
        play_seconds: wall time to play the games.
        turns: how often as many games as ``config`` has were played.
    """
    return {
        "started_at": started.isoformat(timespec="seconds"),
        "prepare_seconds": round(prepare_seconds, 3),
        "play_seconds": round(play_seconds, 3),
        "games_per_second": round(turns * config.played / play_seconds),
        "threads": config.threads,
        "block_size": config.block,
        "cores": os.cpu_count(),
        "machine": f"{platform.system()} {platform.machine()}",
    }
