"""Turns without a model: checkpoints are made around edits that a test makes itself."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from core.bus import Bus
from core.checkpoints.going_back import GoingBack
from core.checkpoints.keeper import Keeper
from core.checkpoints.turns import TurnCheckpoints
from core.events import Event
from core.paths import Paths
from core.sessions.models import Message, MessageWithParts, Session, TextPart
from core.sessions.store import Store

Files = dict[str, tuple[str, bytes]]
"""Path to kind (``file``, ``executable``, ``link``) and bytes."""


def disk(root: Path) -> Files:
    """Every file below a folder, git's own left out."""
    found: Files = {}
    for folder, folders, names in os.walk(root):
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        folders[:] = [name for name in folders if name != ".git"]
        for name in [*names, *links]:
            path = Path(folder, name)
            shown = str(path.relative_to(root))
            if path.is_symlink():
                found[shown] = ("link", os.fsencode(os.readlink(path)))
            else:
                kind = "executable" if os.access(path, os.X_OK) else "file"
                found[shown] = (kind, path.read_bytes())
    return found


def put(root: Path, path: str, entry: tuple[str, bytes] | None) -> None:
    """Make a file as told, whatever is in its place."""
    place = root / path
    for parent in reversed(place.relative_to(root).parents):
        above = root / parent
        if above.is_symlink() or above.is_file():
            above.unlink()
    if place.is_symlink() or place.is_file():
        place.unlink()
    elif place.is_dir():
        shutil.rmtree(place)
    if entry is None:
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    kind, data = entry
    if kind == "link":
        os.symlink(os.fsdecode(data), place)
        return
    place.write_bytes(data)
    place.chmod(0o755 if kind == "executable" else 0o644)


class Turns:
    """A session whose agent does what the test says."""

    def __init__(self, store: Store, paths: Paths, session: Session, root: Path) -> None:
        self.store = store
        self.session_id = session.id
        self.root = root
        self.keeper = Keeper(store, paths)
        self.checkpoints = TurnCheckpoints(self.keeper)
        self.back = GoingBack(self.keeper, self.checkpoints)
        self.events: list[Event] = []
        store.bus.subscribe(self.events.append)

    async def session(self) -> Session:
        return await self.store.get_session(self.session_id)

    async def turn(self, work: Callable[[], object], text: str = "do it") -> str:
        """One prompt, one answer, and what the agent does in between; returns the prompt's id."""
        session = await self.back.settle(await self.session())
        prompt = Message(session_id=session.id, role="user")
        prompt.completed = prompt.created
        part = TextPart(text=text, message_id=prompt.id, session_id=session.id)
        await self.store.add_message(prompt, [part])
        entry = MessageWithParts(info=prompt, parts=[part])
        run: Any = SimpleNamespace(
            session=session,
            directory=Path(session.directory),
            conversation=SimpleNamespace(messages=[entry]),
            tools={"bash": SimpleNamespace(read_only=False)},
        )
        await self.checkpoints.before_step(run)
        work()
        answer = Message(session_id=session.id, role="assistant")
        answer.completed = answer.created
        await self.store.add_message(answer)
        await self.checkpoints.after_turn(run)
        return prompt.id


@asynccontextmanager
async def turns_in(root: Path, home: Path) -> AsyncIterator[Turns]:
    paths = Paths.from_environment({"SPINNEY_HOME": str(home)})
    paths.create()
    store = await Store.open(paths, Bus())
    try:
        project = await store.project_for(root)
        session = await store.create_session(Session(project_id=project.id, directory=str(root)))
        turns = Turns(store, paths, session, root)
        yield turns
        await turns.keeper.close()
    finally:
        await store.close()
