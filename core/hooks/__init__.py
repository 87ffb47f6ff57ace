"""Commands that run when something happens: they may look, change arguments, add context or block."""
