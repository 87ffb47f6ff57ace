"""Prompts of MCP servers as commands, and their resources as mentions, in what a person typed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.commands.definition import CommandDefinition
from core.commands.expand import parse_invocation
from core.errors import SpinneyError
from core.mcp.mentions import find_prompt, mentioned_resources, prompt_arguments
from core.mcp.offers import OfferedPrompt
from core.mcp.servers import McpServers
from core.sessions.models import FilePart, Part


@dataclass(frozen=True, slots=True)
class Mentioned:
    """Resources that a text names, and sentences about those that could not be had."""

    parts: tuple[Part, ...] = ()
    notes: tuple[str, ...] = ()


def prompt_commands(servers: McpServers, root: Path) -> list[CommandDefinition]:
    """The prompts of the servers that are ready, as a list of commands shows them."""
    return [
        CommandDefinition(
            name=prompt.command,
            description=prompt.description,
            argument_hint=" ".join(
                f"<{a.name}>" if a.required else f"[{a.name}]" for a in prompt.arguments
            ),
            source=f"MCP server {prompt.server}",
        )
        for offer in servers.offers(root)
        for prompt in offer.prompts
    ]


def called_prompt(servers: McpServers, root: Path, text: str) -> tuple[OfferedPrompt, str] | None:
    """The prompt that ``/server:name`` calls, with what follows it; None for any other text."""
    invocation = parse_invocation(text)
    if invocation is None:
        return None
    prompt = find_prompt(servers.offers(root), invocation[0])
    return (prompt, invocation[1]) if prompt is not None else None


async def prompt_text(
    servers: McpServers, root: Path, prompt: OfferedPrompt, arguments: str
) -> str:
    """What the server makes of its prompt; raises ``SpinneyError`` when it cannot."""
    given = prompt_arguments(prompt, arguments)
    answer = await servers.prompt(prompt.server, prompt.name, given, root)
    text = str(answer.get("text", "")).strip()
    if not text:
        raise SpinneyError(f"The MCP server {prompt.server} gave an empty prompt.")
    return text


async def resource_parts(servers: McpServers, root: Path, text: str) -> Mentioned:
    """The contents of every ``@server:uri`` in a text."""
    names = servers.ready(root)
    parts: list[Part] = []
    notes: list[str] = []
    for server, uri in mentioned_resources(text, names) if names else ():
        try:
            content = await servers.read_resource(server, uri, root)
        except SpinneyError as error:
            notes.append(f"@{server}:{uri} was not attached: {error}")
            continue
        parts.append(FilePart(mime="text/plain", name=uri, path=f"{server}:{uri}", text=content))
    return Mentioned(tuple(parts), tuple(notes))
