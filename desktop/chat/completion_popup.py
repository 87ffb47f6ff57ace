"""The list under the cursor while a name is being typed. The composer keeps the focus."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from desktop.chat.completion import Offer
from desktop.i18n import translate
from desktop.theme.icons import icon
from desktop.tips import plain_tip

_SYMBOLS = {"file": "file", "agent": "robot", "command": "terminal"}


class CompletionPopup(QFrame):
    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("completionPopup")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list = QListWidget()
        self._list.setAccessibleName(translate("Chat", "Completions"))
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setUniformItemSizes(True)
        self._list.itemClicked.connect(lambda _item: self.accept())
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.addWidget(self._list)
        self.hide()

    def offer(self, offers: list[Offer], above: QPoint, width: int) -> None:
        """Show these with the lower left corner at ``above``, in the parent's coordinates."""
        if not offers:
            self.hide()
            return
        self._list.clear()
        for one in offers:
            text = f"{one.label}    {one.help}" if one.help and one.kind != "file" else one.label
            item = QListWidgetItem(icon(_SYMBOLS.get(one.kind, "file")), text)
            item.setData(Qt.ItemDataRole.UserRole, one)
            item.setToolTip(plain_tip(one.help))
            self._list.addItem(item)
        self._list.setCurrentRow(0)
        height = self._list.sizeHintForRow(0) * min(10, len(offers)) + 6
        self.setGeometry(above.x(), max(0, above.y() - height), width, height)
        self.raise_()
        self.show()

    def move_by(self, step: int) -> None:
        count = self._list.count()
        if count:
            self._list.setCurrentRow((self._list.currentRow() + step) % count)

    def offers_only(self, typed: str) -> bool:
        """Whether choosing would change nothing, because it is typed in full already."""
        item = self._list.currentItem()
        return item is not None and item.data(Qt.ItemDataRole.UserRole).insert.strip() == typed

    def accept(self) -> bool:
        item = self._list.currentItem()
        if item is None or self.isHidden():
            return False
        self.hide()
        self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))
        return True
