"""The state of a working tree as git objects, taken without touching its index or its files."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from core.git import Git, GitError, GitProblem

IDENTITY = {
    "GIT_AUTHOR_NAME": "Spinney",
    "GIT_AUTHOR_EMAIL": "spinney@localhost",
    "GIT_COMMITTER_NAME": "Spinney",
    "GIT_COMMITTER_EMAIL": "spinney@localhost",
}
"""Who makes commits that no branch ever shows."""


@contextlib.asynccontextmanager
async def private_index(git: Git, *, start: str | None = None) -> AsyncIterator[dict[str, str]]:
    """The environment of an index of its own: a copy of the tree's, or that of the tree ``start``."""
    with tempfile.TemporaryDirectory(prefix="spinney-index-") as folder:
        index = Path(folder) / "index"
        environment = {"GIT_INDEX_FILE": str(index)}
        if start is not None:
            await git.run("read-tree", start, env=environment)
        else:
            own = git.place.git_dir / "index"
            try:
                # With its time: by that git knows which files may have changed unseen in its second.
                await asyncio.to_thread(shutil.copy2, own, index)
            except FileNotFoundError:
                pass
            except OSError as error:
                problem: GitProblem = "no_space" if error.errno == errno.ENOSPC else "failed"
                raise GitError(
                    problem,
                    f"There was no way to look at {git.place.top}: {error.strerror}.",
                    f"Nothing was changed. Make room in {tempfile.gettempdir()} and try again.",
                ) from None
        yield environment


async def tree_of(git: Git) -> str:
    """A tree object of everything in the working tree that git does not ignore."""
    async with private_index(git) as environment:
        await _show_hidden_changes(git, environment)
        await git.run("add", "--all", env=environment, timeout=600.0)
        return (await git.run("write-tree", env=environment)).strip()


async def _show_hidden_changes(git: Git, environment: dict[str, str]) -> None:
    """Someone may have told git not to look at certain files; we do look."""
    listed = await git.run("ls-files", "-v", "-z", env=environment)
    top = git.place.top
    assert top is not None
    flagged = [entry for entry in listed.split("\0") if entry and entry[0] not in "HMRCK"]
    hidden = [e[2:] for e in flagged if e[0] != "S" or os.path.lexists(top / e[2:])]
    for option in ("--no-assume-unchanged", "--no-skip-worktree"):
        if hidden:
            names = "".join(f"{name}\0" for name in hidden)
            await git.run("update-index", option, "-z", "--stdin", input=names, env=environment)


async def commit_of(git: Git, tree: str, parents: Sequence[str], message: str) -> str:
    """A commit that no branch shows."""
    options = [word for parent in parents for word in ("-p", parent)]
    return (await git.run("commit-tree", tree, *options, input=message, env=IDENTITY)).strip()


async def state_of(git: Git) -> str:
    """A commit of the working tree as it is: HEAD itself where nothing is uncommitted."""
    head = (await git.run("rev-parse", "HEAD^{commit}", "HEAD^{tree}")).split()
    tree = await tree_of(git)
    if tree == head[1]:
        return head[0]
    return await commit_of(git, tree, [head[0]], "The working tree as it was")
