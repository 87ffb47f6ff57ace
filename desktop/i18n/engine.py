"""What the engine says, in the language of the window.

The engine speaks English only: the same sentence goes to a model, to a log and to a person, and it is
stored as it was said. So a sentence is recognised here by its form, with the values that were filled
in, and said again in the person's language. ``packaging/engine_texts.py`` gathers the forms from the
engine's code, and their translations are in the context ``Engine`` of the Qt Linguist files. What is
not recognised (a provider's own words, what a hook printed) stays as it is.
"""

from __future__ import annotations

import json
import re
from functools import cache, lru_cache
from typing import NamedTuple

from desktop.i18n import FOLDER, in_english, translate

FORMS = FOLDER / "engine.txt"
_VALUE = re.compile(r"\{(\d+)\}")
_NEXT_SENTENCE = re.compile(r"(?<=[.?!]) (?=\S)")
_LONGEST, _SENTENCES, _DEPTH = 4_000, 12, 3


class _Form(NamedTuple):
    text: str
    fixed: tuple[str, ...]
    """What stands before, between and behind the values."""


class _Said(NamedTuple):
    form: str
    values: tuple[str, ...]


def engine_text(text: str, *, deep: bool = True) -> str:
    """A sentence of the engine, or several, as the person reads them. Unless ``deep``, the values
    are left alone: one may be a command that must be read as it is."""
    if in_english() or not text or len(text) > _LONGEST:
        return text
    return _in_language(text, _DEPTH if deep else 0)


def engine_words(*texts: str) -> str:
    """A sentence and its hint, or any others that are shown in one line."""
    return _joined([engine_text(text) for text in texts if text])


def _in_language(text: str, depth: int) -> str:
    """The longest run of sentences that is recognised is said first, then what is left."""
    sentences = _NEXT_SENTENCE.split(text.strip())
    if len(sentences) > _SENTENCES:
        return text
    made, at = [], 0
    while at < len(sentences):
        for end in range(len(sentences), at, -1):
            said = _recognised(" ".join(sentences[at:end]))
            if said is not None:
                made.append(_say(said, depth))
                at = end
                break
        else:
            made.append(sentences[at])
            at += 1
    return text.replace(text.strip(), _joined(made))


def _say(said: _Said, depth: int) -> str:
    """A value may be a sentence of the engine itself."""
    values = [_in_language(v, depth - 1) if depth and " " in v else v for v in said.values]
    return _VALUE.sub(lambda match: values[int(match[1])], translate("Engine", said.form))


def _joined(sentences: list[str]) -> str:
    """Sentences in a row, with a space where the writing has one."""
    return re.sub(r"([。？！]) (?=[^\x00-\x7f])", r"\1", " ".join(sentences))


@lru_cache(1024)
def _recognised(text: str) -> _Said | None:
    exact, forms = _forms()
    if text in exact:
        return _Said(text, ())
    for form in forms:
        values = _values(form.fixed, text)
        if values is not None:
            return _Said(form.text, values)
    return None


def _values(fixed: tuple[str, ...], text: str) -> tuple[str, ...] | None:
    """What was filled in, if the text has this form."""
    first, *between, last = fixed
    at, end = len(first), len(text) - len(last)
    if at > end or not text.startswith(first) or not text.endswith(last):
        return None
    values = []
    for piece in between:
        found = text.find(piece, at, end)
        if found < 0:
            return None
        values.append(text[at:found])
        at = found + len(piece)
    values.append(text[at:end])
    if not first and _NEXT_SENTENCE.search(values[0]):
        return None  # the end of another sentence, behind a whole one
    return tuple(values)


@cache
def _forms() -> tuple[frozenset[str], tuple[_Form, ...]]:
    """Those without values, and the others, the one that says most first."""
    texts = [json.loads(line) for line in FORMS.read_text("utf-8").splitlines()]
    exact = frozenset(text for text in texts if not _VALUE.search(text))
    forms = [
        _Form(text, tuple(_VALUE.split(text)[::2]))  # the odd ones are the numbers
        for text in texts
        if text not in exact
    ]
    forms.sort(key=lambda form: sum(map(len, form.fixed)), reverse=True)
    return exact, tuple(forms)
