"""Find the host's sockets in the file system, so that they can be covered.

A read-only mount does not stop a program from connecting to a socket that it can see.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

_WELL_KNOWN = (
    *("/run/docker.sock", "/var/run/docker.sock", "/run/podman/podman.sock"),
    *("/var/run/nscd/socket", "/var/lib/lxd/unix.socket", "/var/snap/lxd/common/lxd/unix.socket"),
)


def host_sockets(table: Path = Path("/proc/net/unix")) -> set[Path]:
    """Sockets with a path that some process of this network namespace has bound.

    Those of other sandboxes are not among them: they live in network namespaces of their own.
    """
    found: set[Path] = set()
    try:
        lines = table.read_bytes().splitlines()[1:]
    except OSError:
        lines = []
    names = {os.fsdecode(fields[7]) for line in lines if len(fields := line.split(None, 7)) == 8}
    for name in (*names, *_WELL_KNOWN):
        if name.startswith("/") and _is_socket(name):
            found.add(Path(os.path.realpath(name)))
    return found


def _is_socket(name: str) -> bool:
    try:
        return stat.S_ISSOCK(os.lstat(name).st_mode)
    except OSError:
        return False
