"""One line above the composer: where the session went back to, and the way forward again."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from core.sessions.models import Revert
from desktop.chat.label import ElidedLabel, icon_label, text_button
from desktop.i18n import translate
from desktop.theme import SPACE


class RevertStrip(QWidget):
    """Shown while something is undone that can be redone."""

    redo = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("revertStrip")
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 0, 2, 0)
        row.setSpacing(SPACE)
        row.addWidget(icon_label("arrow-u-up-left", self, "accent"))
        self._label = ElidedLabel()
        row.addWidget(self._label, 1)
        row.addWidget(
            text_button(translate("GoingBack", "Redo…"), self.redo.emit, object_name="redoButton")
        )
        self.hide()

    @property
    def text(self) -> str:
        return self._label.whole_text()

    def show_revert(self, revert: Revert | None) -> None:
        self.setVisible(revert is not None)
        if revert is None:
            return
        said = {
            "files": translate("GoingBack", "The files are as they were before that prompt."),
            "conversation": translate(
                "GoingBack", "What came after is out of the conversation; files stay as they are."
            ),
            "both": translate(
                "GoingBack", "You went back. What came after is given up once you send a prompt."
            ),
        }
        self._label.set_text(said[revert.what])
