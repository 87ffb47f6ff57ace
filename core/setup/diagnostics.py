"""What to send along when something does not work: versions, places, states; never a key."""

from __future__ import annotations

import importlib.metadata
import platform
import sys
from collections.abc import Iterable

from core import __version__
from core.paths import Paths
from core.redact import Redactor
from core.setup.models import DataPlace, Fault

_PACKAGES = (
    *("PySide6", "qasync", "litellm", "pydantic", "apsw", "keyring", "GitPython", "mcp"),
    *("tree-sitter", "tree-sitter-bash", "tomlkit", "watchfiles"),
)
LOG_LINES = 40


def diagnostics(
    paths: Paths,
    *,
    lines: Iterable[str],
    data: Iterable[DataPlace],
    faults: Iterable[Fault],
    redactor: Redactor,
) -> str:
    """One text, ready to be copied. Secrets that are known or look like one are taken out."""
    versions = ", ".join(f"{name} {_version(name)}" for name in _PACKAGES)
    report = [
        f"Spinney {__version__}",
        f"Python {platform.python_version()} on {platform.platform()}",
        f"Packages: {versions}",
        f"Program: {sys.executable}",
        f"Configuration: {paths.config_file}",
        f"Data: {paths.data}",
        *lines,
        "",
        "Sizes:",
        *(f"  {place.name}: {size_text(place.size)} in {place.files} files" for place in data),
    ]
    wrong = [f"  {fault.place}: {fault.sentence}" for fault in faults]
    report += ["", "Problems in files:", *(wrong or ["  none"])]
    report += ["", f"Last lines of the log ({LOG_LINES} at most):", *_log_tail(paths)]
    return redactor("\n".join(report))


def size_text(size: int) -> str:
    amount = float(size)
    for unit in ("bytes", "kB", "MB", "GB"):
        if amount < 1000 or unit == "GB":
            return f"{amount:.0f} {unit}" if unit == "bytes" else f"{amount:.1f} {unit}"
        amount /= 1000
    return ""


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "missing"


def _log_tail(paths: Paths) -> list[str]:
    files = sorted(paths.logs.glob("*.log"), key=lambda file: file.stat().st_mtime)
    if not files:
        return ["  (none)"]
    try:
        with open(files[-1], "rb") as stream:
            stream.seek(max(0, files[-1].stat().st_size - 20_000))
            text = stream.read().decode("utf-8", "replace")
    except OSError:
        return ["  (cannot be read)"]
    return [f"  {line[:400]}" for line in text.splitlines()[-LOG_LINES:]]
