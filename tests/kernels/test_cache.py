"""``_cache``: where compiled kernels are kept, and that an edit anywhere is seen in the next run."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from kernels import _cache, _jit
from kernels._jit import JIT

KERNELS = Path(_cache.__file__).parent
FILES = sorted(path.relative_to(KERNELS).as_posix() for path in KERNELS.rglob("*.py"))


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A copy of the package that ``_cache`` takes for its own; nothing of the machine's folders is touched."""
    copy = tmp_path / "site" / "kernels"
    shutil.copytree(KERNELS, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(_cache, "PACKAGE", copy)
    monkeypatch.setattr(numba.config, "CACHE_DIR", numba.config.CACHE_DIR)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    _cache.fingerprint.cache_clear()
    yield copy
    _cache.fingerprint.cache_clear()


def fingerprint():
    _cache.fingerprint.cache_clear()
    return _cache.fingerprint()


def test_the_fingerprint_is_a_sha256_of_the_sources(package):
    first = fingerprint()
    assert len(bytes.fromhex(first)) == 32
    assert fingerprint() == first
    # what is no source does not count
    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "bits.cpython-311.pyc").write_bytes(b"x")
    (package / "py.typed").write_text("x")
    assert fingerprint() == first


@pytest.mark.parametrize("file", FILES)
def test_the_fingerprint_changes_with_any_file(package, file):
    before = fingerprint()
    path = package / file
    text = path.read_bytes()
    path.write_bytes(text + b"\n")
    assert fingerprint() != before
    path.write_bytes(text)
    assert fingerprint() == before


def test_the_fingerprint_changes_with_a_files_name_or_a_new_file(package):
    before = fingerprint()
    (package / "masks.py").rename(package / "mask.py")
    renamed = fingerprint()
    (package / "mask.py").rename(package / "masks.py")
    (package / "policies" / "more.py").write_text("")
    assert len({before, renamed, fingerprint()}) == 3


def test_the_folder_depends_on_sources_and_numba_settings_but_not_on_its_own_place(package, monkeypatch):
    before = _cache._folder_name()
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/elsewhere")
    assert _cache._folder_name() == before
    monkeypatch.setenv("NUMBA_OPT", "1")
    other = _cache._folder_name()
    (package / "bits.py").write_text("")
    _cache.fingerprint.cache_clear()
    assert len({before, other, _cache._folder_name()}) == 3


@pytest.mark.parametrize("library", ["numba", "llvmlite", "numpy", "python"])
def test_the_folder_depends_on_the_versions_of_what_compiles(package, monkeypatch, library):
    before = _cache._folder_name()
    if library == "python":
        monkeypatch.setattr(sys, "version", "3.99")
    else:
        monkeypatch.setattr(
            {"numba": _cache.numba, "llvmlite": _cache.llvmlite, "numpy": _cache.np}[library], "__version__", "99"
        )
    assert _cache._folder_name() != before


def test_the_package_itself_is_the_usual_place(package):
    assert _cache.activate() is None
    folder = Path(numba.config.CACHE_DIR)
    assert folder == package / "__pycache__" / f"{_cache.PREFIX}{_cache._folder_name()}"
    assert list(folder.iterdir()) == []


def test_numba_cache_dir_is_the_users_choice(package, tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "chosen"))
    assert _cache.activate() is None
    assert Path(numba.config.CACHE_DIR).parent == tmp_path / "chosen"


def test_a_read_only_package_falls_back_to_the_users_cache_folder(package, tmp_path):
    """A file in the place of the folder cannot be written to, even by root."""
    (package / "__pycache__").write_text("")
    place = tmp_path / "home" / ".cache" / "galecrest"
    assert _cache.activate() == f"compiled kernels are kept in {place}: {package / '__pycache__'} cannot be written"
    assert Path(numba.config.CACHE_DIR).parent == place


def test_the_users_cache_folder_follows_xdg(package, tmp_path, monkeypatch):
    (package / "__pycache__").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert str(tmp_path / "xdg" / "galecrest") in _cache.activate()


def test_with_no_place_at_all_kernels_are_not_kept(package, tmp_path):
    (package / "__pycache__").write_text("")
    (tmp_path / "home").write_text("")
    message = _cache.activate()
    assert message == (
        f"compiled kernels cannot be kept: {package / '__pycache__'} and {tmp_path / 'home' / '.cache' / 'galecrest'} "
        "cannot be written"
    )
    assert numba.config.CACHE_DIR == ""
    assert not _cache.is_warm("step")


def test_a_chosen_place_that_cannot_be_written_is_named(package, tmp_path, monkeypatch):
    (tmp_path / "chosen").write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "chosen"))
    assert _cache.activate() == f"compiled kernels cannot be kept: {tmp_path / 'chosen'} cannot be written"


