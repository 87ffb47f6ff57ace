"""Opens the folder of a worktree in the programs that a person has."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from PySide6.QtCore import QProcess, QUrl
from PySide6.QtGui import QDesktopServices

from core.errors import SpinneyError
from desktop.i18n import translate

TERMINALS = (
    *("x-terminal-emulator", "gnome-terminal", "kgx", "konsole", "xfce4-terminal", "ptyxis"),
    *("kitty", "alacritty", "wezterm", "foot", "xterm"),
)
EDITORS = ("code", "codium", "cursor", "zed", "subl", "idea", "pycharm", "kate", "gedit")


def open_folder(folder: Path) -> None:
    _refuse_missing(folder)
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def open_terminal(folder: Path) -> None:
    """A terminal with its shell in the folder; ``TERMINAL`` names the one that a person wants."""
    _refuse_missing(folder)
    if sys.platform == "darwin":
        wanted = os.environ.get("TERMINAL")
        named = ["-a", wanted] if wanted else ["-b", "com.apple.terminal"]
        command = ["open", *named, str(folder)]
    elif sys.platform == "win32":
        command = ["wt", "-d", str(folder)] if shutil.which("wt") else ["cmd", "/c", "start", "cmd"]
    else:
        command = _first([os.environ.get("TERMINAL", ""), *TERMINALS])
    if not command or not _start(command, folder):
        raise SpinneyError(
            translate("Worktrees", "No terminal was found."),
            translate("Worktrees", "Put the name of one into the variable TERMINAL."),
        )


def open_editor(folder: Path) -> None:
    """A graphical editor with the folder as its project; ``VISUAL`` names the one that is wanted."""
    _refuse_missing(folder)
    command = _first([os.environ.get("VISUAL", ""), *EDITORS])
    if not command or not _start([*command, str(folder)], folder):
        raise SpinneyError(
            translate("Worktrees", "No editor was found."),
            translate("Worktrees", "Put the name of one into the variable VISUAL."),
        )


def _first(names: list[str]) -> list[str]:
    for name in names:
        program = shutil.which(name) if name else None
        if program is not None:
            return [program]
    return []


def _start(command: list[str], folder: Path) -> bool:
    started, _pid = QProcess.startDetached(command[0], command[1:], str(folder))
    return bool(started)


def _refuse_missing(folder: Path) -> None:
    if not folder.is_dir():
        raise SpinneyError(
            translate("Worktrees", "The folder {folder} is no longer there.").format(folder=folder)
        )
