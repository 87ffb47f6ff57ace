"""Many agents at once, each in a worktree of the same large repository."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from core.events import Event, WorktreeChanged
from core.paths import Paths
from core.permissions.models import Rule
from core.worktrees.manager import WorktreeManager
from core.worktrees.several import merge_all_clean, plan_merges
from tests.core.worktrees.repositories import repository, sh
from tests.fakes.engine import home_with_config, opened
from tests.fakes.model_server import ModelServer
from tests.fakes.script import Call, Gate


def large(folder: Path, files: int) -> Path:
    return repository(
        folder, {f"part{n % 97}/file{n}.txt": f"file {n}\n" * 20 for n in range(files)}
    )


def bare(project: Path, numbers: range) -> float:
    """Seconds that plain git takes for as many worktrees, one after the other. They stay: ext4 is
    slow in giving out files after many were deleted."""
    began = time.perf_counter()
    for n in numbers:
        sh(
            project,
            "worktree",
            "add",
            "--quiet",
            "-b",
            f"bare{n}",
            str(project.parent / f"bare{n}"),
        )
    return time.perf_counter() - began


COUNTS = [
    pytest.param(5, 3_000, id="5 of 3000 files"),
    pytest.param(20, 20_000, id="20 of 20000 files", marks=pytest.mark.soak),
]


@pytest.mark.parametrize(("count", "files"), COUNTS)
@pytest.mark.timeout(1800)
async def test_agents_start_as_their_tree_is_ready_and_all_are_merged_or_discarded(
    tmp_path: Path,
    model_server: ModelServer,
    model_client: object,
    monkeypatch: pytest.MonkeyPatch,
    count: int,
    files: int,
) -> None:
    monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")
    project = large(tmp_path / "large", files)
    allowed = 'permission = { bash = "allow", edit = "allow" }\n'
    paths = home_with_config(tmp_path / "home", model_server, more=allowed)
    script = model_server.script("scripted", lambda request: "job" not in request.prompts[0])
    calls = [
        Call("task", description=f"task {n}", prompt=f"job {n}.", isolation="worktree")
        for n in range(count)
    ]
    script.reply(*calls).say("All done.")
    gates = []
    for n in range(count):
        # Each writes its own file; the first two also the same one.
        child = model_server.script(
            f"job {n}", lambda request, n=n: f"job {n}." in request.prompts[0]
        )
        gate = Gate()
        gates.append(gate)
        child.reply(gate, Call("write", file_path=f"made{n}.txt", content=f"by {n}\n"))
        if n < 2:
            child.reply(Call("write", file_path="shared.txt", content=f"by {n}\n"))
        child.say("Done.")
    plain = await asyncio.to_thread(bare, project, range(count // 2))
    async with opened(paths, project, model_client) as engine:  # type: ignore[arg-type]
        made: dict[str, float] = {}

        def hear(event: Event) -> None:
            if isinstance(event, WorktreeChanged) and event.state in ("creating", "ready"):
                made.setdefault(f"{event.state} {event.path}", time.perf_counter())

        engine.engine.bus.subscribe(hear)
        session = await engine.session(rules=[Rule("*", "*", "allow")])
        await engine.engine.prompt(session.id, "start")
        # The first is at work while later trees are still being made.
        await engine.until(lambda: any(gate.reached.is_set() for gate in gates), timeout=300)
        ready = [w for w in await engine.engine.worktrees.manager.all() if w.state == "ready"]
        assert len(ready) < count
        # All of them are made before the first goes on, so that its work is not counted.
        await engine.until(lambda: sum(key.startswith("ready") for key in made) == count, 900)
        ours = max(made.values()) - min(made.values())
        plain += await asyncio.to_thread(bare, project, range(count // 2, count))
        print(f"\n{count} of {files}: bare git {plain:.2f} s, ours {ours:.2f} s")
        print(f"  ratio {ours / plain:.2f}, the first agent at work with {len(ready)} trees ready")
        if files >= 20_000:
            assert ours / plain <= 1.3
        for gate in gates:
            gate.open()
        await engine.engine.wait_idle(session.id)
        manager, merging = engine.engine.worktrees.manager, engine.engine.worktrees.merging
        kept = await manager.all(project)
        assert len(kept) == count
        tasks = {t.worktree: t for t in await engine.engine.tasks()}
        for worktree in kept:
            number = tasks[worktree.path].prompt.strip("job .")
            made = sorted(p.name for p in worktree.folder.glob("made*.txt"))
            assert made == [f"made{number}.txt"]
        assert not list(project.glob("made*.txt"))
        plan = await plan_merges(merging, kept)
        assert len(plan.pairs) == 1
        result = await merge_all_clean(merging, plan)
        assert len(result.merged) == count - 1
        ((left, _),) = result.left
        entry = await engine.engine.worktrees.discard_worktree(left)
        assert Path(entry.path, "shared.txt").exists()
        assert len(list(project.glob("made*.txt"))) == count - 1
        await manager.prune()
        assert await manager.all(project) == []
        assert len(sh(project, "log", "--merges", "--oneline").splitlines()) == count - 1


async def test_few_git_processes_run_however_many_worktrees_there_are(
    paths: Paths, tmp_path: Path
) -> None:
    project = large(tmp_path / "large", 200)
    manager = WorktreeManager(paths)
    made = await asyncio.gather(*(manager.create(project, f"t{n}") for n in range(12)))
    running = 0
    most = 0
    start = asyncio.create_subprocess_exec

    async def counted(*arguments: object, **options: object) -> asyncio.subprocess.Process:
        nonlocal running, most
        running += 1
        most = max(most, running)
        child = await start(*arguments, **options)  # type: ignore[arg-type]
        wait = child.wait

        async def ended() -> int:
            nonlocal running
            try:
                return await wait()
            finally:
                running -= 1

        child.wait = ended  # type: ignore[method-assign]
        return child

    asyncio.create_subprocess_exec = counted  # type: ignore[assignment]
    try:
        await asyncio.gather(*(manager.status(worktree) for worktree in made))
    finally:
        asyncio.create_subprocess_exec = start
    assert 1 <= most <= 4


async def test_the_bin_takes_no_time(paths: Paths, tmp_path: Path) -> None:
    project = large(tmp_path / "large", 3_000)
    manager = WorktreeManager(paths)
    worktree = await manager.create(project, "quick")
    began = time.perf_counter()
    entry = await manager.discard(worktree)
    await manager.restore(entry)
    # Copying these files would take far longer; this is renaming.
    assert time.perf_counter() - began < 5
