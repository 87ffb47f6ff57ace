"""The task table shows the registry's rows, and its panel what can be done with each."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMainWindow
from pytestqt.modeltest import ModelTester

from core.llm.types import Usage
from core.tasks.models import Task
from desktop.actions import Actions
from desktop.tasks.panel import TasksPanel
from desktop.tasks.table import COLUMNS, TaskTableModel


def task(number: int = 1, **fields: Any) -> Task:
    values: dict[str, Any] = {
        "id": f"tsk_{number}",
        "owner_session_id": "ses_1",
        "root_session_id": "ses_1",
        "session_id": f"ses_child_{number}",
        "agent": "explore",
        "description": f"look {number}",
        "state": "running",
        "created": float(number),
        "started": time.time() - 5,
    }
    return Task(**{**values, **fields})


def test_the_model_keeps_its_promises_to_qt(app: QApplication, qtmodeltester: ModelTester) -> None:
    window = QMainWindow()
    model = TaskTableModel(window)
    qtmodeltester.check(model)
    model.load([task(1), task(2)])
    model.put(task(3))
    model.put(task(2, state="completed"))
    model.tick()
    model.forget_sessions({"ses_child_1"})
    assert [model.index(row, 1).data() for row in range(model.rowCount())] == [
        "running",
        "completed",
    ]
    window.deleteLater()


def test_a_row_tells_everything_about_its_task(app: QApplication) -> None:
    window = QMainWindow()
    model = TaskTableModel(window)
    model.load([
        task(1, last_tool="grep", usage=Usage(input=1200, output=300), cost=0.25, background=True,
             branch="spinney/look", worktree="/w")
    ])  # fmt: skip
    row = [model.index(0, column).data(Qt.ItemDataRole.DisplayRole) for column in range(COLUMNS)]
    assert row[:3] == ["explore · look 1", "running", "grep"]
    assert row[4:] == ["1.5k", "$0.25", "look"]
    window.deleteLater()


def test_only_what_can_be_done_is_enabled(app: QApplication, tmp_path: Path) -> None:
    window = QMainWindow()
    actions = Actions(window)
    panel = TasksPanel(actions)
    panel.resize(500, 500)
    panel.show()
    output = tmp_path / "out.txt"
    output.write_text("so far\n")
    panel.load([task(1, output_file=str(output))])
    panel.view.selectRow(0)
    assert "so far" in panel.output.toPlainText()
    assert actions["task.stop"].isEnabled()
    assert actions["task.background"].isEnabled()
    output.write_text("so far\nand more\n")
    panel.put(task(1, output_file=str(output), state="completed", ended=time.time()))
    assert "and more" in panel.output.toPlainText()
    assert not actions["task.stop"].isEnabled()
    assert not actions["task.background"].isEnabled()
    assert actions["task.open"].isEnabled()
    panel.close()
    panel.deleteLater()
    window.deleteLater()


def test_no_clock_runs_while_nothing_runs(app: QApplication) -> None:
    window = QMainWindow()
    panel = TasksPanel(Actions(window))
    panel.show()
    panel.load([task(1, state="completed", ended=time.time())])
    assert not panel._tick.isActive()
    panel.put(task(2))
    assert panel._tick.isActive()
    panel.hide()
    assert not panel._tick.isActive()
    panel.deleteLater()
    window.deleteLater()


def test_what_a_long_task_does_right_now_is_told_while_it_runs(app: QApplication) -> None:
    window = QMainWindow()
    panel = TasksPanel(Actions(window), window)
    doing = {"metadata": {"progress": "Reads the tests of the parser"}}
    panel.load([task(1, **doing)])
    panel.select("tsk_1")
    assert panel._title.text().splitlines()[1:] == ["Reads the tests of the parser"]
    panel.put(task(1, state="completed", **doing))
    assert len(panel._title.text().splitlines()) == 1
    window.deleteLater()
