from __future__ import annotations

import itertools
import os
import shutil
import stat
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import ToolError
from core.files import (
    HASH_LIMIT,
    FileLedger,
    PathMoved,
    exclusively,
    open_beneath,
    read_resolved,
    remove_beneath,
    write_beneath,
    write_resolved,
)
from core.text import decode, looks_binary, unified_diff
from core.tools.apply_patch import apply_hunks
from core.tools.patch_format import parse_patch


def test_a_write_is_whole_and_keeps_the_mode(tmp_path: Path) -> None:
    write_beneath(tmp_path, "a/b/c.txt", b"one", 0o640)
    path = tmp_path / "a/b/c.txt"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.chmod(0o755)
    inode = path.stat().st_ino
    write_beneath(tmp_path, "a/b/c.txt", b"two")
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o755
    assert path.stat().st_ino != inode
    assert os.listdir(path.parent) == ["c.txt"]


def test_owner_and_attributes_stay(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("x")
    if os.geteuid() == 0:
        os.chown(path, 1234, 1234)
    try:
        os.setxattr(path, "user.note", b"kept")
        has_attributes = True
    except OSError:
        has_attributes = False
    write_resolved(path.resolve(), b"y")
    if os.geteuid() == 0:
        assert path.stat().st_uid == 1234
    if has_attributes:
        assert os.getxattr(path, "user.note") == b"kept"


def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_beneath(tmp_path, "a", b"new")
    assert (tmp_path / "a").read_text() == "old"
    assert os.listdir(tmp_path) == ["a"]


def test_links_are_never_followed(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    (outside / "f").write_text("safe")
    (inside / "folder").symlink_to(outside)
    (inside / "file").symlink_to(outside / "f")
    for name in ("folder/f", "file"):
        with pytest.raises(PathMoved):
            os.close(open_beneath(inside, name, os.O_RDONLY))
        with pytest.raises(PathMoved):
            write_beneath(inside, name, b"evil")
    with pytest.raises(PathMoved):
        remove_beneath(inside, "folder/f")
    assert (outside / "f").read_text() == "safe"
    for wrong in ("../x", "/etc/passwd", "", "."):
        with pytest.raises(ValueError, match="not a path below"):
            open_beneath(inside, wrong, os.O_RDONLY)


def test_folders_and_devices_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    os.mkfifo(tmp_path / "p")
    with pytest.raises(IsADirectoryError):
        write_beneath(tmp_path, "d", b"x")
    with pytest.raises(OSError, match="Invalid"):
        write_beneath(tmp_path, "p", b"x")
    with pytest.raises(ToolError, match="not a regular file"):
        read_resolved((tmp_path / "p").resolve())


@pytest.mark.parametrize("swapped", ["folder", "file"])
def test_a_thousand_writes_against_swapped_links_never_escape(tmp_path: Path, swapped: str) -> None:
    root, outside, spare = tmp_path / "root", tmp_path / "outside", tmp_path / "spare"
    for folder in (root / "d", outside, spare):
        folder.mkdir(parents=True)
    (root / "d/f").write_text("inside")
    (outside / "f").write_text("untouched")
    stop = threading.Event()
    victim = root / "d" if swapped == "folder" else root / "d/f"
    away = spare / "kept"
    goal = outside if swapped == "folder" else outside / "f"

    def swap() -> None:
        while not stop.is_set():
            try:
                os.rename(victim, away)
                os.symlink(goal, victim)
                os.unlink(victim)
                os.rename(away, victim)
            except OSError:
                # A write has filled the gap: go on with what it made.
                if victim.is_symlink():
                    victim.unlink()
                if away.is_dir():
                    shutil.rmtree(away, ignore_errors=True)
                else:
                    away.unlink(missing_ok=True)
                (root / "d").mkdir(exist_ok=True)

    thread = threading.Thread(target=swap)
    thread.start()
    written = refused = 0
    begun = time.monotonic()
    try:
        for number in itertools.count():
            try:
                write_beneath(root, "d/f", b"%d" % number)
                written += 1
            except (PathMoved, OSError):
                refused += 1
            passed = time.monotonic() - begun
            # Until they have met at least once, however the system shares out its time.
            if (number >= 1000 or (passed > 5 and number > 300)) and (
                (written and refused) or passed > 60
            ):
                break
    finally:
        stop.set()
        thread.join()
    assert (outside / "f").read_text() == "untouched"
    assert os.listdir(outside) == ["f"]
    assert written
    assert refused


def test_the_ledger_notices_content_not_times(tmp_path: Path) -> None:
    ledger, path = FileLedger(), tmp_path / "a"
    path.write_bytes(b"one")
    assert ledger.seen(path) is None
    assert ledger.changed(path, b"one", path.stat())
    ledger.remember(path, path.stat(), b"one")
    os.utime(path, (1, 1))
    assert not ledger.changed(path, b"one", path.stat())
    before = path.stat()
    path.write_bytes(b"eno")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert ledger.changed(path, b"eno", path.stat())
    fork = ledger.copy()
    ledger.forget(path)
    assert fork.paths() == [path]
    assert ledger.paths() == []


def test_large_files_are_recognised_without_their_content(tmp_path: Path) -> None:
    ledger, path = FileLedger(), tmp_path / "a"
    path.touch()
    os.truncate(path, HASH_LIMIT + 1)
    ledger.remember(path, path.stat(), None)
    assert not ledger.changed(path, b"", path.stat())
    os.truncate(path, HASH_LIMIT + 2)
    assert ledger.changed(path, b"", path.stat())


def test_writers_of_one_file_take_turns(tmp_path: Path) -> None:
    path = tmp_path / "n"
    path.write_text("0")

    def add() -> None:
        for _ in range(50):
            with exclusively(path):
                path.write_text(str(int(path.read_text()) + 1))

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_text() == "200"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"plain\n",
        b"no end",
        b"\xef\xbb\xbfmarked\n",
        b"a\r\nb\nc\r\n",
        "\ufeffgrün\r\n".encode("utf-16-le"),
        "\ufeffgrün\n".encode("utf-16-be"),
        "\ufeffx\n".encode("utf-32-le"),
        b"caf\xe9\n",
        "grün ".encode() + b"\xff\n",
        b"\xff\xfeodd",
        b"lone\rreturns\r",
    ],
)
def test_text_goes_back_to_the_very_same_bytes(data: bytes) -> None:
    text = decode(data)
    assert text.encode(text.text) == data


