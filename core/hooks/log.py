"""A record of what hooks did: the latest in memory, all of them in a file of bounded size."""

from __future__ import annotations

import contextlib
import json
import os
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

_KEPT = 500
_MAX_FILE = 2_000_000
_MAX_ANSWER = 2_000


@dataclass(frozen=True, slots=True)
class HookRun:
    """One run of one hook. ``outcome`` is ``ok``, ``blocked``, ``changed`` (the arguments), ``failed``
    or ``not trusted``; ``answer`` is what it said, shortened and without secrets."""

    time: float
    event: str
    hook: str
    source: str
    session_id: str
    subject: str
    seconds: float
    exit_code: int | None
    outcome: str
    answer: str


class HookLog:
    """Keeps the last runs for the settings page and appends every one to a file."""

    def __init__(
        self,
        file: Path | None,
        redact: Callable[[str], str],
        on_add: Callable[[], None] | None = None,
    ) -> None:
        self._file = file
        self._redact = redact
        self._on_add = on_add
        self._runs: deque[HookRun] = deque(maxlen=_KEPT)

    def add(self, run: HookRun) -> None:
        answer = self._redact(run.answer)
        plain = asdict(run) | {
            "answer": answer[:_MAX_ANSWER],
            "hook": self._redact(run.hook)[:_MAX_ANSWER],
            "subject": run.subject[:200],
        }
        self._runs.append(HookRun(**plain))
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._append(self._file, json.dumps(plain, ensure_ascii=False))

        if self._on_add is not None:
            self._on_add()

    def recent(self) -> list[HookRun]:
        """The last runs, newest first."""
        return list(reversed(self._runs))

    def _append(self, file: Path, line: str) -> None:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if file.exists() and file.stat().st_size > _MAX_FILE:
            os.replace(file, file.with_suffix(".old.jsonl"))
        data = (line + "\n").encode("utf-8", "replace")
        descriptor = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(descriptor, data)
        finally:
            os.close(descriptor)
