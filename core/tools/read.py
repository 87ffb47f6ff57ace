"""Read a file: numbered lines of text, an image, or the text of a PDF."""

from __future__ import annotations

import hashlib
import io
import os
import stat
from typing import BinaryIO, ClassVar

from pydantic import Field

from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.errors import ToolError
from core.files import HASH_LIMIT, open_resolved
from core.paths import Paths
from core.permissions.models import Ask
from core.sessions.models import Attachment
from core.text import decode, looks_binary
from core.tools.arguments import FILE_NAMES, Arguments
from core.tools.base import Tool, ToolContext, ToolResult
from core.tools.describe import describe
from core.tools.places import Place, asks_for, file_error, place
from core.tools.working import Cancel, in_thread

MAX_LINES = 2000
MAX_LINE = 2000
MAX_CHARACTERS = 28_000
MAX_IMAGE = 8 * 1024 * 1024
MAX_PDF = 64 * 1024 * 1024
_CHUNK = 1 << 20
_LINE_BYTES = MAX_LINE * 4 + 2
_IMAGES = (
    (b"\x89PNG\r\n\x1a\n", "image/png", "png"),
    (b"\xff\xd8\xff", "image/jpeg", "jpg"),
    (b"GIF87a", "image/gif", "gif"),
    (b"GIF89a", "image/gif", "gif"),
)


class ReadArguments(Arguments):
    also: ClassVar[dict[str, str]] = FILE_NAMES

    path: str = Field(description="The file, absolute or relative to the working folder.")
    offset: int = Field(1, ge=0, description="The first line to show, counted from 1.")
    limit: int = Field(MAX_LINES, ge=1, description="How many lines to show at most.")


class ReadTool(Tool[ReadArguments]):
    name = "read"
    parameters = ReadArguments
    read_only = True

    def description(self, agent: AgentDefinition, settings: Settings) -> str:
        return describe("read", lines=MAX_LINES, line=MAX_LINE)

    async def asks(self, args: ReadArguments, context: ToolContext) -> list[Ask]:
        target = place(context, args.path, judge=True)
        return asks_for("read", target, title=f"Read {target.shown}")

    async def run(self, args: ReadArguments, context: ToolContext) -> ToolResult:
        target = place(context, args.path)
        return await in_thread(lambda cancel: _read(args, context, target, cancel))


def _read(args: ReadArguments, context: ToolContext, target: Place, cancel: Cancel) -> ToolResult:
    try:
        with os.fdopen(open_resolved(target.path), "rb") as file:
            status = os.fstat(file.fileno())
            if stat.S_ISDIR(status.st_mode):
                raise IsADirectoryError
            if not stat.S_ISREG(status.st_mode):
                raise ToolError(f"{target.shown} is a device or pipe, not a file to read.")
            sample = file.read(8192)
            file.seek(0)
            if (kind := _image_kind(sample)) is not None:
                return _image(file, status.st_size, kind, target, context.paths)
            if sample.startswith(b"%PDF-"):
                return _pdf(file, status.st_size, args, target, cancel)
            if looks_binary(sample):
                raise ToolError(
                    f"{target.shown} is a binary file ({status.st_size:,} bytes).",
                    "Use bash with a program that understands it.",
                )
            whole = file.read(HASH_LIMIT + 1) if status.st_size <= HASH_LIMIT else None
            if whole is not None and len(whole) > HASH_LIMIT:
                whole = None
            source: BinaryIO = file
            notes: list[str] = []
            if whole is None:
                file.seek(0)
            else:
                source = io.BytesIO(_as_utf8(whole, notes))
            page = _page(source, args, cancel)
            context.files.remember(target.path, status, whole)
    except OSError as error:
        raise file_error(error, target) from error
    return _result(page, notes, args, target)


def _as_utf8(data: bytes, notes: list[str]) -> bytes:
    """The bytes to page through; a file in another encoding is translated."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"\x00\x00\xfe\xff")):
        text = decode(data)
        if text.encoding != "utf-8" and text.certain:
            notes.append(f"The file is {text.encoding} text; edits keep that.")
        return text.raw.encode("utf-8", "replace")
    return data


class _Page:
    """Some lines of a text and where they are."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.first = 1
        self.seen = 0
        self.more = False
        self.cut_lines = 0
        self.invalid = False


