"""How many agents work at once, who waits in line, and how far each may go."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.llm.client import ModelClient
from core.permissions.models import Answer
from tests.fakes.engine import EngineUnderTest, home_with_config, opened
from tests.fakes.model_server import ModelServer
from tests.fakes.program import agent, background, program, step, together, words
from tests.fakes.scene import Scene

PARENTS = 20


@pytest.fixture
async def scene(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> AsyncIterator[Scene]:
    (project / "a.txt").write_text("apple\n")
    scene = Scene(engine, model_server)
    yield scene
    await scene.all_quiet()
    await scene.check_nothing_is_stuck()


class TestPlaces:
    @pytest.mark.parametrize("places", [20, 2, 1])
    async def test_twenty_parents_that_wait_for_a_child_each_do_not_lock_each_other_out(
        self,
        tmp_path: Path,
        project: Path,
        model_server: ModelServer,
        model_client: ModelClient,
        monkeypatch: pytest.MonkeyPatch,
        places: int,
    ) -> None:
        monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")
        home = home_with_config(
            tmp_path / "home", model_server, more=f"max_running_tasks = {places}\n"
        )
        async with opened(home, project, model_client) as under_test:
            scene = Scene(under_test, model_server)
            most = 0

            def count(_event: object) -> None:
                nonlocal most
                slots = scene.engine.lifecycle.slots
                most = max(most, slots.count - slots.free)

            under_test.engine.bus.subscribe(count)
            parents = [
                background(
                    f"parent {n}",
                    program(agent(f"child {n}", program(words("Child."))), words("Parent.")),
                    subagent_type="digger",
                )
                for n in range(PARENTS)
            ]
            await scene.begin(together(*parents), words("All started."))
            await scene.all_quiet()
            states = await scene.states()
            assert len(states) == 2 * PARENTS
            assert set(states.values()) == {"completed"}
            assert await scene.told() == {f"parent {n} completed": 1 for n in range(PARENTS)}
            assert most <= places
            await scene.check_nothing_is_stuck()

    async def test_one_that_finds_no_place_is_queued_and_can_be_stopped(self, scene: Scene) -> None:
        scene.engine.lifecycle.slots.resize(1)
        first = background("first", program(words("x", gate="g")))
        others = [background(f"other {n}", program(words("y"))) for n in range(2)]
        await scene.begin(first, together(*others), words("Ok."))
        await scene.reached("g")
        for name in ("other 0", "other 1"):
            await scene.until_state(name, "queued")
        assert await scene.states() == {
            "first": "running",
            "other 0": "queued",
            "other 1": "queued",
        }
        await scene.engine.stop_task((await scene.tasks())["other 0"].id)
        scene.open("g")
        await scene.all_quiet()
        assert await scene.states() == {
            "first": "completed",
            "other 0": "killed",
            "other 1": "completed",
        }
        assert await scene.told() == {
            "first completed": 1,
            "other 0 killed": 1,
            "other 1 completed": 1,
        }
        scene.engine.lifecycle.slots.resize(20)

    async def test_waiting_for_a_person_gives_the_place_to_the_next(self, scene: Scene) -> None:
        scene.engine.lifecycle.slots.resize(1)
        asks = program(step("write", path="made.txt", content="x"), words("Written."))
        await scene.begin(
            together(background("asks", asks), background("next", program(words("Next.")))),
            words("Ok."),
            rules=(),
        )
        await scene.until_state("asks", "waiting")
        await scene.until_state("next", "completed")
        (request,) = await scene.engine.requests()
        await scene.engine.answer(request.id, Answer(kind="once"))
        await scene.all_quiet()
        assert await scene.states() == {"asks": "completed", "next": "completed"}
        scene.engine.lifecycle.slots.resize(20)

    async def test_calls_that_wait_side_by_side_hold_no_place(self, scene: Scene) -> None:
        """The second begins to wait as the first goes on: the parent must not keep its place."""
        scene.engine.lifecycle.slots.resize(1)
        children = [agent(f"child {n}", program(words("x", pause=n / 50))) for n in range(4)]
        parent = program(together(*children), words("Parent."))
        await scene.begin(agent("parent", parent, subagent_type="digger"), words("Ok."))
        await scene.all_quiet(15)
        assert set((await scene.states()).values()) == {"completed"}
        scene.engine.lifecycle.slots.resize(20)


class TestBudgets:
    """Reaching one ends the task as a stop, with what it has; it can be resumed."""

    @pytest.mark.parametrize(
        ("budget", "reason"),
        [
            ("tokens = 200", "The budget of 200 tokens is used up."),
            ("cost = 0.0002", "The budget of 0.0002 is used up."),
            ("steps = 2", "The limit of 2 steps is reached."),
            ("minutes = 0.005", "The time of 0.005 minutes is up."),
        ],
    )
    async def test_each_kind(self, scene: Scene, budget: str, reason: str) -> None:
        scene.configure(more=f"[task_budget]\n{budget}\n")
        steps = [
            words(f"Step {n}.", calls=[["read", {"path": "a.txt", "limit": n + 1}]])
            for n in range(9)
        ]
        if "minutes" in budget:
            steps[1] = words("x", gate="never")
        await scene.begin(background("job", program(*steps)), words("Ok."))
        await scene.all_quiet()
        task = (await scene.tasks())["job"]
        assert (task.state, task.stopped_by, task.error) == ("killed", "budget", reason)
        assert (task.result or "").startswith("Step ")
        assert await scene.told() == {"job killed": 1}
        scene.open("never")
        await scene.engine.messenger.send(scene.root, task.id, "a little more", "go on")
        await scene.all_quiet()
        assert (await scene.tasks())["job"].run == 2

    async def test_a_foreground_call_returns_what_there_was_and_how_to_go_on(
        self, scene: Scene
    ) -> None:
        scene.configure(more="[task_budget]\nsteps = 1\n")
        await scene.begin(agent("job", program(words("All I could do."))), words("Ok."))
        await scene.all_quiet()
        (call,) = await scene.calls()
        assert call.error is not None
        assert "stopped by its budget" in call.error
        assert "All I could do." in call.error
        assert "session_id: " in call.error

    async def test_it_covers_all_turns_of_a_run(self, scene: Scene) -> None:
        """A child that waits for its own agents takes several turns; together they have one budget."""
        scene.configure(more="[task_budget]\nsteps = 4\n")
        low = program(words("Low."))
        middle = program(
            background("low 1", low),
            words("I wait."),
            background("low 2", low),
            words("I wait again."),
            step("read", path="a.txt"),
            step("read", path="a.txt"),
        )
        await scene.begin(background("middle", middle, subagent_type="digger"), words("Ok."))
        await scene.all_quiet()
        task = (await scene.tasks())["middle"]
        assert (task.state, task.stopped_by) == ("killed", "budget")

    async def test_a_budget_that_makes_no_sense_is_named_with_its_line(
        self, engine: EngineUnderTest, model_server: ModelServer
    ) -> None:
        scene = Scene(engine, model_server)
        scene.configure(more="[task_budget]\ntokens = 'many'\n")
        context = await scene.engine.projects.context(scene.under_test.project)
        (problem,) = context.loaded.problems
        assert "task_budget" in str(problem)
