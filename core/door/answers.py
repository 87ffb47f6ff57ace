"""Requests and questions that wait for a person."""

from __future__ import annotations

from core.door.talking import TalkActions
from core.permissions.models import Answer, Request


class AnswerActions(TalkActions):
    """What a person answers."""

    async def requests(self) -> list[Request]:
        return await self.store.requests(state="asked")

    async def answer(self, request_id: str, answer: Answer) -> Request:
        """Answer a request; a run that a restart had interrupted goes on with the answer."""
        request = await self.broker.answer(request_id, answer)
        if not self.is_running(request.session_id):
            await self._take_up(request.session_id)
        return request

    def answer_question(self, call_id: str, answers: list[list[str]]) -> None:
        self.questions.answer(call_id, answers)
