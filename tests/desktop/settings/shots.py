"""Pictures of the first run, settings, agents, usage and palette, to look at.

``python -m tests.desktop.settings.shots FOLDER [light|dark] [en|zh_CN]``
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")

import qasync
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from core.llm.types import Usage
from core.sessions.models import Message
from desktop.i18n import install
from desktop.palette import CommandPalette
from desktop.theme import apply
from tests.desktop.conftest import until
from tests.desktop.window import WindowUnderTest, opened_window


async def main(folder: Path, scheme: str, language: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)

    async def grab(widget: QWidget, name: str) -> None:
        await asyncio.sleep(0.3)
        widget.grab().save(str(folder / f"{name}-{scheme}-{language}.png"))

    with tempfile.TemporaryDirectory() as place:
        home = Path(place)
        (home / "config.toml").write_text(f'[desktop]\nscheme = "{scheme}"\n')
        os.environ["ANTHROPIC_API_KEY"] = "not-a-key"
        async with opened_window(home) as person:
            await until(lambda: not person.desk._scope.running("look around"))
            await grab(person.window, "welcome")
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
                await grab(dialog, f"settings-{page.name}")
            dialog.close()
            desk.open_agent("explore")
            assert desk.editor is not None
            await grab(desk.editor, "agent")
            desk.editor.copy()
            desk.editor.form.setCurrentIndex(2)
            await grab(desk.editor, "agent-rights")
            desk.editor.close()
            await use_something(person)
            desk.open_usage()
            assert desk.usage is not None
            await grab(desk.usage, "usage")
            desk.usage.close()
            person.trigger("view.palette")
            palette = person.window.findChild(CommandPalette)
            palette.field.setText("mod" if language == "en" else "模型")
            await grab(palette, "palette")
            palette.close()
            desk.show_tour()
            await grab(person.window, "tour")


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


if __name__ == "__main__":
    target, chosen_scheme, chosen = [*sys.argv[1:], *("light", "en")[len(sys.argv) - 2 :]]
    application = QApplication([])
    install(application, chosen)
    apply(application, chosen_scheme)
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(application)) as runner:
        runner.run(main(Path(target), chosen_scheme, chosen))
