"""Commands that run as a task: started by the loop itself, without asking the model first."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass

from core.agents.prompts import AFTER_SUBTASK
from core.errors import PermissionRefused
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
                if isinstance(part, SubtaskPart):
                    await self._run_one(run, entry, part)

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
        arguments = {
            "prompt": subtask.prompt,
            "description": subtask.description,
            "subagent_type": subtask.agent,
            "command": subtask.command,
            **({"model": subtask.model} if subtask.model else {}),
            **({"run_in_background": True} if subtask.background else {}),
        }
        call = ToolPart(
            call_id=new_id("call"),
            tool="task",
            status="running",
            raw_input=json.dumps(arguments, ensure_ascii=False),
            input=arguments,
            started=time.time(),
        )
        entry = await run.conversation.add(message, [call])
        limits = RunLimits(
            tuple((rule[0], rule[1], rule[2]) for rule in subtask.rules),
            tuple(subtask.tools) if subtask.tools is not None else None,
        )
        try:
            await self.executor.execute(run, call, by_person=True, limits=limits)
        except PermissionRefused:
            pass  # The call says so; a failed subtask never ends the loop.
        finally:
            message.finish, message.completed = "tool-calls", time.time()
            await self.store.update_message(message, entry.parts)
        await run.conversation.add_user_text(
            AFTER_SUBTASK, synthetic=True, agent=asked.info.agent, model=asked.info.model
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
