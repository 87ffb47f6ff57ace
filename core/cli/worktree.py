"""``spinney worktree``: what agents left in worktrees, and bringing it back, without a window."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.cli.running import run_command
from core.errors import NotFound, SpinneyError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from core.worktrees.changes import Changes, Selection
    from core.worktrees.models import BinEntry, Merged, Worktree
    from core.worktrees.service import SessionWorktrees


def main(arguments: Sequence[str]) -> int:
    options = _parser().parse_args(arguments)
    return run_command(options.command(options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="spinney worktree", description=__doc__)
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--cwd", type=Path, default=Path(), metavar="D", help="the project")
    shared.add_argument("--json", action="store_true", help="one JSON object a line")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, command: Any, text: str, named: bool = True) -> argparse.ArgumentParser:
        added = commands.add_parser(name, parents=[shared], help=text, description=text)
        added.set_defaults(command=command)
        if named:
            added.add_argument("name", help="slug, branch, path or id")
        return added

    listing = add("list", list_worktrees, "List worktrees, newest last.", named=False)
    listing.add_argument("--all", action="store_true", help="of all projects")
    listing.add_argument("--bin", action="store_true", help="what is in the bin instead")
    create = add("create", create_worktree, "Make a worktree of this project.", named=False)
    create.add_argument("title", help="what it is for; its name is made from it")
    create.add_argument("--base", metavar="REV", help="start from this instead of what is here")
    create.add_argument(
        "--with-changes", action="store_true", help="take uncommitted changes along"
    )
    diff = add("diff", show_diff, "Show what changed in a worktree.")
    diff.add_argument("--stat", action="store_true", help="only names and counts")
    diff.add_argument("paths", nargs="*", help="only these files")
    for name, command, text in (
        ("merge", merge, "Merge a worktree's changes into the checkout it was made from."),
        ("apply", apply, "Bring them in as uncommitted changes."),
    ):
        bring = add(name, command, text)
        bring.add_argument("--check", action="store_true", help="only tell what would happen")
        bring.add_argument("--file", action="append", metavar="PATH", help="take this file")
        bring.add_argument(
            "--hunk", action="append", metavar="PATH:N,N", help="take these hunks, counted from 1"
        )
        if name == "merge":
            bring.add_argument("--how", choices=("merge", "squash", "rebase"), default="merge")
            bring.add_argument("-m", "--message", help="the commit's message")
    plan = add("plan", plan_several, "Tell which worktrees conflict with which.", named=False)
    plan.add_argument("names", nargs="*", help="only these")
    plan.add_argument("--merge", action="store_true", help="merge all that are clean")
    add("abort", abort, "Abort a merge or rebase that was left half done in a worktree.")
    add("undo", undo, "Undo the last merge, while nothing came after it.", named=False)
    add("discard", discard, "Put a worktree into the bin.")
    add("restore", restore, "Bring a worktree back from the bin.")
    add("delete", delete, "Delete something in the bin for good.")
    add("prune", prune, "Clear away unchanged and merged worktrees.", named=False)
    return parser


@asynccontextmanager
async def _opened() -> AsyncIterator[SessionWorktrees]:
    from core.bus import Bus
    from core.config.trust import TrustStore
    from core.paths import Paths
    from core.projects import Projects
    from core.sessions.store import Store
    from core.worktrees.service import SessionWorktrees

    paths = Paths.from_environment()
    paths.create()
    bus = Bus()
    store = await Store.open(paths, bus)
    try:
        service = SessionWorktrees.make(store, bus, Projects(paths, TrustStore(paths)), paths)
        await service.manager.settle_moves()
        yield service
        service.manager.leave_all()
    finally:
        await store.close()


@asynccontextmanager
async def _opened_with_hooks() -> AsyncIterator[SessionWorktrees]:
    """As above, with the hooks that may keep a worktree, or keep one from being made."""
    from core.engine import Engine
    from core.paths import Paths

    engine = await Engine.open(Paths.from_environment(), origin="exec", interactive=False)
    try:
        yield engine.worktrees
    finally:
        await engine.close()


async def _find(service: SessionWorktrees, options: argparse.Namespace, name: str) -> Worktree:
    """In this project if there is one of that name, else anywhere."""
    here: list[Worktree] = []
    try:
        here = await service.manager.all(options.cwd)
    except SpinneyError:
        here = []
    path = str(Path(name).resolve())
    for worktree in reversed(here):
        if name in (worktree.id, worktree.slug, worktree.branch) or path == worktree.path:
            return worktree
    return await service.manager.find(name)


def _tell(options: argparse.Namespace, facts: dict[str, Any], text: str) -> None:
    print(json.dumps(facts, ensure_ascii=False) if options.json else text)


async def list_worktrees(options: argparse.Namespace) -> int:
    async with _opened() as service:
        if options.bin:
            return await _list_bin(service, options)
        found = await service.manager.all(None if options.all else options.cwd)
        for worktree in found:
            status = await service.manager.status(worktree)
            facts = {
                **_facts(worktree),
                "ahead": status.ahead,
                "behind": status.behind,
                "staged": status.staged,
                "modified": status.modified,
                "untracked": status.untracked,
                "conflicts": status.conflicts,
                "missing": status.missing,
                "locked": status.locked,
                "in_use": status.in_use,
                "operation": status.operation,
            }
            marks = [f"+{status.ahead} −{status.behind}"]
            marks += ["changed"] if status.dirty else []
            marks += ["conflicts"] if status.conflicts else []
            marks += ["in use"] if status.in_use else []
            marks += ["missing"] if status.missing else []
            marks += ["merged"] if worktree.merged else []
            text = f"{worktree.slug:<32}  {', '.join(marks):<24}  {worktree.title}"
            _tell(options, facts, text)
        if not found and not options.json:
            print("There are no worktrees.")
    return 0


async def _list_bin(service: SessionWorktrees, options: argparse.Namespace) -> int:
    entries = service.manager.bin.entries()
    for entry in entries:
        size = await service.manager.bin.size(entry)
        facts = {**_facts(entry.worktree), **_bin_facts(entry), "size": size}
        text = f"{entry.worktree.slug:<32}  {size / 1e6:>8.1f} MB  {entry.why}  {entry.id}"
        _tell(options, facts, text)
    if not entries and not options.json:
        print("The bin is empty.")
    return 0


def _facts(worktree: Worktree) -> dict[str, Any]:
    wanted = {"id", "slug", "path", "branch", "base", "base_branch", "checkout", "title"}
    wanted |= {"session_id", "state", "created", "merged", "made_by", "notes"}
    return worktree.model_dump(mode="json", include=wanted)


def _bin_facts(entry: BinEntry) -> dict[str, Any]:
    return {"bin_id": entry.id, "bin_path": entry.path, "why": entry.why, "since": entry.discarded}


async def create_worktree(options: argparse.Namespace) -> int:
    async with _opened_with_hooks() as service:
        worktree = await service.manager.create(
            options.cwd.resolve(),
            options.title,
            base=options.base,
            with_changes=options.with_changes,
        )
        lines = [f"{worktree.path} on {worktree.branch}, from {worktree.base[:12]}."]
        _tell(options, _facts(worktree), "\n".join([*lines, *worktree.notes]))
    return 0


async def abort(options: argparse.Namespace) -> int:
    async with _opened() as service:
        worktree = await _find(service, options, options.name)
        ref = await service.merging.abort(worktree)
        text = f"What was half done in {worktree.slug} was aborted; {ref} keeps the state before."
        _tell(options, {**_facts(worktree), "ref": ref}, text)
    return 0


async def show_diff(options: argparse.Namespace) -> int:
    from core.worktrees.changes import hunks_of, patch_of

    async with _opened() as service:
        worktree = await _find(service, options, options.name)
        changes = await service.merging.changes(worktree)
        wanted = [f for f in changes.files if not options.paths or f.path in options.paths]
        if options.json:
            for file in wanted:
                hunks = [] if options.stat else await hunks_of(changes, file)
                facts = {
                    "path": file.path,
                    "kind": file.kind,
                    "old_path": file.old_path,
                    "additions": file.additions,
                    "deletions": file.deletions,
                    "binary": file.binary,
                    "hunks": [
                        {"header": h.header, "lines": [line.kind + line.text for line in h.lines]}
                        for h in hunks
                    ],
                }
                _tell(options, facts, "")
        elif options.stat:
            for file in wanted:
                print(f"{file.kind:<9} +{file.additions:<5} −{file.deletions:<5} {file.path}")
            print(changes.stat)
        else:
            text = await patch_of(changes, tuple(options.paths))
            print(text.encode("utf-8", "replace").decode(), end="")
    return 0


def _selection(options: argparse.Namespace, changes: Changes) -> Selection | None:
    """What ``--file`` and ``--hunk`` choose; None without them."""
    chosen: dict[str, frozenset[int] | None] = {}
    for path in options.file or ():
        chosen[changes.file(path).path] = None
    for text in options.hunk or ():
        path, _, numbers = text.rpartition(":")
        try:
            hunks = frozenset(int(number) - 1 for number in numbers.split(","))
        except ValueError:
            raise SpinneyError(
                f"{text!r} names no hunks.", "Write --hunk PATH:1,3 for the first and third."
            ) from None
        chosen[changes.file(path).path] = hunks
    return chosen or None


async def merge(options: argparse.Namespace) -> int:
    return await _bring(options, options.how)


async def apply(options: argparse.Namespace) -> int:
    return await _bring(options, "apply")


async def _bring(options: argparse.Namespace, how: Any) -> int:
    async with _opened() as service:
        worktree = await _find(service, options, options.name)
        changes = await service.merging.changes(worktree)
        selection = _selection(options, changes)
        if options.check:
            forecast = await service.merging.forecast(worktree, how, selection=selection)
            facts = {
                "clean": forecast.clean,
                "files": forecast.files,
                "conflicts": forecast.conflicts,
                "in_the_way": forecast.in_the_way,
            }
            lines = [f"conflict: {name}" for name in forecast.conflicts]
            lines += [f"in the way: {name}" for name in forecast.in_the_way]
            text = "\n".join(lines) or f"Clean; {len(forecast.files)} files would change."
            _tell(options, facts, text)
            return 0 if forecast.clean else 1
        message = getattr(options, "message", None)
        done = await service.merging.merge(worktree, how, selection=selection, message=message)
        _tell(options, _merged_facts(done), _merged_text(done))
    return 0


def _merged_facts(done: Merged) -> dict[str, Any]:
    return done.model_dump(mode="json", exclude_none=True)


def _merged_text(done: Merged) -> str:
    what = "applied as uncommitted changes" if done.how == "apply" else f"in {done.after[:12]}"
    return f"{done.slug}: {len(done.files)} files {what} ({done.how})."


async def plan_several(options: argparse.Namespace) -> int:
    from core.worktrees.several import merge_all_clean, plan_merges

    async with _opened() as service:
        if options.names:
            chosen = [await _find(service, options, name) for name in options.names]
        else:
            everything = await service.manager.all(options.cwd)
            chosen = [w for w in everything if w.state == "kept" and w.merged is None]
        plan = await plan_merges(service.merging, chosen)
        slugs = {w.id: w.slug for w in plan.order}
        if options.merge:
            result = await merge_all_clean(service.merging, plan)
            for done in result.merged:
                _tell(options, _merged_facts(done), _merged_text(done))
            for worktree, error in result.left:
                left = {"slug": worktree.slug, "left": error.sentence, "paths": error.paths}
                _tell(options, left, f"{worktree.slug}: {error}")
            return 0 if not result.left else 1
        by_id = {found.worktree.id: found for found in plan.candidates}
        for worktree in plan.order:
            found = by_id[worktree.id]
            rivals = {slugs[i]: files for i, files in plan.conflicts_of(worktree).items()}
            facts: dict[str, Any] = {"slug": worktree.slug, "clean": found.clean}
            facts |= {"conflicts": found.conflicts, "conflicts_with": rivals}
            text = f"{worktree.slug}: {'clean' if found.clean else 'conflicts with the checkout'}"
            if rivals:
                text += f"; conflicts with {', '.join(rivals)}"
            _tell(options, facts, text)
    return 0


async def undo(options: argparse.Namespace) -> int:
    async with _opened() as service:
        merged = await service.merging.undo(options.cwd)
        _tell(options, _merged_facts(merged), f"The merge of {merged.slug} was undone.")
    return 0


async def discard(options: argparse.Namespace) -> int:
    async with _opened_with_hooks() as service:
        worktree = await _find(service, options, options.name)
        entry = await service.discard_worktree(worktree)
        text = f"{worktree.slug} is in the bin; spinney worktree restore {entry.id} brings it back."
        _tell(options, {**_facts(worktree), **_bin_facts(entry)}, text)
    return 0


def _entry(service: SessionWorktrees, name: str) -> BinEntry:
    for entry in reversed(service.manager.bin.entries()):
        if name in (entry.id, entry.worktree.id, entry.worktree.slug, entry.worktree.branch):
            return entry
    raise NotFound(f"There is no {name!r} in the bin.", "See spinney worktree list --bin.")


async def restore(options: argparse.Namespace) -> int:
    async with _opened() as service:
        worktree = await service.restore(_entry(service, options.name))
        _tell(options, _facts(worktree), f"{worktree.slug} is back in {worktree.path}.")
    return 0


async def delete(options: argparse.Namespace) -> int:
    async with _opened() as service:
        entry = _entry(service, options.name)
        await service.empty(entry)
        _tell(options, _bin_facts(entry), f"{entry.worktree.slug} was deleted for good.")
    return 0


async def prune(options: argparse.Namespace) -> int:
    async with _opened_with_hooks() as service:
        for worktree in await service.manager.prune(options.cwd):
            _tell(options, _facts(worktree), f"{worktree.slug} was cleared away.")
    return 0
