"""What an agent brings along for its run, there from before its first step until after its last."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import SpinneyError
from core.events import Notice
from core.extensions import Extensions, home_of
from core.hooks.runner import Place
from core.loop.hooked import go_on_item
from core.loop.prepare import overrides_of
from core.projects import ProjectContext
from core.sessions.models import Session
from core.sessions.store import Store
from core.skills.skill import Skill
from core.tasks.models import QueueItem, Task


@dataclass(slots=True)
class Surroundings:
    """Opens and closes agents' hooks and servers, and tells hooks when subagents start and stop."""

    store: Store
    extensions: Extensions
    context_of: Callable[[Session], Awaitable[ProjectContext]]
    worked_in: Callable[[Session, Path], None]

    @contextlib.asynccontextmanager
    async def turn(self, session: Session) -> AsyncIterator[None]:
        """One turn. A task's turns lie within its run, which has brought everything already."""
        context = await self.context_of(session)
        self.worked_in(session, home_of(context.root))
        overrides = await overrides_of(self.store, session)
        agent = context.agents.find((overrides and overrides.agent) or session.agent)
        if agent is None:
            yield
            return
        command = overrides.command if overrides is not None else ""
        skills = worked_by(context, agent.skills, command, session.settings.get("skill"))
        async with self.extensions.during(session.id, agent, context.root, skills):
            yield

    async def skill_loaded(self, session: Session, skill: Skill) -> None:
        """An agent loaded a skill: its hooks act until the agent's run ends."""
        root = home_of((await self.context_of(session)).root)
        self.extensions.hooks.join(session.id, self.extensions.hooks_of([skill], root))

    @contextlib.asynccontextmanager
    async def task(self, task: Task) -> AsyncIterator[None]:
        """One run of a subagent; what hooks say at its start is there before its first step."""
        assert task.session_id is not None
        session = await self.store.get_session(task.session_id)
        async with self.turn(session):
            heard = await self.extensions.hooks.subagent_start(
                await self._place(session), task.agent, task.prompt
            )
            self._tell(session, heard.notices)
            if heard.blocked is not None:
                raise SpinneyError(heard.blocked)
            if heard.context:
                item = QueueItem(
                    session_id=session.id,
                    text=heard.context,
                    source="hook",
                    metadata={"hidden": True},
                )
                await self.store.enqueue(item)
            yield

    async def keeps_going(self, task: Task, text: str) -> bool:
        """A subagent is about to end; True when a hook wants it to go on, which it is then told."""
        assert task.session_id is not None
        session = await self.store.get_session(task.session_id)
        place = await self._place(session)
        heard = await self.extensions.hooks.subagent_stop(place, task.agent, text)
        self._tell(session, heard.notices)
        if heard.blocked is None:
            return False
        await self.store.enqueue(go_on_item(session.id, heard))
        return True

    async def _place(self, session: Session) -> Place:
        home = home_of((await self.context_of(session)).root)
        return Place(session.id, home, Path(session.directory), session.agent, session.mode)

    def _tell(self, session: Session, notices: tuple[str, ...]) -> None:
        for notice in notices:
            self.store.bus.publish(Notice(session.id, "info", notice))


def worked_by(
    context: ProjectContext, always: Sequence[str], command: str, started_by: str | None
) -> list[Skill]:
    """The skills that a run has from its first step: its agent's, and the one it was started with,
    unless a command of that name stands before it."""
    by_name = {skill.name: skill for skill in context.skills}
    found = [by_name[name] for name in always if name in by_name]
    for name in (command, started_by):
        skill = by_name.get(name or "")
        known = context.commands.find(skill.name) if skill is not None else None
        if skill is not None and (known is None or known.source == skill.source):
            found.append(skill)
    return found
