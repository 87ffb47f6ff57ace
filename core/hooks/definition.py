"""What a hook is, and reading one from configuration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from core.agents.hook_names import EVENTS as EVENTS
from core.agents.hook_names import read_hooks
from core.errors import ConfigError

HookScope = Literal["user", "project", "imported"]

DEFAULT_TIMEOUT = 60.0
MAX_TIMEOUT = 600.0

_KEYS = {"event", "command", "matcher", "pattern", "timeout", "required", "name"}


@dataclass(frozen=True, slots=True)
class Hook:
    """One command for one event.

    ``command`` is a line for the shell, or the words of a command that is started without one.
    ``matcher`` chooses the tools (or agents, or triggers) it is about and ``pattern`` the command or
    path of the call; empty means all. ``required`` makes a failure or a timeout block as well.
    ``source`` says where it is written, ``scope`` whose that is: a project's hook (and that of a
    project's agent or skill) and one that the person wrote for another program act only after a
    person has agreed to their content.
    """

    event: str
    command: str | tuple[str, ...]
    source: str
    scope: HookScope
    project: Path | None = None
    matcher: str = ""
    pattern: str = ""
    timeout: float = DEFAULT_TIMEOUT
    required: bool = False
    name: str = ""

    @property
    def line(self) -> str:
        """The command as a person reads it."""
        return self.command if isinstance(self.command, str) else " ".join(self.command)

    @property
    def title(self) -> str:
        return self.name or self.line


@dataclass(frozen=True, slots=True)
class ReadHooks:
    """Hooks that can be used, and sentences about what could not be taken over."""

    hooks: tuple[Hook, ...] = ()
    notes: tuple[str, ...] = ()


def hooks_from(
    entries: Iterable[Mapping[str, Any]],
    *,
    source: str,
    scope: HookScope,
    project: Path | None,
) -> ReadHooks:
    """Read ``[[hooks]]`` entries, or those of an agent or skill. A bad one costs only itself."""
    hooks: list[Hook] = []
    notes: list[str] = []
    for number, entry in enumerate(entries, 1):
        try:
            (plain,), _ = read_hooks([entry])
            hooks.append(_hook(plain, source, scope, project))
            unknown = sorted(set(plain) - _KEYS)
            if unknown:
                notes.append(f"{source}, hook {number}: {', '.join(unknown)} means nothing here.")
        except ConfigError as error:
            notes.append(f"{source}, hook {number}: {error.sentence}")
    return ReadHooks(tuple(hooks), tuple(notes))


def _hook(entry: Mapping[str, Any], source: str, scope: HookScope, project: Path | None) -> Hook:
    timeout = entry.get("timeout", DEFAULT_TIMEOUT)
    if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or timeout <= 0:
        raise ConfigError("timeout must be a number of seconds above 0.")
    for key in ("matcher", "pattern", "name"):
        if not isinstance(entry.get(key, ""), str):
            raise ConfigError(f"{key} must be text.")
    return Hook(
        event=str(entry["event"]),
        command=_command(entry.get("command")),
        source=source,
        scope=scope,
        project=project,
        matcher=entry.get("matcher", "").strip(),
        pattern=entry.get("pattern", "").strip(),
        timeout=min(float(timeout), MAX_TIMEOUT),
        required=entry.get("required") is True,
        name=entry.get("name", ""),
    )


def _command(value: Any) -> str | tuple[str, ...]:
    if isinstance(value, str) and value.strip() and "\0" not in value:
        return value.strip()
    if (
        isinstance(value, Sequence)
        and not isinstance(value, str)
        and value
        and all(isinstance(word, str) and "\0" not in word for word in value)
    ):
        return tuple(value)
    raise ConfigError("a hook needs a command: a line for the shell, or a list of words.")
