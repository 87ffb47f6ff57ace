"""Write what happens into log files, without secrets and never to the terminal."""

from __future__ import annotations

import logging
import os
from logging.handlers import RotatingFileHandler
from pathlib import Path

from core.redact import Redactor

MAX_BYTES = 5_000_000
KEPT_FILES = 3


class RedactingFormatter(logging.Formatter):
    """Takes secrets out of the finished line, so that arguments and tracebacks are covered too."""

    def __init__(self, redactor: Redactor) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s [%(process)d] %(message)s")
        self._redactor = redactor

    def format(self, record: logging.LogRecord) -> str:
        return self._redactor(super().format(record))


class _PrivateFile(RotatingFileHandler):
    """A rotating log that only its owner can read and that never prints its own failures."""

    def _open(self):  # type: ignore[no-untyped-def]
        os.close(os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:
        """A full disk must not end what was being logged."""


def start_logging(
    folder: Path, redactor: Redactor, *, name: str = "spinney", level: int = logging.INFO
) -> logging.Handler:
    """Send everything under the ``spinney`` logger to ``folder/NAME.log``; processes that run side
    by side use different names. Close it with ``stop_logging``."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    handler = _PrivateFile(
        folder / f"{name}.log", maxBytes=MAX_BYTES, backupCount=KEPT_FILES, encoding="utf-8"
    )
    handler.setFormatter(RedactingFormatter(redactor))
    logger = logging.getLogger("spinney")
    logger.addHandler(handler)
    logger.setLevel(level)
    logger.propagate = False
    return handler


def stop_logging(handler: logging.Handler) -> None:
    logging.getLogger("spinney").removeHandler(handler)
    handler.close()
