"""Ids sort by the moment they were made and never repeat."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from core import ids


def test_ids_of_one_process_sort_in_the_order_they_were_made() -> None:
    made = [ids.new_id("ses") for _ in range(5000)]
    assert made == sorted(made)
    assert len(set(made)) == len(made)


def test_an_id_names_its_kind() -> None:
    assert ids.new_id("msg").startswith("msg_")
    assert len(ids.new_id("msg")) == len("msg_") + 20


def test_a_clock_that_steps_back_does_not_disturb_the_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = ids.new_id("x")
    past = time.time_ns() - 3_600_000_000_000
    monkeypatch.setattr(time, "time_ns", lambda: past)
    assert ids.new_id("x") > before


def test_more_ids_than_a_millisecond_holds_still_sort(monkeypatch: pytest.MonkeyPatch) -> None:
    frozen = time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: frozen)
    made = [ids.new_id("x") for _ in range(33_000)]
    assert made == sorted(set(made))


def test_threads_never_get_the_same_id() -> None:
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: ids.new_id("x"), range(4000)))
    assert len(set(made)) == 4000
