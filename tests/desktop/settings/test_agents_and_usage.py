"""Agents are made, copied and saved in their editor; what was used is summed and exported."""

from __future__ import annotations

import csv
import io
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTableWidget

from core.errors import SpinneyError
from core.llm.types import Usage
from core.sessions.models import Message
from desktop.agents.editor import AgentEditor
from desktop.agents.form import AgentForm
from desktop.usage.sums import as_csv, days_between, series, summed
from tests.desktop.conftest import until
from tests.desktop.window import WindowUnderTest, opened_window


async def editor(person: WindowUnderTest, name: str = "") -> AgentEditor:
    desk = person.desk.panels.settings_desk
    desk.open_agent(name)
    assert desk.editor is not None
    opened = desk.editor
    await until(lambda: not len(opened.scope) and not opened._later.isActive())
    return opened


async def settled(opened: AgentEditor) -> None:
    await until(lambda: not opened._later.isActive() and not len(opened.scope))


def test_a_built_in_agent_is_read_only_and_a_copy_of_it_is_mine(
    run_async: Any, no_leaks: None, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            opened = await editor(person, "explore")
            assert person.find(QLineEdit, "agent_description").isReadOnly()
            assert not person.visible("agentSave")
            person.click("agentCopy")
            await settled(opened)
            assert person.find(QLineEdit, "agent_name").text() == "my-explore"
            opened.form.setCurrentIndex(2)
            rights = person.find(QTableWidget, "agentRights")
            tools = {rights.item(row, 0).text() for row in range(rights.rowCount())}
            assert "read" in tools
            assert "edit" not in tools
            rules = person.find(QPlainTextEdit, "agent_permission")
            rules.setPlainText("edit: docs/* = allow\nbash: * = deny")
            await settled(opened)
            tools = {rights.item(row, 0).text() for row in range(rights.rowCount())}
            assert "edit" in tools, "the preview follows what is typed"
            assert "bash" not in tools
            person.click("agentSave")
            await until(lambda: opened.outcome.kind == "good")
            file = person.engine.paths.config / "agents" / "my-explore.md"
            assert "docs/*" in file.read_text()
            saved = (await person.engine.agents(tmp_path)).get("my-explore")
            assert saved.permission == (("edit", "docs/*", "allow"), ("bash", "*", "deny"))
            opened.form.setCurrentIndex(0)
            description = person.find(QLineEdit, "agent_description")
            description.clear()
            QTest.keyClicks(description, "Looks at docs")
            await settled(opened)
            person.click("agentSave")
            await until(lambda: "Looks at docs" in file.read_text())
            await settled(opened)

    run_async(scenario())


def test_another_programs_agent_is_shown_and_can_be_copied(
    run_async: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / ".claude" / "agents"
    folder.mkdir(parents=True)
    (folder / "critic.md").write_text(
        "---\nname: critic\ndescription: Reads\ntools: Read, Grep\n---\nComplain.\n"
    )

    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            opened = await editor(person, "critic")
            assert "Another program's" in opened._from.text()
            assert person.find(QPlainTextEdit, "agent_prompt").isReadOnly()
            opened.copy()
            await settled(opened)
            person.click("agentSave")
            await until(lambda: opened.outcome.kind == "good")
            mine = (await person.engine.agents(tmp_path)).get("my-critic")
            assert mine.tools == ("read", "grep")
            assert mine.prompt == "Complain."
            await settled(opened)

    run_async(scenario())


def test_a_generated_agent_is_looked_over_before_it_is_saved(
    run_async: Any, tmp_path: Path
) -> None:
    from core.agents.definition import AgentDefinition

    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            opened = await editor(person)

            async def made(_folder: Path, description: str, model: Any = None) -> AgentDefinition:
                return AgentDefinition(name="poet", description=description, prompt="Rhyme.")

            person.engine.generate_agent = made  # type: ignore[method-assign]
            person.click("agentGenerate")
            await until(lambda: person.visible("textField"))
            field = person.find(QPlainTextEdit, "textField")
            field.setPlainText("Someone who rhymes")
            field.window().accept()  # type: ignore[attr-defined]
            await until(lambda: person.find(QLineEdit, "agent_name").text() == "poet")
            assert (await person.engine.agents(tmp_path)).find("poet") is None
            await settled(opened)

    run_async(scenario())


def test_what_was_typed_stays_while_another_agent_is_looked_at(
    run_async: Any, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            opened = await editor(person)
            person.click("agentNew")
            await settled(opened)
            name = person.find(QLineEdit, "agent_name")
            name.clear()
            QTest.keyClicks(name, "poet")
            await settled(opened)
            opened._fill("plan")
            assert person.find(QLineEdit, "agent_name").text() == "plan"
            opened._fill("\0new")
            await settled(opened)
            assert person.find(QLineEdit, "agent_name").text() == "poet"

    run_async(scenario())


def test_every_field_of_an_agent_survives_the_form(app: Any) -> None:
    from core.agents.definition import AgentDefinition

    agent = AgentDefinition(
        name="all-of-it",
        description="Everything",
        mode="subagent",
        hidden=True,
        disable=True,
        prompt="Do it.",
        initial_prompt="Begin.",
        model="a/b",
        temperature=0.5,
        top_p=0.9,
        effort="high",
        options={"verbosity": "low"},
        steps=7,
        tools=("read", "server_*"),
        disallowed_tools=("bash",),
        permission=(("edit", "a: b = c", "ask"), ("bash", "*", "deny")),
        permission_mode="plan",
        background=True,
        isolation="worktree",
        color="blue",
        memory="project",
        skills=("one", "two"),
        hooks=({"event": "stop", "command": "true"},),
        mcp_servers=("docs",),
        required_mcp_servers=("docs",),
    )
    form = AgentForm(("read", "bash", "edit"))
    form.show_agent(agent, read_only=False)
    assert AgentDefinition.model_validate(form.values()) == agent.model_copy(
        update={"source": "built in"}
    )
    for wrong in ("[1]", "{", "nonsense"):
        form._texts["options"].setPlainText(wrong)
        with pytest.raises(SpinneyError, match="options"):
            form.values()
    form.deleteLater()


def row(day: str, model: str, agent: str, session: str, tokens: int, cost: float) -> Any:
    return SimpleNamespace(
        day=day, model=model, agent=agent, session_id=session,
        usage=Usage(input=tokens), cost=cost, messages=1,
    )  # fmt: skip


ROWS = [
    row("2026-01-01", "a/x", "build", "s1", 100, 0.5),
    row("2026-01-02", "a/x", "plan", "s1", 50, 0.25),
    row("2026-01-02", "b/y", "build", "s2", 10, 2.0),
]


def test_sums_by_day_model_agent_and_session_agree() -> None:
    titles = {"s1": "First", "s2": "=cmd()"}
    for by in ("day", "model", "agent", "session"):
        sums = summed(ROWS, by, titles)
        assert sum(entry.cost for entry in sums) == 2.75
        assert sum(entry.tokens for entry in sums) == 160
    assert [entry.label for entry in summed(ROWS, "model", titles)] == ["b/y", "a/x"]
    assert summed(ROWS, "session", titles)[1].label == "First"
    import datetime

    days = days_between(datetime.date(2026, 1, 1), datetime.date(2026, 1, 3))
    shown = series(ROWS, days, "agent", titles, "tokens", "rest")
    assert {entry.label: entry.amounts for entry in shown} == {
        "build": (100, 10, 0),
        "plan": (0, 50, 0),
    }
    table = list(csv.DictReader(io.StringIO(as_csv(ROWS, titles))))
    assert table[0]["title"] == "First"
    assert table[2]["title"] == "'=cmd()", "a spreadsheet must not run a title"
    assert float(table[2]["cost"]) == 2.0


def test_usage_is_shown_by_keyboard_too_exported_and_held_against_a_budget(
    run_async: Any, no_leaks: None, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with opened_window(tmp_path / "home") as person:
            person.trigger("usage.open")
            opened = person.desk.panels.settings_desk.usage
            assert opened is not None
            await until(lambda: not len(opened.scope))
            assert "Nothing was used yet" in opened.chart.accessibleDescription()
            session = await person.engine.create_session(tmp_path)
            for cost in (0.5, 1.25):
                await person.engine.store.add_message(
                    Message(
                        session_id=session.id, role="assistant", agent="build", model="a/x",
                        completed=time.time(), usage=Usage(input=1000, output=10), cost=cost,
                    )
                )  # fmt: skip
            opened.refresh()
            await until(lambda: "1.75" in opened.total.text())
            QTest.keyClick(opened.chart, Qt.Key.Key_Left)
            assert "1.75" in opened.chart.accessibleDescription()
            await opened.write_csv(tmp_path / "usage.csv")
            assert "a/x" in (tmp_path / "usage.csv").read_text()
            field = opened._fields["day"]
            field.setValue(2.0)
            field.editingFinished.emit()
            await until(lambda: (opened._bars["day"].value()) == 88)
            assert (await person.engine.setup.own()).settings.budget.day == 2.0
            await person.engine.setup.check_budget()
            await until(lambda: person.window.notices.shown is not None)
            assert "2.00" in person.window.notices.shown.sentence  # type: ignore[union-attr]

    run_async(scenario())
