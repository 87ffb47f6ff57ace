"""``spinney trust``: look at what a project brings along, and let it act."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from core.cli.running import run_command


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="spinney trust",
        description="Let a project's own settings, agents, commands and instructions act, as they "
        "are now. What changes later is shown and asked again.",
    )
    parser.add_argument("folder", nargs="?", type=Path, default=Path())
    parser.add_argument("--show", action="store_true", help="only say what there is")
    parser.add_argument("--revoke", action="store_true", help="trust the project no longer")
    return run_command(trust(parser.parse_args(arguments)))


async def trust(options: argparse.Namespace) -> int:
    from core.config.trust import TrustStore
    from core.engine import Engine
    from core.paths import Paths
    from core.projects import project_root

    paths = Paths.from_environment()
    paths.create()
    store = TrustStore(paths)
    root = project_root(options.folder)
    state = await store.state(root)
    for item in state.items:
        print(f"  {item.path}: {item.does}")
    if not state.items:
        print(f"{root} brings nothing along that could act.")
    if options.show:
        print("It is trusted." if state.trusted else "It is not trusted.")
    elif options.revoke:
        await store.revoke(root)
        print(f"{root} is no longer trusted.")
    else:
        engine = await Engine.open(paths, origin="exec", interactive=False)
        try:
            await engine.trust(root, state)
        finally:
            await engine.close()
        print(f"{root} is trusted as it is now.")
    return 0
