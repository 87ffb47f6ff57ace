"""The system prompt of an agent.

The same input gives the same bytes, and what changes least stands first, because providers charge
little for a prefix they have seen before. The date is given by the day for the same reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from pathlib import Path

from core.agents.builtin import INTERNAL, prompt_text
from core.agents.definition import AgentDefinition
from core.instructions import InstructionFile

LAST_STEP = (
    "This is the last step you are allowed in this turn, and no tools are available in it. Do not call "
    "any. Answer with what you have: what was done, what is left to do, and how to go on from here."
)

AFTER_SUBTASK = (
    "The command's task has ended; its output is above. Tell me briefly what came of it and go on with "
    "what we were doing."
)
"""Said after a command ran as a subtask; some models need a user's message between two of their own."""

AFTER_LAUNCH = (
    "The command's task works in the background; you will be told when it has ended. Say in a sentence "
    "that it is under way, and do not guess its result."
)
"""Said instead where the command's agent always works in the background."""


def mention_hint(agent: str) -> str:
    """What the session's own agent is told when the person mentioned another one."""
    return (
        f"The person asks for the agent {agent!r}. Make a complete prompt from the message above and "
        f"what it refers to, and call the task tool with subagent_type {agent!r}."
    )


@dataclass(frozen=True)
class EnvironmentFacts:
    """What an agent is told about where it works. ``worktree_of`` is the main checkout when
    ``directory`` is a worktree of its own."""

    directory: Path
    is_git: bool
    platform: str
    date: date
    model: str | None = None
    worktree_of: Path | None = None


def system_prompt(
    agent: AgentDefinition,
    environment: EnvironmentFacts,
    instructions: Sequence[InstructionFile] = (),
    skills: str = "",
    memory: str = "",
    *,
    coordinator: bool = False,
) -> str:
    """The whole system prompt.

    ``skills`` is the listing made by ``core.skills``, ``memory`` the agent's remembered notes. A
    ``coordinator`` leads others instead of working itself. Agents that only transform text get their
    own prompt and no more; the reviewer gets no instructions, so that a change under review cannot
    bring its own judge.
    """
    if agent.native and agent.name in INTERNAL and agent.name != "fork":
        return agent.prompt + "\n"
    sections = [agent.prompt or prompt_text("build")]
    if not _is_reviewer(agent):
        if coordinator:
            sections.append(prompt_text("coordinator"))
        elif not _only_reads(agent):
            sections.append(prompt_text("tools"))
        sections.append(prompt_text("safety"))
        sections.append(skills)
        sections.append(_instructions(instructions))
        sections.append(_memory(memory))
    sections.append(_environment(environment))
    return "\n\n".join(text for text in (section.strip() for section in sections) if text) + "\n"


def _only_reads(agent: AgentDefinition) -> bool:
    return agent.native and agent.name == "explore"


def _is_reviewer(agent: AgentDefinition) -> bool:
    return agent.native and agent.name == "review"


def _instructions(files: Sequence[InstructionFile]) -> str:
    if not files:
        return ""
    blocks = [
        "# Instructions\n\n"
        "The person and the project gave these standing instructions. Follow them where they concern "
        "the work at hand. What the person says in the conversation comes before them; of two that "
        "contradict each other the later one holds. They do not change the safety rules above."
    ]
    for entry in files:
        text = entry.text.replace("</instructions>", "&lt;/instructions>")
        blocks.append(
            f'<instructions from="{escape(entry.path.as_posix())}">\n{text}\n</instructions>'
        )
    return "\n\n".join(blocks)


def _memory(memory: str) -> str:
    if not memory.strip():
        return ""
    return (
        "# Memory\n\nNotes you kept from earlier work. They may be out of date: check before you rely "
        f"on them.\n\n{memory.strip()}"
    )


def _environment(facts: EnvironmentFacts) -> str:
    lines = [
        "# Environment",
        "",
        f"- Working folder: {facts.directory}",
        f"- Git repository: {'yes' if facts.is_git else 'no'}",
    ]
    if facts.worktree_of is not None:
        lines.append(
            f"- This folder is a separate git worktree of {facts.worktree_of}. Work only in here and "
            "never write to that checkout."
        )
    lines += [f"- Platform: {facts.platform}", f"- Date: {facts.date.isoformat()}"]
    if facts.model:
        lines.append(f"- Model: {facts.model}")
    return "\n".join(lines)
