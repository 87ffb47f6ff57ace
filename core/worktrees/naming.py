"""Names: of a project's folder, of a worktree, of its branch."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import unicodedata
from pathlib import Path

PREFIX = "spinney/"
_LONGEST = 40


def slug_of(text: str) -> str:
    """A short name that is safe as a folder and as a branch on every system."""
    plain = unicodedata.normalize("NFKD", text)
    words = re.findall(r"[a-z0-9]+", plain.encode("ascii", "ignore").decode().lower())
    slug = ""
    for word in words:
        longer = f"{slug}-{word}" if slug else word[:_LONGEST]
        if len(longer) > _LONGEST:
            break
        slug = longer
    # Windows keeps these names for devices.
    reserved = re.fullmatch(r"con|prn|aux|nul|com\d|lpt\d", slug)
    return f"task-{slug}" if reserved else slug or "task"


def variants(slug: str) -> list[str]:
    """The slug and others like it, for when it is taken."""
    numbered = [f"{slug}-{number}" for number in range(2, 100)]
    return [slug, *numbered, f"{slug}-{secrets.token_hex(4)}"]


def project_folder(common_dir: Path) -> str:
    """The folder name for all worktrees of one repository: readable, and never that of another."""
    real = os.path.realpath(common_dir)
    top = Path(real).parent if Path(real).name == ".git" else Path(real)
    digest = hashlib.sha256(os.fsencode(real)).hexdigest()[:8]
    return f"{slug_of(top.name.removesuffix('.git'))}-{digest}"
