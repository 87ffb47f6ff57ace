"""Agents, commands and skills that were written for other programs load and run as they are."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.llm.client import ModelClient
from core.permissions.models import Answer
from core.sessions.models import Session, SubtaskPart, ToolPart
from tests.fakes.engine import EngineUnderTest, home_with_config, opened
from tests.fakes.model_server import ModelServer, ServerRequest
from tests.fakes.script import Script, say

CLAUDE = {
    ".claude/agents/code-reviewer.md": """---
name: code-reviewer
description: "Expert code review specialist. Use PROACTIVELY.\\n\\n<example>\\nuser: Done!\\n</example>"
tools: Read, Grep, Glob, Bash(git diff:*), Bash(git log:*)
model: sonnet
color: orange
permissionMode: plan
maxTurns: 8
---

You are a senior code reviewer. Run git diff, read the changed files and report problems by severity.
""",
    ".claude/commands/frontend/component.md": """---
description: Describe a component
argument-hint: [name] [details]
allowed-tools: Read, Grep
---

Describe the component $1. Mind this: $2

The files are !`ls src` and the guide is @docs/guide.md
""",
    ".claude/commands/audit.md": """---
description: Audit a part of the code
context: fork
agent: general-purpose
---

AUDIT the $ARGUMENTS code and return only correctness risks.
""",
    ".claude/skills/pdf-forms/SKILL.md": """---
name: pdf-forms
description: Fill in PDF forms. Use when the user mentions PDF forms.
allowed-tools: Read, Bash(python:*)
license: MIT
metadata:
  version: "1.2"
---

# PDF forms

Run `python ${CLAUDE_SKILL_DIR}/scripts/fields.py FILE` and see reference.md.
""",
    ".claude/skills/pdf-forms/scripts/fields.py": "print('fields')\n",
    ".claude/skills/pdf-forms/reference.md": "All field types.\n",
}

OPENCODE = {
    ".opencode/agent/docs-writer.md": """---
description: Writes and maintains project documentation
mode: subagent
model: anthropic/claude-sonnet-4-20250514
temperature: 0.1
tools:
  bash: false
  webfetch: false
permission:
  edit:
    "*": deny
    "docs/*": allow
---

You are a technical writer. Keep it short.
""",
    ".opencode/command/test.md": """---
description: Run tests with coverage
agent: build
model: fake/other
---

Run the tests for $1 and look at these results:
!`echo 3 passed`
Focus on: $2
""",
    ".opencode/commands/spellcheck.md": """---
description: Spellcheck the docs
agent: docs-writer
---

SPELLCHECK the file $1.
""",
    "opencode.jsonc": """{
  "$schema": "https://opencode.ai/config.json",
  // agents can be written here too
  "agent": {
    "security-auditor": {
      "description": "Performs security audits",
      "mode": "subagent",
      "prompt": "You look for vulnerabilities.",
      "tools": { "write": false, "edit": false, },
    },
  },
  "command": {
    "explain": { "template": "Explain $ARGUMENTS in plain words.", "description": "Explain" },
  },
}
""",
}

CODEX = {
    ".codex/agents/pr-explorer.toml": '''name = "pr_explorer"
description = "Read-only explorer that gathers evidence before changes are proposed."
model = "gpt-5.3-codex-spark"
model_reasoning_effort = "medium"
sandbox_mode = "read-only"
nickname_candidates = ["Atlas", "Delta"]
developer_instructions = """
Stay in exploration mode. Trace the real execution path and cite files and symbols.
"""
''',
    ".agents/skills/release-notes/SKILL.md": """---
name: release-notes
description: Write release notes from the history. Trigger for new versions.
---

Group the commits by kind. Run scripts/collect.sh first.
""",
    ".agents/skills/release-notes/scripts/collect.sh": "git log --oneline\n",
}


CODEX_HOME = {
    ".codex/prompts/draftpr.md": """---
description: Prep a branch, commit, and open a draft PR
argument-hint: [FILES=<paths>] [PR_TITLE="<title>"]
---

Create a branch for $FILES.
Open a draft PR titled $PR_TITLE with a summary of the changes.
""",
}
"""What Codex reads from the person's folder only."""


