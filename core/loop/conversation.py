"""The part of a session that the model still sees, kept in memory while a turn runs."""

from __future__ import annotations

from collections.abc import Sequence

from core.sessions.models import CompactionPart, Message, MessageWithParts, Part, Session, TextPart
from core.sessions.store import Store

PAGE = 200


class Conversation:
    """Messages from the last compaction on, oldest first; changes go through to the store."""

    def __init__(self, store: Store, session: Session, messages: list[MessageWithParts]) -> None:
        self.store = store
        self.session = session
        self.messages = messages

    @classmethod
    async def load(cls, store: Store, session: Session) -> Conversation:
        """Read backwards page by page, so that only what the model sees is ever held."""
        messages: list[MessageWithParts] = []
        revert = session.revert
        before = revert.message_id if revert is not None and revert.what != "files" else None
        while True:
            page = await store.messages(session.id, before=before, limit=PAGE, newest=True)
            start = newest_compaction(page)
            messages[:0] = page[start:]
            if start > 0 or len(page) < PAGE:
                return cls(
                    store, session, [*messages[:1], *await carried(store, messages), *messages[1:]]
                )
            before = page[0].info.id

    @property
    def last(self) -> MessageWithParts | None:
        return self.messages[-1] if self.messages else None

    async def add(self, message: Message, parts: Sequence[Part] = ()) -> MessageWithParts:
        """Store a whole message and keep it."""
        entry = self.place(message, parts)
        await self.store.add_message(message, entry.parts)
        return entry

    def place(self, message: Message, parts: Sequence[Part] = ()) -> MessageWithParts:
        """Keep a message that somebody else stores."""
        entry = MessageWithParts(info=message, parts=[])
        # Validation copies lists; the parts themselves must stay the very objects that grow.
        entry.parts.extend(own(part, message) for part in parts)
        self.messages.append(entry)
        return entry

    async def drop_last(self) -> None:
        """Take back a message to which nothing came."""
        entry = self.messages.pop()
        await self.store.remove_messages(self.session.id, entry.info.id)

    async def add_user_text(
        self, text: str, *, synthetic: bool, agent: str = "", model: str | None = None
    ) -> MessageWithParts:
        """A finished user message with one text, such as a hint that Spinney writes."""
        message = Message(
            session_id=self.session.id,
            role="user",
            agent=agent or self.session.agent,
            model=model or self.session.model,
        )
        message.completed = message.created
        return await self.add(message, [TextPart(text=text, synthetic=synthetic)])


async def carried(store: Store, messages: list[MessageWithParts]) -> list[MessageWithParts]:
    """Messages that a compaction left as they are: not answered when it was made."""
    part = compaction_of(messages[0]) if messages else None
    return [await store.get_message(message_id) for message_id in part.carried] if part else []


def own(part: Part, message: Message) -> Part:
    """Mark a part as belonging to a message."""
    part.message_id = message.id
    part.session_id = message.session_id
    return part


def newest_compaction(messages: list[MessageWithParts]) -> int:
    """The position of the newest finished compaction, 0 where there is none."""
    for position in range(len(messages) - 1, -1, -1):
        if compaction_of(messages[position]) is not None:
            return position
    return 0


def compaction_of(entry: MessageWithParts) -> CompactionPart | None:
    """The finished compaction that a message holds, if it does."""
    for part in entry.parts:
        if isinstance(part, CompactionPart) and part.summary:
            return part
    return None
