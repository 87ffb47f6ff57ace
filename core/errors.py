"""Errors that a person or a model may read: a sentence, what to do next, and whether to retry."""

from __future__ import annotations


class SpinneyError(Exception):
    """Something went wrong that can be said in a sentence.

    ``sentence`` says what happened, ``hint`` what to do about it, ``retry`` whether the same
    thing may work if it is simply tried again.
    """

    retry: bool = False

    def __init__(self, sentence: str, hint: str = "", *, retry: bool | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.hint = hint
        if retry is not None:
            self.retry = retry

    def __str__(self) -> str:
        return f"{self.sentence} {self.hint}".strip()


class ConfigError(SpinneyError):
    """A configuration file or option cannot be used."""


class ModelError(SpinneyError):
    """A model could not be reached or refused the request.

    ``kind`` is one of ``auth, model, rate_limit, overloaded, network, timeout, context, content,
    dropped, request, host``; ``retry_after`` is what the provider asked for, in seconds.
    """

    def __init__(
        self,
        sentence: str,
        hint: str = "",
        *,
        kind: str = "request",
        retry: bool = False,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(sentence, hint, retry=retry)
        self.kind = kind
        self.retry_after = retry_after


class ToolError(SpinneyError):
    """A tool call failed; the sentence goes back to the model as the call's result."""


class PermissionRefused(SpinneyError):
    """A person or a rule said no. ``stop`` ends the turn as well."""

    def __init__(self, sentence: str, hint: str = "", *, stop: bool = False) -> None:
        super().__init__(sentence, hint)
        self.stop = stop


class StoreError(SpinneyError):
    """The session store cannot be read or written."""


class QueueMoved(StoreError):
    """Something in a queue was removed or delivered at the same moment; the queue has to be read
    again."""


class NotFound(SpinneyError):
    """No session, agent, task or model has that name."""
