"""Plays the games of a run, under one rule set or several, on all threads and adds up what they counted."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from time import perf_counter
from typing import Any

import numba
import numpy as np
from attrs import frozen

from kernels import NOTICE, _cache, engine
from kernels._jit import JIT, address
from kernels.choices import SCRIPT
from kernels.pairs import PAIR
from kernels.policies.knowledge import LESSON, SOLO_TABLE, TABLE
from kernels.policies.training import GRADIENT
from kernels.solo_tally import SOLO_PAIR, SOLO_TALLY
from kernels.state import GAME, SOLO_GAME
from kernels.tally import TALLY
from kernels.trace import EVENT
from sim.config import ComparisonConfig, RunConfig
from sim.errors import GalecrestError
from sim.policies import Answers, LineUp
from sim.rule_sets import RuleSet

TICK = 0.1
"""Seconds between two reports of progress."""

Progress = Callable[[int], None]
"""Called with the number of games played so far, always in the thread that called ``play``."""

Arrays = list[np.ndarray]


def entry_points(solo: bool = False, compares: bool = False, answers: Answers = Answers.CHANCE) -> list[str]:
    """The names of the entry points of the kernels that play such games, under one rule set or several; first what plays a block."""
    by_policies = "" if answers == Answers.CHANCE else "policy_"
    return [f"{'compare' if compares else 'play'}_{'solo_' if solo else ''}{by_policies}block", *_search(solo, answers)]


def _search(solo: bool, answers: Answers) -> list[str]:
    """The name of the entry point that searches, if any seat does."""
    return [f"{'solo_' if solo else ''}search_choice"] if answers == Answers.SEARCH else []


def begin_entry_point(solo: bool = False) -> str:
    """The name of the entry point of the kernels that sets up such a game, to be gone on with step by step (``sim.steps``)."""
    return "begin_solo_traced" if solo else "begin_traced"


def step_entry_points(solo: bool = False, answers: Answers = Answers.CHANCE) -> list[str]:
    """The names of the entry points of the kernels that go on with such a game; first what carries out a step."""
    by_policies = "" if answers == Answers.CHANCE else "policy_"
    return [f"{'solo_' if solo else ''}{by_policies}step", *_search(solo, answers)]


def learn_entry_point(solo: bool = False) -> str:
    """The name of the entry point of the kernels that plays such games and adds up what they teach."""
    return "learn_solo_block" if solo else "learn_block"


def calls() -> dict[str, tuple[Any, ...]]:
    """All entry points of the kernels by name, each with arguments of the types that it is called with, to play no game."""
    found: dict[str, tuple[Any, ...]] = {}
    for solo in (False, True):
        game, tally, pair = _records(solo)
        rules, games = RuleSet(solo=solo).record(), np.zeros(2, game)
        games["players"] = 2
        block, pairs, trace = (0, 0, 0, 2, rules, games, np.zeros(1, tally)), np.zeros(1, pair), np.zeros(0, EVENT)
        table, orders = np.zeros(1, SOLO_TABLE if solo else TABLE), np.zeros((1, 2), np.int64)
        play, search = entry_points(solo, answers=Answers.SEARCH)
        found |= {
            entry_points(solo)[0]: block,
            entry_points(solo, compares=True)[0]: (*block, pairs),
            begin_entry_point(solo): (0, 0, 2, rules, games[:1]),
            step_entry_points(solo)[0]: (engine.DEAL, rules, games[:1], np.zeros(0, SCRIPT), trace),
            learn_entry_point(solo): (*block[:-1], np.zeros(1, LESSON), orders, np.zeros(1, GRADIENT), 0, 0),
            play: (*block, table, orders),
            entry_points(solo, compares=True, answers=Answers.POLICIES)[0]: (*block, pairs, table, orders),
            step_entry_points(solo, Answers.POLICIES)[0]: (engine.DEAL, rules, games[:1], table, trace),
            search: (games[0], table[0]["room"], table[0]["seated"][0], 0, 0, np.uint64(0), 0),
        }
    return found


COMPILE_SECONDS = {"": 15, "policy": 25, "search": 20, "learn": 45}
"""Wall time to compile an entry point, roughly: by what its name has of who answers, as each policy is more code, and of learning."""


def seconds_to_compile(*entries: str) -> int:
    """How long ``prepare`` will take, roughly, for those that it must compile: the first time after an installation or an update.

    Args:
        entries: names of entry points; none for that of games at random.
    """
    missing = {entry for entry in entries or ("play_block",) if JIT and not _cache.is_warm(entry)}
    return sum(max(seconds for part, seconds in COMPILE_SECONDS.items() if part in entry) for entry in missing)


def prepare(*entries: str) -> None:
    """Load entry points of the kernels, or compile them.

    In a thread of its own: a Ctrl-C that LLVM happens to take is lost, or ends in a crash.

    Args:
        entries: their names, of those of ``calls()``; none for that of games at random.

    Raises:
        KeyboardInterrupt: on Ctrl-C, at once; a compilation goes on until it is done or the process ends.
    """
    prepared: Future[None] = Future()

    def work() -> None:
        try:
            for entry in entries or ("play_block",):
                getattr(engine, entry)(*calls()[entry])
        except BaseException as error:
            prepared.set_exception(error)
        else:
            prepared.set_result(None)

    threading.Thread(target=work, daemon=True).start()
    prepared.result()


def warm(report: Callable[[str, float | None], None] | None = None) -> str:
    """Compile all entry points of the kernels that have not been, one after another; arguments and errors as for ``sim.warm``."""
    if not JIT:
        raise GalecrestError("NUMBA_DISABLE_JIT is set: nothing is compiled")
    folder: str = numba.config.CACHE_DIR  # type: ignore[attr-defined]  # set at run time
    if not folder:
        raise GalecrestError(NOTICE or "compiled kernels cannot be kept")
    for entry in calls():
        before, start = _compilations(entry), perf_counter()
        prepare(entry)
        if report:
            report(entry, perf_counter() - start if _compilations(entry) > before else None)
    lost = [entry for entry in calls() if not _cache.is_warm(entry)]
    if lost:
        raise GalecrestError(f"compiled, but could not be kept in {folder}: {', '.join(lost)}")
    return folder


def _compilations(entry: str) -> int:
    """How often this process compiled an entry point, where it could have loaded it."""
    return sum(getattr(engine, entry).stats.cache_misses.values())


def _records(solo: bool) -> tuple[np.dtype, np.dtype, np.dtype]:
    """The dtypes of a game, of what it counts, and of what it counts under two rule sets."""
    return (SOLO_GAME, SOLO_TALLY, SOLO_PAIR) if solo else (GAME, TALLY, PAIR)


def _block(config: RunConfig, compares: bool) -> Callable[..., None]:
    block: Callable[..., None] = getattr(engine, entry_points(config.rule_set.solo, compares, config.answers)[0])
    return block


def seat(line_up: LineUp, rule_set: RuleSet) -> np.ndarray:
    """``line_up.table(rule_set)`` with the address of search in this process, if anybody searches; loads or compiles that."""
    table = line_up.table(rule_set)
    for entry in _search(rule_set.solo, line_up.answers):
        prepare(entry)
        table["search"] = address(getattr(engine, entry))
    return table


def _table(config: RunConfig, rule_sets: Sequence[RuleSet]) -> Arrays:
    """Who plays, for the kernels: a TABLE or SOLO_TABLE array with an element for each rule set, and in which orders they sit; for games
    at random nothing.

    Players know the rules that they play by. They work in the arrays, so that each worker needs a copy.
    """
    if config.answers == Answers.CHANCE:
        return []
    tables = [seat(*both) for both in zip(config.line_ups, rule_sets, strict=True)]
    return [np.concatenate(tables), config.line_up.orders(config.seats)]


def play(config: RunConfig, progress: Progress | None = None) -> np.ndarray:
    """Play the games of a run.

    Threads and block size do not change it: games are keyed by seed and index, and counters are integers.

    Args:
        config: what to play.
        progress: called with 0 before the first game, then about ten times a second, and at the end.

    Returns:
        A TALLY array: element 0 of all seats, then of each policy of ``line_up.counted_apart``; or SOLO_TALLY, of shape (1,).

    Raises:
        GalecrestError: the system does not allow so many threads.
        KeyboardInterrupt: on Ctrl-C, as soon as each worker has played its block to the end, or the sample of a search under way.
    """
    rules = config.rule_set.record()
    play_some = _block(config, compares=False)
    game, counters, _ = _records(config.rule_set.solo)
    table = _table(config, [config.rule_set])

    def block(first: int, count: int, own: Arrays, counted: Arrays) -> None:
        games, *seated = own
        play_some(config.seed, first, count, config.seats, rules, games, *counted, *seated)

    def scratch() -> Arrays:
        return [np.zeros(2, game), *(array.copy() for array in table)]

    def blank() -> Arrays:
        return [np.zeros(1 + len(config.line_up.counted_apart), counters)]

    (tallies,) = _on_all_threads(config, config.block, block, scratch, blank, progress)
    return tallies


@frozen(eq=False)
class Comparison:
    """What was counted in the same games under n rule sets.

    Attributes:
        tallies: TALLY or SOLO_TALLY array of shape (n,), the base first.
        pairs: PAIR or SOLO_PAIR array of shape (n,): each with the base; element 0 is zero.
        control: TALLY or SOLO_TALLY array of shape (1,): as many other games under the base; zero if there were none.
    """

    tallies: np.ndarray
    pairs: np.ndarray
    control: np.ndarray


def compare(config: ComparisonConfig, progress: Progress | None = None) -> Comparison:
    """Play the same games under several rule sets; arguments and errors as for ``play``, and as little depends on threads.

    Progress is counted in games played: ``config.played`` in all.
    """
    rule_sets = (config.rule_set, *config.variants)
    rules = np.concatenate([rule_set.record() for rule_set in rule_sets])
    number, turns = rules.size, config.played // config.games
    play_some = _block(config, compares=True)
    game, counters, sums = _records(config.rule_set.solo)
    table = _table(config, rule_sets)

    def block(first: int, count: int, own: Arrays, counted: Arrays) -> None:
        games, *seated = own
        tallies, pairs, control = counted
        play_some(config.seed, first, count, config.seats, rules, games, tallies, pairs, *seated)
        if config.control:  # the last two records are the scratch of a single rule set: one to play on, and the blank one
            other = config.games + first
            play_some(config.seed, other, count, config.seats, rules[:1], games[number - 1 :], control, pairs[:1], *seated)

    def scratch() -> Arrays:
        return [np.zeros(number + 1, game), *(array.copy() for array in table)]

    def blank() -> Arrays:
        return [np.zeros(number, counters), np.zeros(number, sums), np.zeros(1, counters)]

    report = progress and (lambda played: progress(played * turns))
    size = max(1, config.block // turns)  # so that a block takes as long as in a run
    return Comparison(*_on_all_threads(config, size, block, scratch, blank, report))


def learn(
    config: RunConfig,
    first: int,
    lesson: np.ndarray,
    orders: np.ndarray,
    for_win: int,
    for_surprise: int,
    progress: Progress | None = None,
) -> np.void:
    """Play games ``first`` to ``first + config.games - 1`` of a seed and add up what they teach the learner.

    Args:
        config: what to play; not by its own line-up.
        lesson: LESSON array of shape (1,): the learner, and who else plays; stays as it is.
        orders: int64 array of shape (1, seats): 0 the learner, 1 the other, by seat in game 0.
        for_win, for_surprise: as for ``kernels.policies.training.add_game``.
        progress: as for ``play``.

    Returns:
        A GRADIENT record.

    Raises:
        GalecrestError, KeyboardInterrupt: as for ``play``.
    """
    rules, solo = config.rule_set.record(), config.rule_set.solo
    learn_some = getattr(engine, learn_entry_point(solo))
    game, _, _ = _records(solo)

    def block(begin: int, count: int, own: Arrays, counted: Arrays) -> None:
        games, lessons = own
        learn_some(
            config.seed, first + begin, count, config.seats, rules, games, lessons, orders, *counted, for_win, for_surprise
        )

    def scratch() -> Arrays:
        return [np.zeros(2, game), lesson.copy()]

    def blank() -> Arrays:
        return [np.zeros(1, GRADIENT)]

    size = min(config.block_size, -(-config.games // (8 * config.threads)))  # so that all threads end at nearly the same time
    (gradients,) = _on_all_threads(config, size, block, scratch, blank, progress)
    gradient: np.void = gradients[0]
    return gradient


def _on_all_threads(
    config: RunConfig,
    block_size: int,
    block: Callable[[int, int, Arrays, Arrays], None],
    scratch: Callable[[], Arrays],
    blank: Callable[[], Arrays],
    progress: Progress | None,
) -> Arrays:
    """Play games 0 to ``config.games - 1`` in blocks, each on the next free thread; errors as for ``play``.

    Args:
        config: for the numbers of games and threads.
        block_size: games in a block.
        block: called with the first game of a block, the number of its games, and the worker's scratch and counters.
        scratch: makes the arrays that a worker overwrites: its GAME records, and copies of who plays.
        blank: makes counters that are zero, to which a worker adds.
        progress: as for ``play``, called with the number of games that blocks were called for.

    Returns:
        The arrays with the counters of all workers added up.
    """
    starts = iter(range(0, config.games, block_size))  # shared by the workers: next() on it is atomic
    workers = min(config.threads, -(-config.games // block_size))
    played = [0] * workers
    stop = threading.Event()
    owned: list[Arrays] = []
    if progress:
        progress(0)

    def work(worker: int) -> Arrays:
        own, counted = scratch(), blank()
        owned.append(own)
        try:
            while not stop.is_set() and (first := next(starts, None)) is not None:
                count = min(block_size, config.games - first)
                block(first, count, own, counted)
                played[worker] += count
        except BaseException:  # the others need not go on
            stop.set()
            _stop_searches(owned)
            raise
        stop.set()  # no blocks are left
        return counted

    with ThreadPoolExecutor(workers) as pool:
        try:
            try:
                parts = [pool.submit(work, worker) for worker in range(workers)]
            except RuntimeError:  # "can't start new thread"
                raise GalecrestError(f"--threads {config.threads}: the system allows fewer") from None
            while wait(parts, timeout=TICK).not_done:
                if progress:
                    progress(sum(played))
        except BaseException:
            stop.set()  # first, as a worker that comes later looks there
            _stop_searches(owned)
            raise
    total = blank()
    for part in parts:
        for counters, counted in zip(total, part.result(), strict=True):
            counters.view("i8")[...] += counted.view("i8")  # all their fields are int64
    if progress:
        progress(config.games)
    return total


def _stop_searches(owned: Iterable[Arrays]) -> None:
    """End the games of tables at which somebody searches: one can take minutes."""
    for array in (array for own in owned for array in own):
        if array.dtype in (TABLE, SOLO_TABLE):
            array["room"]["stop"] = 1
