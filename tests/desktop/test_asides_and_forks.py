"""Questions aside, forks and coordinators in the window, with real agents behind it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QPlainTextEdit, QToolButton

from desktop.chat.aside_strip import AsideCard
from desktop.sessions.item_model import kind_of
from tests.desktop.conftest import OpenEngine, until
from tests.desktop.window import WindowUnderTest, opened_window
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Gate, Say, say


def is_aside(request: Any) -> bool:
    return bool(request.prompts) and "<side-question>" in request.prompts[-1]


def is_fork(request: Any) -> bool:
    return any("<fork-directive>" in prompt for prompt in request.prompts)


async def write_into_dialog(person: WindowUnderTest, text: str) -> None:
    await until(lambda: person.visible("textDialog"))
    field = person.find(QPlainTextEdit, "textField")
    QTest.keyClicks(field, text)
    box = field.window().findChild(QDialogButtonBox)
    assert box is not None
    box.button(QDialogButtonBox.StandardButton.Ok).click()


def cards(person: WindowUnderTest) -> list[AsideCard]:
    return [card for card in person.desk.panels.pane.asides.cards() if card.isVisible()]


def test_a_question_aside_is_answered_beside_the_conversation_while_it_goes_on(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    working, answering = Gate(), Gate()
    aside = model_server.script("aside", is_aside)
    aside.reply(Say("It is **blue**"), answering, Say(", they said."))
    model_server.script("main", lambda r: not is_aside(r)).reply(
        Say("Working"), working, Say(" on it.")
    )

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Paint it.")
            await until(lambda: "Working" in person.shown_text())
            await person.send("/side Which colour was it?")
            await until(lambda: cards(person))
            (card,) = cards(person)
            assert "Which colour was it?" in card.accessibleName()
            await until(lambda: "It is blue" in card.answer.plain_text())
            assert person.visible("cancelAsideButton")
            assert not person.visible("closeAsideButton")
            assert "blue" not in person.shown_text()
            answering.open()
            await until(lambda: person.visible("closeAsideButton"))
            assert card.answer.view.text == "It is **blue**, they said."
            working.open()
            await person.idle()
            assert person.desk.session is not None
            said = await person.engine.store.messages(person.desk.session.id)
            assert [entry.info.role for entry in said] == ["user", "assistant"], "it left no trace"
            assert "Which colour" not in person.shown_text()
            assert not await person.engine.queue(person.desk.session.id)
            await person.desk.new_session()
            assert not cards(person), "it belongs to its own conversation"
            await person.desk.show_session(said[0].info.session_id)
            person.click("closeAsideButton")
            await until(lambda: not person.visible("asideStrip"))

    run_async(scenario())


def test_a_question_aside_is_asked_by_an_action_and_cancelled(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    gate = Gate()
    aside = model_server.script("aside", is_aside).reply(Say("Let me"), gate, Say(" think."))
    model_server.script("main", lambda r: not is_aside(r)).say("Hello.")

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Hello?")
            await until(lambda: "Hello." in person.shown_text())
            await person.idle()
            person.trigger("chat.side")
            await write_into_dialog(person, "Why?")
            await until(lambda: cards(person) and cards(person)[0].answer.plain_text() == "Let me")
            person.click("cancelAsideButton")
            await until(lambda: person.visible("closeAsideButton"))
            gate.open()
            assert await asyncio.to_thread(aside.requests[0].done.wait, 10)
            assert cards(person)[0].answer.plain_text() == "Let me"
            assert "cancelled" in cards(person)[0].accessibleDescription()
            cards(person)[0].answer.setFocus()
            QTest.keyClick(cards(person)[0].answer, Qt.Key.Key_Escape)
            await until(lambda: not person.visible("asideStrip"))
            assert person.window.focusWidget() is person.desk.panels.pane.composer.edit

    run_async(scenario())


def test_a_question_aside_that_fails_says_why(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    model_server.script("scripted").say("Hello.")

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Hello?")
            await until(lambda: "Hello." in person.shown_text())
            await person.idle()
            await person.send("/side")
            await until(lambda: cards(person))
            await until(lambda: "no question" in cards(person)[0].accessibleDescription())

    run_async(scenario())


def test_a_fork_is_started_by_an_action_and_shown_as_one(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    gate = Gate()
    fork = model_server.script("fork", is_fork).reply(Say("I am the copy"), gate)
    model_server.script("main", lambda r: not is_fork(r)).say("Hello.").otherwise(say("Noted."))

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Hello?")
            await until(lambda: "Hello." in person.shown_text())
            await person.idle()
            root = person.desk.session
            assert root is not None
            person.trigger("chat.fork")
            await write_into_dialog(person, "Look at the tests.")
            tasks = person.desk.panels.tasks.model
            await until(lambda: tasks.rowCount() == 1 and tasks.all()[0].state == "running")
            task = tasks.all()[0]
            assert tasks.index(0, 0).data() == "fork · Look at the tests."
            assert "A fork: a copy" in tasks.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
            await until(lambda: task.session_id in person.desk.panels.tree.nodes)
            node = person.desk.panels.tree.nodes[task.session_id or ""]
            assert node.parent is not None
            assert node.parent.id == root.id
            assert kind_of(node) == "Fork"
            shown = person.window.notices.shown
            assert shown is not None
            assert shown.act is not None
            shown.act()
            await until(lambda: person.desk.session and person.desk.session.id == task.session_id)
            await until(lambda: "I am the copy" in person.shown_text())
            gate.open()
            await until(lambda: tasks.all()[0].state == "completed")
            await until(lambda: not person.engine.is_running(root.id))
            assert len(fork.requests) == 1
            assert not person.window.actions_table["session.coordinator"].isEnabled()
            assert not person.visible("coordinatorSwitch")

    run_async(scenario())


def test_a_coordinator_is_switched_on_and_off_and_marked(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    script = model_server.script("scripted").otherwise(say("Yes."))

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            switch = person.find(QToolButton, "coordinatorSwitch")
            action = person.window.actions_table["session.coordinator"]
            assert not switch.isChecked()
            person.click("coordinatorSwitch")
            assert person.desk.session is not None
            session_id = person.desk.session.id
            await until(lambda: action.isChecked())
            assert switch.isChecked()
            assert switch.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextBesideIcon
            await until(lambda: kind_of(person.desk.panels.tree.nodes[session_id]) == "Coordinator")
            await person.send("Lead.")
            await until(lambda: len(script.requests) == 1)
            await person.idle()
            assert {"task", "send_message"} <= set(script.requests[0].tools)
            assert "bash" not in script.requests[0].tools
            await person.desk.new_session()
            assert not switch.isChecked(), "each session has its own"
            assert not action.isChecked()
            await person.desk.show_session(session_id)
            assert action.isChecked()
            person.trigger("session.coordinator")
            await until(lambda: not switch.isChecked())
            await person.send("Work.")
            await until(lambda: len(script.requests) == 2)
            await person.idle()
            assert "bash" in script.requests[1].tools

    run_async(scenario())


def test_clear_and_agents_do_what_they_say_in_the_window(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    model_server.script("scripted").otherwise(say("Yes."))

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.desk.change("agent", "plan")
            await person.desk.change("mode", "acceptEdits")
            before = person.desk.session
            assert before is not None
            await person.send("/clear")
            await until(lambda: person.desk.session and person.desk.session.id != before.id)
            after = person.desk.session
            assert after is not None
            assert (after.agent, after.mode) == ("plan", "acceptEdits")
            await person.send("/model fake/scripted")
            await until(lambda: person.desk.session and person.desk.session.model)
            await person.send("/agents")
            await until(lambda: person.visible("agentEditor"))

    run_async(scenario())


def test_the_commands_that_are_prompts_are_typed_and_carried_out(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    script = model_server.script("scripted").otherwise(say("A summary of it."))

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("/init mind the tests")
            await until(lambda: len(script.requests) == 1)
            await person.idle()
            assert "AGENTS.md" in script.requests[0].prompts[-1]
            assert "mind the tests" in script.requests[0].prompts[-1]
            assert "/init mind the tests" in person.shown_text(), "it shows what was typed"
            await person.send("/compact")
            session = person.desk.session
            assert session is not None

            def compacted() -> bool:
                model = person.desk.panels.pane.model
                bodies = [model.body(row) for row in range(len(model))]
                return any(p.type == "compaction" for b in bodies if b for p in b.parts)

            await until(compacted)
            await person.idle()
            await person.send("/fork look at the tests")
            tasks = person.desk.panels.tasks.model
            await until(lambda: tasks.rowCount() == 1 and tasks.all()[0].state == "completed")
            assert tasks.all()[0].agent == "fork"
            await person.idle()
            await until(lambda: not person.engine.is_running(session.id))

    run_async(scenario())
