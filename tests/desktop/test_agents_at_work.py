"""Several agents at once, seen and steered from the window; models over HTTP from a script."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QDialog,
    QPlainTextEdit,
)

from core.tasks.models import Task
from tests.desktop.conftest import OpenEngine, until
from tests.desktop.window import WindowUnderTest, opened_window
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call, Gate, Say


def tasks(person: WindowUnderTest) -> list[Task]:
    return list(person.desk.panels.tasks.model._tasks)


def state_of(person: WindowUnderTest, description: str) -> str:
    return next((t.state for t in tasks(person) if t.description == description), "")


def two_children(server: ModelServer, command: str = "touch {name}") -> None:
    """A parent that starts two background agents, each of which runs a command."""
    server.script("Do two things.").reply(
        Call("task", description="one", prompt="Be agent one.", subagent_type="general",
             run_in_background=True),
        Call("task", description="two", prompt="Be agent two.", subagent_type="general",
             run_in_background=True),
    ).say("Both are on their way.").say("Heard of one.").say("Heard of the other.")  # fmt: skip
    for name in ("one", "two"):
        server.script(f"Be agent {name}.").call("bash", command=command.format(name=name)).say(
            f"Agent {name} is done."
        )


def test_two_background_agents_ask_at_once_and_each_gets_its_own_answer(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    two_children(model_server)

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Do two things.")
            book = person.desk.panels.book
            await until(lambda: len(book) == 2)
            await until(lambda: person.visible("permissionDialog"))
            shown = person.desk.panels.requests.dialog.request
            assert shown is not None
            assert shown.agent_path[:2] == ["build", "general"], "it says whose child asks"
            root = person.desk.session
            assert root is not None
            assert person.desk.panels.tree.nodes[root.id].sums["waiting"] == 2
            first = shown.command
            await person.answer("allowOnceButton")
            await until(lambda: len(book) == 1 and person.visible("permissionDialog"))
            other = person.desk.panels.requests.dialog.request
            assert other is not None
            assert other.command != first
            await person.answer("denyButton")
            await until(
                lambda: (
                    {t.state for t in tasks(person)} == {"completed"} and len(tasks(person)) == 2
                )
            )
            await person.idle()
            made = {path.name for path in project.iterdir()}
            assert made == {str(first).removeprefix("touch ")}

    run_async(scenario())


def test_identical_requests_are_answered_together_in_the_inbox(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    two_children(model_server, "touch same")

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Do two things.")
            book = person.desk.panels.book
            await until(lambda: len(book) == 2)
            inbox = person.find(QAbstractItemView, "requestInbox")
            assert inbox.model().rowCount() == 1
            inbox.selectAll()
            await asyncio.sleep(0.5)
            person.click("inboxAllowButton")
            await until(lambda: len(book) == 0)
            await until(lambda: {t.state for t in tasks(person)} == {"completed"})
            await person.idle()
            assert (project / "same").exists()

    run_async(scenario())


def test_always_answers_every_request_it_covers(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    two_children(model_server, "touch same")

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Do two things.")
            await until(lambda: len(person.desk.panels.book) == 2)
            await person.answer("allowAlwaysButton")
            await until(lambda: len(person.desk.panels.book) == 0)
            await until(lambda: {t.state for t in tasks(person)} == {"completed"})
            await person.idle()

    run_async(scenario())


def test_what_is_typed_while_the_agent_works_waits_in_the_queue(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    gate = Gate()
    model_server.script("Take your time.").reply(Say("Working"), gate, Say(" on it.")).say(
        "Now the second."
    )

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Take your time.")
            await until(lambda: "Working" in person.shown_text())
            assert person.visible("stopButton")
            await person.send("And then this.")
            await person.send("And that.")
            await until(lambda: person.visible("queueStrip"))
            queue = person.desk.panels.pane.queue
            await until(lambda: len(queue.items) == 2)
            queue.removed.emit(queue.items[1].id)
            await until(lambda: len(queue.items) == 1)
            edit = next(b for b in queue.findChildren(QAbstractButton) if b.toolTip() == "Edit")
            edit.click()
            await until(lambda: person.visible("textField"))
            field = person.find(QPlainTextEdit, "textField")
            assert field.toPlainText() == "And then this."
            field.setPlainText("And then this.\nIn two lines.")
            person.find(QDialog, "textDialog").accept()
            await until(lambda: queue.items[0].text == "And then this.\nIn two lines.")
            gate.open()
            await until(lambda: "Now the second." in person.shown_text())
            await person.idle()
            assert not person.visible("queueStrip")
            assert "And then this.\nIn two lines." in person.shown_text()
            assert "And that." not in person.shown_text()

    run_async(scenario())


def test_what_is_sent_first_goes_first_however_slow_its_files_are(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    slow = project / "slow.txt"
    os.mkfifo(slow)  # a file that can be read only once somebody has written it
    gate = Gate()
    model_server.script("Take your time.").reply(Say("Working"), gate).say("Heard.").say("Heard.")

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Take your time.")
            await until(lambda: "Working" in person.shown_text())
            sending = [
                asyncio.ensure_future(person.desk.send("First.", [slow], "next")),
                asyncio.ensure_future(person.desk.send("Second.", [], "next")),
            ]
            await asyncio.to_thread(slow.write_text, "at last")
            await asyncio.gather(*sending)
            queue = person.desk.panels.pane.queue
            await until(lambda: len(queue.items) == 2)
            assert [item.text for item in queue.items] == ["First.", "Second."]
            gate.open()
            await person.idle()

    run_async(scenario())


def test_the_stops_of_the_window_stop_what_they_say(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    """Interrupt ends the turn and leaves the background alone; stop ends one task, stop tree a task
    with what is under it."""
    gates = [Gate(), Gate()]
    model_server.script("Do two things.").reply(
        Call("task", description="one", prompt="Be agent one.", subagent_type="general",
             run_in_background=True),
        Call("task", description="two", prompt="Be agent two.", subagent_type="general",
             run_in_background=True),
    ).reply(Say("I think about it"), Gate())  # fmt: skip
    for name, gate in zip(("one", "two"), gates, strict=True):
        model_server.script(f"Be agent {name}.").reply(Say(f"I am {name}"), gate)

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Do two things.")
            await until(lambda: "I think about it" in person.shown_text())
            await until(lambda: [t.state for t in tasks(person)] == ["running", "running"])
            person.click("stopButton")
            session = person.desk.session
            assert session is not None
            await until(lambda: not person.engine.is_running(session.id))
            assert [t.state for t in tasks(person)] == ["running", "running"]
            panel = person.desk.panels.tasks
            panel.select(next(t.id for t in tasks(person) if t.description == "one"))
            person.trigger("task.stop")
            await until(lambda: state_of(person, "one") == "killed")
            assert state_of(person, "two") == "running"
            panel.select(next(t.id for t in tasks(person) if t.description == "two"))
            person.trigger("task.stop_tree")
            await until(lambda: state_of(person, "two") == "killed")
            assert not person.window.actions_table["task.stop"].isEnabled()
            await person.engine.stop_everything_in(session.id)
            await person.idle()

    run_async(scenario())


def test_a_child_is_opened_from_its_card_and_can_be_left_again(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    model_server.script("Delegate.").call(
        "task", description="look", prompt="Be the child.", subagent_type="general"
    ).say("The child has looked.")
    model_server.script("Be the child.").say("I have looked around.")

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Delegate.")
            await until(lambda: "The child has looked." in person.shown_text())
            await person.idle()
            parent = person.desk.session
            assert parent is not None
            person.click("openChildButton")
            await until(lambda: "I have looked around." in person.shown_text())
            assert person.desk.session is not None
            assert person.desk.session.parent_id == parent.id
            person.trigger("session.parent")
            await until(
                lambda: person.desk.session is not None and person.desk.session.id == parent.id
            )
            person.trigger("session.child")
            await until(lambda: "I have looked around." in person.shown_text())

    run_async(scenario())


def test_an_error_of_the_provider_is_a_sentence_on_a_card(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    model_server.script("Fail.").fail(401, "Incorrect API key provided")

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Fail.")
            await until(lambda: person.visible("fixErrorButton"))
            await person.idle()
            assert "Traceback" not in person.shown_text()
            assert person.desk.session is not None
            node = person.desk.panels.tree.nodes[person.desk.session.id]
            assert node.mark == "failed"
            assert QApplication.focusWidget() is person.desk.panels.pane.composer.edit

    run_async(scenario())


@pytest.mark.parametrize("answer", ["stay", "stop", "leave"])
def test_closing_while_something_runs_asks_first(
    run_async: Any,
    home: Path,
    project: Path,
    model_server: ModelServer,
    open_engine: OpenEngine,
    answer: str,
) -> None:
    model_server.script("Take long.").reply(Say("Working"), Gate())

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Take long.")
            await until(lambda: "Working" in person.shown_text())
            leaving = asyncio.ensure_future(person.desk.wait_until_closed())
            person.window.close()
            await until(lambda: person.visible(f"choice_{answer}"))
            assert person.window.isVisible()
            person.click(f"choice_{answer}")
            session = person.desk.session
            assert session is not None
            if answer == "stay":
                await until(lambda: not person.visible("questionDialog"))
                assert not leaving.done()
                assert person.engine.is_running(session.id)
                person.window.close_now()
            await asyncio.wait_for(leaving, 20)
            assert person.engine.is_running(session.id) == (answer != "stop")

    run_async(scenario())


def test_a_project_with_settings_of_its_own_is_trusted_only_when_a_person_says_so(
    run_async: Any, home: Path, project: Path, open_engine: OpenEngine
) -> None:
    (project / "AGENTS.md").write_text("Always answer in verse.")

    async def scenario() -> None:
        async with opened_window(home, None, open_engine) as person:
            opening = asyncio.ensure_future(person.desk.open_folder(project))
            await until(lambda: person.visible("questionDialog"))
            from PySide6.QtWidgets import QMessageBox

            box = person.find(QMessageBox, "questionDialog")
            assert "AGENTS.md" in box.informativeText()
            assert box.defaultButton().objectName() == "choice_no", "Enter must not trust"
            person.click("choice_trust")
            await opening
            assert (await person.engine.trust_state(project)).trusted

    run_async(scenario())


def test_a_session_is_renamed_and_is_deleted_only_after_asking(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    model_server.script("Hello.").say("Hello yourself.")

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Hello.")
            await until(lambda: "Hello yourself." in person.shown_text())
            await person.idle()
            session = person.desk.session
            assert session is not None
            person.trigger("session.rename")
            await until(lambda: person.visible("textDialog"))
            from PySide6.QtWidgets import QDialog, QLineEdit

            person.find(QLineEdit, "textField").setText("A better title")
            person.find(QDialog, "textDialog").accept()
            tree = person.desk.panels.tree
            await until(lambda: tree.nodes[session.id].title == "A better title")
            person.trigger("session.delete")
            await until(lambda: person.visible("questionDialog"))
            person.click("choice_keep")
            await until(lambda: not person.visible("questionDialog"))
            assert session.id in tree.nodes
            person.trigger("session.delete")
            await until(lambda: person.visible("questionDialog"))
            person.click("choice_delete")
            await until(lambda: session.id not in tree.nodes)
            await until(lambda: person.visible("welcome"))

    run_async(scenario())


def test_after_a_restart_a_task_that_was_cut_off_says_so_and_can_be_resumed(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    model_server.script("Delegate.").call(
        "task",
        description="long",
        prompt="Be the long one.",
        subagent_type="general",
        run_in_background=True,
    ).say("It is on its way.").say("It has come back.")
    begun = Gate()
    model_server.script("Be the long one.").reply(Say("I begin"), begun).say("I have ended.")

    async def leave() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Delegate.")
            await until(lambda: "It is on its way." in person.shown_text())
            await until(lambda: state_of(person, "long") == "running")
            await until(begun.reached.is_set)

    async def come_back() -> None:
        async with opened_window(home, None, open_engine) as person:
            assert state_of(person, "long") == "interrupted"
            person.desk.panels.tasks.select(tasks(person)[0].id)
            assert not person.window.actions_table["task.stop"].isEnabled()
            person.trigger("task.resume")
            await until(lambda: state_of(person, "long") == "completed")
            await person.idle()

    run_async(leave())
    run_async(come_back())
