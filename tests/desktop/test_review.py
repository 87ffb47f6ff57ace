"""The findings of a review in the window: mended, put aside, shown again, exported."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QPlainTextEdit, QProgressBar, QPushButton, QWidget

from core.tasks.models import Task
from desktop import dialogs
from desktop.chat.cards.review import ReviewNote
from desktop.chat.diff import DiffBlock
from desktop.palette import CommandPalette
from desktop.viewer import TextViewer, text_of
from tests.desktop.conftest import OpenEngine, until
from tests.desktop.window import WindowUnderTest, opened_window
from tests.fakes.model_server import ModelServer, ServerRequest
from tests.fakes.script import Gate, Reply, Say, Script


def finding(title: str, priority: int, line: int) -> dict[str, Any]:
    return {
        "title": f"[P{priority}] {title}",
        "body": f"{title}, in detail.",
        "priority": priority,
        "confidence_score": 0.9,
        "code_location": {"path": "src/one.py", "line_range": {"start": line, "end": line}},
    }


ANSWER = json.dumps(
    {
        "findings": [finding("A small thing", 3, 2), finding("A grave thing", 0, 1)],
        "overall_correctness": "patch is incorrect",
        "overall_explanation": "It breaks something.",
        "overall_confidence_score": 0.8,
    }
)


def card(person: WindowUnderTest) -> ReviewNote | None:
    found = person.desk.panels.pane.transcript.findChildren(ReviewNote)
    return found[-1] if found else None


def said(person: WindowUnderTest) -> str:
    shown = card(person)
    labels = shown.findChildren(QLabel) if shown is not None else []
    return "\n".join(label.text() for label in labels)


def test_findings_are_fixed_dismissed_and_exported(
    run_async: Any,
    home: Path,
    repository: Path,
    model_server: ModelServer,
    open_engine: OpenEngine,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    (repository / "src/one.py").write_text("changed\n")
    reviewing = lambda request: request.system.startswith("You review a change")  # noqa: E731
    model_server.script("reviewer", when=reviewing).reply(Say(ANSWER))
    model_server.script("A grave thing").say("It is mended.")

    async def pick(*_arguments: object) -> Path:
        return tmp_path / "findings.json"

    monkeypatch.setattr(dialogs, "pick_new_file", pick)

    async def scenario() -> None:
        async with opened_window(home, repository, open_engine) as person:
            await person.send("/review")
            await until(lambda: "patch is incorrect" in said(person), 40)
            text = said(person)
            assert text.index("A grave thing") < text.index("A small thing"), "urgent ones first"

            person.click("exportReviewButton")
            await until(lambda: (tmp_path / "findings.json").exists())
            await until(lambda: person.visible("dismissFindingButton"))
            # The first on the card is the most urgent one: put the other aside.
            buttons = person.window.findChildren(QPushButton, "dismissFindingButton")
            buttons[-1].click()
            await until(lambda: "A small thing" not in said(person))
            person.click("showDismissedButton")
            await until(lambda: "A small thing" in said(person))
            person.click("fixFindingButton")
            await until(lambda: "It is mended." in person.shown_text())
            await person.idle()
            exported = json.loads((tmp_path / "findings.json").read_text())
            assert len(exported["findings"]) == 2

    run_async(scenario())


def reviewer(server: ModelServer) -> Script:
    return server.script("reviewer", when=lambda r: r.system.startswith("You review a change"))


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def reviews(person: WindowUnderTest) -> int:
    return said_of_all(person).count("patch is")


def said_of_all(person: WindowUnderTest) -> str:
    notes = person.desk.panels.pane.transcript.findChildren(ReviewNote)
    return "\n".join(label.text() for note in notes for label in note.findChildren(QLabel))


def test_all_four_targets_by_button_menu_and_palette(
    run_async: Any,
    home: Path,
    repository: Path,
    model_server: ModelServer,
    open_engine: OpenEngine,
) -> None:
    git(repository, "checkout", "-q", "-b", "feature")
    (repository / "src/one.py").write_text("committed\n")
    git(repository, "commit", "-qam", "A commit to look at")
    commit = git(repository, "rev-parse", "--short", "HEAD")
    (repository / "src/one.py").write_text("not yet\n")
    script = reviewer(model_server)
    for _ in range(4):
        script.reply(Say(json.dumps({"findings": [], "overall_correctness": "patch is correct"})))

    async def scenario() -> None:
        async with opened_window(home, repository, open_engine) as person:
            person.click("reviewButton")
            await until(lambda: person.visible("reviewDialog"))
            person.click("startReviewButton")
            await until(lambda: len(script.requests) == 1 and reviews(person) == 1, 40)
            assert "not yet" in script.requests[0].prompts[-1]

            person.trigger("review.base")
            await until(lambda: person.visible("reviewDialog"))
            branch = person.find(QComboBox, "reviewBranch")
            assert branch.currentText() == "main", "the current branch is not offered"
            person.click("startReviewButton")
            await until(lambda: reviews(person) == 2, 40)
            assert "since the branch main" in script.requests[1].prompts[-1]

            person.trigger("review.commit")
            await until(lambda: person.visible("reviewDialog"))
            assert person.find(QComboBox, "reviewCommit").currentText().startswith(commit)
            person.click("startReviewButton")
            await until(lambda: reviews(person) == 3, 40)
            assert "+committed" in script.requests[2].prompts[-1]

            person.trigger("view.palette")
            palette = person.window.findChildren(CommandPalette)[-1]
            QTest.keyClicks(palette.field, "Review What You Describe")
            QTest.keyClick(palette.field, Qt.Key.Key_Return)
            await until(lambda: person.visible("reviewDialog"))
            assert not person.find(QPushButton, "startReviewButton").isEnabled()
            QTest.keyClicks(person.find(QPlainTextEdit, "reviewText"), "the loop in one.py")
            person.click("startReviewButton")
            await until(lambda: reviews(person) == 4, 40)
            assert "the loop in one.py" in script.requests[3].prompts[-1]

    run_async(scenario())


def test_a_finding_shows_its_code_opens_is_fixed_behind_and_reviewed_again(
    run_async: Any,
    home: Path,
    repository: Path,
    model_server: ModelServer,
    open_engine: OpenEngine,
) -> None:
    (repository / "src/one.py").write_text("first line\nthe_second_line()\n")
    script = reviewer(model_server)
    script.reply(Say(ANSWER)).reply(Say(ANSWER))
    model_server.script("A grave thing").say("Handed over.")
    model_server.script("A small thing").say("Mended in the background.")

    async def scenario() -> None:
        async with opened_window(home, repository, open_engine) as person:
            await person.send("/review")
            await until(lambda: "patch is incorrect" in said(person), 40)
            note = card(person)
            assert note is not None
            code = [block.plain_text() for block in note.texts() if isinstance(block, DiffBlock)]
            assert code == [" first line", " the_second_line()"]

            buttons = person.window.findChildren(QPushButton, "openFindingButton")
            buttons[-1].click()
            await until(lambda: person.visible("textViewer"))
            viewer = person.window.findChildren(TextViewer)[-1]
            assert viewer._view.textCursor().block().text() == "the_second_line()"
            viewer.close()

            person.window.findChildren(QPushButton, "fixBehindButton")[-1].click()
            assert person.desk.session is not None
            session = person.desk.session.id
            tasks: list[Task] = []

            async def ended() -> bool:
                tasks[:] = await person.engine.tasks(owner_session_id=session)
                behind = [task for task in tasks if task.background]
                return bool(behind) and behind[0].ended is not None

            for _ in range(400):
                if await ended():
                    break
                await asyncio.sleep(0.1)
            (behind,) = [task for task in tasks if task.background]
            assert "A small thing" in behind.prompt
            assert "A grave thing" not in behind.prompt
            # Nothing was changed in it, so that it may be gone again already.
            branch = behind.branch or behind.metadata["worktree"]["branch"]
            assert branch.startswith("spinney/"), "in a worktree of its own"
            await person.idle()

            person.window.findChildren(QPushButton, "dismissFindingButton")[-1].click()
            await until(lambda: "A small thing" not in said(person))
            person.window.findChildren(QPushButton, "reviewAgainButton")[-1].click()
            await until(lambda: len(script.requests) == 2, 40)
            await until(lambda: said_of_all(person).count("patch is incorrect") == 2, 40)
            assert "A small thing" not in said(person), "dismissed findings stay dismissed"
            await person.idle()

    run_async(scenario())


def test_a_large_change_shows_its_progress_and_can_be_stopped(
    run_async: Any,
    home: Path,
    repository: Path,
    model_server: ModelServer,
    open_engine: OpenEngine,
) -> None:
    config = home / "config.toml"
    config.write_text(config.read_text().replace("context = 200000", "context = 12000"))
    for name in "abc":
        (repository / f"{name}.py").write_text(f"{name} = 'some words in a line'\n" * 400)
    gate = Gate()

    def look(request: ServerRequest) -> Reply:
        first = "+++ b/a.py" in request.prompts[0].partition("<difference>")[2]
        return Reply((Say(ANSWER),) if first else (Say("Hm"), gate))

    reviewer(model_server).otherwise(look)

    async def scenario() -> None:
        async with opened_window(home, repository, open_engine) as person:
            await person.send("/review")
            await until(lambda: person.visible("reviewProgress"), 40)
            await until(lambda: person.find(QProgressBar, "reviewProgress").value() == 1, 40)
            assert person.find(QProgressBar, "reviewProgress").maximum() == 3
            person.click("stopReviewButton")
            await until(lambda: "interrupted" in said(person), 40)
            assert "A grave thing" in said(person), "what was found until then is kept"
            assert person.visible("reviewAgainButton")
            gate.open()

    run_async(scenario())


@pytest.mark.parametrize("name", ["pipe", "/dev/zero", "folder", "no\0name", "missing"])
def test_what_is_no_ordinary_file_is_not_waited_for(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match=r"."):
        text_of(tmp_path / name)
    (tmp_path / "text").write_text("all of it\n")
    assert text_of(tmp_path / "text") == "all of it\n"


def test_a_line_that_no_file_has_leads_to_the_last_one(run_async: Any) -> None:
    async def live() -> None:
        parent = QWidget()
        viewer = TextViewer("a", "one\ntwo", parent)
        viewer.go_to_line(10**30)
        assert viewer._view.textCursor().block().text() == "two"
        parent.deleteLater()

    run_async(live())
