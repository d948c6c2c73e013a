"""Who plays: policies by name, and the line-up of a table, for the kernels and for messages."""

from __future__ import annotations

import numpy as np
from attrs import field, frozen

from kernels.codes import Policy as Kind
from kernels.policies.knowledge import KNOWLEDGE, PLAYER
from sim.errors import GalecrestError, nearest, shown
from sim.options import DEFAULT_POLICY, SAMPLES, whole_number
from sim.rule_sets import RuleSet
from sim.weights import Weights, read_weights

OPTION = "--policy"

PLAIN = {"random": Kind.RANDOM, "greedy": Kind.GREEDY, "learned": Kind.LEARNED}
"""Policies that are named by one word."""

FORMS = ("random", "greedy", "learned", "learned:FILE", "search:N")
"""How a policy may be named."""

ALL = "all"
"""In the column ``policy``: the row counts all seats of a table at which several policies play."""

AUTOMA_POLICY = "SOL-10"
"""The rule that the Automa plays by, where her policy is named."""

ROTATION = "in game g seat s is played by line_up[(s + g) % players]"
"""How a line-up moves on; engine.seat_players does it."""


@frozen
class Policy:
    """One policy.

    Attributes:
        name: what it is called in messages and tables.
        kind: its code.
        samples: of search, how many futures it plays for a choice; else 0.
        weights: of learned, those of the file that the user named; else None.
    """

    name: str
    kind: Kind
    samples: int = 0
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
        if name == "search":
            samples = whole_number(rest)
            try:
                SAMPLES.require(samples)
            except GalecrestError:
                raise GalecrestError(
                    f"{option} {shown(text)}: search needs its number of samples, {SAMPLES.allowed}, as in 'search:64'"
                ) from None
            raise GalecrestError(f"{option} {shown(text)}: search is not there yet; there are random, greedy and learned")
        if name == "learned" and colon:
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


@frozen
class LineUp:
    """Who sits where.

    Attributes:
        policies: by seat, in game 0; in a solo game the human's alone.
    """

    policies: tuple[Policy, ...]

    @classmethod
    def of(cls, text: str, players: int, solo: bool = False) -> LineUp:
        """The line-up that a user names: one policy for all seats, or one for each, with commas between them.

        Raises:
            GalecrestError: no such policy, or too few or too many.
        """
        names = text.split(",") if isinstance(text, str) else [str(text)]
        named = {name: Policy.named(name) for name in names}  # a weights file is read once
        policies = [named[name] for name in names]
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
    def is_random(self) -> bool:
        """Whether every seat plays at random: such games need no PLAYER array and have entry points of their own."""
        return all(policy.kind == Kind.RANDOM for policy in self.policies)

    @property
    def names(self) -> list[str]:
        """By seat, in game 0."""
        return [policy.name for policy in self.policies]

    def at_table(self, game_index: int) -> list[Policy]:
        """Who has which seat in a game: the line-up moves on by a seat from game to game, so that nobody keeps a seat."""
        number = len(self.policies)
        return [self.policies[(seat + game_index) % number] for seat in range(number)]

    def check(self, rule_set: RuleSet) -> None:
        """Refuse a rule set that a policy cannot play by.

        Raises:
            GalecrestError: its weights know nothing of a tile.
        """
        for policy in self.distinct:
            if policy.weights:
                try:
                    policy.weights.faces_for(rule_set)
                except GalecrestError as error:
                    raise error.of(f"{OPTION} {shown(policy.name)}") from None

    def places(self, seats: int) -> np.ndarray:
        """The line-up for the kernels: int64 array of shape (seats,), places in ``distinct``.

        In a solo game the Automa has the human's place: she is never asked.
        """
        order = self.distinct
        return np.resize(np.array([order.index(policy) for policy in self.policies], np.int64), seats)

    def players(self, rule_set: RuleSet) -> np.ndarray:
        """The distinct policies with all that they know, when they play by this rule set: PLAYER array of shape (distinct,)."""
        players = np.zeros(len(self.distinct), PLAYER)
        players["policy"] = [policy.kind for policy in self.distinct]
        players["knowledge"] = _knowledge(rule_set)
        for player, policy in zip(players, self.distinct, strict=True):
            if policy.weights:
                policy.weights.fill(player["knowledge"], rule_set)
        return players


def _knowledge(rule_set: RuleSet) -> np.void:
    """What every policy knows when it plays by a rule set: a KNOWLEDGE record."""
    knowledge: np.void = np.zeros(1, KNOWLEDGE)[0]
    knowledge["rules"] = rule_set.record()[0]
    return knowledge


def plays_at_random(text: str) -> bool:
    """Whether a line-up, valid or not, names nothing but random."""
    return all(name.strip() == DEFAULT_POLICY for name in text.split(","))
