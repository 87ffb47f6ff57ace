"""Commands that run as a task: started by the loop itself, without asking the model first."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass

from core.agents.prompts import AFTER_LAUNCH, AFTER_SUBTASK
from core.errors import PermissionRefused, SpinneyError
from core.events import Notice
from core.ids import new_id
from core.loop.run import Run
from core.sessions.models import Message, MessageWithParts, SubtaskPart, ToolPart
from core.sessions.store import Store
from core.tools.base import RunLimits
from core.tools.executor import Executor


@dataclass(slots=True)
class Subtasks:
    """Runs the subtask parts of messages that nobody has answered yet, oldest first."""

    store: Store
    executor: Executor

    async def run(self, run: Run) -> None:
        for entry in pending(run.conversation.messages, run.session.id):
            for part in entry.parts:
                if isinstance(part, SubtaskPart) and in_background(run, part):
                    await self._launch(run, part)
                elif isinstance(part, SubtaskPart):
                    await self._run_one(run, entry, part)

    async def _launch(self, run: Run, subtask: SubtaskPart) -> None:
        """Start it and go on: its output comes back through the queue as a hidden prompt. It is
        marked first, so that no restart ever runs it twice."""
        if subtask.launched:
            return
        subtask.launched = subtask.background = True
        await self.store.save_part(subtask)
        call = ToolPart(call_id=new_id("call"), tool="task", session_id=run.session.id)
        try:
            await self.executor.run_unstored(
                run, call, arguments_of(subtask), by_person=True, limits=limits_of(subtask)
            )
        except (SpinneyError, PermissionRefused) as error:
            sentence = f"{subtask.command or subtask.description} was not run: {error}"
            self.store.bus.publish(Notice(run.session.id, "warning", sentence))

    async def _run_one(self, run: Run, asked: MessageWithParts, subtask: SubtaskPart) -> None:
        """An assistant message under the task's agent with one task call, then a user message that
        tells the model to go on: some models need one between two of their own."""
        message = Message(
            session_id=run.session.id,
            role="assistant",
            agent=subtask.agent,
            model=run.choice.info.ref,
            parent_id=asked.info.id,
            path={"cwd": str(run.directory), "root": str(run.project)},
        )
        arguments = arguments_of(subtask)
        call = ToolPart(
            call_id=new_id("call"),
            tool="task",
            status="running",
            raw_input=json.dumps(arguments, ensure_ascii=False),
            input=arguments,
            started=time.time(),
        )
        entry = await run.conversation.add(message, [call])
        try:
            await self.executor.execute(run, call, by_person=True, limits=limits_of(subtask))
        except PermissionRefused:
            pass  # The call says so; a failed subtask never ends the loop.
        finally:
            message.finish, message.completed = "tool-calls", time.time()
            await self.store.update_message(message, entry.parts)
        launched = call.metadata.get("status") == "async_launched"
        await run.conversation.add_user_text(
            AFTER_LAUNCH if launched else AFTER_SUBTASK,
            synthetic=True,
            agent=asked.info.agent,
            model=asked.info.model,
        )


def in_background(run: Run, subtask: SubtaskPart) -> bool:
    """Whether nobody waits for it: it says so itself, or nothing may block in this session."""
    held = run.session.settings
    wanted = subtask.background or held.get("assistant") or held.get("coordinator")
    return bool(wanted) and run.settings.background_tasks


def arguments_of(subtask: SubtaskPart) -> dict[str, object]:
    return {
        "prompt": subtask.prompt,
        "description": subtask.description,
        "subagent_type": subtask.agent,
        "command": subtask.command,
        **({"model": subtask.model} if subtask.model else {}),
        **({"run_in_background": True} if subtask.background else {}),
        **({"isolation": subtask.isolation} if subtask.isolation else {}),
    }


def limits_of(subtask: SubtaskPart) -> RunLimits:
    return RunLimits(
        tuple((rule[0], rule[1], rule[2]) for rule in subtask.rules),
        tuple(subtask.tools) if subtask.tools is not None else None,
        (subtask.command or "").removeprefix("/"),
    )


def pending(messages: list[MessageWithParts], session_id: str) -> list[MessageWithParts]:
    """Messages of the session with subtasks that came after the last answer."""
    found: list[MessageWithParts] = []
    for entry in reversed(messages):
        if entry.info.role == "assistant" or entry.info.session_id != session_id:
            break
        if any(isinstance(part, SubtaskPart) for part in entry.parts):
            found.append(entry)
    return list(reversed(found))
