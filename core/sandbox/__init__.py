"""Running commands so that they can reach only what they need."""
