"""Run the hooks that an event concerns, and say what they want.

Hooks whose answer can change what happens (``tool.execute.before``, ``prompt-submit``) run one
after the other, each with what the one before left, and the person's own last, so that they see what
will really happen; the others run beside each other. A hook never
grants anything: changed arguments are judged again by the permission rules, and an "allow" counts
only for ``permission-ask`` and only from the person's own hooks.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.hooks.answer import Answer, Verdict, read_answer
from core.hooks.definition import Hook
from core.hooks.log import HookLog, HookRun
from core.hooks.matching import concerns
from core.hooks.payload import our_arguments, payload_for
from core.hooks.results import Blocked as Blocked
from core.hooks.results import Heard as Heard
from core.hooks.results import Place as Place
from core.hooks.results import Proceed as Proceed
from core.hooks.trust import HookTrust, UntrustedHook
from core.outputs import Capture
from core.process import ProcessError, run

MAX_STOP_BLOCKS = 8
"""How often in a row hooks may keep one session from stopping."""

_MAX_OUTPUT = 1_000_000
_GUARDING = (
    *("tool.execute.before", "permission-ask", "prompt-submit"),
    *("worktree-create", "worktree-remove"),
)


@dataclass(slots=True)
class _Registered:
    hooks: tuple[Hook, ...]
    project: Path | None = None
    session_id: str | None = None


@dataclass(slots=True)
class _Finished:
    hook: Hook
    answer: Answer = field(default_factory=Answer)


class HookRunner:
    """Holds the hooks of the person, of each project and of running agents, and runs them."""

    def __init__(
        self,
        *,
        trust: HookTrust,
        log: HookLog,
        environment: Callable[[], Mapping[str, str]],
        on_untrusted: Callable[[UntrustedHook], None] | None = None,
    ) -> None:
        self.trust = trust
        self.log = log
        self._environment = environment
        self._on_untrusted = on_untrusted
        self._registered: dict[str, _Registered] = {}
        self._numbers = 0
        self._stop_blocks: dict[str, int] = {}

    def set_user_hooks(self, hooks: Sequence[Hook]) -> None:
        """The person's hooks; they act in every project."""
        self._registered["user"] = _Registered(tuple(hooks))

    def set_project_hooks(self, project: Path, hooks: Sequence[Hook]) -> None:
        """A trusted project's hooks; they act in its sessions only. An empty list takes them away."""
        key = f"project {project}"
        if hooks:
            self._registered[key] = _Registered(tuple(hooks), project=project)
        else:
            self._registered.pop(key, None)

    @contextlib.contextmanager
    def during(self, session_id: str, hooks: Sequence[Hook]) -> Iterator[None]:
        """Hooks of an agent or a skill: they act in this session, until the block is left."""
        self._numbers += 1
        key = f"run {self._numbers}"
        self._registered[key] = _Registered(tuple(hooks), session_id=session_id)
        try:
            yield
        finally:
            self._registered.pop(key, None)

    def join(self, session_id: str, hooks: Sequence[Hook]) -> None:
        """Hooks of a skill that a run has loaded: they act in it from now on and end with it."""
        for entry in self._registered.values():
            if entry.session_id == session_id:
                entry.hooks = tuple(dict.fromkeys((*entry.hooks, *hooks)))
                return

    def concerned(
        self, event: str, place: Place, subject: str = "", args: Mapping[str, Any] | None = None
    ) -> list[Hook]:
        """The hooks that this event concerns, in order, each command once."""
        found: dict[tuple[Any, ...], Hook] = {}
        for hook in self._registered_for(event, place):
            if concerns(hook, subject, args):
                found.setdefault((hook.command, hook.project), hook)
        return list(found.values())

    def _registered_for(self, event: str, place: Place) -> list[Hook]:
        """An agent's hooks, then the project's, then the person's."""
        entries = [
            entry
            for entry in self._registered.values()
            if entry.project in (None, place.project)
            and entry.session_id in (None, place.session_id)
        ]
        entries.sort(key=lambda entry: (entry.session_id is None, entry.project is None))
        return [hook for entry in entries for hook in entry.hooks if hook.event == event]

    def known(self, project: Path) -> list[Hook]:
        """The hooks of the person and of this project."""
        return [
            hook
            for entry in self._registered.values()
            if entry.session_id is None and entry.project in (None, project)
            for hook in entry.hooks
        ]

    async def untrusted(self, project: Path) -> list[UntrustedHook]:
        """The hooks for this project that wait for a person."""
        waiting = []
        for entry in list(self._registered.values()):
            if entry.project is None or entry.project == project:
                for hook in entry.hooks:
                    seen = await self.trust.look(hook, project)
                    if seen is not None:
                        waiting.append(seen)
        return waiting

    async def trust_all(self, project: Path) -> None:
        """A person agreed to everything that ``untrusted`` showed them, all at once."""
        for seen in await self.untrusted(project):
            await self.trust.trust(seen, project)

    async def before_tool(
        self, place: Place, call_id: str, tool: str, args: dict[str, Any]
    ) -> Proceed | Blocked:
        """Before a tool runs and before its permission is decided."""
        original, ask, contexts, notices = args, "", [], []
        done: set[tuple[Any, ...]] = set()
        for hook in self._registered_for("tool.execute.before", place):
            # Asked here and not before: an earlier hook may have changed what this one is about.
            if (hook.command, hook.project) in done or not concerns(hook, tool, args):
                continue
            done.add((hook.command, hook.project))
            payload = payload_for(hook.event, place, call_id=call_id, tool=tool, args=args)
            answer = (await self._run(hook, place, tool, payload)).answer
            if answer.notice:
                notices.append(answer.notice)
            if answer.blocked is not None:
                return Blocked(answer.blocked, tuple(notices))
            if answer.args is not None:
                args = our_arguments(answer.args, args)
            if answer.verdict == "ask":
                ask = answer.reason or f"The hook {hook.title} wants this to be asked."
            contexts.append(answer.context)
        return Proceed(args, args != original, ask, _joined(contexts), tuple(notices))

    async def after_tool(
        self, place: Place, call_id: str, tool: str, args: Mapping[str, Any], result: str
    ) -> Heard:
        """After a tool ran: ``blocked`` is feedback for the model beside the result."""
        return await self._all(
            "tool.execute.after", place, tool, args, call_id=call_id, tool=tool, result=result
        )

    async def prompt_submit(self, place: Place, prompt: str) -> Proceed | Blocked:
        """Before a person's prompt becomes a message; ``args["prompt"]`` is the prompt to use."""
        text, contexts, notices = prompt, [], []
        for hook in self.concerned("prompt-submit", place):
            payload = payload_for(hook.event, place, prompt=text)
            answer = (await self._run(hook, place, "", payload)).answer
            if answer.notice:
                notices.append(answer.notice)
            if answer.blocked is not None:
                return Blocked(answer.blocked, tuple(notices))
            if answer.args is not None and isinstance(answer.args.get("prompt"), str):
                text = answer.args["prompt"]
            contexts += [answer.context, answer.output]
        return Proceed({"prompt": text}, text != prompt, "", _joined(contexts), tuple(notices))

    async def permission_ask(
        self, place: Place, call_id: str, tool: str, args: Mapping[str, Any], why: Sequence[str]
    ) -> Heard:
        """Before a request is put to the person: ``verdict`` ``deny`` answers it with ``reason``,
        ``allow`` (from the person's own hooks only) answers it once."""
        return await self._all(
            "permission-ask",
            place,
            tool,
            args,
            call_id=call_id,
            tool=tool,
            args=args,
            why=list(why),
        )

    async def session_start(self, place: Place, trigger: str = "startup") -> Heard:
        """When a session begins or goes on (``startup``, ``resume``, ``clear``, ``compact``)."""
        return await self._all("session-start", place, trigger, None, source=trigger)

    async def subagent_start(self, place: Place, agent: str, prompt: str) -> Heard:
        """Before a child runs (``place`` is the child's); what is printed joins its context."""
        return await self._all(
            "subagent-start", place, agent, None, agent_type=agent, prompt=prompt
        )

    async def subagent_stop(self, place: Place, agent: str, text: str) -> Heard:
        """When a child is about to end; ``blocked`` is a reason to go on working."""
        return self._limited(
            place,
            await self._all(
                "subagent-stop",
                place,
                agent,
                None,
                agent_type=agent,
                result=text,
                last_assistant_message=text,
                stop_hook_active=place.session_id in self._stop_blocks,
            ),
        )

    async def stop(self, place: Place, text: str) -> Heard:
        """When a turn is about to end; ``blocked`` is a reason to go on, at most eight in a row."""
        return self._limited(
            place,
            await self._all(
                "stop",
                place,
                "",
                None,
                result=text,
                last_assistant_message=text,
                stop_hook_active=place.session_id in self._stop_blocks,
            ),
        )

    async def compact_before(self, place: Place, trigger: str, focus: str = "") -> Heard:
        """Before a compaction (``manual`` or ``auto``); ``blocked`` keeps the history as it is."""
        return await self._all(
            "compact-before", place, trigger, None, trigger=trigger, custom_instructions=focus
        )

    async def compact_after(self, place: Place, trigger: str, summary: str) -> Heard:
        return await self._all(
            "compact-after", place, trigger, None, trigger=trigger, result=summary
        )

    async def worktree_create(self, place: Place, name: str) -> Heard:
        """Before a worktree is made: ``blocked`` says why there must be none, ``path`` is the folder
        that a hook made instead of us; a failure must not be ignored."""
        return await self._all("worktree-create", place, name, None, name=name)

    async def worktree_remove(self, place: Place, path: Path) -> Heard:
        """Before a worktree goes; what is blocked or fails keeps it."""
        return await self._all(
            "worktree-remove", place, path.name, None, path=str(path), worktree_path=str(path)
        )

    async def _all(
        self,
        event: str,
        place: Place,
        subject: str,
        matched: Mapping[str, Any] | None,
        **facts: Any,
    ) -> Heard:
        hooks = self.concerned(event, place, subject, matched)
        if not hooks:
            return Heard()
        payload = payload_for(event, place, **facts)
        done = await asyncio.gather(*(self._run(hook, place, subject, payload) for hook in hooks))
        return _heard(event, done)

    def _limited(self, place: Place, heard: Heard) -> Heard:
        if heard.blocked is None:
            self._stop_blocks.pop(place.session_id, None)
            return heard
        count = self._stop_blocks.get(place.session_id, 0) + 1
        if count > MAX_STOP_BLOCKS:
            self._stop_blocks.pop(place.session_id, None)
            notice = f"Hooks kept this session from stopping {MAX_STOP_BLOCKS} times; it stops now."
            return Heard(context=heard.context, notices=(*heard.notices, notice))
        self._stop_blocks[place.session_id] = count
        return heard

    async def _run(
        self, hook: Hook, place: Place, subject: str, payload: Mapping[str, Any]
    ) -> _Finished:
        started = time.time()
        waiting = await self.trust.look(hook, place.project)
        if waiting is not None:
            answer = self._not_trusted(waiting)
            self._note(hook, place, subject, started, 0.0, None, "not trusted", answer)
            return _Finished(hook, answer)
        environment = {
            **self._environment(),
            "SPINNEY_PROJECT_DIR": str(place.project),
            "CLAUDE_PROJECT_DIR": str(place.project),
            "SPINNEY_HOOK_EVENT": hook.event,
        }
        data = json.dumps(payload, ensure_ascii=False, default=str)
        try:
            outcome = await run(
                _words(hook),
                # The project itself, also for a worktree: what was agreed to lies there.
                cwd=place.project,
                environment=environment,
                timeout=hook.timeout,
                input=data.encode("utf-8", "replace"),
                separate_errors=True,
                output=Capture(limit=_MAX_OUTPUT),
            )
        except ProcessError as error:
            blocked = str(error) if hook.required else None
            answer = Answer(blocked=blocked, failure=str(error))
            self._note(hook, place, subject, started, 0.0, None, "failed", answer)
            return _Finished(hook, answer)
        answer = read_answer(hook, outcome)
        word = "ok"
        if answer.failure:
            word = "failed"
        elif answer.blocked is not None:
            word = "blocked"
        elif answer.args is not None:
            word = "changed"
        self._note(hook, place, subject, started, outcome.seconds, outcome.exit_code, word, answer)
        return _Finished(hook, answer)

    def _not_trusted(self, waiting: UntrustedHook) -> Answer:
        if self._on_untrusted is not None:
            self._on_untrusted(waiting)
        title = waiting.hook.title
        if waiting.state == "changed" and waiting.hook.event in _GUARDING:
            # Otherwise changing a guard's script would be a way to get rid of the guard.
            sentence = f"The hook {title} has changed and must be looked at by a person first."
            return Answer(blocked=sentence, failure=sentence)
        sentence = f"The hook {title} has not been agreed to and did not run."
        return Answer(failure=sentence, passed_over=True)

    def _note(
        self,
        hook: Hook,
        place: Place,
        subject: str,
        started: float,
        seconds: float,
        exit_code: int | None,
        outcome: str,
        answer: Answer,
    ) -> None:
        parts = [answer.failure, answer.blocked or "", answer.notice, answer.context, answer.output]
        if answer.args is not None:
            parts.append(json.dumps(answer.args, ensure_ascii=False, default=str))
        said = "\n".join(dict.fromkeys(part for part in parts if part))
        self.log.add(
            HookRun(
                started,
                hook.event,
                hook.line,
                hook.source,
                place.session_id,
                subject,
                round(seconds, 3),
                exit_code,
                outcome,
                said,
            )
        )


