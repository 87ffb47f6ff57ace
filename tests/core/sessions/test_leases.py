"""A lease lives as long as its process, and only one other may deal with it afterwards."""

from __future__ import annotations

import os
from pathlib import Path

from core.locks import FileLock
from core.sessions.leases import Lease, claim, left_behind


def test_a_held_lease_cannot_be_claimed_and_a_released_one_leaves_nothing(tmp_path: Path) -> None:
    lease = Lease.take(tmp_path)
    assert claim(tmp_path, lease.name) is None
    assert left_behind(tmp_path) == []
    lease.release()
    assert list(tmp_path.iterdir()) == []


def test_a_lease_left_behind_is_claimed_by_one_only(tmp_path: Path) -> None:
    (tmp_path / "lease_dead-1.lease").touch()
    assert left_behind(tmp_path) == ["lease_dead-1"]
    first = claim(tmp_path, "lease_dead-1")
    assert first is not None
    assert claim(tmp_path, "lease_dead-1") is None
    first.abandon()
    again = claim(tmp_path, "lease_dead-1")
    assert again is not None
    again.settle()
    assert left_behind(tmp_path) == []


def test_a_lease_without_a_file_is_dead(tmp_path: Path) -> None:
    held = claim(tmp_path, "lease_gone-1")
    assert held is not None
    assert claim(tmp_path, "lease_gone-1") is None
    held.settle()


def test_a_name_that_leads_elsewhere_is_no_lease(tmp_path: Path) -> None:
    assert claim(tmp_path, "../x") is None
    assert claim(tmp_path, "") is None


def test_a_file_removed_before_it_is_locked_does_not_count(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """Between making the file and locking it another process may have cleaned it away."""
    opened = os.open
    raced: list[str] = []

    def open_and_lose(path, flags, mode=0o777):  # type: ignore[no-untyped-def]
        descriptor = opened(path, flags, mode)
        if not raced:
            raced.append(str(path))
            os.unlink(path)
        return descriptor

    monkeypatch.setattr(os, "open", open_and_lose)
    lease = Lease.take(tmp_path)
    assert str(tmp_path / f"{lease.name}.lease") != raced[0]
    assert FileLock.acquire(tmp_path / f"{lease.name}.lease") is None
    lease.release()
