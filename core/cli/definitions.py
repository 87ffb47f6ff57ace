"""``spinney commands`` and ``spinney skills``: which there are here, where each comes from, and why
another is not used."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from core.cli.running import run_command, shown


def parser(kind: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"spinney {kind}s", description=f"List the {kind}s that hold here."
    )
    parser.add_argument("--cwd", metavar="D", type=Path, default=Path())
    parser.add_argument("--json", action="store_true", help="one a line, as JSON")
    return parser


def commands(arguments: Sequence[str]) -> int:
    return run_command(_list("command", parser("command").parse_args(arguments)))


def skills(arguments: Sequence[str]) -> int:
    return run_command(_list("skill", parser("skill").parse_args(arguments)))


async def _list(kind: str, options: argparse.Namespace) -> int:
    from core.engine import Engine
    from core.paths import Paths

    engine = await Engine.open(Paths.from_environment(), origin="exec", interactive=False)
    try:
        found = await engine.setup.definitions(options.cwd)
    finally:
        await engine.close()
    for row in found.rows:
        if row.kind != kind:
            continue
        if options.json:
            print(json.dumps(asdict(row), ensure_ascii=False))
            continue
        print(f"{row.name:<20} {shown(row.source)}")
        print(f"    {shown(' '.join(row.description.split())[:160])}")
        for note in row.notes:
            print(f"    ({shown(note)})")
    for fault in (*found.problems, *found.skipped):
        if fault.key == kind:
            print(f"spinney: {shown(fault.place)}: {shown(fault.sentence)}", file=sys.stderr)
    return 0
