"""Settings: files, layers, trust, and where keys come from."""