def _page(file: BinaryIO, args: ReadArguments, cancel: Cancel) -> _Page:
    """The wanted lines, holding no more of the file in memory than they need."""
    page = _Page()
    page.first = max(1, args.offset)
    page.seen = _skip(file, page.first - 1, cancel)
    if page.seen < page.first - 1:
        return page
    size = 0
    while True:
        cancel.check()
        raw = file.readline(_LINE_BYTES)
        if not raw:
            return page
        if len(page.lines) >= args.limit or size >= MAX_CHARACTERS:
            page.more = True
            return page
        text = raw.rstrip(b"\r\n").decode("utf-8", "replace")
        page.invalid = page.invalid or _is_invalid(raw)
        unfinished = len(raw) == _LINE_BYTES and not raw.endswith(b"\n")
        if unfinished:
            _skip(file, 1, cancel)
        if unfinished or len(text) > MAX_LINE:
            text = f"{text[:MAX_LINE]} … [line cut]"
            page.cut_lines += 1
        page.seen += 1
        page.lines.append(f"{page.seen:6d}\t{text}")
        size += len(page.lines[-1]) + 1


def _is_invalid(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        # A character at the cut of a very long line is not the file's fault.
        return raw.endswith(b"\n") or error.start < len(raw) - 4
    return False


def _skip(file: BinaryIO, lines: int, cancel: Cancel) -> int:
    """Go past that many line ends; returns how many lines were passed before the file ended."""
    passed = 0
    open_line = False
    while passed < lines:
        cancel.check()
        start = file.tell()
        chunk = file.read(_CHUNK)
        if not chunk:
            return passed + open_line
        count = chunk.count(b"\n")
        open_line = not chunk.endswith(b"\n")
        if passed + count < lines:
            passed += count
            continue
        position = -1
        for _ in range(lines - passed):
            position = chunk.index(b"\n", position + 1)
        file.seek(start + position + 1)
        return lines
    return passed


def _result(page: _Page, notes: list[str], args: ReadArguments, target: Place) -> ToolResult:
    if not page.lines and page.first > 1:
        raise ToolError(f"{target.shown} has only {page.seen} lines.", "Use a smaller offset.")
    output = "\n".join(page.lines) if page.lines else "(The file is empty.)"
    if page.invalid:
        notes.append("Bytes that are not valid UTF-8 are shown as \ufffd.")
    if page.cut_lines:
        notes.append(f"Lines longer than {MAX_LINE} characters are cut.")
    if page.more:
        notes.append(f"There is more: go on with offset={page.seen + 1}.")
    if notes:
        output += "\n\n(" + " ".join(notes) + ")"
    last = page.seen if page.lines else 0
    return ToolResult(
        output,
        title=target.shown,
        metadata={"path": str(target.path), "first": page.first, "last": last, "more": page.more},
    )


def _image_kind(sample: bytes) -> tuple[str, str] | None:
    for magic, mime, ending in _IMAGES:
        if sample.startswith(magic):
            return mime, ending
    if sample[:4] == b"RIFF" and sample[8:12] == b"WEBP":
        return "image/webp", "webp"
    return None


def _image(
    file: BinaryIO, size: int, kind: tuple[str, str], target: Place, paths: Paths
) -> ToolResult:
    if size > MAX_IMAGE:
        raise ToolError(
            f"The image {target.shown} is too large ({size:,} bytes).",
            f"At most {MAX_IMAGE:,} bytes can be shown; scale it down first.",
        )
    data = file.read(MAX_IMAGE + 1)
    mime, ending = kind
    stored = f"{hashlib.sha256(data).hexdigest()}.{ending}"
    paths.attachments.mkdir(parents=True, exist_ok=True, mode=0o700)
    kept = paths.attachments / stored
    if not kept.exists():
        kept.write_bytes(data)
    return ToolResult(
        f"The image {target.shown} ({mime}, {size:,} bytes) is attached.",
        title=target.shown,
        metadata={"path": str(target.path), "mime": mime},
        attachments=(Attachment(mime=mime, name=target.path.name, file=stored),),
    )


def _pdf(
    file: BinaryIO, size: int, args: ReadArguments, target: Place, cancel: Cancel
) -> ToolResult:
    if size > MAX_PDF:
        raise ToolError(f"The PDF {target.shown} is too large to read ({size:,} bytes).")
    import logging

    import pypdf

    logging.getLogger("pypdf").setLevel(logging.ERROR)
    lines: list[str] = []
    wanted = max(1, args.offset) + args.limit
    try:
        reader = pypdf.PdfReader(io.BytesIO(file.read()))
        if reader.is_encrypted and not reader.decrypt(""):
            raise ToolError(f"The PDF {target.shown} is protected by a password.")
        pages = len(reader.pages)
        for number, page in enumerate(reader.pages, 1):
            cancel.check()
            lines.append(f"--- page {number} of {pages} ---")
            lines += page.extract_text().splitlines()
            if len(lines) > wanted + 1:
                break
    except (pypdf.errors.PyPdfError, ValueError, KeyError, RecursionError) as error:
        raise ToolError(f"The PDF {target.shown} cannot be read: {error}.") from error
    text = "\n".join(lines).encode("utf-8", "replace")
    shown = _page(io.BytesIO(text), args, cancel)
    return _result(shown, [f"This is the text of a PDF with {pages} pages."], args, target)