def test_guessed_encodings_are_marked() -> None:
    assert decode(b"caf\xe9").certain is False
    assert decode(b"caf\xe9").encoding == "latin-1"
    assert decode("café".encode()).certain is True


def test_binary_is_told_from_text() -> None:
    assert looks_binary(b"\x7fELF\x00\x01")
    assert looks_binary(bytes(range(32)) * 8)
    assert not looks_binary("grün\t\x1b[0m\n".encode())
    assert not looks_binary("\ufeffhi".encode("utf-16-le"))
    assert not looks_binary(b"")


def test_a_diff_counts_its_lines() -> None:
    diff, additions, deletions = unified_diff("a.txt", "one\ntwo", "one\n2\n--x\n")
    assert (additions, deletions) == (2, 1)
    assert diff.startswith("--- a/a.txt\n+++ b/a.txt\n")
    assert "-two\n\\ No newline at end of file\n" in diff


@given(
    st.lists(st.sampled_from("abcd\u00fc"), max_size=30),
    st.lists(st.sampled_from("abcde"), max_size=30),
)
def test_a_diff_applied_gives_the_new_text(old: list[str], new: list[str]) -> None:
    before, after = "".join(f"{x}\n" for x in old), "".join(f"{x}\n" for x in new)
    diff, additions, deletions = unified_diff("a", before, after)
    assert len(old) + additions - deletions == len(new)
    if before != after:
        if old and new:
            (patch,) = parse_patch(diff)
            assert apply_hunks(before, patch.hunks, "a") == after
    else:
        assert diff == ""


def test_very_large_rewrites_are_compared_in_bounded_time() -> None:
    old = "".join(f"{i}\n" for i in range(40_000))
    new = "".join(f"{i * 7 % 40_009}\r\n" for i in range(40_000))
    began = time.monotonic()
    _, additions, deletions = unified_diff("a", old, new)
    decode(old.encode() + b"x\r\n").encode(new)
    assert time.monotonic() - began < 3
    assert additions == deletions == 40_000


def test_files_full_of_equal_lines_are_compared_in_bounded_time() -> None:
    def code(letter: str) -> str:
        return "".join(f"{letter}{i}\n" if i % 2 else "}\n" for i in range(1900))

    began = time.monotonic()
    unified_diff("a", code("x"), code("y"))
    assert time.monotonic() - began < 3
