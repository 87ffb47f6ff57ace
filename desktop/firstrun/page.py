"""What is shown before there is a conversation: set up a model, open a folder, try the demo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from core.engine import Setup
from core.sessions.models import Project
from desktop.chat.label import emphasise, icon_label, plain_label, text_button
from desktop.firstrun.found import FoundList
from desktop.firstrun.key_form import KeyForm
from desktop.firstrun.server_form import ServerForm
from desktop.i18n import translate
from desktop.theme import SPACE, Size
from desktop.theme.metrics import scaled
from desktop.theme.tinting import framed

_WIDTH = 660


class Welcome(QScrollArea):
    """Says what fits: no model yet, nothing open yet, or ready to start. Never blocks: what is
    looked for appears when it is found, and everything can be done without it."""

    folder_wanted = Signal()
    project_wanted = Signal(str)
    demo_wanted = Signal()
    session_wanted = Signal()
    tour_wanted = Signal()

    def __init__(self, setup: Setup, start: Callable[..., Any]) -> None:
        super().__init__()
        self.setObjectName("welcome")
        self.setAccessibleName(translate("FirstRun", "Welcome"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self._setup = setup
        self._start = start
        self._folder: Path | None = None
        self._recent: list[Project] = []
        self.found: FoundList | None = None
        self.key_form: KeyForm | None = None
        self.server_form: ServerForm | None = None

    def show_state(self, folder: Path | None, recent: list[Project], *, has_model: bool) -> None:
        self._folder, self._recent = folder, recent
        inside = QWidget()
        framed(inside)
        inside.setAutoFillBackground(True)
        inside.setBackgroundRole(self.palette().ColorRole.Base)
        outer = QVBoxLayout(inside)
        outer.addStretch(2)
        middle = QHBoxLayout()
        content = QWidget()
        content.setMaximumWidth(scaled(_WIDTH))
        content.setMinimumWidth(360)
        middle.addStretch(1)
        middle.addWidget(content, 20)
        middle.addStretch(1)
        outer.addLayout(middle)
        outer.addStretch(3)
        column = QVBoxLayout(content)
        column.setSpacing(SPACE)
        column.addWidget(icon_label("tree", self, "accent", 32), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._centred(self._title(folder), size=Size.TITLE, bold=True))
        column.addWidget(self._centred(self._said(folder, has_model), role="muted", wrap=True))
        column.addSpacing(SPACE)
        if not has_model:
            self._add_set_up(column)
        column.addLayout(self._buttons(folder, has_model))
        if recent and folder is None:
            self._add_recent(column, recent)
        self.setWidget(inside)

    def _title(self, folder: Path | None) -> str:
        if folder is None:
            return translate("FirstRun", "Welcome to Spinney")
        return translate("FirstRun", "{name} is open").format(name=folder.name)

    def _said(self, folder: Path | None, has_model: bool) -> str:
        if not has_model:
            return translate(
                "FirstRun",
                "Spinney works with a model of your choice. Set one up, or take the demo tour: it "
                "needs no model and no key, and shows a whole piece of work from prompt to passing "
                "tests.",
            )
        if folder is None:
            return translate(
                "FirstRun", "Open a project folder to start working with an agent in it."
            )
        return translate("FirstRun", "Start a session and say what you want done.")

    def _add_set_up(self, column: QVBoxLayout) -> None:
        """Found things first, because they need no typing; then a key; then an address."""
        setup, start = self._setup, self._start
        looking = plain_label(
            translate("FirstRun", "Looking for keys and model servers on this machine…"),
            role="muted",
            size=Size.SMALL,
        )
        looking.setObjectName("looking")
        self.found = FoundList(setup, start)
        self.found.used.connect(lambda _ref: start(self._ready()))
        self.key_form = KeyForm(setup, start, setup.known_providers())
        self.key_form.done.connect(lambda _name, ref: start(self._take(ref)))
        self.server_form = ServerForm(setup, start)
        self.server_form.done.connect(lambda _name, ref: start(self._take(ref)))
        column.addWidget(plain_label(translate("FirstRun", "Found here"), bold=True))
        column.addWidget(looking)
        column.addWidget(self.found)
        column.addSpacing(SPACE)
        column.addWidget(plain_label(translate("FirstRun", "Enter a key"), bold=True))
        column.addWidget(self.key_form)
        column.addSpacing(SPACE)
        column.addWidget(plain_label(translate("FirstRun", "Another server"), bold=True))
        column.addWidget(self.server_form)
        column.addSpacing(SPACE)
        start(self._look(looking), name="look around")

    async def _look(self, looking: Any) -> None:
        found = await self._setup.look_around()
        if self.found is None:
            return
        self.found.show_found(found)
        if not found:
            emphasise(self._demo)
        looking.setText(
            ""
            if found
            else translate(
                "FirstRun",
                "Neither a key in the environment nor a model server at a usual address.",
            )
        )
        looking.setVisible(not found)

    async def _take(self, ref: str) -> None:
        """A model that answered becomes the default, unless there is one."""
        if not ref:
            return
        if not (await self._setup.own()).settings.model:
            await self._setup.change(("model",), ref, translate("Settings", "Default model"))
        await self._ready()

    async def _ready(self) -> None:
        """There is a model now: what it takes to go on is offered right below how it went."""
        if self._folder is not None:
            self.session_wanted.emit()
        elif self.isVisible() and self._ready_button is not None:
            self._ready_button.setEnabled(True)
            self._ready_button.setFocus()

    def _buttons(self, folder: Path | None, has_model: bool) -> QVBoxLayout:
        row = QHBoxLayout()
        row.addStretch(1)
        open_folder = text_button(
            translate("FirstRun", "Open a folder…"),
            self.folder_wanted.emit,
            object_name="openFolderButton",
            primary=has_model and folder is None,
        )
        self._ready_button = open_folder
        row.addWidget(open_folder)
        if folder is not None and has_model:
            row.addWidget(
                text_button(
                    translate("FirstRun", "New session"),
                    self.session_wanted.emit,
                    object_name="newSessionButton",
                    primary=True,
                )
            )
        self._demo = text_button(
            translate("FirstRun", "Try the demo"), self.demo_wanted.emit, object_name="demoButton"
        )
        row.addWidget(self._demo)
        row.addStretch(1)
        tour = text_button(
            translate("FirstRun", "Show me around"),
            self.tour_wanted.emit,
            object_name="tourButton",
        )
        tour.setFlat(True)
        column = QVBoxLayout()
        column.setSpacing(SPACE)
        column.addLayout(row)
        column.addWidget(tour, 0, Qt.AlignmentFlag.AlignHCenter)
        return column

    def _add_recent(self, column: QVBoxLayout, recent: list[Project]) -> None:
        column.addSpacing(2 * SPACE)
        column.addWidget(
            plain_label(translate("FirstRun", "Recent"), role="muted", size=Size.SMALL)
        )
        for project in recent[:6]:
            button = text_button(
                f"{project.name}    {project.directory}",
                lambda p=project: self.project_wanted.emit(p.directory),
            )
            button.setFlat(True)
            button.setStyleSheet("text-align: left; padding: 4px;")
            column.addWidget(button)

    @staticmethod
    def _centred(text: str, **look: Any) -> QWidget:
        label = plain_label(text, **look)
        label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        return label
