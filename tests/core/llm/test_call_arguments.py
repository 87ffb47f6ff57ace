"""What litellm is told, where only a real provider could tell the difference."""

from __future__ import annotations

from typing import Any

import pytest

from core.llm.host_call import OPENAI_URL, call_arguments


def request(kind: str = "openai", base_url: str | None = None, **changes: Any) -> dict[str, Any]:
    return {
        "provider": {
            "name": kind,
            "kind": kind,
            "base_url": base_url,
            "api_key": "sk-1",
            "headers": {},
        },
        "model": "gpt-5",
        "tools": [],
        "tool_choice": "auto",
        "max_output": 500,
        "temperature": 0.2,
        "top_p": None,
        "effort": "low",
        "response_schema": None,
        "options": {},
        **changes,
    }


MESSAGES = [{"role": "user", "content": "hi"}]


def test_openai_itself_is_reached_at_its_own_address_in_its_own_words() -> None:
    told = call_arguments(request(), MESSAGES)
    assert told["api_base"] == OPENAI_URL
    assert told["max_completion_tokens"] == 500
    assert "max_tokens" not in told
    assert told["reasoning_effort"] == "low"
    assert "temperature" not in told  # reasoning models refuse it
    assert call_arguments(request(model="gpt-4o"), MESSAGES)["temperature"] == 0.2


@pytest.mark.parametrize("kind", ["openai", "vllm", "lmstudio", "llamacpp", "ollama"])
def test_other_servers_of_that_wire_get_the_words_they_know(kind: str) -> None:
    told = call_arguments(request(kind, "http://localhost:1/v1/", model="qwen3"), MESSAGES)
    assert told["api_base"] == "http://localhost:1/v1"
    assert told["max_tokens"] == 500
    assert told["temperature"] == 0.2
    assert told["custom_llm_provider"] == "hosted_vllm"


def test_a_server_without_a_key_gets_nobody_elses() -> None:
    asked = request("deepseek", "http://mine/v1")
    asked["provider"]["api_key"] = None
    assert call_arguments(asked, MESSAGES)["api_key"] == "none"


def test_the_kept_messages_are_never_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.llm.host_call.entry_for", lambda kind, model: None)
    messages = [
        {"role": "system", "content": "s"},
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": "yes"},
        {"role": "user", "content": [{"type": "text", "text": "go"}]},
    ]
    before = repr(messages)
    told = call_arguments(request("anthropic", "http://x", model="claude"), messages)
    assert repr(messages) == before
    assert "cache_control" in repr(told["messages"])
