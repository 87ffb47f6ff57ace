"""How changes of files are told."""

from __future__ import annotations

from desktop.chat.words import count
from desktop.i18n import translate


def changes_text(files: int, additions: int, deletions: int) -> str:
    """``2 files +10 −3``, or nothing where nothing changed."""
    if not files:
        return ""
    named = count(files, translate("Words", "{} file"), translate("Words", "{} files"))
    return f"{named} +{additions} −{deletions}"
