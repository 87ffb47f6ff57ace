"""Files that a person adds to a prompt, as parts of a message."""

from __future__ import annotations

import hashlib
import mimetypes
import shutil
from pathlib import Path

from core.errors import SpinneyError
from core.paths import Paths
from core.sessions.models import FilePart
from desktop.i18n import translate

_MOST_TEXT = 200_000
_LARGEST = 20 * 1024 * 1024


def file_part(path: Path, paths: Paths) -> FilePart:
    """A part for this file. Images are kept by content, so that the message still has them when
    the file is gone; reads the file, so run it in a thread."""
    if not path.exists():
        raise SpinneyError(
            translate("Desk", "{} does not exist any more.").format(path),
            translate("Desk", "Attach it again."),
        )
    mime = mimetypes.guess_type(path.name)[0] or "text/plain"
    if path.is_dir() or not mime.startswith("image/"):
        text = _listing(path) if path.is_dir() else _text(path)
        return FilePart(name=path.name, path=str(path.absolute()), mime="text/plain", text=text)
    if path.stat().st_size > _LARGEST:
        raise SpinneyError(
            translate("Desk", "{} is too large to attach.").format(path.name),
            translate("Desk", "Images may have up to 20 MB."),
        )
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    kept = f"{digest[:32]}{path.suffix.lower()}"
    paths.attachments.mkdir(parents=True, exist_ok=True, mode=0o700)
    target = paths.attachments / kept
    if not target.exists():
        fresh = target.with_suffix(target.suffix + ".new")
        shutil.copyfile(path, fresh)
        fresh.replace(target)
    return FilePart(name=path.name, mime=mime, file=kept)


def _text(path: Path) -> str:
    with path.open("rb") as file:
        content = file.read(_MOST_TEXT + 1)
    if b"\0" in content:
        raise SpinneyError(
            translate("Desk", "{} is neither text nor an image.").format(path.name),
            translate("Desk", "Attach it as text."),
        )
    text = content[:_MOST_TEXT].decode("utf-8", "replace")
    return text if len(content) <= _MOST_TEXT else f"{text}\n[The rest of the file was left out.]"


def _listing(path: Path) -> str:
    names = sorted(entry.name + ("/" if entry.is_dir() else "") for entry in path.iterdir())
    return "\n".join(names[:1000])
