"""One piece of text in the transcript, painted from a document of its own.

A text browser for each paragraph would be heavy, and could not select across its border. The
transcript owns the selection; a block only shows its share of it.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QScrollBar, QSizePolicy, QWidget

from desktop.i18n import translate
from desktop.theme import RADIUS, colours
from desktop.tips import plain_tip


class LocalDocument(QTextDocument):
    """A document that loads nothing: no file, no address."""

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:
        return None


class TextBlock(QWidget):
    """Paints ``document``; with ``wrap`` off it scrolls sideways. ``boxed`` gives it the background
    of code."""

    def __init__(
        self, parent: QWidget | None = None, *, wrap: bool = True, boxed: bool = False
    ) -> None:
        super().__init__(parent)
        self.document = LocalDocument(self)
        self.document.setDocumentMargin(0)
        self.document.setUndoRedoEnabled(False)
        option = QTextOption()
        option.setWrapMode(
            QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
            if wrap
            else QTextOption.WrapMode.NoWrap
        )
        self.document.setDefaultTextOption(option)
        self._wrap = wrap
        self._boxed = boxed
        self._margin = 8 if boxed else 0
        self._selection: tuple[int, int] | None = None
        self._marks: list[tuple[int, int]] = []
        self._current_mark: int | None = None
        self._bar: QScrollBar | None = None
        self._links = False
        self.trim = 0
        """Pixels below the last line that only its line height put there."""
        self._measured: tuple[int, int] | None = None
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def changed(self) -> None:
        """The document's content was replaced or grew."""
        self._measured = None
        self._selection = None
        self.setAccessibleName(self.document.toPlainText()[:2000])
        self.updateGeometry()
        self.update()

    def set_links(self, links: bool) -> None:
        self._links = links

    def plain_text(self) -> str:
        return self.document.toPlainText()

    def length(self) -> int:
        return max(0, self.document.characterCount() - 1)

    def height_for(self, width: int) -> int:
        if self._measured is not None and self._measured[0] == width:
            return self._measured[1]
        inner = max(40, width - 2 * self._margin)
        self.document.setTextWidth(inner if self._wrap else -1)
        if not self._wrap:
            # As wide as the view at least, so that coloured lines reach its edge.
            self.document.setTextWidth(max(inner, math.ceil(self.document.idealWidth())))
        size = self.document.size()
        height = math.ceil(size.height()) + 2 * self._margin - self.trim
        if not self._wrap:
            wide = self.document.idealWidth() > inner
            self._show_bar(wide, inner)
            if wide and self._bar is not None:
                height += self._bar.sizeHint().height()
        self._measured = (width, height)
        return height

    def hit(self, point: QPoint) -> int:
        """The character position nearest to ``point``."""
        return max(
            0,
            self.document.documentLayout().hitTest(
                QPointF(point) - self._origin(), Qt.HitTestAccuracy.FuzzyHit
            ),
        )

    def link_at(self, point: QPoint) -> str:
        if not self._links:
            return ""
        return self.document.documentLayout().anchorAt(QPointF(point) - self._origin())

    def select(self, start: int | None, end: int = 0) -> None:
        wanted = None if start is None or start == end else (min(start, end), max(start, end))
        if wanted != self._selection:
            self._selection = wanted
            self.update()

    def selected_text(self) -> str:
        if self._selection is None:
            return ""
        return self.plain_text()[self._selection[0] : self._selection[1]]

    def word_at(self, position: int) -> tuple[int, int]:
        cursor = QTextCursor(self.document)
        cursor.setPosition(min(position, self.length()))
        cursor.select(QTextCursor.SelectionType.WordUnderCursor)
        return cursor.selectionStart(), cursor.selectionEnd()

    def mark(self, needle: str, current: int | None = None) -> int:
        """Show where ``needle`` occurs; returns how often. ``current`` is shown stronger."""
        marks: list[tuple[int, int]] = []
        if needle:
            text, wanted = self.plain_text().lower(), needle.lower()
            position = text.find(wanted)
            while position >= 0:
                marks.append((position, position + len(wanted)))
                position = text.find(wanted, position + len(wanted))
        if marks != self._marks or current != self._current_mark:
            self._marks, self._current_mark = marks, current
            self.update()
        return len(marks)

    def sizeHint(self) -> QSize:
        width = self.width() or 400
        return QSize(width, self.height_for(width))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self.height_for(width)

    def paintEvent(self, event: QPaintEvent) -> None:
        of = colours()
        painter = QPainter(self)
        if self._boxed:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(of.sunken))
            painter.drawRoundedRect(QRectF(self.rect()), RADIUS, RADIUS)
        context = QAbstractTextDocumentLayout.PaintContext()
        shades = self.palette()
        shades.setColor(QPalette.ColorRole.Text, shades.color(self.foregroundRole()))
        context.palette = shades
        origin = self._origin()
        context.clip = QRectF(event.rect()).translated(-origin)
        context.selections = [
            *(
                self._range(start, end, of.accent if index == self._current_mark else of.find,
                            of.on_accent if index == self._current_mark else None)
                for index, (start, end) in enumerate(self._marks)
            ),
            *([self._range(*self._selection, of.selection)] if self._selection else []),
        ]  # fmt: skip
        if self._margin:
            painter.setClipRect(self.rect().adjusted(self._margin, 0, -self._margin, 0))
        painter.translate(origin)
        self.document.documentLayout().draw(painter, context)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._links and event.buttons() == Qt.MouseButton.NoButton:
            link = self.link_at(event.position().toPoint())
            self.setCursor(
                Qt.CursorShape.PointingHandCursor if link else Qt.CursorShape.IBeamCursor
            )
            self.setToolTip(plain_tip(link))
        event.ignore()

    def wheelEvent(self, event: QWheelEvent) -> None:
        sideways = event.angleDelta().x() or (
            event.angleDelta().y() if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 0
        )
        if sideways and self._bar is not None and self._bar.isVisible():
            self._bar.setValue(self._bar.value() - sideways // 2)
            event.accept()
        else:
            event.ignore()

    def resizeEvent(self, event: object) -> None:
        if self._bar is not None:
            height = self._bar.sizeHint().height()
            self._bar.setGeometry(0, self.height() - height, self.width(), height)

    def _origin(self) -> QPointF:
        scrolled = self._bar.value() if self._bar is not None and not self._bar.isHidden() else 0
        return QPointF(self._margin - scrolled, self._margin)

    def _range(
        self, start: int, end: int, back: str, front: str | None = None
    ) -> QAbstractTextDocumentLayout.Selection:
        made = QAbstractTextDocumentLayout.Selection()
        last = self.length()
        cursor = QTextCursor(self.document)
        cursor.setPosition(min(start, last))
        cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
        form = QTextCharFormat()
        form.setBackground(QColor(back))
        if front is not None:
            form.setForeground(QColor(front))
        made.cursor, made.format = cursor, form
        return made

    def _show_bar(self, wide: bool, inner: int) -> None:
        if not wide:
            if self._bar is not None:
                self._bar.hide()
            return
        if self._bar is None:
            self._bar = QScrollBar(Qt.Orientation.Horizontal, self)
            self._bar.setAccessibleName(translate("Chat", "Scroll sideways"))
            self._bar.setCursor(Qt.CursorShape.ArrowCursor)
            self._bar.valueChanged.connect(self.update)
        self._bar.setRange(0, math.ceil(self.document.idealWidth()) - inner)
        self._bar.setPageStep(inner)
        self._bar.setSingleStep(24)
        self._bar.show()
