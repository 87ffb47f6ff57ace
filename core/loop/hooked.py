"""Hooks around what a turn does: its prompts, its tool calls, its permissions, its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from core.errors import SpinneyError, ToolError
from core.events import Notice
from core.hooks.runner import Blocked, Heard, HookRunner, Place, Proceed
from core.sessions.models import CompactionPart, Part, TextPart, ToolPart
from core.sessions.store import Store
from core.tasks.models import QueueItem

if TYPE_CHECKING:
    from core.loop.run import Run


@dataclass(frozen=True, slots=True)
class HookedPrompt:
    """A prompt as hooks left it: ``text`` is for the model, ``more`` what they add to it; ``refused``
    says why it must not be sent."""

    text: str
    changed: bool = False
    more: tuple[Part, ...] = ()
    refused: str | None = None


@dataclass(slots=True)
class LoopHooks:
    """Brings what happens in a run to the hooks, and what they say back into it."""

    hooks: HookRunner
    store: Store
    _begun: set[str] = field(default_factory=set)
    _unsaid: dict[str, str] = field(default_factory=dict)
    """What hooks said at a session's begin while no prompt could carry it yet."""

    async def prompt(self, run: Run, text: str) -> HookedPrompt:
        """A person's prompt is about to become a message. The first one of this process also begins
        the session."""
        place = place_of(run)
        if run.session.id not in self._begun:
            self._begun.add(run.session.id)
            trigger = "resume" if run.conversation.messages else "startup"
            begun = await self.hooks.session_start(place, trigger)
            self._tell(run, begun.notices)
            self._unsaid[run.session.id] = begun.context
        answer = await self.hooks.prompt_submit(place, text)
        self._tell(run, answer.notices)
        if isinstance(answer, Blocked):
            return HookedPrompt(text, refused=answer.reason)
        texts = (self._unsaid.pop(run.session.id, ""), answer.context)
        more = tuple(TextPart(text=said, synthetic=True) for said in texts if said)
        return HookedPrompt(str(answer.args["prompt"]), answer.changed, more)

    async def before_tool(self, run: Run, part: ToolPart, args: dict[str, Any]) -> Proceed:
        """Before a call is judged; raises ``ToolError`` with the reason of a hook that blocks it."""
        answer = await self.hooks.before_tool(place_of(run), part.call_id, part.tool, args)
        self._tell(run, answer.notices)
        if isinstance(answer, Blocked):
            raise ToolError(answer.reason)
        return answer

    async def after_tool(
        self, run: Run, part: ToolPart, args: Mapping[str, Any], result: str
    ) -> str:
        """After a call: what hooks add to its result."""
        heard = await self.hooks.after_tool(place_of(run), part.call_id, part.tool, args, result)
        self._tell(run, heard.notices)
        return "\n\n".join(text for text in (heard.blocked, heard.context) if text)

    async def permission(
        self, run: Run, part: ToolPart, args: Mapping[str, Any], why: Sequence[str]
    ) -> tuple[str, str]:
        """Before a person is asked: ``allow`` or ``deny`` with a reason, or nothing."""
        heard = await self.hooks.permission_ask(place_of(run), part.call_id, part.tool, args, why)
        self._tell(run, heard.notices)
        return heard.verdict, heard.reason

    async def keeps_going(self, run: Run, text: str) -> bool:
        """A turn is about to end; True when a hook wants it to go on, which the model is then told.
        Agents that work for others are asked when their whole run ends."""
        if run.task_id is not None:
            return False
        heard = await self.hooks.stop(place_of(run), text)
        self._tell(run, heard.notices)
        if heard.blocked is None:
            return False
        await self.store.enqueue(go_on_item(run.session.id, heard))
        return True

    async def compact_before(self, run: Run, part: CompactionPart) -> None:
        """Before a compaction; raises ``SpinneyError`` with the reason of a hook that prevents it."""
        trigger = "auto" if part.auto else "manual"
        heard = await self.hooks.compact_before(place_of(run), trigger, part.focus)
        self._tell(run, heard.notices)
        if heard.blocked is not None:
            raise SpinneyError(heard.blocked)

    async def compact_after(self, run: Run, part: CompactionPart) -> None:
        trigger = "auto" if part.auto else "manual"
        heard = await self.hooks.compact_after(place_of(run), trigger, part.summary)
        begun = await self.hooks.session_start(place_of(run), "compact")
        self._tell(run, (*heard.notices, *begun.notices))
        if begun.context:
            await run.conversation.add_user_text(begun.context, synthetic=True)

    def _tell(self, run: Run, notices: Sequence[str]) -> None:
        for notice in notices:
            self.store.bus.publish(Notice(run.session.id, "info", notice))


def place_of(run: Run) -> Place:
    return Place(run.session.id, run.home, run.directory, run.agent.name, run.session.mode)


def go_on_item(session_id: str, heard: Heard) -> QueueItem:
    """What the model reads when hooks keep it from stopping."""
    return QueueItem(
        session_id=session_id,
        priority="later",
        kind="task-notification",
        text=f"A hook does not let you stop yet:\n{heard.blocked}",
        source="hook",
        metadata={"summary": "A hook wants the work to go on", "status": "blocked"},
    )
