"""``spinney review``: a review of a change by an agent that only reads, without a window."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core.cli.exec import interrupt_signals
from core.cli.running import fail, run_command

if TYPE_CHECKING:
    from core.engine import Engine
    from core.events import Event

DONE, USAGE, INTERRUPTED = 0, 2, 130


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="spinney review",
        description="Review uncommitted changes, a branch, a commit, or what you describe.",
        epilog="Exit code: 0 done (with or without findings), 1 failed, 2 wrong usage, "
        "130 interrupted.",
    )
    parser.add_argument(
        "text", metavar="TEXT", nargs="?", default="", help="what to review, in words"
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--base", metavar="B", help="everything that changed since branch B")
    which.add_argument("--commit", metavar="C", help="what commit C changed")
    parser.add_argument("--cwd", metavar="D", type=Path, default=Path(), help="the folder")
    parser.add_argument("--model", metavar="M", help="provider/model instead of the configured one")
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    return parser


def main(arguments: Sequence[str]) -> int:
    options = parser().parse_args(arguments)
    if options.text and (options.base or options.commit):
        return fail("Give a text, --base or --commit, not several.", "", USAGE)
    return run_command(review(options))


async def review(options: argparse.Namespace) -> int:
    from core.engine import Engine
    from core.paths import Paths
    from core.review.models import ReviewTarget

    if options.base:
        target = ReviewTarget("base", options.base)
    elif options.commit:
        target = ReviewTarget("commit", options.commit)
    else:
        target = ReviewTarget("text", options.text) if options.text else ReviewTarget()
    engine = await Engine.open(Paths.from_environment(), origin="exec", interactive=False)
    try:
        return await carry_out(engine, options, target)
    finally:
        await engine.close()


async def carry_out(engine: Engine, options: argparse.Namespace, target: object) -> int:
    from core.review.export import as_json, as_markdown
    from core.review.models import ReviewTarget

    assert isinstance(target, ReviewTarget)
    session = await engine.create_session(options.cwd, model=options.model)
    await engine.change_session(session.id, title=f"Review: {target.title}")
    if not options.json:
        engine.bus.subscribe(show_progress, ("message.part.updated",))
    interrupted = asyncio.Event()
    with interrupt_signals(interrupted):
        work = asyncio.create_task(engine.review(session.id, target))
        stop = asyncio.create_task(interrupted.wait())
        await asyncio.wait([work, stop], return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            await engine.interrupt(session.id)
            await asyncio.wait([work], timeout=10)
        stop.cancel()
    if interrupted.is_set():
        work.cancel()
        await asyncio.wait([work])
        if not work.cancelled():
            work.exception()
        return INTERRUPTED
    part = await work
    print(as_json(part) if options.json else as_markdown(part).rstrip())
    return DONE


def show_progress(event: Event) -> None:
    """Tell on standard error how many parts of a large change are done."""
    part = getattr(event, "part", None)
    target = getattr(part, "target", None)
    if target and target.get("of", 1) > 1 and target.get("state") == "running":
        print(f"spinney: {target['done']} of {target['of']} parts reviewed", file=sys.stderr)
