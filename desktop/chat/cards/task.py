"""A child at work: what it is doing, and the way to it."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from desktop.chat.cards.base import ToolCard, error_block
from desktop.chat.label import ElidedLabel, icon_label, plain_label, text_button
from desktop.chat.markdown import MarkdownView
from desktop.chat.piece import Stack
from desktop.i18n import translate
from desktop.theme import GAP, SPACE, Size

_STEPS = 6
_MARKS = {
    "completed": ("check", "good"),
    "failed": ("x", "bad"),
    "error": ("x", "bad"),
    "running": ("circle-dashed", "accent"),
}


def _in_background() -> dict[str, tuple[str, str, str]]:
    return {
        "queued": ("hourglass", "muted", translate("Cards", "waiting for its turn")),
        "running": ("circle-dashed", "accent", translate("Cards", "running")),
        "waiting": ("hand", "warning", translate("Cards", "waiting for you")),
        "failed": ("x", "bad", translate("Cards", "failed")),
        "killed": ("stop", "muted", translate("Cards", "stopped")),
        "interrupted": ("pause-circle", "warning", translate("Cards", "interrupted")),
    }


class TaskCard(ToolCard):
    symbol = "robot"
    opens = True

    def title(self) -> str:
        agent = self.part.input.get("subagent_type") or self.part.metadata.get("agent") or ""
        description = self.part.input.get("description") or self.part.title
        return f"{agent} · {description}" if agent else str(description)

    def note(self) -> str:
        return translate("Cards", "in the background") if self._in_background() else super().note()

    def mark(self) -> tuple[str, str, str]:
        """A call that started a task in the background is over; what counts is the task."""
        if self._in_background() and self.part.status == "completed":
            known = _in_background().get(self.host.task_state(self.part.call_id))
            if known is not None:
                return known
        return super().mark()

    def _in_background(self) -> bool:
        metadata = self.part.metadata
        return bool(metadata.get("background")) or metadata.get("status") == "async_launched"

    def fill(self, body: Stack) -> None:
        steps = [step for step in self.part.metadata.get("summary") or [] if isinstance(step, dict)]
        if steps:
            body.add(self._steps(steps))
        if self.part.error:
            body.add(error_block(self.part.error))
        result = self.part.metadata.get("result")
        if isinstance(result, str) and result.strip() and self.part.status == "completed":
            body.add(MarkdownView(result[:6000]))
        body.add(self._buttons())

    def grow(self, text: str) -> None:
        """Its own output is in its own session."""

    def _steps(self, steps: list[dict[str, Any]]) -> QWidget:
        table = QWidget()
        grid = QGridLayout(table)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(SPACE)
        grid.setVerticalSpacing(GAP // 2)
        grid.setColumnStretch(2, 1)
        hidden = max(0, len(steps) - _STEPS)
        if hidden:
            grid.addWidget(
                plain_label(
                    translate("Cards", "{} earlier steps").format(hidden),
                    role="faint",
                    size=Size.SMALL,
                ),
                0,
                1,
                1,
                2,
            )
        for row, step in enumerate(steps[hidden:], start=1):
            told = step.get("state")
            state: dict[str, Any] = told if isinstance(told, dict) else {}
            mark, role = _MARKS.get(str(state.get("status")), ("dots-three", "muted"))
            grid.addWidget(icon_label(mark, self, role, 14), row, 0)
            grid.addWidget(
                plain_label(str(step.get("tool", "")), role="muted", size=Size.SMALL), row, 1
            )
            grid.addWidget(ElidedLabel(str(state.get("title") or "")), row, 2)
        return table

    def _buttons(self) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE)
        session = self.part.metadata.get("session_id")
        if isinstance(session, str) and session:
            row.addWidget(
                text_button(
                    translate("Cards", "Open session"),
                    lambda: self.host.open_session(session),
                    object_name="openChildButton",
                )
            )
        if self.part.status == "running" and not self.part.metadata.get("background"):
            row.addWidget(
                text_button(
                    translate("Cards", "Send to background"),
                    lambda: self.host.background_call(self.part.call_id),
                )
            )
            row.addWidget(
                text_button(
                    translate("Cards", "Stop"), lambda: self.host.stop_call(self.part.call_id)
                )
            )
        row.addStretch(1)
        return holder
