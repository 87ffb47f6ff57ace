"""A turn: from a prompt through model and tools to an answer."""
