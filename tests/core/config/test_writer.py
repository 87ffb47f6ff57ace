"""Settings changed in the window leave a hand-written file as it was."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest

from core.config.writer import set_value, undo
from core.errors import ConfigError

WRITTEN = """# my settings
model = "a/b"   # the good one

[provider.local]  # at home
base_url = "http://127.0.0.1:1234"

[permission]
edit = "ask"
bash = { "npm test *" = "allow" }
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "config.toml"
    path.write_text(WRITTEN)
    path.chmod(0o640)
    return path


def test_one_key_changes_and_everything_else_stays(file: Path) -> None:
    set_value(file, ("model",), "c/d")
    assert file.read_text() == WRITTEN.replace('"a/b"', '"c/d"')
    assert file.stat().st_mode & 0o777 == 0o640
    assert os.listdir(file.parent).count("config.toml") == 1


def test_tables_are_made_as_needed(file: Path) -> None:
    set_value(file, ("provider", "other", "kind"), "anthropic")
    set_value(file, ("permission", "bash", "ls *"), "allow")
    set_value(file, ("sandbox", "writable"), ("/srv",))
    table = tomllib.loads(file.read_text())
    assert table["provider"]["other"] == {"kind": "anthropic"}
    assert list(table["permission"]["bash"]) == ["npm test *", "ls *"]
    assert table["sandbox"]["writable"] == ["/srv"]
    assert "# my settings" in file.read_text()


def test_a_missing_file_is_created_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "new" / "config.toml"
    set_value(path, ("fork",), True)
    assert tomllib.loads(path.read_text()) == {"fork": True}
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_key_can_be_removed(file: Path) -> None:
    set_value(file, ("provider", "local", "base_url"), None)
    set_value(file, ("absent", "key"), None)
    assert tomllib.loads(file.read_text())["provider"] == {"local": {}}


def test_a_change_can_be_undone_unless_the_file_moved_on(file: Path) -> None:
    change = set_value(file, ("model",), "c/d")
    undo(change)
    assert file.read_text() == WRITTEN
    change = set_value(file, ("model",), "c/d")
    file.write_text("# mine now\n")
    with pytest.raises(ConfigError, match="changed since"):
        undo(change)
    fresh = file.parent / "fresh.toml"
    undo(set_value(fresh, ("fork",), True))
    assert not fresh.exists()


def test_a_broken_file_is_not_touched(file: Path) -> None:
    file.write_text("model = = 1\n")
    with pytest.raises(ConfigError, match="not valid TOML"):
        set_value(file, ("fork",), True)
    assert file.read_text() == "model = = 1\n"


def test_a_value_in_the_way_is_a_sentence(file: Path) -> None:
    with pytest.raises(ConfigError):
        set_value(file, ("model", "inner"), "x")
    assert file.read_text() == WRITTEN


def test_a_link_is_written_through(file: Path) -> None:
    link = file.with_name("link.toml")
    link.symlink_to(file)
    set_value(link, ("fork",), True)
    assert link.is_symlink()
    assert tomllib.loads(file.read_text())["fork"] is True
