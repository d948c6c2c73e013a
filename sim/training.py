"""Trains the learned policy by playing: against itself, or against a policy that does not change (docs/training.md).

Policy gradient with a linear critic and an entropy bonus (``kernels.policies.training``); the steps are Adam's (Kingma and Ba, "Adam: a
method for stochastic optimization", ICLR 2015), and the weights of the last rounds are averaged (Polyak and Juditsky, "Acceleration of
stochastic approximation by averaging", SIAM J. Control Optim. 30, 1992).

Exactly repeatable: kernels play by whole numbers and hand back sums of whole numbers; what is done with these here is elementwise, in
operations that IEEE 754 defines to the last bit.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping
from functools import cached_property, partial

import llvmlite
import numba
import numpy as np
from attrs import define, field, frozen

import sim
from kernels._cache import fingerprint
from kernels.codes import RULES_VERSION
from kernels.codes import Policy as Kind
from kernels.policies.features import CARD_FEATURE_NAMES, LOOT_FEATURE_NAMES
from kernels.policies.knowledge import KNOWLEDGE, LESSON, WEIGHTS
from kernels.policies.training import GRADIENT
from sim import options, runner
from sim.config import RunConfig
from sim.errors import GalecrestError, shown
from sim.options import whole_number
from sim.policies import LineUp, Policy
from sim.weights import Weights, family_of, read_weights, shipped

# What was tuned, in one place. Rounds and games per round have their defaults in sim.options.

STEP = 16.0
"""How far a round moves a weight at first, in 256ths of a doubling of the odds, times what is typical of its feature. Falls linearly."""
LAST_STEP = 0.05
"""The share of it below which it does not fall."""
SURPRISE = 0.2
"""What a bit of surprise is worth, in doubloons: the weight of the entropy. With less, play is easier to read, and to respond to."""
WIN = 0.0
"""What it is worth to win, in doubloons, beside the doubloons that a seat banks more than the mean of the others."""
AVERAGED = 0.5
"""The share of the rounds, the last ones, whose weights are averaged."""
DECAYS = (0.9, 0.99)
"""How much the means of slopes and of their squares keep of themselves in a round (Adam)."""

TYPICAL: dict[str, float] = {
    **dict.fromkeys(("doubloons", "opponents_doubloons"), 10),
    **dict.fromkeys(("opponents_cards_above", "opponents_cards_below", "rank_of_taker"), 8),
    # these are 8 or 0
    **dict.fromkeys(("officer_mark", "topman_in_ship", "first_mate_in_ship", "freed_prisoner_in_ship", "bosun_in_hand"), 8),
    **dict.fromkeys(
        ("treasurer", "barkeep", "collector", "merchant", "preacher", "gambler", "quartermaster", "necromancer"), 8
    ),
    **dict.fromkeys(("explorer_takes", "armorer_takes", "cook_takes"), 8),
    **dict.fromkeys(("held_tokens", "neighbours_tokens", "opponents_ship_cards", "ship_cards", "own_cards_above"), 4),
}
"""A typical value of features that are not about 1: weights of large features move in smaller steps."""

_CARDS, _LOOT = (np.array([TYPICAL.get(name, 1.0) for name in names]) for names in (CARD_FEATURE_NAMES, LOOT_FEATURE_NAMES))
_SCALES = {"card_weight": _CARDS, "loot_weight": _LOOT, "critic_weight": _CARDS}

LEARNED = (*(name for name, *_ in WEIGHTS), "critic_start", "critic_weight")
"""All that is learned, by its name in LEARNER or KNOWLEDGE: the weights, and the critic's."""

GREEDY = Policy("greedy", Kind.GREEDY)
"""What the learner knows before it learns: it does as greedy does where its weights say nothing."""

_TINY = 1e-12
"""So that nothing is divided by zero where no slope was seen yet."""

Arrays = dict[str, np.ndarray]
"""float64 arrays by the names of ``LEARNED``."""


def start_named(text: str, games: RunConfig) -> Weights:
    """The weights that a user names to start from: a file's, or "learned" for those that come with galecrest.

    Raises:
        GalecrestError: there are none.
    """
    try:
        if text == "learned":
            return shipped(games.players, family_of(games.rule_set), games.rule_set.solo)
        return read_weights(text)
    except GalecrestError as error:
        raise error.of("--from") from None


