"""Ten thousand messages, of which only the visible ones have widgets.

Heights of rows never seen are estimates; a row is measured when it is shown. What stays fixed while
estimates become measurements is the first visible row, or the end when the view is there.
"""

from __future__ import annotations

from collections import OrderedDict

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from desktop.chat.heights import Heights
from desktop.chat.host import Host
from desktop.chat.row import MessageRow
from desktop.chat.transcript_model import Change, TranscriptModel
from desktop.i18n import translate
from desktop.theme import SPACE

WIDEST = 860
"""Longer lines are hard to read."""

_KEPT_WIDGETS = 24
_AHEAD = 20


class RowsView(QAbstractScrollArea):
    """Shows a ``TranscriptModel``. ``needs`` asks for rows whose bodies are missing."""

    needs = Signal(int, int)
    at_end_changed = Signal(bool)

    def __init__(self, model: TranscriptModel, host: Host, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("transcript")
        self.setAccessibleName(translate("Chat", "Conversation"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setBackgroundRole(self.palette().ColorRole.Base)
        self.viewport().setAutoFillBackground(True)
        self.verticalScrollBar().setAccessibleName(translate("Chat", "Scroll the conversation"))
        self.verticalScrollBar().setSingleStep(40)
        self.model = model
        self.detail = "normal"
        self._host = host
        self._heights = Heights()
        self._rows: OrderedDict[str, MessageRow] = OrderedDict()
        self._visible: dict[int, MessageRow] = {}
        self._top, self._offset = 0, 0
        self._at_end = True
        self._placing = False
        self._width = 0
        self._asked: tuple[int, int] | None = None
        self._needle = ""
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self.lay_out)
        model.listen(self._follow)

    # What others ask ----------------------------------------------------------------------------

    @property
    def at_end(self) -> bool:
        return self._at_end

    @property
    def widgets(self) -> int:
        """How many rows have widgets at this moment."""
        return len(self._rows)

    @property
    def first_visible(self) -> int:
        return self._top

    def place(self) -> tuple[str, int] | None:
        """Where the view is, to come back to; None at the end."""
        if self._at_end or not len(self.model) or self._top >= len(self.model):
            return None
        return self.model.message_id(self._top), self._offset

    def go_to(self, place: tuple[str, int] | None) -> None:
        row = self.model.row_of(place[0]) if place else None
        if place is None or row is None:
            self.go_to_end()
        else:
            self.go_to_row(row, place[1])

    def go_to_end(self) -> None:
        self._set_at_end(True)
        self.lay_out()

    def go_to_row(self, row: int, offset: int = 0) -> None:
        if not len(self.model):
            return
        self._top, self._offset = max(0, min(row, len(self.model) - 1)), offset
        self._set_at_end(False)
        self.lay_out()

    def go_to_prompt(self, step: int) -> None:
        """Scroll to the previous (-1) or next (+1) prompt of a person."""
        row = self._top + step if step > 0 or self._offset <= 2 else self._top
        while 0 <= row < len(self.model):
            if self.model.role(row) == "user":
                self.go_to_row(row)
                return
            row += step
        if step > 0:
            self.go_to_end()

    def set_detail(self, detail: str) -> None:
        if detail != self.detail:
            self.detail = detail
            self._rebuild()

    def requests_changed(self) -> None:
        for row in self._rows.values():
            row.requests_changed()
        self._later.start()

    def set_needle(self, needle: str) -> None:
        """Mark every occurrence of ``needle`` in the rows on screen."""
        self._needle = needle
        for row in self._rows.values():
            for text in row.texts():
                text.mark(needle)

    def lay_out(self) -> None:
        """Give every visible row a widget at its place."""
        if self._placing:
            return
        if not self.isVisible():
            return
        self._placing = True
        try:
            self._lay_out()
        finally:
            self._placing = False

    def row_shown(self, row: int, widget: MessageRow) -> None:
        """A row is on screen; for what is painted on top of it."""

    def rows_replaced(self) -> None:
        """Another session is shown: row numbers mean something else now."""

    # Layout -------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        height = self.viewport().height()
        width = max(200, min(WIDEST, self.viewport().width() - 4 * SPACE))
        if width != self._width:
            self._width = width
            self._estimate_all()
        count = len(self.model)
        if count == 0:
            self._show_rows({})
            self._set_bar(0, height)
            return
        self._top = min(self._top, count - 1)
        if self._at_end:
            self._anchor_to_end(height)
        shown: dict[int, int] = {}
        row, y = self._top, -self._offset
        while row < count and y < height:
            shown[row] = y
            y += self._measure(row)
            row += 1
        if y < height and not self._at_end and row == count:
            # Not enough below: the end of the conversation sits at the bottom of the view.
            if all(self.model.body(at) is not None for at in shown):
                self._set_at_end(True)
            self._anchor_to_end(height)
            shown, row, y = {}, self._top, -self._offset
            while row < count and y < height:
                shown[row] = y
                y += self._measure(row)
                row += 1
        self._show_rows(shown)
        self._ask(min(shown), max(shown))
        self._set_bar(self._heights.before(self._top) + self._offset, height)

    def _anchor_to_end(self, height: int) -> None:
        row, filled = len(self.model), 0
        while row > 0 and filled < height:
            row -= 1
            filled += self._measure(row)
        self._top, self._offset = row, max(0, filled - height)

    def _measure(self, row: int) -> int:
        widget = self._widget(row)
        if isinstance(widget, MessageRow):
            real = widget.height_for(self._width)
            self._heights.set(row, real)
            return real
        return self._heights[row]

    def _widget(self, row: int) -> MessageRow | None:
        key = self.model.message_id(row)
        known = self._rows.get(key)
        if known is not None:
            self._rows.move_to_end(key)
            return known
        body = self.model.body(row)
        if body is None:
            return None
        starts = row == 0 or self.model.role(row - 1) != self.model.role(row)
        made = MessageRow(body, self._host, self.detail, starts=starts)
        made.setParent(self.viewport())
        made.resized.connect(self._later.start)
        self._rows[key] = made
        if self._needle:
            for text in made.texts():
                text.mark(self._needle)
        return made

    def _show_rows(self, shown: dict[int, int]) -> None:
        left = max(2 * SPACE, (self.viewport().width() - self._width) // 2)
        now: dict[int, MessageRow] = {}
        for row, y in shown.items():
            widget = self._rows.get(self.model.message_id(row))
            if widget is None:
                continue
            widget.setGeometry(left, y, self._width, self._heights[row])
            if widget.isHidden():
                widget.show()
            now[row] = widget
            self.row_shown(row, widget)
        kept = set(map(id, now.values()))
        for before in self._visible.values():
            if id(before) not in kept and before in self._rows.values():
                before.hide()
        self._visible = now
        while len(self._rows) > len(now) + _KEPT_WIDGETS:
            key, oldest = next(iter(self._rows.items()))
            if id(oldest) in kept:
                self._rows.move_to_end(key)
                continue
            del self._rows[key]
            oldest.hide()
            oldest.deleteLater()

    def _set_bar(self, value: int, page: int) -> None:
        bar = self.verticalScrollBar()
        bar.setPageStep(page)
        bar.setRange(0, max(0, self._heights.total - page))
        # It keeps its place, so that rows keep their width, but shows no handle for nothing.
        bar.setEnabled(bar.maximum() > 0)
        bar.setValue(value)

    def _ask(self, first: int, last: int) -> None:
        """Ask for missing bodies, some rows ahead of the view in both directions."""
        first, last = max(0, first - _AHEAD), min(len(self.model) - 1, last + _AHEAD)
        missing = [row for row in range(first, last + 1) if self.model.body(row) is None]
        if missing and self._asked != (missing[0], missing[-1]):
            self._asked = (missing[0], missing[-1])
            self.needs.emit(missing[0], missing[-1])

    def _estimate_all(self) -> None:
        self._heights.reset(self._estimate(row) for row in range(len(self.model)))

    def _estimate(self, row: int) -> int:
        lines = 1 + self.model.length(row) * 8 // max(200, self._width)
        return 44 + 22 * lines

    def _rebuild(self) -> None:
        for widget in self._rows.values():
            widget.hide()
            widget.deleteLater()
        self._rows.clear()
        self._visible.clear()
        self._width = 0
        self.lay_out()

    def _set_at_end(self, at_end: bool) -> None:
        if at_end != self._at_end:
            self._at_end = at_end
            self.at_end_changed.emit(at_end)

    # Following the model ------------------------------------------------------------------------

    def _follow(self, change: Change) -> None:
        match change.kind:
            case "reset":
                self._asked = None
                self.rows_replaced()
                self._top = self._offset = 0
                self._set_at_end(True)
                self._rebuild()
            case "appended":
                self._heights.append(self._estimate(change.row))
                self._later.start()
            case "truncated":
                self._heights.truncate(change.row)
                for key in [k for k in self._rows if self.model.row_of(k) is None]:
                    gone = self._rows.pop(key)
                    gone.hide()
                    gone.deleteLater()
                self._later.start()
            case "loaded":
                self._asked = None
                self._later.start()
            case _:
                self._follow_row(change)

    def _follow_row(self, change: Change) -> None:
        row = self._rows.get(self.model.message_id(change.row))
        if row is None:
            return
        body = self.model.body(change.row)
        if body is not None:
            row.body = body
        if change.kind == "delta":
            row.grow_part(change.part_id, change.text)
        elif change.kind == "part":
            row.update_part(change.part_id)
        else:
            row.show_info()

    # Scrolling ----------------------------------------------------------------------------------

    def scrollContentsBy(self, _dx: int, dy: int) -> None:
        if self._placing or not len(self.model):
            return
        bar = self.verticalScrollBar()
        value, height = bar.value(), self.viewport().height()
        if value >= bar.maximum():
            self._set_at_end(True)
        else:
            self._set_at_end(False)
            if abs(dy) <= 2 * height:
                self._move(-dy)
            else:
                self._top, self._offset = self._heights.find(value)
        self.lay_out()

    def _move(self, pixels: int) -> None:
        """Scroll by real heights, so that nothing jumps when a row turns out taller."""
        self._offset += pixels
        while self._offset < 0 and self._top > 0:
            self._top -= 1
            self._offset += self._measure(self._top)
        self._offset = max(0, self._offset)
        while self._top < len(self.model) - 1 and self._offset >= (now := self._measure(self._top)):
            self._offset -= now
            self._top += 1

    def resizeEvent(self, event: object) -> None:
        self.lay_out()

    def showEvent(self, event: object) -> None:
        self.lay_out()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and hasattr(
            self, "_rows"
        ):
            self._rebuild()
