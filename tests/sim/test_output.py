"""Results folders: whole or not at all, and nobody else's files."""

import errno
import json
import os
import shutil
import subprocess

import polars
import pytest

from sim import output
from sim.errors import GalecrestError
from sim.output import ResultsFolder

TABLES = {name: polars.DataFrame({"name": [name, None], "share": [0.5, None]}) for name in output.TABLES}
PARQUET = sorted(
    [
        "manifest.json",
        "timing.json",
        *(f"{name}.parquet" for name in ("cards", "loot", "seats", "games", "policies", "tiles", "mixes")),
    ]
)


def write(folder, *, seed=0, **options):
    ResultsFolder.at(folder, **options).write(TABLES, {"seed": seed}, {"seconds": 1})


def seed_of(folder):
    return json.loads((folder / "manifest.json").read_text())["seed"]


def refusal(folder, **options):
    with pytest.raises(GalecrestError) as caught:
        ResultsFolder.at(folder, **options)
    message = str(caught.value)
    assert message.startswith(f"--out {str(folder)!r}: ")
    assert message.isprintable()
    return message.partition(": ")[2]


@pytest.fixture
def full_disk(monkeypatch):
    """Files can be opened but not written."""

    def fsync(descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fsync)


def test_the_files_of_a_results_folder(tmp_path):
    write(tmp_path / "new")
    assert sorted(os.listdir(tmp_path / "new")) == PARQUET
    assert polars.read_parquet(tmp_path / "new" / "loot.parquet").equals(TABLES["loot"])
    assert os.listdir(tmp_path) == ["new"]


def test_csv(tmp_path):
    write(tmp_path / "new", format="csv")
    assert (tmp_path / "new" / "cards.csv").read_text() == "name,share\ncards,0.5\n,\n"
    assert polars.read_csv(tmp_path / "new" / "seats.csv").equals(TABLES["seats"])


def test_folders_are_readable_as_others_are(tmp_path):
    (tmp_path / "other").mkdir()
    write(tmp_path / "new")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_an_empty_folder_is_taken(tmp_path):
    (tmp_path / "empty").mkdir()
    write(tmp_path / "empty")
    assert sorted(os.listdir(tmp_path / "empty")) == PARQUET


def test_results_stay_unless_replaced(tmp_path):
    write(tmp_path / "old", seed=1)
    assert refusal(tmp_path / "old") == ("holds results already; add --replace to replace them, or name a new folder")
    write(tmp_path / "old", seed=2, replace=True, format="csv")
    assert seed_of(tmp_path / "old") == 2
    assert not (tmp_path / "old" / "cards.parquet").exists()
    assert os.listdir(tmp_path) == ["old"]


def test_half_written_results_are_called_so(tmp_path):
    write(tmp_path / "half")
    (tmp_path / "half" / "manifest.json").unlink()
    assert refusal(tmp_path / "half").startswith("holds half-written results (no manifest.json); add --replace")
    write(tmp_path / "half", replace=True)
    assert sorted(os.listdir(tmp_path / "half")) == PARQUET


@pytest.mark.parametrize("name", ["notes.txt", "cards.parquet/", ".hidden"])
def test_folders_with_other_files_are_never_touched(tmp_path, name):
    write(tmp_path / "mine")
    (tmp_path / "mine" / "cards.parquet").unlink()
    if name.endswith("/"):
        (tmp_path / "mine" / name).mkdir()
    else:
        (tmp_path / "mine" / name).touch()
    for replace in (False, True):
        assert repr(name.rstrip("/")) in refusal(tmp_path / "mine", replace=replace)
    assert (tmp_path / "mine" / name).exists()


def test_places_that_cannot_be_a_folder(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    assert refusal(tmp_path / "file") == "is not a folder"
    assert refusal(tmp_path / "file" / "x") == f"there is no folder {str(tmp_path / 'file')!r}"
    assert refusal(tmp_path / "a" / "b") == f"there is no folder {str(tmp_path / 'a')!r}"
    assert refusal(tmp_path / ("n" * 300)) == "cannot be written: File name too long"
    assert refusal("new\0") == "embedded null byte"
    assert refusal("/", replace=True).startswith("is a mount point")
    monkeypatch.chdir(tmp_path)
    assert refusal("") == refusal(".") == "is the current folder; name a new one"
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs a folder in which root cannot make one")
def test_an_unwritable_parent():
    assert refusal("/proc/new").startswith("cannot be written: ")


def test_write_protected_results(tmp_path, monkeypatch):
    write(tmp_path / "old")
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write anything
    assert refusal(tmp_path / "old", replace=True) == "holds results that are write-protected"


def test_a_link_is_followed(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    write(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert sorted(os.listdir(tmp_path / "real")) == PARQUET
    (tmp_path / "loop").symlink_to("loop")
    assert refusal(tmp_path / "loop") == "is not a folder"


def test_formats():
    with pytest.raises(GalecrestError, match=r"^--format 'parket': must be parquet or csv; did you mean 'parquet'\?$"):
        ResultsFolder.at("new", "parket")


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_leaves_nothing(tmp_path):
    with pytest.raises(GalecrestError, match=r"^--out '.*new': cannot be written: No space left on device$"):
        write(tmp_path / "new")
    assert os.listdir(tmp_path) == []


def test_a_full_disk_leaves_what_was_there(tmp_path, request):
    write(tmp_path / "old", seed=1)
    request.getfixturevalue("full_disk")
    with pytest.raises(GalecrestError, match="No space left"):
        write(tmp_path / "old", seed=2, replace=True)
    assert os.listdir(tmp_path) == ["old"]
    assert seed_of(tmp_path / "old") == 1


def test_a_disk_that_is_really_full(tmp_path):
    if shutil.which("mount") is None or os.geteuid() != 0:
        pytest.skip("only root can make a small disk")
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8k", "none", tmp_path], capture_output=True)
    if made.returncode:
        pytest.skip("no leave to mount")
    try:
        with pytest.raises(GalecrestError, match="No space left on device"):
            write(tmp_path / "new")
        assert os.listdir(tmp_path) == []
    finally:
        subprocess.run(["umount", tmp_path], check=True)


@pytest.mark.parametrize("rename", [1, 2])
@pytest.mark.parametrize("failure", [KeyboardInterrupt, OSError(errno.EIO, "Input/output error")])
def test_a_replacement_that_fails_is_undone(tmp_path, monkeypatch, rename, failure):
    write(tmp_path / "old", seed=1)
    real, calls = os.rename, []

    def failing(*paths):
        calls.append(paths)
        if len(calls) == rename:
            raise failure
        real(*paths)

    monkeypatch.setattr(os, "rename", failing)
    with pytest.raises((KeyboardInterrupt, GalecrestError)):
        write(tmp_path / "old", seed=2, replace=True)
    assert os.listdir(tmp_path) == ["old"]
    assert seed_of(tmp_path / "old") == 1


def test_results_that_came_meanwhile_stay(tmp_path):
    late = ResultsFolder.at(tmp_path / "new")
    write(tmp_path / "new", seed=1)
    with pytest.raises(GalecrestError, match="holds results already"):
        late.write(TABLES, {"seed": 2}, {})
    assert seed_of(tmp_path / "new") == 1
    assert os.listdir(tmp_path) == ["new"]
