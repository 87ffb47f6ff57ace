"""What going back (or redo) would do, shown before anything is done."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QHBoxLayout,
    QRadioButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.checkpoints.models import FileChange, RevertPreview, What
from desktop.chat.label import plain_label, text_button
from desktop.chat.words import count
from desktop.i18n import translate
from desktop.i18n.engine import engine_text
from desktop.permissions.visible import visible
from desktop.theme import SPACE, Size
from desktop.theme.tinting import framed
from desktop.tips import plain_tip

_PATH = Qt.ItemDataRole.UserRole


class GoBackDialog(QDialog):
    """Files, conversation or both, and which files that someone else changed are overwritten.

    ``preview`` is of both. Redo has no choice: it takes back what was done.
    """

    def __init__(self, preview: RevertPreview, parent: QWidget, *, redo: bool = False) -> None:
        super().__init__(parent)
        framed(self)
        self.setObjectName("goBackDialog")
        self._preview = preview
        self.setWindowTitle(
            translate("GoingBack", "Redo") if redo else translate("GoingBack", "Go back")
        )
        column = QVBoxLayout(self)
        column.setSpacing(SPACE)
        prompt = " ".join(visible(preview.prompt).split())[:160]
        column.addWidget(
            plain_label(
                translate("GoingBack", "Bring back what going back undid.")
                if redo
                else translate("GoingBack", "Go back to before “{}”").format(prompt),
                bold=True,
                wrap=True,
            )
        )
        self._which = QButtonGroup(self)
        self._radios: dict[What, QRadioButton] = {}
        if not redo:
            column.addWidget(self._choices())
        self._said = plain_label(role="muted", wrap=True)
        self._said.setObjectName("goBackSaid")
        column.addWidget(self._said)
        self.files = self._table()
        column.addWidget(self.files, 1)
        if preview.problem:
            column.addWidget(plain_label(engine_text(preview.problem), role="warning", wrap=True))
        row = QHBoxLayout()
        row.addStretch(1)
        self._go = text_button(
            self.windowTitle(), self.accept, object_name="goBackNowButton", primary=True
        )
        row.addWidget(
            text_button(
                translate("GoingBack", "Cancel"), self.reject, object_name="goBackCancelButton"
            )
        )
        row.addWidget(self._go)
        column.addLayout(row)
        self._redo = redo
        self._show()
        rows = self.files.topLevelItemCount()
        self.resize(560, min(480, 210 + 24 * rows) if rows else self.sizeHint().height())

    @property
    def what(self) -> What:
        return next((what for what, radio in self._radios.items() if radio.isChecked()), "both")

    @property
    def overwrite(self) -> list[str]:
        """The files that are overwritten although someone else changed them."""
        rows = [self.files.topLevelItem(row) for row in range(self.files.topLevelItemCount())]
        return [
            str(item.data(0, _PATH))
            for item in rows
            if item is not None
            and item.flags() & Qt.ItemFlag.ItemIsUserCheckable
            and item.checkState(0) == Qt.CheckState.Checked
        ]

    def _choices(self) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        has_files = bool(self._preview.changes or self._preview.conflicts)
        texts: tuple[tuple[What, str], ...] = (
            ("both", translate("GoingBack", "Files and conversation")),
            ("files", translate("GoingBack", "Files only")),
            ("conversation", translate("GoingBack", "Conversation only")),
        )
        for what, text in texts:
            radio = QRadioButton(text)
            radio.setObjectName(f"goBack_{what}")
            radio.setAccessibleName(text)
            radio.setEnabled(has_files or what == "conversation")
            radio.toggled.connect(self._show)
            self._which.addButton(radio)
            self._radios[what] = radio
            row.addWidget(radio)
        row.addStretch(1)
        self._radios["both" if has_files else "conversation"].setChecked(True)
        return holder

    def _table(self) -> QTreeWidget:
        table = QTreeWidget()
        table.setObjectName("goBackFiles")
        table.setAccessibleName(translate("GoingBack", "Files that change"))
        table.setRootIsDecorated(False)
        table.setHeaderLabels(
            [
                translate("GoingBack", "File"),
                translate("GoingBack", "What happens"),
                translate("GoingBack", "Lines"),
            ]
        )
        self._fill(table, self._preview.conflicts, foreign=True)
        self._fill(table, self._preview.changes, foreign=False)
        table.resizeColumnToContents(0)
        table.setColumnWidth(0, min(300, max(160, table.columnWidth(0))))
        table.setColumnWidth(1, 170)
        table.itemChanged.connect(lambda _item, _column: self._show())
        return table

    def _fill(self, table: QTreeWidget, changes: Sequence[FileChange], *, foreign: bool) -> None:
        for change in changes:
            lines = (
                "" if change.additions is None else f"+{change.additions} −{change.deletions or 0}"
            )
            item = QTreeWidgetItem([visible(change.path), _effect(change.effect), lines])
            item.setData(0, _PATH, change.path)
            item.setToolTip(0, plain_tip(visible(change.path)))
            if foreign:
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(0, Qt.CheckState.Unchecked)
                told = translate(
                    "GoingBack",
                    "Someone else changed it too. It stays as it is unless you tick it.",
                )
                item.setText(1, translate("GoingBack", "kept: changed by others"))
                for at in range(3):
                    item.setToolTip(at, told)
            table.addTopLevelItem(item)

    def _show(self) -> None:
        if not hasattr(self, "_go"):
            return
        preview, what = self._preview, self.what
        with_files = what != "conversation"
        self.files.setVisible(with_files and self.files.topLevelItemCount() > 0)
        lines = []
        if preview.messages and what != "files":
            lines.append(
                count(
                    preview.messages,
                    translate("GoingBack", "{} message leaves the conversation."),
                    translate("GoingBack", "{} messages leave the conversation."),
                )
            )
        if with_files and preview.conflicts:
            lines.append(
                count(
                    len(preview.conflicts),
                    translate(
                        "GoingBack",
                        "{} file was also changed by someone else and stays unless you tick it.",
                    ),
                    translate(
                        "GoingBack",
                        "{} files were also changed by someone else and stay unless you tick them.",
                    ),
                )
            )
        if with_files and not preview.changes and not preview.conflicts:
            lines.append(translate("GoingBack", "No file changes."))
        if not self._redo:
            lines.append(
                translate("GoingBack", "You can redo this until you send the next prompt.")
            )
        self._said.setText(" ".join(lines))


def _effect(effect: str) -> str:
    words = {
        "restore": translate("GoingBack", "comes back"),
        "change": translate("GoingBack", "as it was before"),
        "remove": translate("GoingBack", "is removed"),
    }
    return words.get(effect, effect)


class PromptChoice(QDialog):
    """The prompts of a session, to go back to one; the newest is chosen."""

    def __init__(self, prompts: Sequence[tuple[str, str, str]], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("promptChoice")
        self.setWindowTitle(translate("GoingBack", "Go back to a prompt"))
        column = QVBoxLayout(self)
        column.setSpacing(SPACE)
        column.addWidget(
            plain_label(
                translate("GoingBack", "Everything after the prompt you choose can be undone."),
                role="muted",
                size=Size.SMALL,
                wrap=True,
            )
        )
        self.table = QTreeWidget()
        self.table.setObjectName("promptTable")
        self.table.setAccessibleName(translate("GoingBack", "Prompts"))
        self.table.setRootIsDecorated(False)
        self.table.setHeaderLabels(
            [translate("GoingBack", "Prompt"), translate("GoingBack", "Its turn changed")]
        )
        for message_id, prompt, changed in prompts:
            item = QTreeWidgetItem([" ".join(visible(prompt).split())[:200], changed])
            item.setData(0, _PATH, message_id)
            self.table.addTopLevelItem(item)
        self.table.setColumnWidth(0, 360)
        self.table.itemActivated.connect(lambda _item, _column: self.accept())
        last = self.table.topLevelItem(self.table.topLevelItemCount() - 1)
        if last is not None:
            self.table.setCurrentItem(last)
        column.addWidget(self.table, 1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(text_button(translate("GoingBack", "Cancel"), self.reject))
        row.addWidget(
            text_button(
                translate("GoingBack", "Go back…"),
                self.accept,
                object_name="choosePromptButton",
                primary=True,
            )
        )
        column.addLayout(row)
        self.resize(560, 360)

    @property
    def chosen(self) -> str:
        item = self.table.currentItem()
        return str(item.data(0, _PATH)) if item is not None else ""
