"""Schedules: prompts that are sent at a time, when each comes next, and what became of it."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QCheckBox, QLineEdit, QPlainTextEdit

from core.setup.models import ScheduleRow
from desktop import dialogs
from desktop.chat.label import plain_label
from desktop.i18n import translate
from desktop.i18n.engine import engine_text
from desktop.permissions.visible import visible
from desktop.settings.form import FormDialog
from desktop.settings.rows import Choice, Page, Table, buttons
from desktop.theme import Size


class SchedulesPage(Page):
    name = "schedules"
    icon = "calendar-blank"

    def __init__(self, host: object) -> None:
        self.title = translate("Settings", "Schedules")
        self._rows: dict[str, ScheduleRow] = {}
        super().__init__(host)  # type: ignore[arg-type]

    def build(self) -> None:
        self.section(translate("Settings", "Prompts at a time"))
        self._closed = plain_label(
            translate(
                "Settings",
                "Nothing runs while Spinney is closed. What was missed meanwhile is run once, and "
                "told, when it is opened again.",
            ),
            role="warning",
            wrap=True,
        )
        self._closed.setObjectName("closedNote")
        self.add(self._closed)
        self._table = Table(
            translate("Settings", "Schedules"),
            [
                translate("Settings", "Name"),
                translate("Settings", "When"),
                translate("Settings", "Next"),
                translate("Settings", "Last"),
            ],
        )
        self._table.setObjectName("scheduleTable")
        self._table.itemSelectionChanged.connect(self._select)
        self.add(self._table, translate("Settings", "Schedules"), "cron at time prompt")
        self._details = plain_label(role="muted", size=Size.SMALL, wrap=True)
        self._details.setObjectName("scheduleDetails")
        self.add(self._details)
        self._run = self.button(translate("Settings", "Run now"), self._ran, "runSchedule")
        self._toggle = self.button(
            translate("Settings", "Switch off"), self._toggled, "toggleSchedule"
        )
        self._edit = self.button(translate("Settings", "Edit…"), self._edited, "editSchedule")
        self._remove = self.button(
            translate("Settings", "Remove…"), self._removed, "removeSchedule"
        )
        add = self.button(translate("Settings", "Add a schedule…"), self._added, "addSchedule")
        self.add(
            buttons(self._run, self._toggle, self._edit, self._remove, add),
            translate("Settings", "Add a schedule…"),
        )
        self.section(translate("Settings", "What it did"))
        self._history = Table(
            translate("Settings", "What the schedule did"),
            [
                translate("Settings", "When"),
                translate("Settings", "Why"),
                translate("Settings", "Outcome"),
            ],
            stretch=2,
        )
        self._history.setObjectName("scheduleHistory")
        self.add(self._history, translate("Settings", "What the schedule did"), "history")
        self._select()

    async def load(self) -> None:
        rows = await self.host.engine.plugged.schedules()
        self._rows = {f"{row.place}:{row.id}": row for row in rows}
        self._table.fill(
            [
                (visible(row.name), when_words(row), next_words(row), last_words(row))
                for row in rows
            ],
            list(self._rows),
            tips=[visible(engine_text(row.problem) or row.prompt) for row in rows],
        )
        if not rows:
            self._table.say(translate("Settings", "No schedules yet. Add one below."))
        elif self._row() is None:
            self._table.selectRow(0)
        self._select()

    def _row(self) -> ScheduleRow | None:
        return self._rows.get(self._table.current() or "")

    def _select(self) -> None:
        row = self._row()
        usable = row is not None and not row.problem
        self._run.setEnabled(usable)
        self._toggle.setEnabled(usable)
        self._edit.setEnabled(row is not None)
        self._remove.setEnabled(row is not None)
        off = row is not None and not row.enabled
        self._toggle.setText(
            translate("Settings", "Switch on") if off else translate("Settings", "Switch off")
        )
        self._toggle.setAccessibleName(self._toggle.text())
        self._details.setText(
            visible((engine_text(row.problem) or row.prompt)[:600]) if row is not None else ""
        )
        runs = row.history if row is not None else ()
        self._history.fill(
            [
                (
                    moment(run.started),
                    kind_words(run.kind, run.count),
                    visible(engine_text(run.error)) or outcome_words(run.outcome),
                )
                for run in runs
            ]
        )
        if not runs:
            self._history.say(translate("Settings", "None has run yet."))

    # What a person does ---------------------------------------------------------------------------

    async def _ran(self) -> None:
        row = self._row()
        if row is not None:
            await self.host.engine.plugged.run_schedule(row)
            self.host.said(translate("Settings", "Sent: {name}.").format(name=visible(row.name)))
            await self.load()

    async def _toggled(self) -> None:
        row = self._row()
        if row is not None:
            await self.host.engine.plugged.enable_schedule(self.host.folder, row, not row.enabled)
            await self.load()

    async def _added(self) -> None:
        await self._open_form({"directory": str(self.host.folder)}, None)

    async def _edited(self) -> None:
        row = self._row()
        if row is not None:
            await self._open_form(row.entry, row.place)

    async def _open_form(self, entry: dict[str, Any], place: int | None) -> None:
        async def save() -> None:
            await self.host.engine.plugged.save_schedule(self.host.folder, dialog.entered(), place)

        found = await self.host.engine.setup.definitions(self.host.folder)
        agents = [row.name for row in found.rows if row.kind == "agent"]
        dialog = ScheduleDialog(self, entry, agents, save)
        await dialogs.run(dialog)
        await self.load()

    async def _removed(self) -> None:
        row = self._row()
        if row is None:
            return
        answer = await dialogs.choose(
            self.window(),
            translate("Settings", "Remove this schedule?"),
            visible(row.name),
            [
                ("remove", translate("Settings", "Remove")),
                ("keep", translate("Settings", "Keep it")),
            ],
            dangerous=True,
        )
        if answer == "remove":
            await self.host.engine.plugged.remove_schedule(self.host.folder, row)
            await self.load()


class ScheduleDialog(FormDialog):
    """Enter or change a schedule."""

    def __init__(
        self,
        page: Page,
        entry: dict[str, Any],
        agents: list[str],
        save: Callable[[], Awaitable[None]],
    ) -> None:
        title = (
            translate("Settings", "Change the schedule")
            if "prompt" in entry
            else translate("Settings", "Add a schedule")
        )
        super().__init__(page.window(), page.host, title, "scheduleDialog", save)
        self._before = entry
        self._name = QLineEdit(str(entry.get("name") or ""))
        self._kind = Choice(translate("Settings", "How often"))
        self._kind.offer(
            [
                ("cron", translate("Settings", "Again and again (cron)")),
                ("at", translate("Settings", "Once")),
            ]
        )
        self._kind.show_value("at" if "at" in entry else "cron")
        self._when = QLineEdit(_when_text(entry))
        self._kind.activated.connect(lambda _index: self._hint())
        self._prompt = QPlainTextEdit(str(entry.get("prompt") or ""))
        self._prompt.setTabChangesFocus(True)
        self._prompt.setFixedHeight(self.fontMetrics().height() * 6)
        self._target = Choice(translate("Settings", "Where it goes"))
        self._target.offer(
            [
                ("directory", translate("Settings", "A new session in a folder")),
                ("session", translate("Settings", "One session, by its id")),
            ]
        )
        self._target.show_value("session" if entry.get("session") else "directory")
        self._place = QLineEdit(str(entry.get("session") or entry.get("directory") or ""))
        self._agent = Choice(translate("Settings", "Agent"))
        self._agent.offer(
            [("", translate("Settings", "The usual one")), *((name, name) for name in agents)]
        )
        self._agent.show_value(entry.get("agent") or "")
        self._assistant = QCheckBox(
            translate("Settings", "Assistant mode: its tasks never hold up what you type")
        )
        self._assistant.setChecked(entry.get("assistant", True) is not False)
        self.field(translate("Settings", "Name"), self._name, "scheduleName")
        self.field(translate("Settings", "How often"), self._kind, "scheduleKind")
        self.field(
            translate("Settings", "When"),
            self._when,
            "scheduleWhen",
            translate(
                "Settings",
                "Again and again: minute hour day month weekday, so 0 9 * * 1-5 is nine o'clock on "
                "workdays. Once: 2026-05-01 09:00.",
            ),
        )
        self.field(translate("Settings", "Prompt"), self._prompt, "schedulePrompt")
        self.field(translate("Settings", "Where it goes"), self._target, "scheduleTarget")
        self.field(translate("Settings", "Folder or session"), self._place, "schedulePlace")
        self.field(translate("Settings", "Agent"), self._agent, "scheduleAgent")
        self.field(translate("Settings", "Assistant"), self._assistant, "scheduleAssistant")
        self._hint()
        self._name.setFocus()

    def _hint(self) -> None:
        once = self._kind.currentData() == "at"
        self._when.setPlaceholderText("2026-05-01 09:00" if once else "0 9 * * 1-5")

    def entered(self) -> dict[str, Any]:
        target = self._target.currentData()
        place = self._place.text().strip()
        if target == "directory" and place:
            place = str(Path(place).expanduser())
        entry: dict[str, Any] = {
            "name": self._name.text().strip(),
            self._kind.currentData(): self._when.text().strip() or " ",
            "prompt": self._prompt.toPlainText().strip(),
            target: place,
            "agent": self._agent.currentData(),
            # What the form does not show stays as it was written.
            "model": self._before.get("model"),
        }
        if not self._assistant.isChecked():
            entry["assistant"] = False
        if self._before.get("enabled") is False:
            entry["enabled"] = False
        return entry


def _when_text(entry: dict[str, Any]) -> str:
    at = entry.get("at")
    return str(entry.get("cron") or "") if at is None else str(at)[:16]


def when_words(row: ScheduleRow) -> str:
    if row.problem:
        return translate("Settings", "It cannot be used")
    return visible(row.when) or _when_text(row.entry)


def next_words(row: ScheduleRow) -> str:
    if row.problem:
        return ""
    if not row.enabled:
        return translate("Settings", "Switched off")
    return moment(row.next) if row.next is not None else translate("Settings", "Never again")


def last_words(row: ScheduleRow) -> str:
    if not row.history:
        return ""
    return f"{moment(row.history[0].started)}  {outcome_words(row.history[0].outcome)}"


def moment(when: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(when))


def kind_words(kind: str, count: int) -> str:
    words = {
        "due": translate("Settings", "It was time"),
        "missed": translate("Settings", "It was missed"),
        "manual": translate("Settings", "You asked for it"),
    }.get(kind, kind)
    return f"{words} (×{count})" if count > 1 else words


def outcome_words(outcome: str) -> str:
    return {
        "starting": translate("Settings", "Cut off"),
        "started": translate("Settings", "Sent"),
        "failed": translate("Settings", "It failed"),
    }.get(outcome, outcome)
