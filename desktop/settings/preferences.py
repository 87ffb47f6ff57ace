"""How the person wants the window: the ``[desktop]`` table of ``config.toml``.

Read before the first paint, so without the engine's checks: a value that cannot be used counts as
not written.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

SCHEMES = ("system", "light", "dark")
DENSITIES = ("compact", "normal", "roomy")
SMALLEST_TEXT, LARGEST_TEXT = 0.7, 2.5


@dataclass(frozen=True, slots=True)
class Preferences:
    """The names are the keys of the table. ``text_size`` is a factor, ``font`` "" the system's."""

    scheme: str = "system"
    font: str = ""
    code_font: str = ""
    text_size: float = 1.0
    density: str = "normal"
    code_theme: str = "spinney"
    language: str = ""
    notifications: bool = True
    sounds: bool = False

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> Preferences:
        """What can be used of a table; the rest keeps its default."""
        values: dict[str, Any] = {}
        for entry in fields(cls):
            value, default = table.get(entry.name), entry.default
            if isinstance(default, float) and type(value) is int:
                value = float(value)
            if type(value) is type(default):
                values[entry.name] = value
        if values.get("scheme") not in SCHEMES:
            values.pop("scheme", None)
        if values.get("density") not in DENSITIES:
            values.pop("density", None)
        if "text_size" in values:
            values["text_size"] = min(LARGEST_TEXT, max(SMALLEST_TEXT, values["text_size"]))
        return cls(**values)


def read(file: Path) -> tuple[Preferences, frozenset[str]]:
    """The preferences of a configuration file, and which of them it names."""
    try:
        table = tomllib.loads(file.read_text("utf-8-sig")).get("desktop", {})
    except (OSError, ValueError):
        return Preferences(), frozenset()
    if not isinstance(table, dict):
        return Preferences(), frozenset()
    return Preferences.from_table(table), frozenset(table)
