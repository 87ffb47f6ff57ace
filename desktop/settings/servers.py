"""MCP servers: how each of them is, what it offers, what changed, and where it may be used."""

from __future__ import annotations

import time

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPlainTextEdit

from core.setup.models import ServerForm, ServerRow
from desktop import dialogs
from desktop.chat.label import plain_label
from desktop.i18n import translate
from desktop.i18n.engine import engine_text
from desktop.permissions.visible import visible
from desktop.settings.form import FormDialog
from desktop.settings.rows import Page, Table, buttons
from desktop.settings.server_dialog import ServerDialog
from desktop.theme import Size, mono_font


class ServersPage(Page):
    name = "servers"
    icon = "hard-drives"
    follows_logs = True

    def __init__(self, host: object) -> None:
        self.title = translate("Settings", "MCP servers")
        self._rows: dict[str, ServerRow] = {}
        super().__init__(host)  # type: ignore[arg-type]

    def build(self) -> None:
        self.section(
            translate("Settings", "Servers that hold here"),
            translate(
                "Settings",
                "They start when a project is opened and end with Spinney. One of a "
                "project, or from another program, starts only after you agreed to it.",
            ),
        )
        self._table = Table(
            translate("Settings", "MCP servers"),
            [
                translate("Settings", "Name"),
                translate("Settings", "State"),
                translate("Settings", "Tools"),
                translate("Settings", "Whose"),
                translate("Settings", "Command or address"),
            ],
            stretch=4,
        )
        self._table.setObjectName("serverTable")
        self._table.itemSelectionChanged.connect(self._select)
        self.add(self._table, translate("Settings", "MCP servers"), "mcp stdio http tools")
        self._details = plain_label(role="muted", size=Size.SMALL, wrap=True)
        self._details.setObjectName("serverDetails")
        self.add(self._details)
        self._here = QCheckBox(translate("Settings", "Use it in this project"))
        self._here.setObjectName("serverEnabledHere")
        self._here.clicked.connect(
            lambda on: self.host.start(self._enable(on), name="enable server")
        )
        self.add(self._here)
        self._restart = self.button(
            translate("Settings", "Restart"), self._restarted, "restartServer"
        )
        self._agree = self.button(translate("Settings", "Agree…"), self._agreed, "agreeServer")
        self._edit = self.button(translate("Settings", "Edit…"), self._edited, "editServer")
        self._key = self.button(translate("Settings", "Key…"), self._keyed, "serverKey")
        self._remove = self.button(translate("Settings", "Remove…"), self._removed, "removeServer")
        self.add(buttons(self._restart, self._agree, self._edit, self._key, self._remove))
        add = self.button(translate("Settings", "Add a server…"), self._added, "addServer")
        self.add(buttons(add), translate("Settings", "Add a server…"), "mcp")
        self._notes = plain_label(role="warning", size=Size.SMALL, wrap=True)
        self._notes.setObjectName("serverNotes")
        self.add(self._notes)
        self.section(translate("Settings", "What it offers"))
        self._tools = Table(
            translate("Settings", "Tools of the server"),
            [
                translate("Settings", "Tool"),
                translate("Settings", "Name in rules"),
                translate("Settings", "State"),
                translate("Settings", "For"),
            ],
            stretch=3,
        )
        self._tools.setObjectName("serverTools")
        self.add(self._tools, translate("Settings", "Tools of the server"))
        self._offers = plain_label(role="muted", size=Size.SMALL, wrap=True)
        self.add(self._offers)
        self._changed = plain_label(
            translate(
                "Settings",
                "These definitions are new or have changed since you agreed to them. No model gets "
                "them before you have looked: − is what you know, + what the server says now.",
            ),
            role="warning",
            wrap=True,
        )
        self.add(self._changed)
        self._difference = text_view("serverDifference", translate("Settings", "What changed"))
        self.add(self._difference)
        self._agree_tools = self.button(
            translate("Settings", "Agree to these definitions"), self._agreed_tools, "agreeTools"
        )
        self.add(buttons(self._agree_tools))
        self.section(translate("Settings", "Log"))
        self._log = text_view("serverLog", translate("Settings", "Log of the server"))
        self.add(self._log, translate("Settings", "Log of the server"), "mcp stderr")
        self._select()

    async def load(self) -> None:
        plugged = self.host.engine.plugged
        rows = await plugged.servers(self.host.folder)
        notes = await plugged.server_notes(self.host.folder)
        self._rows = {row.key: row for row in rows}
        self._table.fill(
            [
                (
                    row.name,
                    state_words(row.state),
                    str(len(row.tools)) if row.tools else "",
                    scope_words(row.scope),
                    visible(row.shown),
                )
                for row in rows
            ],
            list(self._rows),
            tips=[visible(f"{row.shown}\n{row.source}") for row in rows],
        )
        if not rows:
            self._table.say(translate("Settings", "No servers yet. Add one below."))
        elif self._row() is None:
            self._table.selectRow(0)
        self._notes.setText("\n".join(visible(note) for note in notes))
        self._notes.setVisible(bool(notes))
        self._select()

    async def load_logs(self) -> None:
        await self.load()

    def _row(self) -> ServerRow | None:
        return self._rows.get(self._table.current() or "")

    def _select(self) -> None:
        row = self._row()
        self._restart.setEnabled(row is not None and row.state not in ("disabled", "unconfirmed"))
        idle = row is not None and row.state == "idle"
        self._restart.setText(
            translate("Settings", "Start now") if idle else translate("Settings", "Restart")
        )
        self._restart.setAccessibleName(self._restart.text())
        self._agree.setEnabled(row is not None and row.state == "unconfirmed")
        for button in (self._edit, self._key, self._remove):
            button.setEnabled(row is not None and row.editable)
        with QSignalBlocker(self._here):
            self._here.setEnabled(row is not None and row.enabled and row.scope != "agent")
            self._here.setChecked(row is not None and row.enabled_here)
        self._details.setText(visible(described(row)) if row is not None else "")
        self._show_tools(row)
        self._show_log(row)

    def _show_tools(self, row: ServerRow | None) -> None:
        tools = row.tools if row is not None else ()
        self._tools.fill(
            [
                (
                    visible(tool.name),
                    visible(tool.exposed),
                    tool_words(tool.state),
                    visible(" ".join((engine_text(tool.problem) or tool.description).split())),
                )
                for tool in tools
            ],
            [tool.name for tool in tools],
            tips=[visible(engine_text(tool.problem) or tool.description) for tool in tools],
        )
        if not tools:
            self._tools.say(translate("Settings", "None known."))
        offers = translate("Settings", "Prompts, as commands: {prompts}. Resources: {resources}.")
        self._offers.setText(
            offers.format(prompts=row.prompts, resources=row.resources) if row is not None else ""
        )
        waiting = row.waiting if row is not None else ()
        shown = "\n\n".join(f"{tool.name}\n{tool.difference}" for tool in waiting)
        show_text(self._difference, shown)
        for widget in (self._changed, self._difference, self._agree_tools):
            widget.setVisible(bool(waiting))

    def _show_log(self, row: ServerRow | None) -> None:
        lines = row.log if row is not None else ()
        show_text(self._log, "\n".join(lines) or translate("Settings", "Nothing yet."), end=True)

    # What a person does ---------------------------------------------------------------------------

    async def _enable(self, on: bool) -> None:
        row = self._row()
        if row is not None:
            await self.host.engine.plugged.enable_server(self.host.folder, row, on)
            await self.load()

    async def _restarted(self) -> None:
        row = self._row()
        if row is not None:
            await self.host.engine.plugged.restart_server(self.host.folder, row)

    async def _agreed(self) -> None:
        row = self._row()
        if row is None:
            return
        answer = await dialogs.choose(
            self.window(),
            translate("Settings", "May this server start?"),
            visible(described(row)),
            [
                ("agree", translate("Settings", "It may start as it is")),
                ("leave", translate("Settings", "Not yet")),
            ],
            dangerous=True,
        )
        if answer == "agree":
            await self.host.engine.plugged.agree_to_server(row)
            await self.load()

    async def _agreed_tools(self) -> None:
        row = self._row()
        if row is not None:
            await self.host.engine.plugged.agree_to_tools(row)
            self.host.said(translate("Settings", "Models may use these tools as they are now."))
            await self.load()

    async def _added(self) -> None:
        await self._open_form(ServerForm(""))

    async def _edited(self) -> None:
        row = self._row()
        if row is not None:
            await self._open_form(await self.host.engine.plugged.server_form(row.name))

    async def _open_form(self, form: ServerForm) -> None:
        async def save() -> None:
            await self.host.engine.plugged.save_server(
                self.host.folder, dialog.entered(), form.name
            )

        dialog = ServerDialog(self, form, save)
        await dialogs.run(dialog)
        await self.load()

    async def _keyed(self) -> None:
        row = self._row()
        if row is None:
            return

        async def save() -> None:
            await self.host.engine.plugged.store_server_key(
                self.host.folder, row.name, variable.text(), value.text()
            )

        dialog = FormDialog(
            self.window(),
            self.host,
            translate("Settings", "A key for {name}").format(name=row.name),
            "serverKeyDialog",
            save,
        )
        variable, value = QLineEdit(), QLineEdit()
        value.setEchoMode(QLineEdit.EchoMode.Password)
        dialog.field(
            translate("Settings", "Variable or header"),
            variable,
            "keyVariable",
            translate("Settings", "Under this name the server gets it, for example API_TOKEN."),
        )
        dialog.field(
            translate("Settings", "Key"),
            value,
            "keyValue",
            translate(
                "Settings", "It goes into the system keyring and is never written to a file."
            ),
        )
        await dialogs.run(dialog)
        await self.load()

    async def _removed(self) -> None:
        row = self._row()
        if row is None:
            return
        answer = await dialogs.choose(
            self.window(),
            translate("Settings", "Remove the server {name}?").format(name=row.name),
            translate("Settings", "It is taken out of your config.toml and ended."),
            [
                ("remove", translate("Settings", "Remove")),
                ("keep", translate("Settings", "Keep it")),
            ],
            dangerous=True,
        )
        if answer == "remove":
            await self.host.engine.plugged.remove_server(self.host.folder, row.name)
            await self.load()