@pytest.fixture
async def engine(
    tmp_path: Path,
    project: Path,
    model_server: ModelServer,
    model_client: ModelClient,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[EngineUnderTest]:
    """A trusted project with the files of all three programs, and what Codex keeps in the home."""
    monkeypatch.setenv("FAKE_KEY", "fake-key-for-tests")
    monkeypatch.setenv("HOME", str(tmp_path / "person"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "person" / ".config"))
    for name, text in {**CLAUDE, **OPENCODE, **CODEX}.items():
        file = project / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    for name, text in CODEX_HOME.items():
        file = tmp_path / "person" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    for name in ("src/button.tsx", "docs/guide.md"):
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text("Keep buttons round.\n")
    paths = home_with_config(tmp_path / "home", model_server)
    async with opened(paths, project, model_client) as under_test:
        await under_test.engine.trust(project, await under_test.engine.trust_state(project))
        yield under_test


@pytest.fixture
def main(model_server: ModelServer) -> Script:
    """The main agent; subagents have scripts of their own."""

    def is_main(request: ServerRequest) -> bool:
        return "task" in request.tools or "Describe the component" in request.prompts[-1]

    return model_server.script("scripted", is_main).otherwise(say("Summed up."))


async def delegate(
    engine: EngineUnderTest, server: ModelServer, main: Script, agent: str, words: str
) -> tuple[Script, ToolPart]:
    """Let the main agent call a subagent by the name its file gives it."""
    child = server.script(f"child {agent}", lambda request: words in request.system)
    child.otherwise(say("The subagent's report."))
    main.call("task", description="hand over", prompt="Look closely.", subagent_type=agent)
    session = await engine.session()
    await engine.say(session, "have it looked at")
    (part,) = [p for p in await engine.tool_parts(session.id) if p.tool == "task"]
    return child, part


async def answered(engine: EngineUnderTest, session: Session, text: str) -> str:
    """Type something and allow the one shell line that it asks for."""
    await engine.engine.prompt(session.id, text)
    await engine.until(lambda: "request.asked" in engine.types())
    (request,) = await engine.engine.requests()
    await engine.engine.answer(request.id, Answer(kind="once"))
    await engine.engine.wait_idle(session.id)
    return request.command or ""


async def test_nothing_is_skipped(engine: EngineUnderTest, project: Path) -> None:
    agents = await engine.engine.agents(project)
    commands = await engine.engine.commands(project)
    assert [problem.sentence for problem in (*agents.problems, *commands.problems)] == []
    assert {"code-reviewer", "docs-writer", "security-auditor", "pr_explorer"} <= {
        agent.name for agent in agents
    }
    assert {"frontend:component", "audit", "test", "spellcheck", "explain"} <= {
        command.name for command in commands
    }
    assert {"pdf-forms", "release-notes"} <= {command.name for command in commands}


class TestAgents:
    async def test_claude_code(
        self, engine: EngineUnderTest, model_server: ModelServer, main: Script
    ) -> None:
        child, part = await delegate(
            engine, model_server, main, "code-reviewer", "senior code reviewer"
        )
        assert "The subagent's report." in part.output
        assert set(child.requests[0].tools) == {"read", "grep", "glob", "bash"}
        (task,) = await engine.engine.tasks()
        session = await engine.engine.store.get_session(task.session_id or "")
        assert session.mode == "plan"
        assert "Expert code review specialist." in str(main.requests[0].json["tools"])

    async def test_opencode_markdown(
        self, engine: EngineUnderTest, model_server: ModelServer, main: Script, project: Path
    ) -> None:
        child = model_server.script("child", lambda r: "technical writer" in r.system)
        child.call("write", path="src/x.md", content="no")
        child.call("write", path="docs/x.md", content="yes").say("Written.")
        main.call("task", description="docs", prompt="Write.", subagent_type="docs-writer")
        session = await engine.session()
        # The project's file may forbid, but what it allows is still asked.
        await engine.engine.prompt(session.id, "have it documented")
        await engine.until(lambda: "request.asked" in engine.types())
        (request,) = await engine.engine.requests()
        assert request.patterns == ["docs/x.md"]
        await engine.engine.answer(request.id, Answer(kind="once"))
        await engine.engine.wait_idle(session.id)
        assert not (project / "src/x.md").exists()
        assert (project / "docs/x.md").read_text() == "yes"
        assert {"bash", "webfetch"} & set(child.requests[0].tools) == set()
        assert child.requests[0].json["temperature"] == 0.1

    async def test_opencode_json(
        self, engine: EngineUnderTest, model_server: ModelServer, main: Script
    ) -> None:
        child, part = await delegate(
            engine, model_server, main, "security-auditor", "look for vulnerabilities"
        )
        assert "The subagent's report." in part.output
        assert {"write", "edit", "apply_patch"} & set(child.requests[0].tools) == set()

    async def test_codex(
        self, engine: EngineUnderTest, model_server: ModelServer, main: Script
    ) -> None:
        child, part = await delegate(
            engine, model_server, main, "pr_explorer", "Stay in exploration mode."
        )
        assert "The subagent's report." in part.output
        assert {"write", "edit", "apply_patch"} & set(child.requests[0].tools) == set()
        assert child.requests[0].json.get("reasoning_effort") == "medium"


class TestCommands:
    async def test_claude_code_with_arguments_shell_line_and_file(
        self, engine: EngineUnderTest, main: Script
    ) -> None:
        session = await engine.session()
        asked = await answered(engine, session, "/frontend:component Button round corners")
        assert asked == "ls src"
        said = main.requests[0].prompts[-1]
        assert "Describe the component Button. Mind this: round corners" in said
        assert "button.tsx" in said
        assert "Keep buttons round." in said
        assert set(main.requests[0].tools) == {"read", "grep"}

    async def test_claude_code_in_a_child(
        self, engine: EngineUnderTest, model_server: ModelServer, main: Script
    ) -> None:
        child = model_server.script("child", lambda r: r.prompts[0].startswith("AUDIT"))
        child.say("One risk.")
        session = await engine.session()
        assert await engine.say(session, "/audit login") == "Summed up."
        assert child.requests[0].prompts[0].startswith("AUDIT the login code")
        asked, ran, *_ = await engine.engine.store.messages(session.id)
        assert isinstance(asked.parts[0], SubtaskPart)
        assert asked.parts[0].agent == "general"
        assert isinstance(ran.parts[0], ToolPart)
        assert "One risk." in ran.parts[0].output

    async def test_codex_with_named_and_numbered_arguments(
        self, engine: EngineUnderTest, main: Script
    ) -> None:
        session = await engine.session()
        await engine.say(session, '/prompts:draftpr FILES="src lib" PR_TITLE="Add hero"')
        said = main.requests[0].prompts[-1]
        assert "Create a branch for src lib." in said
        assert "Open a draft PR titled Add hero" in said
        await engine.say(session, "/draftpr FILES=docs PR_TITLE=x")
        assert "Create a branch for docs." in main.requests[1].prompts[-1]

    async def test_opencode_with_a_model_of_its_own(
        self, engine: EngineUnderTest, main: Script
    ) -> None:
        session = await engine.session()
        asked = await answered(engine, session, "/test parser the error cases")
        assert asked == "echo 3 passed"
        assert main.requests[0].model == "other"
        said = main.requests[0].prompts[-1]
        assert "Run the tests for parser" in said
        assert "3 passed" in said
        assert "Focus on: the error cases" in said

    async def test_opencode_for_a_subagent(
        self, engine: EngineUnderTest, model_server: ModelServer, main: Script
    ) -> None:
        child = model_server.script("child", lambda r: r.prompts[0].startswith("SPELLCHECK"))
        child.say("No mistakes.")
        session = await engine.session()
        assert await engine.say(session, "/spellcheck README.md") == "Summed up."
        assert "technical writer" in child.requests[0].system
        assert child.requests[0].prompts == ["SPELLCHECK the file README.md."]

    async def test_opencode_json(self, engine: EngineUnderTest, main: Script) -> None:
        session = await engine.session()
        await engine.say(session, "/explain closures")
        assert main.requests[0].prompts == ["Explain closures in plain words."]


class TestSkills:
    async def test_claude_code(self, engine: EngineUnderTest, main: Script, project: Path) -> None:
        main.call("skill", name="pdf-forms")
        session = await engine.session()
        await engine.say(session, "fill in this form")
        assert "- pdf-forms: Fill in PDF forms." in main.requests[0].system
        loaded = "".join(main.requests[1].results.values())
        assert f"{project}/.claude/skills/pdf-forms/scripts/fields.py FILE" in loaded
        assert "reference.md" in loaded

    async def test_the_shared_folder_that_codex_reads(
        self, engine: EngineUnderTest, main: Script
    ) -> None:
        main.call("skill", name="release-notes")
        session = await engine.session()
        await engine.say(session, "write the notes")
        loaded = "".join(main.requests[1].results.values())
        assert "Group the commits by kind." in loaded
        assert "scripts/collect.sh" in loaded

    async def test_a_person_calls_one_as_a_command(
        self, engine: EngineUnderTest, main: Script
    ) -> None:
        session = await engine.session()
        await engine.say(session, "/release-notes 2.0")
        said = main.requests[0].prompts[-1]
        assert "Group the commits by kind." in said
        assert "2.0" in said


async def test_without_trust_none_of_it_is_there(
    tmp_path: Path, engine: EngineUnderTest, project: Path
) -> None:
    other = tmp_path / "other"
    (other / ".claude" / "agents").mkdir(parents=True)
    (other / ".claude" / "agents" / "x.md").write_text("---\nname: x\ndescription: x\n---\nX\n")
    assert "x" not in {agent.name for agent in await engine.engine.agents(other)}
