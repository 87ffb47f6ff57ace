"""The command line: ``spinney exec`` and its neighbours."""