@frozen(kw_only=True)
class Training:
    """What is trained, and how: all that determines the weights, complete and valid.

    Attributes:
        games: what a round plays; ``games.games`` of them. Its line-up means nothing.
        rounds: how many.
        start: the weights to start from; None for zeros, or, against a learned policy, for the weights of that.
        against: who has all seats but one and does not learn; None if the learner has all seats.
        against_weights: those that it plays by; None if it has none.

    Raises:
        GalecrestError: a number out of range, a policy that cannot be trained against, or weights that know nothing of a tile.
    """

    games: RunConfig
    rounds: int = field(converter=whole_number, validator=options.ROUNDS.check)
    start: Weights | None = None
    against: Policy | None = None
    against_weights: Weights | None = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        rule_set = self.games.rule_set
        if self.against:
            name = f"--against {shown(self.against.name)}"
            if rule_set.solo:
                raise GalecrestError(f"{name}: a solo game has one human; leave it out")
            if self.against.kind == Kind.SEARCH:
                raise GalecrestError(f"{name}: search is too slow to be trained against; name random, greedy or learned")
            try:
                weights = self.against.weights_for(rule_set, self.games.players)
            except GalecrestError as error:
                raise error.of(name) from None
            object.__setattr__(self, "against_weights", weights)
            object.__setattr__(self, "start", self.start or weights)
        if self.start:
            try:
                self.start.faces_for(rule_set)
            except GalecrestError as error:
                raise error.of("--from") from None

    @property
    def played(self) -> int:
        """Games that are played in all."""
        return self.rounds * self.games.games

    @property
    def first_averaged(self) -> int:
        """The first round, from 0, whose weights are averaged."""
        return int(self.rounds * (1 - AVERAGED))

    def manifest(self) -> dict[str, str | int | float | bool]:
        """All that determines the weights, and so their file to the last byte: nothing about time, threads or the machine."""
        how = "against itself" if self.against is None else "against a policy that does not change"
        made: dict[str, str | int | float | bool] = {
            "galecrest": sim.__version__,
            "players": self.games.players,
            "setup": self.games.rule_set.setup_name,
            "solo": self.games.rule_set.solo,
            "rules": self.games.rule_set.hash,
            "seed": self.games.seed,
            "rounds": self.rounds,
            "games": self.played,
            "trained": f"{how} (docs/training.md)",
            "games_per_round": self.games.games,
        }
        if self.start:
            made["from_sha256"] = self.start.sha256
        if self.against:
            made["against"] = self.against.name
            if self.against_weights:
                made["against_sha256"] = self.against_weights.sha256
        return made | {
            **CONSTANTS,
            "rules_version": RULES_VERSION,
            "kernels_sha256": fingerprint(),
            "python": platform.python_version(),
            "numpy": np.__version__,
            "numba": numba.__version__,
            "llvmlite": llvmlite.__version__,
        }


CONSTANTS: dict[str, float] = {
    "step": STEP,
    "last_step": LAST_STEP,
    "surprise": SURPRISE,
    "win": WIN,
    "averaged": AVERAGED,
    "mean_decay": DECAYS[0],
    "square_decay": DECAYS[1],
}
"""What was tuned, as manifests say it."""


def _zeros() -> Arrays:
    return {name: np.zeros(GRADIENT[name].shape) for name in LEARNED}


@frozen(eq=False)
class Course:
    """What a training has come to after some rounds. A round makes a new one, so that Ctrl-C finds no half of it.

    Attributes:
        rounds: how many are done.
        weights: as they are now.
        means, squares: running means of the slopes, and of their squares.
        masses: what the running means of nothing but ones would be, float64 of shape (2,): they fall short of 1 at first.
        sums: of the weights after each of the rounds that are averaged.
    """

    rounds: int = 0
    weights: Arrays = field(factory=_zeros)
    means: Arrays = field(factory=_zeros)
    squares: Arrays = field(factory=_zeros)
    masses: np.ndarray = field(factory=lambda: np.zeros(2))
    sums: Arrays = field(factory=_zeros)

    @classmethod
    def of(cls, training: Training) -> Course:
        """The start of a training."""
        course = cls()
        if training.start:
            knowledge = np.zeros(1, KNOWLEDGE)[0]
            training.start.fill(knowledge, training.games.rule_set)
            course.weights.update({name: knowledge[name].astype(np.float64) for name, *_ in WEIGHTS})
        return course

    def after(self, gradient: np.void, training: Training) -> Course:
        """One round further: each weight a step up its slope, the longer the surer its direction is.

        Args:
            gradient: GRADIENT record of the round.
        """
        step = STEP * max(1 - self.rounds / training.rounds, LAST_STEP)
        masses = np.array(DECAYS) * self.masses + (1 - np.array(DECAYS))
        is_averaged = self.rounds >= training.first_averaged
        slow, slower = DECAYS
        course = Course(self.rounds + 1, masses=masses)
        for name in LEARNED:
            slope = gradient[name] / gradient["seats"]
            mean = slow * self.means[name] + (1 - slow) * slope
            square = slower * self.squares[name] + (1 - slower) * slope * slope
            direction = (mean / masses[0]) / (np.sqrt(square / masses[1]) + _TINY)
            course.means[name], course.squares[name] = mean, square
            course.weights[name] = self.weights[name] + step / _SCALES.get(name, 1.0) * direction
            course.sums[name] = self.sums[name] + course.weights[name] if is_averaged else self.sums[name]
        return course

    def averaged(self, training: Training) -> Arrays:
        """The weights that a training ends with; of a course that has come to the end."""
        number = training.rounds - training.first_averaged
        return {name: total / number for name, total in self.sums.items()}


