"""Talking to models: our own types, the client, and the host process that holds litellm."""
