"""A project on the disk, and rights in it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from core.bus import Bus
from core.paths import Paths
from core.permissions.check import Rights
from core.permissions.models import Approval, Ask
from core.permissions.rules import DEFAULT_RULES
from core.sessions.store import Store
from core.tools.places import asks_for, asks_to_edit, place


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project with a few files, a repository folder and a secret."""
    project = tmp_path / "project"
    for name in ("src", "tests", ".git/hooks", ".git/info"):
        (project / name).mkdir(parents=True)
    for name in ("README.md", "src/a.py", "src/b.py", "names.txt", "data.csv", "package.json"):
        (project / name).write_text("text\n")
    (project / ".git/config").write_text("[core]\n")
    return project


@pytest.fixture
def rights(folder: Path) -> Callable[..., Rights]:
    """Rights in the project: ``rights(mode="plan")``, ``rights(rule, rule, approved=[...])``."""

    def make(*rules: Any, approved: tuple[tuple[str, str], ...] = (), **fields: Any) -> Rights:
        approvals = tuple(
            Approval(scope="session", scope_id="ses", permission=permission, pattern=pattern)
            for permission, pattern in approved
        )
        given: dict[str, Any] = {
            "rules": (*DEFAULT_RULES, *rules),
            "mode": "default",
            "approvals": approvals,
            "project": folder,
            "directory": folder,
        }
        return Rights(**(given | fields))

    return make


@pytest.fixture
def file_asks(folder: Path, tmp_path: Path) -> Callable[[str, str | Path], list[Ask]]:
    """What the file tools ask for when they touch a path of the project."""
    context: Any = SimpleNamespace(
        directory=folder,
        project=folder,
        judged={},
        session=SimpleNamespace(id="ses", root_id="ses"),
        memory=None,
        agent=SimpleNamespace(name="build"),
        paths=Paths.from_environment({"SPINNEY_HOME": str(tmp_path / "home")}),
    )

    def asks(permission: str, path: str | Path) -> list[Ask]:
        target = place(context, str(path), judge=True)
        if permission == "edit":
            return asks_to_edit(context, target, title="", diff="")
        return asks_for(permission, target, title="")

    return asks


@pytest.fixture
def bus() -> Bus:
    return Bus()


@pytest.fixture
async def store(tmp_path: Path, bus: Bus) -> AsyncIterator[Store]:
    opened = await Store.open(Paths.from_environment({"SPINNEY_HOME": str(tmp_path / "home")}), bus)
    yield opened
    await opened.close()
