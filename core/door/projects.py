"""Folders, trust, settings, and what can be chosen in them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

from core.agents.catalog import AgentCatalog
from core.agents.definition import AgentDefinition
from core.agents.folders import UserFolders
from core.agents.generate import generate_agent
from core.agents.writer import save_agent
from core.commands.definition import CommandCatalog
from core.config.settings import Settings
from core.config.trust import TrustState
from core.door.parts import EngineParts
from core.extensions import home_of
from core.llm.client import complete
from core.llm.demo_project import copy_demo_project
from core.llm.types import ModelInfo, ModelRequest
from core.loop.plugged import prompt_commands
from core.loop.prepare import NO_MODEL
from core.projects import project_root
from core.sessions.export import export_session
from core.sessions.models import Project


class ProjectActions(EngineParts):
    """What concerns a project and not one of its sessions."""

    async def open_project(self, directory: Path) -> Project:
        root = project_root(directory)
        self.keeper.warm(root)
        return await self.store.project_for(root)

    async def settings_for(self, directory: Path) -> Settings:
        return (await self.projects.context(project_root(directory))).settings

    async def trust_state(self, directory: Path) -> TrustState:
        return await self.projects.trust.state(project_root(directory), directory)

    async def trust(self, directory: Path, shown: TrustState | None = None) -> None:
        """Let the project act as it was shown to the person."""
        root = project_root(directory)
        shown = shown or await self.projects.trust.state(root, directory)
        await self.projects.trust.trust(root, shown)
        self.projects.forget(root)
        await self.extensions.trust(await self.projects.context(root))

    async def agents(self, directory: Path) -> AgentCatalog:
        return (await self.projects.context(project_root(directory))).agents

    async def models(self, directory: Path) -> list[ModelInfo]:
        return await self.book.list(await self.settings_for(directory))

    async def commands(self, directory: Path) -> CommandCatalog:
        """The commands that hold here, with the prompts of MCP servers that are ready."""
        root = project_root(directory)
        known = (await self.projects.context(root)).commands
        prompts = prompt_commands(self.extensions.servers, home_of(root))
        return replace(known, commands=(*known.commands, *prompts)) if prompts else known

    async def prepare_demo(self) -> Path:
        """A fresh copy of the sample project for the demo tour; returns its folder."""
        target = self.paths.data / "demo" / time.strftime("%Y%m%d-%H%M%S") / "teashop"
        await asyncio.to_thread(copy_demo_project, target)
        return target

    def export_session(self, session_id: str) -> AsyncIterator[str]:
        """A session and everything below it as JSON lines, without secrets."""
        return export_session(self.store, session_id, self.redactor)

    async def generate_agent(
        self, directory: Path, description: str, model: str | None = None
    ) -> AgentDefinition:
        """Make an agent from a description with one model call; nothing is saved."""
        context = await self.projects.context(project_root(directory))
        wanted = model or context.settings.model
        if not wanted:
            raise NO_MODEL
        choice = await self.book.choose(wanted, context.settings)
        base = ModelRequest(
            provider=choice.access, model=choice.info.model, messages=(), price=choice.info.price
        )
        made = await generate_agent(
            description,
            [agent.name for agent in context.agents],
            base,
            lambda request: complete(self.models_client, request),
        )
        return made.definition()

    async def save_agent(
        self, directory: Path, agent: AgentDefinition, where: Literal["user", "project"]
    ) -> Path:
        """Write an agent as a Markdown file of the person's or the project's."""
        root = project_root(directory)
        folders = UserFolders.from_environment(self.paths)
        path = await asyncio.to_thread(save_agent, agent, where, folders, root)
        self.projects.forget()
        return path
