"""How a session is drawn in the tree: its title, and at the right how many lines it changed."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from desktop.sessions.item_model import CHANGED
from desktop.theme import GAP, SPACE, Size, colours, font

Index = QModelIndex | QPersistentModelIndex


class SessionDelegate(QStyledItemDelegate):
    """The lines stay visible; it is the title that is shortened for them."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        changed = str(index.data(CHANGED) or "")
        if changed and option.rect.width() > 0:
            taken = _width(changed) + option.decorationSize.width() + 2 * SPACE
            option.text = option.fontMetrics.elidedText(
                option.text, Qt.TextElideMode.ElideRight, max(0, option.rect.width() - taken)
            )

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        changed = str(index.data(CHANGED) or "")
        if not changed:
            return
        painter.save()
        painter.setFont(font(Size.SMALL))
        painter.setPen(QColor(colours().muted))
        painter.drawText(
            option.rect.adjusted(0, 0, -GAP, 0),
            Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
            changed,
        )
        painter.restore()


def _width(changed: str) -> int:
    return QFontMetrics(font(Size.SMALL)).horizontalAdvance(changed) + GAP
