"""Where Spinney keeps its own files.

``SPINNEY_HOME`` puts everything under one folder; without it the platform's usual places hold.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

ROOT = Path(__file__).resolve().parent.parent
"""The folder that holds the ``core``, ``desktop`` and ``resources`` packages."""

RESOURCES = ROOT / "resources"


@dataclass(frozen=True)
class Paths:
    """The folders of one installation; ``config`` holds ``config.toml`` and the person's agents."""

    config: Path
    data: Path
    cache: Path
    logs: Path

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> Paths:
        environ = os.environ if environ is None else environ
        home = environ.get("SPINNEY_HOME")
        if home:
            base = Path(home).expanduser().absolute()
            return cls(base, base / "data", base / "cache", base / "logs")
        dirs = platformdirs.PlatformDirs("spinney", appauthor=False)
        return cls(
            Path(dirs.user_config_dir),
            Path(dirs.user_data_dir),
            Path(dirs.user_cache_dir),
            Path(dirs.user_log_dir),
        )

    def create(self) -> None:
        """Make the folders, readable by their owner only."""
        private = (self.config, self.data, self.cache, self.logs, self.outputs, self.attachments)
        for folder in private:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)

    @property
    def config_file(self) -> Path:
        return self.config / "config.toml"

    @property
    def database(self) -> Path:
        return self.data / "spinney.db"

    @property
    def outputs(self) -> Path:
        """Tool outputs that were too long for the model, and the output files of tasks."""
        return self.data / "outputs"

    @property
    def attachments(self) -> Path:
        """Images and other files that a person or a tool put into a conversation."""
        return self.data / "attachments"

    @property
    def worktrees(self) -> Path:
        return self.data / "worktrees"

    @property
    def checkpoints(self) -> Path:
        return self.data / "checkpoints"

    @property
    def leases(self) -> Path:
        """Lock files that tell which runs belong to a living process."""
        return self.data / "leases"

    def own_folders(self) -> tuple[Path, ...]:
        return tuple(dict.fromkeys((self.config, self.data, self.cache, self.logs)))
