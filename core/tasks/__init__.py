"""Work that is tracked: agents and shell commands, their queue, their notifications."""
