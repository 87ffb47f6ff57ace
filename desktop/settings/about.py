"""What this is, and a text to send along when something does not work."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit

from desktop.chat.label import plain_label, text_button
from desktop.i18n import translate
from desktop.settings.rows import Page, buttons
from desktop.theme import Size, mono_font


class AboutPage(Page):
    name = "about"
    icon = "info"

    def __init__(self, host: object) -> None:
        self.title = translate("Settings", "About")
        super().__init__(host)  # type: ignore[arg-type]

    def build(self) -> None:
        self.add(plain_label(translate("Settings", "A native desktop home for coding agents.")))
        self.section(
            translate("Settings", "Diagnostics"),
            translate(
                "Settings",
                "Versions, places, states and the end of the log. Keys are taken out, but read it "
                "before you send it: names of files may be in it.",
            ),
        )
        self._text = QPlainTextEdit()
        self._text.setObjectName("diagnosticsText")
        self._text.setAccessibleName(translate("Settings", "Diagnostics"))
        self._text.setReadOnly(True)
        self._text.setTabChangesFocus(True)
        self._text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._text.setFont(mono_font(Size.SMALL))
        self._text.setMinimumHeight(300)
        self._text.setPlainText(translate("Settings", "Gathering…"))
        self.add(self._text, translate("Settings", "Diagnostics"), "version log support bug")
        self.add(
            buttons(
                text_button(
                    translate("Settings", "Copy"), self._copy, object_name="copyDiagnostics"
                )
            )
        )

    async def load(self) -> None:
        self._text.setPlainText(await self.host.engine.setup.diagnostics())

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text.toPlainText())
        self.host.said(translate("Settings", "Copied."))
