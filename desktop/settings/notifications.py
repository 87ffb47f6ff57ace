"""How a person who is not looking is told."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from desktop.chat.label import plain_label, text_button
from desktop.i18n import translate
from desktop.settings.rows import Page, buttons


class NotificationsPage(Page):
    name = "notifications"
    icon = "bell"

    def __init__(self, host: object) -> None:
        self.title = translate("Settings", "Notifications and sounds")
        super().__init__(host)  # type: ignore[arg-type]

    def build(self) -> None:
        self.switch(
            translate("Settings", "Notifications"),
            ("desktop", "notifications"),
            translate(
                "Settings",
                "When a request waits for you, a turn ends or a background task is done, and this "
                "window is not in front. Several within a moment become one.",
            ),
            default=True,
        )
        self.switch(
            translate("Settings", "Sound"),
            ("desktop", "sounds"),
            translate("Settings", "The system's own sound with each notification."),
        )
        self.add(
            buttons(
                text_button(
                    translate("Settings", "Try the sound"), QApplication.beep, object_name="tryBeep"
                )
            )
        )
        if not QSystemTrayIcon.isSystemTrayAvailable():
            self.add(
                plain_label(
                    translate(
                        "Settings",
                        "This desktop has no place for notifications that Spinney can use; the "
                        "window asks for attention in the task bar instead.",
                    ),
                    role="muted",
                    wrap=True,
                )
            )
