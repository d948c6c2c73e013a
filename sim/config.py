"""What is to be played, and by how many threads."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from attrs import field, frozen

from sim import options
from sim.errors import GalecrestError, shown
from sim.options import whole_number
from sim.policies import Answers, LineUp, Policy
from sim.rule_sets import RuleSet


def usable_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):  # not on macOS
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _as_tuple(rule_sets: Iterable[RuleSet]) -> tuple[RuleSet, ...]:
    return tuple(rule_sets)


def _one_each(policies: str | Iterable[str | Sequence[str | Policy]] | None) -> Any:
    return (policies,) if isinstance(policies, str) else policies and tuple(policies)


def _players(value: int | str | None) -> Any:
    return None if value is None else whole_number(value)


def _seats(config: RunConfig | GameConfig) -> None:
    """Settle players and line-up, and refuse rules that so many cannot play."""
    if config.rule_set.solo:
        if config.players not in (None, 1):
            if not isinstance(config.players, int):
                options.PLAYERS.require(config.players)
            raise GalecrestError(f"--players {shown(config.players)}: a solo game has one human; leave it out")
        object.__setattr__(config, "players", 1)
    else:
        if config.players is None:
            object.__setattr__(config, "players", options.DEFAULT_PLAYERS)
        options.PLAYERS.require(config.players)
    config.rule_set.check([config.seats])
    object.__setattr__(config, "line_up", LineUp.of(config.policy, config.players, config.rule_set.solo))
    config.line_up.check(config.rule_set)


def _thread_count(value: int | str | None) -> int:
    return usable_cores() if value is None else whole_number(value)


@frozen(kw_only=True)
class RunConfig:
    """The configuration of a run, complete and valid. Numbers may be given as text, as on the command line.

    Attributes:
        games: how many; games 0 to ``games - 1`` of the seed.
        players: 2 to 6, None for 4; in solo games always 1.
        seed: of all chance and all choices.
        rule_set: the rules in force.
        policy: who plays: one name for all seats, or a name for each (``sim.policies``), or the policies; in solo games the human's.
        line_up: the same, read.
        threads: worker threads; None for as many as there are usable cores.
        block_size: games that a worker plays between two looks whether to stop; where a seat searches it is one (``block``).

    Only the first five determine results.

    Raises:
        GalecrestError: a value out of range, named by its command-line option, a rule set that so many
            players cannot play, or policies that cannot be.
    """

    games: int = field(default=options.DEFAULT_GAMES, converter=whole_number, validator=options.GAMES.check)
    players: int = field(default=None, converter=_players)
    seed: int = field(default=options.DEFAULT_SEED, converter=whole_number, validator=options.SEED.check)
    rule_set: RuleSet = field(factory=RuleSet.standard)
    policy: str | Sequence[str | Policy] = options.DEFAULT_POLICY
    line_up: LineUp = field(init=False, eq=False)
    threads: int = field(default=None, converter=_thread_count, validator=options.THREADS.check)
    block_size: int = field(default=options.DEFAULT_BLOCK_SIZE, converter=whole_number, validator=options.BLOCK_SIZE.check)

    def __attrs_post_init__(self) -> None:
        _seats(self)

    @property
    def seats(self) -> int:
        """Seats at the table: the players, and in a solo game the Automa."""
        return 2 if self.rule_set.solo else self.players

    @property
    def line_ups(self) -> tuple[LineUp, ...]:
        """Who plays under each rule set: ``line_up``."""
        return (self.line_up,)

    @property
    def answers(self) -> Answers:
        """Who answers, in all line-ups together."""
        return max((line_up.answers for line_up in self.line_ups), key=list(Answers).index)

    @property
    def block(self) -> int:
        """Games that a worker plays between two looks whether to stop. One with search takes longer than a block of others."""
        return 1 if self.answers == Answers.SEARCH else self.block_size

    @property
    def played(self) -> int:
        """Games that are played in all."""
        return self.games


@frozen(kw_only=True)
class ComparisonConfig(RunConfig):
    """The configuration of a run that plays the same games under several rule sets; ``rule_set`` is the first, the base.

    Attributes:
        variants: the others.
        variant_policies: who plays under each of them, as ``policy`` says it of the base; None for the same as there.
        line_ups: the same for all rule sets, read, the base first.
        control: whether as many other games, ``games`` to ``2 games - 1``, are played under the base, to show the noise.
    """

    variants: tuple[RuleSet, ...] = field(converter=_as_tuple)
    variant_policies: tuple[str | Sequence[str | Policy], ...] | None = field(default=None, converter=_one_each)
    control: bool = False
    line_ups: tuple[LineUp, ...] = field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        _seats(self)
        number, solo, others = 1 + len(self.variants), self.rule_set.solo, self.variant_policies
        if others is not None and len(others) != len(self.variants):
            raise GalecrestError(
                f"--policy: given {1 + len(others)} times for {number} rule sets; give one for all, or one for each"
            )
        line_ups = (
            [self.line_up for _ in self.variants] if others is None else [LineUp.of(one, self.players, solo) for one in others]
        )
        object.__setattr__(self, "line_ups", (self.line_up, *line_ups))
        for rule_set, line_up in zip(self.variants, line_ups, strict=True):
            rule_set.check([self.seats])
            line_up.check(rule_set)
            if not np.array_equal(line_up.orders(self.seats), self.line_up.orders(self.seats)):
                names = (shown(",".join(one.names if one.counted_apart else one.names[:1])) for one in (self.line_up, line_up))
                raise GalecrestError(
                    "--policy {} and {}: seats that share a policy in one must share one in the other".format(*names)
                )

    @property
    def played(self) -> int:
        """Games that are played in all, under one rule set or another."""
        return self.games * (1 + len(self.variants) + self.control)


@frozen(kw_only=True)
class GameConfig:
    """Which game to replay; attributes and errors as for ``RunConfig``.

    Attributes:
        game: its index in the run.
    """

    seed: int = field(default=options.DEFAULT_SEED, converter=whole_number, validator=options.SEED.check)
    game: int = field(default=0, converter=whole_number, validator=options.GAME.check)
    players: int = field(default=None, converter=_players)
    rule_set: RuleSet = field(factory=RuleSet.standard)
    policy: str | Sequence[str | Policy] = options.DEFAULT_POLICY
    line_up: LineUp = field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        _seats(self)

    @property
    def seats(self) -> int:
        """Seats at the table: the players, and in a solo game the Automa."""
        return 2 if self.rule_set.solo else self.players
