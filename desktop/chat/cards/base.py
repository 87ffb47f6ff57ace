"""The card every tool call has: one line that says what it does, and a body on demand."""

from __future__ import annotations

import json
from typing import ClassVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from core.sessions.models import ToolPart
from desktop.chat.cards.request_strip import RequestStrip
from desktop.chat.host import Host
from desktop.chat.label import ElidedLabel, icon_label, plain_label, text_button
from desktop.chat.markdown import fill_plain
from desktop.chat.piece import Card, Stack
from desktop.chat.terminal_text import last_lines, plain, shortened_lines
from desktop.chat.text_block import TextBlock
from desktop.chat.words import duration
from desktop.i18n import translate
from desktop.i18n.engine import engine_text
from desktop.permissions.book import title_of
from desktop.permissions.visible import visible
from desktop.theme import GAP, SPACE, Size, mono_font
from desktop.theme.tinting import set_icon, tint

SHOWN_LINES = 24


def _states() -> dict[str, tuple[str, str, str]]:
    return {
        "pending": ("dots-three", "muted", translate("Cards", "waiting to start")),
        "running": ("circle-dashed", "accent", translate("Cards", "running")),
        "completed": ("check", "good", translate("Cards", "done")),
        "failed": ("x", "bad", translate("Cards", "failed")),
    }


class Head(QWidget):
    """The first line; a click anywhere on it opens or closes the card."""

    def __init__(self, card: ToolCard, symbol: str) -> None:
        super().__init__()
        self._card = card
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE)
        row.addWidget(icon_label(symbol, self))
        self.name = plain_label(bold=True, size=Size.SMALL)
        row.addWidget(self.name)
        self.title = ElidedLabel()
        row.addWidget(self.title, 1)
        self.note = plain_label(role="faint", size=Size.SMALL)
        row.addWidget(self.note)
        self.state = QLabel()
        self.state.setFixedSize(16, 16)
        row.addWidget(self.state)
        self.toggle = QToolButton()
        self.toggle.setAutoRaise(True)
        self.toggle.setIconSize(QSize(14, 14))
        self.toggle.setFixedSize(20, 20)
        self.toggle.clicked.connect(lambda _checked=False: card.set_open(not card.is_open))
        row.addWidget(self.toggle)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(
            event.position().toPoint()
        ):
            self._card.set_open(not self._card.is_open)
            event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()


