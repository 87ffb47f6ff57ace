"""What a person typed, as the parts of a message: mentions attached, commands expanded."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from core.agents.prompts import mention_hint
from core.commands.definition import CommandDefinition, subtask_decision
from core.commands.expand import expand, parse_invocation
from core.errors import PermissionRefused, SpinneyError
from core.events import Notice
from core.ids import new_id
from core.loop.hooked import HookedPrompt, LoopHooks
from core.loop.inbox import plain_parts
from core.loop.plugged import called_prompt, prompt_text, resource_parts
from core.loop.run import Run
from core.loop.shell_line import shell_line
from core.mcp.servers import McpServers
from core.mentions.resolve import Resolved, resolve_mentions
from core.paths import Paths
from core.permissions.broker import denied_sentence
from core.permissions.check import decide
from core.permissions.models import Ask
from core.projects import ProjectContext, Projects
from core.sessions.models import AgentPart, FilePart, Part, SubtaskPart, TextPart, ToolPart
from core.sessions.store import Store
from core.tasks.models import QueueItem
from core.tools.executor import Executor


def find_command(context: ProjectContext, text: str) -> tuple[CommandDefinition, str] | None:
    """The command that a text calls, with its arguments; None for text that calls none."""
    invocation = parse_invocation(text)
    if invocation is None:
        return None
    command = context.commands.find(invocation[0])
    return (command, invocation[1]) if command is not None else None


def turn_overrides(command: CommandDefinition, context: ProjectContext) -> dict[str, Any]:
    """What a command changes for the turn that answers it: agent, model, tools, rules."""
    overrides: dict[str, Any] = {"command": command.name}
    agent = context.agents.find(command.agent) if command.agent else None
    runs_in_child = command.context == "fork" or (agent and subtask_decision(command, agent))
    if not runs_in_child:
        if agent is not None:
            overrides["agent"] = agent.name
        if command.model:
            overrides["model"] = command.model
        if command.allowed_tools is not None:
            overrides["tools"] = list(command.allowed_tools)
        overrides["rules"] = [list(rule) for rule in command.rules]
    return overrides


@dataclass(slots=True)
class InputReader:
    """Resolves queued input when its turn comes, so that what it asks for is asked in that turn."""

    store: Store
    executor: Executor
    projects: Projects
    paths: Paths
    hooks: LoopHooks
    servers: McpServers

    async def parts_of(self, run: Run, item: QueueItem) -> list[Part]:
        if item.kind == "bash":
            output = await self._line(run, item.text)
            return [
                TextPart(text=f"!{item.text}", ignored=True),
                TextPart(
                    text=f"The person ran this command: `{item.text}`\n\nIt printed:\n{output}",
                    synthetic=True,
                ),
            ]
        if item.kind != "prompt" or not item.as_typed:
            return plain_parts(item)
        hooked = await self.hooks.prompt(run, item.text)
        if hooked.refused is not None:
            return self._not_sent(run, item, f"A hook refused this prompt: {hooked.refused}")
        return [*await self._prompt(run, item, hooked), *hooked.more]

    async def _prompt(self, run: Run, item: QueueItem, hooked: HookedPrompt) -> list[Part]:
        context = await self.projects.context(run.project_root)
        if hooked.changed:
            # What a hook wrote is no command: a command's limits were looked up for what was typed.
            return [
                TextPart(text=item.text, ignored=True),
                TextPart(text=hooked.text, synthetic=True),
                *plain_parts(item)[1:],
                *await self._mentions(run, context, hooked.text),
            ]
        called = find_command(context, item.text)
        offered = called_prompt(self.servers, run.home, item.text) if not called else None
        try:
            if called is not None and called[0].kind == "prompt":
                return await self._command(run, context, item, *called)
            if offered is not None:
                text = await prompt_text(self.servers, run.home, *offered)
                return [
                    TextPart(text=item.text, ignored=True),
                    TextPart(text=text, synthetic=True),
                    *plain_parts(item)[1:],
                ]
        except (SpinneyError, PermissionRefused) as error:
            name = called[0].name if called else offered[0].command if offered else ""
            return self._not_sent(run, item, f"/{name} was not run: {error}")
        given = plain_parts(item)
        return [*given, *await self._mentions(run, context, item.text)]

    async def _line(self, run: Run, command: str) -> str:
        return await shell_line(self.paths.outputs, run, self.executor.services.redactor)(command)

    def _not_sent(self, run: Run, item: QueueItem, sentence: str) -> list[Part]:
        """The prompt stays in the transcript with why the model does not get it."""
        self.store.bus.publish(Notice(run.session.id, "warning", sentence))
        return [TextPart(text=f"{item.text}\n\n{sentence}", ignored=True)]

    async def _mentions(self, run: Run, context: ProjectContext, text: str) -> list[Part]:
        resolved = await asyncio.to_thread(
            resolve_mentions,
            text,
            project=run.project,
            directory=run.directory,
            agents=context.agents,
            attachments=self.paths.attachments,
        )
        resolved = await self._readable(run, resolved)
        resources = await resource_parts(self.servers, run.home, text)
        for note in (*resolved.notes, *resources.notes):
            self.store.bus.publish(Notice(run.session.id, "info", note))
        parts: list[Part] = [*resolved.parts, *resources.parts]
        parts += [
            TextPart(text=mention_hint(part.name), synthetic=True)
            for part in resolved.parts
            if isinstance(part, AgentPart)
        ]
        return parts

    @staticmethod
    async def _readable(run: Run, resolved: Resolved) -> Resolved:
        """Without files that a rule denies to be read: a mention may stand in a project's command."""
        rights = await run.rights()
        kept: list[FilePart | AgentPart] = []
        notes = list(resolved.notes)
        for part in resolved.parts:
            if isinstance(part, FilePart):
                decision = decide([Ask("read", (part.name,))], rights)
                if decision.action == "deny":
                    notes.append(f"@{part.name} is not attached. {denied_sentence(decision)}")
                    continue
            kept.append(part)
        return Resolved(tuple(kept), tuple(notes))

    async def _command(
        self,
        run: Run,
        context: ProjectContext,
        item: QueueItem,
        command: CommandDefinition,
        arguments: str,
    ) -> list[Part]:
        async def run_shell(line: str) -> str:
            return await self._shell_line(run, line)

        expanded = await expand(command.template, arguments, run_shell)
        agent = context.agents.get(command.agent) if command.agent else None
        forked = command.context == "fork"
        if forked or (agent is not None and subtask_decision(command, agent)) or command.subtask:
            name = agent.name if agent else ("general" if forked else run.agent.name)
            return [
                SubtaskPart(
                    prompt=expanded.text,
                    description=command.description or command.name,
                    agent=name,
                    command=f"/{command.name}",
                    model=command.model,
                    background=command.background,
                    rules=[list(rule) for rule in command.rules],
                    tools=list(command.allowed_tools) if command.allowed_tools else None,
                )
            ]
        return [
            TextPart(text=item.text, ignored=True),
            TextPart(text=expanded.text, synthetic=True),
            *plain_parts(item)[1:],
            *await self._mentions(run, context, expanded.mentionable),
        ]

    async def _shell_line(self, run: Run, line: str) -> str:
        """A shell line of a template: asked and run like any command the model wants to run."""
        part = ToolPart(call_id=new_id("call"), tool="bash")
        part.session_id = run.session.id
        result = await self.executor.run_unstored(run, part, {"command": line})
        return result.output
