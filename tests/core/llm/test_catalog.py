"""Choosing a model: what is known about it, where it is, and what is missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from core.config.settings import Settings
from core.errors import ModelError
from core.llm.catalog import available, describe, resolve
from core.llm.client import ModelClient
from core.llm.table import ModelRow, ModelTable, cached_table, load_table

TABLE = ModelTable(
    [
        ModelRow("anthropic", "claude-sonnet-4-5", 200_000, 64_000, {"input": 3.0, "output": 15.0}),
        ModelRow("openai", "gpt-5", 400_000, 128_000),
        ModelRow("openai", "gpt-4o", 128_000, 16_000),
    ]
)


@dataclass(frozen=True)
class Found:
    value: str | None
    problem: str = ""
    hint: str = ""


class KeysOf:
    """Keys from a plain dictionary, with the interface of the real lookup."""

    def __init__(self, **keys: str) -> None:
        self.keys = keys

    async def key_for(self, provider_name: str, provider: Any = None) -> Found:
        return Found(self.keys.get(provider_name))

    async def header_values(self, headers: Mapping[str, str]) -> dict[str, str]:
        return {name: value.replace("env:TEAM", "blue") for name, value in headers.items()}


def settings(**values: Any) -> Settings:
    return Settings.model_validate(values)


async def test_a_known_provider_needs_no_configuration() -> None:
    choice = await resolve(
        "anthropic/claude-sonnet-4-5", settings(), KeysOf(anthropic="sk-1"), TABLE
    )
    assert choice.access.kind == "anthropic"
    assert choice.access.api_key == "sk-1"
    assert choice.access.base_url is None
    assert choice.info.context == 200_000
    assert choice.info.price == {"input": 3.0, "output": 15.0}
    assert "sk-1" not in repr(choice)


async def test_what_the_person_configured_wins_over_the_table() -> None:
    configured = settings(
        provider={
            "anthropic": {
                "models": {"claude-sonnet-4-5": {"context": 1_000_000, "options": {"x": 1}}}
            }
        }
    )
    choice = await resolve("anthropic/claude-sonnet-4-5", configured, KeysOf(anthropic="k"), TABLE)
    assert choice.access.kind == "anthropic"
    assert choice.info.context == 1_000_000
    assert choice.info.output == 64_000
    assert choice.options == {"x": 1}


async def test_a_server_of_ones_own_may_have_no_key_and_any_model() -> None:
    configured = settings(
        provider={
            "work": {
                "base_url": "http://models.example/v1",
                "headers": {"x-team": "env:TEAM"},
                "send_agent_header": True,
                "silence_timeout": 30,
            }
        },
        network={"proxy": "http://proxy:3128"},
    )
    choice = await resolve("work/team/model-7", configured, KeysOf(), TABLE)
    assert choice.info.model == "team/model-7"
    assert choice.access.headers == {"x-team": "blue", "x-spinney-agent": ""}
    assert choice.access.silence_timeout == 30
    assert choice.access.first_byte_timeout == 300
    assert choice.access.proxy == "http://proxy:3128"


async def test_ollama_is_reached_where_it_usually_is() -> None:
    choice = await resolve("ollama/qwen3", settings(), KeysOf(), TABLE)
    assert choice.access.base_url == "http://localhost:11434/v1"
    assert choice.access.api_key is None
    configured = settings(provider={"ollama": {"base_url": "http://box:11434"}})
    choice = await resolve("ollama/qwen3", configured, KeysOf(), TABLE)
    assert choice.access.base_url == "http://box:11434/v1"


async def test_a_missing_key_says_where_to_put_it() -> None:
    with pytest.raises(ModelError) as caught:
        await resolve("openai/gpt-5", settings(), KeysOf(), TABLE)
    assert caught.value.kind == "auth"
    assert "OPENAI_API_KEY" in caught.value.hint


@pytest.mark.parametrize(
    ("ref", "words"),
    [
        ("anthropic/claude-sonet-4-5", ["claude-sonnet-4-5", "[provider.anthropic.models"]),
        ("antropic/claude", ["anthropic", "[provider.antropic]"]),
        ("gpt-5", ["openai/gpt-5", "provider/model"]),
        ("openai/", ["provider/model"]),
    ],
)
async def test_an_unknown_model_names_near_ones_and_how_to_add_it(
    ref: str, words: list[str]
) -> None:
    with pytest.raises(ModelError) as caught:
        await resolve(ref, settings(), KeysOf(), TABLE)
    assert caught.value.kind == "model"
    for word in words:
        assert word in str(caught.value)


async def test_without_a_table_any_model_of_a_known_provider_is_tried() -> None:
    choice = await resolve("openai/gpt-99", settings(), KeysOf(openai="k"))
    assert choice.info.context is None


async def test_the_demo_is_always_there() -> None:
    choice = await resolve("demo/tour", settings(), KeysOf(), TABLE)
    assert choice.access.kind == "demo"
    assert [info.ref for info in available(settings(), {})] == ["demo/tour"]


def test_available_lists_what_has_a_key_or_is_configured() -> None:
    configured = settings(
        model="openrouter/some/model",
        provider={"work": {"base_url": "http://x/v1", "models": {"m": {"context": 8000}}}},
    )
    refs = [i.ref for i in available(configured, {"ANTHROPIC_API_KEY": "k"}, TABLE)]
    assert refs == [
        "work/m",
        "anthropic/claude-sonnet-4-5",
        "openrouter/some/model",
        "demo/tour",
    ]


async def test_the_table_comes_from_a_host_once_and_then_from_the_cache(
    model_client: ModelClient, tmp_path: Path
) -> None:
    assert len(cached_table(tmp_path)) == 0
    table = await load_table(model_client, tmp_path)
    row = table.find("anthropic", "claude-sonnet-4-5")
    assert row is not None
    assert row.context == 200_000
    assert row.price is not None
    assert row.price["output"] == pytest.approx(15.0)
    assert table.find("openai", "gpt-4o") is not None
    assert table.find("gemini", "gemini-2.5-pro") is not None

    class Nobody:
        async def model_infos(self, models: Any = None) -> list[dict[str, Any]]:
            raise AssertionError("the cache was not used")

    again = await load_table(Nobody(), tmp_path)
    assert len(again) == len(table) == len(cached_table(tmp_path))
    assert describe("anthropic/claude-sonnet-4-5", settings(), again).price == row.price
