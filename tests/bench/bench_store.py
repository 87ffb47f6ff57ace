"""How fast the store is, against what the disk and SQLite alone do in the same run.

Run with ``pytest tests/bench/bench_store.py -s``; it prints figures and never fails on time.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.bus import Bus
from core.paths import Paths
from core.sessions.models import Message, Session, TextPart
from core.sessions.store import Store

pytestmark = pytest.mark.bench


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    paths = Paths.from_environment({"SPINNEY_HOME": str(tmp_path / "home")})
    opened = await Store.open(paths, Bus())
    yield opened
    await opened.close()


def milliseconds(values: list[float]) -> str:
    ordered = sorted(values)
    median, worst = statistics.median(ordered), ordered[int(len(ordered) * 0.99)]
    return f"median {median * 1000:.2f} ms, 99th {worst * 1000:.2f} ms"


def bare_fsync(folder: Path, count: int) -> list[float]:
    taken = []
    descriptor = os.open(folder / "fsync", os.O_CREAT | os.O_WRONLY)
    for _ in range(count):
        start = time.perf_counter()
        os.write(descriptor, b"x" * 4096)
        os.fsync(descriptor)
        taken.append(time.perf_counter() - start)
    os.close(descriptor)
    return taken


async def growing_part(store: Store) -> tuple[Message, TextPart]:
    session = await store.create_session(Session(project_id="p", directory="/"))
    message = Message(session_id=session.id, role="assistant")
    part = TextPart(message_id=message.id, session_id=session.id)
    await store.add_message(message, [part])
    return message, part


async def test_commit_against_fsync(store: Store, tmp_path: Path) -> None:
    _, part = await growing_part(store)
    part.text = "word " * 100
    alone, shared = [], []
    for _ in range(100):
        start = time.perf_counter()
        await store.save_part(part)
        alone.append(time.perf_counter() - start)
    for _ in range(20):
        start = time.perf_counter()
        await asyncio.gather(*(store.set_value(f"k{number}", "x" * 200) for number in range(32)))
        shared.append(time.perf_counter() - start)
    bare = bare_fsync(tmp_path, 100)
    ratio = statistics.median(alone) / statistics.median(bare)
    print(f"\nbare fsync of 4 kB: {milliseconds(bare)}")
    print(f"save_part alone: {milliseconds(alone)} ({ratio:.1f} x fsync)")
    print(f"32 changes at once: {milliseconds(shared)}")


async def test_append_rate(store: Store) -> None:
    parts = [(await growing_part(store))[1] for _ in range(32)]
    count = 100_000
    start = time.perf_counter()
    for number in range(count):
        store.append_text(parts[number % 32], "some words ")
    taken = time.perf_counter() - start
    print(f"\nappend_text: {taken / count * 1e6:.2f} µs each, {count / taken:,.0f} a second")


async def test_32_agents_at_100_deltas_a_second(store: Store) -> None:
    parts = [(await growing_part(store))[1] for _ in range(32)]
    stalls: list[float] = []

    async def agent(part: TextPart) -> None:
        for _ in range(200):
            store.append_text(part, "some words ")
            await asyncio.sleep(0.01)

    async def heart() -> None:
        while True:
            start = time.perf_counter()
            await asyncio.sleep(0.005)
            stalls.append(time.perf_counter() - start - 0.005)

    beating = asyncio.ensure_future(heart())
    processor, start = time.process_time(), time.perf_counter()
    await asyncio.gather(*map(agent, parts))
    processor, taken = time.process_time() - processor, time.perf_counter() - start
    beating.cancel()
    print(
        f"\n32 agents: {6400 / taken:,.0f} deltas a second, {processor / taken:.0%} of a core "
        f"with their sleeping, loop late by {milliseconds(stalls)}, worst {max(stalls) * 1000:.1f} ms"
    )


async def test_open_a_long_conversation(store: Store) -> None:
    session = await store.create_session(Session(project_id="p", directory="/"))
    start = time.perf_counter()
    for _ in range(100):
        async with store.batch() as batch:
            for number in range(100):
                role = "user" if number % 2 else "assistant"
                message = Message(session_id=session.id, role=role, completed=1.0)  # type: ignore[arg-type]
                part = TextPart(
                    message_id=message.id, session_id=session.id, text=f"words {number} " * 40
                )
                await batch.add_message(message, [part])
    print(f"\nwriting 10,000 messages: {time.perf_counter() - start:.2f} s")

    async def timed(name: str, times: int, work) -> None:  # type: ignore[no-untyped-def]
        taken = []
        for _ in range(times):
            start = time.perf_counter()
            await work()
            taken.append(time.perf_counter() - start)
        print(f"{name}: {milliseconds(taken)}")

    await timed("message_index of 10,000", 20, lambda: store.message_index(session.id))
    await timed(
        "the newest 100 messages", 20, lambda: store.messages(session.id, limit=100, newest=True)
    )
    await timed("all 10,000 messages", 3, lambda: store.messages(session.id))
    await timed("a search over 10,000", 10, lambda: store.search("words 77"))
    paths = store.paths
    await store.close()
    start = time.perf_counter()
    again = await Store.open(paths, Bus())
    await again.messages(session.id, limit=100, newest=True)
    print(f"opening the file and the newest 100: {(time.perf_counter() - start) * 1000:.1f} ms")
    (paths.leases / "lease_dead-1.lease").touch()
    start = time.perf_counter()
    third = await Store.open(paths, Bus())
    print(f"opening after an unclean end: {(time.perf_counter() - start) * 1000:.1f} ms")
    await third.close()
    await again.close()
