"""Keys in the environment that Spinney itself was started with.

What a process was started with can be read by every other process of the same person, through
``ps`` or ``/proc``: by a command that runs outside the sandbox, too. The interpreter has its own copy,
so the one that others can see is wiped.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable


def hide_from_other_processes(names: Iterable[str]) -> None:
    """Wipe the values of these variables where other processes could read them. ``os.environ`` keeps
    them; a child gets one only if it is handed over outright."""
    if os.name != "posix":
        return
    library = ctypes.CDLL(None)
    library.getenv.restype = ctypes.c_void_p
    library.getenv.argtypes = [ctypes.c_char_p]
    for name in names:
        address = library.getenv(os.fsencode(name))
        if address:
            ctypes.memset(address, 0, len(ctypes.string_at(address)))
