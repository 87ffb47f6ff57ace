"""Which models can be used, and everything needed to reach one: limits, prices, address, key."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from core.config.settings import ModelSettings, ProviderSettings, Settings
from core.errors import ModelError
from core.llm.client import AGENT_HEADER
from core.llm.demo import PROVIDER as DEMO
from core.llm.demo import TOUR_INFO
from core.llm.providers import KNOWN, effective, key_variable
from core.llm.table import ModelRow, ModelTable
from core.llm.types import ModelInfo, ProviderAccess

_PRICES = ("input", "output", "cache_read", "cache_write")


class FoundKey(Protocol):
    @property
    def value(self) -> str | None: ...

    @property
    def problem(self) -> str: ...

    @property
    def hint(self) -> str: ...


class Keys(Protocol):
    """Where keys are looked up (``core.config.secrets.KeyLookup``)."""

    async def key_for(
        self, provider_name: str, provider: ProviderSettings | None = None
    ) -> FoundKey: ...

    async def header_values(self, headers: Mapping[str, str]) -> dict[str, str]: ...


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model that can be asked now. ``options`` go into every request to it."""

    info: ModelInfo
    access: ProviderAccess
    options: dict[str, Any]


async def resolve(
    ref: str, settings: Settings, keys: Keys, table: ModelTable | None = None
) -> ModelChoice:
    """Everything needed to ask the model ``provider/model``; an error says what is missing."""
    if ref == TOUR_INFO.ref:
        return ModelChoice(TOUR_INFO, ProviderAccess(DEMO, DEMO), {})
    table = table or ModelTable()
    name, provider = _provider(ref, settings, table)
    info = describe(ref, settings, table)
    configured = provider.models.get(info.model, ModelSettings())
    headers = await keys.header_values(provider.headers)
    if provider.send_agent_header:
        headers.setdefault(AGENT_HEADER, "")
    access = ProviderAccess(
        name=name,
        kind=provider.kind,
        base_url=provider.base_url,
        api_key=await _key(name, provider, keys),
        headers=headers,
        proxy=settings.network.proxy,
        ca_file=settings.network.ca_file,
        first_byte_timeout=provider.first_byte_timeout or 300.0,
        silence_timeout=provider.silence_timeout or 120.0,
    )
    return ModelChoice(info, access, dict(configured.options))


def describe(ref: str, settings: Settings, table: ModelTable) -> ModelInfo:
    """What is known about a model; what the person configured wins over the table."""
    if ref == TOUR_INFO.ref:
        return TOUR_INFO
    name, provider = _provider(ref, settings, table)
    model = ref.partition("/")[2]
    row = table.find(provider.kind, model)
    configured = provider.models.get(model)
    known = KNOWN.get(name)
    if (
        row is None
        and configured is None
        and known is not None
        and known.listed
        and provider.base_url is None
        and table.models(provider.kind)
    ):
        raise _unknown_model(name, model, table.models(provider.kind))
    return _info(ref, name, model, row, configured)


def _info(
    ref: str, name: str, model: str, row: ModelRow | None, configured: ModelSettings | None
) -> ModelInfo:
    row = row or ModelRow(kind="", model=model, images=True)
    own = configured or ModelSettings()
    return ModelInfo(
        ref=ref,
        provider=name,
        model=model,
        context=own.context or row.context,
        output=own.output or row.output,
        price=_price(own) or row.price,
        images=row.images if own.images is None else own.images,
        reasoning=row.reasoning if own.reasoning is None else own.reasoning,
        tools=row.tools if own.tools is None else own.tools,
        source="config" if configured is not None else "table",
    )


def _price(model: ModelSettings) -> dict[str, float] | None:
    price = {kind: getattr(model, f"price_{kind}") for kind in _PRICES}
    return {kind: value for kind, value in price.items() if value is not None} or None


