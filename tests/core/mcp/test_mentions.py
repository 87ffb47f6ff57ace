"""Prompts are commands and resources are mentions."""

from __future__ import annotations

import pytest

from core.errors import ConfigError
from core.mcp.mentions import find_prompt, mentioned_resources, prompt_arguments
from core.mcp.offers import Offer, OfferedPrompt, PromptArgument

GREET = OfferedPrompt(
    "fake", "greet", "", (PromptArgument("who", required=True), PromptArgument("how"))
)


def test_mentions_of_known_servers_are_found() -> None:
    text = "see @fake:note://one, @other:x://y and me@fake:note://two and @fake:note://one."
    assert mentioned_resources(text, ["fake"]) == [("fake", "note://one")]


def test_a_command_finds_its_prompt() -> None:
    assert find_prompt([Offer(prompts=(GREET,))], "fake:greet") == GREET
    assert find_prompt([Offer(prompts=(GREET,))], "fake:other") is None


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("Ada", {"who": "Ada"}),
        ("Ada very warmly", {"who": "Ada", "how": "very warmly"}),
        ("'Ada Lovelace' well", {"who": "Ada Lovelace", "how": "well"}),
        ("how=loudly Ada", {"who": "Ada", "how": "loudly"}),
    ],
)
def test_arguments_are_taken_in_order_or_by_name(text: str, arguments: dict[str, str]) -> None:
    assert prompt_arguments(GREET, text) == arguments


def test_a_missing_argument_is_named() -> None:
    with pytest.raises(ConfigError, match="needs who"):
        prompt_arguments(GREET, "")
