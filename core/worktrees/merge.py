"""Bringing work back from a worktree: merge, squash, rebase or apply, all or a part, and undo."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

from core.git import Git, GitError
from core.locks import FileLock
from core.worktrees.applying import (
    apply_state,
    brought_in,
    check_out,
    forecast_apply,
    undo_apply,
)
from core.worktrees.changes import Changes, Selection, changes_in
from core.worktrees.forecast import Forecast, forecast_merge, target_of
from core.worktrees.manager import WorktreeManager
from core.worktrees.models import How, Merged, Worktree, WorktreeError
from core.worktrees.naming import project_folder
from core.worktrees.repository import checkout_at, locate
from core.worktrees.selection import selected_commit, takes_all
from core.worktrees.snapshot import state_of


class Merging:
    """What a person can do with the changes of a worktree. Nothing is changed when it cannot be done
    completely; every sentence says why."""

    def __init__(self, manager: WorktreeManager) -> None:
        self.manager = manager
        self._turns: dict[str, asyncio.Lock] = {}

    async def changes(self, worktree: Worktree, target: Path | None = None) -> Changes:
        commit = None
        with contextlib.suppress(WorktreeError, GitError):
            commit = (await target_of(worktree, target).head()).commit
        return await changes_in(worktree, commit)

    async def forecast(
        self,
        worktree: Worktree,
        how: How = "merge",
        *,
        selection: Selection | None = None,
        target: Path | None = None,
    ) -> Forecast:
        """Which files would change, which conflict, which are in the way."""
        checkout = target_of(worktree, target)
        changes = await self.changes(worktree, target)
        return await self._forecast(changes, how, selection, checkout)

    async def _forecast(
        self, changes: Changes, how: How, selection: Selection | None, checkout: Git
    ) -> Forecast:
        theirs = changes.state
        if not takes_all(changes, selection):
            assert selection is not None
            theirs = await selected_commit(changes, selection)
        if how == "apply":
            return await forecast_apply(changes, theirs, checkout)
        return await forecast_merge(changes, theirs, checkout)

    async def merge(
        self,
        worktree: Worktree,
        how: How = "merge",
        *,
        selection: Selection | None = None,
        message: str | None = None,
        target: Path | None = None,
    ) -> Merged:
        """Bring the changes into the checkout, if that works without conflict.

        A part of the changes has no history of its own, so it comes as one commit however it is
        merged. What is uncommitted in the worktree is committed there first, except for ``apply``.
        """
        checkout = target_of(worktree, target)
        async with self.manager.at_rest(worktree) as tree, self._alone(worktree.project):
            await self._refuse_unsettled(worktree, tree, checkout, how)
            changes = await self.changes(worktree, target)
            if not changes.files:
                raise WorktreeError(f"The worktree {worktree.slug} has nothing to merge.")
            forecast = await self._forecast(changes, how, selection, checkout)
            _refuse_unclean(forecast, worktree)
            try:
                whole = takes_all(changes, selection)
                done = await self._carry_out(changes, forecast, how, whole, message, tree, checkout)
            except GitError as error:
                raise WorktreeError(error.sentence, error.hint) from None
            await self._note(worktree.project, done)
            if whole:
                worktree.merged = time.time()
                await asyncio.to_thread(self.manager.records.save, worktree)
        self.manager.listener(worktree, "merged")
        return done

    async def _refuse_unsettled(
        self, worktree: Worktree, tree: Path, checkout: Git, how: How
    ) -> None:
        for place in (Git(tree).place, checkout.place):
            operation = place.operation()
            if operation is not None:
                raise WorktreeError(
                    f"A {operation} is in progress in {place.top}.", "Finish or abort it first."
                )
        head = await checkout.head()
        if how != "apply" and head.branch is None:
            raise WorktreeError(
                f"{checkout.place.top} is on no branch, so a commit made there could get lost.",
                "Check a branch out first, or apply the changes without committing.",
            )

    async def _carry_out(
        self,
        changes: Changes,
        forecast: Forecast,
        how: How,
        whole: bool,
        message: str | None,
        tree: Path,
        checkout: Git,
    ) -> Merged:
        worktree = changes.worktree
        head = await checkout.head()
        assert head.commit is not None
        done = Merged(
            worktree_id=worktree.id,
            slug=worktree.slug,
            how=how,
            checkout=str(checkout.place.top),
            branch=head.branch,
            before=head.commit,
            after="",
            files=[name.encode("utf-8", "replace").decode() for name in forecast.files],
        )
        if how == "apply":
            await self._apply(changes, forecast, checkout, done)
            return done
        text = message or default_message(worktree)
        plain = whole and worktree.carried is None
        if how in ("merge", "rebase") and plain:
            tip = await commit_all(Git(tree), text)
            done.tip_before = tip
            if how == "merge":
                done.after = await _commit(checkout, forecast.tree, [head.commit, tip], text)
            else:
                done.after = done.tip_after = await _rebase(Git(tree), head.commit, tip, worktree)
        else:
            done.after = await _commit(checkout, forecast.tree, [head.commit], text)
        try:
            await _advance(checkout, done.after)
        except GitError as error:
            await _put_back(checkout, head.commit, done.after, forecast.files)
            raise WorktreeError(
                error.sentence, f"{error.hint} Your files are as they were.".strip()
            ) from None
        return done

    async def _apply(
        self, changes: Changes, forecast: Forecast, checkout: Git, done: Merged
    ) -> None:
        project = changes.worktree.project
        last = await self.last(project)
        try:
            await apply_state(changes, forecast, checkout, done, partial(self._note, project))
        except WorktreeError:
            await self._note(project, last)
            raise

    async def _note(self, project: str, done: Merged | None) -> None:
        await asyncio.to_thread(self.manager.records.save_merged, project, done)

    async def last(self, project: str) -> Merged | None:
        """What was brought back last in a project and not undone."""
        return await asyncio.to_thread(self.manager.records.merged, project)

    @contextlib.asynccontextmanager
    async def _alone(self, project: str) -> AsyncIterator[None]:
        """No other process brings anything into a checkout of this repository meanwhile."""
        turn = self._turns.setdefault(project, asyncio.Lock())
        async with turn:
            lock = FileLock.acquire(self.manager.records.merging(project))
            if lock is None:
                raise WorktreeError(
                    "Another Spinney process is bringing changes into this repository.",
                    "Wait for it to end, then try again.",
                )
            try:
                yield
            finally:
                lock.release()

    async def undo(self, directory: Path) -> Merged:
        """Take the last merge of this repository back, while nothing came after it."""
        project = project_folder(checkout_at(directory).place.common_dir)
        async with self._alone(project):
            return await self._undo(project)

    async def _undo(self, project: str) -> Merged:
        merged = await self.last(project)
        if merged is None:
            raise WorktreeError("There is no merge to undo.")
        checkout = checkout_at(Path(merged.checkout))
        try:
            if merged.how == "apply":
                await undo_apply(checkout, merged)
            else:
                await self._undo_commit(checkout, merged)
        except GitError as error:
            raise WorktreeError(error.sentence, error.hint) from None
        await self._note(project, None)
        with contextlib.suppress(Exception):
            worktree = await self.manager.find(merged.worktree_id)
            worktree.merged = None
            await asyncio.to_thread(self.manager.records.save, worktree)
            self.manager.listener(worktree, worktree.state)
        return merged

    async def _undo_commit(self, checkout: Git, merged: Merged) -> None:
        head = await checkout.head()
        operation = checkout.place.operation()
        if head.commit != merged.after or head.branch != merged.branch or operation is not None:
            raise WorktreeError(
                f"Something came after the merge of {merged.slug}, so it is not undone by itself.",
                f"The state before it was {merged.before[:12]}.",
            )
        await checkout.run("reset", "--keep", "--quiet", merged.before)
        if merged.tip_after is not None and merged.tip_before is not None:
            worktree = await self.manager.find(merged.worktree_id)
            tree = locate(worktree)
            if tree is not None and (await Git(tree).head()).commit == merged.tip_after:
                await Git(tree).run("reset", "--keep", "--quiet", merged.tip_before)

    async def abort(self, worktree: Worktree) -> str:
        """Abort what was left half done in the worktree, unless its agent is at work on it. Its state
        is kept under a ref first, whose name is returned."""
        async with self.manager.at_rest(worktree) as tree:
            return await self._abort(worktree, Git(tree))

    async def _abort(self, worktree: Worktree, git: Git) -> str:
        operation = git.place.operation()
        if operation is None:
            raise WorktreeError(f"Nothing is half done in the worktree {worktree.slug}.")
        state = await state_of(git)
        ref = f"refs/spinney/aborted/{worktree.id}/{int(time.time())}"
        await git.run("update-ref", ref, state)
        arguments = ("bisect", "reset") if operation == "bisect" else (operation, "--abort")
        try:
            await git.run(*arguments)
        except GitError as error:
            raise WorktreeError(error.sentence, error.hint) from None
        return ref

    async def conflict_prompt(self, worktree: Worktree, forecast: Forecast) -> str:
        """What to ask the agent of the worktree so that it solves the conflicts over there."""
        head = await target_of(worktree).head()
        target = head.branch or forecast.ours
        files = "\n".join(f"- {name}" for name in forecast.conflicts)
        return (
            f"Your changes on {worktree.branch} conflict with {target} in these files:\n{files}\n\n"
            f"Work in your own worktree only. Commit what is uncommitted, run `git merge {target}`, "
            "resolve every conflict so that the intent of both sides holds, check the result, and "
            "commit the merge. Say in a few words how you resolved each file."
        )


def _refuse_unclean(forecast: Forecast, worktree: Worktree) -> None:
    if forecast.conflicts:
        names = ", ".join(forecast.conflicts[:5])
        raise WorktreeError(
            f"The changes of {worktree.slug} conflict with the checkout: {names}.",
            "Nothing was changed. Let the agent resolve them in its worktree, or take less.",
            paths=forecast.conflicts,
        )
    if forecast.in_the_way:
        names = ", ".join(forecast.in_the_way[:5])
        raise WorktreeError(
            f"Files of yours that are not committed are in the way: {names}.",
            "Nothing was changed. Commit, stash or move them first, or take less.",
            paths=forecast.in_the_way,
        )


async def commit_all(git: Git, message: str) -> str:
    """Commit whatever is uncommitted in the worktree; returns its newest commit."""
    if (await git.run("status", "--porcelain=v2", "-z", "--untracked-files=all")).strip("\0"):
        await git.run("add", "--all", timeout=600.0)
        await git.run("commit", "--quiet", "--no-verify", "-m", message)
    head = await git.head()
    assert head.commit is not None
    return head.commit


async def _commit(git: Git, tree: str, parents: list[str], message: str) -> str:
    """A commit in the person's name."""
    options = [word for parent in parents for word in ("-p", parent)]
    return (await git.run("commit-tree", tree, *options, input=message)).strip()


