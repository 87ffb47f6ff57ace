"""What to review: uncommitted changes, everything since a branch, one commit, or a description."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from core.review.models import ReviewChoices, ReviewTarget, TargetKind
from desktop.chat.label import plain_label, text_button
from desktop.i18n import translate
from desktop.theme import SPACE, Size
from desktop.theme.tinting import framed


class ReviewDialog(QDialog):
    """``target`` is what the person chose; the button waits until that is something."""

    def __init__(self, choices: ReviewChoices, kind: TargetKind, parent: QWidget) -> None:
        super().__init__(parent)
        framed(self)
        self.setObjectName("reviewDialog")
        self.setWindowTitle(translate("Review", "Review changes"))
        self._choices = choices
        self._which = QButtonGroup(self)
        self._radios: dict[TargetKind, QRadioButton] = {}
        self.branch = _combo("reviewBranch", translate("Review", "Branch"))
        self.branch.addItems(choices.branches)
        self.commit = _combo("reviewCommit", translate("Review", "Commit"))
        for identity, subject in choices.commits:
            self.commit.addItem(f"{identity}  {subject}", identity)
        self.description = QPlainTextEdit()
        self.description.setObjectName("reviewText")
        self.description.setAccessibleName(translate("Review", "What to review"))
        self.description.setPlaceholderText(
            translate("Review", "For example: error handling in the importer")
        )
        self.description.setMaximumHeight(90)
        self.description.setTabChangesFocus(True)
        column = QVBoxLayout(self)
        column.setSpacing(SPACE)
        grid = QGridLayout()
        grid.setColumnStretch(1, 1)
        rows: tuple[tuple[TargetKind, str, QWidget | None], ...] = (
            ("uncommitted", translate("Review", "Uncommitted changes"), None),
            ("base", translate("Review", "Everything since a branch"), self.branch),
            ("commit", translate("Review", "One commit"), self.commit),
            ("text", translate("Review", "What I describe"), self.description),
        )
        for at, (name, text, field) in enumerate(rows):
            radio = QRadioButton(text)
            radio.setObjectName(f"review_{name}")
            radio.setAccessibleName(text)
            radio.toggled.connect(self._show)
            self._which.addButton(radio)
            self._radios[name] = radio
            grid.addWidget(radio, at, 0)
            if field is not None:
                grid.addWidget(field, at, 1)
        column.addLayout(grid)
        column.addWidget(
            plain_label(
                translate("Review", "A reviewer that only reads looks at it; nothing is changed."),
                role="muted",
                size=Size.SMALL,
                wrap=True,
            )
        )
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(text_button(translate("Review", "Cancel"), self.reject))
        self._start = text_button(
            translate("Review", "Review"),
            self.accept,
            object_name="startReviewButton",
            primary=True,
        )
        row.addWidget(self._start)
        column.addLayout(row)
        self.branch.editTextChanged.connect(self._show)
        self.commit.editTextChanged.connect(self._show)
        self.description.textChanged.connect(self._show)
        self._radios[kind].setChecked(True)
        self._show()
        self.resize(560, self.sizeHint().height())

    @property
    def kind(self) -> TargetKind:
        return next(kind for kind, radio in self._radios.items() if radio.isChecked())

    @property
    def target(self) -> ReviewTarget:
        values: dict[TargetKind, str] = {
            "uncommitted": "",
            "base": self.branch.currentText().strip(),
            "commit": self.commit.currentText().strip().split(" ")[0],
            "text": self.description.toPlainText().strip(),
        }
        return ReviewTarget(self.kind, values[self.kind])

    def _show(self) -> None:
        if not hasattr(self, "_start") or self._which.checkedButton() is None:
            return
        kind = self.kind
        self.branch.setEnabled(kind == "base")
        self.commit.setEnabled(kind == "commit")
        self.description.setEnabled(kind == "text")
        self._start.setEnabled(kind == "uncommitted" or bool(self.target.value))


def _combo(name: str, label: str) -> QComboBox:
    """A choice that also takes what is typed: another branch, another commit."""
    made = QComboBox()
    made.setObjectName(name)
    made.setAccessibleName(label)
    made.setEditable(True)
    made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    made.setMinimumContentsLength(24)
    return made
