"""Commands inherit what they need and no key."""

from __future__ import annotations

from core.sandbox.environment import child_environment

HOST = {
    "PATH": "/usr/bin",
    "LC_ALL": "C",
    "OPENAI_API_KEY": "canary",
    "GITHUB_TOKEN": "canary",
    "MY_FLAG": "1",
    "NIX_SECRET_KEY": "canary",
    "HTTPS_PROXY": "http://me:canary@proxy",
    "HTTP_PROXY": "http://proxy",
}


def test_only_allowed_names_are_inherited() -> None:
    assert child_environment(HOST) == {
        "PATH": "/usr/bin",
        "LC_ALL": "C",
        "HTTP_PROXY": "http://proxy",
    }


def test_a_person_may_pass_and_set_more() -> None:
    environment = child_environment(HOST, added={"A": "b"}, passed=["MY_*", "GITHUB_TOKEN"])
    assert environment["A"] == "b"
    assert environment["MY_FLAG"] == "1"
    assert environment["GITHUB_TOKEN"] == "canary"


def test_our_own_keys_never_pass() -> None:
    environment = child_environment(
        HOST, passed=["*"], added={"OPENAI_API_KEY": "canary"}, secret_variables=["OPENAI_API_KEY"]
    )
    assert "OPENAI_API_KEY" not in environment
