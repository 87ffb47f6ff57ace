"""``@`` in a prompt: what it names and what becomes of it."""

from core.mentions.find import Mention, find_mentions
from core.mentions.resolve import Resolved, resolve_mentions

__all__ = ["Mention", "Resolved", "find_mentions", "resolve_mentions"]
