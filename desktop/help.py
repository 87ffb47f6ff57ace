"""All shortcuts on one sheet, and what this program is."""

from __future__ import annotations

import platform

import PySide6
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from core import __version__
from core.paths import Paths
from desktop.actions import MENUS, Actions
from desktop.chat.label import plain_label
from desktop.theme import SPACE, Size

_COMPOSER = (
    ("Enter", "Send, or queue while the agent works"),
    ("Shift+Enter", "New line"),
    ("@", "Name a file, a folder or an agent"),
    ("/", "Run a command"),
    ("Up, Down", "Earlier prompts, at the start of the text"),
)


def shortcut_sheet(actions: Actions, parent: QWidget) -> QDialog:
    dialog = QDialog(parent)
    dialog.setObjectName("shortcutSheet")
    dialog.setWindowTitle("Keyboard Shortcuts")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    sheet = QWidget()
    grid = QGridLayout(sheet)
    grid.setHorizontalSpacing(3 * SPACE)
    row = 0
    for menu in MENUS:
        grid.addWidget(plain_label(menu, bold=True), row, 0, 1, 2)
        row += 1
        for info, action in actions.all():
            if info.menu == menu and info.shortcut:
                keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
                grid.addWidget(plain_label(keys), row, 0)
                grid.addWidget(
                    plain_label(f"{info.text.rstrip('…')}: {info.help}", role="muted"), row, 1
                )
                row += 1
    grid.addWidget(plain_label("In the composer", bold=True), row, 0, 1, 2)
    for at, (keys, said) in enumerate(_COMPOSER, start=row + 1):
        grid.addWidget(plain_label(keys), at, 0)
        grid.addWidget(plain_label(said, role="muted"), at, 1)
    area = QScrollArea()
    area.setWidget(sheet)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setAccessibleName("Keyboard shortcuts")
    column = QVBoxLayout(dialog)
    column.addWidget(area)
    column.addWidget(_close(dialog))
    dialog.resize(640, 620)
    return dialog


def about(paths: Paths, parent: QWidget) -> QDialog:
    dialog = QDialog(parent)
    dialog.setObjectName("aboutDialog")
    dialog.setWindowTitle("About Spinney")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    column = QVBoxLayout(dialog)
    column.addWidget(plain_label(f"Spinney {__version__}", size=Size.TITLE, bold=True))
    column.addWidget(plain_label("A native desktop home for coding agents."))
    told = plain_label(
        f"Python {platform.python_version()}, Qt for Python {PySide6.__version__}, "
        f"{platform.platform()}\nConfiguration: {paths.config_file}\nData: {paths.data}\n"
        f"Logs: {paths.logs}",
        role="muted",
        size=Size.SMALL,
    )
    told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    column.addWidget(told)
    column.addWidget(_close(dialog))
    return dialog


def _close(dialog: QDialog) -> QDialogButtonBox:
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    return buttons
