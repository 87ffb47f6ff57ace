"""A team and its plans in the window, with real agents behind it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLineEdit,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
)

from core.tasks.models import Task
from desktop.chat.plan_strip import PlanCard
from desktop.permissions.guard import GUARD_MS
from desktop.sessions.item_model import kind_of
from tests.core.tasks.test_teams import lead, member, spawn
from tests.desktop.conftest import OpenEngine, until
from tests.desktop.window import WindowUnderTest, opened_window
from tests.fakes.model_server import ModelServer

OLD_ENOUGH = (GUARD_MS + 60) / 1000


def lines(tree: QTreeWidget) -> list[tuple[str, str]]:
    items = [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]
    return [(item.text(0), item.text(1)) for item in items if item is not None]


def line(tree: QTreeWidget, text: str) -> QTreeWidgetItem:
    (found,) = tree.findItems(text, Qt.MatchFlag.MatchContains)
    return found


def roster(person: WindowUnderTest) -> dict[str, str]:
    return dict(lines(person.desk.panels.team_desk.panel.roster))


def named(person: WindowUnderTest, name: str) -> Task:
    return next(task for task in person.desk.panels.tasks.model.all() if task.name == name)


def plan_cards(person: WindowUnderTest) -> list[PlanCard]:
    return [card for card in person.desk.panels.pane.plans.cards() if card.isVisible()]


async def show_team(person: WindowUnderTest) -> QTreeWidget:
    person.trigger("team.show")
    await until(lambda: person.visible("teamRoster"))
    return person.find(QTreeWidget, "teamRoster")


def test_a_plan_is_sent_back_with_a_word_and_approved_wholly_by_keyboard(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    ben = member(model_server, "ben").say("A **hasty** plan.").say("A careful plan.")
    ben.call("write", path="made.txt", content="by ben").say("It is done.")
    lead(model_server).reply(spawn("ben", mode="plan"))

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.desk.change("mode", "acceptEdits")
            await person.send("lead them")
            await until(lambda: plan_cards(person))
            root = person.desk.session
            assert root is not None
            (card,) = plan_cards(person)
            assert card.accessibleName() == "ben of the team tea presents a plan"
            assert card.plan.plain_text() == "A hasty plan."
            tree = person.desk.panels.tree
            child = named(person, "ben").session_id or ""
            await until(lambda: tree.has(child, "waiting"))
            assert tree.nodes[root.id].sums["waiting"] == 1
            assert kind_of(tree.nodes[child]) == "Teammate"
            assert card.window().focusWidget() is person.desk.panels.pane.composer.edit, (
                "it takes no focus from typing"
            )

            # From another conversation, by the keyboard alone.
            await person.desk.new_session()
            assert not plan_cards(person)
            person.trigger("plan.answer")
            await until(lambda: plan_cards(person))
            assert person.desk.session is not None
            assert person.desk.session.id == root.id
            (card,) = plan_cards(person)
            await until(lambda: person.window.focusWidget() is card.feedback)
            assert not card.reject.isEnabled(), "what should change has to be said"
            QTest.keyClicks(card.feedback, "Mind the tests.")
            QTest.keyClick(card.feedback, Qt.Key.Key_Return)
            assert card.reject.isEnabled()
            QTest.keyClick(card.feedback, Qt.Key.Key_Tab)
            assert person.window.focusWidget() is card.approve
            QTest.keyClick(card.approve, Qt.Key.Key_Tab)
            assert person.window.focusWidget() is card.reject
            await asyncio.sleep(OLD_ENOUGH)
            QTest.keyClick(card.reject, Qt.Key.Key_Return)
            await asyncio.sleep(0)
            assert len(ben.requests) == 1, "Enter answers nothing"
            QTest.keyClick(card.reject, Qt.Key.Key_Space)
            await until(
                lambda: any(c.plan.plain_text() == "A careful plan." for c in plan_cards(person))
            )
            assert any("Mind the tests." in prompt for prompt in ben.requests[1].prompts)
            assert not (project / "made.txt").exists()

            (card,) = plan_cards(person)
            person.trigger("plan.answer")
            await until(lambda: person.window.focusWidget() is card.feedback)
            QTest.keyClick(card.feedback, Qt.Key.Key_Tab)
            await asyncio.sleep(OLD_ENOUGH)
            QTest.keyClick(card.approve, Qt.Key.Key_Space)
            await until(lambda: (project / "made.txt").exists())
            await until(lambda: not plan_cards(person) and not tree.has(child, "waiting"))
            assert not person.visible("planStrip")
            await until(
                lambda: person.window.focusWidget() is person.desk.panels.pane.composer.edit
            )
            await person.idle()
            assert "plan_approval" not in person.shown_text()

    run_async(scenario())


def test_a_new_plan_takes_no_click_that_was_meant_for_something_else(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    ben = member(model_server, "ben").say("A plan.")
    lead(model_server).reply(spawn("ben", mode="plan"))

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("lead them")
            await until(lambda: plan_cards(person))
            (card,) = plan_cards(person)
            card._age.restart()
            QTest.mouseClick(card.approve, Qt.MouseButton.LeftButton)
            await asyncio.sleep(0.05)
            assert plan_cards(person) == [card]
            assert len(ben.requests) == 1
            await person.idle()

    run_async(scenario())


def test_the_team_is_seen_told_and_helped_from_its_panel(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    ada = member(model_server, "ada")
    ada.call("team_tasks", action="claim").say("I found nothing to do.")
    ben = member(model_server, "ben").call(
        "send_message", to="ada", message="Hello, Ada.", summary="greeting"
    )
    chief = lead(model_server)
    chief.reply(spawn("ada"), spawn("ben"))

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            tabs = person.find(QTabWidget, "taskTabs")
            assert tabs.count() == 1, "no team, no tab"
            await person.send("lead them")
            await until(lambda: tabs.count() == 2)
            view = await show_team(person)
            panel = person.desk.panels.team_desk.panel
            await until(lambda: roster(person) == {"Lead": "", "ada": "rests", "ben": "rests"})
            await until(lambda: ("ben → ada", "Hello, Ada.") in lines(panel.mail))
            assert ("lead → ada", "Work, ada.") in lines(panel.mail)

            # The shared list.
            field = person.find(QLineEdit, "newTeamTask")
            for title in ("Write the parser", "Test the parser"):
                QTest.keyClicks(field, title)
                QTest.keyClick(field, Qt.Key.Key_Return)
                await until(lambda title=title: any(title in t for t, _ in lines(panel.tasks)))
            assert lines(panel.tasks)[0] == ("1. Write the parser", "open")
            line(panel.tasks, "Test the parser").setSelected(True)
            person.click("claimTeamTaskButton")
            await until(lambda: lines(panel.tasks)[1][1] == "in work · the person")
            assert not person.find(QAbstractButton, "claimTeamTaskButton").isEnabled()
            person.click("releaseTeamTaskButton")
            await until(lambda: lines(panel.tasks)[1][1] == "open")
            person.click("doneTeamTaskButton")
            await until(lambda: lines(panel.tasks)[1][1] == "done · the person")
            engine = person.engine
            session = await engine.store.get_session(named(person, "ada").session_id or "")
            await engine.teams.claim(session, 1)
            await until(lambda: lines(panel.tasks)[0][1] == "in work · ada")
            await until(lambda: roster(person)["ada"] == "rests · Write the parser")

            # To one, then to everyone.
            recipient = person.find(QComboBox, "teamRecipient")
            text = person.find(QLineEdit, "teamMessage")
            recipient.setCurrentText("ben")
            QTest.keyClicks(text, "Only you, Ben.")
            QTest.keyClick(text, Qt.Key.Key_Return)
            await until(lambda: ("the person → ben", "Only you, Ben.") in lines(panel.mail))
            await until(lambda: not text.text())
            recipient.setCurrentText("Everyone")
            QTest.keyClicks(text, "Lunch!")
            QTest.keyClick(text, Qt.Key.Key_Return)
            for script in (ada, ben, chief):
                await until(
                    lambda script=script: any("Lunch!" in p for p in script.requests[-1].prompts)
                )
            assert not any("Only you" in p for p in ada.requests[-1].prompts)

            # A member is the selected task too, and its session opens from here.
            await until(lambda: roster(person)["ben"] == "rests")
            view.clearSelection()
            line(view, "ben").setSelected(True)
            selected = person.desk.panels.tasks.current()
            assert selected is not None
            assert selected.name == "ben"
            person.trigger("task.stop")
            await until(lambda: roster(person)["ben"] == "stopped")
            view.itemActivated.emit(line(view, "ben"), 0)
            ben_session = named(person, "ben").session_id
            await until(lambda: person.desk.session and person.desk.session.id == ben_session)
            assert tabs.count() == 2, "the members see their team as well"
            await person.desk.new_session()
            await until(lambda: tabs.count() == 1)
            root = named(person, "ben").root_session_id
            await until(lambda: not engine.is_running(root))

    run_async(scenario())


def test_after_a_restart_the_plan_still_waits(
    run_async: Any, home: Path, project: Path, model_server: ModelServer, open_engine: OpenEngine
) -> None:
    ben = member(model_server, "ben").say("A plan.")
    lead(model_server).reply(spawn("ben", mode="plan"))

    async def scenario() -> None:
        async with opened_window(home, project, open_engine) as person:
            await person.send("lead them")
            await until(lambda: plan_cards(person))
            await person.idle()
        async with opened_window(home, None, open_engine) as again:
            await until(lambda: plan_cards(again))
            (card,) = plan_cards(again)
            assert card.plan.plain_text() == "A plan."
            await show_team(again)
            assert roster(again)["ben"] == "presents a plan"
            await asyncio.sleep(OLD_ENOUGH)
            again.click("approvePlanButton")
            await until(lambda: not plan_cards(again))
            await until(lambda: len(ben.requests) == 2)
            assert any("approved by the person" in p for p in ben.requests[1].prompts)
            await until(lambda: roster(again)["ben"] == "rests")
            await again.idle()

    run_async(scenario())
