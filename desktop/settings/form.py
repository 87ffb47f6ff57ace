"""A dialog with a few fields that stays open until what was entered could be saved."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QVBoxLayout, QWidget

from core.errors import SpinneyError
from desktop.chat.label import plain_label
from desktop.firstrun.outcome import Outcome
from desktop.i18n import translate
from desktop.settings.rows import Host
from desktop.theme import SPACE, Size


class FormDialog(QDialog):
    """``save`` is called when the person is done; what it raises is shown above the buttons."""

    def __init__(
        self,
        parent: QWidget,
        host: Host,
        title: str,
        object_name: str,
        save: Callable[[], Awaitable[Any]],
    ) -> None:
        super().__init__(parent)
        self.setObjectName(object_name)
        self.setAccessibleName(title)
        self.setWindowTitle(title)
        self._host = host
        self._save = save
        self.form = QFormLayout()
        self.form.setSpacing(SPACE)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.outcome = Outcome()
        box = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        )
        self.save_button = box.button(QDialogButtonBox.StandardButton.Save)
        self.save_button.setText(translate("Settings", "Save"))
        self.save_button.setObjectName("saveForm")
        box.button(QDialogButtonBox.StandardButton.Cancel).setText(translate("Settings", "Cancel"))
        box.accepted.connect(lambda: host.start(self._try(), name="save form"))
        box.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(SPACE)
        column.addLayout(self.form)
        column.addWidget(self.outcome)
        column.addWidget(box)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        width = max(620, self.sizeHint().width())
        self.resize(width, max(self.sizeHint().height(), self.layout().heightForWidth(width)))

    def field(self, label: str, control: QWidget, object_name: str, help: str = "") -> None:
        control.setObjectName(object_name)
        control.setAccessibleName(label)
        self.form.addRow(plain_label(label), control)
        if help:
            control.setAccessibleDescription(help)
            self.form.addRow("", plain_label(help, role="muted", size=Size.SMALL, wrap=True))

    async def _try(self) -> None:
        self.save_button.setEnabled(False)
        try:
            await self._save()
        except SpinneyError as failure:
            self.outcome.say("bad", str(failure))
        else:
            self.accept()
        finally:
            self.save_button.setEnabled(True)
