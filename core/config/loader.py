"""Read the person's and the project's ``config.toml`` into one checked value.

A file with a fault never stops Spinney: keys that cannot be used are left out and reported with
their line, and a file that is not TOML at all leaves what was last read from it in force.
"""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from core.config.check import dotted, without_invalid
from core.config.layers import merge_tables
from core.config.lines import KeyPath, key_lines, line_of
from core.config.problems import ConfigProblem
from core.config.project_limits import limit_project_table
from core.config.rules import Report, RuleLayers, read_rules
from core.config.settings import Settings
from core.paths import Paths

MAX_BYTES = 1_000_000
ALIASES = {
    "model_auto_compact_token_limit": "auto_compact_token_limit",
    "experimental_compact_prompt_file": "compact_prompt_file",
}


@dataclass(frozen=True)
class Source:
    """One file as it counts: ``table`` holds only what was accepted, ``lines`` where it stands."""

    layer: Literal["user", "project"]
    path: Path
    table: dict[str, Any] = field(default_factory=dict, repr=False)
    lines: dict[KeyPath, int] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class Loaded:
    """The settings in force, the rules by layer, everything that was wrong, and the files read."""

    settings: Settings
    rules: RuleLayers = field(default_factory=RuleLayers)
    problems: tuple[ConfigProblem, ...] = ()
    sources: tuple[Source, ...] = ()


def project_file(project: Path) -> Path:
    return project / ".spinney" / "config.toml"


def load(
    paths: Paths,
    project: Path | None,
    trusted: bool,
    environ: Mapping[str, str] | None = None,
    *,
    last: Loaded | None = None,
    may_loosen: bool = False,
) -> Loaded:
    """Read and layer the files.

    ``trusted`` lets the project's file act; ``may_loosen`` also lets its rules allow things (only
    when a person confirmed exactly that content). ``last`` is what held before, for files that
    cannot be parsed at the moment.
    """
    environ = os.environ if environ is None else environ
    problems: list[ConfigProblem] = []
    sources: list[Source] = []
    user = _read_source("user", paths.config_file, problems.append, last)
    rules = RuleLayers()
    table: dict[str, Any] = {}
    if user is not None:
        sources.append(user)
        table = user.table
        rules = replace(
            rules,
            user=read_rules(
                table.get("permission", {}),
                layer="user",
                path=user.path,
                lines=user.lines,
                report=problems.append,
            ),
        )
    if project is not None and trusted:
        limits = (project, may_loosen)
        theirs = _read_source("project", project_file(project), problems.append, last, limits)
        if theirs is not None:
            sources.append(theirs)
            _report_shadowed_servers(table, theirs, problems.append)
            rules = replace(
                rules,
                project=read_rules(
                    theirs.table.get("permission", {}),
                    layer="project",
                    path=theirs.path,
                    lines=theirs.lines,
                    report=problems.append,
                    may_allow=may_loosen,
                ),
            )
            table = merge_tables(table, theirs.table)
    if environ.get("SPINNEY_FORK_SUBAGENT") == "1":
        table = {**table, "fork": True}
    return Loaded(Settings.model_validate(table), rules, tuple(problems), tuple(sources))


def _read_source(
    layer: Literal["user", "project"],
    path: Path,
    report: Report,
    last: Loaded | None,
    limits: tuple[Path, bool] | None = None,
) -> Source | None:
    """One file, parsed and checked; None where there is none."""
    before = (
        next((source for source in last.sources if source.path == path), None) if last else None
    )
    kept = " What it said before stays in force." if before else ""
    try:
        text = _read_text(path, limits[0] if limits else None)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        report(ConfigProblem(path, None, "", f"{path.name} cannot be read: {why}.{kept}", True))
        return before
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line, sentence = _syntax_sentence(str(error))
        report(ConfigProblem(path, line, "", sentence + kept, True))
        return before
    except RecursionError:
        report(ConfigProblem(path, None, "", f"{path.name} is nested too deeply.{kept}", True))
        return before
    lines = key_lines(text)

    def refuse(key: KeyPath, sentence: str) -> None:
        report(ConfigProblem(path, line_of(lines, key), dotted(key), sentence))

    table, lines = _apply_aliases(table, lines)
    if limits is not None:
        table = limit_project_table(table, limits[0], refuse, may_loosen=limits[1])
    table = without_invalid(table, refuse)
    return Source(layer, path, _complete(table, path.parent), lines)


def _read_text(path: Path, inside: Path | None) -> str:
    """The file's text; refuses anything that is not a plain file of sensible size, and a project's
    file that is a link to somewhere else."""
    if inside is not None and not path.resolve(strict=True).is_relative_to(inside.resolve()):
        raise ValueError("it is a link that leads out of the project")
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise ValueError("it is not a plain file")
        if status.st_size > MAX_BYTES:
            raise ValueError(f"it is larger than {MAX_BYTES // 1_000_000} MB")
        content = file.read(MAX_BYTES + 1)
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ValueError(f"line {line} is not UTF-8 text") from None


def _syntax_sentence(message: str) -> tuple[int | None, str]:
    place = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    if place is None:
        return None, f"This is not valid TOML: {message}."
    what = message[: place.start()]
    if place[1] is None:
        return None, f"This is not valid TOML: {what} at the end of the file."
    return int(place[1]), f"This is not valid TOML: {what} in column {place[2]}."


def _apply_aliases(
    table: dict[str, Any], lines: dict[KeyPath, int]
) -> tuple[dict[str, Any], dict[KeyPath, int]]:
    renamed = dict(table)
    places = dict(lines)
    for alias, name in ALIASES.items():
        if alias in renamed:
            value = renamed.pop(alias)
            renamed.setdefault(name, value)
            if (alias,) in places:
                places.setdefault((name,), places[(alias,)])
    return renamed, places


def _complete(table: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Resolve what the rest of the program should not have to: relative files, two spellings."""
    if isinstance(name := table.get("compact_prompt_file"), str):
        table["compact_prompt_file"] = str(folder / Path(name).expanduser())
    if isinstance(name := table.get("network", {}).get("ca_file"), str):
        table["network"] = {**table["network"], "ca_file": str(folder / Path(name).expanduser())}
    if table.get("sandbox_auto_allow") or table.get("sandbox", {}).get("auto_allow"):
        table["sandbox_auto_allow"] = True
        table["sandbox"] = {**table.get("sandbox", {}), "auto_allow": True}
    return table


def _report_shadowed_servers(user: dict[str, Any], project: Source, report: Report) -> None:
    for name in project.table.get("mcp", {}):
        if name in user.get("mcp", {}):
            line = line_of(project.lines, ("mcp", name))
            sentence = f"You have an MCP server called {name} yourself; the project's is ignored."
            report(ConfigProblem(project.path, line, f"mcp.{name}", sentence))
