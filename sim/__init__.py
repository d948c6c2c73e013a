"""galecrest: a batch simulator of Libertalia: Winds of Galecrest. The command line's verbs as functions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from sim import options
from sim.policy_contests import ladder as ladder
from sim.policy_contests import league as league
from sim.results import Results as Results
from sim.results import results_of
from sim.rule_comparisons import compare as compare
from sim.rule_comparisons import sweep as sweep

# What takes long to import (Numba, Polars) is imported when it is needed: `galecrest --help` needs neither.
if TYPE_CHECKING:
    import numpy
    import polars

    from sim.conformance import Report
    from sim.replays import Replay
    from sim.rule_sets import RuleSet
    from sim.training import Round
    from sim.weights import Weights

__version__ = "0.1.0"


def run(
    games: int | str = options.DEFAULT_GAMES,
    players: int | str | None = None,
    seed: int | str = options.DEFAULT_SEED,
    *,
    rule_set: RuleSet | None = None,
    policy: str = options.DEFAULT_POLICY,
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
        players: 2 to 6, None for 4; in a solo game there is one human.
        seed: of all chance and all choices.
        rule_set: the rules; None for the standard ones.
        policy: who plays: one name for all seats, or one for each, with commas between them (docs/policies.md).
        threads: worker threads, None for one a core; results do not depend on it.
        block_size: games between two looks at Ctrl-C, with search always one; results do not depend on it.
        out: a folder to write the results into, or None.
        format: of the tables in that folder, parquet or csv.
        replace: replace results that are there already.
        progress: called with the number of games played so far: with 0 when the arguments have been found
            valid, before anything that takes time, then about ten times a second.

    Raises:
        GalecrestError: an argument that cannot be, or results that cannot be written.
        KeyboardInterrupt: on Ctrl-C. Nothing is half-written in either case.
    """
    from sim.config import RunConfig
    from sim.rule_sets import RuleSet

    config = RunConfig(
        games=games,
        players=players,
        seed=seed,
        rule_set=rule_set or RuleSet.standard(),
        policy=policy,
        threads=threads,
        block_size=block_size,
    )

    from sim import manifest, runner

    def made(tally: numpy.ndarray) -> dict[str, polars.DataFrame]:
        from sim.solo_tables import solo_tables
        from sim.tables import tables

        if config.rule_set.solo:
            return solo_tables(tally, config.rule_set)
        return tables(tally, config.players, config.rule_set, config.line_up)

    entries = runner.entry_points(config.rule_set.solo, answers=config.line_up.answers)
    play, said = partial(runner.play, config, progress), partial(manifest.manifest, config)
    return results_of(config, entries, play, made, said, out, format, replace, progress)


def train(
    out: str | os.PathLike[str],
    rounds: int | str = options.DEFAULT_ROUNDS,
    players: int | str | None = None,
    seed: int | str = options.DEFAULT_SEED,
    *,
    games_per_round: int | str = options.DEFAULT_GAMES_PER_ROUND,
    rule_set: RuleSet | None = None,
    start: str | None = None,
    against: str | None = None,
    threads: int | str | None = None,
    replace: bool = False,
    report: Callable[[str], None] | None = None,
    progress: Callable[[int, Round | None], None] | None = None,
) -> Weights:
    """Train weights of the learned policy by playing, and write them into a file (docs/training.md).

    What the training has come to is kept beside the file now and then, and on Ctrl-C. The same call goes on from there, and ends in the
    same file as if nothing had been.

    Args:
        out: the weights file.
        rounds: the weights move once in each; how far, depends on how many there are in all.
        players, seed, threads: as for ``run``.
        games_per_round: games that a round plays.
        rule_set: the rules; None for the standard ones.
        start: a weights file to start from, or "learned" for the weights that come with galecrest; None for zeros.
        against: a policy that plays all seats but one and does not learn; None for a learner at all seats.
        replace: replace a file that is there already.
        report: called with a sentence about where the training starts, or where it can go on.
        progress: called with the number of games played so far and the last round, if any: when the arguments have been found valid,
            before anything that takes time, then about ten times a second.

    Raises:
        GalecrestError: an argument that cannot be, a file that cannot be written, or the state of another training beside it.
        KeyboardInterrupt: on Ctrl-C. No file is half-written in either case.
    """
    from sim import training
    from sim.checkpoints import WeightsFile
    from sim.config import RunConfig
    from sim.policies import Policy
    from sim.rule_sets import RuleSet

    options.GAMES_PER_ROUND.require(options.whole_number(games_per_round))
    games = RunConfig(
        games=games_per_round, players=players, seed=seed, rule_set=rule_set or RuleSet.standard(), threads=threads
    )
    trained = training.Training(
        games=games,
        rounds=rounds,
        start=training.start_named(start, games) if start is not None else None,
        against=Policy.named(against, "--against") if against is not None else None,
    )
    return WeightsFile.at(out, replace).train(trained, report, progress)


def replay(
    seed: int | str = options.DEFAULT_SEED,
    game: int | str = 0,
    players: int | str | None = None,
    *,
    rule_set: RuleSet | None = None,
    policy: str = options.DEFAULT_POLICY,
    progress: Callable[[int], None] | None = None,
) -> Replay:
    """Play one game again: exactly the one that ``run`` with this seed, table size, rules and policies counts.

    Args:
        seed, players, rule_set, policy: as for ``run``.
        game: its index in the run, from 0.
        progress: called with 0 when the arguments have been found valid, before anything that takes time.

    Raises:
        GalecrestError: an argument that cannot be.
    """
    from sim import runner
    from sim.config import GameConfig
    from sim.replays import tell
    from sim.rule_sets import RuleSet

    config = GameConfig(seed=seed, game=game, players=players, rule_set=rule_set or RuleSet.standard(), policy=policy)
    if progress:
        progress(0)
    solo = config.rule_set.solo
    runner.prepare(runner.begin_entry_point(solo), *runner.step_entry_points(solo, config.line_up.answers))
    return tell(config)


def conform(
    files: Iterable[str | os.PathLike[str]],
    *,
    rule_set: RuleSet | None = None,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Replay all games of transcript files, plain or gzip (docs/transcripts.md).

    Args:
        files: where the transcripts are.
        rule_set: as for ``run``; not of solo games.
        progress: called with 0 before the first game, before anything that takes time.

    Raises:
        GalecrestError: rules of solo games, a file that cannot be read, or a line that is no transcript or of a solo game.
    """
    from sim.conformance import check

    return check(files, rule_set, progress)


def warm(report: Callable[[str, float | None], None] | None = None) -> str:
    """Compile ahead all that the other functions would compile when they are first called, one after another.

    Args:
        report: called for each part with its name and the seconds (wall time) that it took; None if it was there already.

    Returns:
        The folder that all compiled code is in now.

    Raises:
        GalecrestError: nothing can be kept, then before anything is compiled, or not all could.
        KeyboardInterrupt: on Ctrl-C, at once; what was reported is kept.
    """
    from sim import runner

    return runner.warm(report)


def rules(name: str | None = None, *, rule_set: RuleSet | None = None) -> str:
    """The rules as text: the clauses of an id, family, character or loot kind, or an overview of all.

    Raises:
        GalecrestError: nothing is called so.
    """
    from sim import rulebook
    from sim.rule_sets import RuleSet

    if name is None:
        return rulebook.contents()
    rule_set = rule_set or RuleSet.standard()
    return rulebook.describe(rulebook.find(name), rule_set, rule_set.solo or rulebook.is_of_automa(name))
