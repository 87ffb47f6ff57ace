"""The readable output file of a task, and its transcript as JSON lines beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import IO

from core.events import Event, MessageCreated, MessageUpdated, PartUpdated
from core.outputs import output_file
from core.paths import Paths
from core.sessions.models import TextPart, ToolPart
from core.tasks.models import Task

OUTPUT_EVENTS = ("message.created", "message.part.updated", "message.updated")


def output_path(paths: Paths, task: Task) -> Path:
    """The text file; every session under the task's root may read it."""
    return output_file(paths.outputs, task.root_session_id, task.id)


def transcript_path(paths: Paths, task: Task) -> Path:
    return output_path(paths, task).with_suffix(".jsonl")


class TaskOutput:
    """Writes what an agent says and does as it goes; a subscriber of the bus while the task runs.

    The text file has the agent's words and one line per tool call; the transcript has every
    finished part and message. Both only ever grow, so they can be read at any time.
    """

    def __init__(self, paths: Paths, task: Task) -> None:
        self.session_id = task.session_id
        text, transcript = output_path(paths, task), transcript_path(paths, task)
        text.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.file = text
        self._text: IO[str] = text.open("a", encoding="utf-8")
        self._transcript: IO[str] = transcript.open("a", encoding="utf-8")
        self._spoken: dict[str, TextPart] = {}
        self._answers: set[str] = set()
        self._finished_calls: set[str] = set()

    def __call__(self, event: Event) -> None:
        if event.session_id != self.session_id:
            return
        if isinstance(event, MessageCreated) and event.message.role == "assistant":
            self._answers.add(event.message.id)
        elif isinstance(event, PartUpdated) and event.part.message_id in self._answers:
            self._take_part(event)
        elif isinstance(event, MessageUpdated) and event.message.completed is not None:
            self._take_message(event)

    def _take_part(self, event: PartUpdated) -> None:
        part = event.part
        if isinstance(part, TextPart):
            self._spoken[part.id] = part
        elif isinstance(part, ToolPart):
            self._say_before(part.message_id)
            if part.status in ("completed", "failed") and part.id not in self._finished_calls:
                self._finished_calls.add(part.id)
                mark = "✓" if part.status == "completed" else "✗"
                detail = part.title or part.error or ""
                self._write(f"{mark} {part.tool} {' '.join(detail.split())[:200]}".rstrip() + "\n")
                self._record("part", part.model_dump(mode="json", exclude_none=True))

    def _take_message(self, event: MessageUpdated) -> None:
        self._say_before(event.message.id)
        self._record("message", event.message.model_dump(mode="json", exclude_none=True))

    def _say_before(self, message_id: str) -> None:
        """What was said so far in this message comes before its calls."""
        for part in [p for p in self._spoken.values() if p.message_id == message_id]:
            del self._spoken[part.id]
            if part.text:
                self._write(part.text.rstrip() + "\n\n")
                self._record("part", part.model_dump(mode="json", exclude_none=True))

    def note(self, sentence: str) -> None:
        self._write(sentence.rstrip() + "\n")

    def _write(self, text: str) -> None:
        self._text.write(text)
        self._text.flush()

    def _record(self, kind: str, value: dict[str, object]) -> None:
        self._transcript.write(
            json.dumps({"type": kind, **{kind: value}}, ensure_ascii=False) + "\n"
        )
        self._transcript.flush()

    def close(self) -> None:
        for part in list(self._spoken.values()):
            self._say_before(part.message_id)
        self._text.close()
        self._transcript.close()