def test_of_other_versions_folders_the_newest_are_left(package):
    """Eight older folders and a file of such a name: the six newest folders, the new one and the file stay."""
    base = package / "__pycache__"
    for age in range(8):
        folder = base / f"{_cache.PREFIX}{age}"
        folder.mkdir(parents=True)
        (folder / "x.nbc").write_text("")
        os.utime(folder, (1_000_000 - age, 1_000_000 - age))
    (base / f"{_cache.PREFIX}file").write_text("")
    (base / "other").mkdir()
    assert _cache.activate() is None
    left = {path.name for path in base.iterdir()}
    assert left == {f"{_cache.PREFIX}{age}" for age in range(6)} | {
        f"{_cache.PREFIX}{_cache._folder_name()}",
        f"{_cache.PREFIX}file",
        "other",
    }


def test_warm_means_that_the_entrys_machine_code_is_there(package):
    _cache.activate()
    assert not _cache.is_warm("step")
    folder = Path(numba.config.CACHE_DIR) / "kernels_0"
    folder.mkdir()
    (folder / "engine.begin_traced-20.py311.1.nbc").write_text("")
    assert _cache.is_warm("begin_traced")
    assert not _cache.is_warm("step")


def run(site, home, code, **environment):
    """A new process with a copy of the package and another home; what it prints."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "XDG_", "COV"))}
    variables |= {"HOME": str(home), "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1", **environment}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=variables, cwd=site, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")[:-1]


def test_a_new_process_says_one_line_about_the_fallback(package, tmp_path):
    (package / "__pycache__").write_text("")
    code = "import kernels; print(kernels.NOTICE); import numba; print(numba.config.CACHE_DIR); print(kernels.__file__)"
    notice, folder, file = run(package.parent, tmp_path / "home", code, NUMBA_DISABLE_JIT="1")
    place = tmp_path / "home" / ".cache" / "galecrest"
    assert notice == f"compiled kernels are kept in {place}: {package / '__pycache__'} cannot be written"
    assert Path(folder).parent == place
    assert Path(file) == package / "__init__.py"


DEAL = """
import hashlib
import numpy as np
import kernels
from kernels import _cache, engine
from kernels.rule_record import rules_record
from kernels.state import GAME
warm = _cache.is_warm("begin_traced")
games = np.zeros(1, GAME)
engine.begin_traced(1, 2, 4, rules_record(), games)
print(warm, hashlib.sha256(games.tobytes()).hexdigest())
"""


@pytest.mark.skipif(not JIT, reason="without the JIT there is no machine code to be stale")
def test_an_edit_is_seen_in_the_next_run_though_the_cache_is_warm(package, tmp_path):
    """The set-up of a game, its smallest entry point: cold, warm, then with one number changed in two files in turn.

    ``voyage.cards`` of the catalog says how far the deck is shuffled; a constant of ``rng`` is frozen into the machine code.
    """

    def deal():
        ((warm, record),) = [line.split() for line in run(package.parent, tmp_path / "home", DEAL)]
        return warm == "True", record

    def edit(file, old, new):
        text = (package / file).read_text()
        assert text.count(old) == 1
        (package / file).write_text(text.replace(old, new))

    cold, first = deal()
    assert not cold
    assert deal() == (True, first)
    edit("catalog.py", '"voyage.cards", 6,', '"voyage.cards", 7,')
    warm, second = deal()
    assert not warm
    assert second != first
    edit("rng.py", "0xBF58_476D_1CE4_E5B9", "0xBF58_476D_1CE4_E5BB")
    warm, third = deal()
    assert not warm
    assert len({first, second, third}) == 3
    # back to the first sources: their machine code is still there
    edit("rng.py", "0xBF58_476D_1CE4_E5BB", "0xBF58_476D_1CE4_E5B9")
    edit("catalog.py", '"voyage.cards", 7,', '"voyage.cards", 6,')
    assert deal() == (True, first)


def test_kept_code_that_cannot_be_used_costs_a_compilation_and_nothing_else(tmp_path):
    """Whatever reading or writing it raises, the caller gets None, as for code that is not there; its files are gone, no others."""
    (tmp_path / "x").mkdir()
    for name in ("engine.step-7.nbi", "x/engine.step-7.1.nbc", "x/engine.solo_step-9.1.nbc"):
        (tmp_path / name).write_bytes(b"damaged")

    def read(signature):
        raise EOFError(signature)

    assert _jit._forgiving(read, str(tmp_path), "*.step-*.nb?")("signature") is None
    assert [path.name for path in tmp_path.rglob("*.nb?")] == ["engine.solo_step-9.1.nbc"]
    assert _jit._forgiving(lambda signature: signature, str(tmp_path), "*")("code") == "code"


@pytest.mark.skipif(not _jit.JIT, reason="nothing is compiled")
def test_without_a_folder_nothing_is_kept_anywhere(monkeypatch):
    """Numba's own places would not see an edit of another file."""
    monkeypatch.setattr(_cache.numba.config, "CACHE_DIR", "")
    assert type(_jit.entry(lambda: 1)._cache).__name__ == "NullCache"
