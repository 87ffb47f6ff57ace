"""Sessions form trees of any depth: who is below whom, and what a whole subtree used."""

from __future__ import annotations

from core.llm.types import Usage
from core.sessions.database import Connection, fetch_one
from core.sessions.models import Session
from core.sessions.records import read_all

_BELOW = """
WITH RECURSIVE below (id, level) AS (
    SELECT ?1, 0
    UNION ALL
    SELECT sessions.id, level + 1 FROM sessions JOIN below ON sessions.parent_id = below.id
)
"""

_ABOVE = """
WITH RECURSIVE above (id, parent_id, level) AS (
    SELECT id, parent_id, 0 FROM sessions WHERE id = ?1
    UNION ALL
    SELECT sessions.id, sessions.parent_id, level + 1
    FROM sessions JOIN above ON sessions.id = above.parent_id
)
"""


def children(connection: Connection, session_id: str) -> list[Session]:
    return read_all(
        connection,
        Session,
        "SELECT data FROM sessions WHERE parent_id = ? ORDER BY seq",
        (session_id,),
    )


def descendants(connection: Connection, session_id: str, *, itself: bool = False) -> list[Session]:
    """Everything below, parents before their children."""
    return read_all(
        connection,
        Session,
        _BELOW + "SELECT data FROM below JOIN sessions USING (id) WHERE level >= ?2 "
        "ORDER BY level, seq",
        (session_id, 0 if itself else 1),
    )


def ancestors(connection: Connection, session_id: str) -> list[Session]:
    """From the root down to the parent."""
    return read_all(
        connection,
        Session,
        _ABOVE + "SELECT data FROM above JOIN sessions USING (id) WHERE level > 0 "
        "ORDER BY level DESC",
        (session_id,),
    )


def agent_path(connection: Connection, session_id: str) -> list[str]:
    rows = connection.execute(
        _ABOVE + "SELECT json_extract(data, '$.agent') FROM above JOIN sessions USING (id) "
        "ORDER BY level DESC",
        (session_id,),
    )
    return [str(row[0]) for row in rows]


def usage(connection: Connection, session_id: str) -> tuple[Usage, float]:
    """Tokens and cost of a session with everything below it."""
    names = tuple(Usage.model_fields)
    sums = ", ".join(f"COALESCE(SUM(json_extract(data, '$.usage.{name}')), 0)" for name in names)
    row = fetch_one(
        connection,
        _BELOW + f"SELECT {sums}, COALESCE(SUM(json_extract(data, '$.cost')), 0.0) "
        "FROM below JOIN sessions USING (id)",
        (session_id,),
    )
    assert row is not None
    tokens = {name: int(value) for name, value in zip(names, row[:-1], strict=True)}
    return Usage(**tokens), float(row[-1])


def delete(connection: Connection, session_id: str) -> None:
    """Delete a session and all below it, with everything that belongs to them."""
    connection.execute(
        _BELOW + "DELETE FROM tasks WHERE session_id IN (SELECT id FROM below)", (session_id,)
    )
    connection.execute(
        _BELOW + "DELETE FROM approvals WHERE scope = 'session' "
        "AND scope_id IN (SELECT id FROM below)",
        (session_id,),
    )
    connection.execute("DELETE FROM sessions WHERE id = ?", (session_id,))
