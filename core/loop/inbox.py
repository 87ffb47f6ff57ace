"""What waits for a session becomes messages, each exactly once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from core.errors import QueueMoved
from core.loop.conversation import Conversation
from core.sessions.models import PART, Message, NotificationPart, Part, TextPart
from core.sessions.store import Store
from core.tasks.models import QueueItem

PartsOf = Callable[[QueueItem], Awaitable[list[Part]]]


async def deliver(store: Store, conversation: Conversation, parts_of: PartsOf) -> int:
    """Put everything that is queued into the conversation, each item in the same commit that marks
    it delivered, so that a crash neither loses nor repeats one. Returns how many there were."""
    delivered = 0
    while items := await store.queue(conversation.session.id):
        item = items[0]
        parts = await parts_of(item)
        session = conversation.session
        message = Message(
            session_id=session.id,
            role="user",
            agent=str(item.metadata.get("agent") or session.agent),
            model=item.metadata.get("model") or session.model,
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


def plain_parts(item: QueueItem) -> list[Part]:
    """The parts of an item as it stands, without looking anything up."""
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
    text = TextPart(text=item.text, synthetic=bool(item.metadata.get("hidden")))
    return [text, *(PART.validate_python(part) for part in item.parts)]
