"""Put the host's abstract sockets out of reach of a command that may use the network.

Abstract sockets belong to the network namespace, so sharing the network shares them too: the session
bus, the display, and whatever else listens there. Landlock (ABI 6) can scope them to the sandbox. A
process can only do that to itself, so a tiny Python program does it and becomes the command.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

REQUIRED_ABI = 6

_PROGRAM = """
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
rules = (ctypes.c_uint64 * 3)(0, 0, 3)
handle = libc.syscall(444, ctypes.byref(rules), ctypes.c_size_t(24), 0)
if handle < 0 or libc.prctl(38, 1, 0, 0, 0) or libc.syscall(446, handle, 0):
    sys.stderr.write("spinney: the sandbox could not scope sockets\\n")
    os._exit(126)
os.close(handle)
try:
    os.execvp(sys.argv[1], sys.argv[1:])
except OSError as error:
    sys.stderr.write("spinney: %s: %s\\n" % (sys.argv[1], error.strerror))
    os._exit(127)
"""


def landlock_abi() -> int:
    """The kernel's Landlock version; 0 where there is none."""
    import ctypes

    try:
        answer = ctypes.CDLL(None).syscall(444, None, ctypes.c_size_t(0), 1)
    except (OSError, AttributeError):
        return 0
    return max(0, int(answer))


def scoping_prefix() -> list[str] | None:
    """What to put before a command; None where no plain Python can be started."""
    if getattr(sys, "frozen", False):
        program = shutil.which("python3", path="/usr/bin:/bin:/usr/local/bin")
    else:
        program = sys.executable
    if not program or not Path(program).exists():
        return None
    return [program, "-I", "-S", "-c", _PROGRAM]
