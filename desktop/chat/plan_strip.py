"""The plans that teammates present, above the composer: approve one, or send it back with a word."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from core.tasks.models import Task
from desktop.chat.label import ElidedLabel, icon_label, text_button
from desktop.chat.piece import Card
from desktop.chat.reading import ReadingArea
from desktop.i18n import translate
from desktop.permissions.guarded import Age, GuardedButton
from desktop.permissions.visible import judged, visible
from desktop.theme import GAP, SPACE
from desktop.theme.tinting import emphasise

_TALLEST = 260
_WAITS_IN = ("queued", "running", "waiting", "interrupted")
"""States in which a plan still waits for an answer; a member that was stopped presents nothing."""


def presents_plan(task: Task) -> bool:
    plan = task.metadata.get("plan")
    return isinstance(plan, dict) and plan.get("state") == "presented" and task.state in _WAITS_IN


class PlanCard(Card):
    """One plan. ``answered`` carries the task, whether it is approved, and what was said to it."""

    answered = Signal(str, bool, str)
    opened = Signal(str)
    left = Signal()

    def __init__(self, task: Task, parent: QWidget | None = None) -> None:
        super().__init__(parent, fill="warning_soft", border="warning", padding=GAP)
        self.setObjectName("planCard")
        self.task_id = task.id
        self._age = Age()
        who = translate("Teams", "{name} of the team {team} presents a plan").format(
            name=visible(task.name or task.agent), team=visible(task.team or "")
        )
        self.setAccessibleName(who)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE, GAP, SPACE, SPACE)
        column.setSpacing(GAP + 2)
        head = QHBoxLayout()
        head.setSpacing(SPACE)
        head.addWidget(icon_label("clipboard-text", self, "warning"))
        head.addWidget(ElidedLabel(who), 1)
        if task.session_id:
            session_id = task.session_id
            head.addWidget(
                text_button(
                    translate("Teams", "Open session"),
                    lambda: self.opened.emit(session_id),
                    object_name="openPlanSessionButton",
                )
            )
        column.addLayout(head)
        self.plan = ReadingArea(translate("Teams", "Plan"), _TALLEST)
        self.plan.setObjectName("planText")
        text = str(task.metadata["plan"].get("text") or "")
        self.plan.set_text(judged(text) or translate("Teams", "It says nothing."))
        column.addWidget(self.plan)
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        self.feedback = QLineEdit()
        self.feedback.setObjectName("planFeedback")
        self.feedback.setPlaceholderText(translate("Teams", "What should change, or be minded"))
        self.feedback.setAccessibleName(translate("Teams", "What you say to the plan"))
        self.approve = GuardedButton(
            translate("Teams", "Approve"), "approvePlanButton", self._age, lambda: self._say(True)
        )
        self.approve.setToolTip(
            translate("Teams", "Let it carry the plan out; what you wrote goes along")
        )
        emphasise(self.approve)
        self.reject = GuardedButton(
            translate("Teams", "Send back"), "rejectPlanButton", self._age, lambda: self._say(False)
        )
        row.addWidget(self.feedback, 1)
        row.addWidget(self.approve)
        row.addWidget(self.reject)
        column.addLayout(row)
        self.feedback.textChanged.connect(lambda _text: self._written())
        self._written()

    def take_focus(self) -> None:
        self.feedback.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)

    def _written(self) -> None:
        said = bool(self.feedback.text().strip())
        self.reject.setEnabled(said)
        self.reject.setToolTip(
            translate("Teams", "Have it think again about what you wrote")
            if said
            else translate("Teams", "Write first what should change")
        )

    def _say(self, approve: bool) -> None:
        self.answered.emit(self.task_id, approve, self.feedback.text().strip())


class PlanStrip(QWidget):
    """The plans that concern the session on screen: of its members, or its own."""

    answered = Signal(str, bool, str)
    opened = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("planStrip")
        self._cards: dict[str, PlanCard] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(GAP)
        self.hide()

    def cards(self) -> list[PlanCard]:
        return list(self._cards.values())

    def show_plans(self, tasks: Iterable[Task]) -> None:
        """Show these; a plan that is on screen already stays as it is, with what was typed."""
        wanted = {f"{task.id}:{task.metadata.get('rests')}": task for task in tasks}
        had_focus = False
        for key in [key for key in self._cards if key not in wanted]:
            card = self._cards.pop(key)
            had_focus = had_focus or card.isAncestorOf(card.window().focusWidget() or card.window())
            card.hide()
            card.deleteLater()
        for key, task in wanted.items():
            if key not in self._cards:
                card = PlanCard(task, self)
                card.answered.connect(self.answered)
                card.opened.connect(self.opened)
                card.left.connect(self.left)
                self._cards[key] = card
                self._column.addWidget(card)
        self.setVisible(bool(wanted))
        if had_focus:
            self.left.emit()

    def take_focus(self, task_id: str = "") -> bool:
        """Put the keyboard on a plan; False where none is shown."""
        for card in self._cards.values():
            if task_id in ("", card.task_id):
                card.take_focus()
                return True
        return False
