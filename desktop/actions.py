"""Every action once: its name, shortcut and what it is for.

Menus, the command palette, the shortcut sheet and buttons all show the entries of this table; what
an action does is connected by whoever can do it, with ``Actions.handle``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from desktop.i18n import translate


@dataclass(frozen=True, slots=True)
class ActionInfo:
    """``menu`` is where it is listed ("" for the palette only)."""

    id: str
    text: str
    help: str
    menu: str = ""
    shortcut: str = ""
    checkable: bool = False
    separator: bool = False
    """A line is drawn above it in its menu."""


MENUS = ("File", "Session", "Chat", "Tasks", "View", "Help")

ACTIONS: tuple[ActionInfo, ...] = (
    ActionInfo("folder.open", "Open Folder…", "Open a project folder", "File", "Ctrl+O"),
    ActionInfo("session.new", "New Session", "Start a conversation in this project", "File", "Ctrl+N"),
    ActionInfo("demo.start", "Try the Demo", "A scripted tour that needs no model and no key", "File"),
    ActionInfo("session.export", "Export Session…", "Save this conversation as a file", "File",
               separator=True),
    ActionInfo("app.quit", "Quit", "Close Spinney", "File", "Ctrl+Q", separator=True),
    ActionInfo("session.search", "Search All Sessions", "Find text in every conversation", "Session",
               "Ctrl+Shift+F"),
    ActionInfo("session.parent", "Go to Parent", "Open the session that started this one", "Session",
               "Alt+Up", separator=True),
    ActionInfo("session.child", "Go to First Child", "Open the first session this one started",
               "Session", "Alt+Down"),
    ActionInfo("session.next", "Next Sibling", "Open the next session on the same level", "Session",
               "Alt+Right"),
    ActionInfo("session.previous", "Previous Sibling", "Open the session before, on the same level",
               "Session", "Alt+Left"),
    ActionInfo("session.attention", "Next That Needs You",
               "Open the next session that waits for you or has something unread", "Session",
               "Ctrl+J"),
    ActionInfo("session.rename", "Rename Session…", "Give this session another title", "Session", "F2",
               separator=True),
    ActionInfo("session.coordinator", "Coordinator",
               "The agent of this session leads others and does nothing itself", "Session",
               checkable=True, separator=True),
    ActionInfo("session.archive", "Archive Session", "Take it off the list without deleting it",
               "Session"),
    ActionInfo("session.restore", "Bring Back from the Archive", "Put an archived session on the list again",
               "Session"),
    ActionInfo("session.archived", "Show Archived Sessions", "List archived sessions among the others",
               "Session", checkable=True),
    ActionInfo("session.delete", "Delete Session…", "Delete it with everything below it", "Session"),
    ActionInfo("chat.focus", "Write a Prompt", "Put the cursor into the composer", "Chat", "Ctrl+L"),
    ActionInfo("chat.send_now", "Send Now", "Give it to the agent at the next step", "Chat",
               "Ctrl+Shift+Return"),
    ActionInfo("chat.stop", "Interrupt", "Stop this turn; background tasks go on", "Chat", "Ctrl+."),
    ActionInfo("chat.attach", "Attach File…", "Add a file or an image to the prompt", "Chat",
               "Ctrl+Shift+A"),
    ActionInfo("chat.side", "Ask Aside…",
               "Ask about this conversation without leaving a trace in it", "Chat", "Ctrl+Shift+S",
               separator=True),
    ActionInfo("chat.fork", "Fork…",
               "Let a copy of this conversation work on something in the background", "Chat",
               "Ctrl+Shift+K"),
    ActionInfo("chat.find", "Find in Session", "Find text in this conversation", "Chat", "Ctrl+F",
               separator=True),
    ActionInfo("chat.latest", "Jump to Latest", "Scroll to the end and stay there", "Chat",
               "Ctrl+End"),
    ActionInfo("chat.prompt_before", "Previous Prompt", "Scroll to the prompt before", "Chat",
               "Ctrl+Up"),
    ActionInfo("chat.prompt_after", "Next Prompt", "Scroll to the next prompt", "Chat", "Ctrl+Down"),
    ActionInfo("chat.copy_answer", "Copy Last Answer", "Copy the agent's last answer", "Chat",
               "Ctrl+Shift+C"),
    ActionInfo("chat.compact", "Compact Context", "Replace old messages by a summary for the model",
               "Chat", separator=True),
    ActionInfo("chat.context", "What Fills the Context…", "Tokens by kind, and the way to compact them",
               "Chat"),
    ActionInfo("chat.review", "Review Changes…", "Have changes looked at by a reviewer that only reads",
               "Chat", "Ctrl+Shift+R", separator=True),
    ActionInfo("review.uncommitted", "Review Uncommitted Changes", "What is changed and not committed"),
    ActionInfo("review.base", "Review Against a Branch…", "Everything that changed since a branch"),
    ActionInfo("review.commit", "Review a Commit…", "What one commit changed"),
    ActionInfo("review.text", "Review What You Describe…", "Say in words what to look at"),
    ActionInfo("chat.changes", "What This Session Changed…", "All its changes to files, turn by turn",
               "Chat"),
    ActionInfo("chat.go_back", "Go Back to a Prompt…", "Undo files, conversation or both after a prompt",
               "Chat", "Ctrl+Shift+Z"),
    ActionInfo("chat.redo", "Redo…", "Bring back what going back undid", "Chat", "Ctrl+Shift+Y"),
    ActionInfo("request.next", "Next Request", "Show the next permission request", "Tasks", "Ctrl+R"),
    ActionInfo("plan.answer", "Answer a Plan", "Read the plan that a teammate presents, and answer it",
               "Tasks", "Ctrl+Shift+L"),
    ActionInfo("team.show", "Team", "Who is in the team, what they share and what they write", "Tasks",
               "Ctrl+T"),
    ActionInfo("task.background", "Send to Background", "Let the task go on while you do other things",
               "Tasks", "Ctrl+B", separator=True),
    ActionInfo("task.message", "Send Message…", "Tell the selected task something", "Tasks"),
    ActionInfo("task.open", "Open Its Session", "Show the conversation of the selected task", "Tasks"),
    ActionInfo("task.folder", "Open Its Folder", "Show the folder the selected task works in", "Tasks"),
    ActionInfo("task.resume", "Resume Task", "Let a task that was cut off go on from where it was",
               "Tasks"),
    ActionInfo("task.review", "Review Its Changes…", "See and take what the task changed in its worktree",
               "Tasks", "Ctrl+Shift+D"),
    ActionInfo("worktree.list", "Worktrees…", "All worktrees of this project, and the bin", "Tasks"),
    ActionInfo("task.stop", "Stop Task", "Stop the selected task; it can be resumed", "Tasks",
               separator=True),
    ActionInfo("task.stop_tree", "Stop Tree", "Stop the task and everything under it", "Tasks"),
    ActionInfo("task.discard", "Discard…", "Stop the task and put its worktree in the bin", "Tasks"),
    ActionInfo("view.palette", "Command Palette", "Find anything by its name", "View", "Ctrl+Shift+P"),
    ActionInfo("view.sessions", "Sessions", "Show or hide the list of sessions", "View", "Ctrl+1",
               checkable=True, separator=True),
    ActionInfo("view.tasks", "Tasks", "Show or hide the list of tasks", "View", "Ctrl+2",
               checkable=True),
    ActionInfo("view.requests", "Requests", "Show or hide what waits for you", "View", "Ctrl+3",
               checkable=True),
    ActionInfo("view.detail", "Change Level of Detail", "Summary, normal, everything", "View",
               "Ctrl+D", separator=True),
    ActionInfo("view.larger", "Larger Text", "Make all text larger", "View", "Ctrl++", separator=True),
    ActionInfo("view.smaller", "Smaller Text", "Make all text smaller", "View", "Ctrl+-"),
    ActionInfo("view.normal", "Normal Text Size", "Back to the usual size", "View", "Ctrl+0"),
    ActionInfo("view.light", "Light", "Light colours", "View", checkable=True, separator=True),
    ActionInfo("view.dark", "Dark", "Dark colours", "View", checkable=True),
    ActionInfo("view.system", "As the System", "Follow the system's light or dark", "View",
               checkable=True),
    ActionInfo("view.layout", "Reset Layout", "Put all docks back to where they were", "View",
               separator=True),
    ActionInfo("settings.open", "Settings…", "Providers, permissions, appearance", "File", "Ctrl+,"),
    ActionInfo("agents.edit", "Agents…", "See, make and change agents", "File", "Ctrl+Shift+E"),
    ActionInfo("usage.open", "Usage…", "Tokens and cost by day, model, agent and session", "View",
               "Ctrl+Shift+U", separator=True),
    ActionInfo("help.tour", "Tour", "The parts of the window, one after the other", "Help"),
    ActionInfo("help.shortcuts", "Keyboard Shortcuts", "All shortcuts on one sheet", "Help", "F1"),
    ActionInfo("help.about", "About Spinney", "Version and where things are kept", "Help"),
)  # fmt: skip


def in_words(info: ActionInfo) -> ActionInfo:
    """The entry in the language of the window."""
    return replace(info, text=translate("Actions", info.text), help=translate("Actions", info.help))


BY_ID = {info.id: info for info in ACTIONS}


class Actions(QObject):
    """The actions of one window. An action nobody handles yet is disabled, never absent."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._actions: dict[str, QAction] = {}
        self._infos = [in_words(info) for info in ACTIONS]
        for info in self._infos:
            action = QAction(info.text, window)
            action.setObjectName(info.id)
            action.setCheckable(info.checkable)
            if info.shortcut:
                action.setShortcut(QKeySequence(info.shortcut))
                keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
                action.setToolTip(f"{info.help} ({keys})")
            else:
                action.setToolTip(info.help)
            action.setStatusTip(info.help)
            action.setEnabled(False)
            window.addAction(action)
            self._actions[info.id] = action

    def __getitem__(self, action_id: str) -> QAction:
        return self._actions[action_id]

    def handle(self, action_id: str, handler: Callable[[], object]) -> None:
        """Connect what the action does, and enable it."""
        action = self._actions[action_id]
        action.triggered.connect(lambda _checked=False: handler())
        action.setEnabled(True)

    def fill(self, bar: QMenuBar) -> dict[str, QMenu]:
        menus: dict[str, QMenu] = {}
        for name in MENUS:
            menu = bar.addMenu(translate("Actions", name))
            menu.setAccessibleName(translate("Actions", name))
            menus[name] = menu
            for info in self._infos:
                if info.menu != name:
                    continue
                if info.separator and menu.actions():
                    menu.addSeparator()
                menu.addAction(self._actions[info.id])
        return menus

    def enable(self, action_id: str, enabled: bool) -> None:
        self._actions[action_id].setEnabled(enabled)

    def all(self) -> list[tuple[ActionInfo, QAction]]:
        return [(info, self._actions[info.id]) for info in self._infos]
