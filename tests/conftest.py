"""What every test shares. Fixtures live beside the fakes they start."""

from tests.fakes.engine import engine, project
from tests.fakes.fixtures import model_client, model_server, running_model_server

__all__ = ["engine", "model_client", "model_server", "project", "running_model_server"]
