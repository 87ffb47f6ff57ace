"""All projects and sessions as one tree, with the state of each summed up to its parents.

Knows nothing of Qt. Within a project the newest conversation comes first; children are in the order
they were started, so that nothing moves while it is being looked at.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from core.sessions.models import Project, Session
from desktop.i18n import translate

STATES = ("waiting", "working", "failed", "unread")
"""What a mark can say, the most urgent first."""


@dataclass(slots=True, eq=False)
class Node:
    """A project or a session. ``sums`` counts the states of everything below it and its own."""

    id: str
    title: str
    session: Session | None = None
    project: Project | None = None
    parent: Node | None = None
    row: int = 0
    children: list[Node] = field(default_factory=list)
    own: frozenset[str] = frozenset()
    sums: dict[str, int] = field(default_factory=dict)

    @property
    def mark(self) -> str:
        """The most urgent state of the node or anything below it; "" when all is quiet."""
        return next((state for state in STATES if self.sums.get(state)), "")

    @property
    def below(self) -> dict[str, int]:
        """What the children have, without its own."""
        return {
            state: count - (state in self.own)
            for state, count in self.sums.items()
            if count - (state in self.own)
        }

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.walk()


class Watcher(Protocol):
    """Hears of changes; an item model is one."""

    def before_insert(self, parent: Node, row: int) -> None: ...

    def inserted(self) -> None: ...

    def before_remove(self, parent: Node, row: int) -> None: ...

    def removed(self) -> None: ...

    def changed(self, node: Node) -> None: ...

    def reset(self) -> None: ...


class SessionTree:
    def __init__(self) -> None:
        self.root = Node("", "")
        self.nodes: dict[str, Node] = {}
        self._watchers: list[Watcher] = []
        self._states: dict[str, frozenset[str]] = {}
        self.shows_archived = False

    def watch(self, watcher: Watcher) -> None:
        self._watchers.append(watcher)

    def load(self, projects: Iterable[Project], sessions: Iterable[Session]) -> None:
        """Everything there is, at once."""
        self.root = Node("", "")
        self.nodes = {}
        for project in sorted(projects, key=lambda p: -p.opened):
            node = Node(project.id, project.name, project=project, parent=self.root)
            node.row = len(self.root.children)
            self.root.children.append(node)
            self.nodes[project.id] = node
        made = {s.id: Node(s.id, title_of(s), session=s) for s in sessions if self._belongs(s)}
        for node in made.values():
            session = node.session
            assert session is not None
            # What hangs below a session that is not shown is not shown either.
            above = made if session.parent_id else self.nodes
            parent = above.get(session.parent_id or session.project_id)
            if parent is not None:
                node.parent = parent
                parent.children.append(node)
        for node in [below for top in self.root.children for below in top.walk()]:
            self.nodes[node.id] = node
            node.children.sort(key=_order)
            for row, child in enumerate(node.children):
                child.row = row
        for key, states in self._states.items():
            if (known := self.nodes.get(key)) is not None:
                self._mark(known, states, tell=False)
        for watcher in self._watchers:
            watcher.reset()

    def put_project(self, project: Project) -> None:
        known = self.nodes.get(project.id)
        if known is not None:
            known.project = project
            return
        self._insert(self.root, 0, Node(project.id, project.name, project=project))

    def put_session(self, session: Session) -> None:
        """A session is new or has changed."""
        known = self.nodes.get(session.id)
        if not self._belongs(session):
            if known is not None:
                self.remove(session.id)
            return
        if known is not None:
            known.session = session
            known.title = title_of(session)
            self._tell(known)
            return
        parent = self.nodes.get(session.parent_id or session.project_id)
        if parent is None:
            return
        node = Node(session.id, title_of(session), session=session)
        row = bisect_left(parent.children, _order(node), key=_order)
        self._insert(parent, row, node)
        if states := self._states.get(session.id):
            self._mark(node, states)

    def _belongs(self, session: Session) -> bool:
        return self.shows_archived or session.archived is None

    def remove(self, node_id: str) -> None:
        node = self.nodes.get(node_id)
        if node is None or node.parent is None:
            return
        for gone in node.walk():
            self._states.pop(gone.id, None)
        for below in list(node.walk()):
            if below.own:
                self._mark(below, frozenset())
        parent, row = node.parent, node.row
        for watcher in self._watchers:
            watcher.before_remove(parent, row)
        del parent.children[row]
        for at in range(row, len(parent.children)):
            parent.children[at].row = at
        for gone in node.walk():
            self.nodes.pop(gone.id, None)
        for watcher in self._watchers:
            watcher.removed()

    def set_state(self, node_id: str, state: str, on: bool) -> None:
        """Switch one state of one session; it need not be in the tree yet."""
        before = self._states.get(node_id, frozenset())
        after = before | {state} if on else before - {state}
        if after == before:
            return
        if after:
            self._states[node_id] = after
        else:
            self._states.pop(node_id, None)
        if (node := self.nodes.get(node_id)) is not None:
            self._mark(node, after)

    def has(self, node_id: str, state: str) -> bool:
        return state in self._states.get(node_id, frozenset())

    # Finding one's way --------------------------------------------------------------------------

    def neighbour(self, node_id: str, step: str) -> str | None:
        """The session to go to: ``parent``, ``child``, ``next`` or ``previous``."""
        node = self.nodes.get(node_id)
        if node is None:
            return None
        if step == "parent":
            found = node.parent
        elif step == "child":
            found = node.children[0] if node.children else None
        else:
            siblings = node.parent.children if node.parent else []
            at = node.row + (1 if step == "next" else -1)
            found = siblings[at] if 0 <= at < len(siblings) else None
        return found.id if found is not None and found.session is not None else None

    def needing_attention(self, after: str) -> str | None:
        """The next session after this one that waits, or failed, or has something unread."""
        order = [node for node in self.root.walk() if node.session is not None]
        start = next((i for i, node in enumerate(order) if node.id == after), -1)
        for wanted in ("waiting", "failed", "unread"):
            for node in [*order[start + 1 :], *order[: start + 1]]:
                if wanted in node.own and node.id != after:
                    return node.id
        return None

    def path(self, node_id: str) -> list[Node]:
        """From the project down to the node."""
        found: list[Node] = []
        node = self.nodes.get(node_id)
        while node is not None and node is not self.root:
            found.append(node)
            node = node.parent
        return found[::-1]

    def _insert(self, parent: Node, row: int, node: Node) -> None:
        for watcher in self._watchers:
            watcher.before_insert(parent, row)
        node.parent = parent
        parent.children.insert(row, node)
        for at in range(row, len(parent.children)):
            parent.children[at].row = at
        self.nodes[node.id] = node
        for watcher in self._watchers:
            watcher.inserted()

    def _mark(self, node: Node, states: frozenset[str], *, tell: bool = True) -> None:
        added, gone = states - node.own, node.own - states
        node.own = states
        above: Node | None = node
        while above is not None:
            for state in added:
                above.sums[state] = above.sums.get(state, 0) + 1
            for state in gone:
                above.sums[state] = above.sums.get(state, 0) - 1
            if tell and above is not self.root:
                self._tell(above)
            above = above.parent

    def _tell(self, node: Node) -> None:
        for watcher in self._watchers:
            watcher.changed(node)


def title_of(session: Session) -> str:
    return " ".join(session.title.split()) or translate("Sessions", "New session")


def _order(node: Node) -> tuple[float, str]:
    session = node.session
    if session is None:
        return (0.0, node.id)
    return (session.created if session.parent_id else -session.created, session.id)
