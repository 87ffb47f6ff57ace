"""The environment that commands of agents, hooks and servers are started with."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase

ALLOWED = (
    *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "LC_*", "TZ", "TERM"),
    *("COLORTERM", "TMPDIR", "PWD", "HOSTNAME", "EDITOR", "VISUAL", "PAGER", "CI"),
    *("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_DIRS"),
    *("XDG_CONFIG_DIRS", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY"),
    *("WAYLAND_DISPLAY", "XAUTHORITY", "SSH_AUTH_SOCK", "DOCKER_HOST"),
    *("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"),
    *("no_proxy", "all_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE"),
    *("CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "GIT_SSL_CAINFO", "PIP_CERT", "NIX_*"),
    *("VIRTUAL_ENV", "CONDA_PREFIX", "CONDA_DEFAULT_ENV", "PYENV_ROOT", "PYENV_VERSION"),
    *("NVM_DIR", "NVM_BIN", "NODE_ENV", "VOLTA_HOME", "FNM_DIR", "BUN_INSTALL", "PNPM_HOME"),
    *("GOPATH", "GOROOT", "GOBIN", "GOPROXY", "GOFLAGS", "CARGO_HOME", "RUSTUP_HOME"),
    *("RUSTUP_TOOLCHAIN", "JAVA_HOME", "JDK_HOME", "MAVEN_HOME", "GRADLE_HOME", "ANDROID_HOME"),
    *("DOTNET_ROOT", "GEM_HOME", "GEM_PATH", "RBENV_ROOT", "ASDF_DIR", "ASDF_DATA_DIR"),
    *("MISE_*", "SDKMAN_DIR", "HOMEBREW_*", "PKG_CONFIG_PATH", "LD_LIBRARY_PATH", "CMAKE_*"),
    *("CC", "CXX", "CFLAGS", "CXXFLAGS", "LDFLAGS", "MAKEFLAGS", "PYTHONDONTWRITEBYTECODE"),
    *("PYTHONUNBUFFERED", "PIP_INDEX_URL", "UV_INDEX_URL", "UV_DEFAULT_INDEX"),
    *("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "TEMP", "TMP"),
    *("APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "PROGRAMFILES", "USERPROFILE", "USERNAME"),
)
"""Names that a command may need and that hold no secret; ``*`` stands for the rest of a name."""

_SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL", re.I)
_CREDENTIALS_IN_ADDRESS = re.compile(r"://[^/\s:@]*:[^/\s@]+@")


def child_environment(
    environ: Mapping[str, str] | None = None,
    *,
    added: Mapping[str, str] | None = None,
    passed: Iterable[str] = (),
    secret_variables: Iterable[str] = (),
) -> dict[str, str]:
    """What a command inherits: the allowed names, the ones a person passes on, and those they set.

    ``added`` is ``[environment]``, ``passed`` is ``environment_pass``. ``secret_variables`` are the
    variables that hold our providers' keys; they are left out whatever else is said.
    """
    environ = os.environ if environ is None else environ
    ours = set(secret_variables)
    chosen = tuple(passed)
    kept: dict[str, str] = {}
    for name, value in environ.items():
        if any(fnmatchcase(name, pattern) for pattern in chosen) or (
            any(fnmatchcase(name, pattern) for pattern in ALLOWED)
            and not _SECRET_NAME.search(name)
            and not _CREDENTIALS_IN_ADDRESS.search(value)
        ):
            kept[name] = value
    kept |= dict(added or {})
    return {name: value for name, value in kept.items() if name not in ours}
