"""Events have stable names and plain JSON forms."""

from __future__ import annotations

import json

from core import events
from core.sessions.models import Message, TextPart


def kinds() -> list[type[events.Event]]:
    return [
        value
        for value in vars(events).values()
        if isinstance(value, type) and issubclass(value, events.Event) and value is not events.Event
    ]


def test_every_event_has_a_dotted_name_of_its_own() -> None:
    names = [kind.type for kind in kinds()]
    assert len(set(names)) == len(names)
    assert {"session.created", "message.part.delta", "task.finished", "turn.finished"} <= set(names)


def test_an_event_becomes_one_line_of_json_with_its_type_first() -> None:
    part = TextPart(message_id="msg_1", session_id="ses_1", text="Grüße 你好")
    plain = events.PartUpdated("ses_1", part).to_json()
    assert list(plain)[:2] == ["type", "session_id"]
    assert json.loads(json.dumps(plain))["part"]["text"] == "Grüße 你好"
    message = Message(session_id="ses_1", role="user")
    assert "error" not in events.MessageUpdated("ses_1", message).to_json()["message"]


def test_lists_of_records_become_lists_of_plain_values() -> None:
    plain = events.QueueChanged("ses_1", ()).to_json()
    assert plain == {"type": "queue.changed", "session_id": "ses_1", "items": []}
