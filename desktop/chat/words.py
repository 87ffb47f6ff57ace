"""Numbers and times as people say them."""

from __future__ import annotations

import time


def duration(seconds: float) -> str:
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 60:
        return f"{int(seconds)} s"
    minutes, rest = divmod(int(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest:02} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min"


def tokens(count: int) -> str:
    if count < 1000:
        return str(count)
    if count < 100_000:
        return f"{count / 1000:.1f}k"
    if count < 1_000_000:
        return f"{count // 1000}k"
    return f"{count / 1_000_000:.1f}M"


def money(amount: float) -> str:
    if amount <= 0:
        return "$0"
    if amount < 0.01:
        return f"${amount:.4f}"
    return f"${amount:.2f}"


def clock(moment: float) -> str:
    """The time of day, with the date when it was not today."""
    then, today = time.localtime(moment), time.localtime()
    if then[:3] == today[:3]:
        return time.strftime("%H:%M", then)
    if then.tm_year == today.tm_year:
        return time.strftime("%d %b, %H:%M", then).lstrip("0")
    return time.strftime("%d %b %Y", then).lstrip("0")


def count(number: int, one: str, many: str = "") -> str:
    """``count(2, "file")`` is ``2 files``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
