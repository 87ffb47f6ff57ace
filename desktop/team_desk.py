"""Teams and their plans, kept in step with the engine and answered for the person."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QTabWidget

from core.engine import Engine
from core.events import Event, QueueChanged, TaskFinished, TaskProgress, TaskStarted, TeamChanged
from core.sessions.models import Session
from core.tasks.models import LEAD, Task
from desktop.aio import Scope
from desktop.chat.pane import ChatPane
from desktop.chat.plan_strip import presents_plan
from desktop.i18n import translate
from desktop.permissions.book import RequestBook
from desktop.tasks.panel import TasksPanel
from desktop.tasks.team_panel import EVERYONE, Board, TeamPanel

if TYPE_CHECKING:
    from desktop.desk import Desk

_REFRESH_MS = 60


class TeamDesk(QObject):
    """Shows the team of the conversation on screen beside the tasks, and every plan that waits."""

    def __init__(
        self,
        engine: Engine,
        desk: Desk,
        tasks: TasksPanel,
        pane: ChatPane,
        book: RequestBook,
        scope: Scope,
    ) -> None:
        super().__init__(tasks)
        self._engine = engine
        self._desk = desk
        self._tasks = tasks
        self._pane = pane
        self._book = book
        self._scope = scope
        self._session: Session | None = None
        self._wanted = ""
        self.panel = TeamPanel()
        self.tabs = QTabWidget()
        self.tabs.setObjectName("taskTabs")
        self.tabs.setAccessibleName(translate("Teams", "Tasks and team"))
        self.tabs.setDocumentMode(True)
        self.tabs.setTabBarAutoHide(True)
        # It would pass the keyboard to its bar, and Tab would never get past a bar that is hidden.
        self.tabs.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tabs.addTab(tasks, translate("Teams", "Tasks"))
        self.panel.setParent(self.tabs)
        self.panel.hide()
        self._refresh = QTimer(self)
        self._refresh.setSingleShot(True)
        self._refresh.setInterval(_REFRESH_MS)
        self._refresh.timeout.connect(lambda: self._scope.start(self._load(), name="team"))
        self.panel.picked.connect(lambda task_id: self._tasks.select(task_id))
        self.panel.opened.connect(self._open)
        self.panel.told.connect(lambda to, text: self._start(self._tell(to, text)))
        self.panel.list_wanted.connect(
            lambda what, entry, title: self._start(self._change_list(what, entry, title))
        )
        self.panel.team_wanted.connect(self._choose)
        pane.plans.answered.connect(
            lambda task, approve, said: self._start(engine.answer_plan(task, approve, said))
        )
        pane.plans.opened.connect(desk.open_session)
        pane.plans.left.connect(pane.composer.edit.setFocus)
        book.listen(self._refresh.start)

    def show_session(self, session: Session) -> None:
        self._session = session
        self.show_plans()
        self._scope.start(self._load(), name="team")

    def follow(self, event: Event) -> None:
        match event:
            case TaskStarted(task=task) | TaskProgress(task=task) | TaskFinished(task=task):
                if task.team is not None:
                    self.show_plans()
                    self._refresh.start()
            case TeamChanged() | QueueChanged():
                # What waits for a lead or a member is mail on its way.
                if self._concerns(event.session_id):
                    self._refresh.start()

    def plans(self) -> list[Task]:
        """Every plan that waits for an answer, the oldest first."""
        waiting = [task for task in self._tasks.model.all() if presents_plan(task)]
        return sorted(waiting, key=lambda task: task.created)

    def show_plans(self) -> None:
        shown = self._session.id if self._session is not None else ""
        self._pane.plans.show_plans(
            task for task in self.plans() if shown in (task.owner_session_id, task.session_id)
        )

    async def answer_plan(self, task_id: str = "") -> None:
        """Bring a plan before the person, with the keyboard on it."""
        if self._pane.plans.take_focus(task_id):
            return
        waiting = [task for task in self.plans() if task_id in ("", task.id)]
        if not waiting:
            self._desk.say("info", translate("Teams", "No plan waits for an answer."), "")
            return
        await self._desk.show_session(waiting[0].owner_session_id)
        self.show_plans()
        self._pane.plans.take_focus(waiting[0].id)

    async def show_team(self) -> None:
        """Bring the team to the front, with the keyboard on its members."""
        await self._load()
        if self.panel.board is None or self.tabs.count() < 2:
            self._desk.say(
                "info",
                translate("Teams", "This conversation has no team."),
                translate("Teams", "An agent makes one when it starts a teammate."),
            )
            return
        self._desk.window.docks["tasks"].show()
        self.tabs.setCurrentWidget(self.panel)
        self.panel.roster.setFocus()

    def close(self) -> None:
        self._refresh.stop()

    async def _load(self) -> None:
        session = self._session
        teams = await self._engine.teams_of(session.id) if session is not None else []
        if session is not self._session:
            return
        at = self.tabs.indexOf(self.panel)
        if not teams:
            self.panel.board = None
            if at >= 0:
                self.tabs.removeTab(at)
                self.panel.hide()
            return
        names = [team.name for team, _tasks in teams]
        chosen = names.index(self._wanted) if self._wanted in names else len(names) - 1
        team, tasks = teams[chosen]
        mail = await self._engine.team_mail(team)
        if session is not self._session:
            return
        asking = frozenset(request.session_id for request in self._book.all())
        self.panel.show_board(Board(team, tasks, mail, asking), names)
        if at < 0:
            self.tabs.addTab(self.panel, translate("Teams", "Team"))

    def _concerns(self, session_id: str) -> bool:
        board = self.panel.board
        return board is not None and session_id in {
            board.team.root_session_id,
            board.team.lead_session_id,
            *(member.session_id for member in board.team.members),
        }

    async def _tell(self, to: str, text: str) -> None:
        board = self.panel.board
        if board is None:
            return
        root = board.team.root_session_id
        if to == EVERYONE:
            said = await self._engine.broadcast(root, board.team.name, text)
        elif to == LEAD:
            await self._engine.prompt(board.team.lead_session_id, text)
            said = translate("Teams", "The lead was told.")
        else:
            member = next(m for m in board.team.members if to in (m.name, m.id))
            said = await self._engine.message_task(member.id, text)
        self.panel.sent()
        self._desk.say("info", said.partition("\n")[0], "")

    async def _change_list(self, what: str, entry: int, title: str) -> None:
        board = self.panel.board
        if board is None:
            return
        place = (board.team.root_session_id, board.team.name)
        if what == "add":
            await self._engine.add_team_tasks(*place, [title])
        elif what == "claim":
            await self._engine.claim_team_task(*place, entry)
        elif what == "done":
            await self._engine.finish_team_task(*place, entry)
        else:
            await self._engine.release_team_task(*place, entry)

    def _open(self, task_id: str) -> None:
        board = self.panel.board
        if board is None:
            return
        member = next((m for m in board.team.members if m.id == task_id), None)
        session_id = member.session_id if member is not None else board.team.lead_session_id
        if session_id:
            self._desk.open_session(session_id)

    def _choose(self, name: str) -> None:
        self._wanted = name
        self._scope.start(self._load(), name="team")

    def _start(self, work: Coroutine[Any, Any, Any]) -> None:
        self._scope.start(work)
