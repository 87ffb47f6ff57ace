"""A question of the agent, answered where it stands."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from desktop.chat.cards.base import ToolCard, error_block
from desktop.chat.label import plain_label, text_button
from desktop.chat.piece import Stack
from desktop.i18n import translate
from desktop.theme import GAP, SPACE, Size


class QuestionCard(ToolCard):
    symbol = "question"
    opens = True

    def title(self) -> str:
        questions = self._questions()
        first = str(questions[0].get("question", "")) if questions else ""
        return first or self.part.title

    def mark(self) -> tuple[str, str, str]:
        if self.part.status == "running":
            return ("hand", "warning", translate("Chat", "waiting for you"))
        return super().mark()

    def fill(self, body: Stack) -> None:
        if self.part.error:
            body.add(error_block(self.part.error))
        if self.part.status != "running":
            self._fill_answered(body)
            return
        self._fields: list[_Field] = []
        for question in self._questions():
            field = _Field(question)
            self._fields.append(field)
            body.add(field)
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(
            text_button(
                translate("Cards", "Answer"), self._answer, object_name="answerButton", primary=True
            )
        )
        row.addStretch(1)
        body.add(holder)

    def refresh(self, body: Stack) -> None:
        # A person may be in the middle of answering: only a change of state rebuilds it.
        if self.part.status == "running" and getattr(self, "_fields", None):
            return
        super().refresh(body)

    def _fill_answered(self, body: Stack) -> None:
        answers = self.part.metadata.get("answers")
        for index, question in enumerate(self._questions()):
            body.add(plain_label(str(question.get("question", "")), role="muted", wrap=True))
            given = answers[index] if isinstance(answers, list) and index < len(answers) else None
            if given:
                said = ", ".join(map(str, given)) if isinstance(given, list) else str(given)
                body.add(plain_label(said, bold=True, wrap=True))
        if not isinstance(answers, list):
            self.fill_output(body)

    def _answer(self) -> None:
        answers = [field.answers() for field in self._fields]
        for field, given in zip(self._fields, answers, strict=True):
            if not given:
                field.setFocus(Qt.FocusReason.OtherFocusReason)
                return
        self.host.answer_question(self.part.call_id, answers)

    def _questions(self) -> list[dict[str, Any]]:
        questions = self.part.input.get("questions")
        if isinstance(questions, list):
            return [question for question in questions if isinstance(question, dict)]
        if isinstance(self.part.input.get("question"), str):
            return [self.part.input]
        return []


class _Field(QWidget):
    """One question: its choices, and always room for another answer."""

    def __init__(self, question: dict[str, Any]) -> None:
        super().__init__()
        self._buttons: list[QAbstractButton] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, SPACE)
        column.setSpacing(GAP)
        column.addWidget(plain_label(str(question.get("question", "")), bold=True, wrap=True))
        several = bool(question.get("multiple") or question.get("multi_select"))
        for option in question.get("options") or []:
            label = str(option.get("label", "")) if isinstance(option, dict) else str(option)
            button: QAbstractButton = QCheckBox() if several else QRadioButton()
            button.setText(label.replace("&", "&&"))
            button.setProperty("answer", label)
            button.setAccessibleName(label)
            self._buttons.append(button)
            column.addWidget(button)
            said = option.get("description") if isinstance(option, dict) else None
            if said:
                note = plain_label(str(said), role="muted", size=Size.SMALL, wrap=True)
                note.setIndent(24)
                column.addWidget(note)
        self._own = QLineEdit()
        self._own.setObjectName("ownAnswer")
        self._own.setPlaceholderText(
            translate("Cards", "Another answer")
            if self._buttons
            else translate("Cards", "Your answer")
        )
        self._own.setAccessibleName(
            translate("Cards", "Your own answer to: {}").format(question.get("question", ""))
        )
        column.addWidget(self._own)
        self.setFocusProxy(self._buttons[0] if self._buttons else self._own)

    def answers(self) -> list[str]:
        chosen = [str(button.property("answer")) for button in self._buttons if button.isChecked()]
        own = self._own.text().strip()
        return [*chosen, own] if own else chosen
