"""A private bus with an unlocked GNOME keyring on it, for tests."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest


@contextlib.contextmanager
def unlocked_keyring(folder: Path) -> Iterator[dict[str, str]]:
    """Yields the environment in which that keyring is found."""
    if not shutil.which("gnome-keyring-daemon") or not shutil.which("dbus-daemon"):
        pytest.skip("needs gnome-keyring and dbus")
    runtime = folder / "runtime"
    runtime.mkdir(mode=0o700)
    environment = {
        "HOME": str(folder),
        "PATH": os.environ["PATH"],
        "XDG_RUNTIME_DIR": str(runtime),
        "XDG_DATA_HOME": str(folder / "share"),
    }
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address=1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        text=True,
    )
    assert bus.stdout is not None
    environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
    daemon = subprocess.Popen(
        ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        text=True,
    )
    assert daemon.stdin is not None
    assert daemon.stdout is not None
    daemon.stdin.write("password")
    daemon.stdin.close()
    daemon.stdout.readline()  # says where it listens once it is ready
    try:
        yield environment
    finally:
        for process in (daemon, bus):
            process.terminate()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()
