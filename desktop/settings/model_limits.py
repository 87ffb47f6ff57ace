"""Limits and prices of one model, as the person knows them."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from core.config.settings import ModelSettings
from desktop import dialogs
from desktop.chat.label import plain_label
from desktop.i18n import translate
from desktop.settings.rows import Choice, Host
from desktop.theme import GAP, SPACE


class ModelLimits(QDialog):
    """What is left empty comes from the table that Spinney knows."""

    def __init__(self, parent: QWidget, ref: str, known: ModelSettings) -> None:
        super().__init__(parent)
        self.setObjectName("modelLimits")
        self.setWindowTitle(ref)
        self.values: dict[str, Any] = {}
        column = QVBoxLayout(self)
        column.setSpacing(SPACE)
        column.addWidget(
            plain_label(
                translate(
                    "Settings", "What is left empty is taken from what is known of the model."
                ),
                role="muted",
                wrap=True,
            )
        )
        form = QFormLayout()
        column.addLayout(form)
        self._numbers: dict[str, QSpinBox | QDoubleSpinBox] = {}
        self._flags: dict[str, Choice] = {}
        empty = translate("Settings", "As known")
        for name, label in (
            ("context", translate("Settings", "Context, in tokens")),
            ("output", translate("Settings", "Output, in tokens")),
        ):
            box = QSpinBox()
            box.lineEdit().setTextMargins(GAP, 0, 0, 0)
            box.setRange(0, 100_000_000)
            box.setSingleStep(1000)
            self._add_number(form, name, label, box, getattr(known, name), empty)
        for name, label in (
            ("price_input", translate("Settings", "Price of input, per million")),
            ("price_output", translate("Settings", "Price of output, per million")),
            ("price_cache_read", translate("Settings", "Price of cached input")),
            ("price_cache_write", translate("Settings", "Price of writing the cache")),
        ):
            price = QDoubleSpinBox()
            price.lineEdit().setTextMargins(GAP, 0, 0, 0)
            price.setDecimals(4)
            price.setRange(-0.0001, 100_000)
            self._add_number(form, name, label, price, getattr(known, name), empty)
        for name, label in (
            ("tools", translate("Settings", "Calls tools")),
            ("images", translate("Settings", "Takes images")),
            ("reasoning", translate("Settings", "Reasons")),
        ):
            choice = Choice(label)
            choice.offer(
                [
                    ("", empty),
                    (True, translate("Settings", "Yes")),
                    (False, translate("Settings", "No")),
                ]
            )
            value = getattr(known, name)
            choice.show_value("" if value is None else value)
            self._flags[name] = choice
            form.addRow(label, choice)
        box_of_buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        box_of_buttons.accepted.connect(self._keep)
        box_of_buttons.rejected.connect(self.reject)
        column.addWidget(box_of_buttons)

    def _add_number(
        self,
        form: QFormLayout,
        name: str,
        label: str,
        box: QSpinBox | QDoubleSpinBox,
        value: float | None,
        empty: str,
    ) -> None:
        box.setSpecialValueText(empty)
        box.setAccessibleName(label)
        box.setValue(box.minimum() if value is None else value)  # type: ignore[arg-type]
        self._numbers[name] = box
        form.addRow(label, box)

    def _keep(self) -> None:
        for name, box in self._numbers.items():
            self.values[name] = None if box.value() <= max(box.minimum(), -0.00005) else box.value()
            if isinstance(box, QDoubleSpinBox) and self.values[name] is not None:
                self.values[name] = max(0.0, self.values[name])
        for name, choice in self._flags.items():
            value = choice.currentData()
            self.values[name] = None if value == "" else value
        self.accept()

    @classmethod
    async def ask(cls, parent: QWidget, host: Host, ref: str) -> None:
        provider, _, model = ref.partition("/")
        setup = host.engine.setup
        own = await setup.own()
        entry = own.settings.provider.get(provider)
        known = (entry.models.get(model) if entry else None) or ModelSettings()
        dialog = cls(parent, ref, known)
        values = dialog.values
        if await dialogs.run(dialog) != QDialog.DialogCode.Accepted.value:
            return
        changes = [
            (("provider", provider, "models", model, name), value)
            for name, value in values.items()
            if value != getattr(known, name)
        ]
        if changes:
            await setup.change_all(changes, ref)
