"""No secret reaches a log or an export."""

from __future__ import annotations

import time

import pytest

from core.redact import MARK, HidingStream, Redactor


@pytest.mark.parametrize(
    "text",
    [
        "sk-" + "a1B2c3D4e5F6g7H8",
        "sk-ant-api03-" + "x" * 40,
        "ghp_" + "Z" * 36,
        "github_pat_" + "A1_" * 12,
        "AKIA" + "Q" * 16,
        "AIza" + "x" * 35,
        "xoxb-1234567890-abcdef",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.sflKxwRJSMeKKF2QT4",
        "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\nBBBB\n-----END OPENSSH PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\ncut off AAAA",
    ],
)
def test_common_keys_are_taken_out(text: str) -> None:
    assert Redactor()(f"before {text}") == f"before {MARK}"


def test_the_words_around_a_secret_stay() -> None:
    redact = Redactor()
    assert redact("Authorization: Bearer abcdef123456") == f"Authorization: Bearer {MARK}"
    assert redact('{"x-api-key": "0123456789abcdef"}') == f'{{"x-api-key": "{MARK}"}}'
    assert redact("https://me:hunter22@host/x") == f"https://me:{MARK}@host/x"


def test_a_remembered_secret_is_taken_out_longest_first() -> None:
    redact = Redactor()
    redact.remember("secret")
    redact.remember("secret-and-more")
    redact.remember("")
    redact.remember("abc")
    assert redact("secret-and-more, secret, abc") == f"{MARK}, {MARK}, abc"


def test_redacting_twice_changes_nothing_more() -> None:
    redact = Redactor()
    once = redact("Bearer abcdefghij api_key=abcdefghijklmnop sk-" + "y" * 30)
    assert redact(once) == once


@pytest.mark.parametrize(
    "text", ["task-list of the risk-assessment-of-something", "a sketch", "12:30"]
)
def test_ordinary_text_stays(text: str) -> None:
    assert Redactor()(text) == text


@pytest.mark.parametrize(
    "piece", ["a.", "a" * 50, "sk-", "api_key  ", "x://", "x://a:", "-----BEGIN "]
)
def test_long_text_takes_no_long_time(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    started = time.process_time()
    Redactor()(text)
    assert time.process_time() - started < 5


def test_only_remembered_values_are_taken_out_of_text_that_work_goes_on_with() -> None:
    redact = Redactor()
    redact.remember('quo"ted-key-1')
    redact.remember("ollama")
    looks_like_a_key = "sk-" + "a1B2c3D4e5F6g7H8"
    assert redact.known(f'{looks_like_a_key} quo"ted-key-1') == f"{looks_like_a_key} {MARK}"
    assert redact.known('{"key": "quo\\"ted-key-1"}') == f'{{"key": "{MARK}"}}'
    assert redact.known("an ollama server") == "an ollama server"
    assert redact("an ollama server") == f"an {MARK} server"
    assert redact.known_in({"a": ['quo"ted-key-1', 1]}) == {"a": [MARK, 1]}


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_a_secret_cut_into_pieces_does_not_pass_a_stream(size: int) -> None:
    redact, out = Redactor(), list[str]()
    redact.remember("secret-key-99")
    redact.remember("key-secret-key-99")
    stream = HidingStream(redact, out.append)
    text = "a sec secret-key-99, seckey-secret-key-99secret-k and key-secret-ke"
    for at in range(0, len(text), size):
        stream.add(text[at : at + size])
    stream.finish()
    assert "".join(out) == f"a sec {MARK}, sec{MARK}secret-k and key-secret-ke"
