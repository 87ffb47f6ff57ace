"""The agent editor."""
