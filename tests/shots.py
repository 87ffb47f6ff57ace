"""Pictures of the real window at work: ``python -m tests.shots FOLDER [en|zh_CN…]``.

Every view in light and dark, in English and in Chinese; those of settings, agents, usage and
palette are in ``tests/desktop/settings/shots.py``.

The scripted model server plays; nothing leaves the machine. A virtual screen (Xvfb) is started where
there is one, otherwise Qt draws off screen.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_API", "pyside6")
os.environ["FAKE_KEY"] = "fake-key-for-pictures"

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication, QTreeWidget, QWidget

from core.permissions.models import Answer
from desktop.chat.review_dialog import ReviewDialog
from desktop.checkpoints.dialog import GoBackDialog, PromptChoice
from desktop.diff_viewer import DiffViewer
from desktop.event_loop import EventLoop
from desktop.i18n import LANGUAGES, install
from desktop.theme import apply, set_scheme
from desktop.worktrees.dialog import WorktreeDialog
from tests.core.worktrees.repositories import repository
from tests.desktop.conftest import until
from tests.desktop.settings.shots import around
from tests.desktop.window import WindowUnderTest, opened_window
from tests.fakes.engine import home_with_config
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call, Gate, Say, Think

LEXER = '''"""Splits a source text into tokens."""


def tokenize(text: str) -> list[str]:
    tokens = []
    for line in text.split("\\n"):
        tokens.extend(line.split())
    return tokens
'''

COMMAND = "python3 -m pytest -q tests/test_lexer.py && git diff --stat"

ANSWER = """The lexer drops nothing any more. **What changed:**

1. `tokenize()` keeps line ends, so the last line counts even without a newline
2. a test covers both cases

```python
for line in text.splitlines(keepends=True):
    tokens.extend(line.split())
```

The whole suite passes."""


TEST = """from lexer import tokenize


def test_the_last_line_counts():
    assert tokenize("a\\nb") == ["a", "b"]


def test_lines_end_with_line_ends():
    assert tokenize("a\\nb\\n") == ["a", "b"]
"""

PARSER = """from lexer import tokenize


def parse(text):
    tokens = tokenize(text)
    return tokens


def parse_file(path):
    with open(path) as file:
        return parse(file.read())


def names(tokens):
    return [token for token in tokens if token.isidentifier()]


def numbers(tokens):
    return [token for token in tokens if token.isdigit()]
