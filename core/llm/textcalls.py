"""Tool calls that a model wrote as text.

Local models often know how to call tools but their server does not translate what they write. The
usual spellings are understood here: ``<tool_call>{…}</tool_call>``, ``<function=name>{…}</function>``
(also with ``<parameter=…>``), ``[TOOL_CALLS] […]``, ``<|python_tag|>{…}``, a fenced block of JSON, and
bare JSON. A call counts only if nothing but calls follows it to the end of the message, if its tool
was offered, and, for plain or fenced JSON, if the message holds nothing else: JSON that is merely
shown stays text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from typing import Any

FoundCall = tuple[str, str]
"""A tool's name and its arguments as JSON text."""

TAGS = ("<tool_call>", "<function=", "<function_call>", "[TOOL_CALLS]", "<|python_tag|>")
_OPENINGS = ("{", "[", "```")
_CALL_LANGUAGES = ("", "json", "tool_call", "tool_code")
_NAMES = ("name", "tool", "tool_name", "function")
_ARGUMENTS = ("arguments", "parameters", "args", "input")

_ENVELOPE = re.compile(
    r"\s*<(?P<tag>tool_call|function_call)>\s*(?P<body>.*?)\s*(?:</(?P=tag)>|\Z)", re.DOTALL
)
_FUNCTION = re.compile(
    r"\s*<function=(?P<name>[\w.:-]+)>(?P<body>.*?)(?:</function>|\Z)", re.DOTALL
)
_PARAMETER = re.compile(r"<parameter=(?P<name>[\w.-]+)>(?P<value>.*?)</parameter>", re.DOTALL)
_FENCE = re.compile(r"\s*```(?:json|tool_call|tool_code)?[ \t]*\n(?P<body>.*?)\n?```", re.DOTALL)
_MISTRAL_NAMED = re.compile(
    r"\s*(?P<name>[\w.:-]+)\s*(?:\[CALL_ID\][\w-]+)?\s*(?:\[ARGS\])?\s*(?=\{)"
)
_END_MARKS = re.compile(r"(?:<\|(?:eom_id|eot_id|im_end)\|>|</s>)\s*$")


class TextGate:
    """Passes text on as it comes, but keeps back what may turn out to be a call."""

    def __init__(self, tools: Collection[str]) -> None:
        self._tools = tools
        self._held = ""
        self._begun = False
        self._holding = False
        self._line_begins = True

    def feed(self, text: str) -> str:
        """What can be shown now."""
        self._held += text
        if self._holding and self._is_other_code():
            self._holding = False
        if self._holding:
            return ""
        if not self._begun:
            stripped = self._held.lstrip()
            if not stripped or "```".startswith(stripped):
                return ""
            self._begun = True
            if stripped.startswith(_OPENINGS):
                self._holding = True
                return ""
        cut = _tag_position(self._held, self._line_begins)
        if cut is None:
            cut = len(self._held) - _half_tag(self._held)
        else:
            self._holding = True
        shown, self._held = self._held[:cut], self._held[cut:]
        _, newline, line = shown.rpartition("\n")
        self._line_begins = (bool(newline) or self._line_begins) and not line.strip()
        return shown

    def _is_other_code(self) -> bool:
        """Whether what is kept back is a fenced block of a language that no call is written in."""
        fence = re.match(r"\s*```[ \t]*([^\s`]*)[^\n]*\n", self._held)
        return fence is not None and fence[1].lower() not in _CALL_LANGUAGES

    def end(self) -> tuple[str, list[FoundCall]]:
        """At the end of the text: what was no call after all, and the calls."""
        calls = find_calls(self._held, self._tools) if self._line_begins else []
        return ("" if calls else self._held), calls


def _tag_position(text: str, line_begins: bool = True) -> int | None:
    """Where a tag stands at the beginning of a line; ``text`` itself begins one, or does not."""
    beginning = r"(?:^|\n)" if line_begins else r"\n"
    found = [
        match.start(1)
        for tag in TAGS
        if (match := re.search(rf"{beginning}[ \t]*({re.escape(tag)})", text)) is not None
    ]
    return min(found, default=None)


def _half_tag(text: str) -> int:
    """How many characters at the end may be the beginning of a tag."""
    longest = max(map(len, TAGS)) - 1
    for length in range(min(longest, len(text)), 0, -1):
        if any(tag.startswith(text[-length:]) for tag in TAGS):
            return length
    return 0


