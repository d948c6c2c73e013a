"""galecrest: a batch simulator of Libertalia: Winds of Galecrest. The command line's verbs as functions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from sim import options
from sim.results import Results as Results
from sim.results import results_of

# What takes long to import (Numba, Polars) is imported when it is needed: `galecrest --help` needs neither.
if TYPE_CHECKING:
    import numpy
    import polars

    from sim.config import ComparisonConfig
    from sim.conformance import Report
    from sim.replays import Replay
    from sim.rule_sets import RuleSet
    from sim.runner import Comparison
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


def compare(
    operands: Iterable[str],
    games: int | str = options.DEFAULT_GAMES,
    players: int | str | None = None,
    seed: int | str = options.DEFAULT_SEED,
    *,
    rule_set: RuleSet | None = None,
    policy: str = options.DEFAULT_POLICY,
    variant_policies: Sequence[str] | None = None,
    threads: int | str | None = None,
    block_size: int | str = options.DEFAULT_BLOCK_SIZE,
    out: str | os.PathLike[str] | None = None,
    format: str = "parquet",
    replace: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Results:
    """Play the same games under several rule sets and make tables of the differences to the first.

    Args:
        operands: the rule sets as ``sim.operands`` reads them, the base of all differences first.
        games, players, seed, policy, threads, block_size, out, format, replace: as for ``run``.
        rule_set: what the operands are laid over; None for the standard rules.
        variant_policies: who plays under each operand but the first, such as players who know its rules; None for ``policy``.
        progress: as for ``run``; games count once for each rule set that they are played under.

    Returns:
        The tables cards, loot, games, orders and control (docs/comparing.md); of solo games docs/solo.md.

    Raises:
        GalecrestError, KeyboardInterrupt: as for ``run``.
    """
    from sim import operands as reading
    from sim.config import ComparisonConfig
    from sim.rule_sets import RuleSet

    compared = reading.operands(operands, rule_set or RuleSet.standard())
    base, *variants = (operand.rule_set for operand in compared)
    config = ComparisonConfig(
        games=games,
        players=players,
        seed=seed,
        rule_set=base,
        variants=variants,
        control=True,
        policy=policy,
        variant_policies=variant_policies,
        threads=threads,
        block_size=block_size,
    )

    def tables(counted: Comparison) -> dict[str, polars.DataFrame]:
        from sim.comparison import comparison_tables
        from sim.solo_comparison import solo_comparison_tables

        if base.solo:
            return solo_comparison_tables(counted, compared)
        return comparison_tables(counted, config.players, compared)

    return _compared(config, [operand.label for operand in compared], tables, out, format, replace, progress)


def sweep(
    key: str,
    values: str | Iterable[str],
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
    """Play the same games with one amount at several values and make a table with a row for each.

    Args:
        key: the amount.
        values: ``"FROM:TO:STEP"``, ``"a|b|c"``, or texts as --set takes them.
        rule_set: all other amounts, tiles and setup; None for the standard rules.
        games, players, seed, policy, threads, block_size, out, format, replace, progress: as for ``compare``.

    Returns:
        The table sweep (docs/comparing.md).

    Raises:
        GalecrestError, KeyboardInterrupt: as for ``run``.
    """
    from sim import sweeps
    from sim.config import ComparisonConfig
    from sim.rule_sets import RuleSet

    swept = sweeps.Sweep.of(key, values, rule_set or RuleSet.standard())
    config = ComparisonConfig(
        games=games,
        players=players,
        seed=seed,
        rule_set=swept.reference.rule_set,
        variants=[point.rule_set for point in swept.others],
        policy=policy,
        threads=threads,
        block_size=block_size,
    )

    def tables(counted: Comparison) -> dict[str, polars.DataFrame]:
        from sim.solo_comparison import solo_sweep_table

        solo = config.rule_set.solo
        return {"sweep": solo_sweep_table(counted, swept) if solo else sweeps.sweep_table(counted, config.players, swept)}

    labels = [point.label for point in (swept.reference, *swept.others)]
    return _compared(config, labels, tables, out, format, replace, progress)


def _compared(
    config: ComparisonConfig,
    labels: list[str],
    tables: Callable[[Comparison], dict[str, polars.DataFrame]],
    out: str | os.PathLike[str] | None,
    format: str,
    replace: bool,
    progress: Callable[[int], None] | None,
) -> Results:
    """What ``compare`` and ``sweep`` have in common."""
    from sim import manifest, runner

    entries = runner.entry_points(config.rule_set.solo, compares=True, answers=config.answers)
    play, said = partial(runner.compare, config, progress), partial(manifest.comparison_manifest, config, labels)
    return results_of(config, entries, play, tables, said, out, format, replace, progress)


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
