"""One long run of the real engine in a process of its own, made to spill its keys.

Started by ``test_canary_keys`` with keys in its environment, in a keyring, in headers and in memory.
Its argument is a JSON file with the addresses and the one key that is typed in during the run.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Sequence
from pathlib import Path

from core.engine import Engine
from core.mcp.servers import McpServers
from core.mcp.sources import configured_servers
from core.paths import Paths
from core.process import child_environment
from core.sessions.models import Session
from tests.fakes.program import background, program, step, together, words


def spilling() -> str:
    """What an agent tries; ``ps`` and ``/proc`` show this very process, which has the keys."""
    own = f"notes.txt /proc/{os.getpid()}/environ"
    letters = "for i in $(seq 100); do head -c $i notes.txt | tail -c 1; done; exit 3"
    hidden = step("bash", command="env; cat /proc/self/environ; ps auxe; sleep 0.3")
    # More than what a model gets, so that the whole of it goes to a file.
    much = f"for i in $(seq 3000); do echo line $i of many; done; cat {own}; sleep 0.3"
    open_ = [
        step("bash", command="env; cat /proc/self/environ; sleep 0.3", unsandboxed=True),
        step("bash", command=f"ps e -p {os.getpid()}; cat {own}", unsandboxed=True),
        step("bash", command=much, unsandboxed=True),
        step("bash", command=letters, unsandboxed=True),
        step("bash", command=f"cat {own}; sleep 0.3", unsandboxed=True, run_in_background=True),
    ]
    files = together(step("read", filePath="notes.txt"), step("grep", pattern="key"))
    edit = step("edit", filePath="notes.txt", oldString="one", newString="two")
    child = program(hidden, *open_[:2], words("A child is done."))
    return program(
        hidden, *open_, files, edit, background("spill", child), words("Waiting."), words("Done.")
    )


async def say(engine: Engine, session: Session, text: str) -> None:
    await engine.run_to_end(session.id, text)


async def spill(plan: dict[str, str], project: Path) -> None:
    engine = await Engine.open(Paths.from_environment(), origin="exec", interactive=False)
    try:
        engine.keys.use_for_this_run("typed", plan["typed"])
        # What others see of this process from now on.
        Path(plan["seen"]).write_bytes(Path("/proc/self/environ").read_bytes())
        for name in ("named", "usual", "ring", "typed"):
            session = await engine.create_session(project, model=f"{name}/scripted")
            await say(engine, session, spilling() if name == "named" else f"spell it out {name}")
        first = (await engine.store.list_sessions())[-1]
        await engine.run_line(
            first.id, f"env; cat notes.txt /proc/{os.getpid()}/environ; sleep 0.3"
        )
        await engine.wait_idle(first.id)
        await say(engine, first, f"my key is {plan['typed']}, is that right?")
        await use_server(engine)
        lines = [
            line
            for entry in await engine.store.list_sessions(roots_only=True)
            async for line in engine.export_session(entry.id)
        ]
        Path(plan["export"]).write_text("\n".join(lines))
        Path(plan["done"]).write_text(json.dumps(await told(engine)))
    finally:
        await engine.close()


async def use_server(engine: Engine) -> None:
    """A server that is given a key of its own and tells its environment."""
    settings = await engine.settings_for(Path.cwd())
    servers = McpServers(
        values=engine.store,
        environment=lambda: child_environment(settings, os.environ),
        resolve=engine.keys.header_values,
        redact=engine.redactor,
    )
    loaded = (await engine.projects.context(Path.cwd())).loaded
    mine, _ = configured_servers(loaded, None)
    await servers.set_servers("user", mine.servers)
    try:
        await servers.wait_ready(["given"], None)
        await asyncio.sleep(0.3)  # for the test to see the processes
    finally:
        await servers.close()


async def told(engine: Engine) -> list[str]:
    """Which tools ran and how, so that the test knows that there was something to leak."""
    ended = []
    for session in await engine.store.list_sessions():
        for entry in await engine.store.messages(session.id):
            ended += [f"{p.tool} {p.status}" for p in entry.parts if p.type == "tool"]
            if entry.info.error:
                ended.append(f"error {entry.info.error.sentence}")
    return ended


def main(arguments: Sequence[str]) -> None:
    plan = json.loads(Path(arguments[0]).read_text())
    asyncio.run(spill(plan, Path.cwd()))
