"""Reviews of changes: what is looked at, what comes back, and what is done with it."""
