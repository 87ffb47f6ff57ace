"""Cards: how each kind of tool call, and everything else that is not text, is shown."""

from __future__ import annotations

from core.sessions.models import ToolPart
from desktop.chat.cards.base import ToolCard
from desktop.chat.cards.edit import EditCard
from desktop.chat.cards.question import QuestionCard
from desktop.chat.cards.search import ReadCard, SearchCard, WebCard
from desktop.chat.cards.shell import ShellCard
from desktop.chat.cards.task import TaskCard
from desktop.chat.cards.todo import TodoCard
from desktop.chat.host import Host

_CARDS: dict[str, type[ToolCard]] = {
    "bash": ShellCard,
    "edit": EditCard,
    "multiedit": EditCard,
    "write": EditCard,
    "apply_patch": EditCard,
    "patch": EditCard,
    "grep": SearchCard,
    "glob": SearchCard,
    "list": SearchCard,
    "codesearch": SearchCard,
    "read": ReadCard,
    "webfetch": WebCard,
    "websearch": WebCard,
    "todowrite": TodoCard,
    "todoread": TodoCard,
    "task": TaskCard,
    "question": QuestionCard,
}


def card_for(part: ToolPart, host: Host, detail: str) -> ToolCard:
    """The card made for this tool, or the general one."""
    return _CARDS.get(part.tool, ToolCard)(part, host, detail)
