"""Small texts, buttons and marks used on cards."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from desktop.theme import Size
from desktop.theme.tinting import emphasise, set_icon, set_type, tint
from desktop.tips import plain_tip


class ElidedLabel(QLabel):
    """One line of plain text that ends in … when it is too long."""

    def __init__(
        self, text: str = "", parent: QWidget | None = None, *, middle: bool = False
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._mode = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
        self._whole = ""
        self.set_text(text)

    def set_text(self, text: str) -> None:
        line = " ".join(text[:2000].split())
        if line != self._whole:
            self._whole = line
            self.setAccessibleName(line)
            self._elide()

    def whole_text(self) -> str:
        return self._whole

    def minimumSizeHint(self) -> QSize:
        return QSize(24, super().minimumSizeHint().height())

    def resizeEvent(self, event: object) -> None:
        self._elide()

    def _elide(self) -> None:
        shown = self.fontMetrics().elidedText(self._whole, self._mode, max(10, self.width()))
        if shown != self.text():
            self.setText(shown)
            self.setToolTip(plain_tip(self._whole) if shown != self._whole else "")


def plain_label(
    text: str = "",
    *,
    role: str = "",
    size: Size = Size.BODY,
    bold: bool = False,
    wrap: bool = False,
) -> QLabel:
    """A label that shows exactly the text it is given."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    set_type(made, size, bold=bold)
    made.setWordWrap(wrap)
    if role:
        tint(made, role)
    return made


def icon_label(name: str, widget: QWidget, role: str = "muted", size: int = 16) -> QLabel:
    made = QLabel(widget)
    made.setFixedSize(size, size)
    set_icon(made, name, role, size)
    return made


def icon_button(
    name: str, label: str, act: Callable[[], object], *, parent: QWidget | None = None
) -> QToolButton:
    """A flat button with an icon; ``label`` is its tooltip and accessible name."""
    made = QToolButton(parent)
    made.setAutoRaise(True)
    set_icon(made, name)
    made.setToolTip(label)
    made.setAccessibleName(label)
    made.setCursor(Qt.CursorShape.ArrowCursor)
    made.clicked.connect(lambda _checked=False: act())
    return made


def text_button(
    text: str, act: Callable[[], object], *, object_name: str = "", primary: bool = False
) -> QPushButton:
    """A button that neither Enter nor a dialog can press by itself."""
    made = QPushButton(text)
    made.setAutoDefault(False)
    made.setDefault(False)
    made.setAccessibleName(text.replace("&", ""))
    made.setCursor(Qt.CursorShape.ArrowCursor)
    if object_name:
        made.setObjectName(object_name)
    if primary:
        emphasise(made)
    made.clicked.connect(lambda _checked=False: act())
    return made
