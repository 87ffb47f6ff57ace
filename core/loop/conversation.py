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
        """What the model sees; for a fork that begins with what its parent saw, until the fork has a
        compaction of its own."""
        revert = session.revert
        before = revert.hides_from if revert is not None else None
        messages = await since_compaction(store, session.id, before)
        origin = session.settings.get("fork") if session.source == "fork" else None
        if origin and not (messages and compaction_of(messages[0])):
            messages[:0] = await up_to(store, origin["parent"], origin["until"])
        return cls(store, session, messages)

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


async def since_compaction(
    store: Store, session_id: str, before: str | None = None
) -> list[MessageWithParts]:
    """Read backwards page by page, so that only what the model sees is ever held."""
    messages: list[MessageWithParts] = []
    while True:
        page = await store.messages(session_id, before=before, limit=PAGE, newest=True)
        start = newest_compaction(page)
        messages[:0] = page[start:]
        if start > 0 or len(page) < PAGE or compaction_of(page[0]):
            return [*messages[:1], *await carried(store, messages), *messages[1:]]
        before = page[0].info.id


async def carried(store: Store, messages: list[MessageWithParts]) -> list[MessageWithParts]:
    """Messages that a compaction left as they are: not answered when it was made."""
    part = compaction_of(messages[0]) if messages else None
    return [await store.get_message(message_id) for message_id in part.carried] if part else []


async def up_to(store: Store, session_id: str, message_id: str) -> list[MessageWithParts]:
    """What the model saw of a session when ``message_id`` was its last message."""
    last = await store.get_message(message_id)
    if compaction_of(last):
        return [last, *await carried(store, [last])]
    return [*await since_compaction(store, session_id, message_id), last]


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
