"""What was judged is what is opened, even if someone swaps it in between."""

from __future__ import annotations

import itertools
import os
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from core.errors import ToolError
from core.permissions.opening import PathChanged, open_for_reading, replace_file


def read(path: Path) -> bytes:
    descriptor = open_for_reading(path)
    with os.fdopen(descriptor, "rb") as stream:
        return stream.read()


def test_an_ordinary_file_is_read(folder: Path) -> None:
    assert read(folder / "README.md") == b"text\n"


def test_a_link_in_the_last_place_or_before_is_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    (folder / "file").symlink_to(tmp_path / "secret")
    (folder / "deep").symlink_to(tmp_path)
    for name in ("file", "deep/secret"):
        with pytest.raises(PathChanged):
            read(folder / name)


def test_pipes_folders_and_devices_are_refused_at_once(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    for path in (folder / "pipe", folder / "src", Path("/dev/null")):
        with pytest.raises((ToolError, IsADirectoryError)):
            read(path)


def test_a_file_is_replaced_whole_and_keeps_its_mode(folder: Path) -> None:
    target = folder / "run.sh"
    target.write_text("old")
    target.chmod(0o755)
    replace_file(target, b"new")
    assert target.read_bytes() == b"new"
    assert target.stat().st_mode & 0o777 == 0o755
    assert not [name for name in os.listdir(folder) if name.startswith(".run.sh")]


def test_missing_folders_are_made(folder: Path) -> None:
    replace_file(folder / "new/deep/file", b"x")
    assert (folder / "new/deep/file").read_bytes() == b"x"


def test_a_link_in_the_way_is_replaced_and_not_followed(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("kept")
    (folder / "file").symlink_to(outside)
    replace_file(folder / "file", b"new")
    assert outside.read_text() == "kept"
    assert (folder / "file").read_text() == "new"


def test_a_folder_swapped_for_a_link_all_the_time_never_leads_outside(
    folder: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    real = folder / "sub"
    real.mkdir()
    stop = threading.Event()

    def swap() -> None:
        for number in itertools.count():
            if stop.is_set():
                return
            os.rename(real, folder / f"kept{number}")
            with suppress(FileExistsError):
                os.symlink(outside, real)
                os.unlink(real)
            with suppress(FileExistsError):
                os.mkdir(real)

    swapper = threading.Thread(target=swap)
    swapper.start()
    written = 0
    try:
        for number in range(300):
            try:
                replace_file(real / f"file{number % 10}", b"x")
                written += 1
            except (PathChanged, FileNotFoundError, FileExistsError):
                pass
    finally:
        stop.set()
        swapper.join()
    assert list(outside.iterdir()) == []
    assert written
