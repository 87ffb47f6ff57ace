"""Pictures of the real window at work, for the README: ``python -m tests.desktop.shots FOLDER``.

The demo tour and the scripted model server play; nothing leaves the machine. Run it on a virtual
screen (``xvfb-run``) or with ``QT_QPA_PLATFORM=offscreen``.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")
os.environ["FAKE_KEY"] = "fake-key-for-pictures"

import qasync
from PySide6.QtWidgets import QApplication

from core.permissions.models import Answer
from desktop.theme import apply, set_scheme
from tests.desktop.conftest import until
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


def script(server: ModelServer, gate: Gate) -> None:
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
    ).call("bash", command=COMMAND).say(ANSWER)  # fmt: skip
    server.script("Find every caller").call("grep", pattern="tokenize").call(
        "read", path="lexer.py"
    ).reply(Say("I have found two callers so far"), gate, Say("."))
    server.script("Write the changelog").say("The changelog has an entry for the lexer.")


async def play(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as scratch, ModelServer() as server:
        gate = Gate()
        script(server, gate)
        home, project = Path(scratch) / "home", Path(scratch) / "lexer"
        home_with_config(home, server)
        project.mkdir()
        (project / "lexer.py").write_text(LEXER)
        async with opened_window(home) as person:
            person.window.resize(1360, 860)
            await shoot(person, folder, "welcome")
            await person.desk.open_folder(project)
            await person.send("Write the changelog entry.")
            await person.idle()
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
            await shoot(person, folder, "chat")
            person.desk.panels.pane.transcript.go_to_row(0)
            await shoot(person, folder, "work")
            person.window.resize(760, 640)
            await shoot(person, folder, "narrow")
            gate.open()
            await until(lambda: all(t.ended for t in person.desk.panels.tasks.model._tasks), 60)
            await person.idle()


async def allow(person: WindowUnderTest) -> None:
    request = person.desk.panels.requests.dialog.request
    assert request is not None
    await person.engine.answer(request.id, Answer(kind="once"))
    await until(lambda: not person.visible("permissionDialog"))


async def shoot(person: WindowUnderTest, folder: Path, name: str) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    for scheme in ("light", "dark"):
        set_scheme(app, scheme)
        await asyncio.sleep(0.4)
        person.window.grab().save(str(folder / f"{name}-{scheme}.png"))
    set_scheme(app, "light")


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("resources/screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    apply(app, "light")
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        runner.run(play(folder.absolute()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
