"""Permission requests and remembered approvals in the store."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from core.errors import NotFound
from core.events import RequestAnswered, RequestAsked
from core.permissions.models import Approval, Request
from core.sessions.access import Access
from core.sessions.database import Connection, Write, fetch_all, fetch_one
from core.sessions.records import read_all, read_one, snapshot, to_json


class Requests(Access):
    """Questions to a person and what they said for good."""

    async def save_request(self, request: Request) -> bool:
        """Store a request; tells when it is asked and when it is closed.

        The first answer counts: a request that is closed stays as it is, and the answer is False.
        """
        copied = snapshot(request)

        def work(connection: Connection) -> tuple[bool, str | None]:
            row = fetch_one(connection, "SELECT state FROM requests WHERE id = ?", (copied.id,))
            before: str | None = row[0] if row else None
            if before not in (None, "asked"):
                return False, before
            connection.execute(
                "INSERT INTO requests "
                "(id, session_id, root_session_id, call_id, state, created, data) "
                "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) "
                "ON CONFLICT (id) DO UPDATE SET state = ?5, data = ?7",
                (
                    copied.id,
                    copied.session_id,
                    copied.root_session_id,
                    copied.call_id,
                    copied.state,
                    copied.created,
                    to_json(copied),
                ),
            )
            return True, before

        def done(result: tuple[bool, str | None]) -> None:
            changed, before = result
            if changed and before is None:
                self.bus.publish(RequestAsked(copied.session_id, copied))
            if changed and copied.state != "asked":
                self.bus.publish(RequestAnswered(copied.session_id, copied))

        return (await self._commit(Write(work, done, expected=(True, None))))[0]

    async def get_request(self, request_id: str) -> Request:
        request = await self._read(
            lambda connection: read_one(
                connection, Request, "SELECT data FROM requests WHERE id = ?", (request_id,)
            )
        )
        if request is None:
            raise NotFound(f"There is no request {request_id}.", "Its session may be deleted.")
        return request

    async def requests(
        self,
        *,
        state: str | None = "asked",
        session_id: str | None = None,
        root_session_id: str | None = None,
    ) -> list[Request]:
        """Requests, oldest first; ``state`` None gives all."""
        conditions, bindings = ["1"], list[Any]()
        for column, value in (
            ("state", state),
            ("session_id", session_id),
            ("root_session_id", root_session_id),
        ):
            if value is not None:
                conditions.append(f"{column} = ?")
                bindings.append(value)
        return await self._read(
            lambda connection: read_all(
                connection,
                Request,
                f"SELECT data FROM requests WHERE {' AND '.join(conditions)} ORDER BY created, id",
                bindings,
            )
        )

    # -- approvals

    async def add_approval(self, approval: Approval) -> Approval:
        """Remember an "always"; the same one twice is one."""
        copied = snapshot(approval)

        def work(connection: Connection) -> Approval:
            same = read_one(
                connection,
                Approval,
                "SELECT data FROM approvals WHERE scope = ? AND scope_id = ? AND permission = ? "
                "AND pattern = ? AND revoked IS NULL",
                (copied.scope, copied.scope_id, copied.permission, copied.pattern),
            )
            if same is not None and copied.revoked is None:
                return same
            connection.execute(
                "INSERT INTO approvals "
                "(id, scope, scope_id, permission, pattern, created, revoked, data) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    copied.id,
                    copied.scope,
                    copied.scope_id,
                    copied.permission,
                    copied.pattern,
                    copied.created,
                    copied.revoked,
                    to_json(copied),
                ),
            )
            return copied

        return await self._commit(Write(work, expected=copied))

    async def approvals(
        self,
        scopes: Iterable[tuple[str, str]] | None = None,
        *,
        revoked: bool = False,
    ) -> list[Approval]:
        """Approvals of these (scope, id) pairs, or of all, oldest first; ``revoked`` adds those
        that no longer count."""
        wanted = None if scopes is None else set(scopes)
        condition = "" if revoked else "WHERE revoked IS NULL"

        def work(connection: Connection) -> list[Approval]:
            if wanted is None:
                sql = f"SELECT data, created, id FROM approvals {condition}"
                rows = fetch_all(connection, sql)
            else:
                sql = (
                    f"SELECT data, created, id FROM approvals {condition or 'WHERE 1'} "
                    "AND scope = ? AND scope_id = ?"
                )
                rows = [row for pair in wanted for row in fetch_all(connection, sql, pair)]
            rows.sort(key=lambda row: (row[1], row[2]))
            return [Approval.model_validate_json(row[0]) for row in rows]

        return await self._read(work)

    async def revoke_approval(self, approval_id: str) -> None:
        def work(connection: Connection) -> None:
            connection.execute(
                "UPDATE approvals SET revoked = ?1, data = json_set(data, '$.revoked', ?1) "
                "WHERE id = ?2 AND revoked IS NULL",
                (time.time(), approval_id),
            )

        await self._commit(Write(work))
