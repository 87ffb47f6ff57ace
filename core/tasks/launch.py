"""The task tool: which agent, which session, which rights, which model, and then off it goes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.agents.builtin import builtin
from core.agents.catalog import AgentCatalog
from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.errors import NotFound, SpinneyError, ToolError
from core.loop.fork import SOURCE as FORK
from core.loop.fork import become_fork, directive, refuse_fork_in_fork
from core.loop.run import Run
from core.permissions.modes import effective_mode, parse_mode
from core.projects import project_root
from core.sessions.models import Session
from core.sessions.store import Store
from core.tasks.forking import inherited_settings
from core.tasks.lifecycle import Lifecycle
from core.tasks.models import STOPPABLE, Budget, QueueItem, Task
from core.tasks.output import output_path
from core.tasks.registry import LiveTask
from core.tasks.results import completed_result, failed_result, launched_result, spawned_result
from core.tasks.teams import SOURCE as TEAMMATE
from core.tasks.teams import Teams, asks_for_plan, become_teammate, plan_of, welcome
from core.tools.base import ToolContext, ToolResult
from core.worktrees.models import Worktree
from core.worktrees.service import SessionWorktrees, fork_note

NEVER_BY_NAME = frozenset({"fork", "compaction", "title", "summary"})
DENIED_TO_CHILDREN = ("todowrite", "todoread", "task")


@dataclass(frozen=True, slots=True)
class Launch:
    """The arguments of one call of the task tool, and who asked for it.

    ``by_person`` marks a subtask or command: it may name a primary agent.
    """

    description: str
    prompt: str
    subagent_type: str | None = None
    session_id: str | None = None
    command: str | None = None
    model: str | None = None
    run_in_background: bool = False
    name: str | None = None
    team_name: str | None = None
    mode: str | None = None
    isolation: str | None = None
    cwd: str | None = None
    by_person: bool = False


class Launcher:
    """Starts and resumes subagents for sessions."""

    def __init__(
        self,
        store: Store,
        lifecycle: Lifecycle,
        catalog_for: Callable[[Session], Awaitable[AgentCatalog]],
        worktrees: SessionWorktrees | None = None,
        teams: Teams | None = None,
        require: Callable[[AgentDefinition, Path], Awaitable[None]] | None = None,
    ) -> None:
        self.store = store
        self.lifecycle = lifecycle
        self.catalog_for = catalog_for
        self.worktrees = worktrees
        self.teams = teams
        self.require = require

    async def launch(self, context: ToolContext, wanted: Launch) -> ToolResult:
        caller = context.session
        catalog = await self.catalog_for(caller)
        self._check(wanted, context)
        if not wanted.session_id and self.teams is not None:
            team = await self.teams.joined(caller, wanted.name, wanted.team_name)
            wanted = replace(wanted, team_name=team)
        if wanted.session_id:
            child, task, agent = await self._resume(caller, catalog, wanted)
        else:
            agent = self.route(catalog, wanted, context)
            self._check_flat(caller, wanted, agent, context)
            if self.require is not None:
                await self.require(agent, project_root(context.directory))
            child, worktree = await self._create_session(context, agent, wanted)
            task = self._new_task(context, child, agent, wanted)
            if worktree is not None:
                task.worktree, task.branch = worktree.path, worktree.branch
        task.background = self._background(child, wanted, agent, context)
        # A command that leaves no call in the conversation reports as if somebody had typed it.
        if task.background and wanted.by_person and wanted.command and not context.message_id:
            task.metadata["report"] = "prompt"
        task.call_id = context.call_id
        task.output_file = str(output_path(context.paths, task))

        def mirror(metadata: dict[str, Any]) -> None:
            context.progress(metadata=metadata)

        context.progress(
            title=wanted.description,
            metadata={
                "session_id": child.id,
                "task_id": task.id,
                "agent": agent.name,
                "summary": [],
            },
        )
        prompt = QueueItem(
            session_id=child.id, text=self._prompt(caller, child, agent, wanted), source=caller.id
        )
        try:
            live = await self.lifecycle.start(task, prompt, mirror)
        except SpinneyError:
            if not wanted.session_id:
                await self.store.delete_session(child.id)
            raise
        if task.team and not wanted.session_id:
            return spawned_result(task)
        if task.background:
            return launched_result(task, wanted.prompt)
        return await self._await(live, context, wanted)

    def _check(self, wanted: Launch, context: ToolContext) -> None:
        if wanted.cwd and wanted.isolation == "worktree":
            raise ToolError(
                "cwd and isolation exclude each other.", "Give one of them: a worktree is a folder."
            )
        if not wanted.prompt.strip():
            raise ToolError("The prompt of a task must say what to do.")
        limit = context.settings.max_depth
        if not wanted.session_id and context.session.depth + 1 > limit:
            raise ToolError(
                f"Agents may start agents only {limit} levels deep, and this is the last one.",
                "Do the work here.",
            )

    @staticmethod
    def _prompt(caller: Session, child: Session, agent: AgentDefinition, wanted: Launch) -> str:
        """What the child is asked first."""
        if wanted.session_id:
            return wanted.prompt
        if wanted.team_name:
            plan = child.mode == "plan" and asks_for_plan(wanted.mode)
            introduction = welcome(wanted.name or "", wanted.team_name, plan=plan)
            texts = (introduction, agent.initial_prompt or "", wanted.prompt)
            return "\n\n".join(text for text in texts if text)
        if agent.name == "fork":
            moved = child.worktree is not None and child.worktree != caller.worktree
            return directive(wanted.prompt, fork_note(child.worktree or "") if moved else "")
        return "\n\n".join(text for text in (agent.initial_prompt or "", wanted.prompt) if text)

    def route(self, catalog: AgentCatalog, wanted: Launch, context: ToolContext) -> AgentDefinition:
        """The agent that was named; else a fork where that is on, or the general one. A name that
        cannot be used is an error."""
        if not wanted.subagent_type and context.settings.fork and not wanted.team_name:
            return builtin("fork")
        name = wanted.subagent_type or "general"
        allowed = sorted(a.name for a in catalog.subagents())
        try:
            agent = catalog.get(name)
        except NotFound:
            raise ToolError(
                f"There is no agent named {name!r}.", f"Available: {', '.join(allowed)}."
            ) from None
        if name in NEVER_BY_NAME or not (agent.can_be_subagent or wanted.by_person):
            raise ToolError(
                f"The agent {name!r} cannot be run as a task.", f"Available: {', '.join(allowed)}."
            )
        return agent

    def _check_flat(
        self, caller: Session, wanted: Launch, agent: AgentDefinition, context: ToolContext
    ) -> None:
        """Members of a team start nothing that goes on without them."""
        if caller.source == TEAMMATE and self.in_background(wanted, agent, context):
            raise ToolError(
                "A teammate cannot start background agents.",
                "Start one that you wait for, or ask the lead.",
            )
        if wanted.team_name and not context.settings.background_tasks:
            raise ToolError("Teammates work in the background, which is switched off.")

    def _background(
        self, child: Session, wanted: Launch, agent: AgentDefinition, context: ToolContext
    ) -> bool:
        return child.source in (FORK, TEAMMATE) or self.in_background(wanted, agent, context)

    def in_background(self, wanted: Launch, agent: AgentDefinition, context: ToolContext) -> bool:
        """Whether the call returns at once. Where forks are on all calls of the model do; commands
        of a person bring back their output, unless nothing may block."""
        if not context.settings.background_tasks:
            return False
        if wanted.run_in_background or agent.background:
            return True
        held = context.session.settings
        if held.get("coordinator") or held.get("assistant"):
            return True
        return context.settings.fork and not wanted.by_person

    async def _resume(
        self, caller: Session, catalog: AgentCatalog, wanted: Launch
    ) -> tuple[Session, Task, AgentDefinition]:
        """Take up an earlier child: only of the caller's own tree, of the same agent, at rest."""
        unknown = ToolError(
            f"There is no session {wanted.session_id!r} that this one could resume.",
            "Leave session_id out to start afresh.",
        )
        try:
            child = await self.store.get_session(wanted.session_id or "")
        except NotFound:
            raise unknown from None
        task = await self.store.task_for_session(child.id)
        if child.root_id != caller.root_id or child.id == caller.id or task is None:
            raise unknown
        if any(session.id == child.id for session in await self.store.ancestors(caller.id)):
            raise ToolError("A session cannot resume one that it is part of.")
        if wanted.subagent_type and wanted.subagent_type != child.agent:
            raise ToolError(
                f"That session belongs to the agent {child.agent!r}, not {wanted.subagent_type!r}.",
                "Leave subagent_type out to resume it.",
            )
        await self.lifecycle.closed(task.id)
        task = await self.store.get_task(task.id)
        if task.state in STOPPABLE:
            raise ToolError(
                f"That task is {task.state}.",
                f"Use send_message with to = {task.id!r} to tell it something.",
            )
        if task.stopped_by == "person" and not wanted.by_person:
            raise ToolError(
                "The person stopped that task; only they can resume it.", "Start a new one, or ask."
            )
        task.run += 1
        task.description, task.prompt = wanted.description, wanted.prompt
        return child, task, catalog.get(child.agent)

    async def _create_session(
        self, context: ToolContext, agent: AgentDefinition, wanted: Launch
    ) -> tuple[Session, Worktree | None]:
        caller = context.session
        forked = self._run_to_fork(caller) if agent.name == "fork" else None
        worktree = None
        if self._isolated(agent, wanted):
            worktree, directory = await self._promise_worktree(context, wanted)
        else:
            directory = self._directory(context, wanted)
        chosen = None if caller.settings.get("coordinator") else wanted.model
        model = chosen or agent.model or caller.model
        mode = effective_mode(
            parse_mode(caller.mode),
            parse_mode(agent.permission_mode) if agent.permission_mode else None,
            parse_mode(context.settings.subagent_mode) if context.settings.subagent_mode else None,
            own_worktree=worktree is not None,
        )
        child = Session(
            project_id=caller.project_id,
            directory=str(directory),
            parent_id=caller.id,
            title=f"{wanted.description} (@{agent.name} subagent)",
            title_set=True,
            agent=agent.name,
            model=caller.model if model in (None, "inherit") else model,
            mode=mode,
            origin=caller.origin,
            source=f"subagent {agent.name}",
            rules=child_rules(agent, context),
            settings=child_settings(caller, context),
            worktree=worktree.path if worktree is not None else caller.worktree,
        )
        if forked is not None:
            become_fork(child, forked, context.message_id)
        elif wanted.team_name:
            become_teammate(child, wanted.name or "", wanted.mode)
        await self.store.create_session(child)
        if worktree is not None and self.worktrees is not None:
            await self.worktrees.manager.bind(worktree, child.id)
        return child, worktree

    def _run_to_fork(self, caller: Session) -> Run:
        run = self.lifecycle.runners.of(caller.id).run
        if run is None:
            raise ToolError("Only an agent at work can be forked by a call.")
        refuse_fork_in_fork(caller, run.conversation.messages)
        return run

    @staticmethod
    def _isolated(agent: AgentDefinition, wanted: Launch) -> bool:
        """Whether the child gets a worktree of its own: the call beats the definition."""
        isolated = (wanted.isolation or agent.isolation) == "worktree"
        if isolated and wanted.cwd:
            raise ToolError(
                f"The agent {agent.name!r} works in a worktree of its own, so cwd cannot be given.",
                'Leave cwd out, or give isolation = "none".',
            )
        return isolated

    async def _promise_worktree(
        self, context: ToolContext, wanted: Launch
    ) -> tuple[Worktree, Path]:
        if self.worktrees is None:
            raise ToolError("There are no worktrees here.", 'Give isolation = "none".')
        return await self.worktrees.promise(
            context.directory,
            wanted.description or wanted.name or "task",
            with_changes=context.settings.worktree_with_changes,
            caller=context.session.id,
        )

    @staticmethod
    def _directory(context: ToolContext, wanted: Launch) -> Path:
        if not wanted.cwd:
            return context.directory
        directory = (context.directory / wanted.cwd).resolve()
        if not directory.is_dir():
            raise ToolError(f"{wanted.cwd} is not a folder.", "Give an existing folder as cwd.")
        if not directory.is_relative_to(context.project.resolve()):
            raise ToolError(f"{wanted.cwd} is outside the project.", "Give a folder inside it.")
        return directory

    def _new_task(
        self, context: ToolContext, child: Session, agent: AgentDefinition, wanted: Launch
    ) -> Task:
        caller = context.session
        parent = self.lifecycle.registry.of_session(caller.id)
        return Task(
            session_id=child.id,
            owner_session_id=caller.id,
            root_session_id=caller.root_id,
            parent_task_id=parent.task.id if parent else None,
            agent=agent.name,
            name=wanted.name,
            team=wanted.team_name,
            metadata=plan_of(child, wanted.mode),
            description=wanted.description,
            prompt=wanted.prompt,
            command=wanted.command,
            budget=budget_of(context.settings),
        )

    async def _await(self, live: LiveTask, context: ToolContext, wanted: Launch) -> ToolResult:
        """Wait for a foreground run: until it ends, or until it is sent to the background."""
        after = context.settings.auto_background_after
        ended = asyncio.ensure_future(live.ended.wait())
        detached = asyncio.ensure_future(live.detached.wait())
        try:
            async with self.lifecycle.waiting(context.session.id):
                done, _ = await asyncio.wait(
                    [ended, detached],
                    timeout=after if after > 0 and context.settings.background_tasks else None,
                    return_when=asyncio.FIRST_COMPLETED,
                )
                if not done:
                    self.detach(live)
        except asyncio.CancelledError:
            # Interrupting a turn ends its foreground children, and only those.
            if not live.task.background and not live.leaving:
                await self.lifecycle.stop(live, "parent")
            raise
        finally:
            ended.cancel()
            detached.cancel()
        task = live.task
        if task.background:
            if task.state in STOPPABLE:
                await self.store.save_task(task)
            return launched_result(task, wanted.prompt)
        await self.lifecycle.closed(task.id)
        if task.state == "completed":
            return completed_result(task)
        raise ToolError(failed_result(task))

    def detach(self, live: LiveTask) -> None:
        """Send a foreground run to the background; it goes on untouched."""
        if live.task.state not in STOPPABLE or live.over:
            raise ToolError("The task has already ended.")
        live.task.background = True
        live.detached.set()


def budget_of(settings: Settings) -> Budget | None:
    given = settings.task_budget.model_dump(exclude_none=True)
    return Budget(**given) if given else None


def child_rules(agent: AgentDefinition, context: ToolContext) -> list[dict[str, str]]:
    """What a child may not do by itself: manage todos or start tasks, unless its definition names
    the tool or the settings give it to children."""
    named = set(agent.tools or ()) | {
        permission for permission, _pattern, action in agent.permission if action == "allow"
    }
    rules = [
        {"permission": tool, "pattern": "*", "action": "deny"}
        for tool in DENIED_TO_CHILDREN
        if tool not in named
    ]
    rules += [
        {"permission": tool, "pattern": "*", "action": "allow"}
        for tool in context.settings.experimental.primary_tools
    ]
    rules += [
        {"permission": permission, "pattern": pattern, "action": action}
        for permission, pattern, action in context.limits.rules
    ]
    return rules


def child_settings(caller: Session, context: ToolContext) -> dict[str, Any]:
    settings = inherited_settings(caller)
    if context.limits.tools is not None:
        settings["tools"] = list(context.limits.tools)
    if context.limits.skill:
        settings["skill"] = context.limits.skill
    return settings
