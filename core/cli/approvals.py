"""``spinney approvals``: what was allowed for good, and taking it back."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

from core.cli.running import fail, run_command


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="spinney approvals")
    actions = parser.add_subparsers(dest="action", required=True)
    listing = actions.add_parser("list", help="all that hold")
    listing.add_argument("--json", action="store_true")
    revoke = actions.add_parser("revoke", help="take one back")
    revoke.add_argument("id")
    return run_command(approvals(parser.parse_args(arguments)))


async def approvals(options: argparse.Namespace) -> int:
    from core.bus import Bus
    from core.paths import Paths
    from core.sessions.store import Store

    paths = Paths.from_environment()
    paths.create()
    store = await Store.open(paths, Bus())
    try:
        held = await store.approvals()
        if options.action == "revoke":
            if options.id not in {approval.id for approval in held}:
                return fail(
                    f"There is no approval {options.id}.", "spinney approvals list names them."
                )
            await store.revoke_approval(options.id)
            print(f"{options.id} no longer holds.")
            return 0
        for approval in held:
            if options.json:
                print(approval.model_dump_json(exclude_none=True))
            else:
                when = time.strftime("%Y-%m-%d %H:%M", time.localtime(approval.created))
                print(
                    f"{approval.id}  {when}  {approval.scope} {approval.scope_id}  "
                    f"{approval.permission}:{approval.pattern}"
                )
        if not held and not options.json:
            print("Nothing was allowed for good.")
    finally:
        await store.close()
    return 0
