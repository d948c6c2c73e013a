"""The one decorator of the compiled code, and why each option is on or off.

- ``error_model="numpy"``: integer division needs no zero test; no kernel divides by a value that can be zero.
- ``nogil=True``: blocks of games run on plain threads, the main thread stays free for Ctrl-C and progress.
- ``cache`` only on entry points (``entry``): a cached entry holds all that it calls, so a warm start loads one file.
  Numba looks only at the entry's own file for edits; ``_cache`` makes the folder depend on every file instead.
- No ``parallel``, no ``fastmath``, no forced inlining: the design, whose trials were made before this code, found that they
  cost compile time or determinism and bring nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba

JIT = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]  # set at run time
"""False under NUMBA_DISABLE_JIT=1: kernels are then plain Python, with the twins in ``bits``."""

kernel: Callable[[Callable[..., Any]], Callable[..., Any]] = numba.njit(error_model="numpy", nogil=True)
"""Compiles a function that other kernels call."""


def entry(function: Callable[..., Any]) -> Any:
    """Compiles a function that ``sim`` calls; its machine code is kept in the folder of ``_cache``, if there is one.

    Kept code that cannot be read, and a disk that is full, cost a compilation and nothing else: nothing has to be cleared by
    hand.
    """
    folder = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    dispatcher: Any = numba.njit(error_model="numpy", nogil=True, cache=bool(folder))(function)
    if JIT and folder:  # pragma: no cover - the plain pass has nothing to keep
        kept = dispatcher._cache
        dispatcher._cache.load_overload = _forgiving(kept.load_overload, folder)
        dispatcher._cache.save_overload = _forgiving(kept.save_overload, folder)
    return dispatcher


def _forgiving(method: Callable[..., Any], folder: str) -> Callable[..., Any]:
    """The method, but None and an empty folder instead of any error."""

    def attempt(*arguments: Any) -> Any:
        try:
            return method(*arguments)
        except Exception:  # damaged files raise whatever unpickling and decoding may raise
            for path in Path(folder).rglob("*.nb?"):
                path.unlink(missing_ok=True)
            return None

    return attempt
