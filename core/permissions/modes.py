"""Permission modes: how strict each is, and which one a subagent works in."""

from __future__ import annotations

from typing import get_args

from core.errors import ConfigError
from core.permissions.models import Mode

MODES: tuple[Mode, ...] = get_args(Mode)

_ORDER: tuple[Mode, ...] = (
    "bypassPermissions",
    "acceptEdits",
    "bubble",
    "default",
    "dontAsk",
    "plan",
)
"""From the loosest to the strictest. Bubble asks like default, in another conversation. Plan stands
above dontAsk because it denies what rules may have allowed, and a question harms nobody."""


def parse_mode(text: str) -> Mode:
    """A mode by its name; other spellings of the same words are understood."""
    plain = text.replace("-", "").replace("_", "").lower()
    for mode in MODES:
        if plain == mode.lower() or (plain == "bypass" and mode == "bypassPermissions"):
            return mode
    raise ConfigError(
        f"There is no permission mode “{text}”.", f"The modes are {', '.join(MODES)}."
    )


def stricter(one: Mode, other: Mode) -> Mode:
    """The stricter of two modes."""
    return max(one, other, key=_ORDER.index)


def effective_mode(
    parent: Mode,
    definition: Mode | None = None,
    subagent_mode: Mode | None = None,
    own_worktree: bool = False,
) -> Mode:
    """The mode a subagent works in.

    It inherits its parent's. ``subagent_mode`` of the settings replaces an inherited mode that asks,
    and a worktree of its own gives acceptEdits, but neither loosens plan or dontAsk. What its
    definition wants counts only where that is stricter.
    """
    mode = parent
    if parent not in ("plan", "dontAsk"):
        if subagent_mode is not None:
            mode = subagent_mode
        if own_worktree and mode in ("default", "bubble"):
            mode = "acceptEdits"
    return mode if definition is None else stricter(mode, definition)
