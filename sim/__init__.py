"""galecrest: a batch simulator of Libertalia: Winds of Galecrest. The command line's verbs as functions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from attrs import frozen

from sim import options

# What takes long to import (Numba, Polars) is imported when it is needed: `galecrest --help` needs neither.
if TYPE_CHECKING:
    import polars

    from sim.conformance import Report
    from sim.replays import Replay
    from sim.rule_sets import RuleSet

__version__ = "0.1.0"


@frozen
class Results:
    """What ``run`` found.

    Attributes:
        tables: the tables by name: cards, loot, seats, games (docs/tables.md).
        manifest: all that determines the tables.
        timing: how the run went.
    """

    tables: dict[str, polars.DataFrame]
    manifest: dict[str, Any]
    timing: dict[str, Any]


def run(
    games: int | str = options.DEFAULT_GAMES,
    players: int | str = options.DEFAULT_PLAYERS,
    seed: int | str = options.DEFAULT_SEED,
    *,
    rule_set: RuleSet | None = None,
    threads: int | str | None = None,
    block_size: int | str = options.DEFAULT_BLOCK_SIZE,
    out: str | os.PathLike[str] | None = None,
    format: str = "parquet",
    replace: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Results:
    """Play games and make the tables.

    Args:
        games: how many; games 0 to ``games - 1`` of the seed.
        players: 2 to 6.
        seed: of all chance and all choices.
        rule_set: the rules; None for the standard ones.
        threads: worker threads, None for one a core; results do not depend on it.
        block_size: games between two looks at Ctrl-C; results do not depend on it.
        out: a folder to write the results into, or None.
        format: of the tables in that folder, parquet or csv.
        replace: replace results that are there already.
        progress: called with the number of games played so far: with 0 when the arguments have been found
            valid, before anything that takes time, then about ten times a second.

    Raises:
        GalecrestError: an argument that cannot be, or results that cannot be written.
        KeyboardInterrupt: on Ctrl-C. Nothing is half-written in either case.
    """
    from datetime import UTC, datetime
    from time import perf_counter

    from sim import output, runner
    from sim.config import RunConfig
    from sim.rule_sets import RuleSet

    config = RunConfig(
        games=games,
        players=players,
        seed=seed,
        rule_set=rule_set or RuleSet.standard(),
        threads=threads,
        block_size=block_size,
    )
    folder = None if out is None else output.ResultsFolder.at(out, format, replace)
    if progress:
        progress(0)
    started, start = datetime.now(UTC), perf_counter()
    runner.prepare()
    prepared = perf_counter()
    tally = runner.play(config, progress)
    played = perf_counter()

    from sim import manifest
    from sim.tables import tables

    results = Results(
        tables(tally, config.players, manifest.provenance(config.rule_set)),
        manifest.manifest(config),
        manifest.timing(config, started, prepared - start, played - prepared),
    )
    if folder:
        folder.write(results.tables, results.manifest, results.timing)
    return results


def replay(
    seed: int | str = options.DEFAULT_SEED,
    game: int | str = 0,
    players: int | str = options.DEFAULT_PLAYERS,
    *,
    rule_set: RuleSet | None = None,
) -> Replay:
    """Play one game again: exactly the one that ``run`` with this seed, table size and rules counts.

    Args:
        seed, players, rule_set: as for ``run``.
        game: its index in the run, from 0.

    Raises:
        GalecrestError: an argument that cannot be.
    """
    from sim.config import GameConfig
    from sim.replays import tell
    from sim.rule_sets import RuleSet

    return tell(GameConfig(seed=seed, game=game, players=players, rule_set=rule_set or RuleSet.standard()))


def conform(files: Iterable[str | os.PathLike[str]], *, rule_set: RuleSet | None = None) -> Report:
    """Replay all games of transcript files, plain or gzip (docs/transcripts.md).

    Raises:
        GalecrestError: a file that cannot be read, or a line that is no transcript.
    """
    from sim.conformance import check

    return check(files, rule_set)


def rules(name: str | None = None, *, rule_set: RuleSet | None = None) -> str:
    """The rules as text: the clauses of an id, family, character or loot kind, or an overview of all.

    Raises:
        GalecrestError: nothing is called so.
    """
    from sim import rulebook
    from sim.rule_sets import RuleSet

    if name is None:
        return rulebook.contents()
    return rulebook.describe(rulebook.find(name), rule_set or RuleSet.standard())
