"""Budgets: what was spent today and this month, and a warning before it becomes too much."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from core.config.settings import SpendingSettings
from core.events import Notice
from core.sessions.store import Store
from core.setup.models import Spent


async def spent(
    store: Store, budget: SpendingSettings, today: datetime.date | None = None
) -> Spent:
    """The sums so far. An answer without a known price counts as nothing and is counted."""
    today = today or datetime.date.today()
    since = datetime.datetime(today.year, today.month, 1).timestamp()
    until = (datetime.datetime.combine(today, datetime.time()) + _A_DAY).timestamp()
    rows = await store.usage_by(since=since, until=until)
    return Spent(
        day=sum(row.cost for row in rows if row.day == today.isoformat()),
        month=sum(row.cost for row in rows),
        day_budget=budget.day,
        month_budget=budget.month,
        warn_at=budget.warn_at,
        unpriced=sum(
            row.messages for row in rows if not row.cost and not row.model.startswith("demo/")
        ),
    )


_A_DAY = datetime.timedelta(days=1)


@dataclass
class BudgetWarnings:
    """Says each thing once: near the budget, and over it, for each day and each month."""

    said: set[tuple[str, str, str]] = field(default_factory=set)

    def warnings(self, state: Spent, today: datetime.date | None = None) -> list[Notice]:
        today = today or datetime.date.today()
        notices: list[Notice] = []
        for period, label, used, budget in (
            ("day", today.isoformat(), state.day, state.day_budget),
            ("month", f"{today:%Y-%m}", state.month, state.month_budget),
        ):
            if not budget or used < budget * state.warn_at:
                continue
            level = "over" if used >= budget else "near"
            if (label, period, level) in self.said or (label, period, "over") in self.said:
                continue
            self.said.add((label, period, level))
            name = "today" if period == "day" else "this month"
            sentence = (
                f"You have spent {used:.2f} of {budget:.2f} {name}."
                if level == "near"
                else f"The budget of {budget:.2f} for {name} is used up ({used:.2f} spent)."
            )
            hint = "Nothing is stopped: it is for you to decide whether to go on."
            notices.append(Notice("", "warning", sentence, hint, "usage.open"))
        return notices
