"""What waits for a session becomes messages: prompts, notifications, late answers, typed commands."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from core.errors import QueueMoved
from core.loop.conversation import Conversation
from core.sessions.models import PART, Message, NotificationPart, Part, TextPart
from core.sessions.store import Store
from core.tasks.models import QueueItem

ShellLine = Callable[[str], Awaitable[str]]
"""Runs a command that a person typed with ``!`` and returns what it printed."""


async def deliver(
    store: Store, conversation: Conversation, run_shell_line: ShellLine | None = None
) -> int:
    """Put everything that is queued into the conversation, each item in the same commit that marks
    it delivered, so that a crash neither loses nor repeats one. Returns how many there were."""
    delivered = 0
    while items := await store.queue(conversation.session.id):
        item = items[0]
        parts = await parts_of(item, run_shell_line)
        session = conversation.session
        message = Message(
            session_id=session.id,
            role="user",
            agent=str(item.metadata.get("agent") or session.agent),
            model=session.model,
        )
        message.completed = message.created
        entry = conversation.place(message, parts)
        try:
            await store.mark_delivered([item.id], message, entry.parts)
        except BaseException as problem:
            conversation.messages.remove(entry)
            # It was taken back, or seen another way, at this very moment: then it is not needed.
            if not isinstance(problem, QueueMoved):
                raise
        else:
            delivered += 1
    return delivered


async def parts_of(item: QueueItem, run_shell_line: ShellLine | None) -> list[Part]:
    """The parts of the message that one queued item becomes."""
    if item.kind == "bash":
        output = await run_shell_line(item.text) if run_shell_line else ""
        return [
            TextPart(text=f"!{item.text}", ignored=True),
            TextPart(
                text=f"The person ran this command: `{item.text}`\n\nIt printed:\n{output}",
                synthetic=True,
            ),
        ]
    if item.kind in ("task-notification", "orphaned-permission"):
        return [
            NotificationPart(
                text=item.text,
                task_id=item.metadata.get("task_id"),
                run=int(item.metadata.get("run") or 0),
                status=str(item.metadata.get("status") or ""),
                summary=str(item.metadata.get("summary") or ""),
            )
        ]
    if item.parts:
        return [PART.validate_python(part) for part in item.parts]
    return [TextPart(text=item.text, synthetic=bool(item.metadata.get("hidden")))]
