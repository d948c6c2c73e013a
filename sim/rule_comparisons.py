"""The same games under several rule sets: ``sim.compare`` and ``sim.sweep``."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from sim import options
from sim.results import Results, results_of

# What takes long to import is imported when it is needed, as in the package.
if TYPE_CHECKING:
    import polars

    from sim.config import ComparisonConfig
    from sim.rule_sets import RuleSet
    from sim.runner import Comparison


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
