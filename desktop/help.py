"""All shortcuts on one sheet, and what this program is."""

from __future__ import annotations

import platform

import PySide6
from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QKeySequence
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
from desktop.i18n import translate
from desktop.theme import SPACE, Size


def _composer() -> list[tuple[str, str]]:
    """The keys of the composer and what each of them does."""
    return [
        ("Enter", translate("Help", "Send, or queue while the agent works")),
        ("Shift+Enter", translate("Help", "New line")),
        ("@", translate("Help", "Name a file, a folder or an agent")),
        ("/", translate("Help", "Run a command")),
        ("Up, Down", translate("Help", "Earlier prompts, at the start of the text")),
    ]


def shortcut_sheet(actions: Actions, parent: QWidget) -> QDialog:
    dialog = QDialog(parent)
    dialog.setObjectName("shortcutSheet")
    dialog.setWindowTitle(translate("Help", "Keyboard Shortcuts"))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    sheet = QWidget()
    grid = QGridLayout(sheet)
    grid.setHorizontalSpacing(3 * SPACE)
    row = 0
    for menu in MENUS:
        grid.addWidget(plain_label(translate("Actions", menu), bold=True), row, 0, 1, 2)
        row += 1
        for info, action in actions.all():
            if info.menu == menu and info.shortcut:
                keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
                grid.addWidget(plain_label(keys), row, 0)
                grid.addWidget(
                    plain_label(f"{info.text.rstrip('…')}: {info.help}", role="muted"), row, 1
                )
                row += 1
    grid.addWidget(plain_label(translate("Help", "In the composer"), bold=True), row, 0, 1, 2)
    for at, (keys, said) in enumerate(_composer(), start=row + 1):
        grid.addWidget(plain_label(keys), at, 0)
        grid.addWidget(plain_label(said, role="muted"), at, 1)
    area = QScrollArea()
    area.setWidget(sheet)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setAccessibleName(translate("Help", "Keyboard shortcuts"))
    column = QVBoxLayout(dialog)
    column.addWidget(area)
    column.addWidget(_close(dialog))
    dialog.resize(640, 620)
    return dialog


def about(paths: Paths, parent: QWidget) -> QDialog:
    dialog = QDialog(parent)
    dialog.setObjectName("aboutDialog")
    dialog.setWindowTitle(translate("Help", "About Spinney"))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    column = QVBoxLayout(dialog)
    column.addWidget(plain_label(f"Spinney {__version__}", size=Size.TITLE, bold=True))
    column.addWidget(plain_label(translate("Help", "A native desktop home for coding agents.")))
    told = plain_label(
        translate(
            "Help", "Python {}, Qt for Python {}, {}\nConfiguration: {}\nData: {}\nLogs: {}"
        ).format(
            platform.python_version(),
            PySide6.__version__,
            platform.platform(),
            paths.config_file,
            paths.data,
            paths.logs,
        ),
        role="muted",
        size=Size.SMALL,
    )
    told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    column.addWidget(told)
    column.addWidget(_close(dialog))
    return dialog


def _close(dialog: QDialog) -> QDialogButtonBox:
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.button(QDialogButtonBox.StandardButton.Close).setIcon(QIcon())
    buttons.rejected.connect(dialog.reject)
    return buttons
