"""A tree of agents under a random schedule of everything that can be done to it.

The schedule is random but fixed by its seed; what is asserted holds for every schedule.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from pathlib import Path

import pytest

from core.errors import SpinneyError
from core.sessions.models import NotificationPart
from core.tasks.models import QueueItem
from tests.fakes.engine import EngineUnderTest
from tests.fakes.model_server import ModelServer
from tests.fakes.program import agent, program, step, together, words
from tests.fakes.scene import Scene

pytestmark = pytest.mark.timeout(100)


def leaf(chance: random.Random) -> str:
    steps = [step("read", path="a.txt") for _ in range(chance.randint(0, 2))]
    return program(*steps, words("Leaf.", pause=chance.uniform(0, 0.08)))


def branch(chance: random.Random, depth: int, names: list[str]) -> dict[str, object]:
    """One launch: a leaf, or an agent that starts one to three of its own."""
    names.append(f"task {len(names)}")
    name = names[-1]
    behind = chance.random() < 0.6
    if depth == 0 or chance.random() < 0.3:
        return agent(name, leaf(chance), run_in_background=behind)
    below = [branch(chance, depth - 1, names) for _ in range(chance.randint(1, 3))]
    steps = [together(*below)] if chance.random() < 0.5 else below
    work = program(*steps, words("Branch.", pause=chance.uniform(0, 0.05)))
    return agent(name, work, subagent_type="digger", run_in_background=behind)


class Meddler:
    """Does something random to the tree every few milliseconds."""

    def __init__(self, scene: Scene, chance: random.Random) -> None:
        self.scene = scene
        self.chance = chance
        self.looked_at: set[str] = set()
        self.done: Counter[str] = Counter()

    async def meddle(self, times: int) -> None:
        acts = [self.message, self.message, self.stop, self.detach, self.interrupt]
        acts += [self.look, self.prompt, self.send_now, self.stop_tree]
        for _ in range(times):
            await asyncio.sleep(self.chance.uniform(0, 0.03))
            act = self.chance.choice(acts)
            # Much of it comes too late; that is an error with a sentence, never anything else.
            with contextlib.suppress(SpinneyError):
                await act()
                self.done[act.__name__] += 1

    def any_live(self) -> str:
        live = list(self.scene.engine.registry.live)
        if not live:
            raise SpinneyError("Nothing runs.")
        return self.chance.choice(live)

    async def any_task(self) -> str:
        return self.chance.choice(await self.scene.engine.tasks()).id

    async def message(self) -> None:
        task = await self.any_task()
        if self.chance.random() < 0.5:
            await self.scene.engine.message_task(task, "from the person")
        else:
            await self.scene.engine.messenger.send(self.scene.root, task, "from the model", "news")

    async def stop(self) -> None:
        if self.chance.random() < 0.5:
            await self.scene.engine.stop_task(self.any_live())
        else:
            await self.scene.engine.messenger.stop(self.scene.root, self.any_live())

    async def stop_tree(self) -> None:
        if self.chance.random() < 0.3:
            await self.scene.engine.stop_tree(self.any_live())

    async def detach(self) -> None:
        self.scene.engine.send_to_background(self.any_live())

    async def interrupt(self) -> None:
        if self.chance.random() < 0.3:
            await self.scene.engine.interrupt(self.scene.root.id)
        else:
            task = await self.scene.engine.store.get_task(self.any_live())
            await self.scene.engine.interrupt(task.session_id or "")

    async def look(self) -> None:
        task = self.any_live()
        await self.scene.engine.messenger.output(
            self.scene.root, task, block=self.chance.random() < 0.5, timeout=0.01
        )

    async def prompt(self) -> None:
        await self.scene.engine.prompt(self.scene.root.id, "and another thing")

    async def send_now(self) -> None:
        live = self.scene.engine.registry.live[self.any_live()]
        session = live.task.session_id or ""
        item = await self.scene.engine.prompt(session, "urgent")
        await self.scene.engine.send_now(item)


async def check_notifications(scene: Scene) -> None:
    """One for each run in the background that ended, somewhere, and never a second."""
    told: Counter[str] = Counter()
    sessions = [scene.root, *await scene.engine.store.descendants(scene.root.id)]
    waiting: set[str] = set()
    for session in sessions:
        for entry in await scene.engine.store.messages(session.id):
            for part in entry.parts:
                if isinstance(part, NotificationPart):
                    told[f"{part.task_id}:{part.run}"] += 1
        waiting |= {item.key or "" for item in await scene.engine.queue(session.id)}
    assert {key: count for key, count in told.items() if count > 1} == {}
    assert not waiting & set(told)
    for task in await scene.engine.tasks():
        if task.background:
            seen = await scene.engine.store.enqueue(
                # A key that was used is refused: the news was delivered, waits, or was seen.
                probe(scene.root.id, f"{task.id}:{task.run}")
            )
            assert not seen, f"nobody was told of {task.description} ({task.state})"


def probe(session_id: str, key: str) -> QueueItem:
    return QueueItem(session_id=session_id, kind="task-notification", key=key)


async def run_schedule(
    engine: EngineUnderTest, server: ModelServer, project: Path, seed: int, slots: int
) -> Counter[str]:
    (project / "a.txt").write_text("apple\n")
    chance = random.Random(seed)
    scene = Scene(engine, server)
    scene.configure("max_depth = 4")
    scene.engine.lifecycle.slots.resize(slots)
    names: list[str] = []
    trees = [branch(chance, 3, names) for _ in range(4)]
    await scene.begin(together(*trees), words("All started."))
    await engine.until(lambda: "task.started" in engine.types())
    meddler = Meddler(scene, chance)
    await meddler.meddle(60)
    # What waits behind an interrupted turn waits for the person, who says something; everything
    # else comes to its end by itself.
    await scene.engine.prompt(scene.root.id, "go on")
    await scene.all_quiet(40)
    await scene.check_nothing_is_stuck()
    await check_notifications(scene)
    for task in await scene.engine.tasks():
        assert task.ended is not None
    return meddler.done


@pytest.mark.parametrize(("seed", "slots"), [(1, 20), (2, 2), (3, 1), (6, 2)])
async def test_whatever_is_done_to_a_tree_it_ends_in_order(
    engine: EngineUnderTest, model_server: ModelServer, project: Path, seed: int, slots: int
) -> None:
    await run_schedule(engine, model_server, project, seed, slots)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 160))
async def test_many_schedules(
    engine: EngineUnderTest, model_server: ModelServer, project: Path, seed: int
) -> None:
    await run_schedule(engine, model_server, project, seed, slots=seed % 4 + 1)
