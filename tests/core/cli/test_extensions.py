"""The commands that list what is plugged in, as a person types them."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.cli.main import main
from tests.core.extensions.conftest import hook_toml, server_toml


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path / "person"))
    monkeypatch.setenv("SPINNEY_HOME", str(tmp_path / "home"))
    for name in ("XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "OPENCODE_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "person").mkdir()
    config = tmp_path / "home"
    config.mkdir(parents=True)
    return config


def test_what_is_plugged_in_is_listed_and_can_be_agreed_to(
    home: Path, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "guard.sh").write_text("exit 0\n")
    (home / "config.toml").write_text(
        hook_toml("stop", "echo bye")
        + hook_toml("stop", "sh guard.sh")
        + server_toml("helper")
        + '[[schedule]]\nname = "nightly"\ncron = "0 3 * * *"\nprompt = "look"\n'
    )
    cwd = ["--cwd", str(project)]
    assert main(["hooks", *cwd, "list"]) == 0
    listed = capsys.readouterr().out
    assert "agreed to echo bye" in listed
    assert "new       sh guard.sh" in listed
    assert main(["hooks", *cwd, "trust"]) == 0
    assert "Agreed to 1 hooks" in capsys.readouterr().out
    assert main(["hooks", *cwd]) == 0
    assert "agreed to sh guard.sh" in capsys.readouterr().out
    assert main(["mcp", *cwd, "list"]) == 0
    listed = capsys.readouterr().out
    assert "ready" in listed
    assert "11 tools, 1 prompts, 1 resources" in listed
    assert main(["schedules", "list"]) == 0
    assert "nightly" in capsys.readouterr().out


def test_a_project_that_is_trusted_on_the_command_line_is_trusted_with_its_hooks(
    home: Path, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / ".spinney").mkdir()
    (project / ".spinney/config.toml").write_text(hook_toml("stop", "echo theirs"))
    assert main(["hooks", "--cwd", str(project)]) == 0
    assert "There are no hooks." in capsys.readouterr().out
    assert main(["trust", str(project)]) == 0
    assert main(["hooks", "--cwd", str(project)]) == 0
    assert "agreed to echo theirs" in capsys.readouterr().out
