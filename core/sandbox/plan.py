"""What a command may see and write, as a plain value that any kind of sandbox can carry out."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.config.settings import SandboxSettings
from core.paths import Paths
from core.sandbox.repository import git_folders
from core.sandbox.secrets_at_home import START_FILES, hidden_in

GUARDED_NAMES = (
    *(".spinney", ".claude", ".opencode", ".codex", ".agents", ".vscode", ".idea"),
    *(".envrc", ".mcp.json", "opencode.json", "opencode.jsonc", ".worktreeinclude"),
)
"""Names in a project that make programs outside the sandbox do things."""

_CACHES = {
    "XDG_CACHE_HOME": "xdg",
    "UV_CACHE_DIR": "uv",
    "PIP_CACHE_DIR": "pip",
    "npm_config_cache": "npm",
    "YARN_CACHE_FOLDER": "yarn",
    "BUN_INSTALL_CACHE_DIR": "bun",
    "DENO_DIR": "deno",
    "GOCACHE": "go-build",
    "CCACHE_DIR": "ccache",
    "SCCACHE_DIR": "sccache",
    "COMPOSER_CACHE_DIR": "composer",
    "PRE_COMMIT_HOME": "pre-commit",
    "MPLCONFIGDIR": "matplotlib",
}
_CACHES_WITH_NETWORK = {
    "CARGO_HOME": "cargo",
    "GOMODCACHE": "go-modules",
    "GRADLE_USER_HOME": "gradle",
    "NUGET_PACKAGES": "nuget",
}
"""Without the network nothing could be fetched into these, and what the person's own folders hold
already can be used read-only."""

_REACHES_THE_HOST = (
    *("DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY"),
    *("WAYLAND_SOCKET", "XAUTHORITY", "SSH_AUTH_SOCK", "SSH_AGENT_PID", "GPG_AGENT_INFO"),
    *("GNOME_KEYRING_CONTROL", "PULSE_SERVER", "DOCKER_HOST", "CONTAINER_HOST", "TMUX", "STY"),
    *("XDG_RUNTIME_DIR", "XDG_SESSION_ID", "SESSION_MANAGER", "NOTIFY_SOCKET", "VSCODE_IPC_HOOK"),
    *("VSCODE_IPC_HOOK_CLI", "VSCODE_GIT_IPC_HANDLE", "KITTY_LISTEN_ON", "WEZTERM_UNIX_SOCKET"),
)


@dataclass(frozen=True)
class SandboxPlan:
    """Everything is readable and nothing writable, but for:

    ``writable`` folders; ``guarded`` names inside them, which are read-only and cannot come into
    being (``guarded_files``: those that are files); ``forbidden`` names, removed should they appear;
    ``hidden`` paths, which look empty. Deeper paths win over shallower ones. ``temporary`` is what
    ``/tmp`` shows. ``checkout`` and ``index`` tell where a command could have put a repository inside
    this one. ``state`` is where bookkeeping of this folder's sandboxes is kept.
    """

    directory: Path
    state: Path
    temporary: Path
    writable: tuple[Path, ...] = ()
    guarded: tuple[Path, ...] = ()
    guarded_files: tuple[Path, ...] = ()
    forbidden: tuple[Path, ...] = ()
    hidden: tuple[Path, ...] = ()
    checkout: Path | None = None
    index: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    dropped_variables: tuple[str, ...] = _REACHES_THE_HOST
    network: bool = False
    read_only: bool = False


def plan_for(
    directory: Path,
    *,
    paths: Paths,
    settings: SandboxSettings | None = None,
    project: Path | None = None,
    network: bool = False,
    read_only: bool = False,
    worktree: bool = False,
    extra_writable: Iterable[Path] = (),
    home: Path | None = None,
) -> SandboxPlan:
    """The plan for commands of one project or worktree.

    ``directory`` is the project, or with ``worktree`` the worktree of ours that an agent works in.
    ``read_only`` is for plan mode: only the temporary folder and the caches can be written.
    """
    settings = settings or SandboxSettings()
    directory = directory.resolve()
    home = (home or Path.home()).resolve()
    key = hashlib.sha256(os.fsencode(directory)).hexdigest()[:16]
    state = paths.cache.resolve() / "sandbox" / key
    temporary, caches = state / "tmp", state / "caches"
    hidden = [*hidden_in(home), *(folder.resolve() for folder in paths.own_folders())]
    hidden += [_at(home, name) for name in settings.hidden]
    names = {**_CACHES, **(_CACHES_WITH_NETWORK if network else {})}
    environment = {variable: str(caches / name) for variable, name in names.items()}
    # Not the folder's own path: it may be too long for the address of a socket in it.
    environment |= {"TMPDIR": "/tmp", "HISTFILE": "/dev/null", "GIT_TERMINAL_PROMPT": "0"}
    environment |= {"npm_config_update_notifier": "false"}
    base = SandboxPlan(
        directory=directory,
        state=state,
        temporary=temporary,
        writable=(temporary, caches),
        hidden=tuple(dict.fromkeys(hidden)),
        environment=environment,
        network=network,
        read_only=read_only,
    )
    git = git_folders(directory, only_own_branch=worktree)
    if read_only:
        # Put there once more: it may lie in the shared temporary folder or among our own.
        seen = (directory, git.top, project.resolve() if project is not None else None)
        kept = [path for path in seen if path is not None and path != Path(path.anchor)]
        return replace(base, guarded=tuple(dict.fromkeys(kept)))
    own = [directory / name for name in GUARDED_NAMES]
    if home.is_relative_to(directory):
        own += [home / name for name in START_FILES]
    extra = [_at(home, name) for name in settings.writable]
    writable = (*base.writable, directory, *git.writable, *extra, *extra_writable)
    # Binding the root again would uncover everything that is hidden or private.
    writable = tuple(path for path in writable if path != Path(path.anchor))
    guarded = dict.fromkeys((*own, *git.guarded))
    if project is not None and worktree:
        # The main checkout is readable only; a person's own setting must not open it again, nor must
        # it vanish where it lies in the shared temporary folder.
        main = project.resolve()
        writable = tuple(path for path in writable if path != main)
        if not directory.is_relative_to(main):
            guarded[main] = None
    return SandboxPlan(
        directory=directory,
        state=state,
        temporary=temporary,
        writable=tuple(dict.fromkeys(writable)),
        guarded=tuple(guarded),
        guarded_files=git.guarded_files,
        forbidden=git.forbidden,
        checkout=git.top,
        index=git.index,
        hidden=base.hidden,
        environment=environment,
        network=network,
    )


def _at(home: Path, name: str) -> Path:
    path = Path(home, name[2:]) if name.startswith("~/") else Path(name)
    return path if path.is_absolute() else home / path
