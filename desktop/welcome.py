"""What is shown before there is a conversation: what to do next."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.sessions.models import Project
from desktop.chat.label import icon_label, plain_label, text_button
from desktop.theme import SPACE, Size


class Welcome(QWidget):
    """Open a folder, take up a recent one, or try the demo."""

    folder_wanted = Signal()
    project_wanted = Signal(str)
    demo_wanted = Signal()
    session_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("welcome")
        self.setAutoFillBackground(True)
        self.setBackgroundRole(self.palette().ColorRole.Base)
        outer = QVBoxLayout(self)
        outer.addStretch(2)
        self._middle = QHBoxLayout()
        self._middle.addStretch(1)
        self._middle.addStretch(1)
        outer.addLayout(self._middle)
        outer.addStretch(3)
        self._content: QWidget | None = None

    def show_state(self, folder: Path | None, recent: list[Project], *, has_model: bool) -> None:
        """Say what fits: nothing open yet, no model yet, or ready to start."""
        if self._content is not None:
            self._content.hide()
            self._content.deleteLater()
        self._content = content = QWidget()
        content.setFixedWidth(460)
        column = QVBoxLayout(content)
        column.setSpacing(SPACE)
        symbol = icon_label("tree", self, "accent", 32)
        column.addWidget(symbol, 0, Qt.AlignmentFlag.AlignHCenter)
        title = plain_label(
            f"{folder.name} is open" if folder else "Welcome to Spinney", size=Size.TITLE, bold=True
        )
        title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(title)
        column.addWidget(self._said(folder, has_model))
        column.addSpacing(SPACE)
        column.addLayout(self._buttons(folder, has_model))
        if recent and folder is None:
            column.addSpacing(2 * SPACE)
            column.addWidget(plain_label("Recent", role="muted", size=Size.SMALL))
            for project in recent[:6]:
                button = text_button(
                    f"{project.name}    {project.directory}",
                    partial(self.project_wanted.emit, project.directory),
                )
                button.setFlat(True)
                button.setStyleSheet("text-align: left; padding: 4px;")
                column.addWidget(button)
        self._middle.insertWidget(1, content)

    def _said(self, folder: Path | None, has_model: bool) -> QWidget:
        if not has_model:
            text = (
                "No model is configured yet. Set one up in the settings, or take the demo tour: "
                "it needs no model and no key, and shows a whole piece of work from prompt to "
                "passing tests."
            )
        elif folder is None:
            text = "Open a project folder to start working with an agent in it."
        else:
            text = "Start a session and say what you want done."
        label = plain_label(text, role="muted", wrap=True)
        label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        return label

    def _buttons(self, folder: Path | None, has_model: bool) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addStretch(1)
        demo = text_button(
            "Try the demo", self.demo_wanted.emit, object_name="demoButton", primary=not has_model
        )
        open_folder = text_button(
            "Open a folder…",
            self.folder_wanted.emit,
            object_name="openFolderButton",
            primary=has_model and folder is None,
        )
        row.addWidget(open_folder)
        if folder is not None and has_model:
            row.addWidget(
                text_button(
                    "New session",
                    self.session_wanted.emit,
                    object_name="newSessionButton",
                    primary=True,
                )
            )
        row.addWidget(demo)
        row.addStretch(1)
        return row
