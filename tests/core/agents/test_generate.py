"""An agent from a description: one checked call, nothing saved."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from core.agents.generate import generate_agent, generation_request, read_generated
from core.errors import ModelError, SpinneyError
from core.llm.types import ModelRequest, ProviderAccess, UserMessage

BASE = ModelRequest(ProviderAccess("local", "openai"), "m", ())
GOOD = {
    "identifier": "sql-tuner",
    "whenToUse": "Use this agent when …",
    "systemPrompt": "You tune.",
}


async def test_a_good_answer_becomes_a_definition() -> None:
    asked: list[ModelRequest] = []

    async def complete(request: ModelRequest) -> SimpleNamespace:
        asked.append(request)
        return SimpleNamespace(text="```json\n" + json.dumps(GOOD) + "\n```")

    agent = (await generate_agent("tunes SQL", ["build"], BASE, complete)).definition()
    assert (agent.name, agent.prompt) == ("sql-tuner", "You tune.")
    request = asked[0]
    assert request.response_schema
    assert request.temperature == 0.3
    user = request.messages[1]
    assert isinstance(user, UserMessage)
    assert "tunes SQL" in user.content[0].text  # type: ignore[union-attr]
    assert "build, compaction, fork" in user.content[0].text  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("I cannot do that.", "not a JSON object"),
        ("[1]", "not a JSON object"),
        (json.dumps({**GOOD, "identifier": "build"}), "already in use"),
        (json.dumps({**GOOD, "identifier": "title"}), "already in use"),
        (json.dumps({**GOOD, "identifier": "../x"}), "not a usable name"),
        (json.dumps({**GOOD, "systemPrompt": " "}), "no systemPrompt"),
        (json.dumps({"identifier": "a-b"}), "no whenToUse"),
    ],
)
def test_an_answer_that_cannot_be_used_says_why(answer: str, reason: str) -> None:
    with pytest.raises(ModelError, match=reason):
        read_generated(answer, ["build"])


def test_an_empty_description_is_refused_before_any_call() -> None:
    with pytest.raises(SpinneyError, match="empty"):
        generation_request(BASE, "  ", [])
