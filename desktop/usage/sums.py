"""Sums of what was used, by day, model, agent or session; plain values without Qt."""

from __future__ import annotations

import csv
import datetime
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.llm.types import Usage

MOST_SERIES = 6


@dataclass(frozen=True, slots=True)
class Sum:
    """One row of the table; ``key`` is what it was summed by."""

    key: str
    label: str
    usage: Usage
    cost: float
    answers: int

    @property
    def tokens(self) -> int:
        return self.usage.total


@dataclass(frozen=True, slots=True)
class Series:
    """One colour of the chart: an amount for each day."""

    label: str
    amounts: tuple[float, ...]


def label_for(by: str, titles: Mapping[str, str]) -> Callable[[Any], tuple[str, str]]:
    """Key and words of a stored row for one way of summing."""

    def of(row: Any) -> tuple[str, str]:
        if by == "day":
            return row.day, row.day
        if by == "model":
            return row.model, row.model or "?"
        if by == "agent":
            return row.agent, row.agent or "?"
        return row.session_id, titles.get(row.session_id) or row.session_id

    return of


def summed(rows: Sequence[Any], by: str, titles: Mapping[str, str]) -> list[Sum]:
    """The rows summed; days in order, everything else by what it cost, then by tokens."""
    of = label_for(by, titles)
    found: dict[str, Sum] = {}
    for row in rows:
        key, label = of(row)
        before = found.get(key, Sum(key, label, Usage(), 0.0, 0))
        found[key] = Sum(
            key, label, before.usage + row.usage, before.cost + row.cost,
            before.answers + row.messages,
        )  # fmt: skip
    if by == "day":
        return sorted(found.values(), key=lambda s: s.key, reverse=True)
    return sorted(found.values(), key=lambda s: (-s.cost, -s.tokens, s.label))


def days_between(first: datetime.date, last: datetime.date) -> list[str]:
    count = (last - first).days + 1
    return [(first + datetime.timedelta(days=at)).isoformat() for at in range(max(1, count))]


def series(
    rows: Sequence[Any],
    days: Sequence[str],
    by: str,
    titles: Mapping[str, str],
    measure: str,
    rest: str,
) -> list[Series]:
    """One series for each of the largest, and one for the rest; days make one series only."""
    of = label_for("model" if by == "day" else by, titles)
    place = {day: at for at, day in enumerate(days)}
    amounts: dict[str, list[float]] = {}
    labels: dict[str, str] = {}
    for row in rows:
        if row.day not in place:
            continue
        key, label = of(row)
        labels[key] = label
        line = amounts.setdefault(key, [0.0] * len(days))
        line[place[row.day]] += row.cost if measure == "cost" else row.usage.total
    ordered = sorted(amounts, key=lambda key: -sum(amounts[key]))
    kept = [Series(labels[key], tuple(amounts[key])) for key in ordered[:MOST_SERIES]]
    others = ordered[MOST_SERIES:]
    if others:
        joined = tuple(sum(amounts[key][at] for key in others) for at in range(len(days)))
        kept.append(Series(rest, joined))
    return kept


def as_csv(rows: Sequence[Any], titles: Mapping[str, str]) -> str:
    """Every stored row, for a spreadsheet. A text that a spreadsheet would run is quoted."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(
        [
            *("day", "model", "agent", "session", "title", "answers", "input", "output"),
            *("reasoning", "cache_read", "cache_write", "cost"),
        ]
    )
    for row in rows:
        used = row.usage
        writer.writerow(
            [
                row.day,
                _harmless(row.model),
                _harmless(row.agent),
                row.session_id,
                _harmless(titles.get(row.session_id, "")),
                row.messages,
                used.input,
                used.output,
                used.reasoning,
                used.cache_read,
                used.cache_write,
                f"{row.cost:.6f}",
            ]
        )
    return out.getvalue()


def _harmless(text: str) -> str:
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t") else text
