"""``spinney doctor``: what works on this machine, what protects it, and what is missing."""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.cli.running import run_command

GOOD, MISSING, BAD = "ok", "--", "!!"


@dataclass(frozen=True)
class Finding:
    """One line: ``mark`` is ok, -- (can be done without) or !! (needs attention)."""

    mark: str
    what: str
    sentence: str


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="spinney doctor", description="Say what works on this machine and what does not."
    )
    parser.add_argument("--cwd", metavar="D", type=Path, default=Path())
    return run_command(doctor(parser.parse_args(arguments).cwd))


async def doctor(folder: Path) -> int:
    findings = await examine(folder)
    width = max(len(finding.what) for finding in findings)
    for finding in findings:
        print(f"{finding.mark}  {finding.what:<{width}}  {finding.sentence}")
    return 1 if any(finding.mark == BAD for finding in findings) else 0


async def examine(folder: Path) -> list[Finding]:
    """Look at everything once; nothing is changed."""
    from core.bus import Bus
    from core.config.loader import load
    from core.config.secrets import KeyLookup
    from core.config.trust import TrustStore
    from core.errors import SpinneyError
    from core.llm.discover import find_local_servers
    from core.paths import Paths
    from core.projects import project_root
    from core.sandbox.detect import SandboxDetector
    from core.sessions.store import Store

    paths = Paths.from_environment()
    paths.create()
    findings = [
        Finding(GOOD, "python", f"{platform.python_version()} at {sys.executable}"),
        Finding(GOOD, "data", str(paths.data)),
    ]
    try:
        root = project_root(folder)
        trust = await TrustStore(paths).state(root)
        loaded = await asyncio.to_thread(load, paths, root, trust.trusted)
    except SpinneyError as error:
        return [*findings, Finding(BAD, "folder", str(error))]
    findings.append(
        Finding(GOOD, "config", str(paths.config_file))
        if paths.config_file.exists()
        else Finding(MISSING, "config", f"There is no {paths.config_file} yet; defaults hold.")
    )
    findings += [Finding(BAD, "config", str(problem)) for problem in loaded.problems]
    findings.append(
        Finding(GOOD, "model", loaded.settings.model)
        if loaded.settings.model
        else Finding(MISSING, "model", "None is configured; --model demo/tour shows a demo.")
    )
    try:
        store = await Store.open(paths, Bus())
        count = len(await store.list_sessions(archived=None))
        await store.close()
        findings.append(Finding(GOOD, "store", f"{count} sessions in {paths.database}"))
    except SpinneyError as error:
        findings.append(Finding(BAD, "store", str(error)))
    sandbox = await SandboxDetector().sandbox(loaded.settings.sandbox)
    findings.append(Finding(GOOD if sandbox.sandboxed else MISSING, "sandbox", sandbox.sentence))
    keyring = await KeyLookup().test()
    works = keyring == "The system keyring works."
    findings.append(Finding(GOOD if works else MISSING, "keyring", keyring))
    for server in await find_local_servers():
        findings.append(
            Finding(GOOD, "local models", f"{server.provider}: {', '.join(server.models)}")
        )
    findings += [_program("git"), _ripgrep(), _display()]
    if trust.items and not trust.trusted:
        findings.append(
            Finding(
                MISSING,
                "trust",
                f"{root} brings {len(trust.items)} files that could act; `spinney trust` shows them.",
            )
        )
    return findings


def _program(name: str) -> Finding:
    place = shutil.which(name)
    if place:
        return Finding(GOOD, name, place)
    return Finding(BAD, name, f"{name} is not installed; install it with your package manager.")


def _ripgrep() -> Finding:
    from core.errors import SpinneyError
    from core.tools.search import ripgrep

    try:
        return Finding(GOOD, "ripgrep", str(ripgrep()))
    except SpinneyError as error:
        return Finding(BAD, "ripgrep", str(error))


def _display() -> Finding:
    wanted = [name for name in ("WAYLAND_DISPLAY", "DISPLAY") if os.environ.get(name)]
    if sys.platform != "linux" or wanted or os.environ.get("QT_QPA_PLATFORM"):
        return Finding(GOOD, "display", ", ".join(wanted) or "of the system")
    return Finding(MISSING, "display", "There is none; `spinney exec` works without.")
