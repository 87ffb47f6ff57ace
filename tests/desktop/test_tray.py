"""A person who looks elsewhere is told, once, and a click leads to what waits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from tests.desktop.conftest import QUIET, OpenEngine, until
from tests.desktop.test_agents_at_work import two_children
from tests.desktop.window import opened_window
from tests.fakes.model_server import ModelServer


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What reached the desktop: notifications, and a sound as ``("beep",)``."""
    found: list[tuple[str, ...]] = []
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    monkeypatch.setattr(
        QSystemTrayIcon, "showMessage", lambda _icon, title, text, *_: found.append((title, text))
    )
    monkeypatch.setattr(QApplication, "beep", lambda: found.append(("beep",)))
    return found


# The offscreen platform has no tray of its own to hear from.
@pytest.mark.qt_log_ignore("systemTrayWindowChanged", *QUIET, extend=True)
@pytest.mark.parametrize("sounds", [False, True])
def test_requests_are_told_together_and_a_click_goes_to_them(
    run_async: Any,
    home: Path,
    project: Path,
    model_server: ModelServer,
    open_engine: OpenEngine,
    told: list[tuple[str, ...]],
    sounds: bool,
) -> None:
    two_children(model_server)

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            assert person.window.layout_kept.sounds is False, "silent until somebody wants it"
            person.window.layout_kept.sounds = sounds
            icon = person.window.findChild(QSystemTrayIcon)
            assert icon is not None
            await person.send("Do two things.")
            await until(lambda: person.desk.session is not None)
            person.window.hide()
            book = person.desk.panels.book
            await until(lambda: len(book) == 2)
            await until(lambda: told)
            assert icon.toolTip() == "Spinney: 2 waiting for you"
            assert len([one for one in told if one != ("beep",)]) == 1, "several become one"
            assert "waits for you" in " ".join(told[0])
            assert (("beep",) in told) == sounds
            icon.activated.emit(QSystemTrayIcon.ActivationReason.Context)
            assert person.window.isHidden(), "the other button opens the menu and nothing else"
            icon.messageClicked.emit()
            await until(lambda: person.visible("permissionDialog"))
            assert not person.window.isHidden()
            shown = person.desk.panels.requests.dialog.request
            assert shown is not None
            person.desk.panels.requests.dialog.dismiss()
            person.window.hide()
            icon.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)
            await until(lambda: person.visible("permissionDialog"))
            await person.engine.stop_all()

    run_async(scenario())
