"""Add any server that speaks OpenAI's format, by its address."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout

from core.engine import Setup
from core.errors import SpinneyError
from desktop.chat.label import plain_label, text_button
from desktop.firstrun.outcome import Outcome
from desktop.i18n import translate
from desktop.theme import SPACE, Size


class ServerForm(QFrame):
    """``done`` names the provider that was added and the model that was tried."""

    done = Signal(str, str)

    def __init__(self, setup: Setup, start: Callable[..., Any]) -> None:
        super().__init__()
        self.setObjectName("serverForm")
        self._setup = setup
        self._start = start
        self.address = QLineEdit()
        self.address.setObjectName("serverAddress")
        self.address.setAccessibleName(translate("FirstRun", "Address of the server"))
        self.address.setPlaceholderText("https://models.example.com/v1")
        self.address.returnPressed.connect(self.look)
        self.key = QLineEdit()
        self.key.setObjectName("serverKey")
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setAccessibleName(translate("FirstRun", "Key, if it needs one"))
        self.key.setPlaceholderText(translate("FirstRun", "Key, if it needs one"))
        self.model = QComboBox()
        self.model.setObjectName("serverModel")
        self.model.setEditable(True)
        self.model.setAccessibleName(translate("FirstRun", "Model"))
        self.model.lineEdit().setAccessibleName(translate("FirstRun", "Model"))
        self.model.lineEdit().setPlaceholderText(translate("FirstRun", "Name of the model"))
        self._look = text_button(
            translate("FirstRun", "Look for models"), self.look, object_name="serverLook"
        )
        self._use = text_button(
            translate("FirstRun", "Add and test"), self.use, object_name="serverUse"
        )
        self.outcome = Outcome()
        first, second = QHBoxLayout(), QHBoxLayout()
        for row in (first, second):
            row.setSpacing(SPACE)
        first.addWidget(self.address, 3)
        first.addWidget(self.key, 2)
        first.addWidget(self._look)
        second.addWidget(self.model, 1)
        second.addWidget(self._use)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE)
        column.addLayout(first)
        column.addLayout(second)
        column.addWidget(
            plain_label(
                translate(
                    "FirstRun",
                    "vLLM, LM Studio, LiteLLM, a company gateway: anything that speaks OpenAI's "
                    "format.",
                ),
                role="muted",
                size=Size.SMALL,
                wrap=True,
            )
        )
        column.addWidget(self.outcome)

    def look(self) -> None:
        self._start(self._guarded(self._find_models()), name="server")

    def use(self) -> None:
        self._start(self._guarded(self._add()), name="server")

    async def _guarded(self, work: Any) -> None:
        self._look.setEnabled(False)
        self._use.setEnabled(False)
        try:
            await work
        except SpinneyError as failure:
            self.outcome.say("bad", str(failure))
        finally:
            self._look.setEnabled(True)
            self._use.setEnabled(True)

    async def _find_models(self) -> None:
        self.outcome.say("busy", translate("FirstRun", "Asking the server for its models…"))
        found = await self._setup.server_models(self.address.text(), self.key.text())
        self.model.clear()
        self.model.addItems(list(found))
        self.outcome.say(
            "good" if found else "info",
            translate("FirstRun", "Models found: {count}. Choose one.").format(count=len(found)),
        )
        self.model.setFocus()

    async def _add(self) -> None:
        model = self.model.currentText().strip()
        if not model:
            self.outcome.say("bad", translate("FirstRun", "Choose or enter a model first."))
            return
        name = await self._setup.add_server(self.address.text(), [model])
        where = ""
        if self.key.text().strip():
            try:
                await self._setup.store_key(name, self.key.text())
                where = translate("FirstRun", "The key is in the system keyring.")
            except SpinneyError as failure:
                await self._setup.use_key_for_this_run(name, self.key.text())
                said = translate("FirstRun", "The key is used for this run only.")
                where = f"{failure.sentence} {said}"
            self.key.clear()
        ref = f"{name}/{model}"
        self.outcome.say("busy", translate("FirstRun", "Trying it with one call…"))
        probe = await self._setup.probe(ref)
        self.outcome.show_probe(probe, where)
        self.done.emit(name, ref if probe.answers else "")
