"""The order in which the calls of one answer run."""

from __future__ import annotations

import asyncio

import pytest

from core.loop.calls import Calls


class Recorder:
    def __init__(self) -> None:
        self.log: list[str] = []
        self.gates: dict[str, asyncio.Event] = {}

    def call(self, name: str):
        self.gates[name] = asyncio.Event()

        async def run() -> None:
            self.log.append(f"{name} starts")
            await self.gates[name].wait()
            self.log.append(f"{name} ends")

        return run


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_reads_run_beside_each_other_and_a_write_waits_for_them() -> None:
    recorder, calls = Recorder(), Calls()
    calls.start(recorder.call("read 1"), beside_others=True)
    calls.start(recorder.call("read 2"), beside_others=True)
    calls.start(recorder.call("write"), beside_others=False)
    calls.start(recorder.call("read 3"), beside_others=True)
    await settle()
    assert recorder.log == ["read 1 starts", "read 2 starts"]
    recorder.gates["read 2"].set()
    await settle()
    assert "write starts" not in recorder.log
    recorder.gates["read 1"].set()
    await settle()
    assert recorder.log[-1] == "write starts"
    recorder.gates["write"].set()
    await settle()
    assert recorder.log[-1] == "read 3 starts"
    recorder.gates["read 3"].set()
    await calls.finish()


async def test_a_failing_call_lets_the_others_end_and_is_raised_then() -> None:
    recorder, calls = Recorder(), Calls()

    async def fails() -> None:
        raise RuntimeError("broken")

    calls.start(fails, beside_others=True)
    calls.start(recorder.call("read"), beside_others=True)
    recorder.gates["read"].set()
    with pytest.raises(RuntimeError, match="broken"):
        await calls.finish()
    assert recorder.log == ["read starts", "read ends"]


async def test_cancelling_ends_calls_that_run_and_calls_that_wait() -> None:
    recorder, calls = Recorder(), Calls()
    calls.start(recorder.call("write 1"), beside_others=False)
    calls.start(recorder.call("write 2"), beside_others=False)
    waiting = asyncio.create_task(calls.finish())
    await settle()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert recorder.log == ["write 1 starts"]
    assert all(task.done() for task in calls.tasks)
