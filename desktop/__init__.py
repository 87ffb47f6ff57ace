"""The window: chat, session tree, tasks and requests."""
