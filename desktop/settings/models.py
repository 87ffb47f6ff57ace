"""Models: which one is used for what, what each can do and costs, and trying one."""

from __future__ import annotations

from PySide6.QtCore import QSortFilterProxyModel, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLineEdit, QTableView

from core.errors import SpinneyError
from core.llm.types import ModelInfo
from desktop.chat.label import text_button
from desktop.chat.words import tokens
from desktop.firstrun.outcome import Outcome
from desktop.i18n import translate
from desktop.settings.rows import Airy, Page, buttons
from desktop.theme import SPACE


class ModelsPage(Page):
    name = "models"
    icon = "brain"

    def __init__(self, host: object) -> None:
        self.title = translate("Settings", "Models")
        super().__init__(host)  # type: ignore[arg-type]

    def build(self) -> None:
        self.section(translate("Settings", "Used for"))
        none = [("", translate("Settings", "None"))]
        same = [("", translate("Settings", "The default model"))]
        self._choices = [
            (
                self.choice(
                    translate("Settings", "Default model"),
                    ("model",),
                    none,
                    translate("Settings", "For sessions and agents that name no other."),
                ),
                none,
            ),
            (
                self.choice(
                    translate("Settings", "Small model"),
                    ("small_model",),
                    same,
                    translate("Settings", "For titles and summaries; a cheap one will do."),
                ),
                same,
            ),
            (
                self.choice(
                    translate("Settings", "Review model"),
                    ("review_model",),
                    same,
                    translate("Settings", "For reviews of changes."),
                ),
                same,
            ),
        ]
        self.section(
            translate("Settings", "All models"),
            translate("Settings", "Prices are per million tokens. Limits and prices of a model of "
                      "your own can be set below."),
        )  # fmt: skip
        self._filter = QLineEdit()
        self._filter.setObjectName("modelFilter")
        self._filter.setPlaceholderText(translate("Settings", "Find a model"))
        self._filter.setAccessibleName(translate("Settings", "Find a model"))
        self._filter.setClearButtonEnabled(True)
        self.add(self._filter, translate("Settings", "Find a model"), "context price")
        self._items = QStandardItemModel(0, 6, self)
        self._items.setHorizontalHeaderLabels(
            [
                translate("Settings", "Model"),
                translate("Settings", "Context"),
                translate("Settings", "Output"),
                translate("Settings", "Price in"),
                translate("Settings", "Price out"),
                translate("Settings", "Can"),
            ]
        )
        proxy = QSortFilterProxyModel(self)
        proxy.setSourceModel(self._items)
        proxy.setSortRole(Qt.ItemDataRole.UserRole)
        proxy.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._filter.textChanged.connect(proxy.setFilterFixedString)
        self._view = QTableView()
        self._view.setObjectName("modelTable")
        self._view.setAccessibleName(translate("Settings", "All models"))
        self._view.setModel(proxy)
        self._view.setSortingEnabled(True)
        self._view.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self._view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self._view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._view.setTabKeyNavigation(False)
        self._view.setShowGrid(False)
        self._view.setItemDelegate(Airy(self._view))
        self._view.setAlternatingRowColors(True)
        self._view.verticalHeader().hide()
        self._view.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + SPACE)
        header = self._view.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self._view.setMinimumHeight(260)
        self._view.selectionModel().selectionChanged.connect(lambda *_: self._select())
        self.add(self._view)
        self._use = text_button(
            translate("Settings", "Make it the default"), self._make_default, object_name="useModel"
        )
        self._test = text_button(translate("Settings", "Test"), self._try, object_name="testModel")
        self._describe = text_button(
            translate("Settings", "Limits and prices…"), self._edit, object_name="editModel"
        )
        self.add(buttons(self._use, self._test, self._describe))
        self.outcome = Outcome()
        self.add(self.outcome)
        self._select()

    async def load(self) -> None:
        models = await self.host.engine.setup.list_models()
        refs = [(info.ref, info.ref) for info in models]
        own = await self.host.engine.setup.own()
        for choice, first in self._choices:
            choice.offer([*first, *refs])
        self.show_own(own)
        kept = self._current()
        self._items.setRowCount(0)
        for info in models:
            self._items.appendRow(_cells(info))
        if kept:
            for row in range(self._view.model().rowCount()):
                if self._view.model().index(row, 0).data() == kept:
                    self._view.selectRow(row)
        self._select()

    def _current(self) -> str:
        rows = self._view.selectionModel().selectedRows()
        return str(rows[0].data()) if rows else ""

    def _select(self) -> None:
        chosen = bool(self._current())
        for button in (self._use, self._test, self._describe):
            button.setEnabled(chosen)

    def _make_default(self) -> None:
        self.host.change(("model",), self._current(), translate("Settings", "Default model"))

    def _try(self) -> None:
        self.host.start(self._tried(self._current()), name="test model")

    async def _tried(self, ref: str) -> None:
        self.outcome.say("busy", translate("FirstRun", "Trying it with one call…"))
        try:
            self.outcome.show_probe(await self.host.engine.setup.probe(ref))
        except SpinneyError as failure:
            self.outcome.say("bad", str(failure))

    def _edit(self) -> None:
        from desktop.settings.model_limits import ModelLimits

        self.host.start(ModelLimits.ask(self.window(), self.host, self._current()), name="limits")


def _cells(info: ModelInfo) -> list[QStandardItem]:
    price = info.price or {}
    able = [
        word
        for has, word in (
            (info.tools, translate("Settings", "tools")),
            (info.images, translate("Settings", "images")),
            (info.reasoning, translate("Settings", "reasoning")),
        )
        if has
    ]
    shown: list[tuple[str, float | str]] = [
        (info.ref, info.ref),
        (tokens(info.context) if info.context else "", info.context or 0),
        (tokens(info.output) if info.output else "", info.output or 0),
        (_price(price.get("input")), price.get("input", -1.0)),
        (_price(price.get("output")), price.get("output", -1.0)),
        (", ".join(able), ", ".join(able)),
    ]
    cells = []
    for text, sort in shown:
        cell = QStandardItem(text)
        cell.setData(sort, Qt.ItemDataRole.UserRole)
        cells.append(cell)
    return cells


def _price(amount: float | None) -> str:
    return "" if amount is None else f"{amount:.2f}"
