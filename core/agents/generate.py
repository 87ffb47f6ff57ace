"""Makes an agent from a person's description with one structured model call.

The result is a proposal: it opens in the editor and is saved only when the person says so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Protocol

from core.agents.builtin import INTERNAL, prompt_text
from core.agents.definition import AgentDefinition
from core.errors import ModelError, SpinneyError
from core.llm.types import ModelRequest, SystemMessage, TextContent, UserMessage

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "identifier": {"type": "string"},
        "whenToUse": {"type": "string"},
        "systemPrompt": {"type": "string"},
    },
    "required": ["identifier", "whenToUse", "systemPrompt"],
    "additionalProperties": False,
}

_IDENTIFIER = re.compile(r"[a-z0-9][a-z0-9-]{1,48}[a-z0-9]")


class Answered(Protocol):
    """What a model call gives back, as far as it matters here."""

    @property
    def text(self) -> str: ...


@dataclass(frozen=True)
class GeneratedAgent:
    identifier: str
    when_to_use: str
    system_prompt: str

    def definition(self) -> AgentDefinition:
        return AgentDefinition(
            name=self.identifier,
            description=self.when_to_use,
            prompt=self.system_prompt,
            mode="all",
            source="generated",
            scope="user",
        )


def generation_request(
    base: ModelRequest, description: str, names_in_use: Iterable[str]
) -> ModelRequest:
    """The request to send; ``base`` carries provider, model and limits."""
    wanted = description.strip()
    if not wanted:
        raise SpinneyError("The description is empty.", "Say in a sentence what the agent is for.")
    taken = ", ".join(sorted({*names_in_use, *INTERNAL}))
    text = (
        f"<description>\n{wanted}\n</description>\n\n"
        f"Names in use, none of which may be the identifier: {taken}\n\n"
        "Answer with the JSON object only: no other text, no code fence."
    )
    return replace(
        base,
        messages=(SystemMessage(prompt_text("generate")), UserMessage((TextContent(text),))),
        tools=(),
        tool_choice="none",
        temperature=0.3,
        response_schema=SCHEMA,
        agent="generate",
    )


def read_generated(answer: str, names_in_use: Iterable[str]) -> GeneratedAgent:
    """Check the model's answer; raises ``ModelError`` with a sentence when it cannot be used."""
    document = _object_in(answer)
    values = {}
    for key in ("identifier", "whenToUse", "systemPrompt"):
        value = document.get(key)
        if not isinstance(value, str) or not value.strip():
            raise _unusable(f"it has no {key}")
        values[key] = value.strip()
    identifier = values["identifier"]
    if not _IDENTIFIER.fullmatch(identifier):
        raise _unusable(f"{identifier!r} is not a usable name")
    if identifier in {*names_in_use, *INTERNAL}:
        raise _unusable(f"the name {identifier!r} is already in use")
    return GeneratedAgent(identifier, values["whenToUse"], values["systemPrompt"])


async def generate_agent(
    description: str,
    names_in_use: Iterable[str],
    base: ModelRequest,
    complete: Callable[[ModelRequest], Awaitable[Answered]],
) -> GeneratedAgent:
    """Ask once and check the answer. Nothing is saved."""
    names = list(names_in_use)
    answer = await complete(generation_request(base, description, names))
    return read_generated(answer.text, names)


def _object_in(text: str) -> dict[str, Any]:
    """The JSON object in an answer that may have prose or a fence around it."""
    start, end = text.find("{"), text.rfind("}")
    for candidate in (text, text[start : end + 1] if 0 <= start < end else ""):
        try:
            document = json.loads(candidate)
        except (ValueError, RecursionError):
            continue
        if isinstance(document, dict):
            return document
    raise _unusable("it is not a JSON object")


def _unusable(reason: str) -> ModelError:
    return ModelError(
        f"The model's answer cannot be used: {reason}.",
        "Try again, or describe the agent differently.",
        retry=True,
    )
