"""Running one tool call: arguments checked, permission asked, done, output bounded, all of it stored."""

from __future__ import annotations

import asyncio
import difflib
import json
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from core.errors import PermissionRefused, SpinneyError, ToolError
from core.outputs import MAX_CHARACTERS, bound, output_file
from core.paths import Paths
from core.permissions.broker import Broker, CallInfo, denied_sentence
from core.permissions.check import decide
from core.permissions.doom import DoomWatch
from core.permissions.models import Ask
from core.permissions.patterns import matches
from core.sessions.models import ToolPart
from core.sessions.store import Store
from core.tools.base import Parameters, RunLimits, Tool, ToolContext, ToolResult
from core.tools.services import Services

if TYPE_CHECKING:
    from core.hooks.runner import Proceed
    from core.loop.hooked import LoopHooks
    from core.loop.run import Run

log = logging.getLogger("spinney.tools")

INTERRUPTED = "Interrupted before it finished."


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a call ended; ``refused`` tells that a rule or a person said no."""

    refused: bool = False


@dataclass(slots=True)
class Executor:
    """The one way from a model's call to its result."""

    store: Store
    broker: Broker
    services: Services
    paths: Paths
    tools: Mapping[str, Tool[Any]]
    hooks: LoopHooks | None = None
    doom: DoomWatch = field(default_factory=DoomWatch)
    _saving: set[asyncio.Future[None]] = field(default_factory=set)

    async def execute(
        self,
        run: Run,
        part: ToolPart,
        *,
        by_person: bool = False,
        limits: RunLimits | None = None,
        storing: list[asyncio.Future[None]] | None = None,
    ) -> Outcome:
        """Run the call that ``part`` describes and store what came of it.

        Failures are results for the model. Only a person's "deny and stop" and cancellation are
        raised. ``by_person`` marks a call that the person asked for; ``limits`` hold for a run that
        it starts. Whoever gives a ``storing`` list need not wait for the disk now, but must see to
        it that what is added there gets done.
        """
        try:
            tools = self.tools if by_person else run.tools
            tool, args, hooked = await self._read(run, part, tools)
            context = self._context(run, part, args)
            context.by_person = by_person
            context.limits = limits or context.limits
            if tool.looks_into_many:
                rules = (await run.rights()).rules
                context.read_rules = tuple(
                    rule for rule in rules if matches(rule.permission, "read")
                )
            granted = await self._authorize(run, tool, args, part, context, hooked)
            context.granted = granted
            part.status, part.started = "running", time.time()
            if tool.read_only:
                result = await tool.run(args, context)
            else:
                # Begun and ended are each stored in order; the tool need not wait for the disk.
                self._save_soon(part)
                result = await tool.run(args, context)
            if hooked is not None:
                result = await self._with_hooks(run, part, hooked, result)
        except asyncio.CancelledError:
            if not run.leaving:
                await self.broker.withdraw(
                    session_id=run.session.id,
                    call_id=part.call_id,
                    why="The run was interrupted.",
                )
                await self._fail(part, INTERRUPTED)
            raise
        except PermissionRefused as refusal:
            await self._fail(part, str(refusal))
            if refusal.stop:
                raise
            return Outcome(refused=True)
        except SpinneyError as error:
            await self._fail(part, str(error))
        except Exception as error:
            log.exception("the tool %s failed", part.tool)
            await self._fail(part, f"The tool {part.tool} failed: {type(error).__name__}: {error}")
        else:
            await self._complete(run, part, result)
            saving = asyncio.ensure_future(self.store.save_part(part))
            if storing is None:
                await saving
            else:
                storing.append(saving)
        self.doom.record(run.session.id, part.tool, part.input, part.output or part.error or "")
        return Outcome()

    async def run_unstored(
        self,
        run: Run,
        part: ToolPart,
        arguments: dict[str, Any],
        *,
        by_person: bool = False,
        limits: RunLimits | None = None,
    ) -> ToolResult:
        """Ask for and run a call that is no part of the conversation, such as a template's shell
        line; whatever goes wrong is raised."""
        part.raw_input = json.dumps(arguments)
        tool, args, hooked = await self._read(run, part, self.tools)
        context = self._context(run, part, args)
        context.progress = lambda **_: None
        context.by_person = by_person
        context.limits = limits or context.limits
        try:
            context.granted = await self._authorize(run, tool, args, part, context, hooked)
            return await tool.run(args, context)
        except asyncio.CancelledError:
            await self.broker.withdraw(
                session_id=run.session.id, call_id=part.call_id, why="The run was interrupted."
            )
            raise

    async def _read(
        self, run: Run, part: ToolPart, tools: Mapping[str, Tool[Any]]
    ) -> tuple[Tool[Any], Parameters, Proceed | None]:
        """The tool and its arguments, as hooks leave them: what they change is checked like what the
        model wrote, and judged after that."""
        tool, args = self._parse(run, part, tools)
        if self.hooks is None:
            return tool, args, None
        # Hooks see the arguments under our names for them, whatever the model called them.
        hooked = await self.hooks.before_tool(run, part, plain_arguments(args))
        if hooked.changed:
            part.raw_input = json.dumps(hooked.args, ensure_ascii=False)
            tool, args = self._parse(run, part, tools)
        return tool, args, hooked

    async def _with_hooks(
        self, run: Run, part: ToolPart, hooked: Proceed, result: ToolResult
    ) -> ToolResult:
        """The result with what hooks say about the call."""
        assert self.hooks is not None
        said = await self.hooks.after_tool(run, part, hooked.args, result.output)
        texts = [result.output, hooked.context, said]
        return replace(result, output="\n\n".join(text for text in texts if text))

    def _parse(
        self, run: Run, part: ToolPart, tools: Mapping[str, Tool[Any]]
    ) -> tuple[Tool[Any], Parameters]:
        tool = tools.get(part.tool)
        if tool is None:
            names = sorted(tools)
            near = difflib.get_close_matches(part.tool, names, n=1)
            guess = f"Did you mean {near[0]}? " if near else ""
            raise ToolError(
                f"There is no tool named {part.tool!r}.", f"{guess}Available: {', '.join(names)}."
            )
        try:
            arguments = json.loads(part.raw_input or "{}")
        except ValueError as error:
            raise ToolError(
                f"The arguments of {part.tool} are not valid JSON ({error}).",
                "Call it again with a complete JSON object.",
            ) from None
        if not isinstance(arguments, dict):
            raise ToolError(f"The arguments of {part.tool} must be a JSON object.")
        part.input = arguments
        try:
            return tool, tool.parameters.model_validate(arguments)
        except ValidationError as error:
            raise ToolError(
                f"The arguments of {part.tool} are wrong: {validation_sentence(error)}.",
                "Call it again with the arguments its schema asks for.",
            ) from None

    def _context(self, run: Run, part: ToolPart, args: Parameters) -> ToolContext:
        def progress(
            title: str | None = None,
            metadata: dict[str, Any] | None = None,
            output: str | None = None,
        ) -> None:
            hidden = self.services.redactor
            if title is not None:
                part.title = hidden.known(title)
            if metadata is not None:
                part.metadata = {**part.metadata, **hidden.known_in(metadata)}
            if output:
                self.store.append_output(part, hidden.known(output))
            elif title is not None or metadata is not None:
                self._save_soon(part)

        return ToolContext(
            session=run.session,
            agent=run.agent,
            message_id=part.message_id,
            call_id=part.call_id,
            directory=run.directory,
            project=run.project,
            settings=run.settings,
            paths=self.paths,
            files=run.files,
            services=self.services,
            progress=progress,
            memory=run.memory,
            ask=lambda asks: self._ask(run, part, args, asks),
        )

    async def _authorize(
        self,
        run: Run,
        tool: Tool[Any],
        args: Parameters,
        part: ToolPart,
        context: ToolContext,
        hooked: Proceed | None,
    ) -> frozenset[str]:
        asks = list(await tool.asks(args, context))
        must_ask = hooked.ask if hooked is not None else ""
        if must_ask:
            asks = asks or [Ask(part.tool, ("*",), title=f"Use {part.tool}")]
            asks = [replace(ask, forced=ask.forced or must_ask) for ask in asks]
        if not tool.polling and self.doom.is_looping(run.session.id, part.tool, part.input):
            asks.append(
                Ask(
                    "doom_loop",
                    (part.tool,),
                    title=f"{part.tool} is called a third time with the same arguments",
                )
            )
        if asks and not must_ask and all(ask.details.get("by_person") for ask in asks):
            decision = decide(asks, await run.rights())
            if decision.action == "deny":
                raise PermissionRefused(denied_sentence(decision))
        elif asks:
            await self._ask(run, part, args, asks)
        return frozenset(ask.permission for ask in asks)

    async def _ask(self, run: Run, part: ToolPart, args: Parameters, asks: Sequence[Ask]) -> None:
        async def second_opinion(why: Sequence[str]) -> tuple[str, str]:
            if self.hooks is None:
                return "", ""
            return await self.hooks.permission(run, part, plain_arguments(args), why)

        info = CallInfo(
            session=run.session,
            task_id=run.task_id,
            message_id=part.message_id,
            call_id=part.call_id,
            tool=part.tool,
            arguments=part.input,
            agent_path=run.agent_path,
            directory=run.directory,
            shown_in=run.shown_in or run.session.id,
            title=asks[0].title,
            before_asking=(lambda: self.store.save_part(part)) if part.message_id else None,
            second_opinion=second_opinion,
        )
        await self.broker.authorize(info, asks, run.rights)

    async def _complete(self, run: Run, part: ToolPart, result: ToolResult) -> None:
        hidden = self.services.redactor
        part.output = await self._bounded(run, part, hidden.known(result.output))
        part.title = hidden.known(result.title) or part.title
        part.metadata = {**part.metadata, **hidden.known_in(result.metadata)}
        part.attachments = list(result.attachments)
        part.status, part.ended = "completed", time.time()

    def _save_soon(self, part: ToolPart) -> None:
        """Store progress without holding up the tool; what is stored is the state at that moment."""
        saving = asyncio.ensure_future(self.store.save_part(part))
        self._saving.add(saving)
        saving.add_done_callback(self._saved)

    def _saved(self, saving: asyncio.Future[None]) -> None:
        """Progress that could not be stored needs no word: the result stores the part again."""
        self._saving.discard(saving)
        if not saving.cancelled():
            saving.exception()

    async def _bounded(self, run: Run, part: ToolPart, output: str) -> str:
        file = output_file(self.paths.outputs, run.session.root_id, part.call_id)
        if len(output) <= MAX_CHARACTERS:
            return bound(output, file).text
        return (await asyncio.to_thread(bound, output, file)).text

    async def _fail(self, part: ToolPart, sentence: str) -> None:
        sentence = self.services.redactor.known(sentence)
        part.status, part.error, part.ended = "failed", sentence, time.time()
        await self.store.save_part(part)


def plain_arguments(args: Parameters) -> dict[str, Any]:
    """What was given, under the tool's own names."""
    return args.model_dump(mode="json", exclude_unset=True)


def validation_sentence(error: ValidationError) -> str:
    """What is wrong with the arguments, for a model to mend."""
    problems = []
    for item in error.errors(include_url=False)[:5]:
        where = ".".join(str(step) for step in item["loc"]) or "the object"
        problems.append(f"{where}: {item['msg'].lower()}")
    return "; ".join(problems)
