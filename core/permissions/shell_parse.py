"""From a command line to its simple commands, with everything that could not be read named.

tree-sitter gives the structure, ``shell_words`` the words, and both must agree. What the parser does
not know for certain (error nodes, node kinds outside a short list, a disagreement) makes the line
opaque: it can then only be approved as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

import tree_sitter
import tree_sitter_bash

from core.permissions.shell_text import suspicious_text
from core.permissions.shell_words import Token, Unreadable, Word, read_tokens

LONGEST_LINE = 32_768
MOST_COMMANDS = 200

_EXPANSIONS = frozenset(
    {
        "command_substitution",
        "process_substitution",
        "expansion",
        "simple_expansion",
        "arithmetic_expansion",
    }
)
_STRUCTURE = frozenset(
    {
        "program",
        "list",
        "pipeline",
        "redirected_statement",
        "negated_command",
        "subshell",
        "compound_statement",
        "for_statement",
        "while_statement",
        "if_statement",
        "elif_clause",
        "else_clause",
        "do_group",
        "case_statement",
        "case_item",
        "comment",
        "command",
        "command_name",
        "file_redirect",
        "heredoc_redirect",
        "herestring_redirect",
        "heredoc_start",
        "heredoc_body",
        "heredoc_content",
        "heredoc_end",
        "file_descriptor",
    }
)
_WORDS = frozenset(
    {
        "word",
        "number",
        "string",
        "string_content",
        "raw_string",
        "ansi_c_string",
        "translated_string",
        "concatenation",
        "brace_expression",
        "variable_name",
        "special_variable_name",
        "regex",
        "extglob_pattern",
    }
)
_NO_COMMAND = {
    "variable_assignment": "it sets a variable for what follows",
    "variable_assignments": "it sets variables for what follows",
    "declaration_command": "it sets variables for what follows",
    "unset_command": "it removes variables or functions",
    "function_definition": "it defines a function that may stand in for a command",
    "test_command": "a test may evaluate what it compares",
    "arithmetic_expansion": "arithmetic may evaluate text as a command",
    "binary_expression": "arithmetic may evaluate text as a command",
    "unary_expression": "arithmetic may evaluate text as a command",
    "postfix_expression": "arithmetic may evaluate text as a command",
    "parenthesized_expression": "arithmetic may evaluate text as a command",
    "ternary_expression": "arithmetic may evaluate text as a command",
    "c_style_for_statement": "arithmetic may evaluate text as a command",
    "subscript": "an array index may be evaluated as a command",
    "array": "it sets an array for what follows",
}
_RESERVED = frozenset(
    {"!", "{", "}", "if", "then", "elif", "else", "fi", "for", "in", "do", "done"}
    | {"while", "until", "case", "esac", "function", "[[", "]]", "select"}
)
_CASE_ENDS = frozenset({";;", ";&", ";;&"})
_SUBSTITUTIONS = frozenset({"command_substitution", "process_substitution"})
_DEEPEST = 8
_SEPARATORS = frozenset({";", "&&", "||", "|", "|&", "&", "\n"})


@dataclass(frozen=True, slots=True)
class Redirect:
    """``operator`` as written; ``target`` None where it is not known; ``body`` of a here-document."""

    operator: str
    target: str | None
    body: str | None = None
    glob: bool = False


@dataclass(frozen=True, slots=True)
class SimpleCommand:
    """One program start; ``piped`` ones stand in a pipeline."""

    text: str
    assignments: tuple[Word, ...]
    words: tuple[Word, ...]
    redirects: tuple[Redirect, ...]
    piped: bool = False


@dataclass(slots=True)
class ParsedLine:
    """``opaque`` says why the line as a whole cannot be judged by its parts; empty: it can."""

    line: str
    commands: list[SimpleCommand] = field(default_factory=list)
    redirects: list[Redirect] = field(default_factory=list)
    opaque: list[str] = field(default_factory=list)

    def blame(self, reason: str) -> None:
        if reason not in self.opaque:
            self.opaque.append(reason)


@cache
def _parser() -> tree_sitter.Parser:
    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_bash.language()))


def parse_line(line: str, depth: int = 0) -> ParsedLine:
    """Read a line; never raises. Lines inside substitutions are read the same way."""
    parsed = ParsedLine(line)
    for reason in suspicious_text(line):
        parsed.blame(reason)
    if len(line) > LONGEST_LINE:
        parsed.blame("the line is too long to be judged by its parts")
        return parsed
    try:
        encoded = line.encode("utf-8")
    except UnicodeEncodeError:
        parsed.blame("the line is not valid text")
        return parsed
    root = _parser().parse(encoded).root_node
    if root.has_error:
        parsed.blame("the line cannot be read as a shell command")
    text = encoded.decode("latin-1")
    nodes = list(_walk(root))
    expansions = {n.start_byte: n.end_byte for n, _ in reversed(nodes) if n.type in _EXPANSIONS}
    try:
        tokens, folded = read_tokens(text, expansions)
    except Unreadable as unreadable:
        parsed.blame(str(unreadable))
        tokens, folded = [], set()
    _Collector(parsed, text, tokens, expansions).collect(nodes)
    _read_substitutions(parsed, text, nodes, folded, depth)
    if not parsed.commands and not parsed.opaque:
        parsed.blame("there is no command in it")
    if len(parsed.commands) > MOST_COMMANDS:
        parsed.blame("it has too many parts to be shown")
    return parsed


def _read_substitutions(
    parsed: ParsedLine,
    text: str,
    nodes: list[tuple[tree_sitter.Node, tuple[str, ...]]],
    folded: set[int],
    depth: int,
) -> None:
    """Add what runs inside ``$( )``, backticks and ``<( )``."""
    for node, above in nodes:
        if node.type not in _SUBSTITUTIONS or not _SUBSTITUTIONS.isdisjoint(above):
            continue
        if node.start_byte in folded:
            continue
        if depth >= _DEEPEST:
            parsed.blame("it is nested too deeply")
            return
        source = _plain(text[node.start_byte : node.end_byte])
        backticks = source.startswith("`")
        inner = source[1:-1] if backticks else source[2:-1]
        if backticks:
            inner = inner.replace("\\`", "`").replace("\\$", "$").replace("\\\\", "\\")
        below = parse_line(inner, depth + 1)
        parsed.commands.extend(below.commands)
        parsed.redirects.extend(below.redirects)
        for reason in below.opaque:
            parsed.blame(reason)


def _walk(root: tree_sitter.Node) -> Iterator[tuple[tree_sitter.Node, tuple[str, ...]]]:
    """Every node in the order of the text, with the kinds of those above it."""
    pending: list[tuple[tree_sitter.Node, tuple[str, ...]]] = [(root, ())]
    while pending:
        node, above = pending.pop()
        yield node, above
        below = (*above, node.type)
        pending.extend((child, below) for child in reversed(node.children))


class _Collector:
    """Brings the parser's nodes and the reader's words together."""

    def __init__(
        self, parsed: ParsedLine, text: str, tokens: list[Token], expansions: dict[int, int]
    ) -> None:
        self.parsed = parsed
        self.text = text
        self.tokens = tokens
        self.expansions = expansions
        self.words = {(t.start, t.end): t.word for t in tokens if t.kind == "word" and t.word}
        self.redirects = [t for t in tokens if t.kind == "redirect"]
        self.claimed: set[tuple[int, int]] = set()
        self.commands: list[list[tuple[int, int]]] = []

    def collect(self, nodes: list[tuple[tree_sitter.Node, tuple[str, ...]]]) -> None:
        cases = any(node.type == "case_statement" for node, _ in nodes)
        if not cases and any(t.text in _CASE_ENDS for t in self.tokens if t.kind == "operator"):
            self.parsed.blame("the line cannot be read as a shell command")
        for node, above in nodes:
            if node.is_missing:
                self.parsed.blame("the line cannot be read as a shell command")
            if not node.is_named or node.type == "ERROR":
                continue
            if not _SUBSTITUTIONS.isdisjoint(above):
                continue
            if node.type == "command":
                self._command(node, above)
            elif node.type in ("variable_assignment", "variable_assignments"):
                if "command" not in above[-1:]:
                    self.parsed.blame(_NO_COMMAND[node.type])
            elif node.type in _NO_COMMAND:
                self.parsed.blame(_NO_COMMAND[node.type])
            elif not (node.type in _STRUCTURE or node.type in _WORDS or node.type in _EXPANSIONS):
                self.parsed.blame(f"it holds something unknown ({node.type})")
        self._check_agreement()
        self._redirects()

    def _command(self, node: tree_sitter.Node, above: tuple[str, ...]) -> None:
        spans: list[tuple[int, int]] = []
        assignments: list[Word] = []
        words: list[Word] = []
        for child in node.children:
            if child.type in ("file_redirect", "herestring_redirect", "heredoc_redirect"):
                continue
            if not child.is_named:
                self.parsed.blame(f"it holds an unusual {child.type!r}")
                continue
            span = (child.start_byte, child.end_byte)
            spans.append(span)
            word = self.words.get(span)
            if word is None:
                word = self._unread(child)
            if child.type == "variable_assignment":
                assignments.append(word)
            else:
                words.append(word)
        self.commands.append(spans)
        self.claimed.update(spans)
        end = spans[-1][1] if spans else node.end_byte
        start = spans[0][0] if spans else node.start_byte
        self.parsed.commands.append(
            SimpleCommand(
                text=_plain(self.text[start:end]),
                assignments=tuple(assignments),
                words=tuple(words),
                redirects=self._redirects_of(node),
                piped="pipeline" in above,
            )
        )

    def _unread(self, node: tree_sitter.Node) -> Word:
        """A word that only the parser saw: inside a substitution, or where the two disagree."""
        source = self.text[node.start_byte : node.end_byte]
        try:
            tokens, _ = read_tokens(source, self._shifted(node.start_byte))
        except Unreadable:
            tokens = []
        if len(tokens) == 1 and tokens[0].word is not None and tokens[0].kind == "word":
            return tokens[0].word
        return Word(node.start_byte, node.end_byte, _plain(source), "it cannot be read")

    def _shifted(self, start: int) -> dict[int, int]:
        return {a - start: b - start for a, b in self.expansions.items() if a >= start}

    def _redirects_of(self, node: tree_sitter.Node) -> tuple[Redirect, ...]:
        """The redirections of one command; those of a group are collected for the whole line."""
        holders = [node]
        if node.parent is not None and node.parent.type == "redirected_statement":
            holders.append(node.parent)
        found = []
        for holder in holders:
            for token in self.redirects:
                if holder.start_byte <= token.start < holder.end_byte and not (
                    holder is not node and _in_other_command(token, holder, node)
                ):
                    found.append(_redirect(token))
        return tuple(dict.fromkeys(found))

    def _redirects(self) -> None:
        """Every redirection of the line, so that none is lost whoever it belongs to."""
        self.parsed.redirects.extend(dict.fromkeys(map(_redirect, self.redirects)))

    def _check_agreement(self) -> None:
        """Compare the commands that the parser and the reader found."""
        if self.parsed.opaque and not self.tokens:
            return
        leftover = [
            t
            for t in self.tokens
            if t.kind == "word" and t.word and (t.start, t.end) not in self.claimed
        ]
        brackets = any(t.kind == "operator" and t.text not in _SEPARATORS for t in self.tokens)
        if not leftover and not brackets:
            if _segments(self.tokens) != self.commands:
                self.parsed.blame("two ways of reading it disagree")
            return
        allowed = self._words_of_compounds()
        for token in leftover:
            written = self.text[token.start : token.end]
            if written not in _RESERVED and (token.start, token.end) not in allowed:
                self.parsed.blame("two ways of reading it disagree")
                return
        if any(span not in self.words for spans in self.commands for span in spans):
            self.parsed.blame("two ways of reading it disagree")

    def _words_of_compounds(self) -> set[tuple[int, int]]:
        """Words that belong to a loop or a case and not to a command."""
        found: set[tuple[int, int]] = set()
        pending = [_parser().parse(self.text.encode("latin-1")).root_node]
        while pending:
            node = pending.pop()
            if node.type in ("for_statement", "case_statement", "case_item"):
                found.update((c.start_byte, c.end_byte) for c in node.children)
            pending.extend(node.children)
        return found


def _in_other_command(token: Token, holder: tree_sitter.Node, node: tree_sitter.Node) -> bool:
    """Whether a redirection inside ``holder`` belongs to a command other than ``node``."""
    for child in holder.children:
        if child.start_byte <= token.start < child.end_byte:
            return child != node and not child.type.endswith("_redirect")
    return False


def _segments(tokens: list[Token]) -> list[list[tuple[int, int]]]:
    """The words between separators, as the reader sees the commands of a line without groups."""
    segments: list[list[tuple[int, int]]] = [[]]
    for token in tokens:
        if token.kind == "operator":
            segments.append([])
        elif token.kind == "word":
            segments[-1].append((token.start, token.end))
    return [segment for segment in segments if segment]


def _redirect(token: Token) -> Redirect:
    word = token.word
    assert word is not None
    target = None if word.unknown else word.value
    return Redirect(token.text, target, token.body, word.glob)


def _plain(text: str) -> str:
    return text.encode("latin-1").decode("utf-8", "replace")
