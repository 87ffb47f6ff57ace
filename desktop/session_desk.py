"""What a person does with sessions as a whole: make, find, rename, archive, delete, export."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtWidgets import QWidget

from core.engine import Engine
from core.sessions.models import Session
from desktop import dialogs
from desktop.chat.words import count
from desktop.sessions.panel import SessionsPanel
from desktop.sessions.tree import SessionTree, title_of

OpenSession = Callable[[str], Awaitable[None]]


class SessionDesk:
    def __init__(
        self,
        engine: Engine,
        tree: SessionTree,
        panel: SessionsPanel,
        window: QWidget,
        open_session: OpenSession,
        say: Callable[[str, str, str], None],
    ) -> None:
        self._engine = engine
        self._tree = tree
        self._panel = panel
        self._window = window
        self._open = open_session
        self._say = say

    async def go(self, session_id: str, step: str) -> None:
        """Open the parent, first child, next or previous sibling of a session."""
        found = self._tree.neighbour(session_id, step)
        if found is not None:
            await self._open(found)

    async def go_where_needed(self, session_id: str) -> None:
        found = self._tree.needing_attention(session_id)
        if found is not None:
            await self._open(found)
        else:
            self._say("info", "Nothing needs you at the moment.", "")

    async def rename(self, session: Session) -> None:
        title = await dialogs.ask_text(
            self._window, "Rename session", "Title of this session", title_of(session)
        )
        if title and title.strip():
            await self._engine.change_session(session.id, title=title.strip(), title_set=True)

    async def archive(self, session: Session) -> None:
        await self._engine.change_session(session.id, archived=time.time())
        self._say("info", f"“{title_of(session)}” is archived.", "Its messages are kept.")

    async def delete(self, session: Session) -> bool:
        """Ask, then stop and delete it with everything below it."""
        below = await self._engine.store.descendants(session.id)
        text = f"“{title_of(session)}” and all its messages will be gone for good."
        if below:
            text += f" So will {count(len(below), 'session')} below it."
        if self._engine.is_running(session.id):
            text += " It is working at the moment and will be stopped."
        answer = await dialogs.choose(
            self._window,
            "Delete this session?",
            text,
            [("delete", "Delete"), ("keep", "Keep it")],
            dangerous=True,
        )
        if answer == "delete":
            await self._engine.delete_session(session.id)
            return True
        return False

    async def export(self, session: Session) -> None:
        name = "".join(c if c.isalnum() or c in "-_ " else "-" for c in title_of(session))[:60]
        target = await dialogs.pick_new_file(
            self._window, "Export session", Path.home() / f"{name.strip()}.jsonl"
        )
        if target is None:
            return
        lines = [line async for line in self._engine.export_session(session.id)]
        text = "\n".join(line.rstrip("\n") for line in lines) + "\n"
        await asyncio.to_thread(target.write_text, text, "utf-8")
        self._say("info", f"The session was written to {target}.", "")

    async def search(self, text: str) -> None:
        if not text:
            self._panel.show_hits([])
            return
        hits = await self._engine.store.search(text, limit=50)
        if self._panel.filter.text().strip() == text:
            self._panel.show_hits(
                [(h.session_id, h.message_id or "", h.title or "Session", h.snippet) for h in hits]
            )
