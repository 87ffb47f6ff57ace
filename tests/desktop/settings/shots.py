"""Pictures of the first run, settings, agents, usage, palette and tour; ``tests.shots`` makes them."""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtWidgets import QDialog, QLineEdit

from core.llm.types import Usage
from core.sessions.models import Message
from desktop.palette import CommandPalette
from tests.desktop.conftest import until
from tests.desktop.window import WindowUnderTest, opened_window

Shoot = Callable[..., Awaitable[None]]


async def around(folder: Path, shoot: Shoot) -> None:
    """What there is besides the work itself, each in one picture."""
    with tempfile.TemporaryDirectory() as place:
        os.environ["ANTHROPIC_API_KEY"] = "not-a-key"
        async with opened_window(Path(place)) as person:
            await until(lambda: not person.desk._scope.running("look around"))
            await shoot(person, folder, "first-run")
            del os.environ["ANTHROPIC_API_KEY"]
            await person.desk.start_demo()
            desk = person.desk.panels.settings_desk
            desk.open()
            dialog = desk.dialog
            assert dialog is not None
            for page in dialog.pages:
                dialog.open_at(page.name)
                if page.name == "permissions":
                    person.find(QLineEdit, "testSubject").setText("npm test && git push --force")
                await until(lambda: not len(dialog.scope), 60)
                await shoot(person, folder, f"settings-{page.name}", dialog)
            dialog.close()
            desk.open_agent("explore")
            assert desk.editor is not None
            await shoot(person, folder, "agent", desk.editor)
            desk.editor.copy()
            desk.editor.form.setCurrentIndex(2)
            await shoot(person, folder, "agent-rights", desk.editor)
            desk.editor.close()
            await use_something(person)
            desk.open_usage()
            assert desk.usage is not None
            await shoot(person, folder, "usage", desk.usage)
            desk.usage.close()
            person.trigger("view.palette")
            palette = person.window.findChild(CommandPalette)
            palette.field.setText("se" if person.window.menus["File"].title() == "File" else "模型")
            await shoot(person, folder, "palette", palette)
            palette.close()
            person.trigger("help.shortcuts")
            sheet = person.window.findChild(QDialog, "shortcutSheet")
            await shoot(person, folder, "shortcuts", sheet)
            sheet.close()
            desk.show_tour()
            await shoot(person, folder, "tour")


async def use_something(person: WindowUnderTest) -> None:
    assert person.desk.session is not None
    chance = random.Random(3)
    for day in range(30):
        for model, price in (("anthropic/claude-sonnet-4-5", 0.9), ("openai/gpt-5", 0.5)):
            used = Usage(input=chance.randint(1000, 90000), output=chance.randint(100, 9000))
            await person.engine.store.add_message(
                Message(
                    session_id=person.desk.session.id,
                    role="assistant",
                    agent=chance.choice(["build", "explore", "plan"]),
                    model=model,
                    created=time.time() - day * 86400,
                    completed=time.time(),
                    usage=used,
                    cost=price * chance.random(),
                )
            )
    await person.engine.setup.change(("budget", "month"), 15.0)
