"""``spinney hooks``, ``spinney mcp`` and ``spinney schedules``: what is plugged in here."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core.cli.running import run_command, shown

if TYPE_CHECKING:
    from core.engine import Engine

_START = 30.0
ACTIONS = {
    "hooks": {"list": "all hooks that hold here", "trust": "agree to those that wait, as they are"},
    "mcp": {"list": "all servers that hold here", "trust": "agree to those that wait, as they are"},
    "schedules": {
        "list": "all schedules, with their next time",
        "run": "be open until interrupted",
    },
}


def parser(what: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"spinney {what}", description=f"Look after {what}.")
    parser.add_argument("--cwd", metavar="D", type=Path, default=Path())
    actions = parser.add_subparsers(dest="action")
    for name, text in ACTIONS[what].items():
        actions.add_parser(name, help=text)
    return parser


def hooks(arguments: Sequence[str]) -> int:
    return run_command(_with_engine("hooks", parser("hooks").parse_args(arguments)))


def mcp(arguments: Sequence[str]) -> int:
    return run_command(_with_engine("mcp", parser("mcp").parse_args(arguments)))


def schedules(arguments: Sequence[str]) -> int:
    return run_command(_with_engine("schedules", parser("schedules").parse_args(arguments)))


async def _with_engine(what: str, options: argparse.Namespace) -> int:
    from core.engine import Engine
    from core.paths import Paths
    from core.projects import project_root

    watching = options.action == "run"
    engine = await Engine.open(Paths.from_environment(), origin="exec", interactive=watching)
    try:
        root = project_root(options.cwd)
        await engine.projects.context(root)
        if what == "hooks":
            await _hooks(engine, root, agree=options.action == "trust")
        elif what == "mcp":
            await _servers(engine, root, agree=options.action == "trust")
        else:
            await _schedules(engine, watching)
        if what != "schedules":
            for note in engine.extensions.notes(root):
                print(f"spinney: {note}", file=sys.stderr)
    finally:
        await engine.close()
    return 0


async def _hooks(engine: Engine, root: Path, *, agree: bool) -> None:
    runner = engine.extensions.hooks
    waiting = {seen.hook: seen for seen in await runner.untrusted(root)}
    found = runner.known(root)
    for hook in found:
        seen = waiting.get(hook)
        state = "agreed to" if seen is None else seen.state
        print(f"{hook.event:<20} {state:<9} {shown(hook.line)}\n    {shown(hook.source)}")
        for file in seen.files if seen else ():
            print(f"    runs {shown(str(file))}")
    if not found:
        print("There are no hooks.")
    if agree:
        for seen in waiting.values():
            await runner.trust.trust(seen, root)
        print(f"Agreed to {len(waiting)} hooks as they are now.")


async def _servers(engine: Engine, root: Path, *, agree: bool) -> None:
    await engine.extensions.use(root)
    servers = engine.extensions.servers
    await servers.settle(root, None, _START)
    if agree:
        waiting = [status for status in servers.statuses() if status.state == "unconfirmed"]
        for status in waiting:
            await servers.confirm_server(status.key)
        print(f"Agreed to {len(waiting)} servers as they are now.")
        await servers.settle(root, None, _START)
    for status in servers.statuses():
        offer = status.offer
        print(f"{status.spec.name:<20} {status.state:<12} {shown(status.spec.shown)}")
        print(
            f"    {len(offer.tools)} tools, {len(offer.prompts)} prompts, "
            f"{len(offer.resources)} resources; {shown(status.spec.source)}"
        )
        if status.error:
            print(f"    {shown(status.error)}")
        for tool in status.waiting_tools:
            print(f"    {tool.name} is {tool.state} and waits for you in the settings")
    if not servers.statuses():
        print("There are no MCP servers.")


async def _schedules(engine: Engine, watching: bool) -> None:
    from core.schedules import CLOSED_NOTE
    from core.schedules.definition import schedules_from

    scheduler = engine.extensions.scheduler
    if not watching:
        # Listing must not send anything: the clock is looked at only by who stays open.
        found = schedules_from(engine.extensions.settings.schedule).schedules
        statuses = await scheduler.statuses_of(found)
    else:
        statuses = await scheduler.statuses()
    for status in statuses:
        schedule = status.schedule
        when = _time(status.next) if status.next else "never again"
        print(f"{schedule.name:<30} {schedule.cron or 'once':<14} next {when}")
        for run in status.history[:3]:
            print(f"    {_time(run.started)} {run.outcome} {run.session_id}{run.error}")
    if not statuses:
        print("There are no schedules.")
    print(CLOSED_NOTE)
    if watching and statuses:
        await asyncio.Event().wait()


def _time(moment: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))
