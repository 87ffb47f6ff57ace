"""A subscriber hears what it asked for, in order, and harms nobody."""

from __future__ import annotations

import asyncio
import logging

import pytest

from core.bus import Bus
from core.events import Event, Notice, PartDelta


def notice(sentence: str) -> Notice:
    return Notice("ses_1", "info", sentence)


def delta(text: str) -> PartDelta:
    return PartDelta("ses_1", "msg_1", "prt_1", text)


def test_subscribers_hear_only_the_types_they_asked_for() -> None:
    bus, notices, everything = Bus(), list[Event](), list[Event]()
    bus.subscribe(notices.append, ["notice"])
    bus.subscribe(everything.append)
    bus.publish(delta("a"))
    bus.publish(notice("b"))
    assert [event.type for event in notices] == ["notice"]
    assert [event.type for event in everything] == ["message.part.delta", "notice"]


def test_a_failing_subscriber_is_logged_and_the_others_still_hear(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bus, heard = Bus(), list[Event]()

    def fail(event: Event) -> None:
        raise ValueError("broken panel")

    bus.subscribe(fail)
    bus.subscribe(heard.append)
    with caplog.at_level(logging.ERROR):
        bus.publish(notice("one"))
        bus.publish(notice("two"))
    assert len(heard) == 2
    assert "broken panel" in caplog.text


def test_unsubscribing_ends_it_even_while_an_event_is_delivered() -> None:
    bus, heard = Bus(), list[str]()
    ends = []

    def once(event: Event) -> None:
        heard.append("once")
        ends[0]()

    ends.append(bus.subscribe(once))
    bus.subscribe(lambda event: heard.append("other"))
    bus.publish(notice("one"))
    bus.publish(notice("two"))
    assert heard == ["once", "other", "other"]


async def test_a_slow_listener_loses_deltas_but_nothing_else() -> None:
    bus = Bus()
    listener = bus.listen(limit=5)
    first = asyncio.ensure_future(anext(listener))
    await asyncio.sleep(0)
    for number in range(20):
        bus.publish(delta(str(number)))
    bus.publish(notice("kept"))
    got = [await first]
    while got[-1].type != "notice":
        got.append(await anext(listener))
    assert 5 <= len(got) < 20
    await listener.aclose()  # type: ignore[attr-defined]
    bus.publish(notice("nobody listens"))
