"""Hooks: which there are, which of them may run, and what those that ran answered."""

from __future__ import annotations

import time
from pathlib import Path

from core.setup.models import HookRow, HookRunRow
from desktop import dialogs
from desktop.chat.label import plain_label, text_button
from desktop.i18n import translate
from desktop.permissions.visible import visible
from desktop.settings.rows import Page, Table, buttons
from desktop.theme import Size

_MOST_SHOWN = 20_000


class HooksPage(Page):
    name = "hooks"
    icon = "anchor"
    follows_logs = True

    def __init__(self, host: object) -> None:
        self.title = translate("Settings", "Hooks")
        self._rows: dict[tuple[str, ...], HookRow] = {}
        self._runs: list[HookRunRow] = []
        super().__init__(host)  # type: ignore[arg-type]

    def build(self) -> None:
        self.section(
            translate("Settings", "Hooks that hold here"),
            translate(
                "Settings",
                "Commands that run when something happens. Yours run because you wrote them; one of "
                "a project, or from another program, runs only after you agreed to it, and asks "
                "again when it changes.",
            ),
        )
        self._table = Table(
            translate("Settings", "Hooks"),
            [
                translate("Settings", "Event"),
                translate("Settings", "For"),
                translate("Settings", "Command"),
                translate("Settings", "May it run?"),
            ],
            stretch=2,
        )
        self._table.setObjectName("hookTable")
        self._table.itemSelectionChanged.connect(self._select)
        self.add(self._table, translate("Settings", "Hooks"), "event matcher trust agree")
        self._details = plain_label(role="muted", size=Size.SMALL, wrap=True)
        self._details.setObjectName("hookDetails")
        self.add(self._details)
        self._agree = text_button(
            translate("Settings", "Agree…"),
            lambda: self.host.start(self._agreed(), name="hook"),
            object_name="agreeHook",
        )
        self._withdraw = text_button(
            translate("Settings", "Withdraw"),
            lambda: self.host.start(self._withdrawn(), name="hook"),
            object_name="withdrawHook",
        )
        self._show = text_button(
            translate("Settings", "Show its files"),
            lambda: self.host.start(self._show_files(), name="hook files"),
            object_name="showHookFiles",
        )
        self.add(buttons(self._agree, self._withdraw, self._show))
        self._notes = plain_label(role="warning", size=Size.SMALL, wrap=True)
        self._notes.setObjectName("hookNotes")
        self.add(self._notes)
        self.section(
            translate("Settings", "What ran"),
            translate("Settings", "Since Spinney was opened, newest first."),
        )
        self._log = Table(
            translate("Settings", "What ran"),
            [
                translate("Settings", "When"),
                translate("Settings", "Event"),
                translate("Settings", "About"),
                translate("Settings", "Command"),
                translate("Settings", "Took"),
                translate("Settings", "Outcome"),
            ],
            stretch=3,
        )
        self._log.setObjectName("hookLog")
        self._log.itemActivated.connect(lambda _item: self._show_answer())
        self.add(self._log, translate("Settings", "What ran"), "hook log answer")
        self._answer = text_button(
            translate("Settings", "Show what it answered"),
            self._show_answer,
            object_name="showHookAnswer",
        )
        self._log.itemSelectionChanged.connect(self._select_run)
        self.add(buttons(self._answer))
        self._select()
        self._select_run()

    async def load(self) -> None:
        plugged = self.host.engine.plugged
        rows = await plugged.hooks(self.host.folder)
        notes = await plugged.hook_notes(self.host.folder)
        self._rows = {key_of(row): row for row in rows}
        self._table.fill(
            [
                (row.event, visible(subject_of(row)), visible(row.command), state_words(row.state))
                for row in rows
            ],
            list(self._rows),
            tips=[visible(f"{row.command}\n{row.source}") for row in rows],
        )
        if not rows:
            self._table.say(
                translate("Settings", "No hooks yet. Write one in config.toml, below [[hooks]].")
            )
        self._notes.setText("\n".join(visible(note) for note in notes))
        self._notes.setVisible(bool(notes))
        self._select()
        await self.load_logs()

    async def load_logs(self) -> None:
        self._runs = self.host.engine.plugged.hook_runs()
        self._log.fill(
            [
                (
                    time.strftime("%H:%M:%S", time.localtime(run.time)),
                    run.event,
                    visible(run.subject),
                    visible(run.hook),
                    translate("Settings", "{seconds} s").format(seconds=f"{run.seconds:.2f}"),
                    outcome_words(run.outcome),
                )
                for run in self._runs
            ],
            self._runs,
            tips=[visible(run.answer or run.hook) for run in self._runs],
        )
        if not self._runs:
            self._log.say(translate("Settings", "No hook has run yet."))
        self._select_run()

    def _row(self) -> HookRow | None:
        return self._rows.get(self._table.current())

    def _select(self) -> None:
        row = self._row()
        self._agree.setEnabled(row is not None and row.state in ("new", "changed"))
        self._withdraw.setEnabled(row is not None and row.state == "agreed")
        self._show.setEnabled(row is not None and bool(row.files))
        self._details.setText(visible(described(row)) if row is not None else "")

    def _select_run(self) -> None:
        self._answer.setEnabled(isinstance(self._log.current(), HookRunRow))

    async def _agreed(self) -> None:
        row = self._row()
        if row is None:
            return
        answer = await dialogs.choose(
            self.window(),
            translate("Settings", "May this hook run?"),
            visible(described(row)),
            [
                ("agree", translate("Settings", "It may run as it is")),
                ("leave", translate("Settings", "Not yet")),
            ],
            dangerous=True,
        )
        if answer == "agree":
            await self.host.engine.plugged.agree_to_hook(self.host.folder, row)
            self.host.said(translate("Settings", "The hook may run, as long as it stays as it is."))
            await self.load()

    async def _withdrawn(self) -> None:
        row = self._row()
        if row is not None:
            await self.host.engine.plugged.withdraw_hook(self.host.folder, row)
            self.host.said(translate("Settings", "The hook no longer runs."))
            await self.load()

    async def _show_files(self) -> None:
        from desktop.viewer import TextViewer

        row = self._row()
        for file in row.files if row is not None else ():
            text = await self.host.engine.plugged.text_of(file)
            TextViewer(str(file), text[:_MOST_SHOWN], self.window()).show()

    def _show_answer(self) -> None:
        from desktop.viewer import TextViewer

        run = self._log.current()
        if isinstance(run, HookRunRow):
            code = "" if run.exit_code is None else str(run.exit_code)
            lines = [
                run.hook,
                translate("Settings", "{outcome}, exit code {code}, {seconds} s").format(
                    outcome=outcome_words(run.outcome), code=code, seconds=f"{run.seconds:.2f}"
                ),
                "",
                run.answer or translate("Settings", "It said nothing."),
            ]
            TextViewer(run.event, "\n".join(lines), self.window()).show()


