"""The real ``spinney`` command in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from core.paths import Paths
from core.python_child import python_child


def command_line(*arguments: str) -> list[str]:
    return python_child("core.cli.main", arguments)


def environment(paths: Paths, **more: str) -> dict[str, str]:
    """What a person's shell would hand on, with a home that is not theirs."""
    home = paths.config.parent / "person"
    home.mkdir(exist_ok=True)
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "SPINNEY_HOME": str(paths.config),
        "FAKE_KEY": "fake-key-for-tests",
        **more,
    }


def spinney(
    paths: Paths, cwd: Path, *arguments: str, stdin: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    return subprocess.run(
        command_line(*arguments),
        cwd=cwd,
        env=environment(paths, **more),
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
    )


def start_spinney(paths: Paths, cwd: Path, *arguments: str, **more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command_line(*arguments),
        cwd=cwd,
        env=environment(paths, **more),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def json_lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines() if line.strip()]
