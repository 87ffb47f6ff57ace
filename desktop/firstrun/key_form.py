"""Enter a provider's key: stored in the system keyring, tried with one call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from core.engine import Setup
from core.errors import SpinneyError
from core.setup.models import ProviderState
from desktop import dialogs
from desktop.chat.label import plain_label, text_button
from desktop.firstrun.outcome import Outcome
from desktop.i18n import translate
from desktop.settings.rows import Choice
from desktop.theme import SPACE, Size
from desktop.theme.icons import icon

Start = Callable[..., Any]


class KeyForm(QFrame):
    """``done`` names the provider and the model that was tried ("" when none was).

    Whatever the keyring does, the form goes on: it then offers the other two ways.
    """

    done = Signal(str, str)

    def __init__(self, setup: Setup, start: Start, providers: Sequence[ProviderState]) -> None:
        super().__init__()
        self.setObjectName("keyForm")
        self._setup = setup
        self._start = start
        self._variables = {state.name: state.variable or "" for state in providers}
        self.provider = Choice(translate("FirstRun", "Provider"))
        self.provider.setObjectName("keyProvider")
        self.provider.offer([(state.name, state.title) for state in providers])
        self.provider.currentIndexChanged.connect(lambda _index: self._cleared())
        self.key = QLineEdit()
        self.key.setObjectName("keyField")
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setAccessibleName(translate("FirstRun", "Key"))
        self.key.setPlaceholderText(translate("FirstRun", "Paste the key here"))
        self.key.returnPressed.connect(self.save)
        self._eye = QAction(icon("eye"), translate("FirstRun", "Show the key"), self.key)
        self._eye.setCheckable(True)
        self._eye.toggled.connect(self._show_key)
        self.key.addAction(self._eye, QLineEdit.ActionPosition.TrailingPosition)
        self._save = text_button(
            translate("FirstRun", "Save and test"), self.save, object_name="saveKeyButton"
        )
        self.outcome = Outcome()
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        row.addWidget(self.provider)
        row.addWidget(self.key, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE)
        column.addLayout(row)
        told = plain_label(
            translate(
                "FirstRun",
                "The key goes into the system keyring, never into a file. One small call shows "
                "whether it works.",
            ),
            role="muted",
            size=Size.SMALL,
            wrap=True,
        )
        below = QHBoxLayout()
        below.addWidget(told, 1)
        below.addWidget(self._save)
        column.addLayout(below)
        column.addWidget(self.outcome)
        self._otherwise = self._other_ways()
        column.addWidget(self._otherwise)
        self._otherwise.hide()

    def choose(self, provider: str) -> None:
        self.provider.show_value(provider)
        self.key.setFocus()

    def save(self) -> None:
        self._run(self._store())

    def _other_ways(self) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        for text, act, name in (
            (translate("FirstRun", "Use it for this run only"), self._this_run, "thisRunButton"),
            (
                translate("FirstRun", "Use an environment variable…"),
                self._variable,
                "variableButton",
            ),
            (translate("FirstRun", "Try the keyring again"), self._store, "keyringAgainButton"),
        ):
            row.addWidget(text_button(text, lambda a=act: self._run(a()), object_name=name))
        row.addStretch(1)
        return holder

    def _run(self, work: Any) -> None:
        self._start(self._guarded(work), name="key")

    async def _guarded(self, work: Any) -> None:
        self._save.setEnabled(False)
        try:
            await work
        except SpinneyError as failure:
            self.outcome.say("bad", str(failure))
        finally:
            self._save.setEnabled(True)

    async def _store(self) -> None:
        provider, value = self.provider.currentData(), self.key.text().strip()
        if not value:
            self.outcome.say("bad", translate("FirstRun", "Enter the key first."))
            self.key.setFocus()
            return
        self._otherwise.hide()
        self.outcome.say("busy", translate("FirstRun", "Storing the key…"))
        try:
            await self._setup.store_key(provider, value)
        except SpinneyError as failure:
            self.outcome.say("warning", str(failure))
            self._otherwise.show()
            return
        self.key.clear()
        await self._test(provider, translate("FirstRun", "The key is in the system keyring."))

    async def _this_run(self) -> None:
        provider = self.provider.currentData()
        await self._setup.use_key_for_this_run(provider, self.key.text())
        self.key.clear()
        self._otherwise.hide()
        await self._test(
            provider,
            translate("FirstRun", "The key is kept in memory and gone when Spinney ends."),
        )

    async def _variable(self) -> None:
        provider = self.provider.currentData()
        name = await dialogs.ask_text(
            self.window(),
            translate("FirstRun", "Environment variable"),
            translate("FirstRun", "Name of the variable that holds the key"),
            self._variables.get(provider, ""),
        )
        if name is None:
            return
        await self._setup.use_variable(provider, name)
        self._otherwise.hide()
        self.key.clear()
        [state] = await self._setup.providers([provider])
        if state.key:
            await self._test(provider, "")
        else:
            self.outcome.say(
                "info",
                translate(
                    "FirstRun",
                    "Set {name} before you start Spinney the next time; it is not set now.",
                ).format(name=name.strip()),
            )

    async def _test(self, provider: str, where: str) -> None:
        busy = translate("FirstRun", "Trying it with one call…")
        self.outcome.say("busy", f"{where} {busy}".strip())
        ref = await self._setup.first_model(provider)
        if not ref:
            said = translate("FirstRun", "Choose a model in the settings to try it.")
            self.outcome.say("info", f"{where} {said}".strip())
            self.done.emit(provider, "")
            return
        probe = await self._setup.probe(ref)
        self.outcome.show_probe(probe, where)
        if not probe.answers:
            self.outcome.say("bad", f"{where} {probe.sentence} {probe.hint}".strip())
        self.done.emit(provider, ref if probe.answers else "")

    def _show_key(self, shown: bool) -> None:
        mode = QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password
        self.key.setEchoMode(mode)

    def _cleared(self) -> None:
        self.outcome.clear()
        self._otherwise.hide()
