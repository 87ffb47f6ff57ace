"""The permission dialog shows exactly what is asked and cannot be answered by accident."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from core.events import RequestAnswered, RequestAsked
from core.permissions.broker import plain_reason
from core.permissions.models import Answer, Request
from core.permissions.rules import DEFAULT_RULES, evaluate
from desktop.chat.label import ElidedLabel
from desktop.chat.text_block import TextBlock
from desktop.permissions.book import RequestBook
from desktop.permissions.dialog import PermissionDialog
from desktop.permissions.guard import GUARD_MS
from tests.desktop.conversations import SESSION, request

BUTTONS = ("allowOnceButton", "allowAlwaysButton", "denyButton", "denyStopButton")


class Screen:
    """A window with a composer to type in, and the dialog over it."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.window = QWidget()
        self.window.resize(900, 700)
        column = QVBoxLayout(self.window)
        self.composer = QPlainTextEdit()
        column.addWidget(self.composer)
        self.book = RequestBook()
        self.dialog = PermissionDialog(self.book, self.window)
        self.answers: list[tuple[str, Answer]] = []
        self.dialog.answered.connect(lambda key, answer: self.answers.append((key, answer)))
        self.window.show()
        self.composer.setFocus()
        qtbot.waitUntil(self.composer.hasFocus)

    def ask(self, **fields: Any) -> Request:
        asked = request(**fields)
        self.book.apply(RequestAsked(SESSION, asked))
        self.dialog.show_request(asked)
        return asked

    def button(self, name: str) -> QPushButton:
        return next(b for b in self.dialog.findChildren(QPushButton, name) if b.isVisible())

    def click(self, name: str) -> None:
        self.qtbot.mouseClick(self.button(name), Qt.MouseButton.LeftButton)

    def grow_old(self) -> None:
        self.qtbot.wait(GUARD_MS + 50)

    def text(self) -> str:
        pieces = [label.text() for label in self.dialog.findChildren(QLabel) if label.isVisible()]
        pieces += [label.whole_text() for label in self.dialog.findChildren(ElidedLabel)]
        pieces += [block.plain_text() for block in self.dialog.findChildren(TextBlock)]
        return "\n".join(pieces)


@pytest.fixture
def screen(app: QApplication, qtbot: QtBot) -> Any:
    made = Screen(qtbot)
    yield made
    made.window.close()
    made.window.deleteLater()


def test_it_never_takes_the_keyboard(screen: Screen, qtbot: QtBot) -> None:
    screen.ask()
    assert screen.composer.hasFocus()
    qtbot.keyClicks(screen.composer, "still typing")
    qtbot.keyClick(screen.composer, Qt.Key.Key_Return)
    assert screen.composer.toPlainText() == "still typing\n"
    assert screen.answers == []


@pytest.mark.parametrize("name", BUTTONS)
def test_a_click_in_its_first_moment_is_not_for_it(screen: Screen, name: str) -> None:
    screen.ask()
    screen.click(name)
    assert screen.answers == []


@pytest.mark.parametrize("name", BUTTONS)
@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_a_key_in_its_first_moment_is_not_for_it(
    screen: Screen, qtbot: QtBot, name: str, key: Qt.Key
) -> None:
    screen.ask()
    qtbot.keyClick(screen.button(name), key)
    assert screen.answers == []


@pytest.mark.parametrize("name", BUTTONS)
def test_enter_presses_nothing(screen: Screen, qtbot: QtBot, name: str) -> None:
    screen.ask()
    screen.grow_old()
    assert not screen.button(name).isDefault()
    assert not screen.button(name).autoDefault()
    screen.button(name).setFocus()
    qtbot.keyClick(screen.button(name), Qt.Key.Key_Return)
    qtbot.keyClick(screen.dialog, Qt.Key.Key_Return)
    assert screen.answers == []


