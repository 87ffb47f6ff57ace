"""The session tree: order, states summed upward, and what Qt is told."""

from __future__ import annotations

import gc
import random
import time
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QTreeView
from pytestqt.modeltest import ModelTester

from core.sessions.models import Project, Session
from desktop.actions import Actions
from desktop.sessions.item_model import SessionItemModel
from desktop.sessions.panel import SessionsPanel
from desktop.sessions.tree import SessionTree


def project(name: str = "p") -> Project:
    return Project(id=f"prj_{name}", directory=f"/work/{name}", name=name)


def session(number: int, parent: Session | None = None, **fields: Any) -> Session:
    return Session(
        id=f"ses_{number:05}",
        project_id="prj_p",
        directory="/work/p",
        parent_id=parent.id if parent else None,
        title=f"Session {number}",
        created=1000.0 + number,
        **fields,
    )


def family() -> tuple[SessionTree, Session, Session, Session]:
    tree = SessionTree()
    root = session(1)
    child = session(2, root)
    grandchild = session(3, child)
    tree.load([project()], [grandchild, root, child])
    return tree, root, child, grandchild


def test_conversations_are_newest_first_and_children_in_the_order_they_started() -> None:
    tree = SessionTree()
    old, new = session(1), session(9)
    first, second = session(10, new), session(11, new)
    tree.load([project()], [second, old, first, new])
    top = tree.nodes["prj_p"]
    assert [node.id for node in top.children] == [new.id, old.id]
    assert [node.id for node in top.children[0].children] == [first.id, second.id]


def test_the_state_of_a_child_is_seen_on_everything_above_it() -> None:
    tree, root, child, grandchild = family()
    tree.set_state(grandchild.id, "working", True)
    assert [tree.nodes[key].mark for key in (grandchild.id, child.id, root.id, "prj_p")] == (
        ["working"] * 4
    )
    tree.set_state(grandchild.id, "waiting", True)
    assert tree.nodes[root.id].mark == "waiting", "the most urgent one is shown"
    assert tree.nodes[root.id].below == {"working": 1, "waiting": 1}
    tree.set_state(grandchild.id, "waiting", False)
    tree.set_state(grandchild.id, "working", False)
    assert tree.nodes["prj_p"].mark == ""


def test_a_state_that_is_known_before_its_session_is_not_lost() -> None:
    tree, root, *_ = family()
    late = session(50, root)
    tree.set_state(late.id, "waiting", True)
    tree.put_session(late)
    assert tree.nodes[root.id].mark == "waiting"


def test_what_is_deleted_takes_its_states_along() -> None:
    tree, root, child, grandchild = family()
    tree.set_state(grandchild.id, "failed", True)
    tree.remove(child.id)
    assert tree.nodes[root.id].mark == ""
    assert grandchild.id not in tree.nodes


def test_an_archived_session_leaves_the_tree() -> None:
    tree, root, *_ = family()
    tree.put_session(root.model_copy(update={"archived": time.time()}))
    assert root.id not in tree.nodes


def test_what_is_below_an_archived_session_is_archived_with_it() -> None:
    tree, root, child, grandchild = family()
    gone = root.model_copy(update={"archived": 2000.0})
    tree.load([project()], [grandchild, gone, child])
    assert set(tree.nodes) == {"prj_p"}, "children must not turn up on their own"
    tree.put_session(child)
    assert set(tree.nodes) == {"prj_p"}
    tree.shows_archived = True
    tree.load([project()], [grandchild, gone, child])
    assert [node.id for node in tree.path(grandchild.id)][1:] == [root.id, child.id, grandchild.id]


def test_finding_the_way_by_keyboard() -> None:
    tree, root, child, grandchild = family()
    other = session(4, root)
    tree.put_session(other)
    assert tree.neighbour(child.id, "parent") == root.id
    assert tree.neighbour(root.id, "child") == child.id
    assert tree.neighbour(child.id, "next") == other.id
    assert tree.neighbour(other.id, "previous") == child.id
    assert tree.neighbour(root.id, "parent") is None, "a project is not a session"
    assert [node.id for node in tree.path(grandchild.id)] == [
        "prj_p", root.id, child.id, grandchild.id,
    ]  # fmt: skip
    tree.set_state(grandchild.id, "unread", True)
    assert tree.needing_attention(root.id) == grandchild.id
    tree.set_state(other.id, "waiting", True)
    assert tree.needing_attention(root.id) == other.id


def test_the_item_model_keeps_its_promises_to_qt(
    app: QApplication, qtmodeltester: ModelTester
) -> None:
    view = QTreeView()
    tree = SessionTree()
    model = SessionItemModel(tree, view)
    view.setModel(model)
    qtmodeltester.check(model)
    tree.load([project()], [])
    chance = random.Random(7)
    known: list[Session] = []
    for number in range(120):
        parent = chance.choice(known) if known and chance.random() < 0.6 else None
        made = session(number, parent)
        if parent is None or parent.id in tree.nodes:
            known.append(made)
            tree.put_session(made)
        if known and chance.random() < 0.3:
            tree.set_state(chance.choice(known).id, "working", chance.random() < 0.5)
        if known and chance.random() < 0.15:
            gone = chance.choice(known)
            tree.remove(gone.id)
            known = [s for s in known if s.id in tree.nodes]
    assert model.rowCount() == 1
    view.deleteLater()


def test_the_filter_keeps_parents_of_what_matches(app: QApplication) -> None:
    from PySide6.QtWidgets import QMainWindow

    window = QMainWindow()
    tree, _root, _child, grandchild = family()
    tree.put_session(session(77))
    panel = SessionsPanel(tree, Actions(window))
    panel.show()
    panel.filter.setText("session 3")
    top = panel.proxy.index(0, 0)
    assert panel.proxy.rowCount(top) == 1
    panel.filter.setText("")
    assert panel.proxy.rowCount(panel.proxy.index(0, 0)) == 2
    panel.select(grandchild.id)
    assert panel.current_id() == grandchild.id
    opened: list[str] = []
    panel.opened.connect(opened.append)
    panel.view.setFocus()
    panel.view.activated.emit(panel.view.currentIndex())
    assert opened == [grandchild.id]
    panel.close()
    panel.deleteLater()
    window.deleteLater()


def test_every_node_says_its_state_to_assistive_tools(app: QApplication) -> None:
    view = QTreeView()
    tree, root, _child, grandchild = family()
    model = SessionItemModel(tree, view)
    tree.set_state(grandchild.id, "waiting", True)
    said = model.index_of(tree.nodes[root.id]).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "Session 1, 1 waiting for you"
    view.deleteLater()


def test_what_is_gone_can_still_be_asked_of(app: QApplication) -> None:
    """Views and screen readers keep indexes of their own for a while."""
    tree, root, child, grandchild = family()
    view = QTreeView()
    model = SessionItemModel(tree, view)
    view.setModel(model)
    before = [model.index_of(tree.nodes[key]) for key in (root.id, child.id, grandchild.id)]
    assert [index.data() for index in before] == ["Session 1", "Session 2", "Session 3"]
    tree.load([project()], [session(7)])
    gc.collect()
    for index in before:
        assert index.data() == ""
        assert model.rowCount(index) == 0
        assert not model.parent(index).isValid()
    assert model.index_of(tree.nodes["ses_00007"]).data() == "Session 7"
    view.deleteLater()
