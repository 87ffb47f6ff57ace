"""The small process that starts commands, so that none of them outlives the program.

It runs as its own process (``python -I -S process_server.py``) and imports nothing of ours. For
every command it forks a minder. On Linux the minder is a subreaper: whatever a command starts
(daemons, new sessions, emptied environments) stays a descendant of the minder and ends with it. The
minder ends everything when the command is over, when it is told to, and when the other end of its
control socket closes, which also happens when the program is killed outright.

Why a process of its own: forking a large program with threads is slow and unsafe, a death signal
(``PR_SET_PDEATHSIG``) reaches only the first child and fires when a thread ends, and a fresh Python
for each command costs 15 ms. Forking this small one takes about a millisecond, twice for a command;
so one minder always waits ready with a child of its own that has only to become the command.

The server's standard input is a socket; one byte on it with the descriptors ``control, stdin,
stdout, stderr`` takes a minder into use. On the control socket it reads a length and a JSON object
``{argv, env, cwd}``; it answers with lines ``pid N``, ``error ERRNO``, ``exit STATUS LEFT``; it
obeys ``t SECONDS`` (end politely, then by force). The byte ``k`` without descriptors has the server
end what a killed minder left behind.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Sequence

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_FORCE_SECONDS = 5.0
_PAUSE = 0.015
"""How long to wait before the next minder is made ready, which would slow down the command that has
just begun."""

_LAST_MOMENT = 0.01
"""How long to go on killing processes that do not die before giving them up."""


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def serve(requests: socket.socket) -> None:
    """Hand each request to a minder until the program goes away."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    minders: set[int] = set()
    spare: socket.socket | None = None
    while True:
        if spare is None and not select.select([requests], [], [], _PAUSE)[0]:
            # Where a command has used up all processes, the next request is the next try.
            with contextlib.suppress(OSError):
                spare = _ready_minder(requests, minders)
        try:
            message, descriptors, _, _ = socket.recv_fds(requests, 1, 4)
        except OSError:
            return
        if not message:
            break
        if message == b"k":
            _sweep(minders)
            continue
        if len(descriptors) == 4 and (spare is None or not _hand_over(spare, descriptors)):
            # There was no time to make one ready, or somebody ended it. Without one the descriptors
            # close, which says that the command could not be started.
            with contextlib.suppress(OSError):
                spare = _ready_minder(requests, minders, not_for_it=descriptors)
                _hand_over(spare, descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        if spare is not None:
            spare.close()
            spare = None
    if spare is not None:
        spare.close()
    # Minders see their own sockets close; this catches what a killed minder left behind.
    deadline = time.monotonic() + _FORCE_SECONDS
    while time.monotonic() < deadline and (left := _descendants(os.getpid())):
        time.sleep(0.05)
        if time.monotonic() > deadline - _FORCE_SECONDS + 1:
            _signal_all(left, signal.SIGKILL)


def _ready_minder(
    requests: socket.socket, minders: set[int], not_for_it: Sequence[int] = ()
) -> socket.socket:
    """Fork a minder; what it is to mind comes over the socket that is returned, and nowhere else: a
    copy that it or its child kept would hide the end of the other."""
    ours, theirs = socket.socketpair()
    minder = os.fork()
    if minder == 0:
        code = 1
        try:
            ours.close()
            for descriptor in not_for_it:
                os.close(descriptor)
            # Taking the socket's place keeps the numbers 0 to 2 from being handed out.
            os.dup2(1, requests.detach())
            code = mind(theirs)
        finally:
            os._exit(code)
    minders.add(minder)
    theirs.close()
    return ours


def _hand_over(minder: socket.socket, descriptors: list[int]) -> bool:
    try:
        socket.send_fds(minder, [b"+"], descriptors)
    except OSError:
        return False
    return True


def _sweep(minders: set[int]) -> None:
    """A minder was killed: end what it left, which is ours now, or will be in a moment: a dying
    process closes its sockets before it hands its children over."""
    for pause in (0.0, 0.01, 0.04, 0.1, 0.2):
        time.sleep(pause)
        for pid, parent in _processes():
            if parent == os.getpid() and pid not in minders:
                _signal_all([pid, *_descendants(pid)], signal.SIGKILL)


def mind(orders: socket.socket) -> int:
    """Wait for a command, start it, tell how it goes, and see to it that nothing of it remains."""
    signal.signal(signal.SIGCHLD, lambda *_: None)
    wake_reader, wake_writer = os.pipe()
    os.set_blocking(wake_writer, False)
    os.set_blocking(wake_reader, False)
    signal.set_wakeup_fd(wake_writer, warn_on_full_buffer=False)
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    ready = _ReadyChild()
    descriptors = _take(orders, 4)
    if len(descriptors) != 4:
        return 0
    control, streams = socket.socket(fileno=descriptors[0]), descriptors[1:]
    request = _read_request(control)
    if request is None:
        return 0
    failure = ready.become(request, streams)
    for stream in streams:
        os.close(stream)
    if failure:
        _tell(control, f"error {failure}\n")
        return 0
    _tell(control, f"pid {ready.pid}\n")
    status, left = _watch(ready.pid, control, wake_reader)
    _tell(control, f"exit {status} {left}\n")
    return 0


def _take(source: socket.socket, count: int) -> list[int]:
    """Descriptors that are handed over; none when the other side went away."""
    try:
        _, descriptors, _, _ = socket.recv_fds(source, 1, count)
    except OSError:
        return []
    for descriptor in descriptors:
        # A command must not get hold of the socket that reports about it.
        os.set_inheritable(descriptor, False)
    return list(descriptors)


def _read_request(control: socket.socket) -> bytes | None:
    """The JSON object that describes a command, as it came."""

    def exactly(size: int) -> bytes:
        pieces = b""
        while len(pieces) < size:
            piece = control.recv(min(size - len(pieces), 1 << 20))
            if not piece:
                raise EOFError
            pieces += piece
        return pieces

    try:
        return exactly(int.from_bytes(exactly(4), "big"))
    except (OSError, EOFError):
        return None


class _ReadyChild:
    """A child that waits to become a command: forked ahead, since forking takes longer than all of
    the rest."""

    def __init__(self) -> None:
        self._orders, theirs = socket.socketpair()
        self._failures, report = os.pipe()
        minder = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                self._orders.close()
                _await_orders(theirs, minder)
            except OSError as error:
                os.write(report, str(error.errno).encode())
            except BaseException:
                os.write(report, b"22")
            finally:
                os._exit(127)
        theirs.close()
        os.close(report)

    def become(self, request: bytes, streams: list[int]) -> int:
        """Have it execute the command; returns an error number if that failed."""
        try:
            socket.send_fds(self._orders, [b"+"], streams)
            self._orders.sendall(len(request).to_bytes(4, "big") + request)
        except OSError as error:
            return error.errno or 5
        failure = os.read(self._failures, 16)
        self._orders.close()
        os.close(self._failures)
        return int(failure) if failure else 0


def _await_orders(orders: socket.socket, minder: int) -> None:
    """In the child: be ready, then become the command that comes."""
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGPIPE, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    os.setsid()
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != minder:
        os._exit(127)
    streams = _take(orders, 3)
    body = _read_request(orders)
    if len(streams) != 3 or body is None:
        os._exit(127)
    request = json.loads(body)
    for target, stream in enumerate(streams):
        os.dup2(stream, target)
    os.chdir(request["cwd"])
    os.execvpe(request["argv"][0], request["argv"], request["env"])


def _watch(child: int, control: socket.socket, wake: int) -> tuple[int, int]:
    """Wait for the end of the command, obeying the control socket; returns status and leftovers."""
    poll = select.poll()
    poll.register(control, select.POLLIN)
    poll.register(wake, select.POLLIN)
    status: int | None = None
    force_at: float | None = None
    give_up_at: float | None = None
    left = 0
    waited = False
    while True:
        finished, everything_gone = _reap(child)
        status = finished if status is None else status
        if everything_gone:
            return status if status is not None else -signal.SIGKILL, left
        if status is not None and not left and not waited:
            # What ends together with the command, such as a sandbox, needs no looking for.
            waited = True
            select.select([wake], [], [], _LAST_MOMENT)
            with contextlib.suppress(BlockingIOError):
                os.read(wake, 4096)
            continue
        if status is not None and not left:
            # The command is over but something it started is not: that ends now.
            left = max(1, len(_descendants(os.getpid())))
            force_at = min(force_at or float("inf"), time.monotonic() + 0.2)
            _signal_all(_descendants(os.getpid()), signal.SIGTERM)
        now = time.monotonic()
        if force_at is not None and now >= force_at:
            give_up_at = give_up_at or now + _FORCE_SECONDS
            _signal_all(_descendants(os.getpid()), signal.SIGKILL)
            if now > give_up_at:
                return status if status is not None else -signal.SIGKILL, max(left, 1)
            force_at = now + 0.02
        wait = None if force_at is None else max(0.0, (force_at - time.monotonic()) * 1000)
        for descriptor, _ in poll.poll(wait):
            if descriptor == wake:
                with contextlib.suppress(BlockingIOError):
                    os.read(wake, 512)
                continue
            order = _hear(control)
            if not order:
                poll.unregister(control)
                force_at = time.monotonic()
            elif order.startswith("t"):
                grace = float(order.split()[1])
                force_at = min(force_at or float("inf"), time.monotonic() + grace)
                _signal_all(_descendants(os.getpid()), signal.SIGTERM)


def _reap(child: int) -> tuple[int | None, bool]:
    """Collect what has ended: the command's own status if it did, and whether nothing is left."""
    status = None
    while True:
        try:
            pid, code = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return status, True
        if pid == 0:
            return status, False
        if pid == child:
            status = os.waitstatus_to_exitcode(code)


def _descendants(root: int) -> list[int]:
    """Every living process below ``root``."""
    children: dict[int, list[int]] = {}
    for pid, parent in _processes():
        children.setdefault(parent, []).append(pid)
    found: list[int] = []
    pending = [root]
    while pending:
        below = children.pop(pending.pop(), [])
        found += below
        pending += below
    return found


def _processes() -> list[tuple[int, int]]:
    if not os.path.isdir("/proc/self"):
        listing = os.popen("ps -axo pid=,ppid=").read().split()
        return [(int(listing[i]), int(listing[i + 1])) for i in range(0, len(listing) - 1, 2)]
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        with contextlib.suppress(OSError, ValueError, IndexError):
            with open(f"/proc/{name}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
            if fields[0] != b"Z":
                found.append((int(name), int(fields[1])))
    return found


def _signal_all(pids: list[int], number: int) -> None:
    for pid in pids:
        with contextlib.suppress(OSError):
            os.kill(pid, number)
        if number == signal.SIGTERM:
            # One that was stopped could not hear the request otherwise.
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGCONT)


def _hear(control: socket.socket) -> str:
    try:
        return control.recv(64).decode("ascii", "replace")
    except OSError:
        return ""


def _tell(control: socket.socket, line: str) -> None:
    with contextlib.suppress(OSError):
        control.sendall(line.encode("ascii"))


def main(_arguments: object = ()) -> None:
    os.closerange(3, 65536)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.setsid()
    os.chdir("/")
    serve(socket.socket(fileno=0))


if __name__ == "__main__":
    main()
