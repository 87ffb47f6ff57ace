"""Where definitions lie: our own folders and those of the other programs people use."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.errors import ConfigError
from core.paths import Paths

PROJECT_FOLDER = ".spinney"


@dataclass(frozen=True)
class UserFolders:
    """The folders of one person: ``own`` is Spinney's, the others belong to other programs.

    ``shared`` is the ``.agents`` folder that several programs read.
    """

    home: Path
    own: Path
    claude: Path
    opencode: Path
    codex: Path
    shared: Path

    @property
    def opencode_folders(self) -> tuple[Path, ...]:
        """OpenCode reads two folders of a person; the one in the home folder wins."""
        return tuple(dict.fromkeys((self.opencode, self.home / ".opencode")))

    @classmethod
    def from_environment(
        cls, paths: Paths, environ: Mapping[str, str] | None = None
    ) -> UserFolders:
        environ = os.environ if environ is None else environ
        named_home = environ.get("HOME") or environ.get("USERPROFILE")
        home = Path(named_home) if named_home else Path.home()
        config = Path(environ.get("XDG_CONFIG_HOME") or home / ".config")
        return cls(
            home=home,
            own=paths.config,
            claude=Path(environ.get("CLAUDE_CONFIG_DIR") or home / ".claude"),
            opencode=Path(environ.get("OPENCODE_CONFIG_DIR") or config / "opencode"),
            codex=Path(environ.get("CODEX_HOME") or home / ".codex"),
            shared=home / ".agents",
        )


MAXIMUM_FILES = 1000
MAXIMUM_DEPTH = 6


def files_below(folder: Path, suffix: str) -> list[Path]:
    """The files of one kind under a folder, nested ones included, sorted, within reason. Links to
    files count, links to folders are not followed."""
    if not folder.is_dir():
        return []
    found: list[Path] = []
    waiting = [(folder, 0)]
    while waiting:
        current, depth = waiting.pop()
        with os.scandir(current) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    if depth < MAXIMUM_DEPTH and entry.name not in (".git", "node_modules"):
                        waiting.append((Path(entry.path), depth + 1))
                elif entry.name.endswith(suffix) and not entry.name.startswith("."):
                    found.append(Path(entry.path))
    return sorted(found)[:MAXIMUM_FILES]


def check_inside(path: Path, inside: Path | None) -> None:
    """Refuse a project's file that is a link to somewhere else: its text would reach the model."""
    if inside is not None and not path.resolve().is_relative_to(inside.resolve()):
        raise ConfigError("It is a link that leads outside the project.")
