"""Teams as a person sees and steers them: who is in one, what they write, what they share."""

from __future__ import annotations

import re
from xml.sax.saxutils import unescape

from core.door.tasks import TaskActions
from core.errors import NotFound
from core.tasks.models import LEAD, PERSON, Letter, QueueItem, Team, TeamTask
from core.tasks.team_list import Seat

_INTRODUCTION = re.compile(r"\A<team>.*?</team>\s*", re.DOTALL)
_WRAPPED = re.compile(r"\A<message from=[^>]*>\n(?P<text>.*)\n</message>\Z", re.DOTALL)
_RESULT = re.compile(r"<result>(?P<text>.*?)</result>", re.DOTALL)


class TeamActions(TaskActions):
    """What a person can do with teams."""

    async def teams_of(self, session_id: str) -> list[tuple[Team, list[TeamTask]]]:
        """The teams under a session's root, each with its shared list."""
        session = await self.store.get_session(session_id)
        teams = await self.teams.all(session.root_id)
        return [(team, await self.teams.tasks(team)) for team in teams]

    async def team_mail(self, team: Team) -> list[Letter]:
        """What the members, the lead and the person wrote to each other, the oldest first."""
        members = {task.session_id: task for task in team.members if task.session_id}
        items = await self.store.letters([team.lead_session_id, *members])
        letters = [letter_of(item, team) for item in items]
        return [letter for letter in letters if letter is not None]

    async def broadcast(self, session_id: str, team_name: str, text: str) -> str:
        """Tell everyone in a team something; says who hears it now and for whom it waits."""
        return await self.teams.tell_all(await self._team(session_id, team_name), text)

    async def add_team_tasks(
        self, session_id: str, team_name: str, titles: list[str]
    ) -> list[TeamTask]:
        return await self.teams.add(await self._seat(session_id, team_name), titles)

    async def claim_team_task(self, session_id: str, team_name: str, task_id: int) -> TeamTask:
        """Keep a task for the person, so that no member takes it."""
        return await self.teams.claim(await self._seat(session_id, team_name), task_id)

    async def finish_team_task(self, session_id: str, team_name: str, task_id: int) -> TeamTask:
        return await self.teams.done(await self._seat(session_id, team_name), task_id, "")

    async def release_team_task(self, session_id: str, team_name: str, task_id: int) -> TeamTask:
        """Take a task from whoever has it, so that it can be claimed again."""
        return await self.teams.release(await self._seat(session_id, team_name), task_id)

    async def answer_plan(self, task_id: str, approve: bool, feedback: str = "") -> None:
        """The person's answer to the plan that a teammate presents."""
        task = await self.store.get_task(task_id)
        await self.teams.answer_plan(task, approve, feedback, by="person")

    async def _seat(self, session_id: str, team_name: str) -> Seat:
        return Seat(await self._team(session_id, team_name), PERSON)

    async def _team(self, session_id: str, team_name: str) -> Team:
        session = await self.store.get_session(session_id)
        for team in await self.teams.all(session.root_id):
            if team.name == team_name:
                return team
        raise NotFound(f"There is no team named {team_name!r} here.")


def letter_of(item: QueueItem, team: Team) -> Letter | None:
    """A queued item as the message it carries within a team; None for anything else."""
    by_id = {task.id: task for task in team.members}
    sessions = {team.lead_session_id, *(task.session_id for task in team.members)}
    to_lead = item.session_id == team.lead_session_id
    text = item.text
    if item.metadata.get("hidden"):
        return None
    if item.kind == "task-notification" and item.source in by_id:
        sender = by_id[item.source].name or item.source
        result = _RESULT.search(text)
        text = unescape(result["text"]) if result else ""
    elif item.kind != "prompt":
        return None
    elif item.metadata.get("from") == PERSON or (item.source == "person" and not to_lead):
        sender = PERSON
    elif item.source in sessions:
        sender = team.named(item.source)
    else:
        return None
    wrapped = _WRAPPED.match(text)
    # Only what we put before a member's first piece of work goes unshown, never a message's words.
    text = wrapped["text"] if wrapped else _INTRODUCTION.sub("", text)
    return Letter(
        id=item.id,
        sender=sender,
        receiver=LEAD if to_lead else team.named(item.session_id),
        text=text.strip(),
        summary=str(item.metadata.get("summary") or ""),
        sent=item.created,
        heard=item.delivered is not None,
    )
