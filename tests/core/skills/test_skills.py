"""Skills are found, listed within bounds, and loaded with their files."""

from __future__ import annotations

import asyncio
import itertools
import shutil
from contextlib import aclosing
from pathlib import Path

import pytest

from core.commands.loader import load_commands
from core.errors import ConfigError, NotFound
from core.skills.loader import load_skills, watch_skills
from core.skills.skill import Skill, SkillCatalog, list_skills, load_skill, skill_command
from tests.core.agents.conftest import Desk

SAMPLES = Path(__file__).parent / "samples"


def load(desk: Desk, *, trusted: bool = True) -> SkillCatalog:
    return load_skills(desk.user, desk.project, trusted=trusted)


def write_skill(folder: Path, name: str, description: str = "d", body: str = "text") -> Path:
    path = folder / name / "SKILL.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"---\nname: {name}\ndescription: {description}\n---\n{body}\n")
    return path


@pytest.mark.parametrize("place", [".spinney", ".claude", ".agents"])
def test_skills_are_found_in_all_folders_of_a_trusted_project(desk: Desk, place: str) -> None:
    shutil.copytree(SAMPLES, desk.project / place / "skills")
    catalog = load(desk)
    assert [skill.name for skill in catalog] == ["pdf-forms", "release-check"]
    assert ["no front matter" in problem.sentence for problem in catalog.problems] == [True]
    assert load(desk, trusted=False).skills == ()


def test_a_skill_is_read_with_what_it_says_about_its_run(desk: Desk) -> None:
    shutil.copytree(SAMPLES, desk.user.claude / "skills")
    catalog = load(desk)
    check = catalog.get("release-check")
    assert check.allowed_tools == ("read", "bash")
    assert ("bash", "git tag *", "ask") in check.rules
    forms = catalog.get("pdf-forms")
    assert forms.description == "Fill in PDF forms: fields, boxes, signatures"
    assert (forms.context, forms.agent, forms.for_model) == ("fork", "general-purpose", False)


def test_later_sources_win_by_name(desk: Desk) -> None:
    places = [
        desk.user.home / ".agents",
        desk.user.claude,
        desk.project / ".agents",
        desk.project / ".claude",
        desk.user.own,
        desk.project / ".spinney",
    ]
    for number, place in enumerate(places):
        write_skill(place / "skills", "same", f"level {number}")
        assert load(desk).get("same").description == f"level {number}"
    files = [str(place / "skills" / "same" / "SKILL.md") for place in places]
    assert [(entry.source, entry.by) for entry in load(desk).shadowed] == list(
        itertools.pairwise(files)
    )


def test_loading_gives_the_text_and_the_files_beside_it(desk: Desk) -> None:
    shutil.copytree(SAMPLES, desk.user.own / "skills")
    loaded = load_skill(load(desk).get("release-check"))
    folder = desk.user.own / "skills" / "release-check"
    assert f"`{folder}/scripts/check.sh`" in loaded.text
    assert loaded.files == ("template.txt", "scripts/check.sh")
    text = loaded.for_model()
    assert "# Release check" in text
    assert "- scripts/check.sh" in text
    assert str(folder) in text


def test_a_skill_that_vanished_meanwhile_says_so(desk: Desk) -> None:
    path = write_skill(desk.user.own / "skills", "gone")
    skill = load(desk).get("gone")
    path.unlink()
    with pytest.raises(ConfigError, match="gone cannot be loaded"):
        load_skill(skill)


def test_many_files_are_listed_up_to_a_bound(desk: Desk) -> None:
    path = write_skill(desk.user.own / "skills", "big")
    for number in range(80):
        (path.parent / f"f{number:02}.txt").write_text("x")
    loaded = load_skill(load(desk).get("big"))
    assert len(loaded.files) == 50
    assert loaded.more_files
    assert "not all are listed" in loaded.for_model()


def skill(name: str, description: str, **changes: bool) -> Skill:
    return Skill(name, description, Path("/s"), "/s/SKILL.md", "user", **changes)


def test_the_listing_names_the_skills_a_model_may_load() -> None:
    text = list_skills(
        [skill("b", "does b"), skill("a", "does\na"), skill("c", "x", for_model=False)]
    )
    assert text.endswith("- a: does a\n- b: does b")
    assert list_skills([]) == ""
    assert list_skills([skill("c", "x", for_model=False)]) == ""


@pytest.mark.parametrize("count", [1, 30, 100, 300, 2_000])
def test_the_listing_keeps_to_its_budget_whatever_the_number(count: int) -> None:
    skills = [skill(f"skill-{n:04}", "word " * 150) for n in range(count)]
    text = list_skills(skills, budget=8_000)
    assert len(text) <= 8_000
    assert text == list_skills(list(reversed(skills)), budget=8_000)
    assert "skill-0000" in text
    if count == 2_000:
        assert text.splitlines()[-1].endswith("more")
    else:
        assert all(f"skill-{n:04}" in text for n in range(count))


def test_a_plugins_skill_is_found_by_its_last_name(desk: Desk) -> None:
    write_skill(desk.user.claude / "plugins" / "kit" / "skills", "paint")
    assert load(desk).get("paint").name == "kit:paint"
    with pytest.raises(NotFound, match="kit:paint"):
        load(desk).get("draw")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("---\nname: x\n---\ntext", "no description"),
        ("---\nname: 'a b'\ndescription: d\n---\ntext", "cannot be the name"),
        ("---\nname: x\ndescription: d\ncontext: nowhere\n---\ntext", "fork or inline"),
    ],
)
def test_skills_that_cannot_be_used_are_listed(desk: Desk, text: str, reason: str) -> None:
    folder = desk.user.own / "skills"
    desk.write(folder / "x" / "SKILL.md", text)
    (folder / "hollow").mkdir()
    sentences = [problem.sentence for problem in load(desk).problems]
    assert any(reason in sentence for sentence in sentences)
    assert "It holds no SKILL.md." in sentences


def test_a_person_can_call_a_skill_like_a_command(desk: Desk) -> None:
    write_skill(desk.user.own / "skills", "tidy", "Tidies up.", "Tidy $ARGUMENTS.")
    write_skill(desk.user.own / "skills", "clear", "Not this one.")
    commands = [command for s in load(desk) if (command := skill_command(s)) is not None]
    catalog = load_commands(desk.user, desk.project, trusted=True, skills=commands)
    assert "Tidy $ARGUMENTS." in catalog.get("tidy").template
    assert catalog.get("clear").kind == "clear"
    assert [entry.name for entry in catalog.shadowed] == ["clear"]


async def test_a_changed_skill_is_noticed(desk: Desk) -> None:
    async with aclosing(watch_skills(desk.user, desk.project, trusted=True)) as changes:
        waiting = asyncio.ensure_future(anext(changes))
        while not waiting.done():
            write_skill(desk.project / ".agents" / "skills", "late")
            await asyncio.wait([waiting], timeout=0.3)
    assert load(desk).get("late").description == "d"
