"""Colours, fonts and sizes; everything but the density is seen at once."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFontComboBox

from desktop.i18n import translate
from desktop.settings.rows import Key, Page
from desktop.theme.code import THEMES


class AppearancePage(Page):
    name = "appearance"
    icon = "palette"

    def __init__(self, host: object) -> None:
        self.title = translate("Settings", "Appearance")
        super().__init__(host)  # type: ignore[arg-type]

    def build(self) -> None:
        self.section(translate("Settings", "Colours"))
        self.choice(
            translate("Settings", "Light or dark"),
            ("desktop", "scheme"),
            [
                ("system", translate("Settings", "As the system")),
                ("light", translate("Settings", "Light")),
                ("dark", translate("Settings", "Dark")),
            ],
        )
        self.choice(
            translate("Settings", "Colours of code"),
            ("desktop", "code_theme"),
            [*THEMES, ("plain", translate("Settings", "Black and white"))],
            translate("Settings", "Made darker or lighter where it would be hard to read."),
        )
        self.section(translate("Settings", "Text"))
        self.number(
            translate("Settings", "Size of text"),
            ("desktop", "text_size"),
            translate("Settings", "1 is the system's size, 2 twice as large."),
            least=0.7,
            most=2.5,
            decimals=2,
            step=0.1,
        )
        self._font(
            translate("Settings", "Font"),
            ("desktop", "font"),
            QFontComboBox.FontFilter.ScalableFonts,
        )
        self._font(
            translate("Settings", "Font of code"),
            ("desktop", "code_font"),
            QFontComboBox.FontFilter.MonospacedFonts,
        )
        self.section(translate("Settings", "Space"))
        self.choice(
            translate("Settings", "Density"),
            ("desktop", "density"),
            [
                ("compact", translate("Settings", "Compact")),
                ("normal", translate("Settings", "Normal")),
                ("roomy", translate("Settings", "Roomy")),
            ],
            translate("Settings", "Takes effect when Spinney starts the next time."),
        )

    def _font(self, label: str, key: Key, which: QFontComboBox.FontFilter) -> None:
        control = QFontComboBox()
        control.setFontFilters(which)
        control.setEditable(False)
        control.setMinimumWidth(240)
        control.setAccessibleName(label)
        control.wheelEvent = lambda event: event.ignore()  # type: ignore[method-assign]
        control.activated.connect(
            lambda _index: self.host.change(key, control.currentFont().family(), label)
        )

        def show(value: Any) -> None:
            with QSignalBlocker(control):
                control.setCurrentFont(QFont(value) if value else self.font())

        self._bind(label, key, control, "", show)
