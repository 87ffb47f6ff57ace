"""Inside the MCP host: one connection to one server, from start to end, in one task.

The SDK's scopes must be entered and left by the same task, so everything that opens or closes lives
in ``live``; calls come from tasks of their own and only use the session.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import warnings
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
from mcp.client.session import ClientSession
from mcp.client.subscriptions import listen
from mcp.shared.exceptions import MCPError
from mcp_types import CONNECTION_CLOSED, METHOD_NOT_FOUND, UNSUPPORTED_PROTOCOL_VERSION
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from core import __version__
from core.mcp.host_content import (
    MAX_LISTED,
    Plain,
    plain_contents,
    plain_messages,
    plain_prompt,
    plain_resource,
    plain_result,
    plain_tools,
)
from core.mcp.host_http import http_transport
from core.mcp.host_stdio import Ending, stdio_transport

Tell = Callable[[Plain], None]
Follow = Callable[[Coroutine[Any, Any, None]], None]

_MAX_PAGES = 50
_RELIST_PAUSE = 1.0
_LOG_PAUSE = 0.25
_LOG_LINES = 100
_PUSH_LEVELS = ("notice", "warning", "error", "critical", "alert", "emergency")
_PUSH_BURST = 5
_PUSHES_PER_MINUTE = 30


class HostedServer:
    """A server as the host has it; ``live`` returns when the connection is over."""

    def __init__(self, key: str, spec: Plain, tell: Tell) -> None:
        self.key = key
        self._spec = spec
        self._tell = tell
        self._session: ClientSession | None = None
        self._ending = Ending()
        self._stop = asyncio.Event()
        self._changed = asyncio.Event()
        self._lines: deque[str] = deque(maxlen=_LOG_LINES)
        self._log_timer: asyncio.TimerHandle | None = None
        self._pushes_left = float(_PUSH_BURST)
        self._last_push = 0.0
        self._last_push_text = ""

    def stop(self) -> None:
        self._stop.set()
        self._ending.tell("")

    async def live(self) -> None:
        """Connect, tell what the server offers, and stay until it goes away or is stopped."""
        why = ""
        try:
            why = await self._connected()
        except BaseExceptionGroup as group:
            why = sentence(_first_of(group))
        except Exception as error:
            why = sentence(error)
        finally:
            self._session = None
            self._send_log()
            reason = "" if self._stop.is_set() else self._ending.why or why
            self._tell({"ended": self.key, "why": reason})

    async def _connected(self) -> str:
        async with AsyncExitStack() as stack:
            streams = await stack.enter_async_context(self._transport())
            session = ClientSession(
                *streams,
                logging_callback=self._heard_log,
                message_handler=self._heard,
                client_info=types.Implementation(name="spinney", version=__version__),
            )
            await stack.enter_async_context(session)
            following = await stack.enter_async_context(_tasks())
            offer = await self._greet(session, following)
            if offer is None:
                return self._ending.why
            self._session = session
            self._tell({"ready": self.key, **offer})
            following(self._follow_changes(session))
            if session.protocol_version in MODERN_PROTOCOL_VERSIONS:
                following(self._listen(session))
            else:
                following(self._subscribe(session))
            await self._ending.event.wait()
            self._session = None
        return self._ending.why

    async def _greet(self, session: ClientSession, following: Follow) -> Plain | None:
        """The handshake and the first look at what there is; None when it comes to nothing."""
        limit = self._spec["startup_timeout"]
        with anyio.CancelScope() as scope:

            async def give_up() -> None:
                await self._ending.event.wait()
                scope.cancel()

            following(give_up())
            try:
                with anyio.fail_after(limit):
                    await _handshake(session)
                    return await _offer(session)
            except TimeoutError:
                self._ending.tell(f"It did not answer within {limit:g} s.")
            except MCPError as error:
                if error.error.code != CONNECTION_CLOSED:
                    raise
                # Why it closed is known a moment later.
                with anyio.move_on_after(2):
                    await self._ending.event.wait()
                self._ending.tell("The connection was closed.")
        return None

    def _transport(self) -> AbstractAsyncContextManager[tuple[Any, Any]]:
        spec = self._spec
        if spec["transport"] == "http":
            return http_transport(
                spec["url"],
                spec["headers"],
                proxy=spec.get("proxy"),
                ca_file=spec.get("ca_file"),
                log=self.log,
            )
        folder = Path(spec["cwd"])
        return stdio_transport(spec["command"], folder, spec["environment"], self.log, self._ending)

    async def call(self, request: Plain, progress: Callable[[str], None]) -> Plain:
        """Do one thing for the engine; raises with what went wrong."""
        session = self._session
        if session is None:
            raise ConnectionError("It is not connected.")
        try:
            return await self._ask(session, request, progress)
        except MCPError as error:
            if error.error.code == CONNECTION_CLOSED or _session_lost(error):
                self._ending.tell("The connection was lost.")
            raise

    async def _ask(
        self, session: ClientSession, request: Plain, show: Callable[[str], None]
    ) -> Plain:
        timeout = float(request["timeout"])
        what = request["what"]
        with anyio.fail_after(timeout):
            if what == "tool":

                async def heard(progress: float, total: float | None, message: str | None) -> None:
                    count = f"{progress:g} of {total:g}" if total else f"{progress:g}"
                    show(message or count)

                called = await session.call_tool(
                    request["name"], request["arguments"], timeout, heard
                )
                return plain_result(called)
            if what == "prompt":
                prompt = await session.get_prompt(request["name"], request["arguments"])
                return plain_messages(prompt)
            return plain_contents((await session.read_resource(request["name"])).contents)

    async def _heard(self, message: Any) -> None:
        if isinstance(
            message,
            types.ToolListChangedNotification
            | types.PromptListChangedNotification
            | types.ResourceListChangedNotification,
        ):
            self._changed.set()
        elif isinstance(message, types.ResourceUpdatedNotification):
            self._resource_changed(str(message.params.uri))
        elif isinstance(message, Exception):
            self.log(f"unreadable message: {str(message)[:300]}")

    async def _heard_log(self, params: types.LoggingMessageNotificationParams) -> None:
        data = params.data if isinstance(params.data, str) else json.dumps(params.data, default=str)
        self.log(f"{params.level}: {data[:1000]}")
        if self._spec.get("push") and params.level in _PUSH_LEVELS:
            self._push({"text": data[:4000], "level": params.level})

    def _resource_changed(self, uri: str) -> None:
        if self._spec.get("push") and uri in self._spec.get("subscribe", ()):
            self._push({"text": f"The resource {uri[:500]} has changed.", "uri": uri[:2000]})

    def _push(self, push: Plain) -> None:
        """Pass something on to the person's queue: never often, and never the same twice running."""
        now = asyncio.get_running_loop().time()
        earned = (now - self._last_push) * _PUSHES_PER_MINUTE / 60 if self._last_push else 0
        self._pushes_left = min(_PUSH_BURST, self._pushes_left + earned)
        self._last_push = now
        if self._pushes_left >= 1 and push["text"] != self._last_push_text:
            self._pushes_left -= 1
            self._last_push_text = push["text"]
            self._tell({"push": self.key, **push})

    async def _follow_changes(self, session: ClientSession) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            try:
                with anyio.fail_after(self._spec["startup_timeout"]):
                    self._tell({"offer": self.key, **await _offer(session)})
            except (MCPError, TimeoutError, ValueError) as error:
                self.log(f"its list could not be read again: {sentence(error)}")
            # One that changes its list all the time is not asked all the time.
            await asyncio.sleep(_RELIST_PAUSE)

    async def _subscribe(self, session: ClientSession) -> None:
        capabilities = session.server_capabilities
        if capabilities is not None and capabilities.logging is not None:
            await self._try(partial(session.set_logging_level, "info"))
        for uri in self._spec.get("subscribe", ()):
            await self._try(partial(session.subscribe_resource, uri))

    async def _try(self, call: Callable[[], Awaitable[Any]]) -> None:
        with warnings.catch_warnings():
            # Older servers know only what the newest protocol has replaced.
            warnings.simplefilter("ignore", DeprecationWarning)
            warnings.simplefilter("ignore", UserWarning)
            try:
                await call()
            except (MCPError, TimeoutError, ValueError) as error:
                self.log(sentence(error))

    async def _listen(self, session: ClientSession) -> None:
        with contextlib.suppress(MCPError, RuntimeError, TimeoutError):
            async with listen(
                session,
                tools_list_changed=True,
                prompts_list_changed=True,
                resources_list_changed=True,
                resource_subscriptions=self._spec.get("subscribe", ()),
            ) as changes:
                async for change in changes:
                    if (uri := getattr(change, "uri", None)) is not None:
                        self._resource_changed(str(uri))
                    else:
                        self._changed.set()

    def log(self, line: str) -> None:
        """Remember a line for the settings page; sent in groups, the newest of many."""
        self._lines.append(line[:1000])
        if self._log_timer is None:
            loop = asyncio.get_running_loop()
            self._log_timer = loop.call_later(_LOG_PAUSE, self._send_log)

    def _send_log(self) -> None:
        if self._log_timer is not None:
            self._log_timer.cancel()
            self._log_timer = None
        if self._lines:
            self._tell({"log": self.key, "lines": list(self._lines)})
            self._lines.clear()


