"""What goes to a model and what comes back, in our own words.

A request is complete: it carries provider, key and limits, so that the host process needs no
configuration of its own. Deltas arrive in this order: any number of ``Retrying``; then
``TextDelta``, ``ReasoningDelta``, ``ToolCallStarted`` and ``ToolCallDelta`` as the model writes; a
``ToolCallReady`` as soon as one call's arguments are complete (before the stream ends);
``Finished`` exactly once, last. A request that fails raises ``ModelError`` instead.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict


class Usage(BaseModel):
    """Tokens of one answer, or a sum of them. ``input`` leaves out what the cache served."""

    model_config = ConfigDict(frozen=True)

    input: int = 0
    output: int = 0
    reasoning: int = 0
    cache_read: int = 0
    cache_write: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            input=self.input + other.input,
            output=self.output + other.output,
            reasoning=self.reasoning + other.reasoning,
            cache_read=self.cache_read + other.cache_read,
            cache_write=self.cache_write + other.cache_write,
        )

    @property
    def context(self) -> int:
        """How many tokens of the model's window the answered request and its answer take."""
        return self.input + self.cache_read + self.cache_write + self.output

    @property
    def total(self) -> int:
        return self.context


@dataclass(frozen=True, slots=True)
class TextContent:
    text: str
    type: Literal["text"] = "text"


@dataclass(frozen=True, slots=True)
class ImageContent:
    """An image, base64 without a ``data:`` prefix."""

    mime: str
    data: str
    type: Literal["image"] = "image"


Content: TypeAlias = TextContent | ImageContent


@dataclass(frozen=True, slots=True)
class ReasoningBlock:
    """Reasoning that goes back to its provider unchanged; ``provider_data`` is its own affair."""

    text: str
    provider_data: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class ToolCall:
    """``arguments`` is the JSON text as the model wrote it, so that it goes back byte for byte."""

    id: str
    name: str
    arguments: str
    provider_data: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class SystemMessage:
    text: str
    role: Literal["system"] = "system"


@dataclass(frozen=True, slots=True)
class UserMessage:
    content: tuple[Content, ...]
    role: Literal["user"] = "user"


@dataclass(frozen=True, slots=True)
class AssistantMessage:
    text: str = ""
    reasoning: tuple[ReasoningBlock, ...] = ()
    tool_calls: tuple[ToolCall, ...] = ()
    provider_data: dict[str, Any] | None = None
    role: Literal["assistant"] = "assistant"


@dataclass(frozen=True, slots=True)
class ToolMessage:
    """The result of one tool call; images follow the text where the provider takes them."""

    call_id: str
    content: tuple[Content, ...]
    role: Literal["tool"] = "tool"


ChatMessage: TypeAlias = SystemMessage | UserMessage | AssistantMessage | ToolMessage


@dataclass(frozen=True, slots=True)
class ToolSchema:
    """A tool as the model sees it; ``parameters`` is a JSON schema."""

    name: str
    description: str
    parameters: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ProviderAccess:
    """How to reach one provider. ``repr`` never shows the key or the headers."""

    name: str
    kind: str
    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    headers: dict[str, str] = field(default_factory=dict, repr=False)
    proxy: str | None = None
    ca_file: str | None = None
    first_byte_timeout: float = 300.0
    silence_timeout: float = 120.0


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One request for one answer.

    ``model`` is the provider's own name for it (without our ``provider/`` prefix).
    ``conversation`` names the session, so that a host can keep what it already knows of it.
    ``agent`` is who asks (``review``, ``compact``, a subagent's name) and becomes a header;
    ``price`` overrides litellm's table, in currency units per million tokens with the keys
    ``input output cache_read cache_write``.
    """

    provider: ProviderAccess
    model: str
    messages: tuple[ChatMessage, ...]
    tools: tuple[ToolSchema, ...] = ()
    tool_choice: Literal["auto", "none", "required"] = "auto"
    max_output: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    effort: str | None = None
    response_schema: dict[str, Any] | None = None
    options: dict[str, Any] = field(default_factory=dict)
    price: dict[str, float] | None = None
    conversation: str = ""
    agent: str | None = None
    max_attempts: int = 8


@dataclass(frozen=True, slots=True)
class TextDelta:
    text: str


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """A piece of reasoning; ``provider_data`` arrives with the last piece of a block, which
    ``done`` marks."""

    text: str
    provider_data: dict[str, Any] | None = None
    done: bool = False


@dataclass(frozen=True, slots=True)
class ToolCallStarted:
    index: int
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class ToolCallDelta:
    """A piece of one call's argument text, for showing only."""

    index: int
    text: str


@dataclass(frozen=True, slots=True)
class ToolCallReady:
    """One whole call. Only these are ever executed."""

    index: int
    call: ToolCall


@dataclass(frozen=True, slots=True)
class Retrying:
    """The request failed in a way that may pass; it is sent again after ``delay`` seconds.

    What the failed attempt had streamed so far is void: the consumer drops it.
    """

    attempt: int
    delay: float
    reason: str


@dataclass(frozen=True, slots=True)
class Finished:
    """``reason`` is ``stop``, ``tool_calls``, ``length`` or ``content_filter``.

    ``cost`` is None when nobody knows the price.
    """

    reason: str
    usage: Usage
    cost: float | None = None
    provider_data: dict[str, Any] | None = None


Delta: TypeAlias = (
    TextDelta
    | ReasoningDelta
    | ToolCallStarted
    | ToolCallDelta
    | ToolCallReady
    | Retrying
    | Finished
)


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A model that a person can choose: ``ref`` is ``provider/model``."""

    ref: str
    provider: str
    model: str
    context: int | None = None
    output: int | None = None
    price: dict[str, float] | None = None
    images: bool = True
    reasoning: bool = False
    tools: bool = True
    source: str = "config"
