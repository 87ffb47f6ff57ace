"""How full a model's context is: estimated here, corrected by what its provider reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.llm.types import SystemMessage
from core.loop.run import Run
from core.loop.tokens import correction, message_tokens, tools_tokens
from core.sessions.models import MessageWithParts


@dataclass(frozen=True, slots=True)
class ContextUse:
    """``tokens`` the next request takes, ``limit`` beyond which it is compacted (None: never),
    ``context`` what the model takes (None: unknown), ``parts`` the shares by kind."""

    tokens: int
    limit: int | None
    context: int | None
    parts: dict[str, int]


@dataclass(slots=True)
class ContextMeter:
    """Estimates requests. The correction found for an answer stays with it, because pruning changes
    later what that answer had been asked."""

    _corrections: dict[str, tuple[str, float]] = field(default_factory=dict)

    def measure(self, run: Run, limit: int | None) -> ContextUse:
        """Everything that the next request would hold, tool outputs not yet sent included."""
        factor = self.correction_for(run)
        system, tools = self._fixed(run)
        conversation = self.tokens_of(run, run.conversation.messages)
        parts = {
            "system": int(system * factor),
            "tools": int(tools * factor),
            "conversation": int(conversation * factor),
        }
        return ContextUse(sum(parts.values()), limit, run.choice.info.context, parts)

    def estimate(self, run: Run, messages: Sequence[MessageWithParts]) -> int:
        """The same for other messages than the run's."""
        tokens = sum(self._fixed(run)) + self.tokens_of(run, messages)
        return int(tokens * self.correction_for(run))

    def tokens_of(self, run: Run, messages: Sequence[MessageWithParts]) -> int:
        return sum(run.context.tokens(entry) for entry in messages)

    def correction_for(self, run: Run) -> float:
        """How far off the estimate was for the newest answer of this model."""
        messages = run.conversation.messages
        known_id, known = self._corrections.get(run.session.id, ("", 1.0))
        for position in range(len(messages) - 1, -1, -1):
            info = messages[position].info
            if info.role != "assistant" or info.model != run.choice.info.ref:
                continue
            if info.id == known_id:
                return known
            estimated = sum(self._fixed(run)) + self.tokens_of(run, messages[:position])
            found = correction(info.usage, estimated)
            if found is not None:
                self._corrections[run.session.id] = (info.id, found)
                return found
        return known

    @staticmethod
    def _fixed(run: Run) -> tuple[int, int]:
        """System prompt and tools, which stay the same for the whole run."""
        if run.fixed_tokens is None:
            run.fixed_tokens = (
                message_tokens(SystemMessage(run.system)),
                tools_tokens(run.schemas),
            )
        return run.fixed_tokens
