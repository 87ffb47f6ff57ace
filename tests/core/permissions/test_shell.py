"""What a command line asks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.permissions.check import Rights, decide
from core.permissions.models import Approval, Ask, Rule
from core.permissions.rules import DEFAULT_RULES
from core.permissions.shell import analyse, asks_for_command, is_read_only
from core.permissions.shell_text import made_visible


def commands(line: str, folder: Path) -> list[str]:
    return [a.patterns[0] for a in asks_for_command(line, folder, folder) if a.permission == "bash"]


def suggested(line: str, folder: Path) -> list[str]:
    asks = asks_for_command(line, folder, folder)
    return [pattern for a in asks if a.permission == "bash" for pattern in a.always]


def by_permission(line: str, folder: Path, permission: str) -> list[Ask]:
    return [a for a in asks_for_command(line, folder, folder) if a.permission == permission]


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("ls", ["ls"]),
        ("ls -la | wc -l && git status; pwd", ["ls -la", "wc -l", "git status", "pwd"]),
        ("(cd src; ls) || { make; }", ["cd src", "ls", "make"]),
        ("if test -f x; then ls; else pwd; fi", ["test -f x", "ls", "pwd"]),
        ("while true; do date; done", ["true", "date"]),
        ("for f in a b; do ls; done", ["ls"]),
        ("echo $(git status)", ["echo $(git status)", "git status"]),
        ("cat <(git log)", ["cat <(git log)", "git log"]),
        ("echo `git log`", ["echo `git log`", "git log"]),
        ("timeout 5 nice -n 3 npm test", ["npm test"]),
        ("bash -c 'npm test && ls'", ["npm test", "ls"]),
        ("g'i't \"sta\"tus", ["git status"]),
        ("git --no-pager log", ["git log"]),
        ("ls; ls; ls", ["ls"]),
    ],
)
def test_every_command_of_a_line_is_judged(line: str, parts: list[str], folder: Path) -> None:
    assert commands(line, folder) == parts


@pytest.mark.parametrize(
    "line",
    [
        "",
        "# only words",
        "ls <<",
        "ls 'open",
        "x=1",
        "f() { ls; }",
        "[[ -v x ]]",
        "((1))",
        "ls\r\n",
    ],
)
def test_what_cannot_be_read_asks_as_a_whole(line: str, folder: Path) -> None:
    (ask,) = [a for a in asks_for_command(line, folder, folder) if a.permission == "bash"]
    assert ask.patterns == (line.strip() or line,)
    assert ask.exact
    assert ask.always == ()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("npm test", ["npm test *"]),
        ("npm run build --if-present", ["npm run build *"]),
        ("git commit -m 'x y'", ["git commit *"]),
        ("ls -la", ["ls *"]),
        ("python -m pytest -q", ["python -m pytest *"]),
        ("python tools/check.py a", ["python tools/check.py *"]),
        ("uv run pytest -q", ["uv run pytest *"]),
        ("rm -rf build", ["rm -rf build"]),
        ("bash x.sh", []),
        ("sudo ls", []),
        ("bash -c 'npm test'", ["npm test *"]),
        ("python -c 'x'", ["python -c x"]),
        ("echo $HOME", []),
        ("FOO=1 npm test", []),
        ("git -c x=y status", ["git -c x=y status"]),
        ("npm test && git push", ["npm test *", "git push *"]),
    ],
)
def test_suggestions_are_what_a_person_would_remember(
    line: str, expected: list[str], folder: Path
) -> None:
    assert suggested(line, folder) == expected


@pytest.mark.parametrize("program", ["bash", "sh", "python", "python3", "sudo", "env", "xargs"])
def test_no_suggestion_ends_in_a_wildcard_on_something_that_runs_anything(
    program: str, folder: Path
) -> None:
    for line in (program, f"{program} x", f"{program} -c 'x'", f"{program} ls -la"):
        assert f"{program} *" not in suggested(line, folder)


def test_redirections_are_edits_and_reads(folder: Path) -> None:
    (edit,) = by_permission("echo x > src/new.py", folder, "edit")
    assert edit.patterns == ("src/new.py",)
    assert not edit.forced
    assert by_permission("sort < .env", folder, "read")[0].patterns == (".env",)
    assert by_permission("ls 2>/dev/null >&2", folder, "edit") == []
    (group,) = by_permission("{ ls; pwd; } > out", folder, "edit")
    assert group.patterns == ("out",)
    assert by_permission("echo $(ls > hidden)", folder, "edit")[0].patterns == ("hidden",)


def test_writing_a_guarded_file_is_forced_to_ask(folder: Path) -> None:
    for line in (
        "echo x > .git/hooks/pre-commit",
        "tee .spinney/config.toml",
        "cp a .vscode/tasks.json",
        "cd .git/hooks && echo x > pre-commit",
        "rm -rf .git",
        "sed -i s/a/b/ .git/config",
        "dd of=.git/config",
    ):
        assert any(a.forced for a in by_permission(line, folder, "edit")), line


def test_paths_outside_ask_for_the_folder_around_them(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (folder / "link").symlink_to(tmp_path / "outside")
    for line in (
        "cat /etc/hostname",
        "cat ../x",
        "ls ~",
        "cat link/file",
        "make -C/etc",
        "tool --file=/etc/x",
        "tool key=/etc/x",
        "cd /etc && ls",
        "/opt/tool/run",
    ):
        assert by_permission(line, folder, "external_directory"), line
    assert by_permission("cat src/../src/a.py", folder, "external_directory") == []


def test_a_line_started_outside_the_project_asks_for_that(folder: Path, tmp_path: Path) -> None:
    asks = asks_for_command("touch canary", tmp_path, folder)
    assert "external_directory" in [a.permission for a in asks]
    asks = asks_for_command("ls", tmp_path, folder, also_inside=(tmp_path,))
    assert [a.permission for a in asks] == ["bash"]


def test_a_worktree_in_spinneys_own_folder_is_inside_and_its_guards_hold(
    folder: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    tree = home / "data/worktrees/one"
    tree.mkdir(parents=True)

    def edits(line: str) -> list[Ask]:
        asks = asks_for_command(line, tree, folder, own_folders=(home,), also_inside=(tree,))
        assert "external_directory" not in [a.permission for a in asks]
        return [a for a in asks if a.permission == "edit"]

    (edit,) = edits("echo x > src/new.py")
    assert (edit.patterns, edit.forced) == (("src/new.py",), None)
    assert edits("echo x > .git")[0].forced
    (other,) = [
        a
        for a in asks_for_command(
            "echo x > ../two/a", tree, folder, own_folders=(home,), also_inside=(tree,)
        )
        if a.permission == "edit"
    ]
    assert other.forced


@pytest.mark.parametrize(
    "line",
    [
        "cat .env",
        "head -c8 .env",
        "grep KEY .env.local",
        "sed -n p .env",
        "awk '{print}' .env",
        "base64 .env",
        "cp .env other",
        "git show HEAD:.env",
        "sort < .env",
        "cat src/../.env",
        "xxd .env",
        "diff .env README.md",
        "jq -R . .env",
    ],
)
def test_reading_a_secret_is_denied_as_the_read_tool_would_be(line: str, folder: Path) -> None:
    rights = Rights(
        rules=(*DEFAULT_RULES, Rule("bash", "*", "allow", "user", "x")),
        mode="default",
        project=folder,
        directory=folder,
    )
    assert decide(asks_for_command(line, folder, folder), rights).action == "deny"


@pytest.mark.parametrize("line", ["ls .env", "test -f .env", "echo .env", "grep -n .env README.md"])
def test_naming_a_secret_without_reading_it_is_no_deny(line: str, folder: Path) -> None:
    rights = Rights(rules=DEFAULT_RULES, mode="default", project=folder, directory=folder)
    assert decide(asks_for_command(line, folder, folder), rights).action == "ask"


@pytest.mark.parametrize(
    "line",
    [
        "git push",
        "git -C . push --dry-run",
        "git --git-dir=x push",
        "cd src && git push",
        "FOO=1 git push",
        "env FOO=1 git push",
        "sudo -u me git push",
        "/usr/bin/git push",
        "bash -c 'git push'",
        "eval 'git push'",
        "bash <<E\ngit push\nE",
        "xargs git push",
        "find . -exec git push ;",
        "echo $(git push)",
        "ls; x=1; git push",
        "timeout 5 git push",
        "nohup git push &",
        "g\\it pu''sh",
        "for i in 1; do git push; done",
        "su -c 'git push'",
    ],
)
def test_a_deny_rule_holds_for_other_spellings(line: str, folder: Path) -> None:
    rights = Rights(
        rules=(*DEFAULT_RULES, Rule("bash", "git push*", "deny", "user", "x")),
        mode="default",
        project=folder,
        directory=folder,
    )
    assert decide(asks_for_command(line, folder, folder), rights).action == "deny"


def test_a_very_long_line_asks_and_is_answered_quickly(folder: Path) -> None:
    for line in ("ls " + "a " * 60_000, "ls; " * 30_000, "$(" * 5000, "ls " + "'a' " * 7000):
        asks = asks_for_command(line, folder, folder)
        approval = Approval(scope="session", scope_id="", permission="bash", pattern="ls *")
        rights = Rights(
            rules=DEFAULT_RULES,
            mode="default",
            approvals=(approval,),
            project=folder,
            directory=folder,
        )
        if len(line) > 40_000:
            assert decide(asks, rights).action == "ask"


@pytest.mark.parametrize(
    "line", ["ls -la", "cat src/a.py | grep x | sort -u", "git log --oneline", "find . -name x"]
)
def test_reading_lines_are_known_as_such(line: str, folder: Path) -> None:
    assert is_read_only(analyse(line, folder, folder))


@pytest.mark.parametrize(
    "line",
    [
        "ls > x",
        "rm x",
        "npm test",
        "git commit",
        "find . -delete",
        "sed -i p x",
        "ls $(x)",
        "x=1",
        "",
    ],
)
def test_lines_that_may_change_something_are_never_taken_for_reading(
    line: str, folder: Path
) -> None:
    assert not is_read_only(analyse(line, folder, folder))


def test_hidden_characters_are_made_visible() -> None:
    assert made_visible("ls \u202e x\u200b\x1b") == "ls \\u{202e} x\\u{200b}\\u{1b}"
    assert made_visible("naïve 日本\n") == "naïve 日本\n"
