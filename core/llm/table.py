"""What is known about models: limits, abilities and prices.

The rows come from litellm's own table, which only a host can read; they are kept in a file of the
cache folder for the version of litellm that is installed.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from typing import Any, Protocol

log = logging.getLogger("spinney.llm")


@dataclass(frozen=True, slots=True)
class ModelRow:
    kind: str
    model: str
    context: int | None = None
    output: int | None = None
    price: dict[str, float] | None = None
    images: bool = False
    reasoning: bool = False
    tools: bool = True


class InfoSource(Protocol):
    """Who can be asked; the model client is one."""

    async def model_infos(
        self, models: list[tuple[str, str]] | None = None
    ) -> list[dict[str, Any]]: ...


class ModelTable:
    """Rows by kind of provider and model name."""

    def __init__(self, rows: Iterable[ModelRow] = ()) -> None:
        self._rows: dict[str, dict[str, ModelRow]] = {}
        for row in rows:
            self._rows.setdefault(_kind(row.kind), {})[row.model] = row

    def find(self, kind: str, model: str) -> ModelRow | None:
        return self._rows.get(kind, {}).get(model)

    def models(self, kind: str) -> list[ModelRow]:
        return list(self._rows.get(kind, {}).values())

    def __len__(self) -> int:
        return sum(map(len, self._rows.values()))


def _kind(listed: str) -> str:
    """litellm lists some providers under several names."""
    if listed.startswith("vertex_ai"):
        return "vertex"
    return {"bedrock_converse": "bedrock", "cohere_chat": "cohere"}.get(listed, listed)


async def load_table(source: InfoSource, cache: Path) -> ModelTable:
    """The table from the cache, or from a host when the cache is of another version."""
    version = metadata.version("litellm")
    file = cache / "models.json"
    kept = await asyncio.to_thread(_read, file, version)
    if kept is not None:
        return kept
    rows = await source.model_infos()
    await asyncio.to_thread(_write, file, version, rows)
    return ModelTable(ModelRow(**row) for row in rows)


def cached_table(cache: Path) -> ModelTable:
    """What the cache has right now, without asking anybody."""
    return _read(cache / "models.json", metadata.version("litellm")) or ModelTable()


def _read(file: Path, version: str) -> ModelTable | None:
    try:
        kept = json.loads(file.read_text("utf-8"))
        if kept["version"] != version:
            return None
        return ModelTable(ModelRow(**row) for row in kept["rows"])
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _write(file: Path, version: str, rows: list[dict[str, Any]]) -> None:
    document = {"version": version, "rows": [asdict(ModelRow(**row)) for row in rows]}
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = file.with_name(f".{file.name}.{os.getpid()}")
        fresh.write_text(json.dumps(document), "utf-8")
        fresh.replace(file)
    except OSError as error:
        log.warning("the table of models cannot be kept: %s", error)
