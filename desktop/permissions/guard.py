"""How long a request that has just appeared takes no input: the click or key was meant for
something else."""

GUARD_MS = 400
