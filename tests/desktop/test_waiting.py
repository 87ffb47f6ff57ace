"""What waits for the person or for the provider is seen wherever one looks."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QRadioButton, QWidget

from tests.desktop.conftest import OpenEngine, until
from tests.desktop.window import opened_window
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Gate, Say


def test_a_question_counts_as_waiting_until_it_is_answered_in_the_chat(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    model_server.script("Ask me.").call(
        "question", question="Which one?", options=["this", "that"]
    ).say("So be it.")

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Ask me.")
            await until(lambda: person.visible("answerButton"))
            session, panels = person.desk.session, person.desk.panels
            assert session is not None
            await until(lambda: panels.tree.nodes[session.id].mark == "waiting")
            assert "a question to answer" in panels.pane.status.text
            await person.desk.new_session()
            assert not person.visible("statusStrip")
            person.trigger("session.attention")
            await until(lambda: person.visible("answerButton"))
            await until(lambda: "a question to answer" in panels.pane.status.text)
            choices = [b for b in person.window.findChildren(QRadioButton) if b.isVisible()]
            choices[1].click()
            person.click("answerButton")
            await until(lambda: "So be it." in person.shown_text())
            await person.idle()
            assert panels.tree.nodes[session.id].mark == ""
            told = [r for r in model_server.requests if "that" in str(r.messages[-1])]
            assert told, "the model has heard the answer"

    run_async(scenario())


def test_how_long_it_works_is_counted_from_its_start_and_not_from_the_look_at_it(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    gate = Gate()
    model_server.script("Take long.").reply(Say("Working"), gate, Say(" still."))

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Take long.")
            await until(lambda: "Working" in person.shown_text())
            session, status = person.desk.session, person.desk.panels.pane.status
            assert session is not None
            began = status.since
            await person.desk.new_session()
            await asyncio.sleep(0.2)
            await person.desk.show_session(session.id)
            assert person.visible("statusStrip")
            assert abs(status.since - began) < 0.1
            gate.open()
            await person.idle()

    run_async(scenario())


def test_a_provider_that_wants_a_pause_is_counted_down(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    model_server.script("Hurry.").fail(429, "slow down", retry_after=2).say("There it is.")

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Hurry.")
            status = person.desk.panels.pane.status
            await until(lambda: status.text.startswith("Trying again in 2 s"))
            await until(lambda: status.text.startswith("Trying again in 1 s"))
            await until(lambda: "There it is." in person.shown_text())
            await person.idle()
            assert not person.visible("statusStrip")

    run_async(scenario())


def test_a_queued_prompt_keeps_its_files_when_it_is_edited_and_can_be_sent_now(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    (project / "notes.txt").write_text("remember the milk")
    model_server.script("Take long.").reply(Say("Working"), Gate()).say("I know of the milk.")

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Take long.")
            await until(lambda: "Working" in person.shown_text())
            data = QMimeData()
            data.setUrls([QUrl.fromLocalFile(str(project / "notes.txt"))])
            pane = person.desk.panels.pane
            drop(pane.transcript.viewport(), data)
            await person.send("Look at it.")
            await until(lambda: len(pane.queue.items) == 1)
            await person.engine.edit_queued(pane.queue.items[0], "Look at that.")
            await until(lambda: pane.queue.items[0].text == "Look at that.")
            buttons = pane.queue.findChildren(QAbstractButton)
            next(b for b in buttons if b.toolTip() == "Send now").click()
            await until(lambda: "I know of the milk." in person.shown_text())
            await person.idle()
            asked = [str(r.messages[-1]) for r in model_server.requests]
            assert any("Look at that." in text and "remember the milk" in text for text in asked)

    run_async(scenario())


def drop(widget: QWidget, data: QMimeData) -> None:
    """Let go of something over a widget, as a file manager does: whoever is above it that takes
    drops gets it."""
    taker: QWidget | None = widget
    while taker is not None and not taker.acceptDrops():
        taker = taker.parentWidget()
    assert taker is not None, "nobody takes it"
    at, action = QPointF(5, 5), Qt.DropAction.CopyAction
    none, left = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    enter = QDragEnterEvent(at.toPoint(), action, data, left, none)
    QApplication.sendEvent(taker, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(taker, QDropEvent(at, action, data, left, none))
