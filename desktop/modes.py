"""Switching permissions off is a decision of its own."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from core.sessions.models import Session
from desktop import dialogs
from desktop.i18n import translate


async def may_bypass(window: QWidget, session: Session) -> bool:
    """Ask once for each session before its permissions are bypassed."""
    if session.settings.get("bypass_enabled"):
        return True
    answer = await dialogs.choose(
        window,
        translate("Desk", "Bypass permissions in this session?"),
        translate(
            "Desk",
            "Agents in {} will edit files and run commands without asking. What your rules "
            "deny stays denied.",
        ).format(session.directory),
        [
            ("bypass", translate("Desk", "Bypass permissions")),
            ("keep", translate("Desk", "Keep asking")),
        ],
        dangerous=True,
    )
    return answer == "bypass"
