"""Everything that is installed is pinned, and nothing says where it comes from."""

from __future__ import annotations

import importlib
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"


def pins() -> dict[str, Requirement]:
    lines = [line for line in CONSTRAINTS.read_text().splitlines() if line[:1] not in ("", "#")]
    requirements = [Requirement(line) for line in lines]
    return {canonicalize_name(requirement.name): requirement for requirement in requirements}


def requirements() -> list[Requirement]:
    texts = list(PROJECT["dependencies"])
    for extra in PROJECT["optional-dependencies"].values():
        texts += extra
    return [Requirement(text) for text in texts]


@pytest.mark.parametrize("requirement", requirements(), ids=str)
def test_every_dependency_is_pinned_to_a_version_it_accepts(requirement: Requirement) -> None:
    pin = pins()[canonicalize_name(requirement.name)]
    (specifier,) = pin.specifier
    assert specifier.operator == "=="
    assert requirement.specifier.contains(specifier.version)


def test_every_pin_is_exact_and_names_no_address() -> None:
    for pin in pins().values():
        assert pin.url is None
        assert [specifier.operator for specifier in pin.specifier] == ["=="], pin


@pytest.mark.parametrize(
    "name", ["pyproject.toml", "Makefile", ".ci/run", *sorted(
        str(file.relative_to(ROOT)) for file in (ROOT / "packaging").iterdir() if file.is_file()
    )]
)  # fmt: skip
def test_no_file_says_where_packages_come_from(name: str) -> None:
    text = (ROOT / name).read_text()
    assert not re.search(r"--(extra-)?index-url|--find-links|--trusted-host|://[^\s]*/simple", text)


@pytest.mark.parametrize(
    "module",
    [
        "apsw",
        "croniter",
        "ddgs",
        "git",
        "httpx",
        "keyring",
        "mcp",
        "pathspec",
        "platformdirs",
        "psutil",
        "pydantic",
        "pygments",
        "pypdf",
        "qasync",
        "qtawesome",
        "tomlkit",
        "trafilatura",
        "tree_sitter",
        "tree_sitter_bash",
        "watchfiles",
        "yaml",
    ],
)
def test_every_package_that_the_program_uses_can_be_imported(module: str) -> None:
    importlib.import_module(module)
