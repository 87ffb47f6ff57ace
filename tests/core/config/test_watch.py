"""Changed settings are noticed, things beside them are not."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from core.config.watch import changes


async def test_changes_creations_and_removals_are_noticed(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    later = tmp_path / ".spinney" / "config.toml"
    agents = tmp_path / "agents"
    agents.mkdir()
    file.write_text("a = 1\n")
    seen = changes([file, later, agents], step=0.05)

    async def next_change() -> set[Path]:
        return await asyncio.wait_for(anext(seen), 20)

    try:
        file.write_text("a = 22\n")
        assert await next_change() == {file}
        later.parent.mkdir()
        later.write_text("b = 1\n")
        assert await next_change() == {later}
        (agents / "x.md").write_text("x")
        assert await next_change() == {agents}
        later.write_text("b = 23\n")
        assert await next_change() == {later}
        file.unlink()
        assert await next_change() == {file}
    finally:
        await seen.aclose()


async def test_ending_the_watch_ends_its_thread(tmp_path: Path) -> None:
    async def follow() -> None:
        async for _ in changes([tmp_path / "config.toml"], step=0.05):
            pass

    task = asyncio.create_task(follow())
    while not any(thread.name == "config-watch" for thread in threading.enumerate()):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    (tmp_path / "beside.txt").write_text("not watched")
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not any(thread.name == "config-watch" for thread in threading.enumerate())
