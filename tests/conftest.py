"""What every test shares. Fixtures live beside the fakes they start."""

from tests.fakes.fixtures import model_client, model_server, running_model_server

__all__ = ["model_client", "model_server", "running_model_server"]
