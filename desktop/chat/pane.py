"""The chat of one session: what was said, what waits, and where to write."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from core.events import (
    AsideUpdated,
    Event,
    MessageCreated,
    PartDelta,
    PartUpdated,
    QueueChanged,
    RetryWaiting,
    SessionUpdated,
    TurnFinished,
    TurnStarted,
)
from core.sessions.models import Session, ToolPart
from desktop.chat.aside_strip import AsideStrip
from desktop.chat.composer import Composer
from desktop.chat.drafts import Drafts
from desktop.chat.find_bar import FindBar
from desktop.chat.host import Host
from desktop.chat.label import ElidedLabel, icon_button, plain_label, text_button
from desktop.chat.meter import ContextMeter
from desktop.chat.pickers import Picker, details, modes
from desktop.chat.plan_strip import PlanStrip
from desktop.chat.queue_strip import QueueStrip
from desktop.chat.request_banner import RequestBanner
from desktop.chat.status_strip import StatusStrip
from desktop.chat.transcript import WIDEST, Transcript
from desktop.chat.transcript_model import TranscriptModel
from desktop.chat.words import money
from desktop.checkpoints.strip import RevertStrip
from desktop.checkpoints.words import changes_text
from desktop.i18n import translate
from desktop.permissions.book import RequestBook
from desktop.theme import GAP, SPACE, Size
from desktop.theme.tinting import set_icon, tint

DETAILS = ("summary", "normal", "everything")
_ROOMY = 520


class ChatPane(QWidget):
    """Places the parts of the chat and passes events on to them.

    ``changed`` asks for another agent, model or mode, ``coordinator_wanted`` for one that only leads;
    ``detail_changed`` tells the level in use. ``cut_changed`` tells that the conversation went back
    or forward: it ends before ``cut`` now.
    """

    changed = Signal(str, str)
    coordinator_wanted = Signal(bool)
    detail_changed = Signal(str)
    cut_changed = Signal()

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
        self.setAcceptDrops(True)
        self.model = model
        self.session: Session | None = None
        self._book = book
        self._places: dict[str, tuple[str, int] | None] = {}
        self.transcript = Transcript(model, host)
        self.find_bar = FindBar()
        self.status = StatusStrip()
        self.queue = QueueStrip()
        self.reverted = RevertStrip()
        self.composer = Composer(drafts)
        self.banner = RequestBanner(book, host)
        self.plans = PlanStrip()
        self.asides = AsideStrip()
        self.asides.closed.connect(lambda: self.composer.edit.setFocus())
        self._latest = icon_button(
            "arrow-down", translate("Chat", "Jump to latest (Ctrl+End)"), self._go_to_latest
        )
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

    def show_session(
        self, session: Session, path: list[str], *, running: bool, since: float | None = None
    ) -> None:
        """Switch to another session; the caller opens the model afterwards."""
        if self.session is not None:
            self._places[self.session.id] = self.transcript.place()
        self.session = session
        self.composer.set_session(session.id)
        self.queue.show_items(())
        self.banner.set_session(session.id)
        self.asides.set_session(session.id)
        self.find_bar.dismiss() if self.find_bar.isVisible() else None
        self.show_info(session, path)
        self.show_running(running, since=since)
        self._show_waiting()

    @property
    def cut(self) -> str | None:
        """The message from which on this conversation is undone."""
        revert = self.session.revert if self.session is not None else None
        return revert.hides_from if revert is not None else None

    def restore_place(self) -> None:
        """Scroll to where this session was left."""
        if self.session is not None:
            self.transcript.go_to(self._places.get(self.session.id))
        self._show_empty()
        self._show_waiting()

    def show_info(self, session: Session, path: list[str]) -> None:
        self.session = session
        self.title.set_text(" › ".join(path) or session.title or translate("Chat", "New session"))
        self.agent.show_value(session.agent)
        self.model_picker.show_value(session.model or "")
        self.mode.show_value(session.mode)
        self.reverted.show_revert(session.revert)
        summary = session.summary
        changed = changes_text(summary.files, summary.additions, summary.deletions)
        self.changes.setVisible(bool(changed))
        self.changes.setText(changed)
        self.changes.setAccessibleName(translate("Chat", "This session changed {}").format(changed))
        self._bypass.setVisible(session.mode == "bypassPermissions")
        self._show_coordinator(session)

    def show_cost(self, own: float, tree: float) -> None:
        self.cost.setText(money(tree))
        self.cost.setToolTip(
            translate("Chat", "This session: {}\nWith everything below it: {}").format(
                money(own), money(tree)
            )
        )
        self.cost.setAccessibleName(translate("Chat", "Cost {}").format(money(tree)))

    def show_running(self, running: bool, who: str = "", since: float | None = None) -> None:
        self.composer.set_running(running)
        if running:
            self.status.working(who or (self.session.agent if self.session else ""), since)
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
        """Follow what happens in this session; an aside goes on while another one is shown."""
        if isinstance(event, AsideUpdated):
            self.asides.apply(event)
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
            case PartUpdated(part=ToolPart(tool="question")):
                self._show_waiting()
            case QueueChanged():
                self.queue.show_items(event.items)
            case SessionUpdated():
                before, self.session = self.cut, event.session
                if self.cut != before:
                    self.cut_changed.emit()

    def _show_empty(self) -> None:
        """A conversation that has not begun says how to begin."""
        empty = self.session is not None and not len(self.model)
        if empty and self.session is not None:
            folder = Path(self.session.directory).name or self.session.directory
            self._empty.setText(
                translate(
                    "Chat",
                    "Nothing was said yet. What should be done in {}?\n\n"
                    "@ names files and agents   ·   / runs a command   ·   "
                    "! runs a line in the shell",
                ).format(folder)
            )
        self._empty.setVisible(empty)

    def _show_coordinator(self, session: Session) -> None:
        """The switch is the mark too: it says its name while it is on."""
        leads = bool(session.settings.get("coordinator"))
        own = session.parent_id is None and session.source == "user"
        self.coordinator.setVisible(own)
        self.coordinator.setChecked(leads)
        self._name_coordinator()
        set_icon(self.coordinator, "crown", "accent" if leads else "muted")
        self.coordinator.setToolTip(
            translate("Chat", "Coordinator: the agent leads others and does nothing itself")
            if leads
            else translate("Chat", "Let the agent lead others and do nothing itself")
        )

    def _name_coordinator(self) -> None:
        """Where there is little room the title needs it more."""
        style = Qt.ToolButtonStyle
        named = self.coordinator.isChecked() and self.width() >= _ROOMY
        self.coordinator.setToolButtonStyle(
            style.ToolButtonTextBesideIcon if named else style.ToolButtonIconOnly
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._name_coordinator()

    def _show_waiting(self) -> None:
        session = self.session.id if self.session else ""
        self.status.waiting(len(self._book.waiting_in(session)), question=self._asks())

    def _asks(self) -> bool:
        """Whether the agent has asked something that stands unanswered at the end of the chat."""
        for row in range(len(self.model) - 1, max(-1, len(self.model) - 3), -1):
            body = self.model.body(row)
            if body is not None and any(
                isinstance(part, ToolPart) and part.tool == "question" and part.status == "running"
                for part in body.parts
            ):
                return True
        return False

    def _go_to_latest(self) -> None:
        self.transcript.go_to_end()

    def _header(self) -> QWidget:
        self.title = ElidedLabel()
        self.title.setObjectName("sessionTitle")
        self.agent = Picker("agentPicker", translate("Chat", "Agent"))
        self.model_picker = Picker("modelPicker", translate("Chat", "Model"))
        self.mode = Picker("modePicker", translate("Chat", "Permission mode"))
        self.mode.offer(modes())
        self.detail = Picker("detailPicker", translate("Chat", "Level of detail (Ctrl+D)"))
        self.detail.offer(details())
        self.detail.show_value("normal")
        self.meter = ContextMeter()
        self.changes = text_button("", lambda: None, object_name="sessionChanges")
        self.changes.setFlat(True)
        self.changes.setToolTip(translate("Chat", "What this session changed, turn by turn"))
        self.changes.hide()
        self.review_button = icon_button(
            "magnifying-glass-plus",
            translate("Chat", "Review changes (Ctrl+Shift+R)"),
            lambda: None,
        )
        self.review_button.setObjectName("reviewButton")
        self.cost = plain_label("$0", role="muted", size=Size.SMALL)
        self.cost.setObjectName("costLabel")
        bypassed = translate("Chat", "Permissions bypassed")
        self._bypass = QLabel(f" {bypassed} ")
        self._bypass.setObjectName("bypassMark")
        self._bypass.setAccessibleName(
            translate("Chat", "Permissions are bypassed in this session")
        )
        self._bypass.setAutoFillBackground(True)
        tint(self._bypass, "bad")
        self._bypass.hide()
        self.coordinator = QToolButton()
        self.coordinator.setObjectName("coordinatorSwitch")
        self.coordinator.setText(translate("Chat", "Coordinator"))
        self.coordinator.setAccessibleName(translate("Chat", "Coordinator"))
        self.coordinator.setAutoRaise(True)
        self.coordinator.setCheckable(True)
        self.coordinator.clicked.connect(self.coordinator_wanted)
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
        for widget in (self.coordinator, self.changes, self.detail, self.meter, self.cost):
            row.addWidget(widget)
        return header

    def _footer(self) -> QWidget:
        self.composer.finish_bar(self.review_button, self.agent, self.model_picker, self.mode)
        footer = QWidget()
        footer.setMaximumWidth(WIDEST + 4 * SPACE)
        column = QVBoxLayout(footer)
        column.setContentsMargins(2 * SPACE, GAP, 2 * SPACE, SPACE + GAP)
        column.setSpacing(GAP + 2)
        for widget in (
            self.banner,
            self.plans,
            self.asides,
            self.status,
            self.reverted,
            self.queue,
            self.composer,
        ):
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

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files may be dropped anywhere on the chat, not only on the composer."""
        if event.mimeData().hasUrls() or event.mimeData().hasImage():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.composer.edit.insertFromMimeData(event.mimeData())
        event.acceptProposedAction()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.transcript and event.type() == QEvent.Type.Resize:
            self._latest.move(self.transcript.width() // 2 - 16, self.transcript.height() - 44)
            self._latest.raise_()
            self._empty.setGeometry(
                2 * SPACE, 0, self.transcript.width() - 4 * SPACE, self.transcript.height()
            )
        return False
