"""How far a run may go: steps, tokens, money and time, checked in one place before each request."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from core.llm.types import Usage
from core.tasks.models import Budget


@dataclass(slots=True)
class Limits:
    """The limits of one run and how much of them is used."""

    steps: int | None = None
    budget: Budget | None = None
    steps_taken: int = 0
    usage: Usage = field(default_factory=Usage)
    cost: float = 0.0
    started: float = field(default_factory=time.monotonic)

    def add(self, usage: Usage, cost: float) -> None:
        self.usage = self.usage + usage
        self.cost += cost

    def reached(self) -> str | None:
        """The limit that forbids another request, in a sentence; None while there is room."""
        if self.max_steps is not None and self.steps_taken >= self.max_steps:
            return f"The limit of {self.max_steps} steps is reached."
        budget = self.budget
        if budget is None:
            return None
        if budget.tokens is not None and self.usage.total >= budget.tokens:
            return f"The budget of {budget.tokens:,} tokens is used up."
        if budget.cost is not None and self.cost >= budget.cost:
            return f"The budget of {budget.cost:g} is used up."
        if budget.minutes is not None and time.monotonic() - self.started >= budget.minutes * 60:
            return f"The time of {budget.minutes:g} minutes is up."
        return None

    @property
    def max_steps(self) -> int | None:
        limits = [limit for limit in (self.steps, self.budget and self.budget.steps) if limit]
        return min(limits) if limits else None

    @property
    def last_step(self) -> bool:
        """Whether the next request is the last one, for which the model gets no tools."""
        return self.max_steps is not None and self.steps_taken == self.max_steps - 1
