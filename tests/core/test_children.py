"""A killed child is waited for to its end, whoever loses patience."""

from __future__ import annotations

import asyncio

import pytest

from core.children import collect


async def test_a_wait_that_is_cancelled_twice_leaves_no_task_behind() -> None:
    child = await asyncio.create_subprocess_exec("sleep", "300")
    waiting = asyncio.ensure_future(collect(child.wait()))
    await asyncio.sleep(0)
    for _ in range(2):
        waiting.cancel()
        await asyncio.sleep(0)
    assert not waiting.done()
    child.kill()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert child.returncode is not None
    assert asyncio.all_tasks() == {asyncio.current_task()}
