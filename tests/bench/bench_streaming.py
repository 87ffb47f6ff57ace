"""Whether the window stays prompt while many agents write and while a model host starts.

The scripted server is a process of its own, the hosts are real. Prints, never fails: on a machine
that is busy with something else the figures are that machine's.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.engine import Engine
from core.events import Event, PartDelta
from core.paths import ROOT, Paths
from core.sessions.models import Message, TextPart
from tests.bench.figures import Heart, percentile, run, say, spread
from tests.desktop.conftest import until
from tests.desktop.window import WindowUnderTest, opened_window
from tests.fakes.engine import CONFIG

pytestmark = [pytest.mark.bench, pytest.mark.timeout(300), pytest.mark.qt_no_exception_capture]

SETUP = """
from tests.fakes.script import Reply, Say

def setup(server):
    text = "Some **words** that come in pieces, and `code`.\\n\\n```python\\nx = 1\\n```\\n\\n" * 60
    server.script("Talk").otherwise(Reply((Say(text),), size=4, every=0.02))
"""
TEXT = "Some **words** that come in pieces, and `code`.\n\n```python\nx = 1\n```\n\n"


@contextlib.contextmanager
def server_process(folder: Path) -> Iterator[str]:
    setup = folder / "setup.py"
    setup.write_text(SETUP)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.fakes.model_server", str(setup)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.stdin.close()
        process.wait()
        process.stdout.close()


def prepared(folder: Path, address: str) -> tuple[Path, Path]:
    home, project = folder / "home", folder / "project"
    paths = Paths.from_environment({"SPINNEY_HOME": str(home)})
    paths.create()
    paths.config_file.write_text(CONFIG.format(kind="openai", url=f"{address}/v1"))
    project.mkdir()
    return home, project


async def quiet_loop(person: WindowUnderTest) -> list[float]:
    """How late the loop is before anything happens: what the machine itself adds."""
    heart = Heart(person.window)
    await asyncio.sleep(2.0)
    return heart.stop()


async def watch(person: WindowUnderTest, seconds: float, what: str, quiet: list[float]) -> None:
    """Measure for a while: how late the loop is, and how often the visible answer grows."""
    updates: list[float] = []
    model = person.desk.panels.pane.model
    model.listen(lambda _change: updates.append(time.perf_counter()))
    heart = Heart(person.window)
    before = time.process_time()
    await asyncio.sleep(seconds)
    late = heart.stop()
    busy = (time.process_time() - before) / seconds
    gaps = [(b - a) * 1000 for a, b in itertools.pairwise(updates)]
    say(f"{what}, loop late by", spread(late), "p99 < 16 ms", held=percentile(late, 0.99) < 16)
    say("  the same loop with nothing to do", f"{spread(quiet)}; window's CPU {busy:.0%}")
    say("  gap between updates of the visible one", spread(gaps), "< 100 ms", held=max(gaps) < 100)


def test_sixteen_agents_stream_through_real_hosts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_KEY", "fake-key-for-measurements")

    async def measure(home: Path, project: Path) -> None:
        async with opened_window(home, project) as person:
            engine = person.engine
            sessions = [await engine.create_session(project) for _ in range(16)]
            await engine.models_client.warm()
            quiet = await quiet_loop(person)
            await person.desk.show_session(sessions[0].id)
            for number, session in enumerate(sessions):
                await engine.prompt(session.id, f"Talk, number {number}.")
            await until(lambda: len(person.shown_text()) > 60, 60)
            await asyncio.sleep(3)
            grew: Counter[str] = Counter()

            def hear(event: Event) -> None:
                if isinstance(event, PartDelta):
                    grew[event.session_id] += len(event.text)

            unsubscribe = engine.bus.subscribe(hear)
            await watch(person, 5.0, "16 agents at 50/s through hosts", quiet)
            unsubscribe()
            slowest = min(grew.values()) / 4 / 5.0
            say("  agents that wrote meanwhile", f"{len(grew)}, the slowest {slowest:.0f} deltas/s")
            await engine.interrupt_all()
            await until(lambda: not engine.runners.running())

    with server_process(tmp_path) as address:
        run(measure(*prepared(tmp_path, address)))


def test_thirty_two_agents_stream_straight_into_the_engine(tmp_path: Path) -> None:
    async def measure(home: Path, project: Path) -> None:
        async with opened_window(home, project) as person:
            engine = person.engine
            parts = [await growing(engine, project) for _ in range(32)]
            await person.desk.show_session(parts[0].session_id)
            quiet = await quiet_loop(person)
            feeding = asyncio.ensure_future(feed(engine, parts, 100, 6.0))
            await asyncio.sleep(0.5)
            await watch(person, 5.0, "32 agents at 100/s into the engine", quiet)
            await feeding

    run(measure(*prepared(tmp_path, "http://127.0.0.1:9")))


async def growing(engine: Engine, project: Path) -> TextPart:
    session = await engine.create_session(project)
    message = Message(session_id=session.id, role="assistant", agent="build")
    part_ = TextPart(message_id=message.id, session_id=session.id)
    await engine.store.add_message(message, [part_])
    return part_


async def feed(engine: Engine, parts: list[TextPart], each: int, seconds: float) -> None:
    """Append to every part so many times a second, spread evenly as answers come."""
    started, sent = time.perf_counter(), 0
    while (now := time.perf_counter() - started) < seconds:
        due = int(now * each * len(parts))
        for number in range(sent, min(due, sent + 4 * len(parts))):
            piece = number // len(parts) * 4 % len(TEXT)
            engine.store.append_text(parts[number % len(parts)], TEXT[piece : piece + 4])
            sent += 1
        await asyncio.sleep(0.003)
    say("  deltas a second", f"{sent / seconds:.0f}")


def test_no_stall_while_a_host_starts(tmp_path: Path) -> None:
    async def measure(home: Path, project: Path) -> None:
        async with opened_window(home, None) as person:
            await asyncio.sleep(1.0)
            heart = Heart(person.window)
            await asyncio.sleep(1.0)
            quiet = max(heart.late)
            started = time.perf_counter()
            await person.engine.models_client.warm()
            took = time.perf_counter() - started
            late = heart.stop()
            say(
                "longest stall while a host starts",
                f"{max(late):.1f} ms in {took:.1f} s; {quiet:.1f} ms before",
                "< 50 ms",
                held=max(late) < 50,
            )

    run(measure(*prepared(tmp_path, "http://127.0.0.1:9")))
