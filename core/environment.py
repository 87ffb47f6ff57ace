"""What the commands that agents run get to see of the person's environment."""

from __future__ import annotations

import fnmatch
import os
import re
import shutil
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

if TYPE_CHECKING:
    from core.config.settings import Settings

_NAMES = """
PATH HOME LANG LANGUAGE LC_* TERM COLORTERM TZ USER LOGNAME SHELL TMPDIR TEMP TMP XDG_CACHE_HOME
XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_DATA_DIRS XDG_CONFIG_DIRS VIRTUAL_ENV
CONDA_PREFIX CONDA_DEFAULT_ENV PYENV_ROOT NVM_DIR NODE_PATH CARGO_HOME RUSTUP_HOME GOPATH GOROOT
GOBIN JAVA_HOME ANDROID_HOME ANDROID_SDK_ROOT DOTNET_ROOT GEM_HOME RBENV_ROOT PKG_CONFIG_PATH
LD_LIBRARY_PATH MANPATH INFOPATH NO_COLOR SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE
CURL_CA_BUNDLE NODE_EXTRA_CA_CERTS SYSTEMROOT WINDIR COMSPEC PATHEXT USERPROFILE APPDATA
LOCALAPPDATA PROGRAMFILES PROGRAMDATA SYSTEMDRIVE HOMEDRIVE HOMEPATH
"""
ALLOWED = tuple(_NAMES.split())
PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "FTP_PROXY")
_FOLDER_LISTS = frozenset({"PATH", "LD_LIBRARY_PATH", "NODE_PATH"})
_SECRET = re.compile(
    r"(^|_)(API_?KEY|KEY|TOKEN|SECRET|SECRETS|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|AUTH)(_|$|\d)",
    re.IGNORECASE,
)


def child_environment(settings: Settings, environ: Mapping[str, str]) -> dict[str, str]:
    """The variables for a command: an allow-list, and what the person named in the settings.

    A key of a provider never gets in, whatever its name, unless ``environment_pass`` names it in
    full; a pattern there (``AWS_*``) does not reach names that look like secrets.
    """
    ours = key_variables(settings)
    chosen: dict[str, str] = {}
    for name, value in environ.items():
        if name in settings.environment_pass:
            chosen[name] = value
        elif name in ours or _SECRET.search(name):
            continue
        elif name.upper() in PROXIES:
            chosen[name] = without_credentials(value)
        elif _is_among(name, ALLOWED) or _is_among(name, settings.environment_pass):
            chosen[name] = value
    if settings.network.proxy and not any(name.upper() in PROXIES for name in chosen):
        proxy = without_credentials(settings.network.proxy)
        chosen |= {"HTTP_PROXY": proxy, "HTTPS_PROXY": proxy}
        chosen |= {"http_proxy": proxy, "https_proxy": proxy}
    chosen.update(
        # Nobody is there to page through output or to type into an editor.
        {"PAGER": "cat", "GIT_PAGER": "cat", "GIT_EDITOR": "true", "GIT_TERMINAL_PROMPT": "0"}
    )
    for name in _FOLDER_LISTS.intersection(chosen):
        chosen[name] = absolute_folders(chosen[name])
    chosen.setdefault("TERM", "dumb")
    chosen.update(settings.environment)
    return chosen


@cache
def _is_among(name: str, patterns: tuple[str, ...]) -> bool:
    """Remembered, because the same names are looked at before every command."""
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def absolute_folders(value: str) -> str:
    """A list of folders without relative entries, which would find programs in the project that
    happens to be the working folder."""
    return os.pathsep.join(f for f in value.split(os.pathsep) if os.path.isabs(f))


def find_program(name: str) -> str | None:
    """Where a program is, looked for in the absolute folders of the PATH only."""
    found = shutil.which(name, path=absolute_folders(os.environ.get("PATH", os.defpath)))
    return found if found and os.path.isabs(found) else None


def key_variables(settings: Settings) -> set[str]:
    """The variables that the settings take keys from: a provider's ``api_key_env``, and every
    ``env:NAME`` that stands for a value in a header or in a server's environment."""
    named = {p.api_key_env for p in settings.provider.values() if p.api_key_env}
    tables = [provider.headers for provider in settings.provider.values()]
    for server in settings.mcp.values():
        tables += [server.get("env", {}), server.get("headers", {})]
    for table in tables:
        values = table.values() if isinstance(table, Mapping) else ()
        named |= {str(v).removeprefix("env:") for v in values if str(v).startswith("env:")}
    return named


def without_credentials(url: str) -> str:
    """A proxy's address without the user name and password in it."""
    if "@" not in url:
        return url
    parts = urlsplit(url if "://" in url else f"//{url}")
    bare = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
    return bare if "://" in url else bare.removeprefix("//")
