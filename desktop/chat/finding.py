"""Finds text in a session of any length, reading it page by page."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication

from desktop.chat.find_bar import FindBar
from desktop.chat.transcript import Transcript
from desktop.chat.transcript_model import Source, message_text

_PAGE = 200


class Finder:
    """Joins the find bar to the transcript: which messages have the text, and which is shown."""

    def __init__(self, source: Source, transcript: Transcript, bar: FindBar) -> None:
        self._source = source
        self._transcript = transcript
        self._bar = bar
        self._found: list[str] = []
        self._at = -1

    async def find(self, needle: str) -> None:
        self._found, self._at = [], -1
        self._transcript.set_needle(needle)
        self._bar.show_found(0, 0)
        wanted, session_id = needle.strip().lower(), self._transcript.model.session_id
        if not wanted or not session_id:
            return
        after: str | None = None
        while True:
            page = await self._source.messages(session_id, after=after, limit=_PAGE)
            if self._transcript.model.session_id != session_id:
                return
            self._found += [b.info.id for b in page if wanted in message_text(b).lower()]
            if len(page) < _PAGE:
                break
            after = page[-1].info.id
            self._bar.show_found(0, len(self._found))
        self._at = len(self._found)
        self.step(-1)

    def step(self, by: int) -> None:
        if not self._found:
            self._bar.show_found(0, 0)
            return
        self._at = (self._at + by) % len(self._found)
        self._bar.show_found(self._at + 1, len(self._found))
        row = self._transcript.model.row_of(self._found[self._at])
        if row is not None:
            self._transcript.go_to_row(row)

    async def copy_selection(self) -> None:
        """Copy a selection that reaches over messages which are not held."""
        rows = self._transcript.selected_rows()
        if rows is None:
            return
        model = self._transcript.model
        session_id, read = model.session_id, {}
        after = model.message_id(rows[0] - 1) if rows[0] else None
        last = model.message_id(rows[1])
        while page := await self._source.messages(session_id, after=after, limit=_PAGE):
            read.update({body.info.id: body for body in page})
            after = page[-1].info.id
            if last in read or model.session_id != session_id:
                break
        if text := self._transcript.selected_text(read):
            QGuiApplication.clipboard().setText(text)

    def clear(self) -> None:
        self._found, self._at = [], -1
        self._transcript.set_needle("")
