"""A good first model for each provider, chosen from those that are known."""

from __future__ import annotations

import re
from collections.abc import Iterable

_FAMILIES: dict[str, tuple[str, ...]] = {
    "anthropic": (r"claude-sonnet-[\d-]+", r"claude-.*"),
    "openai": (r"gpt-\d+(\.\d+)?", r"gpt-.*codex"),
    "gemini": (r"gemini-pro-latest", r"gemini-[\d.]+-pro", r"gemini-[\d.]+-flash"),
    "deepseek": (r"deepseek-chat", r"deepseek-v.*"),
    "mistral": (r"devstral-medium-latest", r"mistral-medium-latest", r"mistral-large-latest"),
    "xai": (r"grok-code-fast-1", r"grok-\d+(\.\d+)?"),
    "groq": (r"openai/gpt-oss-120b",),
    "moonshot": (r"kimi-k[\d.]+",),
    "zai": (r"glm-\d+(\.\d+)?",),
    "dashscope": (r"qwen3-coder-plus", r"qwen[\d.]+-max"),
    "cohere": (r"command-a-.*",),
    "cerebras": (r"gpt-oss-120b",),
    "together_ai": (r"moonshotai/Kimi-K[\d.]+", r"openai/gpt-oss-120b"),
    "fireworks_ai": (r"accounts/fireworks/models/kimi-k\d[\w]*", r"kimi.*"),
}
"""Families in order of preference; of one family the newest is taken."""


def suggested_model(kind: str, models: Iterable[str]) -> str:
    """The name of the model to begin with; "" where none is known."""
    names = list(models)
    for family in _FAMILIES.get(kind, ()):
        members = [name for name in names if re.fullmatch(family, name)]
        if members:
            return max(members, key=_version)
    return names[0] if names else ""


def _version(name: str) -> tuple[tuple[int, ...], int]:
    """Numbers count as a version, unless they are a date; the shorter of two names wins."""
    numbers = tuple(int(n) for n in re.findall(r"\d+", name) if len(n) < 5)
    return numbers, -len(name)
