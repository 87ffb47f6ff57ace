"""Where keys come from: this run's memory, a named environment variable, the system keyring.

No key is ever written to a file of ours or put into an environment. Values that were found are kept
for this process, so that the keyring is asked once and not before every request.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.children import collect
from core.config.own_environment import hide_from_other_processes
from core.config.settings import ProviderSettings, Settings
from core.environment import key_variables
from core.errors import ConfigError
from core.llm.providers import KNOWN
from core.python_child import python_child
from core.redact import Redactor

SERVICE = "spinney"
PATIENCE = 2.0
"""Seconds until a keyring that does not answer is given up."""

_REMEMBER_FAILURE = 60.0

USUAL_VARIABLES = {
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    "gemini": "GEMINI_API_KEY",
    "groq": "GROQ_API_KEY",
    "mistral": "MISTRAL_API_KEY",
    "openrouter": "OPENROUTER_API_KEY",
    "deepseek": "DEEPSEEK_API_KEY",
    "xai": "XAI_API_KEY",
    "cohere": "COHERE_API_KEY",
    "together_ai": "TOGETHERAI_API_KEY",
    "fireworks_ai": "FIREWORKS_AI_API_KEY",
}
"""What each provider's own tools call their variable. Used only without a ``base_url``: a vendor's
key must not go to another address because nobody said otherwise."""

_CHILD_VARIABLES = (
    *("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"),
    *("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_CURRENT_DESKTOP", "DESKTOP_SESSION"),
    *("KDE_FULL_SESSION", "KDE_SESSION_VERSION", "PATH", "LANG", "LC_ALL", "LC_CTYPE"),
    *("USER", "LOGNAME", "SYSTEMROOT", "USERPROFILE", "APPDATA", "LOCALAPPDATA"),
)


@dataclass(frozen=True, slots=True)
class Key:
    """A key and where it was found, or ``value`` None and in ``problem`` why there is none."""

    value: str | None = field(default=None, repr=False)
    where: str = ""
    problem: str = ""
    hint: str = ""

    def __bool__(self) -> bool:
        return self.value is not None


class KeyLookup:
    """Finds, stores and forgets keys. Every method that may reach the keyring ends after
    ``patience`` seconds, whatever the keyring does."""

    def __init__(
        self,
        environ: Mapping[str, str] | None = None,
        *,
        redactor: Redactor | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self._environ = os.environ if environ is None else environ
        self._redactor = redactor
        self._patience = patience
        self._this_run: dict[str, str] = {}
        self._found: dict[str, tuple[Key, float]] = {}
        self._asking: dict[str, asyncio.Lock] = {}

    async def key_for(self, provider_name: str, provider: ProviderSettings | None = None) -> Key:
        """The key of a provider: typed for this run, its variable, then the keyring."""
        if value := self._this_run.get(provider_name):
            return self._known(Key(value, "entered for this run only"))
        variable = self.variable_for(provider_name, provider)
        if variable and (value := self._environ.get(variable, "").strip()):
            return self._known(Key(value, f"environment variable {variable}"))
        return await self._from_keyring(provider_name)

    def variable_for(self, provider_name: str, provider: ProviderSettings | None) -> str | None:
        """The environment variable that is looked at: the named one, or the vendor's usual one."""
        if provider is None:
            return USUAL_VARIABLES.get(provider_name)
        if provider.api_key_env:
            return provider.api_key_env
        return None if provider.base_url else USUAL_VARIABLES.get(provider.kind)

    async def header_values(self, headers: Mapping[str, str]) -> dict[str, str]:
        """Headers with ``env:NAME`` and ``keyring:NAME`` replaced by what they name."""
        return {name: await self._header_value(name, value) for name, value in headers.items()}

    async def _header_value(self, header: str, value: str) -> str:
        source, _, name = value.partition(":")
        if source == "env" and name:
            if found := self._environ.get(name, "").strip():
                self._known(Key(found))
                return found
            raise ConfigError(
                f"The header {header} needs the environment variable {name}, which is not set.",
                f"Set {name} before starting Spinney.",
            )
        if source == "keyring" and name:
            key = await self._from_keyring(name)
            if key.value is None:
                raise ConfigError(f"The header {header} has no value. {key.problem}", key.hint)
            return key.value
        return value

    def remember(self, settings: Settings) -> None:
        """Tell the redactor of every key in the environment, also of those that nobody asks for, and
        keep them from other processes."""
        usual = [*USUAL_VARIABLES.values(), *(known.key_variable for known in KNOWN.values())]
        names = {name for name in usual if name} | key_variables(settings)
        for name in names:
            if value := self._environ.get(name, "").strip():
                self._known(Key(value))
        if self._environ is os.environ:
            hide_from_other_processes(names)

    def use_for_this_run(self, provider_name: str, value: str) -> None:
        """Keep a key in memory only; it is gone when Spinney ends."""
        self._this_run[provider_name] = value.strip()
        self._known(Key(value.strip()))

    async def store(self, provider_name: str, value: str) -> None:
        """Put a key into the keyring; raises ``ConfigError`` with a sentence when it is not kept."""
        value = value.strip()
        if not value:
            raise ConfigError("The key is empty.")
        self._known(Key(value))
        answer = await self._ask("set", provider_name, value)
        if (failure := _failure(answer)) is not None:
            raise ConfigError(
                f"The key was not stored. {failure.problem}",
                failure.hint or "You can use the key for this run only.",
            )
        if not answer.get("stored"):
            raise ConfigError(
                "The keyring took the key but did not give it back.",
                "You can use the key for this run only.",
            )
        self._this_run.pop(provider_name, None)
        self._found.pop(provider_name, None)

    async def delete(self, provider_name: str) -> bool:
        """Take a key out of the keyring and out of memory; False when there was none."""
        had = self._this_run.pop(provider_name, None) is not None
        self._found.pop(provider_name, None)
        answer = await self._ask("delete", provider_name)
        if (failure := _failure(answer)) is not None and not had:
            raise ConfigError(f"The key was not deleted. {failure.problem}", failure.hint)
        return had or bool(answer.get("deleted"))

    def forget(self, provider_name: str | None = None) -> None:
        """Look again next time (a person unlocked the keyring, or changed the key elsewhere)."""
        if provider_name is None:
            self._found.clear()
        else:
            self._found.pop(provider_name, None)

    async def test(self) -> str:
        """Say in a sentence whether the keyring can be used."""
        answer = await self._ask("get", "spinney-self-test")
        failure = _failure(answer)
        if failure is not None:
            return f"{failure.problem} {failure.hint}".strip()
        return "The system keyring works."

    async def _from_keyring(self, name: str) -> Key:
        async with self._asking.setdefault(name, asyncio.Lock()):
            if known := self._found.get(name):
                key, until = known
                if time.monotonic() < until:
                    return key
            answer = await self._ask("get", name)
            failure = _failure(answer)
            if failure is not None:
                self._found[name] = (failure, time.monotonic() + _REMEMBER_FAILURE)
                return failure
            value = answer.get("value")
            if not value:
                key = Key(
                    problem=f"There is no key for {name}.",
                    hint="Add one in Settings, Providers, or set its environment variable.",
                )
                self._found[name] = (key, time.monotonic() + _REMEMBER_FAILURE)
                return key
            key = self._known(Key(str(value), "system keyring"))
            self._found[name] = (key, float("inf"))
            return key

    def _known(self, key: Key) -> Key:
        if self._redactor is not None:
            self._redactor.remember(key.value)
        return key

    async def _ask(self, action: str, name: str, value: str = "") -> dict[str, Any]:
        request = {"action": action, "service": SERVICE, "name": name, "value": value}
        environment = {n: self._environ[n] for n in _CHILD_VARIABLES if n in self._environ}
        try:
            child = await asyncio.create_subprocess_exec(
                *python_child("core.config.keyring_child"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                cwd=os.path.abspath(os.sep),
                env=environment,
                start_new_session=True,
            )
        except OSError:
            return {"problem": "failed", "detail": "it could not be asked"}
        try:
            sent = json.dumps(request).encode()
            out, _ = await asyncio.wait_for(child.communicate(sent), self._patience)
        except TimeoutError:
            return {"problem": "slow"}
        finally:
            if child.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    child.kill()
                await collect(child.wait())
        try:
            answer = json.loads(out)
        except ValueError:
            return {"problem": "failed", "detail": "it ended without an answer"}
        return answer if isinstance(answer, dict) else {"problem": "failed"}


_FAILURES = {
    "missing": (
        "This system has no keyring that Spinney can use.",
        "Install GNOME Keyring or KWallet, or name an environment variable with api_key_env.",
    ),
    "plaintext": (
        "The keyring that is set up here would store keys in the open, so it is not used.",
        "Choose another keyring, or name an environment variable with api_key_env.",
    ),
    "locked": ("The system keyring is locked.", "Unlock it and try again."),
    "slow": (
        "The system keyring did not answer.",
        "It may be waiting for its password: unlock it and try again.",
    ),
}


def _failure(answer: dict[str, Any]) -> Key | None:
    problem = answer.get("problem")
    if problem is None:
        return None
    detail = answer.get("detail")
    sentence = f"The system keyring failed ({detail})." if detail else "The system keyring failed."
    text, hint = _FAILURES.get(str(problem), (sentence, "Unlock or restart it and try again."))
    return Key(problem=text, hint=hint)
