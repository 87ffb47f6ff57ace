"""The bin: where a worktree goes that nobody wants for now, with everything that was in it.

A tree is moved on its own file system and stays a worktree of its repository, locked: commits,
index, modified, untracked and ignored files are all still there, and git's clean-up passes it by.
The entry is written before anything moves, so that a crash in between can be put right.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import stat
import time
from pathlib import Path

from core.git import Git, GitError, find_repository
from core.ids import new_id
from core.worktrees.creating import carried_ref
from core.worktrees.finding import found_without_record
from core.worktrees.models import BinEntry, Worktree, WorktreeError
from core.worktrees.naming import PREFIX, slug_of
from core.worktrees.records import Records
from core.worktrees.repository import admin_of, gitdir_target, is_locked, locate, plain_error

KEPT_DAYS = 30
_REASON = "in the bin of Spinney"


class Bin:
    """Takes worktrees in, gives them back, and forgets them only when told to."""

    def __init__(self, records: Records) -> None:
        self.records = records

    def entries(self, project: str | None = None) -> list[BinEntry]:
        return self.records.entries(project)

    async def put(
        self, worktree: Worktree, why: str = "discarded", *, durable: bool = True
    ) -> BinEntry:
        """Move a worktree into the bin. The caller makes sure that nobody works in it, and may do
        without a ``durable`` entry for one that holds nothing of its own."""
        git = repository_of(worktree)
        tree = locate(worktree)
        entry_id = new_id("bin")
        entry = BinEntry(
            id=entry_id,
            worktree=worktree.model_copy(update={"path": str(tree or worktree.folder)}),
            path=str(self.records.bin(worktree.project) / entry_id),
            why=why,
            has_files=tree is not None,
        )
        entry.head = await _head_commit(worktree, git, tree)
        await asyncio.to_thread(self._begin, entry, durable)
        try:
            await self._protect(entry, git)
            admin = Path(worktree.admin) if worktree.admin else None
            if admin is not None and admin.is_dir() and not is_locked(admin):
                await git.run("worktree", "lock", "--reason", _REASON, str(tree or worktree.folder))
            if tree is not None:
                await move(git, tree, Path(entry.path))
        except BaseException:
            if not os.path.lexists(entry.path):
                await asyncio.shield(asyncio.ensure_future(self._abandon(entry, git)))
            raise
        entry.moving = False
        await asyncio.to_thread(self._settle, entry, worktree)
        return entry

    def _begin(self, entry: BinEntry, durable: bool) -> None:
        folder = self.records.bin(entry.worktree.project)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if folder.is_symlink():
            raise WorktreeError(f"{folder} is a link; nothing is put into the bin through it.")
        self.records.save_entry(entry, durable=durable)

    def _settle(self, entry: BinEntry, worktree: Worktree) -> None:
        worktree.state = "binned"
        self.records.save(worktree)
        # Last, so that what a crash leaves unfinished is still marked as moving.
        self.records.save_entry(entry)

    async def _protect(self, entry: BinEntry, git: Git) -> None:
        """Refs for the commits, should someone delete the branch while they are in the bin."""
        if entry.head is not None:
            await git.run("update-ref", f"refs/spinney/bin/{entry.id}/head", entry.head)
        branch = f"refs/heads/{entry.worktree.branch}"
        tip = await git.result("rev-parse", "--verify", "--quiet", f"{branch}^{{commit}}")
        if tip.code == 0:
            await git.run("update-ref", f"refs/spinney/bin/{entry.id}/branch", tip.text.strip())

    async def _abandon(self, entry: BinEntry, git: Git) -> None:
        await _drop_refs(entry, git)
        await asyncio.to_thread(self.records.forget_entry, entry)

    async def restore(self, entry: BinEntry) -> Worktree:
        """Bring everything back to where it was, or beside it if that place is taken."""
        worktree = next(
            (
                w
                for w in self.records.worktrees(entry.worktree.project)
                if w.id == entry.worktree.id
            ),
            entry.worktree,
        )
        try:
            git = repository_of(worktree)
        except WorktreeError as error:
            where = f"The files are in {entry.path}." if entry.has_files else ""
            raise WorktreeError(error.sentence, where) from None
        source = self._checked(entry)
        if entry.has_files and not source.is_dir():
            raise WorktreeError(f"{source} is gone, so it cannot be restored.")
        target = await asyncio.to_thread(_free_place, entry.worktree.folder)
        entry.moving, entry.leaving_to = True, str(target)
        await asyncio.to_thread(self.records.save_entry, entry, durable=True)
        try:
            if entry.has_files:
                await move(git, source, target)
            else:
                await revive(worktree, git, target)
        except BaseException:
            if source.is_dir():
                entry.moving, entry.leaving_to = False, None
                self.records.save_entry(entry)
            raise
        return await self._let_out(entry, worktree, target, git)

    async def _let_out(
        self, entry: BinEntry, worktree: Worktree, target: Path, git: Git
    ) -> Worktree:
        """The files are back in their place: the rest of restoring."""
        await git.result("worktree", "unlock", str(target))
        if not await _branch_exists(git, worktree):
            kept = f"refs/spinney/bin/{entry.id}/branch"
            tip = await git.result("rev-parse", "--verify", "--quiet", kept)
            if tip.code == 0:
                branch = f"refs/heads/{worktree.branch}"
                await git.run("update-ref", branch, tip.text.strip())
        worktree.path, worktree.state = str(target), "kept"
        await asyncio.to_thread(self.records.save, worktree)
        await _drop_refs(entry, git)
        await asyncio.to_thread(self.records.forget_entry, entry)
        return worktree

    async def empty(self, entry: BinEntry, *, keep_record: bool = False) -> None:
        """Delete an entry for good. Only its own folder in the bin is ever deleted."""
        path = self._checked(entry)
        worktree = entry.worktree
        with contextlib.suppress(WorktreeError):
            git = repository_of(worktree)
            place = path if entry.has_files else worktree.folder
            admin = Path(worktree.admin) if worktree.admin else None
            if admin is not None and gitdir_target(admin) == Path(os.path.realpath(place)):
                await git.result(
                    *("worktree", "remove", "--force", "--force", str(place)), timeout=600.0
                )
            tip = await git.result(
                "rev-parse", "--verify", "--quiet", f"refs/spinney/bin/{entry.id}/branch"
            )
            if tip.code == 0:
                branch = f"refs/heads/{worktree.branch}"
                await git.result("update-ref", "-d", branch, tip.text.strip())
            if worktree.carried is not None and not keep_record:
                await git.result("update-ref", "-d", carried_ref(worktree))
            await _drop_refs(entry, git)
        if os.path.lexists(path):
            await asyncio.to_thread(_delete, path)
        if not keep_record:
            await asyncio.to_thread(self.records.forget, worktree)
        await asyncio.to_thread(self.records.forget_entry, entry)

    def expired(self, now: float | None = None) -> list[BinEntry]:
        """What has been in the bin for thirty days."""
        limit = (time.time() if now is None else now) - KEPT_DAYS * 86400
        return [e for e in self.entries() if e.discarded < limit and not e.moving]

    async def take_up(self, project: str, tree: Path) -> None:
        """An entry for a tree in the bin that has none any more; its thirty days begin anew."""
        place = find_repository(tree)
        admin = admin_of(tree, place.common_dir) if place is not None else None
        known = (w for w in self.records.worktrees(project) if w.admin and w.admin == str(admin))
        worktree = next(known, None)
        if worktree is None:
            worktree = await found_without_record(self.records, tree, made_by="found")
            if worktree.project != project:
                self.records.forget(worktree)
                return
            worktree.slug = worktree.branch.removeprefix(PREFIX) or tree.name
            worktree.title = worktree.slug
            worktree.path = str(self.records.trees(project) / slug_of(worktree.slug))
        entry = BinEntry(
            id=tree.name,
            worktree=worktree,
            path=str(tree),
            head=(await Git(tree).head()).commit,
            moving=False,
            why="found in the bin",
        )
        await asyncio.to_thread(self._settle, entry, worktree)

    async def size(self, entry: BinEntry) -> int:
        """Bytes on disk; measured once, since nothing in the bin changes."""
        if entry.size is None:
            entry.size = await asyncio.to_thread(_bytes_in, self._checked(entry))
            await asyncio.to_thread(self.records.save_entry, entry)
        return entry.size

    async def put_right(self, entry: BinEntry) -> None:
        """Settle an entry whose move was cut off: it is in the bin, or it never left."""
        source, target = entry.worktree.folder, self._checked(entry)
        known = {w.id: w for w in self.records.worktrees(entry.worktree.project)}
        worktree = known.get(entry.worktree.id, entry.worktree)
        with contextlib.suppress(WorktreeError, GitError):
            git = repository_of(worktree)
            out = Path(entry.leaving_to) if entry.leaving_to else None
            if target.is_dir() and (out is not None or not os.path.lexists(source)):
                await git.run("worktree", "repair", str(target))
                entry.moving, entry.leaving_to = False, None
                await asyncio.to_thread(self._settle, entry, worktree)
            elif out is not None and out.is_dir() and any(out.iterdir()):
                await git.run("worktree", "repair", str(out))
                await self._let_out(entry, worktree, out, git)
            elif out is not None:
                entry.moving, entry.leaving_to = False, None
                await asyncio.to_thread(self.records.save_entry, entry)
            else:
                await self._abandon(entry, git)

    def _checked(self, entry: BinEntry) -> Path:
        """The entry's folder, if it is where such folders are: a record that was tampered with must
        not decide what is deleted."""
        path = Path(entry.path)
        if path.parent != self.records.bin(entry.worktree.project) or path.name != entry.id:
            raise WorktreeError(f"{path} is not in the bin, so it is left alone.")
        if path.is_symlink() or path.parent.is_symlink():
            raise WorktreeError(f"{path} is a link, so it is left alone.")
        return path


async def move(git: Git, source: Path, target: Path) -> None:
    """Move a worktree on its file system, locked or not, and let git know."""
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with contextlib.suppress(OSError):
        target.rmdir()
    result = await git.result("worktree", "move", "--force", "--force", str(source), str(target))
    if result.code == 0:
        return
    if os.path.lexists(target) or not source.is_dir():
        raise WorktreeError(f"{source} could not be moved: {result.stderr.strip()}")
    # Git moves no worktree that has submodules; what it would do is this.
    try:
        os.rename(source, target)
    except OSError as error:
        raise WorktreeError(
            f"{source} could not be moved to {target}: {error.strerror}.", "Nothing was changed."
        ) from None
    try:
        await git.run("worktree", "repair", str(target))
    except GitError as error:
        os.rename(target, source)
        raise plain_error(error, f"{source} could not be moved.") from None


async def revive(worktree: Worktree, git: Git, target: Path) -> None:
    """Make the folder again of a worktree that git still knows, from its index."""
    admin = Path(worktree.admin)
    if not worktree.admin or not admin.is_dir() or admin.parent.name != "worktrees":
        if not await _branch_exists(git, worktree):
            raise WorktreeError(
                f"The branch {worktree.branch} is gone, so the worktree cannot be brought back."
            )
        target.mkdir(parents=True, exist_ok=True, mode=0o700)
        await git.run("worktree", "add", "--quiet", str(target), worktree.branch, timeout=1800.0)
        found = admin_of(target, Path(worktree.common_dir))
        worktree.admin = str(found) if found is not None else ""
        return
    target.mkdir(parents=True, exist_ok=True, mode=0o700)
    if any(target.iterdir()):
        raise WorktreeError(f"{target} is in use by something else.", "Move it away first.")
    (target / ".git").write_bytes(b"gitdir: " + os.fsencode(admin) + b"\n")
    await git.run("worktree", "repair", str(target))
    await Git(target).run("checkout-index", "--all", "--quiet", timeout=1800.0)


def repository_of(worktree: Worktree) -> Git:
    """Git in the repository that a worktree belongs to."""
    common = Path(worktree.common_dir)
    place = find_repository(common.parent if common.name == ".git" else common)
    if place is None or str(place.common_dir) != worktree.common_dir:
        raise WorktreeError(f"The repository {common} is gone or has moved.")
    return Git(place.top or place.git_dir)


async def _head_commit(worktree: Worktree, git: Git, tree: Path | None) -> str | None:
    if tree is not None:
        return (await Git(tree).head()).commit
    tip = await git.result("rev-parse", "--verify", "--quiet", f"refs/heads/{worktree.branch}")
    return tip.text.strip() or None


async def _branch_exists(git: Git, worktree: Worktree) -> bool:
    branch = f"refs/heads/{worktree.branch}"
    return (await git.result("rev-parse", "--verify", "--quiet", branch)).code == 0


async def _drop_refs(entry: BinEntry, git: Git) -> None:
    for name in ("head", "branch"):
        await git.result("update-ref", "-d", f"refs/spinney/bin/{entry.id}/{name}")


def _free_place(wanted: Path) -> Path:
    """The folder itself, or one like it where nothing is."""
    for candidate in (wanted, *(wanted.with_name(f"{wanted.name}-{n}") for n in range(2, 1000))):
        if not os.path.lexists(candidate) or (candidate.is_dir() and not any(candidate.iterdir())):
            return candidate
    raise WorktreeError(f"There is no free place beside {wanted}.")


def _delete(path: Path) -> None:
    def make_writable(_function: object, name: str, _error: object) -> None:
        # Folders without write permission (Go's module cache makes such) keep their files.
        with contextlib.suppress(OSError):
            os.chmod(os.path.dirname(name), stat.S_IRWXU)
            if os.path.isdir(name) and not os.path.islink(name):
                os.chmod(name, stat.S_IRWXU)
                shutil.rmtree(name, ignore_errors=True)
            else:
                os.unlink(name)

    shutil.rmtree(path, onerror=make_writable)
    if os.path.lexists(path):
        raise WorktreeError(f"{path} could not be deleted completely.", "Delete it by hand.")


def _bytes_in(path: Path) -> int:
    total = 0
    folders = [path]
    while folders:
        with contextlib.suppress(OSError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                status = entry.stat(follow_symlinks=False)
                if stat.S_ISDIR(status.st_mode):
                    folders.append(Path(entry.path))
                else:
                    total += getattr(status, "st_blocks", 0) * 512 or status.st_size
    return total
