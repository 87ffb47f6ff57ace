"""Requests of agents: the dialog, the inbox and the book they both read."""
