"""Forks that the engine makes for itself: a title, a summary, a side question, a line of progress.

All go through one function. None runs a tool, leaves a trace in the conversation or holds up the
person; each has its own budget, can be cancelled, and is paid for by its session.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from core.agents.builtin import builtin
from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.errors import ModelError, SpinneyError
from core.events import Event, TaskStarted, TurnFinished
from core.llm.book import ModelBook
from core.llm.client import ModelClient
from core.llm.types import (
    Finished,
    ModelRequest,
    Retrying,
    SystemMessage,
    TextContent,
    TextDelta,
    UserMessage,
)
from core.loop.context import ContextBuilder
from core.loop.fork import has_open_calls
from core.loop.run import Run
from core.loop.step import build_request
from core.projects import Projects, project_root
from core.sessions.models import MessageWithParts, Session, TextPart, ToolPart
from core.sessions.store import Store
from core.tasks.models import STOPPABLE

log = logging.getLogger("spinney.asides")

OnText = Callable[[str], None]

SIDE = (
    "<side-question>\nAnswer this question from what you know of the conversation, without calling "
    "tools. Question and answer are no part of it: nobody else will see them, and the work goes on "
    "as if they had not been.\n\n{question}\n</side-question>"
)
PROGRESS = (
    "Say in one line of at most 80 characters what the agent is doing at the moment, in the present "
    "tense, such as: Reads the tests of the parser. Answer with that line alone."
)
TITLE_LENGTH = 80
PROGRESS_LENGTH = 120


@dataclass(frozen=True, slots=True)
class Budget:
    """What one aside may use: tokens to write, characters to read, seconds to take."""

    tokens: int
    seconds: float
    characters: int = 12_000


TITLE = Budget(tokens=2_000, seconds=60, characters=6_000)
SUMMARY = Budget(tokens=4_000, seconds=120, characters=40_000)
SIDE_QUESTION = Budget(tokens=8_000, seconds=300)
PROGRESS_LINE = Budget(tokens=2_000, seconds=30, characters=6_000)


@dataclass(slots=True)
class Asides:
    """Runs asides and keeps hold of those under way. ``run_of`` gives a session's running turn, or
    one made ready as if it were to begin."""

    store: Store
    client: ModelClient
    book: ModelBook
    projects: Projects
    run_of: Callable[[Session], Awaitable[Run]]
    note_progress: Callable[[str, str], Awaitable[None]]
    _under_way: dict[asyncio.Task[None], str] = field(default_factory=dict)
    _titled: set[str] = field(default_factory=set)

    async def run(
        self,
        session: Session,
        request: ModelRequest,
        budget: Budget,
        on_text: OnText | None = None,
    ) -> str:
        """Ask the model once, within the budget, and add what it used to the session."""
        request = replace(
            request,
            tool_choice="none" if request.tools else "auto",
            max_output=min(request.max_output or budget.tokens, budget.tokens),
            conversation=f"{session.id}/aside",
            # What was shown cannot be taken back, so an answer that is watched is not begun again.
            max_attempts=1 if on_text else 2,
        )
        said: list[str] = []
        try:
            async with (
                asyncio.timeout(budget.seconds),
                aclosing(self.client.stream(request)) as deltas,
            ):
                async for delta in deltas:
                    if isinstance(delta, TextDelta):
                        said.append(delta.text)
                        if on_text is not None:
                            on_text(delta.text)
                    elif isinstance(delta, Retrying):
                        said.clear()
                    elif isinstance(delta, Finished):
                        await self._pay(session, delta)
        except TimeoutError:
            raise SpinneyError(f"There was no answer within {budget.seconds:g} seconds.") from None
        return "".join(said).strip()

    async def _pay(self, session: Session, finished: Finished) -> None:
        def add(stored: Session) -> None:
            stored.usage = stored.usage + finished.usage
            stored.cost += finished.cost or 0.0

        await self.store.edit_session(session.id, add, touch=False)

    # What is asked

    async def side_question(
        self, session: Session, question: str, on_text: OnText | None = None
    ) -> str:
        """Answer a question about the conversation as it stands; the conversation stays as it is."""
        if not question.strip():
            raise SpinneyError("There is no question.", "Write it after /side.")
        run = await self.run_of(session)
        request = build_request(run, final=False)
        return await self.run(
            session,
            replace(
                request,
                messages=(
                    *_as_it_stands(run),
                    UserMessage((TextContent(SIDE.format(question=question.strip())),)),
                ),
                agent="side",
            ),
            SIDE_QUESTION,
            on_text,
        )

    async def summary(self, session: Session) -> str:
        """What was done in a session, in a few sentences for a person who was not watching."""
        text = transcript(await self.store.messages(session.id), SUMMARY.characters)
        return await self._transform(session, builtin("summary"), text, SUMMARY)

    async def progress_line(self, session: Session) -> str:
        """What an agent is doing right now, in one line."""
        latest = await self.store.messages(session.id, limit=8, newest=True)
        text = f"{transcript(latest, PROGRESS_LINE.characters)}\n\n{PROGRESS}"
        return one_line(
            await self._transform(session, builtin("summary"), text, PROGRESS_LINE), PROGRESS_LENGTH
        )

    async def title(self, session: Session) -> str:
        """A title for a session from its first exchange."""
        text = transcript(await self.store.messages(session.id, limit=4), TITLE.characters)
        return one_line(await self._transform(session, builtin("title"), text, TITLE), TITLE_LENGTH)

    async def _transform(
        self, session: Session, agent: AgentDefinition, text: str, budget: Budget
    ) -> str:
        """One answer of an agent that only turns text into text, by the small model if there is one."""
        settings = await self._settings(session)
        wanted = settings.small_model or session.model or settings.model
        if not wanted:
            raise ModelError("No model is configured.", kind="model")
        choice = await self.book.choose(wanted, settings)
        request = ModelRequest(
            provider=choice.access,
            model=choice.info.model,
            messages=(SystemMessage(agent.prompt), UserMessage((TextContent(text),))),
            temperature=agent.temperature,
            options=dict(choice.options),
            price=choice.info.price,
            agent=agent.name,
        )
        return await self.run(session, request, budget)

    async def _settings(self, session: Session) -> Settings:
        return (await self.projects.context(project_root(Path(session.directory)))).settings

    # What happens by itself

    def watch(self) -> Callable[[], None]:
        """Title sessions and follow long tasks, where the settings say so; returns what ends it."""
        return self.store.bus.subscribe(self._take, ("turn.finished", "task.started"))

    def _take(self, event: Event) -> None:
        if isinstance(event, TurnFinished) and event.outcome == "done":
            if event.session_id not in self._titled:
                self.start(self._give_title(event.session_id))
        elif isinstance(event, TaskStarted) and event.task.session_id is not None:
            self.start(self._follow(event.task.id, event.task.session_id))

    async def _give_title(self, session_id: str) -> None:
        session = await self.store.get_session(session_id)
        self._titled.add(session_id)
        if session.parent_id or session.source != "user" or session.title_set:
            return
        settings = await self._settings(session)
        if not settings.auto_title or (session.model or settings.model or "").startswith("demo/"):
            return
        title = await self.title(session)
        if not title:
            return

        def name(stored: Session) -> None:
            # The person may have named it in the meantime; their word stands.
            if not stored.title_set:
                stored.title, stored.title_set = title, True

        await self.store.edit_session(session_id, name, touch=False)

    async def _follow(self, task_id: str, session_id: str) -> None:
        """Note every now and then what a task is doing, while it does something new."""
        session = await self.store.get_session(session_id)
        every = (await self._settings(session)).progress_summary_every
        seen = ""
        while every > 0:
            await asyncio.sleep(every)
            if (await self.store.get_task(task_id)).state not in STOPPABLE:
                return
            latest = await self.store.messages(session_id, limit=1, newest=True)
            if latest and latest[0].info.id != seen:
                seen = latest[0].info.id
                await self.note_progress(task_id, await self.progress_line(session))

    def start(self, work: Coroutine[Any, Any, None], aside_id: str = "") -> asyncio.Task[None]:
        """Let an aside go on by itself; whatever goes wrong in it is nobody's trouble."""
        task = asyncio.create_task(_quietly(work), name="aside")
        self._under_way[task] = aside_id
        task.add_done_callback(lambda done: self._under_way.pop(done, None))
        return task

    def cancel(self, aside_id: str) -> None:
        """End the aside of that id, if it is still under way."""
        for task, known in self._under_way.items():
            if known == aside_id:
                task.cancel()

    async def settle(self) -> None:
        """Wait for what is under way."""
        while self._under_way:
            await asyncio.wait(list(self._under_way))

    async def close(self) -> None:
        for task in list(self._under_way):
            task.cancel()
        await self.settle()


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except SpinneyError as error:
        log.info("an aside came to nothing: %s", error)
    except Exception:
        log.exception("an aside failed")


