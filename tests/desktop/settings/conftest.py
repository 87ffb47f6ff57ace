"""A home in which the models are known already, so that no model host has to start."""

from __future__ import annotations

import json
from importlib import metadata
from pathlib import Path

import pytest

MODELS = [
    {"kind": "openai", "model": "gpt-5", "context": 400_000, "price": {"input": 1, "output": 10}},
    {"kind": "anthropic", "model": "claude-sonnet-4-5", "context": 200_000},
    {"kind": "mistral", "model": "devstral-medium-latest"},
]


@pytest.fixture(autouse=True)
def known_models(tmp_path: Path) -> None:
    cache = tmp_path / "home" / "cache"
    cache.mkdir(parents=True)
    document = {"version": metadata.version("litellm"), "rows": MODELS}
    (cache / "models.json").write_text(json.dumps(document))
