"""Schedules in the engine: they fire into sessions while it is open, and tell what was missed."""

from __future__ import annotations

import json
import time
from pathlib import Path

from core.events import Notice
from core.permissions.models import Rule
from tests.core.extensions.conftest import Begin
from tests.fakes.engine import EngineUnderTest
from tests.fakes.model_server import ModelServer


def schedule_toml(**fields: object) -> str:
    lines = [f"{key} = {json.dumps(value)}" for key, value in fields.items()]
    return "[[schedule]]\n" + "\n".join(lines) + "\n"


async def fire_at(engine: EngineUnderTest, moment: float) -> None:
    """Look at a clock that shows ``moment``."""
    scheduler = engine.engine.extensions.scheduler
    scheduler._clock = lambda: moment
    await scheduler.look()


async def test_a_schedule_fires_into_a_session_of_its_own(
    begin: Begin, model_server: ModelServer, project: Path
) -> None:
    script = model_server.script("scripted").say("Looked.")
    more = schedule_toml(name="nightly", cron="0 3 * * *", prompt="look", directory=str(project))
    async with begin(more) as engine:
        now = time.time()
        await fire_at(engine, now)
        assert script.requests == []
        await fire_at(engine, now + 86_400)
        await engine.until(lambda: "turn.finished" in engine.types())
        (session,) = await engine.engine.store.list_sessions()
        assert session.directory == str(project)
        assert session.settings["assistant"] is True
        (status,) = await engine.engine.extensions.scheduler.statuses()
        assert [run.outcome for run in status.history] == ["started"]
        assert status.history[0].session_id == session.id
        told = [event.sentence for event in engine.events if isinstance(event, Notice)]
        assert any("run late" in sentence for sentence in told)
    assert "look" in script.requests[0].prompts[0]


async def test_a_schedule_for_a_session_takes_its_turn_there_and_never_blocks_it(
    begin: Begin, model_server: ModelServer, project: Path
) -> None:
    root = model_server.script(
        "root", when=lambda r: "CHILD-WORK" not in json.dumps(r.messages[:2])
    )
    child = model_server.script("child", when=lambda r: "CHILD-WORK" in json.dumps(r.messages[:2]))
    child.say("Worked.")
    root.say("Hello.")
    root.call("task", description="work", prompt="CHILD-WORK", subagent_type="general")
    root.say("Started.").say("All done.")
    async with begin() as engine:
        session = await engine.session(rules=[Rule("*", "*", "allow")])
        await engine.say(session, "hello")
        config = engine.engine.paths.config_file
        more = schedule_toml(cron="* * * * *", prompt="delegate", session=session.id)
        config.write_text(f"{config.read_text()}\n{more}")
        engine.engine.projects.forget()
        await engine.engine.settings_for(project)
        (status,) = await engine.engine.extensions.scheduler.statuses()
        await engine.engine.extensions.scheduler.run_now(status.schedule.id)
        await engine.until(lambda: len(root.requests) >= 4)
        await engine.engine.wait_idle(session.id)
        (task,) = await engine.engine.tasks()
        assert task.background
        assert "assistant" not in (await engine.engine.store.get_session(session.id)).settings


async def test_a_run_without_a_person_is_nobodys_clock(
    begin: Begin, model_server: ModelServer, project: Path
) -> None:
    more = schedule_toml(cron="* * * * *", prompt="look", directory=str(project))
    async with begin(more, interactive=False) as engine:
        assert await engine.engine.extensions.scheduler.statuses() == []
        assert not engine.engine.extensions.scheduler.fires_here
