"""A file lock excludes everyone else and ends with its process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from core.locks import FileLock
from core.paths import ROOT

HOLDER = """
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from core.locks import FileLock
lock = FileLock.acquire(Path(sys.argv[2]))
print("held" if lock else "refused", flush=True)
sys.stdin.read()
"""


def holder(path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-I", "-c", HOLDER, str(ROOT), str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_lock_is_held_until_released(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    lock = FileLock.acquire(path)
    assert lock is not None
    assert FileLock.acquire(path) is None
    lock.release()
    again = FileLock.acquire(path)
    assert again is not None
    again.release(remove=True)
    assert not path.exists()


def test_a_missing_file_is_not_made_when_only_looking(tmp_path: Path) -> None:
    assert FileLock.acquire(tmp_path / "none", create=False) is None
    assert not (tmp_path / "none").exists()


def test_waiting_ends_after_its_time(tmp_path: Path) -> None:
    lock = FileLock.acquire(tmp_path / "a.lock")
    assert lock is not None
    assert FileLock.wait(tmp_path / "a.lock", 0.05) is None
    lock.release()
    waited = FileLock.wait(tmp_path / "a.lock", 0.05)
    assert waited is not None
    waited.release()


def test_a_killed_process_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    with holder(path) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        assert FileLock.acquire(path) is None
        process.kill()
        process.wait()
    lock = FileLock.acquire(path)
    assert lock is not None
    lock.release()
