"""Coordinator mode: one that leads, and only leads."""

from __future__ import annotations

import pytest

from core.errors import SpinneyError
from core.permissions.models import Rule
from core.sessions.models import Session
from tests.fakes.engine import EngineUnderTest
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call, Script, say

ALLOW_ALL = [Rule("*", "*", "allow")]
COORDINATOR = {"coordinator": True}


def scripts(server: ModelServer) -> tuple[Script, Script]:
    worker = server.script("worker", lambda r: r.prompts[0].startswith("Work"))
    lead = server.script("lead", lambda r: not r.prompts[0].startswith("Work"))
    return lead.otherwise(say("Noted.")), worker.otherwise(say("Worked."))


async def run(engine: EngineUnderTest, **options: object) -> Session:
    session = await engine.session(rules=ALLOW_ALL, settings=COORDINATOR, **options)
    await engine.say(session, "get it done")
    for live in list(engine.engine.registry.live.values()):
        await live.ended.wait()
    await engine.engine.lifecycle.settle()
    await engine.engine.wait_idle(session.id)
    return session


async def test_it_has_the_four_tools_and_is_told_to_lead(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    lead, _ = scripts(model_server)
    await run(engine)
    (request,) = lead.requests
    assert request.tools == ["task", "send_message", "task_output", "task_stop"]
    assert "# Coordinating" in request.system
    schema = request.json["tools"][0]["function"]["parameters"]["properties"]
    assert {"model", "run_in_background"} & set(schema) == set()


async def test_workers_run_in_the_background_on_the_model_they_would_have(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    lead, worker = scripts(model_server)
    lead.reply(
        Call("task", description="one", prompt="Work on one.", model="fake/other"),
        Call("task", description="two", prompt="Work on two.", subagent_type="explore"),
    )
    session = await run(engine)
    tasks = await engine.engine.tasks()
    assert [task.background for task in tasks] == [True, True]
    assert {request.model for request in worker.requests} == {"scripted"}
    results = [part.output for part in await engine.tool_parts(session.id)]
    assert all("async_launched" in result for result in results)
    assert "Worked." in "".join(text for r in lead.requests for text in r.prompts)


async def test_a_worker_is_no_coordinator_itself(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    lead, worker = scripts(model_server)
    lead.call("task", description="one", prompt="Work on one.")
    await run(engine)
    assert "bash" in worker.requests[0].tools
    assert "# Coordinating" not in worker.requests[0].system


async def test_there_is_no_fork_even_where_forks_are_on(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    file = engine.engine.paths.config_file
    file.write_text("fork = true\n" + file.read_text())
    engine.engine.projects.forget()
    lead, _ = scripts(model_server)
    lead.call("task", description="one", prompt="Work on one.")
    await run(engine)
    assert [task.agent for task in await engine.engine.tasks()] == ["general"]
    assert "Forking" not in str(lead.requests[0].json["tools"])


async def test_a_command_of_the_person_does_not_block_it(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    folder = engine.engine.paths.config / "commands"
    folder.mkdir()
    (folder / "scan.md").write_text("---\nagent: explore\n---\nWork through everything\n")
    engine.engine.projects.forget()
    lead, _ = scripts(model_server)
    session = await engine.session(rules=ALLOW_ALL, settings=COORDINATOR)
    await engine.engine.prompt(session.id, "/scan")
    await engine.engine.wait_idle(session.id)
    (live,) = engine.engine.registry.live.values()
    assert live.task.background
    await live.ended.wait()
    await engine.engine.lifecycle.settle()
    await engine.engine.wait_idle(session.id)
    assert 'command="/scan"' in lead.requests[-1].prompts[-1]


async def test_a_person_switches_it_on_and_off_for_a_conversation_of_their_own(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    script = model_server.script("scripted").otherwise(say("Yes."))
    session = await engine.session(settings={"max_steps": 9})
    await engine.engine.set_coordinator(session.id, True)
    await engine.say(session, "one")
    await engine.engine.set_coordinator(session.id, False)
    await engine.say(session, "two")
    assert "bash" not in script.requests[0].tools
    assert "task" in script.requests[0].tools
    assert "bash" in script.requests[1].tools
    assert (await engine.engine.store.get_session(session.id)).settings == {"max_steps": 9}
    child = await engine.engine.store.create_session(
        Session(project_id=session.project_id, directory=session.directory, parent_id=session.id)
    )
    with pytest.raises(SpinneyError, match="conversation of your own"):
        await engine.engine.set_coordinator(child.id, True)
