"""``spinney sessions``: what conversations there are, and taking them out or in."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from core.cli.running import run_command
from core.errors import SpinneyError


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="spinney sessions", description="List sessions.")
    parser.add_argument("--json", action="store_true", help="one session a line as JSON")
    parser.add_argument("--all", action="store_true", help="archived ones and children too")
    parser.add_argument("--search", metavar="TEXT", help="find text in what was said")
    parser.add_argument("--export", metavar="ID", help="write a session as JSON lines to stdout")
    parser.add_argument("--import", metavar="FILE", dest="import_file", help="read one; - is stdin")
    parser.add_argument("--limit", metavar="N", type=int, default=50, help="how many (default 50)")
    return parser


def main(arguments: Sequence[str]) -> int:
    return run_command(sessions(parser().parse_args(arguments)))


def lines_of(name: str) -> list[str]:
    """The lines of a file that a person named, or of standard input."""
    if name == "-":
        return sys.stdin.read().splitlines()
    try:
        return Path(name).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SpinneyError(
            f"{name} cannot be read: {error}.", "Name an exported session."
        ) from None


async def sessions(options: argparse.Namespace) -> int:
    from core.bus import Bus
    from core.paths import Paths
    from core.redact import Redactor
    from core.sessions.export import export_session, import_session
    from core.sessions.store import Store

    paths = Paths.from_environment()
    paths.create()
    store = await Store.open(paths, Bus())
    try:
        if options.export:
            async for line in export_session(store, options.export, Redactor()):
                print(line)
        elif options.import_file:
            session = await import_session(store, lines_of(options.import_file))
            print(session.id)
        elif options.search:
            for hit in await store.search(options.search, limit=options.limit):
                if options.json:
                    print(json.dumps(dataclasses.asdict(hit), ensure_ascii=False))
                else:
                    print(f"{hit.session_id}  {hit.title}\n    {hit.snippet}")
        else:
            listed = await store.list_sessions(
                roots_only=not options.all, archived=options.all, limit=options.limit
            )
            for session in listed:
                if options.json:
                    print(session.model_dump_json(exclude_none=True))
                else:
                    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(session.updated))
                    title = session.title or "(no title)"
                    print(
                        f"{session.id}  {when}  {session.agent:<8}  {title}  [{session.directory}]"
                    )
            if not listed and not options.json:
                print("There are no sessions yet. Start one with: spinney exec 'what to do'")
    finally:
        await store.close()
    return 0
