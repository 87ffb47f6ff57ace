"""The sample project of the demo tour.

Its Python files are kept as ``.py.txt``, so that nothing collects, imports or checks them here.
"""

from __future__ import annotations

from pathlib import Path

from core.llm.demo_tour import CODE, TESTS
from core.paths import RESOURCES

SOURCE = RESOURCES / "demo" / "project"
KEPT_SUFFIX = ".py.txt"


def is_demo_project(folder: Path) -> bool:
    """Whether the tour can be taken here."""
    return (folder / CODE).is_file() and (folder / TESTS).is_file()


def copy_demo_project(target: Path) -> Path:
    """Put a fresh copy of the sample project into ``target``; files of its own are replaced."""
    for file in sorted(SOURCE.rglob("*")):
        if file.is_dir() or "__pycache__" in file.parts:
            continue
        name = file.name.removesuffix(".txt") if file.name.endswith(KEPT_SUFFIX) else file.name
        copy = target / file.relative_to(SOURCE).parent / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(file.read_bytes())
    return target
