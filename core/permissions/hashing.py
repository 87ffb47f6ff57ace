"""One hash for the same arguments, however they were written."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def arguments_hash(arguments: dict[str, Any]) -> str:
    """SHA-256 over the arguments as canonical JSON."""
    text = json.dumps(arguments, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", errors="surrogatepass")).hexdigest()
