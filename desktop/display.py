"""Whether a window can be shown at all, found out before Qt aborts the process over it."""

from __future__ import annotations

import os
import re
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

_NEEDS_NO_SCREEN = ("offscreen", "minimal", "vnc", "linuxfb", "eglfs", "vkkhrdisplay")
_PROBE_SECONDS = 2.0


def missing_display(environ: Mapping[str, str], platform: str = sys.platform) -> str | None:
    """A sentence that says why no window can open here, or None when one can."""
    if not platform.startswith("linux"):
        return None
    plugin = environ.get("QT_QPA_PLATFORM", "").split(";")[0].split(":")[0]
    if plugin.startswith(_NEEDS_NO_SCREEN):
        return None
    wayland, x11 = environ.get("WAYLAND_DISPLAY"), environ.get("DISPLAY")
    if not wayland and not x11:
        return (
            "There is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set); "
            "use “spinney exec” to work without one."
        )
    if wayland and not plugin.startswith("xcb") and _wayland_answers(wayland, environ):
        return None
    if x11 and not plugin.startswith("wayland") and _x11_answers(x11):
        return None
    named = " or ".join(f"“{name}”" for name in (wayland, x11) if name)
    return f"The display {named} does not answer; use “spinney exec” to work without a window."


def platform_failure(message: str) -> str:
    """The sentence for a Qt that could not load its platform plugin."""
    first = message.strip().splitlines()[0] if message.strip() else "Qt could not start."
    return f"The window cannot be opened: {first} Use “spinney exec” to work without one."


def _wayland_answers(name: str, environ: Mapping[str, str]) -> bool:
    path = Path(name)
    if not path.is_absolute():
        path = Path(environ.get("XDG_RUNTIME_DIR", f"/run/user/{os.getuid()}")) / name
    return _connects(socket.AF_UNIX, str(path))


def _x11_answers(name: str) -> bool:
    match = re.fullmatch(
        r"(?:(?P<protocol>tcp|unix|inet6?)/)?(?P<host>.*):(?P<number>\d+)(?:\.\d+)?", name
    )
    if match is None:
        # A path to a socket, as launchd names it; Qt knows better than we do.
        return True
    host, number = match["host"], int(match["number"])
    if host in ("", "unix"):
        place = f"/tmp/.X11-unix/X{number}"
        return _connects(socket.AF_UNIX, place) or _connects(socket.AF_UNIX, "\0" + place)
    try:
        with socket.create_connection((host.strip("[]"), 6000 + number), _PROBE_SECONDS):
            return True
    except OSError:
        return False


def _connects(family: socket.AddressFamily, address: str) -> bool:
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.settimeout(_PROBE_SECONDS)
        try:
            probe.connect(address)
        except OSError:
            return False
        return True
