"""The agent's list of what is to be done."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QGridLayout, QWidget

from desktop.chat.cards.base import ToolCard
from desktop.chat.label import icon_label, plain_label
from desktop.chat.piece import Stack
from desktop.i18n import translate
from desktop.states import state_word
from desktop.theme import GAP, SPACE

_MARKS = {
    "completed": ("check-circle", "good"),
    "in_progress": ("arrow-circle-right", "accent"),
    "cancelled": ("x-circle", "faint"),
}


class TodoCard(ToolCard):
    symbol = "list-bullets"
    opens = True

    def label(self) -> str:
        return translate("Cards", "todo")

    def title(self) -> str:
        entries = self._entries()
        if not entries:
            return self.part.title or translate("Cards", "the list")
        current = next((e for e in entries if e.get("status") == "in_progress"), None)
        return str(current.get("content", "")) if current else ""

    def note(self) -> str:
        entries = self._entries()
        done = sum(1 for entry in entries if entry.get("status") == "completed")
        return (
            translate("Cards", "{done} of {all} done").format(done=done, all=len(entries))
            if entries
            else ""
        )

    def fill(self, body: Stack) -> None:
        entries = self._entries()
        if not entries:
            self.fill_output(body)
            return
        table = QWidget()
        grid = QGridLayout(table)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(SPACE)
        grid.setVerticalSpacing(GAP)
        grid.setColumnStretch(1, 1)
        for row, entry in enumerate(entries[:100]):
            status = str(entry.get("status", "pending"))
            mark, role = _MARKS.get(status, ("circle", "muted"))
            symbol = icon_label(mark, self, role)
            symbol.setAccessibleName(state_word(status))
            grid.addWidget(symbol, row, 0)
            text = plain_label(
                str(entry.get("content", "")),
                role="faint" if status in ("completed", "cancelled") else "",
                bold=status == "in_progress",
                wrap=True,
            )
            grid.addWidget(text, row, 1)
        body.add(table)

    def _entries(self) -> list[dict[str, Any]]:
        for place in (self.part.input.get("todos"), self.part.metadata.get("todos")):
            if isinstance(place, list):
                return [entry for entry in place if isinstance(entry, dict)]
        return []
