"""What waits to be given to the agent, above the composer."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.tasks.models import QueueItem
from desktop.chat.label import ElidedLabel, icon_button, icon_label, plain_label
from desktop.chat.piece import Card
from desktop.chat.words import count
from desktop.i18n import translate
from desktop.theme import GAP, SPACE, Size

_SHOWN = 5
_SYMBOLS = {
    "prompt": "chat-text",
    "bash": "terminal-window",
    "task-notification": "bell",
    "orphaned-permission": "hand",
}


class QueueStrip(Card):
    """One line for each waiting item: edit it, send it now, or take it out."""

    edit_wanted = Signal(str)
    sent_now = Signal(str)
    removed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, fill="raised", padding=GAP)
        self.setObjectName("queueStrip")
        self.setAccessibleName(translate("Chat", "Queue"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(SPACE, GAP, GAP, GAP)
        self._column.setSpacing(2)
        self._items: tuple[QueueItem, ...] = ()
        self.hide()

    @property
    def items(self) -> tuple[QueueItem, ...]:
        return self._items

    def show_items(self, items: tuple[QueueItem, ...]) -> None:
        if items == self._items and self.isVisible() == bool(items):
            return
        self._items = items
        while (entry := self._column.takeAt(0)) is not None:
            if (widget := entry.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for item in items[:_SHOWN]:
            self._column.addWidget(self._line(item))
        if len(items) > _SHOWN:
            self._column.addWidget(
                plain_label(
                    translate("Chat", "and {} more").format(len(items) - _SHOWN),
                    role="faint",
                    size=Size.SMALL,
                )
            )
        self.setAccessibleDescription(
            count(
                len(items),
                translate("Chat", "{} thing waiting"),
                translate("Chat", "{} things waiting"),
            )
        )
        self.setVisible(bool(items))

    def _line(self, item: QueueItem) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE)
        row.addWidget(icon_label(_SYMBOLS.get(item.kind, "chat-text"), self, size=14))
        label = ElidedLabel(item.text or str(item.metadata.get("summary", item.kind)))
        row.addWidget(label, 1)
        row.addWidget(plain_label(item.priority, role="faint", size=Size.SMALL))
        if item.kind in ("prompt", "bash"):
            row.addWidget(
                icon_button(
                    "pencil-simple",
                    translate("Chat", "Edit"),
                    lambda: self.edit_wanted.emit(item.id),
                )
            )
        if item.priority != "now":
            row.addWidget(
                icon_button(
                    "paper-plane-right",
                    translate("Chat", "Send now"),
                    lambda: self.sent_now.emit(item.id),
                )
            )
        row.addWidget(
            icon_button(
                "x", translate("Chat", "Remove from the queue"), lambda: self.removed.emit(item.id)
            )
        )
        return line
