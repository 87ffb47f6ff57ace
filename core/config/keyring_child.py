"""Ask the system keyring one thing, in a process of its own.

A keyring may wait for a password, a hung daemon or a dead bus; a process can be ended, a thread
cannot. One JSON request comes in on standard input, one JSON answer goes out on the descriptor that
was standard output; whatever a backend prints goes to standard error.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import Any


def main(_arguments: Sequence[str] = ()) -> None:
    answers = os.dup(1)
    os.dup2(2, 1)
    request = json.loads(sys.stdin.buffer.read())
    answer = json.dumps(_answer(request)).encode()
    with os.fdopen(answers, "wb") as out:
        out.write(answer)
        out.flush()
    # Backends may leave threads or connections behind that would hold up an orderly exit.
    os._exit(0)


def _answer(request: dict[str, str]) -> dict[str, Any]:
    try:
        import keyring
        from keyring.errors import KeyringError, KeyringLocked, NoKeyringError, PasswordDeleteError
    except ImportError:
        return {"problem": "missing"}
    try:
        backend = keyring.get_keyring()
        if refused := _unsafe(backend):
            return {"problem": refused, "backend": _name(backend)}
        service, name = request["service"], request["name"]
        if request["action"] == "get":
            return {"value": backend.get_password(service, name), "backend": _name(backend)}
        if request["action"] == "set":
            backend.set_password(service, name, request["value"])
            stored = backend.get_password(service, name) == request["value"]
            return {"value": None, "backend": _name(backend), "stored": stored}
        try:
            backend.delete_password(service, name)
        except PasswordDeleteError:
            return {"value": None, "deleted": False}
        return {"value": None, "deleted": True}
    except NoKeyringError:
        return {"problem": "missing"}
    except KeyringLocked:
        return {"problem": "locked"}
    except KeyringError as error:
        return {"problem": "failed", "detail": type(error).__name__}
    except Exception as error:
        return {"problem": "failed", "detail": type(error).__name__}


def _name(backend: object) -> str:
    return f"{type(backend).__module__}.{type(backend).__qualname__}"


def _unsafe(backend: Any) -> str | None:
    """Stores that keep nothing, or keep it in the open, are no keyring."""
    parts = [backend, *(getattr(backend, "backends", None) or ())]
    names = [_name(part).lower() for part in parts]
    if any("plaintext" in name or "keyrings.alt" in name for name in names):
        return "plaintext"
    useful = [n for n in names if ".fail." not in n and ".null." not in n and ".chainer." not in n]
    return None if useful else "missing"
