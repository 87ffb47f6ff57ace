"""The names that other programs use for tools, agents, models and modes, and ours for the same."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from core.config.settings import Settings

TOOLS = (
    "read", "write", "edit", "apply_patch", "bash", "glob", "grep", "list", "codesearch",
    "webfetch", "websearch", "task", "todowrite", "todoread", "question", "skill",
    "send_message", "task_output", "task_stop",
)  # fmt: skip

NAMED_ONLY = ("task", "todowrite", "todoread")
"""Tools that a child gets only when its definition names them."""

WRITING = ("write", "edit", "apply_patch")

PERMISSIONS = (
    "read", "edit", "bash", "network", "unsandboxed", "glob", "grep", "list", "codesearch",
    "webfetch", "websearch", "task", "todowrite", "todoread", "question", "skill",
    "external_directory", "doom_loop",
)  # fmt: skip

_TOOL_ALIASES = {
    "notebookread": "read",
    "view": "read",
    "multiedit": "edit",
    "notebookedit": "edit",
    "patch": "apply_patch",
    "applypatch": "apply_patch",
    "powershell": "bash",
    "shell": "bash",
    "exec_command": "bash",
    "ls": "list",
    "agent": "task",
    "subagent": "task",
    "taskcreate": "todowrite",
    "taskupdate": "todowrite",
    "update_plan": "todowrite",
    "tasklist": "todoread",
    "taskget": "todoread",
    "askuserquestion": "question",
    "request_user_input": "question",
    "sendmessage": "send_message",
    "taskoutput": "task_output",
    "bashoutput": "task_output",
    "agentoutput": "task_output",
    "taskstop": "task_stop",
    "killbash": "task_stop",
    "killshell": "task_stop",
    "fetch": "webfetch",
    "web_search": "websearch",
}

_NO_COUNTERPART = (
    "exitplanmode", "enterplanmode", "slashcommand", "toolsearch", "monitor", "enterworktree",
    "exitworktree", "lsp", "schedulewakeup", "cronlist", "croncreate", "crondelete",
    "waitformcpservers", "workflow", "artifact", "listmcpresourcestool", "readmcpresourcetool",
    "teamcreate", "teamdelete", "batch", "invalid",
)  # fmt: skip

_AGENT_ALIASES = {
    "general-purpose": "general",
    "general_purpose": "general",
    "default": "general",
    "worker": "general",
    "explorer": "explore",
    "explore": "explore",
    "plan": "plan",
}

_MODES = {
    "default": "default",
    "manual": "default",
    "acceptedits": "acceptEdits",
    "plan": "plan",
    "bypasspermissions": "bypassPermissions",
    "dontask": "dontAsk",
    "bubble": "bubble",
}


def tool_name(name: str) -> str | None:
    """Our name for a tool, None for one that has no counterpart here. Names we do not know are kept:
    they may belong to an MCP server. ``mcp__server__tool`` becomes ``server_tool``."""
    name = name.strip()
    lowered = name.lower()
    if lowered in TOOLS:
        return lowered
    if lowered in _TOOL_ALIASES:
        return _TOOL_ALIASES[lowered]
    if lowered in _NO_COUNTERPART:
        return None
    if lowered.startswith("mcp__"):
        server, _, tool = name[5:].partition("__")
        return f"{server}_{tool or '*'}"
    return name


def permission_name(name: str) -> str:
    """The permission that governs a tool, whatever program's name it was given."""
    if name in PERMISSIONS:
        return name
    mapped = tool_name(name) or name
    return "edit" if mapped in WRITING else mapped


def agent_name(name: str, existing: Iterable[str]) -> str:
    """An agent's name here: itself if there is one, otherwise the counterpart of another program's
    built-in agent, otherwise the same without regard to case."""
    known = list(existing)
    if name in known:
        return name
    alias = _AGENT_ALIASES.get(name.lower())
    if alias in known:
        return alias
    return next((other for other in known if other.lower() == name.lower()), name)


def agent_aliases(name: str) -> list[str]:
    """The name as written and, where another program means one of our agents by it, ours too."""
    return list(dict.fromkeys([name, _AGENT_ALIASES.get(name.lower(), name)]))


def mode_name(name: str) -> str | None:
    """Our permission mode, None for an unknown one."""
    return _MODES.get(name.strip().replace("-", "").replace("_", "").lower())


@dataclass(frozen=True)
class ModelNames:
    """The models a person can use, for finding the one another program's file means.

    ``known`` are ``provider/model`` references, ``preferred`` the one the person uses most.
    """

    known: tuple[str, ...] = ()
    providers: frozenset[str] = field(default_factory=frozenset)
    preferred: str | None = None

    @classmethod
    def from_settings(cls, settings: Settings, available: Iterable[str] = ()) -> ModelNames:
        configured = [
            f"{provider}/{model}"
            for provider, section in settings.provider.items()
            for model in section.models
        ]
        chosen = [ref for ref in (settings.model, settings.small_model) if ref]
        known = tuple(dict.fromkeys([*chosen, *configured, *available]))
        providers = frozenset([*settings.provider, *(ref.partition("/")[0] for ref in known)])
        return cls(known, providers, settings.model)

    def find(self, value: Any, *, as_written: bool) -> tuple[str | None, str | None]:
        """The reference that ``value`` means and a note if that is not what was written.

        None means: the model of whoever starts the agent. ``as_written`` keeps a complete reference
        even to a provider that is not configured (our own files say what they mean).
        """
        text = _reference_text(value)
        if text is None:
            return None, f"model {value!r} is not understood; the caller's model is used"
        if text.lower() in ("", "inherit"):
            return None, None
        provider, slash, _ = text.partition("/")
        if slash and (as_written or text in self.known or provider in self.providers):
            return text, None
        found = self._nearest(text.rpartition("/")[2] if slash else text)
        if found is None:
            return None, f"model {text!r} is not configured; the caller's model is used"
        return found, f"model {text!r} is taken to mean {found}"

    def _nearest(self, name: str) -> str | None:
        wanted = name.lower()
        exact = [ref for ref in self.known if ref.partition("/")[2].lower() == wanted]
        words = [ref for ref in self.known if wanted in re.split(r"[^a-z0-9]+", ref.lower())]
        candidates = exact or words
        if not candidates:
            return None
        home = (self.preferred or "").partition("/")[0]
        return max(candidates, key=lambda ref: (ref.startswith(f"{home}/"), _version(ref)))


def _reference_text(value: Any) -> str | None:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, dict):
        parts = {re.sub(r"[^a-z]", "", str(key).lower()): item for key, item in value.items()}
        provider, model = parts.get("providerid"), parts.get("modelid")
        if isinstance(provider, str) and isinstance(model, str) and provider and model:
            return f"{provider}/{model}"
    return None


def _version(ref: str) -> tuple[tuple[int, ...], int]:
    """Version numbers of a model's name, then its date: ``claude-sonnet-4-5`` comes after
    ``claude-sonnet-4-20250514``."""
    numbers = [int(digits) for digits in re.findall(r"\d+", ref.partition("/")[2])]
    return tuple(n for n in numbers if n < 1000), max((n for n in numbers if n >= 1000), default=0)
