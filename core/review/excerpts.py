"""The code that a finding is about, kept with it: files change, the finding does not."""

from __future__ import annotations

import itertools
from pathlib import Path

from core.review.models import CodeLocation

MAX_FILE = 2_000_000
MAX_LINES = 14
MAX_WIDTH = 400


def excerpt(project: Path, location: CodeLocation | None) -> str:
    """The lines at a place, \"\" where there are none. Nothing outside of the project is read, whatever
    path a reviewer names."""
    if location is None or location.line_range is None:
        return ""
    first = location.line_range.start
    last = min(location.line_range.end, first + MAX_LINES - 1)
    try:
        file = (project / location.path).resolve(strict=True)
        if not file.is_relative_to(project.resolve()) or not file.is_file():
            return ""
        if file.stat().st_size > MAX_FILE:
            return ""
        with file.open(encoding="utf-8", errors="replace") as text:
            lines = [line.rstrip("\r\n") for line in itertools.islice(text, first - 1, last)]
    except (OSError, ValueError, RuntimeError):
        return ""  # No such file, no such name, no such line, or links that lead in a circle.
    if any("\0" in line for line in lines):
        return ""
    return "\n".join(line[:MAX_WIDTH] for line in lines).rstrip()
