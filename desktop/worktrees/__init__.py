"""Worktrees of agents: what changed in them, what to take, and the bin."""