def _words(hook: Hook) -> Sequence[str]:
    if not isinstance(hook.command, str):
        return hook.command
    if os.name == "nt":
        return [os.environ.get("COMSPEC", "cmd.exe"), "/d", "/s", "/c", hook.command]
    return ["/bin/sh", "-c", hook.command]


def _heard(event: str, done: Sequence[_Finished]) -> Heard:
    verdict: Verdict = ""
    reason, blocked = "", None
    for entry in done:
        answer = entry.answer
        if answer.blocked is not None and blocked is None:
            blocked = answer.blocked
            verdict, reason = "deny", answer.blocked
        elif answer.verdict == "allow" and entry.hook.scope == "user" and not verdict:
            verdict, reason = "allow", answer.reason or f"Allowed by the hook {entry.hook.title}."
    answers = [entry.answer for entry in done]
    prints = event in ("session-start", "subagent-start")
    texts = [text for a in answers for text in (a.context, a.output if prints else "")]
    made = (a.path or (a.output.splitlines() or [""])[-1].strip() for a in answers)
    return Heard(
        blocked=blocked,
        context=_joined(texts),
        verdict=verdict if event == "permission-ask" else "",
        reason=reason if event == "permission-ask" else "",
        path=next((path for path in made if path), "") if event == "worktree-create" else "",
        notices=tuple(answer.notice for answer in answers if answer.notice),
        failures=tuple(a.failure for a in answers if a.failure and not a.passed_over),
    )


def _joined(texts: Sequence[str]) -> str:
    return "\n\n".join(text for text in texts if text)
