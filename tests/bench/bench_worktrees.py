"""Worktrees against bare git in the same run: making them, looking at them, the bin."""

from __future__ import annotations

import asyncio
import os
import subprocess
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from core.paths import Paths
from core.worktrees.manager import WorktreeManager
from core.worktrees.merge import Merging
from core.worktrees.models import Worktree
from tests.core.worktrees.repositories import repository, sh

FILES = int(os.environ.get("BENCH_WORKTREE_FILES", "20000"))
COUNT = int(os.environ.get("BENCH_WORKTREES", "20"))

pytestmark = [pytest.mark.bench, pytest.mark.timeout(1800)]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    names = {f"part{n % 211}/file{n}.txt": f"file {n}\n" * 20 for n in range(FILES)}
    folder = repository(tmp_path / "large", names)
    sh(folder, "repack", "-adq")
    os.sync()
    return folder


def bare(checkout: Path, target: Path) -> float:
    began = time.perf_counter()
    subprocess.run(
        ["git", "worktree", "add", "--quiet", "-b", target.name, str(target), "HEAD"],
        cwd=checkout,
        check=True,
    )
    return time.perf_counter() - began


async def timed(work: Callable[[], Awaitable[object]]) -> float:
    began = time.perf_counter()
    await work()
    return time.perf_counter() - began


async def test_creation_against_bare_git(tmp_path: Path, checkout: Path) -> None:
    """Both one after the other and taking turns, so that what else the machine does hits both."""
    paths = Paths.from_environment({"SPINNEY_HOME": str(tmp_path / "home")})
    paths.create()
    manager = WorktreeManager(paths)
    await manager.create(checkout, "warm up")
    plain = ours = 0.0
    made: list[Worktree] = []
    for number in range(COUNT):
        plain += await asyncio.to_thread(bare, checkout, tmp_path / f"bare{number}")

        async def create(number: int = number) -> None:
            made.append(await manager.create(checkout, f"bench {number}"))

        ours += await timed(create)
        # As many trees as there are then, so that the disk's cache holds the same for both.
        sh(checkout, "worktree", "remove", "--force", str(tmp_path / f"bare{number}"))
    print(f"\n{COUNT} worktrees of {FILES} files, one by one")
    print(f"  bare git {plain:.2f} s, ours {ours:.2f} s, ratio {ours / plain:.2f}")
    await _look(manager, made)


async def test_creation_together(tmp_path: Path, checkout: Path) -> None:
    paths = Paths.from_environment({"SPINNEY_HOME": str(tmp_path / "home")})
    paths.create()
    manager = WorktreeManager(paths)
    plain = 0.0
    for number in range(COUNT):
        plain += await asyncio.to_thread(bare, checkout, tmp_path / f"bare{number}")
    for number in range(COUNT):
        sh(checkout, "worktree", "remove", "--force", str(tmp_path / f"bare{number}"))
    ready: list[float] = []
    began = time.perf_counter()

    async def create(number: int) -> None:
        await manager.create(checkout, f"bench {number}")
        ready.append(time.perf_counter() - began)

    await asyncio.gather(*(create(number) for number in range(COUNT)))
    print(f"\n{COUNT} worktrees of {FILES} files, asked for at once")
    print(f"  bare git {plain:.2f} s, ours {ready[-1]:.2f} s, ratio {ready[-1] / plain:.2f}")
    print(f"  the first was ready after {ready[0]:.2f} s")


async def _look(manager: WorktreeManager, made: list[Worktree]) -> None:
    merging = Merging(manager)
    worktree = made[0]
    (worktree.folder / "new.txt").write_text("new\n")
    print(f"  status    {await timed(lambda: manager.status(worktree)) * 1000:7.1f} ms")
    print(f"  changes   {await timed(lambda: merging.changes(worktree)) * 1000:7.1f} ms")
    print(f"  forecast  {await timed(lambda: merging.forecast(worktree)) * 1000:7.1f} ms")
    print(f"  apply     {await timed(lambda: merging.merge(worktree, 'apply')) * 1000:7.1f} ms")
    print(f"  discard   {await timed(lambda: manager.discard(worktree)) * 1000:7.1f} ms")
    entry = manager.entry_of(worktree)
    assert entry is not None
    print(f"  restore   {await timed(lambda: manager.restore(entry)) * 1000:7.1f} ms")
    idle = made[1]
    await manager.use(idle, "agent")
    print(f"  remove    {await timed(lambda: manager.end_use(idle, 'agent')) * 1000:7.1f} ms")
    print(f"  list all  {await timed(lambda: manager.all()) * 1000:7.1f} ms")
