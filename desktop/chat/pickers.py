"""Which agent, which model, which mode."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from desktop.i18n import translate
from desktop.tips import plain_tip

_WIDEST, _NARROWEST = 190, 64


def modes() -> list[tuple[str, str, str]]:
    """``(value, text, help)`` of each permission mode."""
    return [
        (
            "default",
            translate("Chat", "Ask first"),
            translate("Chat", "Edits and commands ask, as the rules say"),
        ),
        (
            "acceptEdits",
            translate("Chat", "Accept edits"),
            translate("Chat", "Edits inside the project need no answer"),
        ),
        (
            "plan",
            translate("Chat", "Plan"),
            translate("Chat", "Nothing is written; commands run read-only"),
        ),
        ("dontAsk", translate("Chat", "Never ask"), translate("Chat", "What would ask is denied")),
        (
            "bypassPermissions",
            translate("Chat", "Bypass"),
            translate("Chat", "What would ask is allowed. Denies stay."),
        ),
    ]


def details() -> list[tuple[str, str, str]]:
    """``(value, text, help)`` of each level of detail, the lowest first."""
    return [
        ("summary", translate("Chat", "Summary"), ""),
        ("normal", translate("Chat", "Normal"), ""),
        ("everything", translate("Chat", "Everything"), ""),
    ]


class Picker(QComboBox):
    """A choice that tells only of a person's changes."""

    picked = Signal(str)

    def __init__(self, name: str, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(label)
        self.setToolTip(label)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.activated.connect(lambda row: self.picked.emit(str(self.itemData(row) or "")))

    def offer(self, choices: Iterable[tuple[str, str, str]]) -> None:
        """``(value, text, help)`` for each; the choice made before is kept if it still exists."""
        with QSignalBlocker(self):
            before = self.value()
            self.clear()
            for value, text, said in choices:
                self.addItem(text, value)
                if said:
                    tip = plain_tip(said)
                    self.setItemData(self.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
            self.show_value(before)

    def value(self) -> str:
        return str(self.currentData() or "")

    def show_value(self, value: str) -> None:
        """Show what is set; a value that is not offered is shown all the same."""
        with QSignalBlocker(self):
            row = self.findData(value)
            if row < 0 and value:
                self.addItem(value, value)
                row = self.count() - 1
            self.setCurrentIndex(row)

    def sizeHint(self) -> QSize:
        return super().sizeHint().boundedTo(QSize(_WIDEST, 10_000))

    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST, super().minimumSizeHint().height())

    def paintEvent(self, _event: object) -> None:
        """As Qt draws it, but a choice that does not fit ends in … instead of in half a letter."""
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        room = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox,
            option,
            QStyle.SubControl.SC_ComboBoxEditField,
            self,
        )
        option.currentText = self.fontMetrics().elidedText(  # type: ignore[attr-defined]
            self.currentText(), Qt.TextElideMode.ElideRight, room.width() - 2
        )
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def wheelEvent(self, event: object) -> None:
        """Scrolling past it must not change it."""
        event.ignore()  # type: ignore[attr-defined]
