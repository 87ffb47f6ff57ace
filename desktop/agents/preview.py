"""What an agent would be able to do, the file it would be, and what it would answer."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from core.setup.models import AgentPreview
from desktop.chat.label import plain_label, text_button
from desktop.i18n import translate
from desktop.i18n.engine import engine_text
from desktop.settings.permissions import action_words
from desktop.settings.rows import Airy
from desktop.theme import SPACE, Size, colours, mono_font
from desktop.tips import plain_tip

_ROLES = {"allow": "good", "ask": "warning", "deny": "bad"}


class PreviewTabs(QTabWidget):
    """``tried`` carries a prompt to try the agent with."""

    tried = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("agentPreview")
        self.setAccessibleName(translate("Agents", "Preview"))
        self.setDocumentMode(True)
        self._rights = QTableWidget(0, 2)
        self._rights.setObjectName("agentRights")
        self._rights.setAccessibleName(translate("Agents", "Tools and rights"))
        self._rights.setHorizontalHeaderLabels(
            [translate("Agents", "Tool"), translate("Agents", "A call of it")]
        )
        self._rights.verticalHeader().hide()
        self._rights.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._rights.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self._rights.setTabKeyNavigation(False)
        self._rights.setShowGrid(False)
        self._rights.setItemDelegate(Airy(self._rights))
        header = self._rights.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self._model = plain_label(role="muted", size=Size.SMALL, wrap=True)
        self._without = plain_label(role="muted", size=Size.SMALL, wrap=True)
        self._problems = plain_label(role="warning", size=Size.SMALL, wrap=True)
        rights = self._page(self._model, self._rights, self._without, self._problems)
        self.addTab(rights, translate("Agents", "It can"))
        self._file = QPlainTextEdit()
        self._file.setObjectName("agentFile")
        self._file.setAccessibleName(translate("Agents", "File"))
        self._file.setReadOnly(True)
        self._file.setTabChangesFocus(True)
        self._file.setFont(mono_font(Size.SMALL))
        self.addTab(self._page(self._file), translate("Agents", "File"))
        self._prompt = QLineEdit()
        self._prompt.setObjectName("agentTestPrompt")
        self._prompt.setAccessibleName(translate("Agents", "Prompt to try"))
        self._prompt.setPlaceholderText(translate("Agents", "Say something to it"))
        self._prompt.returnPressed.connect(self._try)
        self._ask = text_button(
            translate("Agents", "Ask it"), self._try, object_name="agentTestButton"
        )
        self._answer = QPlainTextEdit()
        self._answer.setObjectName("agentTestAnswer")
        self._answer.setAccessibleName(translate("Agents", "Its answer"))
        self._answer.setReadOnly(True)
        self._answer.setTabChangesFocus(True)
        told = plain_label(
            translate(
                "Agents",
                "One answer with this prompt and model, without tools: nothing is run or kept.",
            ),
            role="muted",
            size=Size.SMALL,
            wrap=True,
        )
        self.addTab(
            self._page(told, self._prompt, self._ask, self._answer), translate("Agents", "Try it")
        )

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        shown: AgentPreview | None = getattr(self, "_shown", None)
        if event.type() == QEvent.Type.PaletteChange and shown is not None:
            self.show_preview(shown)

    def show_preview(self, preview: AgentPreview) -> None:
        self._shown = preview
        of = colours()
        self._rights.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + SPACE)
        self._rights.setRowCount(len(preview.tools))
        for at, right in enumerate(preview.tools):
            name, said = QTableWidgetItem(right.tool), QTableWidgetItem(action_words(right.action))
            said.setForeground(QColor(getattr(of, _ROLES[right.action])))
            for item in (name, said):
                item.setToolTip(plain_tip(engine_text(right.why)))
            self._rights.setItem(at, 0, name)
            self._rights.setItem(at, 1, said)
        self._model.setText(
            translate("Agents", "Model: {name}").format(
                name=preview.model or translate("Agents", "none is configured")
            )
        )
        self._without.setText(
            translate("Agents", "It has not: {names}").format(names=", ".join(preview.without))
            if preview.without
            else ""
        )
        self._problems.setText("\n".join(preview.problems))
        if self._file.toPlainText() != preview.text:
            self._file.setPlainText(preview.text)

    def show_problem(self, sentence: str) -> None:
        self._problems.setText(engine_text(sentence))

    def begin_answer(self) -> None:
        self._answer.clear()
        self._ask.setEnabled(False)

    def add_answer(self, text: str) -> None:
        cursor = self._answer.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        cursor.insertText(text)

    def end_answer(self, problem: str = "") -> None:
        self._ask.setEnabled(True)
        if problem:
            self.add_answer(engine_text(problem))

    def _try(self) -> None:
        if self._prompt.text().strip():
            self.tried.emit(self._prompt.text())

    @staticmethod
    def _page(*widgets: QWidget) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setSpacing(SPACE)
        for widget in widgets:
            stretch = 1 if isinstance(widget, (QPlainTextEdit, QTableWidget)) else 0
            column.addWidget(widget, stretch)
        return page
