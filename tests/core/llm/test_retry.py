from __future__ import annotations

import pytest

from core.errors import ModelError
from core.llm.problems import Failure, model_error
from core.llm.retry import is_local, next_delay


def _error(kind: str = "overloaded", **options: object) -> ModelError:
    return ModelError("x", kind=kind, retry=True, **options)  # type: ignore[arg-type]


def test_the_wait_doubles_up_to_a_minute() -> None:
    waits = [next_delay(_error(), attempt, 20, lambda: 0.0) for attempt in range(1, 10)]
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_agents_do_not_come_back_at_the_same_moment() -> None:
    assert next_delay(_error(), 3, 8, lambda: 1.0) == pytest.approx(5.0)


def test_what_the_provider_asks_for_is_never_cut_short() -> None:
    assert next_delay(_error(retry_after=120.0), 1, 8, lambda: 0.0) == 120.0


def test_a_wait_of_an_hour_is_told_and_not_kept() -> None:
    assert next_delay(_error(retry_after=3600.0), 1, 8) is None


def test_final_errors_are_not_repeated() -> None:
    assert next_delay(ModelError("x", kind="auth"), 1, 8) is None


@pytest.mark.parametrize(("kind", "attempts"), [("overloaded", 8), ("network", 4), ("timeout", 3)])
def test_each_kind_has_its_patience(kind: str, attempts: int) -> None:
    assert next_delay(_error(kind), attempts - 1, 8) is not None
    assert next_delay(_error(kind), attempts, 8) is None


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://localhost:11434/v1", True),
        ("http://127.0.0.1:8000", True),
        ("http://[::1]:1234/v1", True),
        ("https://api.openai.com/v1", False),
        ("https://localhost.example.com", False),
        (None, False),
    ],
)
def test_a_server_on_this_machine_is_recognised(url: str | None, local: bool) -> None:
    assert is_local(url) is local


def test_a_problem_names_provider_and_next_step() -> None:
    error = model_error(Failure("work", "m-1", '{"error":{"message":"bad thing"}}', status=422))
    assert error.sentence == "work did not accept the request: bad thing."
    assert error.hint
    assert not error.retry


def test_an_unexpected_failure_is_a_sentence_too() -> None:
    error = model_error(Failure("work", "m-1", "litellm.APIError: KeyError: 'x'", name="KeyError"))
    assert error.sentence.startswith("The request to work failed:")
    assert "litellm" not in error.sentence
