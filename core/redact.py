"""Take secrets out of text before it reaches a log, an export, a file or an error on the screen."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from typing import Any

MARK = "[redacted]"
_SHORTEST_SECRET = 6
_SHORTEST_KEY = 12
"""People give servers of their own keys such as "ollama"; such a word must stay in what work goes on
with, or files would be misread."""

_PATTERNS = re.compile(
    r"""
    (?P<private>-----BEGIN[ ][A-Z0-9 ]*PRIVATE[ ]KEY-----.*?(?:-----END[ ][A-Z0-9 ]*PRIVATE[ ]KEY-----|\Z))
    | \b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}
    | \b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}
    | \bgh[pousr]_[A-Za-z0-9]{20,} | \bgithub_pat_[A-Za-z0-9_]{20,}
    | \bglpat-[A-Za-z0-9_-]{16,}
    | \b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b
    | \bAIza[A-Za-z0-9_-]{30,} | \bya29\.[A-Za-z0-9_-]{20,}
    | \bxox[abeoprs]-[A-Za-z0-9-]{10,}
    | \b(?:hf|gsk|r8|npm|pypi|xai|pplx|dop_v1|tvly)[_-][A-Za-z0-9_-]{20,}
    | \beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{5,}
    | (?P<scheme>\b(?:Bearer|Basic)[ ]+)(?P<token>[A-Za-z0-9._~+/=-]{8,})
    | (?P<header>["']?(?:x-api-key|api[-_]?key|authorization|aws_secret_access_key)["']?\s*[:=]\s*["']?)
      (?!Bearer\b|Basic\b|\[redacted\])(?P<value>[A-Za-z0-9._~+/=-]{12,})
    | (?P<address>\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{0,200}:)(?P<password>[^\s/@]{3,500})(?=@)
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)


def _replacement(match: re.Match[str]) -> str:
    kept = match["scheme"] or match["header"] or match["address"] or ""
    return kept + MARK


class Redactor:
    """Knows the secrets of this run and the shapes of common ones.

    Redacting is deterministic and can be repeated: redacted text stays as it is. Called, it takes out
    both; ``known`` takes out only the very values it was told of, for text that work goes on with,
    where something that merely looks like a key must stay.
    """

    def __init__(self) -> None:
        self._secrets: tuple[str, ...] = ()
        self._keys: tuple[str, ...] = ()
        """Those of them that are too long to be an ordinary word."""
        self._lock = threading.Lock()

    def remember(self, secret: str | None) -> None:
        """From now on this very value is taken out wherever it appears, as it is or inside JSON."""
        if not secret or len(secret.strip()) < _SHORTEST_SECRET:
            return
        secret = secret.strip()
        forms = {secret, json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]}
        with self._lock:
            everything = forms.union(self._secrets)
            self._secrets = tuple(sorted(everything, key=lambda form: (-len(form), form)))
            self._keys = tuple(form for form in self._secrets if len(form) >= _SHORTEST_KEY)

    def known(self, text: str) -> str:
        """The text without the secrets that were remembered."""
        for secret in self._keys:
            if secret in text:
                text = text.replace(secret, MARK)
        return text

    def known_in(self, value: Any) -> Any:
        """The same for a value of lists, dictionaries and strings, as tools put into metadata."""
        if isinstance(value, str):
            return self.known(value)
        if not self._keys:
            return value
        if isinstance(value, dict):
            return {self.known_in(key): self.known_in(entry) for key, entry in value.items()}
        if isinstance(value, (list, tuple)):
            return type(value)(self.known_in(entry) for entry in value)
        return value

    def unfinished(self, text: str) -> int:
        """How many characters at the end may be the beginning of a remembered secret."""
        longest = 0
        for secret in self._keys:
            for length in range(min(len(secret) - 1, len(text)), longest, -1):
                if text.endswith(secret[:length]):
                    longest = length
                    break
        return longest

    def __call__(self, text: str) -> str:
        for secret in self._secrets:
            if secret in text:
                text = text.replace(secret, MARK)
        return _PATTERNS.sub(_replacement, text)


class HidingStream:
    """Passes text on as it comes, without the remembered secrets, however they are cut into pieces."""

    def __init__(self, redactor: Redactor, pass_on: Callable[[str], None]) -> None:
        self._redactor = redactor
        self._pass_on = pass_on
        self._held = ""

    def add(self, text: str) -> None:
        text = self._redactor.known(self._held + text)
        held = self._redactor.unfinished(text)
        self._held = text[len(text) - held :]
        if held < len(text):
            self._pass_on(text[: len(text) - held])

    def finish(self) -> None:
        """Nothing more will come, so what was held back is no secret."""
        held, self._held = self._held, ""
        if held:
            self._pass_on(held)
