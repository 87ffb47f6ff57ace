"""Runs without anybody at the desk: what ``spinney exec`` asks for."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.door.reviewing import ReviewActions
from core.door.sessions import plain_rule
from core.events import AsideUpdated, Notice, TurnFinished
from core.ids import new_id
from core.llm.types import Usage
from core.loop.input import find_command
from core.loop.turn import TurnResult
from core.permissions.models import Approval, Rule
from core.projects import project_root
from core.sessions.models import Session
from core.tasks.registry import LiveTask


class HeadlessRuns(ReviewActions):
    """One prompt from start to end, with everything it starts."""

    async def start_exec(
        self,
        directory: Path,
        *,
        session_id: str | None,
        agent: str | None,
        model: str | None,
        mode: str | None,
        rules: Sequence[Rule],
        max_steps: int | None,
        trust: bool,
    ) -> Session:
        """The session of one ``spinney exec``: a new one, or an earlier one taken up again."""
        if trust:
            root = project_root(directory)
            self.projects.trust_for_run.add(root)
            self.projects.forget(root)
            await self.extensions.trust(await self.projects.context(root))
        settings: dict[str, Any] = {"max_steps": max_steps}
        if mode == "bypassPermissions":
            settings["bypass_enabled"] = True
        if session_id is None:
            session = await self.create_session(
                directory, agent=agent, model=model, mode=mode, rules=rules, settings=settings
            )
            await self._allow_below(session, rules)
            return session
        session = await self.store.get_session(session_id)
        await self._allow_below(session, rules)
        changes: dict[str, Any] = {
            "rules": [*session.rules, *(plain_rule(rule) for rule in rules)],
            "settings": {**session.settings, **settings},
        }
        for name, value in (("agent", agent), ("model", model), ("mode", mode)):
            if value:
                changes[name] = value
        return await self.change_session(session_id, **changes)

    async def _allow_below(self, session: Session, rules: Sequence[Rule]) -> None:
        """What the command line allows holds for subagents too, as an approval: it answers their
        questions and never beats what is denied to them."""
        for rule in rules:
            if rule.action == "allow":
                await self.store.add_approval(
                    Approval(
                        scope="session",
                        scope_id=session.root_id,
                        permission=rule.permission,
                        pattern=rule.pattern,
                    )
                )

    async def run_to_end(self, session_id: str, prompt: str) -> TurnResult:
        """Prompt, then go on until neither the session nor any agent it started has work left."""
        session = await self.store.get_session(session_id)
        called = find_command(await self._context_of(session), prompt)
        if called is not None and called[0].kind == "side":
            return await self._answer_aside(session, called[1])
        item = await self.prompt(session_id, prompt)
        if item is not None and item.delivered is not None:
            return await self.session_tasks.outcome(session_id)
        runner = self.runners.of(session_id)
        while True:
            await runner.wait_idle()
            if runner.last is not None and runner.last.outcome in ("failed", "interrupted"):
                break
            agents = [
                live
                for live in self.registry.stoppable_in(session.root_id)
                if live.task.kind == "agent" and not live.resting
            ]
            if agents:
                await first_to_end(agents)
            await self.lifecycle.settle()
            if not agents and not runner.running and not await self.store.queue(session_id):
                break
        await self._end_shells(session)
        return runner.last or TurnResult("failed", error="The run did not start.")

    async def _answer_aside(self, session: Session, question: str) -> TurnResult:
        """A question aside as all there is to a run; the conversation never hears of it."""
        text = await self.ask_aside(session.id, question)
        paid = await self.store.get_session(session.id)
        before = session.usage.model_dump()
        usage = {key: value - before[key] for key, value in paid.usage.model_dump().items()}
        result = TurnResult("done", text, usage=Usage(**usage), cost=paid.cost - session.cost)
        aside_id = new_id("aside")
        self.bus.publish(AsideUpdated(session.id, aside_id, question, text, done=True))
        self.bus.publish(TurnFinished(session.id, result.outcome, usage, result.cost, text))
        return result

    async def _end_shells(self, session: Session) -> None:
        """No command outlives a headless run; the model hears of it when the session goes on."""
        for live in self.registry.stoppable_in(session.root_id):
            if live.task.kind == "shell":
                live.quiet = True
                await self.messenger.stop_task(live.task, "model")
                sentence = f"The background command {live.task.command!r} was ended with this run."
                self.bus.publish(Notice(session.id, "info", sentence))

    def problems(self, session: Session) -> list[str]:
        """What was wrong with the configuration that holds for a session, in sentences."""
        context = self.projects.known(project_root(Path(session.directory)))
        if context is None:
            return []
        problems = [str(problem) for problem in context.loaded.problems]
        return [*problems, *self.extensions.notes(context.root)]


async def first_to_end(tasks: Sequence[LiveTask]) -> None:
    """Wait until one of the tasks has ended, or rests as teammates do."""
    waits = [asyncio.ensure_future(live.ended.wait()) for live in tasks]
    waits += [asyncio.ensure_future(live.at_rest.wait()) for live in tasks]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
