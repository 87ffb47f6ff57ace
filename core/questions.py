"""Questions that an agent puts to the person, answered in the chat."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

from core.errors import NotFound, ToolError
from core.tools.base import ToolContext


class PendingQuestions:
    """Holds the questions that wait. The card in the chat shows them from the call's metadata."""

    def __init__(
        self,
        *,
        interactive: bool,
        waiting: Callable[[str], AbstractAsyncContextManager[None]],
    ) -> None:
        self.interactive = interactive
        self.waiting = waiting
        self._answers: dict[str, asyncio.Future[list[list[str]]]] = {}

    async def ask(self, context: ToolContext, questions: list[dict[str, Any]]) -> list[list[str]]:
        if not self.interactive:
            raise ToolError(
                "Nobody is there to answer.", "Decide yourself and say what you assumed."
            )
        answer: asyncio.Future[list[list[str]]] = asyncio.get_running_loop().create_future()
        self._answers[context.call_id] = answer
        context.progress(metadata={"questions": questions, "waiting": True})
        try:
            async with self.waiting(context.session.id):
                return await answer
        finally:
            del self._answers[context.call_id]
            context.progress(metadata={"waiting": False})

    def answer(self, call_id: str, answers: list[list[str]]) -> None:
        waiting = self._answers.get(call_id)
        if waiting is None or waiting.done():
            raise NotFound("That question is no longer open.", "The agent has gone on without it.")
        waiting.set_result(answers)

    def open_calls(self) -> list[str]:
        return list(self._answers)
