"""Language, who answers by default, and how much agents may do at once."""

from __future__ import annotations

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
