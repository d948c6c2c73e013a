"""The decorators of the compiled code, and why each option is on or off.

- ``error_model="numpy"``: integer division needs no zero test; no kernel divides by a value that can be zero.
- ``nogil=True``: blocks of games run on plain threads, the main thread stays free for Ctrl-C and progress.
- ``cache`` only on entry points (``entry``): a cached entry holds all that it calls, so a warm start loads one file.
  Numba looks only at the entry's own file for edits; ``_cache`` makes the folder depend on every file instead.
- Kernels are parts (``_numba``): compiled once, as a piece of each entry point, and callable from nowhere else.
- ``inlined`` where it was measured to help, and not everywhere: with four players a game took 6.1 us with none, 4.9 us as it is,
  and 5.7 us, compiling twice as long, with all of them inlined.
- Numba's other options that change code are off, by measurement (docs/architecture.md, Numba).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
from numba.extending import overload

from kernels._numba import ENTRY, PART, address_of, call_at

JIT = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]  # set at run time
"""False under NUMBA_DISABLE_JIT=1: kernels are then plain Python, with the twins in ``bits``."""

_OPTIONS: dict[str, Any] = {"error_model": "numpy", "nogil": True}


def kernel(function: Callable[..., Any]) -> Any:
    """Compiles a function that other kernels call, and only they: Python calls entry points."""
    return numba.njit(**PART, **_OPTIONS)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """The same, always put into its caller: for what is small, or on the path of every card and called from few places."""
    return numba.njit(forceinline=True, **PART, **_OPTIONS)(function)


def elsewhere(function: Callable[..., Any]) -> Any:
    """``elsewhere(kernel)(address, *arguments)``: what the kernel returns, an int64, from an entry point of its own that only calls it.

    So the kernel is no part of its callers: they need not be compiled again with it, nor it with each of them. The address is
    that of ``address_of``, in the running process.
    """

    def call(address: int, *arguments: Any) -> Any:
        return function(*arguments)

    options: Any = {**PART, **_OPTIONS}

    @overload(call, jit_options=options, strict=False)
    def compiled(address: Any, *arguments: Any) -> Any:  # pragma: no cover - generates code
        return lambda address, *arguments: call_at(address, *arguments)

    return call


def address(entry: Any) -> int:
    """Where the running process has the code of an entry point that it has loaded or compiled; 0 with the JIT off."""
    return address_of(entry) if JIT else 0


SOLO_MARK = "automa_idle"
"""A field that only the record of a solo game has (state.SOLO_GAME)."""


def by_game(ordinary: Callable[..., Any], solo: Callable[..., Any]) -> Callable[..., Any]:
    """One name for two kernels of the same arguments, the game record first: one for 2 to 6 players, one for solo games.

    Which of them it is, is settled by the type of the record while the caller is compiled. So the compiled games of 2 to 6
    players have nothing of solo in them, and nothing else needs to tell the two apart.
    """

    def chosen(game: Any, *rest: Any) -> Any:
        return (solo if SOLO_MARK in game.dtype.names else ordinary)(game, *rest)

    options: Any = {**PART, **_OPTIONS}

    @overload(chosen, jit_options=options, strict=False)  # strict compares annotations too
    def compiled(game: Any, *rest: Any) -> Any:  # pragma: no cover - generates code
        body = solo if SOLO_MARK in game.fields else ordinary
        return lambda game, *rest: body(game, *rest)

    return chosen


def by_answers(name: str) -> Any:
    """One name for several kernels of the same arguments, the game record first and who answers its questions second.

    Which of them it is, is settled by the type of the second argument while the caller is compiled. So games at random have
    nothing of other policies in them. The modules that have the kernels enter them into the attribute ``by``, under a key of
    ``ANSWERS``.
    """
    by: dict[str, Callable[..., Any]] = {}

    def chosen(game: Any, answers: Any, *rest: Any) -> Any:
        return by[_kind_of(None if answers is None else answers.dtype.names)](game, answers, *rest)

    options: Any = {**PART, **_OPTIONS}

    @overload(chosen, jit_options=options, strict=False)
    def compiled(game: Any, answers: Any, *rest: Any) -> Any:  # pragma: no cover - generates code
        record = getattr(answers, "dtype", answers)
        body = by[_kind_of(getattr(record, "fields", None))]
        return lambda game, answers, *rest: body(game, answers, *rest)

    chosen.__name__ = name
    chosen.by = by  # type: ignore[attr-defined]
    return chosen


ANSWERS = {"learners": "learners", "players": "seated", "knowledge": "rules", "script": "code"}
"""Who may answer, with the field by which the type is known: a record of policies.knowledge (LESSON, TABLE, KNOWLEDGE), or an
array of choices.SCRIPT. Without any of these fields: "none"."""


def _kind_of(fields: Any) -> str:
    """The key of ``by_answers`` for a type with these fields (None for None)."""
    return next((kind for kind, mark in ANSWERS.items() if mark in (fields or ())), "none")


def entry(function: Callable[..., Any], name: str = "") -> Any:
    """Compiles a function that ``sim`` calls; its machine code is kept in the folder of ``_cache``, if there is one.

    With a ``name`` the code is kept under that: so one body can be several entry points, each for a type of record. Kept code
    that cannot be read, and a disk that is full, cost a compilation and nothing else: nothing has to be cleared by hand.
    """
    if name:
        body = FunctionType(function.__code__, function.__globals__, name)
        body.__qualname__, body.__module__, body.__doc__ = name, function.__module__, function.__doc__
        function = body
    folder = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    dispatcher: Any = numba.njit(**ENTRY, **_OPTIONS, cache=bool(folder))(function)
    if JIT and folder:  # pragma: no cover - the plain pass has nothing to keep
        kept = dispatcher._cache
        files = f"*.{function.__qualname__}-*.nb?"
        dispatcher._cache.load_overload = _forgiving(kept.load_overload, folder, files)
        dispatcher._cache.save_overload = _forgiving(kept.save_overload, folder, files)
    return dispatcher


def _forgiving(method: Callable[..., Any], folder: str, files: str) -> Callable[..., Any]:
    """The method, but None instead of any error, and then none of these files (a pattern) in the folder."""

    def attempt(*arguments: Any) -> Any:
        try:
            return method(*arguments)
        except Exception:  # damaged files raise whatever unpickling and decoding may raise
            for path in Path(folder).rglob(files):
                path.unlink(missing_ok=True)
            return None

    return attempt
