"""Apply a patch to several files, all of it or nothing."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.errors import ToolError
from core.files import exclusively
from core.permissions.models import Ask
from core.text import decode
from core.tools.arguments import Arguments
from core.tools.base import Tool, ToolContext, ToolResult
from core.tools.changes import (
    Change,
    carry_out,
    current,
    make_change,
    metadata_of,
    permission_bits,
)
from core.tools.describe import describe
from core.tools.patch_format import FilePatch, Hunk, parse_patch
from core.tools.places import (
    Place,
    asks_to_edit,
    file_error,
    place,
    refuse_main_checkout,
    without_secrets,
)
from core.tools.working import in_thread, to_completion


class ApplyPatchArguments(Arguments):
    also: ClassVar[dict[str, str]] = {"input": "patch", "patchText": "patch", "patch_text": "patch"}

    patch: str = Field(description="The whole patch.", min_length=1)


class ApplyPatchTool(Tool[ApplyPatchArguments]):
    name = "apply_patch"
    parameters = ApplyPatchArguments

    def description(self, agent: AgentDefinition, settings: Settings) -> str:
        return describe("apply_patch")

    async def asks(self, args: ApplyPatchArguments, context: ToolContext) -> list[Ask]:
        patches = parse_patch(args.patch)
        places = _places(patches, context, judge=True)
        changes = await in_thread(lambda _: _plan(patches, places, context))
        diffs = {change.path: change.diff for change in changes}
        asks: list[Ask] = []
        for target in places.values():
            diff = diffs.get(target.path, "")
            asks += asks_to_edit(context, target, title=f"Patch {target.shown}", diff=diff)
        return asks

    async def run(self, args: ApplyPatchArguments, context: ToolContext) -> ToolResult:
        patches = parse_patch(args.patch)
        places = _places(patches, context, judge=False)
        changes = await to_completion(lambda: _apply(patches, places, context))
        lines = []
        for patch in patches:
            verb = {"add": "Added", "update": "Updated", "delete": "Deleted"}[patch.action]
            to = f" and moved it to {patch.move_to}" if patch.move_to else ""
            lines.append(f"{verb} {patch.path}{to}.")
        title = patches[0].path if len(patches) == 1 else f"{len(patches)} files"
        return ToolResult("\n".join(lines), title=title, metadata=metadata_of(changes))


def _places(patches: list[FilePatch], context: ToolContext, *, judge: bool) -> dict[str, Place]:
    places: dict[str, Place] = {}
    for patch in patches:
        for name in (patch.path, patch.move_to):
            if name is not None and name not in places:
                places[name] = place(context, name, judge=judge)
                refuse_main_checkout(context, places[name])
    return places


def _apply(
    patches: list[FilePatch], places: dict[str, Place], context: ToolContext
) -> list[Change]:
    with exclusively(*(target.path for target in places.values())):
        changes = _plan(patches, places, context)
        try:
            carry_out(changes, context.files)
        except OSError as error:
            raise file_error(error, next(iter(places.values()))) from error
    return changes


def _plan(patches: list[FilePatch], places: dict[str, Place], context: ToolContext) -> list[Change]:
    changes: list[Change] = []
    touched: set[object] = set()
    for patch in patches:
        target = places[patch.path]
        goal = places[patch.move_to] if patch.move_to else target
        for entry in {target.path, goal.path}:
            if entry in touched:
                raise ToolError(f"The patch names {entry} twice.", "Put its hunks together.")
            touched.add(entry)
        try:
            changes += _plan_one(patch, target, goal, context)
        except OSError as error:
            raise file_error(error, target) from error
    return changes


def _plan_one(patch: FilePatch, target: Place, goal: Place, context: ToolContext) -> list[Change]:
    now = current(target.path, target.shown)
    if patch.action == "add":
        if now is not None:
            raise ToolError(f"{target.shown} exists already.", "Update it instead of adding it.")
        content = without_secrets(context, target, patch.content)
        data = content.encode("utf-8", "surrogatepass")
        return [make_change(target.path, target.shown, None, data, ("", content))]
    if now is None:
        raise FileNotFoundError
    before, status = now
    file = decode(before)
    if patch.action == "delete":
        gone = make_change(target.path, target.shown, before, None, (file.text, ""))
        return [gone]
    after = apply_hunks(file.text, patch.hunks, target.shown)
    after = without_secrets(context, goal, after)
    data = file.encode(after)
    if goal.path == target.path:
        if data == before:
            raise ToolError(f"The patch changes nothing in {target.shown}.")
        return [make_change(target.path, target.shown, before, data, (file.text, after))]
    if current(goal.path, goal.shown) is not None:
        raise ToolError(f"{goal.shown} exists already; {target.shown} cannot be moved there.")
    bits = permission_bits(status)
    return [
        make_change(goal.path, goal.shown, None, data, (file.text, after), bits),
        Change(target.path, target.shown, before, None, mode=bits),
    ]


def apply_hunks(text: str, hunks: list[Hunk], shown: str) -> str:
    """The text after all hunks; each is looked for after the one before it."""
    ends = text.endswith("\n") or not text
    lines = text.removesuffix("\n").split("\n") if text else []
    position, moved = 0, 0
    for number, hunk in enumerate(hunks, 1):
        for anchor in hunk.anchors:
            position = _find_anchor(lines, anchor, position, shown) + 1
        at = _find(lines, hunk, position, moved)
        if at is None:
            wanted = "\n".join(hunk.old[:8])
            raise ToolError(
                f"Hunk {number} does not fit {shown}; these lines were not found:\n{wanted}\n",
                "Read the file again and copy the lines exactly.",
            )
        lines[at : at + len(hunk.old)] = hunk.new
        position = at + len(hunk.new)
        moved += len(hunk.new) - len(hunk.old)
        if position == len(lines) and hunk.line is not None:
            ends = hunk.new_ends
    return "\n".join(lines) + ("\n" if ends and lines else "")


def _find_anchor(lines: list[str], anchor: str, start: int, shown: str) -> int:
    for first in (start, 0):
        for index in range(first, len(lines)):
            if lines[index].strip() == anchor:
                return index
    raise ToolError(f"The line {anchor!r} after @@ is not in {shown}.", "Read the file again.")


def _find(lines: list[str], hunk: Hunk, start: int, moved: int) -> int | None:
    """Where the hunk's old lines are; exactly, else but for trailing space, else for any indent."""
    size = len(hunk.old)
    if not size:
        if hunk.line is not None:
            return min(hunk.line + moved, len(lines))
        return start if hunk.anchors else len(lines)
    for clean in (str, str.rstrip, str.strip):
        wanted = [clean(line) for line in hunk.old]
        have = [clean(line) for line in lines]
        fits = [i for i in range(start, len(lines) - size + 1) if have[i : i + size] == wanted]
        if hunk.at_end:
            fits = [i for i in fits if i + size == len(lines)] or fits
        if fits and hunk.line is not None:
            expected = hunk.line - 1 + moved
            return min(fits, key=lambda index: abs(index - expected))
        if fits:
            return fits[0]
    return None
