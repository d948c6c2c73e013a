"""A training on disk: the weights file that it makes, and beside it, until that is done, the state to go on from."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from attrs import frozen

from kernels.policies.training import GRADIENT
from sim.errors import GalecrestError, shown
from sim.output import probe_folder, replace_file
from sim.training import LEARNED, Course, Progress, Trainer, Training
from sim.weights import Weights

SUFFIX = ".training"
"""What the state's name has after that of the weights file. It is a NumPy archive (npz)."""

KEEP_EVERY = 10.0
"""Seconds between two times that the state is written."""

_PARTS = ("weights", "means", "squares", "sums")
"""Attributes of a Course with an array for each of ``LEARNED``."""


@frozen
class WeightsFile:
    """Where weights go.

    Attributes:
        given: the file as the user named it.
        path: the same, absolute and without symbolic links.
        replace: whether a file that is there already may be replaced.
    """

    given: str
    path: Path
    replace: bool

    @classmethod
    def at(cls, given: str | os.PathLike[str], replace: bool = False) -> WeightsFile:
        """A file that can be written, as far as can be told before there is anything to write.

        Raises:
            GalecrestError: it cannot or must not be written.
        """
        name = os.fspath(given)
        try:
            path = Path(os.path.realpath(name))
            file = cls(name, path, replace)
            file._check()
        except OSError as error:
            raise GalecrestError(f"{name!r}: cannot be written: {error.strerror}") from None
        except ValueError as error:  # a NUL in the name
            raise GalecrestError(f"{name!r}: {error}") from None
        return file

    @property
    def state(self) -> Path:
        """The file of the state."""
        return self.path.with_name(self.path.name + SUFFIX)

    def train(
        self, training: Training, report: Callable[[str], None] | None = None, progress: Progress | None = None
    ) -> Weights:
        """Train, from where an interrupted training came to, and write the weights; arguments and errors as for ``sim.train``."""
        tell = report or (lambda _: None)
        trainer = Trainer(training)
        kept = self._read(training)
        if kept:
            trainer.course = kept
            tell(f"goes on after round {kept.rounds:,} of {training.rounds:,}, from {str(self.state)!r}")
        elif training.against_weights and training.start is training.against_weights:
            tell(f"starts from the weights of {training.against.name!r}" if training.against else "")
        if progress:
            progress(trainer.course.rounds * training.games.games, None)
        kept_at = perf_counter()

        def keep_now_and_then() -> None:
            nonlocal kept_at
            if perf_counter() - kept_at >= KEEP_EVERY:
                self._keep(trainer.course, training)
                kept_at = perf_counter()

        before = trainer.course
        try:
            trainer.run(progress, keep_now_and_then)
            weights = trainer.weights()
            text = weights.text().encode()
        except KeyboardInterrupt:
            if trainer.course is not before:
                self._keep(trainer.course, training)
            if trainer.course.rounds:
                rounds = f"{trainer.course.rounds:,} of {training.rounds:,} rounds"
                tell(f"{rounds} are kept in {str(self.state)!r}: the same command goes on from there")
            raise
        self._write(text, trainer.course, training)
        return weights

    def _check(self) -> None:
        if not self.path.parent.is_dir():
            raise GalecrestError(f"{self.given!r}: there is no folder {str(self.path.parent)!r}")
        if os.path.lexists(self.path):
            if not self.path.is_file():
                raise GalecrestError(f"{self.given!r}: is not a file")
            if not self.replace:
                raise GalecrestError(f"{self.given!r}: is there already; add --replace to replace it, or name another file")
        probe_folder(self.path)

    def _write(self, text: bytes, course: Course, training: Training) -> None:
        """Write the weights file and remove the state; if it cannot be written, keep the state, which took long to make.

        Another training may have written to the same files since this one began: what it has made is not touched.
        """
        try:
            self._check()
            self._read(training)
        except GalecrestError:
            self._keep(course, training)
            raise
        try:
            replace_file(self.path, text)
            self.state.unlink(missing_ok=True)
        except OSError as error:
            self._keep(course, training)
            raise GalecrestError(f"{self.given!r}: cannot be written: {error.strerror}") from None

    def _keep(self, course: Course, training: Training) -> None:
        """Write the state, but not over that of another training.

        Raises:
            GalecrestError: there is one, or it cannot be written.
        """
        self._read(training)
        arrays = {f"{part}.{name}": getattr(course, part)[name] for part in _PARTS for name in LEARNED}
        content = io.BytesIO()
        np.savez(content, manifest=json.dumps(training.manifest()), rounds=course.rounds, masses=course.masses, **arrays)
        try:
            replace_file(self.state, content.getvalue())
        except OSError as error:
            raise GalecrestError(f"{str(self.state)!r}: cannot be written: {error.strerror}") from None

    def _read(self, training: Training) -> Course | None:
        """The state of this training; None if there is no file.

        Raises:
            GalecrestError: it cannot be read, is damaged, or is of another training.
        """
        name = repr(str(self.state))
        try:
            content = self.state.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise GalecrestError(f"{name}: cannot be read: {error.strerror}") from None
        try:
            manifest, course = _parsed(content)
        except Exception:  # damaged files raise whatever unpacking and decoding may raise
            raise GalecrestError(
                f"{name}: is no state of a training, or damaged; remove it, or name another weights file"
            ) from None
        for key, value in training.manifest().items():
            found = manifest.pop(key, None)
            if found != value:
                reason = f"is of another training ({key} {shown(found)}, not {shown(value)})"
                raise GalecrestError(f"{name}: {reason}; train with its options, remove it, or name another weights file")
        if manifest or course.rounds > training.rounds:
            raise GalecrestError(f"{name}: is of another training; remove it, or name another weights file")
        return course


def _parsed(content: bytes) -> tuple[dict[str, Any], Course]:
    """The manifest and the course of a state.

    Raises:
        Exception: of any kind, if it is none.
    """
    with np.load(io.BytesIO(content), allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    parts = {part: {name: _checked(arrays[f"{part}.{name}"], GRADIENT[name].shape) for name in LEARNED} for part in _PARTS}
    rounds = int(arrays["rounds"])
    if rounds < 1:
        raise ValueError("no rounds")
    return dict(json.loads(str(arrays["manifest"]))), Course(rounds, masses=_checked(arrays["masses"], (2,)), **parts)


def _checked(array: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    if array.dtype != np.float64 or array.shape != shape or not np.isfinite(array).all():
        raise ValueError("not such numbers")
    return array
