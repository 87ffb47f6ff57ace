"""The texts that models read about tools, kept as Markdown beside the other prompts."""

from __future__ import annotations

from functools import cache
from string import Template

from core.paths import RESOURCES


@cache
def _text(name: str) -> str:
    return (RESOURCES / "prompts" / "tools" / f"{name}.md").read_text(encoding="utf-8").strip()


def describe(name: str, **values: object) -> str:
    """The description of a tool with its ``$placeholders`` filled in."""
    text = _text(name)
    return Template(text).substitute(values) if values else text