def find_calls(text: str, tools: Collection[str]) -> list[FoundCall]:
    """The calls at the end of ``text`` (everything, for plain JSON); none when any part is in doubt."""
    text = _END_MARKS.sub("", text).strip()
    start = _tag_position(text)
    calls = _json_calls(text) if start is None else _tagged_calls(text[start:])
    if calls and all(name in tools for name, _ in calls):
        return calls
    return []


def _tagged_calls(text: str) -> list[FoundCall]:
    calls: list[FoundCall] = []
    rest = text.strip()
    while rest:
        taken = _one_tagged(rest)
        if taken is None:
            return []
        found, rest = taken
        calls += found
        rest = rest.strip()
    return calls


def _one_tagged(text: str) -> tuple[list[FoundCall], str] | None:
    if match := _FUNCTION.match(text):
        arguments = _function_arguments(match["body"])
        return None if arguments is None else ([(match["name"], arguments)], text[match.end() :])
    if match := _ENVELOPE.match(text):
        inner = match["body"]
        found = _tagged_calls(inner) if _FUNCTION.match(inner) else _json_calls(inner)
        return (found, text[match.end() :]) if found else None
    for tag in ("[TOOL_CALLS]", "<|python_tag|>"):
        if text.startswith(tag):
            return _after_tag(text.removeprefix(tag))
    return None


def _after_tag(text: str) -> tuple[list[FoundCall], str] | None:
    """What follows ``[TOOL_CALLS]`` or ``<|python_tag|>``: JSON, or a name and JSON."""
    named = _MISTRAL_NAMED.match(text)
    decoded = _first_json(text[named.end() :] if named else text)
    if decoded is None:
        return None
    value, rest = decoded
    if named:
        return [(named["name"], json.dumps(value, ensure_ascii=False))], rest
    found = _calls_from(value)
    return (found, rest.lstrip("; \n")) if found else None


def _function_arguments(body: str) -> str | None:
    body = body.strip()
    if not body:
        return "{}"
    if body.startswith("{"):
        decoded = _first_json(body)
        if decoded is None or decoded[1].strip():
            return None
        return json.dumps(decoded[0], ensure_ascii=False)
    pieces = {
        match["name"]: _parameter_value(match["value"]) for match in _PARAMETER.finditer(body)
    }
    if not pieces or _PARAMETER.sub("", body).strip():
        return None
    return json.dumps(pieces, ensure_ascii=False)


def _parameter_value(text: str) -> Any:
    text = text.removeprefix("\n").removesuffix("\n")
    # Only what cannot be meant as text is read as JSON: a file's content may well be "12".
    if text[:1] in "[{" or text in ("true", "false", "null"):
        decoded = _first_json(text)
        if decoded is not None and not decoded[1].strip():
            return decoded[0]
    return text


def _json_calls(text: str) -> list[FoundCall]:
    """Calls from a text that is JSON and nothing else, fenced or not, one or several."""
    text = text.strip()
    if text.startswith("```"):
        bodies = [match["body"] for match in _FENCE.finditer(text)]
        if not bodies or _FENCE.sub("", text).strip():
            return []
        text = "\n".join(bodies)
    calls: list[FoundCall] = []
    while text:
        decoded = _first_json(text)
        if decoded is None:
            return []
        value, rest = decoded
        found = _calls_from(value)
        if not found:
            return []
        calls += found
        text = rest.lstrip(";, \n\t\r")
    return calls


def _first_json(text: str) -> tuple[Any, str] | None:
    text = text.lstrip()
    if text[:1] not in ("{", "["):
        return None
    try:
        value, end = json.JSONDecoder(strict=False).raw_decode(text)
    except ValueError:
        return None
    return value, text[end:]


def _calls_from(value: Any) -> list[FoundCall]:
    if isinstance(value, list):
        found = [_calls_from(item) for item in value]
        return [call for calls in found for call in calls] if all(found) else []
    if not isinstance(value, dict):
        return []
    if isinstance(value.get("function"), dict):
        value = value["function"]
    name = next((value[key] for key in _NAMES if isinstance(value.get(key), str)), None)
    arguments = next((value[key] for key in _ARGUMENTS if key in value), None)
    if name is None or arguments is None:
        return []
    if isinstance(arguments, str):
        decoded = _first_json(arguments)
        if decoded is None or decoded[1].strip():
            return []
        arguments = decoded[0]
    if not isinstance(arguments, dict):
        return []
    return [(name, json.dumps(arguments, ensure_ascii=False))]
