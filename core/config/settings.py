"""The settings of a person and a project, as one checked value.

Field names are the keys of ``config.toml``. Reading and layering the files is ``loader``'s work.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Section(BaseModel):
    """A table of the file; a key we do not know is an error that names it."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class ModelSettings(Section):
    """``[provider.NAME.models.MODEL]``; prices are per million tokens."""

    context: int | None = None
    output: int | None = None
    price_input: float | None = None
    price_output: float | None = None
    price_cache_read: float | None = None
    price_cache_write: float | None = None
    images: bool | None = None
    reasoning: bool | None = None
    tools: bool | None = None
    options: dict[str, Any] = Field(default_factory=dict)


class ProviderSettings(Section):
    """``[provider.NAME]``. A header's value may be ``env:NAME`` or ``keyring:NAME``."""

    kind: str = "openai"
    base_url: str | None = None
    headers: dict[str, str] = Field(default_factory=dict)
    api_key_env: str | None = None
    first_byte_timeout: float | None = None
    silence_timeout: float | None = None
    send_agent_header: bool = False
    models: dict[str, ModelSettings] = Field(default_factory=dict)


class SandboxSettings(Section):
    """``[sandbox]``: ``enabled = "auto"`` uses bubblewrap where it works."""

    enabled: Literal["auto", "on", "off"] = "auto"
    auto_allow: bool = False
    writable: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()


class NetworkSettings(Section):
    proxy: str | None = None
    ca_file: str | None = None


class ShellSettings(Section):
    timeout: float = 120.0
    max_timeout: float = 600.0


class SpendingSettings(Section):
    """``[budget]``: what a person means to spend, in the currency of the prices; a warning comes at
    ``warn_at`` of it. Nothing is stopped."""

    day: float | None = Field(default=None, ge=0)
    month: float | None = Field(default=None, ge=0)
    warn_at: float = Field(default=0.8, gt=0, le=1)


class BudgetSettings(Section):
    """``[task_budget]``: what one run of a subagent may use at most."""

    tokens: int | None = Field(default=None, gt=0)
    cost: float | None = Field(default=None, gt=0)
    minutes: float | None = Field(default=None, gt=0)
    steps: int | None = Field(default=None, gt=0)


class ExperimentalSettings(Section):
    primary_tools: tuple[str, ...] = ()


class Settings(Section):
    """Everything that can be configured, with its defaults."""

    model: str | None = None
    small_model: str | None = None
    review_model: str | None = None
    default_agent: str | None = None
    provider: dict[str, ProviderSettings] = Field(default_factory=dict)
    permission: dict[str, Any] = Field(default_factory=dict)
    agent: dict[str, dict[str, Any]] = Field(default_factory=dict)
    mcp: dict[str, dict[str, Any]] = Field(default_factory=dict)
    hooks: tuple[dict[str, Any], ...] = ()
    schedule: tuple[dict[str, Any], ...] = ()
    environment: dict[str, str] = Field(default_factory=dict)
    environment_pass: tuple[str, ...] = ()
    sandbox: SandboxSettings = Field(default_factory=SandboxSettings)
    sandbox_auto_allow: bool = False
    network: NetworkSettings = Field(default_factory=NetworkSettings)
    shell: ShellSettings = Field(default_factory=ShellSettings)
    experimental: ExperimentalSettings = Field(default_factory=ExperimentalSettings)
    steps: int | None = None
    fork: bool = False
    auto_title: bool = True
    progress_summary_every: float = 0.0
    background_tasks: bool = True
    auto_background_after: float = 0.0
    subagent_mode: str | None = None
    max_depth: int = Field(default=3, ge=0)
    max_running_tasks: int = Field(default=20, ge=1)
    task_budget: BudgetSettings = Field(default_factory=BudgetSettings)
    auto_compact_token_limit: int | None = None
    compact_prompt: str | None = None
    compact_prompt_file: str | None = None
    worktree_setup: str | None = None
    worktree_with_changes: bool = False
    budget: SpendingSettings = Field(default_factory=SpendingSettings)
    retention_days: int | None = Field(default=None, ge=1)
    """Sessions untouched for longer are offered for removal at the start; never removed unasked."""
    desktop: dict[str, Any] = Field(default_factory=dict)
