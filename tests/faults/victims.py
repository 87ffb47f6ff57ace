"""Processes to kill, and a look at everything they leave behind."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from typing import Any

import psutil

_PR_SET_CHILD_SUBREAPER = 36


@contextlib.contextmanager
def orphans_come_here() -> Iterator[None]:
    """While inside, a killed process's children become ours, so that none of them can hide."""
    prctl = ctypes.CDLL(None).prctl
    prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        yield
    finally:
        prctl(_PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


class Victim:
    """A process whose JSON lines are read as they come, to be killed at a chosen moment."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: list[str] = []
        self._changed = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._changed:
                self.lines.append(line)
                self._changed.notify_all()

    def wait_for_lines(self, count: int, timeout: float) -> bool:
        """Whether so many lines came before the time was up or the process ended."""
        deadline = time.monotonic() + timeout
        with self._changed:
            while len(self.lines) < count and self._reader.is_alive():
                if time.monotonic() > deadline:
                    return False
                self._changed.wait(0.05)
            return len(self.lines) >= count

    def kill(self) -> None:
        """SIGKILL to the one process; nobody gets to say goodbye."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)
        self._reader.join(10)
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()

    def events(self) -> list[dict[str, Any]]:
        """What it reported; a last line that was cut off is not a report."""
        found = []
        for line in self.lines:
            if line.endswith("\n"):
                found.append(json.loads(line))
        return found


def ours() -> set[int]:
    return {child.pid for child in psutil.Process().children(recursive=True)}


def left_over(known: set[int], timeout: float = 10.0) -> list[str]:
    """The command lines of processes that are still there after a fair time to go."""
    deadline = time.monotonic() + timeout
    while True:
        alive = []
        for child in psutil.Process().children(recursive=True):
            if child.pid in known:
                continue
            with contextlib.suppress(psutil.NoSuchProcess, ChildProcessError):
                if child.status() == psutil.STATUS_ZOMBIE:
                    os.waitpid(child.pid, os.WNOHANG)
                else:
                    alive.append(" ".join(child.cmdline())[:200])
        if not alive or time.monotonic() > deadline:
            return alive
        time.sleep(0.02)
