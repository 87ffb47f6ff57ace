"""Whether what a project brings along may act."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from core.engine import Engine
from desktop import dialogs
from desktop.permissions.visible import visible

_LISTED = 12


async def ask_for_trust(engine: Engine, folder: Path, window: QWidget) -> bool:
    """Ask if there is something to trust; True when the project may act."""
    state = await engine.trust_state(folder)
    if state.trusted and not state.changed:
        return True
    changed = set(state.changed)
    shown = [item for item in state.items if not changed or item.path in changed]
    found = [visible(f"{item.path}: {item.does}") for item in shown]
    if not found:
        return False
    listed = "\n".join(f"  • {item}" for item in found[:_LISTED])
    if len(found) > _LISTED:
        listed += f"\n  and {len(found) - _LISTED} more"
    again = "has changed since you trusted it" if state.known else "brings its own settings"
    answer = await dialogs.choose(
        window,
        f"Do you trust {folder.name}?",
        f"This project {again}. Until you trust it, none of this acts:\n\n{listed}\n\n"
        "Trust it only if you know where it comes from.",
        [("trust", "Trust this project"), ("no", "Not now")],
        dangerous=True,
    )
    if answer != "trust":
        return False
    await engine.trust(folder, state)
    return True
