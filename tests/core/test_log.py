"""Logs are files for their owner, without secrets, and never the terminal."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from core.log import start_logging, stop_logging
from core.redact import Redactor


def test_secrets_in_messages_arguments_and_tracebacks_are_taken_out(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    redactor = Redactor()
    redactor.remember("my-canary-key")
    handler = start_logging(tmp_path / "logs", redactor)
    log = logging.getLogger("spinney.test")
    try:
        log.info("using %s and %s", "my-canary-key", "sk-" + "x" * 30)
        try:
            raise ValueError("rejected my-canary-key")
        except ValueError:
            log.exception("failed")
    finally:
        stop_logging(handler)
    file = tmp_path / "logs" / "spinney.log"
    text = file.read_text()
    assert "canary" not in text
    assert "x" * 30 not in text
    assert "ValueError" in text
    assert file.stat().st_mode & 0o777 == 0o600
    assert capfd.readouterr() == ("", "")


def test_logs_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.log.MAX_BYTES", 2000)
    handler = start_logging(tmp_path, Redactor(), name="spinney-exec")
    try:
        for number in range(500):
            logging.getLogger("spinney").info("line %d", number)
    finally:
        stop_logging(handler)
    assert len(list(tmp_path.iterdir())) == 4
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 10_000
