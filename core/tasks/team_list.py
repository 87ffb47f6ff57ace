"""The list of work that a team shares, one document for each team."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from core.errors import ToolError
from core.events import TeamChanged
from core.sessions.models import Session
from core.sessions.store import Store
from core.tasks.models import LEAD, PERSON, Team, TeamTask


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody at the list of a team, by the name that the list shows."""

    team: Team
    who: str


class TeamList:
    """Adds, claims and closes tasks, each change in one commit."""

    store: Store

    async def required(self, session: Session) -> Team:
        """The team that a session belongs to; a sentence where it has none."""
        raise NotImplementedError

    async def tasks(self, team: Team) -> list[TeamTask]:
        return _read(await self.store.get_value(list_key(team)))

    async def add(self, by: Session | Seat, titles: list[str]) -> list[TeamTask]:
        wanted = [title.strip() for title in titles if title.strip()]
        if not wanted:
            raise ToolError("There is nothing to add.", "Give titles.")

        def change(tasks: list[TeamTask], _who: str) -> None:
            start = len(tasks) + 1
            tasks.extend(TeamTask(id=start + n, title=title) for n, title in enumerate(wanted))

        return await self._edit(by, change)

    async def claim(self, by: Session | Seat, task_id: int | None) -> TeamTask:
        """Take a task; without an id the one that the session has already, or else the next one that
        is open. What one has, nobody else gets."""
        taken: list[TeamTask] = []

        def change(tasks: list[TeamTask], who: str) -> None:
            taken.clear()
            if task_id is None:
                mine = [task for task in tasks if task.state == "claimed" and task.by == who]
                task = next(iter([*mine, *(t for t in tasks if t.state == "open")]), None)
                if task is None:
                    raise ToolError("No task is open.", "End your turn, or ask the lead.")
            else:
                task = _find(tasks, task_id)
            if task.state != "open" and not (task.state == "claimed" and task.by == who):
                raise ToolError(f"Task {task.id} is {task.state} by {task.by}.", "Take another.")
            task.state, task.by = "claimed", who
            taken.append(task)

        await self._edit(by, change)
        return taken[0]

    async def done(self, by: Session | Seat, task_id: int | None, note: str) -> TeamTask:
        return await self._close(by, task_id, "done", note)

    async def release(self, by: Session | Seat, task_id: int | None) -> TeamTask:
        """Give a task back; the lead and the person can do that for a member that is gone."""
        return await self._close(by, task_id, "open", "")

    async def _close(
        self, by: Session | Seat, task_id: int | None, state: Literal["open", "done"], note: str
    ) -> TeamTask:
        changed: list[TeamTask] = []

        def change(tasks: list[TeamTask], who: str) -> None:
            changed.clear()
            if task_id is None:
                mine = [task for task in tasks if task.state == "claimed" and task.by == who]
                if len(mine) != 1:
                    raise ToolError("Say which task.", "Give its id.")
                task = mine[0]
            else:
                task = _find(tasks, task_id)
            if task.state == "done" or (task.by not in (None, who) and who not in (LEAD, PERSON)):
                raise ToolError(f"Task {task.id} is {task.state} by {task.by}, not by you.")
            task.state = state
            task.by = (task.by or who) if state == "done" else None
            task.note = note.strip()
            changed.append(task)

        await self._edit(by, change)
        return changed[0]

    async def _edit(
        self, by: Session | Seat, change: Callable[[list[TeamTask], str], None]
    ) -> list[TeamTask]:
        """Change the list in one commit, so that of two who claim a task one gets it."""
        if isinstance(by, Seat):
            team, who = by.team, by.who
        else:
            team = await self.required(by)
            who = team.named(by.id)

        def edit(value: Any) -> Any:
            tasks = _read(value)
            change(tasks, who)
            return [task.model_dump(mode="json") for task in tasks]

        tasks = _read(await self.store.edit_value(list_key(team), edit))
        self.store.bus.publish(TeamChanged(team.root_session_id, team.name))
        return tasks


def list_key(team: Team) -> str:
    return f"team-tasks:{team.root_session_id}:{team.name}"


def _read(value: Any) -> list[TeamTask]:
    return [TeamTask.model_validate(item) for item in value or []]


def _find(tasks: list[TeamTask], task_id: int) -> TeamTask:
    for task in tasks:
        if task.id == task_id:
            return task
    raise ToolError(f"There is no task {task_id}.", "List them first.")
