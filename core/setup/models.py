"""What the set-up functions tell a window, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from core.config.settings import Settings
from core.permissions.models import Action, Approval, Rule


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong in a configuration file; ``serious`` when the whole file is not used."""

    place: str
    key: str
    sentence: str
    serious: bool = False


@dataclass(frozen=True, slots=True)
class OwnSettings:
    """The person's own settings, without any project's, and what is wrong with their file."""

    file: Path
    settings: Settings
    written: frozenset[tuple[str, ...]] = frozenset()
    """The keys that stand in the file; everything else is a default."""
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class ProviderState:
    """A provider and where its key is. ``key`` is "" where none was found, and then ``problem`` and
    ``hint`` say why; ``needs_key`` is False for servers of one's own."""

    name: str
    title: str
    kind: str
    base_url: str | None = None
    configured: bool = False
    local: bool = False
    needs_key: bool = True
    variable: str | None = None
    key: str = ""
    problem: str = ""
    hint: str = ""
    models: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundKey:
    """A key that is in the environment already; ``model`` is a good first choice."""

    provider: str
    title: str
    variable: str
    model: str
    models: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundServer:
    """A model server that runs on this machine."""

    provider: str
    title: str
    base_url: str
    models: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    keys: tuple[FoundKey, ...] = ()
    servers: tuple[FoundServer, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.keys or self.servers)


@dataclass(frozen=True, slots=True)
class Probe:
    """What one call to a model showed. ``kind`` is the error's where it did not answer."""

    ref: str
    answers: bool
    tools: bool
    sentence: str
    hint: str = ""
    kind: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class RuleLayer:
    """The rules of one layer, lowest first; ``note`` says what holds for the layer."""

    name: str
    rules: tuple[Rule, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the rules would say; nothing is run."""

    action: Action
    reasons: tuple[str, ...] = ()
    suggested: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HeldApproval:
    """An approval that counts, and the task, session or project it holds for, in words."""

    approval: Approval
    holds_for: str


@dataclass(frozen=True, slots=True)
class SandboxState:
    works: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class DefinitionRow:
    """An agent, command or skill as a list shows it."""

    kind: str
    name: str
    description: str
    source: str
    scope: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Definitions:
    """``skipped`` are those that could be used, were it not for another of the same name."""

    rows: tuple[DefinitionRow, ...] = ()
    problems: tuple[Fault, ...] = ()
    skipped: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolRight:
    """Whether an agent has a tool, and what a call of it meets first."""

    tool: str
    action: Action
    why: str


@dataclass(frozen=True, slots=True)
class AgentPreview:
    """What a definition would come to: tools it has and has not, the file's text, what is wrong."""

    tools: tuple[ToolRight, ...] = ()
    without: tuple[str, ...] = ()
    text: str = ""
    model: str = ""
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DataPlace:
    """A folder or file of Spinney's: how much is in it, and whether clean-up may empty it."""

    name: str
    path: Path
    size: int
    files: int


@dataclass(frozen=True, slots=True)
class CleanUp:
    """What a clean-up would remove. Nothing is removed before a person has seen this."""

    sessions: tuple[tuple[str, str, float], ...] = ()
    """Id, title and time of the last change of each root session."""
    files: tuple[Path, ...] = ()
    size: int = 0

    def __bool__(self) -> bool:
        return bool(self.sessions or self.files)


@dataclass(frozen=True, slots=True)
class Spent:
    """What was spent in a day and a month so far, beside what was planned."""

    day: float = 0.0
    month: float = 0.0
    day_budget: float | None = None
    month_budget: float | None = None
    warn_at: float = 0.8
    unpriced: int = field(default=0)
    """Answers of this month whose price nobody knows."""


HookState = Literal["own", "agreed", "new", "changed"]


@dataclass(frozen=True, slots=True)
class HookRow:
    """A hook for the list. ``own`` ones are the person's and need no agreement; ``files`` are those of
    the project that it runs. ``seen`` is what agreeing to it is bound to."""

    event: str
    command: str
    matcher: str
    pattern: str
    source: str
    scope: str
    state: HookState
    timeout: float
    required: bool = False
    name: str = ""
    files: tuple[Path, ...] = ()
    hook: Any = field(default=None, compare=False, repr=False)
    seen: Any = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class HookRunRow:
    """What a hook did: when, how long, and what it answered."""

    time: float
    event: str
    hook: str
    subject: str
    seconds: float
    exit_code: int | None
    outcome: str
    answer: str


@dataclass(frozen=True, slots=True)
class ToolRow:
    """A tool of a server. For one that waits for a person ``difference`` tells what they agreed to
    and what it is now, line by line."""

    name: str
    exposed: str
    state: str
    description: str = ""
    difference: str = ""
    problem: str = ""
    digest: str = ""


@dataclass(frozen=True, slots=True)
class ServerRow:
    """An MCP server for the list. ``state`` is the server's, or ``idle`` while no session has needed
    it. Only the person's own are ``editable`` here."""

    name: str
    key: str
    scope: str
    shown: str
    source: str
    state: str
    error: str = ""
    next_try: float | None = None
    tools: tuple[ToolRow, ...] = ()
    prompts: int = 0
    resources: int = 0
    log: tuple[str, ...] = ()
    enabled_here: bool = True
    enabled: bool = True
    editable: bool = False
    variables: tuple[str, ...] = ()
    agreed: str = ""
    """The command or address that the person agreed to before."""
    content: str = ""
    """What agreeing to it is bound to."""

    @property
    def waiting(self) -> tuple[ToolRow, ...]:
        return tuple(tool for tool in self.tools if tool.state in ("new", "changed"))


@dataclass(frozen=True, slots=True)
class ServerForm:
    """A server of the person's own as they enter it; a value may be ``env:NAME`` or
    ``keyring:NAME``."""

    name: str
    command: tuple[str, ...] = ()
    url: str = ""
    cwd: str = ""
    values: tuple[tuple[str, str], ...] = ()
    timeout: float | None = None
    push: bool = False


@dataclass(frozen=True, slots=True)
class MemoryPlace:
    """A folder of an agent's memory; ``in_use`` tells that the agent's definition says so."""

    agent: str
    scope: str
    folder: Path
    in_use: bool = True
    files: tuple[tuple[str, int, float], ...] = ()
    """Name, size and time of the last change of each file."""


@dataclass(frozen=True, slots=True)
class ScheduleRun:
    """A line of a schedule's history."""

    started: float
    kind: str
    outcome: str
    session_id: str = ""
    error: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """A schedule for the list; ``place`` is where it stands among the ``[[schedule]]`` entries and
    ``entry`` what it says there. ``problem`` tells why it cannot be used."""

    place: int
    id: str
    name: str
    when: str
    prompt: str
    next: float | None = None
    enabled: bool = True
    problem: str = ""
    entry: dict[str, Any] = field(default_factory=dict, hash=False)
    history: tuple[ScheduleRun, ...] = ()
