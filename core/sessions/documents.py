"""Small things without a table of their own: todo lists and named JSON documents."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from core.sessions.access import Access
from core.sessions.database import Connection, Write, fetch_all, fetch_one
from core.sessions.records import json_text


class Documents(Access):
    """Values that are read and written as a whole."""

    async def todos(self, session_id: str) -> list[dict[str, Any]]:
        row = await self._read(
            lambda connection: fetch_one(
                connection, "SELECT data FROM todos WHERE session_id = ?", (session_id,)
            )
        )
        items: list[dict[str, Any]] = json.loads(row[0]) if row else []
        return items

    async def save_todos(self, session_id: str, items: list[dict[str, Any]]) -> None:
        data = json_text(items)

        def work(connection: Connection) -> None:
            connection.execute(
                "INSERT INTO todos (session_id, data) VALUES (?1, ?2) "
                "ON CONFLICT (session_id) DO UPDATE SET data = ?2",
                (session_id, data),
            )

        await self._commit(Write(work))

    async def get_value(self, key: str) -> Any:
        """The document of that name; None when there is none."""
        row = await self._read(
            lambda connection: fetch_one(
                connection, "SELECT data FROM documents WHERE key = ?", (key,)
            )
        )
        return json.loads(row[0]) if row else None

    async def set_value(self, key: str, value: Any) -> None:
        """Store a document; None removes it."""
        data = None if value is None else json_text(value)

        def work(connection: Connection) -> None:
            if data is None:
                connection.execute("DELETE FROM documents WHERE key = ?", (key,))
            else:
                connection.execute(
                    "INSERT INTO documents (key, data) VALUES (?1, ?2) "
                    "ON CONFLICT (key) DO UPDATE SET data = ?2",
                    (key, data),
                )

        await self._commit(Write(work))

    async def edit_value(self, key: str, edit: Callable[[Any], Any]) -> Any:
        """Replace a document by what ``edit`` makes of it, with nobody else's change in between;
        returns the new one. ``edit`` runs on the writing thread and may raise to change nothing."""

        def work(connection: Connection) -> Any:
            row = fetch_one(connection, "SELECT data FROM documents WHERE key = ?", (key,))
            value = edit(json.loads(row[0]) if row else None)
            connection.execute(
                "INSERT INTO documents (key, data) VALUES (?1, ?2) "
                "ON CONFLICT (key) DO UPDATE SET data = ?2",
                (key, json_text(value)),
            )
            return value

        return await self._commit(Write(work))

    async def values(self, prefix: str) -> dict[str, Any]:
        """All documents whose name begins so, by name."""
        rows = await self._read(
            lambda connection: fetch_all(
                connection,
                "SELECT key, data FROM documents WHERE substr(key, 1, ?) = ? ORDER BY key",
                (len(prefix), prefix),
            )
        )
        return {str(key): json.loads(data) for key, data in rows}
