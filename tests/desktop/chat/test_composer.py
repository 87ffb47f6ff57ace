"""The composer keeps what is written, completes names and sends only on purpose."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.chat.completion import (
    Offer,
    agent_offers,
    command_offers,
    offers,
    project_files,
    wanted,
)
from desktop.chat.composer import Composer
from desktop.chat.drafts import Drafts


@pytest.fixture
def composer(app: QApplication, qtbot: QtBot, tmp_path: Path) -> Any:
    made = Composer(Drafts.read(tmp_path / "drafts.json"))
    made.finish_bar()
    made.set_session("ses_1")
    made.resize(600, 120)
    made.show()
    made.edit.setFocus()
    yield made
    made.close_composer()
    made.close()
    made.deleteLater()


def sent(composer: Composer) -> list[tuple[str, list[Path], str]]:
    found: list[tuple[str, list[Path], str]] = []
    composer.send.connect(lambda *said: found.append(said))
    return found


def test_enter_sends_and_shift_enter_breaks_the_line(composer: Composer, qtbot: QtBot) -> None:
    found = sent(composer)
    qtbot.keyClicks(composer.edit, "one")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(composer.edit, "two")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert found == [("one\ntwo", [], "next")]
    assert composer.edit.toPlainText() == ""


def test_nothing_is_sent_when_nothing_is_written(composer: Composer, qtbot: QtBot) -> None:
    found = sent(composer)
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    qtbot.keyClicks(composer.edit, "   ")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert found == []


def test_each_session_keeps_its_draft_over_a_restart(composer: Composer, tmp_path: Path) -> None:
    composer.edit.setPlainText("half a thought")
    composer.set_session("ses_2")
    assert composer.edit.toPlainText() == ""
    composer.edit.setPlainText("another")
    composer.set_session("ses_1")
    assert composer.edit.toPlainText() == "half a thought"
    again = Drafts.read(tmp_path / "drafts.json")
    assert again.of("ses_1") == "half a thought"
    assert again.of("ses_2") == "another"


def test_a_draft_is_written_after_a_pause(composer: Composer, qtbot: QtBot, tmp_path: Path) -> None:
    qtbot.keyClicks(composer.edit, "typed")
    qtbot.waitUntil(lambda: Drafts.read(tmp_path / "drafts.json").of("ses_1") == "typed")


def test_earlier_prompts_come_back_with_the_arrow_keys(composer: Composer, qtbot: QtBot) -> None:
    for text in ("first", "second"):
        composer.edit.setPlainText(text)
        composer.submit()
    qtbot.keyClick(composer.edit, Qt.Key.Key_Up)
    assert composer.edit.toPlainText() == "second"
    qtbot.keyClick(composer.edit, Qt.Key.Key_Up)
    assert composer.edit.toPlainText() == "first"


def test_going_through_earlier_prompts_keeps_what_was_being_written(
    composer: Composer, qtbot: QtBot
) -> None:
    composer.edit.setPlainText("earlier")
    composer.submit()
    qtbot.keyClicks(composer.edit, "half a thought")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Home)
    qtbot.keyClick(composer.edit, Qt.Key.Key_Up)
    assert composer.edit.toPlainText() == "earlier"
    qtbot.keyClick(composer.edit, Qt.Key.Key_End)
    qtbot.keyClick(composer.edit, Qt.Key.Key_Down)
    assert composer.edit.toPlainText() == "half a thought"


def test_what_is_attached_belongs_to_the_draft(composer: Composer, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("x")
    composer.attach([file])
    image = QMimeData()
    picture = QImage(8, 8, QImage.Format.Format_RGB32)
    picture.fill(0)
    image.setImageData(picture)
    composer.edit.insertFromMimeData(image)
    composer.set_session("ses_2")
    composer.submit()
    composer.set_session("ses_1")
    again = Drafts.read(tmp_path / "drafts.json")
    kept = again.files_of("ses_1")
    assert kept[0] == file
    assert kept[1].exists(), "a picture from the clipboard survives a restart with its draft"
    found = sent(composer)
    composer.submit()
    assert found[0][1] == kept
    assert kept[1].exists(), "it is still read after it was sent"
    assert Drafts.read(tmp_path / "drafts.json").files == {}
    assert not kept[1].exists()
    composer.put_back("could not be sent", [file])
    composer.submit()
    assert found[1] == ("could not be sent", [file], "next")


def test_what_could_not_be_sent_comes_back(composer: Composer) -> None:
    composer.edit.setPlainText("newer")
    composer.put_back("older")
    assert composer.edit.toPlainText() == "older\nnewer"


def test_a_name_is_completed_without_losing_the_focus(composer: Composer, qtbot: QtBot) -> None:
    known = [*agent_offers([("explore", "Looks around")]), Offer("@src/lexer.py", "src/lexer.py")]
    composer.set_offers(lambda: known)
    found = sent(composer)
    qtbot.keyClicks(composer.edit, "see @lex")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert composer.edit.toPlainText() == "see @src/lexer.py "
    assert found == []
    qtbot.keyClicks(composer.edit, "and @exp")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Escape)
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert found[0][0] == "see @src/lexer.py and @exp"


def test_a_command_that_is_typed_in_full_is_sent_by_enter(composer: Composer, qtbot: QtBot) -> None:
    composer.set_offers(lambda: command_offers([("review", "Review changes")]))
    sent: list[str] = []
    composer.send.connect(lambda text, _files, _priority: sent.append(text))
    qtbot.keyClicks(composer.edit, "/rev")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert sent == [], "Enter completes what was begun"
    assert composer.edit.toPlainText() == "/review "
    qtbot.keyClick(composer.edit, Qt.Key.Key_Backspace)
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert sent == ["/review"]


def test_files_and_images_can_be_pasted(composer: Composer, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("x")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    composer.edit.insertFromMimeData(data)
    image = QMimeData()
    picture = QImage(8, 8, QImage.Format.Format_RGB32)
    picture.fill(0)
    image.setImageData(picture)
    composer.edit.insertFromMimeData(image)
    found = sent(composer)
    composer.submit()
    text, attachments, _priority = found[0]
    assert text == ""
    assert attachments[0] == file
    assert attachments[1].suffix == ".png"


def test_while_the_agent_works_prompts_are_queued_and_stop_is_there(composer: Composer) -> None:
    composer.set_running(True)
    assert composer.stop_button.isVisible()
    assert composer.send_button.text() == "Queue"
    composer.set_running(False)
    assert not composer.stop_button.isVisible()
    assert composer.send_button.text() == "Send"


def test_completion_offers_the_best_match_first() -> None:
    known = [Offer(f"@{n}", n) for n in ("src/parser.py", "parse.py", "tests/test_parser.py")]
    want = wanted("look at @par")
    assert want is not None
    assert [offer.label for offer in offers(want, known)] == [
        "parse.py",
        "src/parser.py",
        "tests/test_parser.py",
    ]


def test_commands_are_offered_only_at_the_start() -> None:
    known = command_offers([("review", "Review changes")])
    start = wanted("/rev")
    assert start is not None
    assert offers(start, known)[0].insert == "/review"
    assert wanted("look at a/b") is None
    assert wanted("see /rev") is None


def test_files_of_a_project_leave_out_what_nobody_means(tmp_path: Path) -> None:
    for name in ("src/a.py", "node_modules/x.js", ".git/config"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    assert [offer.label for offer in project_files(tmp_path)] == ["src/", "src/a.py"]
