"""Whatever a person types while agents ask, it is typing: it answers nothing, and nothing is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from core.engine import Engine
from core.permissions.broker import CallInfo
from core.permissions.check import Rights
from core.permissions.models import Ask
from core.sessions.models import Session, TextPart
from tests.desktop.conftest import OpenEngine, until
from tests.desktop.window import WindowUnderTest, opened_window
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Gate, Reply, Say

REQUESTS = 100
KEYS_A_SECOND = 15
TEXT = "yes, no: I will say y or n when I have read it. "

SPECIAL = {
    "\n": Qt.Key.Key_Return,
    "\x1b": Qt.Key.Key_Escape,
}


def ask(engine: Engine, session: Session, number: int) -> Coroutine[Any, Any, None]:
    """What a tool does before it runs a command, in the session that is on screen."""

    async def rights() -> Rights:
        folder = Path(session.directory)
        return Rights(rules=(), mode="default", project=folder, directory=folder)

    command = f"rm -rf build/{number}"
    call = CallInfo(
        session=session,
        task_id=None,
        message_id="msg_typing",
        call_id=f"call_typing_{number}",
        tool="bash",
        arguments={"command": command},
        agent_path=["build"],
        directory=Path(session.directory),
        shown_in=session.id,
        title=command,
    )
    asks = [Ask("bash", (command,), always=(f"{command} *",), details={"command": command})]
    return engine.broker.authorize(call, asks, rights)


class Typist:
    """Presses keys at a steady pace, wherever the focus is by then.

    By a timer, as keys come from outside: Qt looks for shortcuts and may handle other events before
    the key arrives, which must not happen within a step of an asyncio task.
    """

    def __init__(self, window: QWidget, keys: str) -> None:
        self._handle = window.windowHandle()
        self._keys = iter(keys)
        self.finished = False
        self._timer = QTimer(window)
        self._timer.timeout.connect(self._press)
        self._timer.start(1000 // KEYS_A_SECOND)

    def _press(self) -> None:
        key = next(self._keys, "")
        if not key:
            self._timer.stop()
            self.finished = True
        elif key in SPECIAL:
            QTest.keyClick(self._handle, SPECIAL[key])
        else:
            QTest.keyClick(self._handle, key)


async def type_while_asked(person: WindowUnderTest, keys: str) -> set[asyncio.Task[None]]:
    session = person.desk.session
    assert session is not None
    typist = Typist(person.window, keys)
    asking: set[asyncio.Task[None]] = set()
    pause = len(keys) / KEYS_A_SECOND / REQUESTS
    for number in range(REQUESTS):
        asking.add(asyncio.ensure_future(ask(person.engine, session, number)))
        await asyncio.sleep(pause)
    await until(lambda: typist.finished)
    return asking


@pytest.mark.parametrize(
    "special",
    [
        pytest.param("\n", id="Enter, which sends"),
        pytest.param("\x1b", id="Escape"),
    ],
)
def test_typing_fast_while_a_hundred_requests_appear_answers_none_and_loses_no_key(
    run_async: Any,
    home: Path,
    project: Path,
    model_server: ModelServer,
    open_engine: OpenEngine,
    special: str,
) -> None:
    seconds = 6.0
    count = int(seconds * KEYS_A_SECOND)
    keys = "".join(
        special if number % 15 == 14 else TEXT[number % len(TEXT)] for number in range(count)
    )
    gate = Gate()
    model_server.script("yes").otherwise(Reply((Say("I read."), gate)))

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            person.window.activateWindow()
            edit = person.desk.panels.pane.composer.edit
            edit.setFocus()
            await until(edit.hasFocus)
            book = person.desk.panels.book
            asking = await type_while_asked(person, keys)
            await until(lambda: len(book) == REQUESTS)
            assert person.visible("permissionDialog"), "they are shown all the same"
            assert edit.hasFocus(), "the keyboard stays where it was"
            assert not any(task.done() for task in asking), "nothing was answered"
            assert all(r.state == "asked" for r in await person.engine.requests())
            assert await typed(person) == words(keys)
            gate.open()
            for task in asking:
                task.cancel()
            await asyncio.wait(asking)
            session = person.desk.session
            assert session is not None
            await person.engine.stop_everything_in(session.id)
            await until(lambda: not person.engine.is_running(session.id))

    run_async(scenario())


async def typed(person: WindowUnderTest) -> list[str]:
    """Every prompt that was sent, those that wait, and what is still in the composer."""
    session = person.desk.session
    assert session is not None
    await asyncio.sleep(0.3)
    sent = [
        part.text
        for entry in await person.engine.store.messages(session.id)
        if entry.info.role == "user"
        for part in entry.parts
        if isinstance(part, TextPart) and not part.synthetic
    ]
    waiting = [item.text for item in await person.engine.queue(session.id)]
    rest = person.desk.panels.pane.composer.edit.toPlainText()
    return [" ".join(text.split()) for text in (*sent, *waiting, rest) if text.strip()]


def words(keys: str) -> list[str]:
    """The prompts these keys make."""
    lines = keys.replace("\x1b", "").split("\n")
    return [" ".join(line.split()) for line in lines if line.strip()]
