"""Teams: a lead, members that live on between pieces of work, a shared list of tasks, and plans.

The roster is what the task rows say: a task with a team is a member, and the session that owns it
leads. So nothing has to be kept in step with them, and a restart forgets nobody. Only the shared
list is a document of its own.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Literal
from xml.sax.saxutils import escape

from pydantic import ValidationError

from core.errors import ToolError
from core.events import Notice
from core.loop.turn import TurnResult
from core.permissions.modes import parse_mode
from core.sessions.models import Record, Session, TextPart, ToolPart
from core.sessions.store import Store
from core.tasks.lifecycle import Lifecycle
from core.tasks.messages import Messenger, check_text, from_another
from core.tasks.models import LEAD, PERSON, STOPPABLE, QueueItem, Task, Team
from core.tasks.registry import LiveTask
from core.tasks.team_list import TeamList

SOURCE = "teammate"
_ANSWERS_READ = 40
_TAKEN = frozenset({"", "*", LEAD, "the lead", PERSON, "person", "user", "the user", "you"})
"""Names by which members would take another's word for the lead's or the person's."""
TEAM_TOOLS = ("send_message", "team_tasks")
"""What every member has, whatever its definition says: without them it would be no member."""


class PlanAnswer(Record):
    """What the lead says to a plan, as the structured message that it sends."""

    type: Literal["plan_approval"]
    approve: bool
    feedback: str = ""


