"""Prompts, typed commands, questions aside, and the queue."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.commands.definition import CommandDefinition
from core.commands.expand import parse_invocation
from core.door.teams import TeamActions
from core.errors import SpinneyError
from core.events import AsideUpdated, Notice
from core.ids import new_id
from core.loop.asides import OnText
from core.loop.input import find_command, turn_overrides
from core.loop.turn import TurnResult
from core.sessions.models import Part, Session
from core.tasks.models import Priority, QueueItem


class TalkActions(TeamActions):
    """What a person says to a session."""

    async def prompt(
        self,
        session_id: str,
        text: str,
        *,
        parts: Sequence[Part] = (),
        priority: Priority = "next",
        source: str = "person",
        metadata: dict[str, Any] | None = None,
    ) -> QueueItem | None:
        """Queue a person's input, typed or scheduled; a session at rest takes it up at once. A
        command that steers the program itself is carried out instead and queues nothing. What calls
        a task (``/review``, ``/compact``, or one of an installed package) starts that: the item
        returned for it is delivered already."""
        session = await self.store.get_session(session_id)
        context = await self._context_of(session)
        called = find_command(context, text)
        if called and called[0].kind in ("side", "fork", "agents", "model", "clear"):
            await self._steer(session, called[0].kind, called[1])
            return None
        if task := await self._task_called(called[0] if called else None, text):
            self.session_tasks.spawn(session_id, *task)
            return QueueItem(session_id=session_id, text=text, delivered=time.time())
        item = QueueItem(
            session_id=session_id,
            priority=priority,
            text=text,
            parts=[part.model_dump(mode="json") for part in parts],
            source=source,
            metadata={**(metadata or {}), **(turn_overrides(called[0], context) if called else {})},
        )
        await self.store.enqueue(item)
        if not session.title:
            await self.change_session(session_id, title=" ".join(text.split())[:80])
        await self._take_up(session_id)
        return item

    async def _steer(self, session: Session, kind: str, arguments: str) -> None:
        """The built-in commands that are no prompt."""
        if not self.interactive:
            raise SpinneyError(
                f"/{kind} works only at the desk.", "Use the options of spinney exec."
            )
        match kind:
            case "side":
                self.begin_aside(session.id, arguments)
            case "fork":
                task = await self.fork(session.id, arguments)
                self._tell(
                    session.id,
                    f"A fork works on it in the background: {task.description}",
                    f"session:{task.session_id}",
                )
            case "model" if arguments.strip():
                settings = await self.settings_for(Path(session.directory))
                choice = await self.book.choose(arguments.strip(), settings)
                await self.change_session(session.id, model=choice.info.ref)
                self._tell(session.id, f"This session now works with {choice.info.ref}.")
            case "model":
                self._tell(session.id, "Choose a model.", "model.choose")
            case "agents":
                self._tell(session.id, "The agents are in the settings.", "settings.agents")
            case "clear":
                fresh = await self.create_session(
                    Path(session.directory),
                    agent=session.agent,
                    model=session.model,
                    mode=session.mode,
                )
                self._tell(fresh.id, "This is a new session.", f"session:{fresh.id}")

    def _tell(self, session_id: str, sentence: str, action: str = "") -> None:
        self.bus.publish(Notice(session_id, "info", sentence, action=action))

    async def ask_aside(self, session_id: str, question: str, on_text: OnText | None = None) -> str:
        """Ask about a conversation without leaving a trace in it; ``on_text`` gets the pieces of the
        answer as they come. Cancelling the coroutine ends it."""
        return await self.asides.side_question(
            await self.store.get_session(session_id), question, on_text
        )

    def begin_aside(self, session_id: str, question: str) -> asyncio.Task[None]:
        """The same by itself, told as ``aside.updated`` from the moment it is asked; cancel the task,
        or the aside by its id, to end it."""
        aside_id, said = new_id("aside"), list[str]()

        def tell(done: bool = False, error: str | None = None) -> None:
            text = "".join(said)
            self.bus.publish(AsideUpdated(session_id, aside_id, question, text, done, error))

        def take(text: str) -> None:
            said.append(text)
            tell()

        async def ask() -> None:
            tell()
            try:
                await self.ask_aside(session_id, question, take)
            except SpinneyError as error:
                tell(done=True, error=str(error))
            except asyncio.CancelledError:
                tell(done=True, error="It was cancelled.")
                raise
            else:
                tell(done=True)

        return self.asides.start(ask(), aside_id)

    def cancel_aside(self, aside_id: str) -> None:
        """End a question aside; one that has been answered is past that."""
        self.asides.cancel(aside_id)

    async def summarize(self, session_id: str) -> str:
        """What was done in a session, in a few sentences."""
        return await self.asides.summary(await self.store.get_session(session_id))

    async def _task_called(
        self, command: CommandDefinition | None, text: str
    ) -> tuple[str, str] | None:
        """The task that a text calls, and its input; None for a prompt or a command."""
        invocation = parse_invocation(text)
        if invocation is None:
            return None
        if command is not None:
            return (command.kind, invocation[1]) if command.kind in ("review", "compact") else None
        added = await asyncio.to_thread(self.session_tasks.added)
        return invocation if invocation[0] in added else None

    async def _take_up(self, session_id: str) -> None:
        """Wake the session; a child whose task had ended runs again as that task."""
        task = await self.store.task_for_session(session_id)
        if task is not None:
            await self.messenger.take_up(task.id, "person")
        else:
            self.runners.of(session_id).wake()

    async def run_line(self, session_id: str, command: str) -> None:
        """A command that a person typed with ``!``: run, then shown to the model."""
        item = QueueItem(session_id=session_id, kind="bash", text=command, source="person")
        await self.store.enqueue(item)
        await self._take_up(session_id)

    def is_running(self, session_id: str) -> bool:
        return self.runners.of(session_id).running

    async def wait_idle(self, session_id: str) -> TurnResult | None:
        runner = self.runners.of(session_id)
        await runner.wait_idle()
        return runner.last

    async def queue(self, session_id: str) -> list[QueueItem]:
        return await self.store.queue(session_id)

    async def edit_queued(self, item: QueueItem, text: str) -> None:
        """Other words for what waits; files that were attached stay with it."""
        await self.store.update_queue_item(item.model_copy(update={"text": text}))

    async def remove_queued(self, item_id: str) -> None:
        await self.store.remove_queue_item(item_id)

    async def send_now(self, item: QueueItem) -> None:
        """Put a queued prompt before everything else and end the current turn for it."""
        await self.store.update_queue_item(item.model_copy(update={"priority": "now"}))
        live = self.registry.of_session(item.session_id)
        if live is not None:
            live.again = self.is_running(item.session_id)
        await self.runners.of(item.session_id).interrupt()
        await self._take_up(item.session_id)
