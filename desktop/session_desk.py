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
from desktop.i18n import translate
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
        offer: Callable[[str, str, Callable[[], Awaitable[None]]], None],
    ) -> None:
        self._engine = engine
        self._tree = tree
        self._panel = panel
        self._window = window
        self._open = open_session
        self._say = say
        self._offer = offer

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
            self._say("info", translate("Sessions", "Nothing needs you at the moment."), "")

    async def rename(self, session: Session) -> None:
        title = await dialogs.ask_text(
            self._window,
            translate("Sessions", "Rename session"),
            translate("Sessions", "Title of this session"),
            title_of(session),
        )
        if title and title.strip():
            await self._engine.change_session(session.id, title=title.strip(), title_set=True)

    async def archive(self, session: Session) -> None:
        """Take it off the list, show the one beside it, and offer the way back."""
        node = self._tree.nodes.get(session.id)
        if node is not None and (node.sums.get("working") or node.sums.get("waiting")):
            self._say(
                "warning",
                translate("Sessions", "“{title}” is still at work.").format(title=node.title),
                translate("Sessions", "Stop it first, or archive it when it is done."),
            )
            return
        beside = self._tree.neighbour(session.id, "next") or self._tree.neighbour(
            session.id, "previous"
        )
        await self._engine.change_session(session.id, archived=time.time())
        if beside is not None and not self._tree.shows_archived:
            await self._open(beside)
        self._offer(
            translate("Sessions", "“{title}” is archived. Its messages are kept.").format(
                title=title_of(session)
            ),
            translate("Sessions", "Undo"),
            lambda: self.restore(session),
        )

    async def restore(self, session: Session) -> None:
        fresh = await self._engine.change_session(session.id, archived=None)
        for back in [fresh, *await self._engine.store.descendants(session.id)]:
            self._tree.put_session(back)
        await self._open(session.id)

    async def show_archived(self, shown: bool) -> None:
        """Whether archived sessions are listed among the others."""
        self._tree.shows_archived = shown
        store = self._engine.store
        sessions = await store.list_sessions(archived=None if shown else False)
        self._tree.load(await store.projects(), sessions)

    async def delete(self, session: Session) -> bool:
        """Ask, then stop and delete it with everything below it."""
        below = await self._engine.store.descendants(session.id)
        text = translate("Sessions", "“{}” and all its messages will be gone for good.").format(
            title_of(session)
        )
        if below:
            text += count(
                len(below),
                translate("Sessions", " So will {} session below it."),
                translate("Sessions", " So will {} sessions below it."),
            )
        if self._engine.is_running(session.id):
            text += translate("Sessions", " It is working at the moment and will be stopped.")
        answer = await dialogs.choose(
            self._window,
            translate("Sessions", "Delete this session?"),
            text,
            [
                ("delete", translate("Sessions", "Delete")),
                ("keep", translate("Sessions", "Keep it")),
            ],
            dangerous=True,
        )
        if answer == "delete":
            await self._engine.delete_session(session.id)
            return True
        return False

    async def export(self, session: Session) -> None:
        name = "".join(c if c.isalnum() or c in "-_ " else "-" for c in title_of(session))[:60]
        target = await dialogs.pick_new_file(
            self._window,
            translate("Sessions", "Export session"),
            Path.home() / f"{name.strip(' -') or 'session'}.jsonl",
        )
        if target is None:
            return
        lines = [line async for line in self._engine.export_session(session.id)]
        text = "\n".join(line.rstrip("\n") for line in lines) + "\n"
        await asyncio.to_thread(target.write_text, text, "utf-8")
        self._say(
            "info", translate("Sessions", "The session was written to {}.").format(target), ""
        )

    async def search(self, text: str) -> None:
        if not text:
            self._panel.show_hits([])
            return
        hits = await self._engine.store.search(text, limit=50)
        if self._panel.filter.text().strip() == text:
            self._panel.show_hits(
                [
                    (
                        h.session_id,
                        h.message_id or "",
                        h.title or translate("Sessions", "Session"),
                        h.snippet,
                    )
                    for h in hits
                ]
            )
