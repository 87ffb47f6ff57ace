"""Finding words in what was said, Chinese, Japanese and Korean included.

Scripts without spaces are indexed as overlapping pairs of characters, so that any two of them in a
row can be found. The index holds no text; excerpts come from the records.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from core.sessions.access import Access
from core.sessions.database import Connection, fetch_all, fetch_one
from core.sessions.models import (
    PART,
    CompactionPart,
    Part,
    ReviewPart,
    SubtaskPart,
    TextPart,
    ToolPart,
)

_UNSPACED = re.compile(
    "[\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\uff66-\uff9f\U00020000-\U0003ffff]+"
)
_QUERY_PIECE = re.compile(r'"([^"]*)"?|(\S+)')
EXCERPT_BEFORE = 60
EXCERPT_LENGTH = 240


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One place where the words were found.

    ``message_id`` is None when the session's title matched. ``highlights`` are start and end
    offsets into ``snippet``.
    """

    session_id: str
    message_id: str | None
    project_id: str
    title: str
    role: str
    created: float
    snippet: str
    highlights: tuple[tuple[int, int], ...]


def words_for_index(text: str) -> str:
    """The text as it is indexed: runs of unspaced script become pairs and their last character."""

    def pairs(match: re.Match[str]) -> str:
        run = match.group()
        return f" {' '.join(run[i : i + 2] for i in range(len(run)))} "

    return _UNSPACED.sub(pairs, unicodedata.normalize("NFC", text))


@dataclass(frozen=True, slots=True)
class Term:
    """A word or phrase that must occur; ``prefix`` lets its last word go on."""

    text: str
    prefix: bool


def parse_query(query: str) -> list[Term]:
    """What a person typed, as terms that must all occur.

    ``"quoted words"`` stay together, ``word*`` is the beginning of a word, and so is the last word
    of all, because it may still be being typed.
    """
    terms: list[Term] = []
    query = unicodedata.normalize("NFC", query).replace("\0", " ")
    for match in _QUERY_PIECE.finditer(query):
        quoted, word = match.groups()
        if quoted is not None:
            terms.append(Term(quoted.strip(), False))
        else:
            last = match.end() == len(query)
            terms.append(Term(word.rstrip("*"), last or word.endswith("*")))
    return [term for term in terms if any(character.isalnum() for character in term.text)]


def fts_query(terms: list[Term]) -> str:
    """The same for the index; every word is quoted, so nothing in it is taken for syntax."""
    return " AND ".join(clause for term in terms for clause in _clauses(term))


def _clauses(term: Term) -> list[str]:
    """One phrase per run of one kind of script, in order."""
    clauses = []
    position = 0
    pieces: list[tuple[str, bool]] = []
    for match in _UNSPACED.finditer(term.text):
        pieces.append((term.text[position : match.start()], False))
        pieces.append((match.group(), True))
        position = match.end()
    pieces.append((term.text[position:], False))
    pieces = [(text, run) for text, run in pieces if any(map(str.isalnum, text))]
    for number, (text, run) in enumerate(pieces):
        last = number == len(pieces) - 1
        if run and len(text) == 1:
            clauses.append(f'"{text}"*')
        elif run:
            clauses.append('"' + " ".join(text[i : i + 2] for i in range(len(text) - 1)) + '"')
        else:
            escaped = text.replace('"', '""')
            clauses.append(f'"{escaped}"' + ("*" if term.prefix and last else ""))
    return clauses


def searchable(part: Part) -> str:
    """The words of a part that a person may look for."""
    if isinstance(part, TextPart):
        return "" if part.synthetic else part.text
    if isinstance(part, CompactionPart):
        return part.summary
    if isinstance(part, SubtaskPart):
        return part.prompt
    if isinstance(part, ToolPart):
        return part.title
    if isinstance(part, ReviewPart):
        titles = [str(finding.get("title", "")) for finding in part.findings]
        return "\n".join([part.overall_explanation, *titles])
    return ""


def _message_text(connection: Connection, message_id: str) -> str:
    rows = connection.execute(
        "SELECT data FROM parts WHERE message_id = ? ORDER BY position", (message_id,)
    )
    texts = (searchable(PART.validate_json(row[0])) for row in rows)
    return "\n".join(text for text in texts if text)


