"""A worktree before a person: what changed, what to take of it, and what to tell its agent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from core.errors import SpinneyError
from core.worktrees.changes import hunks_of
from core.worktrees.forecast import Forecast
from core.worktrees.manager import WorktreeManager
from core.worktrees.merge import Merging
from core.worktrees.models import Worktree
from desktop import dialogs
from desktop.aio import Scope
from desktop.chat.label import ElidedLabel, plain_label, text_button
from desktop.chat.words import count
from desktop.permissions.visible import visible
from desktop.theme import GAP, SPACE, Size
from desktop.theme.tinting import emphasise, tint
from desktop.worktrees.choice import Choice, Comment
from desktop.worktrees.diff_view import DiffView
from desktop.worktrees.files_tree import FilesTree

HOWS = (
    ("merge", "Merge", "One merge commit; the branch's own commits stay"),
    ("squash", "Squash", "Everything as one commit"),
    ("rebase", "Rebase", "The branch's commits on top of yours"),
    ("apply", "Apply without a commit", "Into your files as uncommitted changes"),
)

Work = Callable[[], Awaitable[None]]
Tell = Callable[[Worktree, str], Awaitable[None]]


class WorktreeDialog(QWidget):
    """A window of its own that stands beside the conversation.

    ``tell`` sends a text to the agent of the worktree; ``report`` hears of what nobody foresaw.
    """

    def __init__(
        self,
        worktree: Worktree,
        manager: WorktreeManager,
        merging: Merging,
        tell: Tell,
        report: Callable[[BaseException], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("worktreeDialog")
        self.setWindowTitle(f"Worktree {worktree.slug}")
        self.worktree = worktree
        self.choice: Choice | None = None
        self._manager, self._merging, self._tell = manager, merging, tell
        self._scope = Scope(report)
        self._forecast: Forecast | None = None
        self._build()
        QShortcut(QKeySequence("Escape"), self, self.close)
        self.resize(1080, 720)
        self.reload()

    # What is shown ------------------------------------------------------------------------------------

    def _build(self) -> None:
        self._head = plain_label(f"Worktree {self.worktree.slug}", size=Size.LARGE, bold=True)
        self._state = ElidedLabel()
        tint(self._state, "muted")
        self._message = plain_label(role="bad", wrap=True)
        self._message.setObjectName("worktreeMessage")
        self._message.hide()
        self.files = FilesTree()
        self.files.looked_at.connect(self._look_at)
        self.files.chosen.connect(self._changed)
        self.diff = DiffView()
        self.diff.line_chosen.connect(self._line_chosen)
        self._beside = QCheckBox("Side by side")
        self._beside.setObjectName("sideBySide")
        self._beside.toggled.connect(self.diff.set_beside)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(self.diff, 1)
        column.addLayout(self._comment_row())
        column.addWidget(self._comment_list())
        split = QSplitter()
        split.addWidget(self.files)
        split.addWidget(right)
        split.setChildrenCollapsible(False)
        split.setStretchFactor(1, 1)
        split.setSizes([280, 800])
        top = QHBoxLayout()
        top.addWidget(self._head)
        top.addWidget(self._state, 1)
        top.addWidget(self._beside)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(2 * SPACE, SPACE + GAP, 2 * SPACE, SPACE + GAP)
        whole.setSpacing(SPACE)
        whole.addLayout(top)
        whole.addWidget(split, 1)
        whole.addWidget(self._message)
        whole.addLayout(self._bottom())

    def _comment_row(self) -> QHBoxLayout:
        self._comment = QLineEdit()
        self._comment.setObjectName("lineComment")
        self._comment.setAccessibleName("Comment on the line of the cursor")
        self._comment.setPlaceholderText("Comment on the line of the cursor")
        self._comment.returnPressed.connect(self.add_comment)
        row = QHBoxLayout()
        row.addWidget(self._comment, 1)
        row.addWidget(text_button("Add", self.add_comment, object_name="addCommentButton"))
        self._send = text_button(
            "Send to the agent",
            lambda: self._start(self._send_comments),
            object_name="sendCommentsButton",
        )
        self._send.setEnabled(False)
        row.addWidget(self._send)
        return row

    def _comment_list(self) -> QListWidget:
        self._comments = QListWidget()
        self._comments.setObjectName("lineComments")
        self._comments.setAccessibleName("Comments; Delete removes one")
        self._comments.setMaximumHeight(90)
        self._comments.hide()
        QShortcut(
            QKeySequence("Delete"),
            self._comments,
            self._remove_comment,
            context=Qt.ShortcutContext.WidgetShortcut,
        )
        return self._comments

    def _bottom(self) -> QHBoxLayout:
        self._said = plain_label(role="muted", wrap=True)
        self._said.setObjectName("conflictForecast")
        self.how = QComboBox()
        self.how.setObjectName("mergeHow")
        self.how.setAccessibleName("How to bring the changes in")
        for value, text, hint in HOWS:
            self.how.addItem(text, value)
            self.how.setItemData(self.how.count() - 1, hint, Qt.ItemDataRole.ToolTipRole)
        self.how.currentIndexChanged.connect(lambda _at: self._changed())
        self._take = text_button(
            "Bring in", lambda: self._start(self._merge), object_name="mergeButton"
        )
        emphasise(self._take)
        self._solve = text_button(
            "Let the agent solve them",
            lambda: self._start(self._ask_to_solve),
            object_name="solveConflictsButton",
        )
        self._solve.hide()
        self._undo = text_button(
            "Undo", lambda: self._start(self._undo_merge), object_name="undoMergeButton"
        )
        self._undo.hide()
        self._discard = text_button(
            "Discard…", lambda: self._start(self._ask_to_discard), object_name="discardButton"
        )
        self._discard.setToolTip("Put the worktree into the bin, from which it can be restored")
        self._restore = text_button(
            "Restore from the bin",
            lambda: self._start(self._restore_it),
            object_name="restoreButton",
        )
        self._restore.hide()
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        row.addWidget(self._discard)
        row.addWidget(self._restore)
        row.addWidget(self._said, 1)
        for widget in (self._solve, self._undo, self.how, self._take):
            row.addWidget(widget)
        return row

    # Reading ------------------------------------------------------------------------------------------

    def reload(self) -> None:
        """Read the worktree anew."""
        self._scope.start(self._guarded(self._load), name="load")

    async def _load(self) -> None:
        binned = self.worktree.state == "binned"
        self._restore.setVisible(binned)
        self._discard.setVisible(not binned)
        self.files.setEnabled(not binned)
        if binned:
            self._state.set_text("In the bin, with everything that was in it")
            self._take.setEnabled(False)
            self._said.setText("")
            return
        changes = await self._merging.changes(self.worktree)
        choice = Choice(changes)
        for change in changes.files:
            choice.hunks[change.path] = await hunks_of(changes, change)
        self.choice = choice
        self._state.set_text(f"{self.worktree.branch}  ·  {changes.stat}")
        self.files.show_choice(choice)
        if not changes.files:
            self.diff.show_sentence("Nothing has changed in this worktree.")
        self._changed()

    def _look_at(self, path: str, hunk: int) -> None:
        if self.choice is None:
            return
        hunks = self.choice.hunks.get(path, ())
        if not hunks:
            change = self.choice.changes.file(path)
            said = "A binary file." if change.binary else "Only its name or its mode has changed."
            self.diff.show_sentence(said)
            return
        self.diff.show_hunks(path, hunks)
        if hunk >= 0:
            self.diff.go_to_hunk(hunk)

    def _changed(self) -> None:
        """Another choice or another way: foresee what it would do."""
        self._take.setEnabled(False)
        self._solve.hide()
        self._scope.start(self._guarded(self._foresee), name="forecast")

    async def _foresee(self) -> None:
        choice = self.choice
        if choice is None or not choice.changes.files or choice.nothing:
            self._say("Nothing is chosen." if choice and choice.changes.files else "")
            return
        self._say("Looking for conflicts…")
        how = self.how.currentData()
        forecast = await self._merging.forecast(self.worktree, how, selection=choice.selection())
        self._forecast = forecast
        if forecast.conflicts:
            self._say(f"Conflicts in {_names(forecast.conflicts)}.", "bad")
            self._solve.show()
        elif forecast.in_the_way:
            self._say(f"Your own uncommitted changes are in the way: "
                      f"{_names(forecast.in_the_way)}.", "bad")  # fmt: skip
        else:
            self._say(f"No conflicts; {count(len(forecast.files), 'file')} will change.", "good")
            self._take.setEnabled(bool(forecast.files))

    # Doing --------------------------------------------------------------------------------------------

    async def _merge(self) -> None:
        if self.choice is None:
            return
        how = self.how.currentData()
        done = await self._merging.merge(self.worktree, how, selection=self.choice.selection())
        self._undo.show()
        await self._load()
        into = f" into {done.branch}" if done.branch else ""
        self._tell_person(f"Brought {count(len(done.files), 'file')}{into}.", "good")

    async def _undo_merge(self) -> None:
        await self._merging.undo(Path(self.worktree.checkout))
        self._undo.hide()
        await self._load()

    async def _ask_to_discard(self) -> None:
        answer = await dialogs.choose(
            self,
            "Put this worktree into the bin?",
            "Everything in it is kept there for 30 days and can be restored.",
            [("discard", "Into the bin"), ("keep", "Keep it")],
            dangerous=True,
        )
        if answer == "discard":
            await self._manager.discard(self.worktree)
            self.worktree = await self._manager.find(self.worktree.id)
            await self._load()

    async def _restore_it(self) -> None:
        entry = self._manager.entry_of(self.worktree)
        if entry is None:
            raise SpinneyError("It is not in the bin any more.")
        self.worktree = await self._manager.restore(entry)
        await self._load()

    async def _ask_to_solve(self) -> None:
        if self._forecast is not None:
            text = await self._merging.conflict_prompt(self.worktree, self._forecast)
            await self._tell(self.worktree, text)
            self._tell_person("The agent was asked to solve the conflicts.", "muted")
            self._solve.hide()

    # Comments -----------------------------------------------------------------------------------------

    def add_comment(self) -> None:
        """Put what was written beside the line of the cursor."""
        text, line = self._comment.text().strip(), self.diff.current_line()
        item = self.files.currentItem()
        if not text or line is None or item is None or self.choice is None:
            return
        path = str(item.data(0, Qt.ItemDataRole.UserRole))
        number = line.new or line.old or 0
        self.choice.comments.append(Comment(path, number, line.text, text))
        self._comments.addItem(visible(f"{path}:{number}  {text}"))
        self._comment.clear()
        self._comments.show()
        self._send.setEnabled(True)

    def _remove_comment(self) -> None:
        row = self._comments.currentRow()
        if row >= 0 and self.choice is not None:
            self._comments.takeItem(row)
            del self.choice.comments[row]
            self._send.setEnabled(bool(self.choice.comments))

    async def _send_comments(self) -> None:
        if self.choice is None or not self.choice.comments:
            return
        await self._tell(self.worktree, self.choice.comment_prompt())
        self.choice.comments.clear()
        self._comments.clear()
        self._comments.hide()
        self._send.setEnabled(False)
        self._tell_person("The comments were sent to the agent.", "muted")

    def _line_chosen(self) -> None:
        line = self.diff.current_line()
        where = f"line {line.new or line.old}" if line is not None else "the line of the cursor"
        self._comment.setPlaceholderText(f"Comment on {where}")

    # Life ---------------------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        self._scope.cancel()
        super().closeEvent(event)

    def _start(self, work: Work) -> None:
        """Do what a button asks; what was said about the last thing is over."""
        self._message.hide()
        self._scope.start(self._guarded(work))

    async def _guarded(self, work: Work) -> None:
        """What fails is said in this window, which covers the message bar of the other."""
        try:
            await work()
        except SpinneyError as failure:
            self._tell_person(f"{failure.sentence} {failure.hint}".strip(), "bad")
            self._said.setText("")

    def _tell_person(self, text: str, role: str) -> None:
        """What became of what they asked for; it stays until they ask for something else."""
        self._message.setText(text)
        tint(self._message, role)
        self._message.show()

    def _say(self, text: str, role: str = "muted") -> None:
        self._said.setText(text)
        tint(self._said, role)


def _names(paths: tuple[str, ...]) -> str:
    shown = ", ".join(visible(path) for path in paths[:4])
    return shown if len(paths) <= 4 else f"{shown} and {len(paths) - 4} more"
