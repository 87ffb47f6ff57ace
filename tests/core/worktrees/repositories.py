"""Real repositories for tests, made with plain git as a person would."""

from __future__ import annotations

import hashlib
import os
import subprocess
from pathlib import Path

IDENTITY = {
    "GIT_AUTHOR_NAME": "A Person",
    "GIT_AUTHOR_EMAIL": "person@example.com",
    "GIT_COMMITTER_NAME": "A Person",
    "GIT_COMMITTER_EMAIL": "person@example.com",
}


def sh(folder: Path, *arguments: str, check: bool = True, **more: str) -> str:
    """Plain git, not ours."""
    environment = {**os.environ, **IDENTITY, **more}
    result = subprocess.run(
        ["git", *arguments], cwd=folder, env=environment, capture_output=True, text=True
    )
    if check and result.returncode:
        raise AssertionError(f"git {arguments} failed: {result.stderr}")
    return result.stdout.strip()


def repository(folder: Path, files: dict[str, str] | None = None) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    sh(folder, "init", "--quiet", "-b", "main")
    sh(folder, "config", "user.name", "A Person")
    sh(folder, "config", "user.email", "person@example.com")
    for name, text in (files or SAMPLE).items():
        write(folder / name, text)
    sh(folder, "add", "--all")
    sh(folder, "commit", "--quiet", "-m", "start")
    return folder


SAMPLE = {
    "README.md": "# Sample\n",
    "src/one.py": "".join(f"line {n}\n" for n in range(1, 41)),
    "src/two.py": "two = 2\n",
    ".gitignore": "build/\n.env\n*.log\n",
}


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def contents(folder: Path) -> dict[str, str]:
    """Every file below a folder but git's own, by the hash of its bytes and its mode."""
    found = {}
    for root, folders, files in os.walk(folder):
        if root == str(folder) and ".git" in folders:
            folders.remove(".git")
        for name in files:
            path = Path(root) / name
            if path == folder / ".git":
                continue
            relative = path.relative_to(folder).as_posix()
            data = os.readlink(path).encode() if path.is_symlink() else path.read_bytes()
            mode = oct(path.lstat().st_mode)
            found[relative] = f"{hashlib.sha256(data).hexdigest()} {mode}"
    return found
