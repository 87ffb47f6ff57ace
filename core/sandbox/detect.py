"""Find out, once, whether commands can be confined here."""

from __future__ import annotations

import asyncio
import contextlib
import os
import stat
import sys
from dataclasses import dataclass

from core.children import collect
from core.config.settings import SandboxSettings
from core.sandbox.bubblewrap import Bubblewrap
from core.sandbox.command import Sandbox
from core.sandbox.none import NoSandbox
from core.sandbox.scope import REQUIRED_ABI, landlock_abi, scoping_prefix

_PLACES = ("/usr/bin", "/bin", "/usr/local/bin", "/run/current-system/sw/bin", "/run/wrappers/bin")
"""Never the PATH: a project may put a program called bwrap on it."""

_TRIAL_SECONDS = 5.0


@dataclass
class SandboxDetector:
    """Tries bubblewrap the first time it is asked and remembers the answer."""

    places: tuple[str, ...] = _PLACES
    _answer: Sandbox | None = None
    _trying: asyncio.Lock | None = None

    async def sandbox(self, settings: SandboxSettings | None = None) -> Sandbox:
        """The sandbox to use. With ``enabled = "off"`` there is none."""
        if settings is not None and settings.enabled == "off":
            return NoSandbox("The sandbox is switched off in the settings.")
        if self._trying is None:
            self._trying = asyncio.Lock()
        async with self._trying:
            if self._answer is None:
                self._answer = await self._try()
            return self._answer

    async def _try(self) -> Sandbox:
        if not sys.platform.startswith("linux"):
            return NoSandbox("There is no sandbox for this system yet; every command asks.")
        program = _find(self.places)
        if program is None:
            return NoSandbox("bubblewrap is not installed, so commands run without a sandbox.")
        failure = await _trial(program)
        if failure is not None:
            return NoSandbox(f"bubblewrap does not work here ({failure}); commands are unconfined.")
        prefix = scoping_prefix() if landlock_abi() >= REQUIRED_ABI else None
        return Bubblewrap(program, tuple(prefix) if prefix else None)


def _find(places: tuple[str, ...]) -> str | None:
    for place in places:
        path = os.path.join(place, "bwrap")
        with contextlib.suppress(OSError):
            status = os.stat(path)
            if stat.S_ISREG(status.st_mode) and os.access(path, os.X_OK):
                return path
    return None


async def _trial(program: str) -> str | None:
    """None if bubblewrap can do what a plan needs, otherwise what it said."""
    arguments = ["--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc"]
    arguments += ["--die-with-parent", "--new-session", "--ro-bind", "/", "/", "--tmpfs", "/run"]
    arguments += ["--dev", "/dev", "--proc", "/proc", "--", "/bin/sh", "-c", "exit 0"]
    try:
        child = await asyncio.create_subprocess_exec(
            program,
            *arguments,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            cwd="/",
        )
    except OSError as error:
        return error.strerror or "it cannot be started"
    try:
        _, output = await asyncio.wait_for(child.communicate(), _TRIAL_SECONDS)
    except TimeoutError:
        return "it did not answer"
    finally:
        if child.returncode is None:
            child.kill()
            await collect(child.wait())
    if child.returncode == 0:
        return None
    lines = output.decode(errors="replace").strip().splitlines()
    return lines[-1].removeprefix("bwrap: ").rstrip(".") if lines else "it failed"
