"""The inbox lists what waits, identical requests as one, and answers them together."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from core.events import RequestAnswered, RequestAsked
from core.permissions.models import Request
from desktop.permissions.book import RequestBook, who
from desktop.permissions.inbox import InboxModel, InboxPanel
from tests.desktop.conversations import SESSION, request


def ask(book: RequestBook, asked: Request) -> Request:
    book.apply(RequestAsked(SESSION, asked))
    return asked


def close(book: RequestBook, asked: Request) -> None:
    book.apply(RequestAnswered(SESSION, asked.model_copy(update={"state": "answered"})))


def test_identical_requests_are_one_group_whoever_asks() -> None:
    book = RequestBook()
    ask(book, request(agent_path=["build", "explore"]))
    ask(book, request(agent_path=["build", "general"]))
    ask(book, request(command="ls", title="ls", patterns=["ls"]))
    assert [len(group.requests) for group in book.groups()] == [2, 1]


def test_a_request_in_another_folder_is_not_the_same() -> None:
    book = RequestBook()
    ask(book, request())
    ask(book, request(directory="/elsewhere"))
    assert len(book.groups()) == 2


def test_the_asker_is_named_with_the_whole_path() -> None:
    assert (
        who(request(agent_path=["build", "explore", "fix tests"])) == "build › explore › fix tests"
    )


def test_the_model_keeps_its_promises_to_qt(app: QApplication, qtmodeltester: ModelTester) -> None:
    book = RequestBook()
    model = InboxModel(book)
    qtmodeltester.check(model)
    first = ask(book, request())
    second = ask(book, request(command="ls", title="ls"))
    ask(book, request())
    close(book, first)
    close(book, second)
    assert model.rowCount() == 1


@pytest.fixture
def panel(app: QApplication, qtbot: QtBot) -> Any:
    book = RequestBook()
    made = InboxPanel(book)
    made.book = book  # type: ignore[attr-defined]
    made.resize(400, 300)
    made.show()
    yield made
    made.close()
    made.deleteLater()


def test_selected_requests_are_answered_together(panel: Any, qtbot: QtBot) -> None:
    ids = {ask(panel.book, request()).id for _ in range(3)}
    found: list[Any] = []
    panel.answered.connect(lambda which, answer: found.append((set(which), answer.kind)))
    panel.view.selectAll()
    button = panel.findChild(QPushButton, "inboxAllowButton")
    assert button.text() == "Allow once (3)"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert found == [], "the list has just changed under the mouse"
    qtbot.wait(450)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert found == [(ids, "once")]


def test_an_empty_inbox_says_so(panel: Any) -> None:
    assert not panel.view.isVisible()
    ask(panel.book, request())
    assert panel.view.isVisible()
