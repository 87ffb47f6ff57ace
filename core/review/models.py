"""What can be reviewed, and a finding as it is stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

TargetKind = Literal["uncommitted", "base", "commit", "text"]


@dataclass(frozen=True, slots=True)
class ReviewTarget:
    """What to review: uncommitted changes, everything since a branch (``value``), one commit
    (``value``), or what a text describes (``value``)."""

    kind: TargetKind = "uncommitted"
    value: str = ""

    @property
    def title(self) -> str:
        match self.kind:
            case "uncommitted":
                return "Uncommitted changes"
            case "base":
                return f"Changes against {self.value}"
            case "commit":
                return f"Commit {self.value[:12]}"
            case _:
                return " ".join(self.value.split())[:60]


@dataclass(frozen=True, slots=True)
class ReviewChoices:
    """What a person can choose from: branches but the current one, and the newest commits as
    ``(id, first line)``. Both are empty where there is no repository."""

    branches: tuple[str, ...] = ()
    commits: tuple[tuple[str, str], ...] = ()


class LineRange(BaseModel):
    start: int
    end: int


class CodeLocation(BaseModel):
    path: str
    line_range: LineRange | None = None


class Finding(BaseModel):
    """One problem. ``id`` is the same for the same problem in a later review; ``dismissed`` says that
    a person did not want to hear of it. ``code`` are the lines it is about, as they were then."""

    model_config = ConfigDict(extra="ignore")

    id: str = ""
    title: str
    body: str = ""
    confidence_score: float | None = None
    priority: int = Field(default=2, ge=0, le=3)
    code_location: CodeLocation | None = None
    code: str = ""
    dismissed: bool = False

    def plain(self) -> dict[str, Any]:
        return self.model_dump(mode="json", exclude_none=True)
