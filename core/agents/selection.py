"""Tool lists and permission tables, in the several ways people write them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from core.agents.builtin import ENV_FILES, RuleTriple
from core.agents.definition import AgentDefinition
from core.agents.mapping import NAMED_ONLY, WRITING, agent_aliases, permission_name, tool_name
from core.errors import ConfigError

_ACTIONS = ("allow", "ask", "deny")
_SPEC = re.compile(r"^(?P<tool>[^()\s]+)\s*\((?P<inside>.*)\)$", re.DOTALL)
_FREE = ("read", "glob", "grep", "list", "codesearch", "task", "skill", "todowrite", "todoread")
"""Permissions that are allowed by default, so that a limit on them needs no question."""


@dataclass
class Selection:
    """``tools`` None means all; ``rules`` express what a list of names cannot."""

    tools: tuple[str, ...] | None = None
    disallowed: tuple[str, ...] = ()
    rules: list[RuleTriple] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def tool_allowed(agent: AgentDefinition, name: str) -> bool:
    """Whether an agent's definition lets it have a tool at all; entries may hold ``*``."""
    if any(fnmatchcase(name, entry) for entry in agent.disallowed_tools):
        return False
    return agent.tools is None or any(fnmatchcase(name, entry) for entry in agent.tools)


def names_tool(agent: AgentDefinition, name: str) -> bool:
    """Whether a definition asks for this very tool: in ``tools`` (``*`` does not count) or in an
    allow rule. Children get ``task`` and the todo tools only then."""
    if name in (agent.tools or ()):
        return True
    return any(rule[0] == name and rule[2] == "allow" for rule in agent.permission)


def read_tools(value: Any) -> Selection:
    """``tools``: a list, a text with commas, or OpenCode's table of booleans."""
    if value is None:
        return Selection()
    if isinstance(value, Mapping):
        return _from_table(value)
    selection = Selection()
    bare: list[str] = []
    limited: dict[str, list[str]] = {}
    order: dict[str, None] = {}
    for entry in _entries(value, "tools"):
        name, inside = _split_spec(entry)
        mapped = "*" if name == "*" else tool_name(name)
        if mapped is None:
            selection.notes.append(f"tool {name!r} has no counterpart here and is left out")
            continue
        order[mapped] = None
        if inside is None or inside.strip() in ("", "*"):
            bare.append(mapped)
        else:
            limited.setdefault(mapped, []).append(inside)
    for name, specs in limited.items():
        if name not in bare:
            selection.rules += _limits(name, specs)
            if permission_name(name) not in _FREE:
                selection.notes.append(
                    f"{name} is limited to {', '.join(specs)}; that grants nothing, so it still asks"
                )
    if "*" in order:
        selection.rules += [(name, "*", "allow") for name in bare if name in NAMED_ONLY]
    else:
        selection.tools = tuple(order)
    return selection


def read_disallowed(value: Any) -> Selection:
    """``disallowed_tools``: names are subtracted, ``Bash(rm:*)`` becomes a rule that denies."""
    selection = Selection()
    if value is None:
        return selection
    names: list[str] = []
    for entry in _entries(value, "disallowed_tools"):
        name, inside = _split_spec(entry)
        mapped = "*" if name == "*" else tool_name(name)
        if mapped is None:
            continue
        if inside is None or inside.strip() in ("", "*"):
            names.append(mapped)
        else:
            permission = permission_name(mapped)
            selection.rules += [
                (permission, pattern, "deny") for pattern in _patterns(permission, inside)
            ]
    selection.disallowed = tuple(dict.fromkeys(names))
    return selection


def _from_table(table: Mapping[Any, Any]) -> Selection:
    selection = Selection()
    allowed: list[str] = []
    denied: list[str] = []
    everything = True
    for raw, wanted in table.items():
        if not isinstance(wanted, bool):
            raise ConfigError(f"tools.{raw} must be true or false.")
        if raw == "*":
            everything = wanted
            continue
        name = tool_name(str(raw))
        if name is None:
            selection.notes.append(f"tool {raw!r} has no counterpart here and is left out")
        elif wanted:
            allowed.append(name)
        else:
            # One switch for all tools that write, as the programs that use this form have it.
            denied += WRITING if name in WRITING else [name]
    denied = [name for name in dict.fromkeys(denied) if name not in allowed]
    if any(name in WRITING for name in denied) and not any(name in WRITING for name in allowed):
        selection.rules.append(("edit", "*", "deny"))
    selection.rules += [
        (permission_name(name), "*", "deny") for name in denied if name not in WRITING
    ]
    selection.rules += [(name, "*", "allow") for name in allowed if name in NAMED_ONLY]
    selection.disallowed = tuple(denied)
    selection.tools = None if everything else tuple(dict.fromkeys(allowed))
    return selection


