"""Where compiled kernels are kept: a folder named by everything that the machine code depends on.

Numba's own cache looks only at the file of the cached function, so a number changed in another file would go unseen.
The folder's name is a hash of every file of this package, the versions of Python, NumPy, Numba and llvmlite and the Numba
settings that change code: an edit anywhere means another folder, and nothing ever has to be cleared by hand.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from functools import cache
from pathlib import Path

import llvmlite
import numba
import numpy as np

PACKAGE = Path(__file__).resolve().parent
PREFIX = "galecrest-kernels-"
"""Of the folders' names: the place may be shared with other projects that use Numba."""

KEEP_FOLDERS = 6
"""How many other versions' folders are left alone; older ones are removed when a new one is made."""


@cache
def fingerprint() -> str:
    """The sha256 of the kernels' sources (hex): the same on every machine; it goes into each manifest."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


def _folder_name() -> str:
    flags = sorted(
        f"{name}={value}" for name, value in os.environ.items()
        if name.startswith("NUMBA_") and name != "NUMBA_CACHE_DIR"
    )  # fmt: skip
    parts = [fingerprint(), sys.version, numba.__version__, llvmlite.__version__, np.__version__, *flags]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def _bases() -> list[Path]:
    """The folders to try, best first: the user's choice, the package itself, the user's cache folder."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return [Path(chosen)]
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return [PACKAGE / "__pycache__", Path(home) / "galecrest"]


def _usable(folder: Path) -> bool:
    probe = folder / f".probe-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except OSError:
        return False
    return True


def _drop_old(base: Path, current: Path) -> None:
    others = [path for path in base.glob(f"{PREFIX}*") if path != current and path.is_dir()]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[KEEP_FOLDERS:]:
        shutil.rmtree(path, ignore_errors=True)


def activate() -> str | None:
    """Point Numba at the folder; to be called before the first kernel is defined.

    Returns:
        A sentence for the user if no folder can be written (kernels are then compiled anew in each process) or if the
        package's own folder cannot and the user's is taken; else None.
    """
    tried = _bases()
    for base in tried:
        folder = base / f"{PREFIX}{_folder_name()}"
        if _usable(folder):
            _drop_old(base, folder)
            numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
            return None if base == tried[0] else f"compiled kernels are kept in {base}: {tried[0]} cannot be written"
    numba.config.CACHE_DIR = ""  # type: ignore[attr-defined]
    return f"compiled kernels cannot be kept: {' and '.join(map(str, tried))} cannot be written"


def is_warm(function: str) -> bool:
    """Whether machine code of the entry point ``function`` is in the folder, so that its first call will be quick."""
    folder = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    return bool(folder) and any(Path(folder).glob(f"*/*.{function}-*.nbc"))
