"""Providers and keys: what is there already, what a person adds, and where a key went."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable, Mapping

from core.config.secrets import KeyLookup
from core.config.settings import Settings
from core.llm.discover import find_local_servers
from core.llm.providers import KNOWN, effective, key_variable
from core.llm.table import ModelTable
from core.setup.changes import Setting
from core.setup.models import Found, FoundKey, FoundServer, ProviderState
from core.setup.suggest import suggested_model


async def look_around(
    addresses: Mapping[str, str], table: ModelTable, environ: Mapping[str, str] | None = None
) -> Found:
    """Keys in the environment and servers on this machine. Takes half a second at most."""
    environ = os.environ if environ is None else environ
    keys = []
    for known in KNOWN.values():
        variable = known.key_variable
        if variable and environ.get(variable, "").strip():
            models = model_names(table, known.kind)
            chosen = suggested_model(known.kind, models)
            keys.append(FoundKey(known.name, known.title, variable, chosen, models))
    servers = [
        FoundServer(server.provider, title_of(server.provider), server.base_url, server.models)
        for server in await find_local_servers(addresses)
        if server.models
    ]
    return Found(tuple(keys), tuple(servers))


def model_names(table: ModelTable, kind: str) -> tuple[str, ...]:
    return tuple(row.model for row in table.models(kind) if row.tools)


def title_of(name: str) -> str:
    known = KNOWN.get(name)
    return known.title if known else name


async def provider_states(
    settings: Settings, keys: KeyLookup, names: Iterable[str] | None = None
) -> list[ProviderState]:
    """Configured providers first, then the others that are known by name.

    The keyring is asked only about configured ones, and once; one that does not answer is not
    asked again for each of them.
    """
    wanted = list(names) if names is not None else list(dict.fromkeys((*settings.provider, *KNOWN)))
    answers = await asyncio.gather(*(_state(name, settings, keys) for name in wanted))
    return sorted(answers, key=lambda state: (not state.configured, not state.key))


async def _state(name: str, settings: Settings, keys: KeyLookup) -> ProviderState:
    provider = effective(name, settings)
    assert provider is not None
    known = KNOWN.get(name) or KNOWN.get(provider.kind)
    configured = name in settings.provider
    local = known is not None and known.local
    own_address = provider.base_url is not None and (known is None or not known.base_url)
    needs_key = not local and not (own_address and provider.api_key_env is None)
    if known is not None and known.own_credentials:
        needs_key = False
    variable = key_variable(name, provider)
    state = ProviderState(
        name=name,
        title=title_of(name),
        kind=provider.kind,
        base_url=provider.base_url,
        configured=configured,
        local=local,
        needs_key=needs_key,
        variable=variable,
        models=tuple(provider.models),
    )
    in_environment = bool(variable and os.environ.get(variable, "").strip())
    if local or not (configured or in_environment):
        return state
    key = await keys.key_for(name, provider)
    return ProviderState(
        **{
            **{f: getattr(state, f) for f in state.__slots__},
            "key": key.where if key.value is not None else "",
            "problem": key.problem if needs_key else "",
            "hint": key.hint if needs_key else "",
        }
    )


def use_environment(name: str, variable: str, settings: Settings) -> list[Setting]:
    """The settings under which a provider's key is taken from a variable."""
    known = KNOWN.get(name)
    made: list[Setting] = []
    if known is not None and name not in settings.provider:
        made.append((("provider", name, "kind"), known.kind))
    made.append((("provider", name, "api_key_env"), variable))
    return made


def use_keyring(name: str, settings: Settings) -> list[Setting]:
    """The settings under which a provider is in use and its key comes from the keyring."""
    configured = settings.provider.get(name)
    known = KNOWN.get(name)
    if configured is None:
        return [(("provider", name, "kind"), known.kind if known else "openai")]
    if configured.api_key_env is not None:
        return [(("provider", name, "api_key_env"), None)]
    return []


def use_server(server: FoundServer, settings: Settings) -> list[Setting]:
    """A server on this machine needs no entry where it runs at its usual address."""
    usual = effective(server.provider, settings)
    if usual is not None and (usual.base_url or "").rstrip("/") == server.base_url.rstrip("/"):
        return []
    return [
        (("provider", server.provider, "kind"), server.provider),
        (("provider", server.provider, "base_url"), server.base_url),
    ]
