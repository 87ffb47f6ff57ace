"""Who works and who waits in line."""

from __future__ import annotations

import asyncio

from core.tasks.slots import Slots


async def settle() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


async def test_places_are_given_out_in_the_order_they_were_asked_for() -> None:
    slots, order = Slots(1), []

    async def work(name: str) -> None:
        await slots.acquire(name)
        order.append(name)

    await work("a")
    waiting = [asyncio.create_task(work(name)) for name in "bcd"]
    for holder in "abc":
        await settle()
        slots.release(holder)
    await asyncio.gather(*waiting)
    assert order == list("abcd")


async def test_a_run_that_continues_goes_before_those_that_have_not_started() -> None:
    slots, order = Slots(1), []

    async def work(name: str, first: bool) -> None:
        await slots.acquire(name, first=first)
        order.append(name)

    await slots.acquire("holder")
    tasks = [asyncio.create_task(work("new", False))]
    await settle()
    tasks.append(asyncio.create_task(work("continues", True)))
    await settle()
    slots.release("holder")
    await settle()
    slots.release("continues")
    await asyncio.gather(*tasks)
    assert order == ["continues", "new"]


async def test_one_who_gives_up_waiting_takes_no_place() -> None:
    slots = Slots(1)
    await slots.acquire("a")
    waiting = asyncio.create_task(slots.acquire("b"))
    await settle()
    waiting.cancel()
    await asyncio.wait([waiting])
    slots.release("a")
    assert slots.free == 1


async def test_one_who_is_cancelled_as_the_place_is_handed_over_gives_it_back() -> None:
    slots = Slots(1)
    await slots.acquire("a")
    waiting = asyncio.create_task(slots.acquire("b"))
    await settle()
    slots.release("a")
    waiting.cancel()
    await asyncio.wait([waiting])
    assert slots.free == 1


async def test_twenty_parents_that_wait_for_twenty_children_do_not_lock_each_other_out() -> None:
    slots, done = Slots(20), []

    async def child(name: str) -> None:
        await slots.acquire(name)
        await asyncio.sleep(0)
        slots.release(name)
        done.append(name)

    async def parent(number: int) -> None:
        await slots.acquire(f"parent {number}")
        slots.release(f"parent {number}")
        await child(f"child {number}")
        await slots.acquire(f"parent {number}", first=True)
        slots.release(f"parent {number}")

    async with asyncio.timeout(5):
        await asyncio.gather(*(parent(number) for number in range(20)))
    assert len(done) == 20
