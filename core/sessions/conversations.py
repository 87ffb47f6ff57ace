"""Projects and sessions in the store, and the runs that are going on in them."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.errors import NotFound
from core.events import RequestAnswered, SessionCreated, SessionDeleted, SessionUpdated
from core.ids import new_id
from core.llm.types import Usage
from core.permissions.models import Request
from core.sessions import tree
from core.sessions.access import Access
from core.sessions.database import Connection, Write, fetch_all
from core.sessions.models import Project, Session
from core.sessions.records import read_all, read_one, snapshot, to_json
from core.sessions.search import index_title

PROJECT = "SELECT data FROM projects WHERE id = ?"


class ProjectsAndSessions(Access):
    """Folders a person opened, the conversations in them, and their trees."""

    # -- projects

    async def project_for(self, directory: Path) -> Project:
        """The project of a folder, made on first sight and touched on every other."""

        def work(connection: Connection) -> Project:
            real = os.path.normcase(os.path.realpath(directory))
            digest = hashlib.sha256(real.encode("utf-8", "surrogateescape")).hexdigest()
            project_id = f"prj_{digest[:20]}"
            project = read_one(connection, Project, PROJECT, (project_id,))
            if project is None:
                project = Project(id=project_id, directory=real, name=Path(real).name or real)
            else:
                project.opened = time.time()
            connection.execute(
                "INSERT INTO projects (id, opened, data) VALUES (?1, ?2, ?3) "
                "ON CONFLICT (id) DO UPDATE SET opened = ?2, data = ?3",
                (project.id, project.opened, to_json(project)),
            )
            return project

        return await self._commit(Write(work))

    async def projects(self) -> list[Project]:
        """All projects, the one opened last first."""
        return await self._read(
            lambda connection: read_all(
                connection, Project, "SELECT data FROM projects ORDER BY opened DESC"
            )
        )

    async def get_project(self, project_id: str) -> Project:
        project = await self._read(
            lambda connection: read_one(connection, Project, PROJECT, (project_id,))
        )
        if project is None:
            raise NotFound(f"There is no project {project_id}.", "Open its folder first.")
        return project

    # -- sessions

    async def create_session(self, session: Session) -> Session:
        """Store a new session; its root and depth follow from its parent."""
        copied = snapshot(session)

        def work(connection: Connection) -> Session:
            stored = copied.model_copy()
            insert_session(connection, stored)
            return stored

        def done(stored: Session) -> None:
            session.root_id, session.depth = stored.root_id, stored.depth
            self.bus.publish(SessionCreated(stored.id, stored))

        await self._commit(Write(work, done))
        return session

    async def update_session(self, session: Session, *, touch: bool = True) -> None:
        """Store the session as it is; ``touch`` moves its ``updated`` time to now."""
        if touch:
            session.updated = time.time()
        copied = snapshot(session)

        def work(connection: Connection) -> None:
            write_session(connection, copied)

        await self._commit(
            Write(work, lambda _: self.bus.publish(SessionUpdated(copied.id, copied)))
        )

    async def edit_session(
        self, session_id: str, edit: Callable[[Session], None], *, touch: bool = True
    ) -> Session:
        """Change some fields of what is stored now; nobody else's change in between is lost.

        ``edit`` runs on the writing thread and must only set fields.
        """

        def work(connection: Connection) -> Session:
            session = read_session(connection, session_id)
            edit(session)
            if touch:
                session.updated = time.time()
            write_session(connection, session)
            return session

        def done(session: Session) -> None:
            self.bus.publish(SessionUpdated(session.id, snapshot(session)))

        return await self._commit(Write(work, done))

    async def get_session(self, session_id: str) -> Session:
        return await self._read(lambda connection: read_session(connection, session_id))

    async def delete_session(self, session_id: str) -> None:
        """Delete the session with everything below it."""

        def work(connection: Connection) -> tuple[list[Session], list[Request]]:
            read_session(connection, session_id)
            doomed = tree.descendants(connection, session_id, itself=True)
            asked = "SELECT data FROM requests WHERE session_id = ? AND state = 'asked'"
            requests = [
                request
                for session in doomed
                for request in read_all(connection, Request, asked, (session.id,))
            ]
            tree.delete(connection, session_id)
            return doomed, requests

        def done(gone: tuple[list[Session], list[Request]]) -> None:
            doomed, requests = gone
            self.live.forget(session_ids=[session.id for session in doomed])
            for request in requests:
                request.state, request.closed = "withdrawn", time.time()
                self.bus.publish(RequestAnswered(request.session_id, request))
            for session in reversed(doomed):
                self.bus.publish(SessionDeleted(session.id, session))

        await self._commit(Write(work, done))

    async def list_sessions(
        self,
        project_id: str | None = None,
        *,
        roots_only: bool = False,
        archived: bool | None = False,
        limit: int | None = None,
    ) -> list[Session]:
        """Sessions, the latest changed first; ``archived`` None lists both kinds."""
        conditions, bindings = ["1"], list[Any]()
        if project_id is not None:
            conditions.append("project_id = ?")
            bindings.append(project_id)
        if roots_only:
            conditions.append("parent_id IS NULL")
        if archived is not None:
            conditions.append(f"archived IS {'NOT ' if archived else ''}NULL")
        sql = (
            f"SELECT data FROM sessions WHERE {' AND '.join(conditions)} "
            "ORDER BY updated DESC, seq DESC LIMIT ?"
        )
        bindings.append(-1 if limit is None else limit)
        return await self._read(lambda connection: read_all(connection, Session, sql, bindings))

    # -- trees

    async def children(self, session_id: str) -> list[Session]:
        """The sessions right below, oldest first."""
        return await self._read(lambda connection: tree.children(connection, session_id))

    async def descendants(self, session_id: str) -> list[Session]:
        """Everything below, parents before their children."""
        return await self._read(lambda connection: tree.descendants(connection, session_id))

    async def ancestors(self, session_id: str) -> list[Session]:
        """From the root down to the parent."""
        return await self._read(lambda connection: tree.ancestors(connection, session_id))

    async def agent_path(self, session_id: str) -> list[str]:
        """The agents from the root to this session, for showing who asks."""
        return await self._read(lambda connection: tree.agent_path(connection, session_id))

    async def subtree_usage(self, session_id: str) -> tuple[Usage, float]:
        """Tokens and cost of the session with everything below it."""
        return await self._read(lambda connection: tree.usage(connection, session_id))

    # -- runs

    async def begin_run(self, session_id: str, kind: str) -> str:
        """Note that this process works in the session; returns the run's id."""
        run_id = new_id("run")

        def work(connection: Connection) -> str:
            connection.execute(
                "INSERT INTO runs (id, session_id, kind, lease, started) VALUES (?, ?, ?, ?, ?)",
                (run_id, session_id, kind, self.lease_name, time.time()),
            )
            return run_id

        await self._commit(Write(work))
        return run_id

    async def worked_in_elsewhere(self, session_id: str) -> bool:
        """Whether another process works in the session or below it."""

        def work(connection: Connection) -> bool:
            found = fetch_all(
                connection,
                "WITH RECURSIVE below(id) AS (SELECT ?1 UNION ALL SELECT sessions.id FROM sessions "
                "JOIN below ON sessions.parent_id = below.id) "
                "SELECT 1 FROM runs WHERE lease != ?2 AND session_id IN below LIMIT 1",
                (session_id, self.lease_name),
            )
            return bool(found)

        return await self._read(work)

    async def end_run(self, run_id: str) -> None:
        def work(connection: Connection) -> None:
            connection.execute("DELETE FROM runs WHERE id = ?", (run_id,))

        await self._commit(Write(work))


