"""A sandbox that works here, a project with a repository, and a way to run shell lines in it."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from core.paths import ROOT, Paths
from core.sandbox.bubblewrap import Bubblewrap
from core.sandbox.command import Sandbox
from core.sandbox.detect import SandboxDetector
from core.sandbox.none import NoSandbox
from core.sandbox.plan import SandboxPlan, plan_for

IDENTITY = {
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.test",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.test",
}


@dataclass
class Ground:
    """A place to try things: ``inside`` runs a line in the sandbox, ``outside`` without."""

    paths: Paths
    home: Path
    project: Path
    sandbox: Bubblewrap
    environment: dict[str, str]

    def plan(self, directory: Path | None = None, **options: bool) -> SandboxPlan:
        directory = directory or self.project
        return plan_for(
            directory, paths=self.paths, home=self.home, project=self.project, **options
        )

    def run(
        self, sandbox: Sandbox, line: str, plan: SandboxPlan
    ) -> subprocess.CompletedProcess[str]:
        command = sandbox.wrap(
            ["/bin/bash", "-c", line], cwd=plan.directory, plan=plan, env=self.environment
        )
        try:
            return subprocess.run(
                command.argv,
                env=command.env,
                cwd=plan.directory,
                capture_output=True,
                text=True,
                stdin=subprocess.DEVNULL,
                timeout=60,
            )
        finally:
            command.cleanup()

    def inside(self, line: str, **options: bool) -> subprocess.CompletedProcess[str]:
        return self.run(self.sandbox, line, self.plan(**options))

    def outside(self, line: str) -> subprocess.CompletedProcess[str]:
        return self.run(NoSandbox(), line, self.plan())


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder outside ``/tmp``: the sandbox has a ``/tmp`` of its own, which would hide everything
    in the usual temporary folder and make these tests prove nothing."""
    folder = Path(tempfile.mkdtemp(prefix=".ground-", dir=ROOT))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def ground(place: Path) -> Ground:
    sandbox = asyncio.run(SandboxDetector().sandbox())
    if not isinstance(sandbox, Bubblewrap):
        pytest.skip(sandbox.sentence)
    home = place / "person"
    project = place / "project"
    for folder in (home, project):
        folder.mkdir()
    paths = Paths.from_environment({"SPINNEY_HOME": str(place / "spinney")})
    paths.create()
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8", **IDENTITY}
    subprocess.run(["git", "init", "-q", "-b", "main", "."], cwd=project, check=True)
    (project / "readme.txt").write_text("hello\n")
    subprocess.run(["git", "add", "."], cwd=project, check=True)
    subprocess.run(
        ["git", "commit", "-qm", "first"], cwd=project, check=True, env={**os.environ, **IDENTITY}
    )
    return Ground(paths, home, project, sandbox, environment)


@pytest.fixture
def listing() -> Callable[[Path], list[str]]:
    """Everything below a folder, to show that nothing was left behind."""
    return lambda folder: sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))
