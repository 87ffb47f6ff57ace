"""The small parts of the window: scopes, the bridge, notices, layout, displays, one window only."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QAbstractEventDispatcher, QObject
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from core.bus import Bus
from core.events import Event, PartDelta, SessionUpdated, TurnFinished
from core.paths import Paths
from core.sessions.models import Session
from desktop import layout
from desktop.actions import ACTIONS, Actions
from desktop.aio import Scope
from desktop.bridge import Bridge
from desktop.display import missing_display
from desktop.event_loop import EventLoop
from desktop.notices import NoticeBar, Said
from desktop.palette import Entry, find
from desktop.single import Doorbell, hand_over
from desktop.theme.colours import DARK, LIGHT, Colours
from tests.desktop.conftest import until

# The event loop


def test_a_closed_loop_leaves_no_timer_behind(app: QApplication) -> None:
    loop = EventLoop(app)

    async def in_time() -> None:
        async with asyncio.timeout(60):
            await asyncio.sleep(0)

    loop.run_until_complete(in_time())
    dispatcher = QAbstractEventDispatcher.instance()
    assert dispatcher is not None
    assert dispatcher.registeredTimers(loop._timer), "a timeout that was not needed waits on"
    loop.close()
    assert not dispatcher.registeredTimers(loop._timer)


# Scopes


async def test_a_failure_is_reported_at_once_and_once() -> None:
    failures: list[BaseException] = []
    scope = Scope(failures.append)

    async def fail() -> None:
        raise ValueError("no")

    scope.start(fail())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert [str(failure) for failure in failures] == ["no"]
    assert len(scope) == 0


async def test_a_named_task_replaces_the_one_before() -> None:
    scope = Scope(lambda failure: pytest.fail(str(failure)))
    done: list[int] = []

    async def work(number: int) -> None:
        await asyncio.sleep(0.01)
        done.append(number)

    scope.start(work(1), name="x")
    scope.start(work(2), name="x")
    await until(lambda: not len(scope))
    assert done == [2]


def test_a_scope_ends_with_its_owner(app: QApplication, run_async: Any) -> None:
    ended: list[str] = []

    async def scenario() -> None:
        owner = QObject()
        scope = Scope(lambda failure: None, owner)

        async def work() -> None:
            try:
                await asyncio.sleep(60)
            finally:
                ended.append("yes")

        scope.start(work())
        await asyncio.sleep(0)
        owner.deleteLater()
        while len(scope):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        assert scope.start(work()) is None

    run_async(scenario())
    assert ended == ["yes"]


# The bridge


def test_deltas_are_joined_and_the_order_is_kept(app: QApplication, qtbot: QtBot) -> None:
    bus = Bus()
    bridge = Bridge(bus)
    batches: list[list[Event]] = []
    bridge.happened.connect(batches.append)
    bridge.flush()
    for letter in "abc":
        bus.publish(PartDelta("s", "m", "p", letter))
    bus.publish(PartDelta("s", "m", "q", "x"))
    bus.publish(TurnFinished("s", "done", {}, 0.0))
    bus.publish(PartDelta("s", "m", "p", "d"))
    qtbot.waitUntil(lambda: bool(batches))
    told = [(e.type, getattr(e, "text", "")) for e in batches[0]]
    assert told == [
        ("message.part.delta", "abc"),
        ("message.part.delta", "x"),
        ("turn.finished", ""),
        ("message.part.delta", "d"),
    ]
    bridge.close()


def test_only_the_last_state_of_a_session_is_told(app: QApplication, qtbot: QtBot) -> None:
    bus = Bus()
    bridge = Bridge(bus)
    batches: list[list[Event]] = []
    bridge.happened.connect(batches.append)
    for cost in (1.0, 2.0, 3.0):
        session = Session(id="ses_1", project_id="p", directory="/", cost=cost)
        bus.publish(SessionUpdated("ses_1", session))
    qtbot.waitUntil(lambda: bool(batches))
    assert [event.session.cost for event in batches[0]] == [3.0]  # type: ignore[attr-defined]
    bridge.close()


def test_a_closed_bridge_hears_nothing(app: QApplication, qtbot: QtBot) -> None:
    bus = Bus()
    bridge = Bridge(bus)
    bridge.close()
    bus.publish(PartDelta("s", "m", "p", "x"))
    assert not bridge._timer.isActive()


# Notices


def test_errors_stay_and_others_wait_behind_them(app: QApplication) -> None:
    bar = NoticeBar()
    bar.say(Said("error", "It broke.", "Do this."))
    bar.say(Said("info", "By the way."))
    bar.say(Said("info", "By the way."))
    assert bar.shown == Said("error", "It broke.", "Do this.")
    bar.dismiss()
    assert bar.shown == Said("info", "By the way.")
    bar.dismiss()
    assert bar.isHidden()
    bar.deleteLater()


def test_the_button_of_a_notice_does_what_helps(app: QApplication) -> None:
    bar = NoticeBar()
    done: list[str] = []
    bar.say(Said("warning", "No key.", button="Set it", act=lambda: done.append("set")))
    button = bar.findChild(QPushButton, "noticeAction")
    assert button.accessibleName() == "Set it"
    button.click()
    assert done == ["set"]
    assert bar.isHidden()
    bar.deleteLater()


# Layout


def test_a_layout_survives_and_a_broken_one_is_ignored(tmp_path: Path) -> None:
    file = tmp_path / "data" / "window.json"
    kept = layout.Layout(geometry=b"\x00\x01", scheme="dark", text_size=1.2, last_session="ses_1")
    layout.write(file, kept)
    assert layout.read(file) == kept
    for text in ("{", "[]", '{"version": 1, "scheme": 7, "geometry": "%%"}', '{"version": 99}'):
        file.write_text(text)
        assert layout.read(file).scheme == "system"


# Displays


def test_no_display_is_said_in_a_sentence_that_names_the_way_out() -> None:
    said = missing_display({}, "linux")
    assert said is not None
    assert "spinney exec" in said
    assert "\n" not in said


def test_a_display_that_does_not_answer_is_found_out_before_qt(tmp_path: Path) -> None:
    said = missing_display({"DISPLAY": ":4077"}, "linux")
    assert said is not None
    assert ":4077" in said
    assert "spinney exec" in said
    dead = missing_display({"WAYLAND_DISPLAY": str(tmp_path / "gone")}, "linux")
    assert dead is not None
    assert missing_display({"DISPLAY": "localhost:4077.0"}, "linux") is not None


def test_a_display_that_answers_is_used(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-9"))
        server.listen()
        environ = {"WAYLAND_DISPLAY": "wayland-9", "XDG_RUNTIME_DIR": str(tmp_path)}
        assert missing_display(environ, "linux") is None


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_other_systems_always_have_a_display(platform: str) -> None:
    assert missing_display({}, platform) is None
    assert missing_display({"QT_QPA_PLATFORM": "offscreen"}, "linux") is None


# One window


def test_a_second_start_opens_in_the_running_window(
    app: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    import subprocess
    import sys

    from core.paths import ROOT

    paths = Paths.from_environment({"SPINNEY_HOME": str(tmp_path)})
    assert not hand_over(paths, tmp_path)
    rung: list[Path | None] = []
    doorbell = Doorbell(paths, rung.append)
    code = (
        "import sys; from pathlib import Path; from core.paths import Paths;"
        "from PySide6.QtCore import QCoreApplication; app = QCoreApplication([]);"
        "from desktop.single import hand_over;"
        f"paths = Paths.from_environment({{'SPINNEY_HOME': {str(tmp_path)!r}}});"
        f"sys.exit(0 if hand_over(paths, Path({str(tmp_path)!r})) else 7)"
    )
    second = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT)
    try:
        qtbot.waitUntil(lambda: second.poll() is not None, timeout=20_000)
    finally:
        second.kill()
        second.wait()
    assert second.returncode == 0
    assert rung == [tmp_path]
    doorbell.close()
    assert not hand_over(paths, tmp_path)


# Actions, palette, colours


def test_every_action_has_help_and_no_two_share_a_shortcut() -> None:
    shortcuts = [info.shortcut for info in ACTIONS if info.shortcut]
    assert len(shortcuts) == len(set(shortcuts))
    assert len({info.id for info in ACTIONS}) == len(ACTIONS)
    assert all(info.help and info.text for info in ACTIONS)


def test_an_action_nobody_handles_is_disabled(app: QApplication) -> None:
    from PySide6.QtWidgets import QMainWindow

    window = QMainWindow()
    actions = Actions(window)
    done: list[str] = []
    assert not actions["chat.find"].isEnabled()
    actions.handle("chat.find", lambda: done.append("found"))
    actions["chat.find"].trigger()
    assert done == ["found"]
    window.deleteLater()


def test_the_palette_finds_by_words_in_any_order() -> None:
    entries = [
        Entry("Stop Tree", "Tasks", lambda: None, "Stop a task and everything under it"),
        Entry("Interrupt", "Chat", lambda: None, "Stop this turn"),
        Entry("New Session", "File", lambda: None),
    ]
    assert [entry.text for entry in find(entries, "tree stop")] == ["Stop Tree"]
    assert [entry.text for entry in find(entries, "stop")] == ["Stop Tree", "Interrupt"]


def _luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    bright, dim = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


@pytest.mark.parametrize("of", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read_on_everything_it_is_written_on(of: Colours) -> None:
    for back in (of.window, of.surface, of.raised, of.sunken, of.prompt, of.selection):
        assert _contrast(of.text, back) >= 7
        assert _contrast(of.muted, back) >= 4.5
    for back in (of.window, of.surface, of.raised):
        assert _contrast(of.faint, back) >= 4
    for role in ("good", "warning", "bad"):
        assert _contrast(getattr(of, role), getattr(of, f"{role}_soft")) >= 4.5
        assert _contrast(getattr(of, role), of.raised) >= 4.5
    assert _contrast(of.on_accent, of.accent) >= 4.5
    for colour in of.code.values():
        assert _contrast(colour, of.sunken) >= 4.5
