"""The tree of projects and sessions."""
