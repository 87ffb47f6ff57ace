"""Where something happens, and what its hooks want."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.hooks.answer import Verdict


@dataclass(frozen=True, slots=True)
class Place:
    """Where something happens: the session, its project and the folder its agent works in."""

    session_id: str
    project: Path
    directory: Path
    agent: str = ""
    mode: str = ""


@dataclass(frozen=True, slots=True)
class Proceed:
    """Go on with ``args``. ``changed`` means they must be judged again; ``ask`` is a reason to ask a
    person even where the rules allow; ``context`` joins what the model sees."""

    args: dict[str, Any]
    changed: bool = False
    ask: str = ""
    context: str = ""
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Blocked:
    """Do not go on; ``reason`` is for the model or the person."""

    reason: str
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Heard:
    """What hooks said where they cannot change anything: ``blocked`` is the first reason not to go
    on (or, for ``stop`` and ``subagent-stop``, to go on working), ``context`` is for the model."""

    blocked: str | None = None
    context: str = ""
    verdict: Verdict = ""
    reason: str = ""
    path: str = ""
    notices: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()
