"""The agent editor: every agent there is, a form for each field, and what it would come to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import QSignalBlocker, Qt, QTimer
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from core.agents.definition import AgentDefinition
from core.engine import Engine
from core.errors import SpinneyError
from desktop import dialogs
from desktop.agents.form import AgentForm
from desktop.agents.preview import PreviewTabs
from desktop.aio import Scope
from desktop.chat.label import plain_label, text_button
from desktop.firstrun.outcome import Outcome
from desktop.i18n import translate
from desktop.i18n.engine import engine_text
from desktop.permissions.visible import visible
from desktop.settings.rows import Choice
from desktop.theme import SPACE, Size, font
from desktop.theme.metrics import resize_to_fit
from desktop.theme.tinting import framed
from desktop.tips import plain_tip

_PREVIEW_MS = 200
NEW = "\0new"


class AgentEditor(QDialog):
    """What was typed for an agent is kept while others are looked at. Agents that are built in or
    belong to another program are shown and can be copied."""

    def __init__(
        self,
        engine: Engine,
        folder: Callable[[], Path],
        parent: QWidget,
        new_session: Callable[..., Any],
    ) -> None:
        super().__init__(parent)
        framed(self)
        self.setObjectName("agentEditor")
        self.setAccessibleName(translate("Agents", "Agents"))
        self.setWindowTitle(translate("Agents", "Agents"))
        self.setModal(False)
        self._engine = engine
        self._folder = folder
        self._new_session = new_session
        self.scope = Scope(self._failed, self)
        self._agents: dict[str, AgentDefinition] = {}
        self._own: dict[str, Path] = {}
        self._drafts: dict[str, dict[str, Any]] = {}
        self._current = ""
        self._list = QListWidget()
        self._list.setObjectName("agentList")
        self._list.setSpacing(2)
        self._list.setAccessibleName(translate("Agents", "Agents"))
        self._list.currentItemChanged.connect(lambda item, _before: self._select(item))
        new = text_button(translate("Agents", "New"), self.new, object_name="agentNew")
        make = text_button(
            translate("Agents", "Generate…"), self.generate, object_name="agentGenerate"
        )
        make.setToolTip(translate("Agents", "Describe what it is for; a model writes it"))
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._list, 1)
        row = QHBoxLayout()
        row.addWidget(new)
        row.addWidget(make)
        column.addLayout(row)
        self._title = plain_label(bold=True)
        self._from = plain_label(role="muted", wrap=True)
        self.form = AgentForm(engine.setup.tools())
        self.form.changed.connect(self._touched)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(SPACE, 0, SPACE, 0)
        column.addWidget(self._title)
        column.addWidget(self._from)
        column.addWidget(self.form, 1)
        self.preview = PreviewTabs()
        self.preview.tried.connect(lambda text: self.start(self._try(text), name="try"))
        splitter = QSplitter(Qt.Orientation.Horizontal)
        for widget in (left, middle, self.preview):
            splitter.addWidget(widget)
        splitter.setStretchFactor(1, 3)
        splitter.setStretchFactor(2, 2)
        splitter.setSizes([210, 520, 350])
        splitter.setChildrenCollapsible(False)
        self.outcome = Outcome()
        foot = QHBoxLayout()
        foot.addWidget(self.outcome, 1)
        self._where = Choice(translate("Agents", "Where to save"))
        self._where.setObjectName("agentWhere")
        self._where.offer(
            [
                ("user", translate("Agents", "For me, in all projects")),
                ("project", translate("Agents", "In this project")),
            ]
        )
        self._save = text_button(
            translate("Agents", "Save"), self.save, object_name="agentSave", primary=True
        )
        self._copy = text_button(
            translate("Agents", "Copy to mine"), self.copy, object_name="agentCopy"
        )
        self._delete = text_button(
            translate("Agents", "Delete…"), self._remove, object_name="agentDelete"
        )
        self._use = text_button(
            translate("Agents", "Start a session with it"), self._begin, object_name="agentUse"
        )
        foot.addStretch(0)
        for made in (self._use, self._delete, self._copy, self._where, self._save):
            foot.addWidget(made)
        foot.addWidget(
            text_button(translate("Agents", "Close"), self.close, object_name="agentClose")
        )
        column = QVBoxLayout(self)
        column.addWidget(splitter, 1)
        column.addLayout(foot)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_PREVIEW_MS)
        self._later.timeout.connect(lambda: self.start(self._show_preview(), name="preview"))
        resize_to_fit(self, 1120, 720)

    # Opening --------------------------------------------------------------------------------------

    def open_at(self, name: str = "") -> None:
        self.show()
        self.raise_()
        self.activateWindow()
        self.start(self._load(name), name="load")

    def refresh(self) -> None:
        self.start(self._load(self._current), name="load")

    async def _load(self, wanted: str) -> None:
        folder = self._folder()
        catalog = await self._engine.agents(folder)
        self._agents = {a.name: a for a in catalog}
        self._own = {}
        for agent in self._agents.values():
            file = await self._engine.setup.agent_file(folder, agent)
            if file is not None:
                self._own[agent.name] = file
        self._fill(wanted or self._current or "build")

    def _fill(self, wanted: str) -> None:
        shown = [a for a in self._agents.values() if not a.hidden or a.name in self._own]
        shown.sort(key=lambda a: (a.name not in self._own, a.scope == "built in", a.scope, a.name))
        with QSignalBlocker(self._list):
            self._list.clear()
            if NEW in self._drafts:
                name = self._drafts[NEW].get("name") or translate("Agents", "New agent")
                self._add_heading(translate("Agents", "Not saved yet"))
                self._add_item(NEW, f"{name} •", "")
            heading = ""
            for agent in shown:
                if self._origin(agent) != heading:
                    heading = self._origin(agent)
                    self._add_heading(heading)
                mark = " •" if agent.name in self._drafts else ""
                self._add_item(agent.name, f"{agent.name}{mark}", engine_text(agent.description))
            for row in range(self._list.count()):
                if self._list.item(row).data(Qt.ItemDataRole.UserRole) == wanted:
                    self._list.setCurrentRow(row)
            if self._list.currentRow() < 0:
                self._list.setCurrentRow(1)
        self._select(self._list.currentItem())

    def _add_heading(self, text: str) -> None:
        item = QListWidgetItem(text)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setFont(font(Size.SMALL, bold=True))
        self._list.addItem(item)

    def _add_item(self, key: str, text: str, tip: str) -> None:
        item = QListWidgetItem(text)
        item.setData(Qt.ItemDataRole.UserRole, key)
        item.setToolTip(plain_tip(visible(tip)))
        self._list.addItem(item)

    def _origin(self, agent: AgentDefinition) -> str:
        if agent.name in self._own:
            return (
                translate("Agents", "Yours")
                if agent.scope == "user"
                else translate("Agents", "This project's")
            )
        if agent.scope == "built in":
            return translate("Agents", "Built in")
        return translate("Agents", "Another program's")

    def _select(self, item: QListWidgetItem | None) -> None:
        key = item.data(Qt.ItemDataRole.UserRole) if item is not None else ""
        if not key:
            return
        if key != self._current:
            self.outcome.clear()
        self._current = key
        draft = self._drafts.get(key)
        agent = self._agents.get(key)
        mine = key == NEW or key in self._own
        shown = AgentDefinition.model_validate(_usable(draft)) if draft else agent
        if shown is None:
            return
        self.form.show_agent(shown, read_only=not mine)
        self._title.setText(shown.name if key != NEW else translate("Agents", "New agent"))
        self._from.setText(self._told(agent) if agent is not None else "")
        self._from.setVisible(bool(self._from.text()))
        self._save.setVisible(mine)
        self._where.setVisible(key == NEW)
        self._copy.setVisible(key != NEW)
        self._delete.setVisible(mine)
        self._use.setVisible(agent is not None and agent.can_be_primary)
        if agent is not None:
            self._where.show_value("project" if agent.scope == "project" else "user")
        self._later.start(0)

    def _told(self, agent: AgentDefinition) -> str:
        lines = [] if agent.scope == "built in" else [visible(agent.source)]
        if agent.name not in self._own:
            lines.insert(0, translate("Agents", "{origin}: copy it to change it.").format(
                origin=self._origin(agent)))  # fmt: skip
        return "\n".join([*lines, *(visible(engine_text(note)) for note in agent.notes)])

    # Editing --------------------------------------------------------------------------------------

    def new(self) -> None:
        self._drafts.setdefault(NEW, {"name": "", "mode": "all"})
        self._fill(NEW)
        self.form.focus_name()

    def copy(self) -> None:
        """A copy of the shown agent under a free name, not saved yet."""
        agent = self._agents.get(self._current)
        if agent is None:
            return
        values = agent.model_dump(
            exclude={"native", "source", "scope", "notes", "project_rules", "hidden"}
        )
        values["name"] = self._free_name(agent.name.replace(":", "-"))
        self._drafts[NEW] = values
        self._fill(NEW)
        self.form.focus_name()

    def generate(self) -> None:
        self.start(self._generate(), name="generate")

    async def _generate(self) -> None:
        said = await dialogs.ask_text(
            self,
            translate("Agents", "Generate an agent"),
            translate("Agents", "What is it for? A model writes its name, description and prompt."),
            long=True,
        )
        if not said or not said.strip():
            return
        self.outcome.say("busy", translate("Agents", "A model writes it…"))
        made = await self._engine.generate_agent(self._folder(), said)
        self._drafts[NEW] = made.model_dump(include={"name", "description", "prompt", "mode"})
        self._fill(NEW)
        self.outcome.say("info", translate("Agents", "Look it over, then save it."))

    def _free_name(self, name: str) -> str:
        made, number = f"my-{name}", 2
        while made in self._agents:
            made, number = f"my-{name}-{number}", number + 1
        return made

    def _touched(self) -> None:
        try:
            self._drafts[self._current] = self.form.values()
        except SpinneyError as failure:
            self.preview.show_problem(str(failure))
            return
        item = self._list.currentItem()
        if item is not None and "•" not in item.text():
            item.setText(f"{item.text()} •")
        self._later.start()

    async def _show_preview(self) -> None:
        try:
            agent = self._definition(_usable(self.form.values()))
        except SpinneyError as failure:
            self.preview.show_problem(str(failure))
            return
        self.preview.show_preview(await self._engine.setup.preview_agent(self._folder(), agent))

    def _definition(self, values: dict[str, Any]) -> AgentDefinition:
        return self._engine.setup.define_agent(values)

    # Saving and the rest --------------------------------------------------------------------------

    def save(self) -> None:
        self.start(self._saved(), name="save")

    async def _saved(self) -> None:
        setup, folder, key = self._engine.setup, self._folder(), self._current
        agent = self._definition(self.form.values())
        where: Literal["user", "project"] = (
            "project" if self._where.currentData() == "project" else "user"
        )
        target = setup.where_agent_goes(folder, agent.name, where)
        overwrite = self._own.get(key) == target
        if target.exists() and not overwrite:
            answer = await dialogs.choose(
                self,
                translate("Agents", "Replace {name}?").format(name=agent.name),
                translate("Agents", "{file} exists already.").format(file=target),
                [
                    ("replace", translate("Agents", "Replace it")),
                    ("no", translate("Agents", "Cancel")),
                ],
                dangerous=True,
            )
            if answer != "replace":
                return
            overwrite = True
        path = await setup.save_agent(folder, agent, where, overwrite=overwrite)
        self._drafts.pop(key, None)
        self._current = agent.name
        await self._load(agent.name)
        self.outcome.say("good", translate("Agents", "Saved in {file}.").format(file=path))

    def _remove(self) -> None:
        self.start(self._removed(), name="delete")

    async def _removed(self) -> None:
        key = self._current
        if key == NEW:
            self._drafts.pop(NEW, None)
            await self._load("build")
            return
        answer = await dialogs.choose(
            self,
            translate("Agents", "Delete {name}?").format(name=key),
            str(self._own[key]),
            [("delete", translate("Agents", "Delete")), ("no", translate("Agents", "Keep it"))],
            dangerous=True,
        )
        if answer == "delete":
            self._drafts.pop(key, None)
            await self._engine.setup.delete_agent(self._folder(), self._agents[key])
            await self._load("build")

    def _begin(self) -> None:
        self.start(self._new_session(agent=self._current), name="session")

    async def _try(self, prompt: str) -> None:
        self.preview.begin_answer()
        try:
            agent = self._definition(_usable(self.form.values()))
            async for piece in self._engine.setup.try_agent(self._folder(), agent, prompt):
                self.preview.add_answer(piece)
        except SpinneyError as failure:
            self.preview.end_answer(str(failure))
        else:
            self.preview.end_answer()

    def start(self, work: Any, *, name: str = "") -> None:
        self.scope.start(work, name=name)

    def _failed(self, failure: BaseException) -> None:
        if isinstance(failure, SpinneyError):
            self.outcome.say("bad", str(failure))
        else:
            raise failure


def _usable(values: dict[str, Any] | None) -> dict[str, Any]:
    """A draft may have no name yet; the preview needs one."""
    values = dict(values or {})
    values["name"] = values.get("name") or "new-agent"
    return values
