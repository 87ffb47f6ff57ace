"""Whether a folder can have worktrees, and where those that it has really are."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

from core.git import Git, GitError, Head, Place, find_repository
from core.worktrees.models import Worktree, WorktreeError

SPARE_BYTES = 20_000_000
"""A disk with less than this is taken for full."""


def checkout_at(directory: Path) -> Git:
    """Git in the checkout that ``directory`` belongs to; a sentence where it cannot have worktrees."""
    place = find_repository(directory)
    if place is None:
        raise WorktreeError(
            f"{directory} is not in a git repository, so there can be no worktree of it.",
            "Run git init and commit first, or work without isolation.",
        )
    if place.top is None:
        raise WorktreeError(
            f"{place.git_dir} is a bare repository without checked-out files.",
            "Work in a clone or a worktree of it.",
        )
    git = Git(place.top)
    if git.place.git_dir != place.git_dir:
        raise WorktreeError(f"{directory} belongs to no single repository.")
    return git


async def ready_to_split(git: Git, root: Path) -> Head:
    """Where the checkout stands; a sentence when no worktree can be made from it now."""
    place = git.place
    operation = place.operation()
    if operation is not None:
        raise WorktreeError(
            f"A {operation} is in progress in {place.top}, so it has no settled state to start from.",
            "Finish or abort it first.",
        )
    head = await git.head()
    if head.commit is None:
        raise WorktreeError(
            f"The repository {place.top} has no commits yet, so there is nothing to start from.",
            "Commit something first.",
        )
    if not os.access(place.common_dir, os.W_OK):
        raise WorktreeError(
            f"{place.common_dir} cannot be written, so no worktree can be made.",
            "Check who owns it and how it is mounted.",
        )
    check_room(root)
    return head


def check_room(root: Path) -> None:
    """A sentence when the folder for worktrees cannot take any."""
    try:
        root.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise unwritable(root, error) from None
    if not os.access(root, os.W_OK):
        raise unwritable(root)
    if shutil.disk_usage(root).free < SPARE_BYTES:
        raise WorktreeError(
            f"There is no space left on the disk of {root}, so no worktree was made.",
            "Free some space, for example by emptying the bin of worktrees.",
        )


def unwritable(root: Path, error: OSError | None = None) -> WorktreeError:
    reason = f": {error.strerror}" if error is not None and error.strerror else ""
    full = error is not None and error.errno in (errno.ENOSPC, errno.EDQUOT)
    hint = "Free some space and try again." if full else "Check its permissions."
    return WorktreeError(f"The folder for worktrees {root} cannot be written{reason}.", hint)


def plain_error(error: GitError, what: str) -> WorktreeError:
    """A failure of git's as a sentence about what was to be done."""
    return WorktreeError(f"{what} {error.sentence}", error.hint)


def is_shallow(place: Place) -> bool:
    return (place.common_dir / "shallow").exists()


def admin_of(tree: Path, common_dir: Path) -> Path | None:
    """Git's own folder for the worktree at ``tree``, if both lead to each other.

    A ``.git`` file that names another place would otherwise decide what is moved or removed.
    """
    if tree.is_symlink():
        return None
    place = find_repository(tree)
    if place is None or place.top != Path(os.path.realpath(tree)):
        return None
    if place.git_dir.parent != Path(os.path.realpath(common_dir)) / "worktrees":
        return None
    return place.git_dir if _points_back(place.git_dir, place.top) else None


def _points_back(admin: Path, top: Path) -> bool:
    target = gitdir_target(admin)
    return target is not None and target == top


def gitdir_target(admin: Path) -> Path | None:
    """The folder that git believes the worktree of ``admin`` to be in."""
    try:
        text = os.fsdecode((admin / "gitdir").read_bytes()).strip()
    except OSError:
        return None
    return Path(os.path.realpath((admin / text).parent)) if text else None


def locate(worktree: Worktree) -> Path | None:
    """Where the worktree is: at its place, where a person moved it with git, or nowhere."""
    tree = worktree.folder
    if admin_of(tree, Path(worktree.common_dir)) is not None:
        return tree
    if worktree.admin:
        moved = gitdir_target(Path(worktree.admin))
        if moved is not None and admin_of(moved, Path(worktree.common_dir)) == Path(worktree.admin):
            return moved
    return None


def is_locked(admin: Path) -> bool:
    return (admin / "locked").exists()


def other_checkouts(tree: Path) -> list[Path]:
    """The main checkout and every other worktree of the repository that ``tree`` belongs to."""
    place = find_repository(tree)
    if place is None:
        return []
    found = [place.common_dir.parent] if place.common_dir.name == ".git" else []
    try:
        admins = sorted((place.common_dir / "worktrees").iterdir())
    except OSError:
        admins = []
    found += [target for admin in admins if (target := gitdir_target(admin)) is not None]
    return [folder for folder in dict.fromkeys(found) if folder != place.top]


def notes_about(tree: Path, place: Place, head: Head) -> list[str]:
    """What is different here from an ordinary clone, in sentences."""
    notes = []
    if (tree / ".gitmodules").exists():
        notes.append(
            "Submodules are not checked out here; run git submodule update --init if they are needed."
        )
    attributes = tree / ".gitattributes"
    try:
        if b"filter=lfs" in attributes.read_bytes():
            notes.append(
                "Files kept by Git LFS are pointers here; run git lfs pull for their content."
            )
    except OSError:
        pass
    if is_shallow(place):
        notes.append("The repository is a shallow clone: older history is not there.")
    if head.branch is None:
        notes.append("The checkout it was made from is on no branch.")
    return notes
