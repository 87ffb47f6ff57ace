"""Leaving while something is still at work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from core.engine import Engine
from desktop import dialogs
from desktop.chat.words import count
from desktop.i18n import translate
from desktop.main_window import MainWindow


async def wait_for_leave(
    window: MainWindow, engine: Callable[[], Engine | None], at_work: Callable[[], int]
) -> None:
    """Return when the window may close; asks first if work would be cut off."""
    while True:
        await window.close_wanted.wait()
        running = at_work()
        opened = engine()
        if window.close_forced or not running or opened is None:
            return
        asking = asyncio.ensure_future(_ask(window, running))
        window.close_wanted.clear()
        again = asyncio.ensure_future(_forced(window))
        try:
            await asyncio.wait({asking, again}, return_when=asyncio.FIRST_COMPLETED)
            answer = asking.result() if asking.done() else "leave"
        finally:
            for waiting in (asking, again):
                waiting.cancel()
            await asyncio.gather(asking, again, return_exceptions=True)
        if answer == "stop":
            await opened.stop_all()
            return
        if answer == "leave":
            return


async def _forced(window: MainWindow) -> None:
    while not window.close_forced:
        await window.close_wanted.wait()
        if not window.close_forced:
            window.close_wanted.clear()


async def _ask(window: MainWindow, running: int) -> str:
    going_on = count(
        running,
        translate("Desk", "{} piece of work is still going on."),
        translate("Desk", "{} pieces of work are still going on."),
    )
    choice = translate(
        "Desk",
        "Stop everything, or leave: what was interrupted can be taken up again at the next start.",
    )
    return await dialogs.choose(
        window,
        translate("Desk", "Leave while something is running?"),
        f"{going_on} {choice}",
        [
            ("stop", translate("Desk", "Stop and quit")),
            ("leave", translate("Desk", "Quit and resume later")),
            ("stay", translate("Desk", "Keep working")),
        ],
    )
