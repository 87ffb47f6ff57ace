"""A form for every field of an agent."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from core.agents.definition import AgentDefinition
from core.errors import SpinneyError
from desktop.chat.label import plain_label
from desktop.i18n import translate
from desktop.settings.rows import Choice
from desktop.theme import GAP, SPACE, Size, mono_font

COLOURS = ("red", "orange", "yellow", "green", "cyan", "blue", "purple", "pink")


class AgentForm(QTabWidget):
    """``changed`` tells that the person changed something; ``values`` reads it all."""

    changed = Signal()

    def __init__(self, tools: tuple[str, ...]) -> None:
        super().__init__()
        self.setObjectName("agentForm")
        self.setAccessibleName(translate("Agents", "Agent"))
        self.setDocumentMode(True)
        self._quiet = False
        self._base: dict[str, Any] = {}
        self._lines: dict[str, QLineEdit] = {}
        self._texts: dict[str, QPlainTextEdit] = {}
        self._choices: dict[str, Choice] = {}
        self._flags: dict[str, QCheckBox] = {}
        self._tools: dict[str, QCheckBox] = {}
        self._purpose()
        self._model()
        self._rights(tools)
        self._more()

    # Reading and showing --------------------------------------------------------------------------

    def show_agent(self, agent: AgentDefinition, *, read_only: bool) -> None:
        self._quiet = True
        self._base = {"project_rules": agent.project_rules} if read_only else {}
        for name, line in self._lines.items():
            value = getattr(agent, name)
            if isinstance(value, tuple):
                value = ", ".join(map(str, value))
            line.setText("" if value is None else str(value))
            line.setCursorPosition(0)
            line.setReadOnly(read_only)
        for name, text in self._texts.items():
            text.setPlainText(_shown(name, getattr(agent, name)))
            text.setReadOnly(read_only)
        for name, choice in self._choices.items():
            choice.show_value(getattr(agent, name) or "")
            choice.setEnabled(not read_only)
        for name, flag in self._flags.items():
            flag.setChecked(bool(getattr(agent, name)))
            flag.setEnabled(not read_only)
        everything = agent.tools is None or "*" in agent.tools
        self._all_tools.setChecked(everything)
        self._all_tools.setEnabled(not read_only)
        named = set(agent.tools or ())
        for name, box in self._tools.items():
            box.setChecked(everything or name in named)
            box.setEnabled(not read_only and not everything)
        self._other_tools.setText(", ".join(sorted(named - set(self._tools) - {"*"})))
        self._other_tools.setReadOnly(read_only)
        self._quiet = False

    def values(self) -> dict[str, Any]:
        """All fields as an agent has them; raises ``SpinneyError`` that names a wrong one."""
        found: dict[str, Any] = dict(self._base)
        for name in ("name", "description", "model", "effort"):
            found[name] = self._lines[name].text().strip()
        for name in ("model", "effort"):
            found[name] = found[name] or None
        found["temperature"] = self._number("temperature", float)
        found["top_p"] = self._number("top_p", float)
        found["steps"] = self._number("steps", int)
        for name in ("disallowed_tools", "skills", "required_mcp_servers"):
            found[name] = _names(self._lines[name].text())
        found["prompt"] = self._texts["prompt"].toPlainText().strip()
        found["initial_prompt"] = self._texts["initial_prompt"].toPlainText().strip() or None
        found["permission"] = _rules(self._texts["permission"].toPlainText())
        for name, empty in (("options", {}), ("hooks", []), ("mcp_servers", [])):
            found[name] = _document(name, self._texts[name].toPlainText(), empty)
        for name, choice in self._choices.items():
            found[name] = choice.currentData() or None
        found["mode"] = found["mode"] or "all"
        found["isolation"] = found["isolation"] or "none"
        for name, flag in self._flags.items():
            found[name] = flag.isChecked()
        if not self._all_tools.isChecked():
            chosen = [name for name, box in self._tools.items() if box.isChecked()]
            found["tools"] = (*chosen, *_names(self._other_tools.text()))
        return found

    def focus_name(self) -> None:
        self.setCurrentIndex(0)
        self._lines["name"].setFocus()
        self._lines["name"].selectAll()

    def _number(self, name: str, kind: type[float] | type[int]) -> float | int | None:
        text = self._lines[name].text().strip()
        if not text:
            return None
        try:
            return kind(text)
        except ValueError:
            raise SpinneyError(
                translate("Agents", "{name} must be a number.").format(name=name)
            ) from None

    # Building -------------------------------------------------------------------------------------

    def _purpose(self) -> None:
        form = self._tab(translate("Agents", "Purpose"))
        self._line(form, "name", translate("Agents", "Name"), "code-reviewer")
        self._line(
            form,
            "description",
            translate("Agents", "When to use it"),
            translate("Agents", "Models read this to decide when to hand work to it"),
        )
        self._choice(
            form,
            "mode",
            translate("Agents", "Who calls it"),
            [
                ("all", translate("Agents", "People and agents")),
                ("primary", translate("Agents", "People, in a session of its own")),
                ("subagent", translate("Agents", "Other agents only")),
            ],
        )
        self._text(form, "prompt", translate("Agents", "Prompt"), lines=11)
        self._text(
            form,
            "initial_prompt",
            translate("Agents", "First message"),
            translate("Agents", "Sent by itself when a session with it begins"),
            lines=3,
        )
        self._flag(form, "hidden", translate("Agents", "Hidden from lists"))
        self._flag(form, "disable", translate("Agents", "Switched off"))

    def _model(self) -> None:
        form = self._tab(translate("Agents", "Model"))
        as_is = translate("Agents", "As the model has it")
        self._line(
            form,
            "model",
            translate("Agents", "Model"),
            translate("Agents", "provider/model; empty for the one of the session"),
        )
        self._line(form, "temperature", translate("Agents", "Temperature"), as_is)
        self._line(form, "top_p", translate("Agents", "Top p"), as_is)
        self._line(form, "effort", translate("Agents", "Reasoning effort"), "low, medium, high")
        self._line(
            form,
            "steps",
            translate("Agents", "Steps in a turn, at most"),
            translate("Agents", "No limit of its own"),
        )
        self._text(
            form,
            "options",
            translate("Agents", "Options for the provider"),
            '{"verbosity": "low"}',
            lines=5,
            code=True,
        )

    def _rights(self, tools: tuple[str, ...]) -> None:
        form = self._tab(translate("Agents", "Tools and rights"))
        self._all_tools = QCheckBox(translate("Agents", "All tools"))
        self._all_tools.setObjectName("agentAllTools")
        self._all_tools.toggled.connect(self._all_toggled)
        form.addRow(translate("Agents", "Tools"), self._all_tools)
        grid = QGridLayout()
        grid.setVerticalSpacing(GAP)
        grid.setHorizontalSpacing(2 * SPACE)
        for at, name in enumerate(tools):
            box = QCheckBox(name)
            box.setObjectName(f"tool_{name}")
            box.toggled.connect(self._touched)
            self._tools[name] = box
            grid.addWidget(box, at // 3, at % 3)
        form.addRow("", grid)
        self._other_tools = QLineEdit()
        self._other_tools.setObjectName("agentOtherTools")
        self._other_tools.setAccessibleName(translate("Agents", "More tools"))
        self._other_tools.setPlaceholderText(
            translate("Agents", "Tools of MCP servers, with commas: server_*")
        )
        self._other_tools.textEdited.connect(self._touched)
        form.addRow(translate("Agents", "More tools"), self._other_tools)
        self._line(
            form,
            "disallowed_tools",
            translate("Agents", "But not"),
            translate("Agents", "Names with commas"),
        )
        self._text(
            form,
            "permission",
            translate("Agents", "Rules"),
            "bash: npm test * = allow\nedit: docs/* = ask\nwebfetch: * = deny",
            lines=5,
            code=True,
        )
        self._choice(
            form,
            "permission_mode",
            translate("Agents", "Mode"),
            [
                ("", translate("Agents", "As the session")),
                ("default", "default"),
                ("acceptEdits", "acceptEdits"),
                ("plan", "plan"),
                ("dontAsk", "dontAsk"),
                ("bubble", "bubble"),
            ],
        )
        self._choice(
            form,
            "isolation",
            translate("Agents", "Works in"),
            [
                ("none", translate("Agents", "The project's folder")),
                ("worktree", translate("Agents", "A worktree of its own")),
                ("remote", translate("Agents", "A remote machine")),
            ],
        )
        self._flag(form, "background", translate("Agents", "Always in the background"))

    def _more(self) -> None:
        form = self._tab(translate("Agents", "More"))
        self._choice(
            form,
            "color",
            translate("Agents", "Colour"),
            [("", translate("Agents", "None")), *((name, name) for name in COLOURS)],
        )
        self._choice(
            form,
            "memory",
            translate("Agents", "Memory"),
            [
                ("", translate("Agents", "None")),
                ("user", translate("Agents", "Of mine, in all projects")),
                ("project", translate("Agents", "Of the project, shared")),
                ("local", translate("Agents", "Of the project, mine alone")),
            ],
        )
        self._line(
            form,
            "skills",
            translate("Agents", "Skills loaded from the start"),
            translate("Agents", "Names with commas"),
        )
        self._line(
            form,
            "required_mcp_servers",
            translate("Agents", "Needs the MCP servers"),
            translate("Agents", "Names with commas"),
        )
        self._text(
            form,
            "mcp_servers",
            translate("Agents", "MCP servers of its own"),
            '["github", {"docs": {"command": "docs-server"}}]',
            lines=4,
            code=True,
        )
        self._text(
            form,
            "hooks",
            translate("Agents", "Hooks"),
            '[{"event": "stop", "command": "notify"}]',
            lines=4,
            code=True,
        )

    def _tab(self, title: str) -> QFormLayout:
        inside = QWidget()
        column = QVBoxLayout(inside)
        form = QFormLayout()
        form.setVerticalSpacing(SPACE)
        form.setHorizontalSpacing(2 * SPACE)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        column.addLayout(form)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setAccessibleName(title)
        area.setWidget(inside)
        self.addTab(area, title)
        return form

    def _line(self, form: QFormLayout, name: str, label: str, placeholder: str = "") -> None:
        made = QLineEdit()
        made.setObjectName(f"agent_{name}")
        made.setAccessibleName(label)
        made.setPlaceholderText(placeholder)
        made.textEdited.connect(self._touched)
        self._lines[name] = made
        form.addRow(label, made)

    def _text(
        self,
        form: QFormLayout,
        name: str,
        label: str,
        placeholder: str = "",
        *,
        lines: int,
        code: bool = False,
    ) -> None:
        made = QPlainTextEdit()
        made.setObjectName(f"agent_{name}")
        made.setAccessibleName(label)
        made.setPlaceholderText(placeholder)
        made.setTabChangesFocus(True)
        if code:
            made.setFont(mono_font(Size.SMALL))
        height = QFontMetrics(made.font()).lineSpacing() * lines + 2 * SPACE
        made.setMinimumHeight(height)
        if lines < 10:
            made.setMaximumHeight(height)
        made.textChanged.connect(self._touched)
        self._texts[name] = made
        form.addRow(label, made)

    def _choice(
        self, form: QFormLayout, name: str, label: str, choices: list[tuple[str, str]]
    ) -> None:
        made = Choice(label)
        made.setObjectName(f"agent_{name}")
        made.offer(choices)
        made.activated.connect(self._touched)
        self._choices[name] = made
        form.addRow(label, made)

    def _flag(self, form: QFormLayout, name: str, label: str) -> None:
        made = QCheckBox(label)
        made.setObjectName(f"agent_{name}")
        made.toggled.connect(self._touched)
        self._flags[name] = made
        form.addRow(plain_label(), made)

    def _all_toggled(self, everything: bool) -> None:
        for box in self._tools.values():
            with QSignalBlocker(box):
                box.setEnabled(not everything)
                if everything:
                    box.setChecked(True)
        self._touched()

    def _touched(self, *_what: object) -> None:
        if not self._quiet:
            self.changed.emit()

    def sizeHint(self) -> Any:
        hint = super().sizeHint()
        hint.setWidth(max(hint.width(), 460))
        return hint


def _shown(name: str, value: Any) -> str:
    if name == "permission":
        return "\n".join(f"{p}: {pattern} = {action}" for p, pattern, action in value)
    if name in ("options", "hooks", "mcp_servers"):
        return json.dumps(value, indent=2, ensure_ascii=False) if value else ""
    return value or ""


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _rules(text: str) -> tuple[tuple[str, str, str], ...]:
    """``bash: npm test * = allow``, one in each line, in the order in which they count."""
    rules = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        left, _, action = line.rpartition("=")
        permission, _, pattern = left.partition(":")
        action = action.strip().lower()
        if not permission.strip() or action not in ("allow", "ask", "deny"):
            raise SpinneyError(
                translate("Agents", "Rule {number} cannot be read.").format(number=number),
                translate("Agents", "Write it like “bash: npm test * = allow”."),
            )
        rules.append((permission.strip(), pattern.strip() or "*", action))
    return tuple(rules)


def _document(name: str, text: str, empty: Any) -> Any:
    if not text.strip():
        return empty
    try:
        value = json.loads(text)
    except ValueError as error:
        raise SpinneyError(
            translate("Agents", "{name} is not JSON: {why}.").format(name=name, why=error)
        ) from None
    if not isinstance(value, type(empty)):
        kind = "{…}" if isinstance(empty, dict) else "[…]"
        raise SpinneyError(
            translate("Agents", "{name} must be written as {kind}.").format(name=name, kind=kind)
        )
    return value