def text_view(object_name: str, label: str) -> QPlainTextEdit:
    """A few lines of plain text that can be read, selected and left with Tab."""
    made = QPlainTextEdit()
    made.setObjectName(object_name)
    made.setAccessibleName(label)
    made.setReadOnly(True)
    made.setTabChangesFocus(True)
    made.setFont(mono_font())
    made.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    made.setFixedHeight(made.fontMetrics().height() * 10)
    return made


def show_text(view: QPlainTextEdit, text: str, *, end: bool = False) -> None:
    """Show a text; the same one again leaves selection and place alone."""
    text = visible(text)
    if view.toPlainText() == text:
        return
    bar = view.verticalScrollBar()
    at_end = bar.value() == bar.maximum()
    kept = bar.value()
    view.setPlainText(text)
    bar.setValue(bar.maximum() if end and at_end else min(kept, bar.maximum()))


def described(row: ServerRow) -> str:
    lines = [row.shown, translate("Settings", "From: {source}").format(source=row.source)]
    if row.variables:
        lines.append(
            translate("Settings", "It is given: {names}").format(names=", ".join(row.variables))
        )
    if row.state == "unconfirmed" and row.agreed:
        lines.append(
            translate(
                "Settings",
                "A file that it runs, or what it is given, has changed since you agreed to it.",
            )
            if row.agreed == row.shown
            else translate("Settings", "You agreed to: {shown}").format(shown=row.agreed)
        )
    if row.error:
        lines.append(
            translate("Settings", "Last error: {error}").format(error=engine_text(row.error))
        )
    if row.next_try is not None:
        lines.append(
            translate("Settings", "It is tried again at {time}.").format(
                time=time.strftime("%H:%M:%S", time.localtime(row.next_try))
            )
        )
    return "\n".join(lines)


def state_words(state: str) -> str:
    return {
        "idle": translate("Settings", "Not started yet"),
        "disabled": translate("Settings", "Switched off"),
        "unconfirmed": translate("Settings", "Waits for you"),
        "starting": translate("Settings", "Starting"),
        "ready": translate("Settings", "Ready"),
        "waiting": translate("Settings", "Will be tried again"),
        "failed": translate("Settings", "Failed"),
        "stopped": translate("Settings", "Ended"),
    }.get(state, state)


def tool_words(state: str) -> str:
    return {
        "ready": translate("Settings", "Ready"),
        "new": translate("Settings", "New: waits for you"),
        "changed": translate("Settings", "Changed: waits for you"),
        "off": translate("Settings", "Switched off"),
        "refused": translate("Settings", "Cannot be used"),
    }.get(state, state)


def scope_words(scope: str) -> str:
    return {
        "user": translate("Settings", "Yours"),
        "imported": translate("Settings", "Another program's"),
        "project": translate("Settings", "Project"),
        "agent": translate("Settings", "Agent"),
    }.get(scope, scope)
