"""All MCP servers of the engine: which there are, how they are, and what they offer.

Every server has one task that sees to it: it starts the server when it may run, waits for its end
and starts it again, later each time. What the servers say comes from the host (see ``host``), so
nothing here waits for one of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from core.config.settings import NetworkSettings
from core.errors import ConfigError, NotFound, SpinneyError, ToolError
from core.mcp.agreed import Agreed, Values, merged, pinned
from core.mcp.definition import ServerSpec
from core.mcp.link import HostLink
from core.mcp.offers import Offer, OfferedTool, ServerState, ServerStatus, read_offer
from core.mcp.server import Push as Push
from core.mcp.server import Server

log = logging.getLogger("spinney.mcp")

Plain = dict[str, Any]
USER = "user"
REQUIRED_WAIT = 30.0
_RETURN_WAIT = 10.0
_STEADY = 60.0
_MAX_FAILURES = 5
_FIRST_DELAY = 1.0


class McpServers:
    """The servers of the person, of each open project and of running agents.

    ``environment`` gives the variables for servers, ``resolve`` replaces ``env:`` and ``keyring:``
    values, ``on_change`` hears a server's key whenever its status changed, ``on_push`` what a server
    says by itself.
    """

    def __init__(
        self,
        *,
        values: Values,
        environment: Callable[[], Mapping[str, str]],
        resolve: Callable[[Mapping[str, str]], Awaitable[dict[str, str]]],
        redact: Callable[[str], str],
        network: Callable[[], NetworkSettings] = NetworkSettings,
        on_change: Callable[[str], None] | None = None,
        on_push: Callable[[Push], None] | None = None,
    ) -> None:
        self.version = 0
        """Grows whenever the tools that models can get may have changed."""
        self._agreed = Agreed(values)
        self._loaded = False
        self._environment = environment
        self._resolve = resolve
        self._redact = redact
        self._network = network
        self._on_change = on_change
        self._on_push = on_push
        self._servers: dict[str, Server] = {}
        self._lives: dict[str, Server] = {}
        self._link: HostLink | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._runs = 0
        self._starts = 0

    async def set_servers(
        self, owner: str, specs: Sequence[ServerSpec], project: Path | None = None
    ) -> None:
        """These are the servers of ``user`` or of a (trusted) project from now on. Those that are
        new or changed start in the background, those that are gone are ended."""
        if not self._loaded:
            await self._agreed.load()
            self._loaded = True
        wanted = {f"{owner}\0{spec.name}": spec for spec in specs}
        gone = [
            server
            for key, server in self._servers.items()
            if server.owner == owner and wanted.get(key) != server.spec
        ]
        await asyncio.gather(*(self._remove(server) for server in gone))
        for key, spec in wanted.items():
            if key not in self._servers:
                server = Server(owner, spec, project)
                self._servers[key] = server
                server.task = self._keep(self._look_after(server))
                self._changed(server)

    async def set_project_servers(self, project: Path, specs: Sequence[ServerSpec]) -> None:
        await self.set_servers(str(project), specs, project)

    @contextlib.asynccontextmanager
    async def during(self, specs: Sequence[ServerSpec], project: Path) -> AsyncIterator[str]:
        """An agent's own servers: they live until the block is left, however it is left. Yields the
        name of the run, which ``tools_for`` and the others take."""
        self._runs += 1
        run = f"run {self._runs}"
        try:
            await self.set_servers(run, specs, project)
            yield run
        finally:
            await asyncio.shield(self._keep(self.set_servers(run, ())))

    async def wait_ready(
        self,
        names: Sequence[str],
        project: Path | None,
        run: str | None = None,
        timeout: float = REQUIRED_WAIT,
    ) -> None:
        """Wait until these servers can be used; raises ``ToolError`` that says which cannot."""
        deadline = time.monotonic() + timeout
        for name in names:
            server = self._find(name, project, run)
            left = max(0.0, deadline - time.monotonic())
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(server.settled.wait(), left)
            if server.state != "ready":
                raise ToolError(
                    f"The MCP server {name} is needed and is not ready: {server.explanation}",
                    "Look at it in Settings, MCP servers.",
                )

    async def settle(self, project: Path | None, run: str | None, timeout: float) -> None:
        """Wait until every server has been up once or failed once, at most so long."""
        waits = [
            asyncio.ensure_future(server.tried.wait())
            for server in self._visible(project, run)
            if not server.tried.is_set()
        ]
        if waits:
            try:
                await asyncio.wait(waits, timeout=timeout)
            finally:
                for wait in waits:
                    wait.cancel()

    def tools_for(
        self, project: Path | None, run: str | None = None
    ) -> list[tuple[ServerStatus, OfferedTool]]:
        """The tools that models may get, those of the person's servers first."""
        found = []
        for server in self._visible(project, run):
            if server.state in ("ready", "waiting", "starting"):
                status = server.status
                found += [(status, tool) for tool in server.offer.tools if tool.state == "ready"]
        return found

    def offers(self, project: Path | None, run: str | None = None) -> list[Offer]:
        """What the servers that are ready offer, for commands (prompts) and mentions (resources)."""
        return [s.offer for s in self._visible(project, run) if s.state == "ready"]

    def ready(self, project: Path | None) -> list[str]:
        """The names of the servers that are ready."""
        return [s.spec.name for s in self._visible(project, None) if s.state == "ready"]

    def statuses(self) -> list[ServerStatus]:
        """Every server, for the settings page."""
        return [server.status for server in self._servers.values()]

    def enabled_in(self, name: str, project: Path | None) -> bool:
        return not self._agreed.disabled(name, project)

    async def confirmed_as(self, owner: str, spec: ServerSpec) -> str:
        """The command or address that a person agreed to for this server; "" if they never did."""
        return await self._agreed.confirmed_as(owner, spec)

    async def confirm_server(self, key: str, content: str | None = None) -> None:
        """A person has seen the command or address of this server and agrees to it. ``content`` is
        that of what they saw: it may have become another one while they looked."""
        server = self._server(key)
        if content is not None and server.spec.content != content:
            raise SpinneyError(
                f"The server {server.spec.name} has changed meanwhile.", "Look at it again."
            )
        await self._agreed.confirm(server.owner, server.spec, server.project)
        self._may_start(server)

    async def confirm_project(self, project: Path) -> None:
        """A person agreed to every server of this project as it is now."""
        for server in list(self._servers.values()):
            if server.owner == str(project):
                await self.confirm_server(server.key)

    async def confirm_specs(
        self, specs: Sequence[ServerSpec], project: Path, *, of_agent: bool = False
    ) -> None:
        """The same for servers of a project, or of its agents, whether they run already or not."""
        owner = "run " if of_agent else str(project)
        for spec in specs:
            await self._agreed.confirm(owner, spec, project)
        for server in self._servers.values():
            if server.spec in specs:
                self._may_start(server)

    @staticmethod
    def _may_start(server: Server) -> None:
        if server.state == "unconfirmed":
            server.tried.clear()
        server.wake.set()

    async def confirm_tools(self, key: str, digests: Mapping[str, str] | None = None) -> None:
        """A person has seen these definitions (tool name to digest; None: all) and agrees."""
        server = self._server(key)
        agreed = [
            tool
            for tool in server.offer.tools
            if tool.state in ("new", "changed")
            and (digests is None or digests.get(tool.name) == tool.digest)
        ]
        server.pins = merged(server.pins or {}, pinned(agreed))
        await self._agreed.pin(server.owner, server.spec, server.pins)
        if server.seen is not None:
            server.offer = read_offer(server.spec, server.seen, server.pins)
        self._changed(server)

    async def set_enabled(self, name: str, enabled: bool, project: Path | None = None) -> None:
        """Switch a server off or on, in one project or everywhere."""
        await self._agreed.set_enabled(name, enabled, project)
        for server in list(self._servers.values()):
            if server.spec.name == name:
                self._nudge(server)
                self._changed(server)

    def restart(self, key: str) -> None:
        """Start a server again now: a failed one, or one that runs."""
        server = self._server(key)
        server.restarting = True
        self._nudge(server)
        if server.ended is not None:
            # Nobody must take the life that is ending for the one that comes.
            self._set_state(server, "starting")

    async def call_tool(
        self,
        key: str,
        tool: str,
        arguments: Plain,
        progress: Callable[[str], None] | None = None,
    ) -> Plain:
        """Call a tool. Raises ``ToolError`` with why it could not be done."""
        server = self._server(key)
        # A turn that began before the change still has the tool as it was.
        if any(one.name == tool for one in server.status.waiting_tools):
            raise ToolError(
                f"{server.spec.name} has changed its tool {tool} since a person agreed to it.",
                "It can be used again once the person has looked at the change in the settings.",
            )
        return await self._call(server, "tool", tool, arguments, progress)

    async def prompt(
        self, server_name: str, name: str, arguments: Mapping[str, str], project: Path | None
    ) -> Plain:
        """The text and images of a prompt."""
        return await self._call(self._find(server_name, project), "prompt", name, dict(arguments))

    async def read_resource(self, server_name: str, uri: str, project: Path | None) -> str:
        """The text of the resource ``@server:uri``."""
        answer = await self._call(self._find(server_name, project), "resource", uri, {})
        return str(answer["text"])

    async def close(self) -> None:
        """End every server and the host; returns when nothing of them runs."""
        tasks = [server.task for server in self._servers.values() if server.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._servers.clear()
        link, self._link = self._link, None
        if link is not None:
            await link.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _call(
        self,
        server: Server,
        what: str,
        name: str,
        arguments: Plain,
        progress: Callable[[str], None] | None = None,
    ) -> Plain:
        if server.state != "ready":
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(server.settled.wait(), _RETURN_WAIT)
        if server.state != "ready" or self._link is None:
            raise ToolError(f"The MCP server {server.spec.name} is not ready: {server.explanation}")
        request = {
            "key": server.life,
            "what": what,
            "name": name,
            "arguments": arguments,
            "timeout": server.spec.timeout,
        }
        try:
            return await self._link.call(request, progress)
        except ToolError as error:
            raise ToolError(
                f"The MCP server {server.spec.name} failed: {self._redact(error.sentence)}",
                error.hint,
            ) from error

    async def _look_after(self, server: Server) -> None:
        """The life of a server, until it is taken away."""
        failures = 0
        try:
            while True:
                server.wake.clear()
                server.restarting = False
                reason = await self._why_not(server)
                if reason is not None:
                    self._set_state(server, reason)
                    await server.wake.wait()
                    failures = 0
                    continue
                began = time.monotonic()
                why = await self._one_life(server)
                if server.restarting or await self._why_not(server) is not None:
                    failures = 0
                    continue
                failures = 1 if time.monotonic() - began > _STEADY else failures + 1
                if await self._rest(server, why, failures):
                    failures = 0
        except SpinneyError as error:
            self._set_state(server, "failed", str(error))
        except Exception as error:
            log.exception("an MCP server could not be looked after")
            self._set_state(server, "failed", str(error))

    async def _why_not(self, server: Server) -> ServerState | None:
        """Why the server must not run now; None when it may."""
        if not server.spec.enabled or self._agreed.disabled(
            server.spec.name, server.project if server.owner != USER else None
        ):
            return "disabled"
        if not await self._agreed.may_start(server.owner, server.spec, server.project):
            return "unconfirmed"
        return None

    async def _one_life(self, server: Server) -> str:
        """Start the server and wait for its end; returns why it ended."""
        self._set_state(server, "starting")
        server.pins = await self._agreed.pins(server.owner, server.spec)
        try:
            spec = await self._for_host(server)
        except ConfigError as error:
            return str(error)
        if self._link is None:
            self._link = HostLink(self._environment(), self._heard, self._host_died, self._redact)
        self._starts += 1
        server.starts = self._starts
        server.ended = asyncio.get_running_loop().create_future()
        life = server.life
        self._lives[life] = server
        self._link.start_server(life, spec)
        try:
            return await asyncio.shield(server.ended)
        except asyncio.CancelledError:
            if self._link is not None:
                self._link.stop_server(life)
                await asyncio.wait([server.ended], timeout=5)
            raise
        finally:
            self._lives.pop(life, None)
            server.ended = None

    async def _rest(self, server: Server, why: str, failures: int) -> bool:
        """Wait before the next start, longer each time; True when a person asked for it."""
        if failures > _MAX_FAILURES:
            self._set_state(server, "failed", why)
            await server.wake.wait()
            return True
        delay = _FIRST_DELAY * 2 ** (failures - 1)
        server.next_try = time.time() + delay
        self._set_state(server, "waiting", why)
        try:
            await asyncio.wait_for(server.wake.wait(), delay)
        except TimeoutError:
            return False
        finally:
            server.next_try = None
        return True

    async def _for_host(self, server: Server) -> Plain:
        spec, network = server.spec, self._network()
        common: Plain = {
            "transport": spec.transport,
            "startup_timeout": spec.startup_timeout,
            "push": spec.push,
            "subscribe": list(spec.subscribe),
        }
        if spec.transport == "http":
            headers = await self._resolve(spec.headers)
            proxies = {"proxy": network.proxy, "ca_file": network.ca_file}
            return {**common, **proxies, "url": spec.url, "headers": headers}
        folder = Path(spec.cwd).expanduser() if spec.cwd else Path.home()
        environment = {**self._environment(), **await self._resolve(spec.env)}
        command = [str(Path(spec.command[0]).expanduser()), *spec.command[1:]]
        return {**common, "command": command, "cwd": str(folder), "environment": environment}

    def _heard(self, frame: Plain) -> None:
        """Something came from the host about a server."""
        for word in ("ready", "offer", "ended", "log", "push"):
            server = self._lives.get(frame.get(word, ""))
            if server is not None:
                break
        else:
            return
        if word in ("ready", "offer"):
            self._absorb(server, frame, ready=word == "ready")
        elif word == "ended" and server.ended is not None and not server.ended.done():
            server.ended.set_result(self._redact(frame["why"]) or "It ended.")
        elif word == "log":
            server.log.extend(self._redact(line) for line in frame["lines"])
            self._changed(server, tools=False)
        elif word == "push" and self._on_push is not None:
            text = self._redact(frame["text"])
            level, uri = frame.get("level", ""), frame.get("uri", "")
            self._on_push(Push(server.spec.name, text, level, uri, server.project))

    def _absorb(self, server: Server, frame: Plain, *, ready: bool) -> None:
        server.seen = frame
        server.offer = read_offer(server.spec, frame, server.pins)
        if server.pins is None:
            server.pins = pinned(server.offer.tools)
            self._keep(self._agreed.pin(server.owner, server.spec, server.pins))
        if ready:
            self._set_state(server, "ready")
        else:
            self._changed(server)

    def _host_died(self) -> None:
        self._link = None
        for server in list(self._lives.values()):
            if server.ended is not None and not server.ended.done():
                server.ended.set_result("The process that talks to MCP servers ended.")

    def _nudge(self, server: Server) -> None:
        """Make the server's task look again, also when the server runs."""
        server.wake.set()
        must_end = server.restarting or self._agreed.disabled(
            server.spec.name, server.project if server.owner != USER else None
        )
        if server.ended is not None and must_end and self._link is not None:
            self._link.stop_server(server.life)

    async def _remove(self, server: Server) -> None:
        self._servers.pop(server.key, None)
        if server.task is not None:
            server.task.cancel()
            await asyncio.gather(server.task, return_exceptions=True)
        server.state = "stopped"
        server.settled.set()
        server.tried.set()
        self._changed(server)

    def _set_state(self, server: Server, state: ServerState, error: str = "") -> None:
        server.state, server.error = state, error
        if state != "starting":
            server.tried.set()
        if state in ("starting", "waiting"):
            server.settled.clear()
        else:
            server.settled.set()
        self._changed(server)

    def _changed(self, server: Server, *, tools: bool = True) -> None:
        if tools:
            self.version += 1
        if self._on_change is not None:
            self._on_change(server.key)

    def _visible(self, project: Path | None, run: str | None) -> list[Server]:
        owners = [USER] + ([str(project)] if project is not None else []) + ([run] if run else [])
        return [
            server
            for owner in owners
            for server in self._servers.values()
            if server.owner == owner and not self._agreed.disabled(server.spec.name, project)
        ]

    def _find(self, name: str, project: Path | None, run: str | None = None) -> Server:
        known = self._visible(project, run)
        for server in known:
            if server.spec.name == name:
                return server
        names = ", ".join(sorted(server.spec.name for server in known)) or "none"
        raise ToolError(f"There is no MCP server {name}.", f"There are: {names}.")

    def _server(self, key: str) -> Server:
        if key not in self._servers:
            raise NotFound("That MCP server is no longer there.")
        return self._servers[key]

    def _keep(self, work: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
