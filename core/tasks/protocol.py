"""One protocol for everything that runs in a session: turns, reviews, compactions, subagents, and
what other packages add.

A package adds a task through the entry-point group ``spinney.tasks``; the entry point names a class
without required arguments, or a ready object, with ``kind`` and ``run`` as below. The task is
started by ``/NAME`` or ``Engine.start_task``. The sessions of its conversations have the source
``other NAME``, and its model requests carry that name.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from core.agents.definition import LoadProblem
from core.config.settings import Settings
from core.errors import SpinneyError
from core.events import Event, TurnFinished
from core.sessions.models import Session
from core.sessions.store import Store
from core.tasks.lifecycle import Lifecycle
from core.tasks.models import QueueItem, Task
from core.tasks.output import output_path

log = logging.getLogger("spinney.tasks")

GROUP = "spinney.tasks"
BUILT_IN = ("regular", "review", "compact", "subagent")


@runtime_checkable
class SessionTask(Protocol):
    """Something that runs in a session.

    ``run`` returns what it has to say, or None. ``cancel`` is set when it is to end: it should then
    return soon, with what it has. A task may also have ``async def abort(session, context)``, which
    is called after it was ended by force or had failed, to put its affairs in order.
    """

    @property
    def kind(self) -> str: ...

    async def run(
        self, session: Session, context: TaskContext, input: str, cancel: asyncio.Event
    ) -> str | None: ...


@dataclass(slots=True)
class TaskContext:
    """What a task works with. ``settings`` is its own copy: change it with ``model_copy`` and pass it
    on, nobody else sees that."""

    kind: str
    session: Session
    settings: Settings
    store: Store
    lifecycle: Lifecycle
    source: str
    publish: Callable[[Event], None]
    conversations: list[Session] = field(default_factory=list)

    @property
    def directory(self) -> Path:
        return Path(self.session.directory)

    async def converse(
        self,
        instructions: str | None,
        input: str,
        cancel: asyncio.Event,
        *,
        agent: str | None = None,
        model: str | None = None,
        title: str = "",
        tools: tuple[str, ...] | None = None,
        rules: tuple[dict[str, str], ...] = (),
        max_steps: int | None = None,
        mode: str | None = None,
    ) -> AsyncGenerator[Event, None]:
        """Run a child conversation and yield its events; the last one is ``turn.finished`` with its
        text and outcome. They reach the bus as the child's own anyway: a task forwards with
        ``publish`` what is to be seen as its own.

        ``instructions`` replace the agent's system prompt. ``tools`` limits what it is offered.
        Setting ``cancel``, or closing the iterator early, ends the conversation.
        """
        child = await self._child(
            agent, model, title, rules, mode, child_settings(instructions, tools, max_steps)
        )
        queue: asyncio.Queue[Event | None] = asyncio.Queue()
        finished: list[Event] = []

        def hear(event: Event) -> None:
            if event.session_id != child.id:
                return
            if isinstance(event, TurnFinished):
                finished[:] = [event]
            else:
                queue.put_nowait(event)

        unsubscribe = self.store.bus.subscribe(hear)
        task = Task(
            session_id=child.id,
            owner_session_id=self.session.id,
            root_session_id=child.root_id,
            agent=child.agent,
            description=child.title,
            prompt=input,
        )
        task.output_file = str(output_path(self.lifecycle.paths, task))
        item = QueueItem(session_id=child.id, text=input, source=self.session.id)
        live = await self.lifecycle.start(task, item)
        waiting = [
            asyncio.ensure_future(live.ended.wait()),
            asyncio.ensure_future(cancel.wait()),
        ]

        def over(_: object) -> None:
            queue.put_nowait(None)

        for wait in waiting:
            wait.add_done_callback(over)
        try:
            while not live.ended.is_set():
                event = await queue.get()
                if event is not None:
                    yield event
                elif cancel.is_set():
                    await self.lifecycle.stop(live, "parent")
            while not queue.empty():
                event = queue.get_nowait()
                if event is not None:
                    yield event
            for event in finished:
                yield event
            if not finished:
                yield _ending(child.id, task)
        finally:
            unsubscribe()
            for wait in waiting:
                wait.remove_done_callback(over)
                wait.cancel()
            if not live.ended.is_set():
                await self.lifecycle.stop(live, "parent")

    async def _child(
        self,
        agent: str | None,
        model: str | None,
        title: str,
        rules: tuple[dict[str, str], ...],
        mode: str | None,
        settings: dict[str, Any],
    ) -> Session:
        parent = self.session
        usual = parent.mode if parent.mode != "bypassPermissions" else "default"
        child = await self.store.create_session(
            Session(
                project_id=parent.project_id,
                directory=parent.directory,
                parent_id=parent.id,
                title=title or self.kind,
                title_set=True,
                agent=agent or parent.agent,
                model=model or parent.model,
                mode=mode or usual,
                origin=parent.origin,
                source=self.source,
                rules=[*parent.rules, *rules],
                settings=settings,
                worktree=parent.worktree,
            )
        )
        self.conversations.append(child)
        return child


def child_settings(
    instructions: str | None, tools: tuple[str, ...] | None, max_steps: int | None
) -> dict[str, Any]:
    settings: dict[str, Any] = {"max_steps": max_steps}
    if instructions is not None:
        settings["instructions"] = instructions
    if tools is not None:
        settings["tools"] = list(tools)
    return settings


def _ending(session_id: str, task: Task) -> TurnFinished:
    """What a conversation that never got to a turn came to."""
    outcome = "interrupted" if task.state == "killed" else "failed"
    return TurnFinished(session_id, outcome, {}, 0.0, task.result or "", task.error)


async def run_task(
    task: SessionTask, context: TaskContext, input: str, cancel: asyncio.Event
) -> str | None:
    """Run a task to its end. What goes wrong becomes a sentence; ``abort`` is called when it failed
    or was ended by force."""
    try:
        return await task.run(context.session, context, input, cancel)
    except asyncio.CancelledError:
        cancel.set()
        await _abort(task, context)
        raise
    except Exception as error:
        await _abort(task, context)
        if isinstance(error, SpinneyError):
            raise
        log.exception("the task %s failed", task.kind)
        raise SpinneyError(
            f"The task {task.kind} failed: {type(error).__name__}: {error}",
            "The log has the details.",
        ) from error


async def _abort(task: SessionTask, context: TaskContext) -> None:
    abort = getattr(task, "abort", None)
    if abort is not None:
        with contextlib.suppress(Exception):
            await abort(context.session, context)


def load_tasks() -> tuple[dict[str, SessionTask], list[LoadProblem]]:
    """The tasks that installed packages add, by name, and what could not be used."""
    found: dict[str, SessionTask] = {}
    problems: list[LoadProblem] = []
    for entry in entry_points(group=GROUP):
        try:
            if entry.name in BUILT_IN:
                raise SpinneyError(f"{entry.name} is a name of Spinney's own.")
            found[entry.name] = _loaded(entry)
        except Exception as error:
            log.exception("the task %s could not be loaded", entry.name)
            problems.append(LoadProblem(entry.value, f"The task {entry.name} is not used: {error}"))
    return found, problems


def _loaded(entry: EntryPoint) -> SessionTask:
    value = entry.load()
    task = value() if isinstance(value, type) else value
    if not isinstance(task, SessionTask):
        raise SpinneyError("it has no kind and run.")
    return task
