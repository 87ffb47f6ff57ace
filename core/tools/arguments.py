"""Arguments as models write them: a few names from other programs mean the same as ours."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import model_validator

from core.tools.base import Parameters


class Arguments(Parameters):
    """Parameters that also take the names in ``also``, which the schema does not mention."""

    also: ClassVar[dict[str, str]] = {}

    @model_validator(mode="before")
    @classmethod
    def _rename(cls, values: Any) -> Any:
        if not isinstance(values, dict):
            return values
        renamed = dict(values)
        for other, ours in cls.also.items():
            if other in renamed and ours not in renamed:
                renamed[ours] = renamed.pop(other)
        return renamed


FILE_NAMES = {"file_path": "path", "filePath": "path", "filepath": "path", "filename": "path"}
EDIT_NAMES = {
    **FILE_NAMES,
    "oldString": "old_string",
    "newString": "new_string",
    "replaceAll": "replace_all",
}
