"""The door to what is plugged in: hooks, MCP servers, memory and schedules, for a person to look at
and to change."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.config.secrets import KeyLookup
from core.errors import ConfigError, NotFound
from core.extensions import Extensions, home_of
from core.hooks.definition import Hook
from core.hooks.sources import agent_hooks
from core.mcp.definition import ServerSpec, read_server
from core.mcp.offers import ServerStatus
from core.memory.folders import memory_folder, project_memory_name
from core.memory.keeping import delete_memory_file, read_memory_file, write_memory_file
from core.projects import ProjectContext, project_root
from core.redact import Redactor
from core.schedules.definition import Schedule, read_schedule
from core.setup.models import (
    HookRow,
    HookRunRow,
    HookState,
    MemoryPlace,
    ScheduleRow,
    ServerForm,
    ServerRow,
)
from core.setup.plugged_rows import (
    FORM_KEYS,
    files_of,
    schedule_id,
    schedule_row,
    server_entry,
    tool_row,
)
from core.setup.setup import Setup

_SCOPES = ("user", "project", "local")


class Plugged:
    """Made by the engine. Everything is said about a folder: what holds there."""

    def __init__(
        self, setup: Setup, extensions: Extensions, keys: KeyLookup, redactor: Redactor
    ) -> None:
        self._setup = setup
        self._extensions = extensions
        self._keys = keys
        self._redactor = redactor

    # Hooks

    async def hook_notes(self, directory: Path) -> tuple[str, ...]:
        """What was configured, here or for other programs, and could not be taken over."""
        return self._extensions.hook_notes((await self._context(directory)).root)

    async def hooks(self, directory: Path) -> list[HookRow]:
        """The hooks of the person, of the project, of its agents and of its skills."""
        context = await self._context(directory)
        root = context.root
        found = self._extensions.hooks.known(root)
        for agent in context.agents:
            found += agent_hooks(agent, root).hooks
        found += self._extensions.hooks_of(context.skills, root)
        return [await self._hook_row(hook, root) for hook in dict.fromkeys(found)]

    async def _hook_row(self, hook: Hook, root: Path) -> HookRow:
        trust = self._extensions.hooks.trust
        seen = await trust.look(hook, root)
        agreed: HookState = "agreed" if await trust.agreed_to(hook, root) else "own"
        waiting: HookState = "changed" if seen and seen.state == "changed" else "new"
        return HookRow(
            event=hook.event,
            command=hook.line,
            matcher=hook.matcher,
            pattern=hook.pattern,
            source=hook.source,
            scope=hook.scope,
            state=agreed if seen is None else waiting,
            timeout=hook.timeout,
            required=hook.required,
            name=hook.name,
            files=trust.files(hook, root),
            hook=hook,
            seen=seen,
        )

    async def agree_to_hook(self, directory: Path, row: HookRow) -> None:
        """A person agrees to what the row showed them; what changed since asks again."""
        if row.seen is not None:
            root = (await self._context(directory)).root
            await self._extensions.hooks.trust.trust(row.seen, root)
            self._setup.tell("hooks")

    async def withdraw_hook(self, directory: Path, row: HookRow) -> None:
        root = (await self._context(directory)).root
        await self._extensions.hooks.trust.forget(row.hook, root)
        self._setup.tell("hooks")

    async def text_of(self, file: Path) -> str:
        """The text of a file that a hook runs."""
        try:
            return (await asyncio.to_thread(file.read_bytes)).decode("utf-8", "replace")
        except OSError as error:
            raise NotFound(f"{file} cannot be read: {error.strerror}.") from None

    def hook_runs(self) -> list[HookRunRow]:
        """What hooks did since the program was opened, newest first."""
        return [
            HookRunRow(
                *(run.time, run.event, run.hook, run.subject, run.seconds),
                *(run.exit_code, run.outcome, run.answer),
            )
            for run in self._extensions.hooks.log.recent()
        ]

    # MCP servers

    async def server_notes(self, directory: Path) -> tuple[str, ...]:
        return self._extensions.server_notes((await self._context(directory)).root)

    async def servers(self, directory: Path) -> list[ServerRow]:
        """The person's servers, the project's, and those of agents at work in it."""
        context = await self._context(directory)
        root = context.root
        mine, theirs = self._extensions.specs(root)
        running = {
            status.key: status
            for status in self._extensions.servers.statuses()
            if status.owner in ("user", str(root)) or status.owner.startswith("run ")
        }
        own = {name for name in (await self._setup.own()).settings.mcp}
        rows = []
        for owner, specs in (("user", mine), (str(root), theirs)):
            for spec in specs:
                key = f"{owner}\0{spec.name}"
                status = running.pop(key, None)
                rows.append(await self._server_row(status, spec, key, root, own))
        rows += [await self._server_row(s, s.spec, s.key, root, own) for s in running.values()]
        return rows

    async def _server_row(
        self, status: ServerStatus | None, spec: ServerSpec, key: str, root: Path, own: set[str]
    ) -> ServerRow:
        servers = self._extensions.servers
        enabled = spec.enabled and servers.enabled_in(spec.name, None)
        here = servers.enabled_in(spec.name, root)
        offer = status.offer if status is not None else None
        state = status.state if status is not None else ("idle" if enabled else "disabled")
        return ServerRow(
            name=spec.name,
            key=key,
            scope=spec.scope if not key.startswith("run ") else "agent",
            shown=spec.shown,
            source=spec.source,
            state=state if here or state == "unconfirmed" else "disabled",
            error=status.error if status is not None else "",
            next_try=status.next_try if status is not None else None,
            tools=tuple(tool_row(tool) for tool in offer.tools) if offer is not None else (),
            prompts=len(offer.prompts) if offer is not None else 0,
            resources=len(offer.resources) if offer is not None else 0,
            log=status.log if status is not None else (),
            enabled_here=here,
            enabled=enabled,
            editable=spec.scope == "user" and spec.name in own,
            variables=self._variables(spec),
            content=spec.content,
            agreed=await servers.confirmed_as(key.partition("\0")[0], spec),
        )

    def _variables(self, spec: ServerSpec) -> tuple[str, ...]:
        """What a server is given. Values that a project gives decide what runs as much as its
        command does; those of the person and of other programs may be keys, and are theirs."""
        given = sorted((*spec.env.items(), *spec.headers.items()))
        if spec.scope != "project":
            return tuple(name for name, _ in given)
        return tuple(f"{name}={self._redactor(value)}" for name, value in given)

    async def start_servers(self, directory: Path) -> None:
        """Start what would start with the first prompt in this folder."""
        await self._extensions.use((await self._context(directory)).root)

    async def restart_server(self, directory: Path, row: ServerRow) -> None:
        if row.state == "idle":
            await self.start_servers(directory)
        else:
            self._extensions.servers.restart(row.key)

    async def enable_server(self, directory: Path, row: ServerRow, enabled: bool) -> None:
        """Switch a server on or off in the project of this folder."""
        root = (await self._context(directory)).root
        await self._extensions.servers.set_enabled(row.name, enabled, root)
        self._setup.tell("mcp")

    async def agree_to_server(self, row: ServerRow) -> None:
        """A person has seen what is started or asked, and agrees to it."""
        await self._extensions.servers.confirm_server(row.key, row.content)

    async def agree_to_tools(self, row: ServerRow) -> None:
        """A person has seen the definitions that the row shows, and agrees to those."""
        digests = {tool.name: tool.digest for tool in row.waiting}
        await self._extensions.servers.confirm_tools(row.key, digests)

    async def server_form(self, name: str) -> ServerForm:
        """A server of the person's own, to be edited."""
        entry = (await self._setup.own()).settings.mcp.get(name)
        if entry is None:
            raise NotFound(f"There is no MCP server {name} in your config.toml.")
        spec = read_server(name, entry, source="", scope="user")
        values = spec.headers if spec.transport == "http" else spec.env
        return ServerForm(
            name=name,
            command=spec.command,
            url=spec.url,
            cwd=spec.cwd or "",
            values=tuple(values.items()),
            timeout=spec.timeout if "timeout" in entry else None,
            push=spec.push,
        )

    async def save_server(self, directory: Path, form: ServerForm, before: str = "") -> None:
        """Write a server of the person's own; ``before`` is the name it had."""
        own = (await self._setup.own()).settings.mcp
        if form.name != before and form.name in own:
            raise ConfigError(f"There is a server {form.name} already.", "Give it another name.")
        # What the form does not show stays as it was written.
        entry = {k: v for k, v in own.get(before, {}).items() if k not in FORM_KEYS}
        entry |= server_entry(form)
        try:
            read_server(form.name, entry, source="", scope="user")
        except ConfigError as error:
            sentence = error.sentence[:1].upper() + error.sentence[1:]
            raise ConfigError(sentence, error.hint) from None
        changes: list[tuple[tuple[str, ...], Any]] = [(("mcp", form.name), entry)]
        if before and before != form.name:
            changes.insert(0, (("mcp", before), None))
        await self._setup.change_all(changes, f"MCP server {form.name}")
        await self._context(directory)

    async def remove_server(self, directory: Path, name: str) -> None:
        await self._setup.change(("mcp", name), None, f"MCP server {name}")
        await self._context(directory)

    async def store_server_key(self, directory: Path, name: str, variable: str, value: str) -> None:
        """Put a key into the system keyring and have the server get it under ``variable``: a
        variable of its environment, or a header."""
        variable = variable.strip()
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,63}", variable):
            raise ConfigError("That is not the name of a variable.", "For example: API_TOKEN.")
        form = await self.server_form(name)
        place = f"mcp-{name}-{variable}"
        await self._keys.store(place, value)
        where = "headers" if form.url else "env"
        await self._setup.change(
            ("mcp", name, where, variable), f"keyring:{place}", f"key of {name}"
        )
        await self._context(directory)
        if (variable, f"keyring:{place}") not in form.values:
            return  # It is started anew because its settings changed.
        self._keys.forget(place)
        for row in await self.servers(directory):
            if row.name == name and row.state not in ("idle", "disabled", "unconfirmed"):
                self._extensions.servers.restart(row.key)

    # Memory

    async def memories(self, directory: Path) -> list[MemoryPlace]:
        """The memory of every agent that has one, and what other folders hold."""
        context = await self._context(directory)
        return await asyncio.to_thread(self._memories, context)

    def _memories(self, context: ProjectContext) -> list[MemoryPlace]:
        paths, root = self._setup.paths, context.root
        found: dict[Path, MemoryPlace] = {}
        for agent in context.agents:
            folder = memory_folder(agent, paths, root, trusted=context.trusted)
            if folder is not None and agent.memory is not None:
                found[folder] = MemoryPlace(
                    agent.name, agent.memory, folder, True, files_of(folder)
                )
        above = {
            "user": paths.config / "memory",
            "local": paths.data / "memory" / project_memory_name(root),
        }
        shared = root / ".spinney" / "memory"
        if context.trusted and shared.resolve().is_relative_to(root.resolve()):
            # A link in the repository would make any folder look like memory to be tidied.
            above["project"] = shared
        for scope, parent in above.items():
            for folder in sorted(parent.iterdir()) if parent.is_dir() else ():
                if folder.is_dir() and not folder.is_symlink() and folder not in found:
                    files = files_of(folder)
                    if files:
                        found[folder] = MemoryPlace(folder.name, scope, folder, False, files)
        return sorted(found.values(), key=lambda p: (p.agent, _SCOPES.index(p.scope)))

    async def read_memory(self, place: MemoryPlace, name: str) -> str:
        return await asyncio.to_thread(read_memory_file, place.folder, name)

    async def write_memory(self, directory: Path, place: MemoryPlace, name: str, text: str) -> str:
        """Write a file of a memory; returns its text as it is now: without secrets."""
        written = await asyncio.to_thread(
            write_memory_file, place.folder, name, text, self._redactor
        )
        if place.scope == "project":
            # The person wrote it themselves just now; nobody has to ask them about it.
            await self._setup.accept(directory, [written])
        self._setup.tell("memory")
        return await self.read_memory(place, name)

    async def delete_memory(self, place: MemoryPlace, name: str) -> None:
        await asyncio.to_thread(delete_memory_file, place.folder, name)
        self._setup.tell("memory")

    # Schedules

    async def schedules(self) -> list[ScheduleRow]:
        """Every ``[[schedule]]`` of the person's, those that cannot be used included."""
        rows: list[ScheduleRow] = []
        read: list[tuple[int, dict[str, Any], Schedule]] = []
        for place, entry in enumerate((await self._setup.own()).settings.schedule):
            try:
                read.append((place, entry, read_schedule(entry)))
            except ConfigError as error:
                name = str(entry.get("name") or entry.get("prompt") or "")
                rows.append(
                    ScheduleRow(place, "", name, "", "", problem=error.sentence, entry=entry)
                )
        statuses = await self._extensions.scheduler.statuses_of([one[2] for one in read])
        for (place, entry, _), status in zip(read, statuses, strict=True):
            rows.append(schedule_row(place, entry, status))
        return sorted(rows, key=lambda row: row.place)

    async def save_schedule(
        self, directory: Path, entry: Mapping[str, Any], place: int | None = None
    ) -> None:
        """Write a schedule; without ``place`` it is a new one."""
        wanted = {key: value for key, value in entry.items() if value not in (None, "")}
        try:
            made = read_schedule(wanted)
        except ConfigError as error:
            sentence = error.sentence[:1].upper() + error.sentence[1:]
            raise ConfigError(sentence, error.hint) from None
        entries = [dict(one) for one in (await self._setup.own()).settings.schedule]
        for at, other in enumerate(entries):
            if at != place and schedule_id(other) == made.id:
                raise ConfigError(
                    "There is another schedule like it.", "Give it a name of its own."
                )
        if place is None:
            entries.append(wanted)
        else:
            entries[place] = wanted
        await self._write_schedules(directory, entries, f"schedule {made.name}")

    async def remove_schedule(self, directory: Path, row: ScheduleRow) -> None:
        entries = [dict(one) for one in (await self._setup.own()).settings.schedule]
        if row.place >= len(entries) or entries[row.place] != row.entry:
            raise NotFound("That schedule is no longer there.")
        del entries[row.place]
        await self._write_schedules(directory, entries, f"schedule {row.name}")

    async def enable_schedule(self, directory: Path, row: ScheduleRow, enabled: bool) -> None:
        entry = {key: value for key, value in row.entry.items() if key != "enabled"}
        if not enabled:
            entry["enabled"] = False
        await self.save_schedule(directory, entry, row.place)

    async def run_schedule(self, row: ScheduleRow) -> None:
        """Send the prompt now; its times stay as they are."""
        await self._extensions.scheduler.run_now(row.id)

    async def _write_schedules(
        self, directory: Path, entries: list[dict[str, Any]], label: str
    ) -> None:
        await self._setup.change(("schedule",), entries or None, label)
        await self._context(directory)

    async def _context(self, directory: Path) -> ProjectContext:
        """What holds in the project of a folder; in a worktree what holds in its main checkout."""
        return await self._extensions.contexts(home_of(project_root(directory)))
