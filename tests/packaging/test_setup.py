"""What ``packaging/setup.sh`` promises, with an interpreter and a package manager that only note."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = [
    "bash",
    "env",
    "cat",
    "cut",
    "sha256sum",
    "dirname",
    "awk",
    "tr",
    "ls",
    "rm",
    "tee",
    "grep",
    "tail",
    "mkdir",
    "cp",
    "chmod",
]

PYTHON = """#!/bin/bash
# Answers as Python does to the few questions that the script asks.
note() { echo "$*" >> "$NOTES"; }
case "$*" in
"-V") echo "Python $VERSION" ;;
*version_info*-venv* | *-venv*version_info*) echo python3.11-venv ;;
*"platform.python_version"*) echo "$VERSION" ;;
*"version_info"*) case "$VERSION" in 3.11.* | 3.12.* | 3.13.*) exit 0 ;; *) exit 1 ;; esac ;;
*"import venv"*) exit "${VENV_STATUS:-0}" ;;
"-m venv "*)
    note venv
    mkdir -p "$3/bin"
    cp "$0" "$3/bin/python"
    echo home > "$3/pyvenv.cfg" ;;
"-m pip install"*) note "pip $*"; echo "$PIP_SAYS"; exit "${PIP_STATUS:-0}" ;;
esac
"""


@dataclass
class Machine:
    """A clone and a PATH on which nothing is real but the small tools of the shell."""

    clone: Path
    programs: Path
    notes: Path

    def add(self, name: str, script: str) -> None:
        (self.programs / name).write_text(script)
        (self.programs / name).chmod(0o755)

    def set_up(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        environment = {"PATH": str(self.programs), "NOTES": str(self.notes), "VERSION": "3.11.9"}
        return subprocess.run(
            [str(self.clone / "packaging" / "setup.sh"), *arguments],
            env=environment | variables,
            capture_output=True,
            text=True,
            timeout=60,
        )

    def noted(self, word: str) -> int:
        lines = self.notes.read_text().splitlines() if self.notes.exists() else []
        return len([line for line in lines if word in line])


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    clone, programs = tmp_path / "a clone", tmp_path / "programs"
    (clone / "packaging").mkdir(parents=True)
    programs.mkdir()
    for name in ("pyproject.toml", "packaging/constraints.txt", "packaging/setup.sh"):
        shutil.copy(ROOT / name, clone / name)
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found, tool
        os.symlink(found, programs / tool)
    made = Machine(clone, programs, tmp_path / "notes")
    made.add("python3", PYTHON)
    made.add("id", "#!/bin/bash\necho 1000\n")
    return made


def on_debian(machine: Machine, *, root: bool, installed: str = "") -> None:
    machine.add("id", f"#!/bin/bash\necho {0 if root else 1000}\n")
    machine.add("dpkg-query", f"#!/bin/bash\necho '{installed}'\n")
    machine.add("apt-get", '#!/bin/bash\necho "apt-get $*" >> "$NOTES"\n')


def test_a_second_run_does_nothing(machine: Machine) -> None:
    first = machine.set_up()
    assert first.returncode == 0, first.stderr
    assert machine.noted("venv") == 1
    before = machine.notes.read_text()
    second = machine.set_up()
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    assert machine.notes.read_text() == before


def test_a_changed_pin_installs_again_into_the_same_environment(machine: Machine) -> None:
    machine.set_up()
    installs = machine.noted("pip")
    with (machine.clone / "packaging" / "constraints.txt").open("a") as pins:
        pins.write("something==1\n")
    assert machine.set_up().returncode == 0
    assert machine.noted("pip") == 2 * installs
    assert machine.noted("venv") == 1


def test_a_clone_that_was_moved_gets_a_new_environment(machine: Machine) -> None:
    machine.set_up()
    machine.clone = machine.clone.rename(machine.clone.with_name("elsewhere"))
    assert machine.set_up().returncode == 0
    assert machine.noted("venv") == 2


def test_an_old_python_is_named_with_what_to_do(machine: Machine) -> None:
    done = machine.set_up(VERSION="3.10.13")
    assert done.returncode == 1
    assert "needs Python 3.11, 3.12 or 3.13" in done.stderr
    assert "python3 is 3.10.13" in done.stderr
    assert not (machine.clone / ".venv").exists()


def test_no_python_at_all_is_said(machine: Machine) -> None:
    (machine.programs / "python3").unlink()
    done = machine.set_up()
    assert done.returncode == 1
    assert "there is no python at all" in done.stderr


def test_a_missing_venv_module_is_said(machine: Machine) -> None:
    done = machine.set_up(VENV_STATUS="1")
    assert done.returncode == 1
    assert "venv module is missing" in done.stderr
    assert "apt-get install -y --no-install-recommends python3.11-venv" in done.stderr


def test_no_network_is_said_and_leaves_no_stamp(machine: Machine) -> None:
    done = machine.set_up(PIP_STATUS="1", PIP_SAYS="NewConnectionError: name not known")
    assert done.returncode == 1
    assert "no network" in done.stderr
    assert machine.set_up().returncode == 0


def test_root_installs_only_the_system_packages_that_are_missing(machine: Machine) -> None:
    on_debian(machine, root=True, installed="installed=libegl1 installed=libglib2.0-0t64 ")
    assert machine.set_up().returncode == 0
    (install,) = [line for line in machine.notes.read_text().splitlines() if "-get install" in line]
    assert " libgl1 " in install
    assert "libegl1" not in install
    assert "libglib2.0" not in install
    assert "xvfb" not in install


def test_someone_else_is_told_the_one_command_each_time_until_it_was_run(machine: Machine) -> None:
    on_debian(machine, root=False)
    for _ in range(2):
        done = machine.set_up("test")
        assert done.returncode == 0
        assert "sudo apt-get update && sudo apt-get install -y" in done.stdout
        assert "xvfb" in done.stdout
    assert machine.noted("apt-get") == 0
    assert machine.noted("venv") == 1


def test_a_folder_that_is_no_environment_is_left_alone(machine: Machine) -> None:
    (machine.clone / ".venv").mkdir()
    (machine.clone / ".venv" / "precious").write_text("mine")
    done = machine.set_up()
    assert done.returncode == 1
    assert "is not a virtual environment" in done.stderr
    assert (machine.clone / ".venv" / "precious").read_text() == "mine"
