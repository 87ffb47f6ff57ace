"""What litellm's own table knows about models: limits, abilities and prices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.llm.types import Usage

_MILLION = 1_000_000


def entry_for(kind: str, model: str) -> dict[str, Any] | None:
    """litellm's row for a model, by the names under which it may be listed."""
    import litellm

    table: dict[str, dict[str, Any]] = litellm.model_cost
    for name in (f"{kind}/{model}", model):
        entry = table.get(name)
        if entry is not None and (name != model or _same_provider(entry, kind)):
            return entry
    return None


def _same_provider(entry: dict[str, Any], kind: str) -> bool:
    listed = str(entry.get("litellm_provider", ""))
    return listed.startswith({"vertex": "vertex_ai"}.get(kind, kind))


def price_of(entry: dict[str, Any]) -> dict[str, float] | None:
    """Prices per million tokens, where the table has any."""
    names = {
        "input": "input_cost_per_token",
        "output": "output_cost_per_token",
        "cache_read": "cache_read_input_token_cost",
        "cache_write": "cache_creation_input_token_cost",
    }
    price = {
        ours: float(entry[theirs]) * _MILLION
        for ours, theirs in names.items()
        if entry.get(theirs) is not None
    }
    return price or None


def cost_of(usage: Usage, kind: str, model: str, price: dict[str, float] | None) -> float | None:
    """What an answer cost, or None when nobody knows the price."""
    if price is None:
        entry = entry_for(kind, model)
        price = price_of(entry) if entry else None
    if price is None:
        return None
    plain = price.get("input", 0.0)
    return (
        usage.input * plain
        + usage.output * price.get("output", 0.0)
        + usage.cache_read * price.get("cache_read", plain)
        + usage.cache_write * price.get("cache_write", plain)
    ) / _MILLION


def model_infos(models: Sequence[Sequence[str]] | None) -> list[dict[str, Any]]:
    """Rows for the given ``(kind, model)`` pairs, or for every chat model of the table."""
    import litellm

    if models is not None:
        found = ((kind, model, entry_for(kind, model)) for kind, model in models)
        return [_row(kind, model, entry) for kind, model, entry in found if entry]
    rows = []
    for name, entry in litellm.model_cost.items():
        if entry.get("mode") not in ("chat", "responses"):
            continue
        kind = str(entry.get("litellm_provider", ""))
        model = name.removeprefix(f"{kind}/")
        rows.append(_row(kind, model, entry))
    return rows


def _row(kind: str, model: str, entry: dict[str, Any]) -> dict[str, Any]:
    return {
        "kind": kind,
        "model": model,
        "context": entry.get("max_input_tokens") or entry.get("max_tokens"),
        "output": entry.get("max_output_tokens") or entry.get("max_tokens"),
        "price": price_of(entry),
        "images": bool(entry.get("supports_vision")),
        "reasoning": bool(entry.get("supports_reasoning")),
        "tools": bool(entry.get("supports_function_calling")),
    }
