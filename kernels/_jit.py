"""The one decorator of the compiled code, and why each option is on or off.

- ``error_model="numpy"``: integer division needs no zero test; no kernel divides by a value that can be zero.
- ``nogil=True``: blocks of games run on plain threads, the main thread stays free for Ctrl-C and progress.
- ``cache`` only on entry points (``entry``): a cached entry holds all that it calls, so a warm start loads one file.
  Numba looks only at the entry's own file for edits; ``_cache`` makes the folder depend on every file instead.
- No ``parallel``, no ``fastmath``, no forced inlining: each was measured to cost compile time or determinism and to
  bring nothing (docs/architecture.md).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba

JIT = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]  # set at run time
"""False under NUMBA_DISABLE_JIT=1: kernels are then plain Python, with the twins in ``bits``."""

kernel: Callable[[Callable[..., Any]], Callable[..., Any]] = numba.njit(error_model="numpy", nogil=True)
"""Compiles a function that other kernels call."""

entry: Callable[[Callable[..., Any]], Callable[..., Any]] = numba.njit(error_model="numpy", nogil=True, cache=True)
"""Compiles a function that ``sim`` calls; its machine code is kept on disk."""