def _as_it_stands(run: Run) -> tuple[Any, ...]:
    """The conversation as far as it is written; calls that still run have no result yet."""
    messages = run.conversation.messages
    while messages and messages[-1].info.completed is None:
        messages = messages[:-1]
    last = messages[-1] if messages else None
    if last is None or not has_open_calls(last):
        return run.context.render(run.system, messages)
    builder = ContextBuilder(run.context.attachments, run.context.model, last.info.id)
    return builder.render(run.system, messages)


def transcript(entries: Sequence[MessageWithParts], room: int) -> str:
    """What was said and called, one paragraph each, the newest at the end if not all has room."""
    pieces: list[str] = []
    for entry in reversed(entries):
        who = "Person" if entry.info.role == "user" else "Agent"
        lines: list[str] = []
        for part in entry.parts:
            if isinstance(part, TextPart) and part.text.strip() and not part.synthetic:
                lines.append(f"{who}: {part.text.strip()}")
            elif isinstance(part, ToolPart):
                lines.append(f"[{part.tool} {part.title}: {part.status}]")
        text = "\n".join(lines)
        if not text:
            continue
        if len(text) > room:
            pieces.append(f"{text[: max(room, 0)]} […]")
            break
        pieces.append(text)
        room -= len(text)
    return "<conversation>\n" + "\n\n".join(reversed(pieces)) + "\n</conversation>"


def one_line(text: str, length: int) -> str:
    """The first line that says something, without the quotation marks models like to add."""
    for line in text.splitlines():
        bare = line.strip().strip("\"'`“”*#").strip().rstrip(".")
        if bare:
            return bare if len(bare) <= length else f"{bare[: length - 1].rstrip()}…"
    return ""
