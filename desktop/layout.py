"""Where the window was and what it looked like, kept between starts in one small file."""

from __future__ import annotations

import base64
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

VERSION = 1


@dataclass
class Layout:
    """``geometry`` and ``state`` are Qt's own; the rest is ours."""

    geometry: bytes = b""
    state: bytes = b""
    scheme: str = "system"
    text_size: float = 1.0
    detail: str = "normal"
    last_session: str = ""
    expanded: list[str] = field(default_factory=list)
    sounds: bool = False
    notifications: bool = True


def read(file: Path) -> Layout:
    """What was kept; a file that cannot be used counts as none."""
    try:
        plain = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return Layout()
    if not isinstance(plain, dict) or plain.pop("version", None) != VERSION:
        return Layout()
    layout = Layout()
    for name, default in asdict(layout).items():
        value: Any = plain.get(name, default)
        if isinstance(default, bytes):
            try:
                value = base64.b64decode(value) if isinstance(value, str) else default
            except ValueError:
                value = default
        elif isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if isinstance(value, type(default)):
            setattr(layout, name, value)
    return layout


def write(file: Path, layout: Layout) -> None:
    plain: dict[str, Any] = {"version": VERSION}
    for name, value in asdict(layout).items():
        plain[name] = base64.b64encode(value).decode() if isinstance(value, bytes) else value
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_suffix(".new")
    fresh.write_text(json.dumps(plain), "utf-8")
    fresh.replace(file)
