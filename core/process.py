"""Run a command: streamed output, a time limit, and nothing of it left when it is over.

``run`` waits for the end; ``start`` hands back a ``Process`` for what goes on in the background.
Start processes on the event loop's thread only. On POSIX a small server process does the starting
(see ``process_server``), which is what makes sure that no command outlives the program, even one
that is killed; elsewhere the processes are started directly and ended through psutil.
"""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import json
import logging
import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from core.environment import child_environment as child_environment
from core.errors import SpinneyError
from core.outputs import Capture
from core.paths import ROOT
from core.python_child import python_child

log = logging.getLogger("spinney.process")

GRACE = 2.0
"""Seconds between asking a process tree to end and ending it by force."""

_CHUNK = 65536
OnOutput = Callable[[str], None]


class ProcessError(SpinneyError):
    """A command could not be started or its end could not be seen."""


class Launched(Protocol):
    """A command as it is really started. ``cleanup`` is called once, when the command is over however
    it ended, and returns sentences about what it had to put right."""

    @property
    def argv(self) -> list[str]: ...

    @property
    def env(self) -> dict[str, str]: ...

    @property
    def cleanup(self) -> Callable[[], list[str]]: ...


class Launcher(Protocol):
    """Decides how a command line is really started, for example inside a sandbox."""

    def wrap(
        self, command: Sequence[str], *, cwd: Path, environment: Mapping[str, str]
    ) -> Launched: ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a command ended. ``exit_code`` is negative for a signal, as in ``subprocess``."""

    exit_code: int
    seconds: float
    timed_out: bool = False
    left_behind: int = 0
    """Processes that the command had started and that were ended after it."""
    output: Capture = field(default_factory=Capture)
    errors: Capture = field(default_factory=Capture)
    """What came on standard error, where it was kept apart."""
    notes: tuple[str, ...] = ()
    """What the launcher had to say when it cleaned up."""

    @property
    def signal_name(self) -> str:
        if self.exit_code >= 0:
            return ""
        try:
            return signal.Signals(-self.exit_code).name
        except ValueError:
            return f"signal {-self.exit_code}"


class Process:
    """A running command. ``wait`` returns its outcome; ``terminate`` ends it and all it started."""

    def __init__(self, output: Capture, errors: Capture) -> None:
        self.pid = 0
        self.output = output
        self.errors = errors
        self.started = time.monotonic()
        self.timed_out = False
        self.cleanup: Callable[[], list[str]] | None = None
        self._notes: tuple[str, ...] = ()
        self._ended: asyncio.Future[tuple[int, int]] = asyncio.get_running_loop().create_future()

    @property
    def running(self) -> bool:
        return not self._ended.done()

    def terminate(self, grace: float = GRACE) -> None:
        """Ask the whole tree to end; after ``grace`` seconds it is killed."""
        raise NotImplementedError

    def abandon(self) -> None:
        """Kill the whole tree without waiting for anything."""
        raise NotImplementedError

    async def wait(self, timeout: float | None = None) -> Outcome:
        """Wait for the end. ``timeout`` ends the command; being cancelled ends it as well."""
        try:
            done, _ = await asyncio.wait([self._ended], timeout=timeout)
            if not done:
                self.timed_out = True
                self.terminate()
                await asyncio.wait([self._ended])
        except asyncio.CancelledError:
            await self._end_after_cancel()
            raise
        code, left = self._ended.result()
        seconds = time.monotonic() - self.started
        return Outcome(code, seconds, self.timed_out, left, self.output, self.errors, self._notes)

    async def _end_after_cancel(self) -> None:
        """Nothing runs any more when the cancelled caller goes on; a second cancel does not wait."""
        self.terminate()
        try:
            await asyncio.wait([self._ended], timeout=GRACE + 6)
        finally:
            self.abandon()

    def _finish(self, code: int, left: int) -> None:
        self.output.finish()
        self.errors.finish()
        cleanup, self.cleanup = self.cleanup, None
        if cleanup is not None:
            try:
                self._notes = tuple(cleanup())
            except Exception:
                log.exception("cleaning up after a command failed")
        if not self._ended.done():
            self._ended.set_result((code, left))


class _Reader:
    """Feeds what arrives on a pipe to a capture and a callback, as text."""

    def __init__(self, descriptor: int, capture: Capture, on_output: OnOutput | None) -> None:
        self._descriptor = descriptor
        self._capture = capture
        self._on_output = on_output
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._loop = asyncio.get_running_loop()
        self.closed: asyncio.Future[None] = self._loop.create_future()
        os.set_blocking(descriptor, False)
        self._loop.add_reader(descriptor, self._readable)

    def _readable(self) -> None:
        try:
            data = os.read(self._descriptor, _CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._pass_on(self._decoder.decode(data))
        else:
            self.close()

    def _pass_on(self, text: str) -> None:
        if text:
            self._capture.add(text)
            if self._on_output is not None:
                self._on_output(text)

    def close(self) -> None:
        if self.closed.done():
            return
        self._loop.remove_reader(self._descriptor)
        os.close(self._descriptor)
        self.closed.set_result(None)
        self._pass_on(self._decoder.decode(b"", final=True))


class _MindedProcess(Process):
    """A command whose minder is at the other end of ``control``."""

    def __init__(self, control: socket.socket, output: Capture, errors: Capture) -> None:
        super().__init__(output, errors)
        self._control: socket.socket | None = control
        self._readers: list[_Reader] = []
        self._heard = b""
        self._loop = asyncio.get_running_loop()
        self._begun: asyncio.Future[int] = self._loop.create_future()
        """0 once the command runs, an error number if it cannot, -1 if the minder went away."""
        self._drain: asyncio.Task[None] | None = None
        control.setblocking(False)
        self._loop.add_reader(control, self._readable)

    async def send_request(
        self, command: Sequence[str], cwd: Path, environment: Mapping[str, str]
    ) -> None:
        assert self._control is not None
        request = {"argv": list(command), "env": dict(environment), "cwd": str(cwd)}
        body = json.dumps(request).encode("ascii")
        try:
            await self._loop.sock_sendall(self._control, len(body).to_bytes(4, "big") + body)
        except asyncio.CancelledError:
            # Half a request starts nothing.
            self.abandon()
            raise
        except OSError as error:
            self.abandon()
            raise ProcessError("The command could not be started.", retry=True) from error
        try:
            failure = await asyncio.shield(self._begun)
        except asyncio.CancelledError:
            await self._end_after_cancel()
            raise
        if failure < 0:
            raise ProcessError("The command could not be started.", retry=True)
        if failure:
            self.abandon()
            raise _start_error(failure, command[0], cwd)

    def read(self, descriptor: int, capture: Capture, on_output: OnOutput | None) -> None:
        self._readers.append(_Reader(descriptor, capture, on_output))

    def _readable(self) -> None:
        assert self._control is not None
        try:
            data = self._control.recv(256)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            _server.sweep()
            self._over(-int(getattr(signal, "SIGKILL", 9)), 0)
            return
        *lines, self._heard = (self._heard + data).split(b"\n")
        for line in lines:
            word, *numbers = line.decode("ascii").split()
            if word == "pid":
                self.pid = int(numbers[0])
                self._begun.set_result(0)
            elif word == "error":
                self._begun.set_result(int(numbers[0]))
            elif word == "exit":
                self._over(int(numbers[0]), int(numbers[1]))
                return

    def _over(self, code: int, left: int) -> None:
        self._close_control()
        if not self._begun.done():
            self._begun.set_result(-1)
        if self._drain is None:
            self._drain = self._loop.create_task(self._collect_rest(code, left))

    async def _collect_rest(self, code: int, left: int) -> None:
        # Everything that could write is gone, so the pipes end at once; the limit is for a
        # descriptor that was handed to a process elsewhere.
        pending = [reader.closed for reader in self._readers if not reader.closed.done()]
        size = -1
        while pending and size != self.output.size + self.errors.size:
            size = self.output.size + self.errors.size
            _, waiting = await asyncio.wait(pending, timeout=0.5)
            pending = list(waiting)
        for reader in self._readers:
            reader.close()
        self._finish(code, left)

    def terminate(self, grace: float = GRACE) -> None:
        if self._control is not None:
            with contextlib.suppress(OSError):
                self._control.send(f"t {grace:.3f}\n".encode())

    def abandon(self) -> None:
        if self._control is not None:
            self._over(-int(getattr(signal, "SIGKILL", 9)), 0)

    def _close_control(self) -> None:
        if self._control is not None:
            self._loop.remove_reader(self._control)
            self._control.close()
            self._control = None


def _start_error(number: int, program: str, cwd: Path) -> ProcessError:
    reason = os.strerror(number)
    if not cwd.is_dir():
        return ProcessError(f"The folder {cwd} does not exist.", "Choose another folder.")
    return ProcessError(f"{program} could not be started: {reason}.", "Is it installed?")


class _Server:
    """Our end of the process server; started with the first command."""

    def __init__(self) -> None:
        self._socket: socket.socket | None = None
        self._pid = 0
        self._owner = 0

    def begin(self, descriptors: list[int]) -> None:
        """Have a minder forked that holds these descriptors."""
        for attempt in (1, 2):
            if self._socket is None or self._owner != os.getpid():
                self._launch()
            assert self._socket is not None
            try:
                socket.send_fds(self._socket, [b"+"], descriptors)
                return
            except OSError as error:
                self.close()
                if attempt == 2:
                    raise ProcessError(
                        "Commands cannot be started at the moment.", retry=True
                    ) from error

    def sweep(self) -> None:
        """Have what a killed minder left behind ended."""
        if self._socket is not None and self._owner == os.getpid():
            with contextlib.suppress(OSError):
                self._socket.send(b"k")

    def _launch(self) -> None:
        ours, theirs = socket.socketpair()
        # A server that does not answer must not hold up the loop.
        ours.settimeout(5)
        script = str(ROOT / "core" / "process_server.py")
        if getattr(sys, "frozen", False):
            argv = python_child("core.process_server")
        else:
            argv = [sys.executable, "-I", "-S", "-X", "utf8", script]
        with theirs, open(os.devnull, "r+b") as null:
            self._pid = os.posix_spawn(
                sys.executable,
                argv,
                {"PATH": os.environ.get("PATH", os.defpath)},
                file_actions=[
                    (os.POSIX_SPAWN_DUP2, theirs.fileno(), 0),
                    (os.POSIX_SPAWN_DUP2, null.fileno(), 1),
                    (os.POSIX_SPAWN_DUP2, null.fileno(), 2),
                ],
            )
        self._socket = ours
        self._owner = os.getpid()

    def close(self) -> int:
        """Let the server go; returns the process id that is left to be collected."""
        pid, self._pid = self._pid, 0
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        return pid if self._owner == os.getpid() else 0


_server = _Server()


async def shutdown() -> None:
    """End the process server and with it every command still running."""
    pid = _server.close()
    if pid:
        await asyncio.to_thread(_collect, pid)


def _collect(pid: int) -> None:
    deadline = time.monotonic() + 8
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(pid, os.WNOHANG)[0] == 0:
            if time.monotonic() > deadline:
                os.kill(pid, signal.SIGKILL)
            time.sleep(0.005)


async def start(
    command: Sequence[str],
    *,
    cwd: Path,
    environment: Mapping[str, str],
    on_output: OnOutput | None = None,
    input: bytes | None = None,
    separate_errors: bool = False,
    output: Capture | None = None,
    launcher: Launcher | None = None,
) -> Process:
    """Start a command in a session of its own; standard input is empty or ``input``.

    Both streams go to ``output`` and ``on_output``, unless ``separate_errors`` keeps standard error
    in ``Process.errors``.
    """
    command, environment = list(command), dict(environment)
    cleanup = None
    if launcher is not None:
        launched = launcher.wrap(command, cwd=cwd, environment=environment)
        command, environment, cleanup = launched.argv, launched.env, launched.cleanup
    output, errors = output or Capture(), Capture()
    if os.name != "posix":
        from core.process_direct import start_directly

        direct = await start_directly(
            command, cwd, environment, on_output, input, separate_errors, output, errors
        )
        direct.cleanup = cleanup
        return direct
    with contextlib.ExitStack() as theirs:
        ours, control = socket.socketpair()
        theirs.callback(control.close)
        process = _MindedProcess(ours, output, errors)
        process.cleanup = cleanup
        try:
            stdin = _input_file(input)
            theirs.callback(os.close, stdin)
            reader, writer = os.pipe()
            theirs.callback(os.close, writer)
            process.read(reader, output, on_output)
            stderr = writer
            if separate_errors:
                reader, stderr = os.pipe()
                theirs.callback(os.close, stderr)
                process.read(reader, errors, None)
            _server.begin([control.fileno(), stdin, writer, stderr])
        except BaseException:
            process.abandon()
            raise
    await process.send_request(command, cwd, environment)
    return process


async def start_on(
    command: Sequence[str],
    streams: tuple[int, int, int],
    *,
    cwd: Path,
    environment: Mapping[str, str],
) -> _MindedProcess:
    """Start a command on descriptors of the caller's, who closes them; not on Windows."""
    ours, control = socket.socketpair()
    process = _MindedProcess(ours, Capture(0), Capture(0))
    with control:
        try:
            _server.begin([control.fileno(), *streams])
        except BaseException:
            process.abandon()
            raise
    await process.send_request(list(command), cwd, environment)
    return process


def _input_file(data: bytes | None) -> int:
    if not data:
        return os.open(os.devnull, os.O_RDONLY)
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        return os.dup(file.fileno())


async def run(
    command: Sequence[str],
    *,
    cwd: Path,
    environment: Mapping[str, str],
    timeout: float | None = None,
    on_output: OnOutput | None = None,
    input: bytes | None = None,
    separate_errors: bool = False,
    output: Capture | None = None,
    launcher: Launcher | None = None,
) -> Outcome:
    """Run a command to its end. When this returns or is cancelled, nothing of it runs any more."""
    process = await start(
        command,
        cwd=cwd,
        environment=environment,
        on_output=on_output,
        input=input,
        separate_errors=separate_errors,
        output=output,
        launcher=launcher,
    )
    return await process.wait(timeout)
