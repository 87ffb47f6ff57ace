"""What the window says about the model's context, about waiting, and about how a command ran."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QDialog, QMessageBox, QPlainTextEdit

from tests.desktop.conftest import OpenEngine, until
from tests.desktop.window import opened_window
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Say, Tokens


def test_it_says_that_it_waits_for_the_person_and_how_the_command_ran(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    model_server.script("Touch it.").call("bash", command="touch it").say("Touched.")

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Touch it.")
            status = person.desk.panels.pane.status
            await until(lambda: "waiting for you" in status.text)
            assert "working" not in status.text
            await person.answer("allowOnceButton")
            await until(lambda: "Touched." in person.shown_text())
            await person.idle()
            assert not status.isVisible()
            person.desk.panels.pane.set_detail("everything")
            await until(lambda: "Ran " in shown_labels(person))

    run_async(scenario())


def shown_labels(person: Any) -> str:
    from PySide6.QtWidgets import QLabel

    transcript = person.desk.panels.pane.transcript
    return "\n".join(label.text() for label in transcript.findChildren(QLabel))


def test_the_meter_tells_what_fills_the_context_and_compacts_it(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    (project / "big.txt").write_text("a line of a file\n" * 400)
    model_server.script("Read it.").call("read", path="big.txt").reply(
        Say("I have read it."), tokens=Tokens(input=40_000)
    ).say("# Goal\nRead the file.")

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Read it.")
            await until(lambda: "I have read it." in person.shown_text())
            await person.idle()
            meter = person.desk.panels.pane.meter
            assert "40" in meter.toolTip().splitlines()[0]
            person.trigger("chat.context")
            await until(lambda: person.visible("questionDialog"))
            box = person.find(QMessageBox, "questionDialog")
            said = box.informativeText()
            for kind in ("System", "Tools", "Messages", "Tool results"):
                assert f"{kind}: " in said
            person.click("choice_close")
            await until(lambda: not person.visible("questionDialog"))
            assert "Tool results" in meter.toolTip()
            session = person.desk.session
            assert session is not None
            await person.engine.compact(session.id)
            await until(lambda: "Context compacted" in person.shown_text())

    run_async(scenario())


def test_the_summary_of_a_compaction_can_be_edited(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    model_server.script("Remember this.").say("Yes.").say("# Goal\nRemember.").say("I know.")

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Remember this.")
            await until(lambda: "Yes." in person.shown_text())
            await person.idle()
            session = person.desk.session
            assert session is not None
            await person.engine.compact(session.id)
            await until(lambda: "Context compacted" in person.shown_text())
            from desktop.chat.cards.notes import CompactionNote

            note = person.desk.panels.pane.transcript.findChildren(CompactionNote)[0]
            note._flip()
            await until(lambda: person.visible("editSummaryButton"))
            person.click("editSummaryButton")
            await until(lambda: person.visible("textDialog"))
            field = person.find(QPlainTextEdit, "textField")
            assert "Remember" in field.toPlainText()
            field.setPlainText("The person likes short answers.")
            person.find(QDialog, "textDialog").accept()
            await until(lambda: ", edited" in person.shown_text())
            await person.send("What do you know?")
            await until(lambda: "I know." in person.shown_text())
            await person.idle()
            assert "likes short answers" in str(model_server.requests[-1].messages)

    run_async(scenario())
