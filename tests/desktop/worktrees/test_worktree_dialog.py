"""A person looks through what an agent did in its worktree, and takes what they want of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QLabel, QLineEdit

from desktop.worktrees.dialog import WorktreeDialog
from desktop.worktrees.list_dialog import WorktreesDialog
from tests.core.worktrees.repositories import contents, sh
from tests.desktop.conftest import OpenEngine, until
from tests.desktop.window import WindowUnderTest, opened_window
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call


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
