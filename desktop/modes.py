"""Switching permissions off is a decision of its own."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from core.sessions.models import Session
from desktop import dialogs


async def may_bypass(window: QWidget, session: Session) -> bool:
    """Ask once for each session before its permissions are bypassed."""
    if session.settings.get("bypass_enabled"):
        return True
    answer = await dialogs.choose(
        window,
        "Bypass permissions in this session?",
        f"Agents in {session.directory} will edit files and run commands without asking. "
        "What your rules deny stays denied.",
        [("bypass", "Bypass permissions"), ("keep", "Keep asking")],
        dangerous=True,
    )
    return answer == "bypass"
