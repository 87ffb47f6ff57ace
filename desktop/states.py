"""What the states of tasks, turns and lists are called in the language that is used."""

from __future__ import annotations

from desktop.i18n import translate


def state_word(state: str) -> str:
    """The word for a state that the engine names; a name that is not known is shown as it is."""
    words = {
        "queued": translate("States", "queued"),
        "pending": translate("States", "pending"),
        "running": translate("States", "running"),
        "in_progress": translate("States", "in progress"),
        "waiting": translate("States", "waiting"),
        "completed": translate("States", "completed"),
        "done": translate("States", "done"),
        "failed": translate("States", "failed"),
        "killed": translate("States", "killed"),
        "cancelled": translate("States", "cancelled"),
        "interrupted": translate("States", "interrupted"),
        "refused": translate("States", "refused"),
        "limit": translate("States", "at its limit"),
    }
    return words.get(state, state)
