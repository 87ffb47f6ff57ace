"""What Spinney keeps: where, how much, for how long, taking it along and cleaning it up."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QCheckBox, QSpinBox

from core.setup.models import CleanUp
from desktop import dialogs
from desktop.chat.label import plain_label, text_button
from desktop.i18n import translate
from desktop.settings.rows import Page, Table, buttons
from desktop.theme import GAP

_LISTED = 10


class DataPage(Page):
    name = "data"
    icon = "database"

    def __init__(self, host: object) -> None:
        self.title = translate("Settings", "Data")
        super().__init__(host)  # type: ignore[arg-type]

    def build(self) -> None:
        self.section(
            translate("Settings", "What is kept"),
            translate("Settings", "Everything is on this machine and readable by you only."),
        )
        self._table = Table(
            translate("Settings", "What is kept"),
            [
                translate("Settings", "What"),
                translate("Settings", "Where"),
                translate("Settings", "Size"),
                translate("Settings", "Files"),
            ],
            stretch=1,
        )
        self._table.setObjectName("dataTable")
        self.add(self._table, translate("Settings", "What is kept"), "location folder size")
        self._total = plain_label(role="muted")
        self.add(self._total)
        self.add(
            buttons(
                text_button(
                    translate("Settings", "Open the folder"), self._open, object_name="openData"
                ),
                text_button(
                    translate("Settings", "Export all sessions…"),
                    lambda: self.host.start(self._export(), name="export"),
                    object_name="exportAll",
                ),
            )
        )
        self.section(translate("Settings", "How long"))
        self.number(
            translate("Settings", "Offer to remove after"),
            ("retention_days",),
            translate(
                "Settings",
                "Sessions that were not touched for so long are offered for removal when Spinney "
                "starts. Nothing is ever removed without your click.",
            ),
            least=0,
            most=3650,
            none=translate("Settings", "Keep everything"),
            suffix=translate("Settings", " days"),
        )
        self.section(translate("Settings", "Clean up"))
        self._days = QSpinBox()
        self._days.lineEdit().setTextMargins(GAP, 0, 0, 0)
        self._days.setObjectName("cleanDays")
        self._days.setRange(0, 3650)
        self._days.setValue(90)
        self._days.setSuffix(translate("Settings", " days"))
        self.row(translate("Settings", "Older than"), self._days)
        self._all = QCheckBox(translate("Settings", "Also sessions that are not archived"))
        self._all.setObjectName("cleanAll")
        self._outputs = QCheckBox(
            translate("Settings", "Long outputs, logs, cached files and copies of the demo")
        )
        self._outputs.setObjectName("cleanOutputs")
        self._outputs.setChecked(True)
        self.row(translate("Settings", "Sessions"), self._all)
        self.row(translate("Settings", "Files"), self._outputs)
        self.add(
            buttons(
                text_button(
                    translate("Settings", "Show what would go…"),
                    lambda: self.host.start(self._clean(), name="clean"),
                    object_name="cleanUp",
                )
            )
        )

    async def load(self) -> None:
        places = await self.host.engine.setup.data_places()
        self._table.fill(
            [(place_words(p.name), str(p.path), size_words(p.size), str(p.files)) for p in places],
            places,
        )
        self._total.setText(
            translate("Settings", "Together: {size}").format(
                size=size_words(sum(place.size for place in places))
            )
        )

    def _open(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.host.engine.paths.data)))

    async def _export(self) -> None:
        folder = await dialogs.pick_folder(
            self.window(), translate("Settings", "Export all sessions"), Path.home()
        )
        if folder is None:
            return
        target = folder / f"spinney-{time.strftime('%Y-%m-%d-%H%M')}"
        count = await self.host.engine.setup.export_all(target)
        self.host.said(
            translate("Settings", "Sessions written to {folder}: {count}").format(
                folder=target, count=count
            )
        )

    async def _clean(self) -> None:
        engine = self.host.engine
        plan = await engine.setup.plan_clean_up(
            self._days.value(),
            archived_only=not self._all.isChecked(),
            outputs=self._outputs.isChecked(),
        )
        await clean_up(self, plan)
        await self.load()


async def clean_up(page: Page, plan: CleanUp) -> bool:
    """Show what would go and remove it if the person says so."""
    engine = page.host.engine
    if not plan:
        page.host.said(translate("Settings", "There is nothing that old."))
        return False
    untitled = translate("Settings", "Untitled")
    listed = [
        f"  • {title or untitled}  ({time.strftime('%Y-%m-%d', time.localtime(when))})"
        for _id, title, when in plan.sessions[:_LISTED]
    ]
    if len(plan.sessions) > _LISTED:
        listed.append(
            translate("Settings", "  and {count} more").format(count=len(plan.sessions) - _LISTED)
        )
    text = translate(
        "Settings", "Sessions: {sessions}. Files: {files} ({size}). They are gone for good."
    ).format(sessions=len(plan.sessions), files=len(plan.files), size=size_words(plan.size))
    answer = await dialogs.choose(
        page.window(),
        translate("Settings", "Remove this?"),
        "\n".join([text, "", *listed]).strip(),
        [
            ("remove", translate("Settings", "Remove")),
            ("keep", translate("Settings", "Keep everything")),
        ],
        dangerous=True,
    )
    if answer != "remove":
        return False
    freed = await engine.setup.clean_up(plan, busy=engine.is_running)
    await asyncio.sleep(0)
    page.host.said(
        translate("Settings", "Removed; {size} of files freed.").format(size=size_words(freed))
    )
    return True


def size_words(size: int) -> str:
    amount = float(size)
    for unit in ("B", "kB", "MB"):
        if amount < 1000:
            return f"{amount:.0f} {unit}" if unit == "B" else f"{amount:.1f} {unit}"
        amount /= 1000
    return f"{amount:.1f} GB"


def place_words(name: str) -> str:
    return {
        "settings": translate("Settings", "Settings"),
        "conversations": translate("Settings", "Conversations"),
        "attachments": translate("Settings", "Attachments"),
        "outputs": translate("Settings", "Long outputs"),
        "worktrees": translate("Settings", "Worktrees"),
        "checkpoints": translate("Settings", "Checkpoints"),
        "demo": translate("Settings", "Copies of the demo"),
        "cache": translate("Settings", "Cached files"),
        "logs": translate("Settings", "Logs"),
    }.get(name, name)