"""


FILES = {
    "lexer.py": LEXER,
    "parser.py": PARSER,
    "README.md": "# Lexer\n",
    ".gitignore": "__pycache__/\n.pytest_cache/\n",
    "tests/test_lexer.py": TEST,
}


FINDINGS = {
    "findings": [
        {
            "title": "[P1] Line ends become part of the last token",
            "body": "`splitlines(keepends=True)` leaves `\\n` on every line, and `names()` then "
            "drops the last word of each: `isidentifier()` is false for it.",
            "priority": 1,
            "confidence_score": 0.9,
            "code_location": {"path": "lexer.py", "line_range": {"start": 1, "end": 3}},
        },
        {
            "title": "[P3] The helper is only used once",
            "body": "It could live where it is called.",
            "priority": 3,
            "code_location": {"path": "parser.py", "line_range": {"start": 9, "end": 11}},
        },
        {"priority": 2},
    ],
    "overall_correctness": "patch is incorrect",
    "overall_explanation": "The lost line is found, but each token now ends with its line end.",
}


def script(server: ModelServer, gate: Gate) -> None:
    server.script("Review the uncommitted").say(json.dumps(FINDINGS))
    server.script("Fix the lexer").reply(
        Think("The last line has no newline, so split drops its end."),
        Say("I look at the lexer and have someone find its callers meanwhile."),
        Call("read", path="lexer.py"),
        Call("grep", pattern="tokenize"),
        Call("task", description="find all callers", prompt="Find every caller.",
             subagent_type="explore", run_in_background=True),
        Call("todowrite", todos=[
            {"content": "Find where the last line is lost", "status": "completed"},
            {"content": "Keep line ends in tokenize()", "status": "in_progress"},
            {"content": "Cover it with a test", "status": "pending"},
        ]),
    ).call(
        "edit", path="lexer.py", old_string='text.split("\\n")',
        new_string="text.splitlines(keepends=True)",
    ).call("bash", command=COMMAND).say(ANSWER).say("The callers are fine.")  # fmt: skip
    server.script("Find every caller").call("grep", pattern="tokenize").call(
        "read", path="lexer.py"
    ).reply(Say("I have found two callers so far"), gate, Say("."))
    server.script("Write the changelog").say("The changelog has an entry for the lexer.")
    server.script("Tidy the parser").call(
        "task", description="type hints for the parser", prompt="Add type hints.",
        subagent_type="general", run_in_background=True, isolation="worktree",
    ).say("An agent adds the type hints in a worktree of its own.").say("It is done.")  # fmt: skip
    server.script("Add type hints").call("read", path="parser.py").reply(
        Call("edit", path="parser.py", old_string="def parse(text):",
             new_string="def parse(text: str) -> list[str]:"),
        Call("edit", path="parser.py", old_string="def numbers(tokens):",
             new_string="def numbers(tokens: list[str]) -> list[str]:"),
        Call("write", path="py.typed", content=""),
    ).say("Both functions have type hints.")  # fmt: skip


async def play(folder: Path) -> None:
    """A day's work in one window, with a picture of each of its turns."""
    with tempfile.TemporaryDirectory() as scratch, ModelServer() as server:
        gate = Gate()
        script(server, gate)
        home, project = Path(scratch) / "home", Path(scratch) / "lexer"
        home_with_config(home, server)
        repository(project, FILES)
        async with opened_window(home) as person:
            person.window.resize(1360, 860)
            person.window.activateWindow()
            await shoot(person, folder, "welcome")
            await person.desk.open_folder(project)
            await shoot(person, folder, "empty")
            await person.send("Write the changelog entry.")
            await person.idle()
            await worktree(person, folder)
            await person.desk.new_session()
            await person.send("Fix the lexer: the last line of a file is lost.")
            await until(lambda: person.visible("permissionDialog"), 60)
            await shoot(person, folder, "edit-request")
            await allow(person)
            await until(lambda: person.visible("permissionDialog"), 60)
            await shoot(person, folder, "command-request")
            await allow(person)
            await until(lambda: "whole suite passes" in person.shown_text(), 60)
            await person.idle()
            await shoot(person, folder, "answer")
            person.desk.panels.pane.transcript.go_to_row(0)
            tasks = person.desk.panels.tasks
            tasks.select(next(t.id for t in tasks.model._tasks if t.state == "running"))
            person.desk.panels.sessions.view.expandAll()
            await shoot(person, folder, "work")
            person.window.resize(760, 640)
            await shoot(person, folder, "narrow")
            person.window.resize(1900, 1000)
            person.desk.panels.pane.transcript.go_to_end()
            await shoot(person, folder, "wide")
            gate.open()
            await until(lambda: all(t.ended for t in tasks.model._tasks), 60)
            await person.idle()
            person.window.resize(1360, 860)
            await review(person, folder)
            await go_back(person, folder)


async def review(person: WindowUnderTest, folder: Path) -> None:
    """What to review is chosen; the findings are shown with their code."""
    person.trigger("chat.review")
    await until(lambda: person.visible("reviewDialog"))
    await shoot(person, folder, "review-choice", person.window.findChild(ReviewDialog))
    person.click("startReviewButton")
    pane = person.desk.panels.pane
    await until(lambda: person.visible("fixFindingButton"), 60)
    pane.transcript.go_to_end()
    await shoot(person, folder, "review")
    person.window.resize(760, 640)
    await shoot(person, folder, "review-narrow")
    person.window.resize(1360, 860)


