"""``spinney back``: go back to a prompt of a session, without a window."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core.cli.running import run_command, shown
from core.errors import SpinneyError

if TYPE_CHECKING:
    from core.checkpoints.models import Checkpoint, FileChange, RevertPreview, RevertResult
    from core.engine import Engine
    from core.sessions.models import Session


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="spinney back",
        description="List the prompts of a session, and go back to just before one of them. Without "
        "--yes only what would happen is shown.",
    )
    parser.add_argument("--session", metavar="ID", help="the session (default: the newest here)")
    parser.add_argument("--cwd", metavar="D", type=Path, default=Path(), help="the folder")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--to", metavar="N", help="the prompt: its number in the list, or its id")
    which.add_argument("--redo", action="store_true", help="bring back what going back undid")
    which.add_argument("--diff", action="store_true", help="show what the session changed")
    parser.add_argument("--what", choices=("both", "files", "conversation"), default="both")
    parser.add_argument(
        "--overwrite", metavar="PATH", action="append", default=[],
        help="a file that someone else changed too, and that goes back nevertheless; may be repeated",
    )  # fmt: skip
    parser.add_argument("--yes", action="store_true", help="do it")
    return parser


def main(arguments: Sequence[str]) -> int:
    return run_command(back(parser().parse_args(arguments)))


async def back(options: argparse.Namespace) -> int:
    from core.engine import Engine
    from core.paths import Paths

    engine = await Engine.open(Paths.from_environment(), origin="exec", interactive=False)
    try:
        session = await _session(engine, options)
        if options.diff:
            print(shown(await engine.session_diff(session.id), "\n\t"), end="")
        elif options.redo:
            show(await engine.preview_redo(session.id), options.overwrite)
            if options.yes:
                tell(await engine.redo(session.id, overwrite=options.overwrite))
        elif options.to:
            message_id = _chosen(await engine.checkpoints(session.id), options.to)
            show(
                await engine.preview_revert(session.id, message_id, options.what),
                options.overwrite,
            )
            if options.yes:
                result = await engine.revert(
                    session.id, message_id, options.what, overwrite=options.overwrite
                )
                tell(result)
        else:
            listing(session, await engine.checkpoints(session.id))
    finally:
        await engine.close()
    return 0


async def _session(engine: Engine, options: argparse.Namespace) -> Session:
    if options.session:
        return await engine.store.get_session(options.session)
    directory = str(options.cwd.resolve())
    for session in await engine.store.list_sessions(roots_only=True):
        if session.directory == directory:
            return session
    raise SpinneyError(f"There is no session in {directory}.", "Name one with --session.")


def _chosen(prompts: Sequence[Checkpoint], wanted: str) -> str:
    ids = [prompt.message_id for prompt in prompts]
    if wanted in ids:
        return wanted
    if wanted.isdigit() and 1 <= int(wanted) <= len(ids):
        return ids[int(wanted) - 1]
    raise SpinneyError(f"There is no prompt {wanted} to go back to.", "See the list: spinney back.")


def listing(session: Session, prompts: Sequence[Checkpoint]) -> None:
    print(f"{session.id}  {shown(session.title) or '(no title)'}")
    for number, prompt in enumerate(prompts, 1):
        said = shown(" ".join(prompt.prompt.split())[:80])
        print(
            f"{number:>4}  {prompt.files:>3} files +{prompt.additions} -{prompt.deletions}  {said}"
        )
    if not prompts:
        print("There is no prompt to go back to: none has a checkpoint.")


def show(preview: RevertPreview, overwrite: Iterable[str]) -> None:
    """What would happen, line by line."""
    taken = set(overwrite)
    _lines(preview.changes, "")
    _lines((c for c in preview.conflicts if c.path in taken), "")
    _lines((c for c in preview.conflicts if c.path not in taken), "kept, someone else changed it: ")
    if preview.messages:
        print(f"{preview.messages} messages leave the conversation")
    if preview.problem:
        print(preview.problem)


def _lines(changes: Iterable[FileChange], before: str) -> None:
    for change in changes:
        lines = (
            "" if change.additions is None else f"  +{change.additions} -{change.deletions or 0}"
        )
        print(f"{before}{change.effect:<7}  {shown(change.path)}{lines}")


def tell(result: RevertResult) -> None:
    print(
        f"Done: {len(result.restored)} files are as they were, {len(result.kept)} were left alone."
    )
