"""placeholder"""

from __future__ import annotations
from collections.abc import AsyncIterator
from core.llm.types import Delta, ModelRequest


class DemoModel:
    async def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
        return
        yield
