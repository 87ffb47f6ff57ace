"""The todo list of a session, kept in the store."""

from __future__ import annotations

from typing import Any

from core.sessions.store import Store


class StoredTodos:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def read(self, session_id: str) -> list[dict[str, Any]]:
        return await self.store.todos(session_id)

    async def write(self, session_id: str, items: list[dict[str, Any]]) -> None:
        await self.store.save_todos(session_id, items)
