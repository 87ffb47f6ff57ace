"""The scripted server and the model client, one of each for the whole session.

A model host takes about three seconds to start, so all tests share it; ``model_server`` is empty
(no scripts, no requests) at the start of each test. ``tests.fakes.requests`` makes requests to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from core.llm.client import ModelClient
from tests.fakes.model_server import ModelServer


@pytest.fixture(scope="session")
def running_model_server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
def model_server(running_model_server: ModelServer) -> ModelServer:
    running_model_server.forget()
    return running_model_server


@pytest.fixture(scope="session")
def model_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModelClient]:
    client = ModelClient(log_folder=tmp_path_factory.mktemp("model-host-logs"))
    yield client
    asyncio.run(client.close())