def key_of(row: HookRow) -> tuple[str, ...]:
    return (row.event, row.command, row.matcher, row.pattern, row.source)


def subject_of(row: HookRow) -> str:
    return " ".join(part for part in (row.matcher, row.pattern) if part) or translate(
        "Settings", "everything"
    )


def described(row: HookRow) -> str:
    """All of a hook, for a person who has to decide about it."""
    lines = [row.command, "", f"{row.event}: {subject_of(row)}"]
    lines.append(translate("Settings", "From: {source}").format(source=row.source))
    for file in row.files:
        lines.append(translate("Settings", "It runs {file}").format(file=_shown(file)))
    if row.state == "changed":
        lines.append(translate("Settings", "It has changed since you agreed to it."))
    if row.required:
        lines.append(translate("Settings", "If it fails, what it guards is blocked as well."))
    lines.append(
        translate("Settings", "It is stopped after {seconds} s.").format(seconds=f"{row.timeout:g}")
    )
    return "\n".join(lines)


def _shown(file: Path) -> str:
    return str(file)


def state_words(state: str) -> str:
    return {
        "own": translate("Settings", "Yes: yours"),
        "agreed": translate("Settings", "Yes: you agreed"),
        "new": translate("Settings", "Not yet: it is new"),
        "changed": translate("Settings", "No: it has changed"),
    }.get(state, state)


def outcome_words(outcome: str) -> str:
    return {
        "ok": translate("Settings", "Fine"),
        "blocked": translate("Settings", "It blocked"),
        "changed": translate("Settings", "It changed the arguments"),
        "failed": translate("Settings", "It failed"),
        "not trusted": translate("Settings", "Not agreed to"),
    }.get(outcome, outcome)
