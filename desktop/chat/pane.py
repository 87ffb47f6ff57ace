"""The chat of one session: what was said, what waits, and where to write."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from core.events import (
    Event,
    MessageCreated,
    PartDelta,
    QueueChanged,
    RetryWaiting,
    SessionUpdated,
    TurnFinished,
    TurnStarted,
)
from core.sessions.models import Session
from desktop.chat.composer import Composer
from desktop.chat.drafts import Drafts
from desktop.chat.find_bar import FindBar
from desktop.chat.host import Host
from desktop.chat.label import ElidedLabel, icon_button, plain_label
from desktop.chat.meter import ContextMeter
from desktop.chat.pickers import MODES, Picker
from desktop.chat.queue_strip import QueueStrip
from desktop.chat.request_banner import RequestBanner
from desktop.chat.status_strip import StatusStrip
from desktop.chat.transcript import WIDEST, Transcript
from desktop.chat.transcript_model import TranscriptModel
from desktop.chat.words import money
from desktop.permissions.book import RequestBook
from desktop.theme import GAP, SPACE, Size
from desktop.theme.tinting import tint

DETAILS = ("summary", "normal", "everything")


class ChatPane(QWidget):
    """Places the parts of the chat and passes events on to them.

    ``changed`` asks for another agent, model or mode; ``detail_changed`` tells the level in use.
    """

    changed = Signal(str, str)
    detail_changed = Signal(str)

    def __init__(
        self,
        model: TranscriptModel,
        host: Host,
        book: RequestBook,
        drafts: Drafts,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("chatPane")
        self.setAutoFillBackground(True)
        self.setBackgroundRole(self.palette().ColorRole.Base)
        self.model = model
        self.session: Session | None = None
        self._book = book
        self._places: dict[str, tuple[str, int] | None] = {}
        self.transcript = Transcript(model, host)
        self.find_bar = FindBar()
        self.status = StatusStrip()
        self.queue = QueueStrip()
        self.composer = Composer(drafts)
        self.banner = RequestBanner(book, host)
        self._latest = icon_button("arrow-down", "Jump to latest (Ctrl+End)", self._go_to_latest)
        self._latest.setObjectName("jumpToLatest")
        self._latest.setParent(self.transcript)
        self._latest.setAutoRaise(False)
        self._latest.setFixedSize(32, 32)
        self._latest.hide()
        self.transcript.at_end_changed.connect(lambda at_end: self._latest.setVisible(not at_end))
        self._empty = plain_label(role="muted", wrap=True)
        self._empty.setObjectName("emptySession")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._empty.setParent(self.transcript)
        self._empty.hide()
        model.listen(lambda _change: self._show_empty())
        self.transcript.installEventFilter(self)
        book.listen(self.transcript.requests_changed)
        book.listen(self._show_waiting)

        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._header())
        column.addWidget(self.find_bar)
        column.addWidget(self.transcript, 1)
        column.addWidget(self._footer())

    def show_session(self, session: Session, path: list[str], *, running: bool) -> None:
        """Switch to another session; the caller opens the model afterwards."""
        if self.session is not None:
            self._places[self.session.id] = self.transcript.place()
        self.session = session
        self.composer.set_session(session.id)
        self.queue.show_items(())
        self.banner.set_session(session.id)
        self.find_bar.dismiss() if self.find_bar.isVisible() else None
        self.show_info(session, path)
        self.show_running(running)
        self._show_waiting()

    def restore_place(self) -> None:
        """Scroll to where this session was left."""
        if self.session is not None:
            self.transcript.go_to(self._places.get(self.session.id))
        self._show_empty()

    def show_info(self, session: Session, path: list[str]) -> None:
        self.session = session
        self.title.set_text(" › ".join(path) or session.title or "New session")
        self.agent.show_value(session.agent)
        self.model_picker.show_value(session.model or "")
        self.mode.show_value(session.mode)
        self._bypass.setVisible(session.mode == "bypassPermissions")

    def show_cost(self, own: float, tree: float) -> None:
        self.cost.setText(money(tree))
        self.cost.setToolTip(f"This session: {money(own)}\nWith everything below it: {money(tree)}")
        self.cost.setAccessibleName(f"Cost {money(tree)}")

    def show_running(self, running: bool, who: str = "") -> None:
        self.composer.set_running(running)
        if running:
            self.status.working(who or (self.session.agent if self.session else ""))
        else:
            self.status.idle()

    def set_detail(self, detail: str) -> None:
        self.transcript.set_detail(detail)
        self.detail.show_value(detail)

    def next_detail(self) -> None:
        at = DETAILS.index(self.transcript.detail)
        self.set_detail(DETAILS[(at + 1) % len(DETAILS)])
        self.detail_changed.emit(self.transcript.detail)

    def apply(self, event: Event) -> None:
        """Follow what happens in this session."""
        if self.session is None or event.session_id != self.session.id:
            return
        self.model.apply(event)
        match event:
            case TurnStarted():
                self.show_running(True, event.agent)
            case TurnFinished():
                self.show_running(False)
            case RetryWaiting():
                self.status.retrying(event.until, event.attempt, event.reason)
            case PartDelta() | MessageCreated():
                self.status.resumed()
            case QueueChanged():
                self.queue.show_items(event.items)
            case SessionUpdated():
                self.session = event.session

    def _show_empty(self) -> None:
        """A conversation that has not begun says how to begin."""
        empty = self.session is not None and not len(self.model)
        if empty and self.session is not None:
            folder = Path(self.session.directory).name or self.session.directory
            self._empty.setText(
                f"Nothing was said yet. What should be done in {folder}?\n\n"
                "@ names files and agents   ·   / runs a command   ·   ! runs a line in the shell"
            )
        self._empty.setVisible(empty)

    def _show_waiting(self) -> None:
        session = self.session.id if self.session else ""
        self.status.waiting(len(self._book.waiting_in(session)))

    def _go_to_latest(self) -> None:
        self.transcript.go_to_end()

    def _header(self) -> QWidget:
        self.title = ElidedLabel()
        self.title.setObjectName("sessionTitle")
        self.agent = Picker("agentPicker", "Agent")
        self.model_picker = Picker("modelPicker", "Model")
        self.mode = Picker("modePicker", "Permission mode")
        self.mode.offer(MODES)
        self.detail = Picker("detailPicker", "Level of detail (Ctrl+D)")
        self.detail.offer((name, name.capitalize(), "") for name in DETAILS)
        self.detail.show_value("normal")
        self.meter = ContextMeter()
        self.cost = plain_label("$0", role="muted", size=Size.SMALL)
        self.cost.setObjectName("costLabel")
        self._bypass = QLabel(" Permissions bypassed ")
        self._bypass.setObjectName("bypassMark")
        self._bypass.setAccessibleName("Permissions are bypassed in this session")
        self._bypass.setAutoFillBackground(True)
        tint(self._bypass, "bad")
        self._bypass.hide()
        self.agent.picked.connect(lambda value: self.changed.emit("agent", value))
        self.model_picker.picked.connect(lambda value: self.changed.emit("model", value))
        self.mode.picked.connect(lambda value: self.changed.emit("mode", value))
        self.detail.picked.connect(self._detail_picked)
        header = QWidget()
        row = QHBoxLayout(header)
        row.setContentsMargins(2 * SPACE, SPACE - 2, 2 * SPACE, SPACE - 2)
        row.setSpacing(SPACE)
        row.addWidget(self.title, 1)
        row.addWidget(self._bypass)
        for widget in (self.detail, self.meter, self.cost):
            row.addWidget(widget)
        return header

    def _footer(self) -> QWidget:
        self.composer.finish_bar(self.agent, self.model_picker, self.mode)
        footer = QWidget()
        footer.setMaximumWidth(WIDEST + 4 * SPACE)
        column = QVBoxLayout(footer)
        column.setContentsMargins(2 * SPACE, GAP, 2 * SPACE, SPACE + GAP)
        column.setSpacing(GAP + 2)
        for widget in (self.banner, self.status, self.queue, self.composer):
            column.addWidget(widget)
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(footer, 1000)
        row.addStretch(1)
        return holder

    def _detail_picked(self, detail: str) -> None:
        self.set_detail(detail)
        self.detail_changed.emit(detail)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.transcript and event.type() == QEvent.Type.Resize:
            self._latest.move(self.transcript.width() // 2 - 16, self.transcript.height() - 44)
            self._latest.raise_()
            self._empty.setGeometry(
                2 * SPACE, 0, self.transcript.width() - 4 * SPACE, self.transcript.height()
            )
        return False
