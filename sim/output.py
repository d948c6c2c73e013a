"""A results folder: tables, ``manifest.json``, ``timing.json``; it appears whole or not at all."""

from __future__ import annotations

import contextlib
import io
import json
import os
import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from sim.errors import GalecrestError, nearest, shown

if TYPE_CHECKING:
    import polars

TABLES = ("cards", "loot", "seats", "games", "policies", "tiles", "mixes")
"""The last two only of runs that draw sides."""
OF_SEVERAL = ("orders", "control", "sweep", "matches", "places", "ratings", "exploitability")
"""Tables of several rule sets or runs that a run has not."""
FORMATS = ("parquet", "csv")
MANIFEST = "manifest.json"
TIMING = "timing.json"
OWN_FILES = {MANIFEST, TIMING, *(f"{table}.{format}" for table in (*TABLES, *OF_SEVERAL) for format in FORMATS)}
"""Every file that galecrest writes into a results folder; --replace touches no folder with others in it."""


def json_text(value: object) -> str:
    """A value as JSON for people: indented, without NaN, with a line end."""
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def encode(frame: polars.DataFrame, format: str) -> bytes:
    """A table as the content of a file; parquet or csv."""
    buffer = io.BytesIO()
    if format == "parquet":
        frame.write_parquet(buffer)
    else:
        frame.write_csv(buffer)
    return buffer.getvalue()


def _write_durably(path: Path, content: bytes) -> None:
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    with contextlib.suppress(OSError):  # some file systems cannot do it to folders
        os.fsync(descriptor)
    os.close(descriptor)


def replace_file(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: until all of it is there, what the path held is kept.

    Raises:
        OSError: it cannot be written.
    """
    new = _sibling(path, "new")
    try:
        _write_durably(new, content)
        new.replace(path)
        _sync_folder(path.parent)
    finally:
        new.unlink(missing_ok=True)  # Ctrl-C comes this way too


def probe_folder(path: Path) -> None:
    """See that a file can be written into the folder of a path.

    Raises:
        OSError: it cannot.
    """
    probe = _sibling(path, "probe")
    probe.touch()
    probe.unlink()


def _sibling(path: Path, role: str) -> Path:
    # Not made from the path's own name, which may be as long as a name can be.
    return path.parent / f".galecrest-{role}-{secrets.token_hex(8)}"


@frozen
class ResultsFolder:
    """Where results go.

    Attributes:
        given: the folder as the user named it.
        path: the same, absolute and without symbolic links.
        format: of the tables, parquet or csv.
        replace: whether results that are there already may be replaced.
    """

    given: str
    path: Path
    format: str
    replace: bool

    @classmethod
    def at(cls, given: str | os.PathLike[str], format: str = "parquet", replace: bool = False) -> ResultsFolder:
        """A folder to which results can be written, as far as can be told before there are any.

        Raises:
            GalecrestError: unknown format, or a folder that cannot or must not be written.
        """
        if format not in FORMATS:
            allowed = " or ".join(FORMATS)
            raise GalecrestError(f"--format {shown(format)}: must be {allowed}{nearest(format, FORMATS)}")
        name = os.fspath(given)
        try:
            path = Path(os.path.realpath(name))
        except ValueError as error:  # a NUL in the name
            raise GalecrestError(f"--out {name!r}: {error}") from None
        folder = cls(name, path, format, replace)
        folder.check()
        return folder

    def refusal(self, reason: object) -> GalecrestError:
        """The error that says why the folder is not written."""
        return GalecrestError(f"--out {self.given!r}: {reason}")

    def check(self) -> None:
        """See that the folder may be written now.

        Raises:
            GalecrestError: with the reason.
        """
        try:
            self._check_place()
            if self.path.exists():
                self._check_content()
            probe = _sibling(self.path, "probe")
            probe.mkdir()
            probe.rmdir()
        except OSError as error:
            raise self.refusal(f"cannot be written: {error.strerror}") from None

    def write(self, tables: Mapping[str, polars.DataFrame], manifest: dict[str, Any], timing: dict[str, Any]) -> None:
        """Write all files, or none.

        They are written into a folder beside it, which then takes its name. Until then, what it held is kept.

        Raises:
            GalecrestError: the folder has come to hold something meanwhile, or cannot be written (full disk).
        """
        files = {f"{name}.{self.format}": encode(frame, self.format) for name, frame in tables.items()}
        files[MANIFEST] = json_text(manifest).encode()
        files[TIMING] = json_text(timing).encode()
        self.check()
        new = _sibling(self.path, "new")
        try:
            new.mkdir()
            for name, content in files.items():
                _write_durably(new / name, content)
            _sync_folder(new)
            self._put_in_place(new)
            _sync_folder(self.path.parent)
        except OSError as error:
            raise self.refusal(f"cannot be written: {error.strerror}") from None
        finally:
            shutil.rmtree(new, ignore_errors=True)  # Ctrl-C comes this way too

    def _check_place(self) -> None:
        if self.path == Path.cwd():
            raise self.refusal("is the current folder; name a new one")
        if os.path.ismount(self.path):
            raise self.refusal("is a mount point, which cannot be written as a whole; name a folder in it")
        if not self.path.parent.is_dir():
            raise self.refusal(f"there is no folder {str(self.path.parent)!r}")
        if os.path.lexists(self.path) and not self.path.is_dir():
            raise self.refusal("is not a folder")

    def _check_content(self) -> None:
        with os.scandir(self.path) as entries:
            found = {entry.name: entry.is_file(follow_symlinks=False) for entry in entries}
        foreign = sorted(name for name, is_file in found.items() if not is_file or name not in OWN_FILES)
        if not found:
            return
        if foreign:
            advice = "--replace only replaces results; " if self.replace else ""
            raise self.refusal(f"holds {foreign[0]!r}, no file of galecrest; {advice}name a new folder")
        if not self.replace:
            state = "results already" if MANIFEST in found else f"half-written results (no {MANIFEST})"
            raise self.refusal(f"holds {state}; add --replace to replace them, or name a new folder")
        if not os.access(self.path, os.W_OK):
            raise self.refusal("holds results that are write-protected")

    def _put_in_place(self, new: Path) -> None:
        if not self.path.exists() or not any(self.path.iterdir()):
            new.rename(self.path)  # fails if something has come to be there since
            return
        old = _sibling(self.path, "old")
        try:
            self.path.rename(old)
            new.rename(self.path)
        except BaseException:
            if old.exists() and not self.path.exists():
                old.rename(self.path)
            raise
        shutil.rmtree(old, ignore_errors=True)
