"""Several worktrees at once: which conflict with which, in what order, and merging all clean ones."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QBrush, QCloseEvent, QColor, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.errors import SpinneyError
from core.worktrees.models import Worktree
from core.worktrees.service import SessionWorktrees
from core.worktrees.several import Candidate, Plan
from desktop.aio import Scope
from desktop.chat.label import plain_label, text_button
from desktop.i18n import translate
from desktop.i18n.engine import engine_text, engine_words
from desktop.permissions.visible import visible
from desktop.theme import GAP, SPACE, colours
from desktop.theme.tinting import emphasise, tint
from desktop.tips import plain_tip
from desktop.worktrees.dialog import how_picker
from desktop.worktrees.words import names, stat_words

Work = Callable[[], Awaitable[None]]
_WHAT = Qt.ItemDataRole.UserRole
_ROLE = Qt.ItemDataRole.UserRole + 1


class PlanDialog(QWidget):
    """The worktrees in the order in which most of them can be merged; ``review`` opens one."""

    def __init__(
        self,
        chosen: Sequence[Worktree],
        worktrees: SessionWorktrees,
        review: Callable[[Worktree], None],
        report: Callable[[BaseException], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("mergePlanDialog")
        self.setWindowTitle(translate("Worktrees", "Merge several worktrees"))
        self.plan: Plan | None = None
        self._chosen, self._worktrees, self._review = list(chosen), worktrees, review
        self._scope = Scope(report)
        self.tree = QTreeWidget()
        self.tree.setObjectName("mergePlan")
        self.tree.setAccessibleName(translate("Worktrees", "Worktrees in the order of merging"))
        self.tree.setRootIsDecorated(False)
        self.tree.setHeaderLabels(
            [
                translate("Worktrees", "Worktree"),
                translate("Worktrees", "Changes"),
                translate("Worktrees", "What would happen"),
            ]
        )
        header = self.tree.header()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.setColumnWidth(0, 230)
        self.tree.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.tree.itemActivated.connect(lambda item, _at: self._review(item.data(0, _WHAT)))
        self._said = plain_label(role="muted", wrap=True)
        self._said.setObjectName("mergePlanSaid")
        self.how = how_picker()
        self.how.removeItem(self.how.findData("apply"))
        self._merge = text_button(
            translate("Worktrees", "Merge all that are clean"),
            lambda: self._start(self._merge_all),
            object_name="mergeAllButton",
        )
        emphasise(self._merge)
        self._merge.setEnabled(False)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.how)
        row.addWidget(self._merge)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * SPACE, SPACE + GAP, 2 * SPACE, SPACE + GAP)
        column.setSpacing(SPACE)
        column.addWidget(self.tree, 1)
        column.addWidget(self._said)
        column.addLayout(row)
        QShortcut(QKeySequence("Escape"), self, self.close)
        QShortcut(QKeySequence("F5"), self, lambda: self._start(self.load))
        self.resize(860, 420)
        self._start(self.load)

    async def load(self) -> None:
        """Compare them all; nothing is changed by that."""
        self._say(translate("Worktrees", "Comparing them with your files and with each other…"))
        self._merge.setEnabled(False)
        plan = await self._worktrees.plan(self._chosen)
        self.plan = plan
        self.tree.clear()
        by_id = {found.worktree.id: found for found in plan.candidates}
        clean = 0
        for worktree in plan.order:
            found = by_id[worktree.id]
            text, role = _fate(found, plan)
            clean += found.clean
            self.tree.addTopLevelItem(_row(found, text, role))
        self._colour()
        said = translate("Worktrees", "{clean} of {all} merge with your files as they are.")
        self._say(said.format(clean=clean, all=len(plan.order)))
        self._merge.setEnabled(clean > 0)

    async def _merge_all(self) -> None:
        if self.plan is None:
            return
        self._merge.setEnabled(False)
        self._say(translate("Worktrees", "Merging one after the other…"))
        result = await self._worktrees.merge_all_clean(self.plan, self.how.currentData())
        left = {worktree.id: failure for worktree, failure in result.left}
        for at in range(self.tree.topLevelItemCount()):
            item = self.tree.topLevelItem(at)
            if item is None:
                continue
            failure = left.get(item.data(0, _WHAT).id)
            text = engine_text(failure.sentence) if failure else translate("Worktrees", "merged")
            item.setText(2, visible(text))
            item.setToolTip(2, plain_tip(visible(text)))
            item.setData(0, _ROLE, "bad" if failure else "good")
        self._colour()
        self._chosen = [worktree for worktree, _failure in result.left]
        said = translate("Worktrees", "{merged} merged, {left} left as they are.")
        self._say(said.format(merged=len(result.merged), left=len(result.left)), "good")

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "tree"):
            self._colour()

    def _colour(self) -> None:
        of = colours()
        for at in range(self.tree.topLevelItemCount()):
            item = self.tree.topLevelItem(at)
            if item is not None:
                item.setForeground(2, QBrush(QColor(getattr(of, item.data(0, _ROLE)))))

    def closeEvent(self, event: QCloseEvent) -> None:
        self._scope.cancel()
        super().closeEvent(event)

    def _start(self, work: Work) -> None:
        self._scope.start(self._guarded(work), name="work")

    async def _guarded(self, work: Work) -> None:
        try:
            await work()
        except SpinneyError as failure:
            self._say(engine_words(failure.sentence, failure.hint), "bad")

    def _say(self, text: str, role: str = "muted") -> None:
        self._said.setText(text)
        tint(self._said, role)


def _fate(found: Candidate, plan: Plan) -> tuple[str, str]:
    """What would become of one of them, and whether that is good."""
    if found.conflicts:
        text = translate("Worktrees", "conflicts with your files: {names}")
        return text.format(names=names(found.conflicts)), "bad"
    if found.in_the_way:
        text = translate("Worktrees", "your uncommitted changes are in the way: {names}")
        return text.format(names=names(found.in_the_way)), "bad"
    slugs = {other.worktree.id: other.worktree.slug for other in plan.candidates}
    rivals = [
        f"{visible(slugs[other])} ({names(paths, 2)})"
        for other, paths in plan.conflicts_of(found.worktree).items()
    ]
    if rivals:
        text = translate("Worktrees", "clean, but only before {others}")
        return text.format(others=", ".join(rivals)), "warning"
    return translate("Worktrees", "clean"), "good"


def _row(found: Candidate, text: str, role: str) -> QTreeWidgetItem:
    worktree = found.worktree
    item = QTreeWidgetItem(
        [visible(worktree.title or worktree.slug), stat_words(found.changes.stat), text]
    )
    item.setData(0, _WHAT, worktree)
    item.setToolTip(0, plain_tip(visible(worktree.path)))
    item.setToolTip(2, plain_tip(text))
    item.setData(0, _ROLE, role)
    return item
