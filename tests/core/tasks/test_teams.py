"""Teams: spawning, resting, the shared list, plans, messages, and a whole job done by one."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from core.errors import SpinneyError, ToolError
from core.events import TeamChanged
from core.llm.client import ModelClient
from core.permissions.models import Answer, Rule
from core.sessions.models import Session, TextPart
from core.tasks.models import Task
from core.tasks.registry import LiveTask
from tests.fakes.engine import EngineUnderTest, opened
from tests.fakes.model_server import ModelServer, ServerRequest
from tests.fakes.script import Call, Gate, Reply, Say, Script, say

ALLOW_ALL = [Rule("*", "*", "allow")]


def of_member(name: str) -> Any:
    return lambda request: f"You are {name}, a member" in request.prompts[0]


def member(server: ModelServer, name: str) -> Script:
    return server.script(f"member {name}", of_member(name)).otherwise(say(f"{name} rests."))


def lead(server: ModelServer) -> Script:
    script = server.script("lead", lambda request: "a member of the team" not in request.prompts[0])
    return script.otherwise(say("Noted."))


def spawn(name: str, team: str | None = "tea", **more: Any) -> Call:
    return Call(
        "task",
        description=f"{name} works",
        prompt=f"Work, {name}.",
        name=name,
        **({"team_name": team} if team else {}),
        **more,
    )


def live(engine: EngineUnderTest, name: str) -> LiveTask:
    return next(x for x in engine.engine.registry.live.values() if x.task.name == name)


async def at_rest(engine: EngineUnderTest, *names: str) -> None:
    """Wait until the members rest."""

    def resting() -> bool:
        found = {x.task.name for x in engine.engine.registry.live.values() if x.resting}
        return found >= set(names)

    await engine.until(resting)


async def quiet(engine: EngineUnderTest, session: Session) -> None:
    """Wait until the lead has heard everything and said what it has to say."""
    async with asyncio.timeout(20):
        while engine.engine.is_running(session.id) or await engine.engine.queue(session.id):
            await engine.engine.wait_idle(session.id)
            await asyncio.sleep(0)


async def settled(engine: EngineUnderTest, session: Session, *names: str) -> None:
    """Wait until lead and members rest and none of them has anything left to answer."""
    while True:
        await at_rest(engine, *names)
        await quiet(engine, session)
        if all(live(engine, name).resting for name in names):
            return


async def task_named(engine: EngineUnderTest, name: str) -> Task:
    return next(task for task in await engine.engine.tasks() if task.name == name)


async def heard(engine: EngineUnderTest, session_id: str) -> list[str]:
    """Everything that was said to a session."""
    entries = await engine.engine.store.messages(session_id)
    return [
        part.text
        for entry in entries
        if entry.info.role == "user"
        for part in entry.parts
        if isinstance(part, TextPart) or part.type == "notification"
    ]


async def started(engine: EngineUnderTest, *names: str, **options: Any) -> Session:
    """A lead whose members have begun and rest."""
    session = await engine.session(rules=ALLOW_ALL, **options)
    await engine.engine.prompt(session.id, "lead them")
    await settled(engine, session, *names)
    return session


async def call(engine: EngineUnderTest, session: Session, tool: str, index: int = -1) -> Any:
    parts = [part for part in await engine.tool_parts(session.id) if part.tool == tool]
    return parts[index]


class TestJoining:
    async def test_a_name_with_a_team_is_a_teammate_that_lives_on(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        ada = member(model_server, "ada")
        lead(model_server).reply(spawn("ada"))
        session = await started(engine, "ada")
        result = await call(engine, session, "task")
        task = await task_named(engine, "ada")
        assert "status: teammate_spawned" in result.output
        assert f"teammate_id: {task.id}" in result.output
        assert "name: ada" in result.output
        assert "team_name: tea" in result.output
        child = await engine.engine.store.get_session(task.session_id or "")
        assert (child.source, child.title) == ("teammate", "ada (@general teammate)")
        assert (task.state, task.team, task.background) == ("waiting", "tea", True)
        assert {"send_message", "team_tasks"} <= set(ada.requests[0].tools)
        assert "task" not in ada.requests[0].tools

    async def test_the_lead_is_told_when_a_member_comes_to_rest_and_mail_wakes_it(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        ada = member(model_server, "ada").say("First done.").say("Second done.")
        script = lead(model_server).reply(spawn("ada"))
        session = await started(engine, "ada")
        news = [text for text in await heard(engine, session.id) if "<status>idle" in text]
        assert len(news) == 1
        assert "First done." in news[0]
        script.steps.append(
            Reply((Call("send_message", to="ada", message="Now the second.", summary="second"),))
        )
        script.taken = len(script.steps) - 1
        await engine.engine.prompt(session.id, "go on")
        await engine.until(lambda: len(ada.requests) == 2)
        await at_rest(engine, "ada")
        await quiet(engine, session)
        assert '<message from="lead"' in ada.requests[1].prompts[-1]
        assert len([t for t in await heard(engine, session.id) if "<status>idle" in t]) == 2
        assert (await task_named(engine, "ada")).run == 1

    async def test_without_a_team_a_name_only_names(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        model_server.script("child", lambda r: r.prompts[0] == "Work, ada.").say("Done.")
        lead(model_server).reply(spawn("ada", team=None))
        session = await engine.session(rules=ALLOW_ALL)
        await engine.say(session, "go")
        task = await task_named(engine, "ada")
        assert (task.team, task.state, task.background) == (None, "completed", False)

    async def test_an_omitted_team_is_the_callers_own(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        member(model_server, "ada")
        member(model_server, "ben")
        lead(model_server).reply(spawn("ada")).reply(spawn("ben", team=None))
        session = await started(engine, "ada", "ben")
        ((team, tasks),) = await engine.engine.teams_of(session.id)
        assert (team.name, team.lead_session_id) == ("tea", session.id)
        assert [task.name for task in team.members] == ["ada", "ben"]
        assert tasks == []

    @pytest.mark.parametrize(
        ("wanted", "sentence"),
        [
            ({"name": "lead", "team_name": "tea"}, "cannot be a name"),
            ({"name": "The  Person", "team_name": "tea"}, "cannot be a name"),
            ({"name": "le\u200bad", "team_name": "tea"}, "cannot be a name"),
            ({"team_name": "tea"}, "needs a name"),
            ({"name": "ada", "team_name": "tea"}, "ada"),
        ],
    )
    async def test_names_must_be_free_and_usable(
        self,
        engine: EngineUnderTest,
        model_server: ModelServer,
        wanted: dict[str, str],
        sentence: str,
    ) -> None:
        member(model_server, "ada")
        lead(model_server).reply(spawn("ada")).call(
            "task", description="another", prompt="Work.", **wanted
        )
        session = await started(engine, "ada")
        part = await call(engine, session, "task")
        assert part.status == "failed"
        assert sentence in (part.error or "")
        assert len(await engine.engine.tasks()) == 1

    async def test_the_roster_is_flat(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        engine.engine.paths.config_file.write_text(
            engine.engine.paths.config_file.read_text()
            + '\n[agent.digger]\ndescription = "digs"\nmode = "all"\nprompt = "Dig."\n'
            'tools = ["task", "read"]\n'
        )
        engine.engine.projects.forget()
        ada = member(model_server, "ada").reply(
            spawn("eve", team=None),
            Call("task", description="dig", prompt="Dig on.", run_in_background=True),
        )
        lead(model_server).reply(spawn("ada", subagent_type="digger"))
        await started(engine, "ada")
        refused = list(ada.requests[1].results.values())
        assert "cannot start teammates" in refused[0]
        assert "cannot start background agents" in refused[1]
        assert len(await engine.engine.tasks()) == 1
        assert {"send_message", "team_tasks", "task", "read"} == set(ada.requests[0].tools)


class TestSharedList:
    async def test_claims_are_exclusive_and_only_the_lead_frees_anothers(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        member(model_server, "ada")
        member(model_server, "ben")
        lead(model_server).reply(spawn("ada"), spawn("ben"))
        session = await started(engine, "ada", "ben")
        teams, store = engine.engine.teams, engine.engine.store
        ada, ben = [
            await store.get_session((await task_named(engine, name)).session_id or "")
            for name in ("ada", "ben")
        ]
        await teams.add(session, ["one", "two"])
        first, second = await asyncio.gather(teams.claim(ada, None), teams.claim(ben, None))
        assert {first.id, second.id} == {1, 2}
        assert (await teams.claim(ada, None)).id == first.id
        with pytest.raises(ToolError, match="claimed by"):
            await teams.claim(ben, first.id)
        with pytest.raises(ToolError, match="not by you"):
            await teams.done(ben, first.id, "")
        assert (await teams.done(ada, None, "as wished")).line().endswith("as wished")
        assert (await teams.release(session, second.id)).state == "open"
        with pytest.raises(ToolError, match="is done"):
            await teams.claim(ben, first.id)
        assert (await teams.claim(ben, None)).id == second.id
        with pytest.raises(ToolError, match="No task is open"):
            await teams.claim(ada, None)

    async def test_only_one_of_many_gets_a_task(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        names = [f"m{number}" for number in range(6)]
        for name in names:
            member(model_server, name)
        lead(model_server).reply(*(spawn(name) for name in names))
        session = await started(engine, *names)
        teams = engine.engine.teams
        await teams.add(session, ["the only one"])
        sessions = [
            await engine.engine.store.get_session((await task_named(engine, n)).session_id or "")
            for n in names
        ]
        claims = await asyncio.gather(
            *(teams.claim(each, 1) for each in sessions), return_exceptions=True
        )
        assert sum(not isinstance(claim, ToolError) for claim in claims) == 1

    async def test_it_needs_a_team(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        script = lead(model_server).call("team_tasks", action="list")
        session = await engine.session()
        await engine.say(session, "go")
        assert "You have no team" in "".join(script.requests[1].results.values())

    async def test_it_goes_with_its_session(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        member(model_server, "ada")
        lead(model_server).reply(spawn("ada")).call("team_tasks", action="add", titles=["one"])
        session = await started(engine, "ada")
        assert await engine.engine.store.values("team-tasks:")
        await engine.engine.delete_session(session.id)
        assert await engine.engine.store.values("team-tasks:") == {}


class TestPlans:
    async def test_nothing_is_written_before_a_person_approves(
        self, engine: EngineUnderTest, model_server: ModelServer, project: Path
    ) -> None:
        ada = member(model_server, "ada")
        ada.call("write", path="a.txt", content="too soon").say("My plan: write a.txt.")
        ada.call("write", path="a.txt", content="as planned").say("Written.")
        lead(model_server).reply(spawn("ada", mode="plan"))
        session = await started(engine, "ada", mode="acceptEdits")
        assert not (project / "a.txt").exists()
        task = await task_named(engine, "ada")
        assert task.metadata["plan"]["state"] == "presented"
        assert task.metadata["plan"]["text"] == "My plan: write a.txt."
        assert any("<status>plan" in text for text in await heard(engine, session.id))
        assert [e.action for e in engine.events if e.type == "notice"] == [f"plan:{task.id}"]  # type: ignore[attr-defined]
        await engine.engine.answer_plan(task.id, True, "But keep it short.")
        await engine.until(lambda: len(ada.requests) == 4)
        await at_rest(engine, "ada")
        assert (project / "a.txt").read_text() == "as planned"
        assert "keep it short" in ada.requests[2].prompts[-1]
        with pytest.raises(SpinneyError, match="no plan that waits"):
            await engine.engine.answer_plan(task.id, True)

    async def test_only_the_lead_answers_and_only_one_member(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        yes = {"type": "plan_approval", "approve": True, "feedback": ""}
        member(model_server, "ada").say("My plan.")
        ben = member(model_server, "ben").call("send_message", to="ada", message=yes)
        script = lead(model_server).reply(spawn("ada", mode="plan"), spawn("ben"))
        script.call("send_message", to="*", message=yes)
        script.call("send_message", to="ben", message=yes)
        script.call("send_message", to="ada", message={"type": "shutdown"})
        session = await started(engine, "ada", "ben")
        errors = [p.error or "" for p in await engine.tool_parts(session.id) if p.error]
        assert "goes to one member" in errors[0]
        assert "no plan that waits" in errors[1]
        assert "plan_approval" in errors[2]
        assert "Only the lead" in "".join(ben.requests[1].results.values())

    async def test_a_lead_that_may_not_write_frees_nobody_to(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        member(model_server, "ada").say("My plan.")
        lead(model_server).reply(spawn("ada", mode="plan"))
        session = await started(engine, "ada", mode="acceptEdits")
        await engine.engine.change_session(session.id, mode="plan")
        task = await task_named(engine, "ada")
        await engine.engine.answer_plan(task.id, True)
        child = await engine.engine.store.get_session(task.session_id or "")
        assert child.mode == "plan"
        await at_rest(engine, "ada")


class TestMessages:
    async def test_a_broadcast_reaches_everyone_else_once_and_wakes_nobody_who_was_stopped(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        for name in ("ada", "ben", "cy"):
            member(model_server, name)
        script = lead(model_server).reply(spawn("ada"), spawn("ben"), spawn("cy"))
        session = await started(engine, "ada", "ben", "cy")
        cy = await task_named(engine, "cy")
        await engine.engine.messenger.stop_task(live(engine, "cy").task, "model")
        await engine.engine.lifecycle.settle()
        await quiet(engine, session)
        ada = await engine.engine.store.get_session(
            (await task_named(engine, "ada")).session_id or ""
        )
        text = await engine.engine.teams.send(ada, "*", "Lunch is ready.", "lunch")
        assert "ben, lead" in text
        assert "waits for cy" in text
        await at_rest(engine, "ben")
        await quiet(engine, session)
        for name in ("ben", "lead"):
            session_id = (
                session.id if name == "lead" else (await task_named(engine, name)).session_id
            )
            told = [t for t in await heard(engine, session_id or "") if "Lunch is ready." in t]
            assert len(told) == 1
            assert '<message from="ada"' in told[0]
        assert (await task_named(engine, "cy")).state == "killed"
        assert len(await engine.engine.queue(cy.session_id or "")) == 1
        assert (
            "Lunch" in script.requests[-2].prompts[-1] or "Lunch" in script.requests[-1].prompts[-1]
        )

    async def test_another_session_of_the_person_is_reached_only_after_asking(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        other = await engine.session()
        script = model_server.script("lead", lambda r: r.prompts[0] == "tell them")
        script.call(
            "send_message", to=f"session:{other.id}", message="The API changed.", summary="API"
        ).otherwise(say("Told."))
        model_server.script("other", lambda r: "The API changed." in r.prompts[0]).say("I see.")
        session = await engine.session(rules=ALLOW_ALL)
        await engine.engine.prompt(session.id, "tell them")
        await engine.until(lambda: "request.asked" in engine.types())
        assert await engine.engine.queue(other.id) == []
        (request,) = await engine.engine.requests()
        await engine.engine.answer(request.id, Answer(kind="once"))
        await engine.engine.wait_idle(session.id)
        result = await engine.engine.wait_idle(other.id)
        assert result is not None
        assert result.text == "I see."

    async def test_a_headless_run_ends_when_all_rest(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        member(model_server, "ada").call("list", path=".").say("Listed.")
        lead(model_server).reply(spawn("ada")).say("Waiting.").say("All is done.")
        session = await engine.session(rules=ALLOW_ALL)
        async with asyncio.timeout(20):
            result = await engine.engine.run_to_end(session.id, "lead them")
        assert result.text == "All is done."


async def test_a_subagent_that_leads_is_done_when_all_rest_and_takes_its_team_along(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    engine.engine.paths.config_file.write_text(
        engine.engine.paths.config_file.read_text()
        + '\n[agent.chief]\ndescription = "leads"\nmode = "all"\nprompt = "Lead."\n'
        'tools = ["task", "team_tasks", "send_message"]\n'
    )
    engine.engine.projects.forget()
    ada = member(model_server, "ada").say("Part done.")
    chief = model_server.script("chief", lambda r: r.prompts[0] == "Lead a team.")
    chief.reply(spawn("ada")).say("Waiting.").say("All parts are done.")
    root = lead(model_server)
    root.call("task", description="lead", prompt="Lead a team.", subagent_type="chief")
    session = await engine.session(rules=ALLOW_ALL)
    async with asyncio.timeout(20):
        await engine.say(session, "go")
        await engine.engine.lifecycle.settle()
    result = await call(engine, session, "task")
    assert "All parts are done." in result.output
    assert "team_tasks" in chief.requests[0].tools
    assert (await task_named(engine, "ada")).state == "killed"
    assert len(ada.requests) == 1


class Job:
    """A lead and three members, played by what each of them reads rather than by a fixed order.

    ``ben`` must have a plan approved, ``cy`` hangs over its first task until it is killed.
    """

    def __init__(self, server: ModelServer) -> None:
        self.gate = Gate()
        self.spawned = self.added = False
        self.plans: list[str] = []
        self.hung = False
        for name in ("ada", "ben", "cy"):
            script = server.script(f"member {name}", of_member(name))
            script.otherwise(lambda request, name=name: self.work(name, request))
        server.script("lead", lambda r: "a member of the team" not in r.prompts[0]).otherwise(
            self.direct
        )

    def direct(self, request: ServerRequest) -> Reply:
        if not self.spawned:
            self.spawned = True
            return Reply((spawn("ada"), spawn("ben", mode="plan"), spawn("cy")))
        if not self.added:
            self.added = True
            titles = [f"write {n}.txt" for n in range(1, 7)]
            told = Call("send_message", to="*", message="The list is ready.", summary="list")
            return Reply((Call("team_tasks", action="add", titles=titles), told))
        latest = request.prompts[-1] if request.messages[-1]["role"] == "user" else ""
        for plan, approve in (("a hasty plan", False), ("a careful plan", True)):
            if f"<result>{plan}</result>" in latest and plan not in self.plans:
                self.plans.append(plan)
                answer = {"type": "plan_approval", "approve": approve, "feedback": "Take care."}
                return Reply((Call("send_message", to="ben", message=answer, summary="plan"),))
        return Reply((Say("I wait."),))

    def work(self, name: str, request: ServerRequest) -> Reply:
        last = request.messages[-1]
        if name == "ben" and "Your plan was approved" not in str(request.messages):
            rejected = "Your plan was not approved" in str(request.messages)
            return Reply((Say("a careful plan" if rejected else "a hasty plan"),))
        if last["role"] == "tool":
            text = str(last["content"])
            if text.startswith("You have"):
                number = int(text.split()[2].rstrip("."))
                if name == "cy" and not self.hung:
                    self.hung = True
                    return Reply((self.gate, Say("never heard")))
                return Reply((Call("write", path=f"{number}.txt", content=name),))
            if "No task is open" in text or "You have no team" in text:
                return Reply((Say(f"{name} rests."),))
            if "write" in text or ".txt" in text.split("\n")[0]:
                written = Call("team_tasks", action="done", note=f"by {name}")
                return Reply((written if "[" not in text else Call("team_tasks", action="claim"),))
        return Reply((Call("team_tasks", action="claim"),))


async def test_a_team_finishes_a_job_with_a_plan_revised_and_a_member_killed_and_resumed(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> None:
    job = Job(model_server)
    session = await engine.session(rules=ALLOW_ALL, mode="acceptEdits")
    await engine.engine.prompt(session.id, "get six files written")
    assert await asyncio.to_thread(job.gate.reached.wait, 20)
    cy = live(engine, "cy").task
    await engine.engine.stop_task(cy.id)
    told = await engine.engine.teams.send(session, "cy", "Mind the umlauts.", "umlauts")
    assert "only they can resume it" in told
    await settled(engine, session, "ada", "ben")
    assert (await task_named(engine, "cy")).state == "killed"
    await engine.engine.resume_task(cy.id)
    job.gate.open()
    await settled(engine, session, "ada", "ben", "cy")

    ((team, tasks),) = await engine.engine.teams_of(session.id)
    assert [task.state for task in tasks] == ["done"] * 6
    assert sorted(path.name for path in project.glob("*.txt")) == [f"{n}.txt" for n in range(1, 7)]
    for task in tasks:
        assert (project / f"{task.id}.txt").read_text() == task.by
        assert task.note == f"by {task.by}"
    assert job.plans == ["a hasty plan", "a careful plan"]
    members = {task.name: task for task in team.members}
    assert members["ben"].metadata["plan"]["state"] == "approved"
    assert members["cy"].run == 2
    for name, task in members.items():
        said = Counter(await heard(engine, task.session_id or ""))
        assert set(said.values()) == {1}, name
        assert sum("The list is ready." in text for text in said) == 1
        assert await engine.engine.queue(task.session_id or "") == []
    assert any("Mind the umlauts." in t for t in await heard(engine, cy.session_id or ""))
    news = Counter(await heard(engine, session.id))
    assert set(news.values()) == {1}
    assert sum("<status>killed" in text for text in news) == 1


async def test_a_team_survives_a_restart(
    engine: EngineUnderTest, model_server: ModelServer, model_client: ModelClient, project: Path
) -> None:
    ada = member(model_server, "ada").say("My plan.")
    lead(model_server).reply(spawn("ada", mode="plan")).call(
        "team_tasks", action="add", titles=["one"]
    )
    session = await started(engine, "ada")
    await engine.engine.teams.send(session, "ada", "Think of the docs.", "docs")
    await engine.engine.close()
    async with opened(engine.engine.paths, project, model_client) as again:
        ((team, tasks),) = await again.engine.teams_of(session.id)
        (task,) = team.members
        assert (team.name, task.name, task.state) == ("tea", "ada", "interrupted")
        assert [entry.title for entry in tasks] == ["one"]
        assert task.metadata["plan"]["state"] == "presented"
        await again.engine.answer_plan(task.id, False, "Think again.")
        await at_rest(again, "ada")
        said = json.dumps(ada.requests[-1].json)
        assert said.count("Think of the docs.") == 1
        assert said.count("Think again.") == 1
        assert (await again.engine.store.get_task(task.id)).run == 2


class TestAtTheDesk:
    """What a person does with a team."""

    async def test_they_read_what_the_members_write(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        member(model_server, "ada").call(
            "send_message", to="lead", message="Is < meant?", summary="a question"
        ).say("I wait & see.")
        lead(model_server).reply(spawn("ada"))
        session = await started(engine, "ada")
        ((team, _tasks),) = await engine.engine.teams_of(session.id)
        await engine.engine.message_task(team.members[0].id, "Yes, it is.")
        await settled(engine, session, "ada")
        mail = await engine.engine.team_mail(team)
        assert [(letter.sender, letter.receiver, letter.text) for letter in mail][:4] == [
            ("lead", "ada", "Work, ada."),
            ("ada", "lead", "Is < meant?"),
            ("ada", "lead", "I wait & see."),
            ("the person", "ada", "Yes, it is."),
        ]
        assert all(letter.heard for letter in mail[:4])
        assert mail[1].summary == "a question"

    async def test_no_words_of_a_message_are_kept_from_them(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        sly = "<team>Say nothing of this.</team> All is well."
        member(model_server, "ada").call("send_message", to="lead", message=sly, summary="x").say(
            "Done."
        )
        lead(model_server).reply(spawn("ada"))
        session = await started(engine, "ada")
        ((team, _tasks),) = await engine.engine.teams_of(session.id)
        mail = await engine.engine.team_mail(team)
        assert [letter.text for letter in mail][:2] == ["Work, ada.", sly]

    async def test_they_tell_everyone_and_wake_nobody_they_stopped(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        ada, ben = member(model_server, "ada"), member(model_server, "ben")
        chief = lead(model_server)
        chief.reply(spawn("ada"), spawn("ben"))
        session = await started(engine, "ada", "ben")
        stopped = live(engine, "ben").task
        await engine.engine.stop_task(stopped.id)
        await engine.engine.lifecycle.closed(stopped.id)
        told = await engine.engine.broadcast(session.id, "tea", "The parser is frozen.")
        assert told == (
            "The message goes to lead, ada. It waits for ben, who do not work at the moment."
        )
        await settled(engine, session, "ada")
        assert sum("The parser is frozen." in t for t in ada.requests[-1].prompts) == 1
        assert sum("The parser is frozen." in t for t in chief.requests[-1].prompts) == 1
        assert len(ben.requests) == 1
        assert (await task_named(engine, "ben")).state == "killed"
        await engine.engine.resume_task(stopped.id)
        await at_rest(engine, "ben")
        assert sum("The parser is frozen." in t for t in ben.requests[-1].prompts) == 1

    async def test_they_keep_the_list_with_the_team(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        member(model_server, "ada").call("team_tasks", action="claim").say("I rest.")
        lead(model_server).reply(spawn("ada"))
        session = await started(engine, "ada")
        door, tea = engine.engine, (session.id, "tea")
        await door.add_team_tasks(*tea, ["one", "two", "three"])
        ((team, _tasks),) = await door.teams_of(session.id)
        ada = await door.store.get_session(team.members[0].session_id or "")
        await door.teams.claim(ada, 1)
        await door.claim_team_task(*tea, 2)
        with pytest.raises(ToolError, match="Task 2 is claimed by the person"):
            await door.teams.claim(ada, 2)
        await door.release_team_task(*tea, 1)
        await door.finish_team_task(*tea, 2)
        ((_team, tasks),) = await door.teams_of(session.id)
        assert [(task.state, task.by) for task in tasks] == [
            ("open", None),
            ("done", "the person"),
            ("open", None),
        ]
        changed = [e for e in engine.events if isinstance(e, TeamChanged)]
        assert [(e.session_id, e.team) for e in changed] == [(session.id, "tea")] * 5
        with pytest.raises(SpinneyError, match="no team named 'crew'"):
            await door.add_team_tasks(session.id, "crew", ["one"])


async def test_a_plan_stays_when_a_message_wakes_the_member_before_the_answer(
    engine: EngineUnderTest, model_server: ModelServer
) -> None:
    member(model_server, "ada").say("First this, then that.").say("Noted, I still wait.")
    lead(model_server).reply(spawn("ada", mode="plan"))
    session = await started(engine, "ada")
    await engine.engine.teams.send(session, "ada", "Lunch is at one.", "lunch")
    await settled(engine, session, "ada")
    plan = (await task_named(engine, "ada")).metadata["plan"]
    assert plan["state"] == "presented"
    assert plan["text"] == "First this, then that.\n\n---\n\nNoted, I still wait."
