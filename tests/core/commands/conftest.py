"""A person's folders and a project, all under a temporary folder."""

from __future__ import annotations

from tests.core.agents.conftest import desk

__all__ = ["desk"]
