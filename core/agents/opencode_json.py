"""Agents in OpenCode's ``opencode.json`` and ``opencode.jsonc``."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.agents.markdown import read_text_file
from core.errors import ConfigError

FILES = ("opencode.json", "opencode.jsonc")

_TOKENS = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING_COMMA = re.compile(r'("(?:\\.|[^"\\\n])*")|,(?=\s*[}\]])', re.DOTALL)
_FILE = re.compile(r"\{file:(?P<path>[^}]+)\}")


def parse_jsonc(text: str) -> Any:
    """JSON with comments and trailing commas. Line numbers of errors are those of the file."""

    def blank(match: re.Match[str]) -> str:
        token = match[0]
        return token if token.startswith('"') else re.sub(r"[^\n]", " ", token)

    plain = _TOKENS.sub(blank, text)
    plain = _TRAILING_COMMA.sub(lambda match: match[1] or " ", plain)
    try:
        return json.loads(plain, object_pairs_hook=_without_repeats)
    except json.JSONDecodeError as error:
        raise ConfigError(f"It is not valid JSON: {error.msg} (line {error.lineno}).") from error
    except RecursionError as error:
        raise ConfigError("It is not valid JSON: nested too deeply.") from error


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise ConfigError(f"The key {key!r} appears twice.")
        table[key] = value
    return table


def opencode_section(path: Path, name: str) -> dict[str, dict[str, Any]]:
    """One table of tables (``agent``, ``command``) of the file, names to their keys."""
    document = parse_jsonc(read_text_file(path))
    if not isinstance(document, Mapping):
        raise ConfigError("It does not hold a JSON object.")
    section = document.get(name, {})
    if not isinstance(section, Mapping):
        raise ConfigError(f"{name} is not an object.")
    for key, entry in section.items():
        if not isinstance(entry, Mapping):
            raise ConfigError(f"{name}.{key} is not an object.")
    return {str(key): dict(entry) for key, entry in section.items()}


def fill_in_files(text: str, folder: Path, inside: Path | None, home: Path) -> str:
    """Replace ``{file:path}`` by the file's text. A project's file may only name files inside it."""

    def content(match: re.Match[str]) -> str:
        wanted = match["path"].strip()
        base = home if wanted.startswith("~/") else folder
        path = (base / wanted.removeprefix("~/")).resolve()
        if inside is not None and not path.is_relative_to(inside.resolve()):
            raise ConfigError(f"{{file:{wanted}}} lies outside the project.")
        return read_text_file(path).strip()

    return _FILE.sub(content, text)
