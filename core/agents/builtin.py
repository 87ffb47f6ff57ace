"""The agents that come with Spinney.

Their prompts are Markdown under ``resources/prompts/agents``; what they may do is written here as
rules of the agent layer, in the order in which they are matched (the last match wins).
"""

from __future__ import annotations

from functools import cache

from core.agents.definition import AgentDefinition
from core.paths import RESOURCES

RuleTriple = tuple[str, str, str]

PROMPTS = RESOURCES / "prompts" / "agents"

INTERNAL = ("fork", "compaction", "title", "summary")
"""Agents that the engine runs for itself; no file may define one under these names."""

ENV_FILES: tuple[RuleTriple, ...] = (
    ("read", "*.env", "deny"),
    ("read", "*.env.*", "deny"),
    ("read", "*.env.example", "allow"),
)
"""Repeated after every blanket "read: allow" of an agent, which would otherwise open them again."""

LOOKING: tuple[RuleTriple, ...] = tuple(
    ("bash", pattern, "allow")
    for pattern in (
        "ls *",
        "pwd",
        "wc *",
        "du *",
        "cat *",
        "head *",
        "tail *",
        "nl *",
        "sort *",
        "uniq *",
        "cut *",
        "find *",
        "git status *",
        "git log *",
        "git show *",
        "git diff *",
        "git blame *",
        "git shortlog *",
        "git rev-parse *",
        "git merge-base *",
        "git ls-files *",
        "git describe *",
    )
)
"""Commands that only look. The paths they read are judged as reads of their own, and no rule covers
options that write or execute. ``grep`` is not among them: it would search files that may not be read."""

_READ_ONLY: tuple[RuleTriple, ...] = (
    ("*", "*", "deny"),
    ("doom_loop", "*", "ask"),
    ("grep", "*", "allow"),
    ("glob", "*", "allow"),
    ("list", "*", "allow"),
    ("codesearch", "*", "allow"),
    ("read", "*", "allow"),
    *ENV_FILES,
)

_NOTHING: tuple[RuleTriple, ...] = (("*", "*", "deny"),)


@cache
def prompt_text(name: str) -> str:
    """The text of ``resources/prompts/agents/NAME.md``."""
    return (PROMPTS / f"{name}.md").read_text(encoding="utf-8").strip()


@cache
def builtin_agents() -> tuple[AgentDefinition, ...]:
    """All built-in agents, in the order in which a picker shows them."""
    return (
        AgentDefinition(
            name="build",
            native=True,
            mode="primary",
            description="Works on the project: reads, edits, runs commands and checks the result.",
            prompt=prompt_text("build"),
            permission=(("question", "*", "allow"),),
        ),
        AgentDefinition(
            name="plan",
            native=True,
            mode="primary",
            description="Explores and writes a plan without changing anything in the project.",
            prompt=prompt_text("plan"),
            permission=(
                ("question", "*", "allow"),
                ("edit", "*", "deny"),
                ("edit", ".spinney/plans/*.md", "allow"),
            ),
            permission_mode="plan",
        ),
        AgentDefinition(
            name="general",
            native=True,
            mode="subagent",
            description=(
                "Carries out a self-contained task of several steps, research or changes, and reports "
                "the result. Use several of them at once for independent pieces of work."
            ),
            prompt=prompt_text("general"),
            permission=(("todowrite", "*", "deny"), ("todoread", "*", "deny")),
        ),
        AgentDefinition(
            name="explore",
            native=True,
            mode="subagent",
            description=(
                "Finds things in the code base quickly and only reads: files by pattern, code by "
                "keyword, answers to questions such as how a feature works. Say how thorough it "
                'should be: "quick", "medium" or "very thorough".'
            ),
            prompt=prompt_text("explore"),
            permission=(
                *_READ_ONLY,
                ("bash", "*", "ask"),
                *LOOKING,
                ("webfetch", "*", "ask"),
                ("websearch", "*", "ask"),
            ),
            permission_mode="plan",
        ),
        AgentDefinition(
            name="review",
            native=True,
            mode="subagent",
            description=(
                "Reviews a change (uncommitted work, a branch, a commit) and reports findings by "
                "priority as JSON. Only reads."
            ),
            prompt=prompt_text("review"),
            # Not plan mode: without a sandbox that would ask for every git command, and a review has to
            # work where nobody can answer. All other commands are denied instead.
            permission=(*_READ_ONLY, ("bash", "*", "deny"), *LOOKING),
        ),
        AgentDefinition(
            name="fork",
            native=True,
            hidden=True,
            mode="subagent",
            description="A copy of the conversation that carries out one directive.",
            permission_mode="bubble",
            background=True,
        ),
        _internal("compaction", "Writes the handover when a conversation outgrows the model."),
        _internal("title", "Names a conversation.", temperature=0.5),
        _internal("summary", "Sums up what was done."),
    )


def _internal(name: str, description: str, *, temperature: float | None = None) -> AgentDefinition:
    return AgentDefinition(
        name=name,
        native=True,
        hidden=True,
        mode="primary",
        description=description,
        prompt=prompt_text(name),
        permission=_NOTHING,
        temperature=temperature,
    )


def builtin(name: str) -> AgentDefinition:
    """One built-in agent by name; for the engine's own use, so an unknown one is a bug."""
    return next(agent for agent in builtin_agents() if agent.name == name)