def test_typing_fast_while_a_hundred_requests_appear_approves_nothing(
    screen: Screen, qtbot: QtBot
) -> None:
    text = "the quick brown fox jumps over the lazy dog "
    typed = ""
    for number in range(100):
        screen.book.apply(RequestAsked(SESSION, request(command=f"rm {number}")))
        if screen.dialog.isHidden():
            screen.dialog.show_request(screen.book.all()[0])
        letter = text[number % len(text)]
        qtbot.keyClicks(QApplication.focusWidget() or screen.composer, letter)
        if number % 10 == 9:
            qtbot.keyClick(QApplication.focusWidget() or screen.composer, Qt.Key.Key_Return)
            letter += "\n"
        typed += letter
    assert screen.composer.toPlainText() == typed
    assert screen.answers == []
    assert len(screen.book) == 100


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("allowOnceButton", "once"),
        ("allowAlwaysButton", "always"),
        ("denyButton", "deny"),
        ("denyStopButton", "deny_stop"),
    ],
)
def test_each_answer_goes_to_the_request_that_was_shown(
    screen: Screen, name: str, kind: str
) -> None:
    asked = screen.ask()
    screen.grow_old()
    screen.click(name)
    assert [(key, answer.kind) for key, answer in screen.answers] == [(asked.id, kind)]
    assert screen.dialog.isHidden()


def test_a_second_click_answers_nothing_else(screen: Screen) -> None:
    screen.ask()
    screen.grow_old()
    screen.click("allowOnceButton")
    other = screen.ask(command="ls")
    screen.click("allowOnceButton")
    assert len(screen.answers) == 1
    assert screen.answers[0][0] != other.id


def test_the_remembered_pattern_and_its_scope_can_be_changed(screen: Screen) -> None:
    screen.ask(task_id="tsk_1")
    screen.grow_old()
    screen.dialog.findChild(QLineEdit, "alwaysPattern").setText("rm -rf build/cache")
    scope = screen.dialog.findChild(QComboBox, "alwaysScope")
    scope.setCurrentIndex(scope.findData("project"))
    screen.click("allowAlwaysButton")
    answer = screen.answers[0][1]
    assert [(s.permission, s.pattern) for s in answer.suggestions] == [
        ("bash", "rm -rf build/cache")
    ]
    assert answer.scope == "project"


def test_always_is_not_offered_where_nothing_may_be_remembered(screen: Screen) -> None:
    screen.ask(suggestions=[])
    assert not screen.button("allowAlwaysButton").isEnabled()


def test_a_reason_goes_with_the_denial(screen: Screen) -> None:
    screen.ask()
    screen.grow_old()
    screen.dialog.findChild(QLineEdit, "denyReason").setText("Use make clean.")
    screen.click("denyButton")
    assert screen.answers[0][1].reason == "Use make clean."


def test_it_says_who_asks_where_what_and_why(screen: Screen) -> None:
    screen.ask(
        agent_path=["build", "explore"],
        directory="/work/tree",
        command="cd x && rm -rf y",
        parts=[
            {
                "permission": "bash",
                "pattern": "cd x",
                "action": "allow",
                "text": "allowed by a rule",
            },
            {
                "permission": "bash",
                "pattern": "rm -rf y",
                "action": "ask",
                "text": "no rule matches",
            },
        ],
        why=["no rule matches rm -rf y"],
    )
    text = screen.text()
    for expected in (
        "build › explore  ·  in /work/tree".replace("  ", " "),
        "cd x && rm -rf y",
        "bash: rm -rf y",
        "no rule matches",
        "allowed",
        "Why you are asked: no rule matches rm -rf y",
    ):
        assert expected in text


def test_a_rule_that_asks_is_named_without_repeating_what_it_asks_about(screen: Screen) -> None:
    judged = evaluate("bash", "npm test", DEFAULT_RULES)
    screen.ask(command="npm test", parts=[plain_reason(judged)], why=[judged.text])
    assert "Why you are asked: the rule bash:* = ask (default)" in screen.text()


def test_what_cannot_be_seen_is_shown(screen: Screen) -> None:
    screen.ask(command="echo \u202ehi", title="echo \u202ehi")
    assert "⟦U+202E⟧" in screen.text()
    assert "\u202e" not in screen.text()
    assert "cannot be seen" in screen.text()


def test_a_diff_is_shown_as_a_diff(screen: Screen) -> None:
    screen.ask(tool="edit", command=None, diff="--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n")
    assert "-a\n+b" in screen.text()


def test_what_it_shows_does_not_change_when_others_arrive(screen: Screen) -> None:
    first = screen.ask()
    before = screen.dialog.geometry()
    for number in range(5):
        screen.book.apply(RequestAsked(SESSION, request(command=f"rm {number}")))
    assert screen.dialog.request is not None
    assert screen.dialog.request.id == first.id
    assert screen.dialog.geometry() == before
    assert "5 more waiting" in screen.text()


