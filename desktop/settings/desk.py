"""Opens the settings, the agent editor and the usage, and keeps the window as they say."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.engine import Engine
from core.events import DefinitionsChanged, Event, ExtensionsLogged, TurnFinished
from desktop.aio import Scope
from desktop.i18n import translate
from desktop.i18n.engine import engine_text
from desktop.main_window import MainWindow
from desktop.notices import Said
from desktop.palette import Entry
from desktop.settings.looks import apply_preferences
from desktop.settings.preferences import Preferences

if TYPE_CHECKING:
    from desktop.agents.editor import AgentEditor
    from desktop.settings.dialog import SettingsDialog
    from desktop.usage.dialog import UsageDialog


class SettingsDesk:
    """Dialogs are made when they are first wanted and kept for the next time."""

    def __init__(
        self,
        engine: Engine,
        window: MainWindow,
        scope: Scope,
        folder: Callable[[], Path | None],
        new_session: Callable[..., Any],
        settled: Callable[[], object],
    ) -> None:
        """``settled`` is called when the person has closed the settings."""
        self._engine = engine
        self._window = window
        self._scope = scope
        self._folder = folder
        self._new_session = new_session
        self._settled = settled
        self.dialog: SettingsDialog | None = None
        self.editor: AgentEditor | None = None
        self.usage: UsageDialog | None = None
        self._watched: Path | None = None

    # Actions --------------------------------------------------------------------------------------

    def handle_actions(self) -> None:
        handle = self._window.actions_table.handle
        handle("settings.open", self.open)
        handle("agents.edit", self.open_agent)
        handle("usage.open", self.open_usage)
        handle("help.tour", self.show_tour)
        handle("view.larger", lambda: self._resize_text(1.1))
        handle("view.smaller", lambda: self._resize_text(1 / 1.1))
        handle("view.normal", lambda: self.prefer("text_size", 1.0))
        for name in ("light", "dark", "system"):
            handle(f"view.{name}", partial(self.prefer, "scheme", name))

    def prefer(self, name: str, value: Any) -> None:
        """Write one preference of the window; it is applied when the change comes back."""
        default = getattr(Preferences(), name)
        self._scope.start(
            self._engine.setup.change(
                ("desktop", name),
                None if value == default else value,
                translate("Settings", "Appearance"),
            )
        )

    def _resize_text(self, factor: float) -> None:
        self.prefer("text_size", round(self._window.layout_kept.text_size * factor, 2))

    def open(self, page: str = "", text: str = "") -> None:
        self._made().open_at(page, text)

    def _made(self) -> SettingsDialog:
        from desktop.settings.dialog import SettingsDialog

        if self.dialog is None:
            self.dialog = SettingsDialog(
                self._engine,
                self._where,
                self._window.actions_table,
                self.open_agent,
                self._window,
            )
            self.dialog.finished.connect(lambda _result: self._settled())
        return self.dialog

    def open_agent(self, name: str = "") -> None:
        from desktop.agents.editor import AgentEditor

        if self.editor is None:
            self.editor = AgentEditor(self._engine, self._where, self._window, self._new_session)
        self.editor.open_at(name)

    def open_usage(self) -> None:
        from desktop.usage.dialog import UsageDialog

        if self.usage is None:
            self.usage = UsageDialog(self._engine, self._window, self.open)
        self.usage.open_now()

    def show_tour(self) -> None:
        from desktop.firstrun.tour import Tour

        Tour(self._window).begin()

    # Following ------------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Look at the files once, say what is wrong, and follow them from now on."""
        own = await self._engine.setup.own()
        for fault in own.faults[:3]:
            self._window.notices.say(
                Said(
                    "error" if fault.serious else "warning",
                    f"{fault.place}: {engine_text(fault.sentence)}",
                    button=translate("Settings", "Open settings"),
                    act=self.open,
                )
            )
        overdue = await self._engine.setup.overdue()
        if overdue:
            self._window.notices.say(
                Said(
                    "info",
                    translate("Settings", "Sessions older than you want to keep: {count}.").format(
                        count=len(overdue.sessions)
                    ),
                    button=translate("Settings", "Show"),
                    act=partial(self.open, "data"),
                )
            )
        self.watch(self._folder())

    def watch(self, folder: Path | None) -> None:
        """Follow the files that count for a folder; the same one is followed on."""
        if folder != self._watched or not self._scope.running("follow files"):
            self._watched = folder
            self._scope.start(self._engine.setup.follow(folder), name="follow files")

    def follow(self, event: Event) -> None:
        if isinstance(event, DefinitionsChanged):
            if event.what == "settings":
                self._scope.start(self._apply(), name="preferences")
            for dialog in (self.dialog, self.editor):
                if dialog is not None and dialog.isVisible():
                    dialog.refresh()
        elif isinstance(event, ExtensionsLogged):
            if self.dialog is not None and self.dialog.isVisible():
                self.dialog.refresh_logs()
        elif isinstance(event, TurnFinished):
            self._scope.start(self._engine.setup.check_budget(), name="budget")
            if self.usage is not None and self.usage.isVisible():
                self.usage.refresh()

    async def _apply(self) -> None:
        own = await self._engine.setup.own()
        if not any(fault.serious for fault in own.faults):
            apply_preferences(self._window, Preferences.from_table(own.settings.desktop))

    async def close(self) -> None:
        for dialog in (self.dialog, self.editor, self.usage):
            if dialog is not None:
                await dialog.scope.close()
                dialog.close()

    # Palette --------------------------------------------------------------------------------------

    def palette_entries(self, agents: list[tuple[str, str]]) -> list[Entry]:
        """Pages and rows of the settings, and the agents."""
        dialog = self._made()
        kind = translate("Settings", "Setting")
        entries = [Entry(page.title, kind, partial(self.open, page.name)) for page in dialog.pages]
        entries += [
            Entry(
                found.text,
                f"{kind}: {found.page.title}",
                partial(self.open, found.page.name, found.text),
                found.words,
            )
            for found in dialog.entries()
        ]
        entries += [
            Entry(name, translate("Settings", "Agent"), partial(self.open_agent, name), description)
            for name, description in agents
        ]
        return entries

    def _where(self) -> Path:
        return self._folder() or Path.home()
