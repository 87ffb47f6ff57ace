"""A hook acts only with the content that a person agreed to."""

from __future__ import annotations

from pathlib import Path

from core.hooks.runner import Blocked, HookRunner, Place, Proceed
from core.hooks.trust import HookTrust, UntrustedHook
from tests.core.hooks.conftest import Documents, hook

BEFORE = "tool.execute.before"


async def test_a_projects_hook_does_nothing_before_it_is_agreed_to(
    runner: HookRunner, place: Place, project: Path, waiting: list[UntrustedHook]
) -> None:
    theirs = hook(BEFORE, "touch canary", scope="project", project=project)
    runner.set_project_hooks(project, [theirs])
    assert isinstance(await runner.before_tool(place, "c", "bash", {}), Proceed)
    assert not (project / "canary").exists()
    assert [(seen.hook, seen.state) for seen in waiting] == [(theirs, "new")]
    await runner.trust.trust(waiting[0], project)
    await runner.before_tool(place, "c", "bash", {})
    assert (project / "canary").exists()


async def test_a_changed_script_asks_again_and_blocks_meanwhile(
    runner: HookRunner, place: Place, project: Path
) -> None:
    script = project / "guard.sh"
    script.write_text("exit 0\n")
    runner.set_user_hooks([hook(BEFORE, 'sh "$SPINNEY_PROJECT_DIR/guard.sh"')])
    (seen,) = await runner.untrusted(project)
    assert seen.files == (script,)
    await runner.trust.trust(seen, project)
    assert isinstance(await runner.before_tool(place, "c", "bash", {}), Proceed)
    script.write_text("touch canary\n")
    answer = await runner.before_tool(place, "c", "bash", {})
    assert isinstance(answer, Blocked)
    assert "has changed" in answer.reason
    assert not (project / "canary").exists()
    (changed,) = await runner.untrusted(project)
    assert changed.state == "changed"
    script.unlink()
    assert isinstance(await runner.before_tool(place, "c", "bash", {}), Blocked)


async def test_agreeing_is_bound_to_what_was_shown(
    runner: HookRunner, place: Place, project: Path
) -> None:
    script = project / "check.sh"
    script.write_text("exit 0\n")
    runner.set_project_hooks(
        project, [hook(BEFORE, "sh check.sh", scope="project", project=project)]
    )
    (seen,) = await runner.untrusted(project)
    script.write_text("touch canary\n")
    await runner.trust.trust(seen, project)
    await runner.before_tool(place, "c", "bash", {})
    assert not (project / "canary").exists()


async def test_turning_a_link_changes_the_hook(
    runner: HookRunner, project: Path, tmp_path: Path
) -> None:
    for name in ("good.sh", "bad.sh"):
        (tmp_path / name).write_text(f"echo {name}\n")
    link = project / "check.sh"
    link.symlink_to(tmp_path / "good.sh")
    runner.set_project_hooks(
        project, [hook(BEFORE, "./check.sh", scope="project", project=project)]
    )
    (seen,) = await runner.untrusted(project)
    await runner.trust.trust(seen, project)
    assert await runner.untrusted(project) == []
    link.unlink()
    link.symlink_to(tmp_path / "bad.sh")
    assert [seen.state for seen in await runner.untrusted(project)] == ["changed"]


async def test_what_was_agreed_to_is_remembered(project: Path, documents: Documents) -> None:
    theirs = hook(BEFORE, "true", scope="project", project=project)
    seen = await HookTrust(documents).look(theirs, project)
    assert seen is not None
    await HookTrust(documents).trust(seen, project)
    again = HookTrust(documents)
    assert await again.look(theirs, project) is None
    await again.forget(theirs, project)
    assert await HookTrust(documents).look(theirs, project) is not None


async def test_a_hook_written_for_another_program_waits_for_agreement(
    runner: HookRunner, project: Path
) -> None:
    runner.set_user_hooks([hook("stop", "say done", scope="imported")])
    assert [seen.state for seen in await runner.untrusted(project)] == ["new"]


async def test_a_persons_own_command_needs_no_further_agreement(
    runner: HookRunner, project: Path
) -> None:
    runner.set_user_hooks([hook("stop", "notify-send done")])
    assert await runner.untrusted(project) == []
