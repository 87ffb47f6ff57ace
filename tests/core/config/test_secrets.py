"""Keys are found where a person put them, and a bad keyring costs a sentence, never a hang."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.config import secrets
from core.config.secrets import KeyLookup
from core.config.settings import ProviderSettings
from core.errors import ConfigError
from core.redact import Redactor
from tests.core.config.keyring_session import unlocked_keyring

OPENAI = ProviderSettings(kind="openai", api_key_env="MY_KEY")


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """An environment without any keyring."""
    return {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": str(tmp_path)}


@pytest.fixture
def keyring_session(tmp_path: Path) -> Iterator[dict[str, str]]:
    with unlocked_keyring(tmp_path) as environment:
        yield environment


def backend(home: dict[str, str], name: str, body: str) -> None:
    """Make a keyring backend of our own the chosen one, as a person's keyringrc would."""
    folder = Path(home["HOME"]) / "backends"
    folder.mkdir()
    methods = "\n".join(f"    {line}" for line in body.splitlines())
    (folder / f"{name}.py").write_text(
        "from keyring.backend import KeyringBackend\n"
        f"class Keyring(KeyringBackend):\n    priority = 9\n{methods}\n"
        "    def set_password(self, *a): pass\n    def delete_password(self, *a): pass\n"
    )
    config = Path(home["HOME"]) / ".config" / "python_keyring"
    config.mkdir(parents=True)
    (config / "keyringrc.cfg").write_text(
        f"[backend]\ndefault-keyring={name}.Keyring\nkeyring-path={folder}\n"
    )


async def test_the_named_variable_comes_first(home: dict[str, str]) -> None:
    key = await KeyLookup({**home, "MY_KEY": " abc \n"}).key_for("openai", OPENAI)
    assert (key.value, key.where) == ("abc", "environment variable MY_KEY")
    assert "abc" not in repr(key)


async def test_a_vendors_variable_never_goes_to_another_address(home: dict[str, str]) -> None:
    lookup = KeyLookup({**home, "OPENAI_API_KEY": "abc"})
    assert (await lookup.key_for("x", ProviderSettings(kind="openai"))).value == "abc"
    other = ProviderSettings(kind="openai", base_url="http://elsewhere.example")
    assert lookup.variable_for("x", other) is None


async def test_a_key_for_this_run_needs_no_keyring(home: dict[str, str]) -> None:
    redactor = Redactor()
    lookup = KeyLookup(home, redactor=redactor)
    lookup.use_for_this_run("openai", "my-own-secret")
    key = await lookup.key_for("openai", OPENAI)
    assert (key.value, key.where) == ("my-own-secret", "entered for this run only")
    assert redactor("said my-own-secret aloud") == "said [redacted] aloud"


async def test_without_a_keyring_there_is_a_sentence(home: dict[str, str]) -> None:
    lookup = KeyLookup(home, patience=20)
    key = await lookup.key_for("openai", OPENAI)
    assert key.value is None
    assert key.problem == "This system has no keyring that Spinney can use."
    with pytest.raises(ConfigError, match="was not stored"):
        await lookup.store("openai", "k")


async def test_a_key_is_stored_found_again_and_deleted(keyring_session: dict[str, str]) -> None:
    lookup = KeyLookup(keyring_session, patience=20)
    assert await lookup.test() == "The system keyring works."
    await lookup.store("openai", "from-the-ring")
    fresh = KeyLookup(keyring_session, patience=20)
    key = await fresh.key_for("openai", OPENAI)
    assert (key.value, key.where) == ("from-the-ring", "system keyring")
    headers = await fresh.header_values({"X-Key": "keyring:openai", "X-Plain": "plain"})
    assert headers == {"X-Key": "from-the-ring", "X-Plain": "plain"}
    assert await fresh.delete("openai")
    gone = await KeyLookup(keyring_session, patience=20).key_for("openai", OPENAI)
    assert gone.problem == "There is no key for openai."


async def test_a_hanging_keyring_is_given_up_and_not_asked_each_time(home: dict[str, str]) -> None:
    backend(home, "hanging", "def get_password(self, *a):\n    import time; time.sleep(600)")
    lookup = KeyLookup(home)
    started = time.monotonic()
    key = await lookup.key_for("openai", OPENAI)
    assert key.problem == "The system keyring did not answer."
    assert time.monotonic() - started < secrets.PATIENCE + 1.5
    started = time.monotonic()
    await lookup.key_for("openai", OPENAI)
    assert time.monotonic() - started < 0.5


async def test_cancelling_ends_the_child(home: dict[str, str]) -> None:
    marker = Path(home["HOME"]) / "pid"
    body = (
        "def get_password(self, *a):\n    import os, time\n"
        f"    open({str(marker)!r}, 'w').write(str(os.getpid()))\n    time.sleep(600)"
    )
    backend(home, "waiting", body)
    task = asyncio.create_task(KeyLookup(home, patience=60).key_for("openai", OPENAI))
    while not (marker.exists() and marker.read_text()):  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    with pytest.raises(ProcessLookupError):
        os.kill(int(marker.read_text()), 0)


async def test_a_keyring_that_prints_or_fails_is_a_sentence(home: dict[str, str]) -> None:
    backend(
        home, "noisy", "def get_password(self, *a):\n    print('noise'); raise RuntimeError('x')"
    )
    key = await KeyLookup(home, patience=20).key_for("openai", OPENAI)
    assert key.problem == "The system keyring failed (RuntimeError)."


async def test_a_store_in_the_open_is_refused(home: dict[str, str]) -> None:
    backend(home, "plaintext_file", "def get_password(self, *a):\n    return 'open'")
    key = await KeyLookup(home, patience=20).key_for("openai", OPENAI)
    assert key.value is None
    assert "in the open" in key.problem


async def test_many_askers_share_one_question(home: dict[str, str]) -> None:
    count = Path(home["HOME"]) / "count"
    body = f"def get_password(self, *a):\n    open({str(count)!r}, 'a').write('x')\n    return 'k'"
    backend(home, "counting", body)
    lookup = KeyLookup(home, patience=20)
    keys = await asyncio.gather(*(lookup.key_for("openai", OPENAI) for _ in range(20)))
    assert {key.value for key in keys} == {"k"}
    assert count.read_text() == "x"


async def test_a_header_whose_variable_is_missing_is_a_sentence(home: dict[str, str]) -> None:
    lookup = KeyLookup({**home, "TOKEN": "t-1234"})
    assert await lookup.header_values({"A": "env:TOKEN"}) == {"A": "t-1234"}
    with pytest.raises(ConfigError, match="environment variable ABSENT"):
        await lookup.header_values({"A": "env:ABSENT"})
