"""Prompts of servers as commands, and resources as mentions."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable

from core.errors import ConfigError
from core.mcp.offers import Offer, OfferedPrompt

_MENTION = re.compile(r"(?<![\w@])@([A-Za-z0-9][A-Za-z0-9_-]{0,39}):([a-z][a-z0-9+.-]*:[^\s<>\"]+)")


def mentioned_resources(text: str, servers: Iterable[str]) -> list[tuple[str, str]]:
    """The ``@server:uri`` mentions of known servers in a prompt, each once, in order."""
    known = set(servers)
    found: dict[tuple[str, str], None] = {}
    for match in _MENTION.finditer(text):
        if match[1] in known:
            found[(match[1], match[2].rstrip(".,;:!?)"))] = None
    return list(found)


def find_prompt(offers: Iterable[Offer], command: str) -> OfferedPrompt | None:
    """The prompt that ``/server:name`` means."""
    for offer in offers:
        for prompt in offer.prompts:
            if prompt.command == command:
                return prompt
    return None


def prompt_arguments(prompt: OfferedPrompt, text: str) -> dict[str, str]:
    """What a person wrote after the command, as the prompt's arguments: ``name=value`` or in order;
    the last one takes the rest. Raises ``ConfigError`` that names what is missing."""
    try:
        words = shlex.split(text)
    except ValueError:
        words = text.split()
    names = [argument.name for argument in prompt.arguments]
    given: dict[str, str] = {}
    loose: list[str] = []
    for word in words:
        name, sign, value = word.partition("=")
        if sign and name in names and name not in given:
            given[name] = value
        else:
            loose.append(word)
    free = [name for name in names if name not in given]
    for position, name in enumerate(free):
        if not loose:
            break
        last = position == len(free) - 1
        given[name] = " ".join(loose) if last else loose[0]
        loose = [] if last else loose[1:]
    missing = [a.name for a in prompt.arguments if a.required and not given.get(a.name)]
    if missing:
        usage = " ".join(f"<{a.name}>" if a.required else f"[{a.name}]" for a in prompt.arguments)
        raise ConfigError(
            f"/{prompt.command} needs {', '.join(missing)}.", f"Write /{prompt.command} {usage}"
        )
    return given
