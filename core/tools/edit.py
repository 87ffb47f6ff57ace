"""Replace a piece of text in a file."""

from __future__ import annotations

import difflib
import re
import time
from dataclasses import dataclass
from typing import ClassVar

from pydantic import Field

from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.errors import ToolError
from core.files import exclusively
from core.permissions.models import Ask
from core.text import decode
from core.tools.arguments import EDIT_NAMES, Arguments
from core.tools.base import Tool, ToolContext, ToolResult
from core.tools.changes import (
    Change,
    carry_out,
    current,
    make_change,
    metadata_of,
    require_known,
)
from core.tools.describe import describe
from core.tools.places import (
    Place,
    asks_to_edit,
    file_error,
    place,
    refuse_main_checkout,
    without_secrets,
)
from core.tools.working import in_thread, to_completion

_COMPARED = 2000
_NUMBERED = re.compile(r"^\s*\d+\t")


class EditArguments(Arguments):
    also: ClassVar[dict[str, str]] = EDIT_NAMES

    path: str = Field(description="The file, absolute or relative to the working folder.")
    old_string: str = Field(description="The text to replace, exactly as it is in the file.")
    new_string: str = Field(description="The text to put in its place.")
    replace_all: bool = Field(False, description="Replace every occurrence instead of just one.")


class EditTool(Tool[EditArguments]):
    name = "edit"
    parameters = EditArguments

    def description(self, agent: AgentDefinition, settings: Settings) -> str:
        return describe("edit")

    async def asks(self, args: EditArguments, context: ToolContext) -> list[Ask]:
        target = place(context, args.path, judge=True)
        refuse_main_checkout(context, target)
        planned = await in_thread(lambda _: _plan(args, context, target))
        return asks_to_edit(context, target, title=f"Edit {target.shown}", diff=planned.change.diff)

    async def run(self, args: EditArguments, context: ToolContext) -> ToolResult:
        target = place(context, args.path)
        refuse_main_checkout(context, target)
        planned = await to_completion(lambda: _edit(args, context, target))
        where = ", ".join(str(line) for line in planned.lines[:10])
        places = f"{len(planned.lines)} places" if len(planned.lines) > 1 else "one place"
        return ToolResult(
            f"Edited {target.shown} in {places} (line {where}).",
            title=target.shown,
            metadata=metadata_of([planned.change]),
        )


@dataclass(frozen=True, slots=True)
class _Planned:
    change: Change
    lines: list[int]


def _plan(args: EditArguments, context: ToolContext, target: Place) -> _Planned:
    old, new = args.old_string.replace("\r\n", "\n"), args.new_string.replace("\r\n", "\n")
    if not old:
        raise ToolError("old_string is empty.", "Use write to make or replace a whole file.")
    if old == new:
        raise ToolError("old_string and new_string are the same; nothing would change.")
    try:
        now = current(target.path, target.shown)
        if now is None:
            raise FileNotFoundError
    except OSError as error:
        raise file_error(error, target) from error
    before, status = now
    require_known(target.path, target.shown, context.files, before, status)
    file = decode(before)
    lines = _occurrences(file.text, old)
    if not lines:
        raise _missing(file.text, old, target)
    if len(lines) > 1 and not args.replace_all:
        where = ", ".join(str(line) for line in lines[:10]) + (", …" if len(lines) > 10 else "")
        raise ToolError(
            f"old_string occurs {len(lines)} times in {target.shown} (lines {where}).",
            "Add lines around it until it is unique, or set replace_all.",
        )
    after = without_secrets(context, target, file.text.replace(old, new))
    change = make_change(target.path, target.shown, before, file.encode(after), (file.text, after))
    return _Planned(change, lines)


def _edit(args: EditArguments, context: ToolContext, target: Place) -> _Planned:
    with exclusively(target.path):
        planned = _plan(args, context, target)
        try:
            carry_out([planned.change], context.files)
        except OSError as error:
            raise file_error(error, target) from error
    return planned


def _occurrences(text: str, wanted: str) -> list[int]:
    """The line numbers at which ``wanted`` begins."""
    lines = []
    position = text.find(wanted)
    line, counted = 1, 0
    while position >= 0:
        line += text.count("\n", counted, position)
        counted = position
        lines.append(line)
        position = text.find(wanted, position + len(wanted))
    return lines


def _missing(text: str, wanted: str, target: Place) -> ToolError:
    sentence = f"old_string was not found in {target.shown}."
    lines = wanted.strip("\n").split("\n")
    if all(_NUMBERED.match(line) for line in lines):
        return ToolError(sentence, "Leave out the line numbers that read puts before each line.")
    nearest = nearest_match(text, wanted)
    if nearest is None:
        return ToolError(sentence, "Read the file again and copy the text exactly.")
    first, found = nearest
    shown = "\n".join(f"{first + i:6d}\t{line}" for i, line in enumerate(found))
    return ToolError(f"{sentence} The nearest text there is:\n{shown}\n", "Copy it exactly.")


def nearest_match(text: str, wanted: str) -> tuple[int, list[str]] | None:
    """The lines of ``text`` most like ``wanted`` and the number of the first, if any are like it."""
    lines = text.split("\n")
    pattern = wanted.strip("\n").split("\n")[:40]
    anchors = {line.strip() for line in pattern if line.strip()}
    height = len(pattern)
    starts: set[int] = set()
    for index, line in enumerate(lines):
        if line.strip() in anchors:
            starts |= {s for s in range(index - height + 1, index + 1) if 0 <= s < len(lines)}
        if len(starts) > 2000:
            break
    if not starts:
        short = [line for line in lines[:5000] if len(line) < 300]
        near = difflib.get_close_matches(pattern[0][:300], short, n=3, cutoff=0.6)
        starts = {lines.index(line) for line in near}
    best, best_start = 0.0, -1
    joined = "\n".join(line.strip() for line in pattern)[:_COMPARED]
    deadline = time.monotonic() + 0.5
    matcher = difflib.SequenceMatcher(None, b=joined, autojunk=False)
    for start in sorted(starts)[:2000]:
        window = "\n".join(line.strip() for line in lines[start : start + height])
        matcher.set_seq1(window[:_COMPARED])
        if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best:
            ratio = matcher.ratio()
            if ratio > best:
                best, best_start = ratio, start
        if time.monotonic() > deadline:
            break
    if best < 0.5:
        return None
    found = lines[best_start : best_start + height]
    return best_start + 1, [line[:300] for line in found]
