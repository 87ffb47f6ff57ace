"""Show what is in a folder, as a tree."""

from __future__ import annotations

from dataclasses import dataclass, field

from pydantic import Field

from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.errors import ToolError
from core.permissions.models import Ask
from core.tools.arguments import Arguments
from core.tools.base import Tool, ToolContext, ToolResult
from core.tools.describe import describe
from core.tools.places import asks_for, file_error, place
from core.tools.search import files_below

MAX_ENTRIES = 300


class ListArguments(Arguments):
    path: str = Field(".", description="The folder.")
    depth: int | None = Field(None, ge=1, le=50, description="How many levels at most.")
    hidden: bool = Field(False, description="Show hidden files too.")
    ignored: bool = Field(False, description="Show files that ignore files leave out.")


class ListTool(Tool[ListArguments]):
    name = "list"
    parameters = ListArguments
    read_only = True

    def description(self, agent: AgentDefinition, settings: Settings) -> str:
        return describe("list", entries=MAX_ENTRIES)

    async def asks(self, args: ListArguments, context: ToolContext) -> list[Ask]:
        target = place(context, args.path, judge=True)
        return asks_for("list", target, title=f"List {target.shown}", folder=True)

    async def run(self, args: ListArguments, context: ToolContext) -> ToolResult:
        target = place(context, args.path)
        if not target.path.is_dir():
            if target.path.exists():
                raise ToolError(f"{target.shown} is a file.", "Use read to see it.")
            raise file_error(FileNotFoundError(), target)
        files, more = await files_below(target.path, hidden=args.hidden, ignored=args.ignored)
        root = _tree(files)
        depth = _depth_that_fits(root, args.depth)
        lines = [f"{target.path}/"]
        _render(root, depth, 1, lines)
        cut = len(lines) > MAX_ENTRIES + 1
        if cut:
            lines[MAX_ENTRIES + 1 :] = [f"… {len(lines) - 1 - MAX_ENTRIES:,} more entries here"]
        if not files:
            lines.append("(empty, or everything in it is hidden or ignored)")
        if more:
            lines.append("(There are more files than could be counted.)")
        metadata = {"path": str(target.path), "files": root.files, "more": more or cut}
        return ToolResult("\n".join(lines), title=target.shown, metadata=metadata)


@dataclass
class _Folder:
    folders: dict[str, _Folder] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    files: int = 0


def _tree(paths: list[str]) -> _Folder:
    root = _Folder()
    for path in paths:
        *steps, name = path.split("/")
        here = root
        here.files += 1
        for step in steps:
            here = here.folders.setdefault(step, _Folder())
            here.files += 1
        here.names.append(name)
    return root


def _depth_that_fits(root: _Folder, wanted: int | None) -> int:
    """The deepest level down to which the whole tree can be shown."""
    depth, total, level = 0, 0, [root]
    while level and depth < (wanted or 50):
        total += sum(len(folder.folders) + len(folder.names) for folder in level)
        if depth and total > MAX_ENTRIES:
            break
        depth += 1
        level = [below for folder in level for below in folder.folders.values()]
    return depth


def _render(folder: _Folder, depth: int, level: int, lines: list[str]) -> None:
    indent = "  " * level
    for name in sorted(folder.folders):
        below = folder.folders[name]
        if level < depth:
            lines.append(f"{indent}{name}/")
            _render(below, depth, level + 1, lines)
        else:
            lines.append(f"{indent}{name}/ ({below.files:,} files)")
    lines += [f"{indent}{name}" for name in sorted(folder.names)]
