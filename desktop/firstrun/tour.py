"""A short tour: the parts of the window, one after the other, where they are."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from desktop.chat.label import emphasise, plain_label, text_button
from desktop.i18n import translate
from desktop.theme import RADIUS, SPACE, Size, colours

_WIDTH = 340


@dataclass(frozen=True, slots=True)
class Stop:
    """``widgets`` are object names; the first that is visible is pointed at, else the middle."""

    widgets: tuple[str, ...]
    title: str
    text: str


def stops() -> list[Stop]:
    return [
        Stop(
            ("sessionTree",),
            translate("Tour", "Sessions"),
            translate(
                "Tour",
                "Every conversation of every project, with the agents it started below it. A mark "
                "shows what works, what waits for you and what is new.",
            ),
        ),
        Stop(
            ("composer", "welcome"),
            translate("Tour", "Say what you want done"),
            translate(
                "Tour",
                "Enter sends. @ names a file or an agent, / runs a command, ! runs a shell line. "
                "You can go on typing while the agent works.",
            ),
        ),
        Stop(
            ("modePicker", "welcome"),
            translate("Tour", "Agent, model, mode"),
            translate(
                "Tour",
                "Who answers, with which model, and how much it may do without asking you.",
            ),
        ),
        Stop(
            ("taskTable",),
            translate("Tour", "Tasks"),
            translate(
                "Tour",
                "Agents and commands that work in the background. Stop one, send it a message, or "
                "open its conversation.",
            ),
        ),
        Stop(
            ("requestInbox",),
            translate("Tour", "Requests"),
            translate(
                "Tour",
                "What waits for your answer. Nothing is done without it, and nothing is denied "
                "because you were away.",
            ),
        ),
        Stop(
            (),
            translate("Tour", "Everything by keyboard"),
            translate(
                "Tour",
                "Ctrl+Shift+P finds every action, session, file, agent and setting by its name. "
                "F1 shows all keys.",
            ),
        ),
    ]


class Tour(QWidget):
    """Lies over the window; Enter and Right go on, Left goes back, Escape ends it."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self.setObjectName("tour")
        self.setAccessibleName(translate("Tour", "Tour"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._stops = stops()
        self._at = 0
        self._hole = QRect()
        self._before = window.focusWidget()
        self._card = QFrame(self)
        self._card.setObjectName("tourCard")
        self._card.setAutoFillBackground(True)
        self._card.setFrameShape(QFrame.Shape.StyledPanel)
        self._card.setFixedWidth(_WIDTH)
        self._title = plain_label(size=Size.LARGE, bold=True, wrap=True)
        self._text = plain_label(wrap=True)
        self._count = plain_label(role="muted", size=Size.SMALL)
        self._back = text_button(translate("Tour", "Back"), lambda: self._go(-1))
        self._next = text_button("", lambda: self._go(1), object_name="tourNext")
        emphasise(self._next)
        self._skip = text_button(translate("Tour", "End"), self.close, object_name="tourEnd")
        column = QVBoxLayout(self._card)
        column.setContentsMargins(2 * SPACE, 2 * SPACE, 2 * SPACE, 2 * SPACE)
        column.setSpacing(SPACE)
        column.addWidget(self._title)
        column.addWidget(self._text)
        row = QHBoxLayout()
        row.addWidget(self._count, 1)
        for button in (self._skip, self._back, self._next):
            row.addWidget(button)
        column.addLayout(row)
        window.installEventFilter(self)

    def begin(self) -> None:
        self.setGeometry(self.parentWidget().rect())
        self.show()
        self.raise_()
        self._show()
        self._next.setFocus()

    def closeEvent(self, event: QEvent) -> None:
        self.parentWidget().removeEventFilter(self)
        if self._before is not None:
            self._before.setFocus()
        super().closeEvent(event)  # type: ignore[arg-type]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.setGeometry(self.parentWidget().rect())
            self._place()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Escape:
                self.close()
            case Qt.Key.Key_Right | Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._go(1)
            case Qt.Key.Key_Left:
                self._go(-1)
            case _:
                super().keyPressEvent(event)

    def _go(self, step: int) -> None:
        if self._at + step >= len(self._stops):
            self.close()
            return
        self._at = max(0, self._at + step)
        self._show()

    def _show(self) -> None:
        stop = self._stops[self._at]
        last = self._at == len(self._stops) - 1
        self._title.setText(stop.title)
        self._text.setText(stop.text)
        self._count.setText(f"{self._at + 1} / {len(self._stops)}")
        self._back.setEnabled(self._at > 0)
        self._next.setText(translate("Tour", "Done") if last else translate("Tour", "Next"))
        self._next.setAccessibleName(self._next.text())
        self._next.setAccessibleDescription(f"{stop.title}. {stop.text}")
        self._place()

    def _place(self) -> None:
        """Point at the part and put the card beside it, inside the window."""
        target = self._target(self._stops[self._at].widgets)
        self._card.adjustSize()
        size = self._card.sizeHint()
        if target is None:
            self._hole = QRect()
            spot = self.rect().center() - QPoint(size.width() // 2, size.height() // 2)
        else:
            corner = target.mapTo(self.parentWidget(), QPoint(0, 0))
            self._hole = QRect(corner, target.size()).adjusted(-4, -4, 4, 4)
            right = self._hole.right() + 2 * SPACE
            left = self._hole.left() - size.width() - 2 * SPACE
            fits_right = right + size.width() < self.width()
            x = right if fits_right else left
            if x < SPACE:
                x = self._hole.center().x() - size.width() // 2
            y = self._hole.center().y() - size.height() // 2
            if not fits_right and left < SPACE:
                y = self._hole.top() - size.height() - 2 * SPACE
            spot = QPoint(x, y)
        spot.setX(max(SPACE, min(spot.x(), self.width() - size.width() - SPACE)))
        spot.setY(max(SPACE, min(spot.y(), self.height() - size.height() - SPACE)))
        self._card.setGeometry(QRect(spot, size))
        self.update()

    def _target(self, names: tuple[str, ...]) -> QWidget | None:
        for name in names:
            for widget in self.parentWidget().findChildren(QWidget, name):
                if widget.isVisible():
                    return widget
        return None

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shade = QPainterPath()
        shade.addRect(self.rect().toRectF())
        if not self._hole.isNull():
            hole = QPainterPath()
            hole.addRoundedRect(self._hole.toRectF(), RADIUS, RADIUS)
            shade = shade.subtracted(hole)
        painter.fillPath(shade, QColor(0, 0, 0, 120))
        if not self._hole.isNull():
            painter.setPen(QPen(QColor(colours().accent), 2))
            painter.drawRoundedRect(self._hole, RADIUS, RADIUS)
