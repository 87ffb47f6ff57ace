"""What people plug in: hooks, MCP servers with their tools, and schedules, put together.

Nothing of a project is taken up before a person trusts it, and then only what they agreed to. Servers
start when a session first works in a project, not when its configuration is merely read. In a worktree
the main checkout's hooks and servers act: an agent that works there cannot change them, and there is
one of each server however many worktrees there are.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.agents.definition import AgentDefinition
from core.agents.folders import UserFolders
from core.bus import Bus
from core.config.loader import load
from core.config.secrets import KeyLookup
from core.config.settings import Settings
from core.config.trust import main_checkout
from core.environment import child_environment
from core.events import DefinitionsChanged, ExtensionsLogged, Notice
from core.hooks.definition import Hook
from core.hooks.log import HookLog
from core.hooks.runner import HookRunner
from core.hooks.sources import agent_hooks, project_hooks, skill_hooks, user_hooks
from core.hooks.trust import HookTrust, UntrustedHook
from core.mcp.definition import ServerSpec
from core.mcp.servers import McpServers, Push
from core.mcp.sources import agent_servers, project_servers, user_servers
from core.mcp.tools import McpTool, ToolPool
from core.paths import Paths
from core.projects import ProjectContext
from core.redact import Redactor
from core.schedules.definition import schedules_from
from core.schedules.scheduler import Fire, Scheduler
from core.sessions.store import Store
from core.skills.skill import Skill

LOG_PACE = 0.5
FIRST_WAIT = 3.0
FIRST_WAIT_ALONE = 30.0
"""Seconds that a session's first turn gives servers to start, with a person there and without: what is
ready later joins at a later step, but a run without a person may have no later step."""


@dataclass(frozen=True, slots=True)
class _Found:
    """One reading of what there is for a project."""

    settings: Settings
    user_hooks: tuple[Hook, ...]
    project_hooks: tuple[Hook, ...]
    user_servers: tuple[ServerSpec, ...]
    project_servers: tuple[ServerSpec, ...]
    hook_notes: tuple[str, ...]
    server_notes: tuple[str, ...]


class Extensions:
    """``read`` follows every reading of a project, ``use`` comes before a session works in it,
    ``during`` surrounds the run of an agent."""

    def __init__(
        self,
        paths: Paths,
        store: Store,
        bus: Bus,
        keys: KeyLookup,
        redact: Redactor,
        contexts: Callable[[Path], Awaitable[ProjectContext]],
        *,
        interactive: bool,
        fire: Fire,
        pushed: Callable[[Push], None],
    ) -> None:
        self.paths = paths
        self.bus = bus
        self.contexts = contexts
        self.interactive = interactive
        self.settings = Settings()
        self.hooks = HookRunner(
            trust=HookTrust(store),
            log=HookLog(paths.logs / "hooks.jsonl", redact, self._logged),
            environment=self._environment,
            on_untrusted=self._hook_waits,
        )
        self.servers = McpServers(
            values=store,
            environment=self._environment,
            resolve=keys.header_values,
            redact=redact,
            network=lambda: self.settings.network,
            on_change=self._server_changed,
            on_push=pushed,
        )
        self.pool = ToolPool(self.servers)
        self.scheduler = Scheduler(
            values=store,
            lock_file=paths.data / "schedules.lock",
            fire=fire,
            tell=self._tell,
            on_change=lambda: bus.publish(DefinitionsChanged("", "schedules")),
        )
        self._found: dict[Path, _Found] = {}
        self._used: set[Path] = set()
        self._runs: dict[str, str | None] = {}
        self._told: set[tuple[str, str]] = set()
        self._version = 0
        self._telling: asyncio.TimerHandle | None = None

    async def start(self) -> None:
        """The person's schedules count from now on, whatever project is opened."""
        self._take_settings((await asyncio.to_thread(load, self.paths, None, False)).settings)

    async def read(self, context: ProjectContext) -> None:
        """A project was read: what it and the person configured holds from now on."""
        if home_of(context.root) != context.root:
            return
        found = await asyncio.to_thread(self._find, context)
        self._found[context.root] = found
        self._take_settings(found.settings)
        self.hooks.set_user_hooks(found.user_hooks)
        self.hooks.set_project_hooks(context.root, found.project_hooks)
        if context.root in self._used:
            await self._set_servers(context.root)

    async def use(self, root: Path) -> None:
        """A session works in this project: its servers start."""
        home = home_of(root)
        if home not in self._used:
            await self.contexts(home)
            self._used.add(home)
            await self._set_servers(home)

    def specs(self, root: Path) -> tuple[tuple[ServerSpec, ...], tuple[ServerSpec, ...]]:
        """The servers of the person and of a project, running or not."""
        found = self._found.get(root)
        return (found.user_servers, found.project_servers) if found else ((), ())

    def notes(self, root: Path) -> tuple[str, ...]:
        """What could not be taken over, in sentences."""
        return (*self.hook_notes(root), *self.server_notes(root))

    def hook_notes(self, root: Path) -> tuple[str, ...]:
        found = self._found.get(root)
        return found.hook_notes if found else ()

    def server_notes(self, root: Path) -> tuple[str, ...]:
        found = self._found.get(root)
        return found.server_notes if found else ()

    async def trust(self, context: ProjectContext) -> None:
        """A person agreed to the project: to its hooks and servers and those of its agents, with the
        content that they have now. What they set up for other programs is not part of that."""
        if not context.trusted:
            return
        root = context.root
        found = await asyncio.to_thread(self._find, context)
        hooks = list(found.project_hooks)
        own_servers: list[ServerSpec] = []
        for agent in context.agents:
            if agent.scope == "project":
                hooks += agent_hooks(agent, root).hooks
                own_servers += agent_servers(agent, root)[1].servers
        hooks += self.hooks_of((s for s in context.skills if s.scope == "project"), root)
        for hook in hooks:
            seen = await self.hooks.trust.look(hook, root)
            if seen is not None:
                await self.hooks.trust.trust(seen, root)
        await self.servers.confirm_specs(found.project_servers, root)
        await self.servers.confirm_specs(own_servers, root, of_agent=True)

    @contextlib.asynccontextmanager
    async def during(
        self,
        session_id: str,
        agent: AgentDefinition,
        root: Path,
        skills: Sequence[Skill] = (),
    ) -> AsyncIterator[None]:
        """An agent's own hooks and servers, and the hooks of the skills it works by, live inside, and
        end however the block is left. Raises
        ``ToolError`` when a server that the agent cannot do without is not there. Inside another such
        block for the same session it does nothing."""
        if session_id in self._runs:
            yield
            return
        await self.use(root)
        root = home_of(root)
        agent = (await self.contexts(root)).agents.find(agent.name) or agent
        own = agent_servers(agent, root)[1].servers
        async with contextlib.AsyncExitStack() as stack:
            hooks = (*agent_hooks(agent, root).hooks, *self.hooks_of(skills, root))
            stack.enter_context(self.hooks.during(session_id, hooks))
            run = None
            if own:
                run = await stack.enter_async_context(self.servers.during(own, root))
            self._runs[session_id] = run
            stack.callback(self._runs.pop, session_id, None)
            await self.servers.wait_ready(agent.required_mcp_servers, root, run)
            yield

    def hooks_of(self, skills: Iterable[Skill], root: Path) -> tuple[Hook, ...]:
        """The hooks that skills bring; what cannot be taken over is told once."""
        found: list[Hook] = []
        for skill in skills:
            read = skill_hooks(skill, root)
            found += read.hooks
            for note in read.notes:
                self._tell_once(skill.source, note)
        return tuple(found)

    async def require(self, agent: AgentDefinition, root: Path) -> None:
        """Wait for the servers that an agent cannot do without, save those that it brings along."""
        own = {spec.name for spec in agent_servers(agent, root)[1].servers}
        needed = [name for name in agent.required_mcp_servers if name not in own]
        if needed:
            await self.use(root)
            await self.servers.wait_ready(needed, home_of(root))

    async def settle(self, session_id: str, root: Path) -> None:
        """Give servers that were never up yet a moment to start."""
        await self.use(root)
        wait = FIRST_WAIT if self.interactive else FIRST_WAIT_ALONE
        await self.servers.settle(home_of(root), self._runs.get(session_id), wait)

    def tools(self, session_id: str, root: Path) -> tuple[McpTool, ...]:
        """Every tool of the servers that a session has; the same object while nothing changed."""
        return self.pool.every(home_of(root), self._runs.get(session_id))

    async def close(self) -> None:
        """End the schedules, then the servers."""
        await self.scheduler.close()
        await self.servers.close()
        if self._telling is not None:
            self._telling.cancel()

    def _find(self, context: ProjectContext) -> _Found:
        folders = UserFolders.from_environment(self.paths)
        loaded, root, trusted = context.loaded, context.root, context.trusted
        mine, theirs = user_hooks(loaded, folders), project_hooks(loaded, root, trusted=trusted)
        servers = user_servers(loaded, folders)
        brought = project_servers(loaded, root, trusted=trusted, mine=servers.servers)
        return _Found(
            load(self.paths, None, False).settings,
            mine.hooks,
            theirs.hooks,
            servers.servers,
            brought.servers,
            (*mine.notes, *theirs.notes),
            (*servers.notes, *brought.notes),
        )

    def _take_settings(self, settings: Settings) -> None:
        """The person's own settings: what decides about environments, proxies and schedules."""
        self.settings = settings
        found = schedules_from(settings.schedule)
        for problem in found.problems:
            self._tell_once("schedule", f"config.toml, {problem}")
        if self.interactive:
            # A run without a window ends when its prompt is answered; it is nobody's clock.
            self.scheduler.set_schedules(found.schedules)

    async def _set_servers(self, root: Path) -> None:
        found = self._found[root]
        await self.servers.set_servers("user", found.user_servers)
        await self.servers.set_project_servers(root, found.project_servers)

    def _environment(self) -> Mapping[str, str]:
        return child_environment(self.settings, os.environ)

    def _server_changed(self, _key: str) -> None:
        if self._version != self.servers.version:
            self._version = self.servers.version
            self.bus.publish(DefinitionsChanged("", "mcp"))
        else:
            self._logged()

    def _logged(self) -> None:
        """Tell of new lines, but not of every one: a server may write thousands."""
        if self._telling is None:
            loop = asyncio.get_running_loop()
            self._telling = loop.call_later(LOG_PACE, self._tell_logged)

    def _tell_logged(self) -> None:
        self._telling = None
        self.bus.publish(ExtensionsLogged(""))

    def _hook_waits(self, waiting: UntrustedHook) -> None:
        hook = waiting.hook
        what = "has changed since you agreed to it" if waiting.state == "changed" else "is new"
        self._tell_once(
            waiting.content,
            f"The hook {hook.title} ({hook.source}) {what} and does not run before you agree to it.",
            "Look at it with spinney hooks list, then spinney hooks trust.",
        )

    def _tell_once(self, about: str, sentence: str, hint: str = "") -> None:
        if (about, sentence) not in self._told:
            self._told.add((about, sentence))
            self.bus.publish(Notice("", "warning", sentence, hint))

    def _tell(self, sentence: str) -> None:
        self.bus.publish(Notice("", "info", sentence))


def home_of(root: Path) -> Path:
    """The main checkout of a worktree; any other project is its own."""
    return main_checkout(root) or root
