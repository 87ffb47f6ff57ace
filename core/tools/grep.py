"""Search the content of files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import ClassVar

from pydantic import Field

from core.agents.definition import AgentDefinition
from core.config.settings import Settings
from core.errors import ToolError
from core.permissions.models import Ask
from core.tools.arguments import Arguments
from core.tools.base import Tool, ToolContext, ToolResult
from core.tools.describe import describe
from core.tools.places import asks_for, file_error, place
from core.tools.search import Hidden, glob_pattern, ripgrep_records

MAX_MATCHES = 200
MAX_COLUMNS = 400


class GrepArguments(Arguments):
    also: ClassVar[dict[str, str]] = {
        "glob": "include",
        "-i": "ignore_case",
        "-C": "context",
        "head_limit": "limit",
    }

    pattern: str = Field(description="A regular expression (Rust syntax).", min_length=1)
    path: str = Field(".", description="The folder or file to search.")
    include: str | None = Field(None, description="Only files like this, e.g. *.{ts,tsx}.")
    ignore_case: bool = False
    literal: bool = Field(False, description="Take the pattern as plain text.")
    context: int = Field(0, ge=0, le=20, description="Lines to show around each match.")
    files_only: bool = Field(False, description="Only the names of files that match.")
    hidden: bool = Field(False, description="Search hidden files too.")
    limit: int = Field(MAX_MATCHES, ge=1, le=1000, description="How many matches at most.")


class GrepTool(Tool[GrepArguments]):
    name = "grep"
    parameters = GrepArguments
    read_only = True
    looks_into_many = True

    def description(self, agent: AgentDefinition, settings: Settings) -> str:
        return describe("grep", matches=MAX_MATCHES)

    async def asks(self, args: GrepArguments, context: ToolContext) -> list[Ask]:
        target = place(context, args.path, judge=True)
        title = f"Search for {args.pattern} in {target.shown}"
        folder = target.path.is_dir()
        return asks_for("grep", target, title=title, pattern=args.pattern, folder=folder)

    async def run(self, args: GrepArguments, context: ToolContext) -> ToolResult:
        target = place(context, args.path)
        if not target.path.exists():
            raise file_error(FileNotFoundError(), target)
        single = not target.path.is_dir()
        if single and not target.path.is_file():
            raise ToolError(f"{target.shown} is neither a file nor a folder.")
        folder = target.path.parent if single else target.path
        prefix = target.pattern.rpartition("/")[0] if single else target.pattern
        search = _Search(args, Hidden(() if target.own_output else context.read_rules, prefix))
        if single and search.hidden(target.path.name):
            raise ToolError(f"{target.shown} may not be read.", "A rule forbids it.")
        outcome = await ripgrep_records(
            _command(args, target.path.name if single else None), folder, "\n", search.take
        )
        if outcome.exit_code == 2 and not search.lines:
            raise _failure(outcome.errors.text, args.pattern)
        return search.result(target.shown, folder)


def _command(args: GrepArguments, file: str | None) -> list[str]:
    command = ["--null", "--with-filename", "--no-heading", "--line-number", "--sort=path"]
    command += [f"--max-columns={MAX_COLUMNS}", "--max-columns-preview", "--glob=!.git"]
    command += ["--files-with-matches"] if args.files_only else []
    command += ["--ignore-case"] if args.ignore_case else []
    command += ["--fixed-strings"] if args.literal else []
    command += ["--hidden"] if args.hidden else []
    command += [f"--context={args.context}"] if args.context and not args.files_only else []
    if args.include and "/" not in args.include:
        # A type leaves ignore files in force; --glob would override them.
        command += [f"--type-add=wanted:{args.include}", "--type=wanted"]
    return [*command, "--regexp", args.pattern, "--", file or "./"]


class _Search:
    """Collects what ripgrep prints, file by file."""

    def __init__(self, args: GrepArguments, hidden: Hidden) -> None:
        self._args = args
        self.hidden = hidden
        self._include = glob_pattern(args.include) if args.include and "/" in args.include else None
        self.lines: list[str] = []
        self.matches = 0
        self.more = False
        self.files: dict[str, bool] = {}
        self._last = ""

    def take(self, record: str) -> bool:
        if self._args.files_only:
            # Names end with a NUL only, so several may come in one record.
            return all(self._take_name(name) for name in record.split("\0") if name)
        path, _, rest = record.partition("\0")
        if not rest:
            return True
        path = path.removeprefix("./").replace("\\", "/")
        if not self._wanted(path):
            return True
        number = re.match(r"(\d+)([:-])", rest)
        if number is None:
            return True
        if number[2] == ":":
            if self.matches >= self._args.limit:
                self.more = True
                return False
            self.matches += 1
        if path != self._last:
            self.lines += [""] * bool(self.lines) + [f"{path}:"]
            self._last = path
        mark = ":" if number[2] == ":" else "-"
        self.lines.append(f"  {number[1]}{mark} {rest[number.end() :].rstrip()}")
        return True

    def _take_name(self, path: str) -> bool:
        path = path.removeprefix("./").replace("\\", "/")
        if self._wanted(path):
            if self.matches >= self._args.limit:
                self.more = True
                return False
            self.matches += 1
            self.lines.append(path)
        return True

    def _wanted(self, path: str) -> bool:
        if path not in self.files:
            fits = self._include is None or self._include.match(path) is not None
            self.files[path] = fits and not self.hidden(path)
        return self.files[path]

    def result(self, shown: str, folder: Path) -> ToolResult:
        files = sum(self.files.values())
        title = f"{self._args.pattern} in {shown}"
        metadata = {"matches": self.matches, "files": files, "more": self.more}
        if not self.lines:
            return ToolResult("No matches.", title=title, metadata=metadata)
        what = "files" if self._args.files_only else f"matches in {files} files"
        head = f"{self.matches} {what}, paths relative to {folder}:\n\n"
        note = ""
        if self.hidden.count:
            note = f"\n\n(Files left out because rules restrict reading them: {self.hidden.count}.)"
        if self.more:
            note += f"\n\n(Only the first {self.matches} are shown; make the search narrower.)"
        return ToolResult(head + "\n".join(self.lines) + note, title=title, metadata=metadata)


def _failure(errors: str, pattern: str) -> ToolError:
    reason = re.search(r"^error: (.+)$", errors, re.MULTILINE)
    if "regex parse error" in errors or reason:
        why = reason[1].rstrip(".") if reason else "it cannot be parsed"
        return ToolError(
            f"{pattern} is not a valid regular expression: {why}.",
            "Escape special characters with a backslash, or set literal.",
        )
    first = errors.strip().splitlines()
    text = first[0].removeprefix("rg: ") if first else "ripgrep failed"
    return ToolError(f"The search failed: {text}.")
