"""The transcript model holds a window of the messages and follows the events."""

from __future__ import annotations

from core.events import (
    MessageCreated,
    MessageRemoved,
    MessageUpdated,
    PartDelta,
    PartRemoved,
    PartUpdated,
)
from core.sessions.models import Message, TextPart
from desktop.chat.transcript_model import KEPT_BODIES, PAGE, Change, TranscriptModel, message_text
from tests.desktop.conversations import (
    SESSION,
    ListSource,
    long_conversation,
    message,
    tool,
)


async def opened(count: int) -> tuple[TranscriptModel, list[Change]]:
    model = TranscriptModel(ListSource(long_conversation(count)))
    changes: list[Change] = []
    model.listen(changes.append)
    await model.open(SESSION)
    return model, changes


async def test_opening_reads_the_last_page_only() -> None:
    model, _ = await opened(1000)
    assert len(model) == 1000
    assert model.held == PAGE
    assert model.body(999) is not None
    assert model.body(0) is None


async def test_rows_are_read_when_they_are_needed_and_forgotten_when_there_are_too_many() -> None:
    model, _ = await opened(1000)
    for first in range(0, 1000, 20):
        await model.ensure(first, first + 30)
        assert model.body(first) is not None
        assert model.held <= KEPT_BODIES


async def test_a_message_that_is_still_written_is_never_forgotten() -> None:
    model, _ = await opened(400)
    live = Message(session_id=SESSION, role="assistant")
    model.apply(MessageCreated(SESSION, live))
    for first in range(0, 400, 20):
        await model.ensure(first, first + 20)
    assert model.body(400) is not None


async def test_text_grows_with_its_deltas_and_is_replaced_by_a_whole_part() -> None:
    model, changes = await opened(3)
    live = Message(session_id=SESSION, role="assistant")
    part = TextPart(message_id=live.id, session_id=SESSION)
    model.apply(MessageCreated(SESSION, live))
    model.apply(PartUpdated(SESSION, part))
    model.apply(PartDelta(SESSION, live.id, part.id, "Hel"))
    model.apply(PartDelta(SESSION, live.id, part.id, "lo"))
    body = model.body(3)
    assert body is not None
    assert body.text == "Hello"
    assert part.text == "", "the part of the event belongs to whoever published it"
    model.apply(PartUpdated(SESSION, part.model_copy(update={"text": "Hello there"})))
    assert body.text == "Hello there"
    assert [change.kind for change in changes[-4:]] == ["part", "delta", "delta", "part"]


async def test_output_of_a_running_tool_grows() -> None:
    model, _ = await opened(1)
    running = message("assistant", tool("bash", "running"))
    model.apply(MessageCreated(SESSION, running.info))
    model.apply(PartUpdated(SESSION, running.parts[0]))
    model.apply(PartDelta(SESSION, running.info.id, running.parts[0].id, "line\n"))
    body = model.body(1)
    assert body is not None
    assert body.parts[0].output == "line\n"


async def test_what_is_removed_is_gone() -> None:
    model, changes = await opened(5)
    last, first = model.message_id(4), model.message_id(0)
    model.apply(MessageRemoved(SESSION, last))
    assert len(model) == 4
    assert changes[-1].kind == "truncated"
    model.apply(MessageRemoved(SESSION, first))
    assert len(model) == 3
    assert model.row_of(first) is None
    assert model.row_of(model.message_id(2)) == 2


async def test_a_removed_part_is_gone_and_a_failed_message_shows_it() -> None:
    model, changes = await opened(2)
    body = model.body(1)
    assert body is not None
    model.apply(PartRemoved(SESSION, body.info.id, body.parts[0].id))
    assert body.parts == []
    model.apply(MessageUpdated(SESSION, body.info.model_copy(update={"finish": "stop"})))
    assert changes[-1].kind == "message"


async def test_other_sessions_are_not_listened_to() -> None:
    model, changes = await opened(2)
    before = len(changes)
    model.apply(MessageCreated("ses_other", Message(session_id="ses_other", role="user")))
    assert len(model) == 2
    assert len(changes) == before


async def test_events_on_their_way_while_a_page_is_read_are_not_counted_twice() -> None:
    """What the store gives already contains them, so they are delivered before it is taken over."""
    streaming = message("assistant", TextPart(text="Hello"))
    streaming.info.completed = None
    late = PartDelta(SESSION, streaming.info.id, streaming.parts[0].id, "lo")
    model: TranscriptModel

    def settle() -> None:
        model.apply(late)

    model = TranscriptModel(ListSource([streaming]), settle)
    await model.open(SESSION)
    body = model.body(0)
    assert body is not None
    assert body.text == "Hello"


async def test_a_message_as_text_says_what_was_done() -> None:
    entry = message("assistant", TextPart(text="Look:"), tool("bash", title="ls -l"))
    assert message_text(entry) == "Look:\n\n[bash] ls -l"
