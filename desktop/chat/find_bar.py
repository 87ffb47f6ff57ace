"""Find in this session."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from desktop.chat.label import icon_button, plain_label
from desktop.i18n import translate
from desktop.theme import GAP, SPACE, Size


class FindBar(QWidget):
    """``wanted`` carries the text after a pause in typing, ``step`` -1 or +1."""

    wanted = Signal(str)
    step = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("findBar")
        self.setAutoFillBackground(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * SPACE, GAP, SPACE, GAP)
        self.field = QLineEdit()
        self.field.setObjectName("findField")
        self.field.setPlaceholderText(translate("Chat", "Find in this session"))
        self.field.setAccessibleName(translate("Chat", "Find in this session"))
        self.field.setClearButtonEnabled(True)
        row.addWidget(self.field, 1)
        self._found = plain_label(role="muted", size=Size.SMALL)
        row.addWidget(self._found)
        row.addWidget(
            icon_button("caret-up", translate("Chat", "Previous match"), lambda: self.step.emit(-1))
        )
        row.addWidget(
            icon_button("caret-down", translate("Chat", "Next match"), lambda: self.step.emit(1))
        )
        row.addWidget(icon_button("x", translate("Chat", "Close"), self.dismiss))
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(200)
        self._pause.timeout.connect(lambda: self.wanted.emit(self.field.text()))
        self.field.textChanged.connect(lambda _text: self._pause.start())
        self.hide()

    def open(self) -> None:
        self.show()
        self.field.setFocus()
        self.field.selectAll()

    def dismiss(self) -> None:
        self._pause.stop()
        self.hide()
        self.closed.emit()

    def show_found(self, at: int, count: int) -> None:
        text = (
            translate("Chat", "{} of {}").format(at, count)
            if count
            else (translate("Chat", "Not found") if self.field.text() else "")
        )
        self._found.setText(text)
        self._found.setAccessibleName(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.step.emit(-1 if back else 1)
        else:
            super().keyPressEvent(event)
