"""The transcript shows any number of messages with a handful of widgets."""

from __future__ import annotations

import time
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from core.events import MessageCreated, PartDelta, PartUpdated
from core.sessions.models import Message, MessageError, ReasoningPart, TextPart
from desktop.chat.find_bar import FindBar
from desktop.chat.finding import Finder
from desktop.chat.label import ElidedLabel
from desktop.chat.transcript import Transcript
from desktop.chat.transcript_model import TranscriptModel
from tests.desktop.conversations import (
    SESSION,
    ListSource,
    QuietHost,
    drive,
    long_conversation,
    message,
    request,
    tool,
)


class Shown:
    """A transcript on screen whose missing rows are read at once."""

    def __init__(self, messages: list[Any], size: tuple[int, int] = (900, 700)) -> None:
        self.host = QuietHost()
        self.model = TranscriptModel(ListSource(messages))
        self.view = Transcript(self.model, self.host)
        self.view.needs.connect(lambda first, last: drive(self.model.ensure(first, last)))
        self.view.resize(*size)
        self.view.show()
        drive(self.model.open(SESSION))
        self.settle()

    def settle(self) -> None:
        for _ in range(4):
            QApplication.processEvents()

    def apply(self, event: Any) -> None:
        self.model.apply(event)
        self.settle()

    def texts(self) -> list[str]:
        return [
            text.plain_text()
            for row in self.view._visible.values()
            for text in row.texts()  # type: ignore[attr-defined]
        ]

    def all_text(self) -> str:
        return "\n".join(self.texts())


@pytest.fixture
def shown(app: QApplication, qtbot: QtBot) -> Any:
    made: list[Shown] = []

    def show(messages: list[Any], size: tuple[int, int] = (900, 700)) -> Shown:
        made.append(Shown(messages, size))
        return made[-1]

    yield show
    for one in made:
        one.view.close()
        one.view.deleteLater()


def test_ten_thousand_messages_open_at_the_end_with_few_widgets(shown: Any) -> None:
    messages = long_conversation(10_000)
    started = time.perf_counter()
    screen = shown(messages)
    assert time.perf_counter() - started < 3, "it must not build what it does not show"
    assert screen.view.widgets < 60
    assert screen.view.at_end
    assert screen.all_text().endswith("And a line with code in it.")


