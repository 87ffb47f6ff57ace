"""Take secrets out of text before it reaches a log, an export or an error on the screen."""

from __future__ import annotations

import re
import threading

MARK = "[redacted]"
_SHORTEST_SECRET = 6

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

    Redacting is deterministic and can be repeated: redacted text stays as it is.
    """

    def __init__(self) -> None:
        self._secrets: set[str] = set()
        self._known: re.Pattern[str] | None = None
        self._lock = threading.Lock()

    def remember(self, secret: str | None) -> None:
        """From now on this very value is taken out wherever it appears."""
        if not secret or len(secret.strip()) < _SHORTEST_SECRET:
            return
        with self._lock:
            self._secrets.add(secret.strip())
            longest_first = sorted(self._secrets, key=len, reverse=True)
            self._known = re.compile("|".join(re.escape(secret) for secret in longest_first))

    def __call__(self, text: str) -> str:
        if self._known is not None:
            text = self._known.sub(MARK, text)
        return _PATTERNS.sub(_replacement, text)
