"""Making, changing and deleting sessions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core import __version__
from core.agents.definition import AgentDefinition
from core.door.stops import StopActions
from core.errors import SpinneyError
from core.permissions.models import Mode, Rule
from core.permissions.modes import effective_mode, parse_mode
from core.projects import project_root, real_directory
from core.sessions.models import Session


class SessionActions(StopActions):
    """What concerns a session as a whole."""

    async def create_session(
        self,
        directory: Path,
        *,
        agent: str | None = None,
        model: str | None = None,
        mode: str | None = None,
        rules: Sequence[Rule] = (),
        settings: dict[str, Any] | None = None,
    ) -> Session:
        """A new root session; names are checked now, so that mistakes are told at once."""
        directory = real_directory(directory)
        root = project_root(directory)
        project = await self.store.project_for(root)
        context = await self.projects.context(root)
        await self.extensions.use(root)
        chosen = context.agents.get(agent) if agent else context.agents.default(context.settings)
        return await self.store.create_session(
            Session(
                project_id=project.id,
                directory=str(directory),
                version=__version__,
                agent=chosen.name,
                model=model,
                mode=parse_mode(mode) if mode else own_mode(chosen),
                origin=self.origin,
                rules=[plain_rule(rule) for rule in rules],
                settings=settings or {},
            )
        )

    async def change_session(self, session_id: str, **changes: Any) -> Session:
        """Change title, agent, model, mode or other fields of a session's row."""
        if "mode" in changes:
            changes["mode"] = parse_mode(changes["mode"])
        if changes.get("agent"):
            (await self._catalog_for(await self.store.get_session(session_id))).get(
                changes["agent"]
            )

        def change(session: Session) -> None:
            for name, value in changes.items():
                setattr(session, name, value)

        session = await self.store.edit_session(session_id, change)
        running = self.runners.of(session_id).run
        if running is not None:
            for name, value in changes.items():
                setattr(running.session, name, value)
        return session

    async def set_coordinator(self, session_id: str, on: bool) -> Session:
        """Let a conversation's main agent lead others and do nothing itself, or work again, from its
        next turn on."""
        session = await self.store.get_session(session_id)
        if session.parent_id or session.source != "user":
            raise SpinneyError(
                "Only a conversation of your own can be led by a coordinator.",
                "Switch it on in the session at the top.",
            )
        settings = {key: value for key, value in session.settings.items() if key != "coordinator"}
        return await self.change_session(
            session_id, settings={**settings, "coordinator": True} if on else settings
        )

    async def delete_session(self, session_id: str) -> None:
        """Stop whatever runs in it, then delete it with everything below it."""
        await self.stop_everything_in(session_id)
        await self.store.delete_session(session_id)
        for key in await self.store.values(f"team-tasks:{session_id}:"):
            await self.store.set_value(key, None)
        self.extensions.pool.forget(session_id)


def own_mode(agent: AgentDefinition) -> Mode:
    """The mode that an agent starts with when the person chose none; a project's agent may only
    make it stricter than usual."""
    wanted = parse_mode(agent.permission_mode or "default")
    return effective_mode("default", wanted) if agent.scope == "project" else wanted


def plain_rule(rule: Rule) -> dict[str, str]:
    return {"permission": rule.permission, "pattern": rule.pattern, "action": rule.action}
