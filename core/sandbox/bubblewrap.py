"""Carry out a plan with bubblewrap."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.sandbox import seccomp
from core.sandbox.command import SandboxedCommand
from core.sandbox.placeholders import Placeholders, hold
from core.sandbox.plan import SandboxPlan
from core.sandbox.sockets import host_sockets

_NAMESPACES = (
    *("--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts"),
    *("--unshare-cgroup-try", "--cap-drop", "ALL", "--die-with-parent", "--new-session"),
)
_KEPT_OF_RUN = ("/run/current-system", "/run/wrappers", "/run/opengl-driver", "/run/host")
"""Programs live here on some systems; everything else under ``/run`` is sockets and state."""

_KERNEL_SWITCHES = ("sys", "sysrq-trigger", "fs", "acpi", "scsi", "mtrr", "driver")
"""Parts of ``/proc`` that root could write even without any capability."""

_OPEN_FILTER = 'exec 9<"$0" && exec "$@"'


@dataclass(frozen=True)
class Bubblewrap:
    """``program`` is an absolute path. ``scope`` is the prefix that scopes abstract sockets, None
    where the kernel cannot; then commands with network get no Unix sockets at all."""

    program: str
    scope: tuple[str, ...] | None = None
    sentence: str = "Commands run in a sandbox."

    @property
    def sandboxed(self) -> bool:
        return True

    def wrap(
        self,
        argv: Sequence[str],
        *,
        cwd: Path,
        plan: SandboxPlan,
        env: Mapping[str, str] | None = None,
    ) -> SandboxedCommand:
        """What to start so that ``argv`` runs inside. ``cleanup`` must be called afterwards."""
        for folder in (plan.state, _empty(plan), *plan.writable):
            if folder.is_relative_to(plan.state) or _is_branch_folder(folder):
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        held = hold(plan)
        try:
            scope = self._usable_scope(plan)
            inner = [*(scope or ()), *argv]
            outer = [self.program, *mount_arguments(plan, held), "--chdir", str(cwd.resolve())]
            filtered = _filtered(plan, outer, unix_sockets=scope is not None)
        except BaseException:
            held.release()
            raise
        base = os.environ if env is None else env
        environment = {
            name: value for name, value in base.items() if name not in plan.dropped_variables
        }
        environment |= plan.environment
        return SandboxedCommand(
            [*filtered, "--", *inner], environment, True, held.check, held.let_go
        )

    def _usable_scope(self, plan: SandboxPlan) -> tuple[str, ...] | None:
        """What puts the host's abstract sockets out of reach: nothing need be done without the
        network; the prefix is of no use if its program is hidden."""
        if not plan.network:
            return ()
        if self.scope is None:
            return None
        program = Path(os.path.realpath(self.scope[0]))
        hidden = any(program.is_relative_to(path.resolve()) for path in plan.hidden)
        return None if hidden else self.scope


def _filtered(plan: SandboxPlan, outer: list[str], *, unix_sockets: bool) -> list[str]:
    """Give bubblewrap the system-call filter on descriptor 9, opened by a shell on the way."""
    program = seccomp.filter_program(unix_sockets=unix_sockets)
    if not program:
        return outer
    path = plan.state / ("filter" if unix_sockets else "filter-without-unix-sockets")
    if not path.exists() or path.read_bytes() != program:
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        fresh.write_bytes(program)
        fresh.replace(path)
    return ["/bin/sh", "-c", _OPEN_FILTER, str(path), outer[0], "--seccomp", "9", *outer[1:]]


def mount_arguments(plan: SandboxPlan, held: Placeholders) -> list[str]:
    """Namespaces and mounts. Mounts go from shallow to deep, so that the deeper path decides."""
    arguments = [*_NAMESPACES, *(() if plan.network else ("--unshare-net",))]
    arguments += ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/run"]
    for name in _KERNEL_SWITCHES:
        arguments += ["--ro-bind-try", f"/proc/{name}", f"/proc/{name}"]
    for name in _KEPT_OF_RUN:
        arguments += ["--ro-bind-try", name, name]
    if plan.network:
        arguments += _name_resolution()
    mounts = _mounts(plan, held)
    after: list[str] = []
    for path in sorted(mounts, key=lambda path: len(path.parts)):
        kind, source = mounts[path]
        if kind == "hide":
            if _hidden_already(path, mounts):
                continue
            if path.is_file() or path.is_socket():
                arguments += ["--ro-bind", "/dev/null", str(path)]
            elif any(other != path and other.is_relative_to(path) for other in mounts):
                arguments += ["--tmpfs", str(path)]
                after += ["--remount-ro", str(path)]
            else:
                arguments += ["--ro-bind", str(_empty(plan)), str(path)]
        else:
            arguments += [kind, str(source), str(path)]
    return [*arguments, *after, "--remount-ro", "/run"]


_Mounts = dict[Path, tuple[str, Path]]


def _mounts(plan: SandboxPlan, held: Placeholders) -> _Mounts:
    """What is put where; of two for the same path the later one counts."""
    mounts: _Mounts = {}
    for path in plan.hidden:
        # Most are not there, and finding that out is much cheaper than resolving.
        if os.path.lexists(path) and (path := path.resolve()).exists():
            mounts[path] = ("hide", path)
    for shared in ("/tmp", "/var/tmp"):
        mounts[Path(shared)] = ("--bind", plan.temporary)
    for path in plan.writable:
        if path.exists():
            mounts[path] = ("--bind", path)
    for path in plan.guarded:
        if path not in held.links and path.exists():
            source = _empty(plan) if path in held.folders else path
            mounts[path] = ("--ro-bind", source)
    for path in host_sockets():
        if not _out_of_sight(path, mounts):
            mounts[path] = ("hide", path)
    return mounts


def _empty(plan: SandboxPlan) -> Path:
    return plan.state / "empty"


def _hidden_already(path: Path, mounts: _Mounts) -> bool:
    """Whether the closest mount above hides this path as well."""
    above = next((mounts[folder] for folder in path.parents if folder in mounts), None)
    return above is not None and above[0] == "hide"


def _out_of_sight(path: Path, mounts: _Mounts) -> bool:
    """Whether a socket is behind an empty folder or another ``/tmp``."""
    for folder in path.parents:
        if folder in (Path("/run"), Path("/dev")):
            return True
        if mount := mounts.get(folder):
            return mount[0] == "hide" or mount[1] != folder
    return False


def _name_resolution() -> list[str]:
    """``/etc/resolv.conf`` is often a link into ``/run``."""
    target = os.path.realpath("/etc/resolv.conf")
    if target.startswith("/run/") and os.path.isfile(target):
        return ["--ro-bind", target, target]
    return []


def _is_branch_folder(path: Path) -> bool:
    return path.parts[-3:] == ("refs", "heads", "spinney")
