"""Changed definition files are noticed, also in folders that did not exist before."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path

from core.agents.loader import watch_agents

from .conftest import Desk

AGENT = "---\nname: late\ndescription: d\n---\nprompt\n"


async def first_change(desk: Desk, path: Path, text: str, started: asyncio.Event) -> set[Path]:
    async with aclosing(watch_agents(desk.user, desk.project, trusted=True)) as changes:
        waiting = asyncio.ensure_future(anext(changes))
        started.set()
        # A watcher needs a moment to arm itself, so the file is touched until it is noticed.
        while not waiting.done():
            desk.write(path, text)
            await asyncio.wait([waiting], timeout=0.3)
        return waiting.result()


async def test_a_new_file_in_a_new_folder_is_noticed(desk: Desk) -> None:
    path = desk.project / ".claude" / "agents" / "late.md"
    changed = await first_change(desk, path, AGENT, asyncio.Event())
    assert changed
    assert desk.load().get("late").prompt == "prompt"


async def test_other_files_of_the_project_wake_nobody(desk: Desk) -> None:
    async with aclosing(watch_agents(desk.user, desk.project, trusted=True)) as changes:
        waiting = asyncio.ensure_future(anext(changes))
        agent = desk.project / ".spinney" / "agents" / "a.md"
        while not waiting.done():
            desk.write(desk.project / "main.py", "x = 1\n")
            desk.write(desk.project / "src" / "agents.md", "no agent\n")
            await asyncio.wait([waiting], timeout=0.2)
            desk.write(agent, AGENT)
            await asyncio.wait([waiting], timeout=0.3)
        assert all(".spinney" in path.parts for path in waiting.result())


async def test_watching_ends_when_it_is_cancelled_or_stopped(desk: Desk) -> None:
    stop = asyncio.Event()

    async def consume(stop: asyncio.Event | None) -> None:
        async with aclosing(
            watch_agents(desk.user, desk.project, trusted=True, stop=stop)
        ) as changes:
            async for _ in changes:
                pass

    stopped = asyncio.ensure_future(consume(stop))
    cancelled = asyncio.ensure_future(consume(None))
    await asyncio.sleep(0)
    stop.set()
    cancelled.cancel()
    await asyncio.wait_for(asyncio.gather(stopped, cancelled, return_exceptions=True), 10)
    assert stopped.exception() is None
    assert cancelled.cancelled()
