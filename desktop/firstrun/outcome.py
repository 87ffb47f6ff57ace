"""One line that says how something went, where the person is looking."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from core.setup.models import Probe
from desktop.chat.label import plain_label, tint
from desktop.i18n import translate
from desktop.i18n.engine import engine_text
from desktop.theme import SPACE
from desktop.theme.tinting import set_icon

_LOOK = {
    "busy": ("hourglass", "muted"),
    "info": ("info", "muted"),
    "good": ("check-circle", "good"),
    "warning": ("warning", "warning"),
    "bad": ("x-circle", "bad"),
}


class Outcome(QWidget):
    """Hidden until there is something to say; a screen reader hears it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("outcome")
        self.kind = ""
        self._icon = QLabel()
        self._icon.setFixedSize(18, 18)
        self._label = plain_label(wrap=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE)
        row.addWidget(self._icon)
        row.addWidget(self._label, 1)
        self.hide()

    @property
    def text(self) -> str:
        return self._label.text()

    def say(self, kind: str, text: str) -> None:
        name, role = _LOOK[kind]
        text = engine_text(text)
        self.kind = kind
        set_icon(self._icon, name, role)
        tint(self._label, "text" if kind in ("busy", "info") else role)
        self._label.setText(text)
        self.setAccessibleName(text)
        self.show()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def clear(self) -> None:
        self.kind = ""
        self._label.clear()
        self.hide()

    def show_probe(self, probe: Probe, after: str = "") -> None:
        """Say what one call to the model showed."""
        if probe.answers and probe.tools:
            said = translate(
                "FirstRun", "{model} answered in {seconds} s and can call tools."
            ).format(model=probe.ref, seconds=f"{probe.seconds:.1f}")
            self.say("good", f"{said} {after}".strip())
        elif probe.answers:
            said = translate(
                "FirstRun",
                "{model} answers, but did not call a tool when it was asked to. It can talk, but an "
                "agent needs tools to work.",
            ).format(model=probe.ref)
            self.say("warning", f"{said} {after}".strip())
        else:
            self.say("bad", f"{probe.sentence} {probe.hint}".strip())
