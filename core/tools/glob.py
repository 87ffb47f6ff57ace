"""Find files by name."""

from __future__ import annotations

import os
from pathlib import Path

from pydantic import Field

from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.errors import ToolError
from core.permissions.models import Ask
from core.tools.arguments import Arguments
from core.tools.base import Tool, ToolContext, ToolResult
from core.tools.describe import describe
from core.tools.places import asks_for, file_error, place
from core.tools.search import Hidden, files_below, glob_pattern
from core.tools.working import Cancel, in_thread

MAX_SHOWN = 200


class GlobArguments(Arguments):
    pattern: str = Field(description="For example **/*.py or src/**/test_*.ts.", min_length=1)
    path: str = Field(".", description="The folder to look in.")
    hidden: bool = Field(False, description="Find hidden files too.")


class GlobTool(Tool[GlobArguments]):
    name = "glob"
    parameters = GlobArguments
    read_only = True
    looks_into_many = True

    def description(self, agent: AgentDefinition, settings: Settings) -> str:
        return describe("glob", shown=MAX_SHOWN)

    async def asks(self, args: GlobArguments, context: ToolContext) -> list[Ask]:
        folder, pattern = _base(args)
        target = place(context, folder, judge=True)
        title = f"Find {args.pattern} in {target.shown}"
        return asks_for("glob", target, title=title, pattern=pattern, folder=True)

    async def run(self, args: GlobArguments, context: ToolContext) -> ToolResult:
        folder, pattern = _base(args)
        target = place(context, folder)
        if not target.path.is_dir():
            if target.path.exists():
                raise ToolError(f"{target.shown} is a file, not a folder.")
            raise file_error(FileNotFoundError(), target)
        wanted = glob_pattern(pattern)
        # A pattern that begins with a dot asks for hidden files in so many words.
        hidden = args.hidden or any(part.startswith(".") for part in pattern.split("/"))
        files, more = await files_below(target.path, hidden=hidden)
        denied = Hidden(context.read_rules, target.pattern)
        found = [name for name in files if wanted.match(name) and not denied(name)]
        newest = await in_thread(lambda cancel: _newest_first(target.path, found, cancel))
        metadata = {"count": len(newest), "more": len(newest) > MAX_SHOWN or more}
        if not newest:
            return ToolResult("No files found.", title=args.pattern, metadata=metadata)
        lines = [str(target.path / name) for name in newest[:MAX_SHOWN]]
        if len(newest) > MAX_SHOWN:
            lines.append(f"\n({len(newest):,} files; the {MAX_SHOWN} newest are shown.)")
        if more:
            lines.append("\n(The folder has too many files; look in a smaller one.)")
        return ToolResult("\n".join(lines), title=args.pattern, metadata=metadata)


def _base(args: GlobArguments) -> tuple[str, str]:
    """The folder and the pattern below it; an absolute pattern brings its own folder."""
    if not os.path.isabs(args.pattern):
        return args.path, args.pattern
    parts = Path(args.pattern).parts
    fixed = 1
    while fixed < len(parts) - 1 and not any(c in parts[fixed] for c in "*?[{"):
        fixed += 1
    rest = "/".join(parts[fixed:])
    return str(Path(*parts[:fixed])), rest if "/" in rest else f"/{rest}"


def _newest_first(folder: Path, names: list[str], cancel: Cancel) -> list[str]:
    def changed(name: str) -> float:
        cancel.check()
        try:
            return -os.lstat(folder / name).st_mtime
        except OSError:
            return 0.0

    return sorted(names, key=lambda name: (changed(name), name))