@frozen
class Round:
    """What a round showed.

    Attributes:
        number: from 1.
        win_share: of the learner's seats, how many won their game.
        surprise: mean over the learner's choices of -log2 of the chance that it gave to the option it took, in bits.
    """

    number: int
    win_share: float
    surprise: float


Progress = Callable[[int, Round | None], None]
"""Called with the number of games played so far, and the last round that is complete."""


@define(eq=False)
class Trainer:
    """Plays and learns, round after round.

    Attributes:
        training: what is trained.
        course: what it has come to; set it to go on from there.
        last: the last round that this trainer played.
    """

    training: Training
    course: Course = field()
    last: Round | None = None

    @course.default
    def _start(self) -> Course:
        return Course.of(self.training)

    def run(self, progress: Progress | None = None, after_round: Callable[[], None] | None = None) -> None:
        """Play all rounds that are left.

        Args:
            progress: called about ten times a second.
            after_round: called after each round.

        Raises:
            GalecrestError: the system does not allow so many threads.
            KeyboardInterrupt: on Ctrl-C; ``course`` is that after the last complete round.
        """
        games = self.training.games
        # quarters of a doubloon; of surprise 256ths of one
        for_win, for_surprise = int(4 * WIN), int(4 * 256 * SURPRISE)
        runner.prepare(runner.learn_entry_point(games.rule_set.solo))
        while self.course.rounds < self.training.rounds:
            done = self.course.rounds
            first = done * games.games
            report = progress and partial(self._tell, progress, first)
            lesson = self._lesson(self.course.weights, learns=True)
            gradient = runner.learn(games, first, lesson, self._orders, for_win, for_surprise, report)
            self.course = self.course.after(gradient, self.training)
            self.last = Round(
                done + 1,
                int(gradient["wins"]) / int(gradient["seats"]),
                int(gradient["surprise"]) / 256 / max(int(gradient["choices"]), 1),
            )
            if after_round:
                after_round()

    def _tell(self, progress: Progress, first: int, played: int) -> None:
        progress(first + played, self.last)

    def weights(self) -> Weights:
        """The weights that the training ends with."""
        learner = self._lesson(self.course.averaged(self.training), learns=False)[0]["learners"][0]
        return Weights.of(learner["knowledge"], self.training.games.rule_set, self.training.manifest())

    def wins(self, games: RunConfig, progress: runner.Progress | None = None) -> int:
        """How many games one seat with the trained weights wins, of as many as ``games`` has, the first that were not trained on.

        Args:
            games: as those of the training, but for their number.
        """
        lesson = self._lesson(self.course.averaged(self.training), learns=False)
        return int(runner.learn(games, self.training.played, lesson, self._orders, 0, 0, progress)["wins"])

    @cached_property
    def _orders(self) -> np.ndarray:
        """0 the learner, 1 the other, by seat in game 0."""
        orders = np.zeros((1, self.training.games.seats), np.int64)
        if self.training.against:
            orders[:, 1:] = 1
        return orders

    @cached_property
    def _players(self) -> np.ndarray:
        """The learner without weights, and the other: LESSON array of shape (1,)."""
        rule_set = self.training.games.rule_set
        lesson = np.zeros(1, LESSON)
        learner, other = lesson[0]["learners"]
        learner["policy"], learner["knowledge"] = Kind.LEARNED, LineUp((GREEDY,)).table(rule_set)[0]["seated"][0]["knowledge"]
        if self.training.against:
            # the number of seats is that of the table, as it says which weights come with galecrest
            (opponent,) = LineUp((self.training.against,) * self.training.games.players).table(rule_set)[0]["seated"][:1]
            other["policy"], other["knowledge"] = opponent["policy"], opponent["knowledge"]
        return lesson

    def _lesson(self, arrays: Mapping[str, np.ndarray], learns: bool) -> np.ndarray:
        """The players with these weights for the learner, rounded to whole numbers."""
        lesson = self._players.copy()
        learner = lesson[0]["learners"][0]
        learner["learns"] = learns
        for name, values in arrays.items():
            record = learner if name in learner.dtype.names else learner["knowledge"]
            bounds = np.iinfo(record.dtype[name].base)
            record[name][...] = np.clip(np.rint(values), bounds.min, bounds.max)
        return lesson
