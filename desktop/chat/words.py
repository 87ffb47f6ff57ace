"""Numbers and times as people say them."""

from __future__ import annotations

import time

from PySide6.QtCore import QDateTime, QLocale

from desktop.i18n import translate


def duration(seconds: float) -> str:
    if seconds < 10:
        return translate("Words", "{:.1f} s").format(seconds)
    if seconds < 60:
        return translate("Words", "{} s").format(int(seconds))
    minutes, rest = divmod(int(seconds), 60)
    if minutes < 60:
        return translate("Words", "{} min {:02} s").format(minutes, rest)
    hours, minutes = divmod(minutes, 60)
    return translate("Words", "{} h {:02} min").format(hours, minutes)


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
    date = QDateTime.fromSecsSinceEpoch(int(moment))
    if then[:3] == today[:3]:
        return time.strftime("%H:%M", then)
    if then.tm_year == today.tm_year:
        return QLocale().toString(date, translate("Words", "d MMM, HH:mm"))
    return QLocale().toString(date, translate("Words", "d MMM yyyy"))


def count(number: int, one: str, many: str, **values: str) -> str:
    """``count(2, "{} file", "{} files")`` is ``2 files``; both come already translated."""
    return (one if number == 1 else many).format(f"{number:,}", **values)
