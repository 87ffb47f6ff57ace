"""Permissions: the rules by layer, trying them, what was approved, and which projects may act."""

from __future__ import annotations

import time
from pathlib import Path

from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from core.permissions.models import Rule
from core.setup.models import HeldApproval, Judgement
from desktop.chat.label import plain_label, text_button
from desktop.firstrun.outcome import Outcome
from desktop.i18n import translate
from desktop.i18n.engine import engine_text
from desktop.permissions.visible import visible
from desktop.settings.rows import Choice, Page, Table, buttons
from desktop.theme import SPACE, Size

PERMISSIONS = (
    *("bash", "edit", "read", "webfetch", "websearch", "task", "skill", "external_directory"),
    *("network", "unsandboxed", "glob", "grep", "list", "todowrite", "question", "doom_loop"),
)


class PermissionsPage(Page):
    name = "permissions"
    icon = "shield-check"

    def __init__(self, host: object) -> None:
        self.title = translate("Settings", "Permissions")
        super().__init__(host)  # type: ignore[arg-type]

    def build(self) -> None:
        self._add_rules()
        self._add_tester()
        self._add_approvals()
        self._add_trust()

    # Rules ----------------------------------------------------------------------------------------

    def _add_rules(self) -> None:
        self.section(
            translate("Settings", "Rules"),
            translate(
                "Settings",
                "From low to high; the last rule that matches wins. A deny of your own is final, and "
                "a project's rules may only tighten.",
            ),
        )
        self._agent = Choice(translate("Settings", "Agent whose rules are shown"))
        self._agent.setMinimumWidth(280)
        self._agent.offer([("", translate("Settings", "Without an agent's own rules"))])
        self._agent.activated.connect(lambda _i: self.host.start(self._load_rules(), name="rules"))
        self.row(translate("Settings", "Agent"), self._agent)
        self._rules = Table(
            translate("Settings", "Rules by layer"),
            [
                translate("Settings", "Layer"),
                translate("Settings", "Permission"),
                translate("Settings", "Pattern"),
                translate("Settings", "Action"),
                translate("Settings", "Written in"),
            ],
            stretch=2,
        )
        self._rules.setObjectName("ruleTable")
        self._rules.itemSelectionChanged.connect(self._select)
        self.add(self._rules, translate("Settings", "Rules by layer"), "allow ask deny")
        self._permission = _permission_choice()
        self._permission.setObjectName("rulePermission")
        self._pattern = QLineEdit()
        self._pattern.setObjectName("rulePattern")
        self._pattern.setPlaceholderText(translate("Settings", "Pattern, such as npm test *"))
        self._pattern.setAccessibleName(translate("Settings", "Pattern of the new rule"))
        self._action = Choice(translate("Settings", "Action of the new rule"))
        self._action.offer([(name, action_words(name)) for name in ("allow", "ask", "deny")])
        self._action.setObjectName("ruleAction")
        self._add = text_button(
            translate("Settings", "Add rule"), self._new_rule, object_name="addRule"
        )
        self._pattern.returnPressed.connect(self._new_rule)
        self._remove = text_button(
            translate("Settings", "Remove the selected rule"),
            self._remove_rule,
            object_name="removeRule",
        )
        self._remove.setEnabled(False)
        self.add(_line(self._permission, self._pattern, self._action, self._add))
        self.add(buttons(self._remove))

    async def _load_rules(self) -> None:
        engine, folder = self.host.engine, self.host.folder
        catalog = await engine.agents(folder)
        none = [("", translate("Settings", "Without an agent's own rules"))]
        self._agent.offer([*none, *((a.name, a.name) for a in catalog.visible())])
        layers = await engine.setup.rule_layers(folder, self._agent.currentData() or "")
        rules = [rule for layer in layers for rule in layer.rules]
        self._rules.fill(
            [
                (
                    layer_words(rule.layer),
                    rule.permission,
                    visible(rule.pattern),
                    action_words(rule.action),
                    translate("Settings", "Built in") if rule.layer == "default" else rule.origin,
                )
                for rule in rules
            ],
            rules,
            shown=12,
        )
        self._rules.scrollToBottom()
        self._select()

    def _select(self) -> None:
        rule = self._rules.current()
        self._remove.setEnabled(isinstance(rule, Rule) and rule.layer == "user")

    def _new_rule(self) -> None:
        async def add() -> None:
            pattern = self._pattern.text().strip() or "*"
            await self.host.engine.setup.add_rule(
                self._permission.currentData(), pattern, self._action.currentData()
            )
            self._pattern.clear()
            self.host.said(translate("Settings", "The rule is added."))

        self.host.start(add(), name="rule")

    def _remove_rule(self) -> None:
        rule = self._rules.current()
        if isinstance(rule, Rule):
            self.host.start(
                self.host.engine.setup.remove_rule(rule.permission, rule.pattern), name="rule"
            )

    # Tester ---------------------------------------------------------------------------------------

    def _add_tester(self) -> None:
        self.section(
            translate("Settings", "Try the rules"),
            translate(
                "Settings",
                "What would happen to a command, a path or an address. Nothing is run.",
            ),
        )
        self._try_permission = _permission_choice()
        self._try_permission.setObjectName("testPermission")
        self._subject = QLineEdit()
        self._subject.setObjectName("testSubject")
        self._subject.setPlaceholderText("git push --force origin main")
        self._subject.setAccessibleName(translate("Settings", "Command, path or address to try"))
        self._subject.textChanged.connect(lambda _text: self._judge())
        self._try_permission.activated.connect(lambda _index: self._judge())
        self.add(_line(self._try_permission, self._subject), translate("Settings", "Try the rules"))
        self.verdict = Outcome()
        self.verdict.setObjectName("testVerdict")
        self.add(self.verdict)
        self._why = plain_label(role="muted", size=Size.SMALL, wrap=True)
        self._why.setObjectName("testReasons")
        self.add(self._why)

    def _judge(self) -> None:
        self.host.start(self._judged(), name="judge")

    async def _judged(self) -> None:
        subject = self._subject.text()
        if not subject.strip():
            self.verdict.clear()
            self._why.clear()
            return
        answer = await self.host.engine.setup.judge(
            self.host.folder,
            self._try_permission.currentData(),
            subject,
            self._agent.currentData() or "",
        )
        if subject == self._subject.text():
            self._show(answer)

    def _show(self, answer: Judgement) -> None:
        said = {
            "allow": ("good", translate("Settings", "It would be allowed.")),
            "ask": ("warning", translate("Settings", "You would be asked.")),
            "deny": ("bad", translate("Settings", "It would be denied.")),
        }[answer.action]
        self.verdict.say(*said)
        lines = [visible(engine_text(reason)) for reason in answer.reasons]
        if answer.suggested:
            lines.append(
                translate("Settings", "“Always” would remember: {patterns}").format(
                    patterns=", ".join(visible(pattern) for pattern in answer.suggested)
                )
            )
        self._why.setText("\n".join(lines))

    # Approvals and trust --------------------------------------------------------------------------

    def _add_approvals(self) -> None:
        self.section(
            translate("Settings", "Approvals"),
            translate("Settings", "What you allowed for good, and for what."),
        )
        self._approvals = Table(
            translate("Settings", "Approvals"),
            [
                translate("Settings", "Permission"),
                translate("Settings", "Pattern"),
                translate("Settings", "Holds for"),
                translate("Settings", "Since"),
            ],
            stretch=1,
        )
        self._approvals.setObjectName("approvalTable")
        self.add(self._approvals, translate("Settings", "Approvals"), "always revoke")
        self._revoke = text_button(
            translate("Settings", "Revoke"), self._take_back, object_name="revokeApproval"
        )
        self._approvals.itemSelectionChanged.connect(
            lambda: self._revoke.setEnabled(isinstance(self._approvals.current(), HeldApproval))
        )
        self._revoke.setEnabled(False)
        self.add(buttons(self._revoke))

    def _take_back(self) -> None:
        held = self._approvals.current()

        async def revoke() -> None:
            await self.host.engine.setup.revoke(held.approval.id)
            self.host.said(translate("Settings", "The approval no longer holds."))
            await self._load_approvals()

        if isinstance(held, HeldApproval):
            self.host.start(revoke(), name="revoke")

    async def _load_approvals(self) -> None:
        held = await self.host.engine.setup.approvals()
        rows = [
            (
                entry.approval.permission,
                visible(entry.approval.pattern),
                f"{scope_words(entry.approval.scope)}: {visible(entry.holds_for)}",
                time.strftime("%Y-%m-%d %H:%M", time.localtime(entry.approval.created)),
            )
            for entry in held
        ]
        if rows:
            self._approvals.fill(rows, held)
        else:
            self._approvals.say(
                translate("Settings", "Nothing yet. What you always allow is listed here.")
            )
        self._revoke.setEnabled(isinstance(self._approvals.current(), HeldApproval))

    def _add_trust(self) -> None:
        self.section(
            translate("Settings", "Trusted projects"),
            translate(
                "Settings",
                "Only in these do a project's own settings, agents, commands and instructions act, "
                "and only as you saw them.",
            ),
        )
        self._trusted = Table(
            translate("Settings", "Trusted projects"), [translate("Settings", "Folder")]
        )
        self._trusted.setObjectName("trustTable")
        self.add(self._trusted, translate("Settings", "Trusted projects"))
        self._distrust = text_button(
            translate("Settings", "No longer trust it"), self._forget_trust, object_name="distrust"
        )
        self._trusted.itemSelectionChanged.connect(
            lambda: self._distrust.setEnabled(isinstance(self._trusted.current(), Path))
        )
        self._distrust.setEnabled(False)
        self.add(buttons(self._distrust))

    def _forget_trust(self) -> None:
        project = self._trusted.current()

        async def revoke() -> None:
            await self.host.engine.setup.revoke_trust(project)
            self.host.said(translate("Settings", "The project is no longer trusted."))
            await self._load_trust()

        if isinstance(project, Path):
            self.host.start(revoke(), name="trust")

    async def _load_trust(self) -> None:
        trusted = await self.host.engine.setup.trusted_projects()
        if trusted:
            self._trusted.fill([(visible(str(path)),) for path in trusted], trusted)
        else:
            self._trusted.say(
                translate("Settings", "None yet. You are asked when you open a project.")
            )
        self._distrust.setEnabled(isinstance(self._trusted.current(), Path))

    async def load(self) -> None:
        await self._load_rules()
        await self._load_approvals()
        await self._load_trust()


def _permission_choice() -> Choice:
    made = Choice(translate("Settings", "Permission"))
    made.offer([(name, name) for name in PERMISSIONS])
    return made


def _line(*widgets: QWidget) -> QWidget:
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(SPACE)
    for widget in widgets:
        row.addWidget(widget, 1 if isinstance(widget, QLineEdit) else 0)
    return holder


def action_words(action: str) -> str:
    return {
        "allow": translate("Settings", "Allow"),
        "ask": translate("Settings", "Ask"),
        "deny": translate("Settings", "Deny"),
    }.get(action, action)


def layer_words(layer: str) -> str:
    return {
        "default": translate("Settings", "Defaults"),
        "user": translate("Settings", "Yours"),
        "project": translate("Settings", "Project"),
        "agent": translate("Settings", "Agent"),
        "session": translate("Settings", "Session"),
    }.get(layer, layer)


def scope_words(scope: str) -> str:
    return {
        "task": translate("Settings", "Task"),
        "session": translate("Settings", "Session"),
        "project": translate("Settings", "Project"),
    }.get(scope, scope)