def test_scrolling_through_everything_keeps_the_number_of_widgets_small(shown: Any) -> None:
    screen = shown(long_conversation(2_000))
    bar = screen.view.verticalScrollBar()
    for step in range(60):
        bar.setValue(bar.maximum() * step // 60)
        screen.settle()
        assert screen.texts(), f"nothing to read at step {step}"
        assert screen.view.widgets < 80


def test_scrolling_up_by_a_little_moves_by_exactly_that(shown: Any) -> None:
    """Estimates become measurements above the view while one scrolls; nothing may jump."""
    screen = shown(long_conversation(500))
    bar = screen.view.verticalScrollBar()
    for _ in range(40):
        first = screen.view.first_visible
        widget = screen.view._visible[first + 1]
        before = widget.y()
        bar.setValue(bar.value() - 37)
        screen.settle()
        assert widget.y() == before + 37


def test_new_messages_stay_in_view_at_the_end_and_do_not_pull_a_reader_down(shown: Any) -> None:
    screen = shown(long_conversation(50))
    fresh = message("user", TextPart(text="A new prompt"))
    screen.apply(MessageCreated(SESSION, fresh.info))
    screen.apply(PartUpdated(SESSION, fresh.parts[0]))
    assert "A new prompt" in screen.all_text()
    screen.view.go_to_row(3)
    screen.settle()
    place = screen.view.place()
    other = message("user", TextPart(text="Another one"))
    screen.apply(MessageCreated(SESSION, other.info))
    screen.apply(PartUpdated(SESSION, other.parts[0]))
    assert screen.view.place() == place
    assert not screen.view.at_end


def test_where_the_end_is_in_view_nothing_leads_to_it(shown: Any) -> None:
    screen = shown(long_conversation(3))
    told: list[bool] = []
    screen.view.at_end_changed.connect(told.append)
    screen.view.go_to_row(0)
    screen.settle()
    assert screen.view.at_end, "all of it is on screen"
    assert (told[-1] if told else True) is True
    longer = shown(long_conversation(50))
    longer.view.at_end_changed.connect(told.append)
    longer.view.go_to_row(3)
    assert told[-1] is False
    drive(longer.model.open(SESSION))
    assert told[-1] is True, "another conversation opens at its end"


def test_thinking_is_over_when_something_follows(shown: Any) -> None:
    screen = shown([message("user", TextPart(text="Well?"))])
    live = Message(session_id=SESSION, role="assistant")
    thinking = ReasoningPart(message_id=live.id, session_id=SESSION, text="hm")
    screen.apply(MessageCreated(SESSION, live))
    screen.apply(PartUpdated(SESSION, thinking))

    def titles() -> list[str]:
        return [label.whole_text() for label in screen.view.findChildren(ElidedLabel)]

    assert "Thinking…" in titles()
    text = TextPart(message_id=live.id, session_id=SESSION, text="So")
    screen.apply(PartUpdated(SESSION, text))
    assert "Thinking…" not in titles()
    assert "Thought" in titles()


def test_a_table_is_shown_with_its_last_border(shown: Any) -> None:
    table = "| a | b |\n|---|---|\n| 1 | 2 |"
    screen = shown([message("assistant", TextPart(text=table))])
    block = next(t for row in screen.view._visible.values() for t in row.texts())
    assert block.height() >= block.document.size().height()


def test_streaming_text_appears_as_it_comes(shown: Any) -> None:
    screen = shown(long_conversation(20))
    live = Message(session_id=SESSION, role="assistant")
    part = TextPart(message_id=live.id, session_id=SESSION)
    screen.apply(MessageCreated(SESSION, live))
    screen.apply(PartUpdated(SESSION, part))
    for piece in ("Hello ", "**world**\n\n", "```python\nx = ", "1\n", "```\n", "done"):
        screen.apply(PartDelta(SESSION, live.id, part.id, piece))
    text = screen.all_text()
    assert "Hello world" in text
    assert "x = 1" in text
    assert "done" in text
    assert screen.view.at_end


def test_html_in_a_message_is_shown_and_not_obeyed(shown: Any) -> None:
    screen = shown([message("assistant", TextPart(text="<b>bold</b> <img src='http://x/y.png'>"))])
    assert "<b>bold</b>" in screen.all_text()


def test_a_place_is_found_again(shown: Any) -> None:
    screen = shown(long_conversation(300))
    screen.view.go_to_row(120, 15)
    screen.settle()
    place = screen.view.place()
    screen.view.go_to_end()
    screen.settle()
    screen.view.go_to(place)
    screen.settle()
    assert screen.view.place() == place


def test_previous_and_next_prompt(shown: Any) -> None:
    screen = shown(long_conversation(100))
    screen.view.go_to_prompt(-1)
    screen.settle()
    first = screen.view.first_visible
    assert screen.model.role(first) == "user"
    screen.view.go_to_row(50)
    screen.view.go_to_prompt(-1)
    assert screen.view.first_visible == 45
    screen.view.go_to_prompt(1)
    assert screen.view.first_visible == 50


def test_selecting_over_messages_copies_their_text(shown: Any, qtbot: QtBot) -> None:
    screen = shown(
        [
            message("user", TextPart(text="First prompt")),
            message("assistant", TextPart(text="The answer.\n\nMore of it.")),
        ]
    )
    rows = list(screen.view._visible.values())
    first = next(iter(rows[0].texts()))
    last = list(rows[1].texts())[-1]
    port = screen.view.viewport()
    start = first.mapTo(port, QPoint(1, 5))
    end = last.mapTo(port, QPoint(last.width() - 1, last.height() - 2))
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(port, end)
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QMouseEvent

    move = QMouseEvent(
        QEvent.Type.MouseMove, end, port.mapToGlobal(end), Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(port, move)
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=end)
    screen.view.copy()
    assert QApplication.clipboard().text() == "First prompt\n\nThe answer.\nMore of it."


def test_everything_can_be_selected_and_copied(shown: Any) -> None:
    messages = long_conversation(1_000)
    screen = shown(messages)
    finder = Finder(ListSource(messages), screen.view, FindBar())
    screen.view.copy_wanted.connect(lambda: drive(finder.copy_selection()))
    screen.view.select_all()
    screen.view.copy()
    text = QApplication.clipboard().text()
    assert text.startswith("Prompt 0")
    assert all(f"Prompt {number}" in text for number in range(0, 1_000, 5))
    assert screen.view.widgets < 80


def test_a_link_asks_before_it_opens(shown: Any, qtbot: QtBot) -> None:
    screen = shown([message("assistant", TextPart(text="[docs](https://example.com/a)"))])
    text = next(iter(next(iter(screen.view._visible.values())).texts()))
    at = text.mapTo(screen.view.viewport(), QPoint(6, 8))
    qtbot.mouseClick(screen.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert screen.host.asked == [("open_link", ("https://example.com/a",))]


def test_three_levels_of_detail(shown: Any) -> None:
    entry = message(
        "assistant",
        TextPart(text="I look."),
        tool("read", input={"path": "a.py"}, output="the content"),
    )
    screen = shown([entry])
    assert "the content" not in screen.all_text()
    screen.view.set_detail("everything")
    screen.settle()
    assert "the content" in screen.all_text()
    screen.view.set_detail("summary")
    screen.settle()
    assert screen.all_text() == "I look."


def test_a_failed_message_offers_what_helps(shown: Any, qtbot: QtBot) -> None:
    failed = message(
        "assistant",
        error=MessageError(kind="auth", sentence="The key was refused.", hint="Set it."),
    )
    screen = shown([failed])
    assert "The key was refused. Set it." in screen.all_text()
    button = screen.view.findChild(QPushButton, "fixErrorButton")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert screen.host.asked == [("act", ("settings.providers",))]


def test_a_request_is_answered_on_its_card_but_not_in_its_first_moment(
    shown: Any, qtbot: QtBot
) -> None:
    screen = shown([message("assistant", tool("bash", "pending", input={"command": "ls"}))])
    screen.host.requests["call_1"] = request(call_id="call_1")
    screen.view.requests_changed()
    screen.settle()
    button = screen.view.findChild(QPushButton, "cardAllowOnceButton")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert screen.host.asked == []
    qtbot.wait(450)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    name, (request_id, answer) = screen.host.asked[0]
    assert (name, answer.kind) == ("answer_request", "once")
    assert request_id == screen.host.requests["call_1"].id
    screen.host.requests.clear()
    screen.view.requests_changed()
    screen.settle()
    assert (
        screen.view.findChild(QPushButton, "cardAllowOnceButton") is None or not button.isVisible()
    )


def test_a_question_is_answered_where_it_stands(shown: Any, qtbot: QtBot) -> None:
    from PySide6.QtWidgets import QLineEdit, QRadioButton

    asked = tool(
        "question",
        "running",
        input={"questions": [{"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}]},
    )
    screen = shown([message("assistant", asked)])
    answer = screen.view.findChild(QPushButton, "answerButton")
    qtbot.mouseClick(answer, Qt.MouseButton.LeftButton)
    assert screen.host.asked == [], "an empty answer is not sent"
    screen.view.findChildren(QRadioButton)[1].setChecked(True)
    screen.view.findChild(QLineEdit, "ownAnswer").setText("and C")
    qtbot.mouseClick(answer, Qt.MouseButton.LeftButton)
    assert screen.host.asked == [("answer_question", ("call_1", [["B", "and C"]]))]


def test_rows_are_drawn_anew_in_other_colours(shown: Any) -> None:
    from desktop.theme import set_scheme

    screen = shown(long_conversation(10))
    app = QApplication.instance()
    set_scheme(app, "dark")  # type: ignore[arg-type]
    screen.settle()
    assert screen.texts()
    set_scheme(app, "light")  # type: ignore[arg-type]


def test_text_is_found_anywhere_in_the_session(shown: Any) -> None:
    messages = long_conversation(1_000)
    messages[10] = message("assistant", TextPart(text="a needle in a haystack"))
    messages[700] = message("assistant", TextPart(text="another Needle"))
    screen = shown(messages)
    bar = FindBar()
    finder = Finder(ListSource(messages), screen.view, bar)
    drive(finder.find("needle"))
    screen.settle()
    assert "another Needle" in screen.all_text()
    finder.step(-1)
    screen.settle()
    assert "a needle in a haystack" in screen.all_text()
    assert bar._found.text() == "1 of 2"
    drive(finder.find("nowhere at all"))
    bar.field.setText("nowhere at all")
    finder.step(1)
    assert bar._found.text() == "Not found"
