"""Whether what a project brings along may act."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from core.engine import Engine
from desktop import dialogs
from desktop.i18n import translate
from desktop.i18n.engine import engine_text
from desktop.permissions.visible import visible

if TYPE_CHECKING:
    from core.engine import ActingFile

_LISTED = 12


def listing(items: Sequence[ActingFile]) -> str:
    """The files to trust, a line each. Those that start programs come first and are all there,
    however many others a project brings along to hide them among."""
    first = sorted(items, key=lambda item: not item.starts_programs)
    count = max(_LISTED, sum(item.starts_programs for item in items))
    lines = [visible(f"  • {item.path}: {engine_text(item.does)}") for item in first[:count]]
    if len(first) > count:
        lines.append(translate("Desk", "  and {} more").format(len(first) - count))
    return "\n".join(lines)


async def ask_for_trust(engine: Engine, folder: Path, window: QWidget) -> bool:
    """Ask if there is something to trust; True when the project may act."""
    state = await engine.trust_state(folder)
    if state.trusted and not state.changed:
        return True
    changed = set(state.changed)
    shown = [item for item in state.items if not changed or item.path in changed]
    if not shown:
        return False
    listed = listing(shown)
    why = (
        translate("Desk", "This project has changed since you trusted it.")
        if state.known
        else translate("Desk", "This project brings its own settings.")
    )
    until = translate("Desk", "Until you trust it, none of this acts:")
    only = translate("Desk", "Trust it only if you know where it comes from.")
    answer = await dialogs.choose(
        window,
        translate("Desk", "Do you trust {}?").format(folder.name),
        f"{why} {until}\n\n{listed}\n\n{only}",
        [("trust", translate("Desk", "Trust this project")), ("no", translate("Desk", "Not now"))],
        dangerous=True,
    )
    if answer != "trust":
        return False
    await engine.trust(folder, state)
    return True
