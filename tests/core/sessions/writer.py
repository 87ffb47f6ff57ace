"""A process that writes into a store until it is killed, and says what was confirmed.

Started as ``python -I writer.py ROOT HOME SESSION COUNT``; a count of 0 goes on for ever.
"""

from __future__ import annotations

import asyncio
import sys

sys.path.insert(0, sys.argv[1])

from core.bus import Bus
from core.paths import Paths
from core.sessions.models import Message, TextPart
from core.sessions.store import Store


def say(*words: object) -> None:
    print(*words, flush=True)


async def write(store: Store, session_id: str, count: int) -> None:
    written = 0
    while not count or written < count:
        message = Message(session_id=session_id, role="user", completed=1.0)
        part = TextPart(message_id=message.id, session_id=session_id, text=message.id * 20)
        await store.add_message(message, [part])
        say("stored", message.id)
        written += 1


async def stream(store: Store, session_id: str) -> None:
    message = Message(session_id=session_id, role="assistant")
    part = TextPart(message_id=message.id, session_id=session_id)
    await store.add_message(message, [part])
    say("streaming", message.id)
    loop = asyncio.get_running_loop()
    start = loop.time()
    number = 0
    while True:
        store.append_text(part, f"{number} ")
        say("delta", number, loop.time() - start)
        number += 1
        await asyncio.sleep(0.01)


async def main() -> None:
    home, session_id, count = sys.argv[2], sys.argv[3], int(sys.argv[4])
    store = await Store.open(Paths.from_environment({"SPINNEY_HOME": home}), Bus())
    say("ready")
    if count:
        await write(store, session_id, count)
        await store.close()
    else:
        await store.begin_run(session_id, "turn")
        await asyncio.gather(
            stream(store, session_id), *(write(store, session_id, 0) for _ in range(4))
        )


asyncio.run(main())
