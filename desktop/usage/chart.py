"""Bars by day, one colour for each series."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from desktop.i18n import translate
from desktop.theme import GAP, SPACE, Size, colours, font
from desktop.usage.sums import Series

_LIGHT = ("#2c6e4f", "#b4690e", "#1d5fa8", "#8a3b9c", "#0f6b74", "#b3261e", "#6f776f")
_DARK = ("#6fbf94", "#e6b450", "#86b9f0", "#d0a3e0", "#7fced6", "#f2938c", "#8b948c")


class BarChart(QWidget):
    """Left and Right walk through the days when it has the keyboard; each is told in words."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("usageChart")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumHeight(180)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._days: Sequence[str] = ()
        self._series: Sequence[Series] = ()
        self._words: Callable[[float], str] = str
        self._empty = ""
        self._at = -1

    def sizeHint(self) -> QSize:
        return QSize(640, 240)

    def show_series(
        self,
        days: Sequence[str],
        shown: Sequence[Series],
        words: Callable[[float], str],
        *,
        title: str,
        empty: str,
    ) -> None:
        self._days, self._series, self._words, self._empty = days, shown, words, empty
        self._at = -1
        total = sum(sum(entry.amounts) for entry in shown)
        self.setAccessibleName(title)
        self.setAccessibleDescription(
            translate("Usage", "Together {amount}").format(amount=words(total)) if shown else empty
        )
        self.update()

    def told(self, at: int) -> str:
        """One day in words."""
        parts = [
            f"{entry.label}: {self._words(entry.amounts[at])}"
            for entry in self._series
            if entry.amounts[at]
        ]
        return "\n".join([self._days[at], *(parts or [translate("Usage", "Nothing")])])

    # Drawing --------------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        of = colours()
        painter.setFont(font(Size.SMALL))
        if not self._series:
            painter.setPen(QColor(of.muted))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect(), flags, self._empty)
            return
        area = self._area()
        top = _round_up(max(self._sums()))
        self._draw_lines(painter, area, top)
        tones = _DARK if of.dark else _LIGHT
        width = area.width() / len(self._days)
        for at in range(len(self._days)):
            bottom = area.bottom()
            for index, entry in enumerate(self._series):
                height = area.height() * entry.amounts[at] / top
                if height <= 0:
                    continue
                bar = QRectF(
                    area.left() + at * width + width * 0.15, bottom - height,
                    max(1.0, width * 0.7), height,
                )  # fmt: skip
                painter.fillRect(bar, QColor(tones[index % len(tones)]))
                bottom -= height
        if self._at >= 0:
            mark = QRectF(area.left() + self._at * width, area.top(), width, area.height())
            painter.setPen(QPen(QColor(of.accent if self.hasFocus() else of.border_strong), 1))
            painter.drawRect(mark)
        self._draw_days(painter, area, width)
        self._draw_legend(painter, tones)
        if self.hasFocus():
            painter.setPen(QPen(QColor(of.accent), 1, Qt.PenStyle.DotLine))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _area(self) -> QRectF:
        metrics = self.fontMetrics()
        left = max(metrics.horizontalAdvance(self._words(v)) for v in (max(self._sums()), 0)) + 24
        legend = metrics.height() + SPACE
        return QRectF(left, legend, self.width() - left - SPACE, self.height() - 2 * legend - GAP)

    def _sums(self) -> list[float]:
        sums = [sum(entry.amounts[at] for entry in self._series) for at in range(len(self._days))]
        return [*sums, 1e-9]

    def _draw_lines(self, painter: QPainter, area: QRectF, top: float) -> None:
        of = colours()
        for part in range(5):
            y = area.bottom() - area.height() * part / 4
            painter.setPen(QColor(of.border))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(QColor(of.muted))
            painter.drawText(
                QRectF(0, y - 10, area.left() - GAP, 20),
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                self._words(top * part / 4),
            )

    def _draw_days(self, painter: QPainter, area: QRectF, width: float) -> None:
        painter.setPen(QColor(colours().muted))
        metrics = painter.fontMetrics()
        wide = metrics.horizontalAdvance("00-00") + 2 * GAP
        every = max(1, round(wide / max(1.0, width)) + (1 if wide > width else 0))
        for at in range(0, len(self._days), every):
            middle = area.left() + (at + 0.5) * width
            painter.drawText(
                QRectF(middle - wide / 2, area.bottom() + GAP, wide, metrics.height()),
                Qt.AlignmentFlag.AlignCenter,
                self._days[at][5:],
            )

    def _draw_legend(self, painter: QPainter, tones: Sequence[str]) -> None:
        metrics = painter.fontMetrics()
        x = float(SPACE)
        for index, entry in enumerate(self._series):
            text = metrics.elidedText(entry.label, Qt.TextElideMode.ElideMiddle, 180)
            wide = metrics.horizontalAdvance(text) + 18 + SPACE
            if x + wide > self.width():
                break
            side = metrics.ascent() - 2
            painter.fillRect(QRectF(x, 3, side, side), QColor(tones[index % len(tones)]))
            painter.setPen(QColor(colours().text))
            painter.drawText(QPointF(x + side + GAP, metrics.ascent()), text)
            x += wide

    # Pointing -------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self._series:
            return
        area = self._area()
        at = int((event.position().x() - area.left()) / (area.width() / len(self._days)))
        at = at if 0 <= at < len(self._days) and area.contains(event.position()) else -1
        if at != self._at:
            self._at = at
            self.update()
        if at >= 0:
            QToolTip.showText(event.globalPosition().toPoint(), self.told(at), self)

    def leaveEvent(self, event: QEvent) -> None:
        self._at = -1
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None or not self._series:
            super().keyPressEvent(event)
            return
        last = len(self._days) - 1
        self._at = last if self._at < 0 else min(last, max(0, self._at + step))
        self.setAccessibleDescription(self.told(self._at).replace("\n", ", "))
        area = self._area()
        spot = QPointF(area.left() + (self._at + 0.5) * area.width() / len(self._days), area.top())
        QToolTip.showText(self.mapToGlobal(spot).toPoint(), self.told(self._at), self)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()


def _round_up(amount: float) -> float:
    """A round number at or above, so that the lines of the chart carry round numbers too."""
    if amount <= 0:
        return 1.0
    size = 1.0
    while size < amount:
        size *= 10
    while size > amount * 10:
        size /= 10
    for part in (0.1, 0.12, 0.16, 0.2, 0.24, 0.32, 0.4, 0.6, 0.8, 1.0):
        if size * part >= amount:
            return size * part
    return size