async def go_back(person: WindowUnderTest, folder: Path) -> None:
    """Before the prompt: what would happen is shown, then it has happened."""
    (Path(person.desk.folder or "") / "lexer.py").write_text("# Mine.\n")
    person.trigger("chat.changes")
    await until(lambda: person.window.findChildren(DiffViewer))
    viewer = person.window.findChildren(DiffViewer)[-1]
    await shoot(person, folder, "session-changes", viewer)
    viewer.close()
    person.trigger("chat.go_back")
    await until(lambda: person.visible("promptChoice"))
    await shoot(person, folder, "prompts", person.window.findChild(PromptChoice))
    table = person.find(QTreeWidget, "promptTable")
    table.setCurrentItem(table.topLevelItem(0))
    person.click("choosePromptButton")
    await until(lambda: person.visible("goBackDialog"))
    await shoot(person, folder, "go-back", person.window.findChild(GoBackDialog))
    person.click("goBackNowButton")
    await until(lambda: person.visible("revertStrip"))
    await shoot(person, folder, "went-back")


async def worktree(person: WindowUnderTest, folder: Path) -> None:
    """An agent works in a worktree; its changes are looked through."""
    await person.desk.new_session()
    await person.desk.change("mode", "acceptEdits")
    await person.send("Tidy the parser, without getting in my way.")
    tasks = person.desk.panels.tasks
    await until(lambda: [t.state for t in tasks.model._tasks] == ["completed"], 60)
    await person.idle()
    tasks.select(tasks.model._tasks[0].id)
    person.trigger("task.review")
    dialog = person.window.findChild(WorktreeDialog, "worktreeDialog")
    while dialog is None or dialog.choice is None:
        await asyncio.sleep(0.05)
        dialog = person.window.findChild(WorktreeDialog, "worktreeDialog")
    dialog.resize(1000, 460)
    dialog.files.tick("py.typed", False)
    await shoot(person, folder, "worktree", dialog)
    dialog._beside.setChecked(True)
    dialog.diff.go_to_hunk(1)
    await shoot(person, folder, "worktree-beside", dialog)
    dialog.close()


async def allow(person: WindowUnderTest) -> None:
    request = person.desk.panels.requests.dialog.request
    assert request is not None
    await person.engine.answer(request.id, Answer(kind="once"))
    await until(lambda: not person.visible("permissionDialog"))


async def shoot(
    person: WindowUnderTest, folder: Path, name: str, widget: QWidget | None = None
) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    language = "" if QLocale().name().startswith("en") else f"-{QLocale().name()}"
    for scheme in ("light", "dark"):
        set_scheme(app, scheme)
        await asyncio.sleep(0.4)
        file = folder / f"{name}-{scheme}{language}.png"
        (widget or person.window).grab().save(str(file), "PNG", 0)
    set_scheme(app, "light")


@contextlib.contextmanager
def screen() -> Iterator[None]:
    """A virtual screen of its own, where the machine can make one."""
    xvfb = shutil.which("Xvfb")
    if xvfb is None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        yield
        return
    readable, writable = os.pipe()
    process = subprocess.Popen(
        [xvfb, "-displayfd", str(writable), "-screen", "0", "1920x1080x24", "-nolisten", "tcp"],
        pass_fds=[writable],
        stderr=subprocess.DEVNULL,
    )
    os.close(writable)
    with os.fdopen(readable) as said:
        number = said.readline().strip()
    os.environ["DISPLAY"] = f":{number}"
    os.environ["QT_QPA_PLATFORM"] = "xcb"
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def main() -> int:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/shots").absolute()
    folder.mkdir(parents=True, exist_ok=True)
    with screen():
        app = QApplication(["spinney"])
        app.setQuitOnLastWindowClosed(False)
        app.setDesktopFileName("spinney")
        apply(app, "light")
        with asyncio.Runner(loop_factory=lambda: EventLoop(app)) as runner:
            for language in sys.argv[2:] or [code for code, _name in LANGUAGES]:
                install(app, language)
                runner.run(play(folder))
                runner.run(around(folder, shoot))
        app.shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main())
