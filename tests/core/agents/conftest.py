"""A person's folders and a project, all under a temporary folder."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from core.agents.catalog import AgentCatalog
from core.agents.folders import UserFolders
from core.agents.loader import load_agents
from core.agents.mapping import ModelNames
from core.config.settings import Settings
from core.paths import Paths

SAMPLES = Path(__file__).parent / "samples"


@dataclass
class Desk:
    """Where a test puts its files, and the catalog that comes of them."""

    user: UserFolders
    project: Path

    def write(self, path: Path, text: str) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def copy(self, sample: str, target: Path) -> None:
        shutil.copytree(SAMPLES / sample, target, dirs_exist_ok=True)

    def load(
        self,
        settings: Settings | None = None,
        *,
        trusted: bool = True,
        models: tuple[str, ...] = (),
    ) -> AgentCatalog:
        settings = settings or Settings()
        return load_agents(
            self.user,
            self.project,
            trusted=trusted,
            settings=settings,
            models=ModelNames.from_settings(settings, models),
        )


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    home = tmp_path / "home"
    own = tmp_path / "own"
    project = tmp_path / "project"
    for folder in (home, own, project):
        folder.mkdir()
    paths = Paths(own, own / "data", own / "cache", own / "logs")
    return Desk(UserFolders.from_environment(paths, {"HOME": str(home)}), project)
