"""Agents, commands and skills: all there are, where each comes from, and what could not be read."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from core.setup.models import DefinitionRow
from desktop.chat.label import plain_label, text_button
from desktop.i18n import translate
from desktop.i18n.engine import engine_text
from desktop.permissions.visible import visible
from desktop.settings.rows import Page, Table, buttons


class DefinitionsPage(Page):
    name = "definitions"
    icon = "robot"

    def __init__(self, host: object) -> None:
        self.title = translate("Settings", "Agents, commands, skills")
        super().__init__(host)  # type: ignore[arg-type]

    def build(self) -> None:
        self.section(translate("Settings", "Files that could not be read"))
        self._fine = plain_label(translate("Settings", "Every file could be read."), role="good")
        self.add(self._fine)
        self._problems = Table(
            translate("Settings", "Files that could not be read"),
            [translate("Settings", "File"), translate("Settings", "What is wrong")],
            stretch=1,
        )
        self._problems.setObjectName("problemTable")
        self._problems.itemActivated.connect(lambda _item: self._open(self._problems.current()))
        self.add(self._problems, translate("Settings", "Files that could not be read"), "errors")
        self._not_used = plain_label(
            translate("Settings", "Not used, because something else has the name"), role="muted"
        )
        self.add(self._not_used)
        self._skipped = Table(
            translate("Settings", "Not used, because something else has the name"),
            [translate("Settings", "File"), translate("Settings", "Why it is not used")],
            stretch=1,
        )
        self._skipped.setObjectName("skippedTable")
        self._skipped.itemActivated.connect(lambda _item: self._open(self._skipped.current()))
        self.add(self._skipped, translate("Settings", "Why it is not used"), "shadowed")
        self._tables: dict[str, Table] = {}
        for kind, title in (
            ("agent", translate("Settings", "Agents")),
            ("command", translate("Settings", "Commands")),
            ("skill", translate("Settings", "Skills")),
        ):
            self.section(title)
            table = Table(
                title,
                [
                    translate("Settings", "Name"),
                    translate("Settings", "For"),
                    translate("Settings", "From"),
                ],
                stretch=1,
            )
            table.setObjectName(f"{kind}Table")
            self._tables[kind] = table
            self.add(table, title)
            if kind == "agent":
                table.itemActivated.connect(lambda _item: self._edit())
                self.add(
                    buttons(
                        text_button(
                            translate("Settings", "Open in the agent editor"),
                            self._edit,
                            object_name="openAgentEditor",
                        ),
                        text_button(
                            translate("Settings", "New agent…"),
                            lambda: self.host.open_agent(""),  # type: ignore[attr-defined]
                            object_name="newAgent",
                        ),
                    )
                )
            else:
                table.itemActivated.connect(
                    lambda _item, t=table: self._open(getattr(t.current(), "source", ""))
                )

    async def load(self) -> None:
        found = await self.host.engine.setup.definitions(self.host.folder)
        self._fine.setVisible(not found.problems)
        self._problems.setVisible(bool(found.problems))
        self._problems.fill(
            [(visible(p.place), visible(engine_text(p.sentence))) for p in found.problems],
            [p.place for p in found.problems],
        )
        self._not_used.setVisible(bool(found.skipped))
        self._skipped.setVisible(bool(found.skipped))
        self._skipped.fill(
            [(visible(s.place), visible(engine_text(s.sentence))) for s in found.skipped],
            [s.place for s in found.skipped],
        )
        for kind, table in self._tables.items():
            rows = [row for row in found.rows if row.kind == kind]
            table.fill(
                [(r.name, visible(engine_text(r.description)), _from(r)) for r in rows],
                rows,
                tips=[_tip(r) for r in rows],
            )
            if not rows:
                table.say(translate("Settings", "None yet."))

    def _edit(self) -> None:
        row = self._tables["agent"].current()
        if isinstance(row, DefinitionRow):
            self.host.open_agent(row.name)  # type: ignore[attr-defined]

    def _open(self, source: str) -> None:
        if (source and "/" in source) or "\\" in source:
            QDesktopServices.openUrl(QUrl.fromLocalFile(source.partition(" (")[0]))


def _tip(row: DefinitionRow) -> str:
    lines = [engine_text(row.description), row.source, *map(engine_text, row.notes)]
    return visible("\n".join(lines))


def _from(row: DefinitionRow) -> str:
    if row.scope == "built in":
        return translate("Settings", "Built in")
    return visible(row.source)
