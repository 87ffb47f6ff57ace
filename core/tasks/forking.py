"""Forks that a person asks for, and what sessions hand down to those they start."""

from __future__ import annotations

from typing import Any

from core.errors import SpinneyError
from core.loop.fork import become_fork, directive, has_open_calls, refuse_fork_in_fork
from core.loop.run import Run
from core.sessions.models import Session
from core.sessions.store import Store
from core.tasks.lifecycle import Lifecycle
from core.tasks.models import QueueItem, Task
from core.tasks.output import output_path

OWN_SETTINGS = frozenset({"max_steps", "fork", "coordinator", "assistant", "mode_after_plan"})
"""Settings of a session that say nothing about its children."""


def inherited_settings(caller: Session) -> dict[str, Any]:
    """Settings that hold for the caller hold for its children; step limits are each run's own, and so
    is what makes the caller a fork or a coordinator."""
    return {key: value for key, value in caller.settings.items() if key not in OWN_SETTINGS}


async def fork_for_person(store: Store, lifecycle: Lifecycle, run: Run, prompt: str) -> Task:
    """Fork a session for the person, from its last message on."""
    caller, last = run.session, run.conversation.last
    refuse_fork_in_fork(caller, run.conversation.messages)
    if not prompt.strip():
        raise SpinneyError("A fork needs to know what to do.", "Write it after /fork.")
    if last is None:
        raise SpinneyError("There is nothing to fork yet.", "Send a message first.")
    description = " ".join(prompt.split())[:60]
    child = Session(
        project_id=caller.project_id,
        directory=caller.directory,
        parent_id=caller.id,
        title=f"{description} (@fork subagent)",
        title_set=True,
        origin=caller.origin,
        settings=inherited_settings(caller),
        worktree=caller.worktree,
    )
    being_written = last.info.completed is None
    become_fork(child, run, last.info.id, open_calls=being_written or has_open_calls(last))
    await store.create_session(child)
    parent = lifecycle.registry.of_session(caller.id)
    task = Task(
        session_id=child.id,
        owner_session_id=caller.id,
        root_session_id=caller.root_id,
        parent_task_id=parent.task.id if parent else None,
        agent="fork",
        description=description,
        prompt=prompt,
        command="/fork",
        background=True,
    )
    task.output_file = str(output_path(lifecycle.paths, task))
    first = QueueItem(session_id=child.id, text=directive(prompt), source=caller.id)
    await lifecycle.start(task, first)
    return task
