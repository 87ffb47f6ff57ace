"""Language, who answers by default, and how much agents may do at once."""

from __future__ import annotations

from desktop.chat.pickers import modes
from desktop.i18n import LANGUAGES, translate
from desktop.settings.rows import Page


class GeneralPage(Page):
    name = "general"
    icon = "sliders-horizontal"

    def __init__(self, host: object) -> None:
        self.title = translate("Settings", "General")
        super().__init__(host)  # type: ignore[arg-type]

    def build(self) -> None:
        self.section(translate("Settings", "Language"))
        self.choice(
            translate("Settings", "Language of the window"),
            ("desktop", "language"),
            [("", translate("Settings", "As the system")), *LANGUAGES],
            translate("Settings", "Takes effect when Spinney starts the next time."),
        )
        self.section(translate("Settings", "Conversations"))
        self._agent = self.choice(
            translate("Settings", "Default agent"),
            ("default_agent",),
            [("", "build")],
            translate("Settings", "Who answers in a new session."),
        )
        self.number(
            translate("Settings", "Steps in a turn, at most"),
            ("steps",),
            translate("Settings", "The model is told to finish when it reaches this."),
            most=10_000,
            none=translate("Settings", "No limit"),
        )
        self.number(
            translate("Settings", "Summarise the context at"),
            ("auto_compact_token_limit",),
            translate(
                "Settings",
                "Tokens; 0 turns it off. Without a number, 90 % of what the model can take.",
            ),
            least=-1,
            most=10_000_000,
            step=10_000,
            none=translate("Settings", "90 % of the model's limit"),
        )
        self.text(
            translate("Settings", "Instructions for the summary"),
            ("compact_prompt",),
            translate("Settings", "What the model is asked when it sums up; empty for ours."),
        )
        self.text(
            translate("Settings", "Instructions for the summary, from a file"),
            ("compact_prompt_file",),
            placeholder="/home/me/summary.md",
        )
        self.switch(
            translate("Settings", "Titles for new sessions"),
            ("auto_title",),
            translate("Settings", "The small model names a session after its first prompt."),
            default=True,
        )
        self.section(translate("Settings", "Tasks"))
        self.number(
            translate("Settings", "Tasks at the same time"),
            ("max_running_tasks",),
            translate("Settings", "More wait in line."),
            least=1,
            most=200,
        )
        self.number(
            translate("Settings", "Levels of agents below each other"),
            ("max_depth",),
            most=10,
            least=0,
        )
        self.switch(
            translate("Settings", "Background tasks"),
            ("background_tasks",),
            translate("Settings", "Agents may start work and go on while it runs."),
            default=True,
        )
        self.number(
            translate("Settings", "Send to the background after"),
            ("auto_background_after",),
            translate("Settings", "A task that takes longer stops holding up the conversation."),
            most=3600,
            decimals=1,
            step=10,
            none=translate("Settings", "Never by itself"),
            suffix=translate("Settings", " s"),
        )
        self.switch(
            translate("Settings", "Forks"),
            ("fork",),
            translate("Settings", "A task without a named agent continues this conversation."),
        )
        self.choice(
            translate("Settings", "Permission mode of agents below"),
            ("subagent_mode",),
            [
                ("", translate("Settings", "As the session that starts them")),
                # Bypassing is switched on for a session or a project, never for all of them.
                *((name, text) for name, text, _help in modes() if name != "bypassPermissions"),
            ],
            translate("Settings", "Where the session itself would ask. Stricter ones stay."),
        )
        self.number(
            translate("Settings", "Say what a task is doing every"),
            ("progress_summary_every",),
            translate("Settings", "The small model sums it up in a line."),
            most=3600,
            decimals=1,
            step=10,
            none=translate("Settings", "Never"),
            suffix=translate("Settings", " s"),
        )
        self.section(
            translate("Settings", "Limits of a task"),
            translate("Settings", "A task that reaches one ends with what it has."),
        )
        no_limit = translate("Settings", "No limit")
        self.number(
            translate("Settings", "Tokens"),
            ("task_budget", "tokens"),
            most=1_000_000_000,
            step=10_000,
            none=no_limit,
        )
        self.number(
            translate("Settings", "Cost"),
            ("task_budget", "cost"),
            most=100_000,
            decimals=2,
            none=no_limit,
            suffix=" $",
        )
        self.number(
            translate("Settings", "Time"),
            ("task_budget", "minutes"),
            most=100_000,
            decimals=1,
            step=5,
            none=no_limit,
            suffix=translate("Settings", " min"),
        )
        self.number(
            translate("Settings", "Steps"),
            ("task_budget", "steps"),
            most=100_000,
            step=5,
            none=no_limit,
        )
        self.section(translate("Settings", "Worktrees"))
        self.text(
            translate("Settings", "Command for a new worktree"),
            ("worktree_setup",),
            translate("Settings", "Runs before an agent's first step in it."),
            placeholder="npm ci",
        )
        self.switch(
            translate("Settings", "Take uncommitted changes along"),
            ("worktree_with_changes",),
            translate("Settings", "A new worktree begins with what you have not committed yet."),
        )
        self.section(translate("Settings", "Commands and network"))
        self.number(
            translate("Settings", "Time for a shell command"),
            ("shell", "timeout"),
            translate("Settings", "Unless the agent asks for more."),
            least=1,
            most=86_400,
            decimals=1,
            step=10,
            suffix=translate("Settings", " s"),
        )
        self.number(
            translate("Settings", "Time for a shell command, at most"),
            ("shell", "max_timeout"),
            translate("Settings", "However much the agent asks for."),
            least=1,
            most=86_400,
            decimals=1,
            step=10,
            suffix=translate("Settings", " s"),
        )
        self.text(
            translate("Settings", "Proxy"),
            ("network", "proxy"),
            translate("Settings", "For calls to models."),
            placeholder="http://proxy.example.com:3128",
        )
        self.text(
            translate("Settings", "Certificates"),
            ("network", "ca_file"),
            translate("Settings", "A file with the certificates of your own authority."),
        )

    async def load(self) -> None:
        catalog = await self.host.engine.agents(self.host.folder)
        self._agent.offer([("", "build"), *((a.name, a.name) for a in catalog.primary())])
