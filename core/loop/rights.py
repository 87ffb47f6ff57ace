"""What an agent may do in a session right now: rules of all layers, mode, approvals, ancestors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.agents.definition import AgentDefinition
from core.permissions.check import Rights, bubbled
from core.permissions.models import Mode, Rule
from core.permissions.modes import parse_mode
from core.permissions.rules import DEFAULT_RULES, agent_rules, session_rules
from core.projects import ProjectContext, Projects, project_root
from core.sandbox.service import ShellSandbox
from core.sessions.models import Session
from core.sessions.store import Store


def own_rules(agent: AgentDefinition) -> tuple[Rule, ...]:
    """The agent's rules; those that a project's file wrote may only tighten, like the project's."""
    rules = agent_rules(agent.permission, agent.name)
    return tuple(
        replace(rule, layer="project") if position in agent.project_rules else rule
        for position, rule in enumerate(rules)
    )


def limiting(rules: Sequence[tuple[str, str, str]]) -> tuple[Rule, ...]:
    """Rules that a command brings along: an allow in them grants nothing."""
    return tuple(
        Rule(permission, pattern, "deny" if action == "deny" else "ask", "project", "command")
        for permission, pattern, action in rules
        if action != "allow"
    )


@dataclass(slots=True)
class RightsSource:
    """Gathers rights afresh for each decision, so that a change of rules, mode or approvals counts
    at once."""

    store: Store
    projects: Projects
    sandbox: ShellSandbox

    async def of(
        self,
        session_id: str,
        task_id: str | None = None,
        *,
        agent: str | None = None,
        more: Sequence[tuple[str, str, str]] = (),
    ) -> Rights:
        """``agent`` is who works in this turn if it is not the session's own; ``more`` rules of a
        command only ever limit."""
        session = await self.store.get_session(session_id)
        own = await self._own(session, task_id, agent, more)
        if own.mode == "bubble" and session.parent_id:
            return bubbled(own, await self.of(session.parent_id))
        return own

    async def _own(
        self,
        session: Session,
        task_id: str | None,
        agent: str | None,
        more: Sequence[tuple[str, str, str]],
    ) -> Rights:
        directory = Path(session.directory)
        root = project_root(directory)
        context = await self.projects.context(root)
        ancestors = []
        for ancestor in await self.store.ancestors(session.id) if session.parent_id else []:
            ancestors.append(self._rules(ancestor, context))
        scopes = [("session", session.root_id), ("project", session.project_id)]
        if task_id:
            scopes.append(("task", task_id))
        return Rights(
            rules=(*self._rules(session, context, agent), *limiting(more)),
            mode=self._mode(session),
            approvals=tuple(await self.store.approvals(scopes)),
            ancestors=tuple(ancestors),
            project=root,
            directory=directory,
            worktree=session.worktree is not None,
            sandboxed=(await self.sandbox.find(context.settings)).sandboxed,
            sandbox_auto_allow=context.settings.sandbox_auto_allow,
            agent=agent or session.agent,
            bypass_enabled=bool(session.settings.get("bypass_enabled")),
        )

    @staticmethod
    def _mode(session: Session) -> Mode:
        return parse_mode(session.mode)

    @staticmethod
    def _rules(
        session: Session, context: ProjectContext, name: str | None = None
    ) -> tuple[Rule, ...]:
        agent = context.agents.find(name or session.agent)
        layers = context.loaded.rules
        return (
            *DEFAULT_RULES,
            *layers.user,
            *(replace(rule, confirmed=context.may_loosen) for rule in layers.project),
            *(own_rules(agent) if agent else ()),
            *session_rules(session.rules),
        )
