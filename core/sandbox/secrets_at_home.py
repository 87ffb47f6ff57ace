"""Where secrets usually lie in a person's home: hidden from commands in the sandbox."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

HIDDEN = (
    *(".ssh", ".aws", ".gnupg", ".config/gh", ".config/hub", ".config/glab-cli", ".azure", ".kube"),
    *(".docker", ".config/gcloud", ".oci", ".terraform.d", ".config/doctl", ".fly", ".config/op"),
    *(".netrc", ".pypirc", ".git-credentials", ".config/git/credentials", ".pgpass", ".my.cnf"),
    *(".boto", ".s3cfg", ".config/rclone", ".vault-token", ".config/sops", ".password-store"),
    *(".local/share/keyrings", ".local/share/kwalletd", ".pki", ".cargo/credentials"),
    *(".cargo/credentials.toml", ".gem/credentials", ".m2/settings-security.xml"),
    *(".mozilla", ".thunderbird", ".config/google-chrome", ".config/chromium"),
    *(".config/BraveSoftware", ".config/microsoft-edge", ".config/1Password", ".1password"),
    *(".config/Bitwarden", ".config/Signal", ".config/github-copilot"),
    *(".claude/.credentials.json", ".claude.json", ".codex/auth.json"),
    *(".local/share/opencode/auth.json", ".gemini/oauth_creds.json", ".aider.conf.yml"),
    *(".bash_history", ".zsh_history", ".python_history", ".node_repl_history", ".psql_history"),
    *(".mysql_history", ".local/share/fish/fish_history", ".Xauthority", ".ICEauthority", ".dbus"),
)

_ONLY_WITH_CREDENTIALS = (
    *(".npmrc", ".yarnrc", ".yarnrc.yml", ".config/pip/pip.conf", ".pip/pip.conf"),
    *(".m2/settings.xml", ".gradle/gradle.properties"),
)
_CREDENTIAL = re.compile(
    rb"_auth|_password|authtoken|<password>|token\s*=|://[^\s/@]+:[^\s/@]+@", re.I
)

START_FILES = (
    *(".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".profile", ".zshrc", ".zprofile"),
    *(".zshenv", ".zlogin", ".gitconfig", ".config", ".local", ".pam_environment", ".xprofile"),
    *(".xsession", ".xinitrc", ".vimrc", ".emacs.d", ".npmrc", ".cargo", ".pythonrc"),
)
"""What runs by itself in a home folder: read-only even where the project is the home itself."""


@lru_cache(maxsize=4)
def _always_hidden(home: Path) -> tuple[Path, ...]:
    return tuple(home / name for name in HIDDEN)


def hidden_in(home: Path) -> Iterator[Path]:
    """Paths under ``home`` to hide, whether or not they exist. Settings of package managers are
    hidden only where they hold a credential: without them installing would often not work."""
    yield from _always_hidden(home)
    for name in _ONLY_WITH_CREDENTIALS:
        path = home / name
        try:
            with path.open("rb") as file:
                if _CREDENTIAL.search(file.read(65536)):
                    yield path
        except OSError:
            continue
