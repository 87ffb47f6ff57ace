"""Input that nobody types: scheduled prompts, and what MCP servers say by themselves."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Protocol

from core.errors import SpinneyError
from core.mcp.servers import Push
from core.schedules.scheduler import Firing
from core.sessions.models import Session
from core.sessions.store import Store
from core.tasks.models import QueueItem

log = logging.getLogger("spinney.incoming")


class CreateSession(Protocol):
    async def __call__(
        self,
        directory: Path,
        *,
        agent: str | None = None,
        model: str | None = None,
        settings: dict[str, Any] | None = None,
    ) -> Session: ...


class Prompt(Protocol):
    async def __call__(
        self,
        session_id: str,
        text: str,
        *,
        source: str = "person",
        metadata: dict[str, Any] | None = None,
    ) -> QueueItem | None: ...


class Incoming:
    """Finds the session that such input is for, queues it there and wakes the session."""

    def __init__(
        self,
        store: Store,
        create_session: CreateSession,
        prompt: Prompt,
        take_up: Callable[[str], Awaitable[None]],
    ) -> None:
        self.store = store
        self.create_session = create_session
        self.prompt = prompt
        self.take_up = take_up
        self._latest: dict[Path, str] = {}
        self._last_home: Path | None = None
        self._working: set[asyncio.Task[None]] = set()

    def worked_in(self, session: Session, home: Path) -> None:
        """A person's session takes a turn: what servers push goes to the latest one."""
        if session.parent_id is None:
            self._last_home = home
            self._latest[home] = session.id

    async def fire(self, firing: Firing) -> str:
        """Send a scheduled prompt; returns the session that it went to."""
        schedule = firing.schedule
        metadata: dict[str, Any] = {"schedule": schedule.name, "assistant": schedule.assistant}
        if schedule.session is not None:
            session = await self.store.get_session(schedule.session)
            metadata |= {"agent": schedule.agent, "model": schedule.model}
        else:
            directory = schedule.directory or await self._last_project()
            session = await self.create_session(
                directory,
                agent=schedule.agent,
                model=schedule.model,
                settings={"assistant": schedule.assistant},
            )
        source = f"schedule {schedule.name}"
        await self.prompt(session.id, firing.text, source=source, metadata=metadata)
        return session.id

    def pushed(self, push: Push) -> None:
        """A server that a person lets speak said something; it must not wait for us."""
        task = asyncio.get_running_loop().create_task(self._deliver(push))
        self._working.add(task)
        task.add_done_callback(self._working.discard)

    async def close(self) -> None:
        await asyncio.gather(*self._working, return_exceptions=True)

    async def _deliver(self, push: Push) -> None:
        home = push.project or self._last_home
        session_id = self._latest.get(home) if home is not None else None
        if session_id is None:
            log.info("nobody is there to hear the MCP server %s", push.server)
            return
        item = QueueItem(session_id=session_id, text=push.prompt, source=f"mcp {push.server}")
        try:
            await self.store.enqueue(item)
            await self.take_up(session_id)
        except SpinneyError as error:
            log.warning("what the MCP server %s said was lost: %s", push.server, error)

    async def _last_project(self) -> Path:
        projects = await self.store.projects()
        if not projects:
            raise SpinneyError(
                "No project has been opened yet.", "Name a directory for the schedule."
            )
        return Path(max(projects, key=lambda project: project.opened).directory)
