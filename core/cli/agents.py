"""``spinney agents``: which agents there are here, what one may do, and making a new one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from core.cli.running import run_command


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="spinney agents", description="List and make agents.")
    parser.add_argument("--cwd", metavar="D", type=Path, default=Path())
    actions = parser.add_subparsers(dest="action")
    listing = actions.add_parser("list", help="all agents that hold here")
    listing.add_argument("--json", action="store_true")
    show = actions.add_parser("show", help="one agent as it was read")
    show.add_argument("name")
    generate = actions.add_parser("generate", help="make an agent from a description")
    generate.add_argument("description")
    generate.add_argument("--model", metavar="M")
    generate.add_argument("--save", choices=["user", "project"], help="write it as a file")
    return parser


def main(arguments: Sequence[str]) -> int:
    return run_command(agents(parser().parse_args(arguments)))


async def agents(options: argparse.Namespace) -> int:
    from core.engine import Engine
    from core.paths import Paths

    engine = await Engine.open(Paths.from_environment(), origin="exec", interactive=False)
    try:
        catalog = await engine.agents(options.cwd)
        if options.action == "show":
            print(catalog.get(options.name).model_dump_json(indent=2, exclude_defaults=True))
        elif options.action == "generate":
            made = await engine.generate_agent(options.cwd, options.description, options.model)
            print(made.model_dump_json(indent=2, exclude_defaults=True))
            if options.save:
                path = await engine.save_agent(options.cwd, made, options.save)
                print(f"Saved as {path}.", file=sys.stderr)
        else:
            for agent in sorted(catalog, key=lambda agent: agent.name):
                if getattr(options, "json", False):
                    print(agent.model_dump_json(exclude_defaults=True))
                else:
                    hidden = " (hidden)" if agent.hidden else ""
                    print(f"{agent.name:<16} {agent.mode:<9} {agent.source}{hidden}")
                    print(f"    {' '.join(agent.description.split())[:160]}")
            for problem in catalog.problems:
                print(f"spinney: {problem.path}: {problem.sentence}", file=sys.stderr)
    finally:
        await engine.close()
    return 0
