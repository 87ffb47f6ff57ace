"""Providers and their keys: where each key is, entering one, trying it, taking it away."""

from __future__ import annotations

from core.errors import SpinneyError
from core.setup.models import ProviderState
from desktop import dialogs
from desktop.chat.label import text_button
from desktop.firstrun.found import FoundList
from desktop.firstrun.key_form import KeyForm
from desktop.firstrun.outcome import Outcome
from desktop.firstrun.server_form import ServerForm
from desktop.i18n import translate
from desktop.i18n.engine import engine_text, engine_words
from desktop.settings.rows import Page, Table, buttons


class ProvidersPage(Page):
    name = "providers"
    icon = "key"

    def __init__(self, host: object) -> None:
        self.title = translate("Settings", "Providers and keys")
        super().__init__(host)  # type: ignore[arg-type]

    def build(self) -> None:
        setup = self.host.engine.setup
        self.section(
            translate("Settings", "In use"),
            translate(
                "Settings",
                "A key is looked for in the named environment variable, then in the system "
                "keyring. It is never written to a file.",
            ),
        )
        self._table = Table(
            translate("Settings", "Providers in use"),
            [
                translate("Settings", "Provider"),
                translate("Settings", "Address"),
                translate("Settings", "Key"),
            ],
            stretch=2,
        )
        self._table.setObjectName("providerTable")
        self._table.itemSelectionChanged.connect(self._select)
        self.add(self._table, translate("Settings", "Providers in use"))
        self._test = text_button(
            translate("Settings", "Test"), self._try, object_name="testProvider"
        )
        self._new = text_button(
            translate("Settings", "Enter another key"), self._again, object_name="changeKey"
        )
        self._delete = text_button(
            translate("Settings", "Delete the key…"), self._forget_key, object_name="deleteKey"
        )
        self._remove = text_button(
            translate("Settings", "Remove the provider…"),
            self._forget_provider,
            object_name="removeProvider",
        )
        self.add(buttons(self._test, self._new, self._delete, self._remove))
        self.outcome = Outcome()
        self.add(self.outcome)
        self.section(translate("Settings", "Found here"))
        self._found = FoundList(setup, self.host.start)
        self._found.used.connect(lambda _ref: self.host.start(self.load(), name="providers"))
        self.add(self._found)
        self._nothing = text_button(
            translate("Settings", "Look again"),
            lambda: self.host.start(self._look_again(), name="providers"),
            object_name="lookAgain",
        )
        self.add(buttons(self._nothing))
        self.section(translate("Settings", "Enter a key"))
        self.key_form = KeyForm(setup, self.host.start, setup.known_providers())
        self.key_form.done.connect(self._added)
        self.add(self.key_form, translate("Settings", "Enter a key"), "api key keyring token")
        self.section(translate("Settings", "Another server"))
        self.server_form = ServerForm(setup, self.host.start)
        self.server_form.done.connect(self._added)
        self.add(
            self.server_form,
            translate("Settings", "Another server"),
            "openai compatible address base_url vllm gateway",
        )
        self._select()

    async def load(self) -> None:
        setup = self.host.engine.setup
        self._found.show_found(await setup.look_around())
        states = [state for state in await setup.providers() if state.configured or state.key]
        rows = [(s.title, s.base_url or "", key_words(s)) for s in states]
        self._table.fill(rows, states, tips=[engine_words(s.problem, s.hint) for s in states])
        if not states:
            self._table.say(translate("Settings", "None yet: enter a key or an address below."))
        self._select()

    def _state(self) -> ProviderState | None:
        found = self._table.current()
        return found if isinstance(found, ProviderState) else None

    def _select(self) -> None:
        state = self._state()
        self._test.setEnabled(state is not None)
        self._new.setEnabled(state is not None and state.needs_key)
        self._delete.setEnabled(
            state is not None and bool(state.key) and not state.key.startswith("environment")
        )
        self._remove.setEnabled(state is not None and state.configured)

    def _added(self, _provider: str, ref: str) -> None:
        self.host.start(self._take(ref), name="providers")

    async def _take(self, ref: str) -> None:
        setup = self.host.engine.setup
        if ref and not (await setup.own()).settings.model:
            await setup.change(("model",), ref, translate("Settings", "Default model"))
        await self.load()

    def _try(self) -> None:
        self.host.start(self._tried(), name="test provider")

    async def _tried(self) -> None:
        state = self._state()
        if state is None:
            return
        setup = self.host.engine.setup
        self.outcome.say("busy", translate("FirstRun", "Trying it with one call…"))
        try:
            own = await setup.own()
            chosen = own.settings.model or ""
            ref = chosen if chosen.startswith(f"{state.name}/") else ""
            ref = ref or await setup.first_model(state.name)
            if not ref:
                self.outcome.say("info", translate("Settings", "It has no model to try yet."))
                return
            self.outcome.show_probe(await setup.probe(ref))
        except SpinneyError as failure:
            self.outcome.say("bad", str(failure))

    def _again(self) -> None:
        state = self._state()
        if state is not None:
            self.key_form.choose(state.name)
            self.ensureWidgetVisible(self.key_form)

    def _forget_key(self) -> None:
        self.host.start(self._delete_key(), name="delete key")

    async def _delete_key(self) -> None:
        state = self._state()
        if state is None:
            return
        answer = await dialogs.choose(
            self.window(),
            translate("Settings", "Delete the key of {name}?").format(name=state.title),
            translate(
                "Settings", "It is taken out of the system keyring and cannot be read again."
            ),
            [
                ("delete", translate("Settings", "Delete the key")),
                ("keep", translate("Settings", "Keep it")),
            ],
            dangerous=True,
        )
        if answer == "delete":
            await self.host.engine.setup.delete_key(state.name)
            self.host.said(translate("Settings", "The key is deleted."))
            await self.load()

    def _forget_provider(self) -> None:
        state = self._state()
        if state is not None:
            label = translate("Settings", "Provider {name}").format(name=state.title)
            self.host.change(("provider", state.name), None, label)

    async def _look_again(self) -> None:
        self.host.engine.setup.look_again()
        await self.load()


def key_words(state: ProviderState) -> str:
    """Where a key is, or why there is none."""
    if state.key == "system keyring":
        return translate("Settings", "In the system keyring")
    if state.key.startswith("environment variable "):
        name = state.key.removeprefix("environment variable ")
        return translate("Settings", "In the variable {name}").format(name=name)
    if state.key:
        return translate("Settings", "For this run only")
    if not state.needs_key:
        return translate("Settings", "Needs none")
    return engine_text(state.problem) or translate("Settings", "None")
