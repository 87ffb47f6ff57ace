"""From the files and hunks that a person chose to a commit that holds just those."""

from __future__ import annotations

from core.git import Git
from core.worktrees.bin import repository_of
from core.worktrees.changes import Changes, FileChange, Selection, hunks_of, with_hunks
from core.worktrees.models import WorktreeError
from core.worktrees.snapshot import commit_of, private_index


async def selected_commit(changes: Changes, selection: Selection) -> str:
    """A commit on top of the changes' base with what was selected, and nothing else."""
    if not selection:
        raise WorktreeError("Nothing was chosen.", "Choose files or hunks to take.")
    git = repository_of(changes.worktree)
    entries = []
    for path, chosen in selection.items():
        entries += await _entries(git, changes, changes.file(path), chosen)
    async with private_index(git, start=changes.base) as environment:
        await git.run("update-index", "-z", "--index-info", input="".join(entries), env=environment)
        tree = (await git.run("write-tree", env=environment)).strip()
    return await commit_of(git, tree, [changes.base], "A selection")


def takes_all(changes: Changes, selection: Selection | None) -> bool:
    """Whether the selection leaves nothing out."""
    if selection is None:
        return True
    return all(selection.get(change.path, frozenset()) is None for change in changes.files)


async def _entries(
    git: Git, changes: Changes, change: FileChange, chosen: frozenset[int] | None
) -> list[str]:
    """Lines for ``update-index --index-info``."""
    gone = "0" * len(changes.base)
    if chosen is not None:
        hunks = await hunks_of(changes, change)
        numbers = {hunk.number for hunk in hunks}
        if not chosen <= numbers:
            raise WorktreeError(f"{change.path} has no hunk {min(chosen - numbers)}.")
        if not chosen:
            return []
        if chosen != numbers or change.kind == "modified":
            return await _partial(git, changes, change, chosen)
    if change.kind == "deleted":
        return [f"0 {gone}\t{change.path}\0"]
    entries = [f"{change.new_mode} {change.new_id}\t{change.path}\0"]
    if change.kind == "renamed":
        entries.insert(0, f"0 {gone}\t{change.old_path}\0")
    return entries


async def _partial(
    git: Git, changes: Changes, change: FileChange, chosen: frozenset[int]
) -> list[str]:
    if change.kind in ("added", "deleted", "type"):
        raise WorktreeError(f"{change.path} can only be taken as a whole.")
    old = (await git.result("cat-file", "blob", change.old_id)).stdout
    content = with_hunks(old, await hunks_of(changes, change), chosen)
    made = await git.run("hash-object", "-w", "--stdin", "--no-filters", input=content)
    entries = [f"{change.new_mode} {made.strip()}\t{change.path}\0"]
    if change.kind == "renamed":
        entries.insert(0, f"0 {'0' * len(changes.base)}\t{change.old_path}\0")
    return entries
