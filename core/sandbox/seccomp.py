"""A small system-call filter for bubblewrap's ``--seccomp``, as bytes.

It always refuses the kernel's key store, which a sandbox would share with the person's session. With
``unix_sockets=False`` it also refuses new Unix sockets: with the network shared, abstract ones of the
host would be in reach. That is the fallback where the kernel cannot scope them (Landlock).
"""

from __future__ import annotations

import errno
import platform
import socket
import struct

# audit architecture, then the numbers of the calls used below
_MACHINES: dict[str, tuple[int, dict[str, int]]] = {
    "x86_64": (
        0xC000003E,
        {"add_key": 248, "request_key": 249, "keyctl": 250, "socket": 41, "socketpair": 53},
    ),
    "aarch64": (
        0xC00000B7,
        {"add_key": 217, "request_key": 218, "keyctl": 219, "socket": 198, "socketpair": 199},
    ),
}
_IO_URING_SETUP = 425
_X32_BIT = 0x40000000

_LOAD, _JUMP_EQUAL, _JUMP_ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x45, 0x54, 0x06
_ALLOW = 0x7FFF0000
_ERROR = 0x00050000
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT, _SECOND_ARGUMENT = 0, 4, 16, 24


def supported() -> bool:
    return platform.machine() in _MACHINES


def filter_program(*, unix_sockets: bool = True) -> bytes:
    """The filter for this machine; empty where the numbers of its calls are not known."""
    if platform.machine() not in _MACHINES:
        return b""
    architecture, calls = _MACHINES[platform.machine()]
    refuse = _instruction(_RETURN, _ERROR | errno.EPERM)
    unknown = _instruction(_RETURN, _ERROR | errno.ENOSYS)
    program = [
        _instruction(_LOAD, _ARCHITECTURE),
        _instruction(_JUMP_EQUAL, architecture, 1, 0),
        unknown,
        _instruction(_LOAD, _NUMBER),
        _instruction(_JUMP_ANY_BIT, _X32_BIT, 0, 1),
        unknown,
    ]
    for name in ("add_key", "request_key", "keyctl"):
        program += [_instruction(_JUMP_EQUAL, calls[name], 0, 1), refuse]
    if not unix_sockets:
        # io_uring opens sockets without the calls that are filtered here.
        program += [_instruction(_JUMP_EQUAL, _IO_URING_SETUP, 0, 1), unknown]
        program += [
            _instruction(_JUMP_EQUAL, calls["socket"], 0, 4),
            _instruction(_LOAD, _FIRST_ARGUMENT),
            _instruction(_JUMP_EQUAL, socket.AF_UNIX, 0, 1),
            refuse,
            _instruction(_RETURN, _ALLOW),
        ]
        # A pair is private, except that a datagram socket can still send to any address.
        program += [
            _instruction(_JUMP_EQUAL, calls["socketpair"], 0, 4),
            _instruction(_LOAD, _SECOND_ARGUMENT),
            _instruction(_AND, 0xF),
            _instruction(_JUMP_EQUAL, socket.SOCK_DGRAM, 0, 1),
            refuse,
        ]
    program.append(_instruction(_RETURN, _ALLOW))
    return b"".join(program)


def _instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)
