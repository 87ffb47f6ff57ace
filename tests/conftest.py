"""What every test shares. Fixtures live beside the fakes they start.

Cycles with widgets in them may only be collected in the thread of the window, as in the program
itself, and a store or a server of any later test has threads of its own. So nothing is collected
while a test runs, in any test.
"""

import gc
from collections.abc import Iterator

import pytest

from tests.fakes.engine import engine, project
from tests.fakes.fixtures import model_client, model_server, running_model_server

__all__ = ["engine", "model_client", "model_server", "project", "running_model_server"]

ALL_EVERY = 50
"""Tests after which everything is collected, which takes a tenth of a second."""

gc.disable()
ended = 0


@pytest.fixture(autouse=True)
def _collect_here() -> Iterator[None]:
    global ended
    yield
    ended += 1
    gc.collect(2 if ended % ALL_EVERY == 0 else 1)
