"""Questions to the person that a coroutine can wait for.

No dialog runs an event loop of its own: inside a coroutine that would lose the wake-ups of all
others. A dialog is opened, and a future waits for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from desktop.theme import SPACE


async def run(dialog: QDialog) -> int:
    """Show the dialog and wait until it is closed; cancelling the wait closes it."""
    done: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def finished(result: int) -> None:
        if not done.done():
            done.set_result(result)

    dialog.finished.connect(finished)
    dialog.open()
    try:
        return await done
    finally:
        dialog.close()
        dialog.deleteLater()


async def choose(
    parent: QWidget,
    title: str,
    text: str,
    choices: Sequence[tuple[str, str]],
    *,
    dangerous: bool = False,
) -> str:
    """Ask one question; returns the value of the chosen button, "" when it is closed.

    ``choices`` are ``(value, text)``; the last one is what Enter would press, so it is the harmless
    one.
    """
    box = QMessageBox(parent)
    box.setObjectName("questionDialog")
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(title)
    box.setInformativeText(text)
    box.setIcon(QMessageBox.Icon.Warning if dangerous else QMessageBox.Icon.Question)
    values: dict[QAbstractButton, str] = {}
    for value, label in choices:
        button = box.addButton(label, QMessageBox.ButtonRole.ActionRole)
        button.setObjectName(f"choice_{value}")
        button.setAccessibleName(label)
        values[button] = value
        box.setDefaultButton(button)
        box.setEscapeButton(button)
    answer = ""

    def clicked(button: QAbstractButton) -> None:
        nonlocal answer
        answer = values.get(button, "")

    box.buttonClicked.connect(clicked)
    await run(box)
    return answer


async def ask_text(
    parent: QWidget, title: str, label: str, text: str = "", *, long: bool = False
) -> str | None:
    """Ask for a text; None when the person changes their mind."""
    dialog = QDialog(parent)
    dialog.setObjectName("textDialog")
    dialog.setWindowTitle(title)
    column = QVBoxLayout(dialog)
    column.setSpacing(SPACE)
    said = QLabel(label)
    said.setTextFormat(Qt.TextFormat.PlainText)
    said.setWordWrap(True)
    column.addWidget(said)
    field: QLineEdit | QPlainTextEdit = QPlainTextEdit(text) if long else QLineEdit(text)
    field.setObjectName("textField")
    field.setAccessibleName(label)
    column.addWidget(field)
    buttons = QDialogButtonBox(
        QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
    )
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    column.addWidget(buttons)
    dialog.resize(460, dialog.sizeHint().height())
    field.setFocus()
    # Read before the dialog goes: afterwards there is no field to ask.
    answer = text

    def accepted() -> None:
        nonlocal answer
        answer = field.toPlainText() if isinstance(field, QPlainTextEdit) else field.text()

    dialog.accepted.connect(accepted)
    return answer if await run(dialog) == QDialog.DialogCode.Accepted.value else None


async def pick_files(parent: QWidget, title: str, directory: Path) -> list[Path]:
    dialog = QFileDialog(parent, title, str(directory))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    return await _picked(dialog)


async def pick_folder(parent: QWidget, title: str, directory: Path) -> Path | None:
    dialog = QFileDialog(parent, title, str(directory))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    found = await _picked(dialog)
    return found[0] if found else None


async def pick_new_file(parent: QWidget, title: str, suggestion: Path) -> Path | None:
    dialog = QFileDialog(parent, title, str(suggestion.parent))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.selectFile(suggestion.name)
    found = await _picked(dialog)
    return found[0] if found else None


async def _picked(dialog: QFileDialog) -> list[Path]:
    chosen: list[Path] = []
    dialog.filesSelected.connect(lambda names: chosen.extend(Path(name) for name in names))
    await run(dialog)
    return chosen
