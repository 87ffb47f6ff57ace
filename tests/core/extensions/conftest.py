"""An engine with a home of its own, so that nothing of the machine's user is read."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from core.llm.client import ModelClient
from tests.core.mcp.conftest import SCRIPTED
from tests.fakes.engine import EngineUnderTest, home_with_config, opened
from tests.fakes.model_server import ModelServer

Begin = Callable[..., AbstractAsyncContextManager[EngineUnderTest]]


def server_toml(name: str, *choices: str, **more: object) -> str:
    """A ``[mcp.NAME]`` table for the scripted server."""
    arguments = ["-I", str(SCRIPTED), *choices]
    lines = [f"[mcp.{name}]", f"command = {json.dumps(sys.executable)}"]
    lines += [f"args = {json.dumps(arguments)}"]
    lines += [f"{key} = {json.dumps(value)}" for key, value in more.items()]
    return "\n".join(lines) + "\n"


def hook_toml(event: str, command: str, **more: object) -> str:
    lines = ["[[hooks]]", f"event = {json.dumps(event)}", f"command = '''{command}'''"]
    lines += [f"{key} = {json.dumps(value)}" for key, value in more.items()]
    return "\n".join(lines) + "\n"


@pytest.fixture
def begin(
    tmp_path: Path,
    project: Path,
    model_server: ModelServer,
    model_client: ModelClient,
    monkeypatch: pytest.MonkeyPatch,
) -> Begin:
    """Opens an engine whose config.toml also says ``more``."""
    home = tmp_path / "person"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for name in ("XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "OPENCODE_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")

    def start(more: str = "", *, interactive: bool = True):  # type: ignore[no-untyped-def]
        paths = home_with_config(tmp_path / "home", model_server)
        with paths.config_file.open("a") as config:
            config.write(f"\n{more}")
        return opened(paths, project, model_client, interactive=interactive)

    return start
