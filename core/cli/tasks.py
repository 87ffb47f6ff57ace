"""``spinney tasks``: what runs or ran in the background."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from core.cli.running import run_command


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="spinney tasks", description="List tasks, newest last.")
    parser.add_argument("--json", action="store_true", help="one task a line as JSON")
    parser.add_argument(
        "--state", action="append", help="only tasks in this state; may be repeated"
    )
    parser.add_argument("--session", metavar="ID", help="only tasks under this root session")
    parser.add_argument("--limit", metavar="N", type=int, default=50)
    return run_command(tasks(parser.parse_args(arguments)))


async def tasks(options: argparse.Namespace) -> int:
    from core.bus import Bus
    from core.paths import Paths
    from core.sessions.recovery import recover
    from core.sessions.store import Store

    paths = Paths.from_environment()
    paths.create()
    store = await Store.open(paths, Bus())
    try:
        # What a process that was killed left "running" is not running.
        await recover(store)
        found = await store.tasks(
            states=options.state, root_session_id=options.session, limit=options.limit
        )
    finally:
        await store.close()
    for task in found:
        if options.json:
            print(task.model_dump_json(exclude_none=True))
        else:
            who = task.agent or task.kind
            print(
                f"{task.id}  {task.state:<11}  {who:<10}  {task.tool_count:>3} calls  "
                f"{task.usage.total:>8} tokens  {task.description}"
            )
    if not found and not options.json:
        print("There are no tasks.")
    return 0
