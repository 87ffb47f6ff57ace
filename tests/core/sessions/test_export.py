"""A conversation can be passed on: whole, without secrets, and without rights on the other side."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.errors import NotFound, StoreError
from core.events import Event
from core.llm.types import Usage
from core.sessions.export import export_session, import_session
from core.sessions.models import Attachment, FilePart, Message, Session, ToolPart
from core.sessions.store import Store
from tests.core.sessions import make


async def conversation(store: Store) -> Session:
    root = await make.session(
        store,
        title="Root",
        mode="bypassPermissions",
        rules=[{"permission": "bash", "pattern": "*", "action": "allow"}],
        worktree="/elsewhere",
    )
    child = await make.session(store, root, title="Child", source="subagent general")
    task = make.task(root, session_id=child.id, state="running", output_file="/etc/passwd")
    await store.save_task(task)
    await make.said(store, root, "token=SECRET please 中文")
    answer = Message(
        session_id=root.id, role="assistant", usage=Usage(input=5), cost=1.0, created=1000.0
    )
    await store.add_message(
        answer,
        [
            make.tool(
                answer,
                "c1",
                tool="task",
                status="running",
                metadata={"session_id": child.id, "task_id": task.id},
                attachments=[Attachment(mime="image/png", name="shot", file="abc.png")],
            ),
            FilePart(
                message_id=answer.id, session_id=root.id, name="evil", file="../../config.toml"
            ),
        ],
    )
    await make.said(store, child, "in the child")
    await store.save_todos(root.id, [{"content": "SECRET", "status": "pending"}])
    store.paths.attachments.mkdir(parents=True, exist_ok=True)
    (store.paths.attachments / "abc.png").write_bytes(b"\x89PNG")
    return root


async def exported(store: Store, root: Session, *, attachments: bool = True) -> list[str]:
    return [
        line
        async for line in export_session(
            store, root.id, lambda text: text.replace("SECRET", "•••"), attachments=attachments
        )
    ]


async def test_an_export_holds_the_subtree_and_no_secret(store: Store) -> None:
    lines = await exported(store, await conversation(store))
    kinds = [json.loads(line)["kind"] for line in lines]
    assert kinds == [
        "spinney",
        "session",
        "session",
        "task",
        "todos",
        "message",
        "message",
        "message",
        "attachment",
    ]
    assert not any("SECRET" in line or "\n" in line for line in lines)
    with pytest.raises(NotFound):
        await anext(export_session(store, "ses_none"))


async def test_an_import_has_new_ids_the_same_content_and_no_rights(
    store: Store, tmp_path: Path, events: list[Event]
) -> None:
    original = await conversation(store)
    lines = await exported(store, original)
    (store.paths.attachments / "abc.png").unlink()
    spent = len(await store.usage_by(since=0, until=2000))
    events.clear()
    root = await import_session(store, lines, directory=tmp_path)
    assert root.id != original.id
    assert (root.title, root.mode, root.rules, root.worktree) == ("Root", "default", [], None)
    assert root.directory == str(tmp_path.resolve())
    (child,) = await store.children(root.id)
    assert (child.title, child.root_id, child.depth) == ("Child", root.id, 1)
    said, answer = await store.messages(root.id)
    assert said.text == "token=••• please 中文"
    tool, file = answer.parts
    assert isinstance(tool, ToolPart)
    assert isinstance(file, FilePart)
    assert (tool.status, file.file) == ("failed", None)
    assert answer.info.error is not None
    (task,) = await store.tasks(root_session_id=root.id)
    assert tool.metadata == {"session_id": child.id, "task_id": task.id}
    assert (task.state, task.session_id, task.output_file) == ("interrupted", child.id, None)
    assert (store.paths.attachments / "abc.png").read_bytes() == b"\x89PNG"
    assert (await store.todos(root.id))[0]["content"] == "•••"
    assert [event.type for event in events] == ["session.created"] * 2
    assert len(await store.usage_by(since=0, until=2000)) == spent
    assert {hit.session_id for hit in await store.search("中文")} == {original.id, root.id}
    # What was imported can be exported and imported again.
    again = await import_session(store, await exported(store, root), directory=tmp_path)
    assert len(await store.messages(again.id)) == 2


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda lines: lines.insert(2, "{broken"), "Line 3 cannot be imported: it is not JSON"),
        (lambda lines: lines.pop(0), "Line 1 .* begins with its format"),
        (lambda lines: lines.append("[]"), "does not say what kind"),
        (lambda lines: lines.append('{"kind": "spell", "data": {}}'), "'spell' are not known"),
        (lambda lines: lines.append('{"kind": "message"}'), "holds no record"),
        (lambda lines: lines.append('{"kind": "message", "data": {}}'), "info: Field required"),
        (lambda lines: lines.append(lines[1]), "parent session is not in the file"),
        (lambda lines: lines.append(lines[5]), "occurs a second time"),
        (lambda lines: lines.append(lines[0]), "a second file begins"),
        (
            lambda lines: lines.append(
                '{"kind": "attachment", "data": {"name": "../x", "content": ""}}'
            ),
            "name of the attached file",
        ),
        (lambda lines: lines.__setitem__(0, '{"kind": "spinney", "format": 9}'), "not 9"),
        (lambda lines: lines.__delitem__(slice(1, None)), "holds no session"),
    ],
)
async def test_a_bad_file_is_refused_with_the_line_and_nothing_is_stored(
    store: Store, change, sentence: str
) -> None:  # type: ignore[no-untyped-def]
    lines = await exported(store, await conversation(store))
    before = await store.list_sessions(archived=None)
    change(lines)
    with pytest.raises(StoreError, match=sentence):
        await import_session(store, lines)
    assert await store.list_sessions(archived=None) == before
