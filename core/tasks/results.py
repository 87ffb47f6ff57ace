"""What the model reads when a task call returns."""

from __future__ import annotations

from core.tasks.models import Task
from core.tasks.notifications import duration_ms
from core.tools.base import ToolResult


def metadata_block(task: Task, status: str, **more: object) -> str:
    """The ids to go on with, and the figures of the run."""
    values: dict[str, object] = {
        "status": status,
        "task_id": task.id,
        "session_id": task.session_id or "",
        **({"name": task.name} if task.name else {}),
        **more,
    }
    if task.worktree:
        values |= {"worktree": task.worktree, "branch": task.branch or ""}
        if changes := task.metadata.get("worktree", {}).get("text"):
            values["changes"] = changes
    lines = [f"{key}: {value}" for key, value in values.items()]
    return "\n".join(["<task_metadata>", *lines, "</task_metadata>"])


def completed_result(task: Task) -> ToolResult:
    block = metadata_block(
        task,
        "completed",
        total_tokens=task.usage.total,
        tool_uses=task.tool_count,
        duration_ms=duration_ms(task),
    )
    text = task.result or "(The agent ended without saying anything.)"
    return ToolResult(
        f"{text}\n\n{block}", title=task.description, metadata=card(task, "completed")
    )


def launched_result(task: Task, prompt: str) -> ToolResult:
    block = metadata_block(
        task,
        "async_launched",
        description=task.description,
        output_file=task.output_file or "",
        can_read_output_file="yes",
    )
    text = (
        "The agent works in the background. You will be notified when it ends; do not guess its "
        "result, and do not wait for it by asking again and again. Go on with other work, or end "
        f"your turn. Its output file grows as it works and may be read.\n\nIts prompt: {prompt}"
    )
    return ToolResult(
        f"{text}\n\n{block}", title=task.description, metadata=card(task, "async_launched")
    )


def spawned_result(task: Task) -> ToolResult:
    block = metadata_block(task, "teammate_spawned", teammate_id=task.id, team_name=task.team or "")
    text = (
        f"{task.name} has joined the team {task.team}. It works in the background; you are told when "
        "it presents a plan, comes to rest or ends. Write to it with send_message by its name."
    )
    return ToolResult(
        f"{text}\n\n{block}",
        title=task.description,
        metadata={**card(task, "teammate_spawned"), "name": task.name, "team": task.team},
    )


def failed_result(task: Task) -> str:
    """The sentence of the error, what the agent had said by then, and how to go on."""
    if task.state == "killed":
        by = {"person": "the person", "budget": "its budget", "model": "a task_stop call"}
        reason = f"The task was stopped by {by.get(task.stopped_by or '', 'the parent')}."
        if task.error:
            reason = f"{reason} {task.error}"
    else:
        reason = f"The task failed: {task.error or 'no reason was given.'}"
    partial = f"\n\nWhat it had so far:\n{task.result}" if task.result else ""
    hint = "\n\nIt can be resumed by calling task with this session_id."
    if task.stopped_by == "person":
        hint = ""
    return f"{reason}{partial}{hint}\n\n{metadata_block(task, task.state)}"


def card(task: Task, status: str) -> dict[str, object]:
    return {
        "task_id": task.id,
        "session_id": task.session_id,
        "agent": task.agent,
        "status": status,
        "tokens": task.usage.total,
        "tool_uses": task.tool_count,
        "duration_ms": duration_ms(task),
        "output_file": task.output_file,
        **({"worktree": task.worktree, "branch": task.branch} if task.worktree else {}),
    }
