"""The set-up command of a project: run once in a new worktree, asked for like any other command."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass

from core.errors import PermissionRefused
from core.git import Git, GitError
from core.ids import new_id
from core.loop.run import Run
from core.sessions.models import Message, ToolPart
from core.sessions.store import Store
from core.tools.executor import Executor
from core.worktrees.include import known_name
from core.worktrees.manager import WorktreeManager

AFTER_SETUP = (
    "The command above prepared your worktree; its output is there. If it failed or was refused, do "
    "without it or mend it. Now do what was asked before it."
)


@dataclass(slots=True)
class SetUp:
    """Runs ``worktree_setup`` before an agent's first step in its own worktree."""

    store: Store
    executor: Executor
    manager: WorktreeManager

    async def run(self, run: Run) -> None:
        command, session = run.settings.worktree_setup, run.session
        if not command or session.worktree is None:
            return
        worktree = await self.manager.of_path(session.worktree)
        if worktree is None or worktree.session_id != session.id or worktree.setup_done:
            return
        # Once only, even if it is cut off: nobody runs a command twice by themselves.
        await self.manager.mark_set_up(worktree)
        message = Message(
            session_id=session.id,
            role="assistant",
            agent=session.agent,
            model=run.choice.info.ref,
            path={"cwd": str(run.directory), "root": str(run.project)},
        )
        arguments = {
            "command": command,
            "description": "Prepare the worktree",
            "timeout": run.settings.shell.max_timeout,
        }
        call = ToolPart(
            call_id=new_id("call"),
            tool="bash",
            status="running",
            raw_input=json.dumps(arguments, ensure_ascii=False),
            input=arguments,
            started=time.time(),
        )
        entry = await run.conversation.add(message, [call])
        try:
            await self.executor.execute(run, call, by_person=True)
        except PermissionRefused:
            pass  # The call says so; the agent can do without.
        finally:
            message.finish, message.completed = "tool-calls", time.time()
            await self.store.update_message(message, entry.parts)
        try:
            others = (await Git(worktree.folder).run("ls-files", "--others", "-z")).split("\0")
        except GitError:
            others = []
        await self.manager.handed_over(worktree, {known_name(o): "setup" for o in others if o})
        await run.conversation.add_user_text(AFTER_SETUP, synthetic=True, agent=session.agent)
