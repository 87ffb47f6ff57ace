"""What a person has begun to write, for each session, and what they wrote before."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

_REMEMBERED = 200
_DRAFTS = 500


@dataclass
class Drafts:
    """Kept in one file, written at every pause in typing and when the session changes."""

    file: Path
    texts: dict[str, str] = field(default_factory=dict)
    history: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, file: Path) -> Drafts:
        try:
            plain = json.loads(file.read_text("utf-8"))
            texts, history = plain["texts"], plain["history"]
        except (OSError, ValueError, KeyError, TypeError):
            return cls(file)
        if not isinstance(texts, dict) or not isinstance(history, list):
            return cls(file)
        return cls(
            file,
            {str(key): str(value) for key, value in texts.items()},
            [str(entry) for entry in history],
        )

    def keep(self, session_id: str, text: str) -> None:
        before = self.texts.pop(session_id, "")
        if text.strip():
            self.texts[session_id] = text
        while len(self.texts) > _DRAFTS:
            del self.texts[next(iter(self.texts))]
        if before != text:
            self.write()

    def of(self, session_id: str) -> str:
        return self.texts.get(session_id, "")

    def sent(self, session_id: str, text: str) -> None:
        """It is a draft no more, and can be called back with the arrow keys."""
        self.texts.pop(session_id, None)
        if text.strip() and (not self.history or self.history[-1] != text):
            self.history = [*self.history, text][-_REMEMBERED:]
        self.write()

    def write(self) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.file.with_suffix(".new")
        fresh.write_text(json.dumps({"texts": self.texts, "history": self.history}), "utf-8")
        fresh.replace(self.file)
