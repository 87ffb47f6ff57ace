"""A person's first session: from an empty window to passing tests, and back after a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QApplication, QPlainTextEdit

from core.sessions.models import ToolPart
from tests.desktop.conftest import until
from tests.desktop.window import opened_window

NAMES = [
    *("mainWindow", "composer", "sendButton", "stopButton", "transcript", "sessionTree"),
    *("requestInbox", "permissionDialog", "allowOnceButton", "allowAlwaysButton", "denyButton"),
    *("denyReason", "agentPicker", "modelPicker", "modePicker", "taskTable", "queueStrip"),
]


def test_the_demo_is_offered_and_leads_from_a_prompt_to_passing_tests(
    run_async: Any, no_leaks: None, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            assert person.visible("welcome")
            person.click("demoButton")
            await until(lambda: person.visible("composer"))
            composer = person.find(QPlainTextEdit, "composer")
            await until(lambda: composer.toPlainText() != "")
            assert composer.hasFocus()
            person.click("sendButton")
            await until(lambda: person.visible("permissionDialog"))
            assert composer.hasFocus(), "the dialog must not take the keyboard"
            assert person.visible("stopButton")
            folder = person.desk.folder
            assert folder is not None
            before = (folder / "teashop" / "basket.py").read_text()
            await person.answer("allowOnceButton")
            while True:
                await until(
                    lambda: (
                        person.visible("permissionDialog")
                        or not person.engine.is_running(person.desk.session.id)
                    )  # type: ignore[union-attr]
                )
                if not person.visible("permissionDialog"):
                    break
                await person.answer("allowOnceButton")
            await person.idle()
            assert (folder / "teashop" / "basket.py").read_text() != before
            text = person.shown_text()
            assert "if count >= DISCOUNT_FROM" in text
            assert "tests pass" in text
            assert not person.visible("stopButton")

    run_async(scenario())


def test_denying_with_a_reason_is_told_to_the_model_and_the_turn_goes_on(
    run_async: Any, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            await person.desk.start_demo()
            person.click("sendButton")
            await until(lambda: person.visible("permissionDialog"))
            from PySide6.QtWidgets import QLineEdit

            person.find(QLineEdit, "denyReason").setText("Not on a Sunday.")
            await person.answer("denyButton")
            session = person.desk.session
            assert session is not None

            async def parts() -> list[ToolPart]:
                entries = await person.engine.store.messages(session.id)
                return [p for e in entries for p in e.parts if isinstance(p, ToolPart)]

            failed: list[ToolPart] = []
            while not failed:
                failed = [part for part in await parts() if part.status == "failed"]
            assert "Not on a Sunday." in (failed[0].error or failed[0].output)
            await person.desk.stop()

    run_async(scenario())


def test_after_a_restart_the_request_is_still_there_and_answering_it_goes_on(
    run_async: Any, tmp_path: Path
) -> None:
    home = tmp_path / "home"

    async def leave_while_asked() -> str:
        async with opened_window(home) as person:
            await person.desk.start_demo()
            person.click("sendButton")
            await until(lambda: person.visible("permissionDialog"))
            assert person.desk.session is not None
            return person.desk.session.id

    async def come_back(session_id: str) -> None:
        async with opened_window(home) as person:
            assert person.desk.session is not None
            assert person.desk.session.id == session_id, "the last session opens again"
            assert len(person.desk.panels.book) == 1
            assert person.desk.panels.tree.nodes[session_id].mark == "waiting"
            before = person.desk.panels.book.all()[0].id
            await person.answer("allowOnceButton")
            await until(
                lambda: (
                    person.desk.panels.book.get(before) is None
                    and person.engine.is_running(session_id)
                )
            )
            await person.desk.stop()
            await until(lambda: not person.engine.is_running(session_id))

    run_async(come_back(run_async(leave_while_asked())))


def test_every_control_of_the_window_has_a_name(run_async: Any, tmp_path: Path) -> None:
    from PySide6.QtWidgets import (
        QAbstractButton,
        QAbstractItemView,
        QComboBox,
        QLineEdit,
        QPlainTextEdit,
    )

    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            await person.desk.start_demo()
            person.click("sendButton")
            await until(lambda: person.visible("permissionDialog"))
            nameless = [
                control
                for kind in (
                    QAbstractButton,
                    QAbstractItemView,
                    QComboBox,
                    QLineEdit,
                    QPlainTextEdit,
                )
                for control in person.window.findChildren(kind)
                if control.isVisible()
                and not control.accessibleName()
                and not getattr(control, "text", lambda: "")()
                and not control.objectName().startswith("qt_")
            ]
            assert not nameless, nameless
            for name in NAMES:
                found = [w for w in QApplication.allWidgets() if w.objectName() == name]
                assert found, f"{name} is missing"
            await person.desk.stop()

    run_async(scenario())
