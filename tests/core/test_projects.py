"""Reading what a folder configures: nothing older than the last change is ever kept."""

from __future__ import annotations

import asyncio
from pathlib import Path

from core.config.trust import TrustStore
from core.paths import Paths
from core.projects import ProjectContext, Projects


async def test_what_was_read_before_a_change_is_read_again(tmp_path: Path) -> None:
    paths = Paths.from_environment({"SPINNEY_HOME": str(tmp_path / "home")})
    paths.create()
    paths.config_file.write_text('model = "a/old"\n')
    folder = tmp_path / "project"
    folder.mkdir()
    projects = Projects(paths, TrustStore(paths))
    heard: list[str | None] = []

    async def changes_while_it_is_read(context: ProjectContext) -> None:
        heard.append(context.settings.model)
        if len(heard) == 1:
            paths.config_file.write_text('model = "a/new"\n')
            projects.forget()

    projects.on_read = changes_while_it_is_read
    found = await asyncio.gather(*(projects.context(folder) for _ in range(3)))
    assert [context.settings.model for context in found] == ["a/new"] * 3
    assert heard == ["a/old", "a/new"], "whoever asks meanwhile waits for the same reading"
    assert projects.known(folder) is found[0]
