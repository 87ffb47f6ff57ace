"""Records for tests, stored where they have to be."""

from __future__ import annotations

from typing import Any

from core.permissions.models import Request
from core.sessions.models import Message, Session, TextPart, ToolPart
from core.sessions.store import Store
from core.tasks.models import Task


async def session(store: Store, parent: Session | None = None, **fields: Any) -> Session:
    values: dict[str, Any] = {"project_id": "prj_1", "directory": "/work", **fields}
    if parent is not None:
        values["parent_id"] = parent.id
    return await store.create_session(Session(**values))


def text(message: Message, content: str = "", **fields: Any) -> TextPart:
    return TextPart(message_id=message.id, session_id=message.session_id, text=content, **fields)


def tool(message: Message, call_id: str, **fields: Any) -> ToolPart:
    values: dict[str, Any] = {"tool": "bash", **fields}
    return ToolPart(message_id=message.id, session_id=message.session_id, call_id=call_id, **values)


async def said(store: Store, owner: Session, content: str, **fields: Any) -> Message:
    """A finished message with one text."""
    values: dict[str, Any] = {"role": "user", "completed": 1.0, **fields}
    message = Message(session_id=owner.id, **values)
    await store.add_message(message, [text(message, content)])
    return message


def task(owner: Session, **fields: Any) -> Task:
    return Task(owner_session_id=owner.id, root_session_id=owner.root_id, **fields)


def request(owner: Session, call_id: str = "call", **fields: Any) -> Request:
    values: dict[str, Any] = {"tool": "bash", **fields}
    return Request(
        session_id=owner.id,
        shown_in=owner.id,
        root_session_id=owner.root_id,
        call_id=call_id,
        **values,
    )
