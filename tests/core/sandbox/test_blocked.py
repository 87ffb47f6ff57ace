"""Whether the sandbox stopped a command is guessed from failures only."""

from __future__ import annotations

import pytest

from core.sandbox.blocked import looks_blocked
from tests.core.sandbox.conftest import Ground


@pytest.mark.parametrize(
    ("output", "word"),
    [
        ("touch: cannot touch '/etc/x': Read-only file system", "write"),
        ("OSError: [Errno 30] Read-only file system: '/root/x'", "write"),
        ("error: could not write config file .git/config: Device or resource busy", ""),
        ("curl: (6) Could not resolve host: example.test", "network"),
        ("npm ERR! code EAI_AGAIN", "network"),
        ("fatal: unable to access: Couldn't resolve host 'x'", "network"),
        ("Cannot connect to the Docker daemon at unix:///var/run/docker.sock", "container"),
        ("Could not open a connection to your authentication agent.", "agent"),
        ("Error: Can't open display: :0\ncannot open display: :0", "display"),
    ],
)
def test_messages_of_confined_commands_are_recognised(output: str, word: str) -> None:
    sentence = looks_blocked(1, output, network=False)
    if word:
        assert sentence is not None
        assert word in sentence


@pytest.mark.parametrize(
    ("code", "output", "network"),
    [
        (0, "Read-only file system", False),
        (1, "AssertionError: 1 != 2", False),
        (1, "Could not resolve host: example.test", True),
        (127, "bash: frobnicate: command not found", False),
        (1, "permission denied: ./script.sh", False),
    ],
)
def test_ordinary_failures_are_not_blamed_on_the_sandbox(
    code: int, output: str, network: bool
) -> None:
    assert looks_blocked(code, output, network) is None


@pytest.mark.parametrize(
    "line", ["touch /usr/x", "git config core.editor x", "curl -sS http://example.test/"]
)
def test_real_messages_are_recognised(ground: Ground, line: str) -> None:
    result = ground.inside(line)
    assert looks_blocked(result.returncode, result.stdout + result.stderr, network=False)
