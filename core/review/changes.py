"""The change under review: its difference, read with the hardened git, in pieces that a model can
take."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import SpinneyError
from core.git import Git, GitError
from core.loop.tokens import cut_to_tokens, text_tokens
from core.review.models import ReviewChoices, ReviewTarget

EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
PIECE_TOKENS = 30_000
MAX_PIECES = 40
MAX_NEW_FILE = 400_000
MAX_DIFF = 200_000_000
MAX_CHOICES = 200


@dataclass(frozen=True, slots=True)
class FileDifference:
    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Piece:
    """Some files of a change, small enough for one reviewer."""

    files: tuple[str, ...]
    prompt: str


async def target_from_text(directory: Path, text: str) -> ReviewTarget:
    """What a person means by ``/review TEXT``: a branch, a commit, or a description."""
    text = text.strip()
    if not text:
        return ReviewTarget()
    if " " not in text and not text.startswith("-"):
        git = Git(directory)
        try:
            for ref in (f"refs/heads/{text}", f"refs/remotes/{text}"):
                if (await git.result("rev-parse", "--verify", "-q", ref)).code == 0:
                    return ReviewTarget("base", text)
            if (await git.result("rev-parse", "--verify", "-q", f"{text}^{{commit}}")).code == 0:
                return ReviewTarget("commit", text)
        except GitError:
            pass
    return ReviewTarget("text", text)


async def choices(directory: Path) -> ReviewChoices:
    """The branches and commits that a review can be asked for."""
    git = Git(directory)
    try:
        here = (await git.result("symbolic-ref", "-q", "--short", "HEAD")).text.strip()
        named = await git.run(
            "for-each-ref", "--sort=-committerdate", "--format=%(refname:short)",
            f"--count={MAX_CHOICES}", "refs/heads", "refs/remotes",
        )  # fmt: skip
        log = await git.result("log", f"-n{MAX_CHOICES}", "--format=%h%x09%s")
    except GitError:
        return ReviewChoices()
    branches = [name for name in named.splitlines() if name and name != here]
    branches.sort(key=lambda name: name.rpartition("/")[2] not in ("main", "master"))
    commits = [line.partition("\t")[::2] for line in log.text.splitlines() if line]
    return ReviewChoices(tuple(branches), tuple(commits) if log.code == 0 else ())


async def pieces_of(directory: Path, target: ReviewTarget, most: int = PIECE_TOKENS) -> list[Piece]:
    """What each reviewer is asked. ``most`` is how many tokens of difference one of them gets."""
    if target.kind == "text":
        return [Piece((), f"Review this, and report findings as you were told:\n\n{target.value}")]
    files = await differences(directory, target)
    if not files:
        raise SpinneyError(
            f"There is nothing to review: {target.title.lower()} change nothing.",
            "Name a branch with --base, a commit with --commit, or describe what to review.",
        )
    groups = grouped(files, most)
    if len(groups) > MAX_PIECES:
        raise SpinneyError(
            f"The change is too large for a review: {len(files):,} files.",
            "Review it commit by commit.",
        )
    names = [file.path for file in files]
    return [
        Piece(tuple(file.path for file in group), _prompt(target, group, names, len(groups) > 1))
        for group in groups
    ]


async def differences(directory: Path, target: ReviewTarget) -> list[FileDifference]:
    """The change, file by file."""
    git = Git(directory)
    options = ("--no-color", "--no-renames", "-U8")
    untracked: list[FileDifference] = []
    match target.kind:
        case "commit":
            commit = await _commit(git, target.value)
            parent = await git.result("rev-parse", "--verify", "-q", f"{commit}^")
            base = parent.text.strip() if parent.code == 0 else EMPTY_TREE
            text = await git.run("diff", *options, base, commit, "--", max_output=MAX_DIFF)
        case "base":
            base = (await git.run("merge-base", await _commit(git, target.value), "HEAD")).strip()
            text = await git.run("diff", *options, base, "--", max_output=MAX_DIFF)
            untracked = await _untracked(git)
        case _:
            head = await git.result("rev-parse", "--verify", "-q", "HEAD")
            base = "HEAD" if head.code == 0 else EMPTY_TREE
            text = await git.run("diff", *options, base, "--", max_output=MAX_DIFF)
            untracked = await _untracked(git)
    return [*split_diff(text), *untracked]


async def _commit(git: Git, name: str) -> str:
    if name.startswith("-"):
        raise SpinneyError(f"{name} is not a revision.")
    found = await git.result("rev-parse", "--verify", "-q", f"{name}^{{commit}}")
    if found.code != 0:
        raise SpinneyError(f"There is no branch or commit {name}.", "See git log and git branch.")
    return found.text.strip()


async def _untracked(git: Git) -> list[FileDifference]:
    """New files that git does not know yet, as if they had been added."""
    listed = await git.run("ls-files", "-z", "--others", "--exclude-standard")
    names = [name for name in listed.split("\0") if name and not name.endswith("/")]
    top = git.place.top or git.directory
    return [file for name in names if (file := await asyncio.to_thread(_new_file, top, name))]


def _new_file(top: Path, name: str) -> FileDifference | None:
    path = top / name
    try:
        if path.is_symlink() or path.stat().st_size > MAX_NEW_FILE:
            return FileDifference(name, f"New file {name} (too large or a link; not shown)\n")
        data = path.read_bytes()
    except OSError:
        return None
    if b"\0" in data[:8000]:
        return FileDifference(name, f"New file {name} (binary)\n")
    lines = data.decode("utf-8", "replace").splitlines()
    body = "\n".join(f"+{line}" for line in lines)
    head = f"diff --git a/{name} b/{name}\nnew file\n--- /dev/null\n+++ b/{name}\n"
    return FileDifference(name, f"{head}@@ -0,0 +1,{len(lines)} @@\n{body}\n")


def split_diff(text: str) -> list[FileDifference]:
    """One difference per file."""
    found = []
    for piece in re.split(r"(?m)^(?=diff --git )", text):
        if not piece.startswith("diff --git "):
            continue
        head = piece.split("\n@@", 1)[0]
        named = re.search(r"(?m)^\+\+\+ b/(.*)$", head) or re.search(r"(?m)^--- a/(.*)$", head)
        first = piece.split("\n", 1)[0]
        path = named.group(1) if named else first.rpartition(" b/")[2]
        found.append(FileDifference(path.rstrip("\t"), piece))
    return found


def grouped(files: Sequence[FileDifference], most: int) -> list[list[FileDifference]]:
    """Files in their order, as many together as fit; one that is too large by itself is shortened."""
    groups: list[list[FileDifference]] = [[]]
    room = most
    for file in files:
        text = file.text
        if text_tokens(text) > most:
            note = f"\n[{file.path} is shortened here: read the rest of it yourself.]\n"
            text = cut_to_tokens(text, most - 50) + note
        tokens = text_tokens(text)
        if groups[-1] and tokens > room:
            groups.append([])
            room = most
        groups[-1].append(FileDifference(file.path, text))
        room -= tokens
    return groups


def _prompt(
    target: ReviewTarget, group: Sequence[FileDifference], names: Sequence[str], part: bool
) -> str:
    what = {
        "uncommitted": "the uncommitted changes of this repository",
        "base": f"everything that changed since the branch {target.value}",
        "commit": f"the change that commit {target.value} made",
    }[target.kind]
    lines = [f"Review {what}. The difference is below; read files as far as you need them."]
    if part:
        others = [name for name in names if name not in {file.path for file in group}]
        listed = "\n".join(f"- {name}" for name in others[:300])
        lines.append(
            "The change is large and reviewed in parts by several reviewers. Report only on the "
            f"files whose difference you see. The other files of the change are:\n{listed}"
        )
    lines.append("<difference>\n" + "".join(file.text for file in group) + "</difference>")
    return "\n\n".join(lines)
