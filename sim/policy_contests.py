"""Several policies in the same deals: ``sim.ladder`` and ``sim.league``."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from sim import options
from sim.results import Results, results_of

# What takes long to import is imported when it is needed, as in the package.
if TYPE_CHECKING:
    import numpy
    import polars

    from sim.rule_sets import RuleSet


def ladder(
    policies: Iterable[str] = options.DEFAULT_RUNGS,
    games: int | str = options.DEFAULT_GAMES,
    players: int | str | None = None,
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
    """Play the same games with every seat by one policy, then by the next, and put the tables under each other.

    Args:
        policies: the rungs by name, the weakest first; at least two.
        games, players, seed, threads, block_size, out, format, replace: as for ``run``.
        rule_set: as for ``run``; not of solo games.
        progress: as for ``run``; games count once for each policy that they are played by.

    Returns:
        The tables cards, loot and policies of each run (docs/tables.md), told apart by the column ``policy``.

    Raises:
        GalecrestError, KeyboardInterrupt: as for ``run``.
    """
    from sim import ladders
    from sim.config import RunConfig
    from sim.rule_sets import RuleSet

    rungs, rule_set = ladders.several(policies, "ladder"), rule_set or RuleSet.standard()
    ladders.check(rule_set, "ladder")
    configs = [
        RunConfig(
            games=games,
            players=players,
            seed=seed,
            rule_set=rule_set,
            policy=(rung,),
            threads=threads,
            block_size=block_size,
        )
        for rung in rungs
    ]
    from sim import manifest, runner

    def play() -> list[numpy.ndarray]:
        return [runner.play(config, ladders.progress_of(at, config, progress)) for at, config in enumerate(configs)]

    entries = [entry for config in configs for entry in runner.entry_points(answers=config.line_up.answers)]
    tables, said = partial(ladders.ladder_tables, configs=configs), partial(manifest.ladder_manifest, configs[0], rungs)
    return results_of(configs[0], entries, play, tables, said, out, format, replace, progress, len(configs))


def league(
    policies: Iterable[str],
    games: int | str = options.DEFAULT_GAMES,
    players: int | str | None = None,
    seed: int | str = options.DEFAULT_SEED,
    *,
    respond: int | str | None = None,
    rule_set: RuleSet | None = None,
    threads: int | str | None = None,
    block_size: int | str = options.DEFAULT_BLOCK_SIZE,
    out: str | os.PathLike[str] | None = None,
    format: str = "parquet",
    replace: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Results:
    """Let each policy play alone against a table of each other one, and rate them.

    Args:
        policies: by name; at least two.
        respond: rounds of training for a best response to each policy; None for no such responses.
        games, players, seed, threads, block_size, out, format, replace: as for ``run``; games of each match.
        rule_set: as for ``run``; not of solo games.
        progress: as for ``run``; games count once for each match, then those that responses train on and are measured in.

    Returns:
        The tables matches, places and ratings, and with ``respond`` exploitability (docs/league.md).

    Raises:
        GalecrestError, KeyboardInterrupt: as for ``run``.
    """
    from sim import leagues
    from sim.config import RunConfig
    from sim.exploitability import BestResponses
    from sim.ladders import check, progress_of, several
    from sim.rule_sets import RuleSet

    entrants, rule_set = several(policies, "league"), rule_set or RuleSet.standard()
    check(rule_set, "league")
    base = RunConfig(games=games, players=players, seed=seed, rule_set=rule_set, threads=threads, block_size=block_size)
    pairings = leagues.pairings(len(entrants), base.players)
    configs = [leagues.match(base, entrants[one], entrants[other]) for one, other in pairings]
    responses = None if respond is None else BestResponses.of(entrants, base, respond)
    from sim import manifest, runner

    def play() -> tuple[list[numpy.ndarray], list[int | None]]:
        tallies = [runner.play(config, progress_of(at, config, progress)) for at, config in enumerate(configs)]
        matches = len(configs) * base.games
        wins = responses.wins(progress and (lambda games: progress(matches + games))) if responses else []
        return tallies, wins

    def tables(found: tuple[list[numpy.ndarray], list[int | None]]) -> dict[str, polars.DataFrame]:
        tallies, wins = found
        made = leagues.league_tables(dict(zip(pairings, tallies, strict=True)), entrants, base)
        return made | (responses.tables(wins, made["matches"]) if responses else {})

    def said() -> dict[str, Any]:
        return manifest.league_manifest(base, entrants) | ({"respond": responses.as_dict()} if responses else {})

    entries = [entry for config in configs for entry in runner.entry_points(answers=config.line_up.answers)]
    turns: float = len(configs)
    if responses:
        entries.append(runner.learn_entry_point())
        turns += responses.played / base.games
    return results_of(base, entries, play, tables, said, out, format, replace, progress, turns)
