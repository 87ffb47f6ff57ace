"""Prompts that are sent at a time, while the program is open."""

CLOSED_NOTE = (
    "Schedules run only while Spinney is open. What was missed meanwhile is run once, and told, when "
    "it is opened again."
)
