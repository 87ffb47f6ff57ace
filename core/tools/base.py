"""What a tool is, and what it is given to work with.

A tool is: parameters (a pydantic model), what it asks permission for, how it runs, and how it is
shown. It validates nothing itself, asks nobody itself and bounds no output itself: the executor
does that once for all of them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel, ConfigDict

from core.agents.definition import AgentDefinition
from core.permissions.models import Ask, Rule
from core.sessions.models import Attachment, Session

if TYPE_CHECKING:
    from core.config.settings import Settings
    from core.files import FileLedger
    from core.paths import Paths
    from core.tools.services import Services


class Parameters(BaseModel):
    """Arguments of a tool; a field the tool does not know is an error that names it."""

    model_config = ConfigDict(extra="forbid")


@dataclass(frozen=True, slots=True)
class ToolResult:
    """``output`` is for the model and bounded later; ``metadata`` is for the card in the chat."""

    output: str
    title: str = ""
    metadata: dict[str, Any] = field(default_factory=dict)
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class RunLimits:
    """What a command or skill takes away from the run it starts; it grants nothing."""

    rules: tuple[tuple[str, str, str], ...] = ()
    tools: tuple[str, ...] | None = None
    skill: str = ""
    """The skill that the run works by, whose hooks act in it."""


@dataclass(slots=True)
class ToolContext:
    """The surroundings of one tool call.

    ``directory`` is where the agent works (the project or its worktree); ``project`` the folder that
    counts as inside. ``files`` remembers what this session has read. ``progress`` shows a title,
    metadata or more output while the tool runs. ``services`` is how tools reach the rest of the
    engine (tasks, questions, todo lists). Cancelling the call cancels the coroutine it runs in.
    """

    session: Session
    agent: AgentDefinition
    message_id: str
    call_id: str
    directory: Path
    project: Path
    settings: Settings
    paths: Paths
    files: FileLedger
    services: Services
    progress: Callable[..., None]
    """``progress(title=None, metadata=None, output=None)``; ``output`` is text to append."""

    ask: Callable[[Sequence[Ask]], Awaitable[None]] | None = None
    """Asks for something that turned out to be needed while running; raises when it is refused."""

    by_person: bool = False
    """The person asked for this very call (a command), so nobody needs to be asked again."""

    limits: RunLimits = RunLimits()
    """Limits for a run that this call starts."""

    granted: frozenset[str] = frozenset()
    """Permissions that were decided for this very call, such as ``unsandboxed`` or ``network``."""

    judged: dict[str, Any] = field(default_factory=dict)
    """What the arguments meant when permission was decided (real paths, addresses); ``asks`` fills it
    and ``run`` uses just that, so pass the same value to both."""

    memory: Path | None = None
    """The folder of the agent's own memory, whose Markdown files it may read and write."""

    read_rules: tuple[Rule, ...] = ()
    """The ``read`` rules in force, for tools that look into many files at once."""


Args = TypeVar("Args", bound=Parameters)


class Tool(Generic[Args]):
    """One thing an agent can do.

    ``read_only`` calls run beside each other; the others run in the order the model wrote them.
    ``parallel`` ones (task) run beside everything. ``polling`` tools may repeat themselves without
    being taken for a doom loop. ``looks_into_many`` files at once: gets the rules of ``read``.
    """

    name: ClassVar[str]
    parameters: ClassVar[type[Parameters]]
    read_only: ClassVar[bool] = False
    parallel: ClassVar[bool] = False
    polling: ClassVar[bool] = False
    looks_into_many: ClassVar[bool] = False

    def description(self, agent: AgentDefinition, settings: Settings) -> str:
        """The text the model reads about this tool."""
        raise NotImplementedError

    def schema(self, agent: AgentDefinition, settings: Settings) -> dict[str, Any]:
        """The JSON schema of the arguments; override to leave out what cannot act."""
        return plain_schema(self.parameters)

    async def asks(self, args: Args, context: ToolContext) -> list[Ask]:
        """What this call wants to do; an empty list needs no permission."""
        raise NotImplementedError

    async def run(self, args: Args, context: ToolContext) -> ToolResult:
        """Do it. Raise ``ToolError`` with a sentence for the model when it cannot be done."""
        raise NotImplementedError


def plain_schema(parameters: type[Parameters]) -> dict[str, Any]:
    """The model's JSON schema without titles, which only cost tokens."""

    def strip(node: Any) -> Any:
        if isinstance(node, dict):
            return {
                key: strip(value)
                for key, value in node.items()
                if not (key == "title" and isinstance(value, str))
            }
        if isinstance(node, list):
            return [strip(item) for item in node]
        return node

    schema: dict[str, Any] = strip(parameters.model_json_schema())
    schema.pop("description", None)
    return schema