def test_a_request_that_was_answered_elsewhere_can_no_longer_be_answered(screen: Screen) -> None:
    asked = screen.ask()
    screen.grow_old()
    screen.button("denyButton").setFocus()
    screen.book.apply(RequestAnswered(SESSION, asked.model_copy(update={"state": "answered"})))
    assert screen.dialog.isVisible(), "it must not vanish from under the hand"
    screen.click("allowOnceButton")
    assert screen.answers == []


def test_what_nobody_waits_for_any_more_leaves_room_for_the_next(
    screen: Screen, qtbot: QtBot
) -> None:
    asked = screen.ask()
    screen.button("denyButton").setFocus()
    screen.book.apply(RequestAnswered(SESSION, asked.model_copy(update={"state": "answered"})))
    assert screen.dialog.isVisible()
    qtbot.waitUntil(screen.dialog.isHidden, timeout=5000)
    fresh = screen.ask(title="another")
    qtbot.wait(100)
    assert screen.dialog.isVisible(), "the clock of the one before is not that of this one"
    assert screen.dialog.request == fresh


def test_nothing_moves_when_others_come_in(screen: Screen, qtbot: QtBot) -> None:
    parts = [
        {"permission": "bash", "pattern": "curl -s https://example.org", "action": "ask"},
        {"permission": "edit", "pattern": "out.txt", "action": "ask"},
    ]
    screen.window.resize(420, 560)
    screen.ask(title="curl -s https://example.org/and/on", command="curl x > out.txt", parts=parts)
    assert "Run a command" in screen.text(), "half of a command is not a heading"
    qtbot.wait(50)
    before = screen.button("allowOnceButton").mapToGlobal(QPoint(0, 0))
    room = screen.dialog.findChildren(QScrollArea)[0].height()
    for number in range(11):
        screen.book.apply(RequestAsked(SESSION, request(title=f"another {number}")))
    qtbot.wait(50)
    assert "11 more waiting" in screen.text()
    assert screen.button("allowOnceButton").mapToGlobal(QPoint(0, 0)) == before
    assert screen.dialog.findChildren(QScrollArea)[0].height() == room


def test_many_patterns_leave_room_for_what_is_asked_and_are_all_remembered(screen: Screen) -> None:
    suggestions = [{"permission": "bash", "pattern": f"tool{n} *"} for n in range(12)]
    screen.window.resize(420, 560)
    parts = [{"permission": "bash", "pattern": f"tool{n} x", "action": "ask"} for n in range(12)]
    parts.append({"permission": "edit", "pattern": "/etc/hosts", "action": "ask"})
    screen.ask(suggestions=suggestions, parts=parts)
    assert "Run 12 commands" in screen.text(), "a file that is written is not a command"
    fields = screen.dialog.findChildren(QLineEdit, "alwaysPattern")
    assert len(fields) == 12
    assert min(field.width() for field in fields) > 150
    shown = [field for field in fields if not field.visibleRegion().isEmpty()]
    assert 3 <= len(shown) <= 6
    assert screen.button("allowAlwaysButton").visibleRegion().boundingRect().height() > 15
    screen.grow_old()
    screen.click("allowAlwaysButton")
    assert [s.pattern for s in screen.answers[0][1].suggestions] == [
        f"tool{n} *" for n in range(12)
    ]


def test_escape_puts_it_off_and_gives_the_keyboard_back(screen: Screen, qtbot: QtBot) -> None:
    screen.ask()
    screen.dialog.take_focus(screen.composer)
    assert not screen.composer.hasFocus()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert screen.dialog.isHidden()
    assert screen.composer.hasFocus()
    assert screen.answers == []
    assert len(screen.book) == 1


def test_it_can_be_answered_by_keyboard_alone(screen: Screen, qtbot: QtBot) -> None:
    screen.ask()
    screen.dialog.take_focus(screen.composer)
    screen.grow_old()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert screen.answers[0][1].kind == "deny"


def test_every_control_has_a_name(screen: Screen) -> None:
    screen.ask()
    for kind in (QPushButton, QLineEdit, QComboBox):
        for control in screen.dialog.findChildren(kind):
            assert control.accessibleName()
