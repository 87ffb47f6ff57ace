"""Reading patches: the ``*** Begin Patch`` format and unified diffs, into one form."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from core.errors import ToolError

_HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$")
_FILE = re.compile(r"^\*\*\* (Add|Update|Delete) File: (.+?)\s*$")


@dataclass
class Hunk:
    """Consecutive lines of the old file and what they become.

    ``anchors`` are lines that come before them somewhere; ``line`` is where a unified diff says
    that they are; ``at_end`` says that they end the file.
    """

    old: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    line: int | None = None
    at_end: bool = False
    old_ends: bool = True
    new_ends: bool = True


@dataclass
class FilePatch:
    """What happens to one file; ``content`` is that of a new one."""

    action: Literal["add", "update", "delete"]
    path: str
    move_to: str | None = None
    content: str = ""
    hunks: list[Hunk] = field(default_factory=list)


def parse_patch(text: str) -> list[FilePatch]:
    """Read a patch in either format; anything that does not fit is an error that says where."""
    text = text.replace("\r\n", "\n")
    # Models sometimes wrap a patch in a shell call or a fence.
    begin = re.search(r"^\*\*\* Begin Patch\s*$", text, re.MULTILINE)
    if begin:
        patches = _parse_envelope(text[begin.end() + 1 :].split("\n"))
    else:
        patches = _parse_unified(text.split("\n"))
    if not patches:
        raise ToolError("The patch changes nothing.", "It must name at least one file.")
    return patches


def _parse_envelope(lines: list[str]) -> list[FilePatch]:
    patches: list[FilePatch] = []
    hunk: Hunk | None = None
    for number, line in enumerate(lines, 2):
        if line.strip() == "*** End Patch":
            return patches
        header = _FILE.match(line)
        if header:
            action: Literal["add", "update", "delete"]
            action = (
                "add" if header[1] == "Add" else "update" if header[1] == "Update" else "delete"
            )
            patches.append(FilePatch(action, header[2]))
            hunk = None
            continue
        if not patches:
            if line.strip():
                raise _wrong(
                    number, line, "a line *** Add File, *** Update File or *** Delete File"
                )
            continue
        current = patches[-1]
        if current.action == "add":
            if not line.startswith("+"):
                if line.strip():
                    raise _wrong(number, line, "lines of a new file, each beginning with +")
                continue
            current.content += line[1:] + "\n"
        elif current.action == "delete":
            if line.strip():
                raise _wrong(number, line, "the next file or *** End Patch")
        elif line.startswith("*** Move to: "):
            current.move_to = line.removeprefix("*** Move to: ").strip()
        else:
            hunk = _update_line(current, hunk, line, number)
    raise ToolError("The patch has no end.", "Its last line must be *** End Patch.")


def _update_line(current: FilePatch, hunk: Hunk | None, line: str, number: int) -> Hunk | None:
    if line.startswith("@@"):
        anchor = line[2:].strip().removesuffix("@@").strip()
        if hunk is None or hunk.old or hunk.new:
            hunk = Hunk()
            current.hunks.append(hunk)
        # A line "@@ -1,3 +1,4 @@" of the other format names no text to look for.
        if anchor and not _HUNK.match(line):
            hunk.anchors.append(anchor)
        return hunk
    if line.strip() == "*** End of File":
        if hunk is not None:
            hunk.at_end = True
        return hunk
    if hunk is None:
        if not line.strip():
            return None
        hunk = Hunk()
        current.hunks.append(hunk)
    mark, rest = (line[0], line[1:]) if line else (" ", "")
    if mark not in "+- ":
        raise _wrong(number, line, "lines beginning with a space, + or -")
    if mark in " -":
        hunk.old.append(rest)
    if mark in " +":
        hunk.new.append(rest)
    return hunk


def _parse_unified(lines: list[str]) -> list[FilePatch]:
    patches: list[FilePatch] = []
    index = 0
    rename: str | None = None
    while index < len(lines):
        line = lines[index]
        if line.startswith("diff --git "):
            rename = None
        elif line.startswith("rename from "):
            rename = line.removeprefix("rename from ").strip()
        elif line.startswith("rename to ") and rename:
            patches.append(FilePatch("update", rename, line.removeprefix("rename to ").strip()))
        elif line.startswith("--- ") and index + 1 < len(lines):
            if not lines[index + 1].startswith("+++ "):
                raise _wrong(index + 2, lines[index + 1], "a line beginning with +++")
            old, new = _diff_name(line), _diff_name(lines[index + 1])
            index = _unified_file(patches, old, new, rename, lines, index + 2)
            rename = None
            continue
        elif line.startswith("@@"):
            raise _wrong(index + 1, line, "the lines --- and +++ that name the file first")
        elif line.startswith(("Binary files ", "GIT binary patch")):
            raise ToolError("Patches of binary files cannot be applied.")
        index += 1
    return patches


def _diff_name(line: str) -> str | None:
    name = line[4:].partition("\t")[0].strip().strip('"')
    if name == "/dev/null":
        return None
    return name[2:] if name[:2] in ("a/", "b/") else name


def _unified_file(
    patches: list[FilePatch],
    old: str | None,
    new: str | None,
    rename: str | None,
    lines: list[str],
    index: int,
) -> int:
    if old is None and new is None:
        raise ToolError("The patch names no file.")
    if rename is not None and patches and patches[-1].path == rename:
        patch = patches[-1]
    elif old is None:
        patch = FilePatch("add", str(new))
        patches.append(patch)
    elif new is None:
        patch = FilePatch("delete", old)
        patches.append(patch)
    else:
        patch = FilePatch("update", old, new if new != old else None)
        patches.append(patch)
    while index < len(lines) and (header := _HUNK.match(lines[index])):
        hunk, index = _unified_hunk(lines, index, header)
        patch.hunks.append(hunk)
    if patch.action == "add":
        for hunk in patch.hunks:
            ending = "\n" if hunk.new_ends else ""
            patch.content += "\n".join(hunk.new) + (ending if hunk.new else "")
    return index


def _unified_hunk(lines: list[str], index: int, header: re.Match[str]) -> tuple[Hunk, int]:
    old_left = int(header[2] if header[2] is not None else 1)
    new_left = int(header[4] if header[4] is not None else 1)
    hunk = Hunk(line=int(header[1]))
    index += 1
    last = " "
    while index < len(lines) and (old_left > 0 or new_left > 0 or lines[index].startswith("\\")):
        line = lines[index]
        mark, rest = (line[0], line[1:]) if line else (" ", "")
        if mark == "\\":
            hunk.old_ends = hunk.old_ends and last == "+"
            hunk.new_ends = hunk.new_ends and last == "-"
        elif mark in "+- ":
            if mark in " -":
                hunk.old.append(rest)
                old_left -= 1
            if mark in " +":
                hunk.new.append(rest)
                new_left -= 1
            last = mark
        else:
            raise _wrong(index + 1, line, "lines beginning with a space, + or -")
        index += 1
    if old_left > 0 or new_left > 0:
        raise ToolError("A hunk of the patch is shorter than its header says.")
    return hunk, index


def _wrong(number: int, line: str, expected: str) -> ToolError:
    return ToolError(f"Line {number} of the patch is {line[:80]!r}.", f"Expected: {expected}.")
