"""The transcript: rows of messages in which text can be selected, copied and followed."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
)
from PySide6.QtWidgets import QMenu, QWidget

from core.sessions.models import MessageWithParts
from desktop.chat.host import Host
from desktop.chat.row import MessageRow
from desktop.chat.rows_view import WIDEST, RowsView
from desktop.chat.selection import Place, Selection
from desktop.chat.text_block import TextBlock
from desktop.chat.transcript_model import TranscriptModel, message_text
from desktop.i18n import translate

__all__ = ["WIDEST", "Transcript"]

_EDGE = 40


class Transcript(RowsView):
    """Selects over blocks and messages; ``copy_wanted`` asks to copy what has to be read first."""

    copy_wanted = Signal()

    def __init__(self, model: TranscriptModel, host: Host, parent: QWidget | None = None) -> None:
        self._selection: Selection | None = None
        self._pressed: QPoint | None = None
        super().__init__(model, host, parent)
        self._dragging = QTimer(self)
        self._dragging.setInterval(40)
        self._dragging.timeout.connect(self._drag_beyond)

    def row_shown(self, row: int, widget: MessageRow) -> None:
        if self._selection is not None:
            self._paint_selection(row, widget)

    def rows_replaced(self) -> None:
        self._selection = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
        elif event.key() == Qt.Key.Key_End:
            self.go_to_end()
        elif event.key() == Qt.Key.Key_Home:
            self.go_to_row(0)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        point = event.position().toPoint()
        place = self._place_at(point)
        self._pressed = point
        if place is None:
            self._select(None)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self._selection:
            self._select(Selection(self._selection.anchor, place))
        else:
            self._select(Selection(place, place))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None or self._selection is None:
            return
        point = event.position().toPoint()
        if (place := self._place_at(point)) is not None:
            self._select(Selection(self._selection.anchor, place))
        outside = point.y() < 0 or point.y() > self.viewport().height()
        if outside and not self._dragging.isActive():
            self._dragging.start()
        elif not outside:
            self._dragging.stop()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragging.stop()
        pressed, self._pressed = self._pressed, None
        point = event.position().toPoint()
        if pressed is None or (point - pressed).manhattanLength() > 4:
            return
        text = self._text_at(point)
        if text is not None and (link := text.link_at(text.mapFrom(self.viewport(), point))):
            self._host.open_link(link)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        place = self._place_at(event.position().toPoint())
        text = self._text_at(event.position().toPoint())
        if place is not None and text is not None:
            start, end = text.word_at(place.character)
            self._select(
                Selection(Place(place.row, place.text, start), Place(place.row, place.text, end))
            )

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        copy = menu.addAction(translate("Chat", "Copy"))
        copy.setEnabled(self._selection is not None and not self._selection.empty)
        copy.triggered.connect(self.copy)
        place = self._place_at(event.pos())
        if place is not None:
            body = self.model.body(place.row)
            whole = menu.addAction(translate("Chat", "Copy Message as Markdown"))
            whole.triggered.connect(
                lambda: QGuiApplication.clipboard().setText(message_text(body) if body else "")
            )
        menu.addAction(translate("Chat", "Select All")).triggered.connect(self.select_all)
        menu.popup(event.globalPos())

    def select_all(self) -> None:
        if len(self.model):
            last = len(self.model) - 1
            self._select(Selection(Place(0, 0, 0), Place(last, 1 << 20, 0)))

    def selected_rows(self) -> tuple[int, int] | None:
        if self._selection is None or self._selection.empty:
            return None
        return self._selection.start.row, self._selection.end.row

    def missing_for_copy(self) -> tuple[int, int] | None:
        """The selected rows, if the text of some of them has to be read first."""
        rows = self.selected_rows()
        if rows is None or all(self.model.body(row) for row in range(rows[0], rows[1] + 1)):
            return None
        return rows

    def selected_text(self, more: Mapping[str, MessageWithParts] | None = None) -> str:
        """The selected text. Messages off screen count with what they say; ``more`` holds those
        that the model does not."""
        if self._selection is None or self._selection.empty:
            return ""
        pieces: list[str] = []
        start, end = self._selection.start.row, self._selection.end.row
        for row in range(start, end + 1):
            widget = self._rows.get(self.model.message_id(row))
            if widget is None and row in (start, end) and self.model.body(row) is not None:
                widget = self._widget(row)
            if isinstance(widget, MessageRow):
                texts = [
                    text.plain_text()[span[0] : span[1]]
                    for index, text in enumerate(widget.texts())
                    if (span := self._selection.within(row, index, text.length())) is not None
                ]
                pieces.append("\n".join(texts))
                continue
            body = self.model.body(row) or (more or {}).get(self.model.message_id(row))
            if body is not None:
                pieces.append(message_text(body))
        return "\n\n".join(piece for piece in pieces if piece)

    def copy(self) -> None:
        if self.missing_for_copy() is not None:
            self.copy_wanted.emit()
        elif text := self.selected_text():
            QGuiApplication.clipboard().setText(text)

    def _select(self, selection: Selection | None) -> None:
        self._selection = selection
        for row, widget in self._visible.items():
            self._paint_selection(row, widget)

    def _paint_selection(self, row: int, widget: MessageRow) -> None:
        for index, text in enumerate(widget.texts()):
            span = self._selection and self._selection.within(row, index, text.length())
            text.select(*span) if span else text.select(None)

    def _text_at(self, point: QPoint) -> TextBlock | None:
        child = self.viewport().childAt(point)
        while child is not None and not isinstance(child, TextBlock):
            child = child.parentWidget() if child.parentWidget() is not self.viewport() else None
        return child

    def _place_at(self, point: QPoint) -> Place | None:
        """The position in the text nearest to ``point``."""
        best: tuple[int, Place] | None = None
        for row, widget in self._visible.items():
            for index, text in enumerate(widget.texts()):
                at = text.mapFrom(self.viewport(), point)
                away = (
                    0
                    if 0 <= at.y() < text.height()
                    else min(abs(at.y()), abs(at.y() - text.height()))
                )
                if best is None or away < best[0]:
                    best = (away, Place(row, index, text.hit(at)))
        return best[1] if best is not None and best[0] < 10 * _EDGE else None

    def _drag_beyond(self) -> None:
        """The mouse is held outside the view: scroll there and select on."""
        point = self.viewport().mapFromGlobal(self.cursor().pos())
        beyond = point.y() if point.y() < 0 else point.y() - self.viewport().height()
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + max(-_EDGE, min(_EDGE, beyond)))
        if self._selection is not None and (place := self._place_at(point)) is not None:
            self._select(Selection(self._selection.anchor, place))
