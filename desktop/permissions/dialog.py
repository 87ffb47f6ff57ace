"""The permission dialog.

It lies over the conversation instead of being a window of its own, so that no window manager can
hand it the keyboard. What it shows never changes while it is shown: a request that goes away says
so, and the next one comes as a new appearance with a new moment of deafness.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from core.permissions.models import Answer, Request, Suggestion
from desktop.chat.cards.base import mono_block, output_block
from desktop.chat.diff import DiffBlock, diff_lines
from desktop.chat.label import ElidedLabel, icon_button, icon_label, plain_label
from desktop.chat.piece import Card, Stack
from desktop.i18n import translate
from desktop.i18n.engine import engine_text
from desktop.permissions.book import RequestBook, title_of, who
from desktop.permissions.guarded import Age, GuardedButton
from desktop.permissions.visible import deceives, visible
from desktop.theme import GAP, SPACE, Size
from desktop.theme.tinting import emphasise

_WIDEST = 780
_DIFF_LINES = 400
_PATTERN_ROWS = 4
_GONE_MS = 3000


class PermissionDialog(Card):
    """Shows one request of the book. ``answered`` carries the request's id and the answer."""

    answered = Signal(str, object)
    dismissed = Signal()

    def __init__(self, book: RequestBook, parent: QWidget) -> None:
        super().__init__(parent, fill="surface", border="border_strong", padding=0)
        self.setObjectName("permissionDialog")
        self.setAccessibleName(translate("Requests", "Permission request"))
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._over = parent
        self._book = book
        self._age = Age()
        self._request: Request | None = None
        self._gone = False
        self._before: QWidget | None = None
        self._leave = QTimer(self)
        self._leave.setSingleShot(True)
        self._leave.setInterval(_GONE_MS)
        self._leave.timeout.connect(self.dismiss)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(2 * SPACE, SPACE + GAP, 2 * SPACE, SPACE + GAP)
        self._column.setSpacing(SPACE)
        self._content: QWidget | None = None
        book.listen(self._follow)
        parent.installEventFilter(self)
        self.hide()

    @property
    def request(self) -> Request | None:
        return self._request

    def show_request(self, request: Request) -> None:
        """Put this request on screen. The keyboard stays where it is."""
        self._request = request
        self._gone = False
        self._leave.stop()
        if self._content is not None:
            self._content.hide()
            self._content.deleteLater()
        self._content = self._build(request)
        self._column.addWidget(self._content)
        self.setAccessibleDescription(f"{who(request)}: {request.title}")
        self._age.restart()
        self.place()
        self.show()
        self.raise_()
        announce(
            self,
            translate("Requests", "{} asks for permission: {}").format(
                who(request), visible(request.command or request.title)
            ),
        )

    def dismiss(self) -> None:
        """Not now: it stays in the inbox."""
        self._request = None
        self._leave.stop()
        focused = self.window().focusWidget()
        had_focus = focused is not None and self.isAncestorOf(focused)
        self.hide()
        if self._before is not None and had_focus:
            self._before.setFocus()
        self.dismissed.emit()

    def take_focus(self, before: QWidget | None) -> None:
        """A person asked for it by keyboard; Escape brings them back to ``before``."""
        self._before = before
        self._deny.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def place(self) -> None:
        parent = self._over
        width = min(_WIDEST, parent.width() - 4 * SPACE)
        self.setFixedWidth(max(280, width))
        height = min(self._column.totalHeightForWidth(self.width()), int(parent.height() * 0.8))
        if height <= 0:
            height = min(self.sizeHint().height(), int(parent.height() * 0.8))
        self.setGeometry(
            (parent.width() - self.width()) // 2,
            min(6 * SPACE, max(SPACE, (parent.height() - height) // 3)),
            self.width(),
            height,
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            # Enter and everything else end here: nothing behind the dialog may take them.
            event.accept()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.parent() and self.isVisible():
            self.place()
        return False

    def _follow(self) -> None:
        if self._request is None:
            return
        if self._request.id in self._book:
            self._count()
        elif not self._gone:
            self._gone = True
            focused = self.window().focusWidget()
            if self.underMouse() or (focused is not None and self.isAncestorOf(focused)):
                self._say_gone()
            else:
                self.dismiss()

    def _build(self, request: Request) -> QWidget:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE)
        column.addLayout(self._head(request))
        column.addWidget(self._what(request), 1)
        self._remember = _Remember(request, self._age)
        column.addWidget(
            _Few(self._remember) if self._remember.rows > _PATTERN_ROWS else self._remember
        )
        self._reason = QLineEdit()
        self._reason.setObjectName("denyReason")
        self._reason.setAccessibleName(
            translate("Requests", "Reason for denying, told to the agent")
        )
        self._reason.setPlaceholderText(
            translate("Requests", "If you deny: tell the agent why, or what to do instead")
        )
        column.addWidget(self._reason)
        column.addLayout(self._buttons())
        self._count()
        return content

    def _head(self, request: Request) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(2)
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        row.addWidget(icon_label("hand", self, "warning", 20))
        row.addWidget(
            plain_label(
                heading(request),
                size=Size.LARGE,
                bold=True,
                wrap=True,
            ),
            1,
        )
        row.addWidget(
            icon_button(
                "x", translate("Requests", "Later: leave it in the inbox (Escape)"), self.dismiss
            )
        )
        column.addLayout(row)
        asker = ElidedLabel(
            translate("Requests", "{}  ·  in {}").format(who(request), request.directory),
            middle=True,
        )
        asker.setObjectName("requestAsker")
        line = QHBoxLayout()
        line.setSpacing(SPACE)
        line.addWidget(asker, 1)
        # Beside a line that gives way: what comes in later must not move what is being read.
        self._others = plain_label(role="muted", size=Size.SMALL)
        self._others.setObjectName("othersWaiting")
        line.addWidget(self._others)
        column.addLayout(line)
        return column

    def _what(self, request: Request) -> QWidget:
        """Exactly what would happen: the command with its parts, the diff, or the arguments."""
        stack = Stack(spacing=SPACE)
        text = request.command or request.diff or ""
        if deceives(text) or deceives(request.title):
            stack.add(
                plain_label(
                    translate(
                        "Requests",
                        "It contains characters that cannot be seen. They are shown as ⟦U+…⟧.",
                    ),
                    role="bad",
                    wrap=True,
                )
            )
        if request.command:
            stack.add(output_block(visible(request.command)))
        if request.diff:
            lines = diff_lines(request.diff)
            path = request.patterns[0] if request.patterns else ""
            stack.add(DiffBlock(lines[:_DIFF_LINES], path))
            if len(lines) > _DIFF_LINES:
                stack.add(
                    plain_label(
                        translate("Requests", "{:,} more lines").format(len(lines) - _DIFF_LINES),
                        role="warning",
                    )
                )
        if not request.command and not request.diff:
            stack.add(mono_block(visible(_arguments(request))))
        if len(request.parts) > 1:
            stack.add(_parts(request))
        words = {str(part.get("text")): _reason(part) for part in request.parts}
        told = set(words) if len(request.parts) > 1 else set()
        reasons = [
            words.get(reason) or engine_text(reason) for reason in request.why if reason not in told
        ]
        if reasons:
            why = plain_label(
                translate("Requests", "Why you are asked: {}").format(visible("; ".join(reasons))),
                role="muted",
                wrap=True,
            )
            why.setObjectName("requestWhy")
            stack.add(why)
        area = _Scroll(stack)
        area.setAccessibleName(translate("Requests", "What is asked"))
        return area

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        self._deny = GuardedButton(
            translate("Requests", "Deny"), "denyButton", self._age, lambda: self._answer("deny")
        )
        stop = GuardedButton(
            translate("Requests", "Deny and stop"),
            "denyStopButton",
            self._age,
            lambda: self._answer("deny_stop"),
        )
        stop.setToolTip(translate("Requests", "Deny, and end the turn"))
        always = GuardedButton(
            translate("Requests", "Always allow"),
            "allowAlwaysButton",
            self._age,
            lambda: self._answer("always"),
        )
        always.setToolTip(translate("Requests", "Allow, and remember the patterns above"))
        once = GuardedButton(
            translate("Requests", "Allow once"),
            "allowOnceButton",
            self._age,
            lambda: self._answer("once"),
        )
        emphasise(once)
        row.addWidget(self._deny)
        row.addWidget(stop)
        row.addStretch(1)
        row.addWidget(always)
        row.addWidget(once)
        always.setEnabled(bool(self._request and self._request.suggestions))
        self._answer_buttons = [self._deny, stop, always, once]
        return row

    def _answer(self, kind: str) -> None:
        request = self._request
        if request is None or self._gone or not self._age.ready:
            return
        answer = Answer(kind=kind, reason=self._reason.text().strip())  # type: ignore[arg-type]
        if kind == "always":
            answer.suggestions = self._remember.suggestions()
            answer.scope = self._remember.scope()  # type: ignore[assignment]
            if not answer.suggestions:
                return
        self._gone = True
        self.dismiss()
        self.answered.emit(request.id, answer)

    def _count(self) -> None:
        others = len(self._book) - 1
        self._others.setText(
            translate("Requests", "{} more waiting").format(others) if others > 0 else ""
        )

    def _say_gone(self) -> None:
        self._others.setText("")
        for button in self._answer_buttons:
            button.setEnabled(False)
        self._reason.setEnabled(False)
        self._remember.setEnabled(False)
        self._reason.setText("")
        self._reason.setPlaceholderText(
            translate("Requests", "Nobody waits for this any more: it was answered or ended.")
        )
        # Long enough to be read; a mouse that happens to rest here must not keep the next one away.
        self._leave.start()


def heading(request: Request) -> str:
    """What is asked, in one line. The whole command stands below it, so it is not half told here."""
    commands = [part for part in request.parts if part.get("permission") == "bash"]
    if request.command and len(commands) > 1:
        return translate("Requests", "Run {} commands").format(len(commands))
    if request.command and len(request.parts) > 1:
        return translate("Requests", "Run a command")
    return visible(title_of(request)) or translate("Requests", "Use {}").format(request.tool)


def announce(widget: QWidget, text: str) -> None:
    """Say it through assistive technology, without moving the focus."""
    event = QAccessibleAnnouncementEvent(widget, text)
    event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)


class _Remember(QWidget):
    """What "always" would remember, editable, and for how far."""

    def __init__(self, request: Request, age: Age) -> None:
        super().__init__()
        self._age = age
        self._fields: list[tuple[str, QLineEdit]] = []
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(SPACE)
        grid.setVerticalSpacing(GAP)
        grid.setColumnStretch(1, 1)
        head = QHBoxLayout()
        head.addWidget(
            plain_label(translate("Requests", "“Always” remembers"), role="muted", size=Size.SMALL)
        )
        head.addStretch(1)
        grid.addLayout(head, 0, 0, 1, 2)
        for row, suggestion in enumerate(request.suggestions, start=1):
            field = QLineEdit(visible(suggestion.pattern))
            field.setObjectName("alwaysPattern")
            field.setAccessibleName(
                translate("Requests", "Pattern for {} to allow always").format(
                    suggestion.permission
                )
            )
            self._fields.append((suggestion.permission, field))
            grid.addWidget(plain_label(f"{suggestion.permission}:", size=Size.SMALL), row, 0)
            grid.addWidget(field, row, 1)
        self._scope = QComboBox()
        self._scope.setObjectName("alwaysScope")
        self._scope.setAccessibleName(translate("Requests", "How far it is remembered"))
        for value, text in (
            ("session", translate("Requests", "for this session")),
            ("project", translate("Requests", "for this project")),
            ("task", translate("Requests", "for this task")),
        ):
            if value != "task" or request.task_id:
                self._scope.addItem(text, value)
        if self._fields:
            head.addWidget(self._scope)
        else:
            self._scope.hide()
            self.hide()

    @property
    def rows(self) -> int:
        return len(self._fields)

    def suggestions(self) -> list[Suggestion]:
        return [
            Suggestion(permission=permission, pattern=field.text().strip())
            for permission, field in self._fields
            if field.text().strip()
        ]

    def scope(self) -> str:
        return str(self._scope.currentData())


class _Few(QScrollArea):
    """As many patterns as fit beside what is asked; the others are scrolled to."""

    def __init__(self, patterns: _Remember) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(translate("Requests", "What is remembered"))
        self.viewport().setAutoFillBackground(False)
        self.setWidget(patterns)
        patterns.setAutoFillBackground(False)
        line = patterns.sizeHint().height() / (patterns.rows + 1)
        self.setFixedHeight(round(line * (_PATTERN_ROWS + 0.5)))


class _Scroll(QScrollArea):
    """Scrolls a stack up and down; as high as the stack where there is room."""

    def __init__(self, stack: Stack) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.viewport().setAutoFillBackground(False)
        self._stack = stack
        self.setWidget(stack)
        stack.setAutoFillBackground(False)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._stack.height_for(max(100, width - 16)) + 2

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 60)

    def resizeEvent(self, event: object) -> None:
        width = self.viewport().width()
        self._stack.resize(width, self._stack.height_for(width))


