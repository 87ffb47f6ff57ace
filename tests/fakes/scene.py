"""A root session whose agents play programs, and what can be asked about how it all ended."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from core.permissions.models import Rule
from core.sessions.models import NotificationPart, Session, ToolPart
from core.tasks.models import STOPPABLE, Task
from tests.fakes.engine import EngineUnderTest
from tests.fakes.model_server import ModelServer
from tests.fakes.program import Programs, program

ALLOW_ALL = [Rule("*", "*", "allow")]

DIGGER = """
[agent.digger]
description = "digs"
mode = "all"
prompt = "You dig."
tools = ["task", "read", "list", "bash", "write", "task_output", "task_stop", "send_message"]

[agent.digger.permission]
bash = "allow"
edit = "allow"
"""


class Scene:
    """``engine`` with programs for a model; ``digger`` is an agent that may start agents."""

    def __init__(self, engine: EngineUnderTest, server: ModelServer) -> None:
        self.under_test = engine
        self.engine = engine.engine
        self.server = server
        self.programs = Programs(server)
        self.root: Session
        self.configure(more=DIGGER)

    def configure(self, keys: str = "", more: str = "") -> None:
        file = self.engine.paths.config_file
        file.write_text(f"{keys}\n{file.read_text()}\n{more}")
        self.engine.projects.forget()

    async def begin(self, *steps: dict[str, Any], rules: Any = ALLOW_ALL) -> Session:
        """A root session that starts with these steps; returns at once."""
        self.root = await self.under_test.session(rules=rules)
        await self.engine.prompt(self.root.id, program(*steps))
        return self.root

    async def reached(self, gate: str) -> None:
        assert await asyncio.to_thread(self.programs.gate(gate).reached.wait, 20), gate

    def open(self, *gates: str) -> None:
        for gate in gates:
            self.programs.gate(gate).open()

    async def all_quiet(self, timeout: float = 15.0) -> None:
        """Wait until nothing runs, nothing is being told and nothing is left to deliver."""
        async with asyncio.timeout(timeout):
            while True:
                live = [x for x in self.engine.registry.live.values() if not x.ended.is_set()]
                for one in live:
                    await one.ended.wait()
                for runner in self.engine.runners.running():
                    await runner.wait_idle()
                # Last, because a task may end while its parent's turn does.
                await self.engine.lifecycle.settle()
                if (
                    not self.engine.registry.live
                    and not self.engine.runners.running()
                    and not await self.engine.queue(self.root.id)
                ):
                    return
                await asyncio.sleep(0)

    async def tasks(self) -> dict[str, Task]:
        return {task.description: task for task in await self.engine.tasks()}

    async def states(self) -> dict[str, str]:
        return {name: task.state for name, task in (await self.tasks()).items()}

    async def until_state(self, name: str, *states: str) -> Task:
        """Wait until the task of that description is in one of the states."""
        found: list[Task] = []

        def there() -> bool:
            found[:] = [
                event.task
                for event in self.under_test.events
                if event.type.startswith("task.") and event.task.description == name  # type: ignore[attr-defined]
            ]
            return bool(found) and found[-1].state in states

        await self.under_test.until(there)
        return found[-1]

    async def told(self, session_id: str | None = None) -> Counter[str]:
        """How often a session was told of each task's end, by description and status."""
        names = {task.id: task.description for task in await self.engine.tasks()}
        entries = await self.engine.store.messages(session_id or self.root.id)
        parts = [p for e in entries for p in e.parts if isinstance(p, NotificationPart)]
        return Counter(f"{names[p.task_id or '']} {p.status}" for p in parts)

    async def calls(self, session_id: str | None = None, tool: str = "task") -> list[ToolPart]:
        parts = await self.under_test.tool_parts(session_id or self.root.id)
        return [part for part in parts if part.tool == tool]

    async def check_nothing_is_stuck(self) -> None:
        """What must hold whenever all is quiet."""
        assert self.engine.registry.live == {}
        assert self.engine.lifecycle.slots.free == self.engine.lifecycle.slots.count
        assert [t.id for t in await self.engine.tasks() if t.state in STOPPABLE] == []
        assert await self.engine.requests() == []
        # The test itself is the one coroutine that may still run, once what was under way (a
        # checkpoint being written, say) has ended.
        others = asyncio.all_tasks() - {asyncio.current_task()}
        _, stuck = await asyncio.wait(others, timeout=10) if others else (set(), set())
        assert not stuck, [task.get_name() for task in stuck]
