"""A home, a repository and a manager for every test of worktrees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.paths import Paths
from core.worktrees.manager import WorktreeManager
from tests.core.worktrees.repositories import repository


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "person"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    paths = Paths.from_environment({"SPINNEY_HOME": str(tmp_path / "spinney")})
    paths.create()
    return paths


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    return repository(tmp_path / "sample")


@pytest.fixture
def manager(paths: Paths) -> Iterator[WorktreeManager]:
    made = WorktreeManager(paths)
    yield made
    made.leave_all()
