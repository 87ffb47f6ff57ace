"""Tokens and cost by day, model, agent and session; budgets; a file for a spreadsheet."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDoubleSpinBox,
    QHBoxLayout,
    QProgressBar,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.engine import Engine
from core.errors import SpinneyError
from core.setup.models import Spent
from desktop import dialogs
from desktop.aio import Scope
from desktop.chat.label import plain_label, text_button, tint
from desktop.chat.words import money, tokens
from desktop.firstrun.outcome import Outcome
from desktop.i18n import translate
from desktop.permissions.visible import visible
from desktop.settings.rows import Choice, Table
from desktop.theme import GAP, SPACE, Size
from desktop.theme.metrics import resize_to_fit
from desktop.theme.tinting import framed
from desktop.usage.chart import BarChart
from desktop.usage.sums import Sum, as_csv, days_between, series, summed

_ALL = 3650


class UsageDialog(QDialog):
    """Reads the store when it is opened and when a turn ends."""

    def __init__(self, engine: Engine, parent: QWidget, open_settings: Callable[..., Any]) -> None:
        super().__init__(parent)
        framed(self)
        self.setObjectName("usageDialog")
        self.setAccessibleName(translate("Usage", "Usage"))
        self.setWindowTitle(translate("Usage", "Usage"))
        self.setModal(False)
        self._engine = engine
        self._open_settings = open_settings
        self.scope = Scope(self._failed, self)
        self._rows: list[Any] = []
        self._titles: dict[str, str] = {}
        self._range = self._choice(
            translate("Usage", "Period"),
            "usagePeriod",
            [
                (7, translate("Usage", "The last 7 days")),
                (30, translate("Usage", "The last 30 days")),
                (90, translate("Usage", "The last 90 days")),
                (365, translate("Usage", "The last year")),
                (_ALL, translate("Usage", "Everything")),
            ],
        )
        self._range.show_value(30)
        self._by = self._choice(
            translate("Usage", "Summed by"),
            "usageBy",
            [
                ("day", translate("Usage", "By day")),
                ("model", translate("Usage", "By model")),
                ("agent", translate("Usage", "By agent")),
                ("session", translate("Usage", "By session")),
            ],
        )
        self._by.show_value("model")
        self._measure = self._choice(
            translate("Usage", "Measure"),
            "usageMeasure",
            [
                ("cost", translate("Usage", "Cost")),
                ("tokens", translate("Usage", "Tokens")),
            ],
        )
        top = QHBoxLayout()
        for choice in (self._range, self._by, self._measure):
            top.addWidget(choice)
        top.addStretch(1)
        self._export = text_button(
            translate("Usage", "Export as CSV…"), self.export, object_name="usageExport"
        )
        top.addWidget(self._export)
        self.total = plain_label(size=Size.LARGE, bold=True)
        self.total.setObjectName("usageTotal")
        self.chart = BarChart()
        self.table = Table(
            translate("Usage", "Usage"),
            [
                translate("Usage", "What"),
                translate("Usage", "Cost"),
                translate("Usage", "Tokens"),
                translate("Usage", "Input"),
                translate("Usage", "Output"),
                translate("Usage", "Cached"),
                translate("Usage", "Answers"),
            ],
        )
        self.table.setObjectName("usageTable")
        column = QVBoxLayout(self)
        column.setSpacing(SPACE)
        column.addLayout(top)
        column.addWidget(self.total)
        column.addWidget(self.chart, 1)
        column.addWidget(self.table)
        column.addSpacing(SPACE)
        column.addLayout(self._budgets())
        self.outcome = Outcome()
        foot = QHBoxLayout()
        foot.addWidget(self.outcome, 1)
        foot.addStretch(0)
        foot.addWidget(
            text_button(translate("Usage", "Close"), self.close, object_name="usageClose")
        )
        column.addLayout(foot)
        resize_to_fit(self, 900, 720)

    def open_now(self) -> None:
        self.show()
        self.raise_()
        self.activateWindow()
        self.refresh()

    def refresh(self) -> None:
        self.start(self._load(), name="load")

    async def _load(self) -> None:
        store = self._engine.store
        today = datetime.date.today()
        first = today - datetime.timedelta(days=self._range.currentData() - 1)
        since = datetime.datetime.combine(first, datetime.time()).timestamp()
        until = datetime.datetime.combine(today, datetime.time.max).timestamp()
        self._rows = list(await store.usage_by(since=max(0.0, since), until=until))
        self._titles = {s.id: s.title for s in await store.list_sessions(archived=None)}
        self._show()
        self._show_spent(await self._engine.setup.spent())

    def _show(self) -> None:
        by, measure = self._by.currentData(), self._measure.currentData()
        today = datetime.date.today()
        first = today - datetime.timedelta(days=self._range.currentData() - 1)
        if self._rows and self._range.currentData() == _ALL:
            first = datetime.date.fromisoformat(min(row.day for row in self._rows))
        days = days_between(first, today)
        shown = series(
            self._rows, days, by, self._titles, measure, translate("Usage", "The others")
        )
        words = money if measure == "cost" else (lambda amount: tokens(round(amount)))
        shown = [entry for entry in shown if sum(entry.amounts)]
        empty = (
            translate("Usage", "Nothing was used yet: start a session and come back.")
            if not self._rows
            else translate("Usage", "Nobody knows the price of what was used; look at the tokens.")
        )
        title = translate("Usage", "Usage by day")
        self.chart.show_series(days, shown, words, title=title, empty=empty)
        sums = summed(self._rows, by, self._titles)
        cost = sum(entry.cost for entry in sums)
        count = sum(entry.tokens for entry in sums)
        self.total.setText(
            translate("Usage", "{cost} for {tokens} tokens").format(
                cost=money(cost), tokens=tokens(count)
            )
        )
        self._fill(sums)

    def _fill(self, sums: list[Sum]) -> None:
        self.table.fill(
            [
                (
                    visible(entry.label),
                    money(entry.cost),
                    tokens(entry.tokens),
                    tokens(entry.usage.input),
                    tokens(entry.usage.output),
                    tokens(entry.usage.cache_read),
                    str(entry.answers),
                )
                for entry in sums
            ],
            [entry.key for entry in sums],
            shown=8,
        )
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for row in range(self.table.rowCount()):
            for column in range(1, self.table.columnCount()):
                item: QTableWidgetItem | None = self.table.item(row, column)
                if item is not None:
                    item.setTextAlignment(right)

    # Budgets --------------------------------------------------------------------------------------

    def _budgets(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(SPACE)
        column.addWidget(plain_label(translate("Usage", "Budget"), bold=True))
        self._fields: dict[str, QDoubleSpinBox] = {}
        self._bars: dict[str, QProgressBar] = {}
        self._said: dict[str, QWidget] = {}
        for period, label in (
            ("day", translate("Usage", "For a day")),
            ("month", translate("Usage", "For a month")),
        ):
            field = QDoubleSpinBox()
            field.lineEdit().setTextMargins(GAP, 0, 0, 0)
            field.setObjectName(f"budget_{period}")
            field.setAccessibleName(label)
            field.setRange(0, 1_000_000)
            field.setDecimals(2)
            field.setSpecialValueText(translate("Usage", "None"))
            field.setFixedWidth(field.fontMetrics().averageCharWidth() * 20)
            field.wheelEvent = lambda event: event.ignore()  # type: ignore[method-assign]
            field.editingFinished.connect(lambda p=period: self._change_budget(p))
            bar = QProgressBar()
            bar.setAccessibleName(translate("Usage", "Used: {label}").format(label=label))
            bar.setTextVisible(False)
            bar.setRange(0, 100)
            keep = bar.sizePolicy()
            keep.setRetainSizeWhenHidden(True)
            bar.setSizePolicy(keep)
            said = plain_label(role="muted")
            said.setMinimumWidth(180)
            row = QHBoxLayout()
            name = plain_label(label)
            name.setMinimumWidth(120)
            name.setBuddy(field)
            row.addWidget(name)
            row.addWidget(field)
            row.addWidget(bar, 1)
            row.addWidget(said)
            column.addLayout(row)
            self._fields[period], self._bars[period], self._said[period] = field, bar, said
        column.addWidget(
            plain_label(
                translate(
                    "Usage",
                    "A warning comes when 80 % is spent and when all of it is. Nothing is stopped.",
                ),
                role="muted",
                size=Size.SMALL,
                wrap=True,
            )
        )
        return column

    def _show_spent(self, spent: Spent) -> None:
        for period, used, budget in (
            ("day", spent.day, spent.day_budget),
            ("month", spent.month, spent.month_budget),
        ):
            field, bar, said = self._fields[period], self._bars[period], self._said[period]
            if not field.hasFocus():
                field.setValue(budget or 0)
            share = used / budget if budget else 0.0
            bar.setValue(min(100, round(share * 100)))
            bar.setVisible(bool(budget))
            text = money(used)
            if budget:
                text = translate("Usage", "{used} of {budget}").format(
                    used=money(used), budget=money(budget)
                )
            said.setText(text)  # type: ignore[attr-defined]
            tint(said, "bad" if share >= 1 else "warning" if share >= spent.warn_at else "muted")

    def _change_budget(self, period: str) -> None:
        value = self._fields[period].value()
        self.start(self._write_budget(period, value or None), name=f"budget {period}")

    async def _write_budget(self, period: str, value: float | None) -> None:
        setup = self._engine.setup
        if getattr((await setup.own()).settings.budget, period) != value:
            await setup.change(("budget", period), value, translate("Usage", "Budget"))
            self.outcome.say("good", translate("Usage", "The budget is saved."))
        self._show_spent(await setup.spent())

    # The rest -------------------------------------------------------------------------------------

    def export(self) -> None:
        self.start(self._write_csv(), name="export")

    async def _write_csv(self) -> None:
        target = await dialogs.pick_new_file(
            self, translate("Usage", "Export as CSV"), Path.home() / "spinney-usage.csv"
        )
        if target is not None:
            await self.write_csv(target)

    async def write_csv(self, target: Path) -> None:
        text = as_csv(self._rows, self._titles)
        try:
            await asyncio.to_thread(target.write_text, text, "utf-8", newline="")
        except OSError as failure:
            raise SpinneyError(f"{target}: {failure.strerror}.") from failure
        self.outcome.say("good", translate("Usage", "Written to {file}.").format(file=target))

    def _choice(self, label: str, name: str, choices: list[tuple[Any, str]]) -> Choice:
        made = Choice(label)
        made.setObjectName(name)
        made.offer(choices)
        made.activated.connect(lambda _index: self.refresh())
        return made

    def start(self, work: Any, *, name: str = "") -> None:
        self.scope.start(work, name=name)

    def _failed(self, failure: BaseException) -> None:
        if isinstance(failure, SpinneyError):
            self.outcome.say("bad", str(failure))
        else:
            raise failure