@dataclass(slots=True)
class Teams(TeamList):
    """Everything about teams that outlives one call."""

    store: Store
    lifecycle: Lifecycle
    messenger: Messenger

    # The roster

    async def all(self, root_session_id: str) -> list[Team]:
        """The teams under a root, the oldest first."""
        members: dict[str, list[Task]] = {}
        for task in await self.store.tasks(root_session_id=root_session_id):
            if task.team is not None:
                live = self.lifecycle.registry.live.get(task.id)
                members.setdefault(task.team, []).append(live.task if live else task)
        return [
            Team(name, root_session_id, found[0].owner_session_id, tuple(found))
            for name, tasks in members.items()
            if (found := sorted(tasks, key=lambda task: (task.created, task.id)))
        ]

    async def of(self, session: Session) -> Team | None:
        """The team that a session belongs to: as a member, or as the lead of its latest one."""
        teams = await self.all(session.root_id)
        for team in teams:
            if any(member.session_id == session.id for member in team.members):
                return team
        led = [team for team in teams if team.lead_session_id == session.id]
        return max(led, key=lambda team: team.members[-1].created, default=None)

    async def required(self, session: Session) -> Team:
        team = await self.of(session)
        if team is None:
            raise ToolError(
                "You have no team.", "Start a teammate first: task with name and team_name."
            )
        return team

    async def joined(self, caller: Session, name: str | None, team: str | None) -> str | None:
        """The team that a new agent of that name joins; None where it is no teammate."""
        if not name:
            if team:
                raise ToolError("A teammate needs a name.", "Give name beside team_name.")
            return None
        plain = " ".join(name.split()).casefold()
        if plain in _TAKEN or plain.startswith("session:"):
            raise ToolError(f"{name!r} cannot be a name.", "It means somebody else to the team.")
        if not name.isprintable():
            raise ToolError(f"{name!r} cannot be a name.", "It has characters that nobody sees.")
        if caller.source == SOURCE:
            raise ToolError(
                "A teammate cannot start teammates; the team is flat.",
                "Ask the lead, or leave name and team_name out for a helper that you wait for.",
            )
        if team is None:
            own = await self.of(caller)
            return own.name if own else None
        for known in await self.all(caller.root_id):
            if known.name == team and known.lead_session_id != caller.id:
                raise ToolError(
                    f"The team {team!r} is led by somebody else.", "Choose another name."
                )
        return team

    # Resting

    async def rest(self, live: LiveTask, result: TurnResult) -> bool:
        """A member has nothing left to do: tell the lead, and wait for mail. False for other tasks,
        which are then done."""
        task = live.task
        if task.team is None or task.session_id is None:
            return False
        rests = int(task.metadata.get("rests", 0)) + 1
        plan = dict(task.metadata.get("plan") or {})
        if plan.get("state") in ("required", "presented"):
            answers = await self._answers(task.session_id, float(plan.get("since", 0)))
            plan |= {"state": "presented", "text": answers or result.text}
        task.metadata = {**task.metadata, "rests": rests, **({"plan": plan} if plan else {})}
        task.result = result.text or None
        await self.store.save_task(task)
        presents = plan.get("state") == "presented"
        lead = await self.store.enqueue_for_owner(resting_news(task, rests, presents))
        live.at_rest.set()
        try:
            if lead is not None:
                self.lifecycle.wake(lead)
            if presents:
                sentence = f"{task.name} presents a plan and waits for an answer."
                self.store.bus.publish(
                    Notice(task.owner_session_id, "info", sentence, action=f"plan:{task.id}")
                )
            async with self.lifecycle.waiting(task.session_id):
                await live.news.wait()
        finally:
            live.at_rest.clear()
        return True

    async def dismiss(self, task: Task) -> None:
        """A lead's own task is over, so nobody is left to write to its members."""
        for live in list(self.lifecycle.registry.live.values()):
            member = live.task
            if member.team and member.owner_session_id == task.session_id and live.resting:
                await self.lifecycle.stop(live, "parent")

    # Messages

    async def send(self, sender: Session, to: str, message: Any, summary: str) -> str:
        """A message as the tool was given it: to one, to all, to the lead, or an answer to a plan."""
        if not isinstance(message, str):
            if to == "*":
                raise ToolError("A structured message goes to one member.", "Name the member.")
            return await self._answer(sender, to, message)
        if to == "*":
            return await self._broadcast(sender, message, summary)
        if to.startswith("session:"):
            return await self.messenger.send_to_session(
                sender, to.removeprefix("session:"), message, summary
            )
        team = await self.of(sender)
        if to == LEAD and team is not None and team.lead_session_id != sender.id:
            await self._post(sender, team, team.lead_session_id, message, summary)
            return "The message waits for the lead and is delivered at its next step."
        name = team.named(sender.id) if team is not None else None
        return await self.messenger.send(sender, to, message, summary, name=name)

    async def _post(
        self, sender: Session, team: Team, session_id: str, message: str, summary: str
    ) -> None:
        check_text(message, summary)
        await self.store.enqueue(
            QueueItem(
                session_id=session_id,
                text=from_another(team.named(sender.id), sender.id, message),
                source=sender.id,
                metadata={"summary": summary},
            )
        )
        self.lifecycle.wake(session_id)

    async def _broadcast(self, sender: Session, message: str, summary: str) -> str:
        """Everyone else hears it at the next step; it wakes nobody who was stopped or has failed."""
        check_text(message, summary)
        team = await self.required(sender)
        reached: list[str] = []
        later: list[str] = []
        for member in team.members:
            if member.session_id is None or member.session_id == sender.id:
                continue
            alive = member.state in STOPPABLE
            item = QueueItem(
                session_id=member.session_id,
                text=from_another(team.named(sender.id), sender.id, message),
                source=sender.id,
                metadata={"summary": summary},
            )
            await self.store.enqueue(item)
            if alive:
                await self.messenger.take_up(member.id, "model")
            (reached if alive else later).append(member.name or member.id)
        if team.lead_session_id != sender.id:
            await self._post(sender, team, team.lead_session_id, message, summary)
            reached.append(LEAD)
        return told(reached, later)

    async def tell_all(self, team: Team, message: str) -> str:
        """What the person says to everyone, the lead included; it wakes nobody who was stopped or has
        failed, and waits for them."""
        check_text(message, "by the person")
        text = f"To everyone in the team {team.name!r}: {message.strip()}"
        about = {"summary": "to everyone", "from": PERSON}
        reached, later = [LEAD], list[str]()
        for member in team.members:
            if member.session_id is None:
                continue
            await self.store.enqueue(
                QueueItem(session_id=member.session_id, text=text, source="person", metadata=about)
            )
            alive = member.state in STOPPABLE
            if alive:
                await self.messenger.take_up(member.id, "person")
            (reached if alive else later).append(member.name or member.id)
        await self.store.enqueue(
            QueueItem(session_id=team.lead_session_id, text=text, source="person", metadata=about)
        )
        self.lifecycle.wake(team.lead_session_id)
        return told(reached, later)

    # Plans

    async def _answer(self, sender: Session, to: str, message: Any) -> str:
        try:
            answer = PlanAnswer.model_validate(message)
        except ValidationError:
            raise ToolError(
                "The only structured message is the answer to a plan.",
                'Send {"type": "plan_approval", "approve": true or false, "feedback": "…"}.',
            ) from None
        task = await self.lifecycle.registry.find(sender.root_id, to)
        if task.team is None or task.owner_session_id != sender.id:
            raise ToolError("Only the lead of its team can answer a member's plan.")
        return await self.answer_plan(task, answer.approve, answer.feedback, by=LEAD)

    async def answer_plan(self, task: Task, approve: bool, feedback: str = "", *, by: str) -> str:
        """Let a member carry out its plan, or have it think again."""
        live = self.lifecycle.registry.live.get(task.id)
        task = live.task if live is not None else task
        plan = dict(task.metadata.get("plan") or {})
        name = task.name or task.id
        if plan.get("state") != "presented" or task.session_id is None:
            raise ToolError(f"{name} has no plan that waits for an answer.")
        said = f"\n\n{feedback.strip()}" if feedback.strip() else ""
        who = "the person" if by == "person" else "the lead"
        if approve:
            text = f"Your plan was approved by {who}. You may make changes now: carry it out.{said}"
        else:
            text = (
                f"Your plan was not approved by {who}. Revise it and present it again as your "
                f"answer; change nothing before it is approved.{said}"
            )
        plan |= {"state": "approved" if approve else "required", "since": time.time()}
        task.metadata = {**task.metadata, "plan": plan}
        mode = await self._mode_after(task, str(plan.get("mode") or "default"))

        def free(session: Session) -> None:
            session.mode = mode

        async with self.store.batch() as batch:
            if approve:
                await batch.edit_session(task.session_id, free)
            await batch.save_task(task)
            await batch.enqueue(
                QueueItem(
                    session_id=task.session_id,
                    text=from_another(by, task.owner_session_id, text),
                    source=task.owner_session_id,
                    metadata={
                        "summary": "plan approved" if approve else "plan rejected",
                        **({"from": PERSON} if by == "person" else {}),
                    },
                )
            )
        await self.messenger.take_up(task.id, "person" if by == "person" else "model")
        return f"{name} was told that its plan is {'approved' if approve else 'not approved'}."

    async def _answers(self, session_id: str, since: float) -> str:
        """All that a member answered since it was to plan. A message may have come in between, and
        what it said to that may change the plan or have nothing to do with it: both are there to be
        judged."""
        latest = await self.store.messages(session_id, limit=_ANSWERS_READ, newest=True)
        said = [
            "\n".join(part.text for part in entry.parts if isinstance(part, TextPart)).strip()
            for entry in latest
            if entry.info.role == "assistant"
            and entry.info.created >= since
            and not any(isinstance(part, ToolPart) for part in entry.parts)
        ]
        return "\n\n---\n\n".join(dict.fromkeys(text for text in said if text))

    async def _mode_after(self, task: Task, meant: str) -> str:
        """The mode that the member was started for, unless its lead may do less by now."""
        lead = await self.store.get_session(task.owner_session_id)
        now = parse_mode(lead.mode)
        return now if now in ("plan", "dontAsk") else parse_mode(meant)


