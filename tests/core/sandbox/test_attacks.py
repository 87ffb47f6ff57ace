"""Each attack works without the sandbox and fails inside it, so that the test proves something."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from core.sandbox import seccomp
from core.sandbox.bubblewrap import Bubblewrap
from tests.core.config.keyring_session import unlocked_keyring
from tests.core.sandbox.conftest import Ground

NETWORK = pytest.mark.parametrize("network", [False, True], ids=["no-network", "network"])
PYTHON = shlex.quote(sys.executable)


def python(code: str) -> str:
    return f"{PYTHON} -I -c {shlex.quote(code)}"


@contextlib.contextmanager
def listener(address: str) -> Iterator[None]:
    """A server on a Unix socket that greets everyone who connects."""
    server = socket.socket(socket.AF_UNIX)
    server.bind(address)
    server.listen()

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = server.accept()
                connection.sendall(b"you reached the host")
                connection.close()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield
    finally:
        server.shutdown(socket.SHUT_RDWR)
        server.close()
        thread.join()


def connect_to(address: str) -> str:
    return python(
        f"import socket; s = socket.socket(socket.AF_UNIX); s.connect({address!r}); print(s.recv(99))"
    )


@NETWORK
def test_an_unlocked_keyring_is_out_of_reach(ground: Ground, place: Path, network: bool) -> None:
    folder = place / "bus"
    folder.mkdir()
    with unlocked_keyring(folder) as session:
        code = "import keyring; print(keyring.get_password('spinney', 'openai'))"
        store = "import keyring; keyring.set_password('spinney', 'openai', 'canary-key')"
        subprocess.run([sys.executable, "-I", "-c", store], env=session, check=True)
        attack = "; ".join(f"export {name}={shlex.quote(value)}" for name, value in session.items())
        attack += "; " + python(code)
        assert "canary-key" in ground.outside(attack).stdout
        result = ground.inside(attack, network=network)
        assert "canary-key" not in result.stdout


@pytest.fixture
def display(place: Path) -> Iterator[str]:
    if not all(shutil.which(name) for name in ("Xvfb", "xdotool", "xmessage")):
        pytest.skip("needs Xvfb, xdotool and xmessage")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-nolisten", "tcp", "-screen", "0", "400x300x24"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as number:
        name = f":{number.readline().strip()}"
    yield name
    server.terminate()
    server.wait()


@NETWORK
def test_a_window_cannot_be_clicked(ground: Ground, display: str, network: bool) -> None:
    attack = (
        f"export DISPLAY={display}; window=$(timeout 5 xdotool search --sync --name canary) && "
        "xdotool mousemove --window $window 5 5 key Return"
    )
    with subprocess.Popen(
        ["xmessage", "-title", "canary", "-default", "Allow", "-buttons", "Allow:7", "May I?"],
        env={**os.environ, "DISPLAY": display},
        stderr=subprocess.DEVNULL,
    ) as window:
        assert ground.inside(attack, network=network).returncode != 0
        assert window.poll() is None
        assert ground.outside(attack).returncode == 0
        assert window.wait(timeout=10) == 7


def test_gits_settings_cannot_be_made_to_run_code(ground: Ground, place: Path) -> None:
    canary = place / "canary"
    attack = f"git config core.fsmonitor 'touch {canary}; false'"
    assert ground.inside(attack).returncode != 0
    subprocess.run(["git", "status"], cwd=ground.project, check=True, capture_output=True)
    assert not canary.exists()
    assert ground.outside(attack).returncode == 0
    subprocess.run(["git", "status"], cwd=ground.project, check=True, capture_output=True)
    assert canary.exists()


ESCAPES = {
    "hook": "printf '#!/bin/sh\\n' > .git/hooks/post-checkout",
    "config lock": "cp .git/config c && mv c .git/config",
    "moved git folder": "mv .git aside && mkdir .git && echo '[core]' > .git/config",
    "attributes": "mkdir -p .git/info && echo '* filter=x' > .git/info/attributes",
    "submodule": "mkdir -p .git/modules/x && touch .git/modules/x/config",
    "worktree config": "touch .git/config.worktree && echo '[core]' > .git/config.worktree",
    "editor tasks": "mkdir -p .vscode && touch .vscode/tasks.json",
    "direnv": "echo 'touch canary' > .envrc",
    "own settings": "mkdir -p .spinney && touch .spinney/config.toml",
    "agents of others": "mkdir -p .claude/agents && touch .claude/agents/x.md",
    "servers": "echo '{}' > .mcp.json",
    "removed guard": "rmdir .spinney; mkdir .spinney && touch .spinney/config.toml",
    "renamed guard": "mv .spinney x && mkdir .spinney && touch .spinney/config.toml",
    "linked guard": "ln -sfn /tmp .spinney/x || ln -sTfn /tmp .spinney && false",
}


@pytest.mark.parametrize("attack", ESCAPES.values(), ids=ESCAPES.keys())
def test_names_that_act_cannot_be_written_even_if_missing(
    ground: Ground, attack: str, listing: Callable[[Path], list[str]]
) -> None:
    shutil.rmtree(ground.project / ".git" / "hooks")
    shutil.rmtree(ground.project / ".git" / "info")
    before = listing(ground.project)
    assert ground.inside(attack).returncode != 0
    left = set(listing(ground.project)) - set(before)
    assert not {name for name in left if name != "c"}


def test_nothing_outside_the_project_is_written(ground: Ground) -> None:
    for target in (ground.home / "x", ground.project.parent / "x", Path("/etc/x"), Path("/usr/x")):
        assert ground.inside(f"touch {target}").returncode != 0
        assert not target.exists()
    assert ground.inside("test -w /proc/sys/kernel/core_pattern").returncode != 0
    assert ground.inside("cat /proc/sys/kernel/core_pattern").returncode == 0


def test_secrets_and_our_own_data_are_hidden(ground: Ground) -> None:
    secrets = [
        ground.home / ".ssh" / "id_ed25519",
        ground.home / ".aws" / "credentials",
        ground.home / ".gnupg" / "private",
        ground.home / ".config" / "gh" / "hosts.yml",
        ground.home / ".netrc",
        ground.paths.database,
        ground.paths.config_file,
        ground.paths.logs / "spinney.log",
    ]
    for secret in secrets:
        secret.parent.mkdir(parents=True, exist_ok=True)
        secret.write_text("canary")
        assert ground.outside(f"cat {secret}").stdout == "canary"
        assert "canary" not in ground.inside(f"cat {secret}").stdout
        assert ground.inside(f"touch {secret.parent}/more").returncode != 0


def test_a_package_managers_settings_are_hidden_only_with_a_credential(ground: Ground) -> None:
    settings = ground.home / ".npmrc"
    settings.write_text("fund=false\n")
    assert ground.inside(f"cat {settings}").stdout == "fund=false\n"
    settings.write_text("//host/:_authToken=canary\n")
    assert "canary" not in ground.inside(f"cat {settings}").stdout


@NETWORK
def test_an_ssh_agent_is_out_of_reach(ground: Ground, place: Path, network: bool) -> None:
    if not shutil.which("ssh-agent"):
        pytest.skip("needs ssh-agent")
    address = place / "agent"
    agent = subprocess.Popen(["ssh-agent", "-D", "-a", str(address)], stdout=subprocess.PIPE)
    assert agent.stdout is not None
    agent.stdout.readline()
    try:
        attack = f"SSH_AUTH_SOCK={address} ssh-add -l"
        no_identities, no_agent = 1, 2
        assert ground.outside(attack).returncode == no_identities
        assert ground.inside(attack, network=network).returncode == no_agent
    finally:
        agent.terminate()
        agent.wait()
        agent.stdout.close()


@NETWORK
def test_a_socket_like_dockers_is_out_of_reach_wherever_it_lies(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, network: bool
) -> None:
    monkeypatch.chdir(ground.project)  # addresses of sockets must be short
    address = ground.project / "d.sock"
    with listener(str(address)):
        assert "reached" in ground.outside(connect_to(str(address))).stdout
        assert "reached" not in ground.inside(connect_to(str(address)), network=network).stdout


@NETWORK
def test_an_abstract_socket_is_out_of_reach(ground: Ground, network: bool) -> None:
    address = f"\0spinney-test-{os.getpid()}-{network}"
    with listener(address):
        attack = connect_to(address).replace("\0", "\\x00")
        assert "reached" in ground.outside(attack).stdout
        assert "reached" not in ground.inside(attack, network=network).stdout


@pytest.mark.skipif(not seccomp.supported(), reason="no filter for this machine")
def test_an_abstract_socket_is_out_of_reach_where_the_kernel_cannot_scope(ground: Ground) -> None:
    ground.sandbox = Bubblewrap(ground.sandbox.program, scope=None)
    address = f"\0spinney-test-{os.getpid()}-filter"
    with listener(address):
        attack = connect_to(address).replace("\0", "\\x00")
        assert "reached" not in ground.inside(attack, network=True).stdout
    pair = python("import socket; a, b = socket.socketpair(); a.send(b'x')")
    assert ground.inside(pair, network=True).returncode == 0
    datagrams = python("import socket; socket.socketpair(type=socket.SOCK_DGRAM)")
    assert ground.inside(datagrams, network=True).returncode != 0


def test_the_network_is_off_unless_it_is_given(ground: Ground) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        attack = python(f"import socket; socket.create_connection(('127.0.0.1', {port}), 5)")
        assert ground.inside(attack).returncode != 0
        assert ground.inside(attack, network=True).returncode == 0


def test_nothing_outlives_the_command(ground: Ground) -> None:
    mark = f"9{os.getpid()}7"
    ground.inside(f"setsid sleep {mark} & (setsid nohup sleep {mark} &) & sleep 0.2")
    alive = [p for p in psutil.process_iter(["cmdline"]) if mark in (p.info["cmdline"] or [])]
    assert alive == []


def test_the_kernels_key_store_is_refused(ground: Ground) -> None:
    if not seccomp.supported():
        pytest.skip("no filter for this machine")
    number = 250 if os.uname().machine == "x86_64" else 219
    code = (
        "import ctypes, sys; libc = ctypes.CDLL(None, use_errno=True); "
        f"sys.exit(ctypes.get_errno() if libc.syscall({number}, 0, -3, 0) < 0 else 0)"
    )
    assert ground.inside(python(code)).returncode == 1


def test_a_link_in_place_of_a_guarded_name_is_put_back(ground: Ground, place: Path) -> None:
    shared = place / "shared"
    shared.mkdir()
    (ground.project / ".vscode").symlink_to(shared)
    plan = ground.plan()
    command = ground.sandbox.wrap(
        ["/bin/sh", "-c", "rm .vscode; mkdir .vscode; touch .vscode/tasks.json"],
        cwd=ground.project,
        plan=plan,
        env=ground.environment,
    )
    subprocess.run(command.argv, env=command.env, check=True)
    (note,) = command.cleanup()
    assert "put back" in note
    assert (ground.project / ".vscode").is_symlink()


def test_a_pointer_that_would_move_gits_settings_is_taken_away(ground: Ground) -> None:
    ground.inside("mkdir evil; echo '[core]' > evil/config; echo ../evil > .git/commondir")
    assert not (ground.project / ".git" / "commondir").exists()


def test_a_git_file_cannot_make_another_folder_writable(ground: Ground, place: Path) -> None:
    victim = place / "victim"
    subprocess.run(["git", "init", "-q", str(victim)], check=True)
    shutil.rmtree(ground.project / ".git")
    (ground.project / ".git").write_text(f"gitdir: {victim}/.git\n")
    assert ground.inside(f"touch {victim}/.git/x").returncode != 0
    assert not (victim / ".git" / "x").exists()


NESTED = (
    "git init -q evil && cd evil && git commit -q --allow-empty -m x && "
    "git config core.fsmonitor 'touch {canary}; false' && cd .. && git add evil"
)


def test_a_repository_put_inside_does_not_run_code_at_the_next_status(
    ground: Ground, place: Path
) -> None:
    canary = place / "canary"
    attack = NESTED.format(canary=canary)
    assert ground.inside(attack).returncode == 0
    subprocess.run(["git", "status"], cwd=ground.project, check=True, capture_output=True)
    assert not canary.exists()
    shutil.rmtree(ground.project / "evil")
    assert ground.outside(attack).returncode == 0
    subprocess.run(["git", "status"], cwd=ground.project, check=True, capture_output=True)
    assert canary.exists()


def test_a_harmless_repository_inside_stays_and_is_guarded_from_then_on(ground: Ground) -> None:
    made = "git init -q inner && cd inner && git commit -q --allow-empty -m x && cd .. && git add ."
    assert ground.inside(made).returncode == 0
    assert (ground.project / "inner" / ".git").is_dir()
    assert ground.inside("cd inner && git config core.fsmonitor x").returncode != 0
    assert ground.inside("mv inner/.git inner/x").returncode != 0
    assert ground.inside("cd inner && git commit -q --allow-empty -m y").returncode == 0


def test_ending_the_sandbox_ends_everything_in_it(ground: Ground) -> None:
    mark = f"8{os.getpid()}6"
    line = f"echo $$; (setsid sleep {mark} &); setsid nohup sleep {mark}"
    command = ground.sandbox.wrap(
        ["/bin/sh", "-c", line], cwd=ground.project, plan=ground.plan(), env=ground.environment
    )
    with subprocess.Popen(command.argv, env=command.env, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        while sum(mark in (p.info["cmdline"] or []) for p in psutil.process_iter(["cmdline"])) < 2:
            time.sleep(0.02)
        inside = [p for p in psutil.process_iter(["cmdline"]) if mark in (p.info["cmdline"] or [])]
        process.kill()
        _, alive = psutil.wait_procs(inside, timeout=10)
    command.cleanup()
    assert alive == []