def read_session(connection: Connection, session_id: str) -> Session:
    session = read_one(connection, Session, "SELECT data FROM sessions WHERE id = ?", (session_id,))
    if session is None:
        raise NotFound(
            f"There is no session {session_id}.", "It may have been deleted; see the session list."
        )
    return session


def insert_session(connection: Connection, session: Session) -> None:
    """Add a session below its parent, which must be there."""
    if session.parent_id is None:
        session.root_id, session.depth = session.id, 0
    else:
        parent = read_session(connection, session.parent_id)
        session.root_id, session.depth = parent.root_id, parent.depth + 1
    connection.execute(
        "INSERT INTO sessions "
        "(id, project_id, parent_id, root_id, depth, updated, archived, data) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            session.id,
            session.project_id,
            session.parent_id,
            session.root_id,
            session.depth,
            session.updated,
            session.archived,
            to_json(session),
        ),
    )
    index_title(connection, session.id, session.title)


def write_session(connection: Connection, session: Session) -> None:
    """Replace a stored session; its place in the tree stays what it was."""
    changed = fetch_all(
        connection,
        "UPDATE sessions SET project_id = ?, updated = ?, archived = ?, data = json_set(?, "
        "'$.parent_id', parent_id, '$.root_id', root_id, '$.depth', depth) "
        "WHERE id = ? RETURNING seq",
        (
            session.project_id,
            session.updated,
            session.archived,
            to_json(session),
            session.id,
        ),
    )
    if not changed:
        read_session(connection, session.id)
    index_title(connection, session.id, session.title)
