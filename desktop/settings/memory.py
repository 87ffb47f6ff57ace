"""Memory: what each agent remembers, where it lies, and changing it."""

from __future__ import annotations

import time
from pathlib import Path

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QPlainTextEdit

from core.setup.models import MemoryPlace
from desktop import dialogs
from desktop.chat.label import plain_label, text_button
from desktop.i18n import translate
from desktop.permissions.visible import visible
from desktop.settings.data import size_words
from desktop.settings.rows import Page, Table, buttons
from desktop.theme import mono_font


class MemoryPage(Page):
    name = "memory"
    icon = "notebook"

    def __init__(self, host: object) -> None:
        self.title = translate("Settings", "Memory")
        self._places: dict[Path, MemoryPlace] = {}
        self._shown: tuple[Path, str] | None = None
        super().__init__(host)  # type: ignore[arg-type]

    def build(self) -> None:
        self.section(
            translate("Settings", "What agents remember"),
            translate(
                "Settings",
                'An agent with memory = "user", "project" or "local" gets the Markdown files of '
                "its folder with its prompt and may write there. Keys that Spinney knows are taken "
                "out.",
            ),
        )
        self._table = Table(
            translate("Settings", "Memories"),
            [
                translate("Settings", "Agent"),
                translate("Settings", "Holds for"),
                translate("Settings", "Files"),
                translate("Settings", "Folder"),
            ],
            stretch=3,
        )
        self._table.setObjectName("memoryTable")
        self._table.itemSelectionChanged.connect(self._select_place)
        self.add(self._table, translate("Settings", "Memories"), "remember notes agent folder")
        self._files = Table(
            translate("Settings", "Files of the memory"),
            [
                translate("Settings", "File"),
                translate("Settings", "Size"),
                translate("Settings", "Changed"),
            ],
        )
        self._files.setObjectName("memoryFiles")
        self._files.itemSelectionChanged.connect(
            lambda: self.host.start(self._open_file(), name="memory file")
        )
        self.add(self._files, translate("Settings", "Files of the memory"))
        self._heading = plain_label(bold=True)
        self.add(self._heading)
        self._text = QPlainTextEdit()
        self._text.setObjectName("memoryText")
        self._text.setAccessibleName(translate("Settings", "Text of the file"))
        self._text.setTabChangesFocus(True)
        self._text.setFont(mono_font())
        self._text.setFixedHeight(self._text.fontMetrics().height() * 14)
        self._text.textChanged.connect(self._edited)
        self.add(self._text)
        self._save = text_button(
            translate("Settings", "Save"),
            lambda: self.host.start(self._saved(), name="save memory"),
            object_name="saveMemory",
        )
        self._new = text_button(
            translate("Settings", "New file…"),
            lambda: self.host.start(self._made(), name="new memory"),
            object_name="newMemory",
        )
        self._delete = text_button(
            translate("Settings", "Delete…"),
            lambda: self.host.start(self._deleted(), name="delete memory"),
            object_name="deleteMemory",
        )
        self.add(buttons(self._save, self._new, self._delete))
        self._enable()

    async def load(self) -> None:
        places = await self.host.engine.plugged.memories(self.host.folder)
        self._places = {place.folder: place for place in places}
        with QSignalBlocker(self._table):
            self._table.fill(
                [
                    (
                        visible(place.agent),
                        scope_words(place),
                        str(len(place.files)),
                        visible(str(place.folder)),
                    )
                    for place in places
                ],
                list(self._places),
            )
            if not places:
                nobody = translate("Settings", "No agent has a memory yet.")
                self._table.say(nobody)
            elif self._place() is None:
                self._table.selectRow(0)
        self._select_place()
        await self._open_file()

    def _place(self) -> MemoryPlace | None:
        return self._places.get(self._table.current())

    def _select_place(self) -> None:
        place = self._place()
        files = place.files if place is not None else ()
        with QSignalBlocker(self._files):
            self._files.fill(
                [
                    (
                        visible(name),
                        size_words(size),
                        time.strftime("%Y-%m-%d %H:%M", time.localtime(changed)),
                    )
                    for name, size, changed in files
                ],
                [name for name, _size, _changed in files],
                shown=6,
            )
            if not files:
                self._files.say(translate("Settings", "No files yet."))
            elif not isinstance(self._files.current(), str):
                self._files.selectRow(0)
        self._enable()
        self.host.start(self._open_file(), name="memory file")

    async def _open_file(self) -> None:
        """Show the chosen file; what the person is writing is never put aside without a word."""
        place, name = self._place(), self._files.current()
        wanted = (place.folder, name) if place is not None and isinstance(name, str) else None
        if self._text.document().isModified():
            if wanted == self._shown:
                return
            answer = await dialogs.choose(
                self.window(),
                translate("Settings", "Save what you wrote?"),
                visible(self._shown[1]) if self._shown is not None else "",
                [
                    ("discard", translate("Settings", "Discard")),
                    ("save", translate("Settings", "Save")),
                ],
            )
            if answer != "discard":
                await self._write()
        text = ""
        if place is not None and wanted is not None:
            text = await self.host.engine.plugged.read_memory(place, wanted[1])
        if text != self._text.toPlainText() or wanted != self._shown:
            with QSignalBlocker(self._text):
                self._text.setPlainText(text)
        self._shown = wanted
        self._text.document().setModified(False)
        self._heading.setText(visible(wanted[1]) if wanted is not None else "")
        self._enable()

    def _edited(self) -> None:
        self._enable()

    def _enable(self) -> None:
        self._text.setEnabled(self._shown is not None)
        self._save.setEnabled(self._shown is not None and self._text.document().isModified())
        self._new.setEnabled(self._place() is not None)
        self._delete.setEnabled(self._shown is not None)

    async def _saved(self) -> None:
        await self._write()
        await self.load()

    async def _write(self) -> None:
        place = self._places.get(self._shown[0]) if self._shown is not None else None
        if self._shown is None or place is None:
            return
        text = self._text.toPlainText()
        self._text.document().setModified(False)
        kept = await self.host.engine.plugged.write_memory(
            self.host.folder, place, self._shown[1], text
        )
        if kept != text:
            with QSignalBlocker(self._text):
                self._text.setPlainText(kept)
            self.host.said(translate("Settings", "Saved, without the keys that were in it."))
        else:
            self.host.said(translate("Settings", "Saved: {name}.").format(name=self._shown[1]))

    async def _made(self) -> None:
        place = self._place()
        if place is None:
            return
        name = await dialogs.ask_text(
            self.window(),
            translate("Settings", "New file"),
            translate("Settings", "Its name"),
            "MEMORY.md" if not place.files else "notes.md",
        )
        if not name or any(name == known for known, _size, _time in place.files):
            return
        await self.host.engine.plugged.write_memory(self.host.folder, place, name, "")
        await self.load()
        for at in range(self._files.rowCount()):
            item = self._files.item(at, 0)
            if item is not None and item.text() == name:
                self._files.selectRow(at)
        self._text.setFocus()

    async def _deleted(self) -> None:
        place = self._places.get(self._shown[0]) if self._shown is not None else None
        if self._shown is None or place is None:
            return
        answer = await dialogs.choose(
            self.window(),
            translate("Settings", "Delete {name}?").format(name=visible(self._shown[1])),
            translate(
                "Settings", "The agent no longer remembers it, and it cannot be brought back."
            ),
            [
                ("delete", translate("Settings", "Delete")),
                ("keep", translate("Settings", "Keep it")),
            ],
            dangerous=True,
        )
        if answer == "delete":
            self._text.document().setModified(False)
            await self.host.engine.plugged.delete_memory(place, self._shown[1])
            await self.load()


def scope_words(place: MemoryPlace) -> str:
    words = {
        "user": translate("Settings", "You, everywhere"),
        "project": translate("Settings", "Everybody in this project"),
        "local": translate("Settings", "You, in this project"),
    }.get(place.scope, place.scope)
    if place.in_use:
        return words
    return translate("Settings", "{scope} (not in use)").format(scope=words)