def told(reached: list[str], later: list[str]) -> str:
    """Who hears a message to everyone, in a sentence."""
    text = f"The message goes to {', '.join(reached) or 'nobody'}."
    if later:
        text += f" It waits for {', '.join(later)}, who do not work at the moment."
    return text


def resting_news(task: Task, rests: int, presents: bool) -> QueueItem:
    """What the lead is told when a member has come to rest."""
    status = "plan" if presents else "idle"
    if presents:
        result = task.metadata["plan"]["text"]
        shown = f"Teammate {task.name} presents a plan and waits for an answer"
        summary = (
            f"Teammate {task.name} presents the plan below and waits. Answer with send_message to "
            f'{task.name}: {{"type": "plan_approval", "approve": true or false, "feedback": "…"}}'
        )
    else:
        result = task.result
        shown = summary = f"Teammate {task.name} is idle and waits for messages"
    text = (
        f"<task-notification>\n<task-id>{task.id}</task-id>\n"
        f"<output-file>{escape(task.output_file or '')}</output-file>\n"
        f"<status>{status}</status>\n<summary>{escape(summary)}</summary>\n"
        f"<result>{escape(result or '')}</result>\n</task-notification>"
    )
    return QueueItem(
        session_id=task.owner_session_id,
        priority="later",
        kind="task-notification",
        text=text,
        key=f"{task.id}:{task.run}:rest:{rests}",
        source=task.id,
        metadata={"task_id": task.id, "run": task.run, "status": status, "summary": shown},
    )


def welcome(name: str, team: str, *, plan: bool) -> str:
    """What a new member is told before its first piece of work."""
    lines = [
        "<team>",
        f"You are {name}, a member of the team {team!r}.",
        '- Write with send_message: to "lead", to a member by name, or to "*" for everyone. The text '
        "you end a turn with goes to the lead, and the person does not see it.",
        "- team_tasks is the list of work that the team shares. Claim a task before you begin it, and "
        "mark it done when it is. Its listing also names the members.",
        "- When you have nothing left to do, end your turn. You rest until a message wakes you.",
        "- You cannot start teammates or background agents.",
    ]
    if plan:
        lines.append(
            "- You may not change anything yet. Look around, work out a plan for what follows, and end "
            "your turn with the plan as your answer. You will be told whether it is approved."
        )
    return "\n".join([*lines, "</team>"])


def asks_for_plan(mode: str | None) -> bool:
    return mode is not None and parse_mode(mode) == "plan"


def become_teammate(child: Session, name: str, mode: str | None) -> None:
    """Make a child a member of a team: it has the team's tools, and with ``mode: plan`` it may write
    only once its plan is approved."""
    child.source = SOURCE
    child.title = f"{name} (@{child.agent} teammate)"
    child.rules = [
        *child.rules,
        *({"permission": tool, "pattern": "*", "action": "allow"} for tool in TEAM_TOOLS),
    ]
    if asks_for_plan(mode):
        child.settings = {**child.settings, "mode_after_plan": child.mode}
        child.mode = "plan"


def plan_of(child: Session, mode: str | None) -> dict[str, Any]:
    """What a task keeps of the plan that its agent owes."""
    if child.source != SOURCE or not asks_for_plan(mode):
        return {}
    return {"plan": {"state": "required", "mode": child.settings["mode_after_plan"]}}
