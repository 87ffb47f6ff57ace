"""Every way to answer a request and to stop a task, used in the window as a person does."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QComboBox, QLineEdit

from core.sessions.models import Session, ToolPart
from desktop.permissions.guard import GUARD_MS
from tests.desktop.conftest import OpenEngine, until
from tests.desktop.window import WindowUnderTest, opened_window
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call, Gate, Say


async def tool_parts(person: WindowUnderTest, session: Session) -> list[ToolPart]:
    entries = await person.engine.store.messages(session.id)
    return [part for entry in entries for part in entry.parts if isinstance(part, ToolPart)]


async def ask_anew(person: WindowUnderTest, name: str) -> Session:
    """A session whose agent asks whether it may touch a file of that name."""
    await person.desk.new_session()
    await person.send(f"Touch {name} now.")
    await until(lambda: person.visible("permissionDialog"))
    assert person.desk.session is not None
    return person.desk.session


def test_each_answer_has_the_effect_it_names(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    for name in ("once", "always", "deny", "deny-stop", "card-once", "card-deny"):
        model_server.script(f"Touch {name} now.").call("bash", command=f"touch {name}").say("Well.")
    model_server.script("Touch more now.").call("bash", command="touch always more").say("Well.")

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:

            async def outcome(session: Session) -> tuple[ToolPart, int]:
                await until(lambda: not person.engine.is_running(session.id))
                requests = [r for r in model_server.requests if r.script and "Touch" in r.script]
                model_server.requests.clear()
                return (await tool_parts(person, session))[-1], len(requests)

            session = await ask_anew(person, "once")
            await person.answer("allowOnceButton")
            part, requests = await outcome(session)
            assert (part.status, requests, (project / "once").exists()) == ("completed", 2, True)

            session = await ask_anew(person, "always")
            pattern = person.find(QLineEdit, "alwaysPattern")
            pattern.setText("touch always *")
            scope = person.find(QComboBox, "alwaysScope")
            scope.setCurrentIndex(scope.findData("project"))
            await person.answer("allowAlwaysButton")
            part, requests = await outcome(session)
            assert (part.status, (project / "always").exists()) == ("completed", True)
            await person.desk.new_session()
            await person.send("Touch more now.")
            await until(lambda: "Well." in person.shown_text())
            await person.idle()
            assert (project / "more").exists(), "the edited pattern covers it, in the whole project"
            model_server.requests.clear()

            session = await ask_anew(person, "deny")
            person.find(QLineEdit, "denyReason").setText("Not this one.")
            await person.answer("denyButton")
            part, requests = await outcome(session)
            assert (part.status, requests, (project / "deny").exists()) == ("failed", 2, False)
            assert "Not this one." in (part.error or part.output)

            session = await ask_anew(person, "deny-stop")
            await person.answer("denyStopButton")
            part, requests = await outcome(session)
            assert (part.status, requests) == ("failed", 1), "the model is not asked to go on"

            for name, button, done in (
                ("card-once", "cardAllowOnceButton", True),
                ("card-deny", "cardDenyButton", False),
            ):
                session = await ask_anew(person, name)
                await until(lambda button=button: person.visible(button))
                await asyncio.sleep((GUARD_MS + 60) / 1000)
                person.click(button)
                part, requests = await outcome(session)
                assert requests == 2
                assert (project / name).exists() == done
                await until(lambda: not person.visible("permissionDialog"))

    run_async(scenario())


def test_discarding_a_task_asks_and_puts_its_worktree_into_the_bin(
    run_async: Any,
    home: Path,
    repository: Path,
    model_server: ModelServer,
    open_engine: OpenEngine,
) -> None:
    gate = Gate()
    model_server.script("Delegate.").call(
        "task",
        description="long",
        prompt="Be the long one.",
        subagent_type="general",
        run_in_background=True,
        isolation="worktree",
    ).say("It is on its way.").say("It was discarded.")
    model_server.script("Be the long one.").reply(
        Call("write", path="made.txt", content="made\n")
    ).reply(Say("I am at it"), gate)

    async def scenario() -> None:
        async with opened_window(home, repository, open_engine) as person:
            await person.desk.change("mode", "acceptEdits")
            await person.send("Delegate.")
            panel = person.desk.panels.tasks
            await until(lambda: "It is on its way." in person.shown_text())
            trees = home.parent / "home"
            await until(lambda: list(trees.rglob("made.txt")))
            panel.select(panel.model._tasks[0].id)
            person.trigger("task.discard")
            await until(lambda: person.visible("questionDialog"))
            person.click("choice_keep")
            await until(lambda: not person.visible("questionDialog"))
            assert panel.model._tasks[0].state == "running"
            person.trigger("task.discard")
            await until(lambda: person.visible("choice_discard"))
            person.click("choice_discard")
            await until(lambda: panel.model._tasks[0].state == "killed")
            manager = person.engine.worktrees.manager
            await until(lambda: manager.bin.entries())
            assert list(trees.rglob("made.txt")), "nothing is lost, it is in the bin"
            await person.idle()

    run_async(scenario())
