"""Hooks that skills bring: they act in the run that loads the skill, and end with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.config.trust import TrustStore
from core.permissions.models import Rule
from tests.core.extensions.conftest import Begin
from tests.fakes.engine import EngineUnderTest
from tests.fakes.model_server import ModelServer

ALLOW_ALL = [Rule("*", "*", "allow")]
SKILL = """---
name: careful
description: Work with care.
{more}hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - type: command
          command: "echo 'careful says no' >&2; exit 2"
---
Take care.
"""


def write_skill(home: Path, more: str = "") -> None:
    folder = home / "skills" / "careful"
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(SKILL.format(more=more))


async def results(engine: EngineUnderTest, session_id: str) -> list[str]:
    parts = [p for p in await engine.tool_parts(session_id) if p.tool == "bash"]
    return [part.status for part in parts]


async def test_a_loaded_skills_hook_acts_until_the_turn_ends(
    begin: Begin, model_server: ModelServer, tmp_path: Path
) -> None:
    write_skill(tmp_path / "home")
    script = model_server.script("scripted")
    script.call("bash", command="echo before").call("skill", name="careful")
    script.call("bash", command="echo during").say("One.")
    script.call("bash", command="echo after").say("Two.")
    async with begin() as engine:
        session = await engine.session(rules=ALLOW_ALL)
        await engine.say(session, "go")
        assert await results(engine, session.id) == ["completed", "failed"]
        await engine.say(session, "again")
        assert await results(engine, session.id) == ["completed", "failed", "completed"]
    assert "careful says no" in "".join(script.requests[3].results.values())


async def test_a_skill_that_a_person_calls_brings_its_hooks(
    begin: Begin, model_server: ModelServer, tmp_path: Path
) -> None:
    write_skill(tmp_path / "home")
    script = model_server.script("scripted")
    script.call("bash", command="echo during").say("One.")
    async with begin() as engine:
        session = await engine.session(rules=ALLOW_ALL)
        await engine.say(session, "/careful")
        assert await results(engine, session.id) == ["failed"]


@pytest.mark.parametrize("by_person", [True, False])
async def test_in_a_child_they_act_in_the_child_only(
    begin: Begin, model_server: ModelServer, tmp_path: Path, by_person: bool
) -> None:
    write_skill(tmp_path / "home", "context: fork\n")
    script = model_server.script("scripted")
    if not by_person:
        script.call("skill", name="careful")
    script.call("bash", command="echo child").say("Done.")
    script.call("bash", command="echo caller").say("One.")
    async with begin() as engine:
        session = await engine.session(rules=ALLOW_ALL)
        await engine.say(session, "/careful" if by_person else "go")
        (task,) = await engine.engine.tasks()
        assert await results(engine, task.session_id or "") == ["failed"]
        assert await results(engine, session.id) == ["completed"]


async def test_a_projects_skill_is_agreed_to_with_the_project_and_asked_when_it_changes(
    begin: Begin, model_server: ModelServer, project: Path
) -> None:
    write_skill(project / ".spinney")
    script = model_server.script("scripted")
    for _ in range(2):
        script.call("skill", name="careful").call("bash", command="echo x").say("Ok.")
    async with begin() as engine:
        door = engine.engine
        await TrustStore(door.paths).trust(project)
        door.projects.forget()
        await door.extensions.trust(await door.projects.context(project))
        session = await engine.session(rules=ALLOW_ALL)
        await engine.say(session, "go")
        assert await results(engine, session.id) == ["failed"]
        file = project / ".spinney/skills/careful/SKILL.md"
        file.write_text(file.read_text().replace("exit 2", "exit 0"))
        await TrustStore(door.paths).trust(project)
        door.projects.forget()
        await engine.say(session, "again")
        # The new command was never seen by anybody: it does not run, and neither does the old one.
        assert await results(engine, session.id) == ["failed", "completed"]
        runs = [r.outcome for r in door.extensions.hooks.log.recent()]
        assert runs == ["not trusted", "blocked"]
