"""Markdown files with front matter: the format of agents, commands and skills.

Many such files in real use hold descriptions that are not valid YAML (a colon in the middle of an
unquoted sentence is enough). A file of plain ``key: value`` lines is read all the same; anything
nested must be valid, because a permission that is misread is worse than a file that is refused.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from core.errors import ConfigError

FILE_LIMIT = 256 * 1024
STAR = "a * at the beginning of a key or value must be in quotes"

_FENCE = re.compile(r"\A---[ \t]*\n(?P<head>.*?)(?:^)---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_PLAIN_LINE = re.compile(r"^(?P<key>[A-Za-z][\w-]*):(?:[ \t]+(?P<value>.*))?$")
_CONTINUED = ("description", "when_to_use")


@dataclass(frozen=True)
class MarkdownFile:
    """The front matter (empty without one), the text below it, and notes on how it was read."""

    values: dict[str, Any]
    body: str
    has_front_matter: bool = True
    notes: tuple[str, ...] = ()


class _Loader(yaml.SafeLoader):
    """YAML without aliases (a few bytes could stand for gigabytes) and without repeated keys."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            event = self.peek_event()  # type: ignore[no-untyped-call]
            raise yaml.constructor.ConstructorError(None, None, STAR, event.start_mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                continue
            if key.value in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key.value!r} appears twice", key.start_mark
                )
            seen.add(key.value)
        return super().construct_mapping(node, deep)


# A date stays the text it was written as.
_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(":timestamp")]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def read_text_file(path: Path, limit: int = FILE_LIMIT) -> str:
    """The text of a definition file, with ``\\n`` line ends and without a byte order mark."""
    try:
        with path.open("rb") as stream:
            raw = stream.read(limit + 1)
    except OSError as error:
        raise ConfigError(f"It cannot be read: {error.strerror or error}.") from error
    if len(raw) > limit:
        raise ConfigError(f"It is larger than {limit // 1024} KB.")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError("It is not text in UTF-8.", "Save it as UTF-8.") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse_markdown(text: str) -> MarkdownFile:
    """Split a file into front matter and body; raises ``ConfigError`` when the former is broken."""
    match = _FENCE.match(text)
    if match is None:
        if re.match(r"\A---[ \t]*\n", text):
            raise ConfigError("The front matter has no closing --- line.")
        return MarkdownFile({}, text.strip(), has_front_matter=False)
    head, body = match["head"], text[match.end() :].strip()
    try:
        values = yaml.load(head, _Loader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        plain = _plain_lines(head)
        if plain is None:
            raise ConfigError(f"The front matter is not valid YAML: {_reason(error)}.") from error
        return MarkdownFile(
            plain, body, notes=("The front matter is not valid YAML and was read line by line.",)
        )
    if values is None:
        values = {}
    if not isinstance(values, dict):
        raise ConfigError("The front matter is not a list of keys and values.")
    return MarkdownFile({str(key): value for key, value in values.items()}, body)


def _plain_lines(head: str) -> dict[str, Any] | None:
    """``key: value`` lines as text; None when there is any structure below the top level."""
    values: dict[str, Any] = {}
    last = ""
    for line in head.split("\n"):
        if not line.strip() or line.startswith("#"):
            continue
        match = _PLAIN_LINE.match(line)
        if match is not None and match["key"] not in values:
            last = match["key"]
            raw = (match["value"] or "").strip()
            values[last] = _scalar(raw) if last not in _CONTINUED else _sentence(raw)
        elif last in _CONTINUED:
            values[last] = f"{values[last]}\n{line.strip()}".strip()
        else:
            return None
    return values


def _sentence(raw: str) -> str:
    """A description as it stands in the line; generated ones hold ``\\n`` where a line ends."""
    if raw in ("|", "|-", ">", ">-"):
        return ""
    if len(raw) > 1 and raw[0] == raw[-1] and raw[0] in "\"'":
        raw = raw[1:-1]
    return raw.replace("\\n", "\n").strip()


def _scalar(raw: str) -> Any:
    """One value of a plain line: YAML where it is valid and simple, otherwise the text."""
    try:
        value = yaml.load(raw, _Loader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return raw
    simple = value is None or isinstance(value, (str, bool, int, float)) or _is_texts(value)
    return value if simple else raw


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _reason(error: Exception) -> str:
    if isinstance(error, yaml.MarkedYAMLError):
        where = f" (line {error.problem_mark.line + 2})" if error.problem_mark else ""
        if "alias" in (error.context or ""):
            return f"{STAR}{where}"
        return f"{error.problem or error.context or 'it cannot be parsed'}{where}"
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error)


class _Dumper(yaml.SafeDumper):
    """YAML in the order given, with long texts as blocks that people can edit."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    style = "|" if "\n" in value and value == value.strip() else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


_Dumper.add_representer(str, _text)


def render_markdown(values: Mapping[str, Any], body: str) -> str:
    """A file that ``parse_markdown`` reads back to the same values and body."""
    head = yaml.dump(
        dict(values), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=1_000_000
    )
    return f"---\n{head if values else ''}---\n\n{body.strip()}\n"
