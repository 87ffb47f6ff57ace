"""``spinney exec``: one prompt through the real engine, without a window."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core.cli.running import fail, run_command
from core.errors import SpinneyError

if TYPE_CHECKING:
    from core.engine import Engine

DEMO = "demo/tour"
DONE, FAILED, USAGE, REFUSED, INTERRUPTED = 0, 1, 2, 3, 130


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="spinney exec",
        description="Run an agent on a prompt and print its answer.",
        epilog="Exit code: 0 done, 1 failed, 2 wrong usage, 3 ended because a permission was "
        "refused, 130 interrupted.",
    )
    parser.add_argument(
        "prompt", metavar="PROMPT", help="what to do; - reads it from standard input"
    )
    parser.add_argument(
        "--cwd", metavar="D", type=Path, help="the folder to work in (default: this one)"
    )
    parser.add_argument("--model", metavar="M", help="provider/model; demo/tour needs no key")
    parser.add_argument("--agent", metavar="A", help="the agent to use (default: build)")
    parser.add_argument(
        "--mode", metavar="MODE", help="permission mode, such as acceptEdits or plan"
    )
    parser.add_argument(
        "--allow",
        metavar="RULE",
        action="append",
        default=[],
        help="allow something, such as edit, 'bash:npm test *'; may be repeated",
    )
    parser.add_argument("--session", metavar="ID", help="go on with an earlier session")
    parser.add_argument(
        "--json", action="store_true", help="print one event a line instead of text"
    )
    parser.add_argument(
        "--max-steps", metavar="N", type=int, help="end after so many model requests"
    )
    parser.add_argument(
        "--trust", action="store_true", help="let this project's own settings act, for this run"
    )
    return parser


def main(arguments: Sequence[str]) -> int:
    options = parser().parse_args(arguments)
    prompt = sys.stdin.read() if options.prompt == "-" else options.prompt
    if not prompt.strip():
        return fail("The prompt is empty.", "Say what to do, or pipe it in with -.", USAGE)
    if options.max_steps is not None and options.max_steps < 1:
        return fail("--max-steps must be at least 1.", "", USAGE)
    return run_command(execute(options, prompt))


async def execute(options: argparse.Namespace, prompt: str) -> int:
    from core.engine import Engine
    from core.events import Event, SessionUpdated
    from core.paths import Paths
    from core.permissions.modes import parse_mode
    from core.permissions.rules import parse_rule

    try:
        rules = [parse_rule(text) for text in options.allow]
        mode = parse_mode(options.mode) if options.mode else None
    except SpinneyError as error:
        return fail(error.sentence, error.hint, USAGE)
    engine = await Engine.open(Paths.from_environment(), origin="exec", interactive=False)
    try:
        session = await engine.start_exec(
            await folder_of(options, engine),
            session_id=options.session,
            agent=options.agent,
            model=options.model,
            mode=mode,
            rules=rules,
            max_steps=options.max_steps,
            trust=options.trust,
        )
        for problem in engine.problems(session):
            print(f"spinney: {problem}", file=sys.stderr)

        def show(event: Event) -> None:
            print(json.dumps(event.to_json(), ensure_ascii=False), flush=True)

        if options.json:
            engine.bus.subscribe(show)
            show(SessionUpdated(session.id, session))
        interrupted = asyncio.Event()
        with interrupt_signals(interrupted):
            work = asyncio.create_task(engine.run_to_end(session.id, prompt))
            stop = asyncio.create_task(interrupted.wait())
            await asyncio.wait([work, stop], return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                await engine.interrupt_all()
                await asyncio.wait([work], timeout=10)
                work.cancel()
            stop.cancel()
        if interrupted.is_set():
            return INTERRUPTED
        result = await work
        if not options.json and result.text:
            print(result.text)
        if result.outcome in ("failed", "limit"):
            print(f"spinney: {result.error}", file=sys.stderr)
        elif result.outcome == "refused":
            print(
                "spinney: The run ended because a permission was refused.",
                "Allow it with --allow, or choose another --mode.",
                file=sys.stderr,
            )
        return {"done": DONE, "refused": REFUSED, "interrupted": INTERRUPTED}.get(
            result.outcome, FAILED
        )
    finally:
        await engine.close()


async def folder_of(options: argparse.Namespace, engine: Engine) -> Path:
    """The folder that was named, or this one; the demo gets a sample project where there is none."""
    from core.llm.demo_project import is_demo_project

    here: Path = options.cwd or Path()
    if options.model != DEMO or options.cwd or options.session or is_demo_project(here):
        return here
    sample = await engine.prepare_demo()
    print(
        f"spinney: The demo works on a fresh copy of its sample project: {sample}", file=sys.stderr
    )
    return sample


@contextlib.contextmanager
def interrupt_signals(event: asyncio.Event) -> Iterator[None]:
    """Ctrl-C and a polite kill set the event instead of tearing the loop down."""
    loop = asyncio.get_running_loop()
    caught = []
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, event.set)
            caught.append(number)
    try:
        yield
    finally:
        for number in caught:
            loop.remove_signal_handler(number)
