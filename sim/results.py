"""What the commands that play many games have in common: play, make the tables, and write them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import frozen

# Polars and Numba are imported when they are needed.
if TYPE_CHECKING:
    import polars

    from sim.config import RunConfig
    from sim.output import ResultsFolder

Counted = TypeVar("Counted")


@frozen
class Results:
    """What was found.

    Attributes:
        tables: the tables by name (docs/tables.md, docs/comparing.md, docs/league.md, docs/solo.md).
        manifest: all that determines the tables.
        timing: how the run went.
    """

    tables: dict[str, polars.DataFrame]
    manifest: dict[str, Any]
    timing: dict[str, Any]


def results_of(
    config: RunConfig,
    entries: Iterable[str],
    play: Callable[[], Counted],
    tables: Callable[[Counted], dict[str, polars.DataFrame]],
    manifest: Callable[[], dict[str, Any]],
    out: str | os.PathLike[str] | None,
    format: str,
    replace: bool,
    progress: Callable[[int], None] | None,
    turns: float = 1,
) -> Results:
    """Play games, make the tables and write them.

    Args:
        config: what is played.
        entries: the entry points of the kernels that play it.
        play: plays the games; its time is that of the run.
        tables: the tables of what it counted.
        manifest: what determines them; called when they have been made.
        out, format, replace, progress: as for ``sim.run``.
        turns: how often as many games as ``config`` has are played.

    Raises:
        GalecrestError, KeyboardInterrupt: as for ``sim.run``.
    """
    from sim import output, runner
    from sim.manifest import timing

    folder = None if out is None else output.ResultsFolder.at(out, format, replace)
    if progress:
        progress(0)
    started, start = datetime.now(UTC), perf_counter()
    runner.prepare(*entries)
    prepared = perf_counter()
    counted = play()
    played = perf_counter()
    results = Results(tables(counted), manifest(), timing(config, started, prepared - start, played - prepared, turns))
    if folder:
        _write(folder, results)
    return results


def _write(folder: ResultsFolder, results: Results) -> None:
    """Write results that took long to make; what cannot be written is not lost.

    Raises:
        ResultsNotWritten: with the results.
    """
    from sim.errors import GalecrestError, ResultsNotWritten

    try:
        folder.write(results.tables, results.manifest, results.timing)
    except GalecrestError as error:
        raise ResultsNotWritten(str(error), results) from None
