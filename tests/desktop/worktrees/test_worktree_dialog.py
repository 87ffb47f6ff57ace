"""A person looks through what an agent did in its worktree, and takes what they want of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QLineEdit, QTreeWidget, QTreeWidgetItem

from core.worktrees.models import Worktree
from desktop.worktrees.dialog import WorktreeDialog
from desktop.worktrees.list_dialog import WorktreesDialog
from desktop.worktrees.plan_dialog import PlanDialog
from tests.core.worktrees.repositories import contents, sh, write
from tests.desktop.conftest import OpenEngine, until
from tests.desktop.window import WindowUnderTest, opened_window
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call

ITEM = QTreeWidgetItem()
MATCH_ALL = Qt.MatchFlag.MatchContains


def agent_in_a_worktree(server: ModelServer) -> None:
    """An agent of its own worktree that changes three files, the first of them in three places."""
    server.script("Delegate.").call(
        "task",
        description="three files",
        prompt="Change three files.",
        subagent_type="general",
        run_in_background=True,
        isolation="worktree",
    ).say("It is on its way.").say("It is done.").say("Fine.").say("Fine.")
    server.script("Change three files.").reply(
        Call("read", path="src/one.py"), Call("read", path="src/two.py"),
    ).reply(
        *(
            Call("edit", path="src/one.py", old_string=f"line {n}\n", new_string=f"changed {n}\n")
            for n in (1, 20, 40)
        ),
        Call("edit", path="src/two.py", old_string="two = 2", new_string="two = 22"),
        Call("write", path="three.txt", content="three\n"),
    ).say("Changed.").say("I have heard your comments.")  # fmt: skip


async def reviewed(person: WindowUnderTest) -> WorktreeDialog:
    await person.desk.change("mode", "acceptEdits")
    await person.send("Delegate.")
    panel = person.desk.panels.tasks
    await until(lambda: [task.state for task in panel.model._tasks] == ["completed"], 40)
    await person.idle()
    panel.select(panel.model._tasks[0].id)
    await until(lambda: person.window.actions_table["task.review"].isEnabled())
    person.trigger("task.review")
    await until(lambda: person.visible("worktreeDialog"))
    dialog = person.window.findChild(WorktreeDialog, "worktreeDialog")
    assert dialog is not None
    await until(lambda: dialog.choice is not None)
    return dialog


def said(dialog: WorktreeDialog) -> str:
    label = dialog.findChild(QLabel, "conflictForecast")
    assert label is not None
    return label.text()


def press(dialog: WorktreeDialog, name: str) -> None:
    from PySide6.QtWidgets import QAbstractButton

    button = dialog.findChild(QAbstractButton, name)
    assert button is not None
    assert button.isEnabled(), f"{name} is disabled"
    button.click()


def test_two_hunks_of_one_file_and_all_of_another_are_taken_and_the_rest_is_binned_and_restored(
    run_async: Any,
    home: Path,
    repository: Path,
    model_server: ModelServer,
    open_engine: OpenEngine,
) -> None:
    agent_in_a_worktree(model_server)

    async def scenario() -> None:
        async with opened_window(home, repository, open_engine) as person:
            dialog = await reviewed(person)
            assert dialog.choice is not None
            paths = [change.path for change in dialog.choice.changes.files]
            assert paths == ["src/one.py", "src/two.py", "three.txt"]
            dialog.files.look_at("src/one.py")
            shown = dialog.diff.right.toPlainText()
            assert "- line 1" in shown
            assert "+ changed 1" in shown
            dialog._beside.setChecked(True)
            assert dialog.diff.left.isVisible()
            assert "changed 1" not in dialog.diff.left.toPlainText()
            dialog.files.tick("src/one.py", False, 1)
            dialog.files.tick("three.txt", False)
            dialog.how.setCurrentIndex(dialog.how.findData("squash"))
            await until(lambda: "No conflicts; 2 files" in said(dialog))
            press(dialog, "mergeButton")
            await until(lambda: "Brought 2 files into main." in dialog._message.text())
            one = (repository / "src/one.py").read_text()
            assert "changed 1\n" in one
            assert "line 20\n" in one, "the hunk that was not taken is not there"
            assert "changed 40\n" in one
            assert (repository / "src/two.py").read_text() == "two = 22\n"
            assert not (repository / "three.txt").exists()
            assert sh(repository, "status", "--porcelain") == ""

            before = contents(dialog.worktree.folder)
            press(dialog, "discardButton")
            await until(lambda: dialog.findChild(QLabel) and person.visible("choice_discard"))
            person.click("choice_discard")
            await until(lambda: dialog.worktree.state == "binned")
            assert not dialog.worktree.folder.exists()
            await until(lambda: person.visible("restoreButton"))
            press(dialog, "restoreButton")
            await until(lambda: dialog.worktree.state == "kept")
            assert contents(dialog.worktree.folder) == before, "every byte is back"
            dialog.close()

            person.trigger("worktree.list")
            await until(lambda: person.visible("worktreesDialog"))
            listed = person.window.findChild(WorktreesDialog, "worktreesDialog")
            assert listed is not None
            await until(lambda: listed.tree.topLevelItemCount() == 2)
            head = listed.tree.topLevelItem(0)
            assert head is not None
            assert head.text(0) == "Worktrees (1)"
            listed.close()

    run_async(scenario())


def test_comments_on_lines_reach_the_agent_and_conflicts_are_foreseen(
    run_async: Any,
    home: Path,
    repository: Path,
    model_server: ModelServer,
    open_engine: OpenEngine,
) -> None:
    agent_in_a_worktree(model_server)

    async def scenario() -> None:
        async with opened_window(home, repository, open_engine) as person:
            dialog = await reviewed(person)
            (repository / "src/two.py").write_text("two = 'mine'\n")
            dialog.reload()
            await until(lambda: "in the way: src/two.py" in said(dialog))
            sh(repository, "commit", "-qam", "mine")
            dialog.reload()
            await until(lambda: "Conflicts in src/two.py" in said(dialog))
            assert person.visible("solveConflictsButton")
            dialog.files.tick("src/two.py", False)
            await until(lambda: "No conflicts" in said(dialog))

            dialog.files.look_at("src/one.py")
            dialog.diff.go_to_hunk(0)
            cursor = dialog.diff.right.textCursor()
            cursor.movePosition(cursor.MoveOperation.Down, n=2)
            dialog.diff.right.setTextCursor(cursor)
            field = dialog.findChild(QLineEdit, "lineComment")
            assert field is not None
            field.setText("Say why.")
            press(dialog, "addCommentButton")
            press(dialog, "sendCommentsButton")
            await until(lambda: any("Say why." in str(r.messages) for r in model_server.requests))
            told = str(model_server.requests[-1].messages)
            assert "src/one.py:1" in told
            dialog.close()
            await person.idle()
            await until(lambda: person.desk.panels.tasks.model._tasks[0].state == "completed", 30)

    run_async(scenario())


async def made(person: WindowUnderTest, checkout: Path, title: str, **files: str) -> Worktree:
    """A finished worktree with changed files; ``__`` in a name is a folder."""
    manager = person.engine.worktrees.manager
    worktree = await manager.reserve(checkout, title)
    await manager.use(worktree, "agent")
    for name, text in files.items():
        write(worktree.folder / name.replace("__", "/").replace("_dot_", "."), text)
    await manager.end_use(worktree, "agent")
    return worktree


def row(tree: QTreeWidget, section: int, at: int = 0) -> QTreeWidgetItem:
    head = tree.topLevelItem(section)
    assert head is not None
    return head.child(at)


def test_several_are_compared_and_all_clean_ones_merged(
    run_async: Any, home: Path, repository: Path, open_engine: OpenEngine
) -> None:
    async def scenario() -> None:
        async with opened_window(home, repository, open_engine) as person:
            await made(person, repository, "alone", new_dot_txt="new\n")
            await made(person, repository, "first", src__two_dot_py="two = 1\n")
            await made(person, repository, "second", src__two_dot_py="two = 3\n", b_dot_txt="b\n")
            person.trigger("worktree.list")
            await until(lambda: person.visible("worktreesDialog"))
            listed = person.window.findChild(WorktreesDialog, "worktreesDialog")
            assert listed is not None
            await until(lambda: listed.tree.topLevelItemCount() == 2)
            assert row(listed.tree, 0).text(2) == "1 new"
            assert row(listed.tree, 0, 2).text(2) == "1 changed, 1 new"
            person.click("compareWorktreeButton")
            await until(lambda: person.visible("mergePlanDialog"))
            plan = person.window.findChild(PlanDialog, "mergePlanDialog")
            assert plan is not None
            await until(lambda: plan.tree.topLevelItemCount() == 3)
            fates = {i.text(0): i.text(2) for i in plan.tree.findItems("", MATCH_ALL)}
            assert fates["alone"] == "clean"
            assert "second (src/two.py)" in fates["first"]
            assert not (repository / "new.txt").exists(), "comparing changes nothing"
            person.click("mergeAllButton")
            await until(lambda: "2 merged, 1 left" in plan._said.text(), 30)
            assert (repository / "new.txt").exists()
            assert (repository / "src/two.py").read_text() == "two = 1\n"
            fates = {i.text(0): i.text(2) for i in plan.tree.findItems("", MATCH_ALL)}
            assert fates["first"] == "merged"
            assert "conflict" in fates["second"]
            plan.close()
            await until(lambda: "merged" in row(listed.tree, 0).text(2))
            listed.close()

    run_async(scenario())


def test_the_bin_shows_its_size_and_is_emptied_by_a_person(
    run_async: Any, home: Path, repository: Path, open_engine: OpenEngine
) -> None:
    async def scenario() -> None:
        async with opened_window(home, repository, open_engine) as person:
            for title in ("one", "two"):
                await made(person, repository, title, big_dot_bin="x" * 2_000_000)
            person.trigger("worktree.list")
            await until(lambda: person.visible("worktreesDialog"))
            listed = person.window.findChild(WorktreesDialog, "worktreesDialog")
            assert listed is not None
            await until(lambda: listed.tree.topLevelItemCount() == 2)
            for at in (0, 1):
                row(listed.tree, 0, at).setSelected(True)
            person.click("discardWorktreeButton")
            await until(lambda: len(person.engine.worktrees.manager.bin.entries()) == 2)
            await until(lambda: "Bin (2), 4" in (listed.tree.topLevelItem(1) or ITEM).text(0))
            assert "2.0 MB, kept for 30 more days" in row(listed.tree, 1).text(2)
            row(listed.tree, 1).setSelected(True)
            person.click("restoreWorktreeButton")
            await until(lambda: "Bin (1)" in (listed.tree.topLevelItem(1) or ITEM).text(0))
            person.click("emptyWorktreeButton")
            await until(lambda: person.visible("choice_keep"))
            person.click("choice_keep")
            await until(lambda: not person.visible("choice_keep"))
            assert len(person.engine.worktrees.manager.bin.entries()) == 1
            person.click("emptyWorktreeButton")
            await until(lambda: person.visible("choice_delete"))
            person.click("choice_delete")
            await until(lambda: person.engine.worktrees.manager.bin.entries() == [])
            await until(lambda: "Bin (0)" in (listed.tree.topLevelItem(1) or ITEM).text(0))
            listed.close()

    run_async(scenario())


def test_what_is_half_done_is_aborted_a_merge_undone_later_and_programs_opened_there(
    run_async: Any,
    home: Path,
    repository: Path,
    open_engine: OpenEngine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mark = tmp_path / "opened"
    terminal = write(tmp_path / "programs/terminal", f'#!/bin/sh\npwd > "{mark}"\n')
    terminal.chmod(0o755)
    monkeypatch.setenv("TERMINAL", str(terminal))

    async def scenario() -> None:
        async with opened_window(home, repository, open_engine) as person:
            worktree = await made(person, repository, "story", src__two_dot_py="two = 1\n")
            tree = worktree.folder
            sh(tree, "commit", "-qam", "ours")
            sh(tree, "checkout", "-q", "-b", "side", "HEAD~1")
            write(tree / "src/two.py", "two = 9\n")
            sh(tree, "commit", "-qam", "theirs")
            sh(tree, "checkout", "-q", worktree.branch)
            sh(tree, "merge", "-q", "side", check=False)
            desk = person.desk.panels.worktree_desk
            desk.review(worktree)
            dialog = person.window.findChild(WorktreeDialog, "worktreeDialog")
            assert dialog is not None
            await until(lambda: person.visible("abortButton"))
            press(dialog, "abortButton")
            await until(lambda: "refs/spinney/aborted/" in dialog._message.text())
            assert sh(tree, "status", "--porcelain") == ""
            assert not person.visible("abortButton")
            dialog.findChild(QAction, "openTerminal").trigger()  # type: ignore[union-attr]
            await until(lambda: mark.exists() and mark.read_text().strip() == str(tree))

            await until(lambda: "No conflicts" in said(dialog))
            press(dialog, "mergeButton")
            await until(lambda: "Brought 1 file into main." in dialog._message.text())
            dialog.close()
            await until(lambda: not person.visible("worktreeDialog"))
            desk.review(worktree)
            await until(lambda: person.visible("undoMergeButton"))
            again = [w for w in person.window.findChildren(WorktreeDialog) if w.isVisible()][-1]
            press(again, "undoMergeButton")
            await until(lambda: "as it was before" in again._message.text())
            assert (repository / "src/two.py").read_text() == "two = 2\n"
            again.close()

    run_async(scenario())


def test_a_window_follows_its_worktree_and_keeps_what_was_chosen_and_written(
    run_async: Any, home: Path, repository: Path, open_engine: OpenEngine
) -> None:
    async def scenario() -> None:
        async with opened_window(home, repository, open_engine) as person:
            names = {f"file{n}_dot_txt": f"{n}\n" for n in range(200)}
            worktree = await made(person, repository, "many", **names, src__two_dot_py="two = 1\n")
            person.desk.panels.worktree_desk.review(worktree)
            dialog = person.window.findChild(WorktreeDialog, "worktreeDialog")
            assert dialog is not None
            await until(lambda: dialog.choice is not None)
            assert dialog.choice is not None
            assert len(dialog.choice.changes.files) == 201
            dialog.files.tick("file7.txt", False)
            dialog.files.look_at("src/two.py")
            cursor = dialog.diff.right.textCursor()
            cursor.movePosition(cursor.MoveOperation.Down, n=1)
            dialog.diff.right.setTextCursor(cursor)
            dialog.comments._field.setText("Why?")
            press(dialog, "addCommentButton")
            manager = person.engine.worktrees.manager
            await manager.use(worktree, "agent")
            write(worktree.folder / "later.txt", "later\n")
            await manager.end_use(worktree, "agent")
            await until(lambda: dialog.choice and len(dialog.choice.changes.files) == 202)
            assert dialog.choice.takes_file("file7.txt") is False
            assert [c.text for c in dialog.comments.comments] == ["Why?"]
            assert dialog.files.currentItem().data(0, Qt.ItemDataRole.UserRole) == "src/two.py"
            await manager.discard(worktree)
            await until(lambda: person.visible("restoreButton"))
            dialog.close()

    run_async(scenario())
