"""Going back to a prompt in the window, redo, and what the session changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication, QRadioButton, QToolButton, QTreeWidget

from desktop.chat.prompt_card import PromptCard
from desktop.diff_viewer import DiffViewer
from desktop.sessions.item_model import CHANGED
from tests.desktop.conftest import OpenEngine, until
from tests.desktop.window import WindowUnderTest, opened_window
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call, Say


def write_twice(server: ModelServer, repository: Path) -> None:
    script = server.script("scripted")
    script.reply(Call("write", file_path=str(repository / "made.txt"), content="one\n"))
    script.say("Made it.")
    script.reply(Call("write", file_path=str(repository / "more.txt"), content="two\nthree\n"))
    script.say("Made more.")


async def two_turns(person: WindowUnderTest) -> None:
    assert person.desk.session is not None
    await person.engine.change_session(person.desk.session.id, mode="acceptEdits")
    await person.send("make it")
    await until(lambda: "Made it." in person.shown_text(), 40)
    await person.idle()
    await person.send("make more")
    await until(lambda: "Made more." in person.shown_text(), 40)
    await person.idle()


def hover(person: WindowUnderTest, number: int) -> QToolButton:
    card = person.desk.panels.pane.transcript.findChildren(PromptCard)[number]
    point = QPointF(5, 5)
    QApplication.sendEvent(card, QEnterEvent(point, point, point))
    button = card.findChild(QToolButton, "goBackButton")
    assert button is not None
    assert button.isVisible()
    return button


def test_going_back_previews_undoes_and_redoes(
    run_async: Any,
    home: Path,
    repository: Path,
    model_server: ModelServer,
    open_engine: OpenEngine,
) -> None:
    write_twice(model_server, repository)

    async def scenario() -> None:
        async with opened_window(home, repository, open_engine) as person:
            await two_turns(person)
            pane = person.desk.panels.pane
            await until(lambda: pane.changes.isVisible())
            assert "+3" in pane.changes.text()
            assert person.desk.session is not None
            shown = person.desk.panels.sessions.model
            node = person.desk.panels.tree.nodes[person.desk.session.id]
            assert shown.data(shown.index_of(node), CHANGED) == "+3 −0", "in the tree as well"

            # Someone else changes a file that the second turn made.
            (repository / "more.txt").write_text("mine\n")
            hover(person, 1).click()
            await until(lambda: person.visible("goBackDialog"))
            files = person.find(QTreeWidget, "goBackFiles")
            item = files.topLevelItem(0)
            assert item is not None
            assert item.text(0) == "more.txt"
            assert item.checkState(0) == Qt.CheckState.Unchecked, "it is kept unless asked for"
            person.click("goBackNowButton")
            await until(lambda: "Made more." not in person.shown_text())
            await until(lambda: pane.composer.edit.toPlainText() == "make more")
            assert (repository / "more.txt").read_text() == "mine\n"
            assert (repository / "made.txt").exists()
            assert person.visible("revertStrip")

            person.click("redoButton")
            await until(lambda: person.visible("goBackDialog"))
            person.click("goBackNowButton")
            await until(lambda: "Made more." in person.shown_text())
            await until(lambda: not person.visible("revertStrip"))
            await until(lambda: not pane.composer.edit.toPlainText())

            # Once more, and this time the file of the other is to be overwritten.
            person.trigger("chat.go_back")
            await until(lambda: person.visible("promptChoice"))
            table = person.find(QTreeWidget, "promptTable")
            table.setCurrentItem(table.topLevelItem(0))
            person.click("choosePromptButton")
            await until(lambda: person.visible("goBackDialog"))
            files = person.find(QTreeWidget, "goBackFiles")
            for row in range(files.topLevelItemCount()):
                item = files.topLevelItem(row)
                assert item is not None
                if item.flags() & Qt.ItemFlag.ItemIsUserCheckable:
                    item.setCheckState(0, Qt.CheckState.Checked)
            person.find(QRadioButton, "goBack_files").setChecked(True)
            person.click("goBackNowButton")
            await until(lambda: not (repository / "made.txt").exists())
            assert not (repository / "more.txt").exists()
            assert "Made more." in person.shown_text(), "only the files went back"
            await until(lambda: not pane.changes.isVisible())

            # What is said next settles it.
            model_server.script("scripted").reply(Say("From here on."))
            await person.send("go on")
            await until(lambda: "From here on." in person.shown_text(), 40)
            await person.idle()
            await until(lambda: not person.visible("revertStrip"))

    run_async(scenario())


def test_the_diff_of_a_turn_and_of_the_session(
    run_async: Any,
    home: Path,
    repository: Path,
    model_server: ModelServer,
    open_engine: OpenEngine,
) -> None:
    write_twice(model_server, repository)

    def viewers(person: WindowUnderTest) -> list[DiffViewer]:
        return [v for v in person.window.findChildren(DiffViewer) if v.isVisible()]

    async def scenario() -> None:
        async with opened_window(home, repository, open_engine) as person:
            await two_turns(person)
            await until(lambda: person.visible("showPatchButton"))
            person.click("showPatchButton")
            await until(lambda: bool(viewers(person)))
            (viewer,) = viewers(person)
            assert "+one" in viewer.text
            assert "+two" not in viewer.text
            viewer.close()
            await until(lambda: not viewers(person))
            person.click("sessionChanges")
            await until(lambda: bool(viewers(person)))
            (viewer,) = viewers(person)
            assert viewer.text.index("+one") < viewer.text.index("+three")
            viewer.close()

    run_async(scenario())
