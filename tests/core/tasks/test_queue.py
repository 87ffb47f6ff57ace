"""The queue, followed along its tables: who consumes it, what enters it, in which order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.errors import NotFound
from core.permissions.models import Answer
from core.sessions.models import NotificationPart, TextPart
from core.tasks.models import QueueItem
from tests.fakes.engine import EngineUnderTest
from tests.fakes.model_server import ModelServer
from tests.fakes.program import background, program, step, words
from tests.fakes.scene import Scene


@pytest.fixture
async def scene(
    engine: EngineUnderTest, model_server: ModelServer, project: Path
) -> AsyncIterator[Scene]:
    (project / "a.txt").write_text("apple\n")
    scene = Scene(engine, model_server)
    yield scene
    await scene.all_quiet()
    await scene.check_nothing_is_stuck()


async def user_texts(scene: Scene, session_id: str | None = None) -> list[str]:
    """What the session was told, in order, its program left out."""
    entries = await scene.engine.store.messages(session_id or scene.root.id)
    return [
        part.text
        for entry in entries
        if entry.info.role == "user"
        for part in entry.parts
        if isinstance(part, (TextPart, NotificationPart)) and "PROGRAM" not in part.text
    ]


class TestConsumers:
    async def test_a_session_at_rest_takes_up_news_by_a_turn_of_its_own(self, scene: Scene) -> None:
        await scene.begin(background("job", program(words("x", gate="g"))), words("Ok."))
        await scene.reached("g")
        await scene.engine.wait_idle(scene.root.id)
        turns = scene.under_test.types().count("turn.started")
        scene.open("g")
        await scene.all_quiet()
        assert scene.under_test.types().count("turn.started") == turns + 1
        assert await scene.told() == {"job completed": 1}

    async def test_a_running_turn_takes_it_up_between_two_steps(self, scene: Scene) -> None:
        await scene.begin(
            background("job", program(words("x", gate="g"))),
            words("I go on.", gate="mine", calls=[["read", {"path": "a.txt"}]]),
            words("Seen."),
        )
        await scene.reached("g")
        await scene.reached("mine")
        scene.open("g")
        await scene.until_state("job", "completed")
        await scene.engine.lifecycle.settle()
        scene.open("mine")
        await scene.all_quiet()
        # One turn for the root; the news stood before its last step.
        roots = [e for e in scene.under_test.events if e.session_id == scene.root.id]
        assert [e.type for e in roots].count("turn.started") == 1
        assert "<task-notification>" in scene.programs.script.requests[-1].prompts[-1]

    async def test_a_child_consumes_only_what_is_meant_for_it(self, scene: Scene) -> None:
        middle = program(background("low", program(words("Low."))), words("I wait."))
        await scene.begin(background("middle", middle, subagent_type="digger"), words("Ok."))
        await scene.all_quiet()
        task = (await scene.tasks())["middle"]
        assert await scene.told() == {"middle completed": 1}
        assert await scene.told(task.session_id) == {"low completed": 1}


class TestSourcesAndPriorities:
    async def test_now_before_next_before_later_and_first_in_first_out(self, scene: Scene) -> None:
        await scene.begin(words("x", gate="g", calls=[["list", {}]]), words("All read."))
        await scene.reached("g")
        root = scene.root.id
        for text, priority in (
            ("later 1", "later"),
            ("next 1", "next"),
            ("now 1", "now"),
            ("next 2", "next"),
            ("later 2", "later"),
        ):
            await scene.engine.prompt(root, text, priority=priority)  # type: ignore[arg-type]
        order = ["now 1", "next 1", "next 2", "later 1", "later 2"]
        assert [item.text for item in await scene.engine.queue(root)] == order
        scene.open("g")
        await scene.all_quiet()
        assert await user_texts(scene) == order

    async def test_what_a_person_types_is_a_prompt_that_comes_next(self, scene: Scene) -> None:
        await scene.begin(words("x", gate="g"))
        await scene.reached("g")
        item = await scene.engine.prompt(scene.root.id, "typed")
        assert (item.kind, item.priority) == ("prompt", "next")
        scene.open("g")
        await scene.all_quiet()

    async def test_a_line_with_an_exclamation_mark_runs_and_is_shown(
        self, scene: Scene, project: Path
    ) -> None:
        await scene.begin(words("x", gate="g", calls=[["list", {}]]), words("Seen."))
        await scene.reached("g")
        await scene.engine.run_line(scene.root.id, "echo typed by hand")
        (item,) = await scene.engine.queue(scene.root.id)
        assert (item.kind, item.priority) == ("bash", "next")
        scene.open("g")
        await scene.all_quiet()
        assert "typed by hand" in (await user_texts(scene))[-1]

    async def test_the_end_of_a_task_comes_later_than_what_a_person_typed(
        self, scene: Scene
    ) -> None:
        await scene.begin(
            background("job", program(words("x"))),
            words("y", gate="g", calls=[["list", {}]]),
            words("Seen."),
        )
        await scene.reached("g")
        await scene.until_state("job", "completed")
        await scene.engine.lifecycle.settle()
        await scene.engine.prompt(scene.root.id, "typed after it")
        kinds = [(i.kind, i.priority) for i in await scene.engine.queue(scene.root.id)]
        assert kinds == [("prompt", "next"), ("task-notification", "later")]
        scene.open("g")
        await scene.all_quiet()

    async def test_an_answer_that_comes_too_late_is_told_and_runs_nothing(
        self, scene: Scene, project: Path
    ) -> None:
        await scene.begin(step("write", path="made.txt", content="x"), words("n"), rules=())
        await scene.under_test.until(lambda: "request.asked" in scene.under_test.types())
        (request,) = await scene.engine.requests()
        await scene.engine.interrupt(scene.root.id)
        await scene.engine.answer(request.id, Answer(kind="once"))
        await scene.all_quiet()
        assert "after its run had ended" in (await user_texts(scene))[-1]
        assert not (project / "made.txt").exists()


class TestEditing:
    async def held(self, scene: Scene) -> list[QueueItem]:
        await scene.begin(words("x", gate="g", calls=[["list", {}]]), words("Read."))
        await scene.reached("g")
        return [await scene.engine.prompt(scene.root.id, text) for text in ("one", "two", "three")]

    async def test_an_edited_item_keeps_its_place(self, scene: Scene) -> None:
        _, two, _ = await self.held(scene)
        await scene.engine.edit_queued(two, "zwei")
        scene.open("g")
        await scene.all_quiet()
        assert await user_texts(scene) == ["one", "zwei", "three"]

    async def test_a_removed_item_is_never_delivered(self, scene: Scene) -> None:
        _, two, _ = await self.held(scene)
        await scene.engine.remove_queued(two.id)
        scene.open("g")
        await scene.all_quiet()
        assert await user_texts(scene) == ["one", "three"]

    async def test_what_was_delivered_can_be_neither_edited_nor_removed(self, scene: Scene) -> None:
        one, *_ = await self.held(scene)
        scene.open("g")
        await scene.all_quiet()
        with pytest.raises(NotFound, match="no longer in the queue"):
            await scene.engine.edit_queued(one, "too late")
        with pytest.raises(NotFound, match="no longer in the queue"):
            await scene.engine.remove_queued(one.id)

    async def test_removing_in_the_moment_of_delivery_disturbs_nothing(self, scene: Scene) -> None:
        items = await self.held(scene)
        scene.open("g")
        removed = await asyncio.gather(
            *(scene.engine.remove_queued(item.id) for item in items), return_exceptions=True
        )
        await scene.all_quiet()
        told = await user_texts(scene)
        for item, outcome in zip(items, removed, strict=True):
            assert (item.text in told) == isinstance(outcome, NotFound)
        result = await scene.engine.wait_idle(scene.root.id)
        assert result is not None
        assert result.outcome == "done"

    async def test_send_now_ends_the_turn_and_goes_before_everything(self, scene: Scene) -> None:
        _, _, three = await self.held(scene)
        await scene.engine.send_now(three)
        scene.open("g")
        await scene.all_quiet()
        assert await user_texts(scene) == ["three", "one", "two"]
        finished = [e for e in scene.under_test.events if e.type == "turn.finished"]
        assert [e.outcome for e in finished] == ["interrupted", "done"]  # type: ignore[attr-defined]

    async def test_send_now_to_a_task_cuts_its_turn_short_and_not_the_task(
        self, scene: Scene
    ) -> None:
        await scene.begin(background("job", program(words("x", gate="g"))), words("Ok."))
        await scene.reached("g")
        task = (await scene.tasks())["job"]
        item = await scene.engine.prompt(task.session_id or "", "drop that, do this")
        scene.open("g")
        await scene.engine.send_now(item)
        await scene.all_quiet()
        task = (await scene.tasks())["job"]
        assert (task.state, task.run) == ("completed", 1)
        assert await user_texts(scene, task.session_id) == ["drop that, do this"]
        assert await scene.told() == {"job completed": 1}
