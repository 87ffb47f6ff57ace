"""A worktree before a person: what changed, what to take of it, and what to tell its agent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from core.errors import SpinneyError
from core.worktrees.changes import folder_of
from core.worktrees.forecast import Forecast
from core.worktrees.models import Worktree
from core.worktrees.service import SessionWorktrees
from desktop import dialogs
from desktop.aio import Scope
from desktop.chat.label import ElidedLabel, plain_label, text_button
from desktop.i18n import translate
from desktop.i18n.engine import engine_words
from desktop.permissions.visible import visible
from desktop.theme import GAP, SPACE, Size
from desktop.theme.tinting import emphasise, set_type, tint
from desktop.worktrees.choice import Choice, comment_prompt
from desktop.worktrees.comments import CommentsBox
from desktop.worktrees.diff_view import DiffView
from desktop.worktrees.files_tree import FilesTree
from desktop.worktrees.opening import open_editor, open_folder, open_terminal
from desktop.worktrees.words import files, names, stat_words

Work = Callable[[], Awaitable[None]]
Tell = Callable[[Worktree, str], Awaitable[None]]


def hows() -> tuple[tuple[str, str, str], ...]:
    """The ways to bring changes in: value, name, and what each does."""
    return (
        (
            "merge",
            translate("Worktrees", "Merge"),
            translate("Worktrees", "One merge commit; the branch's own commits stay"),
        ),
        (
            "squash",
            translate("Worktrees", "Squash"),
            translate("Worktrees", "Everything as one commit"),
        ),
        (
            "rebase",
            translate("Worktrees", "Rebase"),
            translate("Worktrees", "The branch's commits on top of yours"),
        ),
        (
            "apply",
            translate("Worktrees", "Apply without a commit"),
            translate("Worktrees", "Into your files as uncommitted changes"),
        ),
    )


def how_picker() -> QComboBox:
    made = QComboBox()
    made.setObjectName("mergeHow")
    made.setAccessibleName(translate("Worktrees", "How to bring the changes in"))
    for value, text, hint in hows():
        made.addItem(text, value)
        made.setItemData(made.count() - 1, hint, Qt.ItemDataRole.ToolTipRole)
    return made


class WorktreeDialog(QWidget):
    """A window of its own that stands beside the conversation.

    ``tell`` sends a text to the agent of the worktree; ``report`` hears of what nobody foresaw.
    """

    def __init__(
        self,
        worktree: Worktree,
        worktrees: SessionWorktrees,
        tell: Tell,
        report: Callable[[BaseException], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("worktreeDialog")
        self.setWindowTitle(
            translate("Worktrees", "Worktree {name}").format(name=visible(worktree.slug))
        )
        self.worktree = worktree
        self.choice: Choice | None = None
        self._worktrees, self._tell = worktrees, tell
        self._scope = Scope(report)
        self._forecast: Forecast | None = None
        self._build()
        QShortcut(QKeySequence("Escape"), self, self.close)
        QShortcut(QKeySequence("F5"), self, self.reload)
        self.resize(1080, 720)
        self.reload()

    # What is shown ------------------------------------------------------------------------------------

    def _build(self) -> None:
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
        self._beside = QCheckBox(translate("Worktrees", "Side by side"))
        self._beside.setObjectName("sideBySide")
        self._beside.toggled.connect(self.diff.set_beside)
        self.comments = CommentsBox(self._line_meant)
        self.comments.send.connect(lambda: self._start(self._send_comments))
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(self.diff, 1)
        column.addWidget(self.comments)
        split = QSplitter()
        split.addWidget(self._left())
        split.addWidget(right)
        split.setChildrenCollapsible(False)
        split.setStretchFactor(1, 1)
        split.setSizes([300, 780])
        whole = QVBoxLayout(self)
        whole.setContentsMargins(2 * SPACE, SPACE + GAP, 2 * SPACE, SPACE + GAP)
        whole.setSpacing(SPACE)
        whole.addLayout(self._top())
        whole.addWidget(split, 1)
        whole.addWidget(self._message)
        self._said = plain_label(role="muted", wrap=True)
        self._said.setObjectName("conflictForecast")
        whole.addWidget(self._said)
        whole.addLayout(self._bottom())

    def _top(self) -> QHBoxLayout:
        title = visible(self.worktree.title or self.worktree.slug)
        head = ElidedLabel(title)
        set_type(head, Size.LARGE, bold=True)
        row = QHBoxLayout()
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self._state)
        row.addLayout(column, 1)
        row.addWidget(self._beside)
        row.addWidget(self._open_button())
        return row

    def _left(self) -> QWidget:
        """The files under a box that takes all of them or none."""
        self._all = QCheckBox(translate("Worktrees", "All files"))
        self._all.setObjectName("takeAllFiles")
        self._all.clicked.connect(lambda _checked: self._take_all())
        made = QWidget()
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(self._all)
        column.addWidget(self.files, 1)
        return made

    def _take_all(self) -> None:
        if self.choice is not None:
            self.files.tick_all(self.choice.selection() is not None)

    def _open_button(self) -> QPushButton:
        made = text_button(
            translate("Worktrees", "Open"), lambda: None, object_name="openWorktreeButton"
        )
        menu = QMenu(made)
        for name, text, act in (
            ("folder", translate("Worktrees", "Folder"), open_folder),
            ("terminal", translate("Worktrees", "Terminal there"), open_terminal),
            ("editor", translate("Worktrees", "Editor there"), open_editor),
        ):
            action = menu.addAction(text)
            action.setObjectName(f"open{name.title()}")
            action.triggered.connect(partial(self._open, act))
        made.setMenu(menu)
        return made

    def _bottom(self) -> QHBoxLayout:
        self.how = how_picker()
        self.how.currentIndexChanged.connect(lambda _at: self._changed())

        def button(text: str, work: Work, name: str, tip: str = "") -> QPushButton:
            made = text_button(text, lambda: self._start(work), object_name=name)
            made.setToolTip(tip)
            return made

        self._take = button(translate("Worktrees", "Bring in"), self._merge, "mergeButton")
        emphasise(self._take)
        self._solve = button(
            translate("Worktrees", "Let the agent solve them"),
            self._ask_to_solve,
            "solveConflictsButton",
            translate("Worktrees", "It merges your branch into its own and solves the conflicts"),
        )
        self._abort = button(
            translate("Worktrees", "Abort what is half done"),
            self._abort_it,
            "abortButton",
            translate("Worktrees", "The state before it is kept under a name of its own"),
        )
        self._undo = button(
            translate("Worktrees", "Undo"),
            self._undo_merge,
            "undoMergeButton",
            translate("Worktrees", "Take back what was brought in last from here"),
        )
        self._discard = button(
            translate("Worktrees", "Discard…"),
            self._ask_to_discard,
            "discardButton",
            translate("Worktrees", "Put the worktree into the bin, from which it can be restored"),
        )
        self._restore = button(
            translate("Worktrees", "Restore from the bin"), self._restore_it, "restoreButton"
        )
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        row.addWidget(self._discard)
        row.addWidget(self._restore)
        row.addStretch(1)
        for widget in (self._abort, self._solve, self._undo, self.how, self._take):
            row.addWidget(widget)
        for hidden in (self._restore, self._abort, self._solve, self._undo):
            hidden.hide()
        return row

    # Reading ------------------------------------------------------------------------------------------

    def reload(self) -> None:
        """Read the worktree anew; what was chosen of unchanged files stays chosen."""
        self._scope.start(self._guarded(self._load), name="load")

    async def _load(self) -> None:
        manager, merging = self._worktrees.manager, self._worktrees.merging
        self.worktree = await manager.find(self.worktree.id)
        binned = self.worktree.state == "binned"
        self._restore.setVisible(binned)
        self._discard.setVisible(not binned)
        self.files.setEnabled(not binned)
        self._take.setEnabled(False)
        if binned:
            self._state.set_text(translate("Worktrees", "In the bin, with everything in it"))
            for button in (self._abort, self._solve, self._undo):
                button.hide()
            self._say("")
            return
        changes = await self._worktrees.changes(self.worktree)
        choice = Choice(changes, await self._worktrees.all_hunks(changes))
        if self.choice is not None:
            choice.keep_from(self.choice)
        status = await manager.status(self.worktree)
        last = await merging.last(self.worktree.project)
        self.choice = choice
        into = self.worktree.base_branch or translate("Worktrees", "no branch")
        self._state.set_text(
            translate("Worktrees", "{branch}, from {base} on {into}").format(
                branch=visible(self.worktree.branch),
                base=self.worktree.base[:10],
                into=visible(into),
            )
            + f"  ·  {stat_words(changes.stat)}"
        )
        self._abort.setVisible(status.operation is not None)
        self._undo.setVisible(last is not None and last.worktree_id == self.worktree.id)
        self.files.show_choice(choice)
        if not changes.files:
            self.diff.show_sentence(translate("Worktrees", "Nothing has changed in this worktree."))
        self._changed()

    def _look_at(self, path: str, hunk: int) -> None:
        if self.choice is None:
            return
        hunks = self.choice.hunks.get(path, ())
        if not hunks:
            change = self.choice.changes.file(path)
            if change.binary:
                said = translate("Worktrees", "A binary file.")
            elif change.submodule:
                said = translate("Worktrees", "A submodule points to another commit.")
            elif change.kind == "added":
                said = translate("Worktrees", "A new file without content.")
            else:
                said = translate("Worktrees", "Only its name or its mode has changed.")
            self.diff.show_sentence(said)
            return
        self.diff.show_hunks(path, hunks)
        if hunk >= 0:
            self.diff.go_to_hunk(hunk)

    def _changed(self) -> None:
        """Another choice or another way: foresee what it would do."""
        choice = self.choice
        if choice is not None:
            everything = choice.selection() is None
            state = Qt.CheckState.Checked if everything else Qt.CheckState.PartiallyChecked
            self._all.setCheckState(Qt.CheckState.Unchecked if choice.nothing else state)
            self._all.setEnabled(bool(choice.changes.files))
        self._take.setEnabled(False)
        self._solve.hide()
        self._scope.start(self._guarded(self._foresee), name="forecast")

    async def _foresee(self) -> None:
        choice = self.choice
        if choice is None or not choice.changes.files or choice.nothing:
            nothing = choice is not None and choice.changes.files
            self._say(translate("Worktrees", "Nothing is chosen.") if nothing else "")
            return
        self._say(translate("Worktrees", "Looking for conflicts…"))
        how = self.how.currentData()
        forecast = await self._worktrees.merging.forecast(
            self.worktree, how, selection=choice.selection()
        )
        self._forecast = forecast
        if forecast.conflicts:
            text = translate("Worktrees", "Conflicts in {names}.")
            self._say(text.format(names=names(forecast.conflicts)), "bad")
            self._solve.setVisible(bool(self.worktree.session_id))
        elif forecast.in_the_way:
            text = translate("Worktrees", "Your own uncommitted changes are in the way: {names}.")
            self._say(text.format(names=names(forecast.in_the_way)), "bad")
        elif not forecast.files:
            self._say(translate("Worktrees", "Your files have all of this already."), "good")
        else:
            text = translate("Worktrees", "No conflicts; {files} will change.")
            self._say(text.format(files=files(len(forecast.files))), "good")
            self._take.setEnabled(True)

    # Doing --------------------------------------------------------------------------------------------

    async def _merge(self) -> None:
        if self.choice is None:
            return
        how = self.how.currentData()
        self._take.setEnabled(False)
        done = await self._worktrees.merging.merge(
            self.worktree, how, selection=self.choice.selection()
        )
        await self._load()
        many = files(len(done.files))
        text = (
            translate("Worktrees", "Brought {files} into {branch}.")
            if done.branch and how != "apply"
            else translate("Worktrees", "Brought {files} in as uncommitted changes.")
        )
        self._tell_person(text.format(files=many, branch=visible(done.branch or "")), "good")

    async def _undo_merge(self) -> None:
        await self._worktrees.merging.undo(Path(self.worktree.checkout))
        await self._load()
        self._tell_person(translate("Worktrees", "Everything is as it was before."), "good")

    async def _abort_it(self) -> None:
        ref = await self._worktrees.merging.abort(self.worktree)
        await self._load()
        text = translate("Worktrees", "Aborted; the state before is kept as {ref}.")
        self._tell_person(text.format(ref=ref), "good")

    async def _ask_to_discard(self) -> None:
        answer = await dialogs.choose(
            self,
            translate("Worktrees", "Put this worktree into the bin?"),
            translate(
                "Worktrees", "Everything in it is kept there for 30 days and can be restored."
            ),
            [
                ("discard", translate("Worktrees", "Into the bin")),
                ("keep", translate("Worktrees", "Keep it")),
            ],
            dangerous=True,
        )
        if answer == "discard":
            await self._worktrees.discard_worktree(self.worktree)
            await self._load()

    async def _restore_it(self) -> None:
        entry = self._worktrees.manager.entry_of(self.worktree)
        if entry is None:
            raise SpinneyError(translate("Worktrees", "It is not in the bin any more."))
        await self._worktrees.restore(entry)
        await self._load()

    async def _ask_to_solve(self) -> None:
        if self._forecast is not None:
            merging = self._worktrees.merging
            text = await merging.conflict_prompt(self.worktree, self._forecast)
            await self._tell(self.worktree, text)
            self._solve.hide()
            said = translate("Worktrees", "The agent was asked to solve the conflicts.")
            self._tell_person(said, "muted")

    def _open(self, opener: Callable[[Path], None], _checked: bool = False) -> None:
        async def work() -> None:
            opener(folder_of(self.worktree))

        self._start(work)

    # Comments -----------------------------------------------------------------------------------------

    def _line_meant(self) -> tuple[str, int, str] | None:
        line, item = self.diff.current_line(), self.files.currentItem()
        if line is None or item is None:
            return None
        return str(item.data(0, Qt.ItemDataRole.UserRole)), line.new or line.old or 0, line.text

    async def _send_comments(self) -> None:
        if self.comments.comments:
            await self._tell(self.worktree, comment_prompt(self.comments.comments))
            self.comments.clear()
            said = translate("Worktrees", "The comments were sent to the agent.")
            self._tell_person(said, "muted")

    def _line_chosen(self) -> None:
        line = self.diff.current_line()
        self.comments.point_at((line.new or line.old) if line is not None else None)

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
            self._tell_person(engine_words(failure.sentence, failure.hint), "bad")
            self._say("")

    def _tell_person(self, text: str, role: str) -> None:
        """What became of what they asked for; it stays until they ask for something else."""
        self._message.setText(text)
        tint(self._message, role)
        self._message.show()

    def _say(self, text: str, role: str = "muted") -> None:
        self._said.setText(text)
        tint(self._said, role)
