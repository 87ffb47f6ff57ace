"""A process that is killed loses nothing it confirmed; two processes do not disturb each other."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

from core.bus import Bus
from core.paths import ROOT, Paths
from core.sessions.recovery import recover
from core.sessions.store import Store
from tests.core.sessions import make

KILLS = 12
STREAMED_FOR_SURE = 1.0
"""Seconds after which streamed text must be stored, on a machine that is busy with other tests."""


async def writer(paths: Paths, session_id: str, count: int) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        str(Path(__file__).with_name("writer.py")),
        str(ROOT),
        str(paths.config),
        session_id,
        str(count),
        stdout=asyncio.subprocess.PIPE,
        cwd=paths.data,
    )


async def until_killed(process: asyncio.subprocess.Process, seconds: float) -> list[list[str]]:
    """Let it work for some time, kill it, and return all it had said by then."""
    assert process.stdout is not None
    said = [(await process.stdout.readline()).decode().split()]
    loop = asyncio.get_running_loop()
    loop.call_later(seconds, process.kill)
    while line := await process.stdout.readline():
        if line.endswith(b"\n"):
            said.append(line.decode().split())
    await process.wait()
    return said


async def test_nothing_confirmed_is_lost_when_the_process_is_killed(paths: Paths, bus: Bus) -> None:
    store = await Store.open(paths, bus)
    session = await make.session(store)
    await store.close()
    chance = random.Random(7)
    confirmed: list[str] = []
    for _ in range(KILLS):
        said = await until_killed(
            await writer(paths, session.id, 0), chance.choice([0.02, 0.3, 1.3]) * chance.random()
        )
        assert said[0] == ["ready"]
        confirmed += [words[1] for words in said if words[0] == "stored"]
        streaming = [words[1] for words in said if words[0] == "streaming"]
        deltas = [float(words[2]) for words in said if words[0] == "delta"]
        store = await Store.open(paths, bus)
        recovered = await recover(store)
        stored = {entry.info.id: entry for entry in await store.messages(session.id)}
        assert [message for message in confirmed if message not in stored] == []
        if streaming:
            assert [message.id for message in recovered.messages] == streaming
            message = stored[streaming[0]]
            assert message.info.error is not None
            numbers = message.text.split()
            assert numbers == [str(number) for number in range(len(numbers))]
            old = [moment for moment in deltas if moment < deltas[-1] - STREAMED_FOR_SURE]
            assert len(numbers) >= len(old)
        await store.close()
    assert confirmed


async def test_two_processes_write_into_one_session_at_once(paths: Paths, store: Store) -> None:
    session = await make.session(store)
    process = await writer(paths, session.id, 150)
    assert process.stdout is not None
    assert await process.stdout.readline() == b"ready\n"
    mine = [(await make.said(store, session, f"mine {number}")).id for number in range(150)]
    output = (await process.communicate())[0].decode().split()
    assert process.returncode == 0
    theirs = [word for word in output if word != "stored"]
    order = [row[0] for row in await store.message_index(session.id)]
    assert sorted(order) == sorted(mine + theirs)
    assert [message for message in order if message in set(mine)] == mine
    assert [message for message in order if message in set(theirs)] == theirs
    assert not await recover(store)


async def test_a_store_beside_another_sees_its_changes(paths: Paths, store: Store) -> None:
    session = await make.session(store)
    other = await Store.open(paths, Bus())
    before = await store.changes_elsewhere()
    await make.said(store, session, "mine")
    assert await store.changes_elsewhere() == before
    await make.said(other, session, "from the other")
    assert await store.changes_elsewhere() != before
    assert [entry.text for entry in await store.messages(session.id)] == [
        "mine",
        "from the other",
    ]
    await other.close()
