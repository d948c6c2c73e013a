"""What a result is of (``manifest``) and how the run went (``timing``).

They are kept apart so that all but the timing is the same, byte for byte, for two runs of one configuration.
"""

from __future__ import annotations

import os
import platform
from datetime import datetime
from typing import Any

import llvmlite
import numba
import numpy as np
import polars

import sim
from kernels._cache import fingerprint
from kernels.codes import RULES_VERSION
from sim.config import RunConfig
from sim.rule_sets import RuleSet
from sim.tables import METRICS_VERSION


def provenance(rule_set: RuleSet) -> str:
    """Where the rules come from: ``printed``, or ``changed`` if an amount is not the printed one."""
    return "changed" if rule_set.changes else "printed"


def manifest(config: RunConfig) -> dict[str, Any]:
    """All that determines the tables; nothing about time, threads or the machine."""
    return {
        "galecrest": sim.__version__,
        "games": config.games,
        "players": config.players,
        "seed": config.seed,
        "policy": "uniform",
        "rule_set": {
            "hash": config.rule_set.hash,
            "changed": list(config.rule_set.changes),
            "amounts": config.rule_set.as_dict(),
        },
        "provenance": provenance(config.rule_set),
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


def timing(config: RunConfig, started: datetime, prepare_seconds: float, play_seconds: float) -> dict[str, Any]:
    """How the run went.

    Args:
        config: what was played.
        started: in UTC.
        prepare_seconds: wall time to load or compile the kernel.
        play_seconds: wall time to play the games.
    """
    return {
        "started_at": started.isoformat(timespec="seconds"),
        "prepare_seconds": round(prepare_seconds, 3),
        "play_seconds": round(play_seconds, 3),
        "games_per_second": round(config.games / play_seconds),
        "threads": config.threads,
        "block_size": config.block_size,
        "cores": os.cpu_count(),
        "machine": f"{platform.system()} {platform.machine()}",
    }
