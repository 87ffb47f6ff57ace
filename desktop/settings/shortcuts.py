"""Every action with its keys."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLineEdit

from desktop.actions import Actions
from desktop.i18n import translate
from desktop.settings.rows import Page, Table


class ShortcutsPage(Page):
    name = "shortcuts"
    icon = "keyboard"

    def __init__(self, host: object) -> None:
        self.title = translate("Settings", "Keyboard")
        super().__init__(host)  # type: ignore[arg-type]

    def build(self) -> None:
        self.section(
            translate("Settings", "Shortcuts"),
            translate("Settings", "Everything else is reached by its name in the command palette."),
        )
        self._filter = QLineEdit()
        self._filter.setObjectName("shortcutFilter")
        self._filter.setPlaceholderText(translate("Settings", "Find an action or a key"))
        self._filter.setAccessibleName(translate("Settings", "Find an action or a key"))
        self._filter.setClearButtonEnabled(True)
        self._filter.textChanged.connect(lambda _text: self._show())
        self.add(self._filter, translate("Settings", "Find an action or a key"), "hotkey")
        self._table = Table(
            translate("Settings", "Shortcuts"),
            [
                translate("Settings", "Action"),
                translate("Settings", "Keys"),
                translate("Settings", "What it does"),
            ],
            stretch=2,
        )
        self._table.setObjectName("shortcutTable")
        self.add(self._table)

    async def load(self) -> None:
        self._show()

    def _show(self) -> None:
        actions: Actions = self.host.actions  # type: ignore[attr-defined]
        words = self._filter.text().lower().split()
        rows = []
        for info, action in actions.all():
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            row = (action.text().replace("&", "").rstrip("…"), keys, action.statusTip())
            if all(word in f"{' '.join(row)} {info.id}".lower() for word in words):
                rows.append(row)
        rows.sort(key=lambda row: (not row[1], row[0]))
        self._table.fill(rows, shown=16)
