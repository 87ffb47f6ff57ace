"""What a person does with a task from the panel and from its card, on real agents."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QFileDialog, QLineEdit, QPlainTextEdit, QPushButton

from core.tasks.models import Task
from tests.desktop.conftest import OpenEngine, until
from tests.desktop.window import WindowUnderTest, opened_window
from tests.fakes.model_server import ModelServer
from tests.fakes.scene import DIGGER
from tests.fakes.script import Call, Gate, Say


def task(person: WindowUnderTest, description: str) -> Task:
    tasks = person.desk.panels.tasks.model._tasks
    return next(one for one in tasks if one.description == description)


def states(person: WindowUnderTest) -> dict[str, str]:
    return {one.description: one.state for one in person.desk.panels.tasks.model._tasks}


def test_a_task_goes_to_the_background_hears_a_message_and_its_output_grows(
    run_async: Any,
    home: Path,
    project: Path,
    model_server: ModelServer,
    open_engine: OpenEngine,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: opened.append(QUrl(url).toLocalFile())
    )
    first, second = Gate(), Gate()
    model_server.script("Delegate.").call(
        "task", description="dig", prompt="Be the digger.", subagent_type="general"
    ).say("It digs on without me.").say("It is back.")
    model_server.script("Be the digger.").reply(
        Say("I begin."), first, Call("list", path=".")
    ).reply(Say("I go on."), second).say("I have heard you.")

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Delegate.")
            await until(lambda: states(person) == {"dig": "running"})
            await until(lambda: first.reached.is_set())
            buttons = person.desk.panels.pane.transcript.findChildren(QPushButton)
            next(b for b in buttons if b.text() == "Send to background").click()
            await until(lambda: "It digs on without me." in person.shown_text())
            await person.idle()
            assert states(person) == {"dig": "running"}
            panel = person.desk.panels.tasks
            panel.select(task(person, "dig").id)
            assert not person.window.actions_table["task.background"].isEnabled()
            before = panel.output.toPlainText()
            first.open()
            await until(lambda: "list" in panel.output.toPlainText())
            assert "list" not in before, "the output grows while it is looked at"
            await until(lambda: second.reached.is_set())
            person.trigger("task.message")
            await until(lambda: person.visible("textField"))
            person.find(QPlainTextEdit, "textField").setPlainText("Mind the roots.")
            person.find(QDialog, "textDialog").accept()
            await until(lambda: person.window.notices.shown is not None)
            second.open()
            await until(lambda: states(person) == {"dig": "completed"})
            heard = [str(r.messages) for r in model_server.requests if r.script == "Be the digger."]
            assert any("Mind the roots." in said for said in heard)
            person.trigger("task.folder")
            await until(lambda: opened == [str(project)])
            person.trigger("task.open")
            await until(lambda: "I have heard you." in person.shown_text())
            await person.idle()

    run_async(scenario())


def test_stopping_a_task_leaves_what_it_started_and_stopping_the_tree_does_not(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    config = home / "config.toml"
    config.write_text(config.read_text() + DIGGER)
    model_server.script("Dig twice.").reply(
        *[
            Call("task", description=name, prompt=f"Be {name}.", subagent_type="digger",
                 run_in_background=True)
            for name in ("one", "two")
        ]
    ).say("They dig.").say("Heard.").say("Heard.").say("Heard.")  # fmt: skip
    for name in ("one", "two"):
        model_server.script(f"Be {name}.").call(
            "task", description=f"below {name}", prompt=f"Be below {name}.",
            subagent_type="digger", run_in_background=True,
        ).reply(Say("I wait"), Gate())  # fmt: skip
        model_server.script(f"Be below {name}.").reply(Say("I dig"), Gate())

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Dig twice.")
            await until(lambda: list(states(person).values()) == ["running"] * 4)
            panel = person.desk.panels.tasks
            panel.select(task(person, "one").id)
            person.trigger("task.stop")
            await until(lambda: states(person)["one"] == "killed")
            assert states(person)["below one"] == "running"
            panel.select(task(person, "two").id)
            person.trigger("task.stop_tree")
            await until(lambda: states(person)["below two"] == "killed")
            assert states(person)["two"] == "killed"
            assert states(person)["below one"] == "running"
            await person.engine.stop_all()
            await until(lambda: set(states(person).values()) == {"killed"})

    run_async(scenario())


def test_deleting_a_session_at_work_says_so_stops_it_and_leaves_no_task(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    model_server.script("Delegate.").call(
        "task", description="dig", prompt="Be the digger.", subagent_type="general"
    ).say("Done.")
    model_server.script("Be the digger.").reply(Say("I dig"), Gate())

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Delegate.")
            await until(lambda: states(person) == {"dig": "running"})
            session = person.desk.session
            assert session is not None
            person.trigger("session.delete")
            await until(lambda: person.visible("choice_delete"))
            from PySide6.QtWidgets import QMessageBox

            said = person.find(QMessageBox, "questionDialog").informativeText()
            assert "will be stopped" in said
            assert "1 session" in said
            person.click("choice_delete")
            await until(lambda: not states(person))
            assert session.id not in person.desk.panels.tree.nodes
            assert not person.engine.registry.live
            await until(lambda: person.visible("welcome"))

    run_async(scenario())


def test_a_session_is_written_to_the_file_that_was_named(
    run_async: Any,
    home: Path,
    project: Path,
    tmp_path: Path,
    model_server: ModelServer,
    open_engine: OpenEngine,
) -> None:
    model_server.script("Hello.").say("Hello yourself.")
    target = tmp_path / "said.jsonl"

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Hello.")
            await until(lambda: "Hello yourself." in person.shown_text())
            await person.idle()
            person.trigger("session.export")
            await until(lambda: person.window.findChildren(QFileDialog))
            dialog = person.window.findChildren(QFileDialog)[0]
            name = dialog.findChild(QLineEdit, "fileNameEdit")
            assert name is not None
            assert name.text() == "Hello.jsonl"
            name.setText(str(target))
            dialog.accept()
            await until(lambda: person.window.notices.shown is not None)
            assert str(target) in person.window.notices.shown.sentence  # type: ignore[union-attr]
            lines = [json.loads(line) for line in target.read_text("utf-8").splitlines()]
            assert "Hello yourself." in json.dumps(lines)

    run_async(scenario())
