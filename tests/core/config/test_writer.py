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


ENTRIES = """\
# what runs by itself
[[schedule]]
name = "morning"   # before the others wake
cron = "0 7 * * *"
prompt = "Look at the news."

# the weekly one
[[schedule]]
name = "friday"
cron = "0 16 * * 5"   # late enough
prompt = "Sum up the week."

[[schedule]]
name = "night"
cron = "0 2 * * *"
prompt = "Tidy."   # quietly
"""


def test_an_entry_of_a_list_changes_and_the_comments_of_all_stay(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(ENTRIES)
    entries = tomllib.loads(ENTRIES)["schedule"]
    entries[1] = {**entries[1], "prompt": "Sum it up.", "enabled": False}
    entries.append({"name": "new", "at": "2030-01-01T00:00:00", "prompt": "Hello."})
    set_value(file, ("schedule",), entries)
    text = file.read_text()
    assert tomllib.loads(text)["schedule"] == entries
    for comment in ENTRIES.split("#")[1:]:
        assert "#" + comment.splitlines()[0] in text


def test_the_entry_that_is_removed_takes_only_its_own_comments_along(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(ENTRIES)
    entries = tomllib.loads(ENTRIES)["schedule"]
    del entries[1]
    set_value(file, ("schedule",), entries)
    text = file.read_text()
    assert tomllib.loads(text)["schedule"] == entries
    assert "# before the others wake" in text
    assert "# quietly" in text
    assert "# late enough" not in text
