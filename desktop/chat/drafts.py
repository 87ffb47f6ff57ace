"""What a person has begun to write, for each session, and what they wrote before."""

from __future__ import annotations

import json
from collections.abc import Iterable
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
    files: dict[str, list[str]] = field(default_factory=dict)
    """What was attached to a draft; pictures from the clipboard are kept in ``pasted``."""

    @property
    def pasted(self) -> Path:
        return self.file.with_name("pasted")

    @classmethod
    def read(cls, file: Path) -> Drafts:
        try:
            plain = json.loads(file.read_text("utf-8"))
            texts, history = plain["texts"], plain["history"]
            files = plain.get("files", {})
        except (OSError, ValueError, KeyError, TypeError):
            return cls(file)
        if not isinstance(texts, dict) or not isinstance(history, list):
            return cls(file)
        read = cls(
            file,
            {str(key): str(value) for key, value in texts.items()},
            [str(entry) for entry in history],
        )
        if isinstance(files, dict):
            read.files = {
                str(key): [str(path) for path in paths]
                for key, paths in files.items()
                if isinstance(paths, list)
            }
        read.forget_pictures()
        return read

    def keep(self, session_id: str, text: str, files: Iterable[Path] = ()) -> None:
        before = self.texts.pop(session_id, ""), self.files.pop(session_id, [])
        after = text, [str(path) for path in files]
        if text.strip():
            self.texts[session_id] = text
        if after[1]:
            self.files[session_id] = after[1]
        while len(self.texts) > _DRAFTS:
            del self.texts[next(iter(self.texts))]
        if before != after:
            self.write()

    def files_of(self, session_id: str) -> list[Path]:
        """Those that are still there."""
        return [Path(path) for path in self.files.get(session_id, []) if Path(path).exists()]

    def forget_pictures(self) -> None:
        """Pictures from the clipboard that no draft names any more: sent, or taken out again."""
        named = {path for paths in self.files.values() for path in paths}
        if self.pasted.is_dir():
            for picture in self.pasted.iterdir():
                if str(picture) not in named:
                    picture.unlink(missing_ok=True)

    def of(self, session_id: str) -> str:
        return self.texts.get(session_id, "")

    def sent(self, session_id: str, text: str) -> None:
        """It is a draft no more, and can be called back with the arrow keys."""
        self.texts.pop(session_id, None)
        self.files.pop(session_id, None)
        if text.strip() and (not self.history or self.history[-1] != text):
            self.history = [*self.history, text][-_REMEMBERED:]
        self.write()

    def write(self) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.file.with_suffix(".new")
        plain = {"texts": self.texts, "history": self.history, "files": self.files}
        fresh.write_text(json.dumps(plain), "utf-8")
        fresh.replace(self.file)
