"""The door to everything a person sets up. Every change is written at once and told to the window."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from core.agents.definition import AgentDefinition
from core.agents.folders import UserFolders
from core.agents.loader import agent_places
from core.agents.writer import agent_path, save_agent
from core.bus import Bus
from core.commands.loader import command_places
from core.config.secrets import KeyLookup
from core.config.watch import changes
from core.errors import ConfigError
from core.events import DefinitionsChanged
from core.llm.book import ModelBook
from core.llm.catalog import ModelChoice
from core.llm.client import ModelClient
from core.llm.discover import USUAL_ADDRESSES
from core.llm.providers import KNOWN, effective
from core.llm.table import ModelTable, cached_table
from core.llm.types import ModelInfo
from core.paths import Paths
from core.permissions.models import Action
from core.projects import ProjectContext, Projects, project_root
from core.redact import Redactor
from core.sandbox.none import NoSandbox
from core.sandbox.service import ShellSandbox
from core.sessions.export import export_session
from core.sessions.store import Store
from core.setup import agents, data, providers, rules, servers
from core.setup.budget import BudgetWarnings, spent
from core.setup.changes import Changes, Setting, config_text, own_settings
from core.setup.diagnostics import diagnostics
from core.setup.models import (
    AgentPreview,
    CleanUp,
    DataPlace,
    Definitions,
    Found,
    FoundKey,
    FoundServer,
    HeldApproval,
    Judgement,
    OwnSettings,
    Probe,
    ProviderState,
    RuleLayer,
    SandboxState,
    Spent,
)
from core.setup.probe import probe
from core.setup.suggest import suggested_model
from core.skills.loader import skill_places
from core.tools.registry import all_tools

Where = Literal["user", "project"]


class Setup:
    """Made by the engine; ``addresses`` is where servers of this machine are looked for."""

    def __init__(
        self,
        paths: Paths,
        bus: Bus,
        store: Store,
        projects: Projects,
        keys: KeyLookup,
        book: ModelBook,
        client: ModelClient,
        sandbox: ShellSandbox,
        redactor: Redactor,
    ) -> None:
        self.paths = paths
        self.addresses: Mapping[str, str] = USUAL_ADDRESSES
        self._bus = bus
        self._store = store
        self._projects = projects
        self._keys = keys
        self._book = book
        self._client = client
        self._sandbox = sandbox
        self._redactor = redactor
        self._changes = Changes(paths)
        self._budget = BudgetWarnings()

    # Settings

    async def own(self) -> OwnSettings:
        """The person's own settings as their file says now."""
        return await asyncio.to_thread(own_settings, self.paths)

    async def config_text(self) -> str:
        return await asyncio.to_thread(config_text, self.paths.config_file)

    async def change(self, key: Sequence[str], value: Any, label: str = "") -> None:
        """Write one setting; None puts it back to its default."""
        await self.change_all([(tuple(key), value)], label or ".".join(key))

    async def change_all(self, settings: Sequence[Setting], label: str) -> None:
        """Write several settings as one change."""
        if settings:
            await self._changes.apply(settings, label)
            self.changed("settings")

    @property
    def last_change(self) -> str:
        """What ``undo`` would take back; "" where there is nothing."""
        return self._changes.done[-1].label if self._changes.done else ""

    async def undo(self) -> str:
        label = await self._changes.undo()
        self.changed("settings")
        return label

    def changed(self, what: str) -> None:
        """Read everything again at the next use, and say so."""
        self._projects.forget()
        self._bus.publish(DefinitionsChanged("", what))

    def tell(self, what: str) -> None:
        """Say that something was changed that no file holds."""
        self._bus.publish(DefinitionsChanged("", what))

    async def accept(self, directory: Path, files: Sequence[Path]) -> None:
        """A person wrote these files of a trusted project themselves."""
        root = project_root(directory)
        if (await self._projects.trust.state(root)).trusted:
            await self._projects.trust.accept(root, list(files))

    async def follow(self, directory: Path | None = None) -> None:
        """Notice changes by hand to the files that count, until cancelled."""
        own = UserFolders.from_environment(self.paths)
        root = project_root(directory) if directory is not None else None
        targets = [self.paths.config_file]
        if root is not None:
            targets.append(root / ".spinney" / "config.toml")
        # Looking at when a file changed opens nothing, so it needs no trust.
        for places in (agent_places, command_places, skill_places):
            targets += places(own, root, trusted=True)
        async for changed in changes(targets, step=0.3):
            settings = any(path.name == "config.toml" for path in changed)
            self.changed("settings" if settings else "definitions")

    # Providers, keys and models

    async def look_around(self) -> Found:
        """What can be used without entering anything."""
        return await providers.look_around(self.addresses, await self._quick_table())

    async def providers(self, names: Sequence[str] | None = None) -> list[ProviderState]:
        return await providers.provider_states((await self.own()).settings, self._keys, names)

    def known_providers(self) -> list[ProviderState]:
        """Providers that take a key, by title; nothing is looked up."""
        return [
            ProviderState(p.name, p.title, p.kind, variable=p.key_variable)
            for p in KNOWN.values()
            if p.key_variable and not p.local
        ]

    async def models_of(self, provider: str) -> tuple[str, ...]:
        """The models of a provider, from the table and from the person's own entries."""
        settings = (await self.own()).settings
        found = effective(provider, settings)
        if found is None:
            return ()
        table = await self._book.table()
        listed = () if found.base_url else providers.model_names(table, found.kind)
        return tuple(dict.fromkeys((*found.models, *listed)))

    async def first_model(self, provider: str) -> str:
        """A good first choice as ``provider/model``; "" where none is known."""
        settings = (await self.own()).settings
        found = effective(provider, settings)
        model = suggested_model(found.kind, await self.models_of(provider)) if found else ""
        return f"{provider}/{model}" if model else ""

    async def test_keyring(self) -> str:
        return await self._keys.test()

    async def store_key(self, provider: str, value: str) -> str:
        """Put a key into the system keyring and use it; returns where it is now. Raises
        ``ConfigError`` with a sentence where the keyring does not take it: nothing is changed
        then, and the key can be used for this run only."""
        await self._keys.store(provider, value)
        settings = (await self.own()).settings
        await self.change_all(providers.use_keyring(provider, settings), f"key of {provider}")
        return "system keyring"

    async def use_key_for_this_run(self, provider: str, value: str) -> str:
        if not value.strip():
            raise ConfigError("The key is empty.")
        self._keys.use_for_this_run(provider, value)
        settings = (await self.own()).settings
        await self.change_all(providers.use_keyring(provider, settings), f"key of {provider}")
        return "this run only"

    async def use_variable(self, provider: str, variable: str) -> str:
        """Take the key from an environment variable, now or from the next start on."""
        variable = variable.strip()
        if not variable.isidentifier():
            raise ConfigError("That is not the name of a variable.", "For example: MY_API_KEY.")
        settings = (await self.own()).settings
        await self.change_all(
            providers.use_environment(provider, variable, settings), f"key of {provider}"
        )
        return f"environment variable {variable}"

    async def delete_key(self, provider: str) -> bool:
        return await self._keys.delete(provider)

    async def forget_provider(self, provider: str) -> None:
        """Take a provider out of the settings; its key stays in the keyring until deleted."""
        await self.change(("provider", provider), None, f"provider {provider}")

    def look_again(self) -> None:
        """Ask the keyring anew, after a person unlocked it."""
        self._keys.forget()

    async def server_models(self, address: str, key: str = "") -> tuple[str, ...]:
        return await servers.list_models(address, key.strip() or None)

    async def add_server(
        self, address: str, models: Sequence[str], *, name: str = "", kind: str = "openai"
    ) -> str:
        """Add a server of the person's own; returns the provider's name."""
        address = servers.checked_address(address)
        taken = {*(await self.own()).settings.provider, *KNOWN, "demo"}
        chosen = servers.checked_name(name, taken) if name else servers.name_for(address, taken)
        settings: list[Setting] = [
            (("provider", chosen, "kind"), kind),
            (("provider", chosen, "base_url"), address),
        ]
        settings += [(("provider", chosen, "models", model), {}) for model in models]
        await self.change_all(settings, f"provider {chosen}")
        return chosen

    async def use_found_key(self, found: FoundKey, model: str) -> None:
        settings = (await self.own()).settings
        wanted = providers.use_environment(found.provider, found.variable, settings)
        wanted.append((("model",), f"{found.provider}/{model}"))
        await self.change_all(wanted, "default model")

    async def use_found_server(self, found: FoundServer, model: str) -> None:
        settings = (await self.own()).settings
        wanted = providers.use_server(found, settings)
        wanted.append((("model",), f"{found.provider}/{model}"))
        await self.change_all(wanted, "default model")

    async def probe(self, ref: str, *, server: FoundServer | None = None) -> Probe:
        """Ask a model one small thing with one tool; problems are told in the result."""
        settings = (await self.own()).settings
        if server is not None:
            entry = effective(server.provider, settings)
            assert entry is not None
            entry = entry.model_copy(update={"base_url": server.base_url})
            settings = settings.model_copy(
                update={"provider": {**settings.provider, server.provider: entry}}
            )
        choice = await self._book.choose(ref, settings)
        return await probe(self._client, choice)

    async def list_models(self) -> list[ModelInfo]:
        return await self._book.list((await self.own()).settings)

    # Permissions

    async def rule_layers(self, directory: Path, agent: str = "") -> tuple[RuleLayer, ...]:
        context = await self._context(directory)
        return rules.rule_layers(context, context.agents.find(agent) if agent else None)

    async def judge(
        self, directory: Path, permission: str, subject: str, agent: str = ""
    ) -> Judgement:
        layers = await self.rule_layers(directory, agent)
        everything = tuple(rule for layer in layers for rule in layer.rules)
        return await asyncio.to_thread(
            rules.judge, permission, subject, everything, project_root(directory), agent
        )

    async def add_rule(self, permission: str, pattern: str, action: Action) -> None:
        settings = (await self.own()).settings
        await self.change_all(
            rules.add_rule(settings, permission, pattern, action), f"rule {permission}:{pattern}"
        )

    async def remove_rule(self, permission: str, pattern: str) -> None:
        settings = (await self.own()).settings
        await self.change_all(
            rules.remove_rule(settings, permission, pattern), f"rule {permission}:{pattern}"
        )

    async def approvals(self) -> list[HeldApproval]:
        """Everything that was allowed for good and still holds."""
        projects = {p.id: p.directory for p in await self._store.projects()}
        sessions = {s.id: s.title for s in await self._store.list_sessions(archived=None)}
        held = []
        for approval in await self._store.approvals():
            name = projects.get(approval.scope_id) or sessions.get(approval.scope_id) or ""
            held.append(HeldApproval(approval, name or approval.scope_id))
        return held

    async def revoke(self, approval_id: str) -> None:
        await self._store.revoke_approval(approval_id)
        self.changed("approvals")

    async def trusted_projects(self) -> list[Path]:
        return await self._projects.trust.projects()

    async def revoke_trust(self, project: Path) -> None:
        await self._projects.trust.revoke(project)
        self.changed("trust")

    async def sandbox_state(self) -> SandboxState:
        found = await self._sandbox.find((await self.own()).settings)
        if isinstance(found, NoSandbox):
            return SandboxState(False, found.sentence)
        return SandboxState(True, "Commands run in a sandbox (bubblewrap).")

    # Agents, commands and skills

    async def definitions(self, directory: Path) -> Definitions:
        return agents.definitions(await self._context(directory))

    def tools(self) -> tuple[str, ...]:
        return tuple(all_tools())

    def define_agent(self, values: Mapping[str, Any]) -> AgentDefinition:
        return agents.define(values)

    async def preview_agent(self, directory: Path, agent: AgentDefinition) -> AgentPreview:
        return agents.preview(agent, await self._context(directory), all_tools())

    async def agent_file(self, directory: Path, agent: AgentDefinition) -> Path | None:
        """The file of ours that an agent stands in; None where it cannot be edited in place."""
        user = UserFolders.from_environment(self.paths)
        return agents.deletable(agent, user, project_root(directory))

    async def save_agent(
        self, directory: Path, agent: AgentDefinition, where: Where, *, overwrite: bool = False
    ) -> Path:
        """Write an agent's file. In a trusted project the change is taken over into the trust."""
        user = UserFolders.from_environment(self.paths)
        root = project_root(directory)
        context = await self._context(directory)
        path = await asyncio.to_thread(save_agent, agent, where, user, root, overwrite=overwrite)
        if where == "project" and context.trusted:
            await self._projects.trust.accept(root, [path])
        self.changed("agents")
        return path

    def where_agent_goes(self, directory: Path, name: str, where: Where) -> Path:
        user = UserFolders.from_environment(self.paths)
        return agent_path(name, where, user, project_root(directory))

    async def delete_agent(self, directory: Path, agent: AgentDefinition) -> None:
        path = await self.agent_file(directory, agent)
        if path is None:
            raise ConfigError(f"{agent.name} is not an agent of yours.", "It cannot be deleted.")
        await asyncio.to_thread(path.unlink)
        self.changed("agents")

    async def try_agent(
        self, directory: Path, agent: AgentDefinition, prompt: str
    ) -> AsyncIterator[str]:
        """What the agent would answer, piece by piece, without tools; nothing is kept."""
        choice = await self._agent_model(directory, agent)
        async for piece in agents.answer_once(self._client, choice, agent, prompt):
            yield piece

    async def _agent_model(self, directory: Path, agent: AgentDefinition) -> ModelChoice:
        settings = (await self._context(directory)).settings
        wanted = agent.model if agent.model not in (None, "inherit") else settings.model
        if not wanted:
            raise ConfigError("No model is configured.", "Choose one in Settings, Models.")
        return await self._book.choose(wanted, settings)

    # Data, usage and diagnostics

    async def data_places(self) -> list[DataPlace]:
        return await asyncio.to_thread(data.places, self.paths)

    async def plan_clean_up(
        self, days: int, *, archived_only: bool = True, outputs: bool = True
    ) -> CleanUp:
        sessions = await self._store.list_sessions(archived=True if archived_only else None)
        return await asyncio.to_thread(
            data.plan_clean_up,
            self.paths,
            sessions,
            days=days,
            archived_only=archived_only,
            outputs=outputs,
        )

    async def clean_up(self, plan: CleanUp, *, busy: Callable[[str], bool]) -> int:
        """Remove what the person has seen in the plan; sessions that work are left alone."""
        for session_id, _title, updated in plan.sessions:
            session = await self._store.get_session(session_id)
            if session.updated == updated and not busy(session_id):
                await self._store.delete_session(session_id)
        return await asyncio.to_thread(data.remove_files, plan, self.paths)

    async def overdue(self) -> CleanUp:
        """What the retention a person chose would remove; empty where they chose none."""
        days = (await self.own()).settings.retention_days
        if days is None:
            return CleanUp()
        return await self.plan_clean_up(days, archived_only=False, outputs=False)

    async def export_all(self, folder: Path) -> int:
        """Every root session as a file of its own; secrets that are known are taken out."""
        sessions = await self._store.list_sessions(roots_only=True, archived=None)
        await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
        for session in sessions:
            lines = [line async for line in export_session(self._store, session.id, self._redactor)]
            text = "".join(f"{line.rstrip()}\n" for line in lines)
            await asyncio.to_thread((folder / f"{session.id}.jsonl").write_text, text, "utf-8")
        return len(sessions)

    async def spent(self) -> Spent:
        return await spent(self._store, (await self.own()).settings.budget)

    async def check_budget(self) -> None:
        """Say, once, when a budget is nearly or fully used."""
        settings = (await self.own()).settings
        if settings.budget.day or settings.budget.month:
            for notice in self._budget.warnings(await spent(self._store, settings.budget)):
                self._bus.publish(notice)

    async def diagnostics(self) -> str:
        own, sandbox = await self.own(), await self.sandbox_state()
        keyring = await self._keys.test()
        lines = [
            f"Default model: {own.settings.model or 'none'}",
            f"Providers: {', '.join(own.settings.provider) or 'none'}",
            f"Sandbox: {sandbox.sentence}",
            f"Keyring: {keyring}",
            f"Sessions: {len(await self._store.list_sessions())}",
        ]
        places = await self.data_places()
        return await asyncio.to_thread(
            diagnostics,
            self.paths,
            lines=lines,
            data=places,
            faults=own.faults,
            redactor=self._redactor,
        )

    async def _context(self, directory: Path) -> ProjectContext:
        return await self._projects.context(project_root(directory))

    async def _quick_table(self) -> ModelTable:
        """What is known of models without waiting for a model host to start."""
        return await asyncio.to_thread(cached_table, self.paths.cache)
