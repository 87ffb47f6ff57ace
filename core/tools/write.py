"""Write a whole file."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.files import exclusively
from core.permissions.models import Ask
from core.text import decode
from core.tools.arguments import FILE_NAMES, Arguments
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


class WriteArguments(Arguments):
    also: ClassVar[dict[str, str]] = FILE_NAMES

    path: str = Field(description="The file, absolute or relative to the working folder.")
    content: str = Field(description="The whole new content.")


class WriteTool(Tool[WriteArguments]):
    name = "write"
    parameters = WriteArguments

    def description(self, agent: AgentDefinition, settings: Settings) -> str:
        return describe("write")

    async def asks(self, args: WriteArguments, context: ToolContext) -> list[Ask]:
        target = place(context, args.path, judge=True)
        refuse_main_checkout(context, target)
        change = await in_thread(lambda _: _plan(args, context, target))
        new = change.before is None
        title = f"Create {target.shown}" if new else f"Overwrite {target.shown}"
        return asks_to_edit(context, target, title=title, diff=change.diff)

    async def run(self, args: WriteArguments, context: ToolContext) -> ToolResult:
        target = place(context, args.path)
        refuse_main_checkout(context, target)
        change = await to_completion(lambda: _write(args, context, target))
        verb = "Created" if change.before is None else "Overwrote"
        lines = args.content.count("\n") + (not args.content.endswith("\n") and args.content != "")
        return ToolResult(
            f"{verb} {target.shown} ({lines} lines).",
            title=target.shown,
            metadata={**metadata_of([change]), "created": change.before is None},
        )


def _plan(args: WriteArguments, context: ToolContext, target: Place) -> Change:
    content = without_secrets(context, target, args.content)
    try:
        now = current(target.path, target.shown)
        if now is None:
            data = content.encode("utf-8", "surrogatepass")
            return make_change(target.path, target.shown, None, data, ("", content))
        before, status = now
        require_known(target.path, target.shown, context.files, before, status)
        old = decode(before)
        # The file keeps its encoding and line endings; an empty one has none to keep.
        data = old.encode(content) if before else content.encode("utf-8")
        return make_change(
            target.path, target.shown, before, data, (old.text, content.replace("\r\n", "\n"))
        )
    except OSError as error:
        raise file_error(error, target) from error


def _write(args: WriteArguments, context: ToolContext, target: Place) -> Change:
    with exclusively(target.path):
        change = _plan(args, context, target)
        try:
            carry_out([change], context.files)
        except OSError as error:
            raise file_error(error, target) from error
    return change
