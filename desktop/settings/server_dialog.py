"""The form of one MCP server."""

from __future__ import annotations

import shlex
from collections.abc import Awaitable, Callable

from PySide6.QtWidgets import QCheckBox, QLineEdit, QPlainTextEdit

from core.setup.models import ServerForm
from desktop.i18n import translate
from desktop.settings.form import FormDialog
from desktop.settings.rows import Page


class ServerDialog(FormDialog):
    """Enter or change a server: a command that is started, or an address that is asked."""

    def __init__(self, page: Page, form: ServerForm, save: Callable[[], Awaitable[None]]) -> None:
        title = (
            translate("Settings", "MCP server {name}").format(name=form.name)
            if form.name
            else translate("Settings", "Add an MCP server")
        )
        super().__init__(page.window(), page.host, title, "serverDialog", save)
        self._before = form
        self._name = QLineEdit(form.name)
        self._command = QLineEdit(shlex.join(form.command) or form.url)
        self._cwd = QLineEdit(form.cwd)
        self._values = QPlainTextEdit("\n".join(f"{name}={value}" for name, value in form.values))
        self._values.setTabChangesFocus(True)
        self._values.setFixedHeight(self.fontMetrics().height() * 5)
        self._push = QCheckBox(translate("Settings", "Its messages may become prompts"))
        self._push.setChecked(form.push)
        self.field(translate("Settings", "Name"), self._name, "serverName")
        self.field(
            translate("Settings", "Command or address"),
            self._command,
            "serverCommand",
            translate("Settings", "For example: uvx mcp-server-git, or https://example.org/mcp"),
        )
        self.field(translate("Settings", "Start it in"), self._cwd, "serverFolder")
        self.field(
            translate("Settings", "Variables or headers"),
            self._values,
            "serverValues",
            translate(
                "Settings",
                "One NAME=value a line. For a secret write NAME=env:VARIABLE, or use “Key…” after "
                "saving.",
            ),
        )
        self.field(translate("Settings", "Messages"), self._push, "serverPush")
        self._name.setFocus()

    def entered(self) -> ServerForm:
        said = self._command.text().strip()
        is_address = said.startswith(("http://", "https://"))
        try:
            words = () if is_address else tuple(shlex.split(said))
        except ValueError:
            words = (said,)
        values = []
        for line in self._values.toPlainText().splitlines():
            name, _, value = line.partition("=")
            if name.strip():
                values.append((name.strip(), value.strip()))
        return ServerForm(
            name=self._name.text().strip(),
            command=words,
            url=said if is_address else "",
            cwd=self._cwd.text().strip(),
            values=tuple(values),
            timeout=self._before.timeout,
            push=self._push.isChecked(),
        )