async def _rebase(git: Git, onto: str, tip: str, worktree: Worktree) -> str:
    try:
        await git.run("rebase", "--quiet", "--no-autostash", onto, timeout=600.0)
    except GitError as error:
        await git.result("rebase", "--abort")
        if (await git.head()).commit != tip:
            raise WorktreeError(
                f"The rebase failed and left {worktree.path} in a state of its own.",
                f"The commit before it was {tip}.",
            ) from None
        raise WorktreeError(
            f"The commits of {worktree.slug} cannot be rebased one by one: {error.sentence}",
            "Nothing was changed. Merge or squash them instead.",
        ) from None
    head = await git.head()
    assert head.commit is not None
    return head.commit


async def _advance(checkout: Git, commit: str) -> None:
    """Move the checkout's branch forward to a commit that contains it, files and all."""
    await checkout.run(
        *("merge", "--ff-only", "--quiet", "--no-autostash", "--no-stat", "--no-overwrite-ignore"),
        commit,
        timeout=600.0,
    )


async def _put_back(checkout: Git, before: str, after: str, names: tuple[str, ...]) -> None:
    """Git stopped half-way, on a full disk for example: put back what it brought in.

    What is neither as it was nor of git's making was changed by the person meanwhile, or hidden from
    git by them, which may be why git stopped; that is left alone.
    """
    if (await checkout.head()).commit != before:
        return
    try:
        await check_out(checkout, before, await brought_in(checkout, before, after, names))
    except (GitError, OSError) as error:
        raise WorktreeError(
            f"Some files could be neither brought in nor put back: {error}",
            f"Make room, then run git restore for them; {before[:12]} has them.",
            paths=names,
        ) from None


def default_message(worktree: Worktree) -> str:
    title = " ".join(worktree.title.split()) or worktree.slug
    return f"{title[:1].upper()}{title[1:]}\n"