@contextlib.asynccontextmanager
async def _tasks() -> AsyncIterator[Follow]:
    """Start coroutines that end when the block is left."""
    started: list[asyncio.Task[Any]] = []
    try:
        yield lambda work: started.append(asyncio.create_task(work))
    finally:
        for task in started:
            task.cancel()
        await asyncio.gather(*started, return_exceptions=True)


async def _handshake(session: ClientSession) -> None:
    """The handshake that nearly all servers know; the newest one where a server wants it."""
    try:
        await session.initialize()
    except MCPError as error:
        if error.error.code not in (UNSUPPORTED_PROTOCOL_VERSION, METHOD_NOT_FOUND):
            raise
        await session.discover()


async def _offer(session: ClientSession) -> Plain:
    """What the server offers now: tools, prompts, resources, its instructions."""
    can = session.server_capabilities
    assert can is not None
    tools: list[Plain] = []
    if can.tools is not None:
        tools = plain_tools(await _pages(session.list_tools, "tools"))
    prompts: list[Plain] = []
    if can.prompts is not None:
        prompts = [plain_prompt(entry) for entry in await _pages(session.list_prompts, "prompts")]
    resources: list[Plain] = []
    if can.resources is not None:
        found = await _pages(session.list_resources, "resources")
        resources = [plain_resource(entry) for entry in found]
    info = session.server_info
    return {
        "tools": tools,
        "prompts": prompts,
        "resources": resources,
        "instructions": (session.instructions or "")[:4000],
        "server": f"{info.name} {info.version}"[:200] if info is not None else "",
    }


async def _pages(read: Callable[..., Awaitable[Any]], field: str) -> list[Any]:
    found: list[Any] = []
    cursor: str | None = None
    for _ in range(_MAX_PAGES):
        params = types.PaginatedRequestParams(cursor=cursor) if cursor else None
        page = await read(params=params)
        found += getattr(page, field)
        cursor = page.next_cursor
        if not cursor or len(found) >= MAX_LISTED:
            break
    return found[:MAX_LISTED]


def _session_lost(error: MCPError) -> bool:
    text = error.error.message.lower()
    return "session terminated" in text or "session not found" in text


def _first_of(group: BaseExceptionGroup[BaseException]) -> BaseException:
    first = group.exceptions[0]
    return _first_of(first) if isinstance(first, BaseExceptionGroup) else first


def sentence(error: BaseException) -> str:
    if isinstance(error, TimeoutError):
        return "It did not answer in time."
    text = error.error.message if isinstance(error, MCPError) else str(error)
    if isinstance(error, ValueError) or "validation error" in text:
        return "It sent something that is not a valid answer."
    text = " ".join(text.split())[:1000] or type(error).__name__
    return text if text.endswith((".", "!", "?")) else f"{text}."
