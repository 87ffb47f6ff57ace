"""Any sequence of edits by the agent and by others, of undo and redo: exact bytes, or a question."""

from __future__ import annotations

import asyncio
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.core.checkpoints.turns import Files, Turns, disk, put, turns_in

NAMES = ("a.txt", "dir", "dir/c.txt", "dir/deep/d.txt")
CONTENTS = (b"", b"one\n", b"one\r\n", b"$Id$\n", b"\0\xff\xfe", "文\n".encode(), b"long")

entries = st.one_of(
    st.none(),
    st.tuples(st.sampled_from(("file", "executable")), st.sampled_from(CONTENTS)),
    st.tuples(st.just("link"), st.sampled_from((b"a.txt", b"nowhere", b"dir"))),
)
edits = st.lists(st.tuples(st.sampled_from(NAMES), entries), min_size=1, max_size=4)
moves = st.one_of(
    st.tuples(st.just("agent"), edits),
    st.tuples(st.just("agent"), edits),
    st.tuples(st.just("person"), edits),
    st.tuples(st.just("undo"), st.integers(0, 5)),
    st.tuples(st.just("undo all"), st.integers(0, 5)),
    st.tuples(st.just("redo"), st.just(0)),
)


class Story:
    """Carries out moves and knows what must be true after each."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.root = turns.root
        self.prompts: list[tuple[str, Files, int]] = []
        self.reverts: list[tuple[Files, int, int]] = []
        self.foreign: list[set[str]] = []

    def edit(self, changes: list[tuple[str, tuple[str, bytes] | None]]) -> None:
        for path, entry in changes:
            put(self.root, path, entry)

    def touched_since(self, moment: int) -> set[str]:
        return set().union(*self.foreign[moment:])

    async def agent(self, changes: list[tuple[str, tuple[str, bytes] | None]]) -> None:
        if self.reverts:
            del self.prompts[self.reverts[-1][2] :]
            self.reverts.clear()
        moment = disk(self.root)
        prompt = await self.turns.turn(lambda: self.edit(changes))
        self.prompts.append((prompt, moment, len(self.foreign)))

    def person(self, changes: list[tuple[str, tuple[str, bytes] | None]]) -> None:
        before = disk(self.root)
        self.edit(changes)
        after = disk(self.root)
        self.foreign.append({p for p in {*before, *after} if before.get(p) != after.get(p)})

    async def undo(self, number: int, everything: bool) -> None:
        visible = self.prompts[: self.reverts[-1][2]] if self.reverts else self.prompts
        if not visible:
            return
        position = number % len(visible)
        prompt, then, moment = visible[position]
        session = await self.turns.session()
        preview = await self.turns.back.preview(session, prompt, "both")
        now = disk(self.root)
        self.judge(preview.changes, preview.conflicts, now, then, moment)
        asked = {change.path for change in preview.conflicts}
        result = await self.turns.back.revert(session, prompt, "both", asked if everything else ())
        after = disk(self.root)
        if everything:
            assert after == then
            assert result.kept == ()
        else:
            for path in {*after, *now, *then}:
                expected = now if path in asked else then
                assert after.get(path) == expected.get(path), path
        self.reverts.append((now, len(self.foreign), position))

    async def redo(self) -> None:
        session = await self.turns.session()
        if not self.reverts:
            assert session.revert is None
            return
        then, moment, _ = self.reverts.pop()
        now = disk(self.root)
        preview = await self.turns.back.preview_redo(session)
        self.judge(preview.changes, preview.conflicts, now, then, moment)
        asked = {change.path for change in preview.conflicts}
        await self.turns.back.redo(session)
        after = disk(self.root)
        for path in {*after, *now, *then}:
            assert after.get(path) == (now if path in asked else then).get(path), path

    def judge(self, changes: object, conflicts: object, now: Files, then: Files, m: int) -> None:
        """The preview names every file that differs, and asks about exactly those that someone else
        changed or that stand in the way of such a one."""
        own = {change.path for change in changes}  # type: ignore[attr-defined]
        asked = {change.path for change in conflicts}  # type: ignore[attr-defined]
        differing = {path for path in {*now, *then} if now.get(path) != then.get(path)}
        assert own | asked == differing
        assert not own & asked
        touched = self.touched_since(m)
        assert differing & touched <= asked
        for path in asked - touched:
            assert any(
                path.startswith(other + "/") or other.startswith(path + "/") for other in touched
            ), path


def make_repository(root: Path) -> None:
    """One whose attributes would change bytes, if they were heeded."""
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    (root / ".gitattributes").write_text("* text=auto eol=crlf\n*.txt ident filter=x\n")


async def play(story: list[tuple[str, object]], git: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve() / "project"
        root.mkdir()
        if git:
            make_repository(root)
        put(root, "a.txt", ("file", b"start\n"))
        async with turns_in(root, Path(folder) / "home") as turns:
            told = Story(turns)
            for move, what in story:
                if move == "agent":
                    await told.agent(what)  # type: ignore[arg-type]
                elif move == "person":
                    told.person(what)  # type: ignore[arg-type]
                elif move == "redo":
                    await told.redo()
                else:
                    await told.undo(what, move == "undo all")  # type: ignore[arg-type]


stories = st.lists(moves, min_size=3, max_size=9)
given_stories = given(story=stories, git=st.booleans())
options = {
    "deadline": None,
    "suppress_health_check": list(HealthCheck),
    "database": None,
}


@settings(max_examples=20, derandomize=True, **options)
@given_stories
def test_every_restore_gives_the_bytes_of_that_moment_or_asks(
    story: list[tuple[str, object]], git: bool
) -> None:
    asyncio.run(play(story, git))


@pytest.mark.soak
@settings(max_examples=200, **options)
@given_stories
def test_every_restore_gives_the_bytes_of_that_moment_or_asks_at_length(
    story: list[tuple[str, object]], git: bool
) -> None:
    asyncio.run(play(story, git))
