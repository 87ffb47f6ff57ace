"""What a session is told when a task of its own has ended, exactly once per run."""

from __future__ import annotations

from xml.sax.saxutils import escape

from core.sessions.store import Store
from core.tasks.models import QueueItem, Task

_ENDED = {
    "completed": "completed",
    "failed": "failed",
    "killed": "was stopped",
    "interrupted": "was interrupted",
}


def summary_of(task: Task) -> str:
    """One line for people and models: what ended, and how."""
    what = "Agent" if task.kind == "agent" else "Command"
    return f'{what} "{task.description or task.command or task.id}" {_ENDED.get(task.state, task.state)}'


def notification_text(task: Task) -> str:
    """The text that the model reads."""
    result = task.result or ""
    if task.state == "failed":
        result = "\n\n".join(text for text in (task.error or "", result) if text)
    usage = (
        f"<total_tokens>{task.usage.total}</total_tokens><tool_uses>{task.tool_count}</tool_uses>"
        f"<duration_ms>{duration_ms(task)}</duration_ms>"
    )
    lines = [
        "<task-notification>",
        f"<task-id>{task.id}</task-id>",
        f"<tool-use-id>{escape(task.call_id or '')}</tool-use-id>",
        f"<output-file>{escape(task.output_file or '')}</output-file>",
        f"<status>{task.state}</status>",
        f"<summary>{escape(summary_of(task))}</summary>",
        f"<result>{escape(result)}</result>",
        f"<usage>{usage}</usage>",
    ]
    if task.worktree:
        changes = task.metadata.get("worktree", {}).get("text", "")
        lines.append(
            f"<worktree><path>{escape(task.worktree)}</path>"
            f"<branch>{escape(task.branch or '')}</branch>"
            f"<changes>{escape(changes)}</changes></worktree>"
        )
    lines.append("</task-notification>")
    return "\n".join(lines)


def duration_ms(task: Task) -> int:
    if task.started is None or task.ended is None:
        return 0
    return max(int((task.ended - task.started) * 1000), 0)


def notification_key(task: Task) -> str:
    return f"{task.id}:{task.run}"


def command_output_text(task: Task) -> str:
    """What the model reads when a command that ran in the background has ended."""
    result = "\n\n".join(text for text in (task.error or "", task.result or "") if text)
    return (
        f'<command-output command="{escape(task.command or "")}" task-id="{task.id}" '
        f'status="{task.state}">\n{escape(result)}\n</command-output>\n\n'
        "The person started this command some time ago. Tell them briefly what came of it."
    )


def notification_for(task: Task, session_id: str) -> QueueItem:
    """The queue item for the end of this run of the task."""
    metadata = {
        "task_id": task.id,
        "run": task.run,
        "status": task.state,
        "summary": summary_of(task),
    }
    if task.metadata.get("report") == "prompt":
        return QueueItem(
            session_id=session_id,
            priority="next",
            kind="prompt",
            text=command_output_text(task),
            key=notification_key(task),
            source=task.id,
            metadata={**metadata, "hidden": True},
        )
    return QueueItem(
        session_id=session_id,
        priority="later",
        kind="task-notification",
        text=notification_text(task),
        key=notification_key(task),
        source=task.id,
        metadata=metadata,
    )


async def nearest_live_owner(store: Store, task: Task) -> str:
    """The session to tell: the one that started the task or, if that one's own task is over, the
    nearest ancestor that still listens. A root always does."""
    session_id = task.owner_session_id
    while True:
        owner = await store.task_for_session(session_id)
        if owner is None or owner.state in ("queued", "running", "waiting"):
            return session_id
        session_id = owner.owner_session_id
