"""Which models a server at an address of the person's own choice has."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlsplit

from core.errors import ConfigError

PATIENCE = 8.0
_MOST_BYTES = 2_000_000
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")


def checked_address(address: str) -> str:
    """The address as it is stored, or a sentence that says what is wrong with it."""
    address = address.strip().rstrip("/")
    for ending in ("/chat/completions", "/models"):
        address = address.removesuffix(ending)
    parts = urlsplit(address if "://" in address else f"http://{address}")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ConfigError("That is not an address.", "Write it like https://models.example.com/v1.")
    if parts.username or parts.password:
        raise ConfigError("An address must not hold a password.", "Enter the key by itself.")
    return parts.geturl()


def name_for(address: str, taken: set[str]) -> str:
    """A provider's name made of the address, one that is not in use."""
    host = (urlsplit(address).hostname or "server").lower()
    words = [word for word in host.split(".") if word not in ("www", "api", "com", "org", "net")]
    base = re.sub(r"[^a-z0-9-]", "-", words[0] if words and not host[0].isdigit() else "server")
    name, number = base, 2
    while name in taken:
        name, number = f"{base}-{number}", number + 1
    return name


def checked_name(name: str, taken: set[str]) -> str:
    name = name.strip().lower()
    if not _NAME.fullmatch(name):
        raise ConfigError(
            "A provider's name has small letters, digits, - and _ only.", "For example: my-server."
        )
    if name in taken:
        raise ConfigError(f"There is a provider named {name} already.", "Choose another name.")
    return name


async def list_models(address: str, key: str | None = None) -> tuple[str, ...]:
    """Ask the server for its models; raises ``ConfigError`` with what went wrong."""
    import httpx

    url = f"{checked_address(address)}/models"
    headers = {"Accept": "application/json"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    try:
        async with httpx.AsyncClient(timeout=PATIENCE, follow_redirects=False) as client:
            async with client.stream("GET", url, headers=headers) as answer:
                body = bytearray()
                async for piece in answer.aiter_bytes():
                    body += piece
                    if len(body) > _MOST_BYTES:
                        raise ConfigError("The server's list of models is too long.")
                status = answer.status_code
    except httpx.TimeoutException:
        raise ConfigError(
            "The server did not answer.", "Check the address, and that the server runs."
        ) from None
    except httpx.HTTPError as error:
        raise ConfigError(
            f"The server could not be reached ({type(error).__name__}).",
            "Check the address, and that the server runs.",
        ) from None
    if status in (401, 403):
        raise ConfigError("The server refused the key.", "Check the key, or enter one.")
    if status != 200:
        raise ConfigError(
            f"The server has no list of models there (it answered {status}).",
            "Many addresses end in /v1. You can also enter a model's name yourself.",
        )
    return _names(bytes(body))


def _names(body: bytes) -> tuple[str, ...]:
    try:
        document: Any = json.loads(body)
        entries = document["data"] if isinstance(document, dict) else document
        return tuple(dict.fromkeys(str(entry["id"]) for entry in entries))
    except (ValueError, KeyError, TypeError):
        raise ConfigError(
            "What the server answered is not a list of models.",
            "Many addresses end in /v1. You can also enter a model's name yourself.",
        ) from None
