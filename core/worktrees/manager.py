"""The worktrees of all projects: made, in use, ended, cleaned up, and none of them ever lost."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from core.errors import NotFound
from core.git import Git, GitError
from core.locks import FileLock
from core.paths import Paths
from core.worktrees.bin import Bin, repository_of, revive
from core.worktrees.creating import hand_over, lock_reason, make, reserve
from core.worktrees.finding import found_without_record
from core.worktrees.models import BinEntry, Ended, Status, Worktree, WorktreeError
from core.worktrees.naming import PREFIX, project_folder
from core.worktrees.only_here import look
from core.worktrees.records import Records
from core.worktrees.repository import admin_of, checkout_at, is_locked, locate, unwritable
from core.worktrees.states import diff_stat, is_merged, status_of

log = logging.getLogger("spinney.worktrees")

Listener = Callable[[Worktree, str], None]
BeforeMaking = Callable[[Path, str, str], Awaitable[Path | None]]
"""Hears the checkout, the title and the session that wants a worktree; returns the folder of one
that was made instead of ours, and raises ``WorktreeError`` when there must be none."""

BeforeRemoving = Callable[[Worktree], Awaitable[str]]
"""Hears of a worktree that is about to go; returns why it must stay, or nothing."""


class WorktreeManager:
    """Everything that happens to worktrees as a whole; what comes back from them is ``merge``'s.

    ``listener`` hears of every change as (worktree, state). A worktree is in use while someone in
    this process has it (``use``) or another living process holds its lease.
    """

    def __init__(self, paths: Paths, listener: Listener = lambda _worktree, _state: None) -> None:
        self.records = Records(paths.worktrees)
        self.bin = Bin(self.records)
        self.listener = listener
        self.before_making: BeforeMaking | None = None
        self.before_removing: BeforeRemoving | None = None
        self._users: dict[str, set[str]] = {}
        self._leases: dict[str, FileLock] = {}
        self._turns: dict[str, asyncio.Lock] = {}

    # Making and finding

    async def reserve(
        self,
        directory: Path,
        title: str,
        *,
        session_id: str = "",
        base: str | None = None,
        with_changes: bool = False,
        caller: str = "",
    ) -> Worktree:
        """Promise a worktree of the repository at ``directory``; it is made when first used.
        ``caller`` is the session that asks for it."""
        if self.before_making is not None:
            tree = await self.before_making(directory, title, caller or session_id)
            if tree is not None:
                return await self._made_elsewhere(directory, tree, title, session_id)
        worktree = await reserve(
            self.records,
            directory,
            title,
            session_id=session_id,
            base=base,
            with_changes=with_changes,
        )
        self.listener(worktree, worktree.state)
        return worktree

    async def create(self, directory: Path, title: str, **options: object) -> Worktree:
        """Reserve a worktree and make it at once."""
        worktree = await self.reserve(directory, title, **options)  # type: ignore[arg-type]
        try:
            async with self._turn(worktree):
                if worktree.state == "reserved":
                    await self._make(worktree, in_use=False)
        except BaseException:
            if worktree.state == "reserved":
                await asyncio.to_thread(self.records.forget, worktree)
            raise
        return worktree

    async def bind(self, worktree: Worktree, session_id: str) -> None:
        """Name the session that a worktree belongs to; done once, before it is made."""
        worktree.session_id = session_id
        await asyncio.to_thread(self.records.save, worktree)

    async def all(self, directory: Path | None = None) -> list[Worktree]:
        """Every worktree, or those of the repository at ``directory``; the removed ones excepted."""
        project = None
        if directory is not None:
            project = project_folder(checkout_at(directory).place.common_dir)
        found = await asyncio.to_thread(self.records.worktrees, project)
        return [worktree for worktree in found if worktree.state not in ("removed", "binned")]

    async def find(self, reference: str) -> Worktree:
        """By id, slug, branch, path or session; an error that names what there is."""
        everything = await asyncio.to_thread(self.records.worktrees)
        for worktree in reversed(everything):
            names = (worktree.id, worktree.slug, worktree.branch, worktree.path)
            if reference in names or (reference and reference == worktree.session_id):
                return worktree
        names_known = [w.slug for w in everything if w.state not in ("removed", "binned")]
        hint = f"Known: {', '.join(names_known[-20:])}." if names_known else "There are none."
        raise NotFound(f"There is no worktree {reference!r}.", hint)

    async def of_path(self, path: str) -> Worktree | None:
        """The record of the worktree that was made at ``path``."""
        everything = await asyncio.to_thread(self.records.worktrees)
        return next((w for w in reversed(everything) if w.path == path), None)

    async def register_hook_made(self, tree: Path, title: str, session_id: str = "") -> Worktree:
        """A worktree that a hook made: used like any other, and always kept."""
        worktree = await found_without_record(self.records, tree, made_by="hook")
        worktree.title, worktree.session_id = title, session_id
        await hand_over(self.records, worktree)
        return worktree

    async def _made_elsewhere(
        self, directory: Path, tree: Path, title: str, session_id: str
    ) -> Worktree:
        """Take up what a hook made, if it is what it should be: a worktree nobody has yet."""
        common = checkout_at(directory).place.common_dir
        if admin_of(tree, common) is None:
            raise WorktreeError(
                f"A hook named {tree} as the worktree it made, but that is none of {directory}.",
                "Let the hook print the path of a worktree of this repository, or nothing.",
            )
        for other in await asyncio.to_thread(self.records.worktrees, project_folder(common)):
            if other.path == os.path.realpath(tree) and other.state not in ("removed", "binned"):
                raise WorktreeError(
                    f"A hook named {tree} as the worktree it made, but {other.slug} is there.",
                    "Let the hook make a new one each time.",
                )
        worktree = await self.register_hook_made(tree, title, session_id)
        self.listener(worktree, worktree.state)
        return worktree

    # Use

    async def use(self, worktree: Worktree, user: str) -> bool:
        """Make or bring back the worktree if need be and hold it for ``user``; never two processes at
        once. Returns whether it was made just now."""
        async with self._turn(worktree):
            self._take_lease(worktree)
            self._users.setdefault(worktree.id, set()).add(user)
            try:
                made = await self._be_there(worktree)
            except BaseException:
                self._leave(worktree, user)
                raise
        return made

    async def mark_set_up(self, worktree: Worktree) -> None:
        """The set-up command was started, so that it is never started again."""
        worktree.setup_done = True
        await asyncio.to_thread(self.records.save, worktree)

    async def handed_over(self, worktree: Worktree, known: dict[str, str]) -> None:
        """The set-up is done: what it left there counts as given."""
        worktree.known = {**known, **worktree.known}
        await hand_over(self.records, worktree)

    def in_use(self, worktree: Worktree) -> bool:
        if self._users.get(worktree.id):
            return True
        if worktree.id in self._leases:
            return False
        path = self.records.lease(worktree)
        try:
            lock = FileLock.acquire(path, create=False)
        except OSError:
            return False  # On a read-only file system nobody holds it, and nobody can take it.
        if lock is None:
            return path.exists()
        lock.release()
        return False

    async def end_use(self, worktree: Worktree, user: str) -> Ended:
        """``user`` is done. Nothing changed: it is removed; changed: kept, with what changed."""
        async with self._turn(worktree):
            if self._users.get(worktree.id, set()) - {user}:
                self._leave(worktree, user)
                return Ended(worktree, kept=True)
            try:
                return await self._judge(worktree)
            finally:
                self._leave(worktree, user)

    async def let_go(self, worktree: Worktree, user: str) -> None:
        """``user`` is done, and the worktree stays as it is: more will be done in it."""
        async with self._turn(worktree):
            self._leave(worktree, user)
            if not self._users.get(worktree.id):
                await self._unlock(worktree)

    def leave_all(self) -> None:
        """The program ends; leases go, git's locks stay until the next start."""
        for lease in self._leases.values():
            lease.release()
        self._leases.clear()
        self._users.clear()

    def _read_again(self, worktree: Worktree) -> None:
        """Take over what another process may have recorded meanwhile."""
        stored = next(
            (w for w in self.records.worktrees(worktree.project) if w.id == worktree.id), None
        )
        if stored is None:
            raise WorktreeError(
                f"The worktree {worktree.slug} was deleted for good.", "Start a new task."
            )
        for name in type(worktree).model_fields:
            setattr(worktree, name, getattr(stored, name))

    async def _be_there(self, worktree: Worktree) -> bool:
        self._read_again(worktree)
        if worktree.state == "creating":
            await self._clear_half_made(worktree)
        if worktree.state == "removed":
            await self._finish_removing(worktree)
        if worktree.state in ("reserved", "removed"):
            await self._make(worktree, in_use=True)
            return True
        if worktree.state == "binned":
            entry = self.entry_of(worktree)
            if entry is None:
                raise WorktreeError(f"The worktree {worktree.slug} is not in the bin any more.")
            restored = await self.bin.restore(entry)
            worktree.path, worktree.state = restored.path, restored.state
        tree = locate(worktree)
        if tree is None:
            await revive(worktree, repository_of(worktree), worktree.folder)
            tree = worktree.folder
        worktree.path, worktree.state = str(tree), "ready"
        admin = admin_of(tree, Path(worktree.common_dir))
        if admin is None:
            raise WorktreeError(f"{tree} is not the worktree {worktree.slug} any more.")
        worktree.admin = str(admin)
        await asyncio.to_thread(self.records.save, worktree)
        if not is_locked(admin):
            git = repository_of(worktree)
            await git.run("worktree", "lock", "--reason", lock_reason(worktree), str(tree))
        self.listener(worktree, "ready")
        return False

    async def _make(self, worktree: Worktree, *, in_use: bool) -> None:
        self.listener(worktree, "creating")
        try:
            await make(self.records, worktree, in_use=in_use)
        finally:
            self.listener(worktree, worktree.state)

    async def _clear_half_made(self, worktree: Worktree) -> None:
        """A crash cut its making short. Nobody has worked there, but it is not deleted either."""
        tree = worktree.folder
        if admin_of(tree, Path(worktree.common_dir)) is not None:
            worktree.admin = str(admin_of(tree, Path(worktree.common_dir)))
            await self.bin.put(worktree.model_copy(), "making it was interrupted")
        elif tree.is_dir() and any(tree.iterdir()):
            raise WorktreeError(f"{tree} is in the way of the worktree.", "Move it away.")
        git = repository_of(worktree)
        number = 2
        while True:
            branch = f"refs/heads/{worktree.branch}"
            if (await git.result("rev-parse", "--verify", "--quiet", branch)).code:
                break
            worktree.branch = f"{PREFIX}{worktree.slug}-again-{number}"
            number += 1
        worktree.state, worktree.admin = "reserved", ""
        await asyncio.to_thread(self.records.save, worktree)

    # The end

    async def _judge(self, worktree: Worktree) -> Ended:
        tree = locate(worktree)
        if worktree.state == "reserved":
            with contextlib.suppress(OSError):
                worktree.folder.rmdir()
        if worktree.state != "ready":
            return Ended(worktree, kept=worktree.state == "kept")
        if tree is None or worktree.made_by != "spinney":
            return await self._keep(worktree, tree)
        try:
            left = await look(worktree, Git(tree))
        except (GitError, OSError) as error:
            log.warning("%s is kept because it could not be judged: %s", tree, error)
            return await self._keep(worktree, tree)
        if left.changed or await self._must_stay(worktree):
            return await self._keep(worktree, tree)
        # Out of everybody's way first: what is still written there then shows up in a second look.
        entry = await self.bin.put(worktree, "nothing had changed", durable=left.extra)
        if not left.extra and await self._holds_nothing(worktree, entry):
            worktree.state = "removed"
            await asyncio.to_thread(self.records.save, worktree)
            await self.bin.empty(entry, keep_record=True)
            self.listener(worktree, "removed")
            return Ended(worktree, kept=False)
        self.listener(worktree, "binned")
        return Ended(worktree, kept=False, in_bin=True)

    async def _must_stay(self, worktree: Worktree) -> str:
        return await self.before_removing(worktree) if self.before_removing is not None else ""

    async def _finish_removing(self, worktree: Worktree) -> None:
        """It was proved to hold nothing, and a crash left it in the bin."""
        entry = self.entry_of(worktree)
        if entry is not None:
            await self.bin.empty(entry, keep_record=True)

    @staticmethod
    async def _holds_nothing(worktree: Worktree, entry: BinEntry) -> bool:
        moved = worktree.model_copy(update={"path": entry.path})
        try:
            return (await look(moved, Git(moved.folder))).nothing
        except (GitError, OSError):
            return False

    async def _keep(self, worktree: Worktree, tree: Path | None) -> Ended:
        await self._unlock(worktree)
        worktree.state = "kept"
        await asyncio.to_thread(self.records.save, worktree)
        stat = await diff_stat(worktree, tree)
        self.listener(worktree, "kept")
        return Ended(worktree, kept=True, stat=stat)

    # A person's hand, and clean-up

    async def status(self, worktree: Worktree) -> Status:
        return await status_of(worktree, in_use=self.in_use(worktree))

    async def discard(self, worktree: Worktree) -> BinEntry:
        """Put a worktree into the bin. One that is in use, or locked by someone else, stays."""
        async with self._held(worktree):
            self._read_again(worktree)
            admin = Path(worktree.admin) if worktree.admin else None
            if admin is not None and is_locked(admin) and not locked_by_us(admin):
                raise WorktreeError(
                    f"The worktree {worktree.slug} is locked.",
                    f"Unlock it first: git worktree unlock {worktree.path}",
                )
            if worktree.state in ("reserved", "removed"):
                raise WorktreeError(f"The worktree {worktree.slug} has no files.")
            if worktree.state == "binned":
                raise WorktreeError(f"The worktree {worktree.slug} is in the bin already.")
            if why := await self._must_stay(worktree):
                raise WorktreeError(f"The worktree {worktree.slug} stays: {why}")
            entry = await self.bin.put(worktree)
        self.listener(worktree, "binned")
        return entry

    async def restore(self, entry: BinEntry) -> Worktree:
        async with self._held(entry.worktree):
            worktree = await self.bin.restore(self._entry_again(entry))
        self.listener(worktree, "kept")
        return worktree

    async def empty(self, entry: BinEntry) -> None:
        """Delete for good; only ever called for a person, or after thirty days."""
        async with self._held(entry.worktree):
            await self.bin.empty(self._entry_again(entry))
        self.listener(entry.worktree, "deleted")

    async def expire(self, now: float | None = None) -> list[BinEntry]:
        """Empty what has been in the bin for thirty days."""
        gone = []
        for entry in self.bin.expired(now):
            try:
                await self.empty(entry)
                gone.append(entry)
            except WorktreeError as error:
                log.warning("%s stays in the bin: %s", entry.path, error)
        return gone

    def _entry_again(self, entry: BinEntry) -> BinEntry:
        for stored in self.bin.entries(entry.worktree.project):
            if stored.id == entry.id:
                return stored
        raise WorktreeError(f"{entry.worktree.slug} is not in the bin any more.")

    def entry_of(self, worktree: Worktree) -> BinEntry | None:
        entries = self.bin.entries(worktree.project)
        return next((e for e in reversed(entries) if e.worktree.id == worktree.id), None)

    async def prune(self, directory: Path | None = None) -> list[Worktree]:
        """Clear away what holds nothing of its own: unchanged worktrees go, merged ones go into the
        bin. Whatever is dirty, has commits of its own, is locked or in use stays."""
        cleared = []
        for worktree in await self.all(directory):
            if worktree.made_by != "spinney" or worktree.state not in ("ready", "kept"):
                continue
            with contextlib.suppress(WorktreeError):
                async with self._held(worktree):
                    self._read_again(worktree)
                    if worktree.state in ("ready", "kept") and await self._prune(worktree):
                        cleared.append(worktree)
        return cleared

    async def _prune(self, worktree: Worktree) -> bool:
        tree = locate(worktree)
        if tree is None:
            return False
        admin = admin_of(tree, Path(worktree.common_dir))
        if admin is None or is_locked(admin):
            return False
        with contextlib.suppress(GitError, OSError):
            if (await look(worktree, Git(tree))).nothing:
                worktree.state = "ready"
                return not (await self._judge(worktree)).kept
            if await is_merged(worktree, tree) and not await self._must_stay(worktree):
                await self.bin.put(worktree, "its changes were merged")
                self.listener(worktree, "binned")
                return True
        return False

    # After a crash

    async def recover(self) -> list[Worktree]:
        """Put right what a dead process left: half-made moves, locks, trees that nobody recorded."""
        await self.settle_moves()
        left = []
        for worktree in await asyncio.to_thread(self.records.worktrees):
            removed = worktree.state == "removed" and self.entry_of(worktree) is not None
            if removed or worktree.state == "ready":
                # Another process may be at work on it at this moment.
                with contextlib.suppress(WorktreeError):
                    async with self._held(worktree):
                        self._read_again(worktree)
                        if await self._put_right(worktree):
                            left.append(worktree)
        return left + await self._adopt()

    async def _put_right(self, worktree: Worktree) -> bool:
        """End what was begun with a worktree; whether it was in use then."""
        if worktree.state == "removed":
            await self._finish_removing(worktree)
        if worktree.state != "ready":
            return False
        with contextlib.suppress(WorktreeError, GitError):
            await self._unlock(worktree)
        worktree.state = "kept"
        await asyncio.to_thread(self.records.save, worktree)
        return True

    async def settle_moves(self) -> None:
        """End every move into or out of the bin that was cut off, unless it is still going on."""
        for entry in await asyncio.to_thread(self.bin.entries):
            if entry.moving:
                with contextlib.suppress(WorktreeError):
                    async with self._held(entry.worktree):
                        entry = self._entry_again(entry)
                        if entry.moving:
                            await self.bin.put_right(entry)

    async def _adopt(self) -> list[Worktree]:
        adopted = []
        known = {w.path for w in self.records.worktrees()}
        known |= {e.worktree.path for e in self.bin.entries()}
        for project in self.records.projects():
            folder = self.records.trees(project)
            for tree in sorted(folder.iterdir()) if folder.is_dir() else ():
                if str(tree) in known or tree.is_symlink() or not (tree / ".git").is_file():
                    continue
                with contextlib.suppress(WorktreeError, GitError):
                    worktree = await found_without_record(self.records, tree, made_by="found")
                    await self._unlock(worktree)
                    adopted.append(worktree)
            await self._adopt_in_bin(project)
        return adopted

    async def _adopt_in_bin(self, project: str) -> None:
        """What lies in the bin without an entry can be restored like everything else there."""
        known = {entry.path for entry in self.bin.entries(project)}
        folder = self.records.bin(project)
        for tree in sorted(folder.iterdir()) if folder.is_dir() else ():
            if str(tree) in known or tree.is_symlink() or not (tree / ".git").is_file():
                continue
            with contextlib.suppress(WorktreeError, GitError):
                await self.bin.take_up(project, tree)

    # Locks

    def _turn(self, worktree: Worktree) -> asyncio.Lock:
        return self._turns.setdefault(worktree.id, asyncio.Lock())

    def _take_lease(self, worktree: Worktree) -> None:
        if worktree.id in self._leases:
            return
        try:
            lease = FileLock.acquire(self.records.lease(worktree))
        except OSError as error:
            raise unwritable(self.records.root, error) from None
        if lease is None:
            raise WorktreeError(
                f"The worktree {worktree.slug} is in use by another Spinney process.",
                "Wait for it to end, or end it there.",
            )
        self._leases[worktree.id] = lease

    def _leave(self, worktree: Worktree, user: str) -> None:
        users = self._users.get(worktree.id, set())
        users.discard(user)
        if not users:
            self._users.pop(worktree.id, None)
            lease = self._leases.pop(worktree.id, None)
            if lease is not None:
                lease.release()

    def _refuse_if_used(self, worktree: Worktree) -> None:
        if self.in_use(worktree):
            raise WorktreeError(
                f"An agent is working in the worktree {worktree.slug}.", "Stop it first."
            )

    async def _unlock(self, worktree: Worktree) -> None:
        admin = Path(worktree.admin) if worktree.admin else None
        if admin is not None and is_locked(admin) and locked_by_us(admin):
            tree = locate(worktree) or worktree.folder
            result = await repository_of(worktree).result("worktree", "unlock", str(tree))
            if result.code:
                log.warning("%s stays locked: %s", tree, result.stderr.strip())

    @contextlib.asynccontextmanager
    async def at_rest(self, worktree: Worktree) -> AsyncIterator[Path]:
        """The folder of a worktree in which nobody works, for as long as the block takes."""
        async with self._held(worktree):
            self._read_again(worktree)
            if worktree.state == "binned":
                raise WorktreeError(f"The worktree {worktree.slug} is in the bin.", "Restore it.")
            tree = locate(worktree)
            if tree is None:
                raise missing(worktree)
            yield tree

    @contextlib.asynccontextmanager
    async def _held(self, worktree: Worktree) -> AsyncIterator[None]:
        """Nobody works in it or does anything with it meanwhile, in this process or another."""
        async with self._turn(worktree):
            self._refuse_if_used(worktree)
            self._take_lease(worktree)
            self._users.setdefault(worktree.id, set()).add("person")
            try:
                yield
            except OSError as error:
                raise unwritable(self.records.root, error) from None
            finally:
                self._leave(worktree, "person")


def locked_by_us(admin: Path) -> bool:
    try:
        return "Spinney" in (admin / "locked").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def missing(worktree: Worktree) -> WorktreeError:
    return WorktreeError(
        f"The folder of the worktree {worktree.slug} is gone: {worktree.path}.",
        f"Its commits are on the branch {worktree.branch}; resume its task to bring it back. If you "
        "moved it, run git worktree repair in the folder where it is now.",
    )