def _entries(value: Any, key: str) -> list[str]:
    if isinstance(value, str):
        return split_outside_brackets(value)
    if isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value):
        return [entry for item in value for entry in split_outside_brackets(item)]
    raise ConfigError(f"{key} must be a list of tool names.")


def split_outside_brackets(text: str) -> list[str]:
    """Split at commas, but not at those inside ``Tool(a, b)``."""
    pieces, depth, start = [], 0, 0
    for position, character in enumerate(text):
        if character == "(":
            depth += 1
        elif character == ")":
            depth = max(0, depth - 1)
        elif character == "," and depth == 0:
            pieces.append(text[start:position])
            start = position + 1
    pieces.append(text[start:])
    return [piece.strip() for piece in pieces if piece.strip()]


def _split_spec(entry: str) -> tuple[str, str | None]:
    match = _SPEC.match(entry.strip())
    return (match["tool"], match["inside"]) if match else (entry.strip(), None)


def _limits(name: str, specs: list[str]) -> list[RuleTriple]:
    permission = permission_name(name)
    action = "allow" if permission in _FREE else "ask"
    rules: list[RuleTriple] = [(permission, "*", "deny")]
    for inside in specs:
        rules += [(permission, pattern, action) for pattern in _patterns(permission, inside)]
    return [*rules, *ENV_FILES] if permission == "read" else rules


def _patterns(permission: str, inside: str) -> list[str]:
    """What stands between the brackets of ``Tool(…)``, as patterns of ours."""
    if permission == "task":
        named = [agent.strip() for agent in inside.split(",") if agent.strip()]
        return [name for agent in named for name in agent_aliases(agent)]
    text = inside.strip()
    if permission == "bash":
        return [f"{text[:-2].rstrip()} *" if text.endswith(":*") else text]
    if permission == "webfetch" and text.startswith("domain:"):
        host = text.removeprefix("domain:").strip()
        return [f"https://{host}", f"https://{host}/*", f"http://{host}", f"http://{host}/*"]
    if text.startswith("//"):
        return [text[1:]]
    return [text.removeprefix("./").removeprefix("/") or "*"]


def read_permission(value: Any, home: Path | None = None) -> list[RuleTriple]:
    """``permission``: one action, a table (order kept), or a list of rules. Anything unclear is an
    error: a deny that is lost would be worse than an agent that does not load."""
    if value is None:
        return []
    if isinstance(value, (str, bool)):
        return [("*", "*", _action(value, "permission"))]
    if isinstance(value, Mapping):
        return [rule for name, entry in value.items() for rule in _table_rules(name, entry, home)]
    if isinstance(value, (list, tuple)):
        return [_listed_rule(entry, home) for entry in value]
    raise ConfigError("permission must be an action or a table of actions.")


def _table_rules(name: Any, entry: Any, home: Path | None) -> list[RuleTriple]:
    permission = permission_name(str(name))
    if isinstance(entry, Mapping):
        return [
            (permission, glob, _action(action, f"permission.{name}.{pattern}"))
            for pattern, action in entry.items()
            for glob in _globs(permission, pattern, home)
        ]
    return [(permission, "*", _action(entry, f"permission.{name}"))]


def _listed_rule(entry: Any, home: Path | None) -> RuleTriple:
    if isinstance(entry, Mapping) and isinstance(entry.get("permission"), str):
        pattern = _pattern(entry.get("pattern", "*"), home)
        return (
            permission_name(entry["permission"]),
            pattern,
            _action(entry.get("action"), f"permission {entry['permission']}"),
        )
    if isinstance(entry, (list, tuple)) and len(entry) == 3:
        name, pattern, action = entry
        return permission_name(str(name)), _pattern(pattern, home), _action(action, str(name))
    raise ConfigError("A rule in permission needs permission, pattern and action.")


def _globs(permission: str, value: Any, home: Path | None) -> list[str]:
    pattern = _pattern(value, home)
    return agent_aliases(pattern) if permission == "task" else [pattern]


def _pattern(value: Any, home: Path | None) -> str:
    text = str(value)
    if home is not None:
        for start in ("~/", "$HOME/"):
            if text.startswith(start):
                return f"{home.as_posix()}/{text.removeprefix(start)}"
    return text


def _action(value: Any, where: str) -> str:
    if isinstance(value, bool):
        return "allow" if value else "deny"
    if isinstance(value, str) and value.strip().lower() in _ACTIONS:
        return value.strip().lower()
    raise ConfigError(f"{where} must be allow, ask or deny, not {value!r}.")
