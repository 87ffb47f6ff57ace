"""Run git on repositories that nobody has vouched for.

Everything in Spinney that needs git goes through here: worktrees, checkpoints, reviews, the status
bar. No call runs code that a repository names (see ``git_hardening``), no call asks anybody, and
failures are sentences. Writes to one repository happen one after the other.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import signal
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from weakref import WeakKeyDictionary

from core.children import collect
from core.errors import SpinneyError
from core.git_hardening import (
    READ_ONLY,
    as_environment,
    base_environment,
    overrides,
    safe_arguments,
)

GitProblem = Literal[
    "no_git",
    "no_repository",
    "bare",
    "no_commits",
    "busy",
    "in_progress",
    "conflict",
    "no_space",
    "read_only",
    "unknown_revision",
    "exists",
    "checked_out",
    "no_identity",
    "dirty",
    "timeout",
    "refused",
    "too_large",
    "failed",
]
Operation = Literal["rebase", "merge", "cherry-pick", "revert", "bisect"]

AT_ONCE = 4
"""Git processes that run at the same time, over all repositories."""

ENDING = 5.0
"""Seconds that git has for clearing up when it is asked to end."""


class GitError(SpinneyError):
    """Git could not do it. ``problem`` tells the kind, ``output`` what git printed."""

    def __init__(
        self,
        problem: GitProblem,
        sentence: str,
        hint: str = "",
        *,
        code: int = 0,
        output: str = "",
    ) -> None:
        super().__init__(sentence, hint, retry=problem in ("busy", "timeout"))
        self.problem = problem
        self.code = code
        self.output = output


@dataclass(frozen=True, slots=True)
class GitResult:
    code: int
    stdout: bytes
    stderr: str

    @property
    def text(self) -> str:
        return self.stdout.decode("utf-8", "surrogateescape")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a repository lies: its top folder (None: bare), its git folder, and the one that all
    its worktrees share."""

    top: Path | None
    git_dir: Path
    common_dir: Path

    def operation(self) -> Operation | None:
        """What a person left half done here, if anything."""
        marks: tuple[tuple[str, Operation], ...] = (
            ("rebase-merge", "rebase"),
            ("rebase-apply", "rebase"),
            ("MERGE_HEAD", "merge"),
            ("CHERRY_PICK_HEAD", "cherry-pick"),
            ("REVERT_HEAD", "revert"),
            ("BISECT_LOG", "bisect"),
        )
        return next((name for mark, name in marks if (self.git_dir / mark).exists()), None)


@dataclass(frozen=True, slots=True)
class Head:
    """``branch`` is None when detached, ``commit`` None before the first commit."""

    branch: str | None
    commit: str | None


@dataclass
class _Shared:
    """What all ``Git`` objects of one event loop have in common."""

    slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    repositories: dict[Path, asyncio.Lock] = field(default_factory=dict)
    keys: dict[Path, tuple[tuple[int, ...], frozenset[str], tuple[Path, ...]]] = field(
        default_factory=dict
    )
    system_files: tuple[Path, ...] | None = None


_shared: WeakKeyDictionary[asyncio.AbstractEventLoop, _Shared] = WeakKeyDictionary()


def _shared_here() -> _Shared:
    return _shared.setdefault(asyncio.get_running_loop(), _Shared())


def find_repository(directory: Path) -> Place | None:
    """The repository that ``directory`` belongs to, found without running git."""
    directory = Path(os.path.realpath(directory))
    for folder in (directory, *directory.parents):
        entry = folder / ".git"
        if entry.is_dir() and (entry / "HEAD").exists():
            return Place(folder, entry, _common(entry))
        if entry.is_file():
            target = _pointer(entry, "gitdir:")
            if target is not None and (target / "HEAD").exists():
                return Place(folder, target, _common(target))
            return None
        if (
            (folder / "HEAD").is_file()
            and (folder / "objects").is_dir()
            and (folder / "refs").is_dir()
        ):
            return Place(None, folder, folder)
    return None


def _common(git_dir: Path) -> Path:
    return _pointer(git_dir / "commondir") or git_dir


def _pointer(path: Path, prefix: str = "") -> Path | None:
    try:
        with path.open("rb") as file:
            text = os.fsdecode(file.read(8192)).strip()
    except OSError:
        return None
    if not text.startswith(prefix):
        return None
    return Path(os.path.realpath(path.parent / text.removeprefix(prefix).strip()))


