"""Who plays: policies by name, and the line-up of a table, for the kernels and for messages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum, auto
from itertools import permutations
from math import gcd

import numpy as np
from attrs import field, frozen

from kernels.codes import Policy as Kind
from kernels.policies import greedy_values
from kernels.policies.knowledge import KNOWLEDGE, SOLO_TABLE, TABLE
from sim.errors import GalecrestError, nearest, shown
from sim.options import DEFAULT_POLICY, SAMPLES, whole_number
from sim.rule_sets import RuleSet
from sim.weights import Weights, family_of, read_weights, shipped

OPTION = "--policy"

PLAIN = {"random": Kind.RANDOM, "greedy": Kind.GREEDY, "learned": Kind.LEARNED}
"""Policies that are named by one word."""

FORMS = ("random", "greedy", "learned", "learned:FILE", "search:N", "search:N+loot")
"""How a policy may be named."""

SEARCH, OF_LOOT = "search", "+loot"

ALL = "all"
"""In the column ``policy``: the row counts all seats of a table at which several policies play."""

AUTOMA_POLICY = "SOL-10"
"""The rule that the Automa plays by, where her policy is named."""

SEATING = (
    "in game g seat s is played by orders[(g // players) % len(orders)][(s + g) % players], "
    "where orders are those in which line_up can sit around a table (docs/policies.md)"
)
"""Who sits where; engine.seat_players does it."""


class Answers(Enum):
    """Who answers the questions of a game, which tells what must be compiled: chance alone, policies, or policies that search."""

    CHANCE = auto()
    POLICIES = auto()
    SEARCH = auto()


@frozen
class Policy:
    """One policy.

    Attributes:
        name: what it is called in messages and tables.
        kind: its code.
        samples: of search, how many futures it plays for each option of a choice; else 0.
        of_loot: of search, whether it also does so for loot at dusk.
        weights: of learned, those of the file that the user named; else None.
    """

    name: str
    kind: Kind
    samples: int = 0
    of_loot: bool = False
    weights: Weights | None = field(default=None, eq=False, repr=False)

    @classmethod
    def named(cls, text: str, option: str = OPTION) -> Policy:
        """The policy that a user names.

        Args:
            text: one of ``FORMS``.
            option: where it was given, for messages.

        Raises:
            GalecrestError: there is no such policy.
        """
        name, colon, rest = text.strip().partition(":")
        if name == SEARCH:
            samples = whole_number(rest.removesuffix(OF_LOOT))
            try:
                SAMPLES.require(samples)
            except GalecrestError:
                raise GalecrestError(
                    f"{option} {shown(text)}: search needs its number of samples, {SAMPLES.allowed}, "
                    "as in 'search:64' or 'search:64+loot'"
                ) from None
            of_loot = rest.endswith(OF_LOOT)
            return cls(f"{SEARCH}:{samples}{OF_LOOT if of_loot else ''}", Kind.SEARCH, samples, of_loot)
        if name == "learned" and colon:
            if not rest.isprintable():  # the name goes into tables, manifests and terminals
                raise GalecrestError(f"{option} {shown(text)}: the name of a weights file must be printable text")
            if not rest:
                raise GalecrestError(f"{option} {shown(text)}: name a weights file after the colon, or leave the colon out")
            try:
                return cls(f"{name}:{rest}", Kind.LEARNED, weights=read_weights(rest))
            except GalecrestError as error:
                raise error.of(option) from None
        if name not in PLAIN or colon:
            advice = nearest(name, [*PLAIN, "search:64"]) if name not in PLAIN else f"; did you mean {name!r}?"
            raise GalecrestError(f"{option} {shown(text)}: no such policy; there are {', '.join(FORMS)}{advice}")
        return cls(name, PLAIN[name])

    def weights_for(self, rule_set: RuleSet, players: int) -> Weights | None:
        """The weights that it plays by, those of its file or those that come with galecrest; None if it has none.

        Args:
            rule_set: the rules of the games.
            players: at the table.

        Raises:
            GalecrestError: none come with galecrest, or they know nothing of a tile.
        """
        if self.kind not in (Kind.LEARNED, Kind.SEARCH):
            return None
        weights = self.weights or shipped(players, family_of(rule_set), rule_set.solo)
        weights.faces_for(rule_set)
        return weights


@frozen
class LineUp:
    """Who sits where.

    Attributes:
        policies: by seat, in game 0; in a solo game the human's alone.
    """

    policies: tuple[Policy, ...]

    @classmethod
    def of(cls, given: str | Sequence[str | Policy], players: int, solo: bool = False) -> LineUp:
        """The line-up that a user names: one policy for all seats, or one for each, with commas between them.

        Args:
            given: the text, or a list of names, or of the policies themselves, where several runs are by the same: a weights file is
                read once.
            players: seats at the table; 1 in a solo game.
            solo: whether it is one.

        Raises:
            GalecrestError: no such policy, or too few or too many.
        """
        parts = list(given) if isinstance(given, (list, tuple)) else str(given).split(",")
        named = {part: part if isinstance(part, Policy) else Policy.named(str(part)) for part in parts}
        policies = [named[part] for part in parts]
        text = ",".join(policy.name for policy in policies)
        if solo and len(policies) > 1:
            raise GalecrestError(f"{OPTION} {shown(text)}: a solo game has one human; name one policy")
        if len(policies) not in (1, players):
            raise GalecrestError(
                f"{OPTION} {shown(text)}: {len(policies)} policies for {players} players; name one for all seats, or {players}"
            )
        return cls(tuple(policies * (players if len(policies) == 1 else 1)))

    @property
    def distinct(self) -> tuple[Policy, ...]:
        """The different policies, in order of first appearance."""
        return tuple(dict.fromkeys(self.policies))

    @property
    def counted_apart(self) -> tuple[Policy, ...]:
        """The policies whose seats are counted besides all seats: ``distinct``, but none where one policy has all seats."""
        return self.distinct if len(self.distinct) > 1 else ()

    @property
    def answers(self) -> Answers:
        """Who answers: chance if all seats play at random, search if any seat searches."""
        kinds = {policy.kind for policy in self.policies}
        if Kind.SEARCH in kinds:
            return Answers.SEARCH
        return Answers.CHANCE if kinds == {Kind.RANDOM} else Answers.POLICIES

    @property
    def names(self) -> list[str]:
        """By seat, in game 0."""
        return [policy.name for policy in self.policies]

    def at_table(self, game_index: int) -> list[Policy]:
        """Who has which seat in a game, as ``engine.seat_players`` does it."""
        orders, number = self.orders(len(self.policies)), len(self.policies)
        order = orders[game_index // number % len(orders)]
        return [self.distinct[order[(seat + game_index) % number]] for seat in range(number)]

    def check(self, rule_set: RuleSet) -> None:
        """Refuse a rule set that a policy cannot play by.

        Raises:
            GalecrestError: there are no weights for such games, or they know nothing of a tile.
        """
        self.weights(rule_set)

    def weights(self, rule_set: RuleSet) -> dict[Policy, Weights]:
        """The weights of each distinct policy that has any, when they play by this rule set.

        Raises:
            GalecrestError: as for ``check``.
        """
        found = {}
        for policy in self.distinct:
            try:
                weights = policy.weights_for(rule_set, len(self.policies))
            except GalecrestError as error:
                raise error.of(f"{OPTION} {shown(policy.name)}") from None
            if weights:
                found[policy] = weights
        return found

    def orders(self, seats: int) -> np.ndarray:
        """The line-up for the kernels: int64 array of shape (n, seats), places in ``distinct``, the first row as it was given.

        The rows are the orders in which it can sit around a table, so that every policy has every other one beside it as often as by
        chance. Orders that differ by a turn of the table are one; one that comes about in more ways has more rows. In a solo game the
        Automa has the human's place: she is never asked.
        """
        distinct = self.distinct
        first, *others = np.resize([distinct.index(policy) for policy in self.policies], seats).tolist()
        order_of: dict[tuple[int, ...], tuple[int, ...]] = {}
        ways: Counter[tuple[int, ...]] = Counter()
        for rest in permutations(others):
            order = (first, *rest)
            turned = min(order[at:] + order[:at] for at in range(seats))
            order_of.setdefault(turned, order)
            ways[turned] += 1
        rows = [order_of[turned] for turned, number in ways.items() for _ in range(number // gcd(*ways.values()))]
        # far apart, so that a short run has different ones: in the order of permutations the first neighbours stay
        step = min(
            (at for at in range(1, len(rows) + 1) if gcd(at, len(rows)) == 1), key=lambda at: abs(at - 0.618 * len(rows))
        )
        return np.array([rows[at * step % len(rows)] for at in range(len(rows))], np.int64)

    def table(self, rule_set: RuleSet) -> np.ndarray:
        """The distinct policies with all that they know, when they play by this rule set: the first of those at the table.

        Returns:
            A TABLE or SOLO_TABLE array of shape (1,), without the address of search (``runner.seat``).

        Raises:
            GalecrestError: as for ``check``.
        """
        table = np.zeros(1, SOLO_TABLE if rule_set.solo else TABLE)
        knowledge, weights = _knowledge(rule_set), self.weights(rule_set)
        for player, policy in zip(table[0]["seated"], self.distinct, strict=False):
            player["policy"], player["knowledge"] = policy.kind, knowledge
            player["samples"], player["of_loot"] = policy.samples, policy.of_loot
            if policy in weights:
                weights[policy].fill(player["knowledge"], rule_set)
        return table


def _knowledge(rule_set: RuleSet) -> np.void:
    """What every policy knows when it plays by a rule set: a KNOWLEDGE record."""
    knowledge: np.void = np.zeros(1, KNOWLEDGE)[0]
    knowledge["rules"] = rule_set.record()[0]
    greedy_values.fill(knowledge)
    return knowledge


def answers_named(text: str) -> Answers:
    """Who answers in the games of a line-up, valid or not, by its names alone."""
    names = [name.strip() for name in text.split(",")]
    if any(name.partition(":")[0] == SEARCH for name in names):
        return Answers.SEARCH
    return Answers.CHANCE if set(names) == {DEFAULT_POLICY} else Answers.POLICIES
