"""Where a person writes: grows with the text, completes names, takes files and images."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from uuid import uuid4

from PySide6.QtCore import QMimeData, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QImage, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from desktop.chat.completion import Offer, offers, wanted
from desktop.chat.completion_popup import CompletionPopup
from desktop.chat.drafts import Drafts
from desktop.chat.label import ElidedLabel, icon_button, text_button
from desktop.chat.piece import Card
from desktop.i18n import translate
from desktop.theme import GAP, SPACE, font
from desktop.theme.tinting import emphasise

_MOST_LINES = 12
_DRAFT_PAUSE_MS = 400


class PromptEdit(QPlainTextEdit):
    """The text field; what Enter does is the composer's affair."""

    submitted = Signal(str)
    files_given = Signal(list)
    image_given = Signal(QImage)
    recalled = Signal(int)

    def __init__(self, popup: CompletionPopup, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("composer")
        self.setAccessibleName(translate("Chat", "Prompt"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setAcceptDrops(True)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(2)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._popup = popup
        self.textChanged.connect(self._grow)
        self._grow()

    def sizeHint(self) -> QSize:
        return QSize(300, self._wanted_height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = event.key(), event.modifiers()
        if not self._popup.isHidden():
            if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                self._popup.move_by(1 if key == Qt.Key.Key_Down else -1)
                return
            entered = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if entered and self._popup.offers_only(self.toPlainText().strip()):
                # A command that is typed in full is sent, not completed once more.
                self._popup.hide()
            elif (entered or key == Qt.Key.Key_Tab) and self._popup.accept():
                return
            if key == Qt.Key.Key_Escape:
                self._popup.hide()
                return
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if modifiers & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.AltModifier):
                self.insertPlainText("\n")
            else:
                self.submitted.emit("next")
            return
        if key == Qt.Key.Key_Up and self.textCursor().position() == 0:
            self.recalled.emit(-1)
            return
        if key == Qt.Key.Key_Down and self.textCursor().atEnd() and self.property("recalling"):
            self.recalled.emit(1)
            return
        super().keyPressEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasImage() or source.hasUrls() or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        paths = [url.toLocalFile() for url in source.urls() if url.isLocalFile()]
        if paths:
            self.files_given.emit([Path(path) for path in paths])
        elif source.hasImage() and not source.hasText():
            self.image_given.emit(QImage(source.imageData()))
        else:
            super().insertFromMimeData(source)

    def _wanted_height(self) -> int:
        lines = max(1, min(_MOST_LINES, int(self.document().size().height())))
        return lines * QFontMetrics(self.font()).lineSpacing() + 10

    def _grow(self) -> None:
        height = self._wanted_height()
        if height != self.height():
            self.setFixedHeight(height)

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        QTimer.singleShot(0, self, self._grow)


class Composer(Card):
    """The card at the bottom. ``send`` carries text, attachments and priority."""

    send = Signal(str, list, str)
    stop = Signal()

    def __init__(self, drafts: Drafts, parent: QWidget | None = None) -> None:
        super().__init__(parent, fill="surface", border="border_strong", padding=SPACE - 2)
        self._drafts = drafts
        self._session_id = ""
        self._offers: Callable[[], Iterable[Offer]] = lambda: ()
        self._attachments: list[Path] = []
        self._recalled: int | None = None
        self._running = False
        self._draft_before = ""
        self._popup = CompletionPopup(self.window() if parent else self)
        self._popup.chosen.connect(self._complete)
        self.edit = PromptEdit(self._popup)
        self.edit.setFont(font())
        self.edit.setPlaceholderText(translate("Chat", "Ask for something…"))
        self.edit.setToolTip(
            translate(
                "Chat", "@ names files and agents, / runs a command, ! runs a line in the shell"
            )
        )
        self.edit.submitted.connect(self.submit)
        self.edit.files_given.connect(self.attach)
        self.edit.image_given.connect(self._attach_image)
        self.edit.recalled.connect(self._recall)
        self.edit.textChanged.connect(self._changed)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_DRAFT_PAUSE_MS)
        self._pause.timeout.connect(self.keep_draft)

        self._chips = QWidget()
        self._chip_row = QHBoxLayout(self._chips)
        self._chip_row.setContentsMargins(0, 0, 0, GAP)
        self._chips.hide()
        self.bar = QHBoxLayout()
        self.bar.setSpacing(GAP)
        self.send_button = text_button(
            translate("Chat", "Send"), lambda: self.submit("next"), object_name="sendButton"
        )
        emphasise(self.send_button)
        self.stop_button = text_button(
            translate("Chat", "Stop"), self.stop.emit, object_name="stopButton"
        )
        self.stop_button.setToolTip(
            translate("Chat", "Interrupt this turn; background tasks go on (Ctrl+.)")
        )
        self.stop_button.hide()
        for button in (self.send_button, self.stop_button):
            # A click on them leaves the cursor in the text.
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(self._chips)
        column.addWidget(self.edit)
        column.addLayout(self.bar)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(SPACE + 2, SPACE - 2, SPACE, SPACE - 2)
        outer.addWidget(inner)

    def finish_bar(self, *widgets: QWidget) -> None:
        """Place the pickers, then the buttons."""
        self.attach_button = icon_button(
            "paperclip", translate("Chat", "Attach a file or an image"), self._ask_for_file
        )
        self.bar.addWidget(self.attach_button)
        for widget in widgets:
            self.bar.addWidget(widget)
        self.bar.addStretch(1)
        self.bar.addWidget(self.stop_button)
        self.bar.addWidget(self.send_button)

    attach_wanted = Signal()

    def _ask_for_file(self) -> None:
        self.attach_wanted.emit()

    def set_popup_parent(self, window: QWidget) -> None:
        self._popup.setParent(window)
        self._popup.hide()

    def set_offers(self, source: Callable[[], Iterable[Offer]]) -> None:
        self._offers = source

    def set_session(self, session_id: str) -> None:
        """Show the draft of another session; the one before keeps its own."""
        if session_id == self._session_id:
            return
        self.keep_draft()
        self._session_id = session_id
        self._recalled = None
        self._attachments = self._drafts.files_of(session_id)
        self._show_chips()
        self._set_text(self._drafts.of(session_id))

    def set_running(self, running: bool) -> None:
        self._running = running
        self.stop_button.setVisible(running)
        self.send_button.setText(
            translate("Chat", "Queue") if running else translate("Chat", "Send")
        )
        self.send_button.setAccessibleName(self.send_button.text())
        self.send_button.setToolTip(
            translate("Chat", "Give it to the agent after this step (Enter)")
            if running
            else translate("Chat", "Send (Enter)")
        )

    def submit(self, priority: str = "next") -> None:
        text = self.edit.toPlainText().strip()
        if not text and not self._attachments:
            return
        attachments = list(self._attachments)
        self._drafts.sent(self._session_id, text)
        self._pause.stop()
        self._set_text("")
        self._attachments.clear()
        self._show_chips()
        self._recalled = None
        self.send.emit(text, attachments, priority)

    def put_back(self, text: str, attachments: Iterable[Path] = ()) -> None:
        """It could not be sent: nothing a person wrote or attached is lost."""
        now = self.edit.toPlainText()
        self._set_text(f"{text}\n{now}" if now else text)
        self._attachments = list(dict.fromkeys([*attachments, *self._attachments]))
        self._show_chips()

    def attach(self, paths: list[Path]) -> None:
        self._attachments += [path for path in paths if path not in self._attachments]
        self._show_chips()
        self.keep_draft()
        self.edit.setFocus()

    def keep_draft(self) -> None:
        self._pause.stop()
        if self._session_id:
            self._drafts.keep(self._session_id, self.edit.toPlainText(), self._attachments)

    def close_composer(self) -> None:
        self.keep_draft()

    def _changed(self) -> None:
        self._pause.start()
        self.edit.setProperty("recalling", self._recalled is not None)
        cursor = self.edit.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        whole = self.edit.toPlainText()[: cursor.position()]
        want = wanted(whole if before.startswith("/") else before)
        if want is None:
            self._popup.hide()
            return
        found = offers(want, self._offers())
        parent = self._popup.parentWidget() or self
        corner = self.edit.viewport().mapTo(parent, self.edit.cursorRect().topLeft())
        width = min(520, max(200, parent.width() - corner.x() - 2 * SPACE))
        self._popup.offer(found, corner - QPoint(0, GAP), width)

    def _complete(self, offer: Offer) -> None:
        cursor = self.edit.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        want = wanted(before)
        if want is None:
            return
        cursor.movePosition(
            QTextCursor.MoveOperation.Left,
            QTextCursor.MoveMode.KeepAnchor,
            len(before) - want.start,
        )
        space = "" if offer.insert.endswith("/") and offer.kind == "file" else " "
        cursor.insertText(offer.insert + space)
        self.edit.setTextCursor(cursor)

    def _recall(self, step: int) -> None:
        history = self._drafts.history
        if not history:
            return
        if self._recalled is None:
            self._draft_before = self.edit.toPlainText()
        at = len(history) if self._recalled is None else self._recalled
        at = max(0, at + step)
        if at >= len(history):
            # Back from what was sent before to what was being written.
            self._recalled = None
            self._set_text(self._draft_before)
            return
        self._recalled = at
        self._set_text(history[at])
        self.edit.setProperty("recalling", True)
        if step < 0:
            self.edit.moveCursor(QTextCursor.MoveOperation.Start)

    def _set_text(self, text: str) -> None:
        self.edit.setPlainText(text)
        self.edit.moveCursor(QTextCursor.MoveOperation.End)
        self._popup.hide()

    def _attach_image(self, image: QImage) -> None:
        folder = self._drafts.pasted
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = folder / f"pasted-{uuid4().hex[:8]}.png"
        if image.save(str(file)):
            self.attach([file])

    def _show_chips(self) -> None:
        while (item := self._chip_row.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for path in self._attachments:
            self._chip_row.addWidget(self._chip(path))
        self._chip_row.addStretch(1)
        self._chips.setVisible(bool(self._attachments))

    def _chip(self, path: Path) -> QWidget:
        chip = Card(fill="raised", padding=2)
        row = QHBoxLayout(chip)
        row.setContentsMargins(SPACE, 2, 2, 2)
        label = ElidedLabel(path.name, middle=True)
        label.setMinimumWidth(min(220, label.fontMetrics().horizontalAdvance(path.name) + 8))
        row.addWidget(label)
        remove = icon_button(
            "x", translate("Chat", "Remove {}").format(path.name), lambda: self._detach(path)
        )
        row.addWidget(remove)
        return chip

    def _detach(self, path: Path) -> None:
        self._attachments.remove(path)
        self._show_chips()
        self.keep_draft()