def valid_branch_name(name: str) -> bool:
    """Whether ``name`` can be a branch and cannot be taken for an option."""
    if not name or name.startswith(("-", "/", ".")) or name.endswith(("/", ".", ".lock")):
        return False
    if re.search(r"[\x00-\x20\x7f~^:?*\[\\]|\.\.|//|@\{|/\.|\.lock/", name):
        return False
    return name not in ("@", "HEAD")


class Git:
    """Git in one folder.

    Without ``git_dir`` the repository is looked for from ``directory`` upwards, at the first call.
    With it (checkpoints keep their own store) ``directory`` is the work tree and nothing is looked
    for. The folder that is found is given to git outright, so that settings of the repository cannot
    point it at files elsewhere.
    """

    def __init__(
        self,
        directory: Path,
        *,
        git_dir: Path | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        self.directory = directory
        self._environ = os.environ if environ is None else environ
        self._given = git_dir is not None
        self._place = Place(directory, git_dir, git_dir) if git_dir is not None else None

    @property
    def place(self) -> Place:
        """Where the repository lies; raises ``GitError`` where there is none."""
        if self._place is None or not (self._given or self._place.git_dir.exists()):
            found = find_repository(self.directory)
            if found is None:
                raise GitError(
                    "no_repository",
                    f"{self.directory} is not in a git repository.",
                    "Run git init there first.",
                )
            self._place = found
        return self._place

    async def run(
        self,
        *arguments: str,
        input: bytes | str | None = None,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        timeout: float = 120.0,
        max_output: int = 64_000_000,
    ) -> str:
        """Run git and return what it printed; raises ``GitError`` when it fails."""
        result = await self.result(
            *arguments, input=input, cwd=cwd, env=env, timeout=timeout, max_output=max_output
        )
        if result.code != 0:
            raise self._error(arguments, result)
        return result.text

    async def result(
        self,
        *arguments: str,
        input: bytes | str | None = None,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        timeout: float = 120.0,
        max_output: int = 64_000_000,
    ) -> GitResult:
        """Run git and return its exit code and output, for callers to whom failing is an answer.

        ``env`` may add variables such as ``GIT_INDEX_FILE`` or ``GIT_AUTHOR_DATE``.
        """
        try:
            safe = safe_arguments(arguments)
        except ValueError as error:
            raise GitError("refused", f"{error}.") from None
        shared = _shared_here()
        making = arguments[0] == "init" and self._place is None
        place = None if making else self.place
        environment = base_environment(self._environ)
        if place is not None:
            environment["GIT_DIR"] = str(place.git_dir)
            if place.top is not None:
                environment["GIT_WORK_TREE"] = str(place.top)
        keys = await self._configured_keys(shared, place)
        environment |= as_environment(overrides(keys))
        environment |= dict(env or {})
        folder = cwd or (place.top if place is not None and place.top else self.directory)
        if arguments[0] in READ_ONLY or place is None:
            return await self._start(shared, safe, environment, folder, input, timeout, max_output)
        lock = shared.repositories.setdefault(place.common_dir, asyncio.Lock())
        async with lock:
            return await self._start(shared, safe, environment, folder, input, timeout, max_output)

    @contextlib.asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Hold this repository for several reading steps that must see the same state. Do not call
        writing commands of the same repository inside."""
        lock = _shared_here().repositories.setdefault(self.place.common_dir, asyncio.Lock())
        async with lock:
            yield

    async def head(self) -> Head:
        """The current branch and commit, read without starting git."""
        return await asyncio.to_thread(_read_head, self.place)

    async def _start(
        self,
        shared: _Shared,
        arguments: list[str],
        environment: dict[str, str],
        folder: Path,
        input: bytes | str | None,
        timeout: float,
        max_output: int,
    ) -> GitResult:
        program = _program(self._environ)
        sent = input.encode("utf-8", "surrogateescape") if isinstance(input, str) else input
        async with shared.slots:
            try:
                child = await asyncio.create_subprocess_exec(
                    program,
                    "--no-pager",
                    *arguments,
                    stdin=asyncio.subprocess.PIPE
                    if sent is not None
                    else asyncio.subprocess.DEVNULL,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.PIPE,
                    cwd=folder,
                    env=environment,
                    start_new_session=True,
                )
            except (FileNotFoundError, NotADirectoryError):
                raise GitError("no_repository", f"The folder {folder} does not exist.") from None
            except OSError as error:
                raise GitError("failed", f"git could not be started: {error.strerror}.") from None
            try:
                async with asyncio.timeout(timeout):
                    out, err = await _communicate(child, sent, max_output)
            except TimeoutError:
                what = f"git {arguments[0]} took longer than {timeout:.0f} s and was ended."
                raise GitError("timeout", what) from None
            finally:
                await _end(child)
        assert child.returncode is not None
        return GitResult(child.returncode, out, err.decode("utf-8", "replace"))

    async def _configured_keys(self, shared: _Shared, place: Place | None) -> set[str]:
        """Every key that any configuration file sets, whatever its conditions."""
        files: list[Path] = []
        if shared.system_files is None:
            shared.system_files = await self._system_files(shared)
        files += shared.system_files
        home = Path(self._environ.get("HOME", os.sep))
        xdg = self._environ.get("XDG_CONFIG_HOME") or str(home / ".config")
        files += [Path(xdg) / "git" / "config", home / ".gitconfig"]
        if place is not None:
            files += [place.common_dir / "config", place.common_dir / "config.worktree"]
            files += [place.git_dir / "config", place.git_dir / "config.worktree"]
            if place.top is not None:
                files.append(place.top / ".gitmodules")
        keys: set[str] = set()
        seen: set[Path] = set()
        while files:
            file = files.pop()
            if file in seen or len(seen) > 200:
                continue
            seen.add(file)
            own, included = await self._keys_of(shared, file)
            keys |= own
            files += included
        return keys

    async def _keys_of(
        self, shared: _Shared, file: Path
    ) -> tuple[frozenset[str], tuple[Path, ...]]:
        """The keys of one file and the files it includes, remembered until it changes."""
        try:
            status = file.stat()
        except OSError:
            return frozenset(), ()
        stamp = (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)
        known = shared.keys.get(file)
        if known is not None and known[0] == stamp:
            return known[1], known[2]
        arguments = ["config", "--file", str(file), "--no-includes", "--null", "--list"]
        environment = base_environment(self._environ)
        result = await self._start(
            shared, arguments, environment, Path(os.path.abspath(os.sep)), None, 10.0, 8_000_000
        )
        keys: set[str] = set()
        included: list[Path] = []
        for entry in result.text.split("\0"):
            key, _, value = entry.partition("\n")
            keys.add(key)
            if key.startswith(("include.", "includeif.")) and key.endswith(".path") and value:
                target = Path(value).expanduser() if value.startswith("~") else Path(value)
                included.append(Path(os.path.normpath(file.parent / target)))
        keys.discard("")
        shared.keys[file] = (stamp, frozenset(keys), tuple(included))
        return frozenset(keys), tuple(included)

    async def _system_files(self, shared: _Shared) -> tuple[Path, ...]:
        arguments = ["config", "--system", "--no-includes", "--null", "--show-origin", "--list"]
        environment = base_environment(self._environ)
        result = await self._start(
            shared, arguments, environment, Path(os.path.abspath(os.sep)), None, 10.0, 8_000_000
        )
        names = {part[5:] for part in result.text.split("\0") if part.startswith("file:")}
        return tuple(Path(name) for name in names)

    def _error(self, arguments: tuple[str, ...], result: GitResult) -> GitError:
        output = (result.stderr or result.text).strip()
        problem, sentence, hint = _explain(arguments, output, self._place)
        return GitError(problem, sentence, hint, code=result.code, output=output)


def _program(environ: Mapping[str, str]) -> str:
    path = base_environment(environ)["PATH"]
    program = shutil.which("git", path=path)
    if program is None:
        raise GitError("no_git", "git is not installed.", "Install it and try again.")
    return program


async def _communicate(
    child: asyncio.subprocess.Process, sent: bytes | None, limit: int
) -> tuple[bytes, bytes]:
    """Feed and read at once; output beyond ``limit`` ends the call."""
    assert child.stdout is not None
    assert child.stderr is not None

    async def read(stream: asyncio.StreamReader) -> bytes:
        pieces: list[bytes] = []
        size = 0
        while piece := await stream.read(65536):
            size += len(piece)
            if size > limit:
                what = f"git printed more than {limit // 1_000_000} MB."
                raise GitError("too_large", what, "Ask for less at once.")
            pieces.append(piece)
        return b"".join(pieces)

    async def feed() -> None:
        if sent is not None and child.stdin is not None:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                child.stdin.write(sent)
                await child.stdin.drain()
            child.stdin.close()

    reading = (asyncio.ensure_future(read(child.stdout)), asyncio.ensure_future(read(child.stderr)))
    try:
        await feed()
        out, err = await asyncio.gather(*reading)
    finally:
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)
    await child.wait()
    return out, err


async def _end(child: asyncio.subprocess.Process) -> None:
    """Ask git to end, and make it end if it does not.

    Asked, it takes its lock files and half-made worktrees along; killed, it would leave them in a
    person's repository. Git starts helpers of its own; they are in its session and go with it.
    """
    if child.returncode is not None:
        return
    ending = asyncio.ensure_future(child.wait())
    _signal(child, signal.SIGTERM)
    try:
        await asyncio.wait({ending}, timeout=ENDING)
    finally:
        # Also where git itself has ended: a helper of its may not have listened.
        _signal(child, getattr(signal, "SIGKILL", signal.SIGTERM))
        await collect(ending)


def _signal(child: asyncio.subprocess.Process, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(child.pid, number)
        else:
            child.kill()


def _read_head(place: Place) -> Head:
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
    import git

    repository = git.Repo(place.top or place.git_dir, expand_vars=False)
    branch: str | None = None
    try:
        branch = None if repository.head.is_detached else str(repository.head.reference.name)
        commit = str(git.SymbolicReference.dereference_recursive(repository, "HEAD"))
    except ValueError:
        return Head(branch, None)
    except (TypeError, OSError):
        return Head(None, None)
    finally:
        repository.close()
    return Head(branch, commit)


_EXPLANATIONS: tuple[tuple[str, GitProblem, str, str], ...] = (
    ("not a git repository", "no_repository", "This is not a git repository.", ""),
    ("must be run in a work tree", "bare", "This repository has no checked-out files.", ""),
    (
        "No space left on device|Out of diskspace",
        "no_space",
        "The disk is full.",
        "Free some space and try again.",
    ),
    (
        "unable to write file|Could not reset index file|failed to write",
        "no_space",
        "Files could not be written, most likely because the disk is full.",
        "Free some space and try again.",
    ),
    ("Disk quota exceeded", "no_space", "The disk quota is used up.", "Free some space."),
    (
        "Read-only file system",
        "read_only",
        "The repository lies on a read-only file system.",
        "",
    ),
    (
        "insufficient permission for adding an object",
        "read_only",
        "The repository cannot be written by this user.",
        "Check who owns its files.",
    ),
    ("Permission denied", "read_only", "The repository cannot be written by this user.", ""),
    (
        r"Unable to create '.*\.lock': File exists",
        "busy",
        "Another git process is using this repository.",
        "Wait for it to end, or remove the lock file if none is running.",
    ),
    (
        "does not have any commits yet|bad revision 'HEAD'|ambiguous argument 'HEAD'"
        "|not a valid object name: 'HEAD'|You do not have the initial commit yet"
        "|Failed to resolve 'HEAD'|invalid reference: HEAD",
        "no_commits",
        "This repository has no commits yet.",
        "Commit something first.",
    ),
    (
        "Please tell me who you are|empty ident name|unable to auto-detect email",
        "no_identity",
        "Git does not know your name and address.",
        "Set user.name and user.email with git config --global.",
    ),
    (
        "already checked out at|is already used by worktree",
        "checked_out",
        "That branch is checked out in another worktree.",
        "",
    ),
    ("already exists", "exists", "Something of that name exists already.", ""),
    (
        "would be overwritten by|contains modified or untracked files|You have unstaged changes"
        "|uncommitted changes|local changes",
        "dirty",
        "There are uncommitted changes in the way.",
        "Commit or stash them first.",
    ),
    (
        "CONFLICT|could not apply|needs merge|unmerged files|fix conflicts",
        "conflict",
        "The changes conflict.",
        "",
    ),
    (
        "unknown revision|bad revision|not a valid object name|pathspec .* did not match"
        "|invalid reference|bad object|not a commit",
        "unknown_revision",
        "There is no such revision or file.",
        "",
    ),
)
_UNFINISHED = re.compile(
    r"rebase-(?:merge|apply) directory|You have not concluded your merge|middle of a|in progress"
)


def _explain(
    arguments: tuple[str, ...], output: str, place: Place | None
) -> tuple[GitProblem, str, str]:
    operation = place.operation() if place is not None else None
    if operation is not None and _UNFINISHED.search(output):
        sentence = f"A {operation} is in progress in this repository."
        return "in_progress", sentence, "Finish or abort it first."
    for pattern, problem, sentence, hint in _EXPLANATIONS:
        if re.search(pattern, output):
            return problem, sentence, hint
    last = next(
        (line for line in reversed(output.splitlines()) if line.strip()), "it gave no reason"
    )
    said = re.sub(r"^(fatal|error): ", "", last.strip()).rstrip(".")
    return "failed", f"git {arguments[0]} failed: {said}.", ""
