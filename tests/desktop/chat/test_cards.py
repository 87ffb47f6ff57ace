"""Each tool has a card that shows what a person wants to know of it."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QPushButton

from core.sessions.models import ToolPart
from desktop.chat.cards import card_for
from desktop.chat.cards.base import ToolCard
from desktop.chat.label import ElidedLabel
from tests.desktop.conversations import QuietHost, tool

DIFF = "--- a/x.py\n+++ b/x.py\n@@ -1 +1,2 @@\n-old\n+new\n+more\n"


@pytest.fixture
def show(app: QApplication) -> Any:
    host = QuietHost()

    def make(part: ToolPart, detail: str = "normal") -> ToolCard:
        card = card_for(part, host, detail)
        card.resize(700, card.height_for(700))
        return card

    make.host = host  # type: ignore[attr-defined]
    return make


def texts(card: ToolCard) -> str:
    labels = [label.whole_text() for label in card.findChildren(ElidedLabel)]
    return "\n".join([*labels, *(text.plain_text() for text in card.texts())])


def test_a_command_shows_itself_and_its_output_without_escape_sequences(show: Any) -> None:
    card = show(
        tool("bash", "running", input={"command": "make"}, output="\x1b[31mred\x1b[0m\nok\n")
    )
    assert "make" in card.head.title.whole_text()
    assert "red\nok" in texts(card)


def test_output_grows_while_a_command_runs(show: Any) -> None:
    part = tool("bash", "running", input={"command": "make"}, output="one\n")
    card = show(part)
    part.output += "two\n"
    card.grow("two\n")
    assert "one\ntwo" in texts(card)


def test_a_long_output_shows_its_end_and_offers_the_rest(show: Any) -> None:
    output = "\n".join(f"line {n}" for n in range(500))
    card = show(tool("bash", "running", input={"command": "x"}, output=output))
    assert "line 499" in texts(card)
    assert "line 100\n" not in texts(card)
    button = next(b for b in card.findChildren(QPushButton) if "500" in b.text())
    button.click()
    assert show.host.asked[-1][0] == "show_text"


def test_a_command_that_failed_is_open_and_says_its_exit_code(show: Any) -> None:
    card = show(tool("bash", input={"command": "false"}, metadata={"exit_code": 3}, output="no"))
    assert card.is_open
    assert card.head.note.text() == "exit 3"


def test_an_edit_shows_its_diff_and_counts_lines(show: Any) -> None:
    card = show(tool("edit", input={"path": "x.py"}, metadata={"diff": DIFF}))
    assert card.head.title.whole_text() == "x.py"
    assert card.head.note.text() == "+2 −1"
    assert "-old\n+new" in texts(card)


def test_one_endless_line_is_cut(show: Any) -> None:
    card = show(tool("edit", input={"path": "x"}, metadata={"diff": "+" + "a" * 500_000}))
    assert len(texts(card)) < 5_000


def test_matches_are_counted(show: Any) -> None:
    card = show(tool("grep", input={"pattern": "x", "path": "src"}, metadata={"matches": 4}))
    assert card.head.note.text() == "4 matches"
    assert not card.is_open


def test_the_todo_list_says_how_much_is_done(show: Any) -> None:
    todos = [{"content": "a", "status": "completed"}, {"content": "b", "status": "in_progress"}]
    card = show(tool("todowrite", input={"todos": todos}))
    assert card.head.note.text() == "1 of 2 done"
    assert card.head.title.whole_text() == "b"


def test_a_child_shows_its_steps_and_the_way_to_it(show: Any) -> None:
    summary = [{"id": "1", "tool": "grep", "state": {"status": "running", "title": "tokenize"}}]
    card = show(
        tool("task", "running", input={"subagent_type": "explore", "description": "look"},
             metadata={"session_id": "ses_child", "summary": summary})
    )  # fmt: skip
    assert "tokenize" in texts(card)
    card.findChild(QPushButton, "openChildButton").click()
    assert show.host.asked[-1] == ("open_session", ("ses_child",))


def test_a_child_in_the_background_shows_how_it_stands_and_not_that_it_was_started(
    show: Any,
) -> None:
    started = tool("task", input={"description": "x"}, metadata={"background": True})
    show.host.tasks["call_1"] = "running"
    assert show(started).mark()[2] == "running"
    show.host.tasks["call_1"] = "completed"
    assert show(started).mark()[2] == "done"


def test_an_unknown_tool_shows_arguments_and_output(show: Any) -> None:
    card = show(tool("server_thing", input={"a": 1}, output="result"), "everything")
    assert '"a": 1' in texts(card)
    assert "result" in texts(card)


def test_a_card_a_person_closed_stays_closed(show: Any) -> None:
    part = tool("bash", "running", input={"command": "x"}, output="a")
    card = show(part)
    assert card.is_open
    card.set_open(False)
    card.show_part(part.model_copy(update={"output": "ab"}))
    assert not card.is_open


def test_every_button_on_a_card_has_a_name(show: Any) -> None:
    from PySide6.QtWidgets import QAbstractButton

    for name in ("bash", "edit", "task", "question", "todowrite", "other"):
        for button in show(tool(name, "running", input={"command": "x"})).findChildren(
            QAbstractButton
        ):
            assert button.accessibleName() or button.text()
