"""Sessions are put away, brought back, found and written out from the window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QMenu

from core.sessions.models import Session
from tests.desktop.conftest import OpenEngine, until
from tests.desktop.window import WindowUnderTest, opened_window
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Gate, Say


async def family(person: WindowUnderTest, server: ModelServer) -> Session:
    """A session with a child, beside another one."""
    server.script("Hello.").say("Hello yourself.")
    server.script("Delegate.").call(
        "task", description="look", prompt="Be the child.", subagent_type="general"
    ).say("The child has looked.")
    server.script("Be the child.").say("I have looked around.")
    await person.send("Hello.")
    await until(lambda: "Hello yourself." in person.shown_text())
    await person.desk.new_session()
    await person.send("Delegate.")
    await until(lambda: "The child has looked." in person.shown_text())
    await person.idle()
    assert person.desk.session is not None
    return person.desk.session


def test_an_archived_session_can_be_brought_back_at_once_and_later(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    async def archive() -> str:
        async with opened_window(home, project, open_engine) as person:
            session = await family(person, model_server)
            nodes = person.desk.panels.tree.nodes
            child = nodes[session.id].children[0].id
            person.trigger("session.archive")
            await until(lambda: session.id not in nodes and child not in nodes)
            await until(lambda: "Hello yourself." in person.shown_text())
            await until(lambda: person.visible("noticeAction"))
            person.click("noticeAction")
            await until(lambda: session.id in nodes and child in nodes)
            await until(lambda: "The child has looked." in person.shown_text())
            person.trigger("session.archive")
            await until(lambda: session.id not in nodes)
            return session.id

    async def later(session_id: str) -> None:
        async with opened_window(home, None, open_engine) as person:
            tree = person.desk.panels.tree
            assert len([n for n in tree.nodes.values() if n.session]) == 1, "no child is left over"
            panel = person.desk.panels.sessions
            panel.filter.setText("Delegate")
            await until(lambda: panel.hits.count() >= 2)
            titles = [panel.hits.item(at).text() for at in range(panel.hits.count())]
            assert titles[0].startswith("Delegate."), "what is archived is found by its title"
            panel.filter.setText("yourself")
            await until(lambda: panel.hits.count() == 1)
            panel.hits.itemActivated.emit(panel.hits.item(0))
            await until(lambda: "Hello yourself." in person.shown_text())
            panel.filter.clear()
            person.trigger("session.archived")
            await until(lambda: session_id in tree.nodes)
            await person.desk.show_session(session_id)
            assert not person.window.actions_table["session.archive"].isEnabled()
            person.trigger("session.restore")
            await until(lambda: not person.window.actions_table["session.restore"].isEnabled())
            person.trigger("session.archived")
            await until(lambda: not tree.shows_archived)
            await until(lambda: session_id in tree.nodes and tree.nodes[session_id].children)

    run_async(later(run_async(archive())))


def test_what_is_at_work_is_not_archived(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    gate = Gate()
    model_server.script("Take long.").reply(Say("Working"), gate, Say(" still."))

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("Take long.")
            await until(lambda: "Working" in person.shown_text())
            person.trigger("session.archive")
            await until(lambda: person.window.notices.shown is not None)
            assert "still at work" in person.window.notices.shown.sentence  # type: ignore[union-attr]
            assert person.desk.session is not None
            assert person.desk.session.id in person.desk.panels.tree.nodes
            gate.open()
            await person.idle()

    run_async(scenario())


def test_recent_projects_are_in_the_menu_as_soon_as_they_are_opened(
    run_async: Any, home: Path, project: Path, tmp_path: Path, open_engine: OpenEngine
) -> None:
    other = tmp_path / "other"
    other.mkdir()

    async def scenario() -> None:
        async with opened_window(home, None, open_engine) as person:
            menu = person.window.findChild(QMenu, "recentMenu")
            assert menu is not None
            assert not menu.isEnabled()
            assert person.visible("noSessions")
            await person.desk.open_folder(project)
            await person.desk.open_folder(other)
            assert not person.visible("noSessions")
            assert [action.text() for action in menu.actions()] == [str(other), str(project)]
            menu.actions()[1].trigger()
            await until(lambda: person.desk.folder == project)
            await until(lambda: menu.actions()[0].text() == str(project))

    run_async(scenario())
