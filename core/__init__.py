"""Spinney's engine: agents, tools, permissions and storage, without any window."""

__version__ = "0.1.0"
