"""The message bar: what a person should know, in a sentence, without a dialog in the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from desktop.i18n import translate
from desktop.i18n.engine import engine_words
from desktop.theme import SPACE, colours

_INFO_SECONDS = 8
_KEPT = 20


@dataclass(frozen=True, slots=True)
class Said:
    """One notice. ``level`` is ``info``, ``warning`` or ``error``; ``act`` is the button that helps."""

    level: str
    sentence: str
    hint: str = ""
    button: str = ""
    act: Callable[[], object] | None = None

    @property
    def text(self) -> str:
        return engine_words(self.sentence, self.hint)


class NoticeBar(QFrame):
    """Shows one notice at a time; errors stay until dismissed, the others wait behind."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("noticeBar")
        self.setAccessibleName(translate("Desk", "Message"))
        self.setAutoFillBackground(True)
        self._waiting: list[Said] = []
        self._shown: Said | None = None
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._button = QPushButton()
        self._button.setObjectName("noticeAction")
        self._button.clicked.connect(self._act)
        self._dismiss = QToolButton()
        self._dismiss.setObjectName("noticeDismiss")
        self._dismiss.setText("✕")
        self._dismiss.setAutoRaise(True)
        self._dismiss.setAccessibleName(translate("Desk", "Dismiss this message"))
        self._dismiss.setToolTip(translate("Desk", "Dismiss"))
        self._dismiss.clicked.connect(self.dismiss)
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * SPACE, SPACE, SPACE, SPACE)
        row.addWidget(self._label, 1)
        row.addWidget(self._button)
        row.addWidget(self._dismiss)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.dismiss)
        self.hide()

    @property
    def shown(self) -> Said | None:
        return self._shown

    def say(self, notice: Said) -> None:
        """Show it now, or after the one on screen; the same sentence is not said twice."""
        if notice == self._shown or notice in self._waiting:
            return
        if self._shown is not None and self._shown.level != "info":
            self._waiting = [*self._waiting, notice][-_KEPT:]
            self._draw()
            return
        self._show(notice)

    def dismiss(self) -> None:
        self._timer.stop()
        self._shown = None
        if self._waiting:
            self._show(self._waiting.pop(0))
        else:
            self.hide()

    def _show(self, notice: Said) -> None:
        self._shown = notice
        self._button.setVisible(notice.act is not None)
        self._button.setText(notice.button or translate("Desk", "Fix"))
        self._button.setAccessibleName(notice.button or translate("Desk", "Fix"))
        self._timer.stop()
        if notice.level == "info":
            self._timer.start(_INFO_SECONDS * 1000)
        self._draw()
        self.show()

    def _draw(self) -> None:
        if self._shown is None:
            return
        of = colours()
        back, front = {
            "error": (of.bad_soft, of.bad),
            "warning": (of.warning_soft, of.warning),
        }.get(self._shown.level, (of.accent_soft, of.text))
        more = translate("Desk", "  (+{} more)").format(len(self._waiting)) if self._waiting else ""
        self._label.setText(self._shown.text + more)
        self.setAccessibleDescription(self._shown.text)
        shades = self.palette()
        shades.setColor(QPalette.ColorRole.Window, QColor(back))
        shades.setColor(QPalette.ColorRole.WindowText, QColor(front))
        if self.palette() != shades:
            self.setPalette(shades)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ApplicationPaletteChange:
            self.setPalette(QPalette())
            self._draw()

    def _act(self) -> None:
        notice = self._shown
        self.dismiss()
        if notice is not None and notice.act is not None:
            notice.act()