class ToolCard(Card):
    """Shows arguments and result of any tool; cards of particular tools build another body."""

    symbol: ClassVar[str] = "wrench"
    opens: ClassVar[bool] = False
    """Whether it is open at the normal level of detail."""

    def __init__(self, part: ToolPart, host: Host, detail: str) -> None:
        super().__init__(padding=SPACE - 1)
        self.part = part
        self.host = host
        self.detail = detail
        self.is_open = False
        self._touched = False
        self._body: Stack | None = None
        self._strip: RequestStrip | None = None
        self.head = Head(self, self.symbol)
        self.add(self.head)
        self.show_part(part)

    # What a particular card changes -----------------------------------------------------------

    def label(self) -> str:
        """What the tool is called on the card, "" for its own name."""
        return ""

    def title(self) -> str:
        if self.part.title:
            return self.part.title
        for value in self.part.input.values():
            if isinstance(value, str) and value.strip():
                return value
        return ""

    def note(self) -> str:
        """A few words at the end of the first line."""
        if self.part.started and self.part.ended:
            spent = self.part.ended - self.part.started
            return duration(spent) if spent >= 1 else ""
        return ""

    def mark(self) -> tuple[str, str, str]:
        """The state as a symbol, its colour role and a word."""
        return _states()[self.part.status]

    def wants_open(self) -> bool:
        if self.part.status == "failed":
            return True
        return self.opens

    def fill(self, body: Stack) -> None:
        """Build the body from ``self.part``."""
        if self.part.input:
            body.add(mono_block(json.dumps(self.part.input, indent=2, ensure_ascii=False)))
        self.fill_output(body)

    def refresh(self, body: Stack) -> None:
        """The part changed while the body is on screen."""
        body.clear()
        self.fill(body)

    def grow(self, text: str) -> None:
        """Output arrived; ``self.part`` already has it."""
        if self._body is not None and self.is_open:
            self.refresh(self._body)
            self.touch()

    # What all cards share ----------------------------------------------------------------------

    def show_part(self, part: ToolPart) -> None:
        self.part = part
        symbol, role, said = self.mark()
        self.head.name.setText(self.label() or part.tool.replace("_", " "))
        self.head.title.set_text(self.title())
        note = self.note()
        self.head.note.setText(note)
        self.head.note.setVisible(bool(note))
        set_icon(self.head.state, symbol, role)
        self.head.state.setToolTip(said)
        self.head.state.setAccessibleName(said)
        self.setAccessibleName(f"{part.tool}: {self.title()[:200]}, {said}")
        self._show_request()
        if not self._touched:
            self._set_open(self._open_by_level())
        if self._body is not None and self.is_open:
            self.refresh(self._body)
        self.touch()

    def set_open(self, is_open: bool) -> None:
        """A person opened or closed it: from now on it stays as they left it."""
        self._touched = True
        self._set_open(is_open)
        self.touch()

    def fill_output(self, body: Stack) -> None:
        if self.part.error:
            body.add(error_block(self.part.error))
        if self.part.output:
            add_output(body, self.part.output, self.host, self.head.title.whole_text())
        for attachment in self.part.attachments:
            if attachment.mime.startswith("image/"):
                from desktop.chat.cards.picture import Picture

                body.add(Picture(self.host.attachment_path(attachment.file), attachment.name))

    def _open_by_level(self) -> bool:
        if self.detail == "everything":
            return True
        return self.detail == "normal" and self.wants_open()

    def _set_open(self, is_open: bool) -> None:
        if is_open and self._body is None:
            self._body = Stack(spacing=GAP + 2, margins=(0, GAP, 0, 2))
            self.fill(self._body)
            self.add(self._body, at=1)
        elif not is_open and self._body is not None:
            self.remove(self._body)
            self._body = None
        self.is_open = is_open
        set_icon(self.head.toggle, "caret-down" if is_open else "caret-right", size=14)
        self.head.toggle.setAccessibleName(
            translate("Cards", "Hide details") if is_open else translate("Cards", "Show details")
        )

    def _show_request(self) -> None:
        request = None
        if self.part.status in ("pending", "running"):
            request = self.host.request_for(self.part.call_id)
        if request is None:
            if self._strip is not None:
                self.remove(self._strip)
                self._strip = None
            self.set_look("raised", "border")
        elif self._strip is None or self._strip.request_id != request.id:
            if self._strip is not None:
                self.remove(self._strip)
            if not self.title():
                self.head.title.set_text(visible(title_of(request)))
            self._strip = RequestStrip(request, self.host)
            self.add(self._strip)
            self.set_look("raised", "warning")


def mono_block(text: str) -> TextBlock:
    made = TextBlock(wrap=False, boxed=True)
    made.document.setDefaultFont(mono_font(Size.SMALL))
    made.document.setPlainText(shortened_lines(text))
    made.changed()
    return made


def output_block(text: str) -> TextBlock:
    made = TextBlock(wrap=True, boxed=True)
    made.document.setDefaultFont(mono_font(Size.SMALL))
    made.document.setPlainText(shortened_lines(text))
    made.changed()
    return made


def error_block(text: str) -> TextBlock:
    made = TextBlock()
    fill_plain(made, engine_text(text))
    tint(made, "bad")
    return made


def add_output(body: Stack, output: str, host: Host, title: str, lines: int = SHOWN_LINES) -> None:
    """The end of an output, and a button for the rest of it."""
    text = plain(output)
    shown, hidden = last_lines(text, lines)
    if not shown.strip():
        return
    if hidden:
        body.add(
            more_button(
                translate("Cards", "Show all {:,} lines").format(hidden + lines), host, title, text
            )
        )
    body.add(output_block(shown))


def more_button(label: str, host: Host, title: str, text: str) -> QWidget:
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    button = text_button(label, lambda: host.show_text(title, text))
    button.setFlat(True)
    tint(button, "link")
    row.addWidget(button)
    row.addStretch(1)
    return holder