def _arguments(request: Request) -> str:
    import json

    return json.dumps(request.arguments, indent=2, ensure_ascii=False)


def _parts(request: Request) -> QWidget:
    """Each sub-command or path, what the rules say of it and why."""
    table = QWidget()
    grid = QGridLayout(table)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(2 * SPACE)
    grid.setVerticalSpacing(GAP)
    grid.setColumnStretch(1, 1)
    words = {
        "allow": translate("Requests", "allowed"),
        "ask": translate("Requests", "asks"),
        "deny": translate("Requests", "denied"),
    }
    for row, part in enumerate(request.parts[:60]):
        action = str(part.get("action") or "ask")
        role = {"allow": "good", "deny": "bad"}.get(action, "warning")
        grid.addWidget(plain_label(words.get(action, action), role=role, size=Size.SMALL), row, 0)
        text = f"{part.get('permission', '')}: {part.get('pattern', '')}"
        grid.addWidget(plain_label(visible(text), wrap=True), row, 1)
        why = plain_label(visible(_reason(part)), role="muted", size=Size.SMALL, wrap=True)
        grid.addWidget(why, row, 2)
    return table


def _reason(part: Mapping[str, object]) -> str:
    """Why a part was judged as it was: the rule says it all; what a guard says is a sentence."""
    text, rule = str(part.get("text") or ""), part.get("rule")
    if rule and text.endswith(str(rule)):
        return translate("Requests", "the rule {}").format(rule)
    return engine_text(text)