def index_message(connection: Connection, seq: int, message_id: str) -> None:
    connection.execute("DELETE FROM message_words WHERE rowid = ?", (seq,))
    text = _message_text(connection, message_id)
    if text:
        connection.execute(
            "INSERT INTO message_words (rowid, text) VALUES (?, ?)", (seq, words_for_index(text))
        )


def index_title(connection: Connection, session_id: str, title: str) -> None:
    row = fetch_one(connection, "SELECT seq FROM sessions WHERE id = ?", (session_id,))
    if row is None:
        return
    connection.execute("DELETE FROM title_words WHERE rowid = ?", (row[0],))
    if title:
        connection.execute(
            "INSERT INTO title_words (rowid, text) VALUES (?, ?)", (row[0], words_for_index(title))
        )


class Search(Access):
    """Full-text search over finished messages and titles of sessions."""

    async def search(
        self, query: str, *, project_id: str | None = None, limit: int = 50
    ) -> list[SearchHit]:
        """Titles first, then messages, the best match first."""
        terms = parse_query(query)
        if not terms:
            return []
        words = fts_query(terms)

        def work(connection: Connection) -> list[SearchHit]:
            hits = []
            for row in connection.execute(
                "SELECT s.id, s.project_id, json_extract(s.data, '$.title'), "
                "json_extract(s.data, '$.created') "
                "FROM title_words JOIN sessions AS s ON s.seq = title_words.rowid "
                "WHERE title_words MATCH ?1 AND (?2 IS NULL OR s.project_id = ?2) "
                "ORDER BY rank LIMIT ?3",
                (words, project_id, limit),
            ):
                snippet, marks = excerpt(str(row[2]), terms)
                hits.append(
                    SearchHit(row[0], None, row[1], str(row[2]), "", row[3], snippet, marks)
                )
            for row in fetch_all(
                connection,
                "SELECT m.id, m.session_id, s.project_id, json_extract(s.data, '$.title'), m.role, "
                "m.created FROM message_words JOIN messages AS m ON m.seq = message_words.rowid "
                "JOIN sessions AS s ON s.id = m.session_id "
                "WHERE message_words MATCH ?1 AND (?2 IS NULL OR s.project_id = ?2) "
                "ORDER BY rank, m.seq DESC LIMIT ?3",
                (words, project_id, limit - len(hits)),
            ):
                snippet, marks = excerpt(_message_text(connection, row[0]), terms)
                hits.append(
                    SearchHit(row[1], row[0], row[2], row[3], row[4], row[5], snippet, marks)
                )
            return hits

        return await self._read(work)


def excerpt(text: str, terms: list[Term]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The surroundings of the first match, on one line, with the places of all matches in it."""
    text = re.sub(r"\s", " ", text)
    folded = _fold(text)
    found = sorted(place for term in terms for place in _places(folded, term))
    start = max(0, found[0][0] - EXCERPT_BEFORE) if found else 0
    if start:
        # Begin at a word when there is one close by.
        space = text.find(" ", start, start + EXCERPT_BEFORE // 2)
        start = space + 1 if space >= 0 else start
    end = min(len(text), start + EXCERPT_LENGTH)
    before, after = "…" if start else "", "…" if end < len(text) else ""
    marks: list[tuple[int, int]] = []
    shift = len(before) - start
    for first, last in found:
        if first < start or last > end:
            continue
        if marks and first + shift < marks[-1][1]:
            marks[-1] = (marks[-1][0], max(marks[-1][1], last + shift))
        else:
            marks.append((first + shift, last + shift))
    return before + text[start:end] + after, tuple(marks)


def _fold(text: str) -> str:
    """Lower case without accents, character for character, so that offsets stay true."""

    def plain(character: str) -> str:
        base = unicodedata.normalize("NFD", character)[0].lower()
        return base if len(base) == 1 else character

    return text.lower() if text.isascii() else "".join(map(plain, text))


def _places(folded: str, term: Term) -> list[tuple[int, int]]:
    words = [re.escape(word) for word in re.findall(r"\w+", _fold(term.text).replace("_", " "))]
    if not words:
        return []
    pattern = r"[\W_]+".join(words)
    if not _UNSPACED.match(term.text):
        pattern = r"(?<![^\W_])" + pattern
    if not term.prefix and not _UNSPACED.search(term.text[-1:]):
        pattern += r"(?![^\W_])"
    return [match.span() for match in re.finditer(pattern, folded)]
