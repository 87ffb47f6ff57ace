"""What can be used without entering anything: keys in the environment, servers on this machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from core.engine import Setup
from core.errors import SpinneyError
from core.setup.models import Found, FoundKey, FoundServer
from desktop.chat.label import icon_label, plain_label, text_button
from desktop.firstrun.outcome import Outcome
from desktop.i18n import translate
from desktop.settings.rows import Choice
from desktop.theme import GAP, SPACE, Size


class FoundCard(QFrame):
    """One thing that was found, the model to use of it, and how trying it went."""

    used = Signal(str)

    def __init__(
        self, found: FoundKey | FoundServer, setup: Setup, start: Callable[..., Any]
    ) -> None:
        super().__init__()
        self.setObjectName(f"found_{found.provider}")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.AlternateBase)
        self._found = found
        self._setup = setup
        self._start = start
        if isinstance(found, FoundKey):
            symbol, told = (
                "key",
                translate("FirstRun", "Key found in {name}").format(name=found.variable),
            )
        else:
            symbol, told = (
                "hard-drives",
                translate("FirstRun", "Runs here, at {address}").format(address=found.base_url),
            )
        self.setAccessibleName(f"{found.title}: {told}")
        self.model = Choice(translate("FirstRun", "Model of {name}").format(name=found.title))
        self.model.offer([(name, name) for name in found.models])
        if isinstance(found, FoundKey) and found.model:
            self.model.show_value(found.model)
        self.model.setVisible(bool(found.models))
        self._use = text_button(
            translate("FirstRun", "Use this"),
            self.use,
            object_name=f"use_{found.provider}",
            primary=True,
        )
        self._use.setAccessibleName(translate("FirstRun", "Use {name}").format(name=found.title))
        self.outcome = Outcome()
        words = QVBoxLayout()
        words.setSpacing(GAP)
        words.addWidget(plain_label(found.title, bold=True))
        words.addWidget(plain_label(told, role="muted", size=Size.SMALL))
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        row.addWidget(icon_label(symbol, self, "accent", 20))
        row.addLayout(words, 1)
        row.addWidget(self.model)
        row.addWidget(self._use)
        column = QVBoxLayout(self)
        column.addLayout(row)
        column.addWidget(self.outcome)

    def use(self) -> None:
        self._start(self._try(), name=f"found {self._found.provider}")

    async def _try(self) -> None:
        found = self._found
        self._use.setEnabled(False)
        self.outcome.say("busy", translate("FirstRun", "Trying it with one call…"))
        try:
            model = self.model.currentData() or ""
            if not model:
                ref = await self._setup.first_model(found.provider)
                model = ref.partition("/")[2]
            ref = f"{found.provider}/{model}"
            server = found if isinstance(found, FoundServer) else None
            probe = await self._setup.probe(ref, server=server)
            if probe.answers and isinstance(found, FoundServer):
                await self._setup.use_found_server(found, model)
            elif probe.answers and isinstance(found, FoundKey):
                await self._setup.use_found_key(found, model)
            self.outcome.show_probe(probe)
            if probe.answers:
                self.used.emit(ref)
        except SpinneyError as failure:
            self.outcome.say("bad", str(failure))
        finally:
            self._use.setEnabled(True)


class FoundList(QWidget):
    """All that was found, as cards."""

    used = Signal(str)

    def __init__(self, setup: Setup, start: Callable[..., Any]) -> None:
        super().__init__()
        self._setup = setup
        self._start = start
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE)
        self.cards: list[FoundCard] = []

    def show_found(self, found: Found) -> None:
        for card in self.cards:
            card.hide()
            card.deleteLater()
        self.cards = [
            FoundCard(entry, self._setup, self._start) for entry in (*found.servers, *found.keys)
        ]
        for card in self.cards:
            card.used.connect(self.used)
            self._column.addWidget(card)
