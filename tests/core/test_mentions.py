"""What ``@`` in a prompt means, and what it must not reach."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.agents.builtin import builtin_agents
from core.agents.catalog import AgentCatalog
from core.agents.definition import AgentDefinition
from core.mentions import Resolved, find_mentions, resolve_mentions
from core.sessions.models import AgentPart, FilePart

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20
AGENTS = AgentCatalog(
    (
        *builtin_agents(),
        AgentDefinition(name="docs-writer"),
        AgentDefinition(name="quiet", hidden=True),
    )
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / "src").mkdir(parents=True)
    (root / "src" / "a.py").write_text("".join(f"line {n}\n" for n in range(1, 101)))
    (root / "my notes.txt").write_text("hello\n")
    (root / ".env").write_text("KEY=secret\n")
    (root / ".env.example").write_text("KEY=\n")
    (root / "shot.png").write_bytes(PNG)
    (root / "build").mkdir()
    (root / "explore").mkdir()
    (tmp_path / "outside.txt").write_text("not yours\n")
    return root


def resolve(text: str, project: Path, directory: Path | None = None) -> Resolved:
    return resolve_mentions(
        text,
        project=project,
        directory=directory or project,
        agents=AGENTS,
        attachments=project.parent / "attachments",
    )


def only_file(resolved: Resolved) -> FilePart:
    assert len(resolved.parts) == 1
    part = resolved.parts[0]
    assert isinstance(part, FilePart)
    return part


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("look at @src/a.py, please", ["src/a.py"]),
        ("@src/ and (@README.md).", ["src/", "README.md"]),
        ('open @"my notes.txt" now', ["my notes.txt"]),
        ("mail me@example.com or a.b@src/a.py", []),
        ("code `@src/a.py` and\n```\n@src/a.py\n```\nend", []),
        ("an unclosed ` tick @src/a.py", ["src/a.py"]),
        ("看看@src/a.py的内容", ["src/a.py的内容"]),
        ("@@twice and @ alone", []),
    ],
)
def test_mentions_are_found_where_a_person_means_them(text: str, names: list[str]) -> None:
    assert [mention.name for mention in find_mentions(text)] == names


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet='@#L-19 ab/."`\n~é中', max_size=60))
def test_every_mention_lies_where_it_says(text: str) -> None:
    for mention in find_mentions(text):
        assert text[mention.start] == "@"
        assert mention.name in text[mention.start : mention.end]


def test_a_file_is_attached_with_its_text(project: Path) -> None:
    part = only_file(resolve("see @src/a.py", project))
    assert part.name == "src/a.py"
    assert part.text is not None
    assert part.text.startswith("line 1\n")
    assert (part.start, part.end) == (None, None)


@pytest.mark.parametrize(
    ("mention", "first", "last"), [("#L10-40", 10, 40), ("#L7", 7, 7), ("#L90-L400", 90, 100)]
)
def test_a_range_gives_just_those_lines(project: Path, mention: str, first: int, last: int) -> None:
    part = only_file(resolve(f"@src/a.py{mention}: why?", project))
    assert (part.start, part.end) == (first, last)
    assert part.text is not None
    assert part.text.splitlines() == [f"line {n}" for n in range(first, last + 1)]


def test_lines_that_do_not_exist_are_told(project: Path) -> None:
    assert resolve("@src/a.py#L500", project).notes == ("a.py has only 100 lines.",)


def test_a_path_may_be_relative_to_the_working_folder_or_the_project(project: Path) -> None:
    assert only_file(resolve("@a.py", project, project / "src")).path == str(project / "src/a.py")
    assert only_file(resolve("@src/a.py", project, project / "src")).path == str(
        project / "src/a.py"
    )


def test_a_folder_becomes_a_listing(project: Path) -> None:
    part = only_file(resolve("what is in @src/ ?", project))
    assert part.mime == "inode/directory"
    assert part.text == "a.py"


def test_an_image_is_kept_as_an_attachment(project: Path) -> None:
    part = only_file(resolve("@shot.png", project))
    assert part.mime == "image/png"
    assert part.file is not None
    assert (project.parent / "attachments" / part.file).read_bytes() == PNG


def test_a_file_that_only_calls_itself_an_image_is_refused(project: Path) -> None:
    (project / "fake.png").write_text("<svg>")
    assert "not an image" in resolve("@fake.png", project).notes[0]


def test_a_path_with_spaces_needs_quotes(project: Path) -> None:
    assert only_file(resolve('@"my notes.txt"', project)).text == "hello"


def test_a_path_in_a_text_without_spaces_is_found(project: Path) -> None:
    assert only_file(resolve("看看@src/a.py的内容", project)).name == "src/a.py"


def test_an_agent_is_mentioned_by_name(project: Path) -> None:
    for text in ("@docs-writer do it", "@agent-docs-writer do it", "@docs-writer, do it"):
        assert resolve(text, project).parts[0].model_dump()["name"] == "docs-writer"
    assert isinstance(resolve("@general-purpose", project).parts[0], AgentPart)


def test_a_hidden_agent_works_but_the_engines_own_are_text(project: Path) -> None:
    assert isinstance(resolve("@quiet", project).parts[0], AgentPart)
    assert resolve("@compaction @title", project).parts == ()


def test_a_subagent_comes_before_a_folder_of_its_name_and_a_folder_before_build(
    project: Path,
) -> None:
    assert isinstance(resolve("@explore", project).parts[0], AgentPart)
    assert isinstance(resolve("@explore/", project).parts[0], FilePart)
    assert isinstance(resolve("@build", project).parts[0], FilePart)


def test_what_names_nothing_stays_text_without_a_word(project: Path) -> None:
    assert resolve("@property @types/node @nobody", project) == Resolved()


@pytest.mark.parametrize("how", ["absolute", "dots", "link"])
def test_a_file_outside_the_project_is_left_as_text_with_a_note(project: Path, how: str) -> None:
    outside = project.parent / "outside.txt"
    (project / "link.txt").symlink_to(outside)
    name = {"absolute": str(outside), "dots": "../outside.txt", "link": "link.txt"}[how]
    resolved = resolve(f"@{name}", project)
    assert resolved.parts == ()
    assert "outside the project" in resolved.notes[0]


def test_secrets_are_not_attached_under_any_name(project: Path) -> None:
    (project / "harmless.txt").symlink_to(project / ".env")
    for name in (".env", "harmless.txt"):
        resolved = resolve(f"@{name}", project)
        assert resolved.parts == ()
        assert "secrets" in resolved.notes[0]
    assert only_file(resolve("@.env.example", project)).text == "KEY="


def test_binary_files_and_pipes_are_refused_without_waiting(project: Path) -> None:
    (project / "data.bin").write_bytes(b"\0\1\2")
    os.mkfifo(project / "pipe")
    resolved = resolve("@data.bin @pipe", project)
    assert resolved.parts == ()
    assert len(resolved.notes) == 2


def test_a_long_file_is_cut_and_says_so(project: Path) -> None:
    (project / "long.txt").write_text("x" * 99 + "\n" * 1 + ("y" * 99 + "\n") * 5_000)
    part = only_file(resolve("@long.txt", project))
    assert part.text is not None
    assert len(part.text) < 110_000
    assert part.text.endswith("read the file for the rest]")
    assert part.start == 1


def test_many_large_files_together_are_bounded(project: Path) -> None:
    for number in range(8):
        (project / f"f{number}.txt").write_text(("z" * 99 + "\n") * 1_000)
    resolved = resolve(" ".join(f"@f{n}.txt" for n in range(8)), project)
    assert sum(len(p.text or "") for p in resolved.parts if isinstance(p, FilePart)) < 420_000
    assert any("too large together" in note for note in resolved.notes)


def test_the_same_thing_is_attached_once(project: Path) -> None:
    assert len(resolve("@src/a.py and @src/a.py", project).parts) == 1
