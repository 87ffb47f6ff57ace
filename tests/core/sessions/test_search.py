"""What was said can be found again, in any script, whatever is typed into the field."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from core.sessions.models import CompactionPart, Message
from core.sessions.search import SearchHit, excerpt, fts_query, parse_query
from core.sessions.store import Store
from tests.core.sessions import make


def marked(hit: SearchHit) -> list[str]:
    return [hit.snippet[start:end] for start, end in hit.highlights]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("parser", ["parser"]),
        ("PARSER", ["parser"]),
        ("pars", ["pars"]),
        ("pars*", ["pars"]),
        ("fix parser", ["Fix", "parser"]),
        ('"the parser"', ["the parser"]),
        ("cafe", ["café"]),
        ("naïve", ["naive"]),
        ("tokenize_line", ["tokenize_line"]),
        ("core/sessions/store.py", ["core/sessions/store.py"]),
        ("中文", ["中文"]),
        ("文搜索", ["文搜索"]),
        ("索", ["索"]),
        ("搜", ["搜"]),
        ("parser 搜索", ["parser", "搜索"]),
        ("こんにちは", ["こんにちは"]),
    ],
)
async def test_a_message_is_found_and_the_words_are_marked(
    store: Store, query: str, found: list[str]
) -> None:
    session = await make.session(store, title="Anything")
    message = await make.said(
        store,
        session,
        "Fix the parser in core/sessions/store.py, a naive tokenize_line for the café: "
        "支持中文搜索。 こんにちは",
    )
    hits = await store.search(query)
    assert [(hit.session_id, hit.message_id) for hit in hits] == [(session.id, message.id)]
    assert marked(hits[0]) == found
    assert (hits[0].title, hits[0].role, hits[0].project_id) == ("Anything", "user", "prj_1")


@pytest.mark.parametrize(
    "query", ["arser", '"parser the"', "中搜", "parser banana", "", "   ", '"', "*"]
)
async def test_what_was_not_said_is_not_found(store: Store, query: str) -> None:
    await make.said(store, await make.session(store), "Fix the parser 中文搜索")
    assert await store.search(query) == []


async def test_titles_are_found_first_and_follow_a_renaming(store: Store) -> None:
    session = await make.session(store, title="重构解析器")
    await make.said(store, session, "解析器 is slow")
    hits = await store.search("解析器")
    assert [hit.message_id is None for hit in hits] == [True, False]
    assert marked(hits[0]) == ["解析器"]
    session.title = "Other"
    await store.update_session(session)
    assert [hit.message_id is None for hit in await store.search("解析器")] == [False]
    assert len(await store.search("解析器", project_id="prj_1", limit=1)) == 1
    assert await store.search("解析器", project_id="prj_2") == []


async def test_an_answer_is_found_once_it_is_finished_and_not_after_it_is_removed(
    store: Store,
) -> None:
    session = await make.session(store)
    message = Message(session_id=session.id, role="assistant")
    part = make.text(message)
    await store.add_message(message, [part])
    store.append_text(part, "streamed needle")
    assert await store.search("needle") == []
    message.completed = 1.0
    await store.update_message(message)
    assert len(await store.search("needle")) == 1
    await store.remove_messages(session.id, message.id)
    assert await store.search("needle") == []


async def test_an_edited_summary_is_found_by_its_new_words_only(store: Store) -> None:
    session = await make.session(store)
    message = Message(session_id=session.id, role="assistant", completed=1.0)
    part = CompactionPart(message_id=message.id, session_id=session.id, summary="walrus")
    await store.add_message(message, [part])
    part.summary = "penguin"
    await store.save_part(part)
    assert await store.search("walrus") == []
    assert len(await store.search("penguin")) == 1


async def test_text_for_the_model_alone_is_not_found(store: Store) -> None:
    session = await make.session(store)
    message = Message(session_id=session.id, role="user")
    await store.add_message(message, [make.text(message, "hidden hint", synthetic=True)])
    assert await store.search("hidden") == []


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@example('AND OR NOT NEAR( a:b ^c {d} "')
@example("\0中'--")
@given(st.text(max_size=30))
async def test_no_query_is_a_syntax_error(store: Store, query: str) -> None:
    await store.search(query)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300), st.text(max_size=20))
def test_marks_lie_within_the_excerpt(text: str, query: str) -> None:
    terms = parse_query(query)
    fts_query(terms)
    snippet, marks = excerpt(text, terms)
    position = 0
    for start, end in marks:
        assert position <= start < end <= len(snippet)
        position = end


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.text("中文搜索支持こんにちは", min_size=2, max_size=12), st.data())
async def test_any_piece_of_unspaced_text_is_found(
    store: Store, text: str, data: st.DataObject
) -> None:
    session = await make.session(store)
    message = await make.said(store, session, f"x {text} y")
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    hits = await store.search(text[start:end], limit=1000)
    assert message.id in {hit.message_id for hit in hits}
