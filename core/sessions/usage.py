"""What answers used and cost, by day, model, agent and session."""

from __future__ import annotations

from dataclasses import dataclass

from core.llm.types import Usage
from core.sessions.access import Access
from core.sessions.database import Connection
from core.sessions.models import Message


@dataclass(frozen=True, slots=True)
class UsageRow:
    """A sum; ``day`` is a local date as ``2025-03-01``, ``session_id`` may name a deleted one."""

    day: str
    model: str
    agent: str
    session_id: str
    usage: Usage
    cost: float
    messages: int


def record_usage(connection: Connection, message: Message) -> None:
    """Note what a message used, in place of what was noted of it before."""
    usage = message.usage
    if not (usage.total or message.cost):
        return
    connection.execute(
        "INSERT OR REPLACE INTO usage (message_id, session_id, created, model, agent, input, "
        "output, reasoning, cache_read, cache_write, cost) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            message.id,
            message.session_id,
            message.created,
            message.model or "",
            message.agent,
            usage.input,
            usage.output,
            usage.reasoning,
            usage.cache_read,
            usage.cache_write,
            message.cost,
        ),
    )


class UsageSums(Access):
    """Sums over everything that was ever answered, deleted sessions included."""

    async def usage_by(self, *, since: float, until: float) -> list[UsageRow]:
        def work(connection: Connection) -> list[UsageRow]:
            rows = connection.execute(
                "SELECT date(created, 'unixepoch', 'localtime') AS day, model, agent, session_id, "
                "SUM(input), SUM(output), SUM(reasoning), SUM(cache_read), SUM(cache_write), "
                "SUM(cost), COUNT(*) FROM usage WHERE created >= ? AND created < ? "
                "GROUP BY day, model, agent, session_id ORDER BY day, model, agent, session_id",
                (since, until),
            )
            return [
                UsageRow(
                    day=str(row[0]),
                    model=str(row[1]),
                    agent=str(row[2]),
                    session_id=str(row[3]),
                    usage=Usage(
                        input=row[4],
                        output=row[5],
                        reasoning=row[6],
                        cache_read=row[7],
                        cache_write=row[8],
                    ),
                    cost=float(row[9]),
                    messages=int(row[10]),
                )
                for row in rows
            ]

        return await self._read(work)
