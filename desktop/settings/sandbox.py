"""The sandbox: whether there is one here, and what commands may reach in it."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QPlainTextEdit

from desktop.chat.label import plain_label
from desktop.firstrun.outcome import Outcome
from desktop.i18n import translate
from desktop.settings.rows import Key, Page
from desktop.theme import Size


class SandboxPage(Page):
    name = "sandbox"
    icon = "package"

    def __init__(self, host: object) -> None:
        self.title = translate("Settings", "Sandbox")
        super().__init__(host)  # type: ignore[arg-type]

    def build(self) -> None:
        self.state = Outcome()
        self.state.setObjectName("sandboxState")
        self.add(self.state, translate("Settings", "Sandbox"), "bubblewrap bwrap")
        self.add(
            plain_label(
                translate(
                    "Settings",
                    "In the sandbox a command can write the project and a temporary folder only, "
                    "sees no keys and no other program's secrets, and has no network.",
                ),
                role="muted",
                size=Size.SMALL,
                wrap=True,
            )
        )
        self.choice(
            translate("Settings", "Use the sandbox"),
            ("sandbox", "enabled"),
            [
                ("auto", translate("Settings", "Where it works")),
                ("on", translate("Settings", "Always; without one no command runs")),
                ("off", translate("Settings", "Never")),
            ],
        )
        self.switch(
            translate("Settings", "Run without asking"),
            ("sandbox_auto_allow",),
            translate("Settings", "Commands that run in the sandbox do not ask."),
        )
        self._lines(
            translate("Settings", "Also writable"),
            ("sandbox", "writable"),
            translate("Settings", "Folders, one in each line."),
        )
        self._lines(
            translate("Settings", "Also hidden"),
            ("sandbox", "hidden"),
            translate("Settings", "Files and folders that commands must not see."),
        )

    async def load(self) -> None:
        state = await self.host.engine.setup.sandbox_state()
        if state.works:
            self.state.say("good", translate("Settings", "Commands run in a sandbox (bubblewrap)."))
        else:
            self.state.say("warning", state.sentence)

    def _lines(self, label: str, key: Key, help: str) -> None:
        control = _Lines()
        control.setObjectName("setting_" + "_".join(key))
        control.setAccessibleName(label)
        control.setTabChangesFocus(True)
        control.setFixedHeight(3 * self.fontMetrics().lineSpacing() + 14)
        control.setMinimumWidth(320)
        control.left = lambda: self._write(control, key, label)
        self.row(label, control, help)

        def show(value: Any) -> None:
            if not control.hasFocus():
                control.setPlainText("\n".join(value or ()))

        self.bind(key, show)

    def _write(self, control: QPlainTextEdit, key: Key, label: str) -> None:
        lines = [line.strip() for line in control.toPlainText().splitlines() if line.strip()]
        if control.document().isModified():
            control.document().setModified(False)
            self.host.change(key, lines or None, label)


class _Lines(QPlainTextEdit):
    """Says when the person has gone elsewhere."""

    left: Any = None

    def focusOutEvent(self, event: Any) -> None:
        super().focusOutEvent(event)
        if self.left is not None:
            self.left()
