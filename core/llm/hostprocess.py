"""One model host as a child process: starting it, talking to it, noticing its death.

Threads do the reading and writing, so that it works the same under any event loop and on every
platform; what arrives is handed to the loop that asked.
"""

from __future__ import annotations

import logging
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any, Protocol

from core.llm.frames import pack_text, read_frame, write_all
from core.python_child import python_child

log = logging.getLogger("spinney.llm")

LOG_LIMIT = 5_000_000


class Listener(Protocol):
    """Somebody who waits for frames with one number. Called on the reading thread."""

    def received(self, frame: dict[str, Any]) -> None: ...

    def host_died(self) -> None: ...


class HostProcess:
    """A running host. Everything but the listeners' calls happens on the caller's thread."""

    def __init__(
        self,
        *,
        environment: Mapping[str, str],
        log_file: Path | None,
        redact: Callable[[str], str],
    ) -> None:
        self.started = time.monotonic()
        self.alive = True
        self.ready = threading.Event()
        self.busy = 0
        self.idle_since = self.started
        self._listeners: dict[int, Listener] = {}
        self._when_ready: list[Callable[[], None]] = []
        self._lock = threading.Lock()
        self._redact = redact
        self._outgoing: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._process = subprocess.Popen(
            python_child("core.llm.host", [str(os.getpid())]),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=_safe_folder(),
            env=dict(environment),
            # A Ctrl+C in the terminal is the engine's to handle; the host ends with its pipe.
            start_new_session=sys.platform != "win32",
        )
        self._threads = [
            threading.Thread(target=self._read, name="model-host-read", daemon=True),
            threading.Thread(target=self._write, name="model-host-write", daemon=True),
            threading.Thread(
                target=self._copy_log, args=(log_file,), name="model-host-log", daemon=True
            ),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, text: str) -> None:
        """Send one document, already as JSON text."""
        self._outgoing.put(text)

    def listen(self, number: int, listener: Listener) -> None:
        with self._lock:
            if self.alive:
                self._listeners[number] = listener
                return
        listener.host_died()

    def forget(self, number: int) -> None:
        with self._lock:
            self._listeners.pop(number, None)

    def call_when_ready(self, callback: Callable[[], None]) -> None:
        """Call back (on any thread) once the host is ready or dead."""
        with self._lock:
            if self.alive and not self.ready.is_set():
                self._when_ready.append(callback)
                return
        callback()

    def stop(self) -> None:
        """Ask it to end by closing its input; returns at once."""
        self._outgoing.put(None)

    def kill(self) -> None:
        if self._process.poll() is None:
            self._process.kill()

    def join(self, timeout: float) -> None:
        """Wait for its end, and make one after ``timeout`` seconds. Blocks."""
        try:
            self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.kill()
            self._process.wait()
        for thread in self._threads:
            thread.join(2)

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        try:
            while (frame := read_frame(stream.fileno())) is not None:
                if "ready" in frame:
                    self._tell_ready()
                    continue
                with self._lock:
                    listener = self._listeners.get(frame["id"])
                if listener is not None:
                    listener.received(frame)
        except Exception:
            log.exception("a model host sent something unreadable")
        finally:
            self._died()
            stream.close()

    def _tell_ready(self) -> None:
        with self._lock:
            self.ready.set()
            callbacks, self._when_ready = self._when_ready, []
        for callback in callbacks:
            callback()

    def _died(self) -> None:
        with self._lock:
            self.alive = False
            listeners = list(self._listeners.values())
            self._listeners.clear()
        self._tell_ready()
        self._outgoing.put(None)
        for listener in listeners:
            listener.host_died()
        self.kill()
        self._process.wait()

    def _write(self) -> None:
        stream = self._process.stdin
        assert stream is not None
        try:
            while (text := self._outgoing.get()) is not None:
                write_all(stream.fileno(), pack_text(text))
        except OSError:
            pass  # it died; the reading thread tells everybody
        finally:
            stream.close()

    def _copy_log(self, file: Path | None) -> None:
        """Copy the host's error output into a log file, without the keys we know of."""
        stream = self._process.stderr
        assert stream is not None
        with stream:
            target = _open_log(file)
            try:
                for line in _lines(stream):
                    if target is not None:
                        target.write(self._redact(line))
                        target.flush()
            finally:
                if target is not None:
                    target.close()


def _lines(stream: IO[bytes]) -> Any:
    rest = b""
    while piece := stream.read(65536):
        *whole, rest = (rest + piece).split(b"\n")
        for line in whole:
            yield line.decode("utf-8", "replace") + "\n"
    if rest:
        yield rest.decode("utf-8", "replace") + "\n"


def _open_log(file: Path | None) -> IO[str] | None:
    if file is None:
        return None
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if file.exists() and file.stat().st_size > LOG_LIMIT:
            file.replace(file.with_suffix(".old.log"))
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        return os.fdopen(descriptor, "a", encoding="utf-8")
    except OSError as error:
        log.warning("the model host's log cannot be written: %s", error)
        return None


def _safe_folder() -> str:
    """A folder that holds nobody's code."""
    return os.path.abspath(os.sep)
