"""Images and other files that become part of a conversation, kept under the name of their content."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

from core.errors import SpinneyError
from core.sessions.models import Attachment

IMAGE_TYPES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
}

_SIGNATURES = {
    "image/png": (b"\x89PNG\r\n\x1a\n",),
    "image/jpeg": (b"\xff\xd8\xff",),
    "image/gif": (b"GIF87a", b"GIF89a"),
    "image/webp": (b"RIFF",),
}


def keep_attachment(folder: Path, data: bytes, name: str, mime: str) -> Attachment:
    """Store ``data`` once, whatever it is called, and return what refers to it."""
    signatures = _SIGNATURES.get(mime)
    if signatures is not None and not data.startswith(signatures):
        raise SpinneyError(f"{name} is not an image of the kind its name says.")
    suffix = Path(name).suffix.lower()[:10]
    path = folder / f"{hashlib.sha256(data).hexdigest()[:32]}{suffix}"
    if not path.exists():
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, temporary = tempfile.mkstemp(dir=folder, prefix=".new-")
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(data)
                os.replace(temporary, path)
            except BaseException:
                Path(temporary).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise SpinneyError(f"{name} cannot be kept: {error.strerror or error}.") from error
    return Attachment(mime=mime, name=name, file=path.name)
