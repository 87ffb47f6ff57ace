"""Skills: folders with a ``SKILL.md`` that an agent loads when it needs what is in them."""