def available(
    settings: Settings, environ: Mapping[str, str], table: ModelTable | None = None
) -> list[ModelInfo]:
    """The models a person can choose from: those configured, those of the providers whose key is in
    the environment or that are configured, and the demo."""
    table = table or ModelTable()
    found: dict[str, ModelInfo] = {}
    for name in dict.fromkeys((*settings.provider, *KNOWN)):
        provider = effective(name, settings)
        assert provider is not None
        for model, configured in provider.models.items():
            ref = f"{name}/{model}"
            found[ref] = _info(ref, name, model, table.find(provider.kind, model), configured)
        usable = name in settings.provider or _has_key(name, provider, environ)
        if usable and provider.base_url is None:
            for row in table.models(provider.kind):
                ref = f"{name}/{row.model}"
                if row.tools:
                    found.setdefault(ref, _info(ref, name, row.model, row, None))
    for chosen in (settings.model, settings.small_model, settings.review_model):
        name, _, model = (chosen or "").partition("/")
        provider = effective(name, settings)
        if chosen and model and provider is not None:
            known = table.find(provider.kind, model)
            found.setdefault(chosen, _info(chosen, name, model, known, None))
    return [*found.values(), TOUR_INFO]


def _has_key(name: str, provider: ProviderSettings, environ: Mapping[str, str]) -> bool:
    variable = key_variable(name, provider)
    return bool(variable and environ.get(variable, "").strip())


def _provider(ref: str, settings: Settings, table: ModelTable) -> tuple[str, ProviderSettings]:
    name, slash, model = ref.partition("/")
    if not slash or not model:
        raise _not_a_reference(ref, settings, table)
    provider = effective(name, settings)
    if provider is None:
        names = [*settings.provider, *KNOWN, DEMO]
        raise ModelError(
            f"There is no provider named {name}.",
            f"{_near(name, names)}Another server is added as [provider.{name}] with kind and "
            "base_url in config.toml.",
            kind="model",
        )
    return name, provider


def _not_a_reference(ref: str, settings: Settings, table: ModelTable) -> ModelError:
    """A model without its provider: say which providers have one of that name."""
    owners = [
        f"{name}/{ref}"
        for name in dict.fromkeys((*settings.provider, *KNOWN))
        if (provider := effective(name, settings)) is not None
        and (ref in provider.models or table.find(provider.kind, ref))
    ]
    hint = f"Did you mean {_listed(owners[:3])}? " if owners else ""
    return ModelError(
        f"“{ref}” does not name a model.",
        f"{hint}A model is written provider/model, for example anthropic/claude-sonnet-4-5.",
        kind="model",
    )


def _unknown_model(name: str, model: str, rows: list[ModelRow]) -> ModelError:
    near = _near(model, [row.model for row in rows])
    return ModelError(
        f"{name} has no model named {model} that Spinney knows of.",
        f'{near}If it is new, add [provider.{name}.models."{model}"] to config.toml.',
        kind="model",
    )


def _near(word: str, names: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, list(dict.fromkeys(names)), n=3, cutoff=0.5)
    return f"Did you mean {_listed(near)}? " if near else ""


def _listed(names: list[str]) -> str:
    return ", ".join(names[:-1]) + (" or " if len(names) > 1 else "") + names[-1]


async def _key(name: str, provider: ProviderSettings, keys: Keys) -> str | None:
    """The key, or None where none is needed: a server of one's own, or a cloud with credentials."""
    known = KNOWN.get(name) or KNOWN.get(provider.kind)
    if known is not None and known.local and not provider.api_key_env:
        return None
    key = await keys.key_for(name, provider)
    if key.value is not None:
        return key.value
    own_server = provider.base_url is not None and (known is None or known.base_url is None)
    if provider.api_key_env is None and (
        own_server or provider.headers or (known is not None and known.own_credentials)
    ):
        return None
    variable = key_variable(name, provider)
    where = f"Set the environment variable {variable}, or enter" if variable else "Enter"
    raise ModelError(
        f"There is no key for {name}. {key.problem}".strip(),
        f"{where} the key in Settings › Providers. {key.hint}".strip(),
        kind="auth",
    )
